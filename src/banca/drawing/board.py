"""A board: one part of a felt as boxes that fill the room, each with its words and, beside them, a place for its chips."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from xml.etree.ElementTree import Element

from banca.drawing.felt import Felt, Point
from banca.drawing.packing import FINGER, Packed, least, packed
from banca.drawing.parts import Group, PartFound
from banca.drawing.shapes import PLAIN, Box, extent, height_of, rect, text, wrapped
from banca.games import find
from banca.rulebook import Bet

CAPTION = 18.0
"""The line over a family that says what it is and, where all pay alike, what they pay."""
RADII = (17.0, 15.0, 13.0)
"""Of the place for chips, from the largest."""
LARGEST, PRIZE = 20.0, 13.0
MOVED = 15.0
"""How much room a line of numbers takes on which a bet can stand."""
INSET = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """How a bet looks in its box, where a game says more than its name and its prize."""

    words: str | None = None
    """In place of its name."""
    class_: str = "cell"
    ink: str = "label"
    largest: float = LARGEST
    emblem: Callable[[Box], list[Element]] | None = None
    """A picture, drawn in a box that is `shape` times as wide as high."""
    shape: float = 1
    on: tuple[str, ...] = ()
    """The numbers to which it moves: its chips lie beside them then."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """Where the parts of a box are: chips at the right or below; a picture at the left, above, or none."""

    beside: bool
    radius: float
    picture: str
    has_prize: bool
    is_bilingual: bool


@dataclass(frozen=True, slots=True)
class Places:
    """The parts of one box."""

    name: Box
    prize: Box | None
    emblem: Box | None
    chips: Point


def board(felt: Felt, part: PartFound, height: float) -> Element:
    """The part, in boxes."""
    felt.height = height
    captions = [_caption(felt, group) for group in part.groups]
    boxes = packed(_groups(part.groups, captions), felt.width, height)
    if least(boxes) < FINGER:
        captions = [""] * len(captions)
        boxes = packed(_groups(part.groups, captions), felt.width, height)
    for group, caption, cells in zip(part.groups, captions, boxes, strict=True):
        if caption:
            x, y, _, _ = cells[0]
            felt.add(felt.label(caption, (x, y - CAPTION, felt.width - 2 * x, CAPTION - 2), 14, class_="pays caption"))
        _draw(felt, group, cells, is_named=not caption)
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


def _draw(felt: Felt, group: Group, boxes: Sequence[Box], *, is_named: bool) -> None:
    """The bets of a group, all in one arrangement and in letters of one size."""
    look = getattr(find(felt.rules.rulebook.game).part("felt"), "face", None)
    faces: list[Face] = [look(felt, bet) if look else Face() for bet in group.bets]
    narrowest = min(box[2] for box in boxes)
    alike = (0.0, 0.0, narrowest, boxes[0][3])
    said = [_said(felt, bet, face, is_named=is_named) for bet, face in zip(group.bets, faces, strict=True)]
    pays = [felt.pays(bet) for bet in group.bets]
    needs_prize = is_named or len(set(pays)) > 1
    ways = _ways(faces, needs_prize=needs_prize, both=any(two for _, two in said))
    scored = ((_score(way, alike, faces, said, pays, felt.smallest), way) for way in ways)
    (_, size), way = max(scored, key=lambda one: one[0][0])
    for bet, face, box, names, pay in zip(group.bets, faces, boxes, said, pays, strict=True):
        _box(felt, bet, face, box, way, _words(names, way), size, pay)


def _said(felt: Felt, bet: Bet, face: Face, *, is_named: bool) -> tuple[str, str]:
    """What the box says, and what it is called in the other script, where that is another word."""
    if face.words is not None:
        return face.words, ""
    if not is_named and bet.selection:
        return (felt.say(bet.label) or bet.selection), ""
    name, other = felt.name(bet.key), felt.other_name(bet)
    return name, other


def _words(names: tuple[str, str], way: Arranged) -> str:
    return " ".join(filter(None, (names[1], names[0]))) if way.is_bilingual else names[0]


def _ways(faces: Sequence[Face], *, needs_prize: bool, both: bool) -> Iterator[Arranged]:
    pictures = ("left", "above") if any(face.emblem for face in faces) else ("none",)
    for beside, radius, picture, has_prize, is_bilingual in product(
        (True, False), RADII, pictures, (True, False) if needs_prize else (False,), (True, False) if both else (False,)
    ):
        yield Arranged(beside, radius, picture, has_prize, is_bilingual)


def _score(
    way: Arranged,
    box: Box,
    faces: Sequence[Face],
    said: Sequence[tuple[str, str]],
    pays: Sequence[str],
    smallest: float,
) -> tuple[float, float]:
    """How good an arrangement is, and the letters in which every name fits; where one does not, hardly at all."""
    size, pictured = LARGEST * 2, 0.0
    for face, names, pay in zip(faces, said, pays, strict=True):
        places = _places(box, way, face)
        _, _, width, height = places.name
        if width < smallest or height < smallest - 0.5:
            return -100 + min(width, height) / 10, smallest
        lines, fits = _wrapped(_words(names, way), width, height, face.largest, smallest)
        if height_of(lines, fits) > height or any(extent(line) * fits > width for line in lines):
            return -50 + width / 100, smallest
        if places.prize and extent(pay) * smallest * PLAIN > places.prize[2]:
            return -40, smallest
        size = min(size, fits)
        if places.emblem:
            pictured += min(places.emblem[2:]) / len(faces)
    return size + 0.5 * way.radius + 5 * way.has_prize + 2 * way.is_bilingual + min(pictured, 30) * 0.4, size


_wrapped = lru_cache(2000)(wrapped)


def _places(box: Box, way: Arranged, face: Face) -> Places:
    """A box parted as the arrangement says."""
    x, y, width, height = box
    x, y, width, height = x + INSET, y + INSET, width - 2 * INSET, height - 2 * INSET
    if face.on:
        height -= MOVED
    across = 2 * way.radius
    if way.beside:
        chips = (x + width - way.radius, y + height / 2)
        width -= across + INSET
    else:
        chips = (x + width / 2, y + height - way.radius)
        height -= across + 1
    emblem = None
    if face.emblem and way.picture == "left":
        wide = max(1.0, min(width * 0.5, height * face.shape))
        tall = wide / face.shape
        emblem = (x, y + (height - tall) / 2, wide, tall)
        x, width = x + wide + INSET, width - wide - INSET
    elif face.emblem:
        tall = max(1.0, min(height * 0.5, width / face.shape))
        wide = tall * face.shape
        emblem = (x + (width - wide) / 2, y, wide, tall)
        y, height = y + tall + 1, height - tall - 1
    prize = None
    if way.has_prize:
        tall = min(PRIZE + 3, height / 2)
        prize = (x, y + height - tall, width, tall)
        height -= tall
    return Places((x, y, width, height), prize, emblem, chips)


def _box(felt: Felt, bet: Bet, face: Face, box: Box, way: Arranged, words: str, size: float, pays: str) -> None:
    """A bet in its box."""
    places = _places(box, way, face)
    shapes = [rect(box, class_=face.class_, radius=6)]
    if face.emblem and places.emblem:
        shapes += face.emblem(places.emblem)
    shapes.append(felt.label(words, places.name, size, class_=face.ink))
    if places.prize:
        shapes.append(felt.label(pays, places.prize, PRIZE, class_="pays"))
    on: dict[str, Point] = {}
    x, y, width, height = box
    for place, number in enumerate(face.on):
        at = (x + width * (place + 0.5) / len(face.on), y + height - MOVED / 2 - 1)
        on[number] = at
        shapes.append(text(number, *at, felt.smallest, class_="pays"))
    felt.region(bet.key, *shapes, chips=places.chips, chips_on=on)
