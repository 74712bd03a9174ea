"""Strategies folded into one automaton: all their bets and the table together, so that a round is one look-up.

**The idea.** Between two rounds a player's seat is finite: the state of the table, each bet's state and stake, each ladder's step.
While money is never short and nobody goes home, a round takes one seat to the next, whatever the money in hand. So `fold` follows
the interpreter through all seats that can be reached (at most 2,000) and writes for each of them and each outcome one cell: the next
state, what the round brings, what it adds to luck and to the stakes. Twenty bets then cost what one costs. Labouchère lines have too
many states; they are played bet by bet.

**The arrays.** A cell stands at `row + outcome`, where the row of a state is its number times `columns`, and `following` holds rows,
not states: nothing is multiplied on the way. Where all cells fit into the processor's nearest memory there is a column for each raw
number that is drawn (`widen`), so that it need not be turned into its class first.

**One word for two counts.** Luck and units staked lie in one word, luck above 24 bits of stakes, and are added in one addition. They
are taken apart before they could run into each other, after at most `stretch` rounds.

**Where this stops.** A session is played as long as the money suffices for all stakes of the next state and stays between stop-loss
and target (`need`, and the target beside it): that is one comparison each a round, instead of a decision for each bet. Without a
bankroll nothing is needed, and it goes on to the last round. The last rounds, in which bets are no longer placed, are left to
`per_bet`, which takes the session up where `play_guarded` says that it stands.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from banca.analysis.simulation.compiled.chance import Draws, next_turn
from banca.analysis.simulation.compiled.per_bet import update_losing_run
from banca.analysis.simulation.compiled.tables import EMPTY, NEVER, CompiledTables
from banca.analysis.simulation.interpreter import SeatState, act, first_seat, resolve
from banca.analysis.simulation.plan import Plan
from banca.analysis.simulation.strategy import Labouchere, Ladder
from banca.analysis.simulation.tally import Array
from banca.jit import jit_part
from banca.rules import Outcome

MOST_STATES = 2000
MOST_WORK = 40_000
"""States times lines: more would take longer to find than is gained."""
STAKED_BITS = 24
"""Of a word of counts, for the units staked; the rest is luck."""
STAKED_MASK = (1 << STAKED_BITS) - 1
LONGEST_STRETCH = 1024
SHORTEST_STRETCH = 32
"""With a shorter one, taking the counts apart would cost more than folding saves."""
MOST_WIDE = 2000
"""Cells that a processor's nearest memory (some 32 KB) holds beside everything else."""


class JointAutomaton(NamedTuple):
    """The automaton of a whole strategy. A state is a seat that has acted and waits for the outcome."""

    columns: int
    """Cells of a state: one for each class of outcomes or, where the cells are few, for each raw number."""
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
    """Per state: the seat, as `seat_rows` writes it."""


def fold(plan: Plan, tables: CompiledTables, outcomes: Sequence[Outcome], denominator: int) -> JointAutomaton | None:
    """Return the joint automaton of a plan; None where it has too many states or too large numbers."""
    if any(isinstance(line.play.progression, Labouchere) for line in plan.lines):
        return None
    scale = Fraction(denominator, plan.limits.minimum)
    # Without money (None) everything is placed that the strategy would place: the runner stops where it could not be paid.
    begun = act(plan, first_seat(plan), None, is_leaving=False)
    seats = {begun.seat: 0}
    cells: list[tuple[int, int, int, int]] = []
    waiting = [begun.seat]
    for seat in waiting:  # grows while it is walked
        for outcome in outcomes:
            resolved = resolve(plan, seat, outcome)
            action = act(plan, resolved.seat, None, is_leaving=False)
            following = seats.setdefault(action.seat, len(seats))
            if following == len(waiting):
                waiting.append(action.seat)
            luck = round((resolved.won + action.luck) * scale)
            cells.append((following, resolved.won, luck, action.placed // plan.limits.minimum))
        if len(seats) > min(MOST_STATES, MOST_WORK // len(plan.lines)):
            return None
    following, won, luck, staked = np.array(cells, dtype=np.int64).T
    # The longest run of rounds whose counts stay within their bits, whatever cells they come through.
    stretch = min(
        LONGEST_STRETCH,
        (1 << (62 - STAKED_BITS)) // max(int(np.abs(luck).max()), 1),
        STAKED_MASK // max(int(staked.max()), 1),
    )
    if stretch < SHORTEST_STRETCH:
        return None
    is_endless = plan.session.bankroll is None
    standing = np.array([-NEVER if is_endless else seat.standing for seat in seats], dtype=np.int64)
    return JointAutomaton(
        columns=tables.classes,
        following=(following * tables.classes).astype(np.uint32),
        won=won.copy(),
        counts=(luck << STAKED_BITS) + staked,
        # Worth is money in hand and standing: it covers the stakes of the next state, and is above the stop-loss.
        need=np.maximum(standing, tables.floor + 1)[following],
        stretch=stretch,
        first=np.array((round(begun.luck * scale), begun.placed // plan.limits.minimum), dtype=np.int64),
        first_need=-NEVER if is_endless else begun.seat.standing,
        seats=seat_rows(plan, tables, waiting),
    )


def widen(joint: JointAutomaton, class_of: Array) -> JointAutomaton:
    """Return the same with a column for each raw number, given the class of each."""
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


def seat_rows(plan: Plan, tables: CompiledTables, seats: Sequence[SeatState]) -> Array:
    """Return seats as `per_bet.restore_bets` reads them: the table's state, each line's step, each slot's row and stake."""
    lines, slots = len(plan.lines), len(tables.slot_line)
    table_states = list(plan.table_states)
    rows = np.zeros((len(seats), 1 + lines + 2 * slots), dtype=np.int64)
    rows[:, 1 + lines : 1 + lines + slots] = EMPTY
    for row, seat in zip(rows, seats, strict=True):
        row[0] = table_states.index(seat.table)
        for number, (line, held, memory) in enumerate(zip(plan.lines, seat.held, seat.memory, strict=True)):
            row[1 + number] = memory[0] if isinstance(line.play.progression, Ladder) else 0
            start = int(tables.start[number])
            for slot, bet in enumerate(held, 1 + lines + int(tables.first_slot[number])):
                row[slot], row[slot + slots] = start + line.states.index(bet.state), bet.stake // plan.limits.minimum
    return rows


@jit_part()
def play_while_safe(joint: JointAutomaton, outcomes: Array, state: tuple[Any, ...], target: int) -> Any:
    """Play outcomes of a session: where that leads, the counts, and how many were played.

    It stops before an outcome with which the worth would not meet the need of the next state, or would reach the target: what
    happens then is decided bet by bet.
    """
    row, worth, run, longest = state
    counted = played = 0
    for outcome in outcomes:
        cell = row + np.uint64(outcome)  # unsigned, as numba looks after a signed index whether it counts from the end
        won = joint.won[cell]
        if worth + won < joint.need[cell] or worth + won >= target:
            break
        worth += won
        counted += joint.counts[cell]
        row = np.uint64(joint.following[cell])
        run = update_losing_run(run, won)
        longest = max(longest, run)
        played += 1
    return (row, worth, run, longest), counted, played


@jit_part(inlined=False)
def play_guarded(tables: CompiledTables, joint: JointAutomaton, draws: Draws, session: int, paths: Array) -> Any:
    """Play a session as far as its worth meets the need of every state it comes to: the state, and the course that `per_bet` goes on from."""
    raw, bankroll, points, last = draws.raw, max(tables.bankroll, 0), tables.points, tables.rounds - 1
    luck, staked = joint.first[0], joint.first[1]
    state, rounds, point, turn, offset = (np.uint64(0), bankroll, 0, 0), 0, 0, -1, raw.shape[0]
    is_safe = True
    while is_safe and rounds < last:
        if offset == raw.shape[0]:
            turn, offset = next_turn(draws, session, turn + 1), 0
        # Up to the end of the turn, of the counts' bits, or of the rounds until the money is looked at or the session ends.
        until = min(offset + min(joint.stretch, points[point] - rounds, last - rounds), raw.shape[0])
        state, counted, played = play_while_safe(joint, raw[offset:until], state, tables.target)
        offset += played
        rounds += played
        is_safe = offset == until
        luck += counted >> STAKED_BITS
        staked += counted & STAKED_MASK
        if rounds == points[point]:
            paths[session, point] = state[1] - bankroll
            point += 1
    row, worth, run, longest = state
    return row // np.uint64(joint.columns), ((worth, run, longest), luck, staked, rounds, point, turn, offset)
