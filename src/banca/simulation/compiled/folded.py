"""The folded runner: a round is one look-up in the joint automaton, whatever the number of bets.

It plays every session up to its last round, or to where its money runs short or a session rule speaks, and leaves the rest
to the per-bet runner. Sessions without a bankroll are played two by two, as each look-up has to wait for the one before.
"""

from typing import Any

import numpy as np

from banca.jit import jit, piece
from banca.simulation.compiled.chance import Draws, next_turn
from banca.simulation.compiled.fold import STAKED_BITS
from banca.simulation.compiled.philox import HALVES
from banca.simulation.compiled.sessions import run_after
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


@piece()
def hand_over(direct: Any, raw: Any, turn: Any, at: Any, begun: Any, left: Any) -> None:
    """Write down where the outcomes have got to, with the next few of them."""
    kept = min(raw.shape[0] - at, KEEP)
    for place in range(kept):
        left[place] = direct[raw[at + place]]
    begun[KEPT], begun[TURN], begun[AT] = kept, turn, at + kept


@piece()
def got_to(joint: Any, state: Any, luck: Any, staked: Any, rounds: Any, point: Any, begun: Any) -> None:
    """Write down where a session has got to."""
    row, begun[WORTH], begun[RUN], begun[LONGEST] = state
    begun[SEAT], begun[STAKED], begun[LUCK] = row // np.uint64(joint.columns), staked, luck
    begun[ROUNDS], begun[POINT] = rounds, point


@piece()
def advance(joint: Any, upcoming: Any, state: Any, target: Any) -> Any:
    """Play some outcomes of a session with a bankroll: where that leads, the counts, and how many were played.

    It stops before an outcome with which the worth would not meet the need of the next state, or would reach the target.
    """
    row, worth, run, longest = state
    counted = played = 0
    for outcome in upcoming:
        cell = row + np.uint64(outcome)
        brings = joint.won[cell]
        if worth + brings < joint.need[cell] or worth + brings >= target:
            break
        worth += brings
        counted += joint.counts[cell]
        row = np.uint64(joint.following[cell])
        run = run_after(run, brings)
        longest = max(longest, run)
        played += 1
    return (row, worth, run, longest), counted, played


@piece(inlined=False)
def play_guarded(tables: Any, joint: Any, draws: Any, session: Any, begun: Any, left: Any, paths: Any) -> None:
    """Play a session with a bankroll as far as its worth meets the need of every state it comes to."""
    raw, bankroll, points, last = draws.raw, tables.bankroll, tables.points, tables.rounds - 1
    luck, staked = joint.first[0], joint.first[1]
    state, rounds, point, turn, at = (np.uint64(0), bankroll, 0, 0), 0, 0, -1, raw.shape[0]
    is_free = True
    while is_free and rounds < last:
        if at == raw.shape[0]:
            turn, at = next_turn(draws, session, turn + 1), 0
        until = min(at + min(joint.stretch, points[point] - rounds, last - rounds), raw.shape[0])
        state, counted, played = advance(joint, raw[at:until], state, tables.target)
        at += played
        rounds += played
        is_free = at == until
        luck += counted >> STAKED_BITS
        staked += counted & _STAKED
        if rounds == points[point]:
            paths[session, point] = state[1] - bankroll
            point += 1
    got_to(joint, state, luck, staked, rounds, point, begun[session])
    hand_over(draws.chance.direct, raw, turn, at, begun[session], left[session])


@jit()
def run_guarded(chance: Any, tables: Any, joint: Any, seed: Any, first: Any, begun: Any, left: Any, paths: Any) -> None:
    """Play sessions with a bankroll."""
    halves, raw = np.zeros(HALVES, np.uint64), np.zeros(HALVES * chance.many, np.uint32)
    draws = Draws(chance, seed, first, halves, raw)
    for session in range(begun.shape[0]):
        play_guarded(tables, joint, draws, session, begun, left, paths)


@piece()
def advance_two(joint: Any, next_a: Any, next_b: Any, a: Any, b: Any) -> Any:
    """Play as many outcomes of one session as of the other: where that leads each, and its counts."""
    (row_a, worth_a, run_a, longest_a), (row_b, worth_b, run_b, longest_b) = a, b
    counted_a = counted_b = 0
    for place in range(next_a.shape[0]):
        cell_a = row_a + np.uint64(next_a[place])
        cell_b = row_b + np.uint64(next_b[place])
        row_a, row_b = np.uint64(joint.following[cell_a]), np.uint64(joint.following[cell_b])
        brings_a, brings_b = joint.won[cell_a], joint.won[cell_b]
        counted_a += joint.counts[cell_a]
        counted_b += joint.counts[cell_b]
        worth_a += brings_a
        worth_b += brings_b
        run_a, run_b = run_after(run_a, brings_a), run_after(run_b, brings_b)
        longest_a, longest_b = max(longest_a, run_a), max(longest_b, run_b)
    return (row_a, worth_a, run_a, longest_a), (row_b, worth_b, run_b, longest_b), counted_a, counted_b


@piece(inlined=False)
def play_two(tables: Any, joint: Any, draws: Any, one: Any, other: Any, begun: Any, left: Any, paths: Any) -> None:
    """Play two sessions without a bankroll up to their last round."""
    (draws_a, draws_b), points, last = draws, tables.points, tables.rounds - 1
    raw_a, raw_b = draws_a.raw, draws_b.raw
    a, luck_a, staked_a, turn_a = (np.uint64(0), 0, 0, 0), joint.first[0], joint.first[1], -1
    b, luck_b, staked_b, turn_b = a, luck_a, staked_a, -1
    rounds, point, at = 0, 0, raw_a.shape[0]
    while rounds < last:
        if at == raw_a.shape[0]:
            turn_a, turn_b, at = next_turn(draws_a, one, turn_a + 1), next_turn(draws_b, other, turn_b + 1), 0
        until = min(at + min(joint.stretch, points[point] - rounds, last - rounds), raw_a.shape[0])
        a, b, counted_a, counted_b = advance_two(joint, raw_a[at:until], raw_b[at:until], a, b)
        rounds += until - at
        at = until
        luck_a, staked_a = luck_a + (counted_a >> STAKED_BITS), staked_a + (counted_a & _STAKED)
        luck_b, staked_b = luck_b + (counted_b >> STAKED_BITS), staked_b + (counted_b & _STAKED)
        if rounds == points[point]:
            paths[one, point], paths[other, point] = a[1], b[1]
            point += 1
    got_to(joint, a, luck_a, staked_a, rounds, point, begun[one])
    got_to(joint, b, luck_b, staked_b, rounds, point, begun[other])
    hand_over(draws_a.chance.direct, raw_a, turn_a, at, begun[one], left[one])
    hand_over(draws_b.chance.direct, raw_b, turn_b, at, begun[other], left[other])


@jit()
def run_free(chance: Any, tables: Any, joint: Any, seed: Any, first: Any, begun: Any, left: Any, paths: Any) -> None:
    """Play sessions without a bankroll up to their last round, two by two; an odd last one is its own neighbour."""
    halves = np.zeros(HALVES, np.uint64)
    raw_a, raw_b = np.zeros(HALVES * chance.many, np.uint32), np.zeros(HALVES * chance.many, np.uint32)
    draws = Draws(chance, seed, first, halves, raw_a), Draws(chance, seed, first, halves, raw_b)
    for one in range(0, begun.shape[0], 2):
        play_two(tables, joint, draws, one, min(one + 1, begun.shape[0] - 1), begun, left, paths)
