"""Tests of a row of results, each drawn by itself with known weights.

- *frequency*: how often each came up, beside its exact weight (chi-square);
- *single*: the one that came up most above or below its weight (binomial, exact; divided among all results);
- *serial*: how often each pair came up, over the pairs 1-2, 3-4 and so on (chi-square);
- *runs*: how often the row changes between the lower half of the results and the upper half (normal);
- *gap*: how many draws lie between two results of the lowest tenth (chi-square).

All are two-sided: a row that is too even is as suspect as one that is too uneven. A test says nothing of a row that is too short
for its distribution to hold.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

from banca.house.randomness.distributions import Match, binomial_tails, chi_square

LEAST_EXPECTED = 20
"""Results that fewer draws than this are expected to show are counted together with their neighbours: with so many, chi-square is
right within a fifth down to chances of 1 in 10,000."""
MARKED_SHARE = 0.1
LEAST_CHANGES = 100
"""Variance of the changes in a row, below which they are not yet normal."""

Weights = tuple[int, ...]


def frequency_test(row: Sequence[int], weights: Weights) -> Match | None:
    """How often each result came up."""
    of, shares = classes(weights, LEAST_EXPECTED / len(row))
    if len(shares) == 1:
        return None
    counts = Counter(map(of.__getitem__, row))
    return chi_square([counts[one] for one in range(len(shares))], [share * len(row) for share in shares])


def single_test(row: Sequence[int], weights: Weights) -> Match:
    """The result that came up most above or below its weight."""
    counts, total = Counter(row), sum(weights)
    counted = [(counts[place], weight / total) for place, weight in enumerate(weights)]
    return extreme(len(row), counted, of=len(weights))


def extreme(draws: int, counted: Iterable[tuple[int, float]], of: int) -> Match:
    """The strangest of so many counts, given with their shares: its standard deviations, and its p, which all of them share."""
    p, count, share = min((2 * min(binomial_tails(count, draws, share)), count, share) for count, share in counted)
    deviation = (count - draws * share) / math.sqrt(draws * share * (1 - share))
    return deviation, 0, min(1.0, p * of)


def serial_test(row: Sequence[int], weights: Weights) -> Match | None:
    """How often each pair of successive results came up; no result is in two pairs."""
    pairs = len(row) // 2
    of, shares = classes(weights, math.sqrt(LEAST_EXPECTED / pairs))
    if len(shares) == 1:
        return None
    classed = [of[place] for place in row]
    counts = Counter(zip(classed[: 2 * pairs : 2], classed[1 : 2 * pairs : 2], strict=True))
    cells = [(first, second) for first in range(len(shares)) for second in range(len(shares))]
    return chi_square([counts[cell] for cell in cells], [shares[a] * shares[b] * pairs for a, b in cells])


def runs_test(row: Sequence[int], weights: Weights) -> Match | None:
    """How often the row changes between the lower results and the upper ones, cut where the weight is nearest to half."""
    cut, low = halves(weights)
    mean, variance = changes(low, len(row))
    if variance < LEAST_CHANGES:
        return None
    found = sum((a <= cut) != (b <= cut) for a, b in pairwise(row))
    deviation = (found - mean) / math.sqrt(variance)
    return deviation, 0, math.erfc(abs(deviation) / math.sqrt(2))


@lru_cache(100)
def halves(weights: Weights) -> tuple[int, float]:
    """The last of the lower results, and the share of these."""
    total, below = sum(weights), list(accumulate(weights))
    cut = min(range(len(weights) - 1), key=lambda place: abs(2 * below[place] - total))
    return cut, below[cut] / total


def changes(low: float, draws: int) -> tuple[float, float]:
    """Mean and variance of the changes in a row.

    With p q the product of both chances, n draws have 2pq (n - 1) changes on average, with a variance of
    2pq (1 - 2pq) (n - 1) + 2pq (1 - 4pq) (n - 2), as two changes that share a draw hang together.
    """
    change = 2 * low * (1 - low)
    return change * (draws - 1), change * (1 - change) * (draws - 1) + change * (1 - 2 * change) * (draws - 2)


def gap_test(row: Sequence[int], weights: Weights) -> Match | None:
    """How many draws lie between two marked results: the first ones that have a tenth of the weight together.

    Gaps of `longest` and more are one class, and none is counted that begins in the last `longest` draws: so the end of the row
    cuts no gap short. Where nothing marked came up there is no gap to test, and that itself is.
    """
    of, shares = classes(weights, MARKED_SHARE)
    share = shares[0]
    longest = longest_gap(share, len(row))
    if not longest:
        return None
    marked = [place for place, result in enumerate(row) if of[result] == 0]
    begin = [place for place in marked if place < len(row) - longest]
    if not begin:
        return chi_square([0, len(row)], [share * len(row), (1 - share) * len(row)])
    ends = [*marked[1:], len(row) + longest]
    gaps = Counter(min(end - start - 1, longest) for start, end in zip(begin, ends, strict=False))
    chances = gap_chances(longest, share, share)
    return chi_square([gaps[gap] for gap in range(longest + 1)], [chance * len(begin) for chance in chances])


def longest_gap(share: float, draws: int) -> int:
    """How long gaps are counted apart, so that enough of each are expected; 0 where there are too few of any."""
    longest = 0
    while min(share, 1 - share) * (1 - share) ** (longest + 1) * share * (draws - longest - 2) >= LEAST_EXPECTED:
        longest += 1
    return longest


def gap_chances(longest: int, at_once: float, later: float) -> list[float]:
    """The chances of a gap of 0, 1 and so on, where the next is marked with one chance and those behind it with another."""
    behind = [(1 - at_once) * later * (1 - later) ** gap for gap in range(longest - 1)]
    return [at_once, *behind, (1 - at_once) * (1 - later) ** (longest - 1)]


TESTS: Mapping[str, Callable[[Sequence[int], Weights], Match | None]] = {
    "frequency": frequency_test,
    "single": single_test,
    "serial": serial_test,
    "runs": runs_test,
    "gap": gap_test,
}


@lru_cache(1000)
def classes(weights: Weights, least: float) -> tuple[list[int], list[float]]:
    """Neighbouring results put together until each class has at least the share `least`: the class of each, and the shares.

    >>> classes((1, 1, 2, 4, 1), 0.2)
    ([0, 0, 1, 2, 2], [0.2222222222222222, 0.2222222222222222, 0.5555555555555556])
    """
    total = sum(weights)
    of: list[int] = []
    sums = [0]
    for weight in weights:
        if sums[-1] >= least * total:
            sums.append(0)
        of.append(len(sums) - 1)
        sums[-1] += weight
    if len(sums) > 1 and sums[-1] < least * total:
        rest = sums.pop()
        sums[-1] += rest
        of = [min(one, len(sums) - 1) for one in of]
    return of, [one / total for one in sums]
