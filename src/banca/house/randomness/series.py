"""What is tested: results of one game, from one table, from all its tables, or from the source itself."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, islice, product

from banca.games import find, rulebook
from banca.games.pai_kao.procedure import DICE
from banca.games.pai_kao.tiles import TILES
from banca.house.chance import Source, Weighted, draw, draws, shuffle
from banca.house.randomness.distributions import Found
from banca.house.randomness.orders import Order, Orders, kept_weights, rising_weights
from banca.house.randomness.rows import TESTS, Weights

FACES = 6
EACH_DIE: Weights = (1,) * FACES


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What one test found on one device."""

    device: str
    test: str
    count: int
    """Results that it looked at."""
    weights: Weights = ()
    found: Found


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Results of one device, each drawn by itself with these weights."""

    device: str
    weights: Weights
    values: Sequence[int]
    """Places of results in `weights`."""

    def tried(self) -> Iterator[Tried]:
        """The tests that the row is long enough for."""
        count = len(self.values)
        for name, test in TESTS.items():
            if count > 1 and (found := test(self.values, self.weights)):
                yield Tried(device=self.device, test=name, count=count, weights=self.weights, found=found)


@dataclass(slots=True, kw_only=True)
class Series:
    """Results of one game, in the order they came."""

    game: str
    weights: Weights = ()
    """Of the outcomes; none at Pai Kao, which has tiles and dice."""
    tables: tuple[str, ...] = ()
    """Where they were recorded; none where the source itself is tested."""
    outcomes: list[int] = field(default_factory=list)
    dice: list[tuple[int, ...]] = field(default_factory=list)
    orders: Orders = field(default_factory=Orders)

    @property
    def rounds(self) -> int:
        """How many results there are."""
        return self.orders.rounds if not find(self.game).rulebook else len(self.outcomes)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of results, by device."""
        if find(self.game).rulebook:
            return (Row(device="outcomes", weights=self.weights, values=self.outcomes),)
        each = [pips - 1 for pips in chain.from_iterable(self.dice)]
        totals = [sum(dice) - DICE for dice in self.dice]
        return (
            Row(device="kept", weights=kept_weights(), values=self.orders.kept),
            Row(device="rising", weights=rising_weights(), values=self.orders.rising),
            Row(device="four_dice", weights=total_weights(), values=totals),
            Row(device="each_die", weights=EACH_DIE, values=each),
        )

    def tried(self) -> Iterator[Tried]:
        """Every test that there are results enough for."""
        if count := self.orders.rounds:
            if spread := self.orders.spread():
                yield Tried(device="places", test="frequency", count=count, found=spread)
            for device, found in self.orders.extremes():
                yield Tried(device=device, test="single", count=count, found=found)
        for row in self.rows:
            yield from row.tried()


def pooled(several: Sequence[Series]) -> Series:
    """The results of several tables together, one table after another."""
    pool = Series(game=several[0].game, weights=several[0].weights)
    for one in several:
        pool.tables += one.tables
        pool.outcomes += one.outcomes
        pool.dice += one.dice
        pool.orders.add(one.orders)
    return pool


def drawn(game: str, count: int, source: Source) -> Series:
    """So many results as a drawn table of the game draws them."""
    if not find(game).rulebook:
        die = [(str(pips), 1) for pips in range(1, FACES + 1)]
        series = Series(game=game)
        series.orders.take(shuffled(source) for _ in range(count))
        series.dice = [tuple(int(draw(die, source)) for _ in range(DICE)) for _ in range(count)]
        return series
    weighted = space(game)
    places = {outcome: place for place, (outcome, _) in enumerate(weighted)}
    outcomes = [places[outcome] for outcome in islice(draws(weighted, source), count)]
    return Series(game=game, weights=weights_of(weighted), outcomes=outcomes)


def shuffled(source: Source) -> Order:
    """The tiles mixed. pai_kao 1.1."""
    return shuffle(range(len(TILES)), source)


def space(game: str) -> Weighted:
    """Every outcome of a game as it is written, with its weight."""
    book = rulebook(game)
    return tuple((book.show(outcome), weight) for outcome, weight in book.under().space)


def weights_of(weighted: Iterable[tuple[object, int]]) -> Weights:
    """The weights alone."""
    return tuple(weight for _, weight in weighted)


@cache
def total_weights() -> Weights:
    """In how many ways four dice make each total. pai_kao 1.2."""
    totals = Counter(sum(pips) for pips in product(range(1, FACES + 1), repeat=DICE))
    return tuple(totals[total] for total in sorted(totals))
