"""Boards drawn to measure: the parts of a felt as boxes that fill the room."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import product
from math import log
from xml.etree.ElementTree import Element

from banca.drawing.felt import Felt, Form, Group, PartFound, Point
from banca.drawing.svg import PLAIN, Box, rect, text
from banca.drawing.text import extent, height_of, wrapped
from banca.games import find
from banca.rules import Bet

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
    best = max(_divisions(groups, room[0]), key=lambda lines: _worth(groups, lines, room))
    return list(_placed(groups, best, room))


def least(boxes: Sequence[Sequence[Box]]) -> float:
    """The shortest side of all."""
    return min(min(width, height) for group in boxes for _, _, width, height in group)


def _divisions(groups: Sequence[Packed], width: float) -> Iterator[tuple[int, ...]]:
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


INSET = 3.0
MORE_LINES = 1.5
"""How much worse a name is for each line more, in units of its letters."""


@dataclass(frozen=True, slots=True)
class Measures:
    """How large things are in a form: radii of the place for chips from the largest, letters of names, of prizes, of moved bets."""

    radii: tuple[float, ...]
    name: float
    prize: float
    moved: float


MEASURES = {
    Form.WIDE: Measures((22.0, 20.0, 18.0), 28, 17, 18),
    Form.TALL: Measures((18.0, 16.0, 14.0), 22, 15, 16),
    Form.BOARD: Measures((17.0, 15.0, 13.0), 21, 13, 15),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BetLook:
    """How a bet looks in its box, where a game says more than its name and its prize."""

    words: str | None = None
    """In place of its name."""
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


class Picture(Enum):
    """Where the picture is."""

    NONE = 0
    LEFT = 1
    ABOVE = 2


@dataclass(frozen=True, slots=True)
class Arranged:
    """Where the parts of a box are: chips at the right or below; a picture or none; a prize; both names."""

    beside: bool
    radius: float
    picture: Picture
    has_prize: bool
    is_bilingual: bool


@dataclass(frozen=True, slots=True)
class Places:
    """The parts of one box."""

    name: Box
    prize: Box | None
    emblem: Box | None
    chips: Point


@dataclass(frozen=True, slots=True)
class Said:
    """What a box says: its name, its names in both scripts where these are two, and its prize."""

    name: str
    both: str
    pays: str

    def words(self, way: Arranged) -> str:
        """The name as an arrangement has it."""
        return self.both if way.is_bilingual else self.name


def in_boxes(
    felt: Felt,
    bets: Sequence[Bet],
    cells: Sequence[Box],
    *,
    is_named: bool = True,
    prize: bool | None = None,
    faces: Sequence[BetLook] | None = None,
) -> None:
    """The bets, all in one arrangement and in letters of one size.

    Where they are not named, each says only its selection. A prize must be there or must not; None is where there is room for it.
    """
    looks = list(faces or (face_of(felt, bet) for bet in bets))
    said = [_said(felt, bet, face, is_named=is_named) for bet, face in zip(bets, looks, strict=True)]
    alike = (0.0, 0.0, min(cell[2] for cell in cells), min(cell[3] for cell in cells))
    ways = _ways(felt, looks, prize=prize, both=all(one.both for one in said))
    scored = [(*_score(felt, way, alike, looks, said), way) for way in ways]
    _, size, way = max(scored, key=lambda one: one[0])
    for bet, face, cell, one in zip(bets, looks, cells, said, strict=True):
        _box(felt, bet, face, cell, way, one, size)


def family_in_boxes(felt: Felt, bets: Sequence[Bet], cells: Sequence[Box], caption: float) -> None:
    """Draw bets of a family in boxes, each with its selection alone, and over the first row of them the family's name."""
    x, y, _, _ = cells[0]
    right, _, wide, _ = cells[-1]
    name: Box = (x, y - caption, right + wide - x, caption)
    felt.add(felt.label(felt.say.family(bets[0]), name, 17, class_="pays caption"))
    in_boxes(felt, bets, cells, is_named=False, prize=True)


def face_of(felt: Felt, bet: Bet) -> BetLook:
    """How the game has the bet look."""
    look = getattr(find(felt.rules.rulebook.game).part("felt"), "face", None)
    return look(felt, bet) if look else BetLook()


def _said(felt: Felt, bet: Bet, face: BetLook, *, is_named: bool) -> Said:
    pays = felt.pays(bet) if face.pays is None else face.pays
    if face.words is not None:
        return Said(face.words, "", pays)
    if is_named and face.short is not None and felt.form is Form.BOARD:
        return Said(face.short, "", pays)
    if not is_named and bet.selection:
        return Said(felt.say(bet.label) or bet.selection, "", pays)
    return Said(felt.name(bet.key), felt.both_names(bet.key) if felt.other_name(bet) else "", pays)


def _ways(felt: Felt, faces: Sequence[BetLook], *, prize: bool | None, both: bool) -> Iterator[Arranged]:
    pictures = (Picture.LEFT, Picture.ABOVE) if any(face.emblem for face in faces) else (Picture.NONE,)
    prizes = (True, False) if prize is None else (prize,)
    radii = MEASURES[felt.form].radii
    for one in product((True, False), radii, pictures, prizes, (True, False) if both else (False,)):
        yield Arranged(*one)


def _score(felt: Felt, way: Arranged, box: Box, faces: Sequence[BetLook], said: Sequence[Said]) -> tuple[float, float]:
    """How good an arrangement is, and the letters in which every name fits; where one does not, hardly at all.

    A prize that does not fit would lie on the name, so it is worse than none.
    """
    usual, smallest = MEASURES[felt.form], felt.smallest
    size, pictured, most_lines, worse = usual.name * 2, 0.0, 1, 0.0
    for face, one in zip(faces, said, strict=True):
        places = _places(felt, box, way, face)
        _, _, width, height = places.name
        if places.emblem:
            pictured += min(places.emblem[2:]) / len(faces)
            worse += 80 - places.emblem[2] if places.emblem[2] < face.least else 0
        if places.prize and (extent(one.pays) * smallest * PLAIN > places.prize[2] or places.prize[3] < smallest):
            worse += 300
        if not one.words(way):
            continue
        if width < smallest or height < smallest:
            worse += 200 - min(width, height)
            continue
        lines, fits = _wrapped(one.words(way), width, height, face.largest or usual.name, smallest)
        if height_of(lines, fits) > height or any(extent(line) * fits > width for line in lines):
            worse += 100 - width / 10
        size, most_lines = min(size, fits), max(most_lines, len(lines))
    worth = size + 0.5 * way.radius + 5 * way.has_prize + 2 * way.is_bilingual + min(pictured, 2.5 * usual.name) * 0.4
    worth -= MORE_LINES * (most_lines - 1) + worse
    return worth, smallest if worse else size


_wrapped = lru_cache(4000)(wrapped)


def _places(felt: Felt, box: Box, way: Arranged, face: BetLook) -> Places:
    """A box parted as the arrangement says."""
    usual = MEASURES[felt.form]
    x, y, width, height = box
    x, y, width, height = x + INSET, y + INSET, width - 2 * INSET, height - 2 * INSET
    if face.on:
        height -= usual.moved
    if way.beside:
        chips = (x + width - way.radius, y + height / 2)
        width -= 2 * way.radius + INSET
    else:
        chips = (x + width / 2, y + height - way.radius)
        height -= 2 * way.radius + 1
    emblem = None
    if face.emblem and way.picture is Picture.LEFT:
        wide = max(1.0, min(width * face.share, height * face.shape))
        tall = wide / face.shape
        emblem = (x, y + (height - tall) / 2, wide, tall)
        x, width = x + wide + INSET, width - wide - INSET
    elif face.emblem:
        tall = max(1.0, min(height * face.share, width / face.shape))
        wide = tall * face.shape
        emblem = (x + (width - wide) / 2, y, wide, tall)
        y, height = y + tall + 1, height - tall - 1
    prize = None
    if way.has_prize:
        tall = min(usual.prize + 2, height / 2 if face.words != "" else height)
        prize = (x, y + height - tall, width, tall)
        height -= tall
    return Places((x, y, width, height), prize, emblem, chips)


def _box(felt: Felt, bet: Bet, face: BetLook, box: Box, way: Arranged, said: Said, size: float) -> None:
    places = _places(felt, box, way, face)
    shapes = [rect(box, class_=face.class_, radius=6)]
    if face.emblem and places.emblem:
        shapes += face.emblem(places.emblem)
    name = places.name
    if words := said.words(way):
        name = _nearer(name, places.prize, words, size)
        shapes.append(felt.label(words, name, size, class_=face.ink))
    if places.prize:
        prize = _lifted(places.prize, name, places.name)
        shapes.append(felt.label(said.pays, prize, MEASURES[felt.form].prize, class_=_quiet(face)))
    felt.region(bet.key, *shapes, *(moved := _moved(felt, box, face))[0], chips=places.chips, chips_on=moved[1])


def _nearer(name: Box, prize: Box | None, words: str, size: float) -> Box:
    """Room for the name that is no higher than it needs, so that name and prize stand together in the middle."""
    x, y, width, height = name
    lines, fits = _wrapped(words, width, height, size, size)
    needed = min(height, height_of(lines, fits) * 1.12)
    return (x, y + (height - needed) / 2, width, needed) if prize else name


def _lifted(prize: Box, name: Box, room: Box) -> Box:
    """The prize close below its name."""
    x, y, width, height = prize
    return x, y - (room[3] - name[3]) / 2, width, height


def _quiet(face: BetLook) -> str:
    return "pays on-colour" if "on-colour" in face.ink else "pays on-paper" if "on-paper" in face.ink else "pays"


def _moved(felt: Felt, box: Box, face: BetLook) -> tuple[list[Element], dict[str, Point]]:
    """The numbers along the foot on which the bet can stand, and where its chips lie then."""
    x, y, width, height = box
    moved = MEASURES[felt.form].moved
    on = {
        number: (x + width * (place + 0.5) / len(face.on), y + height - moved / 2 - 1)
        for place, number in enumerate(face.on)
    }
    return [text(number, *at, felt.smallest, class_="pays") for number, at in on.items()], on


CAPTION = 18.0
"""The line over a family that says what it is and, where all pay alike, what they pay."""


def board(felt: Felt, part: PartFound, height: float) -> Element:
    """The part, in boxes; families have captions where these leave every box large enough."""
    felt.height = height
    captions = [_caption(felt, group) for group in part.groups]
    boxes = packed(_groups(part.groups, captions), felt.width, height)
    if least(boxes) < FINGER:
        captions = [""] * len(captions)
        boxes = packed(_groups(part.groups, captions), felt.width, height)
    for group, caption, cells in zip(part.groups, captions, boxes, strict=True):
        if caption:
            x, y, _, _ = cells[0]
            right = max(cell[0] + cell[2] for cell in cells)
            felt.add(felt.label(caption, (x, y - CAPTION, right - x, CAPTION - 2), 14, class_="pays caption"))
        is_alike = caption and len({felt.pays(bet) for bet in group.bets}) == 1
        in_boxes(felt, group.bets, cells, is_named=not caption, prize=False if is_alike else None)
    return felt.close()


def _groups(groups: Sequence[Group], captions: Sequence[str]) -> list[Packed]:
    return [
        Packed(len(group.bets), group.weight, group.columns, CAPTION if caption else 0)
        for group, caption in zip(groups, captions, strict=True)
    ]


def _caption(felt: Felt, group: Group) -> str:
    """The family, and what all of it pays; nothing over bets of several families."""
    if len({bet.id for bet in group.bets}) > 1 or len(group.bets) == 1:
        return ""
    pays = {felt.pays(bet) for bet in group.bets}
    return " · ".join([felt.say.family(group.bets[0]), *(pays if len(pays) == 1 else ())])
