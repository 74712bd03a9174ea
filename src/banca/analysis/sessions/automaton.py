"""A session as an automaton: rows of what stands on the table, and chance that flows between them with the money left open.

Two sessions with the same bets on the layout and the same progressions differ only in their money, and money matters to the player in few
places: where it does not pay a stake, reaches the target or falls to the stop-loss. So what is on the table is explored once, with the
strategy's own `act` and `resolve` (the plain runner of the simulation), and each flow says for which amounts of money it holds. The chances
over the amounts are then worked out row by row, one array of amounts each: see `flows`.

The folded runner of the simulation (`simulation/compiled/folded`) walks the same seats in a dozen lines, but asks another question: it acts
as if money were never short, wants the need and the luck of every cell, and gives up beyond two thousand states. An explorer for both would have
to carry the ranges of money for the one and the luck for the other, to save those few lines; `act` and `resolve` are what they share.
"""

import math
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from math import gcd
from typing import NamedTuple, Self, TypeVar

from flint import fmpq, fmpq_mat

from banca.analysis.exact.odds import Moves, fraction, solve, strong_components
from banca.analysis.simulation.game_simulation import UniformRounds
from banca.analysis.simulation.interpreter import Action, SeatState, act, first_seat, resolve
from banca.analysis.simulation.plan import Plan, outcome_classes
from banca.analysis.simulation.strategy import Session, SessionEnd
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

ENDLESS = 1 << 62
"""More than anybody has, in avos."""


class MoneyProbe(int):
    """Money in hand that notes every stake it is compared with, as the least money that pays it.

    `act` decides by `cash < stake` and by nothing else about the money. So one call with a probe tells down to which amount the answer
    stays the same: the dearest stake that was still paid. A few calls give the answer for all amounts of money.
    """

    least: int
    stakes: list[int]

    def __new__(cls, money: int, least: int = 0, stakes: list[int] | None = None) -> Self:
        """Make a probe; `least` is what was paid before, by which all later stakes are dearer than they look."""
        probe = super().__new__(cls, money)
        probe.least = least
        probe.stakes = [] if stakes is None else stakes
        return probe

    def __add__(self, other: int) -> "MoneyProbe":
        return MoneyProbe(int(self) + other, self.least - other, self.stakes)

    def __sub__(self, other: int) -> "MoneyProbe":
        return MoneyProbe(int(self) - other, self.least + other, self.stakes)

    def __lt__(self, stake: int) -> bool:
        self.stakes.append(stake + self.least)
        return int(self) < stake


class MoneyRange(NamedTuple):
    """From `low` to below `high`, in hand and on the layout together, a player does the same."""

    low: int
    high: int
    action: Action

    @property
    def is_ruin(self) -> bool:
        """Whether the money pays nothing, and nothing stands."""
        return self.action.is_short and not self.action.seat.standing


def actions_by_money(plan: Plan, seat: SeatState) -> Iterator[MoneyRange]:
    """What the strategy does with every amount of money, the richest first; without a bankroll there is one answer."""
    if plan.session.bankroll is None:
        yield MoneyRange(-ENDLESS, ENDLESS, act(plan, seat, None, is_leaving=False))
        return
    # From the richest down: a probe one avo below the last range finds the dearest stake still paid, which is where the next one begins.
    standing, high = seat.standing, ENDLESS
    while high > 0:
        probe = MoneyProbe(high - 1)
        action = act(plan, seat, probe, is_leaving=False)
        low = max((least for least in probe.stakes if least < high), default=0)
        yield MoneyRange(max(low, 0) + standing, high + standing if high < ENDLESS else ENDLESS, action)
        high = low


MOST_STATES = 12_000
"""Seats that may have acted: finding them takes a few seconds."""


class RowKind(IntEnum):
    """What a session does in a row."""

    ACTED = 0
    MET = 1
    DONE = 2


class Row(NamedTuple):
    """What a session is in. `leaves` says why it goes home, where it does; `counts` is whatever else is counted along with the money."""

    kind: RowKind
    seat: SeatState | None
    leaves: SessionEnd | None
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
    """Return flows by the row that they come from."""
    leaving: dict[int, list[Flow]] = {}
    for flow in flows:
        leaving.setdefault(flow.source, []).append(flow)
    return leaving


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionAutomaton:
    """All rows and flows of a session. The first row's seat has acted with the bankroll in hand."""

    rows: tuple[Row, ...]
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

    def of_kind(self, kind: RowKind) -> list[int]:
        """The numbers of the rows of a kind."""
        return [number for number, row in enumerate(self.rows) if row.kind is kind]


class _Limits(NamedTuple):
    """From `low` to below `high`, in avos, a session goes on: above its stop-loss and below its target."""

    low: int
    high: int

    @classmethod
    def of(cls, session: Session) -> "_Limits":
        loss, bankroll = session.stop_loss, session.bankroll or 0
        return cls(
            -ENDLESS if loss is None else bankroll - loss + 1, ENDLESS if session.target is None else session.target
        )

    def early_ends(self) -> Iterator[tuple[SessionEnd, int, int]]:
        """Why one goes home before the last round, and with how much."""
        if self.high < ENDLESS:
            yield SessionEnd.TARGET, self.high, ENDLESS
        if self.low > -ENDLESS:
            yield SessionEnd.STOP_LOSS, -ENDLESS, self.low

    def clip(self, low: int, high: int) -> tuple[int, int] | None:
        """The part of a range with which one goes on."""
        low, high = max(low, self.low), min(high, self.high)
        return (low, high) if low < high else None


def _scaled(flows: Iterable[Flow], bankroll: int, step: int) -> tuple[Flow, ...]:
    """Flows in steps won or lost, from avos in hand and on the layout."""

    def up(worth: int) -> int:  # the least number of steps that comes to so much; what is endless stays endless
        return worth if abs(worth) >= ENDLESS else -((bankroll - worth) // step)

    return tuple(flow._replace(won=flow.won // step, low=up(flow.low), high=up(flow.high)) for flow in flows)


@dataclass(slots=True)
class _MoneySpan:
    """With how much money a seat that acted may be reached, and after how many rounds at the earliest."""

    low: int
    high: int
    rounds: int


class _Explorer:
    """Follows a strategy from the first seat, with every outcome and every amount of money."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.limits = _Limits.of(plan.session)
        class_of, self.outcomes = outcome_classes(plan)
        self.weights = [0] * len(self.outcomes)
        for number, (_outcome, weight) in zip(class_of, plan.space, strict=True):
            self.weights[number] += weight
        self.rows: dict[Row, int] = {}
        self.results: dict[SeatState, dict[tuple[SeatState, int], int]] = {}
        self.actions: dict[SeatState, list[MoneyRange]] = {}
        self.reached: dict[SeatState, _MoneySpan] = {}
        self.memory = first_seat(plan).memory

    def number(self, kind: RowKind, seat: SeatState | None, leaves: SessionEnd | None = None) -> int:
        """The number of a row; rows are numbered as they are first asked for, which fixes the order of all later sums."""
        return self.rows.setdefault(Row(kind, seat, leaves), len(self.rows))

    def results_of(self, seat: SeatState) -> dict[tuple[SeatState, int], int]:
        """Where the outcomes lead a seat, what they bring, and their weights."""
        if seat not in self.results:
            weights: dict[tuple[SeatState, int], int] = {}
            for outcome, weight in zip(self.outcomes, self.weights, strict=True):
                result = resolve(self.plan, seat, outcome)
                # Outcomes that lead to the same seat with the same money are one flow.
                key = result.seat, result.received - result.staked
                weights[key] = weights.get(key, 0) + weight
            self.results[seat] = weights
        return self.results[seat]

    def actions_of(self, seat: SeatState) -> list[MoneyRange]:
        """What one does who does not go home, by the money with which one does not."""
        if seat not in self.actions:
            clipped = ((part, self.limits.clip(part.low, part.high)) for part in actions_by_money(self.plan, seat))
            self.actions[seat] = [MoneyRange(*inside, part.action) for part, inside in clipped if inside]
        return self.actions[seat]

    def leave(self, seat: SeatState, cause: SessionEnd) -> tuple[int, SeatState]:
        """The row of one who goes home and waits for what still stands, and what stands then.

        No stake will be chosen any more, so the progressions are forgotten: many rows become one.
        """
        left = replace(act(self.plan, seat, None, is_leaving=True).seat, memory=self.memory)
        is_done = not left.standing
        return self.number(RowKind.DONE if is_done else RowKind.ACTED, None if is_done else left, cause), left

    def explore(self, first: SeatState) -> None:
        """Find every seat that may be reached within the rounds, with its money; a seat is looked at again with more."""
        bankroll = self.plan.session.bankroll or 0
        self.reached[first] = _MoneySpan(bankroll, bankroll + 1, 0)
        queue = deque([first])
        while queue:
            seat = queue.popleft()
            source = self.reached[seat]
            rounds = source.rounds + 1
            if rounds < self.plan.session.rounds:
                # Only the reach of the money is kept here, not its chances: those are worked out later, row by row.
                for after, won in self.results_of(seat):
                    queue += self._reach(after, source.low + won, source.high + won, rounds)

    def _reach(self, after: SeatState, low: int, high: int, rounds: int) -> Iterator[SeatState]:
        """The seats that one acts oneself into with so much money, where seat or money is new."""
        for part in self.actions_of(after):
            if max(part.low, low) >= min(part.high, high) or part.is_ruin:
                continue
            seat = part.action.seat
            # An empty range at first (high below low), so that any money is new.
            known = self.reached.setdefault(seat, _MoneySpan(part.high, part.low, rounds))
            if part.low < known.low or part.high > known.high:
                known.low, known.high = min(part.low, known.low), max(part.high, known.high)
                yield seat
            if len(self.reached) > MOST_STATES:
                raise Refusal(TOO_MANY_SEATS, allowed=MOST_STATES)


def make_automaton(plan: Plan) -> SessionAutomaton:
    """Return the automaton of a plan; refused where it has too many states."""
    explorer = _Explorer(plan)
    bankroll = plan.session.bankroll
    first = act(plan, first_seat(plan), bankroll, is_leaving=False)
    explorer.number(RowKind.ACTED, first.seat)
    explorer.explore(first.seat)
    meets = _meets(explorer)
    acts, last_acts = _acts(explorer)
    pending_meets, pending_acts = _pending_flows(explorer)
    meets += pending_meets
    # Net results are whole multiples of it, so amounts are counted in steps: fewer cells, the same chances.
    step = gcd(*(flow.won for flow in meets)) or plan.limits.chip
    return SessionAutomaton(
        rows=tuple(explorer.rows),
        meets=_scaled(meets, bankroll or 0, step),
        acts=_scaled(acts + pending_acts, bankroll or 0, step),
        last_acts=_scaled(last_acts + pending_acts, bankroll or 0, step),
        total=plan.space.total,
        step=step,
        bankroll=bankroll or 0,
        rounds=plan.session.rounds,
        points=plan.session.looked_at,
        placed=first.placed,
    )


def _meets(explorer: _Explorer) -> list[Flow]:
    """From every seat that has acted, by every outcome."""
    flows = []
    for seat in list(explorer.reached):
        source = explorer.number(RowKind.ACTED, seat)
        for (after, won), weight in explorer.results_of(seat).items():
            flows.append(Flow(source, explorer.number(RowKind.MET, after), won, weight, -ENDLESS, ENDLESS, 0))
    return flows


def _acts(explorer: _Explorer) -> tuple[list[Flow], list[Flow]]:
    """From every seat that has met an outcome: on, home, or ruined; and the same after the last round, when nobody goes on."""
    usual, last = [], []
    for seat in [row.seat for row in explorer.rows if row.kind is RowKind.MET and row.seat is not None]:
        source = explorer.number(RowKind.MET, seat)
        home = [
            Flow(source, explorer.leave(seat, cause)[0], 0, 1, low, high, 0)
            for cause, low, high in explorer.limits.early_ends()
        ]
        for part in explorer.actions_of(seat):
            if part.is_ruin:
                target = explorer.number(RowKind.DONE, None, SessionEnd.RUIN)
            elif part.action.seat in explorer.reached:
                target = explorer.number(RowKind.ACTED, part.action.seat)
            else:
                continue
            usual.append(Flow(source, target, 0, 1, part.low, part.high, part.action.placed))
        last.append(Flow(source, explorer.leave(seat, SessionEnd.ROUNDS)[0], 0, 1, *explorer.limits, 0))
        usual += home
        last += home
    return usual, last


def _pending_flows(explorer: _Explorer) -> tuple[list[Flow], list[Flow]]:
    """The flows of those who went home and wait for what still stands."""
    meets, acts = [], []
    queue = deque(
        (row.seat, row.leaves)
        for row in explorer.rows
        if row.kind is RowKind.ACTED and row.seat is not None and row.leaves is not None
    )
    acted, met = set(queue), set()
    while queue:
        seat, cause = queue.popleft()
        source = explorer.number(RowKind.ACTED, seat, cause)
        for (after, won), weight in explorer.results_of(seat).items():
            number = explorer.number(RowKind.MET, after, cause)
            meets.append(Flow(source, number, won, weight, -ENDLESS, ENDLESS, 0))
            if number in met:
                continue
            met.add(number)
            target, left = explorer.leave(after, cause)
            acts.append(Flow(number, target, 0, 1, -ENDLESS, ENDLESS, 0))
            if left.standing and (left, cause) not in acted:
                acted.add((left, cause))
                queue.append((left, cause))
    return meets, acts


def make_iid_automaton(alike: UniformRounds) -> SessionAutomaton:
    """Return the automaton of rounds that are independent and alike, of a game that plays in its own way."""
    if alike.count > MOST_STATES:
        raise Refusal(TOO_MANY_SEATS, allowed=MOST_STATES)
    session = alike.session
    bankroll, limits = session.bankroll or 0, _Limits.of(session)
    every = tuple(alike.rounds)
    first = next(kind for kind in every if kind.low <= bankroll < kind.high)
    rounds = (
        first,
        *(kind for kind in every if kind is not first),
    )  # the first row has acted: the bankroll pays for it
    met = len(rounds)
    done = {cause: met + 1 + cause for cause in SessionEnd}
    meets = [
        Flow(number, met, net, weight, -ENDLESS, ENDLESS, 0)
        for number, kind in enumerate(rounds)
        for net, weight in kind.nets.items()
    ]
    home = [Flow(met, done[cause], 0, 1, low, high, 0) for cause, low, high in limits.early_ends()]
    ranges = [(kind.low, kind.high, number, kind.at_risk) for number, kind in enumerate(rounds)]
    ranges.append((-ENDLESS, min(kind.low for kind in rounds), done[SessionEnd.RUIN], 0))
    going_on = [
        Flow(met, number, 0, 1, *inside, at_risk)
        for low, high, number, at_risk in ranges
        if (inside := limits.clip(low, high))
    ]
    last = Flow(met, done[SessionEnd.ROUNDS], 0, 1, *limits, 0)
    step = gcd(*(flow.won for flow in meets)) or 1
    return SessionAutomaton(
        rows=(
            *[Row(RowKind.ACTED, None, None)] * len(rounds),
            Row(RowKind.MET, None, None),
            *(Row(RowKind.DONE, None, cause) for cause in SessionEnd),
        ),
        meets=_scaled(meets, bankroll, step),
        acts=_scaled([*home, *going_on], bankroll, step),
        last_acts=_scaled([*home, last], bankroll, step),
        total=alike.total,
        step=step,
        bankroll=bankroll,
        rounds=session.rounds,
        points=session.looked_at,
        placed=first.at_risk,
    )


Ending = dict[tuple[int, int], Fraction]
"""By the row in which one is done, and the steps won or lost until then."""


@dataclass(frozen=True, slots=True)
class PendingBets:
    """The rows in which one went home and bets still stand, numbered among themselves, and where a round leads from each.

    They are solved and not followed: no decision is left in them, and a bet may stand for any number of rounds.
    """

    rows: tuple[int, ...]
    index: dict[int, int]
    exits: tuple[tuple[tuple[int, int, int], ...], ...]
    """Per row: the row a round leads to, the steps it brings, its weight."""
    total: int

    def moves(self) -> list[Moves]:
        """From each row to others in which one still waits, by their numbers."""
        moves: list[Moves] = [{} for _ in self.rows]
        for leaving, exits in zip(moves, self.exits, strict=True):
            for target, _net, weight in exits:
                if target in self.index:
                    leaving[self.index[target]] = leaving.get(self.index[target], 0) + weight
        return moves

    def endings(self) -> dict[int, Ending]:
        """For each row, all that may come of it."""
        endings: list[Ending] = [{} for _ in self.rows]
        for group in strong_components(self.moves()):  # each after all that it leads to
            for number, ending in zip(group, self._solve(group, endings), strict=True):
                endings[number] = ending
        return dict(zip(self.rows, endings, strict=True))

    def durations(self) -> dict[int, Fraction]:
        """For each row, the mean number of rounds until everything is decided."""
        if not self.rows:
            return {}
        solved = solve(self.moves(), self.total, [[self.total]] * len(self.rows))
        return {row: fraction(mean[0]) for row, mean in zip(self.rows, solved, strict=True)}

    def _solve(self, group: Sequence[int], known: Sequence[Ending]) -> list[Ending]:
        """The endings of rows that lead back to each other, from those that they lead to.

        A bet that only waits is paid nothing, so moves within a group bring no money: one system of equations for all amounts.
        """
        inside = {self.rows[number]: column for column, number in enumerate(group)}
        left = [[self.total * (row == other) for other in range(len(group))] for row in range(len(group))]
        right: list[Ending] = [{} for _ in group]
        for row, number in enumerate(group):
            for target, won, weight in self.exits[number]:
                if target in inside:
                    # total · x(row) = Σ weight · x(target) + what comes from outside the group: the unknowns stand to the left.
                    left[row][inside[target]] -= weight
                    continue
                ends = known[self.index[target]] if target in self.index else {(target, 0): Fraction(1)}
                for (done, more), chance in ends.items():
                    key = done, won + more
                    right[row][key] = right[row].get(key, Fraction(0)) + weight * chance
        if len(group) == 1:
            return [{key: chance / left[0][0] for key, chance in right[0].items()}]
        keys = sorted({key for row in right for key in row})
        columns = [[fmpq(*row.get(key, Fraction(0)).as_integer_ratio()) for key in keys] for row in right]
        solution = fmpq_mat(left).solve(fmpq_mat(columns))
        return [
            {key: fraction(solution[row, at]) for at, key in enumerate(keys) if solution[row, at]}
            for row in range(len(group))
        ]


def find_pending(automaton: SessionAutomaton) -> PendingBets:
    """Return the rows of those who went home and wait."""
    rows = tuple(number for number in automaton.of_kind(RowKind.ACTED) if automaton.rows[number].leaves is not None)
    index = {number: position for position, number in enumerate(rows)}
    next_row = {
        flow.source: flow.target for flow in automaton.last_acts if automaton.rows[flow.source].leaves is not None
    }
    exits: list[dict[tuple[int, int], int]] = [{} for _ in rows]
    for flow in automaton.meets:
        if flow.source in index:
            key = next_row[flow.target], flow.won
            leaving = exits[index[flow.source]]
            leaving[key] = leaving.get(key, 0) + flow.weight
    listed = tuple(tuple((target, won, weight) for (target, won), weight in leaving.items()) for leaving in exits)
    return PendingBets(rows, index, listed, automaton.total)


Count = TypeVar("Count", bound=Hashable)

MOST_ROWS = 20_000
LONGEST_WAIT = 1000
"""Rounds that are followed after the last, until everything that stands is decided."""
LONGEST = 30
"""Losing runs that are told apart; one that is longer stays longer."""


def staked_as_money(automaton: SessionAutomaton) -> SessionAutomaton:
    """Return the automaton with all that is placed in place of the money, which decides nothing without a bankroll."""
    step = gcd(automaton.placed, *(flow.placed for flow in automaton.acts)) or 1
    meets = tuple(flow._replace(won=0) for flow in automaton.meets)
    acts = tuple(flow._replace(won=flow.placed // step) for flow in automaton.acts)
    return replace(automaton, meets=meets, acts=acts, step=step)


def with_staked(automaton: SessionAutomaton) -> SessionAutomaton | None:
    """Return the automaton with all that was placed so far as a part of every row, in avos; None where it has too many rows."""
    return _counted(automaton, automaton.placed, lambda staked, _: staked, lambda staked, flow: staked + flow.placed)


def with_longest(automaton: SessionAutomaton) -> SessionAutomaton | None:
    """Return the automaton with the present and the longest run of losing rounds likewise; without a bankroll, without the money."""
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
    automaton: SessionAutomaton,
    start: Count,
    meets: Callable[[Count, Flow], Count],
    acts: Callable[[Count, Flow], Count],
) -> SessionAutomaton | None:
    """The automaton with a count in every row; None where it has too many rows."""
    usual, last = by_source((*automaton.meets, *automaton.acts)), by_source(automaton.last_acts)
    acted = {flow.source for flow in automaton.meets}
    rows: dict[tuple[int, Count], int] = {(0, start): 0}
    rounds = [0]
    flows: list[list[Flow]] = [[], [], []]
    queue = deque([(0, start)])
    while queue:
        row, count = queue.popleft()
        source = rows[row, count]
        # Rounds count when the outcome is met, and rows are found in the order of rounds: a row is numbered with its earliest.
        has_acted = row in acted
        after = rounds[source] + has_acted
        leaving = [
            (0 if has_acted else 1, flow) for flow in usual.get(row, ()) if has_acted or after < automaton.rounds
        ]
        for kind, flow in (*leaving, *((2, flow) for flow in last.get(row, ()))):
            target = flow.target, (meets if has_acted else acts)(count, flow)
            if target not in rows:
                if len(rows) == MOST_ROWS:
                    return None
                rows[target] = len(rows)
                rounds.append(after)
                queue.append(target)
            flows[kind].append(flow._replace(source=source, target=rows[target]))
    counted = tuple(automaton.rows[row]._replace(counts=count) for row, count in rows)
    return replace(automaton, rows=counted, meets=tuple(flows[0]), acts=tuple(flows[1]), last_acts=tuple(flows[2]))


DEVIATIONS = 11
"""Standard deviations on either side that are looked at; what lies beyond is counted as lost, and is less than any bound."""

MOST_CELLS = 60_000_000
"""Chances in memory, of eight bytes each."""


@dataclass(frozen=True, slots=True)
class Size:
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


def measure(automaton: SessionAutomaton, endings: Mapping[int, Ending], *, is_whole: bool = False) -> Size:
    """Return the amounts that are looked at: those that are likely, or where the whole is wanted all that are possible."""
    acts = [flow.won for flow in automaton.acts]
    best = max(flow.won for flow in automaton.meets) + max(acts, default=0)
    worst = min(flow.won for flow in automaton.meets) + min(acts, default=0)
    gains = [won for ending in endings.values() for _, won in ending]
    more, less = max(gains, default=0), min(gains, default=0)
    reach = ENDLESS if is_whole else _reach(automaton)
    going_on = {number for number, row in enumerate(automaton.rows) if row.kind is RowKind.ACTED and row.leaves is None}
    goal = max((flow.high for flow in automaton.acts if flow.target in going_on), default=0)
    floor = -(automaton.bankroll // automaton.step) if automaton.bankroll else -ENDLESS
    # What is staked only grows, but it begins at 0 as money does.
    highest, lowest = max(best, 0) * automaton.rounds + max(more, 0), min(worst, 0) * automaton.rounds + min(less, 0)
    high = min(highest, min(reach, goal) + best + max(more, 0))
    low = max(lowest, floor, -reach + worst + min(less, 0))
    rows = _ranges(automaton, low, high + 1)
    width = [below - least for least, below in rows]
    at_end = {number for number, row in enumerate(automaton.rows) if row.leaves is SessionEnd.ROUNDS}
    moved = (width[flow.source] for flow in (*automaton.meets, *automaton.acts) if flow.source not in at_end)
    return Size(low, high + 1, rows, max(highest, -max(lowest, floor)), sum(moved) * automaton.rounds)


def _reach(automaton: SessionAutomaton) -> int:
    """How far from 0 it is likely to come, at the highest stakes."""
    if any(flow.won for flow in automaton.acts):  # stakes are counted: they only grow
        return max(flow.won for flow in automaton.acts) * automaton.rounds
    squares: dict[int, int] = {}
    means: dict[int, int] = {}
    for flow in automaton.meets:
        squares[flow.source] = squares.get(flow.source, 0) + flow.weight * flow.won**2
        means[flow.source] = means.get(flow.source, 0) + flow.weight * flow.won
    # As if every round had the greatest spread of any row: too wide never gives up what matters, only memory.
    deviation = math.sqrt(max(squares.values()) / automaton.total * automaton.rounds)
    drift = max(map(abs, means.values())) * automaton.rounds / automaton.total
    return math.ceil(DEVIATIONS * deviation + drift)


def _ranges(automaton: SessionAutomaton, low: int, high: int) -> tuple[tuple[int, int], ...]:
    """For each row, the amounts with which it can be entered."""
    ranges: list[tuple[int, int] | None] = [None] * len(automaton.rows)

    def enter(row: int, least: int, below: int) -> None:
        known = ranges[row]
        least, below = max(least, low), min(below, high)
        if least < below:
            ranges[row] = (least, below) if known is None else (min(known[0], least), max(known[1], below))

    enter(0, 0, 1)
    for flow in (*automaton.acts, *automaton.last_acts):
        enter(flow.target, flow.low, flow.high)
    for flow in automaton.meets:
        source = ranges[flow.source]
        if source is not None:
            enter(flow.target, source[0] + flow.won, source[1] + flow.won)
    for number in automaton.of_kind(RowKind.DONE):
        ranges[number] = (low, high)
    return tuple((0, 0) if known is None else known for known in ranges)


def check_size(automaton: SessionAutomaton, size: Size, most: int) -> None:
    """Refuse before any work what would take too long."""
    if size.work > most or size.cells > MOST_CELLS:
        raise Refusal(
            TOO_MUCH_TO_WORK_OUT,
            states=len(automaton.rows),
            amounts=size.high - size.low,
            step=format_patacas(automaton.step),
            rounds=automaton.rounds,
            asked=size.work,
            cells=size.cells,
            allowed=most,
            most=MOST_CELLS,
        )
