"""How amounts are spread: counted in buckets, exact below 128, then 64 to each doubling, with the lowest and the highest exact.

So quantiles are right to about 1 %, memory is flat, and spreads may be added in any order.
"""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from banca.jit import jit
from banca.simulation.records import Array

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


@jit()
def count_columns(amounts: Any, counts: Any) -> None:
    """Count each column's amounts into its row of buckets."""
    for row in range(amounts.shape[0]):
        for column in range(amounts.shape[1]):
            counts[column, bucket_of(amounts[row, column])] += 1


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


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Several rows of amounts, each with its counts, its lowest and its highest amount."""

    counts: Array
    lowest: Array
    highest: Array

    @classmethod
    def of(cls, amounts: Array) -> Self:
        """The spread of each column of some amounts."""
        counts = np.zeros((amounts.shape[1], BUCKETS), dtype=np.int64)
        count_columns(amounts, counts)
        return cls(counts, amounts.min(axis=0), amounts.max(axis=0))

    def __add__(self, other: Self) -> Self:
        lowest, highest = np.minimum(self.lowest, other.lowest), np.maximum(self.highest, other.highest)
        return type(self)(self.counts + other.counts, lowest, highest)

    def inside(self, row: int, bucket: int, grain: int) -> tuple[int, int]:
        """The lowest and the highest multiple of `grain` that a bucket can really hold."""
        low, high = ends(bucket)
        low, high = max(low, int(self.lowest[row])), min(high, int(self.highest[row]))
        return -(-low // grain) * grain, high // grain * grain

    def quantile(self, row: int, share: float, grain: int = 1) -> int:
        """The amount that a share of the row's amounts, all multiples of `grain`, does not exceed."""
        running = np.cumsum(self.counts[row])
        rank = max(int(np.ceil(share * running[-1])), 1)
        low, high = self.inside(row, int(np.searchsorted(running, rank)), grain)
        return (low + high) // 2 // grain * grain

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
        """For a checkpoint: the counts above zero."""
        rows = [[[int(place), int(row[place])] for place in row.nonzero()[0]] for row in self.counts]
        return {"counts": rows, "lowest": self.lowest.tolist(), "highest": self.highest.tolist()}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """From a checkpoint."""
        counts = np.zeros((len(data["counts"]), BUCKETS), dtype=np.int64)
        for row, filled in enumerate(data["counts"]):
            for place, count in filled:
                counts[row, place] = count
        return cls(counts, np.array(data["lowest"], dtype=np.int64), np.array(data["highest"], dtype=np.int64))
