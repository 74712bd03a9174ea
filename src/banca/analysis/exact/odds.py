"""The exact figures of a bet: its absorbing chain solved in rational numbers."""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeAlias, TypeVar

from banca.games import find
from banca.i18n import LocalizedText, Translator
from banca.i18n.answer import AnswerStruct, Clauses, Heading, heading
from banca.law import Status, status_of
from banca.record import FrozenStruct
from banca.rules import (
    Automaton,
    Bet,
    Citation,
    Decided,
    Lose,
    Odds,
    Push,
    Refusal,
    Rules,
    Standing,
    State,
    Stay,
    Win,
    _,
    explore,
    net_per_unit,
    pay,
    refusal,
)
from banca.rules.bet import whole
from banca.rules.refusal import DIFFERENT_SPACES

if TYPE_CHECKING:
    from flint import fmpq

Rational: TypeAlias = "Fraction | fmpq"
FEW = 100
"""States up to which Python's fractions are used: to import flint takes longer than they do. Every bet of the gazette has fewer."""
Moves = dict[int, int]
"""From one state: weight of moving to each state, itself included."""


Check = Callable[[int, float], None]
"""Told how many states are solved together and how much work that is, in steps of a machine; may refuse."""


def unlimited(states: int, work: float) -> None:
    """Solve whatever there is: the gazette's bets are small."""


def strong_components(moves: Sequence[Moves]) -> Iterator[list[int]]:
    """Groups of states that lead back to each other, every group after all it leads to (Tarjan, without recursion)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    for root in range(len(moves)):
        if root in order:
            continue
        walk = [(root, iter(moves[root]))]
        order[root] = low[root] = len(order)
        path.append(root)
        on_path.add(root)
        while walk:
            state, following = walk[-1]
            for other in following:
                if other not in order:
                    order[other] = low[other] = len(order)
                    path.append(other)
                    on_path.add(other)
                    walk.append((other, iter(moves[other])))
                    break
                if other in on_path:
                    low[state] = min(low[state], order[other])
            else:
                walk.pop()
                if walk:
                    above = walk[-1][0]
                    low[above] = min(low[above], low[state])
                if low[state] == order[state]:
                    cut = len(path) - 1
                    while path[cut] != state:
                        cut -= 1
                    group, path[cut:] = path[cut:], []
                    on_path.difference_update(group)
                    yield group


def solve(
    moves: Sequence[Moves], total: int, rewards: Sequence[Sequence[int]], check: Check = unlimited
) -> list[list[Rational]]:
    """For each state and each column: total · x = Σ weight · x(next) + reward.

    `check` is asked at every state, and again before each matrix.
    A ZeroDivisionError means that some states are never left; callers check absorption first.
    """
    columns = range(len(rewards[0]))
    solved: list[list[Any]] = [[] for _ in moves]
    number: Any = Fraction if len(moves) <= FEW else _flint_number()  # one of the two throughout
    for group in strong_components(moves):
        members = set(group)
        right = []
        for state in group:
            check(len(group), 0)
            sums = [number(reward) for reward in rewards[state]]
            for other, weight in moves[state].items():
                if other not in members:
                    known = solved[other]
                    for column in columns:
                        sums[column] += weight * known[column]
            right.append(sums)
        if len(group) == 1:
            state = group[0]
            leaving = total - moves[state].get(state, 0)
            solved[state] = [value / leaving for value in right[0]]
        else:
            from flint import fmpq_mat  # few bets need it

            check(len(group), _work(len(group), total, right))
            left = [[total * (a == b) - moves[a].get(b, 0) for b in group] for a in group]
            solution = fmpq_mat(left).solve(fmpq_mat([[to_flint(value) for value in row] for row in right]))
            for row, state in enumerate(group):
                values = [solution[row, column] for column in columns]
                solved[state] = [fraction(value) for value in values] if number is Fraction else values
    return solved


def _flint_number() -> "type[fmpq]":
    from flint import fmpq  # only for many states

    return fmpq


def to_flint(value: Rational) -> "fmpq":
    """Return a rational as flint's own."""
    return _flint_number()(value.numerator, value.denominator) if isinstance(value, Fraction) else value


def fraction(value: Rational) -> Fraction:
    """Return a rational as Python's own."""
    return value if isinstance(value, Fraction) else Fraction(int(value.p), int(value.q))


def _work(states: int, total: int, right: Sequence[Sequence[Rational]]) -> float:
    """How much it is to solve so many states together: p-adic lifting, to as many digits as the solution can have."""
    bits = states * total.bit_length() + max(to_flint(value).height_bits() for values in right for value in values)
    return len(right[0]) * states * bits * (states + bits / 64)


NEVER_ENDS = refusal("never_ends", _("{bet} may never be decided"))

MOST_CACHED = 256
"""Bets whose figures are kept in memory."""


class BetEnding(FrozenStruct):
    """One way a bet can end: the decision, what it leaves the player per unit staked, and its exact chance."""

    verdict: Decided
    net: Fraction
    chance: Fraction


class NetChance(AnswerStruct):
    """One net result per unit staked, and its chance."""

    net: Fraction
    chance: Fraction


class Analysis(AnswerStruct, dict=True):
    """The exact figures of one bet; only `sd` is a float."""

    results: tuple[BetEnding, ...]
    mean_rounds: Fraction
    states: int
    bet: Bet
    """The bet; in another process it describes itself, but cannot be played. Analyses of other bets with the same results are equal."""

    JSON: ClassVar[Sequence[str | tuple[str, str]]] = (
        *(("id", "bet.id"), ("selection", "bet.selection"), "name", "family", ("cite", "bet.cite"), "prize_cite"),
        *("prize_cites", "status", ("reads", "bet.reads"), ("pays", "pays_text"), ("odds", "pays")),
        *("commission", "commission_cite", "p_win", "p_lose", "p_push"),
        *(
            "house_edge",
            "house_edge_resolved",
            "house_edge_per_round",
            "mean_rounds",
            "net",
            "variance",
            "sd",
            "states",
        ),
    )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Analysis) and self._figures == other._figures

    def __hash__(self) -> int:
        return hash(self._figures)

    @property
    def _figures(self) -> tuple[object, ...]:
        return self.results, self.mean_rounds, self.states

    def __reduce__(self) -> tuple[Callable[..., "Analysis"], tuple[object, ...]]:
        # A bet's functions stand inside other functions, and such do not go from one process to another.
        bet = replace(self.bet, sees=whole, shows=None, step=_not_played)
        return _analysis, (*self._figures, bet)

    def _chance(self, kind: type[Decided]) -> Fraction:
        return sum((result.chance for result in self.results if isinstance(result.verdict, kind)), Fraction(0))

    @property
    def name(self) -> LocalizedText:
        """The bet's name with its selection."""
        return LocalizedText(Translator.bet, self.bet)

    @property
    def family(self) -> LocalizedText:
        """The bet's name without its selection."""
        return LocalizedText(Translator.family, self.bet)

    @cached_property
    def prize_cites(self) -> tuple[Citation, ...]:
        """The clauses that fix its prizes."""
        return tuple(dict.fromkeys(ending.verdict.cite for ending in self.results if isinstance(ending.verdict, Win)))

    @property
    def prize_cite(self) -> Clauses:
        """The clauses that fix its prizes, on one line."""
        return Clauses(self.prize_cites)

    @property
    def cites(self) -> tuple[Citation, ...]:
        """The clauses of the bet and of its prizes."""
        return tuple(dict.fromkeys((self.bet.cite, *self.prize_cites)))

    @cached_property
    def status(self) -> Status:
        """Gazetted, reading or reconstructed: the least firm of the clauses that the bet and its prizes rest on."""
        return status_of(self.bet, *self.prize_cites)

    @cached_property
    def p_win(self) -> Fraction:
        """Chance of winning a prize."""
        return self._chance(Win)

    @cached_property
    def p_lose(self) -> Fraction:
        """Chance of losing the stake or a part of it."""
        return self._chance(Lose)

    @cached_property
    def p_push(self) -> Fraction:
        """Chance of a tie."""
        return self._chance(Push)

    @cached_property
    def pays(self) -> tuple[Odds, ...]:
        """The odds it can pay, lowest first."""
        odds = {result.verdict.odds for result in self.results if isinstance(result.verdict, Win)}
        return tuple(sorted(odds, key=lambda odds: odds.ratio))

    @property
    def pays_text(self) -> LocalizedText:
        """The odds it can pay, in words."""
        return LocalizedText(Translator.odds, self.pays)

    @property
    def commission(self) -> Fraction:
        """What the house keeps of a prize; 0 if nothing."""
        return self.bet.commission.rate if self.bet.commission else Fraction(0)

    @property
    def commission_cite(self) -> Clauses:
        """The clause of the commission; none where the house keeps nothing of a prize."""
        return Clauses((self.bet.commission.cite,) if self.bet.commission else ())

    @cached_property
    def net_distribution(self) -> dict[Fraction, Fraction]:
        """Chance of each net result per unit staked, lowest first."""
        chances: dict[Fraction, Fraction] = {}
        for result in sorted(self.results, key=lambda result: result.net):
            chances[result.net] = chances.get(result.net, Fraction(0)) + result.chance
        return chances

    @property
    def payments(self) -> tuple[object, ...]:
        """What it pays and how often: bets for which this is equal have the same figures."""
        return self.pays, self.commission, tuple(self.net_distribution.items()), self.mean_rounds

    @property
    def net(self) -> tuple[NetChance, ...]:
        """The net results with their chances, as a list."""
        return tuple(NetChance(net=net, chance=chance) for net, chance in self.net_distribution.items())

    @cached_property
    def house_edge(self) -> Fraction:
        """The house's mean gain per unit staked, ties counted."""
        return -sum((result.net * result.chance for result in self.results), Fraction(0))

    @property
    def house_edge_resolved(self) -> Fraction:
        """The house edge per unit staked on bets that do not tie."""
        return self.house_edge / (1 - self.p_push)

    @property
    def house_edge_per_round(self) -> Fraction:
        """The house edge per round that a unit stands on the layout."""
        return self.house_edge / self.mean_rounds

    @cached_property
    def variance(self) -> Fraction:
        """Variance of the net result per unit staked."""
        squares = sum((result.net**2 * result.chance for result in self.results), Fraction(0))
        return squares - self.house_edge**2

    @property
    def sd(self) -> float:
        """Standard deviation of the net result per unit staked, as a float."""
        return math.sqrt(self.variance)

    def __repr__(self) -> str:
        chances = f"wins {self.p_win}, loses {self.p_lose}, ties {self.p_push}"
        return f"<analysis: house edge {self.house_edge}, {chances}, {self.mean_rounds} rounds>"

    def _repr_html_(self) -> str:
        rows = [{"net": net, "chance": chance} for net, chance in self.net_distribution.items()]
        from banca.notebook import html_table  # for notebooks alone, as below

        return html_table(repr(self).strip("<>"), ("net", "chance"), rows)


def _analysis(results: tuple[BetEnding, ...], mean_rounds: Fraction, states: int, bet: Bet) -> Analysis:
    return Analysis(results=results, mean_rounds=mean_rounds, states=states, bet=bet)


def _not_played(*_: object) -> NoReturn:
    because = "a bet that came from another process only describes itself"
    raise TypeError(because)


class ChainSolution(FrozenStruct, kw_only=False, eq=False):
    """A bet's automaton with, for every state, the exact chance of each decision and the mean number of rounds to come."""

    automaton: Automaton
    decisions: tuple[Decided, ...]
    values: list[list[Rational]]
    """Per state: one chance per decision, then the mean rounds."""


def solve_bet(bet: Bet, check: Check = unlimited) -> ChainSolution:
    """Explore the bet and solve its chain, group by group as `check` allows; refused where it might never end."""
    automaton = explore(bet)
    weights = [weight for _, weight in automaton.space]
    total = sum(weights)
    column: dict[Decided, int] = {}
    moves: list[Moves] = []
    tallies: list[dict[Decided, int]] = []
    for row in automaton.rows:
        to_states: Moves = {}
        to_decisions: dict[Decided, int] = {}
        for cell, weight in zip(row, weights, strict=True):
            if isinstance(cell, int):
                to_states[cell] = to_states.get(cell, 0) + weight
            else:
                to_decisions[cell] = to_decisions.get(cell, 0) + weight
                column.setdefault(cell, len(column))
        moves.append(to_states)
        tallies.append(to_decisions)
    _check_it_ends(bet, moves, tallies)
    rewards = [[tally.get(decision, 0) for decision in column] + [total] for tally in tallies]
    return ChainSolution(automaton, tuple(column), solve(moves, total, rewards, check))


def _check_it_ends(bet: Bet, moves: list[Moves], tallies: list[dict[Decided, int]]) -> None:
    """Every state must be able to reach a decision, else the chain has no unique solution."""
    comes_from: list[list[int]] = [[] for _ in moves]
    for state, following in enumerate(moves):
        for other in following:
            comes_from[other].append(state)
    ends = [state for state, tally in enumerate(tallies) if tally]
    reached = set(ends)
    for state in ends:  # grows while it is walked
        for earlier in comes_from[state]:
            if earlier not in reached:
                reached.add(earlier)
                ends.append(earlier)
    if len(reached) < len(moves):
        raise Refusal(NEVER_ENDS, bet.cite, bet=bet.key)


def analyse(bet: Bet) -> Analysis:
    """Work out the exact figures of `bet` from the moment it is placed.

    Args:
        bet: A bet of any rules.

    Raises:
        Refusal: The bet may never end.
    """
    return analyse_solved(bet, solve_bet(bet))


@lru_cache(MOST_CACHED)
def analysed(bet: Bet) -> Analysis:
    """Return the exact figures of a bet, worked out once and cached."""
    return analyse(bet)


class GameFigures(Heading):
    """The bets of a game under the house's options."""

    bets: tuple[Analysis, ...]


class AllFigures(AnswerStruct):
    """The bets of every game."""

    games: tuple[GameFigures, ...]


def figures_of(rules: Rules, bets: Iterable[Bet] | None = None) -> GameFigures:
    """Return the exact figures of bets, in the regulation's order; of all of them unless some are named."""
    chosen = rules.bets.values() if bets is None else bets
    with find(rules.rulebook.game).faults_in("bets"):  # a package is checked under its default options alone
        return GameFigures(**heading(rules), bets=tuple(map(analysed, chosen)))


def bet_figures(bet: Bet, known: Analysis | None = None) -> Analysis:
    """Return the exact figures of a bet, or its analysis if that is `known` already: in version 1.0 they were two things."""
    return known or analysed(bet)


AnyBet = TypeVar("AnyBet", bound=Analysis)


def families(bets: Iterable[AnyBet], apart: Callable[[AnyBet], Hashable] = lambda _: None) -> list[tuple[AnyBet, ...]]:
    """Group bets that differ only in their selection; everything else about them is equal, and so is what `apart` returns."""
    groups: dict[tuple[object, ...], list[AnyBet]] = {}
    for bet in bets:
        rests_on = frozenset(bet.cites), frozenset(bet.bet.reads)
        groups.setdefault((bet.bet.id, bet.status, *rests_on, bet.payments, apart(bet)), []).append(bet)
    return [tuple(group) for group in groups.values()]


def analyse_solved(bet: Bet, solved: ChainSolution) -> Analysis:
    """The exact figures of a bet from a chain already solved."""
    *chances, mean_rounds = (fraction(value) for value in solved.values[0])
    results = tuple(
        BetEnding(verdict=verdict, net=net_per_unit(verdict, bet.commission), chance=chance)
        for verdict, chance in zip(solved.decisions, chances, strict=True)
    )
    return Analysis(results=results, mean_rounds=mean_rounds, states=len(solved.automaton.states), bet=bet)


class Together(FrozenStruct, kw_only=False):
    """Net results of one round in avos, lowest first, with their exact chances. A bet not decided by the round counts 0."""

    chances: dict[int, Fraction]
    undecided: Fraction
    """The chance that the round leaves at least one of the bets standing."""

    @property
    def mean(self) -> Fraction:
        """The player's mean net result, in avos."""
        return sum((net * chance for net, chance in self.chances.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """Its variance, in avos squared."""
        squares = sum((net**2 * chance for net, chance in self.chances.items()), Fraction(0))
        return squares - self.mean**2

    def _repr_html_(self) -> str:
        rows = [{"net (avos)": net, "chance": chance} for net, chance in self.chances.items()]
        from banca.notebook import html_table

        return html_table(f"mean {self.mean} avos", ("net (avos)", "chance"), rows)


def together(standing: Sequence[Standing], chip: int) -> Together:
    """Play every outcome once against all the bets; payments are rounded down to the chip, as at the table.

    Stakes on one bet in one state are one bet. R-money-1.
    """
    spaces = {bet.bet.space for bet in standing}
    if len(spaces) != 1:
        raise Refusal(DIFFERENT_SPACES, bets=[bet.bet.key for bet in standing])
    (space,) = spaces
    stakes: dict[tuple[Bet, State], int] = {}
    for each in standing:
        stakes[each.bet, each.state] = stakes.get((each.bet, each.state), 0) + each.stake
    weights: dict[int, int] = {}
    undecided = 0
    for outcome, weight in space:
        net, stays = 0, False
        for (bet, state), stake in stakes.items():
            verdict = bet.verdict(state, outcome)
            if isinstance(verdict, Stay):
                stays = True
            else:
                net += pay(stake, verdict, bet.commission, chip).net
        weights[net] = weights.get(net, 0) + weight
        undecided += weight * stays
    total = space.total
    chances = {net: Fraction(weight, total) for net, weight in sorted(weights.items())}
    return Together(chances, Fraction(undecided, total))
