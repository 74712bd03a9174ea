"""What `banca rng test` says: a line for each test, the verdict, what the tests can find and what none can."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import structs

from banca.cli.audit import open_database
from banca.cli.common import NOT_RANDOM, AsJson, Face, Lang, print_json, print_table, print_text, resolve_game
from banca.cli.simulate import whole_number
from banca.files import write_whole
from banca.games import find, playable
from banca.house.rng import SYSTEM
from banca.i18n import Translator
from banca.i18n.answer import plain
from banca.rules import Refusal, _, _n
from banca.rules.refusal import NEEDS_EXTRA

if TYPE_CHECKING:
    from banca.house.rng_trial import Assessment, StatisticalResult, Trial

# The tests need numpy and scipy, of the extra fast: they are imported where they are used, so that bytes can be written without it.

DEVICES = {
    "outcomes": _("outcomes"),
    "places": _("positions of the tiles"),
    "followers": _("which tile follows which"),
    "hands": _("tiles in one hand"),
    "kept": _("neighbours kept"),
    "rising": _("neighbours reversed"),
    "four_dice": _("four dice"),
    "each_die": _("each die"),
}
TESTS = {
    "frequency": _("frequency"),
    "single": _("single"),
    "serial": _("pairs"),
    "runs": _("runs"),
    "gap": _("gaps"),
}
NO_TEST_FINDS = (
    _(
        "No test of results can detect a good generator with a known seed. A Mersenne Twister seeded with 42 passes, and so does SHA-256 of a counter: without the seed, their output looks random."
    ),
    _(
        "These measures detect the use of a known seed or make it useless: commitments published before the bets and revealed afterwards, for void rounds too; banca audit verify, which shows what void rounds would have paid; digests of the journals, held by others; and two people for anything that one person alone could abuse."
    ),
)
ASSESSMENTS = {"passed": _("passes"), "weak": _("weak"), "failed": _("fails")}


def print_trial(trial: "Trial", say: Translator) -> None:
    """Every test of the source, or of a game's tables together; of single tables those that fail."""
    level = say.decimal(trial.level, 2)
    about = (
        _("{draws} draws from each device; a test fails if p is below {level} (too even or too uneven)")
        if trial.draws
        else _("results recorded at the tables; a test fails if p is below {level} (too even or too uneven)")
    )
    print_text(say(about, draws=say.count(trial.draws or 0), level=level))
    for series in () if trial.draws else trial.series:
        text = _n("{game}, {count} result: {tables}", "{game}, {count} results: {tables}")
        print_text(say(text, game=series.game, tables=say.list(series.tables), count=say.count(series.results)))
    whole = [result for result in trial.results if _is_whole(trial, result)]
    _print_results(whole, say)
    if single := [result for result in trial.results if result not in whole and not result.passes]:
        print_text(say(_("failed tests of single tables:")))
        _print_results(single, say, of_tables=True)
    print_text(
        say(
            _("tests failed: {failed} of {tests}; a perfect source would fail {expected} on average"),
            expected=say.decimal(trial.expected_to_fail, 2),
            failed=say.count(trial.failed),
            tests=say.count(trial.count),
        )
    )
    if trial.draws:
        verdict = (
            _("the source passes: no p is below {threshold} ({level} divided by the number of tests)")
            if trial.passes
            else _("the source fails: a p is below {threshold} ({level} divided by the number of tests)")
        )
    else:
        verdict = (
            _("the results pass: no p is below {threshold} ({level} divided by the number of tests)")
            if trial.passes
            else _("the results fail: a p is below {threshold} ({level} divided by the number of tests)")
        )
    print_text(say(verdict, threshold=say.chance(trial.threshold), level=level))
    print_text(
        say(
            _(
                "Detected in {sure} of cases: the smallest share of results changed to one value, of results that repeat the previous one, or of rounds in which the tiles were not mixed; and the number of results needed to detect {sought} changed to one value."
            ),
            sure=say.percent(trial.sure, 0),
            sought=say.percent(trial.sought, 1),
        )
    )
    _print_power(trial, whole, say)
    for sentence in NO_TEST_FINDS:
        print_text(say(sentence))


def _is_whole(trial: "Trial", result: "StatisticalResult") -> bool:
    """Whether it is of all the results of its kind: those of one table among several are among these too."""
    within = set(result.tables)
    return not any(within < set(series.tables) for series in trial.series if series.game == result.game)


def _print_results(results: Sequence["StatisticalResult"], say: Translator, *, of_tables: bool = False) -> None:
    first = _("table") if of_tables else _("game")
    lefts = (first, (_("device"), "fold"), (_("test"), "fold"))
    print_table(
        [*lefts, (_("statistic"), "right"), (_("df"), "right"), ("p", "right"), ("", "fold")],
        [
            [
                result.tables[0] if of_tables else result.game,
                say(DEVICES[result.device]),
                say(TESTS[result.test]),
                say.decimal(result.statistic, 2),
                str(result.freedom or ""),
                say.chance(result.p),
                say(_("passes") if result.passes else _("fails")),
            ]
            for result in results
        ],
        say,
    )


def _print_power(trial: "Trial", results: Sequence["StatisticalResult"], say: Translator) -> None:
    rights = [(heading, "right") for heading in (_("changed"), _("repeated"), _("not mixed"), _("needed"))]
    rows = []
    for result in results:
        power = result.power
        shares = [
            "-" if share is None else say.percent(share, 2) for share in (power.turned, power.repeated, power.cut)
        ]
        needed = "-" if power.rounds_for_sought is None else say.scientific(power.rounds_for_sought)
        test = say.labelled(say(DEVICES[result.device]), say(TESTS[result.test]))
        rows.append([result.game, test, *shares, needed])
    print_table([_("game"), (_("test"), "fold"), *rights], rows, say)


PIECE = 1 << 20
MOST_BYTES = 10**15
LEAST_DRAWS, MOST_DRAWS = 1000, 10**7

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Export and test the tables' randomness.")


def parse_number(text: str, what: str, least: int, most: int) -> int:
    """Read a whole number within its bounds."""
    number = whole_number(text, what)
    if not least <= number <= most:
        raise Refusal(
            "out_of_range",
            _("{what} cannot be {asked}; possible: {least} to {most}"),
            what=what,
            asked=number,
            least=least,
            most=most,
        )
    return number


@app.command()
def export(
    ctx: typer.Context,
    count: Annotated[str, typer.Option("--bytes", metavar="NUMBER", help="How many bytes; 1000, 10_000, 1e9.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write; default: standard output.")
    ] = None,
    lang: Lang = "en",
) -> None:
    """Write raw random bytes from the tables' source, for test programs such as dieharder or PractRand."""
    number = parse_number(count, "--bytes", 1, MOST_BYTES)
    if output is not None:
        write_whole(output, _random_pieces(number))
        typer.echo(
            ctx.obj.say(
                _n("{count} random byte written to {file}", "{count} random bytes written to {file}"),
                count=ctx.obj.say.count(number),
                file=output,
            )
        )
        return
    if sys.stdout.isatty():
        raise Refusal(
            "bytes_to_terminal",
            _("raw bytes cannot be shown on a terminal; write them to a file with -o, or pipe them to another program"),
        )
    sys.stdout.buffer.writelines(_random_pieces(number))


def _random_pieces(count: int) -> Iterator[bytes]:
    # In pieces, because a terabyte for a test program fits no memory.
    while count > 0:
        yield SYSTEM.read(min(count, PIECE))
        count -= PIECE


@app.command("test")
def try_games(
    ctx: typer.Context,
    game: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...",
            autocompletion=lambda: list(playable()),
            help="The games to test; default all.",
        ),
    ] = None,
    draws: Annotated[
        str | None, typer.Option("--draws", metavar="NUMBER", help="How many results to draw; default 100_000.")
    ] = None,
    db: Annotated[
        str | None,
        typer.Option(
            "--db",
            metavar="URL",
            help="Test the results recorded at the tables of this database instead of drawing any.",
        ),
    ] = None,
    observed: Annotated[
        bool,
        typer.Option(
            "--observed", help="With --db: also test the results entered by croupiers, separately from the drawn ones."
        ),
    ] = False,
    dieharder: Annotated[
        bool, typer.Option("--dieharder", help="Also run dieharder on the raw bytes; takes about an hour.")
    ] = False,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Test results, drawn here as the tables draw them or recorded at tables, against the exact probabilities of the rules.

    A test fails if p is below 0.01, so about one in a hundred fails with a perfect source. The source fails if any p is below
    0.01 divided by the number of tests. The answer also says what the tests can detect, and what no test can.
    """
    face: Face = ctx.obj
    games = list(dict.fromkeys(resolve_game(name) or name for name in game or playable()))
    for name in games:
        find(name)  # refused before anything is drawn
    if db is None and observed:
        raise Refusal("needs_option", _("{asked} needs {allowed}"), asked="--observed", allowed="--db")
    if db is not None and (draws or dieharder):
        raise Refusal(
            "not_both", _("use {asked} or {other}, not both"), asked="--db", other="--draws" if draws else "--dieharder"
        )
    number = parse_number(draws or "100_000", "--draws", LEAST_DRAWS, MOST_DRAWS) if db is None else None
    try:
        from banca.house import rng_trial
    except ModuleNotFoundError:
        raise Refusal(NEEDS_EXTRA, asked="banca rng test", allowed="fast") from None
    if dieharder:
        rng_trial.find_dieharder()
    if number:
        trial = rng_trial.try_source(games, number, SYSTEM)
    else:
        trial = _try_recorded(games, str(db), is_observed=observed)
    if not face.json:
        print_trial(trial, face.say)
    assessed: list[Assessment] = []
    if dieharder:
        assessed = rng_trial.run_dieharder(SYSTEM, (lambda _: None) if face.json else _assessment_printer(face.say))
        trial = structs.replace(trial, dieharder=rng_trial.dieharder_answer(assessed))
    if face.json:
        print_json(plain(structs.replace(trial, not_found=NO_TEST_FINDS), face.say))
    elif outcome := trial.dieharder:
        counts = {"passed": outcome.passed, "weak": outcome.weak, "failed": outcome.failed}
        print_text(
            face.say(
                _("dieharder: {passed} passed, {weak} weak, {failed} failed"),
                **{name: face.say.count(count) for name, count in counts.items()},
            )
        )
    say = face.say
    condemning = [
        say.in_brackets(
            " ".join([_source_name(result), say(DEVICES[result.device]), say(TESTS[result.test])]),
            f"p = {say.chance(result.p)}",
        )
        for result in trial.condemning
    ]
    condemning += [f"dieharder {test.test} {test.size}" for test in assessed if test.assessment == "failed"]
    if condemning:
        raise Refusal(NOT_RANDOM, asked=condemning)


def _try_recorded(games: list[str], db: str, *, is_observed: bool) -> "Trial":
    """Test what the tables of a store recorded; refused where there is too little of it."""
    from banca.house.rng_trial import LEAST_ROUNDS, recorded, try_series

    with open_database(db, by="banca rng test --db") as store:
        trial = try_series(recorded(store, games, is_observed=is_observed))
    if not trial.results:
        raise Refusal(
            "too_few_results",
            _("nothing to test yet: every game has fewer than {allowed} results"),
            allowed=LEAST_ROUNDS,
        )
    return trial


def _source_name(result: "StatisticalResult") -> str:
    return result.tables[0] if len(result.tables) == 1 else result.game


def _assessment_printer(say: Translator) -> Callable[["Assessment"], None]:
    def print_assessment(test: "Assessment") -> None:
        verdict = say(ASSESSMENTS.get(test.assessment, test.assessment))
        typer.echo(say.labelled(f"{test.test} {test.size}", say.list([f"p = {say.chance(test.p)}", verdict])))

    return print_assessment
