"""How large an evening is, before anything is worked out: how many amounts each row can hold, and how much work that makes."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from banca.analysis.sessions.automaton import EveningAutomaton, SeatKind
from banca.analysis.sessions.endings import Ending
from banca.analysis.sessions.purse import ENDLESS
from banca.analysis.sessions.refusals import TOO_MUCH_TO_WORK_OUT
from banca.analysis.simulation.session import Ended
from banca.rules import Refusal, format_patacas

DEVIATIONS = 11
"""Standard deviations on either side that are looked at; what lies beyond is counted as lost, and is less than any bound."""

MOST_CELLS = 60_000_000
"""Chances in memory, of eight bytes each."""


@dataclass(frozen=True, slots=True)
class Widths:
    """From which amount to below which, in steps: all together, and each row."""

    low: int
    high: int
    rows: tuple[tuple[int, int], ...]
    farthest: int
    """No amount is farther from 0, however unlikely."""
    work: int
    """Single products of a chance, all rounds together."""

    @property
    def cells(self) -> int:
        """Chances that are held at once."""
        return sum(high - low for low, high in self.rows)


def widths(automaton: EveningAutomaton, endings: Mapping[int, Ending]) -> Widths:
    """The amounts that are looked at."""
    acts = [flow.won for flow in automaton.acts]
    best = max(flow.won for flow in automaton.meets) + max(acts, default=0)
    worst = min(flow.won for flow in automaton.meets) + min(acts, default=0)
    gains = [won for ending in endings.values() for _, won in ending]
    more, less = max(gains, default=0), min(gains, default=0)
    reach = _reach(automaton)
    going_on = {
        number for number, row in enumerate(automaton.rows) if row.kind is SeatKind.ACTED and row.leaves is None
    }
    goal = max((flow.high for flow in automaton.acts if flow.target in going_on), default=0)
    floor = -(automaton.bankroll // automaton.step) if automaton.bankroll else -ENDLESS
    highest, lowest = best * automaton.rounds + max(more, 0), worst * automaton.rounds + min(less, 0)
    high = min(highest, min(reach, goal) + best + max(more, 0))
    low = max(lowest, floor, -reach + worst + min(less, 0))
    rows = _rows(automaton, low, high + 1)
    size = [below - least for least, below in rows]
    at_end = {number for number, row in enumerate(automaton.rows) if row.leaves is Ended.ROUNDS}
    pushed = (size[flow.source] for flow in (*automaton.meets, *automaton.acts) if flow.source not in at_end)
    work = sum(pushed) * automaton.rounds
    return Widths(low, high + 1, rows, max(highest, -max(lowest, floor)), work)


def _reach(automaton: EveningAutomaton) -> int:
    """How far from 0 it is likely to come, at the highest stakes."""
    if any(flow.won for flow in automaton.acts):  # stakes are counted: they only grow
        return max(flow.won for flow in automaton.acts) * automaton.rounds
    squares: dict[int, int] = {}
    means: dict[int, int] = {}
    for flow in automaton.meets:
        squares[flow.source] = squares.get(flow.source, 0) + flow.weight * flow.won**2
        means[flow.source] = means.get(flow.source, 0) + flow.weight * flow.won
    deviation = math.sqrt(max(squares.values()) / automaton.total * automaton.rounds)
    drift = max(map(abs, means.values())) * automaton.rounds / automaton.total
    return math.ceil(DEVIATIONS * deviation + drift)


def _rows(automaton: EveningAutomaton, low: int, high: int) -> tuple[tuple[int, int], ...]:
    """For each row, the amounts with which it can be entered."""
    found: list[tuple[int, int] | None] = [None] * len(automaton.rows)

    def take(row: int, least: int, below: int) -> None:
        known = found[row]
        least, below = max(least, low), min(below, high)
        if least < below:
            found[row] = (least, below) if known is None else (min(known[0], least), max(known[1], below))

    take(0, 0, 1)
    for flow in automaton.acts:
        take(flow.target, flow.low, flow.high)
    for flow in automaton.last_acts:
        take(flow.target, flow.low, flow.high)
    for flow in automaton.meets:
        source = found[flow.source]
        if source is not None:
            take(flow.target, source[0] + flow.won, source[1] + flow.won)
    for number in automaton.of_kind(SeatKind.DONE):
        found[number] = (low, high)
    return tuple((0, 0) if one is None else one for one in found)


def check_size(automaton: EveningAutomaton, sizes: Widths, most: int) -> None:
    """Refuse before working what would take too long."""
    if sizes.work > most or sizes.cells > MOST_CELLS:
        raise Refusal(
            TOO_MUCH_TO_WORK_OUT,
            states=len(automaton.rows),
            amounts=sizes.high - sizes.low,
            step=format_patacas(automaton.step),
            rounds=automaton.rounds,
            asked=sizes.work,
            cells=sizes.cells,
            allowed=most,
            most=MOST_CELLS,
        )
