"""The session as flows of chance between rows: found by following `act` and `meet` with the money left open."""

import math
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from math import gcd
from typing import NamedTuple, Self, TypeVar

from flint import fmpq, fmpq_mat

from banca.analysis.exact.odds import Moves, fraction, solve, strong_components
from banca.analysis.simulation.compiled.chance import outcome_classes
from banca.analysis.simulation.game_simulation import RoundsAlike
from banca.analysis.simulation.interpreter import Action, SeatState, act, first_seat, meet
from banca.analysis.simulation.plan import Plan
from banca.analysis.simulation.strategy import Ended
from banca.rules import Refusal, _, format_patacas, refusal

TOO_MANY_SEATS = refusal(
    "too_many_seats",
    _(
        "the strategy has more than {allowed} states between rounds, too many to work out exactly: make fewer bets at once, shorten the progression, play fewer rounds or use a larger chip"
    ),
)
TOO_MUCH_TO_WORK_OUT = refusal(
    "too_much_to_work_out",
    _(
        "{states} states, {amounts} amounts of money in steps of {step} and {rounds} rounds need {asked} multiplications and {cells} numbers in memory; the limits are {allowed} and {most}: play fewer rounds, set a target or a stop-loss, or use stakes and chips with a larger common step"
    ),
)
ONLY_CHANCE = refusal(
    "only_chance",
    _(
        "the exact distribution of a round is not known for this {game} strategy (for example, a banker against several gates that mix their settings); simulate it instead"
    ),
)
STANDS_ON = refusal(
    "stands_on",
    _(
        "a round leaves one of the bets undecided with a chance of {chance}, so rounds differ; compute a whole session instead (banca evening)"
    ),
)
TOO_MANY_ROUNDS = refusal(
    "too_many_rounds", _("{asked} rounds of these bets cannot be added up; possible: 1 to about {allowed}")
)

ENDLESS = 1 << 62
"""More than anybody has, in avos."""


class Purse(int):
    """Money in hand that remembers every stake it was held against, as the least money that pays it."""

    least: int
    asked: list[int]

    def __new__(cls, money: int, least: int = 0, asked: list[int] | None = None) -> Self:
        """So much money; `least` is by how much stakes are dearer than they look, for what was paid before."""
        purse = super().__new__(cls, money)
        purse.least = least
        purse.asked = [] if asked is None else asked
        return purse

    def __add__(self, other: int) -> "Purse":
        return Purse(int(self) + other, self.least - other, self.asked)

    def __sub__(self, other: int) -> "Purse":
        return Purse(int(self) - other, self.least + other, self.asked)

    def __lt__(self, stake: int) -> bool:
        self.asked.append(stake + self.least)
        return int(self) < stake


class Stretch(NamedTuple):
    """From `low` to below `high`, in hand and on the layout together, a player does the same."""

    low: int
    high: int
    action: Action


def stretches(plan: Plan, seat: SeatState) -> list[Stretch]:
    """What the strategy does with every amount of money, the richest first; without a bankroll there is one answer."""
    if plan.session.bankroll is None:
        return [Stretch(-ENDLESS, ENDLESS, act(plan, seat, None, is_leaving=False))]
    standing = seat.standing
    found: list[Stretch] = []
    high = ENDLESS
    while high > 0:
        purse = Purse(high - 1)
        action = act(plan, seat, purse, is_leaving=False)
        low = max((least for least in purse.asked if least < high), default=0)
        found.append(Stretch(max(low, 0) + standing, high + standing if high < ENDLESS else ENDLESS, action))
        high = low
    return found


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
        for place, (_outcome, weight) in zip(class_of, plan.space, strict=True):
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


Ending = dict[tuple[int, int], Fraction]
"""By the row in which one is done, and the steps won or lost until then."""


@dataclass(frozen=True, slots=True)
class HomeWaits:
    """The rows in which one waits, numbered among themselves, and where a round leads from each."""

    rows: tuple[int, ...]
    place: dict[int, int]
    exits: tuple[tuple[tuple[int, int, int], ...], ...]
    """Per row: the row a round leads to, the steps it brings, its weight."""
    total: int

    def moves(self) -> list[Moves]:
        """From each row to others in which one still waits, by their numbers."""
        found: list[Moves] = [{} for _ in self.rows]
        for moves, exits in zip(found, self.exits, strict=True):
            for target, _net, weight in exits:
                if target in self.place:
                    moves[self.place[target]] = moves.get(self.place[target], 0) + weight
        return found

    def endings(self) -> dict[int, Ending]:
        """For each row, all that may come of it."""
        found: list[Ending] = [{} for _ in self.rows]
        for group in strong_components(self.moves()):
            for one, ending in zip(group, self._solved(group, found), strict=True):
                found[one] = ending
        return dict(zip(self.rows, found, strict=True))

    def durations(self) -> dict[int, Fraction]:
        """For each row, the mean number of rounds until everything is decided."""
        if not self.rows:
            return {}
        solved = solve(self.moves(), self.total, [[self.total]] * len(self.rows))
        return {row: fraction(mean[0]) for row, mean in zip(self.rows, solved, strict=True)}

    def _solved(self, group: Sequence[int], found: Sequence[Ending]) -> list[Ending]:
        """The endings of rows that lead back to each other, from those that they lead to."""
        inside = {self.rows[one]: place for place, one in enumerate(group)}
        left = [[self.total * (row == other) for other in range(len(group))] for row in range(len(group))]
        right: list[dict[tuple[int, int], Fraction]] = [{} for _ in group]
        for row, one in enumerate(group):
            for target, won, weight in self.exits[one]:
                if target in inside:
                    left[row][inside[target]] -= weight
                    continue
                ends = found[self.place[target]] if target in self.place else {(target, 0): Fraction(1)}
                for (done, more), chance in ends.items():
                    key = done, won + more
                    right[row][key] = right[row].get(key, Fraction(0)) + weight * chance
        if len(group) == 1:
            return [{key: chance / left[0][0] for key, chance in right[0].items()}]
        keys = sorted({key for row in right for key in row})
        columns = [[_fmpq(row.get(key, Fraction(0))) for key in keys] for row in right]
        solution = fmpq_mat(left).solve(fmpq_mat(columns))
        return [
            {key: fraction(solution[row, at]) for at, key in enumerate(keys) if solution[row, at]}
            for row in range(len(group))
        ]


def _fmpq(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def find_waits(automaton: EveningAutomaton) -> HomeWaits:
    """The rows of those who go home."""
    rows = tuple(number for number in automaton.of_kind(SeatKind.ACTED) if automaton.rows[number].leaves is not None)
    place = {number: index for index, number in enumerate(rows)}
    leads = {flow.source: flow.target for flow in automaton.last_acts if automaton.rows[flow.source].leaves is not None}
    exits: list[dict[tuple[int, int], int]] = [{} for _ in rows]
    for flow in automaton.meets:
        if flow.source in place:
            key = leads[flow.target], flow.won
            found = exits[place[flow.source]]
            found[key] = found.get(key, 0) + flow.weight
    listed = tuple(tuple((target, won, weight) for (target, won), weight in one.items()) for one in exits)
    return HomeWaits(rows, place, listed, automaton.total)


def alike_automaton(asked: RoundsAlike) -> EveningAutomaton:
    """The automaton of rounds that are alike. Its first row must have acted: it is the round that the bankroll pays for."""
    if asked.count > MOST_STATES:
        raise Refusal(TOO_MANY_SEATS, allowed=MOST_STATES)
    session, bankroll = asked.session, asked.session.bankroll or 0
    every = tuple(asked.rounds)
    first = next(one for one in every if one.low <= bankroll < one.high)
    rounds = (first, *(one for one in every if one is not first))
    met = len(rounds)
    done = {cause: met + 1 + cause for cause in Ended}
    target = ENDLESS if session.target is None else session.target
    floor = -ENDLESS if session.stop_loss is None else bankroll - session.stop_loss
    meets = [
        Flow(number, met, net, weight, -ENDLESS, ENDLESS, 0)
        for number, one in enumerate(rounds)
        for net, weight in one.nets.items()
    ]
    home = [Flow(met, done[Ended.TARGET], 0, 1, target, ENDLESS, 0)] if target < ENDLESS else []
    home += [Flow(met, done[Ended.STOP_LOSS], 0, 1, -ENDLESS, floor + 1, 0)] if floor > -ENDLESS else []
    stretches = [(one.low, one.high, number, one.at_risk) for number, one in enumerate(rounds)]
    stretches.append((-ENDLESS, min(one.low for one in rounds), done[Ended.RUIN], 0))
    going_on = [
        Flow(met, number, 0, 1, max(low, floor + 1), min(high, target), at_risk)
        for low, high, number, at_risk in stretches
        if max(low, floor + 1) < min(high, target)
    ]
    last = Flow(met, done[Ended.ROUNDS], 0, 1, floor + 1 if floor > -ENDLESS else -ENDLESS, target, 0)
    scale = Scale(bankroll, gcd(*(flow.won for flow in meets)) or 1)
    acted = [SeatRow(SeatKind.ACTED, None, None)] * len(rounds)
    return EveningAutomaton(
        rows=(*acted, SeatRow(SeatKind.MET, None, None), *(SeatRow(SeatKind.DONE, None, cause) for cause in Ended)),
        meets=tuple(map(scale, meets)),
        acts=tuple(map(scale, [*home, *going_on])),
        last_acts=tuple(map(scale, [*home, last])),
        total=asked.total,
        step=scale.step,
        bankroll=bankroll,
        rounds=session.rounds,
        points=session.looked_at,
        placed=first.at_risk,
    )


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
