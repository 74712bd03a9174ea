"""The runner of automata side by side: a look-up for each, and for each Labouchère line one whose stake is carried along.

It plays a session for as long as there is money for every bet, and leaves the rest to the per-bet runner.
"""

from typing import Any, NamedTuple

import numpy as np

from banca.jit import jit, piece
from banca.simulation.compiled.chance import make_draws, next_turn
from banca.simulation.compiled.fold import STAKED_BITS
from banca.simulation.compiled.holding import NONE, ONE, clear, empty_holding, sit_down
from banca.simulation.compiled.per_bet import play_on
from banca.simulation.compiled.philox import HALVES, MOST_EACH
from banca.simulation.compiled.sessions import SIGN, run_after
from banca.simulation.compiled.side_by_side import COUNTS, FOLLOWING, NEED, PLACED, STAYS, WON
from banca.simulation.progressions import LONGEST_LINE
from banca.simulation.records import AT, LONGEST, LUCK, POINT, ROUNDS, RUN, SEAT, STAKED, TURN, WORTH, Array

_STAKED = (1 << STAKED_BITS) - 1
_MOST_BACK = 4 * LONGEST_LINE
_ROOM = 2 * _MOST_BACK + MOST_EACH * HALVES
"""For a line that began before there, is written anew now and then, and may grow by one with every outcome of a turn."""
ROW, UNITS, NUMBER, FRONT, BACK = range(5)
"""What is carried along for a Labouchère line: its row, the units that stand, the number they are, and the ends of its line."""


class SidePlaces(NamedTuple):
    """Where a session has got to and where it might go, written in turn."""

    rows: Array
    """Per automaton: its row."""
    lines: Array
    """Per Labouchère line: see above."""
    numbers: Array
    """Per Labouchère line: the numbers of the line, somewhere."""


@piece()
def write_anew(own: Any, numbers: Any, front: Any, back: Any) -> Any:
    """Write a line anew where the old one is not, which may still be needed; its ends."""
    start = 0 if front >= own.shape[0] else back
    for place in range(own.shape[0]):
        numbers[start + place] = own[place]
    return start, start + own.shape[0]


@piece()
def make_room(numbers: Any, line: Any) -> None:
    """Move a line to the beginning when it has gone far."""
    if line[BACK] > _MOST_BACK:
        length = line[BACK] - line[FRONT]
        for place in range(length):
            numbers[place] = numbers[line[FRONT] + place]
        line[FRONT], line[BACK] = 0, length


@piece()
def carry(sides: Any, line: Any, now: Any, then: Any, numbers: Any, outcome: Any) -> Any:
    """Let an outcome move a Labouchère line: what it brings, its luck, the units placed anew and those that then stand."""
    cell = sides.carried[np.uint64(now[ROW]) + np.uint64(outcome)]
    units, number, front, back = now[UNITS], now[NUMBER], now[FRONT], now[BACK]
    brings, luck, placed = cell[WON] * units, cell[COUNTS] * units, 0
    numbers[back] = number  # behind the line, where it is part of it only if it is lost
    won, lost = -brings >> SIGN & 1, brings >> SIGN & 1
    front += won
    back += lost - won
    if not 0 < back - front < LONGEST_LINE:
        front, back = write_anew(sides.own[line, : sides.length[line]], numbers, now[FRONT], now[BACK] + 1)
    if cell[NEED] == PLACED:
        number = numbers[front] + numbers[back - 1] * (back - 1 > front)
        units = placed = min(number * sides.unit[line], sides.most)
        number = min(number, sides.highest[line])
        luck -= units * sides.value[line]
    elif cell[NEED] != STAYS:
        units = 0
    then[ROW], then[UNITS], then[NUMBER], then[FRONT], then[BACK] = cell[FOLLOWING], units, number, front, back
    return brings, luck, placed


@piece()
def needed(sides: Any, rows: Any, outcome: Any) -> Any:
    """What stands in all automata after an outcome, in avos."""
    need = 0
    for side in range(rows.shape[0]):
        need += sides.cells[rows[side] + np.uint64(outcome), NEED]
    return need


@piece()
def advance(tables: Any, sides: Any, direct: Any, upcoming: Any, places: Any, state: Any) -> Any:
    """Play some outcomes: where that leads, and how many were played.

    It stops before an outcome after which there would not be money for every bet, or one would go home.
    """
    here, worth, run, longest, luck, staked = state
    minimum, is_free = tables.minimum, tables.bankroll < 0
    played = 0
    for line in range(places.lines.shape[1]):
        make_room(places.numbers[line], places.lines[here, line])
    for drawn in upcoming:
        outcome, there = direct[drawn], 1 - here
        brings = counted = need = gained = placed = 0
        for side in range(places.rows.shape[1]):
            cell = sides.cells[places.rows[here, side] + np.uint64(outcome)]
            places.rows[there, side] = cell[FOLLOWING]
            brings += cell[WON]
            counted += cell[COUNTS]
        for line in range(places.lines.shape[1]):
            now, then, numbers = places.lines[here, line], places.lines[there, line], places.numbers[line]
            won, more, units = carry(sides, line, now, then, numbers, outcome)
            brings, gained, placed = brings + won, gained + more, placed + units
            need += then[UNITS] * minimum
        after = worth + brings
        if not is_free and (after < need + sides.most_need or after <= tables.floor or after >= tables.target):
            need += needed(sides, places.rows[here], outcome)
            if after < need or after <= tables.floor or after >= tables.target:
                break
        worth, here = after, there
        luck += (counted >> STAKED_BITS) + gained
        staked += (counted & _STAKED) + placed
        run = run_after(run, brings)
        longest = max(longest, run)
        played += 1
    return (here, worth, run, longest, luck, staked), played


@piece()
def begin(tables: Any, sides: Any, places: Any) -> Any:
    """The first bets, all placed: luck and units staked, and what they take in avos."""
    luck, staked, need = sides.luck, sides.staked, sides.need
    for side in range(places.rows.shape[1]):
        places.rows[0, side] = sides.first[side]
    for line in range(places.lines.shape[1]):
        own, numbers, first = sides.own[line, : sides.length[line]], places.numbers[line], places.lines[0, line]
        front, back = write_anew(own, numbers, LONGEST_LINE, 0)
        number = numbers[front] + (numbers[back - 1] if back - 1 > front else 0)
        units = min(number * sides.unit[line], sides.most) if sides.is_placed[line] else 0
        first[ROW], first[UNITS], first[FRONT], first[BACK] = sides.carried_first[line], units, front, back
        first[NUMBER] = min(number, sides.highest[line])
        luck, staked, need = luck - units * sides.value[line], staked + units, need + units * tables.minimum
    return luck, staked, need


@piece()
def take_apart(tables: Any, sides: Any, places: Any, here: Any, holding: Any) -> Any:
    """Everything bet by bet: the table's state, bits of slots and lines, the units standing."""
    room, occupied, standing, table = clear(tables, holding), NONE, 0, 0
    for side in range(places.rows.shape[1]):
        seat = sides.seats[places.rows[here, side] // np.uint64(tables.classes)]
        more, room, units = sit_down(tables, seat, sides.lines[side], room, holding)
        occupied, standing, table = occupied | more, standing + units, seat[0]
    for place in range(places.lines.shape[1]):
        line, seat = sides.places[place], sides.carried_seats[places.lines[here, place, ROW] // tables.classes]
        more, room, units = sit_down(tables, seat, ONE << np.uint64(line), room, holding)
        units = places.lines[here, place, UNITS]
        holding.stake[tables.first_slot[line]] = units
        occupied, standing, table = occupied | more, standing + units, seat[0]
        front, back = places.lines[here, place, FRONT], places.lines[here, place, BACK]
        for number in range(back - front):
            holding.numbers[line, number] = places.numbers[place, front + number]
        holding.ends[line, 0], holding.ends[line, 1] = 0, back - front
    return table, occupied, room, standing


@piece(inlined=False)
def play_beside(
    tables: Any, sides: Any, draws: Any, places: Any, holding: Any, session: Any, begun: Any, paths: Any
) -> Any:
    """Play a session as far as there is money for every bet; what the per-bet runner takes up."""
    raw, points, last, mine = draws.raw, tables.points, tables.rounds - 1, begun[session]
    worth, rounds, point, turn, at = max(tables.bankroll, 0), 0, 0, -1, raw.shape[0]
    bankroll = worth
    luck, staked, need = begin(tables, sides, places)
    mine[WORTH], mine[TURN], mine[AT], mine[SEAT] = worth, turn, at, -1
    if tables.bankroll >= 0 and worth < need:
        return 0, NONE, clear(tables, holding), 0, False
    state, is_free = (0, worth, 0, 0, luck, staked), True
    while is_free and rounds < last:
        if at == raw.shape[0]:
            turn, at = next_turn(draws, session, turn + 1), 0
        until = min(at + min(points[point] - rounds, last - rounds), raw.shape[0])
        state, played = advance(tables, sides, draws.chance.direct, raw[at:until], places, state)
        at += played
        rounds += played
        is_free = at == until
        if rounds == points[point]:
            paths[session, point] = state[1] - bankroll
            point += 1
    here, mine[WORTH], mine[RUN], mine[LONGEST], mine[LUCK], mine[STAKED] = state
    mine[SEAT], mine[ROUNDS], mine[POINT], mine[TURN], mine[AT] = 0, rounds, point, turn, at
    table, occupied, room, standing = take_apart(tables, sides, places, here, holding)
    return table, occupied, room, standing, turn >= 0


@jit()
def run_beside(
    chance: Any, tables: Any, sides: Any, seed: Any, first: Any, begun: Any, left: Any, records: Any, paths: Any
) -> None:
    """Play sessions to their end."""
    holding = empty_holding(tables)
    automata, lines = sides.first.shape[0], sides.places.shape[0]
    places = SidePlaces(
        np.zeros((2, automata), np.uint64), np.zeros((2, lines, 5), np.int64), np.zeros((lines, _ROOM), np.int64)
    )
    draws = make_draws(chance, seed, first)
    for session in range(records.shape[0]):
        seated = play_beside(tables, sides, draws, places, holding, session, begun, paths)
        play_on(tables, draws, holding, seated, session, begun, left, records, paths)
