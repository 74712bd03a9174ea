"""An evening worked out: every figure with the digits that are certain. Amounts are in patacas."""

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, UnsetType

from banca.analysis.simulation.results import QUANTILES, SessionRules, limits_of, session_rules, strategy_title
from banca.analysis.simulation.strategy import AnyStrategy, Ended, chosen_by
from banca.i18n.answer import AnswerStruct, Heading, Money, TableLimits, title_of
from banca.rules import Text
from banca.rules.money import AVOS

if TYPE_CHECKING:
    from banca.analysis.sessions import AmountSpread, Bounded, Evening, Quantile

BARS = 40
SHARES = tuple(Fraction(share, 100) for share in (5, 25, 50, 75, 95))
MOST_DIGITS = 12


class CertainFigure(AnswerStruct, frozen=True, kw_only=True):
    """A figure that certainly lies from `low` to `high`; `exact` where it is known as a fraction."""

    value: float
    low: float
    high: float
    digits: int
    """Decimals that are certain."""
    exact: Fraction | UnsetType = UNSET


class EndFigures(AnswerStruct, frozen=True, kw_only=True):
    """How a session ends."""

    ahead: CertainFigure
    ruin: CertainFigure
    target: CertainFigure
    stop_loss: CertainFigure
    rounds: CertainFigure


class QuantileRow(AnswerStruct, frozen=True, kw_only=True, rename=QUANTILES):
    """What shares of the sessions do not exceed. `proven` is false where the bound leaves open which of two neighbours it is."""

    lowest: float
    lower: float
    median: float
    upper: float
    highest: float
    proven: bool


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
    net: CertainFigure
    sd: CertainFigure
    staked: CertainFigure
    rounds: CertainFigure
    rounds_played: QuantileRow
    amount_staked: QuantileRow | None
    """None where that is too much to work out beside the money."""
    longest_losing_run: tuple[AmountChance, ...] | None
    """None likewise; runs of up to 30."""
    fan: tuple[EveningFanRow, ...]
    histogram: tuple[ChanceBar, ...]
    distribution: tuple[AmountChance, ...]
    """All final amounts of money."""


def evening_answer(strategy: AnyStrategy, found: "Evening") -> EveningAnswer:
    """Everything that was worked out."""
    start = strategy.session.bankroll or 0
    staked, longest = found.staked(), found.longest()
    return EveningAnswer(
        **title_of(strategy.game),
        options=chosen_by(strategy),
        strategy=strategy_title(strategy),
        limits=limits_of(strategy),
        session=session_rules(strategy.session),
        precision=found.precision.value,
        error=above(found.net.error),
        lost=above(found.net.lost),
        step=Money(found.step),
        states=found.states,
        chances=_ends(found),
        net=figure(found.net.mean, AVOS),
        sd=figure(_root(found.net.variance), AVOS),
        staked=figure(found.mean_staked, AVOS),
        rounds=figure(found.mean_rounds),
        rounds_played=QuantileRow(**quantile_row(found.rounds.quantiles(SHARES), 0, 1)),
        amount_staked=None if staked is None else QuantileRow(**quantile_row(staked.quantiles(SHARES), 0, AVOS)),
        longest_losing_run=None if longest is None else _chances(longest, 0, 1),
        fan=(
            EveningFanRow(round=0, **dict.fromkeys(QUANTILES, start / AVOS), proven=True),
            *(EveningFanRow(round=point.round, **quantile_row(point.quantiles, start, AVOS)) for point in found.fan),
        ),
        histogram=tuple(
            ChanceBar(low=(start + low) / AVOS, high=(start + high) / AVOS, chance=float(chance))
            for low, high, chance in found.net.bars(BARS, found.step)
        ),
        distribution=_chances(found.net, start, AVOS),
    )


def _ends(found: "Evening") -> EndFigures:
    ended = found.ended
    return EndFigures(
        ahead=figure(found.ahead),
        ruin=figure(ended[Ended.RUIN]),
        target=figure(ended[Ended.TARGET]),
        stop_loss=figure(ended[Ended.STOP_LOSS]),
        rounds=figure(ended[Ended.ROUNDS]),
    )


def figure(found: "Bounded", per: int = 1) -> CertainFigure:
    """A figure with its bounds, rounded outwards, and the decimals in which both agree."""
    low, high = found.low / per, found.high / per
    digits = certain_digits(low, high)
    value = float(round(low, digits)) if low != high else float(low)
    return CertainFigure(
        value=value, low=below(low), high=above(high), digits=digits, exact=low if found.is_exact else UNSET
    )


def certain_digits(low: Fraction, high: Fraction) -> int:
    """In how many decimals everything from `low` to `high` is written alike.

    >>> certain_digits(Fraction(12344, 100000), Fraction(12346, 100000))
    3
    """
    return next((digits for digits in range(MOST_DIGITS, 0, -1) if round(low, digits) == round(high, digits)), 0)


def below(value: Fraction) -> float:
    """The nearest float that is not above."""
    found = float(value)
    return found if Fraction(found) <= value else math.nextafter(found, -math.inf)


def above(value: Fraction) -> float:
    """The nearest float that is not below."""
    found = float(value)
    return found if Fraction(found) >= value else math.nextafter(found, math.inf)


def _root(found: "Bounded") -> "Bounded":
    """The square root of what is not negative, in so many digits that the bounds hold."""
    scale = 10**30
    low = math.isqrt(int(found.low * scale * scale))
    high = math.isqrt(int(found.high * scale * scale)) + 1
    return type(found)(Fraction(low, scale), Fraction(high, scale))


def quantile_row(quantiles: "tuple[Quantile, ...]", start: int, per: int) -> dict[str, Any]:
    """The fields of a `QuantileRow`."""
    amounts = ((start + one.amount) / per for one in quantiles)
    return {**dict(zip(QUANTILES, amounts, strict=True)), "proven": all(one.is_proven for one in quantiles)}


def _chances(spread: "AmountSpread", start: int, per: int) -> tuple[AmountChance, ...]:
    found = []
    for amount, chance in spread.chances.items():
        exact = chance if isinstance(chance, Fraction) else UNSET
        found.append(AmountChance(amount=(start + amount) / per, chance=float(chance), exact=exact))
    return tuple(found)
