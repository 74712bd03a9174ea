"""What strategies came to: the figures that Python returns, JSON encodes and the command line prints.

Amounts are in patacas: `Money` where avos changed hands, floats where they were measured, fractions where they are exact.
"""

import csv
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import UNSET, UnsetType

from banca.analysis.simulation.strategy import AnyStrategy, Session, SessionEnd, chosen_by
from banca.games import find
from banca.i18n import Translator
from banca.i18n.answer import AnswerStruct, Heading, Money, TableLimits, plain
from banca.law import Language
from banca.rules import Text, given_text
from banca.rules.money import AVOS

if TYPE_CHECKING:  # tallies are arrays of numpy, which the extra `fast` brings
    from banca.analysis.simulation.tally import Program, Tally

QUANTILES = {"lowest": "5%", "lower": "25%", "median": "50%", "upper": "75%", "highest": "95%"}
"""The shares of sessions that do not exceed a figure, by the names that their fields have here and outside."""
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
CONFIDENCE = 1.959964
"""Standard errors on either side that hold the true value 95 times in 100."""
BARS = 40


class Mean(AnswerStruct):
    """A measured mean with its standard error, in patacas or of what was staked; beside it the exact mean of the stakes made.

    What was staked is itself a matter of luck, so it is their difference, luck alone, that has a known mean: 0.
    """

    measured: float
    error: float | None
    """None where one session says nothing about it."""
    exact: Fraction | UnsetType = UNSET
    """Left out, with what follows, where it is not worked out."""
    luck: float | UnsetType = UNSET
    """Measured less exact."""
    luck_error: float | UnsetType | None = UNSET


class Share(AnswerStruct):
    """A measured chance with its standard error."""

    measured: float
    error: float


# Not `Session` itself: JSON has money and leaves out what is not set, and the lab reads reports back from its store.
class SessionRules(AnswerStruct, omit_defaults=True):
    """The rules of a session: those that it has, with amounts that are written as money."""

    bankroll: Money | None = None
    target: Money | None = None
    stop_loss: Money | None = None
    rounds: int


F = TypeVar("F")


class SessionEnds(AnswerStruct, Generic[F]):
    """How sessions end: a figure for each way."""

    ahead: F
    ruin: F
    target: F
    stop_loss: F
    rounds: F


class EndChances(SessionEnds[Share]):
    """How sessions ended."""


class LosingRun(AnswerStruct):
    """The longest run of losing rounds in a session: of all sessions, and in the mean."""

    longest: int
    mean: float


class Quantiles(AnswerStruct, Generic[F], rename=QUANTILES):
    """What shares of the sessions do not exceed."""

    lowest: F
    lower: F
    median: F
    upper: F
    highest: F
    JSON: ClassVar[Sequence[str | tuple[str, str]]] = ()
    """None by itself: each class below says what stands before its quantiles, and behind them."""


SHOWN_QUANTILES = tuple((share, name) for name, share in QUANTILES.items())


class RoundsSurvived(Quantiles[int]):
    """Rounds of a session: their mean, and what shares of the sessions do not exceed."""

    mean: float
    JSON = ("mean", *SHOWN_QUANTILES)


# Not the `QuantileRow` of an exact session, which says whether it is proven: these are measured, and the round comes first in CSV.
class FanRow(Quantiles[float]):
    """The money after a round that shares of the sessions do not exceed."""

    round: int
    JSON = ("round", *SHOWN_QUANTILES)


class HistogramBar(AnswerStruct, rename={"low": "from", "high": "to"}):
    """How many sessions ended with how much: from, to below."""

    low: float
    high: float
    sessions: int


class Results(AnswerStruct):
    """The figures of one strategy."""

    title: Text
    options: Mapping[str, object]
    limits: TableLimits
    session: SessionRules
    sessions: int
    rounds: int
    staked: Money
    net: Money
    per_round: Mean
    per_session: Mean
    per_staked: Mean
    edge: Fraction | None
    """The exact mean per amount staked, where it is the same whatever is staked."""
    z: float | None
    """How many standard errors the measured result lies above the exact mean of what was staked."""
    sd: float | None
    """The standard deviation of a session's net result."""
    chances: EndChances
    longest_losing_run: LosingRun
    rounds_survived: RoundsSurvived
    fan: tuple[FanRow, ...]
    histogram: tuple[HistogramBar, ...]


class SimulationAnswer(Heading):
    """A run: strategies over the same outcomes, and by how much the sessions of the others end above the first's."""

    seed: int
    sessions: int
    asked: int
    """Sessions asked for."""
    complete: bool
    seconds: float
    rounds_per_second: int
    strategies: tuple[Results, ...]
    better_than_first: tuple[Mean, ...]


def strategy_title(strategy: AnyStrategy) -> Text:
    """Return a strategy's title in each language; its game's id where it has none."""
    # A file may have its title in one language alone.
    usual = next(iter(strategy.title.values()), strategy.game)
    return given_text({language: strategy.title.get(language) or usual for language in Language})


def limits_of(strategy: AnyStrategy) -> TableLimits:
    """Return the limits under which a strategy is played."""
    return TableLimits.of(strategy.limits or find(strategy.game).limits)


def session_rules(session: Session) -> SessionRules:
    """Return a session's rules, those there are."""
    amounts = {"bankroll": session.bankroll, "target": session.target, "stop_loss": session.stop_loss}
    money = {name: Money(amount) for name, amount in amounts.items() if amount is not None}
    return SessionRules(**money, rounds=session.rounds)


def describe_strategy(strategy: AnyStrategy) -> dict[str, Any]:
    """Return the fields of `Results` that say what was played."""
    return {
        "title": strategy_title(strategy),
        "options": chosen_by(strategy),
        "limits": limits_of(strategy),
        "session": session_rules(strategy.session),
    }


def heading_of(strategies: Sequence[AnyStrategy]) -> dict[str, Any]:
    """Return the heading of a run of these strategies: all are of one game, and the options are those of the first."""
    return {"game": strategies[0].game, "options": chosen_by(strategies[0])}


def results(tally: "Tally", program: "Program", strategy: AnyStrategy) -> Results:
    """Return the figures of what a strategy's sessions came to."""
    count, start = tally.sessions, strategy.session.bankroll or 0
    luck = tally.luck * program.unit + tally.staked * program.drift
    luck_error = standard_error(tally.luck, tally.luck_luck, count)
    expected = tally.net - luck if program.unit else None
    # Of the sum over all sessions; divided like the sum itself, it is the error of luck per round, session or amount staked.
    sum_error = None if luck_error is None or expected is None else luck_error * float(program.unit) * count
    error = standard_error(tally.net, tally.net_net, count)

    def mean(measured: float, error: float | None, of: int, by: int = AVOS) -> Mean:
        figures = Mean(measured=measured / by, error=_divided(error, by))
        if expected is None or not of:
            return figures
        exact = expected / of
        return Mean(
            measured=figures.measured,
            error=figures.error,
            exact=exact / by,
            luck=float(measured - exact) / by,
            luck_error=None if sum_error is None else sum_error / of / by,
        )

    def quantiles(row: int) -> dict[str, float]:
        nets = (tally.worth.quantile(row, share) for share in SHARES)
        return {name: _patacas(start + net) for name, net in zip(QUANTILES, nets, strict=True)}

    per_round = _ratio(tally, tally.rounds, tally.net_rounds, tally.rounds_rounds)
    lasted = (tally.lengths.quantile(0, share) for share in SHARES)
    bars = tally.worth.bars(len(program.points) - 1, BARS, program.grain)
    return Results(
        **describe_strategy(strategy),
        sessions=count,
        rounds=tally.rounds,
        staked=Money(tally.staked),
        net=Money(tally.net),
        per_round=mean(*per_round, of=tally.rounds),
        per_session=mean(tally.net / count, error, of=count),
        per_staked=mean(*net_per_staked(tally), of=tally.staked, by=1),
        edge=program.edge,
        z=float(luck) / sum_error if sum_error else None,
        sd=None if error is None else error * math.sqrt(count) / AVOS,
        chances=EndChances(
            ahead=_share(tally.ahead, count),
            **{ended.name.lower(): _share(tally.ended[ended], count) for ended in SessionEnd},
        ),
        longest_losing_run=LosingRun(longest=int(tally.lengths.highest[1]), mean=tally.longest / count),
        rounds_survived=RoundsSurvived(mean=tally.rounds / count, **dict(zip(QUANTILES, lasted, strict=True))),
        fan=(
            FanRow(round=0, **dict.fromkeys(QUANTILES, _patacas(start))),
            *(FanRow(round=at, **quantiles(row)) for row, at in enumerate(program.points)),
        ),
        histogram=tuple(
            HistogramBar(low=_patacas(start + low), high=_patacas(start + high), sessions=sessions)
            for low, high, sessions in bars
        ),
    )


def mean_difference(total: int, squares: int, count: int) -> Mean:
    """Return the mean of differences in avos from their sum and the sum of their squares."""
    return Mean(measured=total / count / AVOS, error=_divided(standard_error(total, squares, count), AVOS))


def net_per_staked(tally: "Tally") -> tuple[float, float | None]:
    """Return the net result per amount staked, measured so far, and its standard error."""
    return _ratio(tally, tally.staked, tally.net_staked, tally.staked_staked)


def standard_error(total: int, squares: int, count: int) -> float | None:
    """Return the standard error of a mean from a sum and a sum of squares."""
    if count < 2:
        return None
    return math.sqrt(max(squares - total * total / count, 0) / (count - 1) / count)


def _ratio(tally: "Tally", of: int, product: int, squares: int) -> tuple[float, float | None]:
    """Net result per something that differs from session to session, with the usual (delta method) error of a ratio."""
    if not of:
        return 0.0, None
    ratio = tally.net / of
    # Sums of squares are floats: rounding may bring their difference just below zero.
    spread = max(tally.net_net - 2 * ratio * product + ratio * ratio * squares, 0)
    return ratio, math.sqrt(spread * tally.sessions / (tally.sessions - 1)) / of if tally.sessions > 1 else None


def _share(part: int, count: int) -> Share:
    # The error is that of one session more on either side: a chance of 0 or 1 that was measured is never quite certain.
    likely = (part + 1) / (count + 2)
    return Share(measured=part / count, error=math.sqrt(likely * (1 - likely) / (count + 2)))


def _divided(figure: float | None, by: int) -> float | None:
    return None if figure is None else figure / by


def _patacas(avos: int) -> float:
    return round(avos / AVOS, 2)


def as_csv(answer: SimulationAnswer, say: Translator) -> str:
    """Return a run for a spreadsheet, every figure in a row of its own: number, strategy, part, at, figure, value."""
    rows = io.StringIO()
    csv.writer(rows, lineterminator="\n").writerows(_rows(answer, say))
    return rows.getvalue()


def _rows(answer: SimulationAnswer, say: Translator) -> Iterator[list[object]]:
    yield ["number", "strategy", "part", "at", "figure", "value"]
    run = {"run": {"seed": answer.seed, "asked": answer.asked}}
    titles = [_harmless(say(figures.title)) for figures in answer.strategies]
    for number, figures in enumerate(answer.strategies, start=1):
        yield from ([number, titles[number - 1], *row] for row in _parts(run | plain(figures, say)))
    for number, better in enumerate(answer.better_than_first, start=2):
        parts = plain(better, say).items()
        yield from ([number, titles[number - 1], "better_than_first", "", *part] for part in parts)


def _harmless(title: str) -> str:
    """A strategy's title so that no spreadsheet takes it for a formula: it may be from somebody else's file.

    >>> _harmless("=HYPERLINK(A1)"), _harmless("Martingale")
    ("'=HYPERLINK(A1)", 'Martingale')
    """
    return f"'{title}" if title.startswith(("=", "+", "-", "@", "\t", "\r")) else title


def _parts(figures: Mapping[str, object]) -> Iterator[tuple[str, object, str, object]]:
    """Part, at, figure, value: the round of a fan and the lower end of a bar, or what a chance is of, stand under `at`."""
    for part, value in figures.items():
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
