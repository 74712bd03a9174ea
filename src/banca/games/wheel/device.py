"""The wheel: 52 equal sections of seven symbols, a pointer, and when a spin is invalid. Articles 1, 4 and 5."""

import re
from collections.abc import Mapping
from enum import StrEnum

from banca.rules import Citation, Fact, NullReason, Refusal, Space, _, citing
from banca.rules.refusal import BAD_OUTCOME, IMPOSSIBLE_OUTCOME

cite = citing("wheel")

SECTIONS: dict[int, tuple[int, Citation]] = {
    1: (24, cite("1.2.1")),
    2: (12, cite("1.2.2")),
    3: (8, cite("1.2.3")),
    4: (4, cite("1.2.4")),
    5: (2, cite("1.2.5")),
    6: (1, cite("1.2.6")),
    7: (1, cite("1.2.7")),
}
"""Sections of each symbol. Which picture a symbol has is the house's choice."""

WHEEL = Space(
    tuple((symbol, sections) for symbol, (sections, _cite) in SECTIONS.items()),
    SECTIONS[1][1],
    tuple(by for _sections, by in SECTIONS.values()),
)
RIM_CITE = cite("R-wheel-1")
RIM = tuple(symbol for rare in (5, 6, 5, 7) for symbol in (1, 4, 1, 2, 1, 3, 1, 2, 1, rare, 1, 3, 2))
"""The symbols round the rim, from section 1: four quarters that differ in one place. R-wheel-1.

No arrangement is more even: the distances between equal symbols differ by one section at most, and 6 lies opposite 7.
"""


FORM = _("symbol 3")
ANY_SYMBOL = _("symbol 1 to symbol 7")
ANY_SECTION = _("sections 1 to 52")


def parse(text: str) -> int:
    """Read `symbol 3`, or a section of the rim by its number from 1: `section 17` or `17`.

    >>> parse("symbol 3"), parse("section 1") == RIM[0]
    (3, True)
    """
    written = re.fullmatch(r"((?P<kind>symbol|section) )?(?P<number>[0-9]{1,9})", text)
    if not written:
        raise Refusal(BAD_OUTCOME, cite("5"), asked=text, form=FORM)
    number = int(written["number"])
    if written["kind"] == "symbol":
        if number not in SECTIONS:
            raise Refusal(IMPOSSIBLE_OUTCOME, SECTIONS[7][1], asked=text, allowed=ANY_SYMBOL)
        return number
    if not 1 <= number <= len(RIM):
        raise Refusal(IMPOSSIBLE_OUTCOME, SECTIONS[1][1], asked=text, allowed=ANY_SECTION)
    return RIM[number - 1]


def show(symbol: int) -> str:
    """Write the symbol that the pointer shows."""
    return f"symbol {symbol}"


FACT_WORDS = {
    "symbol": _("symbol"),
}
"""What the facts of an outcome are called."""


def facts(symbol: int) -> Mapping[str, Fact]:
    """The symbol, 1 to 7."""
    return {"symbol": symbol}


TURNS = 3


class InvalidSpin(StrEnum):
    """Why a spin is called invalid and made again."""

    FEW_TURNS = "few_turns"


NULLS: dict[str, NullReason] = {
    InvalidSpin.FEW_TURNS: NullReason(
        _("fewer than three whole turns"),
        (cite("4.3"), cite("4.4")),
    ),
}


def invalid_spin(turns: int) -> InvalidSpin | None:
    """A spin is valid only if the wheel makes at least three whole turns. wheel 4.3, 4.4."""
    return InvalidSpin.FEW_TURNS if turns < TURNS else None
