"""Write the counts of the bank against seven gates, `games/pai_kao/exact/gates.json`, for every two policies.

python tools/pai_kao_gates.py KEPT.jsonl           # work out what is missing in KEPT.jsonl, then write what is whole
python tools/pai_kao_gates.py KEPT.jsonl --write   # only write

All of it takes about 40 minutes of one core. Each line that is kept is one hand and setting of the banker's, so it may be stopped at any time.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from functools import cache
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from banca.games.pai_kao.exact import (
    CLASSES_OF,
    COPIES,
    DEALS,
    DESCRIBED,
    EQUILIBRIUM,
    HANDS,
    HANDS_LEFT,
    MOST_GATES,
    PLACES,
    WAYS,
    Orders,
    Policy,
    Seat,
    most_often,
    orders,
    policy,
)
from banca.games.pai_kao.exact.compiled import PLAYER_FRONT, REAR, all_weights
from banca.games.pai_kao.tiles import HAND
from banca.jit import jit, jit_part
from banca.rules import Defect

FILE = Path(__file__).parent.parent / "src/banca/games/pai_kao/exact/gates.json"
Line = tuple[str, int, int, int]
"""A policy of the gates, a hand of the banker's, and the classes of its front and rear."""

WORD = 1 << 64

# Seven gates against one hand of the banker's. Gates share the tiles, so that their results are not independent, and all deals are far
# too many to go through. Instead inclusion and exclusion: seven hands of four that take all 28 tiles left are counted from seven hands
# drawn *with* putting back out of every set of these tiles, with a sign by the set's size. Of a set only W and L matter, how many
# hands within it win and lose; in how many ways a gates win and b lose is a sum of W^a L^b over all sets. All of it is counted modulo
# 2^64, which is a ring like the integers; `whole_counts` finds the few results that are longer than a word by other means.

Words = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
Results = npt.NDArray[np.int8]

POWERS = MOST_GATES + 1
LEFT = sum(COPIES) - HAND
"""Tiles that the banker's hand leaves."""
BLOCK = 4096
"""Sets of the inner kinds, at most: what is counted of them stays near the processor."""
ABREAST = 4
"""Words that are added up abreast; each has the winning and the losing hands of two sets, 16 bits for each."""
SETS = 2 * ABREAST
FIELD, MASK = np.uint64(16), np.uint64(0xFFFF)
WIN, LOSE = 1, 2
MOST = comb(LEFT, HAND)
"""Hands within a set, at most."""
ROWS = np.array([comb(size, HAND + 1) + size for size in range(LEFT + 1)], dtype=np.uint64)
"""Per size of a set: where the rows for its losing hands begin, of which it has from none to C(size, 4)."""

_HAVE = np.array([[hand.count(kind) for kind in range(len(COPIES))] for hand in HANDS])
"""Per hand: how many it has of each kind."""
_CHOOSE = np.array([[comb(have, count) for count in range(3)] for have in range(3)], dtype=np.uint64)


class Grid(NamedTuple):
    """All sets of the tiles that a hand leaves, by kind: a set of the inner kinds with one of the outer kinds."""

    inner: Places
    """Of each inner kind: how many of it may be in a set, and one more."""
    inner_sets: Words
    """Per set of the inner kinds: its size, and how many sets of tiles it is."""
    outer_sets: Words
    """Likewise; the last ones, which fill up a row, are none."""
    parts: Places
    """Per hand: the place of its inner tiles and the row of its outer ones; below zero where the tiles left do not make it."""
    rows: Words
    """Per outer part of a hand: how often each outer set has it, two sets in a word."""


def grid(hand: int) -> Grid:
    """The sets of what `hand` leaves."""
    left = np.array(COPIES) - _HAVE[hand]
    # The kinds with most tiles left first, as outer kinds, until the sets of the others fit near the processor.
    kinds = np.argsort(-left, kind="stable")[: np.count_nonzero(left)]
    first = next(index for index in range(len(kinds)) if (left[kinds[index:]] + 1).prod() <= BLOCK)
    outer, inner = kinds[:first], kinds[first:]
    is_left = (left >= _HAVE).all(axis=1)
    outer_parts, numbers = np.unique(_HAVE[:, outer][is_left], axis=0, return_inverse=True)
    parts = np.full((len(HANDS), 2), -1)
    strides = [(left[inner[index + 1 :]] + 1).prod() for index in range(len(inner))]
    parts[is_left, 0] = _HAVE[:, inner][is_left] @ strides
    parts[is_left, 1] = numbers.reshape(-1)
    outer_sets, rows = _sets(left[outer]), np.ones((len(outer_parts), 1), np.uint64)
    for index, kind in enumerate(outer):
        rows = (rows[:, :, None] * _CHOOSE[: left[kind] + 1, outer_parts[:, index]].T[:, None]).reshape(len(rows), -1)
    filled = -len(outer_sets) % SETS
    rows = np.pad(rows, ((0, 0), (0, filled)))
    return Grid(
        inner=left[inner] + 1,
        inner_sets=_sets(left[inner]),
        outer_sets=np.pad(outer_sets, ((0, filled), (0, 0))),
        parts=parts,
        rows=rows[:, ::2] | rows[:, 1::2] << FIELD + FIELD,
    )


def _sets(copies: Places) -> Words:
    """Per set of these kinds, in their order: its size, and how many sets of tiles it is."""
    sizes, ways = np.zeros(1, np.uint64), np.ones(1, np.uint64)
    for most in copies:
        sizes = (sizes[:, None] + np.arange(most + 1, dtype=np.uint64)).reshape(-1)
        ways = (ways[:, None] * _CHOOSE[most, : most + 1]).reshape(-1)
    return np.column_stack([sizes, ways])


def results(front: int, rear: int, gates: Places) -> Results:
    """Per hand, set as `gates` says: whether its gate wins or loses against a front and a rear of the banker's. pai_kao 6.1, 6.2."""
    hands = np.arange(len(HANDS))
    fronts, rears = PLAYER_FRONT[hands, gates] > front, REAR[hands, gates] > rear
    return np.where(fronts & rears, WIN, np.where(fronts | rears, 0, LOSE)).astype(np.int8)


@jit_part(inlined=False)
def _along(values: Any, width: Any, sets: Any) -> None:
    """Along one kind, in place: for each set, what all its parts come to, each as often as its tiles make it."""
    # Sets along this kind lie `width` apart, with none, one or both of its tiles. A set with both has the parts with one of
    # them twice, as either tile makes it: (1 + x)^2 in place of 1 + x + x^2. Written in place, highest last.
    for start in range(0, values.shape[0], sets * width):
        with_none, with_one = values[start : start + width], values[start + width : start + 2 * width]
        if sets == 2:
            for place in range(width):
                with_one[place] += with_none[place]
        else:
            with_two = values[start + 2 * width : start + 3 * width]
            for place in range(width):
                both = with_none[place] + with_one[place]
                with_two[place] += both + with_one[place]
                with_one[place] = both


@jit_part(inlined=False)
def _count_within(values: Any, results: Any, sets: Any, first: Any) -> None:
    """For the outer sets from word `first` on: how many winning and losing hands lie within each set."""
    values[:] = 0
    for hand in range(results.shape[0]):
        # A winning hand is counted in the lower 16 bits of its field, a losing one in the upper: both sums in one addition.
        # Neither leaves its bits, as no set has more than C(28, 4) = 20,475 hands.
        place, row = sets.parts[hand, 0] * ABREAST, sets.parts[hand, 1]
        if results[hand] and place >= 0:
            field = FIELD * np.uint64(results[hand] - WIN)
            for word in range(ABREAST):
                values[place + word] += sets.rows[row, first + word] << field
    width = ABREAST
    for kind in range(sets.inner.shape[0] - 1, -1, -1):
        _along(values, width, sets.inner[kind])
        width *= sets.inner[kind]


@jit_part(inlined=False)
def _add_powers(values: Any, sets: Any, outer: Any, begin: Any, sums: Any) -> None:
    """Add, for each set, its ways times every power of its winning hands to the row of its size and its losing hands."""
    inner = sets.inner_sets
    for part in range(outer.shape[0]):
        size, ways, shift = outer[part, 0], outer[part, 1], np.uint64(part % 2) * (FIELD + FIELD)
        for place in range(inner.shape[0]):
            both = values[place * ABREAST + part // 2] >> shift
            wins, loses = both & MASK, both >> FIELD & MASK
            # Only the powers of W are multiplied out here; those of L follow once for each row, in `_count`.
            row = sums[begin[size + inner[place, 0]] + loses]
            power = ways * inner[place, 1]
            for a in range(POWERS):
                row[a] += power
                power *= wins


@jit()
def _count(results: Any, sets: Any, begin: Any) -> Any:
    """Per size of the sets: the sums of W^a L^b over them, each as often as tiles make the set, modulo 2^64."""
    sums = np.zeros((np.int64(begin[-1]) + MOST + 1, POWERS), np.uint64)
    values = np.zeros(sets.inner_sets.shape[0] * ABREAST, np.uint64)
    for first in range(0, sets.outer_sets.shape[0], SETS):
        _count_within(values, results, sets, first // 2)
        _add_powers(values, sets, sets.outer_sets[first : first + SETS], begin, sums)
    total = np.zeros((LEFT + 1, POWERS, POWERS), np.uint64)
    for size in range(LEFT + 1):
        start, end = np.int64(begin[size]), np.int64(begin[size + 1]) if size < LEFT else sums.shape[0]
        for place in range(start, end):
            for a in range(POWERS):
                power = sums[place, a]
                for b in range(POWERS - a):
                    total[size, a, b] += power
                    power *= np.uint64(place - start)
    return total


def rows_of_seven(sets: Grid, results: Results) -> list[list[int]]:
    """Per a and b: the rows of seven hands of which the first a win and the next b lose, modulo 2^64."""
    rows = [[0] * POWERS for _ in range(POWERS)]
    for size, sums in enumerate(_count(results, sets, ROWS).tolist()):
        for a, b in PLACES:
            # The sign of inclusion and exclusion; gates that need neither win nor lose have any hand within the set.
            rows[a][b] += (-1) ** (LEFT - size) * comb(size, HAND) ** (MOST_GATES - a - b) * sums[a][b]
    return [[count % WORD for count in row] for row in rows]


def whole_counts(rows: list[list[int]], wins: int, loses: int) -> Orders:
    """The weight of each order of seven results against a hand, from `rows_of_seven`, which are modulo 2^64.

    No order weighs more than all deals divided by the orders of its results, so that only three may be longer than a word. These follow
    from `wins` and `loses`, the hands that win and lose against it: a gate wins as often as if it were alone.
    """
    words = {(won, lost): _with_ties(rows, won, lost) % WORD for won, lost in PLACES}
    ends = [(MOST_GATES, 0), (0, MOST_GATES), (0, 0)]
    others = {place: orders(*place) * weight for place, weight in words.items() if place not in ends}
    exactly = {
        ends[0]: DEALS * wins // HANDS_LEFT - sum(won * weight for (won, _), weight in others.items()) // MOST_GATES,
        ends[1]: DEALS * loses // HANDS_LEFT - sum(lost * weight for (_, lost), weight in others.items()) // MOST_GATES,
    }
    exactly[ends[2]] = DEALS - sum(others.values()) - sum(exactly.values())
    is_right = all(0 <= weight <= DEALS and weight % WORD == words[place] for place, weight in exactly.items())
    if not is_right or max(others.values()) > DEALS:
        raise Defect("the counts of seven gates contradict each other")
    return words | exactly


def digest_of_policies(player: Policy, banker: Policy) -> str:
    """What two policies amount to."""
    return hashlib.sha256(json.dumps([player.weights, banker.weights]).encode()).hexdigest()


def _with_ties(rows: list[list[int]], wins: int, loses: int) -> int:
    """Rows whose first gates win, whose next ones lose, and whose others tie: neither win nor lose."""
    ties = MOST_GATES - wins - loses
    return sum(
        (-1) ** (more + less) * orders(more, less, ties) * rows[wins + more][loses + less]
        for more in range(ties + 1)
        for less in range(ties + 1 - more)
    )


def work_out(path: Path) -> None:
    """Add to the file what it does not have yet, the banker's equilibrium first."""
    done = set(read(path))
    with path.open("a", encoding="utf-8") as file:
        for bankers in ([EQUILIBRIUM], list(DESCRIBED)):
            for player in DESCRIBED:
                gates = settings_of(player)
                for hand in range(len(HANDS)):
                    missing = {(player, hand, *classes) for classes in taken(hand, bankers)} - done
                    sets = grid(hand) if missing else None
                    for line in sorted(missing):
                        rows = rows_of_seven(sets, results(*line[2:], gates)) if sets else []
                        file.write(json.dumps([*line, [rows[a][b] for a, b in PLACES]]) + "\n")
                    done |= missing
                    file.flush()
                print(f"{player} against {', '.join(bankers)}", flush=True)


def taken(hand: int, bankers: list[str]) -> set[tuple[int, int]]:
    """The classes of the settings that some of these policies give a hand."""
    shares = [policy(name, Seat.BANKER).weights[hand] for name in bankers]
    return {classes for place, classes in enumerate(CLASSES_OF[hand]) if any(share[place] for share in shares)}


@cache
def settings_of(player: str) -> Places:
    """The setting that a gate takes of each hand."""
    return np.array([weights.index(1) for weights in most_often(policy(player, Seat.PLAYER)).weights])


def read(path: Path) -> dict[Line, list[int]]:
    """What is kept."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {(player, hand, front, rear): rows for player, hand, front, rear, rows in map(json.loads, lines)}


def whole(line: Line, kept: list[int]) -> Orders:
    """The counts of one hand and setting."""
    player, hand, front, rear = line
    rows = [[0] * POWERS for _ in range(POWERS)]
    for (a, b), count in zip(PLACES, kept, strict=True):
        rows[a][b] = count
    met, many = results(front, rear, settings_of(player)), all_weights()[hand]
    return whole_counts(rows, int(many[met == WIN].sum()), int(many[met == LOSE].sum()))


def added_up(counts: dict[Line, Orders], player: str, banker: Policy) -> Iterator[int]:
    """Over all hands of the banker's and its settings: the weight of each order of results."""
    for place in PLACES:
        yield sum(
            WAYS[hand] * share * counts[player, hand, *classes][place]
            for hand, shares in enumerate(banker.weights)
            for classes, share in zip(CLASSES_OF[hand], shares, strict=True)
            if share
        )


def write(path: Path) -> None:
    """Write every two policies of which nothing is missing."""
    counts = {line: whole(line, rows) for line, rows in read(path).items()}
    found = {}
    for player in DESCRIBED:
        for banker in DESCRIBED:
            if all((player, hand, *one) in counts for hand in range(len(HANDS)) for one in taken(hand, [banker])):
                own, theirs = most_often(policy(player, Seat.PLAYER)), policy(banker, Seat.BANKER)
                orders = list(added_up(counts, player, theirs))
                found[f"{player} {banker}"] = {"sha256": digest_of_policies(own, theirs), "orders": orders}
    FILE.write_text(json.dumps(found, indent=0, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{FILE.name}: {len(found)} of {len(DESCRIBED) ** 2}")


if __name__ == "__main__":
    if "--write" not in sys.argv:
        work_out(Path(sys.argv[1]))
    write(Path(sys.argv[1]))
