"""What the sums say: means beside the exact figures, chances, the fan of the money over time."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from banca.simulation.buckets import bars, quantile
from banca.simulation.session import Ended
from banca.simulation.tally import Tally

FAN = (0.05, 0.25, 0.5, 0.75, 0.95)
CONFIDENCE = 1.959964
"""Standard errors on either side that hold the true value 95 times in 100."""
BARS = 40


@dataclass(frozen=True, slots=True)
class Mean:
    """A measured mean with its standard error, beside the exact mean of what was staked; the exact one is a fraction."""

    measured: float
    error: float
    exact: Fraction | None
    """None where the exact mean is not worked out."""


@dataclass(frozen=True, slots=True)
class Share:
    """A measured chance with its standard error."""

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
    z: float | None
    """How many standard errors the measured result lies above the exact mean of what was staked."""
    deviation: float
    """The standard deviation of a session's net result."""
    ahead: Share
    ended: dict[Ended, Share]
    points: tuple[int, ...]
    fan: tuple[tuple[float, ...], ...]
    """At each point, the net worth that 5, 25, 50, 75 and 95 % of sessions stay below."""
    histogram: tuple[tuple[float, float, int], ...]
    """Final net results: from, below, sessions."""
    longest: int
    longest_mean: float
    lasted: tuple[float, ...]
    """Rounds that 5, 25, 50, 75 and 95 % of sessions stay below."""


def results(
    tally: Tally, *, points: tuple[int, ...], unit: Fraction, drift: Fraction = Fraction(0), grain: int = 1
) -> Results:
    """The figures of a tally; `unit` is what one of luck is worth in avos, 0 where the exact mean is not worked out.

    All net results are multiples of `grain`, in avos.
    """
    count = tally.sessions
    luck = tally.luck * unit + tally.staked * drift
    expected = tally.net - luck if unit else None
    deviation = _deviation(tally.net, tally.net_net, count)
    return Results(
        sessions=count,
        rounds=tally.rounds,
        staked=tally.staked,
        net=tally.net,
        per_round=_ratio(tally, tally.rounds, tally.net_rounds, tally.rounds_rounds, expected),
        per_session=Mean(tally.net / count, deviation / math.sqrt(count), _per(expected, count)),
        per_staked=_ratio(tally, tally.staked, tally.net_staked, tally.staked_staked, expected),
        z=_z(tally, luck, unit),
        deviation=deviation,
        ahead=_share(tally.ahead, count),
        ended={ended: _share(int(tally.ended[ended]), count) for ended in Ended},
        points=points,
        fan=tuple(tuple(quantile(row, share, grain) for share in FAN) for row in tally.worth),
        histogram=tuple(bars(tally.worth[-1], BARS, grain)),
        longest=int(tally.longest.nonzero()[0].max()),
        longest_mean=float(np.dot(tally.longest, np.arange(len(tally.longest)))) / count,
        lasted=tuple(quantile(tally.lasted, share) for share in FAN),
    )


def per_staked(tally: Tally) -> Mean:
    """Net result per amount staked, measured so far."""
    return _ratio(tally, tally.staked, tally.net_staked, tally.staked_staked, None)


def _deviation(total: int, squares: int, count: int) -> float:
    """The standard deviation, from a sum and a sum of squares."""
    return math.sqrt(max(squares - total * total / count, 0) / max(count - 1, 1))


def mean_error(total: int, squares: int, count: int) -> float:
    """The standard error of a mean, likewise."""
    return _deviation(total, squares, count) / math.sqrt(count)


def _ratio(tally: Tally, of: int, product: int, squares: int, expected: Fraction | None) -> Mean:
    """Net result per something that differs from session to session: the usual error of a ratio."""
    if not of:
        return Mean(0.0, 0.0, None)
    ratio = tally.net / of
    spread = max(tally.net_net - 2 * ratio * product + ratio * ratio * squares, 0) / max(tally.sessions - 1, 1)
    return Mean(ratio, math.sqrt(spread * tally.sessions) / of, _per(expected, of))


def _per(expected: Fraction | None, count: int) -> Fraction | None:
    return None if expected is None else expected / count


def _z(tally: Tally, luck: Fraction, unit: Fraction) -> float | None:
    """Luck in its own standard errors; its mean is exactly 0 for every strategy."""
    spread = _deviation(tally.luck, tally.luck_luck, tally.sessions)
    if not unit or not spread:
        return None
    return float(luck / unit) / (spread * math.sqrt(tally.sessions))


def _share(part: int, count: int) -> Share:
    share = part / count
    return Share(share, math.sqrt(share * (1 - share) / count))
