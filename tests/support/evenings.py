"""Evenings the long way: every path of outcomes, played one by one by the plain runner."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from banca.rulebook import Outcome
from banca.simulation.compiled.chance import outcome_classes
from banca.simulation.interpreter import SessionRecord, play
from banca.simulation.plan import Plan


@dataclass
class AllPaths:
    """Every session that is over within some rounds, with its chance; and the chance of the others."""

    sessions: list[tuple[SessionRecord, Fraction]] = field(default_factory=list)
    longer: Fraction = Fraction(0)

    def spread(self, figure: str) -> dict[int, Fraction]:
        """The chances of a figure of the sessions."""
        found: dict[int, Fraction] = {}
        for record, chance in self.sessions:
            amount = getattr(record, figure)
            found[amount] = found.get(amount, Fraction(0)) + chance
        return dict(sorted(found.items()))

    def at(self, point: int) -> dict[int, Fraction]:
        """The chances of the money at a point of the way."""
        found: dict[int, Fraction] = {}
        for record, chance in self.sessions:
            found[record.path[point]] = found.get(record.path[point], Fraction(0)) + chance
        return dict(sorted(found.items()))


class _Short(Exception):  # noqa: N818 - not a fault: the path goes on
    """More outcomes are needed."""


def _told(outcomes: tuple[Outcome, ...]) -> Iterator[Outcome]:
    yield from outcomes
    raise _Short


def all_paths(plan: Plan, rounds: int) -> AllPaths:
    """Play every path of at most so many rounds."""
    class_of, outcomes = outcome_classes(plan)
    weights = [0] * len(outcomes)
    for place, (_, weight) in zip(class_of, plan.space, strict=True):
        weights[place] += weight
    found = AllPaths()
    pending: list[tuple[tuple[Outcome, ...], Fraction]] = [((), Fraction(1))]
    while pending:
        path, chance = pending.pop()
        try:
            found.sessions.append((play(plan, _told(path)), chance))
        except _Short:
            if len(path) == rounds:
                found.longer += chance
                continue
            for outcome, weight in zip(outcomes, weights, strict=True):
                pending.append(((*path, outcome), chance * Fraction(weight, plan.space.total)))
    return found
