"""What is where on a felt: its regions, the boxes of its words by the widest font, the rounds of its chips; and what must hold of all of them."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from xml.etree.ElementTree import Element

from banca.drawing import Form
from banca.drawing.svg import PLAIN
from banca.drawing.text import extent
from banca.rules import Rules

Box = tuple[float, float, float, float]
Point = tuple[float, float]
TURNED = re.compile(r"rotate\(-90 (\S+) (\S+)\)")
CHIP = {Form.WIDE: 18.0, Form.TALL: 14.0, Form.BOARD: 12.75}
"""The radius of a chip in the units of a form: on a board of one 34 pixels across at three quarters."""
SMALLEST_LETTER = {Form.WIDE: 15, Form.TALL: 14}
TARGET = 24
"""In pixels where the tall form is shown 400 wide; a finger gets boards."""


def regions(drawn: Element) -> dict[str, Element]:
    return {key: one for one in drawn.iter("g") if (key := one.get("data-bet"))}


def with_class(drawn: Element, name: str) -> list[Element]:
    return [one for one in drawn.iter() if name in (one.get("class") or "").split()]


def words(drawn: Element) -> str:
    return " ".join(one.text or "" for one in drawn.iter("text"))


def size_of(drawn: Element) -> Point:
    *_, width, height = map(float, drawn.attrib["viewBox"].split())
    return width, height


def box_of(region: Element) -> Box | None:
    """The rectangle of a region; None where it has another shape."""
    shape = next(one for one in region if one.tag != "title")
    return rect_box(shape) if shape.tag == "rect" else None


def rect_box(shape: Element) -> Box:
    x, y, width, height = (float(shape.attrib[name]) for name in ("x", "y", "width", "height"))
    return x, y, width, height


def words_of(region: Element, around: Point | None = None) -> Iterator[tuple[str, Box]]:
    """The words of a region, each line with the box that it fills; what a turned picture has is turned."""
    for one in region:
        turned = TURNED.search(one.get("transform", ""))
        about = (float(turned[1]), float(turned[2])) if turned else around
        if one.tag == "text":
            yield one.text or "", _around(_box(one), about)
        elif "scale" not in one.get("transform", ""):
            yield from words_of(one, about)


def _box(one: Element) -> Box:
    x, y, size = (float(one.attrib[name]) for name in ("x", "y", "font-size"))
    class_ = one.get("class", "").split()
    width = extent(one.text or "") * size * (PLAIN if "pays" in class_ else 1)
    return (x if "at-left" in class_ else x - width / 2), y - size / 2, width, size


def _around(box: Box, about: Point | None) -> Box:
    """A box after a quarter of a turn against the clock."""
    if about is None:
        return box
    (x, y, width, height), (cx, cy) = box, about
    return cx + (y - cy), cy - (x + width - cx), height, width


def chips_of(region: Element) -> Point:
    x, y = map(float, region.attrib["data-chips"].split(","))
    return x, y


def touches(box: Box, point: Point, radius: float) -> bool:
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


def overlap(one: Box, other: Box) -> Point:
    """How far two boxes lie on each other, across and down; no further than nothing where they are apart."""
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return across, down


def check_regions(drawn: Element, rules: Rules) -> None:
    """Every bet has one region, with its chips on the felt."""
    assert Counter(one.get("data-bet") for one in with_class(drawn, "region")) == Counter(dict.fromkeys(rules.bets, 1))
    width, height = size_of(drawn)
    for region in regions(drawn).values():
        more = (each.split(":")[1] for each in region.get("data-chips-on", "").split())
        for x, y in (map(float, point.split(",")) for point in (region.attrib["data-chips"], *more)):
            assert 0 < x < width
            assert 0 < y < height


def check_harmless(drawn: Element) -> None:
    """Nothing that a Content-Security-Policy without inline style or script would stop, nothing from elsewhere."""
    for one in drawn.iter():
        assert one.tag not in {"script", "foreignObject", "image", "a"}
        for name, value in one.attrib.items():
            assert name != "style"
            assert not name.startswith("on")
            assert "url(" not in value
            assert "href" not in name or value.startswith("#")


def check_readable(drawn: Element, form: Form) -> None:
    """Letters are large enough, and regions that are boxes large enough and apart, but for spots on lines."""
    assert min(float(one.attrib["font-size"]) for one in drawn.iter("text")) >= SMALLEST_LETTER[form]
    boxes = {
        key: (box, "target" in next(one for one in region if one.tag == "rect").attrib["class"])
        for key, region in regions(drawn).items()
        if (box := box_of(region))
    }
    for (first, (one, one_spot)), (second, (other, other_spot)) in combinations(boxes.items(), 2):
        assert one_spot != other_spot or min(overlap(one, other)) < 1, (first, second)
    if form is Form.TALL:
        assert min(min(box[2:]) for box, _ in boxes.values()) >= TARGET


def check_layout(drawn: Element, rules: Rules, form: Form) -> None:
    check_regions(drawn, rules)
    check_harmless(drawn)
    check_readable(drawn, form)


def check_words(drawn: Element, form: Form) -> None:
    """Words stay in their boxes and off each other, and chips lie beside them."""
    for key, region in regions(drawn).items():
        box, chips, lines = box_of(region), chips_of(region), list(words_of(region))
        for text, place in lines:
            assert box is None or is_inside(place, box), (key, text)
            assert not touches(place, chips, CHIP[form]), (key, text)
        for (one, first), (other, second) in combinations(lines, 2):
            across, down = overlap(first, second)
            assert across <= 1 or down <= min(first[3], second[3]) / 4, (key, one, other)


def check_board(drawn: Element, size: tuple[int, int], finger: float) -> list[str]:
    """A part of a board fills its room with boxes for a finger that are apart; their bets."""
    assert size_of(drawn) == size
    boxes = {key: box_of(region) for key, region in regions(drawn).items()}
    for box in boxes.values():
        assert box is not None
        assert min(box[2:]) >= finger
        assert is_inside(box, (0, 0, *size))
    for one, other in combinations(filter(None, boxes.values()), 2):
        assert min(overlap(one, other)) <= 0
    return list(boxes)
