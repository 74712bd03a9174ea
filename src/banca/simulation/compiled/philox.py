"""Chance for the compiled runners: Philox 4x64-10, a random number for every (seed, stream, counter), and exact draws.

A stream belongs to one session, so a session is the same whoever plays it, in whatever order, on whatever machine.
A word of 64 bits is two halves; each half yields several outcomes by multiplying and keeping what lies above 2^32
(D. Lemire and N. Brackett-Rozinsky, "Batched Ranged Random Integer Generation", 2024). A half whose rest falls below
2^32 mod base^many is thrown away, with its neighbours, which makes every outcome exactly as likely as every other.
"""

from typing import Any

import numpy as np

from banca.jit import jit, product

M0, M1 = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
W0, W1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)
ROUNDS = 10
HALF = 1 << 32
COUNTERS = 8
HALVES = 8 * COUNTERS
"""Halves of the words that eight counters give: one turn."""
_LOW = np.uint64(HALF - 1)
_32 = np.uint64(32)


@jit()
def words(seed: Any, stream: Any, counter: Any) -> Any:
    """Four random words for a counter of a stream."""
    x0, x1, x2, x3 = np.uint64(counter), np.uint64(stream), np.uint64(0), np.uint64(0)
    k0, k1 = np.uint64(seed), np.uint64(0)
    for _ in range(ROUNDS):
        (h0, l0), (h1, l1) = product(M0, x0), product(M1, x2)
        x0, x1, x2, x3 = h1 ^ x1 ^ k0, l1, h0 ^ x3 ^ k1, l0
        k0 += W0
        k1 += W1
    return x0, x1, x2, x3


def batch(base: int) -> tuple[int, int]:
    """How many outcomes out of `base` to take from 32 bits, and below which rest they are thrown away.

    >>> batch(36), batch(4)
    ((5, 1868800), (16, 0))
    """
    kept = {many: 1 - HALF % base**many / HALF for many in range(1, 33) if base**many <= HALF}
    many = max(kept, key=lambda one: one * kept[one] ** HALVES)
    return many, HALF % base**many


@jit()
def draw(seed: Any, stream: Any, turn: Any, base: Any, many: Any, threshold: Any, halves: Any, found: Any) -> Any:
    """Fill `found` with the outcomes (0 to base - 1) of one turn; how many there are, none if one half was too low."""
    for place in range(COUNTERS):
        first, second, third, fourth = words(seed, stream, turn * COUNTERS + place)
        at = 8 * place
        halves[at], halves[at + 1], halves[at + 2], halves[at + 3] = (
            first & _LOW,
            first >> _32,
            second & _LOW,
            second >> _32,
        )
        halves[at + 4], halves[at + 5], halves[at + 6], halves[at + 7] = (
            third & _LOW,
            third >> _32,
            fourth & _LOW,
            fourth >> _32,
        )
    wide = np.uint64(base)
    for place in range(many):
        at = place * HALVES
        for half in range(HALVES):
            scaled = halves[half] * wide
            found[at + half] = np.uint32(scaled >> _32)
            halves[half] = scaled & _LOW
    lowest = np.uint32(halves[0])
    for half in range(HALVES):
        lowest = min(lowest, np.uint32(halves[half]))
    return many * HALVES if lowest >= np.uint32(threshold) else 0


def outcomes(seed: int, stream: int, base: int, count: int) -> list[int]:
    """The first outcomes of a stream, for the plain runner and for tests."""
    many, threshold = batch(base)
    halves, found = np.zeros(HALVES, dtype=np.uint64), np.zeros(many * HALVES, dtype=np.uint32)
    drawn: list[int] = []
    turn = 0
    while len(drawn) < count:
        drawn += found[: draw(seed, stream, turn, base, many, threshold, halves, found)].tolist()
        turn += 1
    return drawn[:count]
