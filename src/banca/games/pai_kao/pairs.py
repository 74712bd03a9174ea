"""What two tiles make, and how pairs rank: derived from article 5 and the rank of single tiles. Annex table 2."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import combinations_with_replacement, product

from banca.games.pai_kao.tiles import BY_FACE, KINDS, SUPREME, Kind
from banca.rules import Option, _, citing

cite = citing("pai_kao")

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
    says_value={
        BOTH: _("players and banker"),
        PLAYERS: _("players only"),
    },
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
    if {high.faces[0], low.faces[0]} == set(SUPREME):
        return PairRank(Made.SUPREME, 0, high.rank)
    if high is low:
        return PairRank(Made.PO, 0, high.rank)
    king = KINGS.get((high, low.pips)) if low.faces[0] not in SUPREME else None
    if king is not None:
        return PairRank(king, 0, high.rank)
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
