"""What strategies did: amounts in patacas, measured figures as floats, exact ones as fractions."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from banca.analysis.simulation.strategy import AnyStrategy, Ended, Session, chosen_by
from banca.answers.settlement import SettlementLimits
from banca.games import find
from banca.i18n import Translator
from banca.i18n.answer import AnswerStruct, Heading, Money, plain, title_of
from banca.law import Language
from banca.rules import Text, given_text
from banca.rules.money import AVOS

if TYPE_CHECKING:
    from banca.analysis.simulation.tally import Mean, Results, RunFigures, Share
    from banca.analysis.simulation.run import Run

QUANTILES = {"lowest": "5%", "lower": "25%", "median": "50%", "upper": "75%", "highest": "95%"}
"""The shares of sessions that do not exceed a figure, by the names that their fields have here and outside."""


class MeanFigures(AnswerStruct, frozen=True, kw_only=True):
    """A measured mean with its standard error, in patacas or of what was staked.

    The fields behind are there where the exact mean of the stakes is worked out; luck is measured less exact.
    """

    measured: float
    error: float | None
    exact: Fraction | UnsetType = UNSET
    luck: float | UnsetType = UNSET
    luck_error: float | UnsetType | None = UNSET


class ShareFigures(AnswerStruct, frozen=True, kw_only=True):
    """A measured chance with its standard error."""

    measured: float
    error: float


class SessionRules(AnswerStruct, frozen=True, kw_only=True, omit_defaults=True):
    """With what one sits down and when one goes home; the rules that there are."""

    bankroll: Money | None = None
    target: Money | None = None
    stop_loss: Money | None = None
    rounds: int


class EndChances(AnswerStruct, frozen=True, kw_only=True):
    """How sessions end."""

    ahead: ShareFigures
    ruin: ShareFigures
    target: ShareFigures
    stop_loss: ShareFigures
    rounds: ShareFigures


class LosingRun(AnswerStruct, frozen=True, kw_only=True):
    """Losing rounds in a row."""

    longest: int
    mean: float


class RoundsSurvived(AnswerStruct, frozen=True, kw_only=True, rename=QUANTILES):
    """Rounds of a session: their mean, and what shares of the sessions do not exceed."""

    mean: float
    lowest: int
    lower: int
    median: int
    upper: int
    highest: int


class FanRow(AnswerStruct, frozen=True, kw_only=True, rename=QUANTILES):
    """The money after a round, in patacas, that shares of the sessions do not exceed."""

    round: int
    lowest: float
    lower: float
    median: float
    upper: float
    highest: float


class HistogramBar(AnswerStruct, frozen=True, kw_only=True, rename={"low": "from", "high": "to"}):
    """How many sessions ended with how much, in patacas: from, to below."""

    low: float
    high: float
    sessions: int


class StrategyFigures(AnswerStruct, frozen=True, kw_only=True):
    """One strategy: what it came to."""

    title: Text
    options: Mapping[str, object]
    limits: SettlementLimits
    session: SessionRules
    sessions: int
    rounds: int
    staked: Money
    net: Money
    per_round: MeanFigures
    per_session: MeanFigures
    per_staked: MeanFigures
    edge: Fraction | None
    """The exact mean per amount staked, where it is the same whatever is staked."""
    z: float | None
    sd: float | None
    """The standard deviation of a session's net result, in patacas."""
    chances: EndChances
    longest_losing_run: LosingRun
    rounds_survived: RoundsSurvived
    fan: tuple[FanRow, ...]
    histogram: tuple[HistogramBar, ...]


class SimulationAnswer(Heading, frozen=True, kw_only=True):
    """A run: strategies over the same outcomes, and by how much the others end above the first."""

    seed: int
    sessions: int
    asked: int
    complete: bool
    seconds: float
    rounds_per_second: int
    strategies: tuple[StrategyFigures, ...]
    better_than_first: tuple[MeanFigures, ...]


def simulation_answer(run: "Run", strategies: Sequence[AnyStrategy]) -> SimulationAnswer:
    """The figures of a run, strategy by strategy."""
    return figures_answer(run.figures(), strategies)


def figures_answer(figures: "RunFigures", strategies: Sequence[AnyStrategy]) -> SimulationAnswer:
    """The same of a run of which only the figures were kept."""
    found = figures.results
    return SimulationAnswer(
        **title_of(strategies[0].game),
        options=chosen_by(strategies[0]),
        seed=figures.seed,
        sessions=found[0].sessions,
        asked=figures.asked,
        complete=figures.is_complete,
        seconds=round(figures.seconds, 3),
        rounds_per_second=figures.rounds_per_second,
        strategies=tuple(_strategy(one, of_it) for one, of_it in zip(strategies, found, strict=True)),
        better_than_first=tuple(_mean(one, AVOS) for one in figures.differences),
    )


def strategy_title(strategy: AnyStrategy) -> Text:
    """What a strategy is called in each language; the game, where it has no title."""
    usual = next(iter(strategy.title.values()), strategy.game)
    return given_text({one: strategy.title.get(one) or usual for one in Language})


def limits_of(strategy: AnyStrategy) -> SettlementLimits:
    """The limits under which a strategy is played."""
    limits = strategy.limits or find(strategy.game).limits
    return SettlementLimits(minimum=Money(limits.minimum), maximum=Money(limits.maximum), chip=Money(limits.chip))


def _strategy(strategy: AnyStrategy, figures: "Results") -> StrategyFigures:
    start = strategy.session.bankroll or 0
    ended = figures.ended
    money = zip((0, *figures.points), ((0,) * len(QUANTILES), *figures.fan), strict=True)
    return StrategyFigures(
        title=strategy_title(strategy),
        options=chosen_by(strategy),
        limits=limits_of(strategy),
        session=session_rules(strategy.session),
        sessions=figures.sessions,
        rounds=figures.rounds,
        staked=Money(figures.staked),
        net=Money(figures.net),
        per_round=_mean(figures.per_round, AVOS),
        per_session=_mean(figures.per_session, AVOS),
        per_staked=_mean(figures.per_staked, 1),
        edge=figures.edge,
        z=figures.z,
        sd=_per(figures.deviation, AVOS),
        chances=EndChances(
            ahead=_share(figures.ahead),
            ruin=_share(ended[Ended.RUIN]),
            target=_share(ended[Ended.TARGET]),
            stop_loss=_share(ended[Ended.STOP_LOSS]),
            rounds=_share(ended[Ended.ROUNDS]),
        ),
        longest_losing_run=LosingRun(longest=figures.longest, mean=figures.longest_mean),
        rounds_survived=RoundsSurvived(
            mean=figures.rounds / figures.sessions, **dict(zip(QUANTILES, map(round, figures.lasted), strict=True))
        ),
        fan=tuple(
            FanRow(round=point, **{name: _patacas(start + net) for name, net in zip(QUANTILES, nets, strict=True)})
            for point, nets in money
        ),
        histogram=tuple(
            HistogramBar(low=_patacas(start + low), high=_patacas(start + high), sessions=count)
            for low, high, count in figures.histogram
        ),
    )


def session_rules(session: Session) -> SessionRules:
    """The session's rules, those there are."""
    amounts = {"bankroll": session.bankroll, "target": session.target, "stop_loss": session.stop_loss}
    said = {name: Money(amount) for name, amount in amounts.items() if amount is not None}
    return SessionRules(**said, rounds=session.rounds)


def _mean(mean: "Mean", by: int) -> MeanFigures:
    measured, error = mean.measured / by, _per(mean.error, by)
    if mean.exact is None:
        return MeanFigures(measured=measured, error=error)
    return MeanFigures(
        measured=measured,
        error=error,
        exact=mean.exact / by,
        luck=float(mean.measured - mean.exact) / by,
        luck_error=_per(mean.luck_error, by),
    )


def _per(figure: float | None, by: int) -> float | None:
    return None if figure is None else figure / by


def _patacas(avos: int) -> float:
    return round(avos / AVOS, 2)


def _share(share: "Share") -> ShareFigures:
    return ShareFigures(measured=share.measured, error=share.error)


def as_csv(answer: SimulationAnswer, say: Translator) -> str:
    """What a run came to, for a spreadsheet."""
    rows = io.StringIO()
    csv.writer(rows, lineterminator="\n").writerows(_rows(answer, say))
    return rows.getvalue()


def _rows(answer: SimulationAnswer, say: Translator) -> Iterator[list[object]]:
    """Every figure in a row of its own."""
    yield ["number", "strategy", "part", "at", "figure", "value"]
    asked = {"run": {"seed": answer.seed, "asked": answer.asked}}
    for number, one in enumerate(answer.strategies, start=1):
        for part, at, figure, value in _parts(asked | plain(one, say)):
            yield [number, _text(say(one.title)), part, at, figure, value]
    for number, better in enumerate(answer.better_than_first, start=2):
        title = _text(say(answer.strategies[number - 1].title))
        yield from ([number, title, "better_than_first", "", *figure] for figure in plain(better, say).items())


def _text(title: str) -> str:
    """A strategy's title so that no spreadsheet takes it for a formula: it may be from somebody else's file.

    >>> _text("=HYPERLINK(A1)"), _text("Martingale")
    ("'=HYPERLINK(A1)", 'Martingale')
    """
    return f"'{title}" if title.startswith(("=", "+", "-", "@", "\t", "\r")) else title


def _parts(one: Mapping[str, object]) -> Iterator[tuple[str, object, str, object]]:
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
