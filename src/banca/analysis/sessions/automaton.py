"""The evening as flows of chance between rows: found by following `act` and `meet`, as `fold` does, with the money in hand.

A row is something a session can be in: a seat that has acted and waits for the outcome, a seat that has met it, the same of one who
goes home and waits for what still stands, and the four ways to be done. Meets lead from acted seats to seats that met, acts lead back.
"""

from collections import deque
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from math import gcd
from typing import NamedTuple

from banca.analysis.sessions.purse import ENDLESS, Stretch, stretches
from banca.analysis.sessions.refusals import TOO_MANY_SEATS
from banca.analysis.simulation.compiled.chance import outcome_classes
from banca.analysis.simulation.interpreter import SeatState, act, first_seat, meet
from banca.analysis.simulation.plan import Plan
from banca.analysis.simulation.session import Ended
from banca.rules import Refusal

MOST_STATES = 12_000
"""Seats that may have acted: finding them takes a few seconds."""


class SeatKind(IntEnum):
    """What a session does in a row."""

    ACTED = 0
    MET = 1
    DONE = 2


class SeatRow(NamedTuple):
    """What a session is in. `leaves` says why it goes home, where it does; `counts` is whatever else is counted beside."""

    kind: SeatKind
    seat: SeatState | None
    leaves: Ended | None
    counts: Hashable = None


class Flow(NamedTuple):
    """Chance that flows from one row to another, for sessions that then have from `low` to below `high`.

    Amounts are net, against the beginning, in steps; `weight` is out of the total weight, where there is an outcome.
    """

    source: int
    target: int
    won: int
    weight: int
    low: int
    high: int
    placed: int
    """In avos."""


def by_source(flows: Iterable[Flow]) -> dict[int, list[Flow]]:
    """Flows by the row that they come from."""
    found: dict[int, list[Flow]] = {}
    for flow in flows:
        found.setdefault(flow.source, []).append(flow)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningAutomaton:
    """All rows and flows of an evening. The first row's seat has acted with the bankroll in hand."""

    rows: tuple[SeatRow, ...]
    meets: tuple[Flow, ...]
    acts: tuple[Flow, ...]
    last_acts: tuple[Flow, ...]
    """In place of `acts` after the last round."""
    total: int
    """The weight of all outcomes together."""
    step: int
    """What every net result is a multiple of, in avos."""
    bankroll: int
    rounds: int
    points: tuple[int, ...]
    placed: int
    """Before the first round, in avos."""

    def of_kind(self, kind: SeatKind) -> list[int]:
        """The numbers of the rows of a kind."""
        return [number for number, row in enumerate(self.rows) if row.kind is kind]


@dataclass(slots=True)
class _Reached:
    """With how much money a seat that acted may be reached, and after how many rounds at the earliest."""

    low: int
    high: int
    rounds: int

    def grow(self, low: int, high: int) -> bool:
        """Take in more; whether it was more."""
        grows = low < self.low or high > self.high
        self.low, self.high = min(low, self.low), max(high, self.high)
        return grows


class _Explorer:
    """Follows a strategy from the first seat, with every outcome and every amount of money."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        session = plan.session
        self.bankroll = session.bankroll or 0
        self.target = ENDLESS if session.target is None else session.target
        self.floor = -ENDLESS if session.stop_loss is None else self.bankroll - session.stop_loss
        class_of, self.outcomes = outcome_classes(plan)
        self.weights = [0] * len(self.outcomes)
        for place, (_, weight) in zip(class_of, plan.space, strict=True):
            self.weights[place] += weight
        self.rows: dict[SeatRow, int] = {}
        self.met: dict[SeatState, dict[tuple[SeatState, int], int]] = {}
        self.does: dict[SeatState, list[Stretch]] = {}
        self.reached: dict[SeatState, _Reached] = {}
        self.memory = first_seat(plan).memory

    def row(self, kind: SeatKind, seat: SeatState | None, leaves: Ended | None = None) -> int:
        """The number of a row."""
        return self.rows.setdefault(SeatRow(kind, seat, leaves), len(self.rows))

    def met_by(self, seat: SeatState) -> dict[tuple[SeatState, int], int]:
        """Where the outcomes lead a seat, what they bring, and their weights."""
        if seat not in self.met:
            found: dict[tuple[SeatState, int], int] = {}
            for outcome, weight in zip(self.outcomes, self.weights, strict=True):
                met = meet(self.plan, seat, outcome)
                key = met.seat, met.received - met.staked
                found[key] = found.get(key, 0) + weight
            self.met[seat] = found
        return self.met[seat]

    def goes_on(self, seat: SeatState) -> list[Stretch]:
        """What one does who does not go home, in the stretches of money in which one does not."""
        if seat not in self.does:
            self.does[seat] = [
                Stretch(max(one.low, self.floor + 1), min(one.high, self.target), one.action)
                for one in stretches(self.plan, seat)
                if max(one.low, self.floor + 1) < min(one.high, self.target)
            ]
        return self.does[seat]

    def leave(self, seat: SeatState) -> SeatState:
        """What stands when one goes home; no stake will be chosen any more, so the progressions are forgotten."""
        return replace(act(self.plan, seat, None, is_leaving=True).seat, memory=self.memory)

    def follow(self, begun: SeatState) -> None:
        """Find every seat that may be reached within the rounds, with its money."""
        self.reached[begun] = _Reached(self.bankroll, self.bankroll + 1, 0)
        queue = deque([begun])
        while queue:
            seat = queue.popleft()
            have = self.reached[seat]
            rounds = have.rounds + 1
            for after, won in self.met_by(seat):
                if rounds < self.plan.session.rounds:
                    queue += self._reach(after, have.low + won, have.high + won, rounds)

    def _reach(self, met: SeatState, low: int, high: int, rounds: int) -> list[SeatState]:
        """The seats one acts oneself into with so much money, where that is new."""
        new = []
        for one in self.goes_on(met):
            if max(one.low, low) >= min(one.high, high) or _is_ruin(one):
                continue
            seat = one.action.seat
            if seat not in self.reached:
                self.reached[seat] = _Reached(one.low, one.high, rounds)
                new.append(seat)
            elif self.reached[seat].grow(one.low, one.high):
                new.append(seat)
            if len(self.reached) > MOST_STATES:
                raise Refusal(TOO_MANY_SEATS, allowed=MOST_STATES)
        return new

    def causes(self) -> list[tuple[Ended, int, int]]:
        """Why one goes home before the last round, with how much."""
        found = [(Ended.TARGET, self.target, ENDLESS)] if self.target < ENDLESS else []
        return [*found, (Ended.STOP_LOSS, -ENDLESS, self.floor + 1)] if self.floor > -ENDLESS else found


def _is_ruin(stretch: Stretch) -> bool:
    return stretch.action.is_short and not stretch.action.seat.standing


def make_automaton(plan: Plan) -> EveningAutomaton:
    """The evening of a plan; refused where it has too many states."""
    explorer = _Explorer(plan)
    bankroll = plan.session.bankroll
    begun = act(plan, first_seat(plan), bankroll, is_leaving=False)
    explorer.row(SeatKind.ACTED, begun.seat)
    explorer.follow(begun.seat)
    meets = _meets(explorer)
    acts, last_acts = _acts(explorer)
    waits_meets, waits_acts = _waits(explorer)
    meets += waits_meets
    step = gcd(*(flow.won for flow in meets)) or plan.limits.chip
    scale = Scale(explorer.bankroll, step)
    return EveningAutomaton(
        rows=tuple(explorer.rows),
        meets=tuple(scale(flow) for flow in meets),
        acts=tuple(scale(flow) for flow in acts + waits_acts),
        last_acts=tuple(scale(flow) for flow in last_acts + waits_acts),
        total=plan.space.total,
        step=step,
        bankroll=explorer.bankroll,
        rounds=plan.session.rounds,
        points=plan.session.looked_at,
        placed=begun.placed,
    )


@dataclass(frozen=True, slots=True)
class Scale:
    """From avos in hand and on the layout to steps won or lost."""

    bankroll: int
    step: int

    def __call__(self, flow: Flow) -> Flow:
        """A flow in steps."""
        return flow._replace(won=flow.won // self.step, low=self.up(flow.low), high=self.up(flow.high))

    def up(self, worth: int) -> int:
        """The least number of steps that comes to so much; what is endless stays endless."""
        return worth if abs(worth) >= ENDLESS else -((self.bankroll - worth) // self.step)


def _meets(explorer: _Explorer) -> list[Flow]:
    """From every seat that has acted, by every outcome."""
    found = []
    for seat in list(explorer.reached):
        source = explorer.row(SeatKind.ACTED, seat)
        for (after, won), weight in explorer.met_by(seat).items():
            found.append(Flow(source, explorer.row(SeatKind.MET, after), won, weight, -ENDLESS, ENDLESS, 0))
    return found


def _acts(explorer: _Explorer) -> tuple[list[Flow], list[Flow]]:
    """From every seat that has met an outcome: on, home, or ruined; and the same after the last round, when nobody goes on."""
    usual, last = [], []
    for seat in [row.seat for row in explorer.rows if row.kind is SeatKind.MET and row.seat is not None]:
        source = explorer.row(SeatKind.MET, seat)
        home = []
        for cause, low, high in explorer.causes():
            home.append(Flow(source, _waiting(explorer, seat, cause), 0, 1, low, high, 0))
        for one in explorer.goes_on(seat):
            if _is_ruin(one):
                target = explorer.row(SeatKind.DONE, None, Ended.RUIN)
            elif one.action.seat in explorer.reached:
                target = explorer.row(SeatKind.ACTED, one.action.seat)
            else:
                continue
            usual.append(Flow(source, target, 0, 1, one.low, one.high, one.action.placed))
        middle = max(explorer.floor + 1, -ENDLESS), explorer.target
        last.append(Flow(source, _waiting(explorer, seat, Ended.ROUNDS), 0, 1, *middle, 0))
        usual += home
        last += home
    return usual, last


def _waiting(explorer: _Explorer, met: SeatState, cause: Ended) -> int:
    """The row of one who goes home after an outcome, and waits for what still stands."""
    seat = explorer.leave(met)
    return explorer.row(SeatKind.ACTED, seat, cause) if seat.standing else explorer.row(SeatKind.DONE, None, cause)


def _waits(explorer: _Explorer) -> tuple[list[Flow], list[Flow]]:
    """The flows of those who wait for what still stands."""
    meets, acts = [], []
    queue = deque(row for row in explorer.rows if row.kind is SeatKind.ACTED and row.leaves is not None)
    known = set(queue)
    while queue:
        row = queue.popleft()
        seat, cause = row.seat, row.leaves
        if seat is None or cause is None:
            continue
        for (after, won), weight in explorer.met_by(seat).items():
            number = explorer.row(SeatKind.MET, after, cause)
            meets.append(Flow(explorer.rows[row], number, won, weight, -ENDLESS, ENDLESS, 0))
            if (met := SeatRow(SeatKind.MET, after, cause)) in known:
                continue
            known.add(met)
            target = _waiting(explorer, after, cause)
            acts.append(Flow(number, target, 0, 1, -ENDLESS, ENDLESS, 0))
            following = SeatRow(SeatKind.ACTED, explorer.leave(after), cause)
            if following in explorer.rows and following not in known:
                known.add(following)
                queue.append(following)
    return meets, acts
