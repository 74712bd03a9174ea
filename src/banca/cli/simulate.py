"""`banca simulate`, `compare` and `strategies`, and the options that they share with `evening`: sessions, and where they are played."""

import os
import re
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import UNSET, UnsetType

from banca.analysis.settlement import limits_read
from banca.analysis.simulation.game_simulation import no_exact_mean
from banca.analysis.simulation.results import (
    CONFIDENCE,
    QUANTILES,
    Mean,
    Results,
    SessionRules,
    SimulationAnswer,
    net_per_staked,
    strategy_title,
)
from banca.analysis.simulation.results import as_csv as written_as_csv
from banca.analysis.simulation.strategy import (
    NOTHING_DONE,
    OTHER_GAME,
    UNKNOWN_STRATEGY,
    AnyStrategy,
    Play,
    Session,
    Strategy,
)
from banca.analysis.simulation.strategy_file import (
    find_strategy,
    library,
    read_strategy,
    simulated_games,
    unreadable_strategies,
)
from banca.cli.common import (
    CHANCES,
    SPREAD,
    SURVIVED,
    AsJson,
    Chip,
    Face,
    HouseOptions,
    Lang,
    Maximum,
    Minimum,
    PlayedGame,
    chosen_options,
    complete_bet,
    option_group,
    print_heading,
    print_table,
    print_text,
    show,
)
from banca.files import BAD_CHART, CANNOT_WRITE, NOT_A_FILE, check_writable, is_special, write_whole
from banca.games import find, playable, rulebook
from banca.i18n import Translator
from banca.i18n.descriptions import describe_chosen
from banca.i18n.lookup import find_game
from banca.law import Language
from banca.rules import Refusal, _, _n, under
from banca.rules.money import AVOS
from banca.rules.refusal import needs_extra

SESSION = {
    "bankroll": _("bankroll {value}"),
    "target": _("target {value}"),
    "stop_loss": _("stop-loss {value}"),
    "rounds": _n("{value} round at most", "{value} rounds at most", by="value"),
}
CHANCES_PERCENT = {
    "ahead": _("finish ahead, %"),
    "ruin": _("ruin, %"),
    "target": _("reach the target, %"),
    "stop_loss": _("reach the stop-loss, %"),
}


if TYPE_CHECKING:
    from banca.analysis.simulation.run import Engine, Run

ENGINES = ("threads", "dask")

Chart = Annotated[
    Path | None,
    typer.Option(
        "--chart",
        metavar="FILE.svg|png",
        help="Draw the spread of the money over the rounds, and the final results, to this file.",
    ),
]
FlatBets = Annotated[
    list[str],
    typer.Option(
        "--bet",
        metavar="BET=STAKE",
        autocompletion=complete_bet,
        help="Instead of a strategy: a flat bet, placed again whenever possible; repeat for more.",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOptions:
    """What was written, as it was written; None where nothing was."""

    sessions: Annotated[str, typer.Option(metavar="NUMBER", help="How many sessions to play; 1000, 10_000, 1e6.")] = (
        "10_000"
    )
    bankroll: Annotated[
        str | None,
        typer.Option(metavar="PATACAS", help="The money each session starts with; 'none' for unlimited money."),
    ] = None
    target: Annotated[str | None, typer.Option(metavar="PATACAS", help="Stop when the money reaches this amount.")] = (
        None
    )
    stop_loss: Annotated[str | None, typer.Option(metavar="PATACAS", help="Stop when this much is lost.")] = None
    rounds: Annotated[str | None, typer.Option(metavar="NUMBER", help="The maximum number of rounds in a session.")] = (
        None
    )
    seed: Annotated[str | None, typer.Option(metavar="NUMBER", help="The same seed gives the same answer.")] = None
    option: HouseOptions = field(default_factory=list)
    minimum: Minimum = None
    maximum: Maximum = None
    chip: Chip = None
    engine: Annotated[
        str,
        typer.Option(
            metavar="threads|dask", autocompletion=lambda: list(ENGINES), help="The engine that runs the simulation."
        ),
    ] = ENGINES[0]
    workers: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Threads or local Dask processes; default one per core.")
    ] = None
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, such as tcp://10.0.0.1:8786.")
    ] = None
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save progress in this file, and continue from it.")
    ] = None
    chart: Chart = None


ONE_SESSION = ("bankroll", "target", "stop_loss", "rounds", "option", "minimum", "maximum", "chip")
"""The options of a session that is worked out and not played."""
MILLION = 1_000_000
FAN_ROWS = 8
IS_THERE = {"ahead": "rounds", "rounds": "rounds", "ruin": "bankroll", "target": "target", "stop_loss": "stop_loss"}
"""Which session rule makes each end possible."""


@contextmanager
def progress_bar(say: Translator) -> Iterator[Callable[["Run"], None]]:
    """A bar on the error stream, where that is a terminal: how far, how long still, how fast, and what is known so far."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (BarColumn(bar_width=16), TaskProgressColumn(), TimeRemainingColumn(compact=True))
    so_far = TextColumn("{task.fields[so_far]}")
    console, is_file = Console(stderr=True), not sys.stderr.isatty()
    with Progress(*columns, so_far, console=console, transient=True, disable=is_file) as progress:
        task = progress.add_task("", so_far="")

        def show_run(run: "Run") -> None:
            """With the 95 % confidence interval of the first strategy."""
            measured, error = net_per_staked(run.counted.tallies[0])
            text = say(
                _("{rate} million rounds/s, net {mean} ± {error}%"),
                rate=say.decimal(run.new_rounds / max(run.seconds, 1e-3) / MILLION, 1),
                mean=_percent(measured, 4, say),
                error=_percent((error or 0) * CONFIDENCE, 4, say),
            )
            progress.update(task, completed=run.sessions, total=run.work.sessions, so_far=text)

        yield show_run


def print_simulation(answer: SimulationAnswer, say: Translator) -> None:
    """One strategy in full."""
    (figures,) = answer.strategies
    _print_run(answer, say)
    print_text(say.labelled(say(figures.title), describe_session(figures.session, say)))
    _print_means(answer, figures, say)
    sums = {"staked": say.money(figures.staked.avos), "net": say.money(figures.net.avos)}
    text = _("staked {staked}, net {net}; standard deviation of a session's net result {sd}")
    print_text(say(text, **sums, sd=_amount(figures.sd, say)))
    print_table(
        [_("chance of"), ("%", "right"), (_("± standard error"), "right")],
        [
            [say(CHANCES[name]), _percent(share.measured, 3, say), _percent(share.error, 3, say)]
            for name, share in possible_ends(figures.session, figures.chances)
        ],
        say,
    )
    survived, run = figures.rounds_survived, figures.longest_losing_run
    print_survived(survived, say.decimal(survived.mean, 1), say)
    text = _("longest losing streak, ties ignored: {longest}; average of the sessions: {mean}")
    print_text(say(text, longest=say.count(run.longest), mean=say.decimal(run.mean, 1)))
    typer.echo()
    print_text(
        say(
            _("net result: each column is the amount that this share of sessions is below (within about 1%)")
            if figures.session.bankroll is None
            else _(
                "money in hand and on the layout: each column is the amount that this share of sessions is below (within about 1% of the change)"
            )
        )
    )
    print_fan(figures.fan, say, lambda patacas: say.decimal(patacas, 0))


def print_survived(survived: Any, mean: str, say: Translator) -> None:
    """How many rounds sessions last."""
    rounds = {"low": survived.lowest, "middle": survived.median, "high": survived.highest}
    print_text(say(SURVIVED, mean=mean, **{name: say.count(round(count)) for name, count in rounds.items()}))


def _print_means(answer: SimulationAnswer, figures: Results, say: Translator) -> None:
    """What was won or lost on average, beside the exact figures where they are known."""
    headings = [(_("patacas"), "left"), (_("measured"), "right"), ("±", "right")]
    if figures.z is not None:
        headings += [(_("exact"), "right"), (_("luck"), "right"), ("±", "right")]
    rows = (
        (_("net per round"), figures.per_round, _amount),
        (_("net per session"), figures.per_session, _amount),
        (_("net, % of amount staked"), figures.per_staked, _share),
    )
    print_table(
        [(say(words), style) for words, style in headings],
        [
            [say(words), *(write(figure, say) for figure in _figures(mean)[: len(headings) - 1])]
            for words, mean, write in rows
        ],
        say,
    )
    if figures.z is not None:
        print_text(
            say(
                _("exact: the expected result of the stakes made; luck: measured minus exact, {z} standard errors"),
                z=say.signed_decimal(figures.z, 2),
            )
        )
    elif figures.sessions > 1 and figures.per_session.exact is UNSET:
        print_text(say(no_exact_mean(answer.game)))
    if figures.edge is not None:
        print_text(say(_("exactly {exact} of any amount staked"), exact=say.exact(figures.edge)))


def print_fan(fan: Sequence[Any], say: Translator, write: Callable[[float], str]) -> None:
    """How the money spreads over the rounds, in a few rows; they are a simulation's or an evening's."""
    step = max((len(fan) - 1) // FAN_ROWS, 1)
    shown = [row for number, row in enumerate(fan) if number % step == 0 or row is fan[-1]]
    print_table(
        [(_("after round"), "right"), *((name, "right") for name in QUANTILES.values())],
        [[say.count(row.round), *(write(getattr(row, name)) for name in QUANTILES)] for row in shown],
        say,
    )


def print_comparison(answer: SimulationAnswer, say: Translator) -> None:
    """Strategies side by side."""
    _print_run(answer, say)
    strategies = answer.strategies
    for number, figures in enumerate(strategies, start=1):
        other = {name: value for name, value in figures.options.items() if answer.options.get(name) != value}
        title = say.list([say(figures.title), *describe_chosen(answer.game, other, say)])
        print_text(say.labelled(f"{number}. {title}", describe_session(figures.session, say)))
    lines: list[tuple[str, Iterable[str]]] = [
        (_("net per session"), (_plus_minus(figures.per_session, say) for figures in strategies)),
        (_("net per round"), (_plus_minus(figures.per_round, say) for figures in strategies)),
        (_("net, % of amount staked"), (_percent(figures.per_staked.measured, 3, say) for figures in strategies)),
        (_("exact net, %"), (_share(figures.per_staked.exact, say) for figures in strategies)),
        (_("z"), ("" if figures.z is None else say.signed_decimal(figures.z, 2) for figures in strategies)),
        (
            _("staked per session"),
            (say.measured(float(figures.staked.avos) / AVOS / figures.sessions) for figures in strategies),
        ),
        (SPREAD, (_amount(figures.sd, say) for figures in strategies)),
    ]
    for name, words in CHANCES_PERCENT.items():
        if any(getattr(figures.session, IS_THERE[name]) is not None for figures in strategies):
            shares = [getattr(figures.chances, name).measured for figures in strategies]
            lines.append((words, [_percent(share, 3, say) for share in shares]))
    for name in ("lowest", "median", "highest"):
        words = _("final money: {share} of sessions end below").fill(share=QUANTILES[name])
        lines.append((words, [say.decimal(getattr(figures.fan[-1], name), 0) for figures in strategies]))
    lines += [
        (_("rounds"), (say.decimal(figures.rounds_survived.mean, 1) for figures in strategies)),
        (_("longest losing streak"), (say.count(figures.longest_losing_run.longest) for figures in strategies)),
        (
            _("gain per session over strategy 1, same outcomes"),
            ["", *(_plus_minus(better, say) for better in answer.better_than_first)],
        ),
    ]
    rows = [[say(words), *cells] for words, cells in lines]
    print_table([("", "fold"), *((str(number), "right") for number in range(1, len(strategies) + 1))], rows, say)


def _print_run(answer: SimulationAnswer, say: Translator) -> None:
    print_heading(answer, say)
    rounds = sum(figures.rounds for figures in answer.strategies)
    counts = (
        (_n("{count} session", "{count} sessions"), answer.sessions),
        (_n("{count} round", "{count} rounds"), rounds),
    )
    parts = [say(text, count=say.count(count)) for text, count in counts]
    print_text(say.list([*parts, say(_("seed {seed}"), seed=answer.seed)]))
    if not answer.complete:
        print_text(
            say(
                _n("stopped early: {done} of {asked} session", "stopped early: {done} of {asked} sessions", by="asked"),
                done=say.count(answer.sessions),
                asked=say.count(answer.asked),
            )
        )
    if sys.stderr.isatty():
        rate = say.decimal(answer.rounds_per_second / MILLION, 1)
        typer.echo(
            say(_("{seconds} s, {rate} million rounds per second"), seconds=say.decimal(answer.seconds, 1), rate=rate),
            err=True,
        )


def describe_session(session: SessionRules, say: Translator) -> str:
    """With what one sits down and when one goes home, in words."""
    amounts = {"bankroll": session.bankroll, "target": session.target, "stop_loss": session.stop_loss}
    rules = {name: say.money(amount.avos) for name, amount in amounts.items() if amount is not None}
    rules["rounds"] = say.count(session.rounds)
    return say.list(say(SESSION[name], value=value) for name, value in rules.items())


def possible_ends(session: SessionRules, chances: object) -> list[tuple[str, Any]]:
    """How a session may end by its rules, each with what is known of its chance."""
    return [(name, getattr(chances, name)) for name in CHANCES if getattr(session, IS_THERE[name]) is not None]


Figure = Fraction | float | UnsetType | None


def _figures(mean: Mean) -> tuple[Figure, ...]:
    """Measured with its error; the exact mean of the stakes; luck with its error."""
    return mean.measured, mean.error, mean.exact, mean.luck, mean.luck_error


def _amount(figure: Figure, say: Translator) -> str:
    return "" if figure is None or figure is UNSET else say.measured(float(figure))


def _share(figure: Figure, say: Translator) -> str:
    return "" if figure is None or figure is UNSET else _percent(figure, 4, say)


def _percent(share: Fraction | float, digits: int, say: Translator) -> str:
    """In per cent, under a heading that says so."""
    return say.decimal(float(share) * 100, digits)


def _plus_minus(mean: Mean, say: Translator) -> str:
    if mean.error is None:
        return say.measured(mean.measured)
    places = 2 if mean.error >= 0.1 else 4
    return f"{say.decimal(mean.measured, places)} ± {say.decimal(mean.error, places)}"


CHARTS = (".svg", ".png")
MOST_WORKERS = 1024
ENDLESS = "none"
"""In place of an amount: there is none."""
NUMBER = re.compile(r"(?P<digits>[0-9][0-9_]*)(e(?P<zeros>[0-9]{1,2}))?", re.IGNORECASE)


def complete_any_strategy() -> list[str]:
    """For the shell: every shipped strategy as GAME/NAME."""
    return [f"{game}/{name}" for game in playable() for name in library(game)]


def find_any_strategy(text: str) -> AnyStrategy:
    """A strategy by its file, or by game and name."""
    game, slash, name = text.partition("/")
    if slash and not text.endswith(".toml"):
        return find_strategy(find_game(game).value.id, name)
    if not text.endswith(".toml"):
        raise Refusal(UNKNOWN_STRATEGY, asked=text, allowed=[*complete_any_strategy()[:1], "…"])
    return read_strategy(Path(text))


def choose_strategy(
    face: Face, game: str, strategy: str | None, bets: Sequence[str], options: Mapping[str, object]
) -> AnyStrategy:
    """The strategy named, or the flat bets of the command line."""
    if strategy is not None and not bets:
        return find_strategy(game, strategy)
    names = list(library(game))
    if strategy is not None or not bets:
        raise Refusal(
            "no_strategy",
            _("choose what to play, exactly one of: a strategy ({allowed}), a .toml file or --bet ID=STAKE"),
            allowed=names,
        )
    book = rulebook(game)
    rules = under(book, options)
    families = {bet.id for bet in rules.bets.values() if bet.added_to}
    plays = tuple(
        Play(bet=name if name in families else face.bet(rules, name).key, stake=face.patacas(stake))
        for name, stake in face.stakes(rules, bets)
    )
    title = ", ".join(bets)
    return Strategy(title=dict.fromkeys(Language, title), game=game, plays=plays, limits=book.limits)


def with_changes(
    face: Face, strategy: AnyStrategy, options: Mapping[str, object], session: SessionOptions
) -> AnyStrategy:
    """A strategy with what the command line says put over its own."""
    own = strategy.limits or find(strategy.game).limits
    return replace(
        strategy,
        session=_changed(face, strategy.session, session),
        limits=limits_read(face.patacas, minimum=session.minimum, maximum=session.maximum, chip=session.chip).put_into(
            own
        ),
        options={**strategy.options, **options},
    )


def _changed(face: Face, own: Session, options: SessionOptions) -> Session:
    """A session with what the command line says put over its rules; with endless money, only rules that it says."""
    if options.bankroll == ENDLESS:
        own = replace(own, target=None, stop_loss=None)
    typed = {name: getattr(options, name) for name in ("bankroll", "target", "stop_loss")}
    amounts = {name: None if text == ENDLESS else face.patacas(text) for name, text in typed.items() if text}
    rounds = own.rounds if options.rounds is None else whole_number(options.rounds, "--rounds")
    return replace(own, **amounts, rounds=rounds)


def whole_number(text: str, what: str) -> int:
    """A whole number as people write large ones.

    >>> whole_number("1e6", "--sessions"), whole_number("10_000", "--sessions")
    (1000000, 10000)
    """
    written = NUMBER.fullmatch(text.strip())
    if not written:
        raise Refusal(
            "bad_number",
            _("{what} must be a whole number, not {asked}; write it like 1000, 10_000 or 1e6"),
            asked=text,
            what=what,
        )
    return int(written["digits"] + "0" * int(written["zeros"] or 0))


def chosen_engine(say: Translator, name: str, workers: str | None, scheduler: str | None) -> "Engine":
    """Where the work is done; refused where there is no such engine."""
    from banca.analysis.simulation.run import Engine

    if name not in ENGINES:
        raise Refusal(
            "unknown_engine", _("there is no engine {asked}; available: {allowed}"), asked=name, allowed=ENGINES
        )
    if scheduler is not None and name != "dask":
        raise typer.BadParameter(say(_("--scheduler needs --engine dask")))
    if name == "dask":
        with needs_extra("--engine dask", "cluster"):
            import distributed  # noqa: F401 - to see that it is there
    count = (os.cpu_count() or 1) if workers is None else whole_number(workers, "--workers")
    if not 1 <= count <= MOST_WORKERS:
        raise Refusal(
            "bad_workers", _("cannot use {asked} workers; possible: 1 to {allowed}"), asked=count, allowed=MOST_WORKERS
        )
    return Engine(name=name, workers=count, scheduler=scheduler)


def check_files(checkpoint: Path | None, chart: Path | None, titles: Sequence[str], say: Translator) -> None:
    """Refuse what could not be written in the end, before anything runs."""
    if checkpoint is not None:
        if is_special(checkpoint):
            raise Refusal(CANNOT_WRITE, asked=checkpoint, because=NOT_A_FILE)
        check_writable(checkpoint)
    if chart is None:
        return
    if chart.suffix not in CHARTS:
        raise Refusal(BAD_CHART, asked=chart, allowed=CHARTS)
    with needs_extra("--chart", "charts"):
        from banca.analysis.charts import check_drawable

        check_drawable(titles, chart.suffix[1:], say)
    check_writable(chart)


def complete_strategy(ctx: typer.Context) -> list[str]:
    """For the shell: the shipped strategies of the game typed before."""
    words = [ctx.params.get("game"), *ctx.args]
    return [name for game in playable() if game in words for name in library(game)]


StrategyName = Annotated[
    str | None,
    typer.Argument(
        metavar="[STRATEGY]", autocompletion=complete_strategy, help="A name from 'banca strategies', or a .toml file."
    ),
]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print rows for a spreadsheet: strategy, part, at, figure, value.")]


@option_group(SessionOptions)
def simulate(
    ctx: typer.Context,
    game: PlayedGame,
    strategy: StrategyName = None,
    bet: FlatBets = [],
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
    chosen = choose_strategy(ctx.obj, game, strategy, bet, options)
    run_and_print(ctx.obj, [with_changes(ctx.obj, chosen, options, session)], session, as_csv=as_csv)


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
    named = [find_any_strategy(text) for text in strategy]
    if len(named) < 2:
        raise typer.BadParameter(ctx.obj.say(_("name two or more strategies")))
    options = chosen_options(session.option, named[0].game)
    changed = [with_changes(ctx.obj, own, options, session) for own in named]
    for text, other in zip(strategy, changed, strict=True):
        if other.game != changed[0].game:
            raise Refusal(OTHER_GAME, asked=text, found=other.game, game=changed[0].game)
    run_and_print(ctx.obj, changed, session, as_csv=as_csv)


def strategies(ctx: typer.Context, game: PlayedGame = "", lang: Lang = "en", as_json: AsJson = False) -> None:
    """List the strategies of one game or of all; those that cannot be read are reported on standard error."""
    face = ctx.obj
    for message in () if game else unreadable_strategies().values():
        typer.echo(f"banca: {face.say.message(message)}", err=True)
    rows = [
        {"game": played, "strategy": name, "title": read_strategy(file).title[face.say.language]}
        for played in ([game] if game else simulated_games())
        for name, file in library(played).items()
    ]
    titles = [[*row.values()] for row in rows]
    show(
        face,
        {"strategies": rows},
        lambda _rows, say: print_table([_("game"), _("strategy"), (_("title"), "fold")], titles, say),
    )


def run_and_print(face: Face, asked: Sequence[AnyStrategy], session: SessionOptions, *, as_csv: bool) -> None:
    """Check everything, run, and print."""
    with needs_extra("banca compare" if len(asked) > 1 else "banca simulate", "fast"):
        from banca.analysis.simulation.run import identity, make_work, run, saved_seed
        from banca.jit import is_compiled
    if as_csv and face.json:
        raise typer.BadParameter(face.say(_("use --json or --csv, not both")))
    checkpoint, chart = session.checkpoint, session.chart
    check_files(checkpoint, chart, [face.say(strategy_title(strategy)) for strategy in asked], face.say)
    seed = saved_seed(checkpoint) if session.seed is None and checkpoint is not None else None
    if seed is None:
        seed = secrets.randbits(32) if session.seed is None else whole_number(session.seed, "--seed")
    work = make_work(asked, sessions=whole_number(session.sessions, "--sessions"), seed=seed)
    where = chosen_engine(face.say, session.engine, session.workers, session.scheduler)
    if not is_compiled():  # also where the error stream is a file, or the wait looks like a hang
        typer.echo(face.say(_("compiling (first run only): about fifteen seconds")), err=True)
    with progress_bar(face.say) as show_run:
        known_by = identity(asked, seed, work.sessions)
        done = run(work, where, on_progress=show_run, checkpoint=checkpoint, identity=known_by)
    if done is None:
        raise Refusal(NOTHING_DONE)
    answer = done.answer(asked)
    if chart is not None:
        from banca.analysis.charts import draw  # the extra `charts`

        write_whole(chart, draw(answer, chart.suffix[1:], face.say))
    if as_csv:
        typer.echo(written_as_csv(answer, face.say), nl=False)
    else:
        show(face, answer, print_simulation if len(asked) == 1 else print_comparison)
    if done.failure is not None:
        raise done.failure
