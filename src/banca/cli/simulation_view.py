"""How a simulation is shown: the bar while it runs, the tables when it is done."""

import sys
from fractions import Fraction
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import typer

from banca.cli import texts
from banca.cli.terminal import print_table, print_text
from banca.simulation.part import no_exact_mean
from banca.words import Speech

if TYPE_CHECKING:
    from banca.simulation.run import Heard

MILLION = 1_000_000
FAN_ROWS = 8
IS_THERE = {"ahead": "rounds", "rounds": "rounds", "ruin": "bankroll", "target": "target", "stop_loss": "stop_loss"}
"""Which session rule makes each end possible."""


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
            error=f"{(mean.error or 0) * CONFIDENCE * 100:.4f}",
        )
        self.progress.update(self.task, completed=heard.sessions, total=heard.of, so_far=so_far)


def print_simulation(report: dict[str, Any], say: Speech) -> None:
    """One strategy in full."""
    (one,) = report["strategies"]
    _print_run(report, say)
    print_text(f"{one['title']}: {_session(one['session'], say)}")
    _print_means(report, one, say)
    print_text(
        say(
            texts.COIN_IN,
            staked=_grouped(one["staked"]),
            net=_grouped(one["net"]),
            sd=_figure(one["sd"], is_share=False),
        )
    )
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


def _print_means(report: dict[str, Any], one: dict[str, Any], say: Speech) -> None:
    """What was won or lost on average, beside the exact figures where they are known."""
    rows = {"per_round": texts.NET_PER_ROUND, "per_session": texts.NET_PER_SESSION, "per_staked": texts.NET_PER_STAKED}
    headings = [(texts.FIGURE, "left"), (texts.MEASURED, "right"), ("±", "right")]
    if one["z"] is not None:
        headings += [(texts.EXACT, "right"), (texts.LUCK, "right"), ("±", "right")]
    print_table(
        [(say(words), style) for words, style in headings],
        [
            [say(words), *_mean(one[name], len(headings) - 1, is_share=name == "per_staked")]
            for name, words in rows.items()
        ],
    )
    if one["z"] is not None:
        print_text(say(texts.Z_SCORE, z=f"{one['z']:+.2f}"))
    elif one["sessions"] > 1 and "exact" not in one["per_session"]:
        print_text(say(no_exact_mean(report["game"])))
    if one["edge"] is not None:
        print_text(say(texts.EXACT_PER_STAKED, exact=one["edge"]))


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
        other = [f"{name}={value}" for name, value in one["options"].items() if report["options"].get(name) != value]
        print_text(f"{number}. {', '.join([one['title'], *other])}: {_session(one['session'], say)}")
    rows: list[list[str]] = []

    def row(words: str, cells: list[str]) -> None:
        rows.append([say(words), *cells])

    row(texts.NET_PER_SESSION, [_plus_minus(one["per_session"]) for one in found])
    row(texts.NET_PER_ROUND, [_plus_minus(one["per_round"]) for one in found])
    row(texts.PERCENT_OF_STAKED, [f"{one['per_staked']['measured'] * 100:.3f}" for one in found])
    row(texts.EXACTLY, [_exact_percent(one["per_staked"]) for one in found])
    row(texts.Z, ["" if one["z"] is None else f"{one['z']:+.2f}" for one in found])
    row(texts.STAKED_PER_SESSION, [_amount(float(one["staked"]) / one["sessions"]) for one in found])
    row(texts.SPREAD, [_figure(one["sd"], is_share=False) for one in found])
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
    print_text(f"{report['title']}, {report['instrument']}")
    if report["options"]:
        print_text(" ".join(f"{name}={value}" for name, value in report["options"].items()))
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


def _mean(mean: dict[str, Any], columns: int, *, is_share: bool) -> list[str]:
    """Measured with its error; the exact mean of the stakes; luck with its error."""
    figures = [mean["measured"], mean["error"]]
    if "exact" in mean:
        figures += [float(Fraction(mean["exact"])), mean["luck"], mean["luck_error"]]
    return [_figure(figure, is_share=is_share) for figure in figures[:columns]]


def _figure(figure: float | None, *, is_share: bool) -> str:
    if figure is None:
        return ""
    return f"{figure * 100:.4f}" if is_share else _amount(figure)


def _plus_minus(mean: dict[str, Any]) -> str:
    if mean["error"] is None:
        return _amount(mean["measured"])
    places = 2 if mean["error"] >= 0.1 else 4
    return f"{mean['measured']:,.{places}f} ± {mean['error']:,.{places}f}"


def _amount(value: float) -> str:
    """Patacas: two places, or four where they are few."""
    return f"{value:,.2f}" if abs(value) >= 10 or value == int(value) else f"{value:,.4f}"


def _exact_percent(mean: dict[str, Any]) -> str:
    return f"{float(Fraction(mean['exact'])) * 100:.4f}" if "exact" in mean else ""


def _grouped(patacas: str) -> str:
    whole, dot, rest = patacas.removeprefix("-").partition(".")
    return f"{'-' * patacas.startswith('-')}{int(whole):,}{dot}{rest}"
