"""The prizes of each bet: as a sentence has them, those that change, and the table of all."""

from collections.abc import Sequence

from banca.dossier import texts
from banca.dossier.bet_answer import PrizeFigures, ProvedBet
from banca.dossier.blocks import RIGHT, WIDE, TableBlock, table
from banca.dossier.chapters import BetChapter
from banca.dossier.provenance import Provenance
from banca.dossier.values import ExactFigure
from banca.dossier.writing import NONE, share
from banca.i18n import Localized, Translator


def prize_name(chapter: BetChapter, prize: PrizeFigures, say: Translator) -> str:
    """What a prize is for: the name of its row, or the outcomes that win it."""
    if prize.name:
        return say(prize.name)
    if prize.seen:
        return chapter.outcomes(prize.seen, say)
    return say(texts.WINNING_ROW)


def less_both_commissions(bet: ProvedBet, change: str, say: Translator) -> str:
    """A prize instead of another, and what is deducted from either, where something is."""
    if not bet.commission:
        return change
    return say(texts.LESS_COMMISSION_BOTH, change=change, rate=say.percent_of(bet.commission))


def prizes_said(chapter: BetChapter, say: Translator) -> str:
    """One prize as it is; several, each with what it is for; and the commission."""
    return less_commission(chapter.bet, prizes_listed(chapter, say), say)


def prizes_listed(chapter: BetChapter, say: Translator) -> str:
    """The prizes, before any commission."""
    bet = chapter.bet
    if len(bet.prizes) == 1:
        return say(bet.pays)
    return say.list(say.in_brackets(say(one.pays), prize_name(chapter, one, say)) for one in bet.prizes)


def less_commission(bet: ProvedBet, pays: str, say: Translator) -> str:
    """Prizes, and what is deducted from them, where something is."""
    return say(texts.LESS_COMMISSION, pays=pays, rate=say.percent_of(bet.commission)) if bet.commission else pays


def changes_said(chapter: BetChapter, say: Translator) -> str:
    """Each prize that changes, on what, and what it was: `2: 3 to 1, instead of 2 to 1`; and that others stay, where some do."""
    is_revoked = chapter.prizes_from is Provenance.REVOKED
    changed = [
        say(
            texts.CHANGED_PRIZE_REVOKED if is_revoked else texts.CHANGED_PRIZE,
            on=chapter.any_of(one.seen, say),
            pays=say(one.pays),
            before=say(one.before),
        )
        for one in chapter.bet.changes
    ]
    return say.items([*changed, *([say(texts.UNCHANGED)] if chapter.keeps_prizes else [])])


def prize_table(bets: Sequence[BetChapter], say: Translator) -> TableBlock:
    """Every prize of every bet, with what it gives back and one step to either side."""
    return table(
        [
            (say(texts.BET), WIDE),
            (say(texts.PRIZE_FOR), WIDE),
            (say(texts.PRIZE), RIGHT),
            (say(texts.CHANCE), RIGHT),
            (say(texts.GIVES_BACK), RIGHT),
            (say(texts.ONE_LOWER), RIGHT),
            (say(texts.ONE_HIGHER), RIGHT),
        ],
        [
            [
                "" if number else chapter.title(say),
                prize_name(chapter, one, say),
                say(one.pays),
                share(one.chance, say),
                share(one.returns, say),
                _step(one.lower, one.edge_lower, say),
                _step(one.higher, one.edge_higher, say),
            ]
            for chapter in bets
            for number, one in enumerate(chapter.bet.prizes)
        ],
    )


def commissions(bets: Sequence[BetChapter], say: Translator) -> tuple[str, ...]:
    """What is kept of prizes."""
    return tuple(
        say(
            texts.COMMISSION,
            bet=one.title(say),
            rate=say.percent_of(one.bet.commission),
            cite=say.cites(one.bet.commission_cite.cites),
        )
        for one in bets
        if one.bet.commission
    )


def _step(pays: Localized, edge: ExactFigure | None, say: Translator) -> str:
    return f"{say(pays)}\n{share(edge, say)}" if edge else NONE
