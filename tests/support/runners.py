"""The plain runner of sessions, and the compiled one on the same outcomes."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from banca.analysis.simulation.interpreter import act, first_seat, resolve
from banca.analysis.simulation.plan import Plan
from banca.analysis.simulation.strategy import SessionEnd
from banca.rules import Outcome

if TYPE_CHECKING:
    from banca.analysis.simulation.tally import Program

FIRST_DRAW = 512
"""Outcomes drawn at first; then twice as many each time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRecord:
    """One session. Net results in avos against the beginning; `luck` is what came above the exact mean of what was staked."""

    net: int
    staked: int
    rounds: int
    luck: Fraction
    longest: int
    """The longest run of losing rounds with no winning round between."""
    ended: SessionEnd
    path: tuple[int, ...]
    """Net worth, in hand and on the layout, at each of the points; the last when everything is decided."""


def play(plan: Plan, outcomes: Iterator[Outcome]) -> SessionRecord:
    """One session. Who goes home places nothing more and waits until what stands is decided."""
    session = plan.session
    seat, cash = first_seat(plan), session.bankroll or 0
    bankroll = cash
    staked = rounds = run = longest = 0
    luck = Fraction(0)
    ended: SessionEnd | None = None
    path: list[int] = []
    points = session.looked_at
    while True:
        action = act(plan, seat, None if session.bankroll is None else cash, is_leaving=ended is not None)
        seat = action.seat
        cash += action.taken - action.placed
        staked += action.placed
        luck += action.luck
        if not seat.standing and (ended is not None or action.is_short):
            ended = SessionEnd.RUIN if ended is None else ended
            break
        result = resolve(plan, seat, next(outcomes))
        seat = result.seat
        cash += result.received
        luck += result.won
        rounds += 1
        run = 0 if result.won > 0 else run + (result.won < 0)
        longest = max(longest, run)
        worth = cash + seat.standing
        if rounds in points:
            path.append(worth - bankroll)
        ended = ended if ended is not None else session.goes_home(worth, rounds)
    missing = len(points) - len(path[: len(points) - 1])
    path = [*path[: len(points) - 1], *[cash - bankroll] * missing]
    return SessionRecord(
        net=cash - bankroll,
        staked=staked,
        rounds=rounds,
        luck=luck,
        longest=longest,
        ended=ended,
        path=tuple(path),
    )


def raw_numbers(seed: int, stream: int, base: int, count: int) -> list[int]:
    """Return the first raw numbers of a stream."""
    from banca.analysis.simulation.compiled.chance import HALVES, WORDS, draw_turn, numbers_per_half  # numba

    many, threshold = numbers_per_half(base)
    rests, pairs = np.zeros(HALVES, dtype=np.uint64), np.zeros(many * WORDS, dtype=np.uint64)
    drawn: list[int] = []
    turn = 0
    while len(drawn) < count:
        drawn += pairs.view(np.uint32)[: draw_turn(seed, stream, turn, base, many, threshold, rests, pairs)].tolist()
        turn += 1
    return drawn[:count]


def session_outcomes(plan: Plan, seed: int, session: int) -> Iterator[Outcome]:
    """Yield the outcomes that a session's stream stands for."""
    upper = list(accumulate(weight for _, weight in plan.space))
    count, seen = FIRST_DRAW, 0
    while True:
        for raw in raw_numbers(seed, session, plan.space.total, count)[seen:]:
            yield plan.space.weights[bisect_right(upper, raw)][0]
        seen, count = count, 2 * count


Row = tuple[list[int], list[int]]


def plain(plan: Plan, program: "Program", seed: int, session: int) -> Row:
    """A session by the plain runner, in the compiled runner's columns."""
    record = play(plan, session_outcomes(plan, seed, session))
    luck = record.luck / program.unit
    assert luck.denominator == 1
    row = [record.net, record.staked, record.rounds, int(luck), record.longest, int(record.ended)]
    return row, list(record.path)


def compiled(program: "Program", seed: int, first: int, count: int) -> list[Row]:
    """Sessions by a compiled runner."""
    records, paths = program.run(seed, first, count)
    return list(zip(records.tolist(), paths.tolist(), strict=True))
