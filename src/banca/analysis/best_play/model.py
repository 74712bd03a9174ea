"""All that may be done and what it brings: found from the rulebook's bets, payments and checks, in steps of money.

One flat bet is on the layout at a time. Once it has moved, an additional bet may be put behind it, before the next round and not later;
then nothing is decided by the player until the bets are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
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


class SpotMove(NamedTuple):
    """What a round may do to a kind of ending: it comes about, with the table then; or it is still waited for, on a spot."""

    chance: Fraction
    table: int
    spot: int
    """-1 where it comes about."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spot:
    """Where a bet waits: its state and the table's. Endings are told apart by what they pay."""

    bet: str
    state: State
    resolved: tuple[Fraction, ...]
    """The chance of each kind of ending, however long it takes."""
    moves: tuple[tuple[SpotMove, ...], ...]
    """Per kind."""
    nets: tuple[tuple[int, ...], ...]
    """Per kind and stake of the flat bet, in steps."""
    adds: str
    """The additional bet that may be put behind it; none where there is none."""
    added: tuple[tuple[int, ...], ...]
    """Per kind and stake of the additional bet, in steps."""
    most: tuple[int, ...]
    """Per stake of the flat bet: how many of the stakes may be added, the lowest first."""


class Branch(NamedTuple):
    """What the first round may do to a flat bet: decide it, or move it to a spot."""

    chance: Fraction
    table: int
    spot: int
    """-1 where it is decided."""
    nets: tuple[int, ...]
    """Per stake, in steps, where it is decided."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FlatBet:
    """A bet that may be placed: with which stakes, and what the first round does from each state of the table."""

    bet: Bet
    may: tuple[bool, ...]
    opens: tuple[tuple[Branch, ...], ...]
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
    spots: tuple[Spot, ...]
    edge: Fraction
    """The least mean loss of a bet at its lowest stake, additional ones left out, in steps."""

    @property
    def least(self) -> int:
        """The lowest stake."""
        return self.stakes[0]


@dataclass(slots=True)
class _Builder:
    """Follows bets and table together."""

    rules: Rules
    limits: Limits
    states: tuple[State, ...]
    stakes: tuple[int, ...]
    adding: dict[tuple[str, State], tuple[Bet, ...]]
    is_collapsed: bool
    spots: list[Spot] = field(default_factory=list)
    paid: dict[Fraction, tuple[int, ...]] = field(default_factory=dict)
    numbers: dict[tuple[Bet, State, int], int] = field(default_factory=dict)

    def place(self, table: State) -> int:
        """The number of a state of the table."""
        return 0 if self.is_collapsed else self.states.index(table)

    def nets(self, bet: Bet, verdict: Decided) -> tuple[int, ...]:
        """What a decision brings for each stake, in avos."""
        per_unit = net_per_unit(verdict, bet.commission)
        if per_unit not in self.paid:
            chip = self.limits.chip
            self.paid[per_unit] = tuple(pay(stake, verdict, bet.commission, chip).net for stake in self.stakes)
        return self.paid[per_unit]

    def flat(self, bet: Bet) -> FlatBet:
        """A bet with all that may come of it."""
        may = tuple(_is_allowed(self.limits, stake, bet) for stake in self.stakes)
        first = next((stake for stake, is_so in zip(self.stakes, may, strict=True) if is_so), self.stakes[0])
        opens: list[tuple[Branch, ...]] = []
        for table in self.states:
            is_open = any(may) and _is_placeable(self.rules, bet, first, Layout((), table))
            opens.append(self.opened(bet, table) if is_open else ())
        if self.is_collapsed:
            opens = [next((one for one in opens if one), ())]
        return FlatBet(bet=bet, may=may, opens=tuple(opens))

    def opened(self, bet: Bet, table: State) -> tuple[Branch, ...]:
        """What the first round does."""
        total = bet.space.total
        decided: dict[tuple[tuple[int, ...], int], int] = {}
        moved: dict[tuple[State, int], int] = {}
        after = self.rules.rulebook.table.after
        for outcome, weight in bet.space:
            verdict, then = bet.verdict(bet.start, outcome), self.place(after(table, outcome))
            if isinstance(verdict, Stay):
                moved[verdict.state, then] = moved.get((verdict.state, then), 0) + weight
            else:
                key = self.nets(bet, verdict), then
                decided[key] = decided.get(key, 0) + weight
        branches = [Branch(Fraction(weight, total), then, -1, nets) for (nets, then), weight in decided.items()]
        for (state, then), weight in moved.items():
            branches.append(Branch(Fraction(weight, total), then, self.spot(bet, state, then), ()))
        return tuple(branches)

    def spot(self, bet: Bet, state: State, table: int) -> int:
        """The number of a spot, found with all that it leads to."""
        key = bet, state, table
        if key in self.numbers:
            return self.numbers[key]
        number = self.numbers[key] = len(self.spots)
        self.spots.append(None)  # type: ignore[arg-type]  # made below, when those it leads to have their numbers
        self.spots[number] = self._made(bet, state, table)
        return number

    def _made(self, bet: Bet, state: State, table: int) -> Spot:
        more = self.adding.get((bet.id, state), ())
        kinds = _kinds(bet, state, more)
        moves: list[dict[tuple[int, int], int]] = [{} for _ in kinds]
        after = self.rules.rulebook.table.after
        for outcome, weight in bet.space:
            verdict = bet.verdict(state, outcome)
            then = 0 if self.is_collapsed else self.place(after(self.states[table], outcome))
            if isinstance(verdict, Stay):
                leads = then, self.spot(bet, verdict.state, then)
                for one in moves:
                    one[leads] = one.get(leads, 0) + weight
            else:
                one = moves[_kind_of(kinds, (verdict, *(other.verdict(state, outcome) for other in more)))]
                one[then, -1] = one.get((then, -1), 0) + weight
        total = bet.space.total
        return Spot(
            bet=bet.key,
            state=state,
            resolved=_resolved(bet, state, kinds, more),
            moves=tuple(
                tuple(SpotMove(Fraction(weight, total), then, spot) for (then, spot), weight in one.items())
                for one in moves
            ),
            nets=tuple(self.nets(bet, kind[0]) for kind in kinds),
            adds=more[0].key if more else "",
            added=tuple(self.nets(more[0], kind[1]) for kind in kinds) if more else (),
            most=self._most(bet, state, table, more[0]) if more else (0,) * len(self.stakes),
        )

    def _most(self, bet: Bet, state: State, table: int, other: Bet) -> tuple[int, ...]:
        """Per stake of the flat bet, how many stakes of the other may be added: as many as the rulebook allows."""
        tables = self.states if self.is_collapsed else (self.states[table],)
        found: list[int] = []
        for stake in self.stakes:
            layouts = [Layout((Standing(bet, stake, state),), one) for one in tables]
            count = found[-1] if found else 0  # no fewer than behind a lower flat bet
            while count < len(self.stakes) and any(
                _is_placeable(self.rules, other, self.stakes[count], one) for one in layouts
            ):
                count += 1
            found.append(count)
        return tuple(found)


def _is_allowed(limits: Limits, stake: int, bet: Bet) -> bool:
    try:
        limits.check(stake, of=bet.id)
    except Refusal:
        return False
    return True


def _is_placeable(rules: Rules, bet: Bet, stake: int, layout: Layout) -> bool:
    try:
        rules.rulebook.check_placing(rules.chosen, bet, stake, layout)
    except Refusal:
        return False
    return True


def _kinds(bet: Bet, state: State, more: Sequence[Bet]) -> list[tuple[Decided, ...]]:
    """Every way a bet in a state can end, with what the same outcome does to those behind it."""
    if more:
        every = (tuple(one.verdict(state, outcome) for one in (bet, *more)) for outcome, _ in bet.space)
        return list(dict.fromkeys(one for one in every if not isinstance(one[0], Stay)))  # type: ignore[misc]
    solved = solve_bet(bet)
    chances = solved.values[solved.automaton.states.index(state)]
    return [(verdict,) for verdict, chance in zip(solved.decisions, chances, strict=False) if chance]


def _kind_of(kinds: Sequence[tuple[Decided, ...]], verdicts: tuple[Verdict, ...]) -> int:
    return next(number for number, kind in enumerate(kinds) if kind == verdicts)


def _resolved(
    bet: Bet, state: State, kinds: Sequence[tuple[Decided, ...]], more: Sequence[Bet]
) -> tuple[Fraction, ...]:
    """The chance of each kind, however long it takes."""
    if not more:
        solved = solve_bet(bet)
        chances = dict(zip(solved.decisions, solved.values[solved.automaton.states.index(state)], strict=False))
        return tuple(fraction(chances[kind[0]]) for kind in kinds)
    weights = [0] * len(kinds)
    for outcome, weight in bet.space:
        verdicts = tuple(one.verdict(state, outcome) for one in (bet, *more))
        if verdicts in kinds:
            weights[kinds.index(verdicts)] += weight
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def _adding(bets: Sequence[Bet], additional: Sequence[Bet]) -> dict[tuple[str, State], tuple[Bet, ...]]:
    """By flat bet and state, the additional bets that wait there with it and end with it."""
    found: dict[tuple[str, State], tuple[Bet, ...]] = {}
    for flat in bets:
        for other in additional:
            if other.added_to == flat.id and other.space == flat.space and _end_together(flat, other):
                found[flat.id, other.start] = (*found.get((flat.id, other.start), ()), other)
    return {key: more[:1] for key, more in found.items()}


def _end_together(flat: Bet, other: Bet) -> bool:
    """Whether every outcome leaves both where they are, or decides both."""
    here = other.start
    for outcome, _weight in flat.space:
        one, two = flat.verdict(here, outcome), other.verdict(here, outcome)
        if isinstance(one, Stay) != isinstance(two, Stay):
            return False
        if isinstance(one, Stay) and isinstance(two, Stay) and not one.state == two.state == here:
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
    flats = _unlike(builder, [builder.flat(bet) for bet in bets])
    if not flats:
        raise Refusal(NO_BETS, rules.rulebook.bets_cite, game=problem.game)
    step = gcd(problem.bankroll, *stakes, *_amounts(flats, builder.spots))
    after = rules.rulebook.table.after
    waits: list[dict[int, int]] = [{} for _ in states]
    for place, table in enumerate(states):
        for outcome, weight in space:
            then = states.index(after(table, outcome))
            waits[place][then] = waits[place].get(then, 0) + weight
    names = tuple(table_name(rules, state) for state in states)
    return PlayModel(
        problem=problem,
        step=step,
        tables=names if problem.is_timed else (ANY_TABLE,),
        waits=tuple(tuple((Fraction(weight, space.total), then) for then, weight in one.items()) for one in waits)
        if problem.is_timed
        else (((Fraction(1), 0),),),
        stakes=tuple(stake // step for stake in stakes),
        bets=tuple(_in_steps(one, step) for one in flats),
        spots=tuple(_spot_in_steps(one, step) for one in builder.spots),
        edge=min(_least_loss(one, stakes) for one in flats) / step,
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


def _unlike(builder: _Builder, flats: Sequence[FlatBet]) -> list[FlatBet]:
    """One of each kind of bet that is alike, and may be placed at all."""
    found: dict[object, FlatBet] = {}
    for flat in flats:
        if any(flat.may) and any(flat.opens):
            found.setdefault((flat.may, *(_signature(builder, branches) for branches in flat.opens)), flat)
    return list(found.values())


def _signature(builder: _Builder, branches: Sequence[Branch]) -> object:
    """What tells the openings of bets apart; of bets that move, which bet it is."""
    return frozenset(
        (one.chance, one.table, one.nets, one.spot if one.spot < 0 else builder.spots[one.spot].bet) for one in branches
    )


def _amounts(flats: Sequence[FlatBet], spots: Sequence[Spot]) -> set[int]:
    found = {net for flat in flats for opened in flat.opens for branch in opened for net in branch.nets}
    return found | {net for spot in spots for nets in (*spot.nets, *spot.added) for net in nets}


def _in_steps(flat: FlatBet, step: int) -> FlatBet:
    opens = tuple(
        tuple(one._replace(nets=tuple(net // step for net in one.nets)) for one in opened) for opened in flat.opens
    )
    return replace(flat, opens=opens)


def _spot_in_steps(spot: Spot, step: int) -> Spot:
    nets, added = (tuple(tuple(net // step for net in one) for one in many) for many in (spot.nets, spot.added))
    return replace(spot, nets=nets, added=added)


def _least_loss(flat: FlatBet, stakes: Sequence[int]) -> Fraction:
    """The mean loss at the lowest stake, in avos; what is rounded down makes it more, never less."""
    lowest = next(stake for stake, is_so in zip(stakes, flat.may, strict=True) if is_so)
    return analysed(flat.bet).house_edge * lowest
