"""How a simulation is shown: the bar while it runs, the tables when it is done."""

import sys
from collections.abc import Iterable
from fractions import Fraction
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import typer
from msgspec import UNSET, UnsetType

from banca.analysis.simulation.part import no_exact_mean
from banca.answers.simulation import (
    QUANTILES,
    MeanFigures,
    SessionRules,
    ShareFigures,
    SimulationAnswer,
    StrategyFigures,
)
from banca.cli import texts
from banca.cli.face import print_heading
from banca.cli.terminal import print_table, print_text
from banca.i18n import Translator
from banca.i18n.descriptions import chosen_said
from banca.rules.money import AVOS

if TYPE_CHECKING:
    from banca.analysis.simulation.run import Heard

MILLION = 1_000_000
FAN_ROWS = 8
IS_THERE = {"ahead": "rounds", "rounds": "rounds", "ruin": "bankroll", "target": "target", "stop_loss": "stop_loss"}
"""Which session rule makes each end possible."""


class ProgressBar:
    """A bar on the error stream, where that is a terminal: how far, how long still, how fast, and what is known so far."""

    def __init__(self, say: Translator) -> None:
        self.say = say
        self.progress: Any = None
        self.task: Any = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

            columns = (
                BarColumn(bar_width=16),
                TaskProgressColumn(),
                TimeRemainingColumn(compact=True),
                TextColumn("{task.fields[so_far]}"),
            )
            self.progress = Progress(*columns, console=Console(stderr=True), transient=True)
            self.task = self.progress.add_task("", so_far="")
            self.progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.progress is not None:
            self.progress.stop()

    def hear(self, heard: "Heard") -> None:
        """Draw how far the run has got, with the 95 % confidence interval of the first strategy."""
        if self.progress is None:
            return
        from banca.analysis.simulation.results import CONFIDENCE, per_staked

        mean = per_staked(heard.counted.tallies[0])
        so_far = self.say(
            texts.SO_FAR,
            rate=self.say.decimal(heard.new_rounds / max(heard.seconds, 1e-3) / MILLION, 1),
            mean=_percent(mean.measured, 4, self.say),
            error=_percent((mean.error or 0) * CONFIDENCE, 4, self.say),
        )
        self.progress.update(self.task, completed=heard.sessions, total=heard.of, so_far=so_far)


def print_simulation(answer: SimulationAnswer, say: Translator) -> None:
    """One strategy in full."""
    (one,) = answer.strategies
    _print_run(answer, say)
    print_text(say.labelled(say(one.title), session_said(one.session, say)))
    _print_means(answer, one, say)
    about = {"staked": say.money(one.staked.avos), "net": say.money(one.net.avos), "sd": _amount(one.sd, say)}
    print_text(say(texts.COIN_IN, **about))
    print_table(
        [(say(texts.CHANCE_OF), "left"), ("%", "right"), (say(texts.ERROR), "right")],
        [
            [say(texts.CHANCES[name]), _percent(share.measured, 3, say), _percent(share.error, 3, say)]
            for name, share in _chances(one, texts.CHANCES)
        ],
    )
    survived, run = one.rounds_survived, one.longest_losing_run
    rounds = {"low": survived.lowest, "middle": survived.median, "high": survived.highest}
    counts = {name: say.count(count) for name, count in rounds.items()}
    print_text(say(texts.SURVIVED, mean=say.decimal(survived.mean, 1), **counts))
    print_text(say(texts.LOSING_RUN, longest=say.count(run.longest), mean=say.decimal(run.mean, 1)))
    typer.echo()
    _print_fan(one, say)


def _print_means(answer: SimulationAnswer, one: StrategyFigures, say: Translator) -> None:
    """What was won or lost on average, beside the exact figures where they are known."""
    headings = [(texts.FIGURE, "left"), (texts.MEASURED, "right"), ("±", "right")]
    if one.z is not None:
        headings += [(texts.EXACT, "right"), (texts.LUCK, "right"), ("±", "right")]
    rows = (
        (texts.NET_PER_ROUND, one.per_round, _amount),
        (texts.NET_PER_SESSION, one.per_session, _amount),
        (texts.NET_PER_STAKED, one.per_staked, _share),
    )
    print_table(
        [(say(words), style) for words, style in headings],
        [
            [say(words), *(write(figure, say) for figure in _figures(mean)[: len(headings) - 1])]
            for words, mean, write in rows
        ],
    )
    if one.z is not None:
        print_text(say(texts.Z_SCORE, z=say.signed_decimal(one.z, 2)))
    elif one.sessions > 1 and one.per_session.exact is UNSET:
        print_text(say(no_exact_mean(answer.game)))
    if one.edge is not None:
        print_text(say(texts.EXACT_PER_STAKED, exact=say.exact(one.edge)))


def _print_fan(one: StrategyFigures, say: Translator) -> None:
    print_text(say(texts.NET_OVER_TIME if one.session.bankroll is None else texts.MONEY_OVER_TIME))
    fan = one.fan
    step = max((len(fan) - 1) // FAN_ROWS, 1)
    shown = [row for place, row in enumerate(fan) if place % step == 0 or place == len(fan) - 1]
    print_table(
        [(say(texts.AFTER_ROUND), "right"), *((name, "right") for name in QUANTILES.values())],
        [[say.count(row.round), *(say.decimal(getattr(row, name), 0) for name in QUANTILES)] for row in shown],
    )


def print_comparison(answer: SimulationAnswer, say: Translator) -> None:
    """Strategies side by side."""
    _print_run(answer, say)
    found = answer.strategies
    for number, one in enumerate(found, start=1):
        other = {name: value for name, value in one.options.items() if answer.options.get(name) != value}
        title = say.list([say(one.title), *chosen_said(answer.game, other, say)])
        print_text(say.labelled(f"{number}. {title}", session_said(one.session, say)))
    rows: list[list[str]] = []

    def row(words: str, cells: list[str]) -> None:
        rows.append([say(words), *cells])

    row(texts.NET_PER_SESSION, [_plus_minus(one.per_session, say) for one in found])
    row(texts.NET_PER_ROUND, [_plus_minus(one.per_round, say) for one in found])
    row(texts.NET_PER_STAKED, [_percent(one.per_staked.measured, 3, say) for one in found])
    row(texts.EXACTLY, [_share(one.per_staked.exact, say) for one in found])
    row(texts.Z, ["" if one.z is None else say.signed_decimal(one.z, 2) for one in found])
    row(texts.STAKED_PER_SESSION, [say.measured(float(one.staked.avos) / AVOS / one.sessions) for one in found])
    row(texts.SPREAD, [_amount(one.sd, say) for one in found])
    possible = {name for one in found for name, _ in _chances(one, texts.CHANCES_PERCENT)}
    for name in (name for name in texts.CHANCES_PERCENT if name in possible):
        shares = [getattr(one.chances, name).measured for one in found]
        row(texts.CHANCES_PERCENT[name], [_percent(share, 3, say) for share in shares])
    rows += [
        [say(texts.FINAL_MONEY, share=QUANTILES[name]), *(say.decimal(getattr(one.fan[-1], name), 0) for one in found)]
        for name in ("lowest", "median", "highest")
    ]
    row(texts.ROUNDS, [say.decimal(one.rounds_survived.mean, 1) for one in found])
    row(texts.LONGEST_RUN, [say.count(one.longest_losing_run.longest) for one in found])
    row(texts.BETTER, ["", *(_plus_minus(one, say) for one in answer.better_than_first)])
    print_table([("", "fold"), *((str(number), "right") for number in range(1, len(found) + 1))], rows)


def _print_run(answer: SimulationAnswer, say: Translator) -> None:
    print_heading(answer, say)
    rounds = sum(one.rounds for one in answer.strategies)
    counted = ((texts.SESSIONS, answer.sessions), (texts.ROUNDS_PLAYED, rounds))
    said = [say(text, count=say.count(count)) for text, count in counted]
    print_text(say.list([*said, say(texts.SEED, seed=answer.seed)]))
    if not answer.complete:
        print_text(say(texts.CUT_SHORT, done=say.count(answer.sessions), asked=say.count(answer.asked)))
    if sys.stderr.isatty():
        rate = say.decimal(answer.rounds_per_second / MILLION, 1)
        typer.echo(say(texts.RATE, seconds=say.decimal(answer.seconds, 1), rate=rate), err=True)


def session_said(session: SessionRules, say: Translator) -> str:
    """With what one sits down and when one goes home, in words."""
    amounts = {"bankroll": session.bankroll, "target": session.target, "stop_loss": session.stop_loss}
    said = {name: say.money(amount.avos) for name, amount in amounts.items() if amount is not None}
    rules = said | {"rounds": say.count(session.rounds)}
    return say.list(say(texts.SESSION[name], value=value) for name, value in rules.items())


def _chances(one: StrategyFigures, words: Iterable[str]) -> list[tuple[str, ShareFigures]]:
    """How a session may end by its rules, of the ends that there are words for."""
    return [(name, getattr(one.chances, name)) for name in words if getattr(one.session, IS_THERE[name]) is not None]


Figure = Fraction | float | UnsetType | None


def _figures(mean: MeanFigures) -> tuple[Figure, ...]:
    """Measured with its error; the exact mean of the stakes; luck with its error."""
    return mean.measured, mean.error, mean.exact, mean.luck, mean.luck_error


def _amount(figure: Figure, say: Translator) -> str:
    return "" if figure is None or figure is UNSET else say.measured(float(figure))


def _share(figure: Figure, say: Translator) -> str:
    return "" if figure is None or figure is UNSET else _percent(figure, 4, say)


def _percent(share: Fraction | float, digits: int, say: Translator) -> str:
    """In per cent, under a heading that says so."""
    return say.decimal(float(share) * 100, digits)


def _plus_minus(mean: MeanFigures, say: Translator) -> str:
    if mean.error is None:
        return say.measured(mean.measured)
    places = 2 if mean.error >= 0.1 else 4
    return f"{say.decimal(mean.measured, places)} ± {say.decimal(mean.error, places)}"
