"""Evidence against a device: a mixture of tilts and urns over its features, looked at after every round.

Tilts begin on the first day with half of their capital; the rest is put down in small shares at the beginning of each later day, so that a
device that went wrong on some day is found from that day on, and is not held up by the good years before it.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from msgspec import Struct

from banca_watch.e_values import AT_ONCE, MOST_CAPITAL, share, spent_share, tilt_factor
from banca_watch.features import CountedStatistic, Feature, Place

THETAS = tuple(Fraction(theta) for theta in ("-3/10", "-1/10", "-1/25", "1/25", "1/10", "3/10", "1"))
"""By how much more or less often than the law says something is counted: what tilts bet on, each with the same share."""
CONCENTRATIONS = (30, 300, 3000, 30000)
"""How many results that were never thrown hold an urn to the law."""
URN_PART = Fraction(1, 4)
"""Of a feature's capital: what is bet by urns, where it has them."""

Numbers = Sequence[float]
Places = Sequence[int]


class WatchPlan(NamedTuple):
    """What does not change. Statistics with equal chances are a group, whose means are worked out once."""

    width: int
    """Tilts for each statistic."""
    tilted: float
    """The share of all tilts together."""
    growth: Numbers
    """By count and tilt: what is won of each unit of capital, before the mean is divided by."""
    prior: Numbers
    """By statistic: the share that each of its tilts began with."""
    group_of: Places
    class_base: Places
    """By feature: where its classes begin."""
    hit_start: Places
    """By class: where its hits begin; the next one's is where they end."""
    hit_stat: Places
    hit_count: Places
    group_start: Places
    """By feature: where its groups begin; the next one's is where they end."""
    norm_base: Places
    """By group: where its contexts begin."""
    shrink: Numbers
    """By context of a group and tilt: one divided by the mean."""
    visit_base: Places
    """By feature: where its contexts begin; behind the last, how many there are of all."""
    urn_base: Places
    """By feature: where its counts begin; below nothing where it has no urn."""
    urn_width: Places
    """By feature: its classes."""
    urn_law: Numbers
    """By context and class, as the counts."""
    urn_prior: Numbers
    """By feature: the share that each of its urns began with."""
    concentrations: Numbers


class Holdings(NamedTuple):
    """What changes from round to round."""

    capital: list[float]
    """By statistic and tilt: what it has become, before the means since the last fold are divided by."""
    pool: list[float]
    """By group and tilt: the same of all its statistics, by their shares."""
    scale: list[float]
    """By group and tilt: one divided by the means since the last fold."""
    seen: list[int]
    """By statistic: how often it was counted."""
    visits: list[int]
    """By feature and context: rounds."""
    urns: list[float]
    """By feature and concentration."""
    counts: list[int]
    """By feature, context and class, where there is an urn."""
    idle: list[float]
    """One number: what is not yet bet, of all tilts together."""


def group_statistics(feature: Feature) -> list[list[int]]:
    """The statistics of a feature by what they are on average in every context: those that are alike together."""
    # Alike on average in every context means alike in every bet: a group has one mean to divide by, however many sectors a wheel has.
    groups: dict[tuple[tuple[Fraction, ...], ...], list[int]] = {}
    for number, statistic in enumerate(feature.statistics):
        groups.setdefault(_distribution(feature, statistic), []).append(number)
    return list(groups.values())


def _distribution(feature: Feature, statistic: CountedStatistic) -> tuple[tuple[Fraction, ...], ...]:
    most = max(statistic.counts)
    return tuple(
        tuple(
            sum((p for p, count in zip(chances, statistic.counts, strict=True) if count == times), Fraction(0))
            for times in range(most + 1)
        )
        for chances in feature.law
    )


def shares_of(feature: Feature, features: int) -> tuple[Fraction, Fraction]:
    """What each tilt and each urn of a feature begin with, where so many features share the capital alike."""
    own = Fraction(1, features)
    urns = own * (URN_PART if feature.statistics else 1) if feature.has_urn else Fraction(0)
    tilts = len(feature.statistics) * len(THETAS)
    return (own - urns) / tilts if tilts else Fraction(0), urns / len(CONCENTRATIONS)


def plan_bets(features: Sequence[Feature]) -> WatchPlan:
    """The bets on these features."""
    prior, shrink = list[float](), list[float]()
    group_of, hit_stat, hit_count = list[int](), list[int](), list[int]()
    class_base, hit_start, group_start, norm_base = list[int](), [0], [0], list[int]()
    urn_base, urn_law, urn_prior = list[int](), list[float](), list[float]()
    for feature in features:
        of_tilt, of_urn = shares_of(feature, len(features))
        first, groups = len(prior), group_statistics(feature)
        prior += [float(of_tilt)] * len(feature.statistics)
        group_of_statistic = {statistic: group for group, members in enumerate(groups) for statistic in members}
        group_of += [group_start[-1] + group_of_statistic[number] for number in range(len(feature.statistics))]
        class_base.append(len(hit_start) - 1)
        for number in range(feature.classes):
            # Only what a class counts is kept: a round touches a handful of statistics, not the hundreds of a wheel.
            hits = [
                (first + n, stat.counts[number]) for n, stat in enumerate(feature.statistics) if stat.counts[number]
            ]
            hit_stat += [stat for stat, _ in hits]
            hit_count += [count for _, count in hits]
            hit_start.append(len(hit_stat))
        for group in groups:
            norm_base.append(len(shrink) // len(THETAS))
            shrink += _shrink_factors(feature, feature.statistics[group[0]])
        group_start.append(group_start[-1] + len(groups))
        urn_base.append(len(urn_law) if feature.has_urn else -1)
        urn_law += [float(chance) for chances in feature.law for chance in chances] if feature.has_urn else []
        urn_prior.append(float(of_urn))
    most = max(hit_count, default=0)
    return WatchPlan(
        width=len(THETAS),
        tilted=len(THETAS) * sum(prior),
        growth=[float((1 + theta) ** count - 1) for count in range(most + 1) for theta in THETAS],
        prior=prior,
        group_of=group_of,
        class_base=class_base,
        hit_start=hit_start,
        hit_stat=hit_stat,
        hit_count=hit_count,
        group_start=group_start,
        norm_base=norm_base,
        shrink=shrink,
        visit_base=list(accumulate((len(feature.law) for feature in features), initial=0)),
        urn_base=urn_base,
        urn_width=[feature.classes for feature in features],
        urn_law=urn_law,
        urn_prior=urn_prior,
        concentrations=[float(concentration) for concentration in CONCENTRATIONS],
    )


def _shrink_factors(feature: Feature, statistic: CountedStatistic) -> list[float]:
    norms = (
        (theta, feature.norm(theta, statistic, context)) for context in range(len(feature.law)) for theta in THETAS
    )
    return [float(tilt_factor(theta, norm, 0)) for theta, norm in norms]


FOLD = 64
"""Rounds after which the means are divided by: so few that no number grows out of its type."""


def step(plan: WatchPlan, holdings: Holdings, contexts: Sequence[int], classes: Sequence[int]) -> float:
    """One round: its context and class for each feature, below nothing where it says nothing of that. The capital after it."""
    total = holdings.idle[0]
    for feature in range(len(plan.class_base)):
        if classes[feature] >= 0:
            holdings.visits[plan.visit_base[feature] + contexts[feature]] += 1
            resolve_tilts(plan, holdings, feature, contexts[feature], classes[feature])
            if plan.urn_base[feature] >= 0:
                resolve_urn(plan, holdings, feature, contexts[feature], classes[feature])
        total += capital_of_feature(plan, holdings, feature)
    return total


def resolve_tilts(plan: WatchPlan, holdings: Holdings, feature: int, context: int, number: int) -> None:
    """A feature's tilts meet a class: those whose count it has win, and all are divided by their means."""
    width, growth, shrink = plan.width, plan.growth, plan.shrink
    capital, pool, scale = holdings.capital, holdings.pool, holdings.scale
    # The winners are raised one by one; that everything is divided by its mean is only noted, once a group, and done at the next
    # fold: a round costs what its class counts and not what the feature has.
    row = plan.class_base[feature] + number
    for hit in range(plan.hit_start[row], plan.hit_start[row + 1]):
        stat, count = plan.hit_stat[hit], plan.hit_count[hit]
        holdings.seen[stat] += count
        prior = plan.prior[stat]
        own, group, grows = stat * width, plan.group_of[stat] * width, count * width
        for tilt in range(width):
            won = capital[own + tilt] * growth[grows + tilt]
            capital[own + tilt] += won
            pool[group + tilt] += prior * won
    for group in range(plan.group_start[feature], plan.group_start[feature + 1]):
        norm, own = (plan.norm_base[group] + context) * width, group * width
        for tilt in range(width):
            scale[own + tilt] *= shrink[norm + tilt]


def capital_of_feature(plan: WatchPlan, holdings: Holdings, feature: int) -> float:
    """What the bets on a feature hold together."""
    pool, scale, total = holdings.pool, holdings.scale, 0.0
    for index in range(plan.group_start[feature] * plan.width, plan.group_start[feature + 1] * plan.width):
        total += pool[index] * scale[index]
    if plan.urn_base[feature] >= 0:
        urns, own = holdings.urns, 0.0
        first = feature * len(plan.concentrations)
        for urn in range(first, first + len(plan.concentrations)):
            own += urns[urn]
        total += plan.urn_prior[feature] * own
    return total


def resolve_urn(plan: WatchPlan, holdings: Holdings, feature: int, context: int, number: int) -> None:
    """A feature's urns meet a class: each has bet on the shares so far, drawn towards the law's."""
    base = plan.urn_base[feature] + context * plan.urn_width[feature]
    rounds = holdings.visits[plan.visit_base[feature] + context] - 1
    chance, seen = plan.urn_law[base + number], holdings.counts[base + number]
    for urn in range(len(plan.concentrations)):
        drawn = plan.concentrations[urn]
        index = feature * len(plan.concentrations) + urn
        holdings.urns[index] = min(
            holdings.urns[index] * (drawn * chance + seen) / ((drawn + rounds) * chance), MOST_CAPITAL
        )
    holdings.counts[base + number] += 1


def fold(plan: WatchPlan, holdings: Holdings) -> None:
    """Divide every capital by the means since the last time, and add the pools up anew."""
    width = plan.width
    for index in range(len(holdings.pool)):
        holdings.pool[index] = 0.0
    for stat in range(len(plan.prior)):
        group = plan.group_of[stat]
        for tilt in range(width):
            index = stat * width + tilt
            holdings.capital[index] = min(holdings.capital[index] * holdings.scale[group * width + tilt], MOST_CAPITAL)
            holdings.pool[group * width + tilt] += plan.prior[stat] * holdings.capital[index]
    for index in range(len(holdings.scale)):
        holdings.scale[index] = 1.0


def begin_day(plan: WatchPlan, holdings: Holdings, day: int) -> None:
    """At the beginning of a later day, counted from 1: what each tilt bets from now on, out of what it has not yet bet."""
    # What was noted against the old capital must be divided out before new capital, which owes nothing of it, is added.
    fold(plan, holdings)
    added = (1 - AT_ONCE) * share(day)
    for stat in range(len(plan.prior)):
        for tilt in range(plan.width):
            holdings.capital[stat * plan.width + tilt] += added
            holdings.pool[plan.group_of[stat] * plan.width + tilt] += plan.prior[stat] * added
    holdings.idle[0] = idle_capital(plan, day)


def idle_capital(plan: WatchPlan, day: int) -> float:
    """What tilts have not bet yet on a day."""
    return plan.tilted * (1 - AT_ONCE) * (1 - spent_share(day))


def initial_holdings(plan: WatchPlan) -> Holdings:
    """Before the first round."""
    stats, groups = len(plan.prior), plan.group_start[-1]
    holdings = Holdings(
        capital=[AT_ONCE] * (stats * plan.width),
        pool=[0.0] * (groups * plan.width),
        scale=[1.0] * (groups * plan.width),
        seen=[0] * stats,
        visits=[0] * plan.visit_base[-1],
        urns=[1.0] * (len(plan.class_base) * len(plan.concentrations)),
        counts=[0] * len(plan.urn_law),
        idle=[idle_capital(plan, 0)],
    )
    fold(plan, holdings)
    return holdings


TELLING_E_VALUE = 20.0
"""The e-value from which on something that is counted says something by itself."""
Part = tuple[float, int, int | None, int]
"""A part of the capital: of which feature, of which of its statistics (None for its urns), and where its statistics begin."""
STORED = ("capital", "seen", "visits", "urns", "counts")
"""Of the holdings: pools, and what is idle, follow from these."""


class DeviceState(Struct, frozen=True, kw_only=True):
    """A process between two rounds, as it is stored; folded, so that pools follow from it."""

    rounds: int
    day: int
    capital: list[float]
    seen: list[int]
    visits: list[int]
    urns: list[float]
    counts: list[int]


class ShownResult(Struct, frozen=True):
    """What one of a table's devices showed; empty where there was nothing."""

    result: str = ""
    """As the rules write it."""
    written: str = ""
    """As it was called or drawn."""
    device: int = 0
    """Which of the table's devices."""


class Leader(NamedTuple):
    """What the evidence rests on most: a statistic of a feature, what the law expected and what was seen."""

    feature: Feature
    statistic: int | None
    """None where it is the shares as a whole."""
    rounds: int
    expected: float
    seen: int


class DeviceProcess:
    """The evidence against one device, from its first round on."""

    def __init__(
        self, features: Sequence[Feature], stored: DeviceState | None = None, plan: WatchPlan | None = None
    ) -> None:
        self.features = tuple(features)
        self._plan = plan or plan_bets(self.features)
        self._holdings = initial_holdings(self._plan)
        self.rounds, self.day, self.capital = 0, 0, 1.0
        self._folded = 0
        if stored:
            self._restore(stored)

    @staticmethod
    def fits(plan: WatchPlan, stored: DeviceState) -> bool:
        """Return whether a stored state belongs to this plan's bets."""
        holdings = initial_holdings(plan)
        return all(len(getattr(holdings, name)) == len(getattr(stored, name)) for name in STORED)

    def _restore(self, stored: DeviceState) -> None:
        holdings = self._holdings
        for name in STORED:
            getattr(holdings, name)[:] = getattr(stored, name)
        holdings.idle[0] = idle_capital(self._plan, stored.day)
        fold(self._plan, holdings)
        self.rounds = self._folded = stored.rounds
        self.day = stored.day
        self.capital = holdings.idle[0] + sum(part for part, *_ in self._parts())

    @property
    def state(self) -> DeviceState:
        """The state to store."""
        fold(self._plan, self._holdings)
        self._folded = self.rounds
        holdings = self._holdings
        return DeviceState(
            rounds=self.rounds,
            day=self.day,
            capital=list(holdings.capital),
            seen=list(holdings.seen),
            visits=list(holdings.visits),
            urns=list(holdings.urns),
            counts=list(holdings.counts),
        )

    @property
    def log_e(self) -> float:
        """The evidence now: the natural logarithm of the e-value."""
        return math.log(self.capital)

    def begin_day(self) -> None:
        """Begin the next day."""
        self.day += 1
        begin_day(self._plan, self._holdings, self.day)
        self._folded = self.rounds

    def take(self, places: Sequence[Place | None]) -> float:
        """Take one round, as each feature reads it; return the e-value after it."""
        contexts = [place[0] if place else 0 for place in places]
        classes = [place[1] if place else -1 for place in places]
        self.capital = step(self._plan, self._holdings, contexts, classes)
        self.rounds += 1
        if self.rounds - self._folded >= FOLD:
            fold(self._plan, self._holdings)
            self._folded = self.rounds
        return self.capital

    def read(self, before: ShownResult, result: ShownResult) -> list[Place | None]:
        """Return a result as each feature reads it, given the one before."""
        return [
            feature.reads(before.written, result.written)
            if feature.is_of_written
            else feature.reads(before.result, result.result)
            for feature in self.features
        ]

    def leader(self) -> Leader:
        """Return what the evidence rests on: the strongest count that says something by itself, or else the largest part of all."""
        parts = self._parts()
        telling = [part for part in parts if part[2] is not None and self._own_e_value(part) >= TELLING_E_VALUE]
        if telling:
            _, number, stat, first = max(telling, key=self._own_e_value)
        else:
            _, number, stat, first = max(parts, key=itemgetter(0))
        feature = self.features[number]
        base = self._plan.visit_base[number]
        visits = self._holdings.visits[base : base + len(feature.law)]
        if stat is None:
            return Leader(feature, None, sum(visits), 0.0, 0)
        statistic = feature.statistics[stat]
        expected = sum(float(feature.expected(statistic, context)) * count for context, count in enumerate(visits))
        return Leader(feature, stat, sum(visits), expected, self._holdings.seen[first + stat])

    def _own_e_value(self, part: Part) -> float:
        """Return the e-value of what is counted, without the share that it began with."""
        own, _, stat, first = part
        return own / (self._plan.prior[first + (stat or 0)] * self._plan.width)

    def _parts(self) -> list[Part]:
        """Every statistic's part of the capital, and that of every feature's urns."""
        plan, holdings, width, first = self._plan, self._holdings, self._plan.width, 0
        parts: list[Part] = []
        for number, feature in enumerate(self.features):
            for stat in range(len(feature.statistics)):
                group = plan.group_of[first + stat] * width
                own = sum(
                    holdings.capital[(first + stat) * width + tilt] * holdings.scale[group + tilt]
                    for tilt in range(width)
                )
                parts.append((plan.prior[first + stat] * own, number, stat, first))
            urns = holdings.urns[number * len(plan.concentrations) : (number + 1) * len(plan.concentrations)]
            parts.append((plan.urn_prior[number] * sum(urns), number, None, first))
            first += len(feature.statistics)
        return parts
