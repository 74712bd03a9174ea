"""Both runners on the same outcomes, for the tests."""

from banca.analysis.simulation.interpreter import play
from banca.analysis.simulation.plan import Plan
from banca.analysis.simulation.run import session_outcomes
from banca.analysis.simulation.tally import Program

Row = tuple[list[int], list[int]]


def plain(plan: Plan, program: Program, seed: int, session: int) -> Row:
    """A session by the plain runner, in the compiled runner's columns."""
    record = play(plan, session_outcomes(plan, seed, session))
    luck = record.luck / program.unit
    assert luck.denominator == 1
    row = [record.net, record.staked, record.rounds, int(luck), record.longest, int(record.ended)]
    return row, list(record.path)


def compiled(program: Program, seed: int, first: int, count: int) -> list[Row]:
    """Sessions by a compiled runner."""
    records, paths = program.run(seed, first, count)
    return list(zip(records.tolist(), paths.tolist(), strict=True))
