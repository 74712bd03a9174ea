"""What is where on a felt: the boxes of its words by the widest font, and the rounds of its chips."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from banca.drawing import Form
from banca.drawing.lines import extent
from banca.drawing.shapes import PLAIN

Box = tuple[float, float, float, float]
TURNED = re.compile(r"rotate\(-90 (\S+) (\S+)\)")
CHIP = {Form.WIDE: 18.0, Form.TALL: 14.0, Form.BOARD: 12.75}
"""The radius of a chip in the units of a form: on a board of one 34 pixels across at three quarters."""


def regions(drawn: Element) -> dict[str, Element]:
    """The regions by their bets."""
    return {key: one for one in drawn.iter("g") if (key := one.get("data-bet"))}


def box_of(region: Element) -> Box | None:
    """The rectangle of a region; None where it has another shape."""
    shape = next(one for one in region if one.tag != "title")
    if shape.tag != "rect":
        return None
    x, y, width, height = (float(shape.attrib[name]) for name in ("x", "y", "width", "height"))
    return x, y, width, height


def words_of(region: Element) -> Iterator[tuple[str, Box]]:
    """The words of a region, each line with the box that it fills; what a turned picture has is turned."""
    yield from _words(region, None)


def _words(within: Element, around: tuple[float, float] | None) -> Iterator[tuple[str, Box]]:
    for one in within:
        turned = TURNED.search(one.get("transform", ""))
        about = (float(turned[1]), float(turned[2])) if turned else around
        if one.tag == "text":
            yield one.text or "", _around(_box(one), about)
        elif "scale" not in one.get("transform", ""):
            yield from _words(one, about)


def _box(one: Element) -> Box:
    x, y, size = (float(one.attrib[name]) for name in ("x", "y", "font-size"))
    class_ = one.get("class", "").split()
    width = extent(one.text or "") * size * (PLAIN if "pays" in class_ else 1)
    return (x if "at-left" in class_ else x - width / 2), y - size / 2, width, size


def _around(box: Box, about: tuple[float, float] | None) -> Box:
    """A box after a quarter of a turn against the clock."""
    if about is None:
        return box
    (x, y, width, height), (cx, cy) = box, about
    return cx + (y - cy), cy - (x + width - cx), height, width


def chips_of(region: Element) -> tuple[float, float]:
    """Where the chips lie."""
    x, y = map(float, region.attrib["data-chips"].split(","))
    return x, y


def touches(box: Box, point: tuple[float, float], radius: float) -> bool:
    """Whether a round covers some of a box; letters leave some room above and below them."""
    x, y, width, height = box
    spare = height * 0.12
    near = min(max(point[0], x), x + width), min(max(point[1], y + spare), y + height - spare)
    return (near[0] - point[0]) ** 2 + (near[1] - point[1]) ** 2 < (radius - 0.5) ** 2


def is_inside(box: Box, other: Box) -> bool:
    """Whether a box lies within another, but for a hair."""
    x, y, width, height = box
    left, top, wide, tall = other
    hair = 0.6
    return x >= left - hair and y >= top - hair and x + width <= left + wide + hair and y + height <= top + tall + hair
