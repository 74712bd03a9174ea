"""Policies: the money in hand decides which one bet is made, and what is added to it where it moves. `per_bet` plays them.

The row of the policy for an amount is found by bisection among the rows for what is left and for the state of the table; policies
that were worked out (`best_play`) have up to a million rows.
"""

from collections.abc import Iterator
from math import gcd
from typing import Any, NamedTuple

import numpy as np

from banca.analysis.simulation.compiled.tables import (
    EMPTY,
    MOST,
    ONE,
    CompiledTables,
    PlayerBets,
    decisions,
    luck_scale,
)
from banca.analysis.simulation.plan import Plan
from banca.analysis.simulation.strategy import (
    ANY_TABLE,
    TOO_LARGE_TO_COUNT,
    BetPolicy,
    PolicyCount,
    PolicyRow,
    table_name,
)
from banca.analysis.simulation.tally import Array
from banca.jit import jit_part
from banca.rules import Refusal, format_patacas, pay


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


@jit_part()
def find_row(policy: PolicyTables, left: int, table: int, tables: CompiledTables, cash: int) -> Any:
    """Return the row for an amount, or EMPTY."""
    # Rows are grouped by what is left and the state of the table; within a group by the money from which they hold.
    group = left // policy.unit * tables.table_after.shape[0] + table
    if group + 1 >= policy.first.shape[0]:
        return EMPTY
    low, high = policy.first[group], policy.first[group + 1]
    first = low
    while low < high:
        middle = (low + high) // 2
        if policy.low[middle] <= cash:
            low = middle + 1
        else:
            high = middle
    # `low` is now the first row that begins above the amount: the one before it is the row, unless it ends below.
    if low == first or cash >= policy.high[low - 1]:
        return EMPTY
    return low - 1


@jit_part()
def choose_bet(
    policy: PolicyTables,
    tables: CompiledTables,
    left: int,
    number: int,
    table: int,
    cash: int,
    bets: PlayerBets,
    standing: int,
) -> Any:
    """Choose the bet to place: its line and units, the number of what may be added before the next round, and whether money is short.

    Nothing is placed where the line is EMPTY: no row for the amount, or a bet that is not open in this state of the table.
    """
    if standing > 0:
        for line in range(bets.held.shape[0]):
            row = bets.row[tables.first_slot[line]]
            added = policy.add_line[number, row] if row >= 0 else EMPTY
            if added >= 0 and (tables.may[table] >> np.uint64(added)) & ONE:
                return added, policy.add_stake[number, row], 0, False
    elif left > 0 or not (policy.counts_rounds or policy.counts_stakes):
        row = find_row(policy, left, table, tables, cash)
        if row >= 0 and (tables.may[table] >> np.uint64(policy.line[row])) & ONE:
            return policy.line[row], policy.stake[row], policy.added[row], False
        return EMPTY, 0, 0, row < 0 and cash < policy.least
    return EMPTY, 0, 0, False


def make_policy_tables(plan: Plan, policy: BetPolicy, tables: CompiledTables) -> PolicyTables:
    """Return the tables of a policy; refused where its stakes are too large to be counted."""
    _check_countable(plan, policy, tables)
    minimum = plan.limits.minimum
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


def _check_countable(plan: Plan, policy: BetPolicy, tables: CompiledTables) -> None:
    """No count of a session may leave 64 bits."""
    highest = max((row.stake + sum(stake for _, stake in row.added) for row in policy.rows), default=0)
    if highest // plan.limits.minimum * luck_scale(plan, tables) * 2 * plan.session.rounds >= MOST:
        raise Refusal(TOO_LARGE_TO_COUNT, asked=format_patacas(highest), rounds=plan.session.rounds)


def policy_grain(plan: Plan, policy: BetPolicy) -> int:
    """Return the largest amount that divides whatever a bet of the plan's policy can win or lose."""
    lines = {line.bet.key: line for line in plan.lines}
    payments = (
        pay(stake, decision, lines[key].bet.commission, plan.limits.chip)
        for key, stake in policy.stakes
        for decision in decisions(plan, lines[key])
    )
    return gcd(*(payment.net for payment in payments)) or plan.limits.chip
