"""The compiled runner: per-bet state, the same meaning as the plain runner. It finishes what the faster runners leave."""

from typing import Any

import numpy as np

from banca.analysis.simulation.compiled.chance import make_draws, next_turn
from banca.analysis.simulation.compiled.holding import NONE, clear, empty_holding, meet, place, sit_down, take_down
from banca.analysis.simulation.compiled.sessions import GOING_ON, RUIN, goes_home, run_after, write_down
from banca.analysis.simulation.records import AT, KEPT, LONGEST, LUCK, POINT, ROUNDS, RUN, SEAT, STAKED, TURN, WORTH
from banca.jit import jit, piece


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
def play_on(
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
            occupied, room, units, gained = take_down(tables, tables.down[table], holding, occupied, room)
            cash, standing, luck = cash + units * minimum, standing - units, luck + gained
        if is_acting and ended == GOING_ON:
            todo = tables.may[table] & room & (np.uint64(tables.plain) | ready)
            occupied, room, units, gained, is_short = place(tables, todo, holding, cash, occupied, room)
            cash, standing, luck = cash - units * minimum, standing + units, luck + gained
            staked += units
        if standing == 0 and (ended != GOING_ON or is_short):
            break
        is_acting = True
        outcome, drawn_at = next_outcome(draws, session, left, kept, drawn_at)
        occupied, room, ready, units, avos, gained = meet(tables, outcome, holding, occupied, room)
        cash, standing, luck = cash + avos, standing - units, luck + gained
        won = avos - units * minimum
        table = tables.table_after[table, outcome]
        rounds += 1
        run = run_after(run, won)
        longest = max(longest, run)
        worth = cash + standing * minimum
        if point < points.shape[0] and rounds == points[point]:
            path[point] = worth - bankroll
            point += 1
        if ended == GOING_ON:
            ended = goes_home(tables, worth, rounds)
    if ended == GOING_ON:
        ended = RUIN
    write_down(records[session], path, point, cash - bankroll, staked * minimum, rounds, luck, longest, ended)


@jit()
def run_sessions(
    chance: Any, tables: Any, seats: Any, seed: Any, first: Any, begun: Any, left: Any, records: Any, paths: Any
) -> None:
    """Play sessions to their end from where they have got to; a row of `records` and of `paths` for each.

    A session taken up from a joint state has acted and waits for its outcome.
    """
    holding = empty_holding(tables)
    draws = make_draws(chance, seed, first)
    for session in range(records.shape[0]):
        room, occupied, standing, table = clear(tables, holding), NONE, 0, 0
        if begun[session, SEAT] >= 0:
            seat = seats[begun[session, SEAT]]
            table = seat[0]
            occupied, room, standing = sit_down(tables, seat, room, room, holding)
        seated = (table, occupied, room, standing)
        play_on(tables, draws, holding, seated, session, begun, left, records, paths)
