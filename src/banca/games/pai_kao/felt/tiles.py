"""The Chinese dominoes of Pai Kao: black tiles with white and red pips. pai_kao 1.1, T-1."""

from xml.etree.ElementTree import Element

from banca.drawing import dice
from banca.drawing.device import in_a_row
from banca.drawing.shapes import circle, group, path, rect, symbol
from banca.games.pai_kao.tiles import BY_FACE, HAND

WIDTH, HEIGHT = 48.0, 104.0
LEFT, MIDDLE, RIGHT = 13.0, 24.0, 35.0
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((MIDDLE, 24),),
    2: ((LEFT, 14), (RIGHT, 14)),
    3: ((LEFT, 12), (MIDDLE, 25), (RIGHT, 38)),
    4: ((LEFT, 15), (RIGHT, 15), (LEFT, 36), (RIGHT, 36)),
    5: ((LEFT, 13), (RIGHT, 13), (MIDDLE, 25.5), (LEFT, 38), (RIGHT, 38)),
    6: ((LEFT, 12), (RIGHT, 12), (LEFT, 25.5), (RIGHT, 25.5), (LEFT, 39), (RIGHT, 39)),
}
"""Where the pips of the upper half lie; the lower half is the same turned round."""
RED_HALVES = (1, 4)
"""All their pips are red; all others are white but for every second column of the double six."""
HEAVEN = (6, 6)


def tile(face: str) -> Element:
    """A tile face up, in a rectangle of 48 by 104."""
    upper, lower = map(int, face.split("-"))
    return group(
        _side(),
        *_half(upper, twin=(upper, lower) == HEAVEN),
        group(*_half(lower, twin=(upper, lower) == HEAVEN), transform=f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})"),
        class_="tile",
    )


def _half(number: int, *, twin: bool) -> list[Element]:
    radius = 7.5 if number == 1 else 5.0
    return [
        circle(x, y, radius, class_="pip-red" if number in RED_HALVES or (twin and x == LEFT) else "pip-white")
        for x, y in PIPS[number]
    ]


def back() -> Element:
    """A tile face down."""
    return group(
        _side(),
        rect((6, 6, WIDTH - 12, HEIGHT - 12), class_="tile-line", radius=4),
        path(f"M{MIDDLE:g} 34L36 52L{MIDDLE:g} 70L12 52Z", class_="tile-line"),
        class_="tile",
    )


def _side() -> Element:
    return rect((1.5, 1.5, WIDTH - 3, HEIGHT - 3), class_="tile-side", radius=6)


def symbols() -> list[Element]:
    """Every face as a symbol, `tile-6-6` to `tile-1-2`, and `tile-back`."""
    drawn = {face: tile(face) for face in BY_FACE} | {"back": back()}
    return [symbol(f"tile-{name}", WIDTH, HEIGHT, shape) for name, shape in drawn.items()]


def device(title: str) -> Element:
    """A hand of four tiles face down, and the faces of the dice."""
    return in_a_row(title, "tiles", [*symbols(), *dice.symbols()], (WIDTH, HEIGHT), ["tile-back"] * HAND)
