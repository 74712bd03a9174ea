"""What the sums say: means beside the exact figures, chances, the fan of the money over time."""

import math
from dataclasses import dataclass
from fractions import Fraction

from banca.analysis.simulation.session import Ended
from banca.analysis.simulation.tally import LASTED, RUNS, Tally
from banca.analysis.simulation.work import Runnable

FAN = (0.05, 0.25, 0.5, 0.75, 0.95)
CONFIDENCE = 1.959964
"""Standard errors on either side that hold the true value 95 times in 100."""
BARS = 40


@dataclass(frozen=True, slots=True)
class Mean:
    """A measured mean with its standard error; beside it the exact mean of the stakes that were made.

    What was staked is itself a matter of luck, so it is their difference, which is luck alone, that has a known mean: 0.
    """

    measured: float
    error: float | None
    """None where one session says nothing about it."""
    exact: Fraction | None = None
    """None where it is not worked out."""
    luck_error: float | None = None
    """The standard error of measured less exact."""


@dataclass(frozen=True, slots=True)
class Share:
    """A measured chance with its standard error, as if one session more had gone each way: it is never quite certain."""

    measured: float
    error: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The figures of one strategy. Amounts are in avos."""

    sessions: int
    rounds: int
    staked: int
    net: int
    per_round: Mean
    per_session: Mean
    per_staked: Mean
    edge: Fraction | None
    """The exact mean per amount staked, where it is the same whatever is staked."""
    z: float | None
    """How many standard errors the measured result lies above the exact mean of what was staked."""
    deviation: float | None
    """The standard deviation of a session's net result."""
    ahead: Share
    ended: dict[Ended, Share]
    points: tuple[int, ...]
    fan: tuple[tuple[int, ...], ...]
    """At each point, the net worth that 5, 25, 50, 75 and 95 % of sessions do not exceed: one that a session had."""
    histogram: tuple[tuple[int, int, int], ...]
    """Final net results: from, below, sessions."""
    longest: int
    longest_mean: float
    lasted: tuple[int, ...]
    """Rounds that 5, 25, 50, 75 and 95 % of sessions do not exceed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFigures:
    """What a run came to, without the sums behind it: those take a hundred times the room."""

    seed: int
    asked: int
    """Sessions."""
    is_complete: bool
    seconds: float
    rounds_per_second: int
    results: tuple[Results, ...]
    """Of each strategy."""
    differences: tuple[Mean, ...]
    """For each strategy but the first: by how much its sessions ended above the first's."""


def results(tally: Tally, program: Runnable) -> Results:
    """The figures of what a program's sessions came to."""
    count = tally.sessions
    luck = tally.luck * program.unit + tally.staked * program.drift
    luck_error = _error(tally.luck, tally.luck_luck, count)
    expected = tally.net - luck if program.unit else None
    scaled = None if luck_error is None or expected is None else luck_error * float(program.unit) * count

    def beside(mean: Mean, of: int) -> Mean:
        if expected is None or not of:
            return mean
        return Mean(mean.measured, mean.error, expected / of, None if scaled is None else scaled / of)

    error = _error(tally.net, tally.net_net, count)
    worth, grain = tally.worth, program.grain
    return Results(
        sessions=count,
        rounds=tally.rounds,
        staked=tally.staked,
        net=tally.net,
        per_round=beside(_ratio(tally, tally.rounds, tally.net_rounds, tally.rounds_rounds), tally.rounds),
        per_session=beside(Mean(tally.net / count, error), count),
        per_staked=beside(per_staked(tally), tally.staked),
        edge=program.edge,
        z=float(luck) / scaled if scaled else None,
        deviation=None if error is None else error * math.sqrt(count),
        ahead=_share(tally.ahead, count),
        ended={ended: _share(tally.ended[ended], count) for ended in Ended},
        points=program.points,
        fan=tuple(tuple(worth.quantile(point, share) for share in FAN) for point in range(len(program.points))),
        histogram=tuple(worth.bars(len(program.points) - 1, BARS, grain)),
        longest=int(tally.lengths.highest[RUNS]),
        longest_mean=tally.longest / count,
        lasted=tuple(tally.lengths.quantile(LASTED, share) for share in FAN),
    )


def per_staked(tally: Tally) -> Mean:
    """Net result per amount staked, measured so far."""
    return _ratio(tally, tally.staked, tally.net_staked, tally.staked_staked)


def mean_and_error(total: int, squares: int, count: int) -> Mean:
    """A mean from a sum and a sum of squares."""
    return Mean(total / count, _error(total, squares, count))


def _error(total: int, squares: int, count: int) -> float | None:
    """The standard error of a mean, likewise."""
    if count < 2:
        return None
    return math.sqrt(max(squares - total * total / count, 0) / (count - 1) / count)


def _ratio(tally: Tally, of: int, product: int, squares: int) -> Mean:
    """Net result per something that differs from session to session: the usual error of a ratio."""
    if not of:
        return Mean(0.0, None)
    ratio = tally.net / of
    spread = max(tally.net_net - 2 * ratio * product + ratio * ratio * squares, 0)
    error = math.sqrt(spread * tally.sessions / (tally.sessions - 1)) / of if tally.sessions > 1 else None
    return Mean(ratio, error)


def _share(part: int, count: int) -> Share:
    likely = (part + 1) / (count + 2)
    return Share(part / count, math.sqrt(likely * (1 - likely) / (count + 2)))
