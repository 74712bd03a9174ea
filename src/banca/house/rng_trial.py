"""All tests of one run: what was drawn or recorded, what the tests come to together, and what the program dieharder says of the raw bytes.

Each test gives p: how often so strange a row, or a stranger one, comes up by chance. A test fails below 0.01, so of a hundred
tests of a perfect source about one fails, and the verdict over all must allow for that (Holm): a perfect source is condemned less
than once in a hundred runs, however many tests a run has.
"""

import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, islice, product, takewhile
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, ClassVar

from msgspec import structs

from banca.files import CANNOT_READ
from banca.house.commands import TableTerms, engine_of, open_terms
from banca.house.journal import Entry, describe_fault
from banca.house.rng import Source, draw, draws, shuffle
from banca.house.rng_tests import (
    SOUGHT,
    SURE,
    TESTS,
    Match,
    Orders,
    Pairs,
    Power,
    Weights,
    kept_weights,
    power_of,
    rising_weights,
    told_apart,
)
from banca.i18n.answer import AnswerStruct
from banca.rules import Refusal, Text, _, refusal
from banca.tables.chance import FACES, ChanceSource, Device, Dice, ShuffledPieces, WeightedResults
from banca.tables.engine import TableEngine
from banca.tables.events import Event, TableOpened

if TYPE_CHECKING:
    from banca.house.store import Store

LEVEL = 0.01
LEAST_ROUNDS = 30
"""Results of a table, below which it is not tested by itself."""
EACH_DIE: Weights = (1,) * FACES


class StatisticalResult(AnswerStruct):
    """What one test found on one device."""

    game: str
    tables: tuple[str, ...]
    """Where the results were recorded; none where the source itself was drawn from."""
    device: str
    test: str
    count: int
    """Results that it looked at."""
    weights: Weights = ()
    pairs: Pairs | None = None
    """Of orders: the pairs that it counts."""
    statistic: float
    """Chi-square with `freedom` degrees of freedom; where those are none, the deviation in standard deviations."""
    freedom: int
    p: float
    threshold: float = LEVEL
    """The p below which it alone condemns the source, by the number of tests of the run."""
    JSON = ("game", "tables", "device", "test", "count", "statistic", "freedom", "p", "passes", "power")

    @property
    def passes(self) -> bool:
        """Whether the row is an ordinary one, at 99 %."""
        return self.p >= LEVEL

    @property
    def power(self) -> Power:
        """What the test could find in this run."""
        return power_of(self.test, self.device, self.weights, self.count, self.threshold, self.pairs)


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
        orders, table = list[bytes](), "".join(self.tables)
        for result in results:
            for device in self.devices:
                match device:
                    case WeightedResults() if result in places:
                        self.outcomes.append(places[result])
                    case Dice() if device.has(result):
                        self.dice.append(tuple(map(int, result.split("-"))))
                    case ShuffledPieces() if device.has(result):
                        orders.append(told_apart(result.split(" "), device.pieces, table, len(orders) + 1))
        if self.orders:
            self.orders.take(orders)

    @property
    def rows(self) -> Iterator[tuple[str, Weights, Sequence[int]]]:
        """The rows of results that are drawn each by itself: the device, the weights, and indices of results among these."""
        if self.weighted:
            yield "outcomes", weights_of(self.weighted.results), self.outcomes
        if self.orders:
            yield "kept", kept_weights(self.orders.pieces), self.orders.kept
            yield "rising", rising_weights(self.orders.pieces), self.orders.rising
        for device in self.devices:
            if isinstance(device, Dice):
                yield "four_dice", total_weights(device.number), [sum(dice) - device.number for dice in self.dice]
                yield "each_die", EACH_DIE, [pips - 1 for pips in chain.from_iterable(self.dice)]

    def results(self) -> Iterator[StatisticalResult]:
        """Yield what every test finds that there are results enough for."""
        if self.orders and (count := self.orders.rounds):
            for device, test, pairs_match in self.orders.matches():
                yield self._result(device, test, count, pairs_match, pairs=self.orders.pairs[device])
        for device, weights, values in self.rows:
            for test, run in TESTS.items():
                if len(values) > 1 and (match := run(values, weights)):
                    yield self._result(device, test, len(values), match, weights=weights)

    def _result(self, device: str, test: str, count: int, match: Match, **of: Any) -> StatisticalResult:
        statistic, freedom, p = match
        about: dict[str, Any] = {
            "game": self.game,
            "tables": self.tables,
            "device": device,
            "test": test,
            "count": count,
        }
        return StatisticalResult(**about, statistic=statistic, freedom=freedom, p=p, **of)


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
                series.orders.take(bytes(shuffle(pieces, source)) for _ in range(count))
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
            raise Refusal(CANNOT_READ, asked=table, because=describe_fault(fault)) from None
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


# The verdict


class ResultsTested(AnswerStruct):
    """How many results of a game were tested, and the tables they were recorded at."""

    game: str
    tables: tuple[str, ...]
    results: int


class DieharderAnswer(AnswerStruct):
    """How many of dieharder's tests passed, are weak, failed; and each of them."""

    passed: int
    weak: int
    failed: int
    tests: tuple["Assessment", ...]


class Trial(AnswerStruct):
    """All tests of one run, and what they come to."""

    draws: int | None = None
    """How often the source was drawn from; None where recorded results were tested."""
    series: tuple[ResultsTested, ...]
    results: tuple[StatisticalResult, ...]
    not_found: tuple[Text, ...] = ()
    """What none of the tests finds."""
    dieharder: DieharderAnswer | None = None
    """None where it was not asked for."""
    level: ClassVar[float] = LEVEL
    sure: ClassVar[float] = SURE
    sought: ClassVar[float] = SOUGHT
    JSON = (
        "draws",
        ("results", "series"),
        "level",
        "sure",
        "sought",
        ("tests", "results"),
        "count",
        "failed",
        "expected_to_fail",
        "threshold",
        "passes",
        "not_found",
        "dieharder",
    )

    @property
    def count(self) -> int:
        """How many tests there were."""
        return len(self.results)

    @property
    def failed(self) -> int:
        """Tests that fail at 99 %."""
        return sum(not result.passes for result in self.results)

    @property
    def expected_to_fail(self) -> float:
        """Tests that fail at 99 % on average, with a perfect source."""
        return LEVEL * self.count

    @property
    def threshold(self) -> float:
        """The p below which any test alone condemns the source: Bonferroni's."""
        return LEVEL / max(1, self.count)

    @property
    def condemning(self) -> tuple[StatisticalResult, ...]:
        """The tests that chance does not explain, by Holm's way."""
        # The smallest p must lie below the threshold; where it does, the level is divided among the others, and so on.
        ordered = enumerate(sorted(self.results, key=lambda result: result.p))
        below = takewhile(lambda ranked: ranked[1].p < LEVEL / (self.count - ranked[0]), ordered)
        return tuple(result for _, result in below)

    @property
    def passes(self) -> bool:
        """The verdict over all tests."""
        return not self.condemning


def try_series(several: Iterable[Series], draws: int | None = None) -> Trial:
    """Test what came up."""
    tested = [series for series in several if series.rounds >= LEAST_ROUNDS]
    counts = [ResultsTested(game=series.game, tables=series.tables, results=series.rounds) for series in tested]
    trial = Trial(
        draws=draws, series=tuple(counts), results=tuple(result for series in tested for result in series.results())
    )
    results = (structs.replace(result, threshold=trial.threshold) for result in trial.results)
    return structs.replace(trial, results=tuple(results))


def try_source(games: Sequence[str], count: int, source: Source) -> Trial:
    """Draw `count` times as a table of each game does, and test what came up."""
    return try_series((drawn(game, count, source) for game in games), count)


def dieharder_answer(assessments: Sequence["Assessment"]) -> DieharderAnswer:
    """Return what dieharder said."""
    counts = Counter(test.assessment for test in assessments)
    return DieharderAnswer(
        passed=counts["passed"], weak=counts["weak"], failed=counts["failed"], tests=tuple(assessments)
    )


# Dieharder

NOT_INSTALLED = refusal("not_installed", _("{asked} requires the program {allowed}, which is not installed"))

PROGRAM = "dieharder"
ALL_TESTS_OF_STANDARD_INPUT = ("-a", "-g", "200")
ASSESSMENTS = ("passed", "weak", "failed")
PIECE = 1 << 20


class Assessment(AnswerStruct):
    """One of its tests: `passed`, `weak` or `failed`."""

    test: str
    size: int
    """Which one of the tests of this name."""
    p: float
    assessment: str


def find_dieharder() -> str:
    """Return where the program is; refused where it is not installed."""
    path = shutil.which(PROGRAM)
    if path is None:
        raise Refusal(NOT_INSTALLED, asked=f"--{PROGRAM}", allowed=PROGRAM)
    return path


def run_dieharder(source: Source, report: Callable[[Assessment], None]) -> list[Assessment]:
    """Run all its tests over the raw bytes that the tables draw from, about an hour; `report` is called for each as it ends."""
    assessments = []
    words = [find_dieharder(), *ALL_TESTS_OF_STANDARD_INPUT]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as program:  # no shell
        feeder = Thread(target=_feed, args=(source, program.stdin), daemon=True)
        feeder.start()
        try:
            for line in program.stdout or ():
                if assessment := read_line(line.decode(errors="replace")):
                    assessments.append(assessment)
                    report(assessment)
            status = program.wait()
        finally:
            program.kill()
            feeder.join()
    if status or not assessments:
        raise Refusal(
            "program_failed", _("{asked} ended without a result (exit code {status})"), asked=PROGRAM, status=status
        )
    return assessments


def _feed(source: Source, program: IO[bytes]) -> None:
    # A thread of its own: the program reads at its own pace, and its answers must be read meanwhile or both wait for ever.
    with suppress(BrokenPipeError), program:
        while True:
            program.write(source.read(PIECE))


def read_line(line: str) -> Assessment | None:
    """Return what a line of its table says; none where it is no such line.

    >>> read_line("   diehard_birthdays|   0|       100|     100|0.84826540|  PASSED  ")
    Assessment(test='diehard_birthdays', size=0, p=0.8482654, assessment='passed')
    """
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) != 6 or cells[5].lower() not in ASSESSMENTS:
        return None
    return Assessment(test=cells[0], size=int(cells[1]), p=float(cells[4]), assessment=cells[5].lower())
