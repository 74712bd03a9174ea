"""How amounts are spread: counted in buckets, exact below 128, then 64 to each doubling, with the lowest and the highest exact.

Each bucket remembers the amount nearest to its middle that was there. So quantiles are right to about 1 % and amounts that really
occurred, memory is flat, and spreads may be added in any order.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import numpy as np

from banca.analysis.simulation.records import Array
from banca.jit import jit, piece

EXACT = 128
PER_DOUBLING = 64
DOUBLINGS = 56
"""Up to 2^63."""
SIDE = EXACT + DOUBLINGS * PER_DOUBLING
BUCKETS = 2 * SIDE
"""Those below zero first, in order of value."""


@jit()
def bucket_of(amount: Any) -> Any:
    """The bucket of an amount."""
    size = amount if amount >= 0 else -amount - 1
    place = size
    if size >= EXACT:
        doubling = 1
        while size >> doubling >= EXACT:
            doubling += 1
        place = EXACT + (doubling - 1) * PER_DOUBLING + (size >> doubling) - PER_DOUBLING
    return SIDE + place if amount >= 0 else SIDE - 1 - place


@piece()
def is_nearer(amount: Any, known: Any, middle: Any) -> Any:
    """Whether an amount is nearer to the middle of its bucket than the one known so far, or as near and lower."""
    away, before = abs(amount - middle), abs(known - middle)
    return away < before or (away == before and amount < known)


@jit()
def count_columns(amounts: Any, middles: Any, counts: Any, nearest: Any) -> None:
    """Count each column's amounts into its row of buckets."""
    for row in range(amounts.shape[0]):
        for column in range(amounts.shape[1]):
            amount = amounts[row, column]
            bucket = bucket_of(amount)
            if counts[column, bucket] == 0 or is_nearer(amount, nearest[column, bucket], middles[bucket]):
                nearest[column, bucket] = amount
            counts[column, bucket] += 1


@jit()
def count_others(counts: Any, nearest: Any, more: Any, theirs: Any, middles: Any) -> None:
    """Put other counts and the amounts nearest to the middle of their buckets to those there are."""
    for row in range(counts.shape[0]):
        for bucket in range(counts.shape[1]):
            if more[row, bucket]:
                known, other = nearest[row, bucket], theirs[row, bucket]
                if counts[row, bucket] == 0 or is_nearer(other, known, middles[bucket]):
                    nearest[row, bucket] = other
                counts[row, bucket] += more[row, bucket]


def ends(bucket: int) -> tuple[int, int]:
    """The lowest and the highest amount of a bucket."""
    place = bucket - SIDE if bucket >= SIDE else SIDE - 1 - bucket
    low = high = place
    if place >= EXACT:
        doubling, rest = divmod(place - EXACT, PER_DOUBLING)
        width = 2 ** (doubling + 1)
        low = (PER_DOUBLING + rest) * width
        high = low + width - 1
    return (low, high) if bucket >= SIDE else (-high - 1, -low - 1)


@cache
def middles() -> Array:
    """The middle of each bucket."""
    return np.array([low + (high - low) // 2 for low, high in map(ends, range(BUCKETS))], dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Several rows of amounts, each with its counts, its lowest and its highest amount."""

    counts: Array
    nearest: Array
    """Per bucket with a count: the amount nearest to the middle, of two the lower; else 0."""
    lowest: Array
    highest: Array

    @classmethod
    def of(cls, amounts: Array) -> Self:
        """The spread of each column of some amounts."""
        counts, nearest = (np.zeros((amounts.shape[1], BUCKETS), dtype=np.int64) for _ in range(2))
        count_columns(amounts, middles(), counts, nearest)
        return cls(counts, nearest, amounts.min(axis=0), amounts.max(axis=0))

    def __add__(self, other: Self) -> Self:
        lowest, highest = np.minimum(self.lowest, other.lowest), np.maximum(self.highest, other.highest)
        counts, nearest = self.counts.copy(), self.nearest.copy()
        count_others(counts, nearest, other.counts, other.nearest, middles())
        return type(self)(counts, nearest, lowest, highest)

    def inside(self, row: int, bucket: int, grain: int) -> tuple[int, int]:
        """The lowest and the highest multiple of `grain` that a bucket can really hold."""
        low, high = ends(bucket)
        low, high = max(low, int(self.lowest[row])), min(high, int(self.highest[row]))
        return -(-low // grain) * grain, high // grain * grain

    def quantile(self, row: int, share: float) -> int:
        """The amount that a share of the row's amounts does not exceed: one of them."""
        running = np.cumsum(self.counts[row])
        rank = max(int(np.ceil(share * running[-1])), 1)
        return int(self.nearest[row, int(np.searchsorted(running, rank))])

    def bars(self, row: int, most: int, grain: int = 1) -> list[tuple[int, int, int]]:
        """At most so many bars of equal width, whole multiples of the grain: from, below, how many. A bucket is spread."""
        lowest, highest = int(self.lowest[row]), int(self.highest[row])
        width = -(-(highest - lowest + grain) // (most * grain)) * grain
        sums = np.zeros((highest - lowest) // width + 1)
        for bucket in self.counts[row].nonzero()[0].tolist():
            low, high = self.inside(row, bucket, grain)
            multiples = (high - low) // grain + 1
            for bar in range((low - lowest) // width, (high - lowest) // width + 1):
                first = max(low, lowest + bar * width)
                last = min(high, lowest + (bar + 1) * width - grain)
                sums[bar] += self.counts[row, bucket] * ((last - first) // grain + 1) / multiples
        running = [0, *np.rint(np.cumsum(sums)).astype(np.int64).tolist()]
        return [
            (lowest + bar * width, lowest + (bar + 1) * width, running[bar + 1] - running[bar])
            for bar in range(len(sums))
        ]

    def as_data(self) -> dict[str, Any]:
        """For a checkpoint: the counts above zero, each with its bucket and the amount nearest to the middle."""
        pairs = zip(self.counts, self.nearest, strict=True)
        rows = [[[int(place), int(row[place]), int(near[place])] for place in row.nonzero()[0]] for row, near in pairs]
        return {"counts": rows, "lowest": self.lowest.tolist(), "highest": self.highest.tolist()}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """From a checkpoint."""
        counts, nearest = (np.zeros((len(data["counts"]), BUCKETS), dtype=np.int64) for _ in range(2))
        for row, filled in enumerate(data["counts"]):
            for place, count, near in filled:
                counts[row, place], nearest[row, place] = count, near
        lowest, highest = (np.array(data[name], dtype=np.int64) for name in ("lowest", "highest"))
        return cls(counts, nearest, lowest, highest)
