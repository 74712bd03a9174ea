"""Boxes to measure: groups of them, one below another, fill a room so that every box is as large and as well-shaped as can be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import log

from banca.drawing.shapes import Box

FINGER = 44.0
"""A box is at least this wide and high, where the room allows it."""
GAP, EDGE = 4.0, 3.0
SHAPE = 1.5
"""The best shape of a box: how wide beside its height."""
FLAT = 2.0
"""A room is flat that is so many times as wide as high."""
MOST_WAYS = 4000
"""Ways to part the groups into lines that are compared."""


@dataclass(frozen=True, slots=True)
class Packed:
    """How many boxes, how much higher than others their lines are, which numbers may stand in a line, and the room over them."""

    count: int
    weight: float = 1
    columns: tuple[int, ...] = ()
    head: float = 0


def packed(groups: Sequence[Packed], width: float, height: float) -> list[list[Box]]:
    """The boxes of each group. Groups stand one below another or, in a flat room where that leaves more for each, in two columns.

    Weights and two columns give way to boxes that are large enough for a finger.
    """
    even = [replace(group, weight=1) for group in groups]
    ways = [(groups, 1), (groups, 2), (even, 1), (even, 2)]
    if width > FLAT * height:
        ways = [ways[1], ways[0], ways[3], ways[2]]
    found = [_in_columns(held, count, width, height) for held, count in ways]
    return next((boxes for boxes in found if least(boxes) >= FINGER), max(found, key=least))


def _in_columns(groups: Sequence[Packed], columns: int, width: float, height: float) -> list[list[Box]]:
    """Groups in one column, or in two of about as many boxes."""
    if columns == 1 or len(groups) == 1:
        return _stacked(groups, width, height)
    counts = [sum(group.count for group in groups[:place]) for place in range(1, len(groups))]
    cut = 1 + min(range(len(counts)), key=lambda place: abs(2 * counts[place] - counts[-1] - groups[-1].count))
    half = (width + 2 * EDGE - GAP) / 2
    right = _stacked(groups[cut:], half, height)
    moved = [[(x + width - half, y, wide, tall) for x, y, wide, tall in boxes] for boxes in right]
    return [*_stacked(groups[:cut], half, height), *moved]


def _stacked(groups: Sequence[Packed], width: float, height: float) -> list[list[Box]]:
    """Groups one below another, each line over the whole width."""
    room = width - 2 * EDGE, height - 2 * EDGE
    best = max(_ways(groups, room[0]), key=lambda lines: _worth(groups, lines, room))
    return list(_placed(groups, best, room))


def least(boxes: Sequence[Sequence[Box]]) -> float:
    """The shortest side of all."""
    return min(min(width, height) for group in boxes for _, _, width, height in group)


def _ways(groups: Sequence[Packed], width: float) -> Iterator[tuple[int, ...]]:
    """In how many lines each group may stand."""
    each = [_lines_of(group, width) for group in groups]
    while _product(each) > MOST_WAYS:
        longest = max(each, key=len)
        del longest[1::2]
    return filter(lambda lines: _is_even(groups, lines), product(*each))


def _is_even(groups: Sequence[Packed], lines: Sequence[int]) -> bool:
    """Whether groups that are alike stand in as many lines."""
    found: dict[Packed, int] = {}
    return all(found.setdefault(group, count) == count for group, count in zip(groups, lines, strict=True))


def _lines_of(group: Packed, width: float) -> list[int]:
    columns = group.columns or range(1, group.count + 1)
    found = {-(-group.count // count) for count in columns if _across(width, count) >= FINGER or count == 1}
    return sorted(found)


def _product(each: Sequence[Sequence[int]]) -> int:
    whole = 1
    for one in each:
        whole *= len(one)
    return whole


def _across(width: float, count: int) -> float:
    return (width - GAP * (count - 1)) / count


def _unit(groups: Sequence[Packed], lines: Sequence[int], height: float) -> float:
    """How high a line of weight 1 is."""
    free = height - sum(group.head for group in groups) - GAP * (sum(lines) - 1)
    return free / sum(group.weight * count for group, count in zip(groups, lines, strict=True))


def _worth(groups: Sequence[Packed], lines: Sequence[int], room: tuple[float, float]) -> tuple[float, float]:
    """Large enough for a finger before all; then well-shaped."""
    width, height = room
    unit = _unit(groups, lines, height)
    if unit <= 0:
        return -1, unit
    smallest, shape = FINGER, 0.0
    for group, count in zip(groups, lines, strict=True):
        across, down = _across(width, -(-group.count // count)), unit * group.weight
        smallest = min(smallest, across, down)
        shape -= group.count * abs(log(across / down / SHAPE))
        shape -= 0.3 * (group.count % count > 0) * group.count
    return smallest, shape


def _placed(groups: Sequence[Packed], lines: Sequence[int], room: tuple[float, float]) -> Iterator[list[Box]]:
    width, height = room
    unit = _unit(groups, lines, height)
    y = EDGE
    for group, count in zip(groups, lines, strict=True):
        y += group.head
        boxes: list[Box] = []
        for line in range(count):
            held = (line + 1) * group.count // count - line * group.count // count
            across = _across(width, held)
            boxes += [(EDGE + place * (across + GAP), y, across, unit * group.weight) for place in range(held)]
            y += unit * group.weight + GAP
        yield boxes
