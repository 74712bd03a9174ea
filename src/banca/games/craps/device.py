"""The material of craps: the dice, what they can show, and when a throw is null. Articles 1 and 3."""

from collections.abc import Mapping
from enum import StrEnum
from itertools import product

from banca.rules import Fact, NullReason, Option, Refusal, Space, _, citing
from banca.rules.refusal import BAD_OUTCOME, IMPOSSIBLE_OUTCOME

cite = citing("craps")

DICE_OFFERED = Option(
    name="dice_offered",
    values=(4, 5),
    default=5,
    cite=cite("1.1.1"),
    left_by=cite("R-craps-15"),
    says=_("Dice offered to the shooter"),
)
TWO_DICE = _("two dice, e.g. 3-4")
ANY_FACE = _("faces 1 to 6")

FACES = range(1, 7)
THROWN = 2
"""Dice in a throw, picked by the shooter from those offered. craps 2.2."""

Pair = tuple[int, int]

DICE = Space.uniform(product(FACES, repeat=THROWN), cite("1.2.4"))
"""Balanced dice: all 36 pairs alike."""


def total(pair: Pair) -> int:
    """The sum of the two upper faces."""
    return sum(pair)


def parse(text: str) -> Pair:
    """Read `3-4`. A die that does not lie flat is written as called: its most exposed upper face. craps 3.1.

    >>> parse("3-4")
    (3, 4)
    """
    faces = text.split("-")
    if not all(face.isascii() and face.isdigit() for face in faces):
        raise Refusal(BAD_OUTCOME, cite("2.2"), asked=text, form="3-4")
    if len(faces) != THROWN:
        raise Refusal(IMPOSSIBLE_OUTCOME, cite("2.2"), asked=text, allowed=TWO_DICE)
    if any(face not in map(str, FACES) for face in faces):
        raise Refusal(IMPOSSIBLE_OUTCOME, cite("1.1.1"), asked=text, allowed=ANY_FACE)
    first, second = (int(face) for face in faces)
    return first, second


def show(pair: Pair) -> str:
    """Write a pair as it is read."""
    return f"{pair[0]}-{pair[1]}"


FACT_WORDS = {
    "dice": _("the dice"),
    "low": _("lower die"),
    "high": _("higher die"),
    "total": _("total"),
    "is_pair": _("a pair"),
}
"""What the facts of an outcome are called."""
FACT_UNITS = {
    "low": _("lower die {number}"),
    "high": _("higher die {number}"),
}
"""How a number is written that is one die's and not the total."""


def facts(pair: Pair) -> Mapping[str, Fact]:
    """The two faces, the lower first, their sum, and whether they are alike: no bet can tell one die from the other."""
    low, high = sorted(pair)
    return {"dice": (low, high), "low": low, "high": high, "total": total(pair), "is_pair": low == high}


class NullThrow(StrEnum):
    """Why a throw does not count and is repeated by the same shooter."""

    OFF_BOARD = "off_board"
    SHORT = "short"
    NO_ROLL = "no_roll"


NULLS: dict[str, NullReason] = {
    NullThrow.OFF_BOARD: NullReason(_("a die left the board"), (cite("3.2.1"),)),
    NullThrow.SHORT: NullReason(
        _("the dice did not both pass the middle"),
        (cite("3.2.2"), cite("2.4")),
        (cite("R-craps-23"),),
    ),
    NullThrow.NO_ROLL: NullReason(
        _("the dice did not roll"),
        (cite("3.3"), cite("2.5")),
        (cite("R-craps-18"),),
    ),
}


def null_throw(*, left_board: bool, passed_middle: bool, hit_wall: bool, rolled: bool) -> NullThrow | None:
    """Judge what the croupier saw; None where the throw counts. `passed_middle`: both dice did. craps 2.4, 2.5, 3.2, 3.3, R-craps-18, R-craps-23."""
    if left_board:
        return NullThrow.OFF_BOARD
    if not rolled:
        return NullThrow.NO_ROLL
    if not passed_middle and not hit_wall:
        return NullThrow.SHORT
    return None


EDGES = _("edges of equal length")
FACES_OPPOSITE = _("opposite faces sum to seven")
PIPS = _("pips clear and of equal diameter")
BALANCE = _("equal weight, perfectly balanced")
INSPECTION = {EDGES: cite("1.2.1"), FACES_OPPOSITE: cite("1.2.2"), PIPS: cite("1.2.3"), BALANCE: cite("1.2.4")}
"""What a croupier checks on dice that left the table before they are used again. craps 3.4."""


def check_inspected(passed: frozenset[str]) -> None:
    """Refuse dice back into play until every point of the inspection has passed. craps 3.4."""
    missing = [point for point in INSPECTION if point not in passed]
    if missing:
        clauses = [INSPECTION[point].clause for point in missing]
        raise Refusal(
            "dice_not_inspected",
            _("the dice left the table and must be checked first; still to be checked: {missing} (craps {clauses})"),
            cite("3.4"),
            missing=missing,
            clauses=clauses,
        )
