"""Tests of the tables' randomness: each with its power, the verdict over all of them, and what it does not cover."""

from collections import Counter
from collections.abc import Sequence

from banca.house.dieharder import Assessment
from banca.house.randomness import LEVEL, SOUGHT, SURE, StatisticalResult, Trial
from banca.i18n.answer import AnswerStruct
from banca.rules import Text


class ResultsTested(AnswerStruct, frozen=True, kw_only=True):
    """How many results of a game were tested, and the tables they were recorded at."""

    game: str
    tables: tuple[str, ...]
    results: int


class PowerShown(AnswerStruct, frozen=True, kw_only=True):
    """The smallest shares of rigged results that a test finds; none where it finds not even all of them."""

    turned: float | None
    repeated: float | None
    cut: float | None
    rounds_for_sought: int | None


class StatisticalTest(AnswerStruct, frozen=True, kw_only=True):
    """What one test found on one device."""

    game: str
    tables: tuple[str, ...]
    device: str
    test: str
    count: int
    statistic: float
    freedom: int
    p: float
    passes: bool
    power: PowerShown


class AssessmentShown(AnswerStruct, frozen=True, kw_only=True):
    """What dieharder says of one of its tests."""

    test: str
    size: int
    p: float
    assessment: str


class DieharderAnswer(AnswerStruct, frozen=True, kw_only=True):
    """How many of dieharder's tests passed, are weak, failed; and each of them."""

    passed: int
    weak: int
    failed: int
    tests: tuple[AssessmentShown, ...]


class TrialAnswer(AnswerStruct, frozen=True, kw_only=True):
    """All tests of one run. `dieharder` is None where it was not asked for."""

    draws: int | None
    results: tuple[ResultsTested, ...]
    level: float
    sure: float
    sought: float
    tests: tuple[StatisticalTest, ...]
    count: int
    failed: int
    expected_to_fail: float
    threshold: float
    passes: bool
    not_found: tuple[Text, ...]
    dieharder: DieharderAnswer | None


def trial_answer(
    trial: Trial, draws: int | None, not_found: tuple[Text, ...], assessed: Sequence[Assessment] | None
) -> TrialAnswer:
    """What the tests came to, and in words what none of them finds."""
    results = (ResultsTested(game=one.game, tables=one.tables, results=one.rounds) for one in trial.series)
    return TrialAnswer(
        draws=draws,
        results=tuple(results),
        level=LEVEL,
        sure=SURE,
        sought=SOUGHT,
        tests=tuple(_test(trial, result) for result in trial.results),
        count=len(trial.results),
        failed=trial.failed,
        expected_to_fail=trial.expected_to_fail,
        threshold=trial.threshold,
        passes=trial.passes,
        not_found=not_found,
        dieharder=None if assessed is None else dieharder_answer(assessed),
    )


def _test(trial: Trial, result: StatisticalResult) -> StatisticalTest:
    power = trial.power(result)
    return StatisticalTest(
        game=result.game,
        tables=result.tables,
        device=result.device,
        test=result.test,
        count=result.count,
        statistic=result.statistic,
        freedom=result.freedom,
        p=result.p,
        passes=result.passes,
        power=PowerShown(
            turned=power.turned, repeated=power.repeated, cut=power.cut, rounds_for_sought=power.rounds_for_sought
        ),
    )


def dieharder_answer(assessed: Sequence[Assessment]) -> DieharderAnswer:
    """What dieharder said."""
    counts = Counter(one.assessment for one in assessed)
    shown = (AssessmentShown(test=one.test, size=one.size, p=one.p, assessment=one.assessment) for one in assessed)
    return DieharderAnswer(passed=counts["passed"], weak=counts["weak"], failed=counts["failed"], tests=tuple(shown))
