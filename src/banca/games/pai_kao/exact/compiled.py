"""All deals at once, compiled: exact counts for every hand and setting against a policy. Needs the extra `fast`."""

from functools import cache
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from banca.games.pai_kao import ZERO_CLASSES
from banca.games.pai_kao.exact.deals import CLASSES_OF, COPIES, COUNTS, HANDS, HANDS_LEFT, WAYS
from banca.games.pai_kao.exact.policy import Policy, Seat
from banca.jit import jit

Ints = npt.NDArray[np.int64]

_HANDS = np.array(HANDS, dtype=np.int64)
_COPIES = np.array(COPIES, dtype=np.int64)
PARTS = np.array([([3 * kind + count for kind, count in counts] + [0] * 4)[:4] for counts in COUNTS], dtype=np.int64)
"""Per hand: where the ways to draw each of its kinds are looked up; place 0 counts nothing and is 1."""
_FRONT = np.array([[front for front, _ in options] for options in CLASSES_OF], dtype=np.int16)
_REAR = np.array([[rear for _, rear in options] for options in CLASSES_OF], dtype=np.int16)
_PLAYER_FRONT = np.where(_FRONT >= ZERO_CLASSES, _FRONT, -1).astype(np.int16)
"""A player's front of zero beats nothing: the banker's is zero as well, or higher. pai_kao 6.2."""


@jit(parallel=True)
def _weights(hands: Any, parts: Any, copies: Any) -> Any:  # compiled
    """For each hand, in how many ways the tiles left make each other hand: a product of four ways looked up."""
    count = hands.shape[0]
    found = np.zeros((count, count), np.uint8)
    for mine in numba.prange(count):
        left = copies.copy()
        for tile in range(4):
            left[hands[mine, tile]] -= 1
        ways = np.ones(3 * copies.shape[0], np.uint8)
        for kind in range(copies.shape[0]):
            ways[3 * kind + 1] = left[kind]
            ways[3 * kind + 2] = 1 if left[kind] == 2 else 0
        for other in range(count):
            found[mine, other] = (
                ways[parts[other, 0]] * ways[parts[other, 1]] * ways[parts[other, 2]] * ways[parts[other, 3]]
            )
    return found


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
            for theirs in range(3):
                share = policy[other, theirs]
                if share == 0:
                    continue
                share *= weight
                their_front = other_front[other, theirs]
                their_rear = other_rear[other, theirs]
                for ours in range(3):
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
    fronts = (_PLAYER_FRONT, _FRONT) if seat is Seat.PLAYER else (_FRONT, _PLAYER_FRONT)
    won, lost = _tally(all_weights(), fronts[0], _REAR, fronts[1], _REAR, policy, seat is Seat.PLAYER)
    return won, lost


def as_array(policy: Policy) -> Ints:
    """A policy's weights for the compiled loops."""
    return np.array(policy.weights, dtype=np.int64)


def totals(mine: Policy, other: Policy, seat: Seat) -> tuple[int, int, int]:
    """Over all deals: the exact weight won, tied and lost by `seat` playing `mine`, out of 736,281,000 times both totals."""
    won, lost = tally(as_array(other), seat)
    shares = as_array(mine)
    times = np.array(WAYS, dtype=object)
    all_won = int(sum(times * (won * shares).sum(axis=1).astype(object)))
    all_lost = int(sum(times * (lost * shares).sum(axis=1).astype(object)))
    whole = int(sum(WAYS)) * HANDS_LEFT * mine.total * other.total
    return all_won, whole - all_won - all_lost, all_lost
