"""The material of Fish-Prawn-Crab: three dice of figures, colours and numbers, shaken under a cover. Articles 1 and 3."""

from collections.abc import Mapping
from enum import StrEnum
from itertools import product
from typing import Any

from banca.rulebook import Citation, Code, Fact, Option, Refusal, Space, citing, term

cite = citing("fish_prawn_crab")


class Colour(StrEnum):
    """The colour of a face."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"


class Figure(StrEnum):
    """The figure on a face, in the order of their numbers."""

    FISH = "fish"
    PRAWN = "prawn"
    GOURD = "gourd"
    COIN = "coin"
    CRAB = "crab"
    ROOSTER = "rooster"

    @property
    def number(self) -> int:
        """1 for Fish to 6 for Rooster; opposite faces sum to seven. fish_prawn_crab 1.1, 1.2."""
        return FACES[self][0]

    @property
    def colour(self) -> Colour:
        """Opposite faces share it. fish_prawn_crab 1.1, 1.2."""
        return FACES[self][1]


FACES_CITE = cite("1.1")
FACES = {
    Figure.FISH: (1, Colour.RED),
    Figure.PRAWN: (2, Colour.GREEN),
    Figure.GOURD: (3, Colour.BLUE),
    Figure.COIN: (4, Colour.BLUE),
    Figure.CRAB: (5, Colour.GREEN),
    Figure.ROOSTER: (6, Colour.RED),
}

NAMES: dict[str, str] = {
    Figure.FISH: term("Fish"),
    Figure.PRAWN: term("Prawn"),
    Figure.GOURD: term("Gourd"),
    Figure.COIN: term("Coin"),
    Figure.CRAB: term("Crab"),
    Figure.ROOSTER: term("Rooster"),
    Colour.RED: term("red"),
    Colour.GREEN: term("green"),
    Colour.BLUE: term("blue"),
}

Triple = tuple[Figure, Figure, Figure]

DICE = Space.uniform(product(Figure, repeat=3), cite("1.2"))
"""Balanced dice: all 216 triples alike. fish_prawn_crab 1.2."""

BY_WORD = {figure.value: figure for figure in Figure} | {str(figure.number): figure for figure in Figure}


def parse(text: str) -> Triple:
    """Read `fish-crab-crab` or `1-5-5`.

    >>> show(parse("1-5-5"))
    'fish-crab-crab'
    """
    words = text.split("-")
    unknown = [word for word in words if word not in BY_WORD]
    if unknown:
        allowed = [f"{figure.number} {figure}" for figure in Figure]
        raise Refusal(Code.IMPOSSIBLE_OUTCOME, FACES_CITE, asked=text, allowed=allowed)
    if len(words) != 3:
        raise Refusal(Code.IMPOSSIBLE_OUTCOME, FACES_CITE, asked=text, allowed=term("three dice, e.g. fish-crab-crab"))
    first, second, third = (BY_WORD[word] for word in words)
    return first, second, third


def show(triple: Triple) -> str:
    """Write a triple by its figures."""
    return "-".join(triple)


def total(triple: Triple) -> int:
    """The sum of the three numbers."""
    return sum(figure.number for figure in triple)


def is_triple(triple: Triple) -> bool:
    """Three equal figures."""
    return len(set(triple)) == 1


def facts(triple: Triple) -> Mapping[str, Fact]:
    """The figures, colours and numbers by number, the total, and whether the figures are alike: no bet can tell the dice apart."""
    by_number = sorted(triple, key=lambda figure: figure.number)
    return {
        "figures": tuple(str(figure) for figure in by_number),
        "colours": tuple(str(figure.colour) for figure in by_number),
        "numbers": tuple(figure.number for figure in by_number),
        "total": total(triple),
        "is_triple": is_triple(triple),
    }


class NullRound(StrEnum):
    """Why a round is null and repeated when the cover is lifted."""

    STACKED = "stacked"
    LEANING = "leaning"


NULLS: dict[str, tuple[Citation, ...]] = dict.fromkeys(NullRound, (cite("3.3"),))


def null_round(*, stacked: bool, leaning: bool) -> NullRound | None:
    """Judge the dice as they lie under the dome; None where the round counts. fish_prawn_crab 3.3."""
    if stacked:
        return NullRound.STACKED
    return NullRound.LEANING if leaning else None


PRIOR: dict[str, Any] = {"authorised_by": cite("8"), "working_days": 3, "days_read": cite("R-fpc-3")}
"""The options of articles 1 and 2 are authorised before they are adopted. fish_prawn_crab 8, R-fpc-3."""

DRIVE = Option(name="drive", values=("lever", "electronic"), default="lever", cite=cite("1.3.1"), **PRIOR)
BOARDS = Option(name="boards", values=("one", "several"), default="one", cite=cite("1.4"), **PRIOR)
LIT_PANEL = Option(name="lit_panel", values=("no", "yes"), default="no", cite=cite("2.2"), untaken=("no",), **PRIOR)
CALLED_OPENING = Option(
    name="called_opening", values=("no", "yes"), default="no", cite=cite("2.3"), untaken=("no",), **PRIOR
)
LIT_RESULT = Option(name="lit_result", values=("no", "yes"), default="no", cite=cite("3.2"), untaken=("no",))
