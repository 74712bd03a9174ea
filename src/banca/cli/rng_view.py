"""What `banca rng test` says: a line for each test, the verdict, what the tests can find and what none can."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from banca.cli import texts
from banca.cli.terminal import print_table, print_text
from banca.house.randomness import LEVEL, SOUGHT, SURE, TestResult, Trial
from banca.words import Speech


def trial_report(trial: Trial, say: Speech, draws: int | None) -> dict[str, Any]:
    """All tests with their power, the verdict over them, and what it does not cover."""
    return {
        "draws": draws,
        "results": [{"game": one.game, "tables": one.tables, "results": one.rounds} for one in trial.series],
        "level": LEVEL,
        "sure": SURE,
        "sought": SOUGHT,
        "tests": [_result_report(trial, result) for result in trial.results],
        "count": len(trial.results),
        "failed": trial.failed,
        "expected_to_fail": trial.expected_to_fail,
        "threshold": trial.threshold,
        "passes": trial.passes,
        "not_found": [say(sentence) for sentence in texts.NO_TEST_FINDS],
    }


def _result_report(trial: Trial, result: TestResult) -> dict[str, Any]:
    told = asdict(result)
    del told["weights"], told["pairs"]
    return told | {"passes": result.passes, "power": asdict(trial.power(result))}


def print_trial(trial: Trial, say: Speech, draws: int | None) -> None:
    """Every test of the source, or of a game's tables together; of single tables those that fail."""
    print_text(say(texts.DRAWN, draws=draws, level=LEVEL) if draws else say(texts.RECORDED, level=LEVEL))
    for one in trial.series if draws is None else ():
        print_text(say(texts.RESULTS_OF, game=one.game, tables=", ".join(one.tables), count=one.rounds))
    whole = [result for result in trial.results if _is_whole(trial, result)]
    _print_results(whole, say)
    if single := [one for one in trial.results if one not in whole and not one.passes]:
        print_text(say(texts.SINGLE_TABLES))
        _print_results(single, say, of_tables=True)
    print_text(
        say(texts.FAILED_OF, failed=trial.failed, tests=len(trial.results), expected=f"{trial.expected_to_fail:.2f}")
    )
    if draws:
        verdict = texts.SOURCE_PASSES if trial.passes else texts.SOURCE_FAILS
    else:
        verdict = texts.RESULTS_PASS if trial.passes else texts.RESULTS_FAIL
    print_text(say(verdict, threshold=spelled(trial.threshold), level=LEVEL))
    print_text(say(texts.POWER, sure=f"{SURE:.0%}", sought=f"{SOUGHT:.1%}"))
    _print_power(trial, whole, say)
    for sentence in texts.NO_TEST_FINDS:
        print_text(say(sentence))


def _is_whole(trial: Trial, result: TestResult) -> bool:
    """Whether it is of all the results of its kind: those of one table among several are among these too."""
    within = set(result.tables)
    return not any(within < set(one.tables) for one in trial.series if one.game == result.game)


def _print_results(results: Sequence[TestResult], say: Speech, *, of_tables: bool = False) -> None:
    first = texts.TABLE if of_tables else texts.GAME
    lefts = ((say(heading), "fold") for heading in (first, texts.DEVICE, texts.TEST))
    print_table(
        [*lefts, (say(texts.STATISTIC), "right"), (say(texts.FREEDOM), "right"), ("p", "right"), ("", "fold")],
        [
            [
                result.tables[0] if of_tables else result.game,
                say(texts.DEVICES[result.device]),
                say(texts.TESTS[result.test]),
                f"{result.statistic:.2f}",
                str(result.freedom or ""),
                spelled(result.p),
                say(texts.PASSES if result.passes else texts.FAILS),
            ]
            for result in results
        ],
    )


def _print_power(trial: Trial, results: Sequence[TestResult], say: Speech) -> None:
    lefts = ((say(heading), "fold") for heading in (texts.GAME, texts.DEVICE, texts.TEST))
    rights = ((say(heading), "right") for heading in (texts.TURNED, texts.REPEATED, texts.ONLY_CUT, texts.NEEDED))
    rows = []
    for result in results:
        power = trial.power(result)
        shares = ["-" if one is None else f"{one:.2%}" for one in (power.turned, power.repeated, power.cut)]
        needed = (
            "-"
            if power.rounds_for_sought is None
            else f"{power.rounds_for_sought:.1e}".replace("e+0", "e").replace("e+", "e")
        )
        device, test = say(texts.DEVICES[result.device]), say(texts.TESTS[result.test])
        rows.append([result.game, device, test, *shares, needed])
    print_table([*lefts, *rights], rows)


def spelled(p: float) -> str:
    """A chance, however small."""
    return f"{p:.4f}" if p >= 0.001 else f"{p:.1e}"
