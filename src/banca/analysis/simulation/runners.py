"""The two runners of a strategy, whatever its game: compiled, and plain."""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from banca.analysis.simulation import interpreter
from banca.analysis.simulation.compiled.philox import outcomes
from banca.analysis.simulation.compiled.policy import make_policy_program
from banca.analysis.simulation.compiled.program import make_program
from banca.analysis.simulation.interpreter import SessionRecord
from banca.analysis.simulation.part import GameSimulation, part_of
from banca.analysis.simulation.plan import Plan, make_plan
from banca.analysis.simulation.strategy import AnyStrategy, Strategy, chosen_by
from banca.analysis.simulation.work import Runnable
from banca.rules import Outcome

FIRST_DRAW = 512
"""Outcomes drawn at first; then twice as many each time."""


def make_runnable(strategy: AnyStrategy) -> Runnable:
    """A strategy ready to run compiled; refused where it asks for what the rules do not allow."""
    if isinstance(strategy, Strategy):
        plan = make_plan(strategy)
        return make_program(plan) if plan.policy is None else make_policy_program(plan, plan.policy)
    chosen_by(strategy)
    return _part(strategy).make_program(strategy)


def play(strategy: AnyStrategy, seed: int, session: int) -> SessionRecord:
    """One session by the plain runner, over the outcomes that the compiled one draws for it."""
    if not isinstance(strategy, Strategy):
        return _part(strategy).play(strategy, seed, session)
    plan = make_plan(strategy)
    return interpreter.play(plan, drawn(plan, seed, session))


def _part(strategy: AnyStrategy) -> GameSimulation[Any]:
    """What the strategy's game exports: it has a kind of strategy of its own."""
    part = part_of(strategy.game)
    if part is None:
        raise TypeError(strategy)
    return part


def drawn(plan: Plan, seed: int, session: int) -> Iterator[Outcome]:
    """The outcomes that a session's stream stands for."""
    upper = list(accumulate(weight for _, weight in plan.space))
    count, seen = FIRST_DRAW, 0
    while True:
        for raw in outcomes(seed, session, plan.space.total, count)[seen:]:
            yield plan.space.weights[bisect_right(upper, raw)][0]
        seen, count = count, 2 * count
