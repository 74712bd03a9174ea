"""Pushing in floats, compiled, with a bound on all that rounding and giving up can have done."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from banca.analysis.sessions.automaton import Ending, EveningAutomaton, Flow, SeatKind, Widths
from banca.analysis.sessions.distribution import ROUNDING, AmountSpread, Bounded, Chance
from banca.analysis.simulation.results import Array
from banca.jit import jit, piece

TINY = 1e-26
"""Chances below this at the ends of a row are given up, and counted as lost."""


@piece(inlined=False)
def sum_of(cells: Any) -> Any:
    """The sum of some cells, in four lanes: one addition need not wait for the one before."""
    a = b = c = d = 0.0
    whole = cells.shape[0] // 4 * 4
    for place in range(0, whole, 4):
        a += cells[place]
        b += cells[place + 1]
        c += cells[place + 2]
        d += cells[place + 3]
    for place in range(whole, cells.shape[0]):
        a += cells[place]
    return (a + b) + (c + d)


@jit()
def push(flows: Any, sheet: Any, targets: Any, keeps: Any, sums: Any) -> float:
    """Let chance flow into each target row; what was there is kept where `keeps`. What is given up is returned."""
    cells, start, least, below, low, high = sheet
    first, source, won, weight, at_least, at_most, counted = flows
    lost = 0.0
    for target in targets:
        into = start[target]
        if not keeps:
            for amount in range(low[target], high[target]):
                cells[into + amount] = 0.0
            low[target], high[target] = below[target], least[target]
        for flow in range(first[target], first[target + 1]):
            sums[flow] = 0.0
            row, share = source[flow], weight[flow]
            out = start[row] - won[flow]
            begin, end = max(low[row] + won[flow], at_least[flow]), min(high[row] + won[flow], at_most[flow])
            for amount in range(begin, min(end, least[target])):
                lost += share * cells[out + amount]
            for amount in range(max(begin, below[target]), end):
                lost += share * cells[out + amount]
            begin, end = max(begin, least[target]), min(end, below[target])
            if begin >= end:
                continue
            taken, given = cells[out + begin : out + end], cells[into + begin : into + end]
            for place in range(end - begin):
                given[place] += share * taken[place]
            if counted[flow]:
                sums[flow] = share * sum_of(taken)
            low[target], high[target] = min(low[target], begin), max(high[target], end)
        if keeps:
            continue
        while low[target] < high[target] and cells[into + low[target]] < TINY:
            lost += cells[into + low[target]]
            cells[into + low[target]] = 0.0
            low[target] += 1
        while low[target] < high[target] and cells[into + high[target] - 1] < TINY:
            high[target] -= 1
            lost += cells[into + high[target]]
            cells[into + high[target]] = 0.0
    return lost


LONGEST_WAIT = 1000
"""Rounds that are followed after the last, until everything that stands is decided."""
UNDERFLOW = Fraction(1, 2**900)
"""More than all results too small for a float can come to together."""


class Flows(NamedTuple):
    """Flows as arrays, those into one row after those into the row before."""

    first: Array
    source: Array
    won: Array
    weight: Array
    low: Array
    high: Array
    counted: Array
    """Whether somebody asks how much flowed."""


class FloatSheet:
    """Where all sessions are, as floats."""

    def __init__(self, automaton: EveningAutomaton, widths: Widths) -> None:
        self.automaton, self.widths = automaton, widths
        sizes = np.array([high - low for low, high in widths.rows], dtype=np.int64)
        begins = np.concatenate([[0], np.cumsum(sizes)])
        self.least = np.array([low for low, _ in widths.rows], dtype=np.int64)
        self.below = self.least + sizes
        self.start = begins[:-1] - self.least
        self.cells = np.zeros(int(begins[-1]))
        self.low, self.high = self.below.copy(), self.least.copy()
        self.cells[self.start[0]] = 1.0
        self.low[0], self.high[0] = 0, 1
        self.lost = 0.0
        self.done = automaton.of_kind(SeatKind.DONE)
        self.rounded = 0
        self.longest = widths.high - widths.low + len(automaton.acts) + automaton.rounds
        """Terms of the longest sum of anything but one amount's chance."""
        self.meets = _Push(automaton, automaton.meets, SeatKind.MET)
        self.acts = _Push(automaton, automaton.acts, SeatKind.ACTED)
        self.last_acts = _Push(automaton, automaton.last_acts, SeatKind.ACTED)
        self.most_done = max(self.acts.most_done, self.last_acts.most_done)

    @property
    def sheet(self) -> tuple[Array, ...]:
        """As the compiled push takes it."""
        return self.cells, self.start, self.least, self.below, self.low, self.high

    def meet(self) -> None:
        """Let every outcome happen to everybody who has acted."""
        self.lost += self.meets.run(self.sheet)
        self.rounded += self.meets.most + 2

    def act(self, *, is_last: bool) -> tuple[float, float]:
        """Let everybody act or go home: the chance to be done now, and the mean of what is placed, in avos."""
        acts = self.last_acts if is_last else self.acts
        self.lost += acts.run(self.sheet)
        self.rounded += acts.most
        return float(acts.sums[acts.is_done].sum()), float(acts.sums @ acts.placed)

    def amounts(self) -> AmountSpread:
        """What everybody has won or lost, in avos."""
        found = np.zeros(self.widths.high - self.widths.low)
        rows = [*self.automaton.of_kind(SeatKind.MET), *self.done]
        for row in rows:
            self._add(found, row, 0, 1.0)
        return self._spread(found, len(rows))

    def waiting(self) -> dict[int, float]:
        """The chance to be in each row that is not done."""
        found = {}
        for row in self.automaton.of_kind(SeatKind.ACTED):
            if self.low[row] < self.high[row]:
                at = self.start[row]
                found[row] = float(self.cells[at + self.low[row] : at + self.high[row]].sum())
        return found

    def finals(self, endings: dict[int, Ending]) -> dict[int, AmountSpread]:
        """When all is decided: for each row that is done, what was won or lost."""
        found = {row: np.zeros(self.widths.high - self.widths.low) for row in self.done}
        terms = dict.fromkeys(self.done, 3)
        for row in self.done:
            self._add(found[row], row, 0, 1.0)
        for row in self.waiting():
            for (done, won), chance in endings[row].items():
                self._add(found[done], row, won, float(chance))
                terms[done] += 1
        return {row: self._spread(cells, terms[row]) for row, cells in found.items()}

    def _add(self, found: Array, row: int, won: int, share: float) -> None:
        """A row's chances, moved by what was won; what falls outside is given up."""
        low, high = int(self.low[row]), int(self.high[row])
        if low >= high:
            return
        at, origin = int(self.start[row]), self.widths.low
        begin, end = max(low, self.widths.low - won), min(high, self.widths.high - won)
        inside = self.cells[at + begin : at + end]
        if begin < end:
            found[begin + won - origin : end + won - origin] += share * inside
        self.lost += float(
            share * (self.cells[at + low : at + high].sum() - inside.sum() if (begin, end) != (low, high) else 0)
        )

    def bound(self, terms: int) -> Fraction:
        """By how much of itself a sum of so many terms may be wrong."""
        count = self.rounded + self.automaton.rounds * self.most_done + terms + len(self.automaton.rows) + 8
        return count * ROUNDING / (1 - count * ROUNDING)

    @property
    def given_up(self) -> Fraction:
        """No more than this was given up."""
        return Fraction(self.lost) * 2 + UNDERFLOW  # the sum of so many small numbers is right to a few digits at least

    def spread(self, chances: dict[int, Chance], left: Chance) -> AmountSpread:
        """Chances that were worked out beside, and what is left of them."""
        waited = LONGEST_WAIT * (self.meets.most * self.acts.most + 3)
        return AmountSpread(chances, self.bound(self.longest + waited), self.given_up + Fraction(left) * 2)

    def sum(self, worked_out: Chance, most: Fraction) -> Bounded:
        """A sum that was worked out beside; what was given up would have added `most` at most."""
        error, found = self.bound(self.longest), Fraction(worked_out)
        return Bounded(found / (1 + error), found / (1 - error) + self.given_up * most)

    def _spread(self, found: Array, terms: int) -> AmountSpread:
        places = np.flatnonzero(found)
        step = self.automaton.step
        chances = {(int(place) + self.widths.low) * step: float(found[place]) for place in places}
        return AmountSpread(chances, self.bound(terms + len(found)), self.given_up, self.widths.farthest * step)


class _Push:
    """Flows ready to be pushed, shared out between threads by how much there is to do."""

    def __init__(self, automaton: EveningAutomaton, flows: Sequence[Flow], kind: SeatKind) -> None:
        into = sorted(flows, key=lambda flow: flow.target)
        targets = np.array([flow.target for flow in into], dtype=np.int64)
        degree = np.bincount(targets, minlength=len(automaton.rows))
        done = np.array([row.kind is SeatKind.DONE for row in automaton.rows])
        self.most = int(degree[~done].max())
        self.most_done = int(degree[done].max(initial=0))
        self.is_done = done[targets]
        self.placed = np.array([flow.placed for flow in into], dtype=np.float64)
        self.sums = np.zeros(len(into))
        total = automaton.total if kind is SeatKind.MET else 1
        self.flows = Flows(
            first=np.concatenate([[0], np.cumsum(degree)]),
            source=np.array([flow.source for flow in into], dtype=np.int64),
            won=np.array([flow.won for flow in into], dtype=np.int64),
            weight=np.array([flow.weight / total for flow in into]),
            low=np.array([flow.low for flow in into], dtype=np.int64),
            high=np.array([flow.high for flow in into], dtype=np.int64),
            counted=self.is_done | (self.placed != 0),
        )
        self.targets = np.array(automaton.of_kind(kind), dtype=np.int64)
        self.done_targets = np.array([row for row in np.flatnonzero(done) if degree[row]], dtype=np.int64)

    def run(self, sheet: tuple[Array, ...]) -> float:
        """Push once; what was given up."""
        lost: float = push(self.flows, sheet, self.targets, False, self.sums)
        if len(self.done_targets):
            lost += push(self.flows, sheet, self.done_targets, True, self.sums)
        return lost
