"""The first page: the application to the regulator, or the proposal where no article provides for an application."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from banca.dossier import texts
from banca.dossier.answer import DossierAnswer
from banca.dossier.blocks import AnyBlock, ApplicationLetter, PointsBlock, Section, TextBlock
from banca.dossier.chapters import BetChapter, changes_said, prizes_said
from banca.words import Speech

MOST_ITEMS = 8
"""Bets that the letter names one by one."""
OBJECTS = {
    frozenset({True}): texts.NEW_ONLY,
    frozenset({False}): texts.PRIZES_ONLY,
    frozenset({True, False}): texts.BETS_AND_PRIZES,
}
TITLES = {
    frozenset({True}): texts.NEW_BETS_TITLE,
    frozenset({False}): texts.PRIZES_TITLE,
    frozenset({True, False}): texts.BETS_AND_PRIZES_TITLE,
}
"""By whether the bets are new: what is asked for, in the letter and in its title."""
FIRST_PART = 2
"""The number of the section that describes the bets; the next ones follow the order of the regulation."""


def letter(
    answer: DossierAnswer, bets: Sequence[BetChapter], parts: Sequence[Section], say: Speech
) -> ApplicationLetter:
    """The application; `parts` are the sections that the regulation asks for, and the conditions behind them."""
    is_granted = answer.is_granted
    return ApplicationLetter(
        addressee=say(texts.ADDRESSEE),
        kind=say(texts.APPLICATION if is_granted else texts.NO_APPLICATION, what=say(_what(bets, TITLES))),
        subject=(say(texts.SUBJECT), say.bracketed(say(answer.title), say(answer.game_title))),
        who=((say(texts.APPLICANT if is_granted else texts.PROPONENT), ""), (say(texts.REPRESENTATIVE), "")),
        blocks=tuple(_body(answer, bets, parts, say)),
        closing=say(texts.CLOSING if is_granted else texts.PROPOSAL_CLOSING),
        signed=(
            (say(texts.PLACE), ""),
            (say(texts.DATE), say.date(answer.dated) if isinstance(answer.dated, date) else ""),
            (say(texts.SIGNATURE), ""),
        ),
    )


def order_of(answer: DossierAnswer, say: Speech) -> str:
    """The order that approved the regulation, with the days on which it was signed and came into force, where they are known."""
    order, dates = say(answer.instrument), answer.dates
    if dates.signed:
        order = say(texts.SIGNED_ORDER, order=order, date=say.date(dates.signed))
    if dates.in_force and not dates.until:
        order = say(texts.ORDER_IN_FORCE, order=order, date=say.date(dates.in_force))
    return order


def _body(
    answer: DossierAnswer, bets: Sequence[BetChapter], parts: Sequence[Section], say: Speech
) -> Iterator[AnyBlock]:
    order, what = order_of(answer, say), say(_what(bets, OBJECTS))
    *required, conditions = (
        (say(texts.PART, title=part.title, section=number), number) for number, part in enumerate(parts, FIRST_PART)
    )
    contained = PointsBlock(tuple(said for said, _ in required))
    if not answer.is_granted:
        yield TextBlock(say(texts.PROPOSES, game=say(answer.game_title), order=order, what=what))
        yield PointsBlock(_items(bets, say))
        yield TextBlock(
            say.sentences([say(texts.NO_ARTICLE), *([say.spell(answer.caution)] if answer.caution else [])])
        )
        yield TextBlock(say(texts.CONTAINS))
        yield PointsBlock((*contained.items, conditions[0]))
        return
    cites = [say.cite(one.cite) for one in answer.asked_under]
    authorised, carried, conditioned = (*cites, *cites[-1:] * 2)[:3]
    yield TextBlock(say(texts.REQUESTS, article=authorised, order=order, what=what))
    yield PointsBlock(_items(bets, say))
    yield TextBlock(say(texts.CARRIES, article=carried))
    yield contained
    yield TextBlock(say(texts.CONDITIONS_ASKED, article=conditioned, section=conditions[1]))


def _what(bets: Sequence[BetChapter], named: Mapping[frozenset[bool], str]) -> str:
    """What is proposed: new bets, other prizes of bets that there are, or both."""
    return named[frozenset(one.bet.is_new for one in bets)]


def _items(bets: Sequence[BetChapter], say: Speech) -> tuple[str, ...]:
    if len(bets) > MOST_ITEMS:
        count = sum(len(one.bets) for one in bets)
        return (say(texts.MANY_ITEMS, count=count, section=FIRST_PART),)
    return tuple(_item(one, say) for one in bets)


def _item(one: BetChapter, say: Speech) -> str:
    """A bet with its prizes, or with those that change."""
    bet = one.title(say)
    if one.bet.is_new:
        return say(texts.NEW_ITEM, bet=bet, pays=prizes_said(one, say))
    if one.has_other_prizes:
        return say.labelled(bet, changes_said(one, say))
    return say(texts.CHANGED_ITEM, bet=bet, pays=prizes_said(one, say), before=one.bet.pays_before.said(say))
