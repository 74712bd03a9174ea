"""The sum of many rounds of the same bets: a power of the polynomial that one round is.

Written as a polynomial, with a net result in the exponent and its chance as the coefficient, independent rounds multiply. Small sums are
exact: whole weights, raised as integers, over the same power of the total weight, so that nothing is reduced on the way. Larger sums would have
coefficients of millions of bits; they are raised in whole numbers of `BITS` bits behind the point, always rounded down. So no chance is ever too
high, and what all of them lack together is 1 less their sum: the error is not estimated but read off.
A round that may leave a bet standing is no part of such a sum: the next round would not be like it.
"""

import math
from fractions import Fraction

from flint import fmpz_poly

from banca.analysis.exact import Together
from banca.analysis.sessions.distribution import AmountSpread
from banca.rules import Refusal, _, refusal

STANDS_ON = refusal(
    "stands_on",
    _(
        "a round leaves one of the bets undecided with a chance of {chance}, so rounds differ; compute a whole session instead (banca evening)"
    ),
)
TOO_MANY_ROUNDS = refusal(
    "too_many_rounds", _("{asked} rounds of these bets cannot be added up; possible: 1 to about {allowed}")
)

MOST_BITS = 1_000_000_000
"""Of all coefficients of an exact power together."""
USUAL_BITS = MOST_BITS // 50
"""Above this nobody is kept waiting for fractions unless they are asked for."""
BITS = 128
"""Behind the point, where chances are rounded down."""
MOST_AMOUNTS = 4_000_000
DEVIATIONS = 14
"""Beyond so many standard deviations nothing is left of a chance in so many bits."""


def sum_rounds(together: Together, rounds: int, *, exact: bool | None = None) -> AmountSpread:
    """Return the net result of so many rounds, in avos: as fractions where that is small, or with what was lost in rounding down."""
    if together.undecided:
        raise Refusal(STANDS_ON, chance=together.undecided)
    chances = together.chances
    lowest = min(chances)
    step = math.gcd(*(net - lowest for net in chances)) or 1
    total = math.lcm(*(chance.denominator for chance in chances.values()))
    weights = [0] * ((max(chances) - lowest) // step + 1)
    for net, chance in chances.items():
        weights[(net - lowest) // step] = int(chance * total)
    is_exact = _is_exact(rounds, len(weights), total, wanted=exact)
    if is_exact:
        # Every coefficient is a whole number over this one power: nothing is reduced on the way.
        whole = total**rounds
        cells, low = [int(weight) for weight in fmpz_poly(weights) ** rounds], 0
    else:
        _check_amounts(together, rounds, step)
        whole = 1 << BITS
        cells, low = _power([weight * whole // total for weight in weights], rounds)
    # Exponents count steps above the lowest net result, so that they are not below zero.
    origin = lowest * rounds + low * step
    sums = {origin + index * step: Fraction(cell, whole) for index, cell in enumerate(cells) if cell}
    farthest = rounds * max(abs(lowest), abs(max(chances)))
    return AmountSpread(sums, lost=1 - Fraction(sum(cells), whole), farthest=farthest)


def _is_exact(rounds: int, degree: int, total: int, *, wanted: bool | None) -> bool:
    """Whether fractions are asked for, or small enough to need no asking."""
    bits = rounds * degree * rounds * total.bit_length()
    if rounds < 1 or (wanted and bits > MOST_BITS):
        raise Refusal(TOO_MANY_ROUNDS, asked=rounds, allowed=math.isqrt(MOST_BITS // (degree * total.bit_length())))
    return bits <= USUAL_BITS if wanted is None else wanted


def _check_amounts(together: Together, rounds: int, step: int) -> None:
    """Refuse what would spread over too many amounts."""
    amounts = 2 * DEVIATIONS * math.sqrt(together.variance * rounds) / step
    if amounts > MOST_AMOUNTS:
        raise Refusal(TOO_MANY_ROUNDS, asked=rounds, allowed=int(rounds * (MOST_AMOUNTS / amounts) ** 2))


def _power(cells: list[int], rounds: int) -> tuple[list[int], int]:
    """A power by squaring, rounded down after every product: the cells, and the exponent of the first."""
    power, low = [1 << BITS], 0
    square, square_low = cells, 0
    while rounds:
        if rounds & 1:
            power, low = _product(power, square, low + square_low)
        rounds >>= 1
        if rounds:
            square, square_low = _product(square, square, 2 * square_low)
    return power, low


def _product(left: list[int], right: list[int], low: int) -> tuple[list[int], int]:
    """A product without the ends of which nothing is left."""
    # The shift rounds down, so that a chance is never too high.
    cells = [int(cell) >> BITS for cell in fmpz_poly(left) * fmpz_poly(right)]
    begin = next(index for index, cell in enumerate(cells) if cell)
    while not cells[-1]:
        cells.pop()
    return cells[begin:], low + begin
