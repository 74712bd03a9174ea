"""The factors by which a capital grows or shrinks in one round: exact where they are given fractions, and each with a mean of exactly 1.

- *tilt*: something comes up (1 + theta) times as often, for each time that it is in the result, as the law says;
- *urn*: the shares are those of the results so far, drawn towards the law's by so many results that were never thrown (Polya's urn);
- *stake*: a part of the capital is staked on somebody's luck, whose mean is nothing.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

Number = TypeVar("Number", Fraction, float)

AT_ONCE = 0.5
"""Of a capital, what is bet from the first day on; the rest is put down in shares on later days."""
MOST_CAPITAL = 1e100
"""What a capital may become: more says no more, and giving some away is always allowed."""


def tilt_norm(theta: Number, law: Sequence[Number], counts: Sequence[int]) -> Number:
    """What (1 + theta) to the power of a count is on average, where each class of results has a chance and a count.

    >>> tilt_norm(Fraction(1, 2), [Fraction(1, 6), Fraction(5, 6)], [1, 0])
    Fraction(13, 12)
    """
    return sum((chance * (1 + theta) ** count for chance, count in zip(law, counts, strict=True)), 0 * theta)


def tilt_factor(theta: Number, norm: Number, count: int) -> Number:
    """The factor of a round whose result has this count."""
    return (1 + theta) ** count / norm


def urn_factor(concentration: Number, chance: Number, seen: int, rounds: int) -> Number:
    """The factor of a round whose result has this chance by the law, and had come up `seen` times in so many rounds before.

    >>> urn_factor(Fraction(6), Fraction(1, 6), 3, 6)
    Fraction(2, 1)
    """
    return (concentration * chance + seen) / ((concentration + rounds) * chance)


def stake_factor(part: Number, luck: Number) -> Number:
    """The factor of a round in which somebody was this lucky, measured so that the mean is nothing and part * luck is above -1."""
    return 1 + part * luck
