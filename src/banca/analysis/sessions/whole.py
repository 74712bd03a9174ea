"""Exact pushing: whole numbers over a power of the total weight, row by row and amount by amount."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from banca.analysis.sessions.automaton import EveningAutomaton, Flow, SeatKind, by_source
from banca.analysis.sessions.endings import Ending
from banca.analysis.sessions.spread import AmountSpread, Bounded, Chance

Cells = dict[int, int]
"""By amount, in steps: a whole number over `total ** rounds`."""
BySource = dict[int, list[Flow]]


class WholeSheet:
    """Where all sessions are, as whole numbers."""

    def __init__(self, automaton: EveningAutomaton) -> None:
        self.automaton = automaton
        self.cells: dict[int, Cells] = {0: {0: 1}}
        self.done: dict[int, Cells] = {}
        self.whole = 1
        self.is_done = {number: row.kind is SeatKind.DONE for number, row in enumerate(automaton.rows)}
        self.meets, self.acts = by_source(automaton.meets), by_source(automaton.acts)
        self.last_acts = by_source(automaton.last_acts)

    def meet(self) -> None:
        """Let every outcome happen to everybody who has acted."""
        self.whole *= self.automaton.total
        for cells in self.done.values():
            for amount in cells:
                cells[amount] *= self.automaton.total
        self._push(self.meets)

    def act(self, *, is_last: bool) -> tuple[Fraction, Fraction]:
        """Let everybody act or go home: the chance to be done now, and the mean of what is placed, in avos."""
        arrived, placed = self._push(self.last_acts if is_last else self.acts)
        return Fraction(arrived, self.whole), Fraction(placed, self.whole)

    def _push(self, by_source: BySource) -> tuple[int, int]:
        following: dict[int, Cells] = {}
        arrived = placed = 0
        for source, cells in self.cells.items():
            for flow in by_source.get(source, ()):
                is_done = self.is_done[flow.target]
                into = (self.done if is_done else following).setdefault(flow.target, {})
                moved = 0
                for amount, mass in cells.items():
                    net = amount + flow.won
                    if flow.low <= net < flow.high:
                        into[net] = into.get(net, 0) + mass * flow.weight
                        moved += mass * flow.weight
                placed += flow.placed * moved
                arrived += moved * is_done
        self.cells = {row: cells for row, cells in following.items() if cells}
        return arrived, placed

    def amounts(self) -> AmountSpread:
        """What everybody has won or lost, in avos."""
        return self._spread(_sum([*self.cells.values(), *self.done.values()]))

    def waiting(self) -> dict[int, Fraction]:
        """The chance to be in each row that is not done."""
        return {row: Fraction(sum(cells.values()), self.whole) for row, cells in self.cells.items()}

    def finals(self, endings: dict[int, Ending]) -> dict[int, AmountSpread]:
        """When all is decided: for each row that is done, what was won or lost."""
        found: dict[int, dict[int, Fraction]] = {
            row: {amount: Fraction(mass) for amount, mass in cells.items()} for row, cells in self.done.items()
        }
        for row, cells in self.cells.items():
            for (done, won), chance in endings[row].items():
                into = found.setdefault(done, {})
                for amount, mass in cells.items():
                    into[amount + won] = into.get(amount + won, Fraction(0)) + mass * chance
        return {row: self._spread(cells) for row, cells in found.items()}

    def spread(self, chances: dict[int, Chance], left: Chance) -> AmountSpread:
        """Chances that were worked out beside, and what is left of them."""
        return AmountSpread(chances, lost=Fraction(left))

    def sum(self, worked_out: Chance, most: Fraction) -> Bounded:  # nothing was given up
        """A sum that was worked out beside."""
        return Bounded(Fraction(worked_out), Fraction(worked_out))

    def _spread(self, cells: Mapping[int, int | Fraction]) -> AmountSpread:
        step = self.automaton.step
        return AmountSpread({amount * step: Fraction(mass) / self.whole for amount, mass in sorted(cells.items())})


def _sum(many: Sequence[Cells]) -> Cells:
    found: Cells = {}
    for cells in many:
        for amount, mass in cells.items():
            found[amount] = found.get(amount, 0) + mass
    return found
