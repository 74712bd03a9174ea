"""What Cussec bets pay: Macau's prizes, and those of other places where a source has them. Article P, R-cussec-1 to 4."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from banca.rules import EVEN, ChosenOptions, Citation, Odds, Option, Win, _, citing

cite = citing("cussec")

SETS_CITE = cite("R-cussec-1")
SINGLE_CITE = cite("R-cussec-2")
LAYOUT_CITE = cite("R-cussec-3")


class Jurisdiction(StrEnum):
    """Where a set of prizes is paid."""

    MACAU = "macau"
    ATLANTIC_CITY = "atlantic_city"
    AUSTRALIA = "australia"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeSet:
    """The prizes to 1 of the bets in which places differ."""

    totals: tuple[int, ...]
    """For 4 or 17, 5 or 16, and so on to 10 or 11."""
    pair: int
    double: int
    triple: int
    any_triple: int


SETS = {
    Jurisdiction.MACAU: PrizeSet(totals=(50, 18, 14, 12, 8, 6, 6), pair=5, double=8, triple=150, any_triple=24),
    Jurisdiction.ATLANTIC_CITY: PrizeSet(
        totals=(60, 30, 17, 12, 8, 6, 6), pair=5, double=10, triple=180, any_triple=30
    ),
    Jurisdiction.AUSTRALIA: PrizeSet(totals=(62, 31, 18, 12, 8, 7, 6), pair=6, double=11, triple=180, any_triple=31),
}

PRIZES = Option(
    name="prizes",
    values=tuple(Jurisdiction),
    default=Jurisdiction.MACAU,
    cite=SETS_CITE,
    says=_("Prizes as paid in"),
    says_value={
        Jurisdiction.MACAU: _("Macau"),
        Jurisdiction.ATLANTIC_CITY: _("Atlantic City"),
        Jurisdiction.AUSTRALIA: _("Australia"),
    },
)

SINGLE_ON_THREE = Option(
    name="single_on_three",
    values=(3, 12),
    default=3,
    cite=SINGLE_CITE,
    says=_("A single number on all three dice pays"),
    says_value={
        "3": _("3 to 1"),
        "12": _("12 to 1"),
    },
)

NO = _("no")
YES = _("yes")

ODD_EVEN = Option(
    name="odd_even",
    values=("no", "yes"),
    default="no",
    cite=LAYOUT_CITE,
    untaken=("no",),
    says=_("The layout has Odd and Even"),
    says_value={"no": NO, "yes": YES},
)

COMBINATIONS = Option(
    name="combinations",
    values=("no", "yes"),
    default="no",
    cite=LAYOUT_CITE,
    untaken=("no",),
    says=_("The layout has combinations of three and four numbers"),
    says_value={"no": NO, "yes": YES},
)

SMALL_BIG = Win(EVEN, cite("P-1"))
ODD_OR_EVEN = Win(EVEN, cite("P-8"))
THREE_NUMBERS = Win(Odds(30), cite("P-9"))
DOUBLE_AND_ONE = Win(Odds(50), cite("P-10"))
FOUR_NUMBERS = Win(Odds(7), cite("P-11"))


def totals(chosen: ChosenOptions) -> Mapping[int, Win]:
    """The prize of each total; 4 pays as 17, 5 as 16, and so on. cussec P-2."""
    prizes = [win(chosen, prize, cite("P-2")) for prize in SETS[chosen[PRIZES]].totals]
    return dict(zip(range(4, 18), [*prizes, *reversed(prizes)], strict=True))


def single(chosen: ChosenOptions) -> Mapping[int, Win]:
    """The prize by how many dice show the number. cussec P-3, R-cussec-2."""
    clause = cite("P-3")
    on_three = chosen[SINGLE_ON_THREE]
    last = Win(Odds(on_three), clause if on_three == SINGLE_ON_THREE.default else SINGLE_CITE)
    return {1: Win(EVEN, clause), 2: Win(Odds(2), clause), 3: last}


def pair(chosen: ChosenOptions) -> Win:
    """The prize of two different numbers. cussec P-4."""
    return win(chosen, SETS[chosen[PRIZES]].pair, cite("P-4"))


def double(chosen: ChosenOptions) -> Win:
    """The prize of a chosen double. cussec P-5."""
    return win(chosen, SETS[chosen[PRIZES]].double, cite("P-5"))


def triple(chosen: ChosenOptions) -> Win:
    """The prize of a chosen triple. cussec P-6."""
    return win(chosen, SETS[chosen[PRIZES]].triple, cite("P-6"))


def any_triple(chosen: ChosenOptions) -> Win:
    """The prize of any triple. cussec P-7."""
    return win(chosen, SETS[chosen[PRIZES]].any_triple, cite("P-7"))


def win(chosen: ChosenOptions, prize: int, clause: Citation) -> Win:
    """Macau's prizes stand in article P, those of other places in the reading that grants them."""
    return Win(Odds(prize), clause if chosen[PRIZES] is Jurisdiction.MACAU else SETS_CITE)
