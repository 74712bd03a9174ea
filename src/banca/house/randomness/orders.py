"""Orders of the 32 tiles of Pai Kao: what there is to count in them, and how often that comes up where all orders are as likely.

Tiles that were only cut, or mixed too little, lie where they lay beside each other before: so each order is looked at by itself
(which tile lies where, which behind which, which in one hand with which) and beside the order before it (how many neighbours
were kept, and how many neighbours lie the other way round).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import combinations, pairwise
from math import comb

from banca.games.pai_kao.tiles import HAND, TILES
from banca.house.randomness.distributions import Found, chi_square_tails
from banca.house.randomness.rows import LEAST_EXPECTED, Weights, extreme
from banca.rulebook import Defect

Order = Sequence[int]
"""Tiles by their places in TILES."""

AT_A_TIME = 10_000
MANY_KEPT = 9
"""So many neighbours kept, or more, are counted together: they come up less than once in a million orders."""
CUT_KEEPS_MANY = 0.75
"""The share of cuts, at the least, that keep so many, though twins are told apart by coin."""
BLOCKS = (32, 16, 8, 4, 2)


def told_apart(faces: Sequence[str], table: str, number: int) -> Order:
    """The order of tiles of which only the faces were written down.

    Twins look alike: which of the two is which is tossed by coin, with the digest of the table and the order's number for a coin.
    So all orders of 32 different tiles are equally likely if all orders of the faces are, and an audit repeats itself.
    """
    coins = int.from_bytes(sha256(f"{table} {number}".encode()).digest())
    left = {face: list(places) for face, places in _places().items()}
    try:
        return [left[face].pop(coins >> place & 1 if len(left[face]) > 1 else 0) for place, face in enumerate(faces)]
    except (KeyError, IndexError):
        raise Defect("these are not the tiles") from None  # noqa: EM101, TRY003


@cache
def _places() -> dict[str, tuple[int, ...]]:
    return {face: tuple(place for place, tile in enumerate(TILES) if tile == face) for face in TILES}


class Orders:
    """Orders of one table, or of several, counted as they come."""

    def __init__(self) -> None:
        self.rounds = 0
        self.kept: list[int] = []
        self.rising: list[int] = []
        self.places: Counter[tuple[int, int]] = Counter()
        """How often a tile lay at a place."""
        self.followers: Counter[tuple[int, int]] = Counter()
        """How often one lay behind another."""
        self.hands: Counter[tuple[int, int]] = Counter()
        """How often two lay in one hand, the one with the lower number first."""

    def take(self, orders: Iterator[Order]) -> None:
        """Count the orders of one table, one after another."""
        before: Order = ()
        waiting: list[Order] = []
        for order in orders:
            if before:
                self._compare(before, order)
            before = order
            waiting.append(order)
            if len(waiting) >= AT_A_TIME:
                self._count(waiting)
                waiting = []
        self._count(waiting)

    def _compare(self, before: Order, order: Order) -> None:
        """How many neighbours of the order before lie beside each other still, and how many the other way round."""
        now = [0] * len(order)
        for place, tile in enumerate(order):
            now[tile] = place
        steps = [now[second] - now[first] for first, second in pairwise(before)]
        self.kept.append(min(steps.count(1), MANY_KEPT))
        self.rising.append(sum(step < 0 for step in steps))

    def _count(self, orders: list[Order]) -> None:
        self.rounds += len(orders)
        columns = list(zip(*orders, strict=True))
        for place, column in enumerate(columns):
            for tile, count in Counter(column).items():
                self.places[tile, place] += count
        for first, second in pairwise(columns):
            self.followers.update(zip(first, second, strict=True))
        for hand in range(0, len(columns), HAND):
            for first, second in combinations(columns[hand : hand + HAND], 2):
                self.hands.update(zip(map(min, first, second), map(max, first, second), strict=True))

    def add(self, other: "Orders") -> None:
        """The orders of another table to these."""
        self.rounds += other.rounds
        self.kept += other.kept
        self.rising += other.rising
        self.places += other.places
        self.followers += other.followers
        self.hands += other.hands

    def extremes(self) -> Iterator[tuple[str, Found]]:
        """For each way of counting pairs, the strangest of all counts."""
        for name, (cells, share) in CELLS.items():
            counts: Counter[tuple[int, int]] = getattr(self, name)
            least = min(counts.values(), default=0) if len(counts) == cells else 0
            yield name, extreme(self.rounds, [(max(counts.values()), share), (least, share)], of=cells)

    def spread(self) -> Found | None:
        """How evenly the tiles lie over all places, or over blocks of places where there are few orders.

        As every tile lies somewhere and every place has a tile, chi-square is (32 - 1) / 32 of the usual sum, with
        31 (b - 1) degrees of freedom for b blocks.
        """
        blocks = spread_blocks(self.rounds)
        if not blocks:
            return None
        tiles = len(TILES)
        counts: Counter[tuple[int, int]] = Counter()
        for (tile, place), count in self.places.items():
            counts[tile, place * blocks // tiles] += count
        mean = self.rounds / blocks
        away = sum((counts[tile, block] - mean) ** 2 for tile in range(tiles) for block in range(blocks))
        statistic, freedom = away / mean * (tiles - 1) / tiles, (tiles - 1) * (blocks - 1)
        return statistic, freedom, min(1.0, 2 * min(chi_square_tails(statistic, freedom)))


def spread_blocks(rounds: int) -> int:
    """Into how many blocks the places are put, so that enough tiles are expected in each; 0 where even two are too many."""
    return next((blocks for blocks in BLOCKS if rounds / blocks >= LEAST_EXPECTED), 0)


CELLS = {
    "places": (len(TILES) ** 2, 1 / len(TILES)),
    "followers": (len(TILES) * (len(TILES) - 1), 1 / len(TILES)),
    "hands": (comb(len(TILES), 2), (HAND - 1) / (len(TILES) - 1)),
}
"""How many pairs there are to count, and the share of the rounds in which each comes up."""


@cache
def kept_weights(tiles: int = len(TILES), most: int = MANY_KEPT) -> Weights:
    """In how many orders so many neighbours are kept; the last stands for as many and more.

    Orders of n tiles that keep none number a(n) = (n - 1) a(n - 1) + (n - 2) a(n - 2); in those that keep k, the tiles that stay
    together are as one, and there are as many ways to choose k of the n - 1 neighbours.

    >>> kept_weights(3, 2)
    (3, 2, 1)
    """
    none = [1, 1]
    for count in range(2, tiles + 1):
        none.append((count - 1) * none[-1] + (count - 2) * none[-2])
    ways = [comb(tiles - 1, kept) * none[tiles - kept] for kept in range(tiles)]
    return (*ways[:most], sum(ways[most:]))


@cache
def rising_weights(tiles: int = len(TILES)) -> Weights:
    """In how many orders so many neighbours lie the other way round: the Eulerian numbers.

    >>> rising_weights(4)
    (1, 11, 11, 1)
    """
    row = [1]
    for count in range(2, tiles + 1):
        row = [
            (place + 1) * (row[place] if place < count - 1 else 0) + (count - place) * (row[place - 1] if place else 0)
            for place in range(count)
        ]
    return tuple(row)
