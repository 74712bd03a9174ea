"""All deals at once, compiled: exact counts against a policy, equilibria, seven gates. Needs the extra `fast`."""

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from banca.games.pai_kao.bank import COMMISSION
from banca.games.pai_kao.exact import (
    CLASSES_OF,
    COPIES,
    COUNTS,
    EQUILIBRIUM,
    HANDS,
    HANDS_LEFT,
    WAYS,
    Policy,
    Seat,
    balanced,
    highest_front,
    highest_rear,
)
from banca.games.pai_kao.tiles import ZERO_CLASSES
from banca.jit import jit

Ints = npt.NDArray[np.int64]

_HANDS = np.array(HANDS, dtype=np.int64)
_COPIES = np.array(COPIES, dtype=np.int64)
PARTS = np.array([([3 * kind + count for kind, count in counts] + [0] * 4)[:4] for counts in COUNTS], dtype=np.int64)
"""Per hand: where the ways to draw each of its kinds are looked up; place 0 counts nothing and is 1."""
_FRONT = np.array([[front for front, _ in options] for options in CLASSES_OF], dtype=np.int16)
REAR = np.array([[rear for _, rear in options] for options in CLASSES_OF], dtype=np.int16)
PLAYER_FRONT = np.where(_FRONT >= ZERO_CLASSES, _FRONT, -1).astype(np.int16)
"""A player's front of zero beats nothing: the banker's is zero as well, or higher. pai_kao 6.2."""


@jit(parallel=True)
def _weights(hands: Any, parts: Any, copies: Any) -> Any:  # compiled
    """For each hand, in how many ways the tiles left make each other hand: a product of four ways looked up."""
    count = hands.shape[0]
    product = np.zeros((count, count), np.uint8)  # no hand stands for more than 16 hands of tiles
    for mine in numba.prange(count):
        left = copies.copy()
        for tile in range(4):
            left[hands[mine, tile]] -= 1
        # Of a kind with one or two tiles left, one is drawn in as many ways as are left, and two in one way or none: what
        # comb() would say, looked up 18 million times instead of worked out. Place 0 stands for no kind at all and stays 1.
        ways = np.ones(3 * copies.shape[0], np.uint8)
        for kind in range(copies.shape[0]):
            ways[3 * kind + 1] = left[kind]
            ways[3 * kind + 2] = 1 if left[kind] == 2 else 0
        for other in range(count):
            product[mine, other] = (
                ways[parts[other, 0]] * ways[parts[other, 1]] * ways[parts[other, 2]] * ways[parts[other, 3]]
            )
    return product


@jit(parallel=True)
def _tally(weights: Any, front: Any, rear: Any, other_front: Any, other_rear: Any, policy: Any, is_player: bool) -> Any:  # noqa: FBT001 - compiled
    """Per hand and setting: the weight of deals won and lost against the policy."""
    count = weights.shape[0]
    won = np.zeros((count, 3), np.int64)
    lost = np.zeros((count, 3), np.int64)
    for mine in numba.prange(count):
        for other in range(count):
            weight = np.int64(weights[mine, other])
            if weight == 0:
                continue
            # Policies are integers out of a total and weights are counts, so that sums stay exact: nothing is a float here.
            for theirs in range(3):
                share = policy[other, theirs]
                if share == 0:
                    continue
                share *= weight
                their_front = other_front[other, theirs]
                their_rear = other_rear[other, theirs]
                for ours in range(3):
                    # A copy goes to the banker (6.1), who therefore needs no more than an equal line.
                    if is_player:
                        higher_front = front[mine, ours] > their_front
                        higher_rear = rear[mine, ours] > their_rear
                    else:
                        higher_front = front[mine, ours] >= their_front
                        higher_rear = rear[mine, ours] >= their_rear
                    if higher_front and higher_rear:
                        won[mine, ours] += share
                    elif not higher_front and not higher_rear:
                        lost[mine, ours] += share
    return won, lost


@cache
def all_weights() -> Any:  # a matrix of 4,285 by 4,285 small integers
    """The matrix of ways, worked out once."""
    return _weights(_HANDS, PARTS, _COPIES)


def tally(policy: Ints, seat: Seat) -> tuple[Ints, Ints]:
    """For every hand of `seat` and each setting: deals won and lost against the other seat's policy, exactly."""
    fronts = (PLAYER_FRONT, _FRONT) if seat is Seat.PLAYER else (_FRONT, PLAYER_FRONT)
    won, lost = _tally(all_weights(), fronts[0], REAR, fronts[1], REAR, policy, seat is Seat.PLAYER)
    return won, lost


def as_array(policy: Policy) -> Ints:
    """A policy's weights for the compiled loops."""
    return np.array(policy.weights, dtype=np.int64)


def totals(mine: Policy, other: Policy, seat: Seat) -> tuple[int, int, int]:
    """Over all deals: the exact weight won, tied and lost by `seat` playing `mine`, out of 736,281,000 times both totals."""
    won, lost = tally(as_array(other), seat)
    shares = as_array(mine)
    times = np.array(WAYS, dtype=object)  # Python's own integers: all deals times both totals leave 64 bits
    all_won = int(sum(times * (won * shares).sum(axis=1).astype(object)))
    all_lost = int(sum(times * (lost * shares).sum(axis=1).astype(object)))
    whole = int(sum(WAYS)) * HANDS_LEFT * mine.total * other.total
    return all_won, whole - all_won - all_lost, all_lost


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
        """Play against the other's present policy once.

        Regret matching plus (CFR+): regrets never fall below zero, and later rounds count more in the average, by the
        square of their number. What is played need not settle down; the average approaches the equilibrium.
        """
        gains = values(np.rint(other * TOTAL).astype(np.int64), TOTAL, self.seat)
        self.regret = np.maximum(self.regret + gains - (gains * self.played).sum(axis=1, keepdims=True), 0)
        sums = self.regret.sum(axis=1, keepdims=True)
        # A hand without any regret goes on being played as it was.
        self.played = np.where(sums > 0, self.regret / np.where(sums > 0, sums, 1), self.played)
        self.average += weight * self.played

    def policy(self) -> Policy:
        """The average, in millionths."""
        shares = self.average / self.average.sum(axis=1, keepdims=True)
        shares[shares < 0.0005] = 0  # remnants of the first rounds
        rounded = np.rint(shares / shares.sum(axis=1, keepdims=True) * TOTAL).astype(np.int64)
        rows = np.arange(len(rounded))
        # The most frequent setting takes what rounding left over, so that every hand has exactly the total.
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
        shipped[seat] = part | {"sha256": digest_of_part(part)}
    shipped["deals"] = deals(policies)
    return shipped


def digest_of_part(part: dict[str, Any]) -> str:
    """What the policy's compact form amounts to."""
    text = json.dumps([part["pure"], part["mixed"]], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def deals(policies: dict[Seat, Policy]) -> dict[str, list[int]]:
    """All deals between every two of the policies, these equilibria among them."""
    plain = {policy.name: policy for policy in (highest_front(), highest_rear(), balanced())}
    players = plain | {EQUILIBRIUM: policies[Seat.PLAYER]}
    bankers = plain | {EQUILIBRIUM: policies[Seat.BANKER]}
    return {
        f"{player} {banker}": list(totals(mine, other, Seat.PLAYER))
        for player, mine in players.items()
        for banker, other in bankers.items()
    }
