"""The special conditions that the authorisation may set: of operation, and of publication to players."""

from collections.abc import Iterator, Sequence

from banca.dossier import texts
from banca.dossier.answer import DossierAnswer
from banca.dossier.bet_answer import ProvedBet
from banca.dossier.blocks import NoticeBlock, NoticedBet, PointsBlock, Section, TextBlock, section
from banca.dossier.chapters import BetChapter
from banca.dossier.description import described, when_placed
from banca.dossier.prizes import prize_name
from banca.dossier.writing import bets_for_one, limits_asked
from banca.i18n import Translator


def conditions(answer: DossierAnswer, bets: Sequence[BetChapter], say: Translator) -> Section:
    """What the applicant proposes."""
    new = [one for one in bets if one.bet.is_new]
    limits = limits_asked(answer, say)
    asked = (
        *(
            say(texts.PHASE_CONDITION, bet=one.title(say), when=when_placed(one.bet, say))
            for one in new
            if one.bet.phase
        ),
        say(
            texts.LIMIT_CONDITION,
            multiple=say.cite(answer.multiple_cite),
            **limits,
        ),
        say(texts.BREAKAGE_CONDITION, **limits),
        *([say(texts.BACK_CONDITION)] if new else []),
        say(texts.NOTICE_CONDITION),
    )
    notice = NoticeBlock(
        title=say.labelled(say(answer.game_title), say(answer.title)), items=tuple(_noticed(one, say) for one in bets)
    )
    return section(
        say(texts.PUBLICATION),
        TextBlock(
            say(texts.PUBLICATION_ASKED, cite=say.cite(answer.asked_under[-1].cite))
            if answer.is_granted
            else say(texts.PUBLICATION_SAID)
        ),
        parts=[
            section(say(texts.CONDITIONS), PointsBlock(asked)),
            section(say(texts.NOTICE), TextBlock(say(texts.NOTICE_SAID)), notice),
        ],
    )


def _noticed(chapter: BetChapter, say: Translator) -> NoticedBet:
    """What players must be told of a bet."""
    bet = chapter.bet
    placed = [say(texts.NOTICE_PLACED, when=when_placed(bet, say))] if bet.phase else []
    deducted = [say(texts.NOTICE_COMMISSION, rate=say.percent_of(bet.commission))] if bet.commission else []
    return NoticedBet(
        name=chapter.title(say),
        text=_all_described(chapter.bets, say),
        prizes=tuple(
            (
                prize_name(chapter, one, say),
                say(one.pays),
                say(texts.NOTICE_CHANCE, one_in=bets_for_one(one.chance.exact, say)) if one.chance.exact else "",
            )
            for one in bet.prizes
        ),
        foot=say.sentences([*placed, *deducted, *_average(bet, say)]),
    )


def _all_described(bets: Sequence[ProvedBet], say: Translator) -> str:
    """The words that all share; where each has its own, each by its name."""
    if len({one.description for one in bets}) == 1:
        return described(bets[0], say)
    return say.sentences(say.labelled(say(one.name), say(one.description)) for one in bets)


def _average(bet: ProvedBet, say: Translator) -> Iterator[str]:
    """What the casino keeps of every 100 patacas; where a minimum stake is rounded, of that stake too."""
    edge, rounded = bet.house_edge, bet.rounded
    kept = say.decimal(abs(edge) * 100, 2)
    if rounded.edge.exact == edge:
        yield say(texts.NOTICE_KEEPS if edge >= 0 else texts.NOTICE_GIVES, kept=kept)
        return
    yield say(texts.NOTICE_KEEPS_UNROUNDED if edge >= 0 else texts.NOTICE_GIVES_UNROUNDED, kept=kept)
    yield say(
        texts.NOTICE_KEEPS_ROUNDED if rounded.edge.exact >= 0 else texts.NOTICE_GIVES_ROUNDED,
        stake=say.money(rounded.stake.avos),
        kept=say.decimal(abs(rounded.edge.exact) * 100, 2),
    )
