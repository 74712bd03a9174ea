"""The cylinder of roulette: its material, 37 compartments, their order and colours, and when a throw is null. roulette 1; reconstructed: L-2."""

from collections.abc import Mapping
from enum import StrEnum

from banca.rules import Fact, NullReason, Option, Refusal, Space, _, citing
from banca.rules.refusal import IMPOSSIBLE_OUTCOME

cite = citing("roulette")

PLATE_ON = Option(
    name="plate_on",
    values=("pivot", "ball_bearing"),
    default="pivot",
    cite=cite("1.1"),
    says=_("The plate turns on"),
    says_value={
        "pivot": _("a pivot"),
        "ball_bearing": _("a ball bearing"),
    },
)
PLATE = Option(
    name="plate",
    values=("smooth", "ridged"),
    default="smooth",
    cite=cite("1.2"),
    says=_("The plate is"),
    says_value={
        "smooth": _("smooth"),
        "ridged": _("ridged"),
    },
)

ALIKE_CITE = cite("R-roulette-2")
NUMBERS_CITE = cite("1.3")
NUMBERS = range(37)
"""Of the 37 compartments. roulette 1.2, 1.3."""
COLOURS_CITE = cite("1.4")
RED = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
BLACK = frozenset(NUMBERS) - RED - {0}
NO_COLOUR_CITE = cite("1.5")
# fmt: off
ORDER = (
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
    5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
)
# fmt: on
"""Round the cylinder: red and black in turn from the zero on. roulette 1.4, R-roulette-2."""

CYLINDER = Space.uniform(NUMBERS, ALIKE_CITE)
"""Every compartment is equally likely. R-roulette-2."""
ANY_NUMBER = _("0 to 36")


def parse(text: str) -> int:
    """Read `17`."""
    if text not in map(str, NUMBERS):
        raise Refusal(IMPOSSIBLE_OUTCOME, NUMBERS_CITE, asked=text, allowed=ANY_NUMBER)
    return int(text)


def show(number: int) -> str:
    """Write the number."""
    return str(number)


FACT_WORDS = {
    "number": _("number"),
    "colour": _("colour"),
    "place": _("place on the cylinder"),
}
"""What the facts of an outcome are called."""


def facts(number: int) -> Mapping[str, Fact]:
    """The number, its colour (the zero's is green), and its place on the cylinder, from 0 at the zero."""
    colour = "red" if number in RED else "black" if number in BLACK else "green"
    return {"number": number, "colour": colour, "place": ORDER.index(number)}


class NullThrow(StrEnum):
    """Why a throw of the ball is repeated."""

    UNSETTLED = "unsettled"
    OBJECT = "object"


NULLS: dict[str, NullReason] = {
    NullThrow.UNSETTLED: NullReason(_("the ball did not come to rest"), (cite("L-2"),)),
    NullThrow.OBJECT: NullReason(_("an object fell on the plate"), (cite("L-2"),)),
}


def null_throw(*, settled: bool, clear: bool) -> NullThrow | None:
    """The ball is thrown again where something fell on the plate while it moved, or it did not come to rest. roulette L-2."""
    if not clear:
        return NullThrow.OBJECT
    return None if settled else NullThrow.UNSETTLED
