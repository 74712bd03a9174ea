"""Odds: what the house adds to a returned stake, as the regulation writes it."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Odds:
    """`Odds(7, 6)` is "7 to 6": a prize of 7 for every 6 staked.

    >>> str(Odds(7, 6)), Odds(27, 4).ratio
    ('7 to 6', Fraction(27, 4))
    """

    prize: int
    stake: int = 1

    @property
    def ratio(self) -> Fraction:
        """Prize per unit staked."""
        return Fraction(self.prize, self.stake)

    @property
    def reduced(self) -> "Odds":
        """The same odds in the smallest numbers.

        >>> str(Odds(6, 6).reduced)
        '1 to 1'
        """
        return Odds(self.ratio.numerator, self.ratio.denominator)

    def __str__(self) -> str:
        return f"{self.prize} to {self.stake}"


EVEN = Odds(1)
"""1 to 1."""
