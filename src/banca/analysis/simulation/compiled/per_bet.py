"""Sessions bet by bet: the compiled runner of any list of bets, of policies, and of what the folded runner leaves over.

It means what `interpreter.act` and `interpreter.resolve` mean, and its loop has the same steps in the same order as theirs in
`tests/support/runners.py`, which every strategy is compared with. What differs is the form:

- **Slots.** A line of the plan (a bet, or several Come bets at once) has as many slots as bets of it may stand. A slot holds a
  row of `CompiledTables.cells`, which is a state of its bet, and a stake in units. At most 60 slots stand at once, so that sets of
  slots and of lines are bits of one word: the loops below visit only the bits that are set, lowest first, which is the order of
  the interpreter. A table of twenty bets of which three are decided costs three visits.
- **Units.** Stakes are counted in minimums of the table, money in avos, luck in `denominator`ths of a unit; all are whole numbers
  of 64 bits, and `tables.check_countable` refuses strategies whose counts could leave them.
- **Handing over.** The joint automaton (`folded`) plays the first part of a session, which is often all but its last round, without looking
  at bets. What it hands over is a `course` and the seat; the turn of outcomes is still in its buffer. So every session is played to its end
  here, with the same code.

Functions that are called once a round return tuples and take no arrays of their own: see `jit.jit_part`.
"""

from typing import Any

import numpy as np

from banca.analysis.simulation.compiled.chance import Draws, next_turn
from banca.analysis.simulation.compiled.tables import (
    ADDITIONAL,
    EMPTY,
    LABOUCHERE,
    NONE,
    ONE,
    CompiledTables,
    PlayerBets,
    PolicyTables,
    Word,
)
from banca.analysis.simulation.strategy import LONGEST_LINE, SessionEnd
from banca.analysis.simulation.tally import ENDED, LONGEST, LUCK, NET, ROUNDS, STAKED, Array
from banca.jit import jit, jit_part, lowest_bit

RUIN = int(SessionEnd.RUIN)
GOING_ON = -1
_TARGET, _STOP_LOSS, _ROUNDS_OVER = int(SessionEnd.TARGET), int(SessionEnd.STOP_LOSS), int(SessionEnd.ROUNDS)
SIGN = 63
"""The bit of a word that says whether it is below zero."""


@jit_part()
def update_losing_run(run: int, won: int) -> Any:
    """Return the losing rounds in a row after a round: none after a winning one, one more after a losing one."""
    # Shifts instead of branches: whether a round wins is chance, and a processor that guesses wrong loses some fifteen cycles.
    # `won >> 63` is -1 below zero and else 0; `-won >> 63` is -1 above zero.
    return (run - (won >> SIGN)) & ~(-won >> SIGN)


@jit_part()
def end_of_session(tables: CompiledTables, worth: int, rounds: int) -> Any:
    """Why one goes home now, if one does."""
    if worth >= tables.target:
        return _TARGET
    if worth <= tables.floor:
        return _STOP_LOSS
    if rounds >= tables.rounds:
        return _ROUNDS_OVER
    return GOING_ON


@jit_part()
def finish_record(
    record: Array, path: Array, point: int, net: int, staked: int, rounds: int, luck: int, longest: int, ended: int
) -> None:
    """Write the row of a session that is over; nothing changes any more at the points that are left."""
    path[min(point, path.shape[0] - 1) :] = net
    record[NET], record[STAKED], record[ROUNDS] = net, staked, rounds
    record[LUCK], record[LONGEST], record[ENDED] = luck, longest, ended


@jit_part()
def units_payment(tables: CompiledTables, decision: int, units: int) -> Any:
    """Return the avos received for a decided bet, rounded down to the chip. R-money-1."""
    if tables.per_unit[decision] >= 0:
        return units * tables.per_unit[decision]
    return units * tables.due[decision] // tables.due_by[decision] // tables.chip * tables.chip


@jit_part()
def units_on_same_spot(tables: CompiledTables, row: int, todo: Word, bets: PlayerBets) -> Any:
    """Return the units in other slots, of those in `todo`, that lie on the same bet in the same state."""
    # Most tables have no such spot (-1), and the loop is never entered.
    spot, units = tables.spot[row], 0
    while spot >= 0 and todo:
        slot = lowest_bit(todo)
        todo &= todo - ONE
        if tables.spot[bets.row[slot]] == spot:
            units += bets.stake[slot]
    return units


@jit_part()
def mean_of(tables: CompiledTables, row: int, units: int) -> Any:
    """Return the exact mean of what so many units in a row still bring, payments rounded down, in units of luck."""
    if tables.decided_from[row] < 0:
        return units * tables.value[row]
    mean = -units * tables.whole
    for column in range(tables.weights.shape[1]):
        if tables.weights[row, column]:
            paid = units_payment(tables, tables.decided_from[row] + column, units)
            mean += paid // tables.chip * tables.weights[row, column]
    return mean


@jit_part()
def mean_added(tables: CompiledTables, row: int, units: int, others: Word, bets: PlayerBets) -> Any:
    """Return what units in a row add to the mean of those in other slots: stakes on one bet in one state are paid as one."""
    if tables.decided_from[row] < 0:
        return units * tables.value[row]
    more = units_on_same_spot(tables, row, others, bets)
    return mean_of(tables, row, units + more) - mean_of(tables, row, more)


@jit_part()
def additional_units(tables: CompiledTables, line: int, bets: PlayerBets) -> Any:
    """Return what an additional bet comes to, given the flat bets that stand on its number."""
    flat = 0
    for slot in range(bets.row.shape[0]):
        if bets.row[slot] >= 0 and (tables.adds[bets.row[slot]] >> np.uint64(line)) & ONE:
            flat += bets.stake[slot]
    return flat * tables.numbers[line, 0] // tables.numbers[line, 1]


@jit_part()
def reset_labouchere(tables: CompiledTables, line: int, bets: PlayerBets) -> None:
    """Begin a Labouchère line again with its own numbers."""
    bets.level[line] = tables.length[line]
    for index in range(tables.length[line]):
        bets.numbers[line, index] = tables.numbers[line, index]


@jit_part()
def update_labouchere(tables: CompiledTables, line: int, sign: int, lost: int, bets: PlayerBets) -> None:
    """Strike both ends of a Labouchère line after a win, or write the loss behind it."""
    length, numbers = bets.level[line], bets.numbers
    if sign > 0:
        length -= 2
        for index in range(length):
            numbers[line, index] = numbers[line, index + 1]
    else:
        numbers[line, length] = lost
        length += 1
    bets.level[line] = length
    if not 0 < length < LONGEST_LINE:
        reset_labouchere(tables, line, bets)


@jit()
def make_player_bets(tables: CompiledTables) -> Any:
    """Return buffers with room for every line."""
    lines, slots = tables.at_once.shape[0], tables.slot_line.shape[0]
    return PlayerBets(
        np.full(slots, EMPTY, np.int32),
        np.zeros(slots, np.int64),
        np.zeros(lines, np.int64),
        np.zeros(lines, np.int64),
        np.zeros((lines, LONGEST_LINE), np.int64),
    )


@jit_part()
def clear_bets(tables: CompiledTables, bets: PlayerBets) -> Any:
    """Clear the layout before the first round, and return the bits of the lines with room, which are all."""
    bets.row[:] = EMPTY
    bets.held[:] = 0
    bets.level[:] = 0
    for line in range(bets.held.shape[0]):
        if tables.kind[line] == LABOUCHERE:
            reset_labouchere(tables, line, bets)
    return ~NONE >> np.uint64(64 - bets.held.shape[0])


@jit_part()
def restore_bets(tables: CompiledTables, seats: Array, state: int, bets: PlayerBets, room: Word) -> Any:
    """Put down the bets of a seat of the joint automaton, whose layout `folded.seat_rows` says.

    Return the table's state, the bits of the slots that are occupied and of the lines with room, and the units standing.
    """
    lines, slots, seat = bets.held.shape[0], bets.row.shape[0], seats[state]
    occupied, standing = NONE, 0
    for line in range(lines):
        bets.level[line] = seat[1 + line]
        for slot in range(tables.first_slot[line], tables.first_slot[line] + tables.at_once[line]):
            bets.row[slot], bets.stake[slot] = seat[1 + lines + slot], seat[1 + lines + slots + slot]
            if bets.row[slot] >= 0:
                occupied |= ONE << np.uint64(slot)
                standing += bets.stake[slot]
                bets.held[line] += 1
        if bets.held[line] == tables.at_once[line]:
            room &= ~(ONE << np.uint64(line))
    return seat[0], occupied, room, standing


@jit_part()
def take_down_bets(tables: CompiledTables, todo: Word, bets: PlayerBets, occupied: Word, room: Word) -> Any:
    """Take down the bets of these lines.

    Return the bits of the slots that are occupied then and of the lines with room, the units, and the luck that they take along.
    """
    units = luck = 0
    while todo:
        line = lowest_bit(todo)
        todo &= todo - ONE
        for slot in range(tables.first_slot[line], tables.first_slot[line] + tables.at_once[line]):
            if bets.row[slot] >= 0:
                units += bets.stake[slot]
                occupied &= ~(ONE << np.uint64(slot))
                luck += mean_added(tables, bets.row[slot], bets.stake[slot], occupied, bets)
                bets.row[slot] = EMPTY
        bets.held[line] = 0
        room |= ONE << np.uint64(line)
    return occupied, room, units, luck


@jit_part()
def next_units(tables: CompiledTables, line: int, bets: PlayerBets) -> Any:
    """Return what a line would stake now, in units."""
    if tables.kind[line] == LABOUCHERE:
        last = bets.level[line] - 1
        amount = bets.numbers[line, 0] + (bets.numbers[line, last] if last > 0 else 0)
        return min(amount * tables.unit[line], tables.most)
    if tables.kind[line] == ADDITIONAL:
        return min(additional_units(tables, line, bets), tables.most)
    return tables.steps[line, bets.level[line]]


@jit_part()
def put_down(tables: CompiledTables, line: int, units: int, bets: PlayerBets, occupied: Word, room: Word) -> Any:
    """Put a bet into an empty slot of its line: the bits of the slots occupied and of the lines with room, and the luck it brings along."""
    slot = tables.first_slot[line]
    while bets.row[slot] >= 0:  # there is an empty one: the line has room
        slot += 1
    luck = -mean_added(tables, tables.start[line], units, occupied, bets)
    bets.row[slot], bets.stake[slot] = tables.start[line], units
    occupied |= ONE << np.uint64(slot)
    bets.held[line] += 1
    if bets.held[line] == tables.at_once[line]:
        room &= ~(ONE << np.uint64(line))
    return occupied, room, luck


@jit_part()
def place_bets(tables: CompiledTables, todo: Word, bets: PlayerBets, cash: int, occupied: Word, room: Word) -> Any:
    """Place the bets of these lines.

    Return the bits of the slots that are occupied then and of the lines with room, the units, the luck that they bring along
    (a bet just placed is worth its exact mean), and whether money was short for one.
    """
    placed = luck = 0
    is_short = False
    while todo:
        line = lowest_bit(todo)
        todo &= todo - ONE
        units = next_units(tables, line, bets)
        if units == 0:
            continue
        # A bet that there is no money for is left out, and those after it may still be paid: the order of the file counts.
        if tables.bankroll >= 0 and cash < (placed + units) * tables.minimum:
            is_short = True
            continue
        occupied, room, gained = put_down(tables, line, units, bets, occupied, room)
        placed, luck = placed + units, luck + gained
    return occupied, room, placed, luck, is_short


@jit_part()
def update_progression(tables: CompiledTables, line: int, sign: int, units: int, bets: PlayerBets) -> None:
    """Move a line's progression on after a win or a loss of so many units."""
    if tables.kind[line] == LABOUCHERE:
        update_labouchere(tables, line, sign, units // tables.unit[line], bets)
    else:
        top = tables.top[line]
        step = max(bets.level[line] + (tables.win_move[line] if sign > 0 else tables.lose_move[line]), 0)
        bets.level[line] = step if step <= top else 0 if tables.restarts[line] else top


@jit_part()
def find_row(policy: PolicyTables, left: int, table: int, tables: CompiledTables, cash: int) -> Any:
    """Return the row for an amount, or EMPTY."""
    # Rows are grouped by what is left and the state of the table; within a group by the money from which they hold.
    group = left // policy.unit * tables.table_after.shape[0] + table
    if group + 1 >= policy.first.shape[0]:
        return EMPTY
    low, high = policy.first[group], policy.first[group + 1]
    first = low
    while low < high:
        middle = (low + high) // 2
        if policy.low[middle] <= cash:
            low = middle + 1
        else:
            high = middle
    # `low` is now the first row that begins above the amount: the one before it is the row, unless it ends below.
    if low == first or cash >= policy.high[low - 1]:
        return EMPTY
    return low - 1


@jit_part()
def choose_bet(
    policy: PolicyTables,
    tables: CompiledTables,
    left: int,
    number: int,
    table: int,
    cash: int,
    bets: PlayerBets,
    standing: int,
) -> Any:
    """Choose the bet to place: its line and units, the number of what may be added before the next round, and whether money is short.

    Nothing is placed where the line is EMPTY: no row for the amount, or a bet that is not open in this state of the table.
    """
    if standing > 0:
        for line in range(bets.held.shape[0]):
            row = bets.row[tables.first_slot[line]]
            added = policy.add_line[number, row] if row >= 0 else EMPTY
            if added >= 0 and (tables.may[table] >> np.uint64(added)) & ONE:
                return added, policy.add_stake[number, row], 0, False
    elif left > 0 or not (policy.counts_rounds or policy.counts_stakes):
        row = find_row(policy, left, table, tables, cash)
        if row >= 0 and (tables.may[table] >> np.uint64(policy.line[row])) & ONE:
            return policy.line[row], policy.stake[row], policy.added[row], False
        return EMPTY, 0, 0, row < 0 and cash < policy.least
    return EMPTY, 0, 0, False


@jit_part()
def resolve_bets(tables: CompiledTables, outcome: int, bets: PlayerBets, occupied: Word, room: Word) -> Any:
    """Let an outcome decide or move every bet.

    Return the bits of the slots that are occupied then, of the lines with room and of those that may be added to a bet that has
    just moved; the units decided, the avos received for them, and luck. Stakes on one bet in one state are paid as one
    (R-money-1): each slot brings what it adds to the payment of those behind it, `todo`, which are still in place.
    """
    ready, decided, avos, luck = NONE, 0, 0, 0
    todo = occupied
    while todo:
        slot = lowest_bit(todo)
        todo &= todo - ONE
        cell = tables.cells[bets.row[slot], outcome]
        if cell >= 0:
            bets.row[slot] = cell
            ready |= tables.adds[cell]
            continue
        decision = -1 - cell
        units, line = bets.stake[slot], tables.slot_line[slot]
        if tables.per_unit[decision] >= 0:
            avos += units * tables.per_unit[decision]
            luck += units * tables.gain[decision]
        else:
            more = units_on_same_spot(tables, bets.row[slot], todo, bets)
            paid = units_payment(tables, decision, units + more) - units_payment(tables, decision, more)
            avos += paid
            luck += paid // tables.chip * tables.per_chip - units * tables.whole
        decided += units
        bets.row[slot] = EMPTY
        occupied &= ~(ONE << np.uint64(slot))
        bets.held[line] -= 1
        room |= ONE << np.uint64(line)
        if tables.sign[decision] != 0:
            update_progression(tables, line, tables.sign[decision], units, bets)
    return occupied, room, ready, decided, avos, luck


@jit_part()
def next_outcome(draws: Draws, session: int, turn: int, offset: int) -> Any:
    """Return the next outcome of a session, drawing a turn of them where the last is used up, and where the one after it stands."""
    if offset == draws.raw.shape[0]:
        turn, offset = next_turn(draws, session, turn + 1), 0
    return draws.chance.direct[draws.raw[offset]], turn, offset + 1


@jit_part(inlined=False)
def play_session(
    tables: CompiledTables,
    policy: PolicyTables | None,
    draws: Draws,
    bets: PlayerBets,
    seated: Any,
    course: Any,
    session: int,
    records: Array,
    paths: Array,
) -> None:
    """Play one session to its end from where it has got to. A round is that of the interpreter: act, then resolve.

    `policy` is None for a list of bets: numba compiles the loop once for each, without the branches of the other. `seated` is the table's
    state, the bits of the slots occupied and of the lines with room, the units standing, and whether one has acted and waits for the outcome.
    """
    table, occupied, room, standing, has_acted = seated
    path = paths[session]
    (worth, run, longest), luck, staked, rounds, point, turn, offset = course
    minimum, points, bankroll = tables.minimum, tables.points, max(tables.bankroll, 0)
    is_acting = not has_acted
    ended, ready = GOING_ON, NONE
    cash = worth - standing * minimum
    left = number = 0
    if policy is not None:
        left = policy.left
    while True:
        is_short = False
        if is_acting and tables.down[table] and occupied:
            occupied, room, units, gained = take_down_bets(tables, tables.down[table], bets, occupied, room)
            cash, standing, luck = cash + units * minimum, standing - units, luck + gained
        if policy is not None:
            line, units, number, is_short = choose_bet(policy, tables, left, number, table, cash, bets, standing)
            if line >= 0 and ended == GOING_ON:
                occupied, room, gained = put_down(tables, line, units, bets, occupied, room)
                cash, standing, luck = cash - units * minimum, standing + units, luck + gained
                staked += units
                left = max(left - units * minimum * policy.counts_stakes, 0)
        elif is_acting and ended == GOING_ON:
            # `ready` is worked out in passing while bets move, as looking for flat bets to add to would cost a loop every round.
            todo = tables.may[table] & room & (np.uint64(tables.plain) | ready)
            occupied, room, units, gained, is_short = place_bets(tables, todo, bets, cash, occupied, room)
            cash, standing, luck = cash - units * minimum, standing + units, luck + gained
            staked += units
        # Who goes home waits until everything is decided, so that each stake is accounted for; ruin is to have nothing standing.
        if standing == 0 and (ended != GOING_ON or is_short):
            break
        is_acting = True
        outcome, turn, offset = next_outcome(draws, session, turn, offset)
        occupied, room, ready, units, avos, gained = resolve_bets(tables, outcome, bets, occupied, room)
        cash, standing, luck = cash + avos, standing - units, luck + gained
        won = avos - units * minimum
        table = tables.table_after[table, outcome]
        rounds += 1
        if policy is not None:
            left -= policy.counts_rounds
        run = update_losing_run(run, won)
        longest = max(longest, run)
        worth = cash + standing * minimum
        if point < points.shape[0] and rounds == points[point]:
            path[point] = worth - bankroll
            point += 1
        if ended == GOING_ON:
            ended = end_of_session(tables, worth, rounds)
    if ended == GOING_ON:
        ended = RUIN
    finish_record(records[session], path, point, cash - bankroll, staked * minimum, rounds, luck, longest, ended)
