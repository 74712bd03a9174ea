"""What programs write down of every session, and the sums of that: counts, products and the spread of amounts.

Tallies of blocks are added up in any order and give the same whole numbers, so that a run has the same result on any number of
threads or machines. Only `_products` works in floats, always session by session within a block.

Amounts are counted in buckets, as a run may have 10^12 sessions: one for each amount below 128, and above it 64 for each
doubling, so that a bucket is never wider than a 64th of what it holds. Beside its count, a bucket keeps the amount nearest to
its middle: a quantile is an amount that a session really had.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Self

import numpy as np
from msgspec import Struct

from banca.analysis.simulation.strategy import SessionEnd
from banca.jit import jit, jit_part

Array = np.ndarray[Any, Any]

NET, STAKED, ROUNDS, LUCK, LONGEST, ENDED = range(6)
"""The columns of a finished session: money in avos, luck in units of `Program.unit`, `ENDED` an `SessionEnd`."""
RECORD = 6


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Program:
    """A strategy made ready to be played: plain arrays and a function of a module, so that any worker can be sent it."""

    play: Callable[..., None]
    """Called with the arrays, the seed, the number of the first session, and the records and paths to be filled."""
    arrays: tuple[Any, ...]
    rounds: int
    """Of a session, at most."""
    points: tuple[int, ...]
    """The rounds after which the money is looked at."""
    rounds_per_block: int
    """How many make a block that is neither too long to wait for nor too short to be worth counting."""
    outcomes: tuple[object, ...]
    """What a session's outcomes depend on beside its number; strategies with the same are played over the same."""
    unit: Fraction
    """What one of luck is worth, in avos; 0 where the exact mean is not worked out."""
    drift: Fraction
    """By how much luck is counted too low per avo staked, where its unit is too coarse for the exact mean."""
    edge: Fraction | None
    """The exact mean per amount staked, where it does not depend on what is staked."""
    grain: int
    """What all net results are multiples of, in avos."""

    def run(self, seed: int, first: int, count: int) -> tuple[Array, Array]:
        """Return the records and the net worth at the points of `count` sessions from the session `first` on."""
        records = np.zeros((count, RECORD), dtype=np.int64)
        paths = np.zeros((count, len(self.points)), dtype=np.int64)
        self.play(*self.arrays, seed, first, records, paths)
        return records, paths


EXACT = 128
PER_DOUBLING = 64
DOUBLINGS = 56
"""Up to 2^63."""
SIDE = EXACT + DOUBLINGS * PER_DOUBLING
BUCKETS = 2 * SIDE
"""Those below zero first, in order of value."""


@jit()
def bucket_of(amount: int) -> Any:
    """Return the bucket of an amount."""
    size = amount if amount >= 0 else -amount - 1  # below zero mirrored: -1 is to the left as 0 is to the right
    index = size
    if size >= EXACT:
        doubling = 1
        while size >> doubling >= EXACT:
            doubling += 1
        index = EXACT + (doubling - 1) * PER_DOUBLING + (size >> doubling) - PER_DOUBLING
    return SIDE + index if amount >= 0 else SIDE - 1 - index


@jit_part()
def is_nearer(amount: int, known: int, middle: int) -> Any:
    """Return whether an amount is nearer to the middle of its bucket than the one known so far, or as near and lower."""
    away, before = abs(amount - middle), abs(known - middle)
    return away < before or (away == before and amount < known)


@jit()
def count_columns(amounts: Array, middles: Array, counts: Array, nearest: Array) -> None:
    """Count each column's amounts into its row of buckets."""
    for row in range(amounts.shape[0]):
        for column in range(amounts.shape[1]):
            amount = amounts[row, column]
            bucket = bucket_of(amount)
            if counts[column, bucket] == 0 or is_nearer(amount, nearest[column, bucket], middles[bucket]):
                nearest[column, bucket] = amount
            counts[column, bucket] += 1


@jit()
def count_others(counts: Array, nearest: Array, more: Array, theirs: Array, middles: Array) -> None:
    """Add other counts, and the amounts nearest to the middle of their buckets to those there are."""
    for row in range(counts.shape[0]):
        for bucket in range(counts.shape[1]):
            if more[row, bucket]:
                known, other = nearest[row, bucket], theirs[row, bucket]
                if counts[row, bucket] == 0 or is_nearer(other, known, middles[bucket]):
                    nearest[row, bucket] = other
                counts[row, bucket] += more[row, bucket]


def ends(bucket: int) -> tuple[int, int]:
    """Return the lowest and the highest amount of a bucket."""
    index = bucket - SIDE if bucket >= SIDE else SIDE - 1 - bucket
    low = high = index
    if index >= EXACT:
        doubling, rest = divmod(index - EXACT, PER_DOUBLING)
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
        """Return the spread of each column of some amounts."""
        counts, nearest = (np.zeros((amounts.shape[1], BUCKETS), dtype=np.int64) for _ in range(2))
        count_columns(amounts, middles(), counts, nearest)
        return cls(counts, nearest, amounts.min(axis=0), amounts.max(axis=0))

    def __add__(self, other: Self) -> Self:
        lowest, highest = np.minimum(self.lowest, other.lowest), np.maximum(self.highest, other.highest)
        counts, nearest = self.counts.copy(), self.nearest.copy()
        count_others(counts, nearest, other.counts, other.nearest, middles())
        return type(self)(counts, nearest, lowest, highest)

    def inside(self, row: int, bucket: int, grain: int) -> tuple[int, int]:
        """Return the lowest and the highest multiple of `grain` that a bucket can really hold."""
        low, high = ends(bucket)
        low, high = max(low, int(self.lowest[row])), min(high, int(self.highest[row]))
        return -(-low // grain) * grain, high // grain * grain

    def quantile(self, row: int, share: float) -> int:
        """Return the amount that a share of the row's amounts does not exceed: one of them."""
        running = np.cumsum(self.counts[row])
        # The rank is at least the first, or the share 0 would be an empty bucket.
        rank = max(int(np.ceil(share * running[-1])), 1)
        return int(self.nearest[row, int(np.searchsorted(running, rank))])

    def bars(self, row: int, most: int, grain: int = 1) -> list[tuple[int, int, int]]:
        """Return at most so many bars of equal width, whole multiples of the grain: from, below, how many. A bucket is spread."""
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
        # Sums are rounded, not bars: so the bars add up to all sessions.
        running = [0, *np.rint(np.cumsum(sums)).astype(np.int64).tolist()]
        return [
            (lowest + bar * width, lowest + (bar + 1) * width, running[bar + 1] - running[bar])
            for bar in range(len(sums))
        ]


PRODUCTS = (
    *(("net", "net"), ("staked", "staked"), ("rounds", "rounds"), ("luck", "luck")),
    *(("net", "staked"), ("net", "rounds")),
)
"""Of which columns the products are summed, for the errors of means and ratios."""


class Tally(Struct, kw_only=True, eq=False):
    """Sums over sessions. Products are summed as floats within a block of sessions and as whole numbers across blocks."""

    sessions: int
    net: int
    staked: int
    rounds: int
    luck: int
    longest: int
    net_net: int
    staked_staked: int
    rounds_rounds: int
    luck_luck: int
    net_staked: int
    net_rounds: int
    ahead: int
    ended: tuple[int, ...]
    """Sessions by how they ended."""
    lengths: Spread
    """Row 0: how many rounds sessions lasted; row 1: their longest losing runs."""
    worth: Spread
    """Net worth at each point of the session."""

    @classmethod
    def of(cls, records: Array, paths: Array) -> Self:
        """Return the tally of some sessions."""
        columns = {"net": NET, "staked": STAKED, "rounds": ROUNDS, "luck": LUCK, "longest": LONGEST}
        sums = {name: exact_sum(records[:, column]) for name, column in columns.items()}
        for left, right in PRODUCTS:
            sums[f"{left}_{right}"] = sum_of_products(records[:, columns[left]], records[:, columns[right]])
        return cls(
            **sums,
            sessions=len(records),
            ahead=int((records[:, NET] > 0).sum()),
            ended=tuple(np.bincount(records[:, ENDED], minlength=len(SessionEnd)).tolist()),
            lengths=Spread.of(records[:, (ROUNDS, LONGEST)]),
            worth=Spread.of(paths),
        )

    def __add__(self, other: Self) -> Self:
        sums = {name: getattr(self, name) + getattr(other, name) for name in self.__struct_fields__}
        sums["ended"] = tuple(mine + theirs for mine, theirs in zip(self.ended, other.ended, strict=True))
        return type(self)(**sums)


def array_data(array: Array) -> dict[str, Any]:
    """Return an array of counts for a checkpoint: those that are not 0, as most buckets are empty."""
    cells = array.reshape(-1)
    return {"shape": array.shape, "cells": [[int(index), int(cells[index])] for index in cells.nonzero()[0]]}


def array_of(data: dict[str, Any]) -> Array:
    """Return the array of a checkpoint."""
    array: Array = np.zeros(data["shape"], dtype=np.int64)
    for index, count in data["cells"]:
        array.reshape(-1)[index] = count
    return array


def exact_sum(column: Array) -> int:
    """Return a sum of 64-bit numbers, in two halves that cannot overflow."""
    return (int((column >> 32).sum()) << 32) + int((column & 0xFFFF_FFFF).sum())


def sum_of_products(left: Array, right: Array) -> int:
    """Return a sum of products to a float's precision."""
    return int(_products(left, right))


@jit()
def _products(left: Array, right: Array) -> Any:
    # One after the other, as numpy would add in another order on another machine, and the last digits would differ.
    total = 0.0
    for index in range(left.shape[0]):
        total += np.float64(left[index]) * np.float64(right[index])
    return total


@dataclass(frozen=True, slots=True)
class RunTally:
    """Tallies of the strategies, and for each but the first the sums of how much better its sessions ended than the first's."""

    tallies: tuple[Tally, ...]
    better: tuple[tuple[int, int], ...]

    def __add__(self, other: Self) -> "RunTally":
        tallies = tuple(mine + theirs for mine, theirs in zip(self.tallies, other.tallies, strict=True))
        better = tuple((a + c, b + d) for (a, b), (c, d) in zip(self.better, other.better, strict=True))
        return RunTally(tallies, better)
