"""What a player does before a round, for every amount of money at once: `act` followed with a purse that notices what it is asked."""

from typing import NamedTuple, Self

from banca.analysis.simulation.interpreter import Action, SeatState, act
from banca.analysis.simulation.plan import Plan

ENDLESS = 1 << 62
"""More than anybody has, in avos."""


class Purse(int):
    """Money in hand that remembers every stake it was held against, as the least money that pays it."""

    least: int
    asked: list[int]

    def __new__(cls, money: int, least: int = 0, asked: list[int] | None = None) -> Self:
        """So much money; `least` is by how much stakes are dearer than they look, for what was paid before."""
        purse = super().__new__(cls, money)
        purse.least = least
        purse.asked = [] if asked is None else asked
        return purse

    def __add__(self, other: int) -> "Purse":
        return Purse(int(self) + other, self.least - other, self.asked)

    def __sub__(self, other: int) -> "Purse":
        return Purse(int(self) - other, self.least + other, self.asked)

    def __lt__(self, stake: int) -> bool:
        self.asked.append(stake + self.least)
        return int(self) < stake


class Stretch(NamedTuple):
    """From `low` to below `high`, in hand and on the layout together, a player does the same."""

    low: int
    high: int
    action: Action


def stretches(plan: Plan, seat: SeatState) -> list[Stretch]:
    """What the strategy does with every amount of money, the richest first; without a bankroll there is one answer."""
    if plan.session.bankroll is None:
        return [Stretch(-ENDLESS, ENDLESS, act(plan, seat, None, is_leaving=False))]
    standing = seat.standing
    found: list[Stretch] = []
    high = ENDLESS
    while high > 0:
        purse = Purse(high - 1)
        action = act(plan, seat, purse, is_leaving=False)
        low = max((least for least in purse.asked if least < high), default=0)
        found.append(Stretch(max(low, 0) + standing, high + standing if high < ENDLESS else ENDLESS, action))
        high = low
    return found
