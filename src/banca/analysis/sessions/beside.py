"""What is counted beside the money: all that is placed, and the longest losing run. Each is a further part of every row."""

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import replace
from math import gcd
from typing import TypeVar

from banca.analysis.sessions.automaton import EveningAutomaton, Flow, by_source

Count = TypeVar("Count", bound=Hashable)

MOST_ROWS = 20_000
LONGEST = 30
"""Losing runs that are told apart; one that is longer stays longer."""


def staked_as_money(automaton: EveningAutomaton) -> EveningAutomaton:
    """Without a bankroll the money decides nothing: all that is placed takes its place."""
    step = gcd(automaton.placed, *(flow.placed for flow in automaton.acts)) or 1
    meets = tuple(flow._replace(won=0) for flow in automaton.meets)
    acts = tuple(flow._replace(won=flow.placed // step) for flow in automaton.acts)
    return replace(automaton, meets=meets, acts=acts, step=step)


def with_staked(automaton: EveningAutomaton) -> EveningAutomaton | None:
    """Every row with all that was placed until then, in avos."""
    return _counted(automaton, automaton.placed, lambda staked, _: staked, lambda staked, flow: staked + flow.placed)


def with_longest(automaton: EveningAutomaton) -> EveningAutomaton | None:
    """Every row with the present and the longest run of losing rounds; without a bankroll, without the money."""
    counted = _counted(automaton, (0, 0), _run, lambda run, _: run)
    if counted is None or automaton.bankroll:
        return counted
    return replace(counted, meets=tuple(flow._replace(won=0) for flow in counted.meets))


def _run(count: tuple[int, int], flow: Flow) -> tuple[int, int]:
    if count[1] > LONGEST:
        return count
    run = 0 if flow.won > 0 else count[0] + (flow.won < 0)
    return (run, max(run, count[1])) if run <= LONGEST else (run, run)


def _counted(
    automaton: EveningAutomaton,
    start: Count,
    meets: Callable[[Count, Flow], Count],
    acts: Callable[[Count, Flow], Count],
) -> EveningAutomaton | None:
    """The automaton with a count in every row; None where it has too many rows."""
    usual, last = by_source((*automaton.meets, *automaton.acts)), by_source(automaton.last_acts)
    acted = {flow.source for flow in automaton.meets}
    rows: dict[tuple[int, Count], int] = {(0, start): 0}
    rounds = [0]
    found: list[list[Flow]] = [[], [], []]
    queue = deque([(0, start)])
    while queue:
        row, count = queue.popleft()
        source = rows[row, count]
        has_acted = row in acted
        after = rounds[source] + has_acted
        flows = [(0 if has_acted else 1, flow) for flow in usual.get(row, ()) if has_acted or after < automaton.rounds]
        for kind, flow in (*flows, *((2, flow) for flow in last.get(row, ()))):
            target = flow.target, (meets if has_acted else acts)(count, flow)
            if target not in rows:
                if len(rows) == MOST_ROWS:
                    return None
                rows[target] = len(rows)
                rounds.append(after)
                queue.append(target)
            found[kind].append(flow._replace(source=source, target=rows[target]))
    named = tuple(automaton.rows[row]._replace(counts=count) for row, count in rows)
    return replace(automaton, rows=named, meets=tuple(found[0]), acts=tuple(found[1]), last_acts=tuple(found[2]))
