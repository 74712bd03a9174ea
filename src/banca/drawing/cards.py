"""Playing cards by their ranks, as the outcomes of a game write them."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from banca.drawing.shapes import path, rect, symbol, text

WIDTH, HEIGHT = 100.0, 140.0
BACK = "card-back"


def symbols(ranks: Iterable[str]) -> list[Element]:
    """A symbol for every rank, `card-A` to `card-K`, and the back of a card."""
    faces = [symbol(f"card-{rank}", WIDTH, HEIGHT, *_face(rank)) for rank in ranks]
    return [*faces, symbol(BACK, WIDTH, HEIGHT, *_back())]


def _face(rank: str) -> list[Element]:
    """The rank in the middle and in two corners; no suit, for none is looked at."""
    x, y = 17.0, 20.0
    return [
        rect((2, 2, WIDTH - 4, HEIGHT - 4), class_="card-side", radius=10),
        text(rank, x, y, 22, class_="number on-paper"),
        text(rank, x, y, 22, class_="number on-paper", transform=f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})"),
        text(rank, WIDTH / 2, HEIGHT / 2, 56, class_="number on-paper"),
    ]


def _back() -> list[Element]:
    lines = "".join(f"M{x:g} 12V{HEIGHT - 12:g}" for x in range(20, int(WIDTH) - 10, 10))
    lines += "".join(f"M12 {y:g}H{WIDTH - 12:g}" for y in range(20, int(HEIGHT) - 10, 10))
    return [
        rect((2, 2, WIDTH - 4, HEIGHT - 4), class_="card-side", radius=10),
        rect((10, 10, WIDTH - 20, HEIGHT - 20), class_="card-back", radius=4),
        path(lines, class_="card-lines"),
    ]
