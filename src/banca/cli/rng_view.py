"""What `banca rng test` says: a line for each test, the verdict, what the tests can find and what none can."""

from collections.abc import Sequence

from banca.cli import texts
from banca.cli.terminal import print_table, print_text
from banca.house.randomness import LEVEL, SOUGHT, SURE, StatisticalResult, Trial
from banca.i18n import Translator


def print_trial(trial: Trial, say: Translator, draws: int | None) -> None:
    """Every test of the source, or of a game's tables together; of single tables those that fail."""
    print_text(
        say(texts.DRAWN, draws=say.count(draws), level=say.decimal(LEVEL, 2))
        if draws
        else say(texts.RECORDED, level=say.decimal(LEVEL, 2))
    )
    for one in trial.series if draws is None else ():
        print_text(say(texts.RESULTS_OF, game=one.game, tables=say.list(one.tables), count=say.count(one.rounds)))
    whole = [result for result in trial.results if _is_whole(trial, result)]
    _print_results(whole, say)
    if single := [one for one in trial.results if one not in whole and not one.passes]:
        print_text(say(texts.SINGLE_TABLES))
        _print_results(single, say, of_tables=True)
    counts = {"failed": say.count(trial.failed), "tests": say.count(len(trial.results))}
    print_text(say(texts.FAILED_OF, expected=say.decimal(trial.expected_to_fail, 2), **counts))
    if draws:
        verdict = texts.SOURCE_PASSES if trial.passes else texts.SOURCE_FAILS
    else:
        verdict = texts.RESULTS_PASS if trial.passes else texts.RESULTS_FAIL
    print_text(say(verdict, threshold=say.chance(trial.threshold), level=say.decimal(LEVEL, 2)))
    print_text(say(texts.POWER, sure=say.percent(SURE, 0), sought=say.percent(SOUGHT, 1)))
    _print_power(trial, whole, say)
    for sentence in texts.NO_TEST_FINDS:
        print_text(say(sentence))


def _is_whole(trial: Trial, result: StatisticalResult) -> bool:
    """Whether it is of all the results of its kind: those of one table among several are among these too."""
    within = set(result.tables)
    return not any(within < set(one.tables) for one in trial.series if one.game == result.game)


def _print_results(results: Sequence[StatisticalResult], say: Translator, *, of_tables: bool = False) -> None:
    first = texts.TABLE if of_tables else texts.GAME
    lefts = ((say(first), "left"), *((say(heading), "fold") for heading in (texts.DEVICE, texts.TEST)))
    print_table(
        [*lefts, (say(texts.STATISTIC), "right"), (say(texts.FREEDOM), "right"), ("p", "right"), ("", "fold")],
        [
            [
                result.tables[0] if of_tables else result.game,
                say(texts.DEVICES[result.device]),
                say(texts.TESTS[result.test]),
                say.decimal(result.statistic, 2),
                str(result.freedom or ""),
                say.chance(result.p),
                say(texts.PASSES if result.passes else texts.FAILS),
            ]
            for result in results
        ],
    )


def _print_power(trial: Trial, results: Sequence[StatisticalResult], say: Translator) -> None:
    lefts = ((say(texts.GAME), "left"), (say(texts.TEST), "fold"))
    rights = (
        (say(heading), "right") for heading in (texts.CHANGED, texts.REPEATED, texts.NOT_MIXED, texts.RESULTS_NEEDED)
    )
    rows = []
    for result in results:
        power = trial.power(result)
        shares = ["-" if one is None else say.percent(one, 2) for one in (power.turned, power.repeated, power.cut)]
        needed = "-" if power.rounds_for_sought is None else say.scientific(power.rounds_for_sought)
        test = say.labelled(say(texts.DEVICES[result.device]), say(texts.TESTS[result.test]))
        rows.append([result.game, test, *shares, needed])
    print_table([*lefts, *rights], rows)
