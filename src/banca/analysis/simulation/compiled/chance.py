"""Chance for the compiled runners: Philox 4x64-10 and exact draws from a space."""

from typing import Any, NamedTuple

import numpy as np

from banca.analysis.simulation.plan import Plan
from banca.analysis.simulation.tally import Array
from banca.jit import jit, piece, product
from banca.rules import Outcome, Refusal, Space, _

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


SMALL = 1 << 16


class OutcomeClasses(NamedTuple):
    """How raw numbers below `base` become classes of outcomes: outcomes that the strategy cannot tell apart are one class."""

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


def outcome_classes(plan: Plan) -> tuple[list[int], list[Outcome]]:
    """The class of each outcome of the space, and for each class an outcome that stands for it."""
    table = plan.rules.rulebook.table
    classes: dict[tuple[object, ...], int] = {}
    class_of: list[int] = []
    speaks_for: list[Outcome] = []
    for outcome, _weight in plan.space:
        verdicts = [line.bet.verdict(state, outcome) for line in plan.lines for state in line.states]
        signature = (*verdicts, *(table.after(state, outcome) for state in plan.table_states))
        found = classes.setdefault(signature, len(classes))
        if found == len(speaks_for):
            speaks_for.append(outcome)
        class_of.append(found)
    return class_of, speaks_for


def make_chance(space: Space, class_of: list[int], *, converts: bool) -> OutcomeClasses:
    """The draw for a space; raw numbers too many for a table of their own are always converted."""
    base = space.total
    many, threshold = batch(base)
    upper = np.cumsum([weight for _, weight in space], dtype=np.int64)
    shift = max((base - 1).bit_length() - SMALL.bit_length() + 1, 0)
    lowest = np.arange(((base - 1) >> shift) + 1, dtype=np.int64) << shift
    guide = np.searchsorted(upper, lowest, side="right").astype(np.int32)
    classes = np.array(class_of, dtype=np.uint8)
    is_converted = converts or shift > 0
    direct = np.arange(256, dtype=np.uint8) if is_converted else classes[guide]
    return OutcomeClasses(base, many, threshold, is_converted, shift, guide, upper, classes, direct)


class Draws(NamedTuple):
    """Where the outcomes of sessions come from, and where they are written when they are drawn."""

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
def make_draws(chance: Any, seed: Any, first: Any) -> Any:
    """Room for the turns of one session after the other."""
    pairs = np.zeros(WORDS * chance.many, np.uint64)
    return Draws(chance, seed, first, np.zeros(HALVES, np.uint64), pairs.view(np.uint32), pairs)


@piece(inlined=False)
def next_turn(draws: Any, session: Any, turn: Any) -> Any:
    """Draw a session's next turn that is not thrown away, and say which it was."""
    chance, stream, raw = draws.chance, draws.first + session, draws.raw
    base, many, threshold = chance.base, chance.many, chance.threshold
    while draw(draws.seed, stream, turn, base, many, threshold, draws.rests, draws.pairs) == 0:
        turn += 1
    if chance.converts:
        for place in range(chance.many * HALVES):
            number = np.int64(raw[place])
            outcome = chance.guide[number >> chance.shift]
            while number >= chance.upper[outcome]:
                outcome += 1
            raw[place] = chance.class_of[outcome]
    return turn
