"""The cylinder of roulette: 37 compartments, their order and colours, and when a throw is null. Reconstructed: roulette L-1, L-2."""

from collections.abc import Mapping
from enum import StrEnum

from banca.rulebook import Fact, NullReason, Refusal, Space, citing, words
from banca.rulebook.refusals import IMPOSSIBLE_OUTCOME

cite = citing("roulette")

CYLINDER_CITE = cite("L-1")
NUMBERS = range(37)
RED = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
BLACK = frozenset(NUMBERS) - RED - {0}
# fmt: off
ORDER = (
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
    5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
)
# fmt: on
"""Round the cylinder: red and black by turns from the zero on. roulette L-1."""

CYLINDER = Space.uniform(NUMBERS, CYLINDER_CITE)
ANY_NUMBER = words("0 to 36", pt="0 a 36", zh="0 至 36")


def parse(text: str) -> int:
    """Read `17`."""
    if text not in map(str, NUMBERS):
        raise Refusal(IMPOSSIBLE_OUTCOME, CYLINDER_CITE, asked=text, allowed=ANY_NUMBER)
    return int(text)


def show(number: int) -> str:
    """Write the number."""
    return str(number)


def facts(number: int) -> Mapping[str, Fact]:
    """The number, its colour (the zero's is green), and its place on the cylinder, from 0 at the zero."""
    colour = "red" if number in RED else "black" if number in BLACK else "green"
    return {"number": number, "colour": colour, "place": ORDER.index(number)}


class NullThrow(StrEnum):
    """Why a throw of the ball is repeated."""

    UNSETTLED = "unsettled"


NULLS: dict[str, NullReason] = {
    NullThrow.UNSETTLED: NullReason(
        words("the ball did not settle", pt="a bola não assentou", zh="球未落定"), (cite("L-2"),)
    ),
}


def null_throw(*, settled: bool) -> NullThrow | None:
    """A ball that does not settle in a compartment is thrown again. roulette L-2."""
    return None if settled else NullThrow.UNSETTLED
