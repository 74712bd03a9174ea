"""What a bet is worth while it stands, exactly: its mean by the rulebook, with payments rounded to the chip as at the table.

What a round brings a player is what was decided and what the rest is worth afterwards, less what all was worth before it. That is the luck of
the round: its mean is exactly nothing, and every result's share of it is known before the round.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from banca.analysis.exact.odds import ChainSolution, fraction, solve_bet
from banca.rules import Bet, Decided, Outcome, State, Stay, pay

MOST_CACHED = 4096
"""Spots with their stakes whose luck is at hand."""


class SpotLuck(NamedTuple):
    """One stake in one state of a bet, before a round."""

    value: Fraction
    """What it is worth: the mean of what it wins, in avos."""
    luck: tuple[Fraction, ...]
    """By result: what the round brings beyond that."""
    floats: tuple[float, ...]
    """The same as floats."""


@lru_cache(1024)
def _solve(bet: Bet) -> ChainSolution:
    """A bet's automaton, solved once."""
    return solve_bet(bet)


@lru_cache(MOST_CACHED)
def bet_value(bet: Bet, state: State, stake: int, chip: int) -> Fraction:
    """The mean of what a stake wins from a state on, in avos; below nothing where it loses."""
    solved = _solve(bet)
    row = solved.values[solved.automaton.states.index(state)]
    return sum(
        (
            fraction(chance) * pay(stake, verdict, bet.commission, chip).net
            for chance, verdict in zip(row, solved.decisions, strict=False)  # behind the chances stand the mean rounds
        ),
        Fraction(0),
    )


class Valuer:
    """The bets of one table's rules, valued against all its results."""

    def __init__(self, bets: Mapping[str, Bet], outcomes: Sequence[tuple[Outcome, int]], chip: int) -> None:
        self._bets, self._chip = bets, chip
        self._outcomes = [outcome for outcome, _ in outcomes]
        total = sum(weight for _, weight in outcomes)
        self.chances = [weight / total for _, weight in outcomes]
        """As floats: variances are."""
        self.index = {outcome: index for index, outcome in enumerate(self._outcomes)}
        self.spot = lru_cache(MOST_CACHED)(self._spot)

    def worth(self, key: str, state: State, stake: int) -> Fraction:
        """What a stake in a state is worth."""
        return bet_value(self._bets[key], state, stake, self._chip)

    def _spot(self, key: str, state: State, stake: int) -> SpotLuck:
        bet, before = self._bets[key], self.worth(key, state, stake)
        brings: dict[Decided, Fraction] = {}
        luck = []
        for outcome in self._outcomes:
            verdict = bet.verdict(state, outcome)
            if isinstance(verdict, Stay):
                after = self.worth(key, verdict.state, stake)
            else:
                if verdict not in brings:
                    brings[verdict] = Fraction(pay(stake, verdict, bet.commission, self._chip).net)
                after = brings[verdict]
            luck.append(after - before)
        return SpotLuck(before, tuple(luck), tuple(map(float, luck)))
