"""The exact description of each bet: its words, how it is played, what it rests on, and an example of every ending."""

from collections.abc import Iterator, Sequence

from banca.dossier import texts
from banca.dossier.bet_answer import ProvedBet
from banca.dossier.blocks import LEFT, RIGHT, WIDE, AnyBlock, QuoteBlock, TableBlock, TextBlock, facts, table
from banca.dossier.breaks import with_selection
from banca.dossier.chapters import BetChapter
from banca.dossier.outcomes import outcome_said
from banca.dossier.prizes import changes_said, less_commission, prizes_said
from banca.dossier.provenance import (
    OWN_BET,
    OWN_BET_RECONSTRUCTED,
    OWN_DESCRIBED,
    OWN_DESCRIBED_RECONSTRUCTED,
    Provenance,
    paid_label,
    regulation_named,
)
from banca.dossier.values import MOST_NAMES
from banca.i18n import Translator
from banca.rules import Citation


def description_lead(bets: Sequence[BetChapter], say: Translator) -> TextBlock:
    """In whose words the bets are described, and what the examples are."""
    own = {one.bet_from: one.game for one in bets if not one.bet.is_new}
    return TextBlock(
        say.sentences(
            [
                *([say(texts.NEW_DESCRIBED)] if any(one.bet.is_new for one in bets) else []),
                *(_own_described(found, own[found], say) for found in Provenance if found in own),
                say(texts.DESCRIPTION_SAID),
            ]
        )
    )


def _own_described(found: Provenance, game: str, say: Translator) -> str:
    if found is Provenance.RECONSTRUCTED:
        return say(OWN_DESCRIBED_RECONSTRUCTED)
    return say(OWN_DESCRIBED, regulation=regulation_named(found, game, say))


def when_placed(bet: ProvedBet, say: Translator) -> str:
    """The phase in which it may be placed."""
    return say(bet.when or texts.ANY_TIME)


def described(bet: ProvedBet, say: Translator) -> str:
    """The bet in words, as a sentence: its name is above them."""
    said = say(bet.description)
    return said[:1].upper() + said[1:]


def description(chapter: BetChapter, say: Translator) -> Iterator[AnyBlock]:
    """The proposal's own words, how the bet is played, and an example of every ending."""
    bet = chapter.bet
    words = [described(one, say) for one in {one.description: one for one in chapter.bets}.values()]
    if not bet.is_new:
        own = OWN_BET_RECONSTRUCTED if chapter.bet_from is Provenance.RECONSTRUCTED else OWN_BET
        regulation = regulation_named(chapter.bet_from, chapter.game, say)
        yield TextBlock(say(own, cite=say.cite(bet.cite), regulation=regulation))
    if len(words) == 1:
        yield QuoteBlock(words[0])
    if len(chapter.bets) > MOST_NAMES and len(words) == 1:
        names = say.list(with_selection(say(one.name)) for one in chapter.bets)
        yield TextBlock(say(texts.ALIKE_SAID, count=len(chapter.bets), names=names))
    if len(words) > 1:
        columns = [(say(texts.BET), LEFT), (say(texts.DESCRIBED), WIDE)]
        yield table(columns, [[say(one.name), described(one, say)] for one in chapter.bets])
    yield facts(
        (say(texts.PRIZE), prizes_said(chapter, say)),
        (say(texts.CHANGED), changes_said(chapter, say)) if chapter.has_other_prizes else None,
        _paid_before(chapter, say) if bet.pays_before.value else None,
        (say(texts.MAY_BE_PLACED), when_placed(bet, say)) if bet.is_new else None,
        (say(texts.WITHDRAWN), _withdrawn(bet, say)),
        (say(texts.IS_DECIDED), _decided(chapter, say)),
        (say(texts.BASIS), say.cites(dict.fromkeys([*_based_on(bet), *bet.reads, *bet.commission_cite.cites]))),
    )
    yield _examples(chapter, say)


def _paid_before(chapter: BetChapter, say: Translator) -> tuple[str, str]:
    """What a bet of the game paid, and where that was found; what an earlier regulation deducted has not been seen."""
    bet, found = chapter.bet, chapter.prizes_from
    paid = say(bet.pays_before)
    return paid_label(found, chapter.game, say), paid if found is Provenance.PREDECESSOR else less_commission(
        bet, paid, say
    )


def _withdrawn(bet: ProvedBet, say: Translator) -> str:
    """When it may be taken back, and the clauses or readings that say so."""
    if not bet.withdrawn:
        return say(texts.NOT_SAID)
    return say.items(say.in_brackets(say(one.when), say.cite(one.cite)) for one in bet.withdrawn)


def _decided(chapter: BetChapter, say: Translator) -> str:
    """At once, or after how many rounds."""
    if chapter.is_one_round:
        return say(texts.AT_ONCE)
    rounds, states = say.decimal(chapter.bet.mean_rounds, 2), say.count(chapter.bet.derivation.of)
    return say(texts.AFTER_SEVERAL, rounds=rounds, states=states, **chapter.counted(say))


def _based_on(bet: ProvedBet) -> Sequence[Citation]:
    """The clauses of a bet and of what decides it; of a bet of the game, those of its prizes too, those that change among them."""
    prizes = () if bet.is_new else (*bet.departs_from, *bet.prize_cites)
    return [bet.cite, *bet.decided_by, *prizes]


def _examples(chapter: BetChapter, say: Translator) -> TableBlock:
    bet = chapter.bet
    return table(
        [
            (say(texts.OUTCOMES), WIDE),
            (say(texts.RESULT), WIDE),
            (say(texts.STAKE), RIGHT),
            (say(texts.RECEIVED), RIGHT),
            (say(texts.NET), RIGHT),
        ],
        [
            [
                say.list(outcome_said(each, chapter.rules, say) for each in one.outcomes),
                say(one.said),
                say.money(one.stake.avos),
                say.money(one.received.avos),
                say.signed(one.net.avos),
            ]
            for one in bet.examples
        ],
        caption=say(texts.EXAMPLES_OF, bet=say(bet.name)) if len(chapter.bets) > 1 else say(texts.EXAMPLES),
    )
