"""The faces of a die with pips."""

from xml.etree.ElementTree import Element

from banca.drawing.shapes import circle, group, rect, symbol

NEAR, MIDDLE, FAR = 0.26, 0.5, 0.74
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((MIDDLE, MIDDLE),),
    2: ((NEAR, FAR), (FAR, NEAR)),
    3: ((NEAR, FAR), (MIDDLE, MIDDLE), (FAR, NEAR)),
    4: ((NEAR, NEAR), (NEAR, FAR), (FAR, NEAR), (FAR, FAR)),
    5: ((NEAR, NEAR), (NEAR, FAR), (MIDDLE, MIDDLE), (FAR, NEAR), (FAR, FAR)),
    6: ((NEAR, NEAR), (NEAR, MIDDLE), (NEAR, FAR), (FAR, NEAR), (FAR, MIDDLE), (FAR, FAR)),
}
"""Where the pips of each face lie, as shares of its side."""
SIDE = 100.0


def die(pips: int, x: float, y: float, side: float, *, class_: str = "die") -> Element:
    """One face, its upper left corner at the point."""
    return group(
        rect((x + side * 0.03, y + side * 0.03, side * 0.94, side * 0.94), class_="die-side", radius=side * 0.18),
        *(circle(x + side * across, y + side * down, side * 0.095, class_="fill-pip") for across, down in PIPS[pips]),
        class_=class_,
    )


def dice(faces: tuple[int, ...], x: float, y: float, side: float) -> Element:
    """Faces side by side, the middle of the row at the point."""
    step = side * 1.12
    left = x - (step * (len(faces) - 1) + side) / 2
    return group(*(die(face, left + number * step, y - side / 2, side) for number, face in enumerate(faces)))


def symbols() -> list[Element]:
    """Every face as a symbol, `face-1` to `face-6`."""
    return [symbol(f"face-{face}", SIDE, SIDE, die(face, 0, 0, SIDE)) for face in PIPS]
