"""A chart of evidence over days: powers of ten upwards, and the line at which there is an alarm."""

import math
from collections.abc import Callable, Sequence
from xml.etree.ElementTree import Element

from banca.drawing.svg import element, group, path, text
from banca.i18n import Translator

WIDTH, HEIGHT = 640.0, 220.0
LEFT, RIGHT, TOP, BOTTOM = 64.0, 16.0, 12.0, 30.0
LETTERS = 12.0
FEW_DIGITS = 4
MOST_LINES = 6
"""Across the picture, about."""


def evidence_chart(
    days: Sequence[tuple[str, float, float]], needed: float, about: str, alarm: str, say: Translator
) -> Element:
    """Return the chart of the evidence at the end of each day, and the most that it was, both as powers of ten.

    `about` says what the chart shows, `alarm` what the line at `needed` is.
    """
    names = [day for day, _, _ in days]
    series = {"most": [most for _, _, most in days], "last": [last for _, last, _ in days]}
    floor = math.floor(min(0.0, *series["last"])) if days else 0
    # A little more than the highest, so that its line is not drawn on the edge.
    ceiling = math.ceil(max([needed, *series["most"]]) + 0.1)
    across = WIDTH - LEFT - RIGHT

    def x(number: int) -> float:
        return LEFT + across * (number / (len(days) - 1) if len(days) > 1 else 0.5)

    def y(power: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (ceiling - power) / (ceiling - floor)

    drawn = [*_lines(floor, ceiling, y, say), *_ends(names, x)]
    drawn.append(path(f"M{LEFT:g} {y(needed):.1f}H{WIDTH - RIGHT:g}", class_="needed"))
    drawn.append(text(alarm, WIDTH - RIGHT, y(needed) - 5, LETTERS, class_="needed-label", text_anchor="end"))
    for name, powers in series.items():
        points = [(x(number), y(power)) for number, power in enumerate(powers)]
        if len(points) > 1:
            drawn.append(path("M" + "L".join(f"{at:.1f} {up:.1f}" for at, up in points), class_=f"course {name}"))
        else:
            drawn += [element("circle", cx=at, cy=up, r=3.0, class_=f"point {name}") for at, up in points]
    box = f"0 0 {WIDTH:g} {HEIGHT:g}"
    return element("svg", group(*drawn), class_="course-chart", viewBox=box, role="img", aria_label=about)


def _lines(floor: int, ceiling: int, y: Callable[[float], float], say: Translator) -> list[Element]:
    """Powers of ten, about as many as there is room for."""
    step = max(1, math.ceil((ceiling - floor) / MOST_LINES))
    drawn = []
    for power in range(floor, ceiling + 1, step):
        drawn.append(path(f"M{LEFT:g} {y(power):.1f}H{WIDTH - RIGHT:g}", class_="grid"))
        drawn.append(text(_power_text(power, say), LEFT - 6, y(power) + 4, LETTERS, class_="tick", text_anchor="end"))
    return drawn


def _power_text(power: int, say: Translator) -> str:
    """A power of ten, in digits where these are few."""
    if abs(power) > FEW_DIGITS:
        return say.scientific(10.0**power)
    return say.count(10**power) if power >= 0 else say.decimal(10.0**power, -power)


def _ends(days: Sequence[str], x: Callable[[int], float]) -> list[Element]:
    """The first and the last day."""
    ends = sorted({0, len(days) - 1}) if days else []
    anchors = {0: (), 1: ("middle",), 2: ("start", "end")}[len(ends)]
    return [
        text(days[number], x(number), HEIGHT - 10, LETTERS, class_="tick", text_anchor=anchor)
        for number, anchor in zip(ends, anchors, strict=True)
    ]
