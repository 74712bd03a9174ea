"""A problem as numbers: every bet that may be placed, what a round does to it, and what it pays, in steps of money.

All of it is asked of the rulebook (`check_placing`, `verdict`, `pay`), so that no rule is written here a second time.
One flat bet is on the layout at a time. Once it has moved, an additional bet may be put behind it, before the next round and not later;
then the player decides nothing until the bets are decided. This keeps the states few enough to be compared one by one.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, compress
from math import gcd
from typing import NamedTuple

from banca.analysis.best_play.problem import PlayGoal, PlayProblem, additional_bets, check_problem, flat_bets
from banca.analysis.exact.odds import analysed, fraction, solve_bet
from banca.analysis.simulation.plan import NO_BETS
from banca.analysis.simulation.strategy import ANY_TABLE, table_name
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
    net_per_unit,
    pay,
)

MOST_STAKES = 500


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


@dataclass(slots=True)
class _Builder:
    """Follows bets and table together, and numbers the bets that wait."""

    rules: Rules
    limits: Limits
    states: tuple[State, ...]
    stakes: tuple[int, ...]
    adding: dict[tuple[str, State], tuple[Bet, ...]]
    is_collapsed: bool
    """Where no rounds are counted, one may wait for any state of the table at no cost: all of them are one."""
    pending: list[PendingBet] = field(default_factory=list)
    paid: dict[Fraction, tuple[int, ...]] = field(default_factory=dict)
    numbers: dict[tuple[Bet, State, int], int] = field(default_factory=dict)

    def table_after(self, table: State, outcome: Outcome) -> int:
        # A bet may wait for its phase at no cost where rounds are not counted.
        return 0 if self.is_collapsed else self.states.index(self.rules.rulebook.table.after(table, outcome))

    def nets(self, bet: Bet, verdict: Decided) -> tuple[int, ...]:
        """What a decision brings for each stake, in avos. Paid stake by stake, as breakage is rounded down to the chip."""
        per_unit = net_per_unit(verdict, bet.commission)
        if per_unit not in self.paid:
            chip = self.limits.chip
            self.paid[per_unit] = tuple(pay(stake, verdict, bet.commission, chip).net for stake in self.stakes)
        return self.paid[per_unit]

    def flat(self, bet: Bet) -> FlatBet:
        allowed = tuple(_is_accepted(self.limits.check, stake, of=bet.id) for stake in self.stakes)
        lowest = next(compress(self.stakes, allowed), None)
        rounds = [
            self.first_round(bet, table)
            if lowest is not None and _is_placeable(self.rules, bet, lowest, Layout((), table))
            else ()
            for table in self.states
        ]
        if self.is_collapsed:
            rounds = [next(filter(None, rounds), ())]
        return FlatBet(bet=bet, is_allowed=allowed, first_rounds=tuple(rounds))

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
        total = bet.space.total
        return (
            *(Branch(Fraction(weight, total), then, -1, nets) for (nets, then), weight in decided.items()),
            *(
                Branch(Fraction(weight, total), then, self.number(bet, state, then))
                for (state, then), weight in moved.items()
            ),
        )

    def number(self, bet: Bet, state: State, table: int) -> int:
        """The number of a bet that waits, found with all that it leads to."""
        key = bet, state, table
        if key not in self.numbers:
            number = self.numbers[key] = len(self.pending)
            self.pending.append(None)  # type: ignore[arg-type]  # made below: a bet that waits may lead back to itself
            self.pending[number] = self._pending(bet, state, table)
        return self.numbers[key]

    def _pending(self, bet: Bet, state: State, table: int) -> PendingBet:
        more = self.adding.get((bet.id, state), ())
        kinds = _kinds(bet, state, more)
        moves: list[Counter[tuple[int, int]]] = [Counter() for _ in kinds]
        for outcome, weight in bet.space:
            verdict, then = bet.verdict(state, outcome), self.table_after(self.states[table], outcome)
            if isinstance(verdict, Stay):
                # It stays, whatever the ending will be: every kind shares this move.
                following = then, self.number(bet, verdict.state, then)
                for ways in moves:
                    ways[following] += weight
            else:
                kind = kinds.index((verdict, *(other.verdict(state, outcome) for other in more)))  # type: ignore[arg-type]
                moves[kind][then, -1] += weight
        total = bet.space.total
        return PendingBet(
            bet=bet.key,
            state=state,
            resolved=_resolved(bet, state, kinds, more),
            moves=tuple(
                tuple(Branch(Fraction(weight, total), *following) for following, weight in ways.items())
                for ways in moves
            ),
            nets=tuple(self.nets(bet, kind[0]) for kind in kinds),
            adds=more[0].key if more else "",
            added=tuple(self.nets(more[0], kind[1]) for kind in kinds) if more else (),
            most=self._most(bet, state, table, more[0]) if more else (0,) * len(self.stakes),
        )

    def _most(self, bet: Bet, state: State, table: int, other: Bet) -> tuple[int, ...]:
        """Per stake of the flat bet, how many stakes of the other may be added: as many as the rulebook allows."""
        tables = self.states if self.is_collapsed else (self.states[table],)
        most: list[int] = []
        count = 0  # carried on: no fewer may be added than behind a lower flat bet
        for stake in self.stakes:
            layouts = [Layout((Standing(bet, stake, state),), then) for then in tables]
            while count < len(self.stakes) and any(
                _is_placeable(self.rules, other, self.stakes[count], layout) for layout in layouts
            ):
                count += 1
            most.append(count)
        return tuple(most)


def _is_accepted(check: Callable[..., object], *args: object, **about: object) -> bool:
    try:
        check(*args, **about)
    except Refusal:
        return False
    return True


def _is_placeable(rules: Rules, bet: Bet, stake: int, layout: Layout) -> bool:
    return _is_accepted(rules.rulebook.check_placing, rules.chosen, bet, stake, layout)


def _kinds(bet: Bet, state: State, more: Sequence[Bet]) -> list[tuple[Decided, ...]]:
    """Every way a bet in a state can end, with what the same outcome does to those behind it."""
    if more:
        every = (tuple(each.verdict(state, outcome) for each in (bet, *more)) for outcome, _ in bet.space)
        return list(dict.fromkeys(kind for kind in every if not isinstance(kind[0], Stay)))  # type: ignore[misc]
    return list(_chances(bet, state))


def _chances(bet: Bet, state: State) -> dict[tuple[Decided, ...], Fraction]:
    """The chance of each decision of a bet by itself, however long it takes."""
    solved = solve_bet(bet)
    chances = solved.values[solved.automaton.states.index(state)]
    return {(verdict,): fraction(chance) for verdict, chance in zip(solved.decisions, chances, strict=False) if chance}


def _resolved(
    bet: Bet, state: State, kinds: Sequence[tuple[Decided, ...]], more: Sequence[Bet]
) -> tuple[Fraction, ...]:
    """The chance of each kind, however long it takes."""
    if not more:
        chances = _chances(bet, state)
        return tuple(chances[kind] for kind in kinds)
    # A bet with another behind it stays where it is until both are decided (`_end_together`), so one round's weights are enough.
    weights: Counter[tuple[Verdict, ...]] = Counter()
    for outcome, weight in bet.space:
        weights[tuple(each.verdict(state, outcome) for each in (bet, *more))] += weight
    total = sum(weights[kind] for kind in kinds)
    return tuple(Fraction(weights[kind], total) for kind in kinds)


def _adding(bets: Sequence[Bet], additional: Sequence[Bet]) -> dict[tuple[str, State], tuple[Bet, ...]]:
    """By flat bet and state, the first additional bet that waits there with it and ends with it."""
    adding: dict[tuple[str, State], tuple[Bet, ...]] = {}
    for flat in bets:
        for other in additional:
            if other.added_to == flat.id and other.space == flat.space and _end_together(flat, other):
                adding.setdefault((flat.id, other.start), (other,))
    return adding


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


def make_model(problem: PlayProblem) -> PlayModel:
    """A problem as numbers; refused where it cannot begin. Bets that are alike in all they do are one."""
    rules, limits = problem.rules, problem.table_limits
    bets = flat_bets(problem, rules)
    check_problem(problem, bets)
    space = bets[0].space
    states = rules.rulebook.table.states(space)
    stakes = _stakes(problem)
    adding = _adding(bets, additional_bets(problem, rules))
    builder = _Builder(rules, limits, states, stakes, adding, not problem.is_timed)
    flats = _distinct(builder, [builder.flat(bet) for bet in bets])
    if not flats:
        raise Refusal(NO_BETS, rules.rulebook.bets_cite, game=problem.game)
    # The largest amount that divides all money that can occur: the solvers count in it.
    step = gcd(problem.bankroll, *stakes, *chain.from_iterable(builder.paid.values()))
    waits: list[Counter[int]] = [Counter() for _ in states]
    for then, table in zip(waits, states, strict=True):
        for outcome, weight in space:
            then[states.index(rules.rulebook.table.after(table, outcome))] += weight
    names = tuple(table_name(rules, state) for state in states)
    return PlayModel(
        problem=problem,
        step=step,
        tables=names if problem.is_timed else (ANY_TABLE,),
        waits=tuple(tuple((Fraction(weight, space.total), to) for to, weight in then.items()) for then in waits)
        if problem.is_timed
        else (((Fraction(1), 0),),),
        stakes=tuple(stake // step for stake in stakes),
        bets=tuple(_in_steps(flat, step) for flat in flats),
        pending=tuple(
            replace(bet, nets=_divided(bet.nets, step), added=_divided(bet.added, step)) for bet in builder.pending
        ),
        edge=min(_least_loss(flat, stakes) for flat in flats) / step,
    )


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


def _distinct(builder: _Builder, flats: Sequence[FlatBet]) -> list[FlatBet]:
    """One of each kind of bet that does the same, of those that may be placed at all: Red and Black need not both be compared."""
    kinds: dict[object, FlatBet] = {}
    for flat in flats:
        if any(flat.is_allowed) and any(flat.first_rounds):
            # The first of those alike stays, in the order of the rulebook: answers name it.
            kinds.setdefault(
                (flat.is_allowed, *(_signature(builder, branches) for branches in flat.first_rounds)), flat
            )
    return list(kinds.values())


def _signature(builder: _Builder, branches: Sequence[Branch]) -> object:
    """What tells first rounds apart; of bets that wait, which bet it is."""
    return frozenset(
        (
            branch.chance,
            branch.table,
            branch.nets,
            branch.pending if branch.pending < 0 else builder.pending[branch.pending].bet,
        )
        for branch in branches
    )


def _in_steps(flat: FlatBet, step: int) -> FlatBet:
    rounds = (
        tuple(branch._replace(nets=tuple(net // step for net in branch.nets)) for branch in branches)
        for branches in flat.first_rounds
    )
    return replace(flat, first_rounds=tuple(rounds))


def _divided(rows: Sequence[Sequence[int]], step: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(net // step for net in row) for row in rows)


def _least_loss(flat: FlatBet, stakes: Sequence[int]) -> Fraction:
    """The mean loss at the lowest stake, in avos; payments that are rounded down make it more, never less."""
    return analysed(flat.bet).house_edge * next(compress(stakes, flat.is_allowed))
