"""The chances of all sessions, moved from round to round along the flows of an automaton, in two arithmetics of one meaning.

A session is in a row and has an amount; so the whole distribution is one array of chances over the amounts for each row. A flow takes
a row's array, moves it by what is won, and adds it times a weight to another row's: both are read and written in order, which a processor does at
the speed of its memory. A dictionary of (row, amount) would look every amount up.

**Exact.** Chances are whole numbers over a power of the total weight of the outcomes: after n rounds every chance is a multiple of
`total ** -n`. So a round only multiplies integers and nothing is ever reduced to lowest terms, which is what makes fractions slow.

**Floats.** All terms are positive, so nothing cancels: a chance that was multiplied and added k times is right to k roundings of itself, and
the bound of k roundings is k u / (1 - k u) with u = 2**-53 (N. Higham, Accuracy and Stability of Numerical Algorithms, lemma 3.1). `k` is counted
on the way: one for the weight, one for the product, and the additions into the row with the most flows, each round. Chances below `TINY` at
the ends of a row are given up, or arrays would grow by what never matters; how much was given up is summed and may belong to any amount.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from banca.analysis.sessions.automaton import LONGEST_WAIT, Ending, Flow, RowKind, SessionAutomaton, Size
from banca.analysis.sessions.distribution import ROUNDING, AmountSpread, Chance, Interval
from banca.analysis.simulation.tally import Array
from banca.jit import jit, jit_part

TINY = 1e-26
"""Chances below this at the ends of a row are given up, and counted as lost."""


@jit_part(inlined=False)
def sum_cells(cells: Array) -> Any:
    """The sum of some cells, in four lanes: one addition need not wait for the one before."""
    a = b = c = d = 0.0
    whole = cells.shape[0] // 4 * 4
    for at in range(0, whole, 4):
        a += cells[at]
        b += cells[at + 1]
        c += cells[at + 2]
        d += cells[at + 3]
    for at in range(whole, cells.shape[0]):
        a += cells[at]
    return (a + b) + (c + d)


@jit()
def move_chances(
    flows: "FlowArrays", distribution: tuple[Array, ...], targets: Array, keeps: Any, sums: Array
) -> float:
    """Let chance flow into each target row; what was there is kept where `keeps`. What is given up is returned.

    Target by target, not source by source: each row is then written by one loop after another and trimmed at its ends while it is at hand.
    """
    cells, start, least, below, low, high = distribution
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
            # So that the cell of `amount` after the move is read at out + amount: one index for both rows.
            out = start[row] - won[flow]
            begin, end = max(low[row] + won[flow], at_least[flow]), min(high[row] + won[flow], at_most[flow])
            # What leaves the range of amounts that is looked at is lost, and counted as such.
            for amount in range(begin, min(end, least[target])):
                lost += share * cells[out + amount]
            for amount in range(max(begin, below[target]), end):
                lost += share * cells[out + amount]
            begin, end = max(begin, least[target]), min(end, below[target])
            if begin >= end:
                continue
            taken, given = cells[out + begin : out + end], cells[into + begin : into + end]
            for at in range(end - begin):
                given[at] += share * taken[at]
            if counted[flow]:
                sums[flow] = share * sum_cells(taken)
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


def move_exactly(
    flows: "FlowArrays", distribution: tuple[Array, ...], targets: Array, keeps: Any, sums: Array
) -> float:
    """Do what `move_chances` does, in whole numbers of any length: numba has none, and nothing is ever given up."""
    cells, start, least, below, low, high = distribution
    first, source, won, weight, at_least, at_most, _ = flows
    for target in targets:
        into = start[target]
        if not keeps:
            cells[into + low[target] : into + max(low[target], high[target])] = 0
            low[target], high[target] = below[target], least[target]
        for flow in range(first[target], first[target + 1]):
            row = source[flow]
            begin, end = max(low[row] + won[flow], at_least[flow]), min(high[row] + won[flow], at_most[flow])
            out, end = start[row] - won[flow], max(begin, end)
            moved = weight[flow] * cells[out + begin : out + end]
            cells[into + begin : into + end] += moved
            sums[flow] = moved.sum()
            if begin < end:
                low[target], high[target] = min(low[target], begin), max(high[target], end)
    return 0.0


UNDERFLOW = Fraction(1, 2**900)
"""More than all results too small for a float can come to together."""


class FlowArrays(NamedTuple):
    """Flows as arrays, those into one row after those into the row before."""

    first: Array
    source: Array
    won: Array
    weight: Array
    low: Array
    high: Array
    counted: Array
    """Whether it is needed how much flowed."""


class Distribution:
    """Where all sessions are: for each row, chances over the amounts."""

    def __init__(self, automaton: SessionAutomaton, size: Size, *, is_exact: bool) -> None:
        self.automaton, self.size, self.is_exact = automaton, size, is_exact
        widths = np.array([high - low for low, high in size.rows], dtype=np.int64)
        begins = np.concatenate([[0], np.cumsum(widths)])
        self.least = np.array([low for low, _ in size.rows], dtype=np.int64)
        self.below = self.least + widths
        self.start = begins[:-1] - self.least
        self.cells = np.zeros(int(begins[-1]), dtype=object if is_exact else np.float64)
        # Empty rows have their low end above their high end.
        self.low, self.high = self.below.copy(), self.least.copy()
        self.cells[self.start[0]] = 1
        self.low[0], self.high[0] = 0, 1
        self.whole = 1
        """What exact chances are counted over."""
        self.lost = 0.0
        self.done = automaton.of_kind(RowKind.DONE)
        self.roundings = 0
        self.longest = size.high - size.low + len(automaton.acts) + automaton.rounds
        """Terms of the longest sum of anything but one amount's chance."""
        self.meets = _Moves(automaton, automaton.meets, RowKind.MET, is_exact=is_exact)
        self.acts = _Moves(automaton, automaton.acts, RowKind.ACTED, is_exact=is_exact)
        self.last_acts = _Moves(automaton, automaton.last_acts, RowKind.ACTED, is_exact=is_exact)
        self.most_done = max(self.acts.most_done, self.last_acts.most_done)

    def meet(self) -> None:
        """Let every outcome happen to everybody who has acted."""
        if self.is_exact:
            self.whole *= self.automaton.total
            for row in self.done:  # they are counted over the same power of the total weight
                self._of_row(row, self.low[row], self.high[row])[:] *= self.automaton.total
        self._move(self.meets)
        self.roundings += self.meets.most + 2

    def act(self, *, is_last: bool) -> tuple[Chance, Chance]:
        """Let everybody act or go home: the chance to be done now, and the mean of what is placed, in avos."""
        acts = self.last_acts if is_last else self.acts
        self._move(acts)
        self.roundings += acts.most
        return self._chance(acts.sums[acts.is_done].sum()), self._chance(acts.sums @ acts.placed)

    def _chance(self, mass: Any) -> Chance:  # a float or a whole number, of numpy's or of Python's own
        return Fraction(mass) / self.whole if self.is_exact else float(mass)

    def _move(self, moves: "_Moves") -> None:
        arrays = self.cells, self.start, self.least, self.below, self.low, self.high
        move = move_exactly if self.is_exact else move_chances
        self.lost += move(moves.flows, arrays, moves.targets, False, moves.sums)
        if len(moves.done_targets):
            self.lost += move(moves.flows, arrays, moves.done_targets, True, moves.sums)

    def amounts(self) -> AmountSpread:
        """What everybody has won or lost, in avos."""
        sums = self._no_chances()
        rows = [*self.automaton.of_kind(RowKind.MET), *self.done]
        for row in rows:
            self._add(sums, row, 0, 1)
        return self._spread(sums, len(rows))

    def waiting(self) -> dict[int, Chance]:
        """The chance to be in each row that is not done."""
        rows = (row for row in self.automaton.of_kind(RowKind.ACTED) if self.low[row] < self.high[row])
        return {row: self._chance(self._of_row(row, self.low[row], self.high[row]).sum()) for row in rows}

    def _of_row(self, row: int, low: int, high: int) -> Array:
        return self.cells[self.start[row] + low : self.start[row] + max(low, high)]

    def _no_chances(self) -> Array:
        return np.zeros(self.size.high - self.size.low, dtype=self.cells.dtype)

    def finals(self, endings: Mapping[int, Ending]) -> dict[int, AmountSpread]:
        """When all is decided: for each row that is done, what was won or lost."""
        sums = {row: self._no_chances() for row in self.done}
        terms = dict.fromkeys(self.done, 3)
        for row in self.done:
            self._add(sums[row], row, 0, 1)
        for row in self.waiting():
            for (done, won), chance in endings[row].items():
                self._add(sums[done], row, won, chance if self.is_exact else float(chance))
                terms[done] += 1
        return {row: self._spread(cells, terms[row]) for row, cells in sums.items()}

    def _add(self, sums: Array, row: int, won: int, share: Chance) -> None:
        """A row's chances, moved by what was won; what falls outside is given up."""
        low, high = int(self.low[row]), int(self.high[row])
        if low >= high:
            return
        begin, end = max(low, self.size.low - won), min(high, self.size.high - won)
        inside = self._of_row(row, begin, end)
        if begin < end:
            sums[begin + won - self.size.low : end + won - self.size.low] += share * inside
        if (begin, end) != (low, high):
            self.lost += float(share * (self._of_row(row, low, high).sum() - inside.sum()))

    def _bound(self, terms: int) -> Fraction:
        """By how much of itself a sum of so many terms may be wrong."""
        if self.is_exact:
            return Fraction(0)
        count = self.roundings + self.automaton.rounds * self.most_done + terms + len(self.automaton.rows) + 8
        return count * ROUNDING / (1 - count * ROUNDING)

    @property
    def given_up(self) -> Fraction:
        """No more than this was given up."""
        # The sum of so many small numbers is right to a few digits at least.
        return Fraction(0) if self.is_exact else Fraction(self.lost) * 2 + UNDERFLOW

    def spread(self, chances: Mapping[int, Chance], left: Chance) -> AmountSpread:
        """Chances that were found on the way, and the chance that is in none of them."""
        waited = LONGEST_WAIT * (self.meets.most * self.acts.most + 3)
        lost = Fraction(left) * (1 if self.is_exact else 2)
        return AmountSpread(chances, self._bound(self.longest + waited), self.given_up + lost)

    def sum(self, value: Chance, most: Fraction) -> Interval:
        """A sum over sessions that was made on the way; what was given up would have added `most` at most."""
        error, exact = self._bound(self.longest), Fraction(value)
        return Interval(exact / (1 + error), exact / (1 - error) + self.given_up * most)

    def _spread(self, sums: Array, terms: int) -> AmountSpread:
        step = self.automaton.step
        chances = {(int(at) + self.size.low) * step: self._chance(sums[at]) for at in np.flatnonzero(sums)}
        return AmountSpread(chances, self._bound(terms + len(sums)), self.given_up, self.size.farthest * step)


class _Moves:
    """Flows of one kind as the compiled code takes them, and what it counts of them."""

    def __init__(self, automaton: SessionAutomaton, flows: Sequence[Flow], kind: RowKind, *, is_exact: bool) -> None:
        into = sorted(flows, key=lambda flow: flow.target)
        number = object if is_exact else np.float64
        targets = np.array([flow.target for flow in into], dtype=np.int64)
        degree = np.bincount(targets, minlength=len(automaton.rows))
        done = np.array([row.kind is RowKind.DONE for row in automaton.rows])
        self.most = int(degree[~done].max())
        self.most_done = int(degree[done].max(initial=0))
        self.is_done = done[targets]
        self.placed = np.array([flow.placed for flow in into], dtype=number)
        self.sums = np.zeros(len(into), dtype=number)
        total = automaton.total if kind is RowKind.MET else 1
        source, won, low, high = (
            np.array([getattr(flow, name) for flow in into], dtype=np.int64)
            for name in ("source", "won", "low", "high")
        )
        # Exact weights stay whole numbers: the power of the total weight is counted in `whole`.
        weight = np.array([flow.weight if is_exact else flow.weight / total for flow in into], dtype=number)
        counted = self.is_done | (self.placed != 0)
        self.flows = FlowArrays(np.concatenate([[0], np.cumsum(degree)]), source, won, weight, low, high, counted)
        self.targets = np.array(automaton.of_kind(kind), dtype=np.int64)
        # Rows that are done are added to, and never emptied: nothing flows out of them.
        self.done_targets = np.array([row for row in np.flatnonzero(done) if degree[row]], dtype=np.int64)
