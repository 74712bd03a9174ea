"""The compiled runner: per-bet state, the same meaning as the plain runner, tens of millions of rounds a second."""

from typing import Any

import numpy as np

from banca.jit import jit, lowest_bit
from banca.simulation.compiled.philox import HALVES, next_turn
from banca.simulation.compiled.tables import ADDITIONAL, LABOUCHERE
from banca.simulation.progressions import LONGEST_LINE
from banca.simulation.records import (
    AT,
    ENDED,
    KEPT,
    LONGEST,
    LUCK,
    NET,
    POINT,
    ROUNDS,
    RUN,
    SEAT,
    STAKED,
    TURN,
    WORTH,
)
from banca.simulation.session import Ended

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_RUIN, _TARGET, _STOP_LOSS, _ROUNDS_OVER = int(Ended.RUIN), int(Ended.TARGET), int(Ended.STOP_LOSS), int(Ended.ROUNDS)


@jit()
def received(units: Any, per_unit: Any, due: Any, due_by: Any, chip: Any) -> Any:
    """Avos received for a decided bet, rounded down to the chip. R-money-1."""
    if per_unit >= 0:
        return units * per_unit
    return units * due // due_by // chip * chip


@jit()
def additional_units(line: Any, adds: Any, share: Any, row: Any, stake: Any) -> Any:
    """What an additional bet comes to, given the flat bets that stand on its number."""
    flat = 0
    for slot in range(row.shape[0]):
        if row[slot] >= 0 and (adds[row[slot]] >> np.uint64(line)) & _ONE:
            flat += stake[slot]
    return flat * share[0] // share[1]


@jit()
def begin_line(own: Any, numbers: Any, ends: Any) -> None:
    """Write the whole Labouchère line anew."""
    ends[0], ends[1] = 0, own.shape[0]
    numbers[: own.shape[0]] = own


@jit()
def strike_or_write(sign: Any, lost: Any, own: Any, numbers: Any, ends: Any) -> None:
    """Let a Labouchère line follow a win or a loss; `ends` say where it begins and ends among the numbers."""
    if sign > 0:
        ends[0] += 1
        ends[1] -= 1
    else:
        if ends[1] == numbers.shape[0]:
            length = ends[1] - ends[0]
            numbers[:length] = numbers[ends[0] : ends[1]].copy()
            ends[0], ends[1] = 0, length
        numbers[ends[1]] = lost
        ends[1] += 1
    if not 0 < ends[1] - ends[0] < LONGEST_LINE:
        begin_line(own, numbers, ends)


@jit()
def run_sessions(
    chance: Any, tables: Any, seats: Any, seed: Any, first: Any, begun: Any, left: Any, records: Any, paths: Any
) -> None:
    """Play sessions to their end from where they have got to; a row of `records` and of `paths` for each.

    The loop is that of interpreter.play. A session taken up from a joint state has acted and waits for its outcome.
    """
    table_after, may, down, plain = tables.table_after, tables.may, tables.down, np.uint64(tables.plain)
    first_slot, most_held, slot_line, start = tables.first_slot, tables.at_once, tables.slot_line, tables.start
    cells, adds, value, gain, sign = tables.cells, tables.adds, tables.value, tables.gain, tables.sign
    per_unit, due, due_by, chip = tables.per_unit, tables.due, tables.due_by, tables.chip
    kind, steps, top, win, lose = tables.kind, tables.steps, tables.top, tables.win, tables.lose
    restarts, unit, own_numbers, length = tables.restarts, tables.unit, tables.numbers, tables.length
    minimum, most, points = tables.minimum, tables.most, tables.points
    target, floor, last_round = tables.target, tables.floor, tables.rounds
    is_limited, bankroll = tables.bankroll >= 0, max(tables.bankroll, 0)
    base, many, threshold = chance.base, chance.many, chance.threshold
    converts, shift = chance.converts, chance.shift
    guide, upper, class_of, direct = chance.guide, chance.upper, chance.class_of, chance.direct
    lines, slots = most_held.shape[0], slot_line.shape[0]
    row, stake = np.full(slots, -1, np.int32), np.zeros(slots, np.int64)
    held, level = np.zeros(lines, np.int64), np.zeros(lines, np.int64)
    numbers, ends = np.zeros((lines, 2 * LONGEST_LINE), np.int64), np.zeros((lines, 2), np.int64)
    halves, raw = np.zeros(HALVES, np.uint64), np.zeros(HALVES * many, np.uint32)
    everything = ~_NONE >> np.uint64(64 - lines)
    for session in range(records.shape[0]):
        rounds, staked, luck = begun[session, ROUNDS], begun[session, STAKED], begun[session, LUCK]
        run, longest, point = begun[session, RUN], begun[session, LONGEST], begun[session, POINT]
        turn, at, count, kept = begun[session, TURN], begun[session, AT], many * HALVES, begun[session, KEPT]
        is_acting, ended = begun[session, SEAT] < 0, -1
        seat = max(begun[session, SEAT], 0)
        table, occupied, ready, room, standing = seats[seat, 0], _NONE, _NONE, everything, 0
        is_drawn, seen = False, 0
        for line in range(lines):
            level[line], held[line] = seats[seat, 1 + line], 0
            if kind[line] == LABOUCHERE:
                begin_line(own_numbers[line, : length[line]], numbers[line], ends[line])
        for slot in range(slots):
            row[slot] = -1 if is_acting else seats[seat, 1 + lines + slot]
            stake[slot] = seats[seat, 1 + lines + slots + slot]
            if row[slot] >= 0:
                line = slot_line[slot]
                occupied |= _ONE << np.uint64(slot)
                standing += stake[slot]
                held[line] += 1
                if held[line] == most_held[line]:
                    room &= ~(_ONE << np.uint64(line))
        if is_acting:
            table = 0
        cash = begun[session, WORTH] - standing * minimum
        while True:
            if is_acting and down[table] and occupied:
                todo = down[table]
                while todo:
                    line = lowest_bit(todo)
                    todo &= todo - _ONE
                    for slot in range(first_slot[line], first_slot[line] + most_held[line]):
                        if row[slot] >= 0:
                            cash += stake[slot] * minimum
                            standing -= stake[slot]
                            luck += stake[slot] * value[row[slot]]
                            row[slot] = -1
                            occupied &= ~(_ONE << np.uint64(slot))
                    held[line] = 0
                    room |= _ONE << np.uint64(line)
            is_short = False
            if is_acting and ended < 0:
                todo = may[table] & room & (plain | ready)
                while todo:
                    line = lowest_bit(todo)
                    todo &= todo - _ONE
                    if kind[line] == LABOUCHERE:
                        front, back = ends[line, 0], ends[line, 1] - 1
                        amount = numbers[line, front] + (numbers[line, back] if back > front else 0)
                        units = min(amount * unit[line], most)
                    elif kind[line] == ADDITIONAL:
                        units = min(additional_units(line, adds, own_numbers[line], row, stake), most)
                    else:
                        units = steps[line, level[line]]
                    if units == 0:
                        continue
                    if is_limited and cash < units * minimum:
                        is_short = True
                        continue
                    slot = first_slot[line]
                    while row[slot] >= 0:
                        slot += 1
                    row[slot], stake[slot] = start[line], units
                    occupied |= _ONE << np.uint64(slot)
                    held[line] += 1
                    if held[line] == most_held[line]:
                        room &= ~(_ONE << np.uint64(line))
                    cash -= units * minimum
                    standing += units
                    staked += units
                    luck -= units * value[start[line]]
            if standing == 0 and (ended >= 0 or is_short):
                if ended < 0:
                    ended = _RUIN
                break
            is_acting = True
            if seen < kept:
                outcome = left[session, seen]
                seen += 1
            else:
                if at == count or not is_drawn:
                    if at == count:
                        turn += 1
                        at = 0
                    turn = next_turn(
                        seed,
                        first + session,
                        turn,
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
                    is_drawn = True
                outcome = direct[raw[at]]
                at += 1
            won = 0
            ready = _NONE
            todo = occupied
            while todo:
                slot = lowest_bit(todo)
                todo &= todo - _ONE
                cell = cells[row[slot], outcome]
                if cell >= 0:
                    row[slot] = cell
                    ready |= adds[cell]
                    continue
                decision = -1 - cell
                units, line = stake[slot], slot_line[slot]
                avos = received(units, per_unit[decision], due[decision], due_by[decision], chip)
                cash += avos
                won += avos - units * minimum
                standing -= units
                luck += units * gain[decision]
                row[slot] = -1
                occupied &= ~(_ONE << np.uint64(slot))
                held[line] -= 1
                room |= _ONE << np.uint64(line)
                if sign[decision] == 0:
                    continue
                if kind[line] == LABOUCHERE:
                    lost = units // unit[line]
                    strike_or_write(sign[decision], lost, own_numbers[line, : length[line]], numbers[line], ends[line])
                else:
                    step = max(level[line] + (win[line] if sign[decision] > 0 else lose[line]), 0)
                    level[line] = step if step <= top[line] else 0 if restarts[line] else top[line]
            table = table_after[table, outcome]
            rounds += 1
            run = 0 if won > 0 else run + (won < 0)
            longest = max(longest, run)
            worth = cash + standing * minimum
            if point < points.shape[0] and rounds == points[point]:
                paths[session, point] = worth - bankroll
                point += 1
            if ended < 0:
                if worth >= target:
                    ended = _TARGET
                elif worth <= floor:
                    ended = _STOP_LOSS
                elif rounds >= last_round:
                    ended = _ROUNDS_OVER
        paths[session, min(point, points.shape[0] - 1) :] = cash - bankroll
        records[session, NET] = cash - bankroll
        records[session, STAKED] = staked * minimum
        records[session, ROUNDS] = rounds
        records[session, LUCK] = luck
        records[session, LONGEST] = longest
        records[session, ENDED] = ended
