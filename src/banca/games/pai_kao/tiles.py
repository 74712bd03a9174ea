"""The 32 tiles of Pai Kao, what two of them make, and how both rank. Articles 1 and 5, annex tables 1 and 2."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import combinations_with_replacement, product

from banca.games.pai_kao.nouns import WRONG_TILES
from banca.rules import Option, Refusal, _, citing, near, plain, suggestions
from banca.rules.spelling import letters

cite = citing("pai_kao")

SET_CITE = cite("1.1")
RANK_CITE = cite("T-1")


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """Tiles that are alike in everything: one rank of table 1."""

    rank: int
    """16 for the highest down to 0."""
    chinese: str
    romanised: str
    english: str
    faces: tuple[str, ...]
    """How its tiles are written; a mixed rank has two faces, one tile of each."""
    copies: int
    """Tiles of this kind in the set."""
    also: tuple[str, ...] = ()
    """What people call it beside its names."""

    @property
    def names(self) -> tuple[str, ...]:
        """Everything it is called."""
        return (self.chinese, self.romanised, self.english, *self.also)

    @property
    def pips(self) -> int:
        """The sum of both halves."""
        return sum(map(int, self.faces[0].split("-")))


_TABLE_1 = (
    ("天", "Tin", "Heaven", ("6-6",), ("teen", "天牌", "céu")),
    ("地", "Tei", "Earth", ("1-1",), ("day", "dei", "地牌", "terra")),
    ("人", "Ian", "Man", ("4-4",), ("yun", "yan", "人牌", "homem", "human")),
    ("鵝", "Ngo", "Goose", ("1-3",), ("gor", "wo", "和", "和牌", "鵝牌", "harmony", "ganso")),
    ("梅", "Mui", "Plum", ("5-5",), ("mooy", "梅牌", "ameixa", "plum flower")),
    ("長三", "Cheong Sam", "Long Three", ("3-3",), ("chong", "cheung sam", "長三牌")),
    ("板櫈", "Pan Tang", "Bench", ("2-2",), ("bon", "板凳", "banco")),
    ("虎頭", "Fu Tau", "Tiger Head", ("5-6",), ("foo", "斧頭", "斧", "hatchet", "axe")),
    ("紅頭", "Hong Tau", "Red Head", ("4-6",), ("ping", "紅頭十", "屏風", "partition")),
    ("高腳七", "Kou Keok Chat", "Long-legged Seven", ("1-6",), ("tit", "高腳", "long leg seven", "long legged seven")),
    ("拎冧六", "Leng Lam Lok", "Six", ("1-5",), ("look", "luk", "零霖六", "銅錘六", "big head six")),
    ("雜九", "Chap Kao", "Mixed Nine", ("4-5", "3-6"), ("gow", "chop gow")),
    ("雜八", "Chap Pat", "Mixed Eight", ("3-5", "2-6"), ("bot", "chop bot")),
    ("雜七", "Chap Chat", "Mixed Seven", ("3-4", "2-5"), ("chit", "chop chit")),
    ("大雞六", "Tai Kai Lok", "Big Six", ("2-4",), ("大頭六", "tai tau look", "gee joon six", "supreme six")),
    ("雜五", "Chap Ng", "Mixed Five", ("1-4", "2-3"), ("ng", "chop ng")),
    ("細雞", "Sai Kai", "Small Three", ("1-2",), ("三雞", "丁三", "gee joon three", "supreme three", "three chicken")),
)
"""Of each kind, high to low: its three names, its faces, and what people call it beside these."""
SUPREME = ("2-4", "1-2")
"""The two tiles that exist once and make the highest pair. pai_kao 5.5."""

KINDS = tuple(
    Kind(
        len(_TABLE_1) - 1 - place, chinese, romanised, english, faces, copies=1 if faces[0] in SUPREME else 2, also=also
    )
    for place, (chinese, romanised, english, faces, also) in enumerate(_TABLE_1)
)
"""Every kind, high to low. pai_kao T-1."""

BY_NAME = {plain(name): kind for kind in KINDS for name in kind.names}
BY_FACE = {face: kind for kind in KINDS for face in kind.faces}
COPIES_OF_FACE = {face: kind.copies // len(kind.faces) for face, kind in BY_FACE.items()}
"""How many tiles of the set show each face."""
TILES = tuple(face for face, copies in COPIES_OF_FACE.items() for _ in range(copies))
"""The set of 32, tile by tile."""
HAND = 4
"""Tiles of a hand. pai_kao 1.4."""


def parse_tile(text: str) -> str:
    """A tile's face, the smaller half first: `6-5` is `5-6`.

    >>> parse_tile("6-5")
    '5-6'
    """
    face = "-".join(sorted(str(text).strip().split("-")))
    if face not in BY_FACE:
        raise unknown_tile(text)
    return face


def unknown_tile(asked: str) -> Refusal:
    """There is no such tile, but these are near."""
    meant = near(asked, {kind.faces[0]: kind.names for kind in KINDS})
    return Refusal(
        "unknown_tile",
        _("there is no tile {asked}; {allowed}"),
        RANK_CITE,
        asked=asked,
        allowed=suggestions(meant, list(BY_FACE), "banca pai-kao rank"),
    )


def find_tiles(texts: Iterable[str]) -> list[str]:
    """Tiles as people call them: by their halves in any order, by name, or several in one text (`天 地`, `天地`).

    Of a kind with two faces, which are alike in everything, a name is the one that does not lie there yet.

    >>> find_tiles(["天", "earth", "6-5", "雜九 雜九"])
    ['6-6', '1-1', '5-6', '4-5', '3-6']
    """
    faces: list[str] = []
    for text in texts:
        for kind in _kinds(text):
            own = (kind,) if isinstance(kind, str) else kind.faces
            faces.append(next((face for face in own if face not in faces), own[0]))
    return faces


def _kinds(text: str) -> list[str | Kind]:
    """The faces and kinds that a text names: as a whole, piece by piece, or letter by letter."""
    halves = re.fullmatch(r"([1-6])\D?([1-6])", letters(text).strip())
    if halves:
        return [parse_tile("-".join(halves.groups()))]
    if plain(text) in BY_NAME:
        return [BY_NAME[plain(text)]]
    pieces = re.split(r"[\s,、;]+", text.strip())
    if len(pieces) == 1 and all(letter in BY_NAME for letter in letters(text)):
        pieces = list(letters(text))
    if len(pieces) == 1:
        raise unknown_tile(text)
    return [kind for piece in pieces for kind in _kinds(piece)]


def parse_tiles(texts: list[str], *, count: int) -> tuple[str, ...]:
    """Exactly so many tiles, none more often than it is in the set."""
    faces = tuple(parse_tile(text) for text in texts)
    if len(faces) != count:
        raise Refusal(WRONG_TILES, HAND_CITE, asked=len(faces), allowed=count)
    check_in_set(faces)
    return faces


HAND_CITE = cite("1.4")


def check_in_set(faces: tuple[str, ...]) -> None:
    """Refuse more tiles of a face than the set of 32 has."""
    for face in faces:
        if faces.count(face) > COPIES_OF_FACE[face]:
            raise Refusal(
                "too_many_tiles",
                _("the tile {asked} appears too often; the set has {allowed} of it"),
                SET_CITE,
                asked=face,
                allowed=COPIES_OF_FACE[face],
            )


ORDER_CITE = cite("5.3")
POINTS_CITE = cite("5.4")
SUPREME_CITES = (cite("5.5"), cite("R-pk-16"))
TABLE_CITE = cite("T-2")


class Made(IntEnum):
    """What a pair is, the lowest first."""

    POINTS = 0
    EARTH_EIGHT = 1
    HEAVEN_EIGHT = 2
    EARTH_NINE = 3
    HEAVEN_NINE = 4
    PO = 5
    SUPREME = 6


NAMES = {
    Made.EARTH_EIGHT: _("Earth Eight"),
    Made.HEAVEN_EIGHT: _("Heaven Eight"),
    Made.EARTH_NINE: _("Earth King Nine"),
    Made.HEAVEN_NINE: _("Heaven King Nine"),
    Made.SUPREME: _("Supreme"),
}
HEAVEN, EARTH = BY_FACE["6-6"], BY_FACE["1-1"]
KINGS = {
    (HEAVEN, 9): Made.HEAVEN_NINE,
    (EARTH, 9): Made.EARTH_NINE,
    (HEAVEN, 8): Made.HEAVEN_EIGHT,
    (EARTH, 8): Made.EARTH_EIGHT,
}
"""The tile, and the pips of the other. pai_kao 5.4."""


@dataclass(frozen=True, slots=True, order=True)
class PairRank:
    """Pairs compare by what they are, then points, then the higher single tile. pai_kao 5.3, 5.4, 6.1."""

    made: Made
    points: int
    high: int
    """Rank of the higher tile."""

    @property
    def is_zero(self) -> bool:
        """10 or 20 pips. pai_kao 6.2."""
        return self.made == Made.POINTS and self.points == 0


BOTH, PLAYERS = "both", "players"
COUNTING_SUPREME = Option(
    name="supreme",
    values=(BOTH, PLAYERS),
    default=BOTH,
    cite=cite("R-pk-16"),
    says=_("The Supreme's tiles count 3 or 6 for"),
    says_value={BOTH: _("players and banker"), PLAYERS: _("players only")},
)


def counts_as(kind: Kind, *, face_value: bool = False) -> tuple[int, ...]:
    """The pips a tile may count: a Supreme tile apart from the other counts 3 or 6, or its face value alone. pai_kao 5.5, R-pk-16."""
    return (3, 6) if kind.faces[0] in SUPREME and not face_value else (kind.pips,)


@cache
def pair_rank(first: Kind, second: Kind, *, face_value: bool = False) -> PairRank:
    """The rank of two tiles; where a tile may count 3 or 6, whichever makes the pair higher.

    By `face_value` it may not: the banker's pairs, at a table where only players choose. R-pk-16.
    """
    high, low = (first, second) if first.rank >= second.rank else (second, first)
    # From the highest down: a pair that is one of the named ones is never counted by its points.
    if {high.faces[0], low.faces[0]} == set(SUPREME):
        return PairRank(Made.SUPREME, 0, high.rank)
    if high is low:
        return PairRank(Made.PO, 0, high.rank)
    king = KINGS.get((high, low.pips))
    if king is not None:
        return PairRank(king, 0, high.rank)
    # All but the last digit of the pips is left out (5.4); of a tile that may count 3 or 6 the better is meant.
    counted = (counts_as(tile, face_value=face_value) for tile in (high, low))
    points = max(sum(pips) % 10 for pips in product(*counted))
    return PairRank(Made.POINTS, points, high.rank)


def pair_kinds() -> list[tuple[Kind, Kind]]:
    """Every two kinds that can lie together: 151."""
    return [(a, b) for a, b in combinations_with_replacement(KINDS, 2) if a is not b or a.copies == 2]


CLASSES = tuple(sorted({pair_rank(a, b) for a, b in pair_kinds()}))
"""Every rank a pair can have, low to high: 107. pai_kao T-2, R-pk-7, R-pk-8."""

_MISPRINTED, _TWO_IN_ONE_ROW = cite("R-pk-7"), cite("R-pk-8")
READ_PLACES = {
    38: (_TWO_IN_ONE_ROW,),
    39: (_MISPRINTED, _TWO_IN_ONE_ROW),
    55: (_MISPRINTED,),
    67: (_MISPRINTED,),
    76: (_MISPRINTED,),
}
"""Places in the order, 1 the highest, that rest on a reading: their row of table 2 is misprinted, or stands for two."""

CLASS_OF = {rank: place for place, rank in enumerate(CLASSES)}
ZERO_CLASSES = sum(rank.is_zero for rank in CLASSES)
"""How many of the lowest classes are zero points."""
