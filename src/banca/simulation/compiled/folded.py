"""The folded runner: a round is one look-up in the joint automaton, whatever the number of bets.

It plays every session up to its last round, or to where its money runs short or a session rule speaks, and leaves the rest
to the per-bet runner. Sessions without a bankroll are played two by two, as each look-up has to wait for the one before.
"""

from typing import Any

import numpy as np

from banca.jit import jit
from banca.simulation.compiled.fold import STAKED_BITS
from banca.simulation.compiled.philox import HALVES, next_turn
from banca.simulation.records import (
    AT,
    KEEP,
    KEPT,
    LONGEST,
    LUCK,
    POINT,
    ROUNDS,
    RUN,
    SEAT,
    STAKED,
    TURN,
    WORTH,
)

_STAKED = (1 << STAKED_BITS) - 1


@jit()
def hand_over(direct: Any, raw: Any, turn: Any, at: Any, begun: Any, left: Any) -> None:
    """Write down where the outcomes have got to, with the next few of them."""
    kept = min(raw.shape[0] - at, KEEP)
    for place in range(kept):
        left[place] = direct[raw[at + place]]
    begun[KEPT], begun[TURN], begun[AT] = kept, turn, at + kept


@jit()
def run_guarded(chance: Any, tables: Any, joint: Any, seed: Any, first: Any, begun: Any, left: Any, paths: Any) -> None:
    """Play sessions with a bankroll, each as far as its worth meets the need of every state it comes to."""
    base, many, threshold = chance.base, chance.many, chance.threshold
    converts, shift = chance.converts, chance.shift
    guide, upper, class_of, direct = chance.guide, chance.upper, chance.class_of, chance.direct
    following, won, counts, need, stretch = joint.following, joint.won, joint.counts, joint.need, joint.stretch
    bankroll, target, points, last = tables.bankroll, tables.target, tables.points, tables.rounds - 1
    halves, raw = np.zeros(HALVES, np.uint64), np.zeros(HALVES * many, np.uint32)
    for session in range(begun.shape[0]):
        luck, staked = joint.first[0], joint.first[1]
        worth, row, rounds, run, longest, point = bankroll, np.uint64(0), 0, 0, 0, 0
        turn, at = -1, raw.shape[0]
        is_free = True
        while is_free and rounds < last:
            if at == raw.shape[0]:
                turn = next_turn(
                    seed,
                    first + session,
                    turn + 1,
                    base,
                    many,
                    threshold,
                    converts,
                    shift,
                    guide,
                    upper,
                    class_of,
                    halves,
                    raw,
                )
                at = 0
            until = min(at + min(stretch, points[point] - rounds, last - rounds), raw.shape[0])
            counted = 0
            begin = at
            while at < until:
                cell = row + np.uint64(raw[at])
                brings = won[cell]
                if worth + brings < need[cell] or worth + brings >= target:
                    is_free = False
                    break
                worth += brings
                counted += counts[cell]
                row = np.uint64(following[cell])
                run = 0 if brings > 0 else run + (brings < 0)
                longest = max(longest, run)
                at += 1
            rounds += at - begin
            luck += counted >> STAKED_BITS
            staked += counted & _STAKED
            if rounds == points[point]:
                paths[session, point] = worth - bankroll
                point += 1
        mine = begun[session]
        mine[SEAT], mine[WORTH], mine[STAKED], mine[LUCK] = row // np.uint64(joint.columns), worth, staked, luck
        mine[ROUNDS], mine[RUN], mine[LONGEST], mine[POINT] = rounds, run, longest, point
        hand_over(direct, raw, turn, at, mine, left[session])


@jit()
def run_free(chance: Any, tables: Any, joint: Any, seed: Any, first: Any, begun: Any, left: Any, paths: Any) -> None:
    """Play sessions without a bankroll up to their last round, two by two; an odd last one is its own neighbour."""
    base, many, threshold = chance.base, chance.many, chance.threshold
    converts, shift = chance.converts, chance.shift
    guide, upper, class_of, direct = chance.guide, chance.upper, chance.class_of, chance.direct
    following, won, counts, stretch = joint.following, joint.won, joint.counts, joint.stretch
    points, last = tables.points, tables.rounds - 1
    halves = np.zeros(HALVES, np.uint64)
    raw_a, raw_b = np.zeros(HALVES * many, np.uint32), np.zeros(HALVES * many, np.uint32)
    for a in range(0, begun.shape[0], 2):
        b = min(a + 1, begun.shape[0] - 1)
        luck_a, staked_a = joint.first[0], joint.first[1]
        luck_b, staked_b = luck_a, staked_a
        worth_a, row_a, run_a, longest_a, turn_a = 0, np.uint64(0), 0, 0, -1
        worth_b, row_b, run_b, longest_b, turn_b = 0, np.uint64(0), 0, 0, -1
        rounds, point, at = 0, 0, raw_a.shape[0]
        while rounds < last:
            if at == raw_a.shape[0]:
                turn_a = next_turn(
                    seed,
                    first + a,
                    turn_a + 1,
                    base,
                    many,
                    threshold,
                    converts,
                    shift,
                    guide,
                    upper,
                    class_of,
                    halves,
                    raw_a,
                )
                turn_b = next_turn(
                    seed,
                    first + b,
                    turn_b + 1,
                    base,
                    many,
                    threshold,
                    converts,
                    shift,
                    guide,
                    upper,
                    class_of,
                    halves,
                    raw_b,
                )
                at = 0
            until = min(at + min(stretch, points[point] - rounds, last - rounds), raw_a.shape[0])
            counted_a = counted_b = 0
            rounds += until - at
            next_a, next_b = raw_a[at:until], raw_b[at:until]
            for place in range(next_a.shape[0]):
                cell_a = row_a + np.uint64(next_a[place])
                cell_b = row_b + np.uint64(next_b[place])
                row_a, row_b = np.uint64(following[cell_a]), np.uint64(following[cell_b])
                brings_a, brings_b = won[cell_a], won[cell_b]
                counted_a += counts[cell_a]
                counted_b += counts[cell_b]
                worth_a += brings_a
                worth_b += brings_b
                run_a = 0 if brings_a > 0 else run_a + (brings_a < 0)
                run_b = 0 if brings_b > 0 else run_b + (brings_b < 0)
                longest_a, longest_b = max(longest_a, run_a), max(longest_b, run_b)
            at = until
            luck_a += counted_a >> STAKED_BITS
            staked_a += counted_a & _STAKED
            luck_b += counted_b >> STAKED_BITS
            staked_b += counted_b & _STAKED
            if rounds == points[point]:
                paths[a, point], paths[b, point] = worth_a, worth_b
                point += 1
        begun[a, SEAT], begun[b, SEAT] = row_a // np.uint64(joint.columns), row_b // np.uint64(joint.columns)
        begun[a, WORTH], begun[a, STAKED], begun[a, LUCK] = worth_a, staked_a, luck_a
        begun[b, WORTH], begun[b, STAKED], begun[b, LUCK] = worth_b, staked_b, luck_b
        begun[a, RUN], begun[a, LONGEST], begun[b, RUN], begun[b, LONGEST] = run_a, longest_a, run_b, longest_b
        begun[a, ROUNDS], begun[b, ROUNDS], begun[a, POINT], begun[b, POINT] = rounds, rounds, point, point
        hand_over(direct, raw_a, turn_a, at, begun[a], left[a])
        hand_over(direct, raw_b, turn_b, at, begun[b], left[b])
