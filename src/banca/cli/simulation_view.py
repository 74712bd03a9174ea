"""How a simulation is shown: the bar while it runs, the tables when it is done."""

import sys
from fractions import Fraction
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import typer

from banca.cli import texts
from banca.cli.face import print_heading
from banca.cli.terminal import print_table, print_text
from banca.words import Speech

if TYPE_CHECKING:
    from banca.simulation.run import Heard

MILLION = 1_000_000
FAN_ROWS = 8
IS_THERE = {"ahead": "rounds", "rounds": "rounds", "ruin": "bankroll", "target": "target", "stop_loss": "stop_loss"}
"""Which session rule makes each end possible."""
SHORT = range(1, 16)
"""Letters of a fraction that says more than its decimals."""


class Bar:
    """A bar on the error stream, where that is a terminal: how far, how long still, how fast, and what is known so far."""

    def __init__(self, say: Speech) -> None:
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
        from banca.simulation.results import CONFIDENCE, per_staked

        mean = per_staked(heard.counted.tallies[0])
        so_far = self.say(
            texts.SO_FAR,
            rate=f"{heard.new_rounds / max(heard.seconds, 1e-3) / MILLION:.1f}",
            mean=f"{mean.measured * 100:.4f}",
            error=f"{mean.error * CONFIDENCE * 100:.4f}",
        )
        self.progress.update(self.task, completed=heard.sessions, total=heard.of, so_far=so_far)


def print_simulation(report: dict[str, Any], say: Speech) -> None:
    """One strategy in full."""
    (one,) = report["strategies"]
    _print_run(report, say)
    print_text(f"{one['title']}: {_session(one['session'], say)}")
    rows = (("per_round", texts.NET_PER_ROUND), ("per_session", texts.NET_PER_SESSION))
    means = [[say(words), *_mean(one[name])] for name, words in rows]
    means.append([say(texts.NET_PER_STAKED), *(_percent_mean(one["per_staked"]))])
    headings = ((texts.FIGURE, "left"), (texts.MEASURED, "right"), (texts.ERROR, "right"), (texts.EXACT, "right"))
    print_table([(say(words), style) for words, style in headings], means)
    if one["z"] is not None:
        print_text(say(texts.Z_SCORE, z=f"{one['z']:+.2f}"))
    if len(one["per_staked"]["exact"] or "") in SHORT:
        print_text(say(texts.EXACT_PER_STAKED, exact=one["per_staked"]["exact"]))
    print_text(say(texts.COIN_IN, staked=_grouped(one["staked"]), net=_grouped(one["net"]), sd=_amount(one["sd"])))
    print_table(
        [(say(texts.CHANCE_OF), "left"), ("%", "right"), (say(texts.ERROR), "right")],
        [
            [say(texts.CHANCES[name]), f"{share['measured'] * 100:.3f}", f"{share['error'] * 100:.3f}"]
            for name, share in one["chances"].items()
            if IS_THERE[name] in one["session"]
        ],
    )
    survived, run = one["rounds_survived"], one["longest_losing_run"]
    print_text(
        say(
            texts.SURVIVED,
            mean=f"{survived['mean']:.1f}",
            low=survived["5%"],
            middle=survived["50%"],
            high=survived["95%"],
        )
    )
    print_text(say(texts.LOSING_RUN, longest=run["longest"], mean=f"{run['mean']:.1f}"))
    typer.echo()
    _print_fan(one, say)


def _print_fan(one: dict[str, Any], say: Speech) -> None:
    print_text(say(texts.MONEY_OVER_TIME if "bankroll" in one["session"] else texts.NET_OVER_TIME))
    fan = one["fan"]
    step = max((len(fan) - 1) // FAN_ROWS, 1)
    shown = [row for place, row in enumerate(fan) if place % step == 0 or place == len(fan) - 1]
    print_table(
        [(say(texts.AFTER_ROUND), "right"), *((name, "right") for name in fan[0] if name != "round")],
        [[f"{row['round']:,}", *(f"{value:,.0f}" for name, value in row.items() if name != "round")] for row in shown],
    )


def print_comparison(report: dict[str, Any], say: Speech) -> None:
    """Strategies side by side."""
    _print_run(report, say)
    found = report["strategies"]
    for number, one in enumerate(found, start=1):
        print_text(f"{number}. {one['title']}: {_session(one['session'], say)}")
    rows: list[list[str]] = []

    def row(words: str, cells: list[str]) -> None:
        rows.append([say(words), *cells])

    row(texts.NET_PER_SESSION, [_plus_minus(one["per_session"]) for one in found])
    row(texts.NET_PER_ROUND, [_plus_minus(one["per_round"]) for one in found])
    row(texts.PERCENT_OF_STAKED, [f"{one['per_staked']['measured'] * 100:.3f}" for one in found])
    row(texts.EXACTLY, [_percent_mean(one["per_staked"])[2] for one in found])
    row(texts.Z, ["" if one["z"] is None else f"{one['z']:+.2f}" for one in found])
    row(texts.STAKED_PER_SESSION, [_amount(float(one["staked"]) / one["sessions"]) for one in found])
    row(texts.SPREAD, [_amount(one["sd"]) for one in found])
    rules = {name for one in found for name in one["session"]}
    for name in ("ahead", *(name for name in ("ruin", "target", "stop_loss") if IS_THERE[name] in rules)):
        row(texts.CHANCES_PERCENT[name], [f"{one['chances'][name]['measured'] * 100:.3f}" for one in found])
    rows += [
        [say(texts.FINAL_MONEY, share=share), *(f"{one['fan'][-1][share]:,.0f}" for one in found)]
        for share in ("5%", "50%", "95%")
    ]
    row(texts.ROUNDS, [f"{one['rounds_survived']['mean']:.1f}" for one in found])
    row(texts.LONGEST_RUN, [str(one["longest_losing_run"]["longest"]) for one in found])
    better = ["", *(_plus_minus(one) for one in report["better_than_first"])]
    row(texts.BETTER, better)
    print_table([("", "fold"), *((str(number), "right") for number in range(1, len(found) + 1))], rows)


def _print_run(report: dict[str, Any], say: Speech) -> None:
    print_heading(report)
    rounds = sum(one["rounds"] for one in report["strategies"])
    about = {"sessions": f"{report['sessions']:,}", "rounds": f"{rounds:,}", "seed": report["seed"]}
    print_text(say(texts.RAN, **about))
    if not report["complete"]:
        print_text(say(texts.CUT_SHORT, done=f"{report['sessions']:,}", asked=f"{report['asked']:,}"))
    if sys.stderr.isatty():
        rate = f"{report['rounds_per_second'] / MILLION:.1f}"
        typer.echo(say(texts.RATE, seconds=f"{report['seconds']:.1f}", rate=rate), err=True)


def _session(session: dict[str, Any], say: Speech) -> str:
    return ", ".join(say(texts.SESSION[name], value=value) for name, value in session.items())


def _mean(mean: dict[str, Any]) -> list[str]:
    exact = "" if mean["exact"] is None else _amount(float(Fraction(mean["exact"])))
    return [_amount(mean["measured"]), _amount(mean["error"]), exact]


def _percent_mean(mean: dict[str, Any]) -> list[str]:
    exact = "" if mean["exact"] is None else f"{float(Fraction(mean['exact'])) * 100:.4f}"
    return [f"{mean['measured'] * 100:.4f}", f"{mean['error'] * 100:.4f}", exact]


def _plus_minus(mean: dict[str, Any]) -> str:
    places = 2 if mean["error"] >= 0.1 else 4
    return f"{mean['measured']:,.{places}f} ± {mean['error']:,.{places}f}"


def _amount(value: float) -> str:
    """Patacas: two places, or four where they are few."""
    return f"{value:,.2f}" if abs(value) >= 10 or value == int(value) else f"{value:,.4f}"


def _grouped(patacas: str) -> str:
    whole, dot, rest = patacas.partition(".")
    return f"{int(whole):,}{dot}{rest}"
