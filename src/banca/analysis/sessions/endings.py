"""What still stands when one goes home: the exact distribution of what it brings, however long that takes.

Bets that wait are only ever decided or taken down, never placed; so seats that lead back to each other hold the same bets, and no money
moves between them. Each such group is one small system of linear equations in rational numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpq_mat

from banca.analysis.exact.odds import Moves, fraction, solve, strong_components
from banca.analysis.sessions.automaton import EveningAutomaton, SeatKind

Ending = dict[tuple[int, int], Fraction]
"""By the row in which one is done, and the steps won or lost until then."""


@dataclass(frozen=True, slots=True)
class HomeWaits:
    """The rows in which one waits, numbered among themselves, and where a round leads from each."""

    rows: tuple[int, ...]
    place: dict[int, int]
    exits: tuple[tuple[tuple[int, int, int], ...], ...]
    """Per row: the row a round leads to, the steps it brings, its weight."""
    total: int

    def moves(self) -> list[Moves]:
        """From each row to others in which one still waits, by their numbers."""
        found: list[Moves] = [{} for _ in self.rows]
        for moves, exits in zip(found, self.exits, strict=True):
            for target, _, weight in exits:
                if target in self.place:
                    moves[self.place[target]] = moves.get(self.place[target], 0) + weight
        return found

    def endings(self) -> dict[int, Ending]:
        """For each row, all that may come of it."""
        found: list[Ending] = [{} for _ in self.rows]
        for group in strong_components(self.moves()):
            for one, ending in zip(group, self._solved(group, found), strict=True):
                found[one] = ending
        return dict(zip(self.rows, found, strict=True))

    def durations(self) -> dict[int, Fraction]:
        """For each row, the mean number of rounds until everything is decided."""
        if not self.rows:
            return {}
        solved = solve(self.moves(), self.total, [[self.total]] * len(self.rows))
        return {row: fraction(mean[0]) for row, mean in zip(self.rows, solved, strict=True)}

    def _solved(self, group: Sequence[int], found: Sequence[Ending]) -> list[Ending]:
        """The endings of rows that lead back to each other, from those that they lead to."""
        inside = {self.rows[one]: place for place, one in enumerate(group)}
        left = [[self.total * (row == other) for other in range(len(group))] for row in range(len(group))]
        right: list[dict[tuple[int, int], Fraction]] = [{} for _ in group]
        for row, one in enumerate(group):
            for target, won, weight in self.exits[one]:
                if target in inside:
                    left[row][inside[target]] -= weight
                    continue
                ends = found[self.place[target]] if target in self.place else {(target, 0): Fraction(1)}
                for (done, more), chance in ends.items():
                    key = done, won + more
                    right[row][key] = right[row].get(key, Fraction(0)) + weight * chance
        if len(group) == 1:
            return [{key: chance / left[0][0] for key, chance in right[0].items()}]
        keys = sorted({key for row in right for key in row})
        columns = [[_fmpq(row.get(key, Fraction(0))) for key in keys] for row in right]
        solution = fmpq_mat(left).solve(fmpq_mat(columns))
        return [
            {key: fraction(solution[row, at]) for at, key in enumerate(keys) if solution[row, at]}
            for row in range(len(group))
        ]


def _fmpq(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def find_waits(automaton: EveningAutomaton) -> HomeWaits:
    """The rows of those who go home."""
    rows = tuple(number for number in automaton.of_kind(SeatKind.ACTED) if automaton.rows[number].leaves is not None)
    place = {number: index for index, number in enumerate(rows)}
    leads = {flow.source: flow.target for flow in automaton.last_acts if automaton.rows[flow.source].leaves is not None}
    exits: list[dict[tuple[int, int], int]] = [{} for _ in rows]
    for flow in automaton.meets:
        if flow.source in place:
            key = leads[flow.target], flow.won
            found = exits[place[flow.source]]
            found[key] = found.get(key, 0) + flow.weight
    listed = tuple(tuple((target, won, weight) for (target, won), weight in one.items()) for one in exits)
    return HomeWaits(rows, place, listed, automaton.total)
