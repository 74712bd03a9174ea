"""Orders of pieces that are shuffled: what there is to count in them, and how often that comes up where all orders are as likely.

Pieces that were only cut, or mixed too little, lie where they lay beside each other before: so each order is looked at by itself
(which piece lies where, which behind which, which in one hand with which) and beside the order before it (how many neighbours
were kept, and how many neighbours lie the other way round).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import combinations, pairwise
from math import comb
from typing import NamedTuple

from banca.house.randomness.distributions import Match, chi_square_tails
from banca.house.randomness.rows import LEAST_EXPECTED, Weights, extreme
from banca.rules import Defect
from banca.tables.chance import ShuffledPieces

Order = Sequence[int]
"""Pieces by their places among all of them."""

AT_A_TIME = 10_000
MANY_KEPT = 9
"""So many neighbours kept, or more, are counted together: they come up less than once in a million orders."""
CUT_KEEPS_MANY = 0.75
"""The share of cuts, at the least, that keep so many, though twins are told apart by coin."""


class Pairs(NamedTuple):
    """Pairs that are counted in orders: how many there are, and the share of the rounds in which each comes up."""

    cells: int
    share: float
    pieces: int


def told_apart(faces: Sequence[str], pieces: tuple[str, ...], table: str, number: int) -> Order:
    """The order of pieces of which only the faces were written down.

    Twins look alike: which of the two is which is tossed by coin, with the digest of the table and the order's number for a coin.
    So all orders of different pieces are equally likely if all orders of the faces are, and an audit repeats itself.
    """
    coins = int.from_bytes(sha256(f"{table} {number}".encode()).digest())
    left = {face: list(places) for face, places in _places(pieces).items()}
    try:
        return [left[face].pop(coins >> place & 1 if len(left[face]) > 1 else 0) for place, face in enumerate(faces)]
    except (KeyError, IndexError):
        raise Defect("these are not the pieces") from None


@cache
def _places(pieces: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    return {face: tuple(place for place, piece in enumerate(pieces) if piece == face) for face in pieces}


class Orders:
    """Orders of one table, or of several, counted as they come."""

    def __init__(self, device: ShuffledPieces) -> None:
        self.device = device
        self.pieces = len(device.pieces)
        self.rounds = 0
        self.kept: list[int] = []
        self.rising: list[int] = []
        self.places: Counter[tuple[int, int]] = Counter()
        """How often a piece lay at a place."""
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
        for place, piece in enumerate(order):
            now[piece] = place
        steps = [now[second] - now[first] for first, second in pairwise(before)]
        self.kept.append(min(steps.count(1), MANY_KEPT))
        self.rising.append(sum(step < 0 for step in steps))

    def _count(self, orders: list[Order]) -> None:
        self.rounds += len(orders)
        columns = list(zip(*orders, strict=True))
        for place, column in enumerate(columns):
            for piece, count in Counter(column).items():
                self.places[piece, place] += count
        for first, second in pairwise(columns):
            self.followers.update(zip(first, second, strict=True))
        together = self.device.together
        for hand in range(0, len(columns), together):
            for first, second in combinations(columns[hand : hand + together], 2):
                self.hands.update(zip(map(min, first, second), map(max, first, second), strict=True))

    def add(self, other: "Orders") -> None:
        """The orders of another table to these."""
        self.rounds += other.rounds
        self.kept += other.kept
        self.rising += other.rising
        self.places += other.places
        self.followers += other.followers
        self.hands += other.hands

    @property
    def pairs(self) -> dict[str, Pairs]:
        """The ways of counting pairs."""
        size, together = self.pieces, self.device.together
        found = {
            "places": Pairs(size**2, 1 / size, size),
            "followers": Pairs(size * (size - 1), 1 / size, size),
            "hands": Pairs(comb(size, 2), (together - 1) / (size - 1), size),
        }
        return {name: pairs for name, pairs in found.items() if pairs.share}

    def extremes(self) -> Iterator[tuple[str, Match]]:
        """For each way of counting pairs, the strangest of all counts."""
        for name, (cells, share, _) in self.pairs.items():
            counts: Counter[tuple[int, int]] = getattr(self, name)
            least = min(counts.values(), default=0) if len(counts) == cells else 0
            yield name, extreme(self.rounds, [(max(counts.values()), share), (least, share)], of=cells)

    def spread(self) -> Match | None:
        """How evenly the pieces lie over all places, or over blocks of places where there are few orders.

        As every one of n pieces lies somewhere and every place has one, chi-square is (n - 1) / n of the usual sum, with
        (n - 1) (b - 1) degrees of freedom for b blocks.
        """
        blocks = spread_blocks(self.rounds, self.pieces)
        if not blocks:
            return None
        pieces = self.pieces
        counts: Counter[tuple[int, int]] = Counter()
        for (piece, place), count in self.places.items():
            counts[piece, place * blocks // pieces] += count
        mean = self.rounds / blocks
        away = sum((counts[piece, block] - mean) ** 2 for piece in range(pieces) for block in range(blocks))
        statistic, freedom = away / mean * (pieces - 1) / pieces, (pieces - 1) * (blocks - 1)
        return statistic, freedom, min(1.0, 2 * min(chi_square_tails(statistic, freedom)))


def spread_blocks(rounds: int, pieces: int) -> int:
    """Into how many blocks the places are put, halved until enough pieces are expected in each; 0 where even two are too many."""
    blocks = pieces
    while blocks > 1 and rounds / blocks < LEAST_EXPECTED:
        blocks //= 2
    return blocks if blocks > 1 else 0


@cache
def kept_weights(pieces: int, most: int = MANY_KEPT) -> Weights:
    """In how many orders so many neighbours are kept; the last stands for as many and more.

    Orders of n pieces that keep none number a(n) = (n - 1) a(n - 1) + (n - 2) a(n - 2); in those that keep k, the pieces that stay
    together are as one, and there are as many ways to choose k of the n - 1 neighbours.

    >>> kept_weights(3, 2)
    (3, 2, 1)
    """
    none = [1, 1]
    for count in range(2, pieces + 1):
        none.append((count - 1) * none[-1] + (count - 2) * none[-2])
    ways = [comb(pieces - 1, kept) * none[pieces - kept] for kept in range(pieces)]
    return (*ways[:most], sum(ways[most:]))


@cache
def rising_weights(pieces: int) -> Weights:
    """In how many orders so many neighbours lie the other way round: the Eulerian numbers.

    >>> rising_weights(4)
    (1, 11, 11, 1)
    """
    row = [1]
    for count in range(2, pieces + 1):
        row = [
            (place + 1) * (row[place] if place < count - 1 else 0) + (count - place) * (row[place - 1] if place else 0)
            for place in range(count)
        ]
    return tuple(row)
