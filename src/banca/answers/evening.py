"""An evening as JSON and people have it: with the strategy that was played, and with amounts in patacas instead of avos.

Where there is a bankroll, amounts are the money one then has; an `Evening` has them net, against the start.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

from msgspec import UNSET, UnsetType

from banca.analysis.sessions.distribution import AmountSpread, Bounded, Quantile
from banca.analysis.simulation.results import QUANTILES, SessionRules, limits_of, session_rules, strategy_title
from banca.analysis.simulation.strategy import AnyStrategy, Ended, chosen_by
from banca.i18n.answer import AnswerStruct, Heading, Money, TableLimits, title_of
from banca.rules import Text
from banca.rules.money import AVOS

if TYPE_CHECKING:
    from banca.analysis.sessions import Evening

BARS = 40
SHARES = tuple(Fraction(share, 100) for share in (5, 25, 50, 75, 95))


class EndFigures(AnswerStruct, frozen=True, kw_only=True):
    """How a session ends."""

    ahead: Bounded
    ruin: Bounded
    target: Bounded
    stop_loss: Bounded
    rounds: Bounded


class QuantileRow(AnswerStruct, frozen=True, kw_only=True, rename=QUANTILES):
    """What shares of the sessions do not exceed. `proven` is false where the bound leaves open which of two neighbours it is."""

    lowest: float
    lower: float
    median: float
    upper: float
    highest: float
    proven: bool

    @classmethod
    def of(cls, quantiles: Iterable[Quantile], start: int, unit: int, **more: Any) -> Self:  # fields of a subclass
        """Return the row of quantiles that are counted from a start, in a unit."""
        quantiles = tuple(quantiles)
        amounts = ((start + quantile.amount) / unit for quantile in quantiles)
        proven = all(quantile.is_proven for quantile in quantiles)
        return cls(**dict(zip(QUANTILES, amounts, strict=True)), proven=proven, **more)


class EveningFanRow(QuantileRow, frozen=True, kw_only=True):
    """The money after a round, in patacas."""

    round: int


class AmountChance(AnswerStruct, frozen=True, kw_only=True):
    """An amount in patacas, or a number of rounds, and its chance."""

    amount: float
    chance: float
    exact: Fraction | UnsetType = UNSET


class ChanceBar(AnswerStruct, frozen=True, kw_only=True, rename={"low": "from", "high": "to"}):
    """The chance to end with an amount in patacas: from, to below."""

    low: float
    high: float
    chance: float


class EveningAnswer(Heading, frozen=True, kw_only=True):
    """The whole distribution of a session, without sampling."""

    strategy: Text
    limits: TableLimits
    session: SessionRules
    precision: str
    error: float
    """No chance is wrong by more than this share of itself, and no more than `lost` is missing anywhere."""
    lost: float
    step: Money
    """What every net result is a multiple of."""
    states: int
    chances: EndFigures
    net: Bounded
    sd: Bounded
    staked: Bounded
    rounds: Bounded
    rounds_played: QuantileRow
    amount_staked: QuantileRow | None
    """None where that is too much to work out along with the money."""
    longest_losing_run: tuple[AmountChance, ...] | None
    """None likewise; runs of up to 30."""
    fan: tuple[EveningFanRow, ...]
    histogram: tuple[ChanceBar, ...]
    distribution: tuple[AmountChance, ...]
    """All final amounts of money."""


def evening_answer(strategy: AnyStrategy, evening: "Evening") -> EveningAnswer:
    """Return everything that was worked out."""
    start = strategy.session.bankroll or 0
    staked, longest, ended = evening.staked(), evening.longest(), evening.ended
    begun = (Quantile(0, is_proven=True),) * len(QUANTILES)
    return EveningAnswer(
        **title_of(strategy.game),
        options=chosen_by(strategy),
        strategy=strategy_title(strategy),
        limits=limits_of(strategy),
        session=session_rules(strategy.session),
        precision=evening.precision.value,
        error=Bounded.exactly(evening.net.error).high_float,
        lost=Bounded.exactly(evening.net.lost).high_float,
        step=Money(evening.step),
        states=evening.states,
        chances=EndFigures(
            ahead=evening.ahead,
            ruin=ended[Ended.RUIN],
            target=ended[Ended.TARGET],
            stop_loss=ended[Ended.STOP_LOSS],
            rounds=ended[Ended.ROUNDS],
        ),
        net=evening.net.mean / AVOS,
        sd=evening.net.variance.root() / AVOS,
        staked=evening.mean_staked / AVOS,
        rounds=evening.mean_rounds,
        rounds_played=QuantileRow.of(evening.rounds.quantiles(SHARES), 0, 1),
        amount_staked=None if staked is None else QuantileRow.of(staked.quantiles(SHARES), 0, AVOS),
        longest_losing_run=None if longest is None else _chances(longest, 0, 1),
        fan=(
            EveningFanRow.of(begun, start, AVOS, round=0),
            *(EveningFanRow.of(point.quantiles, start, AVOS, round=point.round) for point in evening.fan),
        ),
        histogram=chance_bars(evening.net, evening.step, start),
        distribution=_chances(evening.net, start, AVOS),
    )


def chance_bars(spread: AmountSpread, step: int, start: int = 0) -> tuple[ChanceBar, ...]:
    """Return the histogram of amounts in avos."""
    return tuple(
        ChanceBar(low=(start + low) / AVOS, high=(start + high) / AVOS, chance=float(chance))
        for low, high, chance in spread.bars(BARS, step)
    )


def _chances(spread: AmountSpread, start: int, unit: int) -> tuple[AmountChance, ...]:
    return tuple(
        AmountChance(
            amount=(start + amount) / unit,
            chance=float(chance),
            exact=chance if isinstance(chance, Fraction) else UNSET,
        )
        for amount, chance in spread.chances.items()
    )
