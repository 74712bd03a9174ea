"""A plan as tables of integers, for the compiled runner. Stakes are counted in minimums, money in avos."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from banca.analysis.simulation.plan import Plan, PlanLine
from banca.analysis.simulation.strategy import FLAT, LONGEST_LINE, TOO_LARGE_TO_COUNT, Labouchere, Ladder
from banca.analysis.simulation.tally import Array
from banca.rules import Bet, Decided, Outcome, Refusal, State, Stay, format_patacas, net_per_unit

MOST = 1 << 62
FINE = 28
"""Bits of a mean that is too long to be counted in exactly: it is right to the ninth digit."""
NEVER = 1 << 61
"""A target that nobody reaches."""
LADDER, LABOUCHERE, ADDITIONAL = range(3)
"""The kinds of lines: how they find their stake."""

Rows = list[dict[State, int]]
"""Per line: the row of each state of its bet."""


class CompiledTables(NamedTuple):
    """Everything the compiled runner reads. Rows are the states of all lines' bets, one line's after the other's."""

    classes: int
    table_after: Array
    may: Array
    """Per state of the table: a bit for each line that may be placed."""
    down: Array
    plain: int
    """The bits of the lines that are added to no other."""
    first_slot: Array
    at_once: Array
    slot_line: Array
    start: Array
    cells: Array
    """Per row and class: the next row, or -1 - decision."""
    adds: Array
    """Per row: a bit for each line that may be added to a bet standing there."""
    spot: Array
    """Per row: where stakes of several slots may come to lie on one bet in one state, a number of that; else -1."""
    value: Array
    """Per row: the mean still to come, in `denominator`ths of a unit per unit."""
    decided_from: Array
    """Per row: where payments may be rounded, the first of the bet's decisions; else -1."""
    weights: Array
    """Per such row and decision: its chance, in `denominator`ths of a unit for each chip received."""
    whole: int
    """The denominator."""
    per_chip: int
    """What a chip is in them, where payments may be rounded."""
    gain: Array
    """Per decision: the exact net, likewise."""
    sign: Array
    """Per decision: whether a progression goes on as after a win (1), as after a loss (-1), or not at all."""
    per_unit: Array
    """Per decision: avos received per unit staked where that is whole chips, else -1."""
    due: Array
    """Per decision: avos due per unit staked, times `due_by`."""
    due_by: Array
    kind: Array
    steps: Array
    """Per line and step of its ladder: the stake in units."""
    top: Array
    win: Array
    lose: Array
    restarts: Array
    unit: Array
    """Per line: its play's stake in units."""
    numbers: Array
    """Per line: its Labouchère line, or the numerator and denominator of units added per unit of the flat bet."""
    length: Array
    minimum: int
    most: int
    """The highest stake, in units."""
    chip: int
    bankroll: int
    """Below zero: money for every bet."""
    target: int
    floor: int
    rounds: int
    points: Array


def denominator(plan: Plan) -> int:
    """A common denominator of everything that may be gained or be still to come, per unit staked.

    Where that is too large to be counted in, what is still to come is rounded to one that is not: see `drift`.
    """
    chips = plan.limits.minimum // plan.limits.chip
    nets = [net_per_unit(decision, line.bet.commission) for line in plan.lines for decision in decisions(plan, line)]
    rounded = [chance for line in plan.lines for row in line.chances for chance in row.values()]
    gained = lcm(*(net.denominator for net in nets), chips if rounded else 1)
    values = (value.denominator for line in plan.lines if not line.chances for value in line.values)
    exact = lcm(gained, *values, *(chance.denominator * chips for chance in rounded))
    is_countable = exact * max(map(abs, nets)) * 2 * plan.session.rounds < MOST
    return exact if is_countable else gained << FINE


def drift(plan: Plan) -> Fraction:
    """By how much luck is counted too low per amount staked: what a bet just placed is rounded up by.

    What is rounded along its way cancels out. Lines that differ have a mean of their own each, and none is given.
    """
    scale = Fraction(denominator(plan), plan.limits.minimum)
    rounded = set()
    for line in plan.lines:
        for units in _ladder(plan, line) if line.chances else [1]:
            stake = max(units, 1) * plan.limits.minimum
            mean = line.mean(line.bet.start, stake, plan.limits.chip)
            rounded.add((round(mean * scale) / scale - mean) / stake)
    return rounded.pop() if len(rounded) == 1 else Fraction(0)


def decisions(plan: Plan, line: PlanLine) -> dict[Decided, None]:
    """Every way a line's bet can be decided."""
    verdicts = (line.bet.verdict(state, outcome) for state in line.states for outcome, _ in plan.space)
    return dict.fromkeys(verdict for verdict in verdicts if not isinstance(verdict, Stay))


def make_tables(plan: Plan, outcomes: Sequence[Outcome]) -> CompiledTables:
    """The tables of a plan, one outcome for each class; refused where its stakes are too large to be counted."""
    rows = _rows(plan)
    cells, nets, followed, decided_from = _cells(plan, rows, outcomes)
    tables = CompiledTables(
        cells=cells,
        **_of_the_table(plan, outcomes),
        **_of_the_lines(plan, rows),
        **_of_the_progressions(plan),
        **_of_the_decisions(plan, nets, followed),
        **_of_the_rounding(plan, decided_from),
        **_of_the_session(plan),
    )
    _check_countable(plan, tables)
    return tables


def _rows(plan: Plan) -> Rows:
    rows: Rows = []
    count = 0
    for line in plan.lines:
        rows.append({state: count + place for place, state in enumerate(line.states)})
        count += len(line.states)
    return rows


def _cells(plan: Plan, rows: Rows, outcomes: Sequence[Outcome]) -> tuple[Array, list[Fraction], list[bool], list[int]]:
    """What each class of outcomes does in each row; per decision, the net per unit and whether a progression follows; per line, the first.

    A line's decisions are in the order of `decisions`.
    """
    cells = np.zeros((sum(map(len, rows)), len(outcomes)), dtype=np.int32)
    nets: list[Fraction] = []
    followed: list[bool] = []
    decided_from: list[int] = []
    for line, own in zip(plan.lines, rows, strict=True):
        decided_from.append(len(nets))
        known = {decision: place for place, decision in enumerate(decisions(plan, line), len(nets))}
        nets += [net_per_unit(decision, line.bet.commission) for decision in known]
        followed += [line.play.progression != FLAT] * len(known)
        for state, row in own.items():
            for place, outcome in enumerate(outcomes):
                verdict = line.bet.verdict(state, outcome)
                if isinstance(verdict, Stay):
                    cells[row, place] = own[verdict.state]
                    continue
                cells[row, place] = -1 - known[verdict]
    return cells, nets, followed, decided_from


def _of_the_table(plan: Plan, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    states = list(plan.table_states)
    after = plan.rules.rulebook.table.after
    return {
        "classes": len(outcomes),
        "table_after": np.array(
            [[states.index(after(state, outcome)) for outcome in outcomes] for state in states], dtype=np.int32
        ),
        "may": _bits([[state in line.placed_in for line in plan.lines] for state in states]),
        "down": _bits([[state in line.down_in for line in plan.lines] for state in states]),
    }


def _of_the_lines(plan: Plan, rows: Rows) -> dict[str, Any]:
    counts = [line.play.count for line in plan.lines]
    adds = [0] * sum(map(len, rows))
    for place, line in enumerate(plan.lines):
        for other, own in zip(plan.lines, rows, strict=True):
            if line.bet.added_to and other.bet.id == line.bet.added_to:
                adds[own[line.bet.start]] |= 1 << place
    whole = denominator(plan)
    return {
        "plain": sum(1 << place for place, line in enumerate(plan.lines) if not line.bet.added_to),
        "first_slot": np.cumsum([0, *counts[:-1]], dtype=np.int64),
        "at_once": np.array(counts, dtype=np.int64),
        "slot_line": np.repeat(np.arange(len(counts)), counts),
        "start": np.array([own[line.bet.start] for line, own in zip(plan.lines, rows, strict=True)], dtype=np.int32),
        "adds": np.array(adds, dtype=np.uint64),
        "spot": np.array(_spots(plan), dtype=np.int64),
        "value": np.array([round(value * whole) for line in plan.lines for value in line.values], dtype=np.int64),
    }


def _spots(plan: Plan) -> list[int]:
    """One number for each bet and state that more than one slot can hold; they are paid as one. R-money-1."""
    slots: dict[Bet, int] = {}
    for line in plan.lines:
        slots[line.bet] = slots.get(line.bet, 0) + line.play.count
    known: dict[tuple[Bet, State], int] = {}
    return [
        known.setdefault((line.bet, state), len(known)) if slots[line.bet] > 1 else -1
        for line in plan.lines
        for state in line.states
    ]


def _of_the_progressions(plan: Plan) -> dict[str, Any]:
    ladders = [_ladder(plan, line) for line in plan.lines]
    numbers = [_numbers(plan, line) for line in plan.lines]
    width = max(map(len, (*ladders, *numbers)))
    moves = [line.play.progression for line in plan.lines]
    return {
        "kind": np.array([_kind(line) for line in plan.lines], dtype=np.int64),
        "steps": np.array([[*ladder, *[0] * (width - len(ladder))] for ladder in ladders], dtype=np.int64),
        "top": np.array([len(ladder) - 1 for ladder in ladders], dtype=np.int64),
        "win": np.array([_move(one.win) if isinstance(one, Ladder) else 0 for one in moves], dtype=np.int64),
        "lose": np.array([_move(one.lose) if isinstance(one, Ladder) else 0 for one in moves], dtype=np.int64),
        "restarts": np.array([isinstance(one, Ladder) and one.restarts for one in moves], dtype=np.bool_),
        "unit": np.array([line.play.stake // plan.limits.minimum for line in plan.lines], dtype=np.int64),
        "numbers": np.array([[*one, *[0] * (width - len(one))] for one in numbers], dtype=np.int64),
        "length": np.array([len(one) for one in numbers], dtype=np.int64),
    }


def _of_the_decisions(plan: Plan, nets: list[Fraction], followed: list[bool]) -> dict[str, Any]:
    chip, whole = plan.limits.chip, denominator(plan)
    due = [plan.limits.minimum * (1 + net) for net in nets]
    per_unit = [int(one) if one.denominator == 1 and one % chip == 0 else -1 for one in due]
    return {
        "gain": np.array([int(net * whole) for net in nets], dtype=np.int64),
        "sign": np.array(
            [((net > 0) - (net < 0)) * one for net, one in zip(nets, followed, strict=True)], dtype=np.int64
        ),
        "per_unit": np.array(per_unit, dtype=np.int64),
        "due": np.array([one.numerator for one in due], dtype=np.int64),
        "due_by": np.array([one.denominator for one in due], dtype=np.int64),
    }


def _of_the_rounding(plan: Plan, decided_from: list[int]) -> dict[str, Any]:
    """What the mean of a stake takes whose payments may be rounded. R-money-1."""
    whole, chips = denominator(plan), plan.limits.minimum // plan.limits.chip
    width = max(len(decisions(plan, line)) for line in plan.lines)
    first: list[int] = []
    weights: list[list[int]] = []
    for line, start in zip(plan.lines, decided_from, strict=True):
        known = decisions(plan, line)
        for row in line.chances or [{}] * len(line.states):
            first.append(start if line.chances else -1)
            found = [round(row.get(one, Fraction(0)) * whole / chips) for one in known]
            weights.append([*found, *[0] * (width - len(found))])
    return {
        "decided_from": np.array(first, dtype=np.int64),
        "weights": np.array(weights, dtype=np.int64),
        "whole": whole,
        "per_chip": whole // chips,
    }


def _of_the_session(plan: Plan) -> dict[str, Any]:
    limits, session = plan.limits, plan.session
    return {
        "minimum": limits.minimum,
        "most": limits.maximum // limits.minimum,
        "chip": limits.chip,
        "bankroll": -1 if session.bankroll is None else session.bankroll,
        "target": NEVER if session.target is None else session.target,
        "floor": -NEVER if session.stop_loss is None else (session.bankroll or 0) - session.stop_loss,
        "rounds": session.rounds,
        "points": np.array(session.looked_at, dtype=np.int64),
    }


def _bits(rows: list[list[bool]]) -> Array:
    return np.array([sum(1 << place for place, is_set in enumerate(row) if is_set) for row in rows], dtype=np.uint64)


def _kind(line: PlanLine) -> int:
    if line.bet.added_to:
        return ADDITIONAL
    return LABOUCHERE if isinstance(line.play.progression, Labouchere) else LADDER


def _ladder(plan: Plan, line: PlanLine) -> list[int]:
    """The stakes of each step, in units, held to the maximum."""
    progression = line.play.progression
    steps = progression.steps if isinstance(progression, Ladder) else (0,)
    return [plan.hold(line.play.stake * step) // plan.limits.minimum for step in steps]


def _move(steps: int) -> int:
    """No further than the longest ladder is long."""
    return max(min(steps, LONGEST_LINE), -LONGEST_LINE)


def _numbers(plan: Plan, line: PlanLine) -> list[int]:
    if line.bet.added_to:
        share = line.play.times * line.unit
        return [share.numerator, share.denominator]
    if not isinstance(line.play.progression, Labouchere):
        return [0]
    return [min(number, plan.limits.maximum // line.play.stake + 1) for number in line.play.progression.line]


def _check_countable(plan: Plan, tables: CompiledTables) -> None:
    """No count of a session may leave 64 bits: stakes at their highest, won or lost at every round."""
    highest = {place: int(tables.steps[place].max()) for place in range(len(plan.lines))}
    for place, line in enumerate(plan.lines):
        if tables.kind[place] == LABOUCHERE:
            highest[place] = tables.most
        if tables.kind[place] == ADDITIONAL:
            flat = sum(highest[other] for other, one in enumerate(plan.lines) if one.bet.id == line.bet.added_to)
            highest[place] = int(line.play.times * line.unit * flat)
    units = sum(stake * int(tables.at_once[place]) for place, stake in highest.items())
    scale = max(int(np.abs(tables.gain).max()), int(np.abs(tables.value).max()), plan.limits.minimum)
    scale += tables.whole * any(line.chances for line in plan.lines)
    if units * scale * 2 * plan.session.rounds >= MOST:
        asked = format_patacas(units * plan.limits.minimum)
        raise Refusal(TOO_LARGE_TO_COUNT, asked=asked, rounds=plan.session.rounds)
