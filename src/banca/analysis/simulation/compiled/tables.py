"""A plan as tables of integers, which all compiled runners read. Stakes are counted in minimums ("units"), money in avos.

**Rows.** The states of all lines' bets are numbered through, one line's after the other's; so are the ways in which they are decided.
`cells[row, class]` says what a class of outcomes does to a bet: it moves to another row, or it is decided (below zero).

**Luck.** Beside its money, each session counts by how much it did better than the exact mean of its stakes: a bet that is placed is
charged its mean, and what it brings in the end is credited. Means are fractions; `denominator` finds one denominator for all of
them, so that luck is a sum of integers and its own mean is exactly 0. Where the common denominator is too large for sums of 64 bits,
means are rounded to the 28th bit, and `drift` says by how much that is wrong in the mean.

**Rounding.** Where payments may be rounded down to the chip (R-money-1), the mean is not proportional to the stake, and is worked out
from the chances of all decisions at every stake (`decided_from`, `weights`).

**Policies.** Where the money in hand decides which bet is made, and what is added to it where it moves, the row of the policy for an amount is
found by bisection (`per_bet.find_row`) among the rows for what is left and for the state of the table; policies that were worked out
(`best_play`) have up to a million rows.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from banca.analysis.simulation.plan import Plan, PlanLine
from banca.analysis.simulation.strategy import (
    ANY_TABLE,
    FLAT,
    LONGEST_LINE,
    TOO_LARGE_TO_COUNT,
    BetPolicy,
    Labouchere,
    Ladder,
    PolicyCount,
    PolicyRow,
    table_name,
)
from banca.analysis.simulation.tally import Array
from banca.rules import Bet, Decided, Outcome, Refusal, State, Stay, format_patacas, net_per_unit

MOST = 1 << 62
FINE = 28
"""Bits of a mean that is too long to be counted in exactly: it is right to the ninth digit."""
NEVER = 1 << 61
"""A target that is not reached; added to any worth, it stays below 2^63."""
EMPTY = -1
"""The row of a slot that holds no bet."""
Word: TypeAlias = Any
"""In compiled code a word of 64 bits (`np.uint64`): a set of lines or slots, a bit for each."""
ONE, NONE = np.uint64(1), np.uint64(0)
"""Bits are unsigned words throughout: numba turns a signed and an unsigned word together into a float."""
LADDER, LABOUCHERE, ADDITIONAL = range(3)
"""The kinds of lines: how they find their stake."""


class CompiledTables(NamedTuple):
    """Everything that the compiled runners read."""

    classes: int
    table_after: Array
    """Per state of the table and class: the state after it."""
    may: Array
    """Per state of the table: a bit for each line that may be placed."""
    down: Array
    """Likewise for each line that is taken down."""
    plain: int
    """The bits of the lines that are added to no other."""
    first_slot: Array
    """Per line: its first slot, of as many as may stand at once."""
    at_once: Array
    slot_line: Array
    """Per slot: its line."""
    start: Array
    """Per line: the row in which its bet begins."""
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
    """Per line: LADDER, LABOUCHERE or ADDITIONAL."""
    steps: Array
    """Per line and step of its ladder: the stake in units."""
    top: Array
    """Per line: the last step; then by how many steps a win and a loss move, and whether it restarts behind the last."""
    win_move: Array
    lose_move: Array
    restarts: Array
    unit: Array
    """Per line: its play's stake in units."""
    numbers: Array
    """Per line: its Labouchère line, or the numerator and denominator of units added per unit of the flat bet."""
    length: Array
    """Per line: how many of its numbers count."""
    minimum: int
    most: int
    """The highest stake, in units."""
    chip: int
    bankroll: int
    """Below zero: money for every bet."""
    target: int
    floor: int
    """The worth at which the stop-loss ends a session."""
    rounds: int
    points: Array
    """The rounds after which the money is looked at."""


class PlayerBets(NamedTuple):
    """What a player has at the table: buffers that are written while a session is played, and used again for the next."""

    row: Array
    """Per slot: the row of the bet that stands there, or EMPTY."""
    stake: Array
    """Per slot: in units; of no meaning where it is empty."""
    held: Array
    """Per line: how many of its bets stand."""
    level: Array
    """Per line: the step of its ladder, or the length of its Labouchère line."""
    numbers: Array
    """Per line: its Labouchère line."""


class PolicyTables(NamedTuple):
    """A policy as arrays; stakes in units, money in avos. Rows are sorted by what is left, the state of the table and the money."""

    counts_rounds: bool
    counts_stakes: bool
    left: int
    unit: int
    """What every `left` is a multiple of."""
    least: int
    first: Array
    """Per what is left, in units, and state of the table: where its rows begin; one more at the end."""
    low: Array
    """Per row, ascending."""
    high: Array
    line: Array
    stake: Array
    added: Array
    """Per row: the number of what is added."""
    add_line: Array
    """Per number and row of the flat bets' automata: the line of what is added to a bet that stands there, or EMPTY."""
    add_stake: Array


def denominator(plan: Plan) -> int:
    """Return a common denominator of everything that may be gained or be still to come, per unit staked.

    Where that is too large to be counted in, what is still to come is rounded to one that is not: see `drift`.
    """
    chips = plan.limits.minimum // plan.limits.chip
    nets = [net_per_unit(decision, line.bet.commission) for line in plan.lines for decision in decisions(plan, line)]
    rounded = [chance for line in plan.lines for row in line.chances for chance in row.values()]
    gained = lcm(*(net.denominator for net in nets), chips if rounded else 1)
    values = (value.denominator for line in plan.lines if not line.chances for value in line.values)
    exact = lcm(gained, *values, *(chance.denominator * chips for chance in rounded))
    # Luck grows by at most that much a round, and may swing both ways.
    # MOST leaves a bit of the 64 for the sign and one to spare.
    is_countable = exact * max(map(abs, nets)) * 2 * plan.session.rounds < MOST
    return exact if is_countable else gained << FINE


def drift(plan: Plan) -> Fraction:
    """Return by how much luck is counted too low per amount staked: what a bet just placed is rounded up by.

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
    """Return every way in which a line's bet can be decided, in a fixed order."""
    # A dict keeps the order in which they are met; the numbers of decisions depend on it.
    verdicts = (line.bet.verdict(state, outcome) for state in line.states for outcome, _ in plan.space)
    return dict.fromkeys(verdict for verdict in verdicts if not isinstance(verdict, Stay))


def make_tables(plan: Plan, outcomes: Sequence[Outcome]) -> CompiledTables:
    """Return the tables of a plan, one outcome for each class; refused where its stakes are too large to be counted."""
    lines, limits, session = plan.lines, plan.limits, plan.session
    states, after = list(plan.table_states), plan.rules.rulebook.table.after
    counts = [line.play.count for line in lines]
    rows: list[dict[State, int]] = []
    for line in lines:
        first = sum(map(len, rows))
        rows.append({state: first + number for number, state in enumerate(line.states)})
    tables = CompiledTables(
        classes=len(outcomes),
        table_after=np.array(
            [[states.index(after(at, outcome)) for outcome in outcomes] for at in states], dtype=np.int32
        ),
        may=np.array([_bits(at in line.placed_in for line in lines) for at in states], dtype=np.uint64),
        down=np.array([_bits(at in line.down_in for line in lines) for at in states], dtype=np.uint64),
        plain=_bits(not line.bet.added_to for line in lines),
        first_slot=np.cumsum([0, *counts[:-1]], dtype=np.int64),
        at_once=np.array(counts, dtype=np.int64),
        slot_line=np.repeat(np.arange(len(counts)), counts),
        start=np.array([own[line.bet.start] for line, own in zip(lines, rows, strict=True)], dtype=np.int32),
        adds=np.array(
            [
                _bits(other.bet.added_to == line.bet.id and other.bet.start == at for other in lines)
                for line in lines
                for at in line.states
            ],
            dtype=np.uint64,
        ),
        spot=np.array(_spots(plan), dtype=np.int64),
        **_means(plan),
        **_decisions(plan, rows, outcomes),
        **_progressions(plan),
        minimum=limits.minimum,
        most=limits.maximum // limits.minimum,
        chip=limits.chip,
        bankroll=-1 if session.bankroll is None else session.bankroll,
        target=NEVER if session.target is None else session.target,
        floor=-NEVER if session.stop_loss is None else (session.bankroll or 0) - session.stop_loss,
        rounds=session.rounds,
        points=np.array(session.looked_at, dtype=np.int64),
    )
    check_countable(plan, tables, _highest_units(plan, tables))
    return tables


def _bits(are_set: Iterable[bool]) -> int:
    """A bit for each line."""
    return sum(1 << number for number, is_set in enumerate(are_set) if is_set)


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


def _decisions(plan: Plan, rows: list[dict[State, int]], outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """What each class of outcomes does in each row, and what each decision of a line's bet brings."""
    cells = np.zeros((sum(map(len, rows)), len(outcomes)), dtype=np.int32)
    nets: list[Fraction] = []
    sign: list[int] = []
    for line, own in zip(plan.lines, rows, strict=True):
        numbers = {decision: number for number, decision in enumerate(decisions(plan, line), len(nets))}
        for state, row in own.items():
            for column, outcome in enumerate(outcomes):
                verdict = line.bet.verdict(state, outcome)
                # Rows from 0 up, decisions from -1 down: the sign says which, without a second array.
                cells[row, column] = own[verdict.state] if isinstance(verdict, Stay) else -1 - numbers[verdict]
        brings = [net_per_unit(decision, line.bet.commission) for decision in numbers]
        nets += brings
        sign += [((net > 0) - (net < 0)) * (line.play.progression != FLAT) for net in brings]
    whole, chip = denominator(plan), plan.limits.chip
    due = [plan.limits.minimum * (1 + net) for net in nets]
    return {
        "cells": cells,
        "gain": np.array([int(net * whole) for net in nets], dtype=np.int64),
        "sign": np.array(sign, dtype=np.int64),
        "per_unit": np.array(
            [int(avos) if avos.denominator == 1 and avos % chip == 0 else -1 for avos in due], dtype=np.int64
        ),
        "due": np.array([avos.numerator for avos in due], dtype=np.int64),
        "due_by": np.array([avos.denominator for avos in due], dtype=np.int64),
    }


def _means(plan: Plan) -> dict[str, Any]:
    """What bets that stand are still worth: per unit, or per decision where payments may be rounded. R-money-1."""
    whole, chips = denominator(plan), plan.limits.minimum // plan.limits.chip
    by_line = [decisions(plan, line) for line in plan.lines]
    width, first = max(map(len, by_line)), 0
    decided_from: list[int] = []
    weights: list[list[int]] = []
    for line, known in zip(plan.lines, by_line, strict=True):
        for chances in line.chances or [{}] * len(line.states):
            decided_from.append(first if line.chances else -1)
            counted = [round(chances.get(decision, Fraction(0)) * whole / chips) for decision in known]
            weights.append(_padded(counted, width))
        first += len(known)
    return {
        "value": np.array([round(value * whole) for line in plan.lines for value in line.values], dtype=np.int64),
        "decided_from": np.array(decided_from, dtype=np.int64),
        "weights": np.array(weights, dtype=np.int64),
        "whole": whole,
        "per_chip": whole // chips,
    }


def _progressions(plan: Plan) -> dict[str, Any]:
    """How each line finds its stake: the steps of its ladder, its Labouchère line, or the share of its flat bet."""
    ladders = [line.play.progression if isinstance(line.play.progression, Ladder) else FLAT for line in plan.lines]
    steps = [_ladder(plan, line) for line in plan.lines]
    numbers = [_numbers(plan, line) for line in plan.lines]
    width = max(map(len, (*steps, *numbers)))
    columns: dict[str, list[Any]] = {
        "kind": [_kind(line) for line in plan.lines],
        "steps": [_padded(own, width) for own in steps],
        "top": [len(own) - 1 for own in steps],
        # A move that is longer than any ladder (RESET) is cut to fit beside the step it is added to.
        "win_move": [max(min(ladder.win, LONGEST_LINE), -LONGEST_LINE) for ladder in ladders],
        "lose_move": [max(min(ladder.lose, LONGEST_LINE), -LONGEST_LINE) for ladder in ladders],
        "unit": [line.play.stake // plan.limits.minimum for line in plan.lines],
        "numbers": [_padded(own, width) for own in numbers],
        "length": [len(own) for own in numbers],
    }
    arrays = {name: np.array(column, dtype=np.int64) for name, column in columns.items()}
    return arrays | {"restarts": np.array([ladder.restarts for ladder in ladders], dtype=np.bool_)}


def _padded(numbers: Sequence[int], width: int) -> list[int]:
    return [*numbers, *[0] * (width - len(numbers))]


def _kind(line: PlanLine) -> int:
    if line.bet.added_to:
        return ADDITIONAL
    return LABOUCHERE if isinstance(line.play.progression, Labouchere) else LADDER


def _ladder(plan: Plan, line: PlanLine) -> list[int]:
    """The stakes of each step, in units, held to the maximum."""
    progression = line.play.progression
    steps = progression.steps if isinstance(progression, Ladder) else (0,)
    return [plan.hold(line.play.stake * step) // plan.limits.minimum for step in steps]


def _numbers(plan: Plan, line: PlanLine) -> list[int]:
    if line.bet.added_to:
        share = line.play.times * line.unit
        return [share.numerator, share.denominator]
    if not isinstance(line.play.progression, Labouchere):
        return [0]
    # Numbers that are staked above the maximum all the same are cut, so that sums of them fit.
    return [min(number, plan.limits.maximum // line.play.stake + 1) for number in line.play.progression.line]


def _highest_units(plan: Plan, tables: CompiledTables) -> int:
    """What all lines together can have at stake, each at its highest."""
    highest = [int(own.max()) for own in tables.steps]
    for number, line in enumerate(plan.lines):  # flat bets before those that are added to them
        if tables.kind[number] == LABOUCHERE:
            highest[number] = tables.most
        if tables.kind[number] == ADDITIONAL:
            pairs = zip(highest, plan.lines, strict=True)
            flat = sum(stake for stake, other in pairs if other.bet.id == line.bet.added_to)
            highest[number] = int(line.play.times * line.unit * flat)
    return sum(stake * int(count) for stake, count in zip(highest, tables.at_once, strict=True))


def check_countable(plan: Plan, tables: CompiledTables, units: int) -> None:
    """No count of a session may leave 64 bits: so much at stake, won or lost at every round."""
    # The most that one unit staked may add to any count in a round.
    scale = max(int(np.abs(tables.gain).max()), int(np.abs(tables.value).max()), plan.limits.minimum)
    scale += tables.whole * any(line.chances for line in plan.lines)
    if units * scale * 2 * plan.session.rounds >= MOST:
        raise Refusal(TOO_LARGE_TO_COUNT, asked=format_patacas(units * plan.limits.minimum), rounds=plan.session.rounds)


def make_policy_tables(plan: Plan, policy: BetPolicy, tables: CompiledTables) -> PolicyTables:
    """Return the tables of a policy; refused where its stakes are too large to be counted."""
    minimum = plan.limits.minimum
    highest = max((row.stake + sum(stake for _, stake in row.added) for row in policy.rows), default=0)
    check_countable(plan, tables, highest // minimum)
    # What is left is an index below: in the largest amount that divides every one of them, there are the fewest groups.
    unit = gcd(minimum, *(row.left for row in policy.rows)) if policy.count is PolicyCount.STAKES else 1
    lines = {line.bet.key: number for number, line in enumerate(plan.lines)}
    lefts = max((row.left for row in policy.rows), default=0) // unit + 1
    rows: list[list[PolicyRow]] = []
    for left in range(lefts):
        for state in plan.table_states:
            name = table_name(plan.rules, state)
            # A row without a state of the table holds in all of them, as in BetPolicy.find.
            named = policy.by_place.get((left * unit, name), ())
            anywhere = policy.by_place.get((left * unit, ANY_TABLE), ()) if name else ()
            rows.append([*sorted((*named, *anywhere), key=lambda row: row.low)])
    every = [row for group in rows for row in group]
    add_line = np.full((len(policy.additions), len(tables.cells)), EMPTY, dtype=np.int64)
    add_stake = np.zeros_like(add_line)
    for number, added in enumerate(policy.additions):
        for row, key, stake in _additions(plan, added):
            if add_line[number, row] == EMPTY:  # the first of several, as the interpreter has it
                add_line[number, row], add_stake[number, row] = lines[key], stake // minimum
    return PolicyTables(
        counts_rounds=policy.count is PolicyCount.ROUNDS,
        counts_stakes=policy.count is PolicyCount.STAKES,
        left=policy.left,
        unit=unit,
        least=policy.least,
        first=np.concatenate([[0], np.cumsum([len(group) for group in rows])]).astype(np.int64),
        low=np.array([row.low for row in every], dtype=np.int64),
        high=np.array([row.high for row in every], dtype=np.int64),
        line=np.array([lines[row.bet] for row in every], dtype=np.int64),
        stake=np.array([row.stake // minimum for row in every], dtype=np.int64),
        added=np.array([policy.numbers[row.added] for row in every], dtype=np.int64),
        add_line=add_line,
        add_stake=add_stake,
    )


def _additions(plan: Plan, added: tuple[tuple[str, int], ...]) -> Iterator[tuple[int, str, int]]:
    """Behind which rows of the flat bets' automata each is placed."""
    for key, stake in added:
        bet, count = plan.rules.bet(key), 0
        for line in plan.lines:
            if line.bet.id == bet.added_to and bet.start in line.states:
                yield count + line.states.index(bet.start), key, stake
            count += len(line.states)
