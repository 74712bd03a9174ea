"""Automata side by side: where a strategy as a whole does not fold, its lines by themselves, or a few together.

Lines belong together where one is added to another or both are on one bet, as they are paid as one. R-money-1. A Labouchère line
is an automaton too if its stake is left out: what a round brings is then so much per unit.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from banca.rulebook import Outcome
from banca.simulation.compiled.fold import STAKED_BITS, Joint, fold
from banca.simulation.compiled.tables import LABOUCHERE, CompiledTables
from banca.simulation.plan import Plan
from banca.simulation.progressions import FLAT
from banca.simulation.records import Array

FOLLOWING, WON, COUNTS, NEED = range(4)
"""The columns of a cell: the next row, what the round brings in avos, luck and units staked, and what then stands in avos.

Of a line whose stake is left out: the next row, avos and luck for each unit, and one of these:
"""
OFF, STAYS, PLACED = range(3)
MOST_TOGETHER = 300
"""States that one automaton may have: more would be slower to read than two."""

Side = tuple[tuple[int, ...], Joint]
"""The places of some lines, and their automaton."""


class SideBySide(NamedTuple):
    """The lines of a plan as automata; the rows of one follow those of the other. The first alone knows the table's state."""

    cells: Array
    """Per row and class of outcomes: see the columns above."""
    first: Array
    """Per automaton: its first row."""
    lines: Array
    """Per automaton: bits of its lines."""
    seats: Array
    """Per state: its seat, with the lines of its own automaton."""
    luck: int
    """Before the first round."""
    staked: int
    """In units."""
    need: int
    """What that takes, in avos."""
    most_need: int
    """What the bets of these lines take at most."""
    places: Array
    """Per Labouchère line: its place among the lines."""
    carried: Array
    """The cells of their automata."""
    carried_first: Array
    carried_seats: Array
    is_placed: Array
    """Whether it is placed before the first round."""
    value: Array
    """The mean of what is placed, per unit, as `CompiledTables.value`."""
    unit: Array
    """The play's stake, in units."""
    highest: Array
    """What a loss is written as at most."""
    own: Array
    length: Array
    most: int
    """The highest stake, in units."""


def side_by_side(
    plan: Plan, tables: CompiledTables, outcomes: Sequence[Outcome], denominator: int, *, merges: bool
) -> SideBySide | None:
    """The lines of a plan, each by itself or as many together as have few states between them; None where one does not fold."""
    folded: list[Side] = []
    carried: list[Side] = []
    for places in belonging(plan):
        joint = fold(plan, tables, outcomes, denominator, places)
        if joint is not None:
            folded.append((places, joint))
            continue
        by_unit = None
        if is_carried(plan, tables, places):
            by_unit = fold(with_units(plan, places), tables, outcomes, denominator, places)
        if by_unit is None:
            return None
        carried.append((places, by_unit))
    sides: list[Side] = []
    for places, joint in sorted(folded, key=lambda one: len(one[1].seats)):
        both = None
        if merges and sides and states_together(sides[-1][1], joint) <= MOST_TOGETHER:
            both = fold(plan, tables, outcomes, denominator, sorted((*sides[-1][0], *places)))
        if both is None:
            sides.append((places, joint))
        else:
            sides[-1] = tuple(sorted((*sides[-1][0], *places))), both
    return _packed(tables, sides[::-1], carried)


def belonging(plan: Plan) -> list[tuple[int, ...]]:
    """The lines that belong together, by their places."""
    flat = {line.bet.added_to for line in plan.lines}
    found: dict[str, list[int]] = {}
    for place, line in enumerate(plan.lines):
        bet = line.bet
        found.setdefault(bet.added_to or (bet.id if bet.id in flat else bet.key), []).append(place)
    return [tuple(places) for places in found.values()]


def is_carried(plan: Plan, tables: CompiledTables, places: Sequence[int]) -> bool:
    """Whether lines are one Labouchère line that is never taken down and whose payments are never rounded."""
    (place, *more) = places
    line = plan.lines[place]
    return not more and tables.kind[place] == LABOUCHERE and not line.down_in and not line.chances


def with_units(plan: Plan, places: Sequence[int]) -> Plan:
    """The plan with one unit as the stake of some lines."""
    lines = list(plan.lines)
    for place in places:
        play = replace(lines[place].play, stake=plan.limits.minimum, progression=FLAT)
        lines[place] = replace(lines[place], play=play)
    return replace(plan, lines=tuple(lines))


def states_together(one: Joint, other: Joint) -> int:
    """States that two automata have together at most: both see one table."""
    mine, theirs = (Counter(joint.seats[:, 0].tolist()) for joint in (one, other))
    return sum(count * theirs[table] for table, count in mine.items())


def minimised(joint: Joint, *, with_table: bool) -> Joint:
    """The same with one state for all that cannot be told apart; without the table's, where others know that."""
    states, columns = len(joint.seats), joint.columns
    following = joint.following.reshape(states, columns).astype(np.int64) // columns
    cells = [one.reshape(states, columns) for one in (joint.won, joint.counts)]
    known = _numbered([joint.seats if with_table else joint.seats[:, 1:], *cells])
    count = 0
    while known.max() >= count:
        count = int(known.max()) + 1
        known = _numbered([known[:, np.newaxis], known[following]])
    chosen = np.array([int(np.flatnonzero(known == state)[0]) for state in range(count)])
    kept = (chosen[:, np.newaxis] * columns + np.arange(columns)).reshape(-1)
    return joint._replace(
        following=(known[following[chosen]] * columns).reshape(-1).astype(np.uint32),
        won=joint.won[kept],
        counts=joint.counts[kept],
        need=joint.need[kept],
        seats=joint.seats[chosen],
    )


def _numbered(parts: Sequence[Array]) -> Array:
    """A number for each different row, in the order of their first: the first row's is 0."""
    _, first, which = np.unique(np.hstack(parts), axis=0, return_index=True, return_inverse=True)
    order = np.empty(len(first), dtype=np.int64)
    order[np.argsort(first)] = np.arange(len(first))
    return np.asarray(order[which.reshape(-1)])


def _packed(tables: CompiledTables, sides: list[Side], carried: list[Side]) -> SideBySide:
    joints = [minimised(joint, with_table=place == 0) for place, (_, joint) in enumerate([*sides, *carried])]
    folded, by_unit = joints[: len(sides)], joints[len(sides) :]
    places = np.array([place for (place,), _ in carried], dtype=np.int64)
    values = tables.value[tables.start[places]]
    return SideBySide(
        cells=_behind_each_other([_cells(tables, joint) for joint in folded], FOLLOWING),
        first=np.array(_starts(folded), dtype=np.uint64),
        lines=np.array([sum(1 << place for place in lines) for lines, _ in sides], dtype=np.uint64),
        seats=_behind_each_other([joint.seats for joint in folded]),
        luck=sum(int(joint.first[0]) for joint in folded),
        staked=sum(int(joint.first[1]) for joint in folded),
        need=sum(joint.first_need for joint in folded),
        most_need=sum(int(_cells(tables, joint)[:, NEED].max()) for joint in folded),
        places=places,
        carried=_behind_each_other(
            [_unit_cells(tables, joint, int(value)) for joint, value in zip(by_unit, values, strict=True)], FOLLOWING
        ),
        carried_first=np.array(_starts(by_unit), dtype=np.int64),
        carried_seats=_behind_each_other([joint.seats for joint in by_unit]),
        is_placed=np.array([joint.first[1] > 0 for joint in by_unit], dtype=np.bool_),
        value=values,
        unit=tables.unit[places],
        highest=tables.most // tables.unit[places],
        own=tables.numbers[places],
        length=tables.length[places],
        most=tables.most,
    )


def _standing(tables: CompiledTables, joint: Joint) -> Array:
    """Per cell: the units that stand in the next state."""
    units = joint.seats[:, -len(tables.slot_line) :].sum(axis=1)
    return np.asarray(units[joint.following // joint.columns])


def _cells(tables: CompiledTables, joint: Joint) -> Array:
    need = _standing(tables, joint) * tables.minimum
    return np.stack([joint.following.astype(np.int64), joint.won, joint.counts, need], axis=1)


def _unit_cells(tables: CompiledTables, joint: Joint, value: int) -> Array:
    """What is placed anew has another stake than what was decided, and so its luck is counted apart."""
    placed = joint.counts & ((1 << STAKED_BITS) - 1)
    luck = (joint.counts >> STAKED_BITS) + placed * value
    then = np.where(placed > 0, PLACED, np.where(_standing(tables, joint) > 0, STAYS, OFF))
    return np.stack([joint.following.astype(np.int64), joint.won, luck, then], axis=1)


def _starts(joints: Sequence[Joint]) -> list[int]:
    """The first row of each automaton."""
    return [sum(len(one.following) for one in joints[:place]) for place in range(len(joints))]


def _behind_each_other(tables: list[Array], rows: int | None = None) -> Array:
    """Tables as one; in the column of rows, each counted on from those before it."""
    before = 0
    for table in tables:
        if rows is not None:
            table[:, rows] += before
        before += len(table)
    return np.concatenate(tables) if tables else np.zeros((0, 1), dtype=np.int64)
