"""Craps simulated by hand, one thread each: peers for `simulation.py`.

In numba, twenty bets with a bankroll, a target and a stop-loss, for exactly this. Every bet has its own state. It counts
what a session ended with, staked and lasted, and how it ended; Banca also counts luck against the exact mean and the longest
losing run, and looks at the money along the way. In C (`simulation.c`), any strategy that Banca folds into one automaton.
"""

import math
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numba
import numpy as np

from banca.analysis.simulation.compiled.folded import STAKED_BITS
from banca.analysis.simulation.tally import Program

Array = np.ndarray[Any, Any]

C_SOURCE = Path(__file__).with_name("simulation.c")
C_LOOPS = {"C, joint table": "-DONE", "C, two sessions at once": "-DTWO"}
C_FLAGS = ("-O3", "-march=native", "-fno-tree-slp-vectorize")

STAKE = 1000
"""In avos, on every bet."""
ALL = 20 * STAKE
NET, STAKED, ROUNDS, ENDED = range(4)
ROUNDS_OVER, TARGET, STOP_LOSS, RUIN = range(4)
PAIRS = list(product(range(1, 7), repeat=2))

ONE_THROW = (
    dict.fromkeys((3, 4, 9, 10, 11), STAKE) | dict.fromkeys((2, 12), 2 * STAKE),  # field
    dict.fromkeys((2, 3, 12), 7 * STAKE),  # any craps
    {7: 4 * STAKE},
    {11: 15 * STAKE},
    {3: 15 * STAKE},
    {2: 30 * STAKE},
    {12: 30 * STAKE},
    dict.fromkeys((2, 12), 27 * STAKE // 4) | dict.fromkeys((3, 11), 3 * STAKE),  # horn
    dict.fromkeys(range(8, 13), STAKE),  # big
    dict.fromkeys(range(2, 7), STAKE),  # small
)
"""What the bets that one throw decides win, by total, in the order they are placed."""
HARD_WAYS = {4: 7 * STAKE, 6: 9 * STAKE, 8: 9 * STAKE, 10: 7 * STAKE}
BIG_NUMBERS = {5: 7 * STAKE // 5, 6: 7 * STAKE // 6, 8: 7 * STAKE // 6, 9: 7 * STAKE // 5}
SINGLE = len(ONE_THROW) + len(HARD_WAYS) + len(BIG_NUMBERS)
"""Bets that stand or do not: all but Pass and Come."""

POINTS = (0, 4, 5, 6, 8, 9, 10)
OFF = len(POINTS)
"""A Pass or Come bet that does not stand; below, the place of its point, 0 for the first throw."""


def single_bets() -> tuple[Array, Array]:
    """Per pair and bet: what comes back to the player, and whether the bet stays."""
    back, stays = np.zeros((36, SINGLE), dtype=np.int32), np.zeros((36, SINGLE), dtype=np.int32)
    for place, (one, other) in enumerate(PAIRS):
        total = one + other
        won = [prizes.get(total) for prizes in ONE_THROW]
        won += [prize if total == number and one == other else None for number, prize in HARD_WAYS.items()]
        won += [prize if total == number else None for number, prize in BIG_NUMBERS.items()]
        back[place] = [0 if prize is None else STAKE + prize for prize in won]
        numbers = (*HARD_WAYS, *BIG_NUMBERS)
        stays[place, len(ONE_THROW) :] = [total not in (7, number) for number in numbers]
    return back, stays


def line_bets() -> tuple[Array, Array]:
    """Per state of a Pass or Come bet and pair: the next state, and what comes back."""
    then, back = np.full((OFF + 1, 36), OFF), np.zeros((OFF + 1, 36), dtype=np.int64)
    for pair, (one, other) in enumerate(PAIRS):
        total = one + other
        for state, point in enumerate(POINTS):
            if total == point or (state == 0 and total in (7, 11)):
                back[state, pair] = 2 * STAKE
            elif state == 0 and total in POINTS:
                then[state, pair] = POINTS.index(total)
            elif state and total != 7:
                then[state, pair] = state
    return then, back


@numba.njit
def rotated(word: Any, by: Any) -> Any:  # compiled
    """Bits turned round to the left."""
    return (word << np.uint64(by)) | (word >> np.uint64(64 - by))


@numba.njit
def throws(chance: Any, pairs: Any) -> Any:  # compiled
    """Up to ten throws from one word of xoshiro256**, five from each half that is not too low; how many there are."""
    a, b, c, d = chance
    word, shifted = rotated(b * np.uint64(5), 7) * np.uint64(9), b << np.uint64(17)
    c ^= a
    d ^= b
    chance[0], chance[1], chance[2], chance[3] = a ^ d, b ^ c, c ^ shifted, rotated(d, 45)
    count = 0
    for half in (word & np.uint64(0xFFFF_FFFF), word >> np.uint64(32)):
        rest = half
        for place in range(5):
            rest *= np.uint64(36)
            pairs[count + place] = rest >> np.uint64(32)
            rest &= np.uint64(0xFFFF_FFFF)
        if rest >= np.uint64(1868800):
            count += 5
    return count


@numba.njit(nogil=True)
def play(  # by hand, one loop
    seed: Any,  # compiled
    bankroll: Any,
    target: Any,
    floor: Any,
    last: Any,
    back: Any,
    stays: Any,
    line_then: Any,
    line_back: Any,
    adds_up: Any,
    records: Any,
) -> None:
    """Play sessions, a row of `records` for each.

    With `adds_up`, the single bets are added up beforehand for as long as there is money for all of them.
    """
    chance = np.array([seed, 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB], dtype=np.uint64)
    stands, pairs = np.zeros(SINGLE, np.int32), np.zeros(10, np.int64)
    all_back, all_stay = back.sum(axis=1), stays.sum(axis=1)
    drawn = at = 0
    for session in range(records.shape[0]):
        cash, staked, rounds, ended = bankroll, 0, 0, -1
        passing, coming, point, standing, left = OFF, OFF, 0, 0, 0
        pair, was_full = 0, False
        stands[:] = 0
        while True:
            is_short = False
            has_all = ended < 0 and cash >= ALL
            if was_full and not has_all:
                for bet in range(SINGLE):
                    stands[bet] = stays[pair, bet]
            was_full = has_all and adds_up
            if has_all:
                passes, comes = (passing == OFF) & (point == 0), (coming == OFF) & (point != 0)
                passing, coming = passing * (1 - passes), coming * (1 - comes)
                placed = SINGLE - left + passes + comes
                if not adds_up:
                    for bet in range(SINGLE):
                        stands[bet] = 1
                cash -= placed * STAKE
                standing += placed
                staked += placed
            elif ended < 0:
                if passing == OFF and point == 0:
                    if cash < STAKE:
                        is_short = True
                    else:
                        passing, cash, standing, staked = 0, cash - STAKE, standing + 1, staked + 1
                if coming == OFF and point != 0:
                    if cash < STAKE:
                        is_short = True
                    else:
                        coming, cash, standing, staked = 0, cash - STAKE, standing + 1, staked + 1
                for bet in range(SINGLE):
                    if stands[bet] == 0:
                        if cash < STAKE:
                            is_short = True
                        else:
                            stands[bet], cash, standing, staked = 1, cash - STAKE, standing + 1, staked + 1
            if standing == 0 and (ended >= 0 or is_short):
                ended = RUIN if ended < 0 else ended
                break
            while at == drawn:
                drawn, at = throws(chance, pairs), 0
            pair = pairs[at]
            at += 1
            if was_full:
                received, left = all_back[pair], all_stay[pair]
            else:
                received = left = 0
                for bet in range(SINGLE):
                    received += stands[bet] * back[pair, bet]
                    stands[bet] *= stays[pair, bet]
                    left += stands[bet]
            cash += received + line_back[passing, pair] + line_back[coming, pair]
            passing, coming = line_then[passing, pair], line_then[coming, pair]
            point = line_then[point, pair] % OFF
            standing = left + (passing != OFF) + (coming != OFF)
            rounds += 1
            worth = cash + standing * STAKE
            if ended < 0:
                if worth >= target:
                    ended = TARGET
                elif worth <= floor:
                    ended = STOP_LOSS
                elif rounds >= last:
                    ended = ROUNDS_OVER
        records[session, NET], records[session, STAKED] = cash - bankroll, staked * STAKE
        records[session, ROUNDS], records[session, ENDED] = rounds, ended


def by_hand(
    seed: int, sessions: int, *, bankroll: int, target: int, stop_loss: int, rounds: int, adds_up: bool = False
) -> Array:
    """Records of sessions: net, staked, rounds and how they ended, amounts in avos."""
    records = np.zeros((sessions, 4), dtype=np.int64)
    play(seed, bankroll, target, bankroll - stop_loss, rounds, *single_bets(), *line_bets(), adds_up, records)
    return records


def compile_loops(folder: Path) -> dict[str, Path]:
    """The C loops; none where there is no gcc."""
    compiler = shutil.which("gcc")
    loops: dict[str, Path] = {}
    if compiler is None:
        return loops
    for name, flag in C_LOOPS.items():
        loops[name] = folder / flag
        subprocess.run([compiler, *C_FLAGS, flag, str(C_SOURCE), "-o", str(loops[name])], check=True)  # ours
    return loops


def as_cells(program: Program) -> bytes:
    """The joint automaton as the C loops read it: a state's cells are the 36 pairs, whatever Banca's are."""
    chance, tables, joint, _policy = program.arrays
    minimum = tables.minimum
    if joint is None:
        sys.exit("the C loops play only what folds into one automaton")
    column = np.arange(36) if joint.columns == 36 else chance.class_of.astype(np.int64)
    cells = (np.arange(len(joint.seats))[:, None] * joint.columns + column).reshape(-1)
    heading = [len(cells), int(joint.first[1]) * minimum]
    following = joint.following[cells] // joint.columns * 36
    staked = (joint.counts[cells] & ((1 << STAKED_BITS) - 1)) * minimum
    money = np.stack([joint.won[cells], staked], axis=1)
    return b"".join(np.asarray(part, dtype=np.int32).tobytes() for part in (heading, following, money))


def by_c(loop: Path, cells: bytes, sessions: int, rounds: int, seed: int) -> tuple[int, float, float, float]:
    """One run of a C loop: throws, seconds, the net per throw and its standard error."""
    command = [str(loop), str(sessions), str(rounds), str(seed)]
    printed = subprocess.run(command, input=cells, capture_output=True, check=True).stdout.split()  # ours
    seconds, thrown, net, _, squares = map(float, printed)
    error = math.sqrt((squares - net * net / sessions) * sessions / (sessions - 1)) / thrown
    return int(thrown), seconds, net / thrown, error
