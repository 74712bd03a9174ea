"""Best responses, and the equilibrium: policies of player and banker that no deviation beats by more than a hundred-thousandth.

Regret matching (the variant that forgets negative regret, with later rounds weighing more) runs on every hand at once. What it
ends with is rounded to millionths and *measured*: the gain of the best possible deviation of each seat is worked out exactly.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from banca.games.pai_kao import COMMISSION
from banca.games.pai_kao.exact.compiled import Ints, as_array, tally, totals
from banca.games.pai_kao.exact.deals import HANDS_LEFT, WAYS
from banca.games.pai_kao.exact.policies import EQUILIBRIUM, balanced, digest, highest_front, highest_rear
from banca.games.pai_kao.exact.policy import Policy, Seat

Floats = npt.NDArray[np.float64]

WON = float(1 - COMMISSION)
GOAL = 1e-5
TOTAL = 1_000_000
_TIMES = np.array(WAYS, dtype=np.float64) / sum(WAYS)


def values(other: Ints, total: int, seat: Seat) -> Floats:
    """The mean gain of each hand and setting against a policy of the other seat."""
    won, lost = tally(other, seat)
    gains: Floats = (WON * won - lost) / (HANDS_LEFT * total)
    return gains


def best_response(other: Policy, seat: Seat) -> Policy:
    """The best setting of every hand against a policy; between equals, the first."""
    best = values(as_array(other), other.total, seat).argmax(axis=1)
    return Policy.pure(f"best against {other.name}", best)


def gain_of_deviating(mine: Policy, other: Policy, seat: Seat) -> float:
    """How much the best deviation from `mine` gains per unit staked, over all deals, as a float."""
    gains = values(as_array(other), other.total, seat)
    shares = as_array(mine) / mine.total
    return float((_TIMES * (gains.max(axis=1) - (gains * shares).sum(axis=1))).sum())


@dataclass(slots=True)
class _Learner:
    """One seat's regrets and the average of what it has played."""

    seat: Seat
    regret: Floats
    played: Floats
    average: Floats

    def learn(self, other: Floats, weight: float) -> None:
        """Meet the other's present policy once."""
        gains = values(np.rint(other * TOTAL).astype(np.int64), TOTAL, self.seat)
        self.regret = np.maximum(self.regret + gains - (gains * self.played).sum(axis=1, keepdims=True), 0)
        sums = self.regret.sum(axis=1, keepdims=True)
        self.played = np.where(sums > 0, self.regret / np.where(sums > 0, sums, 1), self.played)
        self.average += weight * self.played

    def policy(self) -> Policy:
        """The average, in millionths."""
        shares = self.average / self.average.sum(axis=1, keepdims=True)
        shares[shares < 0.0005] = 0
        rounded = np.rint(shares / shares.sum(axis=1, keepdims=True) * TOTAL).astype(np.int64)
        rows = np.arange(len(rounded))
        rounded[rows, rounded.argmax(axis=1)] += TOTAL - rounded.sum(axis=1)
        weights = tuple((int(a), int(b), int(c)) for a, b, c in rounded)
        return Policy(f"{EQUILIBRIUM} ({self.seat})", weights, TOTAL)


def solve(
    report: Callable[[int, float, float, float], None], goal: float = GOAL, most: int = 500
) -> dict[Seat, Policy]:
    """Run until neither seat gains more than `goal` by deviating; `report` hears round, seconds and both gains."""
    start = time.perf_counter()
    shape = (len(WAYS), 3)
    first = as_array(highest_rear()).astype(np.float64)
    player, banker = (_Learner(seat, np.zeros(shape), first.copy(), np.zeros(shape)) for seat in Seat)
    for turn in range(1, most + 1):
        player.learn(banker.played, turn**2)
        banker.learn(player.played, turn**2)
        if turn % 10 == 0:
            policies = {Seat.PLAYER: player.policy(), Seat.BANKER: banker.policy()}
            gains = exploitability(policies)
            report(turn, time.perf_counter() - start, gains[Seat.PLAYER], gains[Seat.BANKER])
            if max(gains.values()) < goal:
                return policies
    return policies


def exploitability(policies: dict[Seat, Policy]) -> dict[Seat, float]:
    """What each seat could gain by leaving its policy."""
    player, banker = policies[Seat.PLAYER], policies[Seat.BANKER]
    return {
        Seat.PLAYER: gain_of_deviating(player, banker, Seat.PLAYER),
        Seat.BANKER: gain_of_deviating(banker, player, Seat.BANKER),
    }


def compact(policies: dict[Seat, Policy]) -> dict[str, Any]:
    """The shipped form."""
    shipped: dict[str, Any] = {"total": TOTAL, "gains": exploitability(policies)}
    for seat, policy in policies.items():
        pure = "".join(str(max(range(3), key=weights.__getitem__)) for weights in policy.weights)
        mixed = {str(hand): list(weights) for hand, weights in enumerate(policy.weights) if max(weights) < TOTAL}
        part = {"pure": pure, "mixed": mixed}
        shipped[seat] = part | {"sha256": digest(part)}
    shipped["deals"] = deals(policies)
    return shipped


def deals(policies: dict[Seat, Policy]) -> dict[str, list[int]]:
    """All deals between every two of the policies, these equilibria among them."""
    plain = {one.name: one for one in (highest_front(), highest_rear(), balanced())}
    players = plain | {EQUILIBRIUM: policies[Seat.PLAYER]}
    bankers = plain | {EQUILIBRIUM: policies[Seat.BANKER]}
    return {
        f"{player} {banker}": list(totals(mine, other, Seat.PLAYER))
        for player, mine in players.items()
        for banker, other in bankers.items()
    }
