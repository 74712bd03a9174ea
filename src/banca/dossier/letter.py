"""The first page: the application to the regulator, or the proposal where no article provides for an application."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from banca.dossier import letter_texts
from banca.dossier.answer import DossierAnswer
from banca.dossier.blocks import AnyBlock, ApplicationLetter, PointsBlock, Section, TextBlock
from banca.dossier.chapters import BetChapter
from banca.dossier.prizes import changes_said, less_both_commissions, prizes_listed, prizes_said
from banca.dossier.provenance import Provenance, regulation_named
from banca.i18n import Translator
from banca.i18n.formats import day_before

MOST_ITEMS = 8
"""Bets that the letter names one by one."""
OBJECTS = {
    frozenset({True}): letter_texts.NEW_ONLY,
    frozenset({False}): letter_texts.PRIZES_ONLY,
    frozenset({True, False}): letter_texts.BETS_AND_PRIZES,
}
RECONSTRUCTED_OBJECTS = OBJECTS | {
    frozenset({False}): letter_texts.PRIZES_ONLY_RECONSTRUCTED,
    frozenset({True, False}): letter_texts.BETS_AND_PRIZES_RECONSTRUCTED,
}
MIXED_OBJECTS = OBJECTS | {
    frozenset({False}): letter_texts.PRIZES_ONLY_MIXED,
    frozenset({True, False}): letter_texts.BETS_AND_PRIZES_MIXED,
}
TITLES = {
    frozenset({True}): letter_texts.NEW_BETS_TITLE,
    frozenset({False}): letter_texts.PRIZES_TITLE,
    frozenset({True, False}): letter_texts.BETS_AND_PRIZES_TITLE,
}
"""By whether the bets are new: what is asked for, in the letter and in its title."""
FIRST_PART = 2
"""The number of the section that describes the bets; the next ones follow the order of the regulation."""


def letter(
    answer: DossierAnswer, bets: Sequence[BetChapter], parts: Sequence[Section], say: Translator
) -> ApplicationLetter:
    """The application; `parts` are the sections that the regulation asks for, and the conditions behind them."""
    is_granted = answer.is_granted
    return ApplicationLetter(
        addressee=say(letter_texts.ADDRESSEE),
        kind=say(
            letter_texts.APPLICATION if is_granted else letter_texts.NO_APPLICATION, what=say(_what(bets, TITLES))
        ),
        subject=(say(letter_texts.SUBJECT), say.in_brackets(say(answer.title), say(answer.game_title))),
        who=(
            (say(letter_texts.APPLICANT if is_granted else letter_texts.PROPONENT), ""),
            (say(letter_texts.REPRESENTATIVE), ""),
        ),
        blocks=tuple(_body(answer, bets, parts, say)),
        closing=say(letter_texts.CLOSING if is_granted else letter_texts.PROPOSAL_CLOSING),
        signed=(
            (say(letter_texts.PLACE), ""),
            (say(letter_texts.DATE), say.date(answer.dated) if isinstance(answer.dated, date) else ""),
            (say(letter_texts.SIGNATURE), ""),
        ),
    )


def order_of(answer: DossierAnswer, say: Translator) -> str:
    """The order that approved the regulation, with the days on which it was signed and came into force, where they are known."""
    order, dates = say(answer.instrument), answer.dates
    if dates.signed:
        order = say(letter_texts.SIGNED_ORDER, order=order, date=say.date(dates.signed), day=say.day(dates.signed))
    if dates.in_force and not dates.until:
        order = say(letter_texts.ORDER_IN_FORCE, order=order, date=say.date(dates.in_force))
    return order


def _body(
    answer: DossierAnswer, bets: Sequence[BetChapter], parts: Sequence[Section], say: Translator
) -> Iterator[AnyBlock]:
    order, what = order_of(answer, say), _object(answer.game, bets, say)
    *required, conditions = (
        (say(letter_texts.PART, title=part.title, section=number), number)
        for number, part in enumerate(parts, FIRST_PART)
    )
    contained = PointsBlock(tuple(said for said, _ in required))
    if not answer.is_granted:
        until = answer.dates.until
        last = say.date(day_before(until)) if until else ""
        opening = letter_texts.PROPOSES_REVOKED if until else letter_texts.PROPOSES
        yield TextBlock(say(opening, game=say(answer.game_title), order=order, what=what, last=last))
        yield PointsBlock(_items(bets, say))
        yield TextBlock(
            say.sentences([say(letter_texts.NO_ARTICLE), *([say.spell(answer.caution)] if answer.caution else [])])
        )
        yield TextBlock(say(letter_texts.CONTAINS))
        yield PointsBlock((*contained.items, conditions[0]))
        return
    cites = [say.cite(one.cite) for one in answer.asked_under]
    authorised, carried, conditioned = (*cites, *cites[-1:] * 2)[:3]
    yield TextBlock(say(letter_texts.REQUESTS, article=authorised, order=order, what=what))
    yield PointsBlock(_items(bets, say))
    yield TextBlock(say(letter_texts.CARRIES, article=carried))
    yield contained
    yield TextBlock(say(letter_texts.CONDITIONS_ASKED, article=conditioned, section=conditions[1]))


def _what(bets: Sequence[BetChapter], named: Mapping[frozenset[bool], str]) -> str:
    """What is proposed: new bets, other prizes of bets that there are, or both."""
    return named[frozenset(one.bet.is_new for one in bets)]


def _object(game: str, bets: Sequence[BetChapter], say: Translator) -> str:
    """What is asked for; prizes differ from those of the least firm source among them, and reconstructed ones are told apart."""
    if len(bets) == 1 and bets[0].bet.is_new and len(bets[0].bets) == 1:
        return say(letter_texts.ONE_NEW)
    sources = {one.prizes_from for one in bets if not one.bet.is_new} or {Provenance.IN_FORCE}
    *seen, found = [one for one in Provenance if one in sources]
    if found is not Provenance.RECONSTRUCTED:
        return say(_what(bets, OBJECTS), regulation=regulation_named(found, game, say))
    if not seen:
        return say(_what(bets, RECONSTRUCTED_OBJECTS))
    return say(_what(bets, MIXED_OBJECTS), regulation=regulation_named(seen[-1], game, say))


def _items(bets: Sequence[BetChapter], say: Translator) -> tuple[str, ...]:
    if len(bets) > MOST_ITEMS:
        new, count = (sum(len(one.bets) for one in bets if one.bet.is_new is is_new) for is_new in (True, False))
        many = (
            letter_texts.MANY_OF_BOTH if new and count else letter_texts.MANY_ITEMS if new else letter_texts.MANY_PRIZES
        )
        return (say(many, new=new, count=count or new, section=FIRST_PART),)
    return tuple(_item(one, say) for one in bets)


def _item(one: BetChapter, say: Translator) -> str:
    """A bet with its prizes, or with those that change."""
    bet = one.title(say)
    if one.bet.is_new:
        return say(letter_texts.NEW_ITEM, bet=bet, pays=prizes_said(one, say))
    if one.has_other_prizes:
        return say.labelled(bet, less_both_commissions(one.bet, changes_said(one, say), say))
    if one.prizes_from is Provenance.PREDECESSOR:  # what it deducted has not been seen
        before = say(one.bet.pays_before)
        return say(letter_texts.CHANGED_ITEM_EARLIER, bet=bet, pays=prizes_said(one, say), before=before)
    is_revoked = one.prizes_from is Provenance.REVOKED
    change = say(
        letter_texts.CHANGED_ITEM_REVOKED if is_revoked else letter_texts.CHANGED_ITEM,
        bet=bet,
        pays=prizes_listed(one, say),
        before=say(one.bet.pays_before),
    )
    return less_both_commissions(one.bet, change, say)
