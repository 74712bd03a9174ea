"""The bets on a device's features, laid out flat: what one step needs, in sequences of numbers that a compiler can take too."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from banca.watch.e_values import tilt
from banca.watch.feature import CountedStatistic, Feature

THETAS = tuple(Fraction(one) for one in ("-3/10", "-1/10", "-1/25", "1/25", "1/10", "3/10", "1"))
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


def groups_of(feature: Feature) -> list[list[int]]:
    """The statistics of a feature by what they are on average in every context: those that are alike together."""
    found: dict[tuple[tuple[Fraction, ...], ...], list[int]] = {}
    for place, statistic in enumerate(feature.statistics):
        found.setdefault(_distribution(feature, statistic), []).append(place)
    return list(found.values())


def _distribution(feature: Feature, statistic: CountedStatistic) -> tuple[tuple[Fraction, ...], ...]:
    most = max(statistic.counts)
    return tuple(
        tuple(
            sum((p for p, count in zip(chances, statistic.counts, strict=True) if count == one), Fraction(0))
            for one in range(most + 1)
        )
        for chances in feature.law
    )


def shares_of(feature: Feature, features: int) -> tuple[Fraction, Fraction]:
    """What each tilt and each urn of a feature begin with, where so many features share the capital alike."""
    own = Fraction(1, features)
    urns = own * (URN_PART if feature.statistics else 1) if feature.has_urn else Fraction(0)
    tilts = len(feature.statistics) * len(THETAS)
    return (own - urns) / tilts if tilts else Fraction(0), urns / len(CONCENTRATIONS)


def plan_of(features: Sequence[Feature]) -> WatchPlan:
    """The bets on these features."""
    prior, shrink = list[float](), list[float]()
    group_of, hit_stat, hit_count = list[int](), list[int](), list[int]()
    class_base, hit_start, group_start, norm_base = list[int](), [0], [0], list[int]()
    urn_base, urn_law, urn_prior = list[int](), list[float](), list[float]()
    for feature in features:
        of_tilt, of_urn = shares_of(feature, len(features))
        first, groups = len(prior), groups_of(feature)
        prior += [float(of_tilt)] * len(feature.statistics)
        number = {place: group for group, places in enumerate(groups) for place in places}
        group_of += [group_start[-1] + number[place] for place in range(len(feature.statistics))]
        class_base.append(len(hit_start) - 1)
        for one in range(feature.classes):
            hits = [(first + n, stat.counts[one]) for n, stat in enumerate(feature.statistics) if stat.counts[one]]
            hit_stat += [stat for stat, _ in hits]
            hit_count += [count for _, count in hits]
            hit_start.append(len(hit_stat))
        for group in groups:
            norm_base.append(len(shrink) // len(THETAS))
            shrink += _shrinking(feature, feature.statistics[group[0]])
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
        concentrations=[float(one) for one in CONCENTRATIONS],
    )


def _shrinking(feature: Feature, statistic: CountedStatistic) -> list[float]:
    norms = (
        (theta, feature.norm(theta, statistic, context)) for context in range(len(feature.law)) for theta in THETAS
    )
    return [float(tilt(theta, norm, 0)) for theta, norm in norms]
