"""The material of Cussec: three dice shaken under a cover, and when a round is null. Articles M and N."""

import re
from collections.abc import Mapping
from enum import StrEnum
from itertools import product

from banca.rules import Fact, NullReason, Option, Refusal, Space, _, citing
from banca.rules.refusal import IMPOSSIBLE_OUTCOME

cite = citing("cussec")

FACES_CITE = cite("M-1")
FACES = range(1, 7)
FORM = "3-4-4"
WRITTEN = re.compile(r"([1-6])-([1-6])-([1-6])")

Triple = tuple[int, int, int]

DICE = Space.uniform(product(FACES, repeat=3), FACES_CITE)
"""Balanced dice: all 216 triples alike. cussec M-1."""


def parse(text: str) -> Triple:
    """Read `3-4-4`, the dice in any order.

    >>> parse("3-4-4")
    (3, 4, 4)
    """
    written = WRITTEN.fullmatch(text)
    if not written:
        allowed = _("three dice from 1 to 6, e.g. 3-4-4")
        raise Refusal(IMPOSSIBLE_OUTCOME, FACES_CITE, asked=text, allowed=allowed)
    first, second, third = map(int, written.groups())
    return first, second, third


def show(triple: Triple) -> str:
    """Write a triple by its numbers."""
    return "-".join(map(str, triple))


def total(triple: Triple) -> int:
    """The sum of the three numbers."""
    return sum(triple)


def is_triple(triple: Triple) -> bool:
    """Three equal numbers."""
    return len(set(triple)) == 1


def facts(triple: Triple) -> Mapping[str, Fact]:
    """The numbers, lowest first, their total, and whether they are alike: no bet can tell the dice apart."""
    return {"numbers": tuple(sorted(triple)), "total": total(triple), "is_triple": is_triple(triple)}


class NullRound(StrEnum):
    """Why a round is null and repeated when the cover is lifted."""

    STACKED = "stacked"
    LEANING = "leaning"
    OUTSIDE = "outside"


NULLS: dict[str, NullReason] = {
    NullRound.STACKED: NullReason(_("one die is on top of another"), (cite("N-1"),)),
    NullRound.LEANING: NullReason(_("a die is leaning"), (cite("N-2"),)),
    NullRound.OUTSIDE: NullReason(_("a die has fallen out of the cup"), (cite("N-3"),)),
}


def null_round(*, stacked: bool = False, leaning: bool = False, outside: bool = False) -> NullRound | None:
    """Judge the dice as they lie when the cover is off; None where the round counts. cussec N-1 to N-3."""
    seen = {NullRound.OUTSIDE: outside, NullRound.STACKED: stacked, NullRound.LEANING: leaning}
    return next((reason for reason, is_so in seen.items() if is_so), None)


DRIVE = Option(
    name="drive",
    values=("lever", "electronic"),
    default="lever",
    cite=cite("M-2"),
    says=_("The cup is driven by"),
    says_value={
        "lever": _("a lever"),
        "electronic": _("an electronic drive"),
    },
)
