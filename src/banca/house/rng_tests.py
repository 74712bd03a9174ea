"""Statistical tests of results: whether they look as the rulebooks say, drawn from the tables' source or recorded at tables.

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
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from itertools import accumulate, chain, combinations, islice, pairwise, product
from math import comb
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

from banca.files import CANNOT_READ
from banca.house.commands import TableTerms, engine_of, open_terms
from banca.house.journal import Entry, told
from banca.house.rng import Source, draw, draws, shuffle
from banca.rules import Defect, Refusal
from banca.tables.chance import FACES, ChanceSource, Device, Dice, ShuffledPieces, WeightedResults
from banca.tables.engine import TableEngine
from banca.tables.events import Event, TableOpened

if TYPE_CHECKING:
    from banca.house.store import Store

# Distributions, in floats. scipy.special has them all; but `banca rng test` runs without any extra, and numpy with scipy would be a
# hundred megabytes for these sixty lines.

PRECISION = 1e-15
TINY = 1e-300

Match = tuple[float, int, float]
"""A statistic, its degrees of freedom, and p."""


def chi_square(counts: Sequence[int], expected: Sequence[float]) -> Match:
    """Return how far the counts lie from what was expected, and twice the chance of the nearer tail."""
    statistic = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))
    freedom = len(counts) - 1
    return statistic, freedom, min(1.0, 2 * min(chi_square_tails(statistic, freedom)))


def chi_square_tails(statistic: float, freedom: int) -> tuple[float, float]:
    """Return the chances that chi-square is at most, and at least, the statistic.

    >>> f"{chi_square_tails(3.841, 1)[1]:.3f}"
    '0.050'
    """
    return gamma_tails(freedom / 2, statistic / 2)


def gamma_tails(shape: float, at: float) -> tuple[float, float]:
    """Return the regularised incomplete gamma function, lower and upper; each is accurate where it is the smaller one."""
    # The lower one by its power series, the upper one by its continued fraction (Lentz's way), whichever converges here.
    if at <= 0:
        return 0.0, 1.0
    front = math.exp(shape * math.log(at) - at - math.lgamma(shape))
    if at < shape + 1:
        lower = front * _series(shape, at)
        return lower, 1 - lower
    upper = front * _fraction(shape, at)
    return 1 - upper, upper


def _series(shape: float, at: float) -> float:
    # The sum of at^k / (shape (shape + 1) … (shape + k)) over all k.
    term = total = 1 / shape
    while term > total * PRECISION:
        shape += 1
        term *= at / shape
        total += term
    return total


def _fraction(shape: float, at: float) -> float:
    # 1 / (at + 1 - shape - 1 (1 - shape) / (at + 3 - shape - 2 (2 - shape) / (at + 5 - shape - …)))
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
    """Return the chances that of so many draws at most, and at least, `count` are of this share; exact, term by term.

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
    total = term
    for ratio in ratios:
        term *= ratio
        total += term
        if term <= total * PRECISION:
            break
    return total


@lru_cache(1000)
def critical_chi_square(freedom: int, chance: float) -> float:
    """Return what chi-square comes to or beyond with this chance."""
    low, high = 0.0, 2.0 * freedom + 1000
    for _halving in range(60):  # to the last bit of a float
        middle = (low + high) / 2
        low, high = (middle, high) if chi_square_tails(middle, freedom)[1] > chance else (low, middle)
    return high


def displaced_chi_square(statistic: float, freedom: int, away: float) -> float:
    """Return the chance that chi-square comes to or beyond the statistic where its mean lies `away` from the degrees of freedom."""
    # By Patnaik's approximation: a central chi-square with the same mean and variance.
    scale = (freedom + 2 * away) / (freedom + away)
    alike = (freedom + away) ** 2 / (freedom + 2 * away)
    return gamma_tails(alike / 2, statistic / scale / 2)[1]


def deviations(chance: float) -> float:
    """Return how many standard deviations a normal number exceeds with this chance."""
    return -NormalDist().inv_cdf(chance)


# Rows of results

LEAST_EXPECTED = 20
"""Results that fewer draws than this are expected to show are counted together with their neighbours: with so many, chi-square is
right within a fifth down to chances of 1 in 10,000."""
MARKED_SHARE = 0.1
"""The share of the results whose gaps are tested."""
LEAST_CHANGES = 100
"""Variance of the changes in a row, below which they are not yet normal."""

Weights = tuple[int, ...]


def frequency_test(row: Sequence[int], weights: Weights) -> Match | None:
    """Test how often each result came up."""
    of, shares = classes(weights, LEAST_EXPECTED / len(row))
    if len(shares) == 1:
        return None
    counts = Counter(map(of.__getitem__, row))
    return chi_square([counts[number] for number in range(len(shares))], [share * len(row) for share in shares])


def single_test(row: Sequence[int], weights: Weights) -> Match:
    """Test the result that came up most above or below its weight."""
    counts, total = Counter(row), sum(weights)
    counted = [(counts[index], weight / total) for index, weight in enumerate(weights)]
    return extreme(len(row), counted, of=len(weights))


def extreme(draws: int, counted: Iterable[tuple[int, float]], of: int) -> Match:
    """Return the strangest of so many counts, given with their shares: its standard deviations, and its p, times all counts."""
    p, count, share = min((2 * min(binomial_tails(count, draws, share)), count, share) for count, share in counted)
    deviation = (count - draws * share) / math.sqrt(draws * share * (1 - share))
    return deviation, 0, min(1.0, p * of)


def serial_test(row: Sequence[int], weights: Weights) -> Match | None:
    """Test how often each pair of successive results came up."""
    # No result is in two pairs: pairs that share one are not independent, and chi-square would not hold.
    pairs = len(row) // 2
    of, shares = classes(weights, math.sqrt(LEAST_EXPECTED / pairs))
    if len(shares) == 1:
        return None
    classed = [of[result] for result in row]
    counts = Counter(zip(classed[: 2 * pairs : 2], classed[1 : 2 * pairs : 2], strict=True))
    cells = [(first, second) for first in range(len(shares)) for second in range(len(shares))]
    return chi_square([counts[cell] for cell in cells], [shares[a] * shares[b] * pairs for a, b in cells])


def runs_test(row: Sequence[int], weights: Weights) -> Match | None:
    """Test how often the row changes between the lower results and the upper ones, cut where the weight is nearest to half."""
    cut, low = halves(weights)
    mean, variance = changes(low, len(row))
    if variance < LEAST_CHANGES:
        return None
    observed = sum((a <= cut) != (b <= cut) for a, b in pairwise(row))
    deviation = (observed - mean) / math.sqrt(variance)
    return deviation, 0, math.erfc(abs(deviation) / math.sqrt(2))


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


def gap_test(row: Sequence[int], weights: Weights) -> Match | None:
    """Test how many draws lie between two marked results: the first ones that have a tenth of the weight together."""
    # Gaps of `longest` and more are one class, and none is counted that begins in the last `longest` draws: so the end of the row cuts
    # no gap short. Where nothing marked came up there is no gap to test, and that itself is tested.
    of, shares = classes(weights, MARKED_SHARE)
    share = shares[0]
    longest = longest_gap(share, len(row))
    if not longest:
        return None
    marked = [index for index, result in enumerate(row) if of[result] == 0]
    begin = [index for index in marked if index < len(row) - longest]
    if not begin:
        return chi_square([0, len(row)], [share * len(row), (1 - share) * len(row)])
    ends = [*marked[1:], len(row) + longest]
    gaps = Counter(min(end - start - 1, longest) for start, end in zip(begin, ends, strict=False))
    chances = gap_chances(longest, share, share)
    return chi_square([gaps[gap] for gap in range(longest + 1)], [chance * len(begin) for chance in chances])


def longest_gap(share: float, draws: int) -> int:
    """Return how long gaps are counted apart, so that enough of each are expected; 0 where there are too few of any."""
    longest = 0
    while min(share, 1 - share) * (1 - share) ** (longest + 1) * share * (draws - longest - 2) >= LEAST_EXPECTED:
        longest += 1
    return longest


def gap_chances(longest: int, at_once: float, later: float) -> list[float]:
    """Return the chances of a gap of 0, 1 and so on, where the next is marked with one chance and those behind it with another."""
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
    """Put neighbouring results together until each class has at least the share `least`; return the class of each, and the shares.

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
        of = [min(number, len(sums) - 1) for number in of]
    return of, [part / total for part in sums]


# Orders of pieces

Order = Sequence[int]
"""Pieces by their places among all of them."""

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
        return [left[face].pop(coins >> place & 1 if len(left[face]) > 1 else 0) for place, face in enumerate(faces)]
    except (KeyError, IndexError):
        raise Defect("these are not the pieces") from None


@cache
def _places(pieces: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    return {face: tuple(place for place, piece in enumerate(pieces) if piece == face) for face in pieces}


class Orders:
    """Orders of one table, or of several, counted as they come."""

    def __init__(self, device: ShuffledPieces) -> None:
        self.device = device
        self.pieces = len(device.pieces)
        self.rounds = 0
        self.kept: list[int] = []
        self.rising: list[int] = []
        self.places: Counter[tuple[int, int]] = Counter()
        """How often a piece lay at a place."""
        self.followers: Counter[tuple[int, int]] = Counter()
        """How often one lay behind another."""
        self.hands: Counter[tuple[int, int]] = Counter()
        """How often two lay in one hand, the one with the lower number first."""

    def take(self, orders: Iterator[Order]) -> None:
        """Count the orders of one table, one after another."""
        before: Order = ()
        waiting: list[Order] = []
        for order in orders:
            if before:
                self._compare(before, order)
            before = order
            waiting.append(order)
            if len(waiting) >= AT_A_TIME:
                self._count(waiting)
                waiting = []
        self._count(waiting)

    def _compare(self, before: Order, order: Order) -> None:
        # How many neighbours of the order before lie beside each other still, and how many the other way round.
        now = [0] * len(order)
        for place, piece in enumerate(order):
            now[piece] = place
        steps = [now[second] - now[first] for first, second in pairwise(before)]
        self.kept.append(min(steps.count(1), MANY_KEPT))
        self.rising.append(sum(step < 0 for step in steps))

    def _count(self, orders: list[Order]) -> None:
        self.rounds += len(orders)
        columns = list(zip(*orders, strict=True))
        for place, column in enumerate(columns):
            for piece, count in Counter(column).items():
                self.places[piece, place] += count
        for first, second in pairwise(columns):
            self.followers.update(zip(first, second, strict=True))
        together = self.device.together
        for hand in range(0, len(columns), together):
            for first, second in combinations(columns[hand : hand + together], 2):
                self.hands.update(zip(map(min, first, second), map(max, first, second), strict=True))

    def add(self, other: "Orders") -> None:
        """Add the orders of another table to these."""
        self.rounds += other.rounds
        self.kept += other.kept
        self.rising += other.rising
        self.places += other.places
        self.followers += other.followers
        self.hands += other.hands

    @property
    def pairs(self) -> dict[str, Pairs]:
        """The ways of counting pairs."""
        size, together = self.pieces, self.device.together
        ways = {
            "places": Pairs(size**2, 1 / size, size),
            "followers": Pairs(size * (size - 1), 1 / size, size),
            "hands": Pairs(comb(size, 2), (together - 1) / (size - 1), size),
        }
        return {name: pairs for name, pairs in ways.items() if pairs.share}

    def extremes(self) -> Iterator[tuple[str, Match]]:
        """Yield for each way of counting pairs the strangest of all counts."""
        for name, (cells, share, _) in self.pairs.items():
            counts: Counter[tuple[int, int]] = getattr(self, name)
            least = min(counts.values(), default=0) if len(counts) == cells else 0
            yield name, extreme(self.rounds, [(max(counts.values()), share), (least, share)], of=cells)

    def spread(self) -> Match | None:
        """Test how evenly the pieces lie over all places, or over blocks of places where there are few orders."""
        # As every one of n pieces lies somewhere and every place has one, chi-square is (n - 1) / n of the usual sum, with
        # (n - 1) (b - 1) degrees of freedom for b blocks.
        blocks = spread_blocks(self.rounds, self.pieces)
        if not blocks:
            return None
        pieces = self.pieces
        counts: Counter[tuple[int, int]] = Counter()
        for (piece, place), count in self.places.items():
            counts[piece, place * blocks // pieces] += count
        mean = self.rounds / blocks
        away = sum((counts[piece, block] - mean) ** 2 for piece in range(pieces) for block in range(blocks))
        statistic, freedom = away / mean * (pieces - 1) / pieces, (pieces - 1) * (blocks - 1)
        return statistic, freedom, min(1.0, 2 * min(chi_square_tails(statistic, freedom)))


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


# Series of results

EACH_DIE: Weights = (1,) * FACES


class DeviceFinding(NamedTuple):
    """What one test found on one device."""

    device: str
    test: str
    draws: int
    """Results that it looked at."""
    match: Match
    weights: Weights = ()
    pairs: Pairs | None = None
    """Of orders: the pairs that it counts."""


class DeviceRow(NamedTuple):
    """Results of one device, each drawn by itself with these weights."""

    device: str
    weights: Weights
    values: Sequence[int]
    """Indices of results in `weights`."""


class Series:
    """Results of one game's devices, in the order they came."""

    def __init__(self, game: str, devices: Sequence[Device], tables: tuple[str, ...] = ()) -> None:
        self.game = game
        self.devices = tuple(devices)
        self.tables = tables
        """Where they were recorded; none where the source itself is tested."""
        self.outcomes: list[int] = []
        """Of a device with weighted results: their places."""
        self.dice: list[tuple[int, ...]] = []
        self.orders: Orders | None = next(
            (Orders(device) for device in devices if isinstance(device, ShuffledPieces)), None
        )

    @property
    def weighted(self) -> WeightedResults | None:
        """The device with weighted results, where there is one."""
        return next((device for device in self.devices if isinstance(device, WeightedResults)), None)

    @property
    def rounds(self) -> int:
        """How many results there are."""
        return self.orders.rounds if self.orders else len(self.outcomes) or len(self.dice)

    def take(self, results: Iterable[str]) -> None:
        """Add results as they were written down, of whichever device; what no device shows is passed over."""
        places = {written: place for place, (written, _) in enumerate(self.weighted.results)} if self.weighted else {}
        orders = self._take(results, places)
        if self.orders:
            self.orders.take(orders)
        else:
            for _ in orders:
                pass

    def _take(self, results: Iterable[str], places: Mapping[str, int]) -> Iterator[Sequence[int]]:
        # Yields the orders, which are counted as they come; the other results are collected on the way.
        number, table = 0, "".join(self.tables)
        for result in results:
            for device in self.devices:
                match device:
                    case WeightedResults() if result in places:
                        self.outcomes.append(places[result])
                    case Dice() if device.has(result):
                        self.dice.append(tuple(map(int, result.split("-"))))
                    case ShuffledPieces() if device.has(result):
                        number += 1
                        yield told_apart(result.split(" "), device.pieces, table, number)

    @property
    def rows(self) -> Iterator[DeviceRow]:
        """The rows of results that are drawn each by itself, by device."""
        if self.weighted:
            yield DeviceRow("outcomes", weights_of(self.weighted.results), self.outcomes)
        if self.orders:
            yield DeviceRow("kept", kept_weights(self.orders.pieces), self.orders.kept)
            yield DeviceRow("rising", rising_weights(self.orders.pieces), self.orders.rising)
        for device in self.devices:
            if isinstance(device, Dice):
                totals = [sum(dice) - device.number for dice in self.dice]
                each = [pips - 1 for pips in chain.from_iterable(self.dice)]
                yield DeviceRow("four_dice", total_weights(device.number), totals)
                yield DeviceRow("each_die", EACH_DIE, each)

    def findings(self) -> Iterator[DeviceFinding]:
        """Yield what every test finds that there are results enough for."""
        if self.orders and (count := self.orders.rounds):
            pairs = self.orders.pairs
            if spread := self.orders.spread():
                yield DeviceFinding("places", "frequency", count, spread, pairs=pairs["places"])
            for device, match in self.orders.extremes():
                yield DeviceFinding(device, "single", count, match, pairs=pairs[device])
        for row in self.rows:
            count = len(row.values)
            for name, test in TESTS.items():
                if count > 1 and (found := test(row.values, row.weights)):
                    yield DeviceFinding(row.device, name, count, found, row.weights)


def pooled(several: Sequence[Series]) -> Series:
    """Return the results of several tables together, one table after another."""
    pool = Series(several[0].game, several[0].devices)
    for series in several:
        pool.tables += series.tables
        pool.outcomes += series.outcomes
        pool.dice += series.dice
        if pool.orders and series.orders:
            pool.orders.add(series.orders)
    return pool


def drawn(game: str, count: int, source: Source) -> Series:
    """Return so many results as a drawn table of the game draws them."""
    series = Series(game, devices_of(game))
    for device in series.devices:
        match device:
            case WeightedResults():
                places = [(place, weight) for place, (_, weight) in enumerate(device.results)]
                series.outcomes += islice(draws(places, source), count)
            case Dice():
                die = [(pips, 1) for pips in range(1, FACES + 1)]
                series.dice += [tuple(draw(die, source) for _ in range(device.number)) for _ in range(count)]
            case ShuffledPieces() if series.orders:
                pieces = range(len(device.pieces))
                series.orders.take(shuffle(pieces, source) for _ in range(count))
    return series


def devices_of(game: str) -> Sequence[Device]:
    """Return the devices of a table of the game under its usual options."""
    return engine_of(open_terms(TableTerms(id="table", game=game, chance=ChanceSource.DRAWN))).devices


def weights_of(weighted: Iterable[tuple[object, int]]) -> Weights:
    """Return the weights alone."""
    return tuple(weight for _, weight in weighted)


@cache
def total_weights(dice: int) -> Weights:
    """Return in how many ways so many dice make each total."""
    totals = Counter(sum(pips) for pips in product(range(1, FACES + 1), repeat=dice))
    return tuple(totals[total] for total in sorted(totals))


if TYPE_CHECKING:
    from banca.house.store import Store


# Results that tables recorded


def recorded(store: "Store", games: Collection[str], *, is_observed: bool = False) -> list[Series]:
    """Return what was drawn at the tables of these games, or seen by their croupiers: of all tables together, then of each.

    Only tables whose results come up with the same weights are put together, and never drawn ones with observed ones.
    """
    from banca.house.audit import entries  # the extra `house`, which `banca rng test` needs only to read a store

    chances = {ChanceSource.OBSERVED, ChanceSource.DRAWN} if is_observed else {ChanceSource.DRAWN}
    alike: dict[tuple[str, str, object], list[Series]] = {}
    for table, row in store.tables().items():
        if row.game not in games:
            continue
        try:
            read = _read_table(table, entries(store, table), chances)
        except Refusal:
            raise
        except Exception as fault:  # a forged journal may break anything
            raise Refusal(CANNOT_READ, asked=table, because=told(fault)) from None
        if read:
            chance, series = read
            alike.setdefault((row.game, chance, series.devices), []).append(series)
    return [series for group in alike.values() for series in ([pooled(group), *group] if len(group) > 1 else group)]


def _read_table(table: str, journal: Iterator[Entry], chances: Collection[str]) -> tuple[str, Series] | None:
    first = next(journal, None)
    opened = first.events[0] if first and first.events else None
    if not isinstance(opened, TableOpened) or opened.chance not in chances:
        return None
    engine = engine_of(opened)
    series = Series(opened.game, engine.devices, (table,))
    series.take(_results(engine, (event for entry in journal for event in entry.events)))
    return opened.chance, series


def _results(engine: TableEngine[Any], events: Iterable[Event]) -> Iterator[str]:
    # One result after another. Where an entry was corrected, the result counts that truly lay there: so each is held until the next.
    state, last = engine.start, ""
    for event in events:
        if shown := engine.read_result(event, state):
            if last and event.correction is None:
                yield last
            last = shown
        state = engine.evolve(state, event)
    if last:
        yield last
