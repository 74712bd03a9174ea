"""From raw numbers to outcomes: how the compiled runners draw from a game's space."""

from typing import Any, NamedTuple

import numpy as np

from banca.analysis.simulation.compiled.philox import HALVES, WORDS, batch, draw
from banca.analysis.simulation.plan import Plan
from banca.analysis.simulation.records import Array
from banca.jit import jit, piece
from banca.rules import Outcome, Space

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
    for outcome, _ in plan.space:
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
