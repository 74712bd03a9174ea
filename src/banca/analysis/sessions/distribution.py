"""A distribution of chances over amounts, with a bound on how far each may be from the truth."""

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple, Self

from msgspec import UNSET, UnsetType

from banca.analysis.simulation.results import BARS, QUANTILES, SHOWN_QUANTILES, Quantiles
from banca.i18n.answer import AnswerStruct
from banca.rules.money import AVOS

Chance = Fraction | float
"""Exact, or a float whose bound is known."""
ROUNDING = Fraction(1, 2**53)
"""By what part of itself one operation of floats may be wrong (IEEE 754, rounded to nearest)."""


MOST_DIGITS = 12


class Interval(AnswerStruct, kw_only=False):
    """A figure that certainly lies between `low` and `high`; they are equal if it is exact."""

    low: Fraction
    high: Fraction

    JSON = ("value", ("low", "low_float"), ("high", "high_float"), "digits", "exact")

    @classmethod
    def exactly(cls, value: Fraction) -> "Interval":
        """Return a figure that is known exactly."""
        return cls(value, value)

    @property
    def is_exact(self) -> bool:
        """Whether both bounds are equal."""
        return self.low == self.high

    @property
    def exact(self) -> Fraction | UnsetType:
        """The figure where it is known exactly."""
        return self.low if self.is_exact else UNSET

    @property
    def middle(self) -> Fraction:
        """The middle of the bounds."""
        return (self.low + self.high) / 2

    @property
    def digits(self) -> int:
        """The decimals that are certain: in so many, everything between the bounds is written the same."""
        low, high = self
        return next((digits for digits in range(MOST_DIGITS, 0, -1) if round(low, digits) == round(high, digits)), 0)

    @property
    def value(self) -> float:
        """The figure in the digits that are certain."""
        return float(self.low if self.is_exact else round(self.low, self.digits))

    @property
    def low_float(self) -> float:
        """The nearest float that is not above the lower bound."""
        nearest = float(self.low)
        return nearest if Fraction(nearest) <= self.low else math.nextafter(nearest, -math.inf)

    @property
    def high_float(self) -> float:
        """The nearest float that is not below the upper bound."""
        nearest = float(self.high)
        return nearest if Fraction(nearest) >= self.high else math.nextafter(nearest, math.inf)

    def root(self) -> "Interval":
        """Return the square root of what is not negative, in so many digits that the bounds hold."""
        scale = 10**30
        low, high = (math.isqrt(int(bound * scale * scale)) for bound in self)
        return Interval(Fraction(low, scale), Fraction(high + 1, scale))

    def __truediv__(self, divisor: int) -> "Interval":
        return Interval(self.low / divisor, self.high / divisor)

    def __float__(self) -> float:
        return float(self.middle)

    def __iter__(self) -> Iterator[Fraction]:
        return iter((self.low, self.high))


class Quantile(NamedTuple):
    """The least amount that a share of the sessions does not exceed; proven, or as near as the bound allows."""

    amount: int
    is_proven: bool


@dataclass(frozen=True, slots=True)
class AmountSpread:
    """Amounts, lowest first, with their computed chances.

    True chances lie between `chance / (1 + error)` and `chance / (1 - error)`, but for `lost`, which may belong to any of them.
    """

    chances: Mapping[int, Chance]
    error: Fraction = Fraction(0)
    lost: Fraction = Fraction(0)
    farthest: int = 0
    """No amount, lost ones included, is farther from 0."""

    def bounded(self, computed: Chance) -> Interval:
        """Return the bounds of a sum of some of the chances."""
        sums = Fraction(computed)
        return Interval(sums / (1 + self.error), min(sums / (1 - self.error) + self.lost, Fraction(1)))

    def chance(self, low: int | None = None, high: int | None = None) -> Interval:
        """Return the chance of an amount from `low` to `high`, both included."""
        inside = (
            chance
            for amount, chance in self.chances.items()
            if (low is None or amount >= low) and (high is None or amount <= high)
        )
        return self.bounded(sum(inside))

    def quantiles(self, shares: Iterable[Fraction]) -> tuple[Quantile, ...]:
        """Return for each share the least amount that it does not exceed."""
        amounts = list(self.chances)
        running = list(accumulate(self.chances.values()))
        quantiles = []
        for share in shares:
            # What was lost may lie below, and every chance may be too low by the error.
            least = (share - self.lost) * (1 - self.error)  # below this, the bound falls short of the share
            first = min(bisect_left(running, least), len(amounts) - 1)
            quantiles.append(Quantile(amounts[first], self.bounded(running[first]).low >= share))
        return tuple(quantiles)

    @property
    def mean(self) -> Interval:
        """The mean amount."""
        return self._mean(1)

    @property
    def variance(self) -> Interval:
        """The mean square less the square of the mean."""
        square, mean = self._mean(2), self.mean
        ends = sorted((mean.low**2, mean.high**2))
        least = Fraction(0) if mean.low < 0 < mean.high else ends[0]
        return Interval(max(square.low - ends[1], Fraction(0)), square.high - least)

    def _mean(self, power: int) -> Interval:
        above = Fraction(sum(chance * amount**power for amount, chance in self.chances.items() if amount > 0))
        below = Fraction(sum(chance * amount**power for amount, chance in self.chances.items() if amount < 0))
        lost = self.lost * self.farthest**power
        if below > 0:  # a square
            above, below = above + below, Fraction(0)
        low = above / (1 + self.error) + below / (1 - self.error) - (lost if power % 2 else 0)
        return Interval(low, above / (1 - self.error) + below / (1 + self.error) + lost)

    def bars(self, most: int, step: int) -> Iterator[tuple[int, int, Interval]]:
        """Return at most `most` bars of equal width, in whole steps: from, below, chance."""
        amounts = list(self.chances)
        width = -(-(amounts[-1] - amounts[0] + step) // (most * step)) * step
        sums: dict[int, Chance] = {}
        for amount, chance in self.chances.items():
            bar = (amount - amounts[0]) // width
            sums[bar] = sums.get(bar, 0) + chance
        for bar in range((amounts[-1] - amounts[0]) // width + 1):
            low = amounts[0] + bar * width
            yield low, low + width, self.bounded(sums.get(bar, 0))


def combine(spreads: Iterable[AmountSpread]) -> AmountSpread:
    """Return several spreads of one distribution as one; their bounds hold for it with one rounding more for each."""
    sums: dict[int, Chance] = {}
    many = list(spreads)
    for spread in many:
        for amount, chance in spread.chances.items():
            sums[amount] = sums.get(amount, 0) + chance
    error = max(spread.error for spread in many)
    more = error and error + len(many) * Fraction(1, 2**52)
    lost, farthest = max(spread.lost for spread in many), max(spread.farthest for spread in many)
    return AmountSpread(dict(sorted(sums.items())), more, lost, farthest)


SHARES = tuple(Fraction(share, 100) for share in (5, 25, 50, 75, 95))
"""The shares of sessions that quantiles are given for: those of `QUANTILES`."""


class QuantileRow(Quantiles[float]):
    """What shares of the sessions do not exceed. `proven` is false where the bound leaves open which of two neighbours it is."""

    proven: bool
    JSON = (*SHOWN_QUANTILES, "proven")

    @classmethod
    def of(cls, quantiles: Iterable[Quantile], start: int, unit: int, **more: Any) -> Self:  # fields of a subclass
        """Return the row of quantiles that are counted from a start, in a unit."""
        quantiles = tuple(quantiles)
        amounts = ((start + quantile.amount) / unit for quantile in quantiles)
        proven = all(quantile.is_proven for quantile in quantiles)
        return cls(**dict(zip(QUANTILES, amounts, strict=True)), proven=proven, **more)


class AmountChance(AnswerStruct):
    """An amount in patacas, or a number of rounds, and its chance."""

    amount: float
    chance: float
    exact: Fraction | UnsetType = UNSET


class ChanceBar(AnswerStruct, rename={"low": "from", "high": "to"}):
    """The chance to end with an amount in patacas: from, to below."""

    low: float
    high: float
    chance: float


def chance_bars(spread: AmountSpread, step: int, start: int = 0) -> tuple[ChanceBar, ...]:
    """Return the histogram of amounts in avos."""
    return tuple(
        ChanceBar(low=(start + low) / AVOS, high=(start + high) / AVOS, chance=float(chance))
        for low, high, chance in spread.bars(BARS, step)
    )


def amount_chances(spread: AmountSpread, start: int, unit: int) -> tuple[AmountChance, ...]:
    return tuple(
        AmountChance(
            amount=(start + amount) / unit,
            chance=float(chance),
            exact=chance if isinstance(chance, Fraction) else UNSET,
        )
        for amount, chance in spread.chances.items()
    )
