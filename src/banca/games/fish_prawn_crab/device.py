"""The material of Fish-Prawn-Crab: three dice of figures, colours and numbers, shaken under a cover. Articles 1 and 3."""

from collections.abc import Mapping
from enum import StrEnum
from itertools import product
from typing import Any

from banca.rules import Fact, NullReason, Option, Refusal, Space, Text, _, citing, given_text
from banca.rules.refusal import IMPOSSIBLE_OUTCOME

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

NAMES: dict[str, Text] = {
    Figure.FISH: _("Fish"),
    Figure.PRAWN: _("Prawn"),
    Figure.GOURD: _("Gourd"),
    Figure.COIN: _("Coin"),
    Figure.CRAB: _("Crab"),
    Figure.ROOSTER: _("Rooster"),
    Colour.RED: _("red"),
    Colour.GREEN: _("green"),
    Colour.BLUE: _("blue"),
}

Triple = tuple[Figure, Figure, Figure]

DICE = Space.uniform(product(Figure, repeat=3), cite("1.2"))
"""Balanced dice: all 216 triples alike. fish_prawn_crab 1.2."""

FORM = _("fish-crab-crab")
THREE_DICE = _("three dice, e.g. fish-crab-crab")
EACH_FIGURE = [
    given_text(
        {language: f"{figure.number} {name.lower()}" for language, name in NAMES[figure].in_each_language.items()}
    )
    for figure in Figure
]

BY_WORD = {figure.value: figure for figure in Figure} | {str(figure.number): figure for figure in Figure}


def parse(text: str) -> Triple:
    """Read `fish-crab-crab` or `1-5-5`.

    >>> show(parse("1-5-5"))
    'fish-crab-crab'
    """
    written = text.split("-")
    unknown = [word for word in written if word not in BY_WORD]
    if unknown:
        raise Refusal(IMPOSSIBLE_OUTCOME, FACES_CITE, asked=text, allowed=EACH_FIGURE)
    if len(written) != 3:
        raise Refusal(IMPOSSIBLE_OUTCOME, FACES_CITE, asked=text, allowed=THREE_DICE)
    first, second, third = (BY_WORD[word] for word in written)
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


FACT_WORDS = {
    "figures": _("figures"),
    "colours": _("colours"),
    "numbers": _("numbers"),
    "total": _("total"),
    "is_triple": _("a triple"),
}
"""What the facts of an outcome are called."""


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


NULLS: dict[str, NullReason] = {
    NullRound.STACKED: NullReason(_("dice stacked"), (cite("3.3"),)),
    NullRound.LEANING: NullReason(_("a die leaning"), (cite("3.3"),)),
}


def null_round(*, stacked: bool, leaning: bool) -> NullRound | None:
    """Judge the dice as they lie under the dome; None where the round counts. fish_prawn_crab 3.3."""
    if stacked:
        return NullRound.STACKED
    return NullRound.LEANING if leaning else None


PRIOR: dict[str, Any] = {"authorised_by": cite("8"), "working_days": 3, "days_read": cite("R-fpc-3")}
"""The options of articles 1 and 2 are authorised before they are adopted. fish_prawn_crab 8, R-fpc-3."""

YES_OR_NO = {"no": _("no"), "yes": _("yes")}

DRIVE = Option(
    name="drive",
    values=("lever", "electronic"),
    default="lever",
    cite=cite("1.3.1"),
    says=_("The cup is driven by"),
    says_value={
        "lever": _("a lever"),
        "electronic": _("an electronic drive"),
    },
    **PRIOR,
)
BOARDS = Option(
    name="boards",
    values=("one", "several"),
    default="one",
    cite=cite("1.4"),
    says=_("Boards at the table"),
    says_value={"one": _("one"), "several": _("several")},
    **PRIOR,
)
LIT_PANEL = Option(
    name="lit_panel",
    values=("no", "yes"),
    default="no",
    cite=cite("2.2"),
    says=_("A panel lights up before bets open"),
    says_value=YES_OR_NO,
    untaken=("no",),
    **PRIOR,
)
CALLED_OPENING = Option(
    name="called_opening",
    values=("no", "yes"),
    default="no",
    cite=cite("2.3"),
    says=_("The croupier calls that bets are open"),
    says_value=YES_OR_NO,
    untaken=("no",),
    **PRIOR,
)
LIT_RESULT = Option(
    name="lit_result",
    values=("no", "yes"),
    default="no",
    cite=cite("3.2"),
    left_by=cite("R-fpc-4"),
    says=_("Winning combinations light up on the board"),
    says_value=YES_OR_NO,
)
