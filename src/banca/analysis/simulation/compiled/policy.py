"""The compiled runner of a policy: one flat bet and what is added to it, found by the money in hand. The loop is that of interpreter.play."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd
from typing import Any, NamedTuple

import numpy as np

from banca.analysis.simulation.compiled.chance import make_chance, make_draws, next_turn, outcome_classes
from banca.analysis.simulation.compiled.per_bet import GOING_ON, RUIN, end_of_session, mean_of, units_payment, update_losing_run, finish_record
from banca.analysis.simulation.compiled.program import ReadyProgram
from banca.analysis.simulation.compiled.tables import MOST, CompiledTables, decisions, denominator, drift, make_tables
from banca.analysis.simulation.plan import Plan
from banca.analysis.simulation.tally import RECORD, Array
from banca.analysis.simulation.strategy import (
    ANY_TABLE,
    TOO_LARGE_TO_COUNT,
    BetPolicy,
    PolicyCount,
    PolicyRow,
    table_name,
)
from banca.jit import jit, piece
from banca.rules import Refusal, format_patacas, pay

ROUNDS_PER_BLOCK = 1 << 20
EMPTY = -1


class PolicyTables(NamedTuple):
    """A policy as arrays; stakes in units, money in avos."""

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
    additions: Array
    """Per number: where what is added begins; one more at the end."""
    add_at: Array
    """The row of the flat bet's automaton behind which it is placed."""
    add_line: Array
    add_stake: Array


@piece()
def find_row(policy: Any, left: Any, table: Any, tables: Any, cash: Any) -> Any:
    """The row for an amount, or EMPTY."""
    place = left // policy.unit * tables + table
    if place + 1 >= policy.first.shape[0]:
        return EMPTY
    low, high = policy.first[place], policy.first[place + 1]
    first = low
    while low < high:
        middle = (low + high) // 2
        if policy.low[middle] <= cash:
            low = middle + 1
        else:
            high = middle
    if low == first or cash >= policy.high[low - 1]:
        return EMPTY
    return low - 1


@piece()
def find_addition(policy: Any, number: Any, row: Any) -> Any:
    """What is added to a bet that stands there, or EMPTY."""
    for one in range(policy.additions[number], policy.additions[number + 1]):
        if policy.add_at[one] == row:
            return one
    return EMPTY


@piece()
def settled(tables: Any, row: Any, units: Any, outcome: Any) -> Any:
    """What an outcome does to a bet: its row then, the avos received, and luck."""
    cell = tables.cells[row, outcome]
    if cell >= 0:
        return cell, 0, 0
    one = -1 - cell
    avos = units_payment(units, tables.per_unit[one], tables.due[one], tables.due_by[one], tables.chip)
    if tables.per_unit[one] >= 0:
        return EMPTY, avos, units * tables.gain[one]
    return EMPTY, avos, avos // tables.chip * tables.per_chip - units * tables.whole


@piece(inlined=False)
def play_session(tables: Any, policy: Any, draws: Any, session: Any, record: Any, path: Any) -> None:
    """Play one session to its end."""
    minimum, points, bankroll, states = tables.minimum, tables.points, tables.bankroll, tables.table_after.shape[0]
    cash, left, number, table, ended = bankroll, policy.left, 0, 0, GOING_ON
    flat = more = EMPTY
    flat_units = more_units = staked = luck = rounds = run = longest = point = 0
    turn, at = -1, draws.raw.shape[0]
    while True:
        is_short, line, units, added = False, EMPTY, 0, 0
        if ended == GOING_ON and flat >= 0:
            one = find_addition(policy, number, flat)
            if one >= 0 and (tables.may[table] >> np.uint64(policy.add_line[one])) & np.uint64(1):
                line, units = policy.add_line[one], policy.add_stake[one]
                more, more_units = tables.start[line], units
        elif ended == GOING_ON and (left > 0 or not (policy.counts_rounds or policy.counts_stakes)):
            row = find_row(policy, left, table, states, cash)
            is_short = row < 0 and cash < policy.least
            if row >= 0 and (tables.may[table] >> np.uint64(policy.line[row])) & np.uint64(1):
                line, units, added = policy.line[row], policy.stake[row], policy.added[row]
                flat, flat_units = tables.start[line], units
        number = added
        if line >= 0:
            cash, staked = cash - units * minimum, staked + units
            luck -= mean_of(tables, tables.start[line], units)
            if policy.counts_stakes:
                left = max(left - units * minimum, 0)
        if flat < 0 and (ended != GOING_ON or is_short):
            break
        if at == draws.raw.shape[0]:
            turn, at = next_turn(draws, session, turn + 1), 0
        outcome = draws.chance.direct[draws.raw[at]]
        at += 1
        won = 0
        if flat >= 0:
            flat, avos, gained = settled(tables, flat, flat_units, outcome)
            cash, luck = cash + avos, luck + gained
            won = avos - flat_units * minimum if flat < 0 else 0
        if more >= 0:
            more, avos, gained = settled(tables, more, more_units, outcome)
            cash, luck = cash + avos, luck + gained
            won += avos - more_units * minimum if more < 0 else 0
        table = tables.table_after[table, outcome]
        rounds += 1
        left -= policy.counts_rounds
        run = update_losing_run(run, won)
        longest = max(longest, run)
        worth = cash + (flat_units * minimum if flat >= 0 else 0) + (more_units * minimum if more >= 0 else 0)
        if point < points.shape[0] and rounds == points[point]:
            path[point] = worth - bankroll
            point += 1
        if ended == GOING_ON:
            ended = end_of_session(tables, worth, rounds)
    if ended == GOING_ON:
        ended = RUIN
    finish_record(record, path, point, cash - bankroll, staked * minimum, rounds, luck, longest, ended)


@jit()
def run_policy(chance: Any, tables: Any, policy: Any, seed: Any, first: Any, records: Any, paths: Any) -> None:
    """Play sessions to their end; a row of `records` and of `paths` for each."""
    draws = make_draws(chance, seed, first)
    for session in range(records.shape[0]):
        play_session(tables, policy, draws, session, records[session], paths[session])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PolicyProgram(ReadyProgram):
    """What a machine needs to play a policy."""

    policy: PolicyTables

    @property
    def rounds_per_block(self) -> int:
        """Sessions are mostly far shorter than they may be."""
        return ROUNDS_PER_BLOCK * 16

    def run(self, seed: int, first: int, count: int) -> tuple[Array, Array]:
        """Records and paths of `count` sessions from the session `first` on."""
        records = np.zeros((count, RECORD), dtype=np.int64)
        paths = np.zeros((count, len(self.tables.points)), dtype=np.int64)
        run_policy(self.chance, self.tables, self.policy, seed, first, records, paths)
        return records, paths


def make_policy_program(plan: Plan, policy: BetPolicy) -> PolicyProgram:
    """The program of a plan with a policy; refused where its stakes are too large to be counted."""
    class_of, outcomes = outcome_classes(plan)
    tables, whole = make_tables(plan, outcomes), denominator(plan)
    _check_countable(plan, policy, tables)
    return PolicyProgram(
        chance=make_chance(plan.space, class_of, converts=False),
        tables=tables,
        policy=_tables(plan, policy),
        denominator=whole,
        grain=_grain(plan, policy),
        edge=None,
        drift=drift(plan),
    )


def _tables(plan: Plan, policy: BetPolicy) -> PolicyTables:
    minimum = plan.limits.minimum
    unit = gcd(minimum, *(row.left for row in policy.rows)) if policy.count is PolicyCount.STAKES else 1
    lines = {line.bet.key: place for place, line in enumerate(plan.lines)}
    lefts = max((row.left for row in policy.rows), default=0) // unit + 1
    rows: list[list[PolicyRow]] = []
    for left in range(lefts):
        for state in plan.table_states:
            name = table_name(plan.rules, state)
            named = policy.by_place.get((left * unit, name), ())
            anywhere = policy.by_place.get((left * unit, ANY_TABLE), ()) if name else ()
            rows.append([*sorted((*named, *anywhere), key=lambda row: row.low)])
    every = [row for some in rows for row in some]
    additions = [list(_additions(plan, added)) for added in policy.additions]
    flat = [one for some in additions for one in some]
    return PolicyTables(
        counts_rounds=policy.count is PolicyCount.ROUNDS,
        counts_stakes=policy.count is PolicyCount.STAKES,
        left=policy.left,
        unit=unit,
        least=policy.least,
        first=np.concatenate([[0], np.cumsum([len(some) for some in rows])]).astype(np.int64),
        low=np.array([row.low for row in every], dtype=np.int64),
        high=np.array([row.high for row in every], dtype=np.int64),
        line=np.array([lines[row.bet] for row in every], dtype=np.int64),
        stake=np.array([row.stake // minimum for row in every], dtype=np.int64),
        added=np.array([policy.numbers[row.added] for row in every], dtype=np.int64),
        additions=np.concatenate([[0], np.cumsum([len(some) for some in additions])]).astype(np.int64),
        add_at=np.array([one[0] for one in flat], dtype=np.int64),
        add_line=np.array([lines[one[1]] for one in flat], dtype=np.int64),
        add_stake=np.array([one[2] // minimum for one in flat], dtype=np.int64),
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
    scale = max(int(np.abs(tables.gain).max()), int(np.abs(tables.value).max()), plan.limits.minimum)
    scale += tables.whole * any(line.chances for line in plan.lines)
    if highest // plan.limits.minimum * scale * 2 * plan.session.rounds >= MOST:
        raise Refusal(TOO_LARGE_TO_COUNT, asked=format_patacas(highest), rounds=plan.session.rounds)


def _grain(plan: Plan, policy: BetPolicy) -> int:
    """The largest amount that divides whatever a bet of the policy can win or lose."""
    stakes = {(row.bet, row.stake) for row in policy.rows} | {one for added in policy.additions for one in added}
    ways = {line.bet.key: tuple(decisions(plan, line)) for line in plan.lines}
    bets = {line.bet.key: line.bet for line in plan.lines}
    payments = (pay(stake, one, bets[key].commission, plan.limits.chip) for key, stake in stakes for one in ways[key])
    return gcd(*(payment.net for payment in payments)) or plan.limits.chip
