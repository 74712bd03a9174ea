"""The compiled runner of any strategy, bet by bet: the same meaning as the interpreter."""

from typing import Any, NamedTuple

import numpy as np

from banca.analysis.simulation.compiled.chance import make_draws, next_turn
from banca.analysis.simulation.compiled.tables import ADDITIONAL, LABOUCHERE
from banca.analysis.simulation.tally import AT, ENDED, KEPT, LONGEST, LUCK, NET, POINT, ROUNDS, RUN, SEAT, STAKED, TURN, WORTH, Array
from banca.analysis.simulation.strategy import LONGEST_LINE, Ended
from banca.jit import jit, lowest_bit, piece

RUIN = int(Ended.RUIN)
GOING_ON = -1
_TARGET, _STOP_LOSS, _ROUNDS_OVER = int(Ended.TARGET), int(Ended.STOP_LOSS), int(Ended.ROUNDS)


SIGN = 63
"""The bit of a word that says whether it is below zero; a shift by it spares a branch that nobody can foresee."""


@piece()
def update_losing_run(run: Any, won: Any) -> Any:
    """The losing rounds in a row after a round: none after a winning one, one more after a losing one."""
    return (run - (won >> SIGN)) & ~(-won >> SIGN)


@piece()
def end_of_session(tables: Any, worth: Any, rounds: Any) -> Any:
    """Why one goes home now, if one does."""
    if worth >= tables.target:
        return _TARGET
    if worth <= tables.floor:
        return _STOP_LOSS
    if rounds >= tables.rounds:
        return _ROUNDS_OVER
    return GOING_ON


@piece()
def finish_record(
    record: Any, path: Any, point: Any, net: Any, staked: Any, rounds: Any, luck: Any, longest: Any, ended: Any
) -> None:
    """A session's row when it is over: nothing changes any more at the points that are left."""
    path[min(point, path.shape[0] - 1) :] = net
    record[NET], record[STAKED], record[ROUNDS] = net, staked, rounds
    record[LUCK], record[LONGEST], record[ENDED] = luck, longest, ended


ONE = np.uint64(1)
NONE = np.uint64(0)


@piece()
def units_payment(units: Any, per_unit: Any, due: Any, due_by: Any, chip: Any) -> Any:
    """Avos received for a decided bet, rounded down to the chip. R-money-1."""
    if per_unit >= 0:
        return units * per_unit
    return units * due // due_by // chip * chip


@piece()
def units_on_same_spot(tables: Any, row: Any, todo: Any, holding: Any) -> Any:
    """The units in other slots, among those still to be met, that lie on the same bet in the same state."""
    spot, units = tables.spot[row], 0
    while spot >= 0 and todo:
        slot = lowest_bit(todo)
        todo &= todo - ONE
        if tables.spot[holding.row[slot]] == spot:
            units += holding.stake[slot]
    return units


@piece()
def mean_of(tables: Any, row: Any, units: Any) -> Any:
    """The mean of what so many units in a row still bring, payments rounded down as they are, as luck is counted."""
    if tables.decided_from[row] < 0:
        return units * tables.value[row]
    mean = -units * tables.whole
    for place in range(tables.weights.shape[1]):
        if tables.weights[row, place]:
            by = tables.decided_from[row] + place
            paid = units_payment(units, tables.per_unit[by], tables.due[by], tables.due_by[by], tables.chip)
            mean += paid // tables.chip * tables.weights[row, place]
    return mean


@piece()
def mean_added(tables: Any, row: Any, units: Any, others: Any, holding: Any) -> Any:
    """What units in a row add to the mean of what lies in other slots: stakes on one bet in one state are paid as one."""
    if tables.decided_from[row] < 0:
        return units * tables.value[row]
    more = units_on_same_spot(tables, row, others, holding)
    return mean_of(tables, row, units + more) - mean_of(tables, row, more)


@piece()
def additional_units(line: Any, adds: Any, share: Any, row: Any, stake: Any) -> Any:
    """What an additional bet comes to, given the flat bets that stand on its number."""
    flat = 0
    for slot in range(row.shape[0]):
        if row[slot] >= 0 and (adds[row[slot]] >> np.uint64(line)) & ONE:
            flat += stake[slot]
    return flat * share[0] // share[1]


@piece()
def reset_labouchere(own: Any, numbers: Any, ends: Any) -> None:
    """Write the whole Labouchère line anew."""
    ends[0], ends[1] = 0, own.shape[0]
    for place in range(own.shape[0]):
        numbers[place] = own[place]


@piece()
def update_labouchere(sign: Any, lost: Any, own: Any, numbers: Any, ends: Any) -> None:
    """Let a Labouchère line follow a win or a loss; `ends` say where it begins and ends among the numbers."""
    if sign > 0:
        ends[0] += 1
        ends[1] -= 1
    else:
        if ends[1] == numbers.shape[0]:
            length = ends[1] - ends[0]
            for place in range(length):
                numbers[place] = numbers[ends[0] + place]
            ends[0], ends[1] = 0, length
        numbers[ends[1]] = lost
        ends[1] += 1
    if not 0 < ends[1] - ends[0] < LONGEST_LINE:
        reset_labouchere(own, numbers, ends)


class PlayerBets(NamedTuple):
    """What a player has at the table, written in while a session is played."""

    row: Array
    """Per slot: the row of the bet that stands there, or -1."""
    stake: Array
    """Per slot: in units."""
    held: Array
    """Per line: how many of its bets stand."""
    level: Array
    """Per line: the step of its ladder."""
    numbers: Array
    """Per line: its Labouchère line, and where in it that begins and ends."""
    ends: Array


@jit()
def make_player_bets(tables: Any) -> Any:
    """A holding with room for every line."""
    lines, slots = tables.at_once.shape[0], tables.slot_line.shape[0]
    return PlayerBets(
        np.full(slots, -1, np.int32),
        np.zeros(slots, np.int64),
        np.zeros(lines, np.int64),
        np.zeros(lines, np.int64),
        np.zeros((lines, 2 * LONGEST_LINE), np.int64),
        np.zeros((lines, 2), np.int64),
    )


@piece()
def clear_bets(tables: Any, holding: Any) -> Any:
    """An empty layout before the first round: bits of the lines with room, which are all."""
    holding.row[:] = -1
    holding.held[:] = 0
    holding.level[:] = 0
    for line in range(holding.held.shape[0]):
        if tables.kind[line] == LABOUCHERE:
            reset_labouchere(tables.numbers[line, : tables.length[line]], holding.numbers[line], holding.ends[line])
    return ~NONE >> np.uint64(64 - holding.held.shape[0])


@piece()
def restore_bets(tables: Any, seat: Any, lines: Any, room: Any, holding: Any) -> Any:
    """Take up some lines of a seat: bits of their slots that are occupied, bits of the lines with room, and the units standing."""
    count, slots = holding.held.shape[0], holding.row.shape[0]
    occupied, standing = NONE, 0
    while lines:
        line = lowest_bit(lines)
        lines &= lines - ONE
        holding.level[line] = seat[1 + line]
        for slot in range(tables.first_slot[line], tables.first_slot[line] + tables.at_once[line]):
            holding.row[slot], holding.stake[slot] = seat[1 + count + slot], seat[1 + count + slots + slot]
            if holding.row[slot] >= 0:
                occupied |= ONE << np.uint64(slot)
                standing += holding.stake[slot]
                holding.held[line] += 1
        if holding.held[line] == tables.at_once[line]:
            room &= ~(ONE << np.uint64(line))
    return occupied, room, standing


@piece()
def take_down_bets(tables: Any, todo: Any, holding: Any, occupied: Any, room: Any) -> Any:
    """Take down the bets of these lines: the bits after, the units, and what they were still worth."""
    units = luck = 0
    while todo:
        line = lowest_bit(todo)
        todo &= todo - ONE
        for slot in range(tables.first_slot[line], tables.first_slot[line] + tables.at_once[line]):
            if holding.row[slot] >= 0:
                units += holding.stake[slot]
                occupied &= ~(ONE << np.uint64(slot))
                luck += mean_added(tables, holding.row[slot], holding.stake[slot], occupied, holding)
                holding.row[slot] = -1
        holding.held[line] = 0
        room |= ONE << np.uint64(line)
    return occupied, room, units, luck


@piece()
def next_units(tables: Any, line: Any, holding: Any) -> Any:
    """What a line would stake now, in units."""
    if tables.kind[line] == LABOUCHERE:
        front, back = holding.ends[line, 0], holding.ends[line, 1] - 1
        amount = holding.numbers[line, front] + (holding.numbers[line, back] if back > front else 0)
        return min(amount * tables.unit[line], tables.most)
    if tables.kind[line] == ADDITIONAL:
        return min(additional_units(line, tables.adds, tables.numbers[line], holding.row, holding.stake), tables.most)
    return tables.steps[line, holding.level[line]]


@piece()
def place_bets(tables: Any, todo: Any, holding: Any, cash: Any, occupied: Any, room: Any) -> Any:
    """Place the bets of these lines: the bits after, the units, the luck given for them, and whether money was short for one."""
    placed = luck = 0
    is_short = False
    while todo:
        line = lowest_bit(todo)
        todo &= todo - ONE
        units = next_units(tables, line, holding)
        if units == 0:
            continue
        if tables.bankroll >= 0 and cash < (placed + units) * tables.minimum:
            is_short = True
            continue
        slot = tables.first_slot[line]
        while holding.row[slot] >= 0:
            slot += 1
        luck -= mean_added(tables, tables.start[line], units, occupied, holding)
        holding.row[slot], holding.stake[slot] = tables.start[line], units
        occupied |= ONE << np.uint64(slot)
        holding.held[line] += 1
        if holding.held[line] == tables.at_once[line]:
            room &= ~(ONE << np.uint64(line))
        placed += units
    return occupied, room, placed, luck, is_short


@piece()
def update_progression(tables: Any, line: Any, sign: Any, units: Any, holding: Any) -> None:
    """Let a line's progression follow a win or a loss of so many units."""
    if tables.kind[line] == LABOUCHERE:
        own = tables.numbers[line, : tables.length[line]]
        update_labouchere(sign, units // tables.unit[line], own, holding.numbers[line], holding.ends[line])
    else:
        top = tables.top[line]
        step = max(holding.level[line] + (tables.win[line] if sign > 0 else tables.lose[line]), 0)
        holding.level[line] = step if step <= top else 0 if tables.restarts[line] else top


@piece()
def resolve_bets(tables: Any, outcome: Any, holding: Any, occupied: Any, room: Any) -> Any:
    """Let an outcome decide or move every bet.

    The bits after, those of the lines that may now be added to a bet, the units decided, the avos received for them, and luck.
    Stakes on one bet in one state are paid as one: each slot brings what it adds to the payment of those behind it. R-money-1.
    """
    ready, decided, avos, luck = NONE, 0, 0, 0
    todo = occupied
    while todo:
        slot = lowest_bit(todo)
        todo &= todo - ONE
        cell = tables.cells[holding.row[slot], outcome]
        if cell >= 0:
            holding.row[slot] = cell
            ready |= tables.adds[cell]
            continue
        decision = -1 - cell
        units, line = holding.stake[slot], tables.slot_line[slot]
        per_unit, due, due_by = tables.per_unit[decision], tables.due[decision], tables.due_by[decision]
        if per_unit >= 0:
            avos += units * per_unit
            luck += units * tables.gain[decision]
        else:
            more = units_on_same_spot(tables, holding.row[slot], todo, holding)
            paid = units_payment(units + more, per_unit, due, due_by, tables.chip)
            paid -= units_payment(more, per_unit, due, due_by, tables.chip)
            avos += paid
            luck += paid // tables.chip * tables.per_chip - units * tables.whole
        decided += units
        holding.row[slot] = -1
        occupied &= ~(ONE << np.uint64(slot))
        holding.held[line] -= 1
        room |= ONE << np.uint64(line)
        if tables.sign[decision] != 0:
            update_progression(tables, line, tables.sign[decision], units, holding)
    return occupied, room, ready, decided, avos, luck


@piece()
def next_outcome(draws: Any, session: Any, left: Any, kept: Any, place: Any) -> Any:
    """The next outcome of a session, one of those kept or else drawn, and the place after it."""
    seen, turn, at, is_drawn = place  # a turn that was handed over is drawn again when its first outcome is needed
    if seen < kept:
        return left[session, seen], (seen + 1, turn, at, is_drawn)
    if at == draws.raw.shape[0]:
        turn, at, is_drawn = turn + 1, 0, False
    if not is_drawn:
        turn = next_turn(draws, session, turn)
    return draws.chance.direct[draws.raw[at]], (seen, turn, at + 1, True)


@piece(inlined=False)
def play_session(
    tables: Any, draws: Any, holding: Any, seated: Any, session: Any, begun: Any, left: Any, records: Any, paths: Any
) -> None:
    """Play one session to its end from where it has got to. The loop is that of interpreter.play.

    `seated` is the table's state, bits of the slots occupied and of the lines with room, and the units standing.
    """
    mine, path = begun[session], paths[session]
    table, occupied, room, standing = seated
    minimum, points, bankroll = tables.minimum, tables.points, max(tables.bankroll, 0)
    rounds, staked, luck = mine[ROUNDS], mine[STAKED], mine[LUCK]
    run, longest, point = mine[RUN], mine[LONGEST], mine[POINT]
    kept, drawn_at = mine[KEPT], (0, mine[TURN], mine[AT], False)
    is_acting, ended, ready = mine[SEAT] < 0, GOING_ON, NONE
    cash = mine[WORTH] - standing * minimum
    while True:
        is_short = False
        if is_acting and tables.down[table] and occupied:
            occupied, room, units, gained = take_down_bets(tables, tables.down[table], holding, occupied, room)
            cash, standing, luck = cash + units * minimum, standing - units, luck + gained
        if is_acting and ended == GOING_ON:
            todo = tables.may[table] & room & (np.uint64(tables.plain) | ready)
            occupied, room, units, gained, is_short = place_bets(tables, todo, holding, cash, occupied, room)
            cash, standing, luck = cash - units * minimum, standing + units, luck + gained
            staked += units
        if standing == 0 and (ended != GOING_ON or is_short):
            break
        is_acting = True
        outcome, drawn_at = next_outcome(draws, session, left, kept, drawn_at)
        occupied, room, ready, units, avos, gained = resolve_bets(tables, outcome, holding, occupied, room)
        cash, standing, luck = cash + avos, standing - units, luck + gained
        won = avos - units * minimum
        table = tables.table_after[table, outcome]
        rounds += 1
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


@jit()
def run_sessions(
    chance: Any, tables: Any, seats: Any, seed: Any, first: Any, begun: Any, left: Any, records: Any, paths: Any
) -> None:
    """Play sessions to their end from where they have got to; a row of `records` and of `paths` for each.

    A session taken up from a joint state has acted and waits for its outcome.
    """
    holding = make_player_bets(tables)
    draws = make_draws(chance, seed, first)
    for session in range(records.shape[0]):
        room, occupied, standing, table = clear_bets(tables, holding), NONE, 0, 0
        if begun[session, SEAT] >= 0:
            seat = seats[begun[session, SEAT]]
            table = seat[0]
            occupied, room, standing = restore_bets(tables, seat, room, room, holding)
        seated = (table, occupied, room, standing)
        play_session(tables, draws, holding, seated, session, begun, left, records, paths)
