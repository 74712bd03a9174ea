"""What was staked, won and expected: at a table in a shift, of all, of each player and of each bet.

The luck of the players is exact, and so is what the house could expect: its win and the players' luck together.
"""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct

from banca.tables.chance_engine import ChanceEngine
from banca.tables.events import BetDecided
from banca.tables.state import Spot
from banca.watch.valuation import Valuer

MoneyKey = tuple[str, str, str, str]
"""Table, shift, player and bet; empty for all players, or all bets."""


class MoneySums(Struct, kw_only=True):
    """In avos."""

    rounds: int = 0
    drop: int = 0
    """What players brought: of each the most that lay out at once in the shift, put down less what had come back."""
    handle: int = 0
    """Stakes that were decided."""
    win: int = 0
    """What the house won: stakes less what came back, with commission and breakage."""
    luck: str = "0"
    """What the players won beyond what their bets were worth, exactly."""
    variance: float = 0.0

    @property
    def exact_luck(self) -> Fraction:
        """As a number."""
        return Fraction(self.luck)

    @property
    def theoretical(self) -> Fraction:
        """What the house could expect to win, exactly."""
        return self.win + self.exact_luck

    @property
    def deviation(self) -> float:
        """The standard error of the luck."""
        return math.sqrt(self.variance)

    def add(self, other: "MoneySums") -> None:
        """Another's to these."""
        self.rounds += other.rounds
        self.drop += other.drop
        self.handle += other.handle
        self.win += other.win
        self.luck = str(self.exact_luck + other.exact_luck)
        self.variance += other.variance


class RoundLuck(NamedTuple):
    """The luck of a round: what it was, its variance, and the least and most that it could have been."""

    luck: Fraction
    variance: float
    least: float
    most: float


class Valued:
    """Values the rounds of one table of chance."""

    def __init__(self, conduct: ChanceEngine[Any]) -> None:
        self._conduct = conduct
        self._valuer = Valuer(conduct.rules.bets, conduct.rules.space.weights, conduct.limits.chip)

    def round(self, bets: Mapping[str, Mapping[Spot, int]], outcome: str) -> Iterator[tuple[str, str, RoundLuck]]:
        """The luck of all together, of each player and of each bet: player and bet, empty for all."""
        place = self._valuer.index[self._conduct.outcome_of(outcome)]
        sums: dict[tuple[str, str], list[tuple[Spot, int]]] = {}
        for player, own in bets.items():
            for spot, stake in own.items():
                for key in (("", ""), (player, ""), ("", spot[0])):
                    sums.setdefault(key, []).append((spot, stake))
        for (player, bet), staked in sums.items():
            yield player, bet, self._luck(staked, place)

    def _luck(self, staked: list[tuple[Spot, int]], place: int) -> RoundLuck:
        found = [self._valuer.spot(key, self._conduct.state(key, on), stake) for (key, on), stake in staked]
        by_result = [sum(each) for each in zip(*(one.floats for one in found), strict=True)]
        chances = self._valuer.chances
        variance = sum(chance * luck**2 for chance, luck in zip(chances, by_result, strict=True))
        luck = sum((one.luck[place] for one in found), Fraction(0))
        return RoundLuck(luck, variance, min(by_result), max(by_result))


def decided(paid: list[BetDecided]) -> Iterator[tuple[str, str, BetDecided]]:
    """Each payment, for all together, its player and its bet."""
    for one in paid:
        for player, bet in (("", ""), (one.player, ""), ("", one.bet)):
            yield player, bet, one
