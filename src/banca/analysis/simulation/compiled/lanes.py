"""Sessions without a bankroll, eight at once in the joint automaton.

**Why.** Without money to look at, all that a round needs is one look-up, but a look-up has to wait for the one before it: some five
cycles in which the processor could do twenty things. So four sessions are followed side by side (`follow_four`); more would need
more registers than there are. What is left is the money and the losing runs, which follow from the amounts that rounds bring, round
by round and in order. Within one session that cannot be vectorized; across sessions it can: `follow_four` only keeps what every
round brought, and for up to 64 rounds at a time `add_up_rounds` works through them with eight sessions ("lanes") in one vector register.

**The arrays.** Two words a cell, beside each other so that both come with one line of the cache: above, in 32 bits each, the steps
won and the index of the next state's cells; below, luck and units staked as in `JointAutomaton.counts`. A step is the largest amount
that divides whatever a round brings: amounts fit 32 bits that way, and eight of them one register. What is kept is the first of the
two words, by round and lane.

**Why LLVM by hand.** `add_up_rounds` is six vector instructions a round. Numba's own vectorizer does not find them: the same loop in
Python ran the whole simulation at a third of the speed (`tests/analysis/simulation/test_lanes.py` compares the two). The
instructions are portable; LLVM cuts them into whatever registers a processor has.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from banca.analysis.simulation.compiled.chance import HALVES, MOST_EACH, Draws, next_turn
from banca.analysis.simulation.compiled.folded import (
    STAKED_BITS,
    STAKED_MASK,
    JointAutomaton,
    save_outcomes,
    save_session,
)
from banca.analysis.simulation.tally import Array
from banca.jit import jit, jit_part

LANES, SIDE_BY_SIDE = 8, 4
"""Sessions at once, and those of them that are followed side by side."""
KEPT_ROUNDS = 64
"""Rounds that are kept before they are added up: 64 times 8 words of 8 bytes stay in the processor's nearest memory."""
MOST_RAW = MOST_EACH * HALVES
LOSING_RUN, LONGEST, WON = range(3)
"""Rows of the sums: losing rounds in a row, the most of them, and steps won; a column for each lane."""
HALF = 32


def lane_words(joint: JointAutomaton, step: int) -> Array:
    """Return the cells of an automaton as two words each; its stretch must be short enough for steps won of 32 bits."""
    following = 2 * joint.following.astype(np.int64)
    return np.stack([(joint.won // step << HALF) + following, joint.counts], axis=1).reshape(-1)


def _add_up_rounds(_typing: Any, words: Any, _rounds: Any, sums: Any) -> Any:
    """The signature and the instructions of this function, written out:

    for round in range(rounds):                       # eight lanes in each line below
        steps = int32(words[round] >> 32)
        losing_run = 0 if steps > 0 else losing_run - (steps >> 31)    # the shift gives -1 for a loss, else 0
        longest = max(longest, losing_run)
        won = won + steps
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, half = ir.IntType(64), ir.IntType(32)
        words_of_lanes, halves_of_lanes = ir.VectorType(word, LANES), ir.VectorType(half, LANES)
        kinds = {0: words_of_lanes, 2: halves_of_lanes}
        arrays = {at: context.make_array(signature.args[at])(context, builder, arguments[at]) for at in kinds}
        read, write = (builder.bitcast(arrays[at].data, kind.as_pointer()) for at, kind in kinds.items())
        rows = [ir.Constant(word, row) for row in (LOSING_RUN, LONGEST, WON)]
        zero = ir.Constant(halves_of_lanes, [0] * LANES)
        # Alignments are those of single elements: numpy promises no more.
        before = [builder.load(builder.gep(write, [row]), align=4) for row in rows]
        entry = builder.block
        loop, done = builder.append_basic_block("rounds"), builder.append_basic_block("done")
        builder.branch(loop)
        builder.position_at_end(loop)
        number, *state = builder.phi(word), *(builder.phi(halves_of_lanes) for _ in rows)
        losing_run, longest, won = state
        kept = builder.load(builder.gep(read, [number]), align=8)
        steps = builder.trunc(builder.ashr(kept, ir.Constant(words_of_lanes, [HALF] * LANES)), halves_of_lanes)
        loses = builder.ashr(steps, ir.Constant(halves_of_lanes, [HALF - 1] * LANES))
        runs = builder.select(builder.icmp_signed(">", steps, zero), zero, builder.sub(losing_run, loses))
        most = builder.select(builder.icmp_signed(">", runs, longest), runs, longest)
        after = [runs, most, builder.add(won, steps)]
        following = builder.add(number, ir.Constant(word, 1))
        for phi, first, then in zip(
            (number, *state), (ir.Constant(word, 0), *before), (following, *after), strict=True
        ):
            phi.add_incoming(first, entry)
            phi.add_incoming(then, loop)
        builder.cbranch(builder.icmp_signed("<", following, arguments[1]), loop, done)
        builder.position_at_end(done)
        for row, value in zip(rows, after, strict=True):
            builder.store(value, builder.gep(write, [row]), align=4)
        return context.get_dummy_value()

    return types.void(words, types.int64, sums), generate


add_up_rounds = cast("Callable[[Any, Any, Any], None]", intrinsic(_add_up_rounds))
"""Add the kept words of so many rounds, at least one, to the sums of all lanes."""


@jit_part(inlined=False)
def follow_four(cells: Any, raw: Any, rounds: Any, rows: Any, counted: Any, kept: Any) -> None:
    """Play some rounds of four sessions: where that leads them, their counts, and what each round brings them."""
    # Four of everything by name and not in a loop: only so does each stay in a register. All indices are unsigned, or numba would
    # look at every look-up whether it counts from the end.
    row_a, row_b, row_c, row_d = rows[0], rows[1], rows[2], rows[3]
    counted_a = counted_b = counted_c = counted_d = 0
    one, two, lanes = np.uint64(1), np.uint64(2), np.uint64(LANES)
    for number in range(rounds):
        upcoming, at = np.uint64(number), np.uint64(number) * lanes
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


class LaneBuffers(NamedTuple):
    """Buffers in which eight sessions are played, an element of each array for each lane."""

    draws: Draws
    """Its `raw` has room for one turn of every lane, MOST_RAW outcomes after those of the lane before."""
    kept: Array
    """Per round and lane: the first word of the cell."""
    sums: Array
    """What they were added up to."""
    row: Array
    """Where the cells of the state begin."""
    counted: Array
    worth: Array
    luck: Array
    staked: Array
    turn: Array


@jit()
def make_lane_buffers(chance: Any, seed: Any, first: Any) -> Any:
    """Return buffers for eight sessions."""
    pairs = np.zeros(LANES * MOST_RAW // 2, np.uint64)
    return LaneBuffers(
        Draws(chance, seed, first, np.zeros(HALVES, np.uint64), pairs.view(np.uint32), pairs),
        np.zeros(LANES * KEPT_ROUNDS, np.int64),
        np.zeros((3, LANES), np.int32),
        np.zeros(LANES, np.uint64),
        np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
    )


@jit_part(inlined=False)
def next_turns(buffers: Any, first: Any, last: Any, lanes: Any) -> None:
    """Draw the next turn of every lane's session; lanes beyond the last session play that one again, and are not looked at."""
    draws = buffers.draws
    for lane in range(lanes):
        raw, pairs = draws.raw[lane * MOST_RAW :], draws.pairs[lane * MOST_RAW // 2 :]
        own = Draws(draws.chance, draws.seed, draws.first, draws.rests, raw, pairs)
        buffers.turn[lane] = next_turn(own, min(first + lane, last), buffers.turn[lane] + 1)


@jit_part()
def play_rounds(words: Any, step: Any, buffers: Any, lanes: Any, at: Any, rounds: Any) -> None:
    """Play some rounds of the turns under way, in every lane."""
    # First all look-ups, four sessions after four, then all sums: what is kept in between never leaves the nearest memory.
    for lane in range(0, lanes, SIDE_BY_SIDE):
        until = lane + SIDE_BY_SIDE
        upcoming, counted = buffers.draws.raw[lane * MOST_RAW + at :], buffers.counted[lane:until]
        follow_four(words, upcoming, rounds, buffers.row[lane:until], counted, buffers.kept[lane:])
    add_up_rounds(buffers.kept, rounds, buffers.sums)
    for lane in range(LANES):
        buffers.worth[lane] += buffers.sums[WON, lane] * step
        buffers.sums[WON, lane] = 0
        buffers.luck[lane] += buffers.counted[lane] >> STAKED_BITS
        buffers.staked[lane] += buffers.counted[lane] & STAKED_MASK


@jit_part(inlined=False)
def play_lanes(
    tables: Any, joint: Any, words: Any, step: Any, buffers: Any, first: Any, started: Any, upcoming: Any, paths: Any
) -> None:
    """Play eight sessions up to their last round; where no more than four are left, four."""
    points, last, size = tables.points, tables.rounds - 1, HALVES * buffers.draws.chance.many
    sessions = min(started.shape[0] - first, LANES)
    lanes = LANES if sessions > SIDE_BY_SIDE else SIDE_BY_SIDE
    buffers.row[:], buffers.worth[:], buffers.sums[:], buffers.turn[:] = 0, 0, 0, -1
    buffers.luck[:], buffers.staked[:] = joint.first[0], joint.first[1]
    rounds, point, at = 0, 0, size
    while rounds < last:
        if at == size:
            next_turns(buffers, first, started.shape[0] - 1, lanes)
            at = 0
        # Up to the end of what is kept, of the counts' bits, of the turn, or of the rounds until the money is looked at.
        some = min(KEPT_ROUNDS, joint.stretch, points[point] - rounds, last - rounds, size - at)
        play_rounds(words, step, buffers, lanes, at, some)
        rounds += some
        at += some
        if rounds == points[point]:
            for lane in range(sessions):
                paths[first + lane, point] = buffers.worth[lane]
            point += 1
    for lane in range(sessions):
        state = (
            buffers.row[lane] >> np.uint64(1),  # two words a cell
            buffers.worth[lane],
            buffers.sums[LOSING_RUN, lane],
            buffers.sums[LONGEST, lane],
        )
        own, raw = started[first + lane], buffers.draws.raw[lane * MOST_RAW : lane * MOST_RAW + size]
        save_session(joint, state, buffers.luck[lane], buffers.staked[lane], rounds, point, own)
        save_outcomes(buffers.draws.chance.direct, raw, buffers.turn[lane], at, own, upcoming[first + lane])


@jit()
def run_lanes(
    chance: Any,
    tables: Any,
    joint: Any,
    words: Any,
    step: Any,
    seed: Any,
    first: Any,
    started: Any,
    upcoming: Any,
    paths: Any,
) -> None:
    """Play sessions without a bankroll up to their last round."""
    buffers = make_lane_buffers(chance, seed, first)
    for lane_0 in range(0, started.shape[0], LANES):
        play_lanes(tables, joint, words, step, buffers, lane_0, started, upcoming, paths)
