"""Chance for the compiled runners: Philox 4x64-10, and outcomes drawn from its words exactly by their weights.

**Streams.** A generator that counts (Philox; the same numbers as numpy's) instead of one with a state: words are a function of seed,
session and counter. So a session has the same outcomes on whichever thread or machine it is played, and two strategies are played over
the same ones.

**Exact draws.** A word is two halves of 32 bits. A half, as a fraction of 2^32, times the total weight gives one raw number above and
leaves a fraction below, which gives the next one (D. Lemire's multiplication, repeated). After `many` numbers, what is left tells whether
the half was one of the few that would favour some outcomes; then it must not be used.

**Turns.** 32 words (eight counters) are drawn together as one turn of `many` times 64 outcomes, and thrown away together where a single
half was too low: that is rare, and leaves no branch in the loops, which LLVM turns into vector instructions. A raw number becomes an
outcome's class (what the strategy can tell apart) by a look-up, now or in the cells of the automaton.
"""

from typing import Any, NamedTuple

import numpy as np

from banca.analysis.simulation.tally import Array
from banca.jit import jit, jit_part, multiply_wide
from banca.rules import Refusal, Space, _

M0, M1 = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
W0, W1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)
ROUNDS = 10
HALF = 1 << 32
COUNTERS = 8
WORDS_EACH = 4
WORDS = WORDS_EACH * COUNTERS
HALVES = 2 * WORDS
"""Of one turn."""
MOST_EACH = 32
"""Outcomes that a half may give."""
_32 = np.uint64(32)
_LOW, _HIGH = np.uint64(HALF - 1), np.uint64((HALF - 1) << 32)


@jit()
def philox_words(seed: int, stream: int, counter: int) -> Any:
    """Return the four random words of a counter of a stream."""
    x0, x1, x2, x3 = np.uint64(counter), np.uint64(stream), np.uint64(0), np.uint64(0)
    k0, k1 = np.uint64(seed), np.uint64(0)
    for _round in range(ROUNDS):
        (h0, l0), (h1, l1) = multiply_wide(M0, x0), multiply_wide(M1, x2)
        x0, x1, x2, x3 = h1 ^ x1 ^ k0, l1, h0 ^ x3 ^ k1, l0
        k0 += W0
        k1 += W1
    return x0, x1, x2, x3


def numbers_per_half(base: int) -> tuple[int, int]:
    """Return how many numbers below `base` to draw from 32 bits, and below which rest they are thrown away.

    As many as give the most outcomes a turn, thrown away turns counted.

    >>> numbers_per_half(36), numbers_per_half(4)
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
    used = {many: 1 - HALF % base**many / HALF for many in range(1, MOST_EACH + 1) if base**many <= HALF}
    many = max(used, key=lambda many: many * used[many] ** HALVES)
    return many, HALF % base**many


@jit_part()
def draw_turn(
    seed: int, stream: int, turn: int, base: int, many: int, threshold: int, rests: Array, pairs: Array
) -> Any:
    """Draw one turn of numbers from 0 to base - 1, two to a word of `pairs`. Return how many, or 0 if one half was too low.

    `rests` is a buffer for the halves: the lower ones of all words, then the upper ones, each with what multiplying leaves of it.
    """
    for counter in range(COUNTERS):
        at = WORDS_EACH * counter
        rests[at], rests[at + 1], rests[at + 2], rests[at + 3] = philox_words(seed, stream, turn * COUNTERS + counter)
    for word in range(WORDS):
        rests[WORDS + word] = rests[word] >> _32
    wide = np.uint64(
        np.uint32(base)
    )  # LLVM sees that its upper half is empty: one instruction multiplies a whole register
    for number in range(many):
        at = number * WORDS
        for word in range(WORDS):
            lower, upper = (rests[word] & _LOW) * wide, (rests[WORDS + word] & _LOW) * wide
            pairs[at + word] = (lower >> _32) | (upper & _HIGH)
            rests[word], rests[WORDS + word] = lower, upper
    lowest = np.int64(HALF)  # of all rests: comparing each with the threshold would be a branch for each
    for half in range(rests.shape[0]):
        lowest = min(lowest, np.int64(rests[half] & _LOW))
    return many * HALVES if lowest >= threshold else 0


SMALL = 1 << 16


class OutcomeClasses(NamedTuple):
    """How raw numbers below `base` become classes: outcomes that the strategy cannot tell apart are one class.

    An outcome with weight 3 has three raw numbers. Where there are many raw numbers (those of three cards drawn from 416), a table
    with one entry for each would not stay in the cache: `guide` has one for each run of 2^shift of them, and `upper` is searched on
    from there.
    """

    base: int
    many: int
    threshold: int
    converts: bool
    """Whether raw numbers are replaced by their classes as soon as they are drawn."""
    shift: int
    guide: Array
    """Per raw number without its lowest bits: the first outcome it might be."""
    upper: Array
    """Per outcome: the raw number above its own."""
    class_of: Array
    direct: Array
    """The class of what is then there: of a raw number, or of a class."""


def make_chance(space: Space, class_of: list[int], *, converts: bool) -> OutcomeClasses:
    """Return the draw for a space; raw numbers too many for a table of their own are always converted."""
    base = space.total
    many, threshold = numbers_per_half(base)
    upper = np.cumsum([weight for _, weight in space], dtype=np.int64)
    # No more than 2^16 entries of the guide, which fit the second level of any cache.
    shift = max((base - 1).bit_length() - SMALL.bit_length() + 1, 0)
    # The lowest raw number of each run; the outcome it belongs to is where the search begins.
    lowest = np.arange(((base - 1) >> shift) + 1, dtype=np.int64) << shift
    guide = np.searchsorted(upper, lowest, side="right").astype(np.int32)
    classes = np.array(class_of, dtype=np.uint8)
    is_converted = converts or shift > 0
    direct = np.arange(256, dtype=np.uint8) if is_converted else classes[guide]
    return OutcomeClasses(base, many, threshold, is_converted, shift, guide, upper, classes, direct)


class Draws(NamedTuple):
    """Where the outcomes of sessions come from, and the buffers that they are drawn into."""

    chance: OutcomeClasses
    seed: int
    first: int
    """The stream of session 0; each session has its own."""
    rests: Array
    raw: Array
    """The outcomes of one turn."""
    pairs: Array
    """The memory of `raw`, two outcomes to a word."""


@jit()
def make_draws(chance: OutcomeClasses, seed: int, first: int) -> Any:
    """Return buffers for the turns of one session after the other."""
    pairs = np.zeros(WORDS * chance.many, np.uint64)
    return Draws(chance, seed, first, np.zeros(HALVES, np.uint64), pairs.view(np.uint32), pairs)


@jit_part(inlined=False)
def next_turn(draws: Draws, session: int, turn: int) -> Any:
    """Draw a session's next turn that is not thrown away, from `turn` on, and return its number."""
    chance, stream, raw = draws.chance, draws.first + session, draws.raw
    base, many, threshold = chance.base, chance.many, chance.threshold
    while draw_turn(draws.seed, stream, turn, base, many, threshold, draws.rests, draws.pairs) == 0:
        turn += 1
    if chance.converts:
        for index in range(chance.many * HALVES):
            number = np.int64(raw[index])
            outcome = chance.guide[number >> chance.shift]
            while number >= chance.upper[outcome]:
                outcome += 1
            raw[index] = chance.class_of[outcome]
    return turn
