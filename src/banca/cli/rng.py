"""`banca rng`: the randomness that the tables draw from, to take away and to test."""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from banca.cli import texts
from banca.cli.asked_simulation import whole_number
from banca.cli.face import AsJson, Face, Lang
from banca.cli.terminal import print_json, print_table, print_text
from banca.files import write_whole
from banca.games import GAMES, PAI_KAO
from banca.house.chance import SYSTEM
from banca.house.dieharder import ASSESSMENTS, PROGRAM, Assessment, find_dieharder, run_dieharder
from banca.house.randomness import LEVEL, Trial, try_source
from banca.rulebook import Code, Refusal
from banca.words import Speech

ALL_GAMES = (*GAMES, PAI_KAO)
PIECE = 1 << 20
MOST_BYTES = 10**15
LEAST_DRAWS, MOST_DRAWS = 1000, 10**7

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="The tables' randomness: export it, test it.")


def complete_any_game() -> list[str]:
    """For the shell: every game."""
    return list(ALL_GAMES)


def asked_number(text: str, what: str, least: int, most: int) -> int:
    """A whole number within its bounds."""
    number = whole_number(text, what)
    if not least <= number <= most:
        raise Refusal(Code.OUT_OF_RANGE, what=what, asked=number, least=least, most=most)
    return number


@app.command()
def export(
    ctx: typer.Context,
    count: Annotated[str, typer.Option("--bytes", metavar="NUMBER", help="How many bytes; 1000, 10_000, 1e9.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write; standard output unless said.")
    ] = None,
    lang: Lang = "en",
) -> None:
    """Write raw random bytes from the tables' source, for test programs such as dieharder or PractRand."""
    number = asked_number(count, "--bytes", 1, MOST_BYTES)
    if output is not None:
        write_whole(output, pieces(number))
        typer.echo(ctx.obj.say(texts.BYTES_WRITTEN, count=number, file=output))
        return
    if sys.stdout.isatty():
        raise Refusal(Code.BYTES_TO_TERMINAL)
    sys.stdout.buffer.writelines(pieces(number))


def pieces(count: int) -> Iterator[bytes]:
    """So many random bytes, not all at once."""
    while count > 0:
        yield SYSTEM.read(min(count, PIECE))
        count -= PIECE


@app.command("test")
def try_games(
    ctx: typer.Context,
    game: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", autocompletion=complete_any_game, help="Some games; without any, all."),
    ] = None,
    draws: Annotated[
        str, typer.Option("--draws", metavar="NUMBER", help="How often to draw from each device.")
    ] = "100_000",
    dieharder: Annotated[
        bool, typer.Option("--dieharder", help="Also run dieharder on the raw bytes: about an hour.")
    ] = False,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Draw results as the tables do, and test them against the exact weights of the rulebooks.

    A test fails where p is below 0.01, so about one in a hundred fails with a perfect source. The source fails where some p is
    below 0.01 divided by the number of tests.
    """
    face: Face = ctx.obj
    games = list(dict.fromkeys(game or ALL_GAMES))
    for one in games:
        if one not in ALL_GAMES:
            raise Refusal(Code.UNKNOWN_GAME, asked=one, allowed=ALL_GAMES)
    number = asked_number(draws, "--draws", LEAST_DRAWS, MOST_DRAWS)
    if dieharder:
        find_dieharder()
    trial = try_source(games, number, SYSTEM)
    if not face.json:
        print_trial(trial, face.say)
    assessed = run_dieharder(SYSTEM, _say_nothing if face.json else _say_assessment) if dieharder else None
    if face.json:
        print_json(trial_report(trial) | {PROGRAM: None if assessed is None else assessed_report(assessed)})
    elif assessed is not None:
        print_text(face.say(texts.DIEHARDER, **assessed_counts(assessed)))
    condemning = [f"{one.game} {one.device} {one.test} (p = {spelled(one.p)})" for one in trial.condemning]
    condemning += [f"{PROGRAM} {one.test} {one.size}" for one in assessed or () if one.assessment == "failed"]
    if condemning:
        raise Refusal(Code.NOT_RANDOM, asked=condemning)


def trial_report(trial: Trial) -> dict[str, Any]:
    """All tests and the verdict over them."""
    return {
        "draws": trial.draws,
        "level": LEVEL,
        "tests": [asdict(result) | {"passes": result.passes} for result in trial.results],
        "count": len(trial.results),
        "failed": trial.failed,
        "expected_to_fail": trial.expected_to_fail,
        "threshold": trial.threshold,
        "passes": trial.passes,
    }


def assessed_report(assessed: list[Assessment]) -> dict[str, Any]:
    """What dieharder says."""
    return assessed_counts(assessed) | {"tests": [asdict(one) for one in assessed]}


def assessed_counts(assessed: list[Assessment]) -> dict[str, int]:
    """How many of its tests passed, are weak, failed."""
    counts = Counter(one.assessment for one in assessed)
    return {kind: counts[kind] for kind in ASSESSMENTS}


def print_trial(trial: Trial, say: Speech) -> None:
    """A line for each test, and the verdict."""
    print_text(say(texts.DRAWN, draws=trial.draws, level=LEVEL))
    lefts = ((say(heading), "fold") for heading in (texts.GAME, texts.DEVICE, texts.TEST))
    print_table(
        [*lefts, (say(texts.STATISTIC), "right"), (say(texts.FREEDOM), "right"), ("p", "right"), ("", "fold")],
        [
            [
                result.game,
                say(texts.DEVICES[result.device]),
                say(texts.TESTS[result.test]),
                f"{result.statistic:.2f}",
                str(result.freedom or ""),
                spelled(result.p),
                say(texts.PASSES if result.passes else texts.FAILS),
            ]
            for result in trial.results
        ],
    )
    print_text(
        say(texts.FAILED_OF, failed=trial.failed, tests=len(trial.results), expected=f"{trial.expected_to_fail:.2f}")
    )
    verdict = texts.SOURCE_PASSES if trial.passes else texts.SOURCE_FAILS
    print_text(say(verdict, threshold=spelled(trial.threshold), level=LEVEL))


def spelled(p: float) -> str:
    """A chance, however small."""
    return f"{p:.4f}" if p >= 0.001 else f"{p:.1e}"


def _say_assessment(one: Assessment) -> None:
    typer.echo(f"{one.test} {one.size}: p = {one.p}, {one.assessment}")


def _say_nothing(_: Assessment) -> None:
    """Until all is done."""
