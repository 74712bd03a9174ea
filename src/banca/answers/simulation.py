"""What strategies did, as plain data: amounts in patacas, measured figures as floats, exact ones as fractions."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from banca.answers.heading import title_of
from banca.answers.plain import plain
from banca.games import find
from banca.rulebook import format_patacas
from banca.simulation.results import FAN, Mean, Results, Share
from banca.simulation.run import Run
from banca.simulation.session import Ended, Session
from banca.simulation.strategy import AnyStrategy, chosen_by
from banca.words import Speech

PATACA = 100
ENDED = {Ended.RUIN: "ruin", Ended.TARGET: "target", Ended.STOP_LOSS: "stop_loss", Ended.ROUNDS: "rounds"}
QUANTILES = tuple(f"{share:.0%}" for share in FAN)


def simulation_report(run: Run, strategies: Sequence[AnyStrategy], say: Speech) -> dict[str, Any]:
    """The figures of a run, strategy by strategy."""
    found = run.results()
    return dict(plain(title_of(strategies[0].game), say)) | {
        "options": chosen_by(strategies[0]),
        "seed": run.work.seed,
        "sessions": found[0].sessions,
        "asked": run.work.sessions,
        "complete": run.is_complete,
        "seconds": round(run.seconds, 3),
        "rounds_per_second": round(run.new_rounds / run.seconds) if run.seconds else 0,
        "strategies": [_strategy(one, figures, say) for one, figures in zip(strategies, found, strict=True)],
        "better_than_first": [_mean(one, PATACA) for one in run.differences()],
    }


def title(strategy: AnyStrategy, say: Speech) -> str:
    """What a strategy is called; the game, where it has no title."""
    return strategy.title.get(say.language) or next(iter(strategy.title.values()), strategy.game)


def _limits(strategy: AnyStrategy) -> dict[str, str]:
    limits = strategy.limits or find(strategy.game).limits
    amounts = {"minimum": limits.minimum, "maximum": limits.maximum, "chip": limits.chip}
    return {name: format_patacas(amount) for name, amount in amounts.items()}


def _strategy(strategy: AnyStrategy, figures: Results, say: Speech) -> dict[str, Any]:
    session = strategy.session
    start = session.bankroll or 0
    return {
        "title": title(strategy, say),
        "options": chosen_by(strategy),
        "limits": _limits(strategy),
        "session": session_report(session),
        "sessions": figures.sessions,
        "rounds": figures.rounds,
        "staked": format_patacas(figures.staked),
        "net": format_patacas(figures.net),
        "per_round": _mean(figures.per_round, PATACA),
        "per_session": _mean(figures.per_session, PATACA),
        "per_staked": _mean(figures.per_staked, 1),
        "edge": None if figures.edge is None else str(figures.edge),
        "z": figures.z,
        "sd": _per(figures.deviation, PATACA),
        "chances": {"ahead": _share(figures.ahead)}
        | {name: _share(figures.ended[ended]) for ended, name in ENDED.items()},
        "longest_losing_run": {"longest": figures.longest, "mean": figures.longest_mean},
        "rounds_survived": {"mean": figures.rounds / figures.sessions}
        | dict(zip(QUANTILES, map(round, figures.lasted), strict=True)),
        "fan": [
            {"round": point}
            | {name: round((start + net) / PATACA, 2) for name, net in zip(QUANTILES, row, strict=True)}
            for point, row in zip((0, *figures.points), ((0.0,) * len(FAN), *figures.fan), strict=True)
        ],
        "histogram": [
            {"from": round((start + low) / PATACA, 2), "to": round((start + high) / PATACA, 2), "sessions": count}
            for low, high, count in figures.histogram
        ],
    }


def session_report(session: Session) -> dict[str, Any]:
    """The session's rules, those there are."""
    amounts = {"bankroll": session.bankroll, "target": session.target, "stop_loss": session.stop_loss}
    said = {name: format_patacas(amount) for name, amount in amounts.items() if amount is not None}
    return {**said, "rounds": session.rounds}


def _mean(mean: Mean, by: int) -> dict[str, Any]:
    found: dict[str, Any] = {"measured": mean.measured / by, "error": _per(mean.error, by)}
    if mean.exact is not None:
        found |= {"exact": str(mean.exact / by), "luck": float(mean.measured - mean.exact) / by}
        found["luck_error"] = _per(mean.luck_error, by)
    return found


def _per(figure: float | None, by: int) -> float | None:
    return None if figure is None else figure / by


def _share(share: Share) -> dict[str, float]:
    return {"measured": share.measured, "error": share.error}


def as_csv(report: dict[str, Any]) -> str:
    """The same for a spreadsheet."""
    rows = io.StringIO()
    csv.writer(rows, lineterminator="\n").writerows(as_rows(report))
    return rows.getvalue()


def as_rows(report: dict[str, Any]) -> Iterator[list[object]]:
    """The same as rows of a table for a spreadsheet."""
    yield ["number", "strategy", "part", "at", "figure", "value"]
    for number, one in enumerate(report["strategies"], start=1):
        for part, at, figure, value in _parts({"run": {"seed": report["seed"], "asked": report["asked"]}} | one):
            yield [number, one["title"], part, at, figure, value]
    for number, better in enumerate(report["better_than_first"], start=2):
        title = report["strategies"][number - 1]["title"]
        yield from ([number, title, "better_than_first", "", figure, value] for figure, value in better.items())


def _parts(one: dict[str, Any]) -> Iterator[tuple[str, object, str, object]]:
    """Part, at, figure, value: the round of a fan and the lower end of a bar, or what a chance is of, stand under `at`."""
    for part, value in one.items():
        if isinstance(value, list):
            for entry in value:
                at, *rest = entry.items()
                yield from ((part, at[1], figure, amount) for figure, amount in rest)
        elif isinstance(value, dict):
            for name, inner in value.items():
                if isinstance(inner, dict):
                    yield from ((part, name, figure, amount) for figure, amount in inner.items())
                else:
                    yield part, "", name, inner
        elif part != "title":
            yield "", "", part, value
