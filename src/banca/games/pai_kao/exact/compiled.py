"""All deals at once, compiled: exact counts against a policy, equilibria, seven gates. Needs the extra `fast`."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from banca.games.pai_kao import COMMISSION, ZERO_CLASSES
from banca.games.pai_kao.exact import (
    CLASSES_OF,
    COPIES,
    COUNTS,
    EQUILIBRIUM,
    HANDS,
    HANDS_LEFT,
    MOST_GATES,
    PLACES,
    WAYS,
    WORD,
    Policy,
    Seat,
    balanced,
    digest_of_part,
    highest_front,
    highest_rear,
)
from banca.games.pai_kao.tiles import HAND
from banca.jit import jit, jit_part

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


# Seven gates against one hand of the banker's. Gates share the tiles, so that their results are not independent, and all deals are far
# too many to go through. Instead inclusion and exclusion: seven hands of four that take all 28 tiles left are counted from seven hands
# drawn *with* putting back out of every set of these tiles, with a sign by the set's size. Of a set only W and L matter, how many
# hands within it win and lose; in how many ways a gates win and b lose is a sum of W^a L^b over all sets. All of it is counted modulo
# 2^64, which is a ring like the integers; `whole_counts` finds the few results that are longer than a word by other means.

Words = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
Results = npt.NDArray[np.int8]

POWERS = MOST_GATES + 1
LEFT = sum(COPIES) - HAND
"""Tiles that the banker's hand leaves."""
BLOCK = 4096
"""Sets of the inner kinds, at most: what is counted of them stays near the processor."""
ABREAST = 4
"""Words that are added up abreast; each has the winning and the losing hands of two sets, 16 bits for each."""
SETS = 2 * ABREAST
FIELD, MASK = np.uint64(16), np.uint64(0xFFFF)
WIN, LOSE = 1, 2
MOST = comb(LEFT, HAND)
"""Hands within a set, at most."""
ROWS = np.array([comb(size, HAND + 1) + size for size in range(LEFT + 1)], dtype=np.uint64)
"""Per size of a set: where the rows for its losing hands begin, of which it has from none to C(size, 4)."""

_HAVE = np.array([[hand.count(kind) for kind in range(len(COPIES))] for hand in HANDS])
"""Per hand: how many it has of each kind."""
_CHOOSE = np.array([[comb(have, count) for count in range(3)] for have in range(3)], dtype=np.uint64)


class Grid(NamedTuple):
    """All sets of the tiles that a hand leaves, by kind: a set of the inner kinds with one of the outer kinds."""

    inner: Places
    """Of each inner kind: how many of it may be in a set, and one more."""
    inner_sets: Words
    """Per set of the inner kinds: its size, and how many sets of tiles it is."""
    outer_sets: Words
    """Likewise; the last ones, which fill up a row, are none."""
    parts: Places
    """Per hand: the place of its inner tiles and the row of its outer ones; below zero where the tiles left do not make it."""
    rows: Words
    """Per outer part of a hand: how often each outer set has it, two sets in a word."""


def grid(hand: int) -> Grid:
    """The sets of what `hand` leaves."""
    left = np.array(COPIES) - _HAVE[hand]
    # The kinds with most tiles left first, as outer kinds, until the sets of the others fit near the processor.
    kinds = np.argsort(-left, kind="stable")[: np.count_nonzero(left)]
    first = next(index for index in range(len(kinds)) if (left[kinds[index:]] + 1).prod() <= BLOCK)
    outer, inner = kinds[:first], kinds[first:]
    is_left = (left >= _HAVE).all(axis=1)
    outer_parts, numbers = np.unique(_HAVE[:, outer][is_left], axis=0, return_inverse=True)
    parts = np.full((len(HANDS), 2), -1)
    strides = [(left[inner[index + 1 :]] + 1).prod() for index in range(len(inner))]
    parts[is_left, 0] = _HAVE[:, inner][is_left] @ strides
    parts[is_left, 1] = numbers.reshape(-1)
    outer_sets, rows = _sets(left[outer]), np.ones((len(outer_parts), 1), np.uint64)
    for index, kind in enumerate(outer):
        rows = (rows[:, :, None] * _CHOOSE[: left[kind] + 1, outer_parts[:, index]].T[:, None]).reshape(len(rows), -1)
    filled = -len(outer_sets) % SETS
    rows = np.pad(rows, ((0, 0), (0, filled)))
    return Grid(
        inner=left[inner] + 1,
        inner_sets=_sets(left[inner]),
        outer_sets=np.pad(outer_sets, ((0, filled), (0, 0))),
        parts=parts,
        rows=rows[:, ::2] | rows[:, 1::2] << FIELD + FIELD,
    )


def _sets(copies: Places) -> Words:
    """Per set of these kinds, in their order: its size, and how many sets of tiles it is."""
    sizes, ways = np.zeros(1, np.uint64), np.ones(1, np.uint64)
    for most in copies:
        sizes = (sizes[:, None] + np.arange(most + 1, dtype=np.uint64)).reshape(-1)
        ways = (ways[:, None] * _CHOOSE[most, : most + 1]).reshape(-1)
    return np.column_stack([sizes, ways])


def results(front: int, rear: int, gates: Places) -> Results:
    """Per hand, set as `gates` says: whether its gate wins or loses against a front and a rear of the banker's. pai_kao 6.1, 6.2."""
    hands = np.arange(len(HANDS))
    fronts, rears = _PLAYER_FRONT[hands, gates] > front, _REAR[hands, gates] > rear
    return np.where(fronts & rears, WIN, np.where(fronts | rears, 0, LOSE)).astype(np.int8)


@jit_part(inlined=False)
def _along(values: Any, width: Any, sets: Any) -> None:
    """Along one kind, in place: for each set, what all its parts come to, each as often as its tiles make it."""
    # Sets along this kind lie `width` apart, with none, one or both of its tiles. A set with both has the parts with one of
    # them twice, as either tile makes it: (1 + x)^2 in place of 1 + x + x^2. Written in place, highest last.
    for start in range(0, values.shape[0], sets * width):
        with_none, with_one = values[start : start + width], values[start + width : start + 2 * width]
        if sets == 2:
            for place in range(width):
                with_one[place] += with_none[place]
        else:
            with_two = values[start + 2 * width : start + 3 * width]
            for place in range(width):
                both = with_none[place] + with_one[place]
                with_two[place] += both + with_one[place]
                with_one[place] = both


@jit_part(inlined=False)
def _count_within(values: Any, results: Any, sets: Any, first: Any) -> None:
    """For the outer sets from word `first` on: how many winning and losing hands lie within each set."""
    values[:] = 0
    for hand in range(results.shape[0]):
        # A winning hand is counted in the lower 16 bits of its field, a losing one in the upper: both sums in one addition.
        # Neither leaves its bits, as no set has more than C(28, 4) = 20,475 hands.
        place, row = sets.parts[hand, 0] * ABREAST, sets.parts[hand, 1]
        if results[hand] and place >= 0:
            field = FIELD * np.uint64(results[hand] - WIN)
            for word in range(ABREAST):
                values[place + word] += sets.rows[row, first + word] << field
    width = ABREAST
    for kind in range(sets.inner.shape[0] - 1, -1, -1):
        _along(values, width, sets.inner[kind])
        width *= sets.inner[kind]


@jit_part(inlined=False)
def _add_powers(values: Any, sets: Any, outer: Any, begin: Any, sums: Any) -> None:
    """Add, for each set, its ways times every power of its winning hands to the row of its size and its losing hands."""
    inner = sets.inner_sets
    for part in range(outer.shape[0]):
        size, ways, shift = outer[part, 0], outer[part, 1], np.uint64(part % 2) * (FIELD + FIELD)
        for place in range(inner.shape[0]):
            both = values[place * ABREAST + part // 2] >> shift
            wins, loses = both & MASK, both >> FIELD & MASK
            # Only the powers of W are multiplied out here; those of L follow once for each row, in `_count`.
            row = sums[begin[size + inner[place, 0]] + loses]
            power = ways * inner[place, 1]
            for a in range(POWERS):
                row[a] += power
                power *= wins


@jit()
def _count(results: Any, sets: Any, begin: Any) -> Any:
    """Per size of the sets: the sums of W^a L^b over them, each as often as tiles make the set, modulo 2^64."""
    sums = np.zeros((np.int64(begin[-1]) + MOST + 1, POWERS), np.uint64)
    values = np.zeros(sets.inner_sets.shape[0] * ABREAST, np.uint64)
    for first in range(0, sets.outer_sets.shape[0], SETS):
        _count_within(values, results, sets, first // 2)
        _add_powers(values, sets, sets.outer_sets[first : first + SETS], begin, sums)
    total = np.zeros((LEFT + 1, POWERS, POWERS), np.uint64)
    for size in range(LEFT + 1):
        start, end = np.int64(begin[size]), np.int64(begin[size + 1]) if size < LEFT else sums.shape[0]
        for place in range(start, end):
            for a in range(POWERS):
                power = sums[place, a]
                for b in range(POWERS - a):
                    total[size, a, b] += power
                    power *= np.uint64(place - start)
    return total


def rows_of_seven(sets: Grid, results: Results) -> list[list[int]]:
    """Per a and b: the rows of seven hands of which the first a win and the next b lose, modulo 2^64."""
    rows = [[0] * POWERS for _ in range(POWERS)]
    for size, sums in enumerate(_count(results, sets, ROWS).tolist()):
        for a, b in PLACES:
            # The sign of inclusion and exclusion; gates that need neither win nor lose have any hand within the set.
            rows[a][b] += (-1) ** (LEFT - size) * comb(size, HAND) ** (MOST_GATES - a - b) * sums[a][b]
    return [[count % WORD for count in row] for row in rows]
