"""Evidence against a device: a mixture of tilts and urns over its features, looked at after every round.

Tilts begin on the first day with half of their capital; the rest is put down in small shares at the beginning of each later day, so that a
device that went wrong on some day is found from that day on, and not held up by the good years before it.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from banca.watch.combination import share, spent
from banca.watch.e_values import AT_ONCE, MOST
from banca.watch.feature import Feature, Place
from banca.watch.plan import Holdings, WatchPlan, plan_of

FOLD = 64
"""Rounds after which the means are divided by: so few that no number grows out of its type."""


def step(plan: WatchPlan, held: Holdings, contexts: Sequence[int], classes: Sequence[int]) -> float:
    """One round: its context and class for each feature, below nothing where it says nothing of that. The capital after it."""
    total = held.idle[0]
    for feature in range(len(plan.class_base)):
        if classes[feature] >= 0:
            held.visits[plan.visit_base[feature] + contexts[feature]] += 1
            meet_tilts(plan, held, feature, contexts[feature], classes[feature])
            if plan.urn_base[feature] >= 0:
                meet_urn(plan, held, feature, contexts[feature], classes[feature])
        total += held_by(plan, held, feature)
    return total


def meet_tilts(plan: WatchPlan, held: Holdings, feature: int, context: int, one: int) -> None:
    """A feature's tilts meet a class: those whose count it has win, and all are divided by their means."""
    width, growth, shrink = plan.width, plan.growth, plan.shrink
    capital, pool, scale = held.capital, held.pool, held.scale
    row = plan.class_base[feature] + one
    for hit in range(plan.hit_start[row], plan.hit_start[row + 1]):
        stat, count = plan.hit_stat[hit], plan.hit_count[hit]
        held.seen[stat] += count
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


def held_by(plan: WatchPlan, held: Holdings, feature: int) -> float:
    """What the bets on a feature hold together."""
    pool, scale, total = held.pool, held.scale, 0.0
    for place in range(plan.group_start[feature] * plan.width, plan.group_start[feature + 1] * plan.width):
        total += pool[place] * scale[place]
    if plan.urn_base[feature] >= 0:
        urns, own = held.urns, 0.0
        first = feature * len(plan.concentrations)
        for urn in range(first, first + len(plan.concentrations)):
            own += urns[urn]
        total += plan.urn_prior[feature] * own
    return total


def meet_urn(plan: WatchPlan, held: Holdings, feature: int, context: int, one: int) -> None:
    """A feature's urns meet a class: each has bet on the shares so far, drawn towards the law's."""
    base = plan.urn_base[feature] + context * plan.urn_width[feature]
    rounds = held.visits[plan.visit_base[feature] + context] - 1
    chance, seen = plan.urn_law[base + one], held.counts[base + one]
    for urn in range(len(plan.concentrations)):
        drawn = plan.concentrations[urn]
        place = feature * len(plan.concentrations) + urn
        held.urns[place] = min(held.urns[place] * (drawn * chance + seen) / ((drawn + rounds) * chance), MOST)
    held.counts[base + one] += 1


def fold(plan: WatchPlan, held: Holdings) -> None:
    """Divide every capital by the means since the last time, and add the pools up anew."""
    width = plan.width
    for place in range(len(held.pool)):
        held.pool[place] = 0.0
    for stat in range(len(plan.prior)):
        group = plan.group_of[stat]
        for tilt in range(width):
            place = stat * width + tilt
            held.capital[place] = min(held.capital[place] * held.scale[group * width + tilt], MOST)
            held.pool[group * width + tilt] += plan.prior[stat] * held.capital[place]
    for place in range(len(held.scale)):
        held.scale[place] = 1.0


def begin_day(plan: WatchPlan, held: Holdings, day: int) -> None:
    """At the beginning of a later day, counted from 1: what each tilt bets from now on, out of what it has not yet bet."""
    fold(plan, held)
    added = (1 - AT_ONCE) * share(day)
    for stat in range(len(plan.prior)):
        for tilt in range(plan.width):
            held.capital[stat * plan.width + tilt] += added
            held.pool[plan.group_of[stat] * plan.width + tilt] += plan.prior[stat] * added
    held.idle[0] = idle_on(plan, day)


def idle_on(plan: WatchPlan, day: int) -> float:
    """What tilts have not bet yet on a day."""
    return plan.tilted * (1 - AT_ONCE) * (1 - spent(day))


def at_first(plan: WatchPlan) -> Holdings:
    """Before the first round."""
    stats, groups = len(plan.prior), plan.group_start[-1]
    held = Holdings(
        capital=[AT_ONCE] * (stats * plan.width),
        pool=[0.0] * (groups * plan.width),
        scale=[1.0] * (groups * plan.width),
        seen=[0] * stats,
        visits=[0] * plan.visit_base[-1],
        urns=[1.0] * (len(plan.class_base) * len(plan.concentrations)),
        counts=[0] * len(plan.urn_law),
        idle=[idle_on(plan, 0)],
    )
    fold(plan, held)
    return held


TELLING = 20.0
"""The e-value from which on something that is counted says something by itself."""
Part = tuple[float, int, int | None, int]
"""A part of the capital: of which feature, of which of its statistics (None for its urns), and where its statistics begin."""
KEPT = ("capital", "seen", "visits", "urns", "counts")
"""Of the holdings: pools, and what is idle, follow from these."""


class DeviceState(Struct, frozen=True, kw_only=True):
    """A process between two rounds, as it is kept; folded, so that pools follow from it."""

    rounds: int
    day: int
    capital: list[float]
    seen: list[int]
    visits: list[int]
    urns: list[float]
    counts: list[int]


class ShownResult(NamedTuple):
    """A result as the rules write it, and as it was called or drawn; empty where there was none."""

    result: str = ""
    written: str = ""


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
        self, features: Sequence[Feature], kept: DeviceState | None = None, plan: WatchPlan | None = None
    ) -> None:
        self.features = tuple(features)
        self._plan = plan or plan_of(self.features)
        self._held = at_first(self._plan)
        self.rounds, self.day, self.capital = 0, 0, 1.0
        self._folded = 0
        if kept:
            self._restore(kept)

    @staticmethod
    def fits(plan: WatchPlan, kept: DeviceState) -> bool:
        """Return whether a stored state belongs to this plan's bets."""
        held = at_first(plan)
        return all(len(getattr(held, name)) == len(getattr(kept, name)) for name in KEPT)

    def _restore(self, kept: DeviceState) -> None:
        held = self._held
        for name in KEPT:
            getattr(held, name)[:] = getattr(kept, name)
        held.idle[0] = idle_on(self._plan, kept.day)
        fold(self._plan, held)
        self.rounds = self._folded = kept.rounds
        self.day = kept.day
        self.capital = held.idle[0] + sum(part for part, *_ in self._parts())

    @property
    def state(self) -> DeviceState:
        """The state to store."""
        fold(self._plan, self._held)
        self._folded = self.rounds
        held = self._held
        return DeviceState(
            rounds=self.rounds,
            day=self.day,
            capital=list(held.capital),
            seen=list(held.seen),
            visits=list(held.visits),
            urns=list(held.urns),
            counts=list(held.counts),
        )

    @property
    def log_e(self) -> float:
        """The evidence now: the natural logarithm of the e-value."""
        return math.log(self.capital)

    def begin_day(self) -> None:
        """Begin the next day."""
        self.day += 1
        begin_day(self._plan, self._held, self.day)
        self._folded = self.rounds

    def take(self, places: Sequence[Place | None]) -> float:
        """Take one round, as each feature reads it; return the e-value after it."""
        contexts = [place[0] if place else 0 for place in places]
        classes = [place[1] if place else -1 for place in places]
        self.capital = step(self._plan, self._held, contexts, classes)
        self.rounds += 1
        if self.rounds - self._folded >= FOLD:
            fold(self._plan, self._held)
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
        alone = [one for one in parts if one[2] is not None and self._alone(one) >= TELLING]
        _, feature, stat, first = max(alone, key=self._alone) if alone else max(parts, key=lambda one: one[0])
        found = self.features[feature]
        base = self._plan.visit_base[feature]
        visits = self._held.visits[base : base + len(found.law)]
        if stat is None:
            return Leader(found, None, sum(visits), 0.0, 0)
        counted = found.statistics[stat]
        expected = sum(float(found.expected(counted, context)) * count for context, count in enumerate(visits))
        return Leader(found, stat, sum(visits), expected, self._held.seen[first + stat])

    def _alone(self, part: Part) -> float:
        """The e-value of what is counted by itself."""
        own, _, stat, first = part
        return own / (self._plan.prior[first + (stat or 0)] * self._plan.width)

    def _parts(self) -> list[Part]:
        """Every statistic's part of the capital, and that of every feature's urns."""
        plan, held, width, first = self._plan, self._held, self._plan.width, 0
        parts: list[Part] = []
        for number, feature in enumerate(self.features):
            for stat in range(len(feature.statistics)):
                group = plan.group_of[first + stat] * width
                own = sum(
                    held.capital[(first + stat) * width + tilt] * held.scale[group + tilt] for tilt in range(width)
                )
                parts.append((plan.prior[first + stat] * own, number, stat, first))
            urns = held.urns[number * len(plan.concentrations) : (number + 1) * len(plan.concentrations)]
            parts.append((plan.urn_prior[number] * sum(urns), number, None, first))
            first += len(feature.statistics)
        return parts
