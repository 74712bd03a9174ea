"""What strategies did, as plain data: amounts in patacas, measured figures as floats, exact ones as fractions."""

from collections.abc import Iterator, Sequence
from typing import Any

from banca.games import rulebook
from banca.law import Language
from banca.reports.heading import title_of
from banca.rulebook import format_patacas
from banca.simulation.results import FAN, Mean, Results, Share
from banca.simulation.run import Run
from banca.simulation.session import Ended, Session
from banca.simulation.strategy import PaiKaoStrategy, Strategy

PATACA = 100
ENDED = {Ended.RUIN: "ruin", Ended.TARGET: "target", Ended.STOP_LOSS: "stop_loss", Ended.ROUNDS: "rounds"}
QUANTILES = tuple(f"{share:.0%}" for share in FAN)

AnyStrategy = Strategy | PaiKaoStrategy


def simulation_report(run: Run, strategies: Sequence[AnyStrategy], language: Language) -> dict[str, Any]:
    """The figures of a run, strategy by strategy."""
    found = run.results()
    return _heading(strategies[0], language) | {
        "seed": run.work.seed,
        "sessions": found[0].sessions,
        "asked": run.work.sessions,
        "complete": run.is_complete,
        "seconds": round(run.seconds, 3),
        "rounds_per_second": round(run.new_rounds / run.seconds) if run.seconds else 0,
        "strategies": [_strategy(one, figures, language) for one, figures in zip(strategies, found, strict=True)],
        "better_than_first": [_mean(one, PATACA) for one in run.differences()],
    }


def _heading(strategy: AnyStrategy, language: Language) -> dict[str, Any]:
    chosen = rulebook(strategy.game).under(**strategy.options).chosen if isinstance(strategy, Strategy) else ()
    return title_of(strategy.game, language) | {"options": dict(chosen)}


def _strategy(strategy: AnyStrategy, figures: Results, language: Language) -> dict[str, Any]:
    session = strategy.session
    start = session.bankroll or 0
    return {
        "title": strategy.title[language],
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


def as_rows(report: dict[str, Any]) -> Iterator[list[object]]:
    """The same as rows of a table for a spreadsheet: strategy, part, at, figure, value."""
    yield ["strategy", "part", "at", "figure", "value"]
    for one in report["strategies"]:
        for name, value in one.items():
            if isinstance(value, list):
                for entry in value:
                    at, *rest = entry.items()
                    yield from ([one["title"], name, at[1], figure, amount] for figure, amount in rest)
            elif isinstance(value, dict):
                for figure, amount in value.items():
                    inner = amount.items() if isinstance(amount, dict) else [("", amount)]
                    yield from ([one["title"], name, figure, part, cell] for part, cell in inner)
            elif name != "title":
                yield [one["title"], name, "", "", value]
