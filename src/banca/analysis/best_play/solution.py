"""What was found: the value of the goal and of the final money, and what to do everywhere."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from banca.analysis.best_play.model import PlayModel
from banca.analysis.sessions.spread import Bounded


class BetChoice(NamedTuple):
    """A bet by its place in the model, its stake in steps, and what is added behind it, by additional bet, in steps."""

    bet: int
    stake: int
    added: tuple[tuple[str, int], ...] = ()


Place = tuple[int, int, int]
"""What is left (rounds, or steps to stake; 0 where nothing is counted), the state of the table, the amount in steps."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Solution:
    """The best way to play. Nowhere else is a bet placed."""

    model: PlayModel
    chance: Bounded
    """Of the goal."""
    final: Bounded
    """The mean of the final money, in steps."""
    left: int
    """What is counted, at the beginning."""
    choices: dict[Place, BetChoice]

    @property
    def loss(self) -> Bounded:
        """The mean loss, in avos."""
        bankroll, step = self.model.problem.bankroll, self.model.step
        return Bounded(bankroll - self.final.high * step, bankroll - self.final.low * step)


def around(value: float, error: Fraction) -> Bounded:
    """A figure that is right to a part of itself."""
    found = Fraction(value)
    return Bounded(found * (1 - error), found * (1 + error))
