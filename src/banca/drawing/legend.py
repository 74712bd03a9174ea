"""Prizes that a proposal changes and the layout does not print in the region of the bet: said at its foot."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element

from banca.drawing.lines import DOTS
from banca.drawing.parts import is_proposed
from banca.i18n import Translator
from banca.rules import Bet, Rules, _

PROPOSED_PRIZES = _("Proposed prizes")


def changed_prizes(rules: Rules, say: Translator, drawn: Iterable[Element], pays: Callable[[Bet], str]) -> str:
    """`Proposed prizes: Straight 40 to 1`; nothing where every such prize is in its region. One that depends on more than the layout shows is always said. `pays` writes a bet's prize."""
    silent = {
        bet.id
        for region in drawn
        if (key := region.get("data-bet"))
        and is_proposed(bet := rules.bets[key])
        and (bet.shows or not _says(region, pays(bet)))
    }
    families = [[bet for bet in rules.bets.values() if bet.id == name] for name in dict.fromkeys(_ids(rules, silent))]
    said = [one for family in families for one in _said(family, say, pays)]
    return say.labelled(say(PROPOSED_PRIZES), say.items(said)) if said else ""


def _ids(rules: Rules, silent: set[str]) -> Iterator[str]:
    return (bet.id for bet in rules.bets.values() if bet.id in silent)


def _says(region: Element, pays: str) -> bool:
    """Whether a region has its prize in it, or tells the prizes of single outcomes."""
    texts = list(region.iter("text"))
    said = "".join(one.text or "" for one in texts)
    is_told = any("pays" in one.get("class", "") and DOTS not in (one.text or "") for one in texts)
    return is_told or "".join(pays.split()) in "".join(said.split())


def _said(family: Sequence[Bet], say: Translator, pays: Callable[[Bet], str]) -> Iterator[str]:
    """The family by its name where all of it has one proposed prize; or else bets of one prize together."""
    proposed = [bet for bet in family if is_proposed(bet)]
    for prize in dict.fromkeys(map(pays, proposed)):
        alike = [bet for bet in proposed if pays(bet) == prize]
        names = [say.family(alike[0])] if len(alike) == len(family) else map(say.bet, alike)
        yield f"{say.list(names)} {prize}"
