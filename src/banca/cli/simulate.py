"""`banca simulate`, `banca compare`, `banca strategies`: what a way of playing does to a bankroll."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from banca.analysis.simulation.refusals import NOTHING_DONE, OTHER_GAME
from banca.analysis.simulation.strategy import AnyStrategy
from banca.analysis.simulation.strategy_file import library, read_strategy, simulated, unreadable_strategies
from banca.answers.simulation import SimulationAnswer, simulation_answer, strategy_title
from banca.answers.simulation import as_csv as written_as_csv
from banca.cli import texts
from banca.cli.face import AsJson, Face, Lang, chosen_options, complete_bet, found_game, print_remarks
from banca.cli.option_group import option_group
from banca.cli.session_options import SessionOptions
from banca.cli.simulation_input import (
    asked_strategy,
    check_files,
    chosen_engine,
    complete_any_strategy,
    named_strategy,
    whole_number,
    with_changes,
)
from banca.cli.simulation_view import ProgressBar, print_comparison, print_simulation
from banca.cli.terminal import print_json, print_table
from banca.files import write_whole
from banca.games import playable
from banca.i18n import Translator
from banca.i18n.answer import plain
from banca.rules import Refusal
from banca.rules.refusal import NEEDS_EXTRA

if TYPE_CHECKING:
    from banca.analysis.simulation.results import Results


def complete_played_game() -> list[str]:
    """For the shell: the games that can be simulated."""
    return list(playable())


def complete_strategy(ctx: typer.Context) -> list[str]:
    """For the shell: the shipped strategies of the game typed before."""
    words = [ctx.params.get("game"), *ctx.args]
    return [name for game in playable() if game in words for name in library(game)]


PlayedGame = Annotated[
    str,
    typer.Argument(metavar="GAME", callback=found_game, autocompletion=complete_played_game, help="See 'banca games'."),
]


AsCsv = Annotated[bool, typer.Option("--csv", help="Print rows for a spreadsheet: strategy, part, at, figure, value.")]


@option_group(SessionOptions)
def simulate(
    ctx: typer.Context,
    game: PlayedGame,
    strategy: Annotated[
        str | None,
        typer.Argument(
            metavar="[STRATEGY]",
            autocompletion=complete_strategy,
            help="A name from 'banca strategies', or a .toml file.",
        ),
    ] = None,
    bet: Annotated[
        list[str],
        typer.Option(
            "--bet",
            metavar="BET=STAKE",
            autocompletion=complete_bet,
            help="Instead of a strategy: a flat bet, placed again whenever possible; repeat for more.",
        ),
    ] = [],
    *,
    session: SessionOptions,
    lang: Lang = "en",
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Play a strategy over many sessions and print the results next to the exact figures.

    The strategy is checked against the rules before anything runs. Ctrl-C stops early and prints what was done.
    """
    options = chosen_options(session.option, game)
    changed = with_changes(ctx.obj, asked_strategy(ctx.obj, game, strategy, bet, options), options, session)
    run_and_print(ctx.obj, [changed], session, as_csv=as_csv)


@option_group(SessionOptions)
def compare(
    ctx: typer.Context,
    strategy: Annotated[
        list[str],
        typer.Argument(
            metavar="STRATEGY...",
            autocompletion=complete_any_strategy,
            help="Two or more strategies: .toml files, or GAME/NAME from 'banca strategies'.",
        ),
    ],
    *,
    session: SessionOptions,
    lang: Lang = "en",
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Play strategies of one game over the same outcomes and compare them."""
    named = [named_strategy(one) for one in strategy]
    if len(named) < 2:
        raise typer.BadParameter(ctx.obj.say(texts.TWO_STRATEGIES))
    options = chosen_options(session.option, named[0].game)
    found = [with_changes(ctx.obj, one, options, session) for one in named]
    for name, other in zip(strategy, found, strict=True):
        if other.game != found[0].game:
            raise Refusal(OTHER_GAME, asked=name, found=other.game, game=found[0].game)
    run_and_print(ctx.obj, found, session, as_csv=as_csv)


def strategies(ctx: typer.Context, game: PlayedGame = "", lang: Lang = "en", as_json: AsJson = False) -> None:
    """List the strategies of one game or of all; those that cannot be read are reported on standard error."""
    face = ctx.obj
    for message in () if game else unreadable_strategies().values():
        typer.echo(f"banca: {face.say.message(message)}", err=True)
    rows = [
        {"game": one, "strategy": name, "title": read_strategy(file).title[face.say.language]}
        for one in ([game] if game else simulated())
        for name, file in library(one).items()
    ]
    if face.json:
        print_json({"strategies": rows})
        return
    print_table(
        [(face.say(texts.GAME), "left"), (face.say(texts.STRATEGY), "left"), (face.say(texts.TITLE), "fold")],
        [[row["game"], row["strategy"], row["title"]] for row in rows],
    )


def run_and_print(face: Face, asked: Sequence[AnyStrategy], session: SessionOptions, *, as_csv: bool) -> None:
    """Check everything, run, and print."""
    try:
        from banca.analysis.simulation.checkpoint import identity, kept_seed
        from banca.analysis.simulation.run import make_work, run
        from banca.jit import is_compiled
    except ImportError:
        raise Refusal(
            NEEDS_EXTRA, asked="banca compare" if len(asked) > 1 else "banca simulate", allowed="fast"
        ) from None
    if as_csv and face.json:
        raise typer.BadParameter(face.say(texts.JSON_OR_CSV))
    kept_in, chart = session.checkpoint, session.chart
    check_files(kept_in, chart, [face.say(strategy_title(one)) for one in asked], face.say)
    seed = kept_seed(kept_in) if session.seed is None and kept_in is not None else None
    if seed is None:
        seed = secrets.randbits(32) if session.seed is None else whole_number(session.seed, "--seed")
    work = make_work(asked, sessions=whole_number(session.sessions, "--sessions"), seed=seed)
    where = chosen_engine(face.say, session.engine, session.workers, session.scheduler)
    if not is_compiled():  # also where the error stream is a file, or the wait looks like a hang
        typer.echo(face.say(texts.COMPILING), err=True)
    with ProgressBar(face.say) as bar:
        done = run(work, where, hear=bar.hear, kept_in=kept_in, identity=identity(asked, seed, work.sessions))
    if done is None:
        raise Refusal(NOTHING_DONE)
    answer = simulation_answer(done, asked)
    if chart is not None:
        draw(chart, asked, done.results(), face.say)
    show(answer, face, as_csv=as_csv)
    if done.failure is not None:
        raise done.failure


def show(answer: SimulationAnswer, face: Face, *, as_csv: bool) -> None:
    """Print what was found, in the form asked for."""
    if face.json:
        print_json(plain(answer, face.say), face.remarks)
        return
    if as_csv:
        typer.echo(written_as_csv(answer, face.say), nl=False)
        return
    print_remarks(face)
    if len(answer.strategies) == 1:
        print_simulation(answer, face.say)
    else:
        print_comparison(answer, face.say)


def draw(file: Path, asked: Sequence[AnyStrategy], figures: "Sequence[Results]", say: Translator) -> None:
    """Write the chart."""
    from banca.answers.chart import chart_of

    write_whole(file, chart_of(asked, figures, file.suffix[1:], say))
