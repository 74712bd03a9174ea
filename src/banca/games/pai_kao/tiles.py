"""The 32 tiles of Pai Kao: their pips, names and rank. Article 1 and annex table 1."""

from dataclasses import dataclass

from banca.games.pai_kao.refusals import TOO_MANY_TILES, UNKNOWN_TILE, WRONG_TILES
from banca.rulebook import Refusal, citing

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

    @property
    def pips(self) -> int:
        """The sum of both halves."""
        return sum(map(int, self.faces[0].split("-")))


_TABLE_1 = (
    ("天", "Tin", "Heaven", ("6-6",)),
    ("地", "Tei", "Earth", ("1-1",)),
    ("人", "Ian", "Man", ("4-4",)),
    ("鵝", "Ngo", "Goose", ("1-3",)),
    ("梅", "Mui", "Plum", ("5-5",)),
    ("長三", "Cheong Sam", "Long Three", ("3-3",)),
    ("板櫈", "Pan Tang", "Bench", ("2-2",)),
    ("虎頭", "Fu Tau", "Tiger Head", ("5-6",)),
    ("紅頭", "Hong Tau", "Red Head", ("4-6",)),
    ("高腳七", "Kou Keok Chat", "Long-legged Seven", ("1-6",)),
    ("拎冧六", "Leng Lam Lok", "Six", ("1-5",)),
    ("雜九", "Chap Kao", "Mixed Nine", ("4-5", "3-6")),
    ("雜八", "Chap Pat", "Mixed Eight", ("3-5", "2-6")),
    ("雜七", "Chap Chat", "Mixed Seven", ("3-4", "2-5")),
    ("大雞六", "Tai Kai Lok", "Big Six", ("2-4",)),
    ("雜五", "Chap Ng", "Mixed Five", ("1-4", "2-3")),
    ("細雞", "Sai Kai", "Small Three", ("1-2",)),
)
SUPREME = ("2-4", "1-2")
"""The two tiles that exist once and make the highest pair. pai_kao 5.5."""

KINDS = tuple(
    Kind(len(_TABLE_1) - 1 - place, *row, copies=1 if row[3][0] in SUPREME else 2) for place, row in enumerate(_TABLE_1)
)
"""Every kind, high to low. pai_kao T-1."""

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
        raise Refusal(UNKNOWN_TILE, RANK_CITE, asked=text, allowed=list(BY_FACE))
    return face


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
            raise Refusal(TOO_MANY_TILES, SET_CITE, asked=face, allowed=COPIES_OF_FACE[face])
