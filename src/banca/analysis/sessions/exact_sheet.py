"""The sum of many rounds of the same bets: powers of one polynomial, exact, or rounded down to so many bits that little is lost.

A round that may leave a bet standing is no part of such a sum: the next round would not be like it.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from flint import fmpz_poly

from banca.analysis.exact import Together
from banca.analysis.sessions.automaton import (
    STANDS_ON,
    TOO_MANY_ROUNDS,
    Ending,
    EveningAutomaton,
    Flow,
    SeatKind,
    by_source,
)
from banca.analysis.sessions.distribution import AmountSpread, Bounded, Chance
from banca.rules import Refusal

MOST_BITS = 1_000_000_000
"""Of all coefficients of an exact power together."""
USUAL_BITS = MOST_BITS // 50
"""Above this nobody is kept waiting for fractions unless they are asked for."""
BITS = 128
"""Behind the point, where chances are rounded down."""
MOST_AMOUNTS = 4_000_000
DEVIATIONS = 14
"""Beyond so many standard deviations nothing is left of a chance in so many bits."""


def after(together: Together, rounds: int, *, exact: bool | None = None) -> AmountSpread:
    """The net result of so many rounds, in avos: as fractions where that is small, or with what was lost in rounding down."""
    if together.undecided:
        raise Refusal(STANDS_ON, chance=together.undecided)
    chances = together.chances
    lowest = min(chances)
    step = math.gcd(*(net - lowest for net in chances)) or 1
    total = math.lcm(*(chance.denominator for chance in chances.values()))
    weights = [0] * ((max(chances) - lowest) // step + 1)
    for net, chance in chances.items():
        weights[(net - lowest) // step] = int(chance * total)
    is_exact = _is_exact(rounds, len(weights), total, asked=exact)
    if is_exact:
        whole = total**rounds
        cells, low = [int(weight) for weight in fmpz_poly(weights) ** rounds], 0
    else:
        _check_amounts(together, rounds, step)
        whole = 1 << BITS
        cells, low = _power([weight * whole // total for weight in weights], rounds)
    origin = lowest * rounds + low * step
    found = {origin + place * step: Fraction(cell, whole) for place, cell in enumerate(cells) if cell}
    farthest = rounds * max(abs(lowest), abs(max(chances)))
    return AmountSpread(found, lost=1 - Fraction(sum(cells), whole), farthest=farthest)


def _is_exact(rounds: int, degree: int, total: int, *, asked: bool | None) -> bool:
    """Whether fractions are asked for, or small enough to need no asking."""
    bits = rounds * degree * rounds * total.bit_length()
    if rounds < 1 or (asked and bits > MOST_BITS):
        raise Refusal(TOO_MANY_ROUNDS, asked=rounds, allowed=math.isqrt(MOST_BITS // (degree * total.bit_length())))
    return bits <= USUAL_BITS if asked is None else asked


def _check_amounts(together: Together, rounds: int, step: int) -> None:
    """Refuse what would spread over too many amounts."""
    amounts = 2 * DEVIATIONS * math.sqrt(together.variance * rounds) / step
    if amounts > MOST_AMOUNTS:
        raise Refusal(TOO_MANY_ROUNDS, asked=rounds, allowed=int(rounds * (MOST_AMOUNTS / amounts) ** 2))


def _power(cells: list[int], rounds: int) -> tuple[list[int], int]:
    """A power by squaring, rounded down after every product: the cells, and the place of the first."""
    found, low = [1 << BITS], 0
    square, square_low = cells, 0
    while rounds:
        if rounds & 1:
            found, low = _product(found, square, low + square_low)
        rounds >>= 1
        if rounds:
            square, square_low = _product(square, square, 2 * square_low)
    return found, low


def _product(one: list[int], other: list[int], low: int) -> tuple[list[int], int]:
    """A product without the ends of which nothing is left."""
    cells = [int(cell) >> BITS for cell in fmpz_poly(one) * fmpz_poly(other)]
    begin = next(place for place, cell in enumerate(cells) if cell)
    while not cells[-1]:
        cells.pop()
    return cells[begin:], low + begin


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
