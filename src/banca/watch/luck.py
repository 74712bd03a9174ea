"""Evidence that results are more, or less, than luck: in every round a part of the capital is staked on a mean of nothing.

The luck of a round is what was won less what it was worth by the rulebook: its mean is exactly nothing, whatever was staked, and its whole
distribution is known before the round. It is measured in its own standard deviations, so that evidence does not depend on the stakes' size.
A part that could lose more than the capital has is cut, in the same way whatever comes: the cut is chosen before the round.
"""

import math
from collections.abc import Sequence

from msgspec import Struct

from banca.watch.e_values import AT_ONCE, MOST_CAPITAL, stake_factor
from banca.watch.thresholds import share, spent_share

PARTS = tuple(sign * 0.005 * 2**power for sign in (1, -1) for power in range(8))
"""Of the capital, per standard deviation: 0.005 to 0.64, on too much luck and on too little."""
SAFE = 0.9
"""Of the capital, what a round may take at the most."""


class LuckState(Struct, frozen=True, kw_only=True):
    """A process between two rounds, as it is kept."""

    rounds: int = 0
    day: int = 0
    capital: list[float] = []
    """By part; AT_ONCE each before the first round."""
    luck: float = 0.0
    """All luck so far, in avos."""
    variance: float = 0.0
    """Its variance, in avos squared."""


class LuckProcess:
    """The evidence that a player's results are not luck, from the first round on."""

    def __init__(self, stored: LuckState | None = None) -> None:
        stored = stored or LuckState()
        self.rounds, self.day = stored.rounds, stored.day
        self.luck, self.variance = stored.luck, stored.variance
        self._capital = list(stored.capital) or [AT_ONCE] * len(PARTS)

    @property
    def state(self) -> LuckState:
        """The state to store."""
        return LuckState(
            rounds=self.rounds, day=self.day, capital=list(self._capital), luck=self.luck, variance=self.variance
        )

    @property
    def capital(self) -> float:
        """The e-value now."""
        return sum(self._capital) / len(PARTS) + (1 - AT_ONCE) * (1 - spent_share(self.day))

    @property
    def log_e(self) -> float:
        """Its natural logarithm."""
        return math.log(self.capital)

    def begin_day(self) -> None:
        """Begin the next day: a little more is bet from now on."""
        self.day += 1
        self._capital = [own + (1 - AT_ONCE) * share(self.day) for own in self._capital]

    def take(self, luck: float, variance: float, least: float, most: float) -> float:
        """Take one round: its luck, the variance of it, and the least and most it could have been. Return the e-value after it."""
        self.rounds += 1
        self.luck += luck
        self.variance += variance
        if variance > 0:
            deviation = math.sqrt(variance)
            parts = cut_parts(least / deviation, most / deviation)
            self._capital = [
                min(own * stake_factor(part, luck / deviation), MOST_CAPITAL)
                for own, part in zip(self._capital, parts, strict=True)
            ]
        return self.capital


def cut_parts(least: float, most: float, parts: Sequence[float] = PARTS) -> list[float]:
    """The parts, none larger than what the worst result leaves: `least` is below nothing, `most` above."""
    return [min(part, SAFE / -least) if part > 0 else max(part, -SAFE / most) for part in parts]
