"""The forms of a felt: two that are drawn as the table is, and one that is drawn to measure, a part of the bets at a time."""

from enum import StrEnum

Size = tuple[float, float]

STEP = 8
"""Boards are drawn for sizes that are multiples of this, so that windows that are nearly alike get one drawing."""
LEAST, MOST = (200, 120), (2400, 2400)
"""The bounds of a board."""
USUAL: Size = (344, 360)
"""A board where nobody says how large it shall be: the room on a small telephone."""


class Form(StrEnum):
    """How a felt is drawn."""

    WIDE = "wide"
    """Landscape, as the table lies before the players, for a screen and for paper."""
    TALL = "tall"
    """Portrait."""
    BOARD = "board"
    """One part of the bets as boxes that fill the room given; a unit is one pixel."""


def measured(size: Size) -> Size:
    """A size within the bounds, rounded down.

    >>> measured((347, 99999)), measured((0, 0))
    ((344, 2400), (344, 360))
    """
    asked = (one or usual for one, usual in zip(size, USUAL, strict=True))
    width, height = (
        int(min(max(one, least), most)) // STEP * STEP for one, least, most in zip(asked, LEAST, MOST, strict=True)
    )
    return width, height
