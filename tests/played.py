"""Both runners on the same outcomes, for the tests."""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from banca.rulebook import Outcome
from banca.simulation.compiled.philox import outcomes
from banca.simulation.compiled.program import Program
from banca.simulation.interpreter import play
from banca.simulation.plan import Plan

Row = tuple[list[int], list[int]]


def drawn(plan: Plan, seed: int, session: int) -> Iterator[Outcome]:
    """The outcomes that a session's stream stands for."""
    upper = list(accumulate(weight for _, weight in plan.space))
    count = 512
    seen = 0
    while True:
        for raw in outcomes(seed, session, plan.space.total, count)[seen:]:
            yield plan.space.weights[bisect_right(upper, raw)][0]
        seen, count = count, 2 * count


def plain(plan: Plan, program: Program, seed: int, session: int) -> Row:
    """A session by the plain runner, in the compiled runner's columns."""
    record = play(plan, drawn(plan, seed, session))
    luck = record.luck / program.unit
    assert luck.denominator == 1
    row = [record.net, record.staked, record.rounds, int(luck), record.longest, int(record.ended)]
    return row, list(record.path)


def compiled(program: Program, seed: int, first: int, count: int) -> list[Row]:
    """Sessions by a compiled runner."""
    records, paths = program.run(seed, first, count)
    return list(zip(records.tolist(), paths.tolist(), strict=True))
