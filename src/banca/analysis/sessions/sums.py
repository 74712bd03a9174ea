"""The sum of many rounds of the same bets: powers of one polynomial, exact, or rounded down to so many bits that little is lost.

A round that may leave a bet standing is no part of such a sum: the next round would not be like it.
"""

import math
from fractions import Fraction

from flint import fmpz_poly

from banca.analysis.exact import Together
from banca.analysis.sessions.refusals import STANDS_ON, TOO_MANY_ROUNDS
from banca.analysis.sessions.spread import AmountSpread
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
