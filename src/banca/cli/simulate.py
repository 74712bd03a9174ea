"""`banca simulate`, `banca compare`, `banca strategies`: what a way of playing does to a bankroll."""

import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from banca.cli import texts
from banca.cli.asked_simulation import (
    ENGINES,
    asked_strategy,
    check_files,
    chosen_engine,
    complete_any_strategy,
    named_strategy,
    shipped,
    whole_number,
    with_changes,
)
from banca.cli.face import (
    AsJson,
    Chip,
    Face,
    HouseOptions,
    Lang,
    Maximum,
    Minimum,
    chosen_options,
    complete_bet,
)
from banca.cli.simulation_view import Bar, print_comparison, print_simulation
from banca.cli.terminal import print_json, print_table
from banca.files import write_whole
from banca.games import playable
from banca.rulebook import Code, Refusal
from banca.simulation.strategy import AnyStrategy
from banca.simulation.strategy_file import library, read_strategy
from banca.words import Speech


def complete_played_game() -> list[str]:
    """For the shell: the games that can be simulated."""
    return list(playable())


def complete_strategy(ctx: typer.Context) -> list[str]:
    """For the shell: the shipped strategies of the game typed before."""
    words = [ctx.params.get("game"), *ctx.args]
    return [name for game in playable() if game in words for name in library(game)]


PlayedGame = Annotated[
    str, typer.Argument(metavar="GAME", autocompletion=complete_played_game, help="See 'banca games'.")
]


Sessions = Annotated[
    str, typer.Option("--sessions", metavar="NUMBER", help="How many sessions to play; 1000, 10_000, 1e6.")
]
Bankroll = Annotated[
    str | None, typer.Option("--bankroll", metavar="PATACAS", help="What each session starts with; 'none' for no end.")
]
Target = Annotated[str | None, typer.Option("--target", metavar="PATACAS", help="Go home with this much or more.")]
StopLoss = Annotated[str | None, typer.Option("--stop-loss", metavar="PATACAS", help="Go home when this much is lost.")]
Rounds = Annotated[str | None, typer.Option("--rounds", metavar="NUMBER", help="Rounds of a session, at most.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="NUMBER", help="The same seed, the same answer.")]
EngineName = Annotated[
    str,
    typer.Option(
        "--engine", metavar="threads|dask", autocompletion=lambda: list(ENGINES), help="Where the work is done."
    ),
]
Workers = Annotated[
    str | None,
    typer.Option("--workers", metavar="NUMBER", help="Threads or local Dask processes; one per core unless said."),
]
Scheduler = Annotated[
    str | None, typer.Option("--scheduler", metavar="ADDRESS", help="A Dask scheduler, such as tcp://10.0.0.1:8786.")
]
Checkpoint = Annotated[
    Path | None, typer.Option("--checkpoint", metavar="FILE", help="Keep what is done here, and go on from it.")
]
Chart = Annotated[
    Path | None,
    typer.Option("--chart", metavar="FILE.svg|png", help="Draw the fan of the money and the final results."),
]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print rows for a spreadsheet: strategy, part, at, figure, value.")]


def simulate(
    ctx: typer.Context,
    game: PlayedGame,
    strategy: Annotated[
        str | None,
        typer.Argument(
            metavar="[STRATEGY]",
            autocompletion=complete_strategy,
            help="A name of 'banca strategies', or a .toml file.",
        ),
    ] = None,
    bet: Annotated[
        list[str],
        typer.Option(
            "--bet",
            metavar="ID[:SELECTION]=STAKE",
            autocompletion=complete_bet,
            help="Instead of a strategy: a flat bet, placed again whenever it may be; repeat for more.",
        ),
    ] = [],
    sessions: Sessions = "10_000",
    bankroll: Bankroll = None,
    target: Target = None,
    stop_loss: StopLoss = None,
    rounds: Rounds = None,
    seed: Seed = None,
    option: HouseOptions = [],
    minimum: Minimum = None,
    maximum: Maximum = None,
    chip: Chip = None,
    engine: EngineName = "threads",
    workers: Workers = None,
    scheduler: Scheduler = None,
    checkpoint: Checkpoint = None,
    chart: Chart = None,
    lang: Lang = "en",
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Play a strategy over many sessions and print what it did, beside the exact figures.

    The rules are checked before anything runs. Ctrl-C keeps what was done.
    """
    limits = {"minimum": minimum, "maximum": maximum, "chip": chip}
    session = {"bankroll": bankroll, "target": target, "stop_loss": stop_loss, "rounds": rounds}
    options = chosen_options(option, game)
    changed = with_changes(asked_strategy(game, strategy, bet), options, session, limits)
    run_and_print(
        ctx.obj,
        [changed],
        sessions=sessions,
        seed=seed,
        engine=(engine, workers, scheduler),
        kept_in=checkpoint,
        chart=chart,
        as_csv=as_csv,
    )


def compare(
    ctx: typer.Context,
    strategy: Annotated[
        list[str],
        typer.Argument(
            metavar="STRATEGY...",
            autocompletion=complete_any_strategy,
            help="Two or more: .toml files, or GAME/NAME of 'banca strategies'.",
        ),
    ],
    sessions: Sessions = "10_000",
    bankroll: Bankroll = None,
    target: Target = None,
    stop_loss: StopLoss = None,
    rounds: Rounds = None,
    seed: Seed = None,
    option: HouseOptions = [],
    minimum: Minimum = None,
    maximum: Maximum = None,
    chip: Chip = None,
    engine: EngineName = "threads",
    workers: Workers = None,
    scheduler: Scheduler = None,
    checkpoint: Checkpoint = None,
    chart: Chart = None,
    lang: Lang = "en",
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Play strategies of one game over identical outcomes, side by side."""
    session = {"bankroll": bankroll, "target": target, "stop_loss": stop_loss, "rounds": rounds}
    limits = {"minimum": minimum, "maximum": maximum, "chip": chip}
    named = [named_strategy(one) for one in strategy]
    if len(named) < 2:
        raise typer.BadParameter("name two strategies or more")
    options = chosen_options(option, named[0].game)
    found = [with_changes(one, options, session, limits) for one in named]
    for name, other in zip(strategy, found, strict=True):
        if other.game != found[0].game:
            raise Refusal(Code.OTHER_GAME, asked=name, found=other.game, game=found[0].game)
    run_and_print(
        ctx.obj,
        found,
        sessions=sessions,
        seed=seed,
        engine=(engine, workers, scheduler),
        kept_in=checkpoint,
        chart=chart,
        as_csv=as_csv,
    )


def strategies(ctx: typer.Context, game: PlayedGame = "", lang: Lang = "en", as_json: AsJson = False) -> None:
    """List the strategies that come with Banca, of one game or of all."""
    face = ctx.obj
    wanted = [game] if game else list(playable())
    rows = [
        {"game": one, "strategy": name, "title": read_strategy(file).title[face.say.language]}
        for one in wanted
        for name, file in shipped(one).items()
    ]
    if face.json:
        print_json({"strategies": rows})
        return
    print_table(
        [(face.say(texts.GAME), "left"), (face.say(texts.STRATEGY), "left"), (face.say(texts.TITLE), "fold")],
        [[row["game"], row["strategy"], row["title"]] for row in rows],
    )


def run_and_print(
    face: Face,
    asked: Sequence[AnyStrategy],
    *,
    sessions: str,
    seed: str | None,
    engine: tuple[str, str | None, str | None],
    kept_in: Path | None,
    chart: Path | None,
    as_csv: bool,
) -> None:
    """Check everything, run, and print."""
    try:
        from banca.jit import is_compiled
        from banca.reports.simulation import simulation_report, title
        from banca.simulation.checkpoint import identity, kept_seed
        from banca.simulation.run import make_work, run
    except ImportError:
        raise Refusal(Code.NEEDS_EXTRA, asked="banca simulate", allowed="fast") from None
    if as_csv and face.json:
        raise typer.BadParameter("--json and --csv exclude each other")
    check_files(kept_in, chart, [title(one, face.say) for one in asked], face.say)
    number = kept_seed(kept_in) if seed is None and kept_in is not None else None
    if number is None:
        number = secrets.randbits(32) if seed is None else whole_number(seed, "--seed")
    work = make_work(asked, sessions=whole_number(sessions, "--sessions"), seed=number)
    where = chosen_engine(*engine)
    if not is_compiled() and sys.stderr.isatty():
        typer.echo(face.say(texts.COMPILING), err=True)
    with Bar(face.say) as bar:
        done = run(work, where, hear=bar.hear, kept_in=kept_in, identity=identity(asked, number, work.sessions))
    if done is None:
        raise Refusal(Code.NOTHING_DONE)
    report = simulation_report(done, asked, face.say)
    if chart is not None:
        draw(chart, asked, done.results(), face.say)
    show(report, face, as_csv=as_csv)
    if done.failure is not None:
        raise done.failure


def show(report: dict[str, Any], face: Face, *, as_csv: bool) -> None:
    """Print what was found, in the form asked for."""
    from banca.reports.simulation import as_csv as written

    if face.json:
        print_json(report)
    elif as_csv:
        typer.echo(written(report), nl=False)
    elif len(report["strategies"]) == 1:
        print_simulation(report, face.say)
    else:
        print_comparison(report, face.say)


def draw(file: Path, asked: Sequence[AnyStrategy], figures: Sequence[Any], say: Speech) -> None:
    """Write the chart."""
    from banca.reports.chart import chart_of

    write_whole(file, chart_of(asked, figures, file.suffix[1:], say))
