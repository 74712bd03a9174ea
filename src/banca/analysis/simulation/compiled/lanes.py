"""Sessions without a bankroll, eight at once in the joint automaton.

Each look-up has to wait for the one before it, so four sessions are followed side by side. What the rounds bring is kept for a
while, and then the processor works out money and losing runs of eight sessions with one instruction for all.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from banca.analysis.simulation.compiled.chance import HALVES, MOST_EACH, Draws, OutcomeClasses, next_turn
from banca.analysis.simulation.compiled.folded import STAKED_BITS, JointAutomaton, save_session, save_outcomes, step_of
from banca.analysis.simulation.tally import Array
from banca.jit import jit, piece

LANES, BESIDE = 8, 4
"""Sessions at once, and those of them that are followed side by side: more would need more registers than there are."""
KEPT_ROUNDS = 64
MOST_RAW = MOST_EACH * HALVES
RUN, LONGEST, WON = range(3)
"""Rows of what is worked out for all lanes: losing rounds in a row, the most of them, and steps won."""
_STAKED = (1 << STAKED_BITS) - 1
_HALF = 32


class LaneCells(NamedTuple):
    """The joint automaton with two words a cell: steps won above the place of the next state's cells; luck and units staked."""

    words: Array
    step: int
    """What all rounds bring multiples of, in avos."""


def lane_cells(joint: JointAutomaton) -> LaneCells:
    """The automaton of some bets; its stretch must be short enough for steps won of 32 bits."""
    step = step_of(joint.won)
    following = 2 * joint.following.astype(np.int64)
    return LaneCells(np.stack([(joint.won // step << _HALF) + following, joint.counts], axis=1).reshape(-1), step)


def _work_out(_typing: Any, words: Any, _rounds: Any, told: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, half = ir.IntType(64), ir.IntType(32)
        wide, lanes = ir.VectorType(word, LANES), ir.VectorType(half, LANES)
        arrays = [context.make_array(signature.args[place])(context, builder, arguments[place]) for place in (0, 2)]
        read, write = (
            builder.bitcast(array.data, kind.as_pointer()) for array, kind in zip(arrays, (wide, lanes), strict=True)
        )

        def at(start: Any, place: Any) -> Any:
            return builder.gep(start, [place])

        def taken(start: Any, place: Any, align: int) -> Any:
            return builder.load(at(start, place), align=align)

        rows = [ir.Constant(word, row) for row in (RUN, LONGEST, WON)]
        zero = ir.Constant(lanes, [0] * LANES)
        before = [taken(write, row, 4) for row in rows]
        entry = builder.block
        loop, done = builder.append_basic_block("rounds"), builder.append_basic_block("done")
        builder.branch(loop)
        builder.position_at_end(loop)
        place, *state = builder.phi(word), *(builder.phi(lanes) for _ in rows)
        run, longest, won = state
        shifted = builder.ashr(taken(read, place, 8), ir.Constant(wide, [_HALF] * LANES))
        steps = builder.trunc(shifted, lanes)
        loses = builder.ashr(steps, ir.Constant(lanes, [31] * LANES))
        runs = builder.select(builder.icmp_signed(">", steps, zero), zero, builder.sub(run, loses))
        most = builder.select(builder.icmp_signed(">", runs, longest), runs, longest)
        after = [runs, most, builder.add(won, steps)]
        following = builder.add(place, ir.Constant(word, 1))
        for phi, first, then in zip((place, *state), (ir.Constant(word, 0), *before), (following, *after), strict=True):
            phi.add_incoming(first, entry)
            phi.add_incoming(then, loop)
        builder.cbranch(builder.icmp_signed("<", following, arguments[1]), loop, done)
        builder.position_at_end(done)
        for row, value in zip(rows, after, strict=True):
            builder.store(value, at(write, row), align=4)
        return context.get_dummy_value()

    return types.void(words, types.int64, told), generate


work_out = cast("Callable[[Any, Any, Any], None]", intrinsic(_work_out))
"""Count the kept words of so many rounds, at least one, into the rows of all lanes."""


@piece(inlined=False)
def follow_four(cells: Any, raw: Any, rounds: Any, rows: Any, counted: Any, kept: Any) -> None:
    """Play some rounds of four sessions: where that leads them, their counts, and what each round brings them."""
    row_a, row_b, row_c, row_d = rows[0], rows[1], rows[2], rows[3]
    counted_a = counted_b = counted_c = counted_d = 0
    one, two, lanes = np.uint64(1), np.uint64(2), np.uint64(LANES)
    for place in range(rounds):
        upcoming, at = np.uint64(place), np.uint64(place) * lanes
        cell_a = row_a + two * np.uint64(raw[upcoming])
        cell_b = row_b + two * np.uint64(raw[upcoming + np.uint64(MOST_RAW)])
        cell_c = row_c + two * np.uint64(raw[upcoming + np.uint64(2 * MOST_RAW)])
        cell_d = row_d + two * np.uint64(raw[upcoming + np.uint64(3 * MOST_RAW)])
        word_a, word_b, word_c, word_d = cells[cell_a], cells[cell_b], cells[cell_c], cells[cell_d]
        row_a, row_b = np.uint64(np.uint32(word_a)), np.uint64(np.uint32(word_b))
        row_c, row_d = np.uint64(np.uint32(word_c)), np.uint64(np.uint32(word_d))
        counted_a += cells[cell_a + one]
        counted_b += cells[cell_b + one]
        counted_c += cells[cell_c + one]
        counted_d += cells[cell_d + one]
        kept[at], kept[at + one], kept[at + two], kept[at + np.uint64(3)] = word_a, word_b, word_c, word_d
    rows[0], rows[1], rows[2], rows[3] = row_a, row_b, row_c, row_d
    counted[0], counted[1], counted[2], counted[3] = counted_a, counted_b, counted_c, counted_d


class Room(NamedTuple):
    """What eight sessions are played in, a place of each array for each lane."""

    chance: OutcomeClasses
    seed: int
    first: int
    """The stream of session 0."""
    rests: Array
    raw: Array
    """The outcomes of one turn of every lane."""
    pairs: Array
    """The same memory, two outcomes to a word."""
    kept: Array
    """Per round and lane: the first word of the cell."""
    told: Array
    """What was worked out of them."""
    row: Array
    """Where the cells of the state begin."""
    counted: Array
    worth: Array
    luck: Array
    staked: Array
    turn: Array


@jit()
def make_room(chance: Any, seed: Any, first: Any) -> Any:
    """Room for eight sessions."""
    pairs = np.zeros(LANES * MOST_RAW // 2, np.uint64)
    return Room(
        chance,
        seed,
        first,
        np.zeros(HALVES, np.uint64),
        pairs.view(np.uint32),
        pairs,
        np.zeros(LANES * KEPT_ROUNDS, np.int64),
        np.zeros((3, LANES), np.int32),
        np.zeros(LANES, np.uint64),
        np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
    )


@piece(inlined=False)
def next_turns(room: Any, first: Any, last: Any, lanes: Any) -> None:
    """Draw the next turn of every lane's session; those beyond the last are the last's neighbours and play as it does."""
    for lane in range(lanes):
        raw, pairs = room.raw[lane * MOST_RAW :], room.pairs[lane * MOST_RAW // 2 :]
        own = Draws(room.chance, room.seed, room.first, room.rests, raw, pairs)
        room.turn[lane] = next_turn(own, min(first + lane, last), room.turn[lane] + 1)


@piece()
def play_rounds(cells: Any, room: Any, lanes: Any, at: Any, rounds: Any) -> None:
    """Play some rounds of the turns under way, in every lane."""
    for lane in range(0, lanes, BESIDE):
        until = lane + BESIDE
        upcoming, counted = room.raw[lane * MOST_RAW + at :], room.counted[lane:until]
        follow_four(cells.words, upcoming, rounds, room.row[lane:until], counted, room.kept[lane:])
    work_out(room.kept, rounds, room.told)
    for lane in range(LANES):
        room.worth[lane] += room.told[WON, lane] * cells.step
        room.told[WON, lane] = 0
        room.luck[lane] += room.counted[lane] >> STAKED_BITS
        room.staked[lane] += room.counted[lane] & _STAKED


@piece(inlined=False)
def play_lanes(tables: Any, joint: Any, cells: Any, room: Any, first: Any, begun: Any, left: Any, paths: Any) -> None:
    """Play eight sessions up to their last round; where no more than four are left, four."""
    points, last, size = tables.points, tables.rounds - 1, HALVES * room.chance.many
    sessions = min(begun.shape[0] - first, LANES)
    lanes = LANES if sessions > BESIDE else BESIDE
    room.row[:], room.worth[:], room.told[:], room.turn[:] = 0, 0, 0, -1
    room.luck[:], room.staked[:] = joint.first[0], joint.first[1]
    rounds, point, at = 0, 0, size
    while rounds < last:
        if at == size:
            next_turns(room, first, begun.shape[0] - 1, lanes)
            at = 0
        some = min(KEPT_ROUNDS, joint.stretch, points[point] - rounds, last - rounds, size - at)
        play_rounds(cells, room, lanes, at, some)
        rounds += some
        at += some
        if rounds == points[point]:
            for lane in range(sessions):
                paths[first + lane, point] = room.worth[lane]
            point += 1
    for lane in range(sessions):
        state = (room.row[lane] >> np.uint64(1), room.worth[lane], room.told[RUN, lane], room.told[LONGEST, lane])
        own, raw = begun[first + lane], room.raw[lane * MOST_RAW : lane * MOST_RAW + size]
        save_session(joint, state, room.luck[lane], room.staked[lane], rounds, point, own)
        save_outcomes(room.chance.direct, raw, room.turn[lane], at, own, left[first + lane])


@jit()
def run_lanes(
    chance: Any, tables: Any, joint: Any, cells: Any, seed: Any, first: Any, begun: Any, left: Any, paths: Any
) -> None:
    """Play sessions without a bankroll up to their last round."""
    room = make_room(chance, seed, first)
    for one in range(0, begun.shape[0], LANES):
        play_lanes(tables, joint, cells, room, one, begun, left, paths)
