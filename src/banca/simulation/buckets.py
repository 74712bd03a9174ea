"""Amounts sorted into buckets: exact below 128, then 64 to each doubling, so that a quantile is right to about 1 %."""

from typing import Any

import numpy as np

from banca.jit import jit
from banca.simulation.compiled.records import Array

EXACT = 128
PER_DOUBLING = 64
DOUBLINGS = 37
"""Up to 2^44: amounts beyond, a hundred thousand million patacas, share the last bucket."""
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
        place = min(EXACT + (doubling - 1) * PER_DOUBLING + (size >> doubling) - PER_DOUBLING, SIDE - 1)
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


def middle(bucket: int, grain: int = 1) -> float:
    """What stands for the amounts of a bucket, all multiples of `grain`: the one there is, or the middle."""
    low, high = ends(bucket)
    first = -(-low // grain) * grain
    return first if first <= high < first + grain else (low + high) / 2


def quantile(counts: Array, share: float, grain: int = 1) -> float:
    """The amount below which that share of a row's amounts lies."""
    running = np.cumsum(counts)
    rank = max(int(np.ceil(share * running[-1])), 1)
    return middle(int(np.searchsorted(running, rank)), grain)


def bars(counts: Array, most: int, grain: int = 1) -> list[tuple[float, float, int]]:
    """At most so many bars of equal width, whole multiples of the grain: from, below, how many. Wide buckets are spread."""
    places = counts.nonzero()[0].tolist()
    lowest, highest = (int(middle(place, grain) // grain) * grain for place in (places[0], places[-1]))
    width = max(-(-(highest - lowest + grain) // (most * grain)), 1) * grain
    sums = np.zeros((highest - lowest) // width + 1)
    for place in places:
        low, high = ends(place)
        if high - low < grain:
            low = high = int(middle(place, grain))
        for bar in range(max((low - lowest) // width, 0), min((high - lowest) // width, len(sums) - 1) + 1):
            begin = lowest + bar * width
            inside = min(high, begin + width - 1) - max(low, begin) + 1
            sums[bar] += counts[place] * inside / (high - low + 1)
        sums[0] += counts[place] * max(lowest - low, 0) / (high - low + 1)
        over = max(high - lowest - len(sums) * width + 1, 0)
        sums[-1] += counts[place] * over / (high - low + 1)
    running = [0, *np.rint(np.cumsum(sums)).astype(np.int64).tolist()]
    return [
        (lowest + bar * width, lowest + (bar + 1) * width, running[bar + 1] - running[bar]) for bar in range(len(sums))
    ]
