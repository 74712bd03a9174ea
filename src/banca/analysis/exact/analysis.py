"""Everything exact that follows from one bet's automaton."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from banca.analysis.exact.chain import Check, Moves, Rational, fraction, solve, unlimited
from banca.notebook import html_table
from banca.rules import Automaton, Bet, Decided, Lose, Odds, Push, Refusal, Win, _, explore, net_per_unit, refusal

NEVER_ENDS = refusal("never_ends", _("{bet} may never be decided"))

KEPT = 256
"""Bets whose figures are at hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BetEnding:
    """One way a bet can end: the decision, what it leaves the player per unit staked, and its exact chance."""

    verdict: Decided
    net: Fraction
    chance: Fraction


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Analysis:
    """The exact figures of one bet; only `sd` is a float."""

    results: tuple[BetEnding, ...]
    mean_rounds: Fraction
    states: int

    def _chance(self, kind: type[Decided]) -> Fraction:
        return sum((result.chance for result in self.results if isinstance(result.verdict, kind)), Fraction(0))

    @property
    def p_win(self) -> Fraction:
        """Chance of winning a prize."""
        return self._chance(Win)

    @property
    def p_lose(self) -> Fraction:
        """Chance of losing the stake or a part of it."""
        return self._chance(Lose)

    @property
    def p_push(self) -> Fraction:
        """Chance of a tie."""
        return self._chance(Push)

    @property
    def pays(self) -> tuple[Odds, ...]:
        """The odds it can pay, lowest first."""
        odds = {result.verdict.odds for result in self.results if isinstance(result.verdict, Win)}
        return tuple(sorted(odds, key=lambda one: one.ratio))

    @property
    def net_distribution(self) -> dict[Fraction, Fraction]:
        """Chance of each net result per unit staked, lowest first."""
        chances: dict[Fraction, Fraction] = {}
        for result in sorted(self.results, key=lambda one: one.net):
            chances[result.net] = chances.get(result.net, Fraction(0)) + result.chance
        return chances

    @property
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

    @property
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
        return html_table(repr(self).strip("<>"), ("net", "chance"), rows)


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """A bet's automaton with, for every state, the exact chance of each decision and the mean number of rounds to come."""

    automaton: Automaton
    decisions: tuple[Decided, ...]
    values: list[list[Rational]]
    """Per state: one chance per decision, then the mean rounds."""


def solve_bet(bet: Bet, check: Check = unlimited) -> Solved:
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
    return Solved(automaton, tuple(column), solve(moves, total, rewards, check))


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


@lru_cache(KEPT)
def analysed(bet: Bet) -> Analysis:
    """Return the exact figures of a bet, worked out once and cached."""
    return analyse(bet)


def analyse_solved(bet: Bet, solved: Solved) -> Analysis:
    """The exact figures of a bet from a chain already solved."""
    *chances, mean_rounds = (fraction(value) for value in solved.values[0])
    results = tuple(
        BetEnding(verdict=verdict, net=net_per_unit(verdict, bet.commission), chance=chance)
        for verdict, chance in zip(solved.decisions, chances, strict=True)
    )
    return Analysis(results=results, mean_rounds=mean_rounds, states=len(solved.automaton.states))
