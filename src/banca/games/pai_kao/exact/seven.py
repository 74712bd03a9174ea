"""A hand of the banker's against seven gates, compiled: in how many deals so many gates win and so many lose. Needs the extra `fast`.

The 28 tiles left make seven hands. Rows of seven hands in which each tile lies once are counted as permanents are in Ryser's
formula: over all sets U of tiles, with the sign of 28 - |U|, the rows of any seven hands within U. Hands within U are counted one by
one, so there are W(U)^a L(U)^b C(|U|, 4)^(7 - a - b) rows of which the first a win and the next b lose. Sets are taken by kind, at most
11 million of them. Sums are modulo 2^64; `gates` knows what else they must be.
"""

from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from banca.games.pai_kao import ZERO_CLASSES
from banca.games.pai_kao.exact.deals import CLASSES_OF, COPIES, HANDS
from banca.games.pai_kao.exact.gates import MOST_GATES, PLACES, WORD
from banca.games.pai_kao.tiles import HAND
from banca.jit import jit, piece

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
_FRONT = np.array([[front for front, _ in options] for options in CLASSES_OF], dtype=np.int64)
_REAR = np.array([[rear for _, rear in options] for options in CLASSES_OF], dtype=np.int64)
_GATE_FRONT = np.where(_FRONT >= ZERO_CLASSES, _FRONT, -1)
"""A player's front of zero beats nothing. pai_kao 6.2."""


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
    kinds = np.argsort(-left, kind="stable")[: np.count_nonzero(left)]
    first = next(place for place in range(len(kinds)) if (left[kinds[place:]] + 1).prod() <= BLOCK)
    outer, inner = kinds[:first], kinds[first:]
    is_left = (left >= _HAVE).all(axis=1)
    outer_parts, numbers = np.unique(_HAVE[:, outer][is_left], axis=0, return_inverse=True)
    parts = np.full((len(HANDS), 2), -1)
    strides = [(left[inner[place + 1 :]] + 1).prod() for place in range(len(inner))]
    parts[is_left, 0] = _HAVE[:, inner][is_left] @ strides
    parts[is_left, 1] = numbers.reshape(-1)
    outer_sets, rows = _sets(left[outer]), np.ones((len(outer_parts), 1), np.uint64)
    for place, kind in enumerate(outer):
        rows = (rows[:, :, None] * _CHOOSE[: left[kind] + 1, outer_parts[:, place]].T[:, None]).reshape(len(rows), -1)
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
    fronts, rears = _GATE_FRONT[hands, gates] > front, _REAR[hands, gates] > rear
    return np.where(fronts & rears, WIN, np.where(fronts | rears, 0, LOSE)).astype(np.int8)


@piece(inlined=False)
def _along(values: Any, width: Any, sets: Any) -> None:
    """Along one kind, in place: for each set, what all its parts come to, each as often as its tiles make it."""
    for start in range(0, values.shape[0], sets * width):
        none, one = values[start : start + width], values[start + width : start + 2 * width]
        if sets == 2:
            for place in range(width):
                one[place] += none[place]
        else:
            two = values[start + 2 * width : start + 3 * width]
            for place in range(width):
                both = none[place] + one[place]
                two[place] += both + one[place]
                one[place] = both


@piece(inlined=False)
def _count_within(values: Any, results: Any, sets: Any, first: Any) -> None:
    """For the outer sets from word `first` on: how many winning and losing hands lie within each set."""
    values[:] = 0
    for hand in range(results.shape[0]):
        place, row = sets.parts[hand, 0] * ABREAST, sets.parts[hand, 1]
        if results[hand] and place >= 0:
            field = FIELD * np.uint64(results[hand] - WIN)
            for word in range(ABREAST):
                values[place + word] += sets.rows[row, first + word] << field
    width = ABREAST
    for kind in range(sets.inner.shape[0] - 1, -1, -1):
        _along(values, width, sets.inner[kind])
        width *= sets.inner[kind]


@piece(inlined=False)
def _add_powers(values: Any, sets: Any, outer: Any, begin: Any, sums: Any) -> None:
    """Add, for each set, its ways times every power of its winning hands to the row of its size and its losing hands."""
    inner = sets.inner_sets
    for one in range(outer.shape[0]):
        size, ways, shift = outer[one, 0], outer[one, 1], np.uint64(one % 2) * (FIELD + FIELD)
        for place in range(inner.shape[0]):
            both = values[place * ABREAST + one // 2] >> shift
            wins, loses = both & MASK, both >> FIELD & MASK
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
    found = np.zeros((LEFT + 1, POWERS, POWERS), np.uint64)
    for size in range(LEFT + 1):
        start, end = np.int64(begin[size]), np.int64(begin[size + 1]) if size < LEFT else sums.shape[0]
        for place in range(start, end):
            for a in range(POWERS):
                power = sums[place, a]
                for b in range(POWERS - a):
                    found[size, a, b] += power
                    power *= np.uint64(place - start)
    return found


def rows_of_seven(sets: Grid, results: Results) -> list[list[int]]:
    """Per a and b: the rows of seven hands of which the first a win and the next b lose, modulo 2^64."""
    rows = [[0] * POWERS for _ in range(POWERS)]
    for size, sums in enumerate(_count(results, sets, ROWS).tolist()):
        for a, b in PLACES:
            rows[a][b] += (-1) ** (LEFT - size) * comb(size, HAND) ** (MOST_GATES - a - b) * sums[a][b]
    return [[count % WORD for count in row] for row in rows]
