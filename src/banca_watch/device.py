"""Evidence against a device: a mixture of tilts and urns over its features, looked at after every round.

- *tilt*: something comes up (1 + theta) times as often, for each time that it is in the result, as the law says. In one round its capital
  is multiplied by (1 + theta) to the power of the count, divided by what that is on average by the law;
- *urn*: the shares are those of the results so far, drawn towards the law's by so many results that were never thrown (Polya's urn).

Tilts begin on the first day with half of their capital; the rest is put down in small shares at the beginning of each later day, so that a
device that went wrong on some day is found from that day on, and is not held up by the good years before it.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banca.record import FrozenStruct
from banca_watch.e_values import AT_ONCE, MOST_CAPITAL, share, spent_share
from banca_watch.features import Feature, ShownResult

THETAS = tuple(Fraction(theta) for theta in ("-3/10", "-1/10", "-1/25", "1/25", "1/10", "3/10", "1"))
"""By how much more or less often than the law says something is counted: what tilts bet on, each with the same share."""
CONCENTRATIONS = (30, 300, 3000, 30000)
"""How many results that were never thrown hold an urn to the law."""
URN_PART = Fraction(1, 4)
"""Of a feature's capital: what is bet by urns, where it has them."""
TELLING_E_VALUE = 20.0
"""The e-value from which on something that is counted says something by itself."""

Array = NDArray[Any]
URNS = np.array(CONCENTRATIONS, float)


class FeatureBets(NamedTuple):
    """What is bet on one feature; it does not change from round to round."""

    factors: Array
    """By context, class, statistic and tilt: what the capital of a tilt is multiplied by."""
    counts: Array
    """By class and statistic."""
    chances: Array
    """By context and class; empty where there is no urn."""
    tilt_share: float
    """Of the whole capital: the share that each of its tilts began with."""
    urn_share: float
    """Likewise of each of its urns."""


class FeatureCapital(NamedTuple):
    """What the bets on a feature have become; it changes from round to round."""

    capital: Array
    """By statistic and tilt."""
    seen: Array
    """By statistic: how often it was counted."""
    visits: Array
    """By context: rounds."""
    urns: Array
    """By concentration."""
    counts: Array
    """By context and class, where there is an urn."""


class DevicePlan(NamedTuple):
    """What is looked at in one device, and how it is bet on."""

    features: tuple[Feature, ...]
    bets: tuple[FeatureBets, ...]

    def begin(self) -> tuple[FeatureCapital, ...]:
        """Return the capital before the first round."""
        return tuple(
            FeatureCapital(
                capital=np.full(bets.factors.shape[2:], AT_ONCE),
                seen=np.zeros(bets.counts.shape[1], int),
                visits=np.zeros(len(bets.factors), int),
                urns=np.ones(len(URNS)),
                counts=np.zeros(bets.chances.shape, int),
            )
            for bets in self.bets
        )


def plan_bets(features: Sequence[Feature]) -> DevicePlan:
    """Return the bets on these features, which share the capital alike."""
    return DevicePlan(tuple(features), tuple(_bet_on(feature, len(features)) for feature in features))


def _bet_on(feature: Feature, features: int) -> FeatureBets:
    law = np.array(feature.law, float)
    counts = np.array([statistic.counts for statistic in feature.statistics], int).reshape(-1, law.shape[1]).T
    growth = (1 + np.array(THETAS, float)) ** counts[..., None]
    of_tilt, of_urn = shares_of(feature, features)
    return FeatureBets(
        # Divided by their means under the law in each context: no bet is better than fair.
        factors=np.ascontiguousarray(growth / np.tensordot(law, growth, 1)[:, None]),
        counts=np.ascontiguousarray(counts),
        chances=law if feature.has_urn else np.empty((0, 0)),
        tilt_share=float(of_tilt),
        urn_share=float(of_urn),
    )


def shares_of(feature: Feature, features: int) -> tuple[Fraction, Fraction]:
    """Return what each tilt and each urn of a feature begin with, where so many features share the capital alike."""
    own = Fraction(1, features)
    urns = own * (URN_PART if feature.statistics else 1) if feature.has_urn else Fraction(0)
    tilts = len(feature.statistics) * len(THETAS)
    return (own - urns) / tilts if tilts else Fraction(0), urns / len(CONCENTRATIONS)


# The benchmark compiles these three and plays many tables with them.


def resolve(bets: FeatureBets, held: FeatureCapital, context: int, number: int) -> None:
    """Let the bets on a feature meet the class of a result, in the context of the result before it."""
    held.capital[:] = np.minimum(held.capital * bets.factors[context, number], MOST_CAPITAL)
    held.seen[:] += bets.counts[number]
    if bets.chances.size:
        # Each urn has bet on the shares so far, drawn towards the law's.
        chance, rounds = bets.chances[context, number], held.visits[context]
        grown = held.urns * (URNS * chance + held.counts[context, number]) / ((URNS + rounds) * chance)
        held.urns[:] = np.minimum(grown, MOST_CAPITAL)
        held.counts[context, number] += 1
    held.visits[context] += 1


def e_value_of(bets: FeatureBets, held: FeatureCapital) -> float:
    """Return what the bets on a feature hold together, of the whole capital."""
    value: float = bets.tilt_share * held.capital.sum() + bets.urn_share * held.urns.sum()
    return value


def add_day(held: FeatureCapital, day: int) -> None:
    """At the beginning of a later day, counted from 1: let each tilt bet more, out of what it has not yet bet."""
    held.capital[:] += (1 - AT_ONCE) * share(day)


class Lead(FrozenStruct):
    """What the evidence against a device rests on most: what was counted, how often by the law, and how often it was."""

    feature: str
    kind: str
    """Empty where there has been nothing."""
    name: str
    """Of what was counted; empty where it is the shares as a whole."""
    rounds: int
    expected: float
    seen: int


class DeviceState(FrozenStruct):
    """A process between two rounds, as it is stored: the numbers of all features in one list each."""

    rounds: int
    day: int
    capital: list[float]
    seen: list[int]
    visits: list[int]
    urns: list[float]
    counts: list[int]


class DeviceProcess:
    """The evidence against one device, from its first round on."""

    def __init__(self, plan: DevicePlan, stored: DeviceState | None = None) -> None:
        self.plan = plan
        self.rounds, self.day, self._held = 0, 0, plan.begin()
        if stored:
            self.rounds, self.day = stored.rounds, stored.day
            for name in FeatureCapital._fields:
                arrays = [getattr(held, name) for held in self._held]
                ends = np.cumsum([array.size for array in arrays])[:-1]
                for array, numbers in zip(arrays, np.split(np.array(getattr(stored, name)), ends), strict=True):
                    array[...] = numbers.reshape(array.shape)

    @staticmethod
    def fits(plan: DevicePlan, stored: DeviceState) -> bool:
        """Return whether a stored state belongs to this plan's bets."""
        empty = plan.begin()
        return all(
            sum(getattr(held, name).size for held in empty) == len(getattr(stored, name))
            for name in FeatureCapital._fields
        )

    @property
    def state(self) -> DeviceState:
        """The state to store."""
        numbers = {
            name: [number for held in self._held for number in getattr(held, name).ravel().tolist()]
            for name in FeatureCapital._fields
        }
        return DeviceState(rounds=self.rounds, day=self.day, **numbers)

    @property
    def e_value(self) -> float:
        """The evidence now."""
        # Of what tilts have not bet yet nothing can be lost or won.
        tilted = sum(bets.tilt_share * held.capital.size for bets, held in zip(self.plan.bets, self._held, strict=True))
        idle = tilted * (1 - AT_ONCE) * (1 - spent_share(self.day))
        return float(idle + sum(map(e_value_of, self.plan.bets, self._held)))

    @property
    def log_e(self) -> float:
        """Its natural logarithm."""
        return math.log(self.e_value)

    def begin_day(self) -> None:
        """Begin the next day."""
        self.day += 1
        for held in self._held:
            add_day(held, self.day)

    def take(self, before: ShownResult, shown: ShownResult) -> None:
        """Take one round: its result, and the one before it."""
        self.rounds += 1
        for feature, bets, held in zip(self.plan.features, self.plan.bets, self._held, strict=True):
            if place := feature.read(before, shown):
                resolve(bets, held, *place)

    def lead(self) -> Lead:
        """Return what the evidence rests on: the strongest count that says something by itself, or else the largest part of all."""
        counted = [
            (float(capital.mean()), number, statistic)
            for number, held in enumerate(self._held)
            for statistic, capital in enumerate(held.capital)
        ]
        telling = [part for part in counted if part[0] >= TELLING_E_VALUE]
        if telling:
            _, number, statistic = max(telling, key=lambda part: part[0])
            return self._lead(number, statistic)
        parts: list[tuple[float, int, int | None]] = []
        for number, (bets, held) in enumerate(zip(self.plan.bets, self._held, strict=True)):
            tilts = bets.tilt_share * held.capital.sum(axis=1)
            parts += [(float(part), number, statistic) for statistic, part in enumerate(tilts)]
            parts.append((bets.urn_share * float(held.urns.sum()), number, None))
        _, number, largest = max(parts, key=lambda part: part[0])
        return self._lead(number, largest)

    def _lead(self, number: int, index: int | None) -> Lead:
        feature, held = self.plan.features[number], self._held[number]
        name, expected, seen = "", 0.0, 0
        if index is not None:
            name, counts = feature.statistics[index]
            expected, seen = float(held.visits @ (np.array(feature.law, float) @ counts)), int(held.seen[index])
        return Lead(
            feature=feature.id,
            kind=feature.kind,
            name=name,
            rounds=int(held.visits.sum()),
            expected=expected,
            seen=seen,
        )
