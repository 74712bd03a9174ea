"""The folded runner: all bets of a strategy and the table as one automaton, so that a round is one look-up."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from banca.analysis.simulation.compiled.chance import make_draws, next_turn
from banca.analysis.simulation.compiled.per_bet import update_losing_run
from banca.analysis.simulation.compiled.tables import CompiledTables
from banca.analysis.simulation.interpreter import SeatState, act, first_seat, resolve
from banca.analysis.simulation.plan import Plan
from banca.analysis.simulation.tally import AT, KEEP, KEPT, LONGEST, LUCK, POINT, ROUNDS, RUN, SEAT, STAKED, TURN, WORTH, Array
from banca.analysis.simulation.strategy import Labouchere, Ladder
from banca.jit import jit, piece
from banca.rules import Outcome

EMPTY = -1
"""The row of a slot that holds no bet."""
MOST_STATES = 2000
MOST_WORK = 40_000
"""States times lines: more would take longer to find than is gained."""
STAKED_BITS = 24
"""Of a word of counts, for the units staked; the rest is luck."""
MOST_STEPS = (1 << 31) - 1
"""Steps won that sessions without a bankroll may be counted in at once."""
LONGEST_STRETCH = 1024
SHORTEST_STRETCH = 32
MOST_WIDE = 2000
"""Cells that a processor's nearest memory holds beside everything else."""


class JointAutomaton(NamedTuple):
    """The joint automaton. A state is a seat that has acted and waits for the outcome; a row is a state times the columns."""

    columns: int
    """One for each class of outcomes or, where the cells are few, for each raw number: that saves a look-up a round."""
    following: Array
    """Per cell: the row of the next state."""
    won: Array
    """Per cell: what the round brings, in avos."""
    counts: Array
    """Per cell: luck, and units staked for the next round, in one word."""
    need: Array
    """Per cell: the worth to go on: enough for the stakes that then stand, and above the stop-loss; in avos."""
    stretch: int
    """Rounds that may be counted together before the counts leave their bits."""
    first: Array
    """Luck and units staked before the first round."""
    first_need: int
    """What that takes, in avos."""
    seats: Array
    """Per state: the table, each line's step, each slot's row (-1 where empty), each slot's stake in units."""


Cell = tuple[int, int, int, int]
"""The next state, what the round brings in avos, luck, and units staked for the next round."""


def fold(
    whole: Plan, tables: CompiledTables, outcomes: Sequence[Outcome], denominator: int, places: Sequence[int]
) -> JointAutomaton | None:
    """The joint automaton of some lines of a plan; None where it has too many states or too large numbers."""
    plan = replace(whole, lines=tuple(whole.lines[place] for place in places))
    if any(isinstance(line.play.progression, Labouchere) for line in plan.lines):
        return None
    scale = Fraction(denominator, plan.limits.minimum)
    begun = act(plan, first_seat(plan), None, is_leaving=False)
    seats = [begun.seat]
    found = {begun.seat: 0}
    cells: list[Cell] = []
    for seat in seats:  # grows while it is walked
        for outcome in outcomes:
            met = resolve(plan, seat, outcome)
            acted = act(plan, met.seat, None, is_leaving=False)
            following = found.setdefault(acted.seat, len(seats))
            if following == len(seats):
                seats.append(acted.seat)
            luck = round((met.won + acted.luck) * scale)
            cells.append((following, met.won, luck, acted.placed // plan.limits.minimum))
        if len(seats) > min(MOST_STATES, MOST_WORK // len(plan.lines)):
            return None
    first = (round(begun.luck * scale), begun.placed // plan.limits.minimum)
    return _packed(tables, cells, first, seats, seat_rows(whole, tables, places, seats))


def step_of(won: Array) -> int:
    """The largest amount that divides whatever a round brings."""
    return int(np.gcd.reduce(won)) or 1


def _packed(
    tables: CompiledTables, cells: list[Cell], first: tuple[int, int], seats: list[SeatState], rows: Array
) -> JointAutomaton | None:
    following, won, luck, staked = np.array(cells, dtype=np.int64).T
    stretch = min(
        LONGEST_STRETCH,
        MOST_STEPS // max(int(np.abs(won).max()) // step_of(won), 1),
        (1 << (62 - STAKED_BITS)) // max(int(np.abs(luck).max()), 1),
        ((1 << STAKED_BITS) - 1) // max(int(staked.max()), 1),
    )
    if stretch < SHORTEST_STRETCH:
        return None
    standing = np.array([seat.standing for seat in seats], dtype=np.int64)
    return JointAutomaton(
        columns=tables.classes,
        following=(following * tables.classes).astype(np.uint32),
        won=won.copy(),
        counts=(luck << STAKED_BITS) + staked,
        need=np.maximum(standing, tables.floor + 1)[following],
        stretch=stretch,
        first=np.array(first, dtype=np.int64),
        first_need=seats[0].standing,
        seats=rows,
    )


def widen(joint: JointAutomaton, class_of: Array) -> JointAutomaton:
    """The same with a column for each raw number, given the class of each."""
    states = np.arange(len(joint.seats))[:, np.newaxis]
    cells = (states * joint.columns + class_of).reshape(-1)
    following = joint.following[cells] // joint.columns * len(class_of)
    return joint._replace(
        columns=len(class_of),
        following=following.astype(np.uint32),
        won=joint.won[cells],
        counts=joint.counts[cells],
        need=joint.need[cells],
    )


def seat_rows(plan: Plan, tables: CompiledTables, places: Sequence[int], seats: Sequence[SeatState]) -> Array:
    """Seats at some lines of a plan as the compiled runner takes them up."""
    lines, slots = len(plan.lines), len(tables.slot_line)
    table_states = list(plan.table_states)
    found = np.zeros((len(seats), 1 + lines + 2 * slots), dtype=np.int64)
    found[:, 1 + lines : 1 + lines + slots] = EMPTY
    for row, seat in zip(found, seats, strict=True):
        row[0] = table_states.index(seat.table)
        for place, held, memory in zip(places, seat.held, seat.memory, strict=True):
            line, start = plan.lines[place], int(tables.start[place])
            row[1 + place] = memory[0] if isinstance(line.play.progression, Ladder) else 0
            for slot, one in enumerate(held, 1 + lines + int(tables.first_slot[place])):
                row[slot], row[slot + slots] = start + line.states.index(one.state), one.stake // plan.limits.minimum
    return found


_STAKED = (1 << STAKED_BITS) - 1


@piece()
def save_outcomes(direct: Any, raw: Any, turn: Any, at: Any, begun: Any, left: Any) -> None:
    """Write down where the outcomes have got to, with the next few of them."""
    kept = min(raw.shape[0] - at, KEEP)
    for place in range(kept):
        left[place] = direct[raw[at + place]]
    begun[KEPT], begun[TURN], begun[AT] = kept, turn, at + kept


@piece()
def save_session(joint: Any, state: Any, luck: Any, staked: Any, rounds: Any, point: Any, begun: Any) -> None:
    """Write down where a session has got to."""
    row, begun[WORTH], begun[RUN], begun[LONGEST] = state
    begun[SEAT], begun[STAKED], begun[LUCK] = row // np.uint64(joint.columns), staked, luck
    begun[ROUNDS], begun[POINT] = rounds, point


@piece()
def play_while_safe(joint: Any, upcoming: Any, state: Any, target: Any) -> Any:
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
        run = update_losing_run(run, brings)
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
        state, counted, played = play_while_safe(joint, raw[at:until], state, tables.target)
        at += played
        rounds += played
        is_free = at == until
        luck += counted >> STAKED_BITS
        staked += counted & _STAKED
        if rounds == points[point]:
            paths[session, point] = state[1] - bankroll
            point += 1
    save_session(joint, state, luck, staked, rounds, point, begun[session])
    save_outcomes(draws.chance.direct, raw, turn, at, begun[session], left[session])


@jit()
def run_guarded(chance: Any, tables: Any, joint: Any, seed: Any, first: Any, begun: Any, left: Any, paths: Any) -> None:
    """Play sessions with a bankroll."""
    draws = make_draws(chance, seed, first)
    for session in range(begun.shape[0]):
        play_guarded(tables, joint, draws, session, begun, left, paths)
