"""All tests of one run: what they come to together, what they could have found, and what the program dieharder says of the raw bytes.

Each test gives p: how often so strange a row, or a stranger one, comes up by chance. A test fails below 0.01, so of a hundred
tests of a perfect source about one fails, and the verdict over all must allow for that (Holm): a perfect source is condemned less
than once in a hundred runs, however many tests a run has.

The power of a test is the smallest rigging that it would find in 99 of 100 cases. Three riggings are reckoned with: a share of the results
is *turned* into one and the same (whichever it is; of pieces that are shuffled, one is put in one place, behind one other, or into one hand
with another), a share *repeats* the result before, and a share of the orders is only *cut*. Where a rigging changes how often things come
up, chi-square is displaced and the binomial shifted, and that is all that is computed here.
"""

import math
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from threading import Thread
from typing import IO

from banca.house.rng import Source
from banca.house.rng_tests import (
    CUT_KEEPS_MANY,
    LEAST_CHANGES,
    LEAST_EXPECTED,
    MARKED_SHARE,
    Pairs,
    Series,
    Weights,
    binomial_tails,
    changes,
    classes,
    critical_chi_square,
    deviations,
    displaced_chi_square,
    drawn,
    gap_chances,
    halves,
    longest_gap,
    spread_blocks,
)
from banca.i18n.answer import AnswerStruct
from banca.rules import Refusal, Text, _, refusal

LEVEL = 0.01
LEAST_ROUNDS = 30
"""Results of a table, below which it is not tested by itself."""


class StatisticalResult(AnswerStruct, frozen=True, kw_only=True):
    """What one test found on one device."""

    game: str
    tables: tuple[str, ...]
    """Where the results were recorded; none where the source itself was drawn from."""
    device: str
    test: str
    count: int
    """Results that it looked at."""
    weights: Weights
    pairs: Pairs | None
    """Of orders: the pairs that it counts."""
    statistic: float
    """Chi-square with `freedom` degrees of freedom; where those are none, the deviation in standard deviations."""
    freedom: int
    p: float
    threshold: float
    """The p below which it alone condemns the source, by the number of tests of the run."""
    JSON = ("game", "tables", "device", "test", "count", "statistic", "freedom", "p", "passes", "power")

    @property
    def passes(self) -> bool:
        """Whether the row is an ordinary one, at 99 %."""
        return self.p >= LEVEL

    @property
    def power(self) -> "Power":
        """What the test could find in this run."""
        return power_of(self.test, self.device, self.weights, self.count, self.threshold, self.pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """All tests of one run, and what they come to."""

    series: tuple[Series, ...]
    results: tuple[StatisticalResult, ...]

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
        """The p below which any test alone condemns the source: Bonferroni's."""
        return _threshold(len(self.results))

    @property
    def condemning(self) -> tuple[StatisticalResult, ...]:
        """The tests that chance does not explain, by Holm's way."""
        # The smallest p must lie below the threshold; where it does, the level is divided among the others, and so on.
        ordered = sorted(self.results, key=lambda result: result.p)
        condemned = []
        for index, result in enumerate(ordered):
            if result.p >= LEVEL / (len(ordered) - index):
                break
            condemned.append(result)
        return tuple(condemned)

    @property
    def passes(self) -> bool:
        """The verdict over all tests."""
        return not self.condemning


def _threshold(tests: int) -> float:
    return LEVEL / max(1, tests)


def try_series(several: Iterable[Series]) -> Trial:
    """Test what came up."""
    tested = tuple(series for series in several if series.rounds >= LEAST_ROUNDS)
    findings = [(series, finding) for series in tested for finding in series.findings()]
    results = []
    for series, finding in findings:
        statistic, freedom, p = finding.match
        results.append(
            StatisticalResult(
                game=series.game,
                tables=series.tables,
                device=finding.device,
                test=finding.test,
                count=finding.draws,
                weights=finding.weights,
                pairs=finding.pairs,
                statistic=statistic,
                freedom=freedom,
                p=p,
                threshold=_threshold(len(findings)),
            )
        )
    return Trial(series=tested, results=tuple(results))


def try_source(games: Sequence[str], count: int, source: Source) -> Trial:
    """Draw `count` times as a table of each game does, and test what came up."""
    return try_series(drawn(game, count, source) for game in games)


class ResultsTested(AnswerStruct, frozen=True, kw_only=True):
    """How many results of a game were tested, and the tables they were recorded at."""

    game: str
    tables: tuple[str, ...]
    results: int


class DieharderAnswer(AnswerStruct, frozen=True, kw_only=True):
    """How many of dieharder's tests passed, are weak, failed; and each of them."""

    passed: int
    weak: int
    failed: int
    tests: tuple["Assessment", ...]


class TrialAnswer(AnswerStruct, frozen=True, kw_only=True):
    """All tests of one run. `dieharder` is None where it was not asked for."""

    draws: int | None
    results: tuple[ResultsTested, ...]
    level: float
    sure: float
    sought: float
    tests: tuple[StatisticalResult, ...]
    count: int
    failed: int
    expected_to_fail: float
    threshold: float
    passes: bool
    not_found: tuple[Text, ...]
    dieharder: DieharderAnswer | None


def trial_answer(
    trial: Trial, draws: int | None, not_found: tuple[Text, ...], assessments: Sequence["Assessment"] | None
) -> TrialAnswer:
    """Return what the tests came to, and in words what none of them finds."""
    return TrialAnswer(
        draws=draws,
        results=tuple(
            ResultsTested(game=series.game, tables=series.tables, results=series.rounds) for series in trial.series
        ),
        level=LEVEL,
        sure=SURE,
        sought=SOUGHT,
        tests=trial.results,
        count=len(trial.results),
        failed=trial.failed,
        expected_to_fail=trial.expected_to_fail,
        threshold=trial.threshold,
        passes=trial.passes,
        not_found=not_found,
        dieharder=None if assessments is None else dieharder_answer(assessments),
    )


def dieharder_answer(assessments: Sequence["Assessment"]) -> DieharderAnswer:
    """Return what dieharder said."""
    counts = Counter(test.assessment for test in assessments)
    return DieharderAnswer(
        passed=counts["passed"], weak=counts["weak"], failed=counts["failed"], tests=tuple(assessments)
    )


# Power

SURE = 0.99
"""How often a rigging must be found."""
SOUGHT = 0.002
"""The share of turned results for which the number of results is said that finds it."""
FEWEST, MOST = 10, 10**10
"""Results that are reckoned with."""

Finds = Callable[[int, float], bool]
"""Whether so many results of which this share is rigged are found out."""


class Power(AnswerStruct, frozen=True, kw_only=True):
    """The smallest shares of rigged results that a test finds; none where it finds not even all of them."""

    turned: float | None = None
    repeated: float | None = None
    cut: float | None = None
    rounds_for_sought: int | None = None
    """How many results it takes to find the sought share turned into one."""


@lru_cache(10_000)
def power_of(test: str, device: str, weights: Weights, count: int, level: float, pairs: Pairs | None = None) -> Power:
    """Return the power of a test of so many results, at the level at which it condemns; `pairs` where it counts those."""
    finds = {rigging: _finds(test, device, weights, level, rigging, pairs) for rigging in ("turned", "repeated", "cut")}
    shares = {rigging: smallest(find, count) for rigging, find in finds.items() if find}
    turned = finds["turned"]
    return Power(**shares, rounds_for_sought=fewest(turned, SOUGHT) if turned else None)


def smallest(finds: Finds, count: int) -> float | None:
    """Return the smallest share that is found among so many results, within a hundredth of itself."""
    low, high = (
        math.log(1e-9),
        0.0,
    )  # halved on a scale of ratios: shares of a millionth count as much as those of a half
    if not finds(count, 1.0):
        return None
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (low, middle) if finds(count, math.exp(middle)) else (middle, high)
    return math.exp(high)


def fewest(finds: Finds, share: float) -> int | None:
    """Return the fewest results among which this share is found, within a hundredth."""
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
    # None where the test does not look for that rigging.
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
    return freedom > 0 and displaced_chi_square(critical_chi_square(freedom, level / 2), freedom, away) >= SURE


def _is_above(draws: int, share: float, rigged: float, level: float, cells: int) -> bool:
    # Whether a count that comes up with the chance `rigged` instead of `share` is found among so many counts.
    return binomial_tails(_critical(draws, share, level / 2 / cells), draws, rigged)[1] >= SURE


@lru_cache(100_000)
def _critical(draws: int, share: float, chance: float) -> int:
    # The least count that comes up with no more than this chance.
    low, high = math.floor(draws * share), draws + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if binomial_tails(middle, draws, share)[1] <= chance else (middle, high)
    return high


def _finds_pairs(test: str, pairs: Pairs, level: float) -> Finds:
    # One piece put in one place, or beside one other: found in its count, or in how evenly all lie.
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
    # The result that is hardest to find is the commonest: a result is found the more easily the more seldom it should come.
    share = max(weights) / sum(weights)
    return lambda draws, turned: _is_above(draws, share, share + turned * (1 - share), level, len(weights))


def _away(shares: list[float], turned: float) -> float:
    # How far chi-square of one result is displaced where a share is turned into the commonest class.
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
    # Both the test and what it finds are taken as normal; the row must lie so far off that SURE of the rigged ones are beyond the limit.
    mean, variance = changes(low, draws)
    far = (deviations(level / 2) + deviations(1 - SURE)) * math.sqrt(variance)
    return variance >= LEAST_CHANGES and abs(chance * (draws - 1) - mean) >= far


def _finds_other_halves(weights: Weights, level: float) -> Finds:
    low = halves(weights)[1]

    def finds(draws: int, turned: float) -> bool:
        rigged = (low + turned * (1 - low), low * (1 - turned))
        return all(_is_changed(low, draws, 2 * part * (1 - part), level) for part in rigged)

    return finds


def _finds_fewer_changes(weights: Weights, level: float) -> Finds:
    low = halves(weights)[1]
    return lambda draws, repeated: _is_changed(low, draws, (1 - repeated) * 2 * low * (1 - low), level)


def _is_gap(draws: int, share: float, at_once: float, later: float, level: float) -> bool:
    # Whether gaps are found that end at once, or later, with these chances in place of `share`.
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
        return all(_is_gap(draws, share, marked, marked, level) for marked in rigged)

    return finds


def _finds_no_gaps(weights: Weights, level: float) -> Finds:
    share = classes(weights, MARKED_SHARE)[1][0]

    def finds(draws: int, repeated: float) -> bool:
        later = (1 - repeated) * share
        return _is_gap(draws, share, repeated + later, later, level)

    return finds


# Dieharder

NOT_INSTALLED = refusal("not_installed", _("{asked} requires the program {allowed}, which is not installed"))

PROGRAM = "dieharder"
ALL_TESTS_OF_STANDARD_INPUT = ("-a", "-g", "200")
ASSESSMENTS = ("passed", "weak", "failed")
PIECE = 1 << 20


class Assessment(AnswerStruct, frozen=True, kw_only=True):
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
