"""Statistical tests of rows of results and of orders of pieces: whether they look as the rulebooks say, and what the tests can find.

Of a row of results, each drawn by itself with known weights:

- *frequency*: how often each came up, beside its exact weight (chi-square);
- *single*: the one that came up most above or below its weight (binomial, exact; divided among all results);
- *serial*: how often each pair came up, over the pairs 1-2, 3-4 and so on (chi-square);
- *runs*: how often the row changes between the lower half of the results and the upper half (normal);
- *gap*: how many draws lie between two results of the lowest tenth (chi-square).

All are two-sided: a row that is too even is as suspect as one that is too uneven. A test says nothing of a row that is too short
for its distribution to hold.

Of orders of pieces that are shuffled: pieces that were only cut, or mixed too little, lie where they lay beside each other before. So each
order is looked at by itself (which piece lies where, which behind which, which in one hand with which) and beside the order before it (how
many neighbours were kept, and how many neighbours lie the other way round).

The power of a test is the smallest rigging that it would find in 99 of 100 cases. Three riggings are reckoned with: a share of the results
is *turned* into one and the same (whichever it is; of pieces that are shuffled, one is put in one place, behind one other, or into one hand
with another), a share *repeats* the result before, and a share of the orders is only *cut*. Where a rigging changes how often things come
up, chi-square is displaced and the binomial shifted, and that is all that is computed here.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from hashlib import sha256
from itertools import accumulate, combinations, islice
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import binom, chi2, norm

from banca.i18n.answer import AnswerStruct
from banca.rules import Defect
from banca.tables.chance import ShuffledPieces

Array = NDArray[Any]
Match = tuple[float, int, float]
"""A statistic, its degrees of freedom, and p."""
Row = ArrayLike
"""Indices of results among the weights."""
Weights = tuple[int, ...]

# Rows of results

LEAST_EXPECTED = 20
"""Results that fewer draws than this are expected to show are counted together with their neighbours: with so many, chi-square is
right within a fifth down to chances of 1 in 10,000."""
MARKED_SHARE = 0.1
"""The share of the results whose gaps are tested."""
LEAST_CHANGES = 100
"""Variance of the changes in a row, below which they are not yet normal."""


def chi_square(counts: Array, expected: Array) -> Match:
    """Return how far the counts lie from what was expected, and twice the chance of the nearer tail."""
    return chi_square_match(((counts - expected) ** 2 / expected).sum(), len(counts) - 1)


def chi_square_match(statistic: float, freedom: int) -> Match:
    """Return the statistic with its degrees of freedom, and twice the chance of the nearer tail."""
    p = 2 * min(chi2.cdf(statistic, freedom), chi2.sf(statistic, freedom))
    return float(statistic), freedom, min(1.0, float(p))


def frequency_test(row: Row, weights: Weights) -> Match | None:
    """Test how often each result came up."""
    classed, shares = classify(row, weights, lambda count: LEAST_EXPECTED / count)
    if len(shares) == 1:
        return None
    return chi_square(np.bincount(classed, minlength=len(shares)), shares * len(classed))


def single_test(row: Row, weights: Weights) -> Match:
    """Test the result that came up most above or below its weight."""
    total, counts = sum(weights), np.bincount(row, minlength=len(weights))
    return extreme(int(counts.sum()), counts, np.array([weight / total for weight in weights]), of=len(weights))


def extreme(draws: int, counts: Array, shares: Array, of: int) -> Match:
    """Return the strangest of so many counts, given with their shares: its standard deviations, and its p, times all counts."""
    p = 2 * np.minimum(binom.cdf(counts, draws, shares), binom.sf(counts - 1, draws, shares))
    strangest = np.lexsort((shares, counts, p))[0]
    count, share = counts[strangest], shares[strangest]
    deviation = (count - draws * share) / math.sqrt(draws * share * (1 - share))
    return float(deviation), 0, min(1.0, float(p[strangest]) * of)


def serial_test(row: Row, weights: Weights) -> Match | None:
    """Test how often each pair of successive results came up."""
    # No result is in two pairs: pairs that share one are not independent, and chi-square would not hold.
    classed, shares = classify(row, weights, lambda count: math.sqrt(LEAST_EXPECTED / (count // 2)))
    kinds, pairs = len(shares), len(classed) // 2
    if kinds == 1:
        return None
    cells = classed[: 2 * pairs : 2] * kinds + classed[1 : 2 * pairs : 2]
    return chi_square(np.bincount(cells, minlength=kinds**2), np.outer(shares, shares).ravel() * pairs)


def runs_test(row: Row, weights: Weights) -> Match | None:
    """Test how often the row changes between the lower results and the upper ones, cut where the weight is nearest to half."""
    cut, low = halves(weights)
    is_low = np.asarray(row) <= cut
    mean, variance = changes(low, len(is_low))
    if variance < LEAST_CHANGES:
        return None
    deviation = (np.count_nonzero(is_low[1:] != is_low[:-1]) - mean) / math.sqrt(variance)
    return deviation, 0, float(2 * norm.sf(abs(deviation)))


@lru_cache(100)
def halves(weights: Weights) -> tuple[int, float]:
    """Return the last of the lower results, and the share of these."""
    total, below = sum(weights), list(accumulate(weights))
    cut = min(range(len(weights) - 1), key=lambda index: abs(2 * below[index] - total))
    return cut, below[cut] / total


def changes(low: float, draws: int) -> tuple[float, float]:
    """Return mean and variance of the changes in a row."""
    # With p q the product of both chances, n draws have 2pq (n - 1) changes on average, with a variance of
    # 2pq (1 - 2pq) (n - 1) + 2pq (1 - 4pq) (n - 2), as two changes that share a draw hang together.
    change = 2 * low * (1 - low)
    return change * (draws - 1), change * (1 - change) * (draws - 1) + change * (1 - 2 * change) * (draws - 2)


def gap_test(row: Row, weights: Weights) -> Match | None:
    """Test how many draws lie between two marked results: the first ones that have a tenth of the weight together."""
    # Gaps of `longest` and more are one class, and none is counted that begins in the last `longest` draws: so the end of the row cuts
    # no gap short. Where nothing marked came up there is no gap to test, and that itself is tested.
    classed, shares = classify(row, weights, lambda _: MARKED_SHARE)
    share, count = float(shares[0]), len(classed)
    longest = longest_gap(share, count)
    if not longest:
        return None
    marked = np.flatnonzero(classed == 0)
    begin = marked[marked < count - longest]
    if not len(begin):
        return chi_square(np.array([0, count]), np.array([share, 1 - share]) * count)
    ends = np.append(marked[1:], count + longest)[: len(begin)]
    gaps = np.bincount(np.minimum(ends - begin - 1, longest), minlength=longest + 1)
    return chi_square(gaps, gap_chances(longest, share, share) * len(begin))


def longest_gap(share: float, draws: int) -> int:
    """Return how long gaps are counted apart, so that enough of each are expected; 0 where there are too few of any."""
    longest = 0
    while min(share, 1 - share) * (1 - share) ** (longest + 1) * share * (draws - longest - 2) >= LEAST_EXPECTED:
        longest += 1
    return longest


def gap_chances(longest: int, at_once: float, later: float) -> Array:
    """Return the chances of a gap of 0, 1 and so on, where the next is marked with one chance and those behind it with another."""
    behind = (1 - at_once) * later * (1 - later) ** np.arange(longest - 1)
    return np.array([at_once, *behind, (1 - at_once) * (1 - later) ** (longest - 1)])


TESTS: Mapping[str, Callable[[Row, Weights], Match | None]] = {
    "frequency": frequency_test,
    "single": single_test,
    "serial": serial_test,
    "runs": runs_test,
    "gap": gap_test,
}


def classify(row: Row, weights: Weights, least: Callable[[int], float]) -> tuple[Array, Array]:
    """Return the class of each result of a row, and the shares of the classes; `least` is the least share by the length of the row."""
    results = np.asarray(row)
    of, shares = classes(weights, least(len(results)))
    return of[results], shares


@lru_cache(1000)
def classes(weights: Weights, least: float) -> tuple[Array, Array]:
    """Put neighbouring results together until each class has at least the share `least`; return the class of each, and the shares.

    >>> [array.tolist() for array in classes((1, 1, 2, 4, 1), 0.2)]
    [[0, 0, 1, 2, 2], [0.2222222222222222, 0.2222222222222222, 0.5555555555555556]]
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
    return np.minimum(of, len(sums) - 1), np.array([part / total for part in sums])


# Orders of pieces

Order = bytes
"""Pieces by their places among all of them, one byte each."""

AT_A_TIME = 10_000
MANY_KEPT = 9
"""So many neighbours kept, or more, are counted together: they come up less than once in a million orders."""
CUT_KEEPS_MANY = 0.75
"""The share of cuts, at the least, that keep so many, though twins are told apart by coin."""


class Pairs(NamedTuple):
    """Pairs that are counted in orders: how many there are, and the share of the rounds in which each comes up."""

    cells: int
    share: float
    pieces: int


def told_apart(faces: Sequence[str], pieces: tuple[str, ...], table: str, number: int) -> Order:
    """Return the order of pieces of which only the faces were written down."""
    # Twins look alike: which of the two is which is tossed by coin, with the digest of the table and the order's number for a coin. So all
    # orders of different pieces are equally likely if all orders of the faces are, and an audit repeats itself.
    coins = int.from_bytes(sha256(f"{table} {number}".encode()).digest())
    left = {face: list(places) for face, places in _places(pieces).items()}
    try:
        return bytes(
            left[face].pop(coins >> place & 1 if len(left[face]) > 1 else 0) for place, face in enumerate(faces)
        )
    except (KeyError, IndexError):
        raise Defect("these are not the pieces") from None


@cache
def _places(pieces: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    return {face: tuple(place for place, piece in enumerate(pieces) if piece == face) for face in pieces}


class Orders:
    """Orders of one table, or of several, counted as they come."""

    def __init__(self, device: ShuffledPieces) -> None:
        self.pieces, self.together = len(device.pieces), device.together
        self.rounds = 0
        self.kept: list[int] = []
        self.rising: list[int] = []
        size, together = self.pieces, self.together
        ways = {
            "places": Pairs(size**2, 1 / size, size),
            "followers": Pairs(size * (size - 1), 1 / size, size),
            "hands": Pairs(comb(size, 2), (together - 1) / (size - 1), size),
        }
        self.pairs = {name: pairs for name, pairs in ways.items() if pairs.share}
        """What is counted: how often a piece lay at a place, one behind another, two in one hand."""
        self.counts = {name: np.zeros((size, size), int) for name in self.pairs}

    def take(self, orders: Iterable[Order]) -> None:
        """Count the orders of one table, one after another."""
        remaining, last = iter(orders), b""
        while chunk := list(islice(remaining, AT_A_TIME)):
            read = np.frombuffer(last + b"".join(chunk), np.uint8).reshape(-1, self.pieces).astype(int)
            self._compare(read)
            self._count(read[len(read) - len(chunk) :])
            last = chunk[-1]

    def _compare(self, orders: Array) -> None:
        # How many neighbours of an order lie beside each other in the next one still, and how many the other way round.
        places = np.argsort(orders, axis=1)
        steps = np.diff(np.take_along_axis(places[1:], orders[:-1], axis=1), axis=1)
        self.kept += np.minimum((steps == 1).sum(axis=1), MANY_KEPT).tolist()
        self.rising += (steps < 0).sum(axis=1).tolist()

    def _count(self, orders: Array) -> None:
        self.rounds += len(orders)
        self._count_pairs("places", orders, np.arange(self.pieces))
        self._count_pairs("followers", orders[:, :-1], orders[:, 1:])
        hands = np.sort(orders.reshape(len(orders), -1, self.together), axis=2)
        for first, second in combinations(range(self.together), 2):
            self._count_pairs("hands", hands[:, :, first], hands[:, :, second])

    def _count_pairs(self, name: str, first: Array, second: Array) -> None:
        cells = (first * self.pieces + second).ravel()
        self.counts[name] += np.bincount(cells, minlength=self.pieces**2).reshape(self.pieces, -1)

    def add(self, other: "Orders") -> None:
        """Add the orders of another table to these."""
        self.rounds += other.rounds
        self.kept += other.kept
        self.rising += other.rising
        for name, counts in other.counts.items():
            self.counts[name] += counts

    def matches(self) -> Iterator[tuple[str, str, Match]]:
        """Yield how evenly all pieces lie, and for each way of counting pairs the strangest of all counts: device, test, and match."""
        if spread := self.spread():
            yield "places", "frequency", spread
        for name, (cells, share, _) in self.pairs.items():
            # A pair that never came up is among the cells, though not every field of the square is a pair.
            counts = self.counts[name][self.counts[name] > 0]
            least = counts.min() if len(counts) == cells else 0
            yield name, "single", extreme(self.rounds, np.array([counts.max(), least]), np.full(2, share), of=cells)

    def spread(self) -> Match | None:
        """Test how evenly the pieces lie over all places, or over blocks of places where there are few orders."""
        # As every one of n pieces lies somewhere and every place has one, chi-square is (n - 1) / n of the usual sum, with
        # (n - 1) (b - 1) degrees of freedom for b blocks.
        pieces, blocks = self.pieces, spread_blocks(self.rounds, self.pieces)
        if not blocks:
            return None
        block_of, mean = np.arange(pieces) * blocks // pieces, self.rounds / blocks
        counts = np.stack([self.counts["places"][:, block_of == block].sum(axis=1) for block in range(blocks)])
        away = ((counts - mean) ** 2).sum()
        return chi_square_match(away / mean * (pieces - 1) / pieces, (pieces - 1) * (blocks - 1))


def spread_blocks(rounds: int, pieces: int) -> int:
    """Return into how many blocks the places are put, halved until enough pieces are expected in each; 0 where even two are too many."""
    blocks = pieces
    while blocks > 1 and rounds / blocks < LEAST_EXPECTED:
        blocks //= 2
    return blocks if blocks > 1 else 0


@cache
def kept_weights(pieces: int, most: int = MANY_KEPT) -> Weights:
    """Return in how many orders so many neighbours are kept; the last stands for as many and more.

    >>> kept_weights(3, 2)
    (3, 2, 1)
    """
    # Orders of n pieces that keep none number a(n) = (n - 1) a(n - 1) + (n - 2) a(n - 2); in those that keep k, the pieces that stay
    # together are as one, and there are as many ways to choose k of the n - 1 neighbours.
    none = [1, 1]
    for count in range(2, pieces + 1):
        none.append((count - 1) * none[-1] + (count - 2) * none[-2])
    ways = [comb(pieces - 1, kept) * none[pieces - kept] for kept in range(pieces)]
    return (*ways[:most], sum(ways[most:]))


@cache
def rising_weights(pieces: int) -> Weights:
    """Return in how many orders so many neighbours lie the other way round: the Eulerian numbers.

    >>> rising_weights(4)
    (1, 11, 11, 1)
    """
    row = [1]
    for count in range(2, pieces + 1):
        row = [
            (place + 1) * (row[place] if place < count - 1 else 0) + (count - place) * (row[place - 1] if place else 0)
            for place in range(count)
        ]
    return tuple(row)


# Power

SURE = 0.99
"""How often a rigging must be found."""
SOUGHT = 0.002
"""The share of turned results for which the number of results is said that finds it."""
FEWEST, MOST = 10, 10**10
"""Results that are reckoned with."""
FINDS = {
    "frequency": ("turned",),
    "single": ("turned",),
    "serial": ("turned", "repeated"),
    "runs": ("turned", "repeated"),
    "gap": ("turned", "repeated"),
}
"""The riggings that each test looks for."""


class Power(AnswerStruct):
    """The smallest shares of rigged results that a test finds; none where it finds not even all of them."""

    turned: float | None = None
    repeated: float | None = None
    cut: float | None = None
    rounds_for_sought: int | None = None
    """How many results it takes to find the sought share turned into one."""


@lru_cache(10_000)
def power_of(test: str, device: str, weights: Weights, count: int, level: float, pairs: Pairs | None = None) -> Power:
    """Return the power of a test of so many results, at the level at which it condemns; `pairs` where it counts those."""
    riggings = [*FINDS[test], "cut"] if (device, test) == ("kept", "single") else FINDS[test]

    def finds(rigging: str, draws: int, share: float) -> bool:
        if pairs:
            return finds_in_pairs(test, pairs, draws, share, level)
        return finds_in_row(test, rigging, weights, draws, share, level)

    shares = {rigging: smallest(partial(finds, rigging, count)) for rigging in riggings}
    return Power(**shares, rounds_for_sought=fewest(lambda draws: finds("turned", draws, SOUGHT)))


def smallest(finds: Callable[[float], bool]) -> float | None:
    """Return the smallest share that is found, within a hundredth of itself."""
    if not finds(1.0):
        return None
    # Halved on a scale of ratios: shares of a millionth count as much as those of a half.
    low, high = math.log(1e-9), 0.0
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (low, middle) if finds(math.exp(middle)) else (middle, high)
    return math.exp(high)


def fewest(finds: Callable[[int], bool]) -> int | None:
    """Return the fewest results that are enough, within a hundredth."""
    high = FEWEST
    while not finds(high):
        if high >= MOST:
            return None
        high *= 2
    low = high // 2
    while high - low > max(1, high // 100):
        middle = (low + high) // 2
        low, high = (low, middle) if finds(middle) else (middle, high)
    return high


def finds_in_pairs(test: str, pairs: Pairs, draws: int, turned: float, level: float) -> bool:
    """Tell whether it is found out that one piece is put in one place, or beside one other: in its count, or in how evenly all lie."""
    cells, share, pieces = pairs
    if test == "single":
        return _is_above(draws, share, share + turned * (1 - share), level / cells)
    others = (spread_blocks(draws, pieces) or 1) - 1
    return _is_displaced((pieces - 1) * others, draws * turned**2 * others, level)


def finds_in_row(test: str, rigging: str, weights: Weights, draws: int, rigged: float, level: float) -> bool:
    """Tell whether so many results are found out of which a share is rigged."""
    match test, rigging:
        case "single", "cut":
            share = weights[-1] / sum(weights)
            return _is_above(draws, share, share + rigged * CUT_KEEPS_MANY, level / len(weights))
        case "single", _:
            # The result that is hardest to find is the commonest: one is found the more easily the more seldom it should come.
            share = max(weights) / sum(weights)
            return _is_above(draws, share, share + rigged * (1 - share), level / len(weights))
        case "frequency", _:
            shares = classes(weights, LEAST_EXPECTED / draws)[1]
            return _is_displaced(len(shares) - 1, draws * _displacement(shares, rigged), level)
        case "serial", _:
            pairs = draws // 2
            shares = classes(weights, math.sqrt(LEAST_EXPECTED / pairs))[1]
            of_pair = rigged**2 * (len(shares) - 1)
            if rigging == "turned":
                of_pair = (1 + _displacement(shares, rigged)) ** 2 - 1
            return _is_displaced(len(shares) ** 2 - 1, pairs * of_pair, level)
        case "runs", _:
            low = halves(weights)[1]
            if rigging == "repeated":
                return _is_changed(low, draws, (1 - rigged) * 2 * low * (1 - low), level)
            # Whether it is turned into one of the lower half or of the upper.
            parts = (low + rigged * (1 - low), low * (1 - rigged))
            return all(_is_changed(low, draws, 2 * part * (1 - part), level) for part in parts)
        case _:
            share = float(classes(weights, MARKED_SHARE)[1][0])
            later = (1 - rigged) * share
            if rigging == "repeated":
                return _is_gap(draws, share, rigged + later, later, level)
            return all(_is_gap(draws, share, marked, marked, level) for marked in (share + rigged * (1 - share), later))


def _is_displaced(freedom: int, away: float, level: float) -> bool:
    """Whether chi-square is beyond its limit where its mean lies `away` from the degrees of freedom."""
    if freedom <= 0:
        return False
    # By Patnaik's approximation: a central chi-square with the same mean and variance. scipy's own (ncx2) fails where it lies far away.
    scale = (freedom + 2 * away) / (freedom + away)
    alike = (freedom + away) ** 2 / (freedom + 2 * away)
    return bool(chi2.sf(_critical_chi_square(freedom, level / 2) / scale, alike) >= SURE)


@lru_cache(1000)
def _critical_chi_square(freedom: int, chance: float) -> float:
    return float(chi2.isf(chance, freedom))


def _displacement(shares: Array, turned: float) -> float:
    """How far chi-square of one result is displaced where a share is turned into the commonest class."""
    share = float(shares.max())
    return turned**2 * (1 - share) / share


def _is_above(draws: int, share: float, rigged: float, level: float) -> bool:
    """Whether a count that comes up with the chance `rigged` instead of `share` is found."""
    return bool(binom.sf(_critical_count(draws, share, level / 2), draws, rigged) >= SURE)


@lru_cache(100_000)
def _critical_count(draws: int, share: float, chance: float) -> float:
    return float(binom.isf(chance, draws, share))


def _is_changed(low: float, draws: int, chance: float, level: float) -> bool:
    # Both the test and what it finds are taken as normal; the row must lie so far off that SURE of the rigged ones are beyond the limit.
    mean, variance = changes(low, draws)
    far = (norm.isf(level / 2) + norm.isf(1 - SURE)) * math.sqrt(variance)
    return bool(variance >= LEAST_CHANGES and abs(chance * (draws - 1) - mean) >= far)


def _is_gap(draws: int, share: float, at_once: float, later: float, level: float) -> bool:
    # Whether gaps are found that end at once, or later, with these chances in place of `share`.
    longest = longest_gap(share, draws)
    if not longest:
        return False
    usual, rigged = gap_chances(longest, share, share), gap_chances(longest, at_once, later)
    away = float(((rigged - usual) ** 2 / usual).sum())
    return _is_displaced(longest, share * (draws - longest) * away, level)
