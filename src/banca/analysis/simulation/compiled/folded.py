"""The folded runner: a round is one look-up in the joint automaton, whatever the number of bets.

It plays every session up to its last round, or to where its money runs short or a session rule speaks, and leaves the rest
to the per-bet runner. Sessions without a bankroll are played in lanes (`lanes.py`).
"""

from typing import Any

import numpy as np

from banca.analysis.simulation.compiled.chance import make_draws, next_turn
from banca.analysis.simulation.compiled.fold import STAKED_BITS
from banca.analysis.simulation.compiled.sessions import run_after
from banca.analysis.simulation.records import (
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
from banca.jit import jit, piece

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
    draws = make_draws(chance, seed, first)
    for session in range(begun.shape[0]):
        play_guarded(tables, joint, draws, session, begun, left, paths)
