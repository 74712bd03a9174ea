"""What a test can find: the smallest rigging that it would find in 99 of 100 cases, and how many results it needs for less.

Three riggings are reckoned with: a share of the results is *turned* into one and the same (whichever it is; of pieces
that are shuffled, one is put in one place, behind one other, or into one hand with another), a share *repeats* the result before, and a share of the orders
is only *cut*. Where a rigging changes how often things come up, chi-square is displaced and the binomial shifted, and that is
all that is computed here.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from banca.house.randomness.distributions import (
    binomial_tails,
    critical_chi_square,
    deviations,
    displaced_chi_square,
)
from banca.house.randomness.orders import CUT_KEEPS_MANY, Pairs, spread_blocks
from banca.house.randomness.rows import (
    LEAST_CHANGES,
    LEAST_EXPECTED,
    MARKED_SHARE,
    Weights,
    changes,
    classes,
    gap_chances,
    halves,
    longest_gap,
)

SURE = 0.99
"""How often a rigging must be found."""
SOUGHT = 0.002
"""The share of turned results for which the number of results is said that finds it."""
FEWEST, MOST = 10, 10**10
"""Results that are reckoned with."""

Finds = Callable[[int, float], bool]
"""Whether so many results of which this share is rigged are found out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """The smallest shares that a test finds; none where it finds not even all of them."""

    turned: float | None = None
    repeated: float | None = None
    cut: float | None = None
    rounds_for_sought: int | None = None
    """How many results it takes to find the sought share turned into one."""


@lru_cache(10_000)
def power_of(test: str, device: str, weights: Weights, count: int, level: float, pairs: Pairs | None = None) -> Power:
    """The power of a test of so many results, at the level at which it condemns; `pairs` where it counts those."""
    finds = {rigging: _finds(test, device, weights, level, rigging, pairs) for rigging in ("turned", "repeated", "cut")}
    shares = {rigging: smallest(find, count) for rigging, find in finds.items() if find}
    turned = finds["turned"]
    return Power(**shares, rounds_for_sought=fewest(turned, SOUGHT) if turned else None)


def smallest(finds: Finds, count: int) -> float | None:
    """The smallest share that is found among so many results, within a hundredth of itself."""
    low, high = math.log(1e-9), 0.0
    if not finds(count, 1.0):
        return None
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (low, middle) if finds(count, math.exp(middle)) else (middle, high)
    return math.exp(high)


def fewest(finds: Finds, share: float) -> int | None:
    """The fewest results among which this share is found, within a hundredth."""
    high = FEWEST
    while not finds(high, share):
        if high >= MOST:
            return None
        high *= 2
    low = high // 2
    while high - low > max(1, high // 100):
        middle = (low + high) // 2
        low, high = (low, middle) if finds(middle, share) else (middle, high)
    return high


def _finds(test: str, device: str, weights: Weights, level: float, rigging: str, pairs: Pairs | None) -> Finds | None:
    """What a test finds of a rigging; none where it does not look for that."""
    if rigging == "cut":
        return _finds_kept(weights, level) if (device, test) == ("kept", "single") else None
    if pairs is not None:
        return _finds_pairs(test, pairs, level) if rigging == "turned" else None
    return {
        ("frequency", "turned"): _finds_classes,
        ("single", "turned"): _finds_single,
        ("serial", "turned"): _finds_pair_of_one,
        ("serial", "repeated"): _finds_pair_of_two,
        ("runs", "turned"): _finds_other_halves,
        ("runs", "repeated"): _finds_fewer_changes,
        ("gap", "turned"): _finds_other_gaps,
        ("gap", "repeated"): _finds_no_gaps,
    }.get((test, rigging), lambda _, __: None)(weights, level)


def _is_displaced(freedom: int, away: float, level: float) -> bool:
    """Whether a chi-square that lies so far away is found."""
    return freedom > 0 and displaced_chi_square(critical_chi_square(freedom, level / 2), freedom, away) >= SURE


def _is_above(draws: int, share: float, rigged: float, level: float, cells: int) -> bool:
    """Whether a count that comes up with the chance `rigged` instead of `share` is found among so many counts."""
    return binomial_tails(_critical(draws, share, level / 2 / cells), draws, rigged)[1] >= SURE


@lru_cache(100_000)
def _critical(draws: int, share: float, chance: float) -> int:
    """The least count that comes up with no more than this chance."""
    low, high = math.floor(draws * share), draws + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if binomial_tails(middle, draws, share)[1] <= chance else (middle, high)
    return high


def _finds_pairs(test: str, pairs: Pairs, level: float) -> Finds:
    """One piece put in one place, or beside one other: found in its count, or in how evenly all lie."""
    cells, share, pieces = pairs
    if test == "single":
        return lambda draws, turned: _is_above(draws, share, share + turned * (1 - share), level, cells)

    def finds(draws: int, turned: float) -> bool:
        blocks = spread_blocks(draws, pieces) or 1
        return _is_displaced((pieces - 1) * (blocks - 1), draws * turned**2 * (blocks - 1), level)

    return finds


def _finds_kept(weights: Weights, level: float) -> Finds:
    share = weights[-1] / sum(weights)
    return lambda draws, cut: _is_above(draws, share, share + cut * CUT_KEEPS_MANY, level, len(weights))


def _finds_single(weights: Weights, level: float) -> Finds:
    """The result that is hardest to find is the commonest."""
    share = max(weights) / sum(weights)
    return lambda draws, turned: _is_above(draws, share, share + turned * (1 - share), level, len(weights))


def _away(shares: list[float], turned: float) -> float:
    """How far chi-square of one result is displaced where a share is turned into the commonest class."""
    share = max(shares)
    return turned**2 * (1 - share) / share


def _finds_classes(weights: Weights, level: float) -> Finds:
    def finds(draws: int, turned: float) -> bool:
        shares = classes(weights, LEAST_EXPECTED / draws)[1]
        return _is_displaced(len(shares) - 1, draws * _away(shares, turned), level)

    return finds


def _finds_pair_of_one(weights: Weights, level: float) -> Finds:
    def finds(draws: int, turned: float) -> bool:
        pairs = draws // 2
        shares = classes(weights, math.sqrt(LEAST_EXPECTED / pairs))[1]
        return _is_displaced(len(shares) ** 2 - 1, pairs * ((1 + _away(shares, turned)) ** 2 - 1), level)

    return finds


def _finds_pair_of_two(weights: Weights, level: float) -> Finds:
    def finds(draws: int, repeated: float) -> bool:
        pairs = draws // 2
        kinds = len(classes(weights, math.sqrt(LEAST_EXPECTED / pairs))[1])
        return _is_displaced(kinds**2 - 1, pairs * repeated**2 * (kinds - 1), level)

    return finds


def _is_changed(low: float, draws: int, chance: float, level: float) -> bool:
    """Whether a row that changes with this chance is found."""
    mean, variance = changes(low, draws)
    far = (deviations(level / 2) + deviations(1 - SURE)) * math.sqrt(variance)
    return variance >= LEAST_CHANGES and abs(chance * (draws - 1) - mean) >= far


def _finds_other_halves(weights: Weights, level: float) -> Finds:
    low = halves(weights)[1]

    def finds(draws: int, turned: float) -> bool:
        rigged = (low + turned * (1 - low), low * (1 - turned))
        return all(_is_changed(low, draws, 2 * one * (1 - one), level) for one in rigged)

    return finds


def _finds_fewer_changes(weights: Weights, level: float) -> Finds:
    low = halves(weights)[1]
    return lambda draws, repeated: _is_changed(low, draws, (1 - repeated) * 2 * low * (1 - low), level)


def _is_gap(draws: int, share: float, at_once: float, later: float, level: float) -> bool:
    """Whether gaps are found that end at once, or later, with these chances in place of `share`."""
    longest = longest_gap(share, draws)
    if not longest:
        return False
    usual, rigged = gap_chances(longest, share, share), gap_chances(longest, at_once, later)
    away = sum((b - a) ** 2 / a for a, b in zip(usual, rigged, strict=True))
    return _is_displaced(longest, share * (draws - longest) * away, level)


def _finds_other_gaps(weights: Weights, level: float) -> Finds:
    share = classes(weights, MARKED_SHARE)[1][0]

    def finds(draws: int, turned: float) -> bool:
        rigged = (share + turned * (1 - share), share * (1 - turned))
        return all(_is_gap(draws, share, one, one, level) for one in rigged)

    return finds


def _finds_no_gaps(weights: Weights, level: float) -> Finds:
    share = classes(weights, MARKED_SHARE)[1][0]

    def finds(draws: int, repeated: float) -> bool:
        later = (1 - repeated) * share
        return _is_gap(draws, share, repeated + later, later, level)

    return finds
