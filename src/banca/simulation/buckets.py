"""Amounts sorted into buckets: exact below 128, then 64 to each doubling, so that a quantile is right to about 1 %."""

from typing import Any

import numpy as np

from banca.simulation.jit import jit
from banca.simulation.tables import Array

EXACT = 128
PER_DOUBLING = 64
DOUBLINGS = 37
"""Up to 2^44: amounts beyond, a hundred thousand million patacas, share the last bucket."""
SIDE = EXACT + DOUBLINGS * PER_DOUBLING
BUCKETS = 2 * SIDE
"""Those below zero first, in order of value."""


@jit
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


@jit
def count_columns(amounts: Any, counts: Any) -> None:
    """Count each column's amounts into its row of buckets."""
    for row in range(amounts.shape[0]):
        for column in range(amounts.shape[1]):
            counts[column, bucket_of(amounts[row, column])] += 1


def middle(bucket: int) -> float:
    """The amount in the middle of a bucket; of a narrow one, the amount itself."""
    place = bucket - SIDE if bucket >= SIDE else SIDE - 1 - bucket
    size = float(place)
    if place >= EXACT:
        doubling, rest = divmod(place - EXACT, PER_DOUBLING)
        width = 2 ** (doubling + 1)
        size = (PER_DOUBLING + rest) * width + (width - 1) / 2
    return size if bucket >= SIDE else -size - 1


def quantile(counts: Array, share: float) -> float:
    """The amount below which that share of a row's amounts lies."""
    running = np.cumsum(counts)
    rank = max(int(np.ceil(share * running[-1])), 1)
    return middle(int(np.searchsorted(running, rank)))
