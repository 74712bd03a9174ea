"""Statistical tests of drawn results: whether the outcomes that the tables' source gives look as the rulebooks say.

Every device is drawn from as a table draws from it, and four tests look at the row of outcomes that came up:

- *frequency*: how often each came up, beside its exact weight (chi-square);
- *serial*: how often each pair came up, over the pairs 1-2, 3-4 and so on (chi-square);
- *runs*: how often the row changes between the lower half of the outcomes and the upper half (normal);
- *gap*: how many draws lie between two outcomes of the lowest tenth (chi-square).

All are two-sided: outcomes that are too even are as suspect as outcomes that are too uneven. A test fails where such a row, or
a stranger one, would come up less than once in a hundred times (p below 0.01). So of a hundred tests of a perfect source about
one fails, and the verdict over all must allow for that: the source fails where some p lies below 0.01 divided by the number of
tests (Bonferroni). A perfect source meets that less than once in a hundred runs, however many tests a run has.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise, product

from banca.games import PAI_KAO, rulebook
from banca.games.pai_kao.procedure import DICE
from banca.games.pai_kao.tiles import TILES
from banca.house.chance import Source, Weighted, draw, draws, shuffle

LEVEL = 0.01
LEAST_EXPECTED = 5
"""Outcomes that fewer draws than this are expected to show are counted together with their neighbours."""
MARKED_SHARE = 0.1
PRECISION = 1e-15
TINY = 1e-300


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """Something to draw from, with the exact weights of its outcomes."""

    game: str
    name: str
    weights: tuple[int, ...]
    rows: Callable[[Source], Iterator[int]]
    """Places of outcomes in `weights`, without end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What one test found on one device."""

    game: str
    device: str
    test: str
    statistic: float
    """Chi-square with `freedom` degrees of freedom; where those are none, the deviation in standard deviations."""
    freedom: int
    p: float

    @property
    def passes(self) -> bool:
        """Whether the row is an ordinary one, at 99 %."""
        return self.p >= LEVEL


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """All tests of one run, and what they come to."""

    draws: int
    results: tuple[Result, ...]

    @property
    def failed(self) -> int:
        """Tests that fail at 99 %."""
        return sum(not result.passes for result in self.results)

    @property
    def expected_to_fail(self) -> float:
        """Tests that fail at 99 % on average, with a perfect source."""
        return LEVEL * len(self.results)

    @property
    def threshold(self) -> float:
        """The p below which one test alone condemns the source: Bonferroni's."""
        return LEVEL / len(self.results)

    @property
    def condemning(self) -> tuple[Result, ...]:
        """The tests that chance does not explain."""
        return tuple(result for result in self.results if result.p < self.threshold)

    @property
    def passes(self) -> bool:
        """The verdict over all tests."""
        return not self.condemning


def try_source(games: Sequence[str], count: int, source: Source) -> Trial:
    """Draw `count` times from each device of the games, and test what came up."""
    results = []
    for device in (device for game in games for device in devices(game)):
        row = list(islice(device.rows(source), count))
        results += [
            Result(game=device.game, device=device.name, test=name, statistic=statistic, freedom=freedom, p=p)
            for name, test in TESTS.items()
            for statistic, freedom, p in [test(row, device.weights)]
        ]
    return Trial(draws=count, results=tuple(results))


# Devices


def devices(game: str) -> tuple[Device, ...]:
    """What a drawn table of the game draws from."""
    if game == PAI_KAO:
        return _first_tile(), _four_dice()
    book = rulebook(game)
    weighted = tuple((book.show(outcome), weight) for outcome, weight in book.under().space)
    return (Device(game=game, name="outcomes", weights=_weights(weighted), rows=_drawn(weighted)),)


def _weights(weighted: Weighted) -> tuple[int, ...]:
    return tuple(weight for _, weight in weighted)


def _drawn(weighted: Weighted) -> Callable[[Source], Iterator[int]]:
    places = {outcome: place for place, (outcome, _) in enumerate(weighted)}
    return lambda source: (places[outcome] for outcome in draws(weighted, source))


def _first_tile() -> Device:
    """Where the first of the 32 tiles lies after they are mixed. pai_kao 1.1."""
    tiles = range(len(TILES))

    def rows(source: Source) -> Iterator[int]:
        while True:
            yield shuffle(tiles, source).index(0)

    return Device(game=PAI_KAO, name="first_tile", weights=(1,) * len(TILES), rows=rows)


def _four_dice() -> Device:
    """The total of the four dice. pai_kao 1.2."""
    die = [(str(pips), 1) for pips in range(1, 7)]
    totals = Counter(sum(pips) for pips in product(range(1, 7), repeat=DICE))

    def rows(source: Source) -> Iterator[int]:
        while True:
            yield sum(int(draw(die, source)) for _ in range(DICE)) - DICE

    weights = tuple(totals[total] for total in sorted(totals))
    return Device(game=PAI_KAO, name="four_dice", weights=weights, rows=rows)


# Tests: each takes the row and the weights, and gives the statistic, its degrees of freedom, and p

Found = tuple[float, int, float]


def frequency_test(row: Sequence[int], weights: Sequence[int]) -> Found:
    """How often each outcome came up."""
    of, shares = classes(weights, LEAST_EXPECTED / len(row))
    counts = Counter(of[place] for place in row)
    return chi_square([counts[one] for one in range(len(shares))], [share * len(row) for share in shares])


def serial_test(row: Sequence[int], weights: Sequence[int]) -> Found:
    """How often each pair of successive outcomes came up; no outcome is in two pairs."""
    pairs = len(row) // 2
    of, shares = classes(weights, math.sqrt(LEAST_EXPECTED / pairs))
    classed = [of[place] for place in row]
    counts = Counter(zip(classed[: 2 * pairs : 2], classed[1 : 2 * pairs : 2], strict=True))
    cells = [(first, second) for first in range(len(shares)) for second in range(len(shares))]
    return chi_square([counts[cell] for cell in cells], [shares[a] * shares[b] * pairs for a, b in cells])


def runs_test(row: Sequence[int], weights: Sequence[int]) -> Found:
    """How often the row changes between the lower outcomes and the upper ones, cut where the weight is nearest to half.

    With p q the product of both chances, n draws have 2pq (n - 1) changes on average, with a variance of
    2pq (1 - 2pq) (n - 1) + 2pq (1 - 4pq) (n - 2), as two changes that share a draw hang together.
    """
    total = sum(weights)
    below = list(accumulate(weights))
    cut = min(range(len(weights) - 1), key=lambda place: abs(2 * below[place] - total))
    low = below[cut] / total
    change = 2 * low * (1 - low)
    changes = sum((a <= cut) != (b <= cut) for a, b in pairwise(row))
    variance = change * (1 - change) * (len(row) - 1) + change * (1 - 2 * change) * (len(row) - 2)
    deviation = (changes - change * (len(row) - 1)) / math.sqrt(variance)
    return deviation, 0, math.erfc(abs(deviation) / math.sqrt(2))


def gap_test(row: Sequence[int], weights: Sequence[int]) -> Found:
    """How many draws lie between two marked outcomes: the first ones that have a tenth of the weight together.

    Gaps of `longest` and more are one class, and none is counted that begins in the last `longest` draws: so the end of the row
    cuts no gap short. Where nothing marked came up there is no gap to test, and that itself is.
    """
    of, shares = classes(weights, MARKED_SHARE)
    share = shares[0]
    longest = 1
    while min(share, 1 - share) * (1 - share) ** longest * share * (len(row) - longest - 1) >= LEAST_EXPECTED:
        longest += 1
    marked = [place for place, outcome in enumerate(row) if of[outcome] == 0]
    begin = [place for place in marked if place < len(row) - longest]
    if not begin:
        return chi_square([0, len(row)], [share * len(row), (1 - share) * len(row)])
    ends = [*marked[1:], len(row) + longest]
    gaps = Counter(min(end - start - 1, longest) for start, end in zip(begin, ends, strict=False))
    chances = [share * (1 - share) ** gap for gap in range(longest)] + [(1 - share) ** longest]
    return chi_square([gaps[gap] for gap in range(longest + 1)], [chance * len(begin) for chance in chances])


TESTS = {"frequency": frequency_test, "serial": serial_test, "runs": runs_test, "gap": gap_test}


def classes(weights: Sequence[int], least: float) -> tuple[list[int], list[float]]:
    """Neighbouring outcomes put together until each class has at least the share `least`: the class of each, and the shares.

    >>> classes([1, 1, 2, 4, 1], 0.2)
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


# Distributions


def chi_square(counts: Sequence[int], expected: Sequence[float]) -> Found:
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
