"""What is tested: results of one game, from one table, from all its tables, or from the source itself."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice, product

from banca.house.commands import TableTerms, conduct_of, open_terms
from banca.house.randomness.distributions import Match
from banca.house.randomness.orders import Orders, Pairs, kept_weights, rising_weights, told_apart
from banca.house.randomness.rows import TESTS, Weights
from banca.house.rng import Source, draw, draws, shuffle
from banca.tables.chance import FACES, ChanceSource, Device, Dice, ShuffledPieces, WeightedResults

EACH_DIE: Weights = (1,) * FACES


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceFinding:
    """What one test found on one device."""

    device: str
    test: str
    count: int
    """Results that it looked at."""
    weights: Weights = ()
    pairs: Pairs | None = None
    """Of orders: the pairs that it counts."""
    found: Match


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRow:
    """Results of one device, each drawn by itself with these weights."""

    device: str
    weights: Weights
    values: Sequence[int]
    """Places of results in `weights`."""

    def tried(self) -> Iterator[DeviceFinding]:
        """The tests that the row is long enough for."""
        count = len(self.values)
        for name, test in TESTS.items():
            if count > 1 and (found := test(self.values, self.weights)):
                yield DeviceFinding(device=self.device, test=name, count=count, weights=self.weights, found=found)


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
        self.orders: Orders | None = next((Orders(one) for one in devices if isinstance(one, ShuffledPieces)), None)

    @property
    def weighted(self) -> WeightedResults | None:
        """The device with weighted results, where there is one."""
        return next((one for one in self.devices if isinstance(one, WeightedResults)), None)

    @property
    def rounds(self) -> int:
        """How many results there are."""
        return self.orders.rounds if self.orders else len(self.outcomes) or len(self.dice)

    def take(self, results: Iterable[str]) -> None:
        """Results as they were written down, of whichever device; what no device shows is passed over."""
        places = {written: place for place, (written, _) in enumerate(self.weighted.results)} if self.weighted else {}
        orders = self._take(results, places)
        if self.orders:
            self.orders.take(orders)
        else:
            for _ in orders:
                pass

    def _take(self, results: Iterable[str], places: Mapping[str, int]) -> Iterator[Sequence[int]]:
        """The orders among the results, while the others are written down on the way."""
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
        """The rows of results, by device."""
        if self.weighted:
            yield DeviceRow(device="outcomes", weights=weights_of(self.weighted.results), values=self.outcomes)
        if self.orders:
            yield DeviceRow(device="kept", weights=kept_weights(self.orders.pieces), values=self.orders.kept)
            yield DeviceRow(device="rising", weights=rising_weights(self.orders.pieces), values=self.orders.rising)
        for device in self.devices:
            if isinstance(device, Dice):
                totals = [sum(dice) - device.number for dice in self.dice]
                each = [pips - 1 for pips in chain.from_iterable(self.dice)]
                yield DeviceRow(device="four_dice", weights=total_weights(device.number), values=totals)
                yield DeviceRow(device="each_die", weights=EACH_DIE, values=each)

    def tried(self) -> Iterator[DeviceFinding]:
        """Every test that there are results enough for."""
        if self.orders and (count := self.orders.rounds):
            pairs = self.orders.pairs
            if spread := self.orders.spread():
                yield DeviceFinding(device="places", test="frequency", count=count, pairs=pairs["places"], found=spread)
            for device, found in self.orders.extremes():
                yield DeviceFinding(device=device, test="single", count=count, pairs=pairs[device], found=found)
        for row in self.rows:
            yield from row.tried()


def pooled(several: Sequence[Series]) -> Series:
    """The results of several tables together, one table after another."""
    pool = Series(several[0].game, several[0].devices)
    for one in several:
        pool.tables += one.tables
        pool.outcomes += one.outcomes
        pool.dice += one.dice
        if pool.orders and one.orders:
            pool.orders.add(one.orders)
    return pool


def drawn(game: str, count: int, source: Source) -> Series:
    """So many results as a drawn table of the game draws them."""
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
    """What decides at a table of the game, under the options it has where none are chosen."""
    return conduct_of(open_terms(TableTerms(id="table", game=game, chance=ChanceSource.DRAWN))).devices


def weights_of(weighted: Iterable[tuple[object, int]]) -> Weights:
    """The weights alone."""
    return tuple(weight for _, weight in weighted)


@cache
def total_weights(dice: int) -> Weights:
    """In how many ways so many dice make each total."""
    totals = Counter(sum(pips) for pips in product(range(1, FACES + 1), repeat=dice))
    return tuple(totals[total] for total in sorted(totals))
