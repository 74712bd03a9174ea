"""Boards drawn to measure: a part of a felt as boxes that fill the room, so that a finger hits every bet of a table on a telephone."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, product
from math import log, prod
from typing import NamedTuple
from xml.etree.ElementTree import Element

from banca.drawing.felt import BoardPart, BoardRow, Felt, Form, Point
from banca.drawing.svg import PLAIN, Box, across, rect, text
from banca.drawing.text import extent, height_of, widest, wrapped
from banca.games import find
from banca.rules import Bet

# A box is at least this wide and high, where the room allows it: the target size of WCAG 2.5.5.
FINGER = 44.0
GAP, EDGE = 4.0, 3.0
# The best shape of a box: how wide beside its height. A name has room beside its chips.
SHAPE = 1.5
# A room is flat that is so many times as wide as high.
FLAT = 2.0
# Ways to divide the rows into lines that are compared: more would take longer than a reader waits.
MOST_WAYS = 4000
# How much worse a box is whose row has lines with fewer boxes than others.
UNFILLED = 0.3


@dataclass(frozen=True, slots=True)
class RowShape:
    """A row of a board by what its boxes depend on: how many, how much higher than others, which numbers may stand in a line, and the room above."""

    count: int
    weight: float = 1
    columns: tuple[int, ...] = ()
    head: float = 0

    def line_counts(self, width: float) -> list[int]:
        """In how many lines it may stand, so that a finger hits each box."""
        columns = self.columns or range(1, self.count + 1)
        return sorted({-(-self.count // count) for count in columns if _share(width, count) >= FINGER or count == 1})


def pack(rows: Sequence[RowShape], width: float, height: float) -> list[list[Box]]:
    """Return the boxes of each row. Rows stand one below another or, in a flat room where that leaves more for each, in two columns.

    Weights and two columns give way to boxes that are large enough for a finger.
    """
    even = [replace(row, weight=1) for row in rows]
    ways = [(rows, 1), (rows, 2), (even, 1), (even, 2)]
    if width > FLAT * height:
        ways = [ways[1], ways[0], ways[3], ways[2]]
    packed = [_pack_columns(shapes, count, width, height) for shapes, count in ways]
    return next((boxes for boxes in packed if shortest_side(boxes) >= FINGER), max(packed, key=shortest_side))


def _pack_columns(rows: Sequence[RowShape], columns: int, width: float, height: float) -> list[list[Box]]:
    """Rows in one column, or in two of about as many boxes."""
    if columns == 1 or len(rows) == 1:
        return _stack(rows, width, height)
    *counts, total = accumulate(row.count for row in rows)
    cut = 1 + min(range(len(counts)), key=lambda number: abs(2 * counts[number] - total))
    half = (width + 2 * EDGE - GAP) / 2
    right = _stack(rows[cut:], half, height)
    moved = [[(x + width - half, y, wide, tall) for x, y, wide, tall in boxes] for boxes in right]
    return [*_stack(rows[:cut], half, height), *moved]


def _stack(rows: Sequence[RowShape], width: float, height: float) -> list[list[Box]]:
    """Rows one below another, each line over the whole width, in the best of the ways to divide them into lines."""
    inner = width - 2 * EDGE, height - 2 * EDGE
    best = max(_divisions(rows, inner[0]), key=lambda lines: _worth(rows, lines, inner))
    unit, y = _unit(rows, best, inner[1]), EDGE
    stacked = []
    for row, lines in zip(rows, best, strict=True):
        y += row.head
        tall = unit * row.weight
        boxes: list[Box] = []
        for line in range(lines):
            # Written out: with `filled_rows` the last digit of a place would be another, and so a picture that is compared byte by byte.
            count = (line + 1) * row.count // lines - line * row.count // lines
            wide = _share(inner[0], count)
            boxes += [(EDGE + number * (wide + GAP), y, wide, tall) for number in range(count)]
            y += tall + GAP
        stacked.append(boxes)
    return stacked


def shortest_side(boxes: Sequence[Sequence[Box]]) -> float:
    """Return the shortest side of all boxes."""
    return min(min(width, height) for row in boxes for _, _, width, height in row)


def _divisions(rows: Sequence[RowShape], width: float) -> Iterator[tuple[int, ...]]:
    """In how many lines each row may stand; rows of one shape in as many."""
    options = [row.line_counts(width) for row in rows]
    while prod(map(len, options)) > MOST_WAYS:
        # The row that can be divided in most ways loses every second of them: neighbours differ least there.
        del max(options, key=len)[1::2]
    for lines in product(*options):
        first: dict[RowShape, int] = {}
        if all(first.setdefault(row, count) == count for row, count in zip(rows, lines, strict=True)):
            yield lines


def _share(width: float, count: int) -> float:
    return (width - GAP * (count - 1)) / count


def _unit(rows: Sequence[RowShape], lines: Sequence[int], height: float) -> float:
    """How high a line of weight 1 is."""
    free = height - sum(row.head for row in rows) - GAP * (sum(lines) - 1)
    return free / sum(row.weight * count for row, count in zip(rows, lines, strict=True))


def _worth(rows: Sequence[RowShape], lines: Sequence[int], room: tuple[float, float]) -> tuple[float, float]:
    """Large enough for a finger before all; then well-shaped."""
    width, height = room
    unit = _unit(rows, lines, height)
    if unit <= 0:
        return -1, unit
    smallest, shape = FINGER, 0.0
    for row, count in zip(rows, lines, strict=True):
        wide, tall = _share(width, -(-row.count // count)), unit * row.weight
        smallest = min(smallest, wide, tall)
        # The logarithm, so that a box that is twice as wide as it should be is as bad as one that is half as wide.
        shape -= row.count * abs(log(wide / tall / SHAPE))
        shape -= UNFILLED * (row.count % count > 0) * row.count
    return smallest, shape


INSET = 3.0
# How much worse a name is for each line more, in units of its letters.
MORE_LINES = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class BetLook:
    """How a bet looks in its box, where a game says more than its name and its prize."""

    words: str | None = None
    """In place of its name."""
    names: str = ""
    """Its names in both scripts, where these are two and it says its name."""
    short: str | None = None
    """In place of its name on a board."""
    pays: str | None = None
    """In place of its prize with the commission."""
    class_: str = "cell"
    ink: str = "label"
    largest: float = 0
    """The largest letters, where they are not the form's."""
    emblem: Callable[[Box], Sequence[Element]] | None = None
    """A picture, drawn in a box that is `shape` times as wide as high."""
    shape: float = 1
    share: float = 0.5
    """The most of the box that the picture takes."""
    least: float = 0
    """How wide the picture must be."""
    on: tuple[str, ...] = ()
    """The numbers to which it moves: its chips lie there then."""


class BoxParts(NamedTuple):
    """Where the parts of one box are."""

    name: Box
    prize: Box | None
    emblem: Box | None
    chips: Point


class Arrangement(NamedTuple):
    """A way to arrange a box: chips at the right or below; a picture or none; a prize; both names."""

    has_chips_right: bool
    radius: float
    picture: str
    has_prize: bool
    is_bilingual: bool

    def name(self, look: BetLook) -> str:
        """Return the name as this arrangement has it."""
        return look.names if self.is_bilingual else look.words or ""

    def divide(self, felt: Felt, box: Box, look: BetLook) -> BoxParts:
        """Return the parts of a box: chips are cut off first, then the picture, then the prize; the name has what is left."""
        x, y, width, height = box
        x, y, width, height = x + INSET, y + INSET, width - 2 * INSET, height - 2 * INSET
        if look.on:
            height -= felt.measures.moved
        if self.has_chips_right:
            chips = (x + width - self.radius, y + height / 2)
            width -= 2 * self.radius + INSET
        else:
            chips = (x + width / 2, y + height - self.radius)
            height -= 2 * self.radius + 1
        emblem = None
        if look.emblem and self.picture == "left":
            wide = max(1.0, min(width * look.share, height * look.shape))
            tall = wide / look.shape
            emblem = (x, y + (height - tall) / 2, wide, tall)
            x, width = x + wide + INSET, width - wide - INSET
        elif look.emblem:
            tall = max(1.0, min(height * look.share, width / look.shape))
            wide = tall * look.shape
            emblem = (x + (width - wide) / 2, y, wide, tall)
            y, height = y + tall + 1, height - tall - 1
        prize = None
        if self.has_prize:
            tall = min(felt.measures.prize + 2, height / 2 if look.words != "" else height)
            prize = (x, y + height - tall, width, tall)
            height -= tall
        return BoxParts((x, y, width, height), prize, emblem, chips)


def in_boxes(
    felt: Felt, bets: Sequence[Bet], cells: Sequence[Box], *, is_named: bool = True, prize: bool | None = None
) -> None:
    """Draw the bets, all in one arrangement and in letters of one size: the best of all arrangements for the smallest of the boxes.

    Where they are not named, each says only its selection. A prize must be there or must not; None is where there is room for it.
    """
    looks = [look_of(felt, bet, is_named=is_named) for bet in bets]
    smallest = (0.0, 0.0, min(cell[2] for cell in cells), min(cell[3] for cell in cells))
    ways = product(
        (True, False),
        felt.measures.radii,
        ("left", "above") if any(look.emblem for look in looks) else ("",),
        (True, False) if prize is None else (prize,),
        (True, False) if all(look.names for look in looks) else (False,),
    )
    scored = [(*_score(felt, way, smallest, looks), way) for way in (Arrangement(*way) for way in ways)]
    # The first of the best: ways are in the order in which one would try them.
    _, size, way = max(scored, key=lambda score: score[0])
    for bet, look, cell in zip(bets, looks, cells, strict=True):
        _draw_box(felt, bet, look, cell, way, size)


def family_in_boxes(felt: Felt, bets: Sequence[Bet], cells: Sequence[Box], caption: float) -> None:
    """Draw bets of a family in boxes, each with its selection alone, and over the first row of them the family's name."""
    x, y, _, _ = cells[0]
    right, _, wide, _ = cells[-1]
    name: Box = (x, y - caption, right + wide - x, caption)
    felt.add(felt.label(felt.say.family(bets[0]), name, 17, class_="pays caption"))
    in_boxes(felt, bets, cells, is_named=False, prize=True)


def look_of(felt: Felt, bet: Bet, *, is_named: bool) -> BetLook:
    """Return how the game has the bet look, with what stands in its box."""
    face = getattr(find(felt.rules.rulebook.game).part("felt"), "face", None)
    look: BetLook = face(felt, bet) if face else BetLook()
    words = look.words
    if words is None and is_named and felt.form is Form.BOARD:
        words = look.short
    if words is None and not is_named and bet.selection:
        words = felt.say(bet.label) or bet.selection
    names = felt.both_names(bet.key) if words is None and felt.other_name(bet) else ""
    prize = felt.pays(bet) if look.pays is None else look.pays
    return replace(look, words=felt.name(bet.key) if words is None else words, names=names, pays=prize)


def _score(felt: Felt, way: Arrangement, box: Box, looks: Sequence[BetLook]) -> tuple[float, float]:
    """How good an arrangement is, in units of letters, and the letters in which every name fits.

    Larger letters are better, then larger chips, a prize, both names and a larger picture. What does not fit is punished by more than all
    of these are worth: a picture that is too narrow to be known (from 80 down to nothing), a prize that would lie on the name (300, so it is worse than none),
    a name that has no room at all (about 200) or too little (about 100).
    """
    measures, smallest = felt.measures, felt.smallest
    size, pictured, most_lines, worse = measures.name * 2, 0.0, 1, 0.0
    for look in looks:
        name_box, prize, emblem, _ = way.divide(felt, box, look)
        _, _, width, height = name_box
        if emblem:
            pictured += min(emblem[2:]) / len(looks)
            worse += 80 - emblem[2] if emblem[2] < look.least else 0
        if prize and (extent(look.pays or "") * smallest * PLAIN > prize[2] or prize[3] < smallest):
            worse += 300
        name = way.name(look)
        if not name:
            continue
        if width < smallest or height < smallest:
            worse += 200 - min(width, height)
            continue
        lines, fits = wrapped(name, width, height, look.largest or measures.name, smallest)
        if height_of(lines, fits) > height or widest(lines) * fits > width:
            worse += 100 - width / 10
        size, most_lines = min(size, fits), max(most_lines, len(lines))
    worth = (
        size + 0.5 * way.radius + 5 * way.has_prize + 2 * way.is_bilingual + min(pictured, 2.5 * measures.name) * 0.4
    )
    worth -= MORE_LINES * (most_lines - 1) + worse
    return worth, smallest if worse else size


def _draw_box(felt: Felt, bet: Bet, look: BetLook, box: Box, way: Arrangement, size: float) -> None:
    room, prize, emblem, chips = way.divide(felt, box, look)
    shapes = [rect(box, class_=look.class_, radius=6)]
    if look.emblem and emblem:
        shapes += look.emblem(emblem)
    name = way.name(look)
    lifted = 0.0
    if name:
        x, y, width, height = room
        if prize:
            # No higher than it needs, so that name and prize stand together in the middle.
            lines, fits = wrapped(name, width, height, size, size)
            needed = min(height, height_of(lines, fits) * 1.12)
            lifted = (height - needed) / 2
            room = (x, y + lifted, width, needed)
        shapes.append(felt.label(name, room, size, class_=look.ink))
    if prize:
        x, y, width, height = prize
        inks = [ink for ink in ("on-colour", "on-paper") if ink in look.ink]
        class_ = " ".join(["pays", *inks[:1]])
        shapes.append(felt.label(look.pays or "", (x, y - lifted, width, height), felt.measures.prize, class_=class_))
    moved = {}
    if look.on:
        x, y, width, height = box
        foot = (x, y + height - felt.measures.moved / 2 - 1, width, 0.0)
        moved = {
            number: (left + wide / 2, middle)
            for number, (left, middle, wide, _) in zip(look.on, across(foot, [1] * len(look.on)), strict=True)
        }
    numbers = (text(number, *point, felt.smallest, class_="pays") for number, point in moved.items())
    felt.region(bet.key, *shapes, *numbers, chips=chips, chips_on=moved)


# The line over a family that says what it is and, where all pay alike, what they pay.
CAPTION = 18.0


def board(felt: Felt, part: BoardPart, height: float) -> Element:
    """Return the part in boxes; families have captions where these leave every box large enough."""
    felt.height = height
    rows = [[felt.rules.bets[key] for key in row.bets] for row in part.rows]
    captions = [_caption(felt, bets) for bets in rows]
    boxes = pack(_shapes(part.rows, captions), felt.width, height)
    if shortest_side(boxes) < FINGER:
        captions = [""] * len(captions)
        boxes = pack(_shapes(part.rows, captions), felt.width, height)
    for bets, caption, cells in zip(rows, captions, boxes, strict=True):
        if caption:
            x, y, _, _ = cells[0]
            right = max(cell[0] + cell[2] for cell in cells)
            felt.add(felt.label(caption, (x, y - CAPTION, right - x, CAPTION - 2), 14, class_="pays caption"))
        # A prize that the caption says for all is not said again in each box.
        is_said = caption and len({felt.pays(bet) for bet in bets}) == 1
        in_boxes(felt, bets, cells, is_named=not caption, prize=False if is_said else None)
    return felt.close()


def _shapes(rows: Sequence[BoardRow], captions: Sequence[str]) -> list[RowShape]:
    return [
        RowShape(len(row.bets), row.weight, row.columns, CAPTION if caption else 0)
        for row, caption in zip(rows, captions, strict=True)
    ]


def _caption(felt: Felt, bets: Sequence[Bet]) -> str:
    """The family, and what all of it pays; nothing over bets of several families."""
    if len({bet.id for bet in bets}) > 1 or len(bets) == 1:
        return ""
    prizes = {felt.pays(bet) for bet in bets}
    return " · ".join([felt.say.family(bets[0]), *(prizes if len(prizes) == 1 else ())])
