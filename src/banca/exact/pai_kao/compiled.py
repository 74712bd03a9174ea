"""All deals at once, compiled: exact counts for every hand and setting against a policy. Needs the extra `fast`."""

from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from banca.exact.pai_kao.deals import CLASSES_OF, COPIES, HANDS, WAYS
from banca.exact.pai_kao.policy import Policy, Seat
from banca.games.pai_kao import ZERO_CLASSES

Ints = npt.NDArray[np.int64]

_HANDS = np.array(HANDS, dtype=np.int64)
_COPIES = np.array(COPIES, dtype=np.int64)
_FRONT = np.array([[front for front, _ in options] for options in CLASSES_OF], dtype=np.int16)
_REAR = np.array([[rear for _, rear in options] for options in CLASSES_OF], dtype=np.int16)
_PLAYER_FRONT = np.where(_FRONT >= ZERO_CLASSES, _FRONT, -1).astype(np.int16)
"""A player's front of zero beats nothing: the banker's is zero as well, or higher. pai_kao 6.2."""


@numba.njit(cache=True, parallel=True)
def _weights(hands: Any, copies: Any) -> Any:  # noqa: ANN401 - compiled
    """For each hand, in how many ways the tiles left make each other hand."""
    count = hands.shape[0]
    found = np.zeros((count, count), np.uint8)
    for mine in numba.prange(count):
        left = copies.copy()
        for tile in range(4):
            left[hands[mine, tile]] -= 1
        for other in range(count):
            product = 1
            tile = 0
            while tile < 4:
                kind = hands[other, tile]
                if tile < 3 and hands[other, tile + 1] == kind:
                    product *= left[kind] * (left[kind] - 1) // 2
                    tile += 2
                else:
                    product *= left[kind]
                    tile += 1
            found[mine, other] = product
    return found


@numba.njit(cache=True, parallel=True)
def _tally(weights: Any, front: Any, rear: Any, other_front: Any, other_rear: Any, policy: Any, is_player: bool) -> Any:  # noqa: ANN401, FBT001 - compiled
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


_CACHE: dict[str, Any] = {}


def all_weights() -> Any:  # noqa: ANN401 - a matrix of 4,285 by 4,285 small integers
    """The matrix of ways, worked out once."""
    if "weights" not in _CACHE:
        _CACHE["weights"] = _weights(_HANDS, _COPIES)
    return _CACHE["weights"]


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
    whole = int(sum(WAYS)) * 20_475 * mine.total * other.total
    return all_won, whole - all_won - all_lost, all_lost
