"""A disc of equal sections that a script turns."""

from collections.abc import Sequence
from math import cos, pi, radians, sin
from xml.etree.ElementTree import Element

from banca.drawing.lines import extent
from banca.drawing.shapes import circle, group, path, text

BETWEEN = "|"
"""Stands between the outcomes of `data-order`."""


def rotor(
    outcomes: Sequence[str], labels: Sequence[str], classes: Sequence[str], radius: float, *, hub: float = 0.4
) -> Element:
    """The sections round the point 0,0, clockwise, the first at the top; `hub` is the share of the radius within them.

    A script that turns the group by -index * 360 / n degrees brings that section to the top.
    """
    turn = 360 / len(outcomes)
    size = min(radius * 0.13, radius * 0.8 * radians(turn) / max(map(extent, labels)))
    sections = []
    for number, (words, class_) in enumerate(zip(labels, classes, strict=True)):
        shape = path(section(turn, radius * hub, radius), class_=f"section {class_}")
        sections.append(
            group(
                shape,
                text(words, 0, -radius * 0.9, size, class_="number"),
                transform=f"rotate({turn * number:.6g})",
                data_section=number,
            )
        )
    return group(*sections, class_="rotor", data_order=BETWEEN.join(outcomes))


def section(turn: float, inner: float, outer: float) -> str:
    """A piece of a ring, `turn` degrees wide, its middle straight up."""
    half = turn / 2
    corners = [at(-half, inner), at(-half, outer), at(half, outer), at(half, inner)]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    return (
        f"M{x0:.3f} {y0:.3f}L{x1:.3f} {y1:.3f}A{outer:g} {outer:g} 0 0 1 {x2:.3f} {y2:.3f}"
        f"L{x3:.3f} {y3:.3f}A{inner:g} {inner:g} 0 0 0 {x0:.3f} {y0:.3f}Z"
    )


def at(degrees: float, radius: float) -> tuple[float, float]:
    """The point so many degrees clockwise from the top."""
    turned = degrees / 180 * pi
    return radius * sin(turned), -radius * cos(turned)


def mounted(turning: Element, radius: float, *fixed: Element, rim: float = 24) -> Element:
    """A rotor in its rim with what stands still over it, round the point 0,0."""
    return group(circle(0, 0, radius + rim, class_="rim"), turning, *fixed, class_="mounted")


def pointer(radius: float, length: float) -> Element:
    """A pointer at the top, its tip on the sections."""
    half = length * 0.4
    tip = -radius + length * 0.45
    return path(f"M0 {tip:g}L{-half:g} {tip - length:g}H{half:g}Z", class_="pointer fill-gold stroke-pip")
