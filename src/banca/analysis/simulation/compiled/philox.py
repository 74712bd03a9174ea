"""Chance for the compiled runners: Philox 4x64-10, a random number for every (seed, stream, counter), and exact draws.

A stream belongs to one session, so a session is the same whoever plays it, in whatever order, on whatever machine.
A word of 64 bits is two halves; each half yields several outcomes by multiplying and keeping what lies above 2^32
(D. Lemire and N. Brackett-Rozinsky, "Batched Ranged Random Integer Generation", 2024). A half whose rest falls below
2^32 mod base^many is thrown away, with its neighbours, which makes every outcome exactly as likely as every other.
"""

from typing import Any

import numpy as np

from banca.jit import jit, piece, product
from banca.rules import Refusal, _

M0, M1 = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
W0, W1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)
ROUNDS = 10
HALF = 1 << 32
COUNTERS = 8
WORDS_EACH = 4
WORDS = WORDS_EACH * COUNTERS
HALVES = 2 * WORDS
"""Of the words that eight counters give: one turn."""
MOST_EACH = 32
"""Outcomes that a half may give."""
_32 = np.uint64(32)
_LOW, _HIGH = np.uint64(HALF - 1), np.uint64((HALF - 1) << 32)


@jit()
def words(seed: Any, stream: Any, counter: Any) -> Any:
    """Four random words for a counter of a stream."""
    x0, x1, x2, x3 = np.uint64(counter), np.uint64(stream), np.uint64(0), np.uint64(0)
    k0, k1 = np.uint64(seed), np.uint64(0)
    for _round in range(ROUNDS):
        (h0, l0), (h1, l1) = product(M0, x0), product(M1, x2)
        x0, x1, x2, x3 = h1 ^ x1 ^ k0, l1, h0 ^ x3 ^ k1, l0
        k0 += W0
        k1 += W1
    return x0, x1, x2, x3


def batch(base: int) -> tuple[int, int]:
    """How many outcomes out of `base` to take from 32 bits, and below which rest they are thrown away.

    >>> batch(36), batch(4)
    ((5, 1868800), (16, 0))

    Raises:
        Refusal: A half has fewer values than there are outcomes.
    """
    if base > HALF:
        raise Refusal(
            "weights_too_large",
            _(
                "the weights of the game's outcomes add up to {asked}; a simulation supports at most {allowed}, while exact figures have no such limit"
            ),
            asked=base,
            allowed=HALF,
        )
    kept = {many: 1 - HALF % base**many / HALF for many in range(1, MOST_EACH + 1) if base**many <= HALF}
    many = max(kept, key=lambda one: one * kept[one] ** HALVES)
    return many, HALF % base**many


@piece()
def draw(seed: Any, stream: Any, turn: Any, base: Any, many: Any, threshold: Any, rests: Any, pairs: Any) -> Any:
    """Draw one turn of outcomes (0 to base - 1), two to a word of `pairs`; how many, or none if one half was too low.

    `rests` is room for the halves: first the lower ones of all words, then the upper ones, each with what multiplying leaves.
    """
    for place in range(COUNTERS):
        at = WORDS_EACH * place
        rests[at], rests[at + 1], rests[at + 2], rests[at + 3] = words(seed, stream, turn * COUNTERS + place)
    for word in range(WORDS):
        rests[WORDS + word] = rests[word] >> _32
    wide = np.uint64(np.uint32(base))  # so that one instruction multiplies
    for place in range(many):
        at = place * WORDS
        for word in range(WORDS):
            lower, upper = (rests[word] & _LOW) * wide, (rests[WORDS + word] & _LOW) * wide
            pairs[at + word] = (lower >> _32) | (upper & _HIGH)
            rests[word], rests[WORDS + word] = lower, upper
    lowest = np.int64(HALF)
    for half in range(rests.shape[0]):
        lowest = min(lowest, np.int64(rests[half] & _LOW))
    return many * HALVES if lowest >= threshold else 0


def outcomes(seed: int, stream: int, base: int, count: int) -> list[int]:
    """The first outcomes of a stream, for the plain runner and for tests."""
    many, threshold = batch(base)
    rests, pairs = np.zeros(HALVES, dtype=np.uint64), np.zeros(many * WORDS, dtype=np.uint64)
    drawn: list[int] = []
    turn = 0
    while len(drawn) < count:
        drawn += pairs.view(np.uint32)[: draw(seed, stream, turn, base, many, threshold, rests, pairs)].tolist()
        turn += 1
    return drawn[:count]
