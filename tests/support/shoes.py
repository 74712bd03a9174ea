"""Hands of football poker by the points of their cards, and what a bet gains on them: the second formulation of its figures."""

from collections.abc import Iterator
from fractions import Fraction

LOWER, UPPER, ODD, EVEN = {1, 2, 3, 4}, {5, 6, 7, 8}, {1, 3, 5, 7}, {2, 4, 6, 8}
POST = {0, 9}
SMALL = {0: 3, 1: 1, 4: 2, 5: 2, 8: 1, 9: 1}
"""Ten cards by their points, few enough to deal every shoe of them."""
SMALL_CUT = 5


def gain(bet: str, final: int) -> Fraction:
    if bet in ("upper", "lower"):
        wins = UPPER if bet == "upper" else LOWER
        return Fraction(0) if final in POST else Fraction(95, 100) if final in wins else Fraction(-1)
    if bet in ("even", "odd"):
        return Fraction(1) if final in (EVEN if bet == "even" else ODD) else Fraction(-1)
    return Fraction(8) if final in POST else Fraction(-1)


def hands_of(left: dict[int, int]) -> Iterator[tuple[int, dict[int, int], Fraction]]:
    """Every hand that these cards can make: its final points, what it leaves, its chance."""
    for a, one in left.items():
        first = left | {a: one - 1}
        for b, two in first.items():
            second = first | {b: two - 1}
            chance = Fraction(one * two, sum(left.values()) * sum(first.values()))
            if chance and (a + b) % 10 not in POST:
                yield (a + b) % 10, second, chance
            elif chance:
                for c, three in second.items():
                    if three:
                        rest = second | {c: three - 1}
                        yield (a + b + c) % 10, rest, chance * Fraction(three, sum(second.values()))
