"""The distributions that the tests ask: chi-square, central or not, the binomial and the normal. All give floats."""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from statistics import NormalDist

PRECISION = 1e-15
TINY = 1e-300

Match = tuple[float, int, float]
"""A statistic, its degrees of freedom, and p."""


def chi_square(counts: Sequence[int], expected: Sequence[float]) -> Match:
    """How far the counts lie from what was expected, and twice the chance of the nearer tail."""
    statistic = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))
    freedom = len(counts) - 1
    return statistic, freedom, min(1.0, 2 * min(chi_square_tails(statistic, freedom)))


def chi_square_tails(statistic: float, freedom: int) -> tuple[float, float]:
    """The chances that chi-square is at most, and at least, the statistic.

    >>> f"{chi_square_tails(3.841, 1)[1]:.3f}"
    '0.050'
    """
    return gamma_tails(freedom / 2, statistic / 2)


def gamma_tails(shape: float, at: float) -> tuple[float, float]:
    """The regularised incomplete gamma function, lower and upper; each is accurate where it is the smaller one.

    The lower one by its power series, the upper one by its continued fraction (Lentz's way), whichever converges here.
    """
    if at <= 0:
        return 0.0, 1.0
    front = math.exp(shape * math.log(at) - at - math.lgamma(shape))
    if at < shape + 1:
        lower = front * _series(shape, at)
        return lower, 1 - lower
    upper = front * _fraction(shape, at)
    return 1 - upper, upper


def _series(shape: float, at: float) -> float:
    """The sum of at^k / (shape (shape + 1) … (shape + k)) over all k."""
    term = total = 1 / shape
    while term > total * PRECISION:
        shape += 1
        term *= at / shape
        total += term
    return total


def _fraction(shape: float, at: float) -> float:
    """1 / (at + 1 - shape - 1 (1 - shape) / (at + 3 - shape - 2 (2 - shape) / (at + 5 - shape - …)))."""
    bottom = at + 1 - shape
    above, below = 1 / TINY, 1 / bottom
    value, step, turn = below, 0.0, 0
    while abs(step - 1) > PRECISION:
        turn += 1
        factor = turn * (shape - turn)
        bottom += 2
        below = 1 / ((factor * below + bottom) or TINY)
        above = (bottom + factor / above) or TINY
        step = above * below
        value *= step
    return value


def binomial_tails(count: int, draws: int, share: float) -> tuple[float, float]:
    """The chances that of so many draws at most, and at least, `count` are of this share; exact, term by term.

    >>> [round(tail, 4) for tail in binomial_tails(8, 10, 0.5)]
    [0.9893, 0.0547]
    """
    if not 0 <= count <= draws:
        return float(count > draws), float(count < 0)
    if share <= 0 or share >= 1:
        stands = draws if share >= 1 else 0
        return float(stands <= count), float(stands >= count)
    odds = share / (1 - share)
    here = math.exp(
        math.lgamma(draws + 1)
        - math.lgamma(count + 1)
        - math.lgamma(draws - count + 1)
        + count * math.log(share)
        + (draws - count) * math.log1p(-share)
    )
    if count > draws * share:
        upper = _summed(here, ((draws - k) / (k + 1) * odds for k in range(count, draws)))
        return 1 - upper + here, upper
    lower = _summed(here, (k / (draws - k + 1) / odds for k in range(count, 0, -1)))
    return lower, 1 - lower + here


def _summed(term: float, ratios: Iterable[float]) -> float:
    """A term and those that follow it, each from the one before, until they no longer count."""
    total = term
    for ratio in ratios:
        term *= ratio
        total += term
        if term <= total * PRECISION:
            break
    return total


@lru_cache(1000)
def critical_chi_square(freedom: int, chance: float) -> float:
    """What chi-square comes to or beyond with this chance."""
    low, high = 0.0, 2.0 * freedom + 1000
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if chi_square_tails(middle, freedom)[1] > chance else (low, middle)
    return high


def displaced_chi_square(statistic: float, freedom: int, away: float) -> float:
    """The chance that chi-square comes to or beyond the statistic where its mean lies `away` from the degrees of freedom.

    By Patnaik's approximation: a central chi-square with the same mean and variance.
    """
    scale = (freedom + 2 * away) / (freedom + away)
    alike = (freedom + away) ** 2 / (freedom + 2 * away)
    return gamma_tails(alike / 2, statistic / scale / 2)[1]


def deviations(chance: float) -> float:
    """How many standard deviations a normal number exceeds with this chance."""
    return -NormalDist().inv_cdf(chance)
