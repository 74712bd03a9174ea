"""A problem, and what it comes to as numbers: every bet that may be placed, what a round does to it, and what it pays, in steps of money.

All of it is asked of the rulebook (`check_placing`, `verdict`, `pay`), so that no rule is written here a second time.
One flat bet is on the layout at a time. Once it has moved, an additional bet may be put behind it, before the next round and not later;
then the player decides nothing until the bets are decided. This keeps the states few enough to be compared one by one.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import compress
from math import gcd
from typing import NamedTuple, TypeVar

from banca.analysis.exact.odds import analysed, fraction, solve_bet
from banca.analysis.simulation.plan import NO_BETS
from banca.analysis.simulation.strategy import ANY_TABLE, BAD_ROUNDS, Session, check_session, table_name
from banca.games import rulebook
from banca.rules import (
    Bet,
    Decided,
    Layout,
    Limits,
    Outcome,
    Refusal,
    Rules,
    Standing,
    State,
    Stay,
    Verdict,
    _,
    explore,
    format_patacas,
    net_per_unit,
    pay,
    refusal,
    under,
)
from banca.rules.refusal import DIFFERENT_SPACES

T = TypeVar("T")
GOAL_NEEDS = refusal("goal_needs", _("the goal {goal} needs {asked}"))
UNKNOWN_GOAL = refusal("unknown_goal", _("there is no goal {asked}; available: {allowed}"))

MOST_ROUNDS = 10_000
MOST_STAKES = 500


class PlayGoal(StrEnum):
    """The goal that a bankroll is played for."""

    TARGET = "target"
    """Reach the target, within the rounds if they are limited."""
    LAST = "last"
    """Play all rounds, with a bet on the layout in each."""
    STAKE = "stake"
    """Stake the turnover in all, and lose least."""


def parse_goal(name: str) -> PlayGoal:
    """Return a goal by its name; refused where there is none."""
    if name not in tuple(PlayGoal):
        raise Refusal(UNKNOWN_GOAL, asked=name, allowed=tuple(PlayGoal))
    return PlayGoal(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayProblem:
    """A bankroll and a goal. Amounts in avos; without bets or stakes, all that the rules and the limits allow."""

    game: str
    goal: PlayGoal
    bankroll: int
    target: int | None = None
    rounds: int | None = None
    turnover: int | None = None
    """The total to stake."""
    bets: tuple[str, ...] = ()
    """The only bets that may be used; additional ones are named with their flat bets, one by one or all by their id."""
    stakes: tuple[int, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    limits: Limits | None = None

    @property
    def rules(self) -> Rules:
        """The house's rules."""
        return under(rulebook(self.game), self.options)

    @property
    def table_limits(self) -> Limits:
        """The table's limits; by default the game's own."""
        return self.limits or rulebook(self.game).limits

    @property
    def is_timed(self) -> bool:
        """Whether rounds are counted."""
        return self.rounds is not None


def flat_bets(problem: PlayProblem, rules: Rules) -> tuple[Bet, ...]:
    """The bets that may be placed by themselves, those that are added to another left out."""
    if not problem.bets:
        return tuple(bet for bet in rules.bets.values() if not bet.added_to and bet.space == rules.space)
    named = _named(problem, rules)
    flats = tuple(bet for bet in named if not bet.added_to)
    for bet in named:
        # An additional bet cannot stand by itself; its flat bet must be among those named.
        if bet.added_to and bet.added_to not in {flat.id for flat in flats}:
            raise Refusal(
                "not_flat", _("{bet} is added to {flat}; name {flat} too"), bet.cite, bet=bet.key, flat=bet.added_to
            )
    if len({bet.space for bet in flats}) > 1:
        raise Refusal(DIFFERENT_SPACES, bets=[bet.key for bet in flats])
    return flats


def additional_bets(problem: PlayProblem, rules: Rules) -> tuple[Bet, ...]:
    """The bets that may be added to another: all where no bets are named, else those that are."""
    bets = _named(problem, rules) if problem.bets else rules.bets.values()
    return tuple(bet for bet in bets if bet.added_to)


def all_additional(rules: Rules, name: str) -> tuple[Bet, ...]:
    """The additional bets of an id, such as those behind the Pass Line on any number; none where it is no such id."""
    return tuple(bet for bet in rules.bets.values() if bet.added_to and bet.id == name)


def _named(problem: PlayProblem, rules: Rules) -> tuple[Bet, ...]:
    bets = (bet for key in problem.bets for bet in all_additional(rules, key) or (rules.bet(key),))
    return tuple(dict.fromkeys(bets))


def check_problem(problem: PlayProblem, bets: tuple[Bet, ...]) -> None:
    """Refuse a problem that cannot begin, or that does not say what its goal needs."""
    if not bets:
        raise Refusal(NO_BETS, problem.rules.rulebook.bets_cite, game=problem.game)
    limits = problem.table_limits
    if problem.goal is PlayGoal.TARGET and problem.target is None:
        raise Refusal(GOAL_NEEDS, goal=problem.goal, asked="target")
    if problem.goal is PlayGoal.LAST and problem.rounds is None:
        raise Refusal(GOAL_NEEDS, goal=problem.goal, asked="rounds")
    if problem.goal is PlayGoal.STAKE:
        if problem.turnover is None:
            raise Refusal(GOAL_NEEDS, goal=problem.goal, asked="turnover")
        if problem.rounds is not None:
            raise Refusal("goal_without_rounds", _("the goal {goal} takes no number of rounds"), goal=problem.goal)
        if problem.turnover < limits.minimum:
            minimum = format_patacas(limits.minimum)
            raise Refusal(
                "bad_turnover",
                _("a total stake of {asked} is too low; the minimum of one bet is {minimum}"),
                asked=format_patacas(problem.turnover),
                minimum=minimum,
            )
    if problem.rounds is not None and not 1 <= problem.rounds <= MOST_ROUNDS:
        raise Refusal(BAD_ROUNDS, asked=problem.rounds, allowed=MOST_ROUNDS)
    for stake in problem.stakes:
        limits.check(stake)
    least = min(problem.stakes, default=limits.minimum)
    target = problem.target if problem.goal is PlayGoal.TARGET else None
    session = Session(bankroll=problem.bankroll, target=target, rounds=problem.rounds or 1)
    check_session(session, limits, bet=bets[0].key, stake=least)


class BetChoice(NamedTuple):
    """A bet by its number in the model, its stake in steps, and what is added behind it, by additional bet, in steps."""

    bet: int
    stake: int
    added: tuple[tuple[str, int], ...] = ()


class Branch(NamedTuple):
    """What a round may do to a bet: decide it, or let it wait. Of a bet that waits it is seen from one kind of ending."""

    chance: Fraction
    table: int
    """The state of the table then."""
    pending: int
    """The number of the bet that waits; -1 where it is decided."""
    nets: tuple[int, ...] = ()
    """Per stake, in steps, where the first round decides it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PendingBet:
    """A flat bet that has moved and waits, in a state of its own and of the table. Endings are told apart by what they pay."""

    bet: str
    state: State
    resolved: tuple[Fraction, ...]
    """The chance of each kind of ending, however long it takes."""
    moves: tuple[tuple[Branch, ...], ...]
    """Per kind."""
    nets: tuple[tuple[int, ...], ...]
    """Per kind and stake of the flat bet, in steps."""
    adds: str
    """The additional bet that may be put behind it; none where there is none."""
    added: tuple[tuple[int, ...], ...]
    """Per kind and stake of the additional bet, in steps."""
    most: tuple[int, ...]
    """Per stake of the flat bet: how many of the stakes may be added, the lowest first."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FlatBet:
    """A bet that may be placed: with which stakes, and what the first round does from each state of the table."""

    bet: Bet
    is_allowed: tuple[bool, ...]
    """Per stake."""
    first_rounds: tuple[tuple[Branch, ...], ...]
    """Per state of the table; none where it may not be placed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlayModel:
    """A problem as numbers."""

    problem: PlayProblem
    step: int
    """In avos; all amounts below are in steps."""
    tables: tuple[str, ...]
    """What the states of the table are called; one, whatever it is, where waiting for another costs nothing."""
    waits: tuple[tuple[tuple[Fraction, int], ...], ...]
    """Per state of the table: where a round without a bet leads."""
    stakes: tuple[int, ...]
    bets: tuple[FlatBet, ...]
    pending: tuple[PendingBet, ...]
    edge: Fraction
    """The least mean loss of a bet at its lowest stake, additional ones left out, in steps."""

    @property
    def least(self) -> int:
        """The lowest stake."""
        return self.stakes[0]

    @property
    def bankroll(self) -> int:
        """The bankroll, in steps."""
        return self.problem.bankroll // self.step

    def results(self, choice: BetChoice, amount: int) -> Iterator[tuple[Fraction, int]]:
        """Return the amounts that a choice ends in, with their chances, where no rounds are counted."""
        index, added = self.stakes.index(choice.stake), dict(choice.added)
        for branch in self.bets[choice.bet].first_rounds[0]:
            if branch.pending < 0:
                yield branch.chance, amount + branch.nets[index]
                continue
            waiting = self.pending[branch.pending]
            add = added.get(waiting.adds, 0) if waiting.adds else 0
            for kind, chance in enumerate(waiting.resolved):
                more = waiting.added[kind][self.stakes.index(add)] if add else 0
                yield branch.chance * chance, amount + waiting.nets[kind][index] + more


def make_model(problem: PlayProblem) -> PlayModel:
    """A problem as numbers; refused where it cannot begin. Bets that are alike in all they do are one."""
    return _Builder(problem).model()


class _Builder:
    """Follows bets and table together, and numbers the bets that wait."""

    def __init__(self, problem: PlayProblem) -> None:
        self.problem, self.rules, self.limits = problem, problem.rules, problem.table_limits
        bets = flat_bets(problem, self.rules)
        check_problem(problem, bets)
        self.space = bets[0].space
        self.states = self.rules.rulebook.table.states(self.space)
        self.stakes = _stakes(problem)
        self.allowed = {bet: tuple(self.is_accepted(stake, bet) for stake in self.stakes) for bet in bets}
        # In which states of the table a bet may be placed, with its lowest stake.
        self.open_at: dict[Bet, list[State]] = {}
        for bet, allowed in self.allowed.items():
            if any(allowed):
                lowest = next(compress(self.stakes, allowed))
                self.open_at[bet] = [table for table in self.states if self.may_place(bet, lowest, Layout((), table))]
        bets = tuple(bet for bet in bets if self.open_at.get(bet))
        if not bets:
            raise Refusal(NO_BETS, self.rules.rulebook.bets_cite, game=problem.game)
        # By flat bet and state, the first additional bet that waits there with it and ends with it.
        self.adding: dict[tuple[str, State], Bet] = {}
        for flat in bets:
            for other in additional_bets(problem, self.rules):
                if other.added_to == flat.id and other.space == flat.space and _end_together(flat, other):
                    self.adding.setdefault((flat.id, other.start), other)
        self.paid: dict[Fraction, tuple[int, ...]] = {}
        for bet in (*bets, *self.adding.values()):
            for decision in (cell for row in explore(bet).rows for cell in row if not isinstance(cell, int)):
                # Paid stake by stake, as breakage is rounded down to the chip.
                nets = tuple(pay(stake, decision, bet.commission, self.limits.chip).net for stake in self.stakes)
                self.paid.setdefault(net_per_unit(decision, bet.commission), nets)
        # The largest amount that divides all money that can occur: the solvers count in it.
        self.step = gcd(problem.bankroll, *self.stakes, *(net for nets in self.paid.values() for net in nets))
        self.pending: list[PendingBet] = []
        self.numbers: dict[tuple[Bet, State, State], int] = {}
        self.flats = self.distinct([self.flat(bet) for bet in bets])

    def model(self) -> PlayModel:
        table, is_timed = self.rules.rulebook.table, self.problem.is_timed
        waits = [Counter[int]() for _state in self.states]
        for then, state in zip(waits, self.states, strict=True):
            for outcome, weight in self.space:
                then[self.states.index(table.after(state, outcome))] += weight
        losses = (
            # Payments that are rounded down make it more, never less.
            analysed(flat.bet).house_edge * next(compress(self.stakes, flat.is_allowed))
            for flat in self.flats
        )
        return PlayModel(
            problem=self.problem,
            step=self.step,
            tables=tuple(table_name(self.rules, state) for state in self.states) if is_timed else (ANY_TABLE,),
            waits=tuple(tuple(_shares(then, self.space.total)) for then in waits)
            if is_timed
            else (((Fraction(1), 0),),),
            stakes=tuple(stake // self.step for stake in self.stakes),
            bets=tuple(self.flats),
            pending=tuple(self.pending),
            edge=min(losses) / self.step,
        )

    def is_accepted(self, stake: int, bet: Bet) -> bool:
        try:
            self.limits.check(stake, of=bet.id)
        except Refusal:
            return False
        return True

    def may_place(self, bet: Bet, stake: int, layout: Layout) -> bool:
        try:
            self.rules.rulebook.check_placing(self.rules.chosen, bet, stake, layout)
        except Refusal:
            return False
        return True

    def nets(self, bet: Bet, verdict: Decided) -> tuple[int, ...]:
        """What a decision brings for each stake, in steps."""
        return tuple(net // self.step for net in self.paid[net_per_unit(verdict, bet.commission)])

    def table_after(self, table: State, outcome: Outcome) -> int:
        # Where no rounds are counted, one may wait for any state of the table at no cost: all of them are one.
        if not self.problem.is_timed:
            return 0
        return self.states.index(self.rules.rulebook.table.after(table, outcome))

    def flat(self, bet: Bet) -> FlatBet:
        tables = self.states if self.problem.is_timed else self.open_at[bet][:1]
        rounds = (self.first_round(bet, table) if table in self.open_at[bet] else () for table in tables)
        return FlatBet(bet=bet, is_allowed=self.allowed[bet], first_rounds=tuple(rounds))

    def first_round(self, bet: Bet, table: State) -> tuple[Branch, ...]:
        # Keyed by what a decision pays at every stake, so that 7 and 11 on the come-out are one branch.
        decided: Counter[tuple[tuple[int, ...], int]] = Counter()
        moved: Counter[tuple[State, int]] = Counter()
        for outcome, weight in bet.space:
            verdict, then = bet.verdict(bet.start, outcome), self.table_after(table, outcome)
            if isinstance(verdict, Stay):
                moved[verdict.state, then] += weight
            else:
                decided[self.nets(bet, verdict), then] += weight
        return (
            *(Branch(chance, then, -1, nets) for chance, (nets, then) in _shares(decided, bet.space.total)),
            *(
                Branch(chance, then, self.number(bet, state, self.states[then]))
                for chance, (state, then) in _shares(moved, bet.space.total)
            ),
        )

    def number(self, bet: Bet, state: State, table: State) -> int:
        """The number of a bet that waits, found with all that it leads to."""
        key = bet, state, table
        if key not in self.numbers:
            number = self.numbers[key] = len(self.pending)
            self.pending.append(None)  # type: ignore[arg-type]  # made below: a bet that waits may lead back to itself
            self.pending[number] = self.wait(bet, state, table)
        return self.numbers[key]

    def wait(self, bet: Bet, state: State, table: State) -> PendingBet:
        other = self.adding.get((bet.id, state))
        behind = (bet,) if other is None else (bet, other)
        chances = _resolved_alone(bet, state) if other is None else _resolved_together(bet, other)
        kinds = list(chances)
        moves: list[Counter[tuple[int, int]]] = [Counter() for _kind in kinds]
        for outcome, weight in bet.space:
            verdicts, then = tuple(each.verdict(state, outcome) for each in behind), self.table_after(table, outcome)
            if isinstance(verdicts[0], Stay):
                # It stays, whatever the ending will be: every kind shares this move.
                following = then, self.number(bet, verdicts[0].state, self.states[then])
                for ways in moves:
                    ways[following] += weight
            else:
                moves[kinds.index(verdicts)][then, -1] += weight  # type: ignore[arg-type]
        return PendingBet(
            bet=bet.key,
            state=state,
            resolved=tuple(chances.values()),
            moves=tuple(
                tuple(Branch(chance, *following) for chance, following in _shares(ways, bet.space.total))
                for ways in moves
            ),
            nets=tuple(self.nets(bet, kind[0]) for kind in kinds),
            adds=other.key if other else "",
            added=tuple(self.nets(other, kind[1]) for kind in kinds) if other else (),
            most=self.most(bet, state, table, other) if other else (0,) * len(self.stakes),
        )

    def most(self, bet: Bet, state: State, table: State, other: Bet) -> tuple[int, ...]:
        """Per stake of the flat bet, how many stakes of the other may be added: as many as the rulebook allows."""
        tables = (table,) if self.problem.is_timed else self.states
        most: list[int] = []
        count = 0  # carried on: no fewer may be added than behind a lower flat bet
        for stake in self.stakes:
            layouts = [Layout((Standing(bet, stake, state),), then) for then in tables]
            while count < len(self.stakes) and any(
                self.may_place(other, self.stakes[count], layout) for layout in layouts
            ):
                count += 1
            most.append(count)
        return tuple(most)

    def distinct(self, flats: list[FlatBet]) -> list[FlatBet]:
        """One of each kind of bet that does the same: Red and Black need not both be compared."""
        kinds: dict[object, FlatBet] = {}
        for flat in flats:
            rounds = (frozenset(map(self.looks, branches)) for branches in flat.first_rounds)
            # The first of those alike stays, in the order of the rulebook: answers name it.
            kinds.setdefault((flat.is_allowed, *rounds), flat)
        return list(kinds.values())

    def looks(self, branch: Branch) -> object:
        """What tells it apart from others: of bets that wait, which bet it is."""
        return *branch[:2], self.pending[branch.pending].bet if branch.pending >= 0 else "", branch.nets


def _shares(weights: Counter[T], total: int) -> Iterator[tuple[Fraction, T]]:
    return ((Fraction(weight, total), what) for what, weight in weights.items())


def _resolved_alone(bet: Bet, state: State) -> dict[tuple[Decided, ...], Fraction]:
    """The chance of each decision of a bet by itself, however long it takes."""
    solved = solve_bet(bet)
    chances = solved.values[solved.automaton.states.index(state)]
    return {(verdict,): fraction(chance) for verdict, chance in zip(solved.decisions, chances, strict=False) if chance}


def _resolved_together(bet: Bet, other: Bet) -> dict[tuple[Decided, ...], Fraction]:
    """The same of a bet with another behind it; both stay until they are decided (`_end_together`), so one round's weights are enough."""
    weights: Counter[tuple[Verdict, ...]] = Counter()
    for outcome, weight in bet.space:
        verdicts = bet.verdict(other.start, outcome), other.verdict(other.start, outcome)
        if not isinstance(verdicts[0], Stay):
            weights[verdicts] += weight
    return {kind: Fraction(weight, weights.total()) for kind, weight in weights.items()}  # type: ignore[misc]


def _end_together(flat: Bet, other: Bet) -> bool:
    """Whether every outcome leaves both where they are, or decides both."""
    here = other.start
    for outcome, _weight in flat.space:
        first, second = flat.verdict(here, outcome), other.verdict(here, outcome)
        if isinstance(first, Stay) != isinstance(second, Stay):
            return False
        if isinstance(first, Stay) and isinstance(second, Stay) and not first.state == second.state == here:
            return False
    return True


def _stakes(problem: PlayProblem) -> tuple[int, ...]:
    """The stakes that may be of use, in avos: no more than one can have before the goal is reached."""
    limits = problem.table_limits
    if problem.stakes:
        return tuple(sorted(set(problem.stakes)))
    most = {
        PlayGoal.TARGET: problem.target or 0,
        PlayGoal.LAST: (problem.rounds or 0) * limits.minimum,
        PlayGoal.STAKE: problem.turnover or 0,
    }[problem.goal]
    count = max(min(most, limits.maximum) // limits.minimum, 1)
    if count > MOST_STAKES:
        raise Refusal(
            "too_many_stakes",
            _(
                "{asked} different stakes are too many to compare; at most {allowed}: name some stakes, or use a higher minimum or a lower maximum"
            ),
            asked=count,
            allowed=MOST_STAKES,
        )
    return tuple(limits.minimum * units for units in range(1, count + 1))
