"""Evidence about people: whether players win more than luck, and whether a croupier calls differently from the others.

The luck of a round is what was won less what it was worth by the rulebook: its mean is exactly nothing, whatever was staked, and its whole
distribution is known before the round. In every round a part of the capital is staked on it. Luck is measured in its own standard
deviations, so that evidence does not depend on the size of the stakes.

Nobody knows how often dice leave the board, and it may change from day to day. So nothing is asked of that: if on one day the calls of a game
are alike whoever makes them, then, given how many calls one croupier and all others made and how many of them were null, the number of the
croupier's own is hypergeometric. A tilt of that has a mean of exactly 1, where the number of calls is fixed beforehand; a null is thrown
again, which makes the mean a little less.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from msgspec import Struct, field, structs
from numpy.typing import NDArray

from banca.analysis.exact.odds import ChainSolution, fraction, solve_bet
from banca.rules import Bet, Decided, Outcome, State, Stay, pay
from banca_watch.e_values import AT_ONCE, MOST_CAPITAL, share, spent_share

# Luck

PARTS = tuple(sign * 0.005 * 2**power for sign in (1, -1) for power in range(8))
"""Shares of the capital staked per standard deviation: 0.005 to 0.64, on too much luck and on too little."""
SAFE = 0.9
"""The largest share of the capital that a round may take. All of it would end the evidence for ever."""


class LuckProcess(Struct, kw_only=True):
    """The evidence that a player's results are not luck, from the first round on; stored as it is."""

    rounds: int = 0
    day: int = 0
    capital: list[float] = field(default_factory=lambda: [AT_ONCE] * len(PARTS))
    """By part."""
    luck: float = 0.0
    """All luck so far, in avos."""
    variance: float = 0.0
    """Its variance, in avos squared."""

    @property
    def e_value(self) -> float:
        """The evidence now."""
        return sum(self.capital) / len(PARTS) + (1 - AT_ONCE) * (1 - spent_share(self.day))

    @property
    def log_e(self) -> float:
        """Its natural logarithm."""
        return math.log(self.e_value)

    def begin_day(self) -> None:
        """Begin the next day: a little more is bet from now on."""
        self.day += 1
        self.capital = [own + (1 - AT_ONCE) * share(self.day) for own in self.capital]

    def take(self, luck: float, variance: float, least: float, most: float) -> None:
        """Take one round: its luck, the variance of it, and the least and most it could have been."""
        self.rounds += 1
        self.luck += luck
        self.variance += variance
        if variance > 0:
            deviation = math.sqrt(variance)
            parts = cut_parts(least / deviation, most / deviation)
            # A part of the capital is staked on the luck, whose mean is nothing: the mean of each factor is 1.
            self.capital = [
                min(own * (1 + part * (luck / deviation)), MOST_CAPITAL)
                for own, part in zip(self.capital, parts, strict=True)
            ]


def cut_parts(least: float, most: float, parts: Sequence[float] = PARTS) -> list[float]:
    """Return the parts, none larger than what the worst result leaves: `least` is below nothing, `most` above."""
    # The cut depends on what could come and not on what came: chosen before the round, it leaves the mean at exactly 1.
    return [min(part, SAFE / -least) if part > 0 else max(part, -SAFE / most) for part in parts]


# What a bet is worth

MOST_CACHED = 4096
"""Values and rounds of single stakes that are kept in memory."""


class SpotLuck(NamedTuple):
    """What a round brings to one stake in one state of a bet, beyond what it is worth before."""

    luck: tuple[Fraction, ...]
    """By result."""
    floats: NDArray[np.float64]
    """The same as floats."""


class RoundLuck(NamedTuple):
    """The luck of a round: what it was, its variance, and the least and most that it could have been."""

    luck: Fraction
    variance: float
    least: float
    most: float


@lru_cache(1024)
def _solve(bet: Bet) -> ChainSolution:
    return solve_bet(bet)


@lru_cache(MOST_CACHED)
def bet_value(bet: Bet, state: State, stake: int, chip: int) -> Fraction:
    """Return the mean of what a stake wins from a state on, in avos, with payments rounded to the chip; below nothing where it loses."""
    solution = _solve(bet)
    row = solution.values[solution.automaton.states.index(state)]
    # strict=False: the row has the mean number of rounds behind the chances of the decisions.
    return sum(
        (
            fraction(chance) * pay(stake, verdict, bet.commission, chip).net
            for chance, verdict in zip(row, solution.decisions, strict=False)
        ),
        Fraction(0),
    )


class Valuer:
    """The bets of one table's rules, valued against all its results."""

    def __init__(self, bets: Mapping[str, Bet], outcomes: Sequence[tuple[Outcome, int]], chip: int) -> None:
        self._bets, self._chip = bets, chip
        self._index = {outcome: index for index, (outcome, _) in enumerate(outcomes)}
        weights = np.array([weight for _, weight in outcomes], float)
        self.chances = weights / weights.sum()
        """As floats, because variances are floats."""
        self.spot = lru_cache(MOST_CACHED)(self._spot)

    def _spot(self, key: str, state: State, stake: int) -> SpotLuck:
        bet, chip = self._bets[key], self._chip
        before = bet_value(bet, state, stake, chip)
        wins: dict[Decided, Fraction] = {}  # hundreds of results share a handful of verdicts
        luck = []
        for outcome in self._index:
            verdict = bet.verdict(state, outcome)
            if isinstance(verdict, Stay):
                # What still stands is counted at its new value, so that a point that is thrown is luck at once and not at the end.
                after = bet_value(bet, verdict.state, stake, chip)
            else:
                if verdict not in wins:
                    wins[verdict] = Fraction(pay(stake, verdict, bet.commission, chip).net)
                after = wins[verdict]
            luck.append(after - before)
        return SpotLuck(tuple(luck), np.array(luck, float))

    def round_luck(self, spots: Sequence[SpotLuck], outcome: Outcome) -> RoundLuck:
        """Return the luck of several stakes together when this result comes."""
        index, by_result = self._index[outcome], np.sum([spot.floats for spot in spots], axis=0)
        # The mean is nothing, so the variance is the mean of the squares.
        variance = float(self.chances @ by_result**2)
        luck = sum((spot.luck[index] for spot in spots), Fraction(0))
        return RoundLuck(luck, variance, float(by_result.min()), float(by_result.max()))


# Calls

THETAS = tuple(Fraction(theta) for theta in ("-2/3", "-1/3", "1/2", "1", "2"))
"""By how much the croupier's odds of such a call differ from the others'."""


class CallCount(NamedTuple):
    """Calls of a game on one day: one croupier's, and everybody's."""

    own: int
    own_calls: int
    """All calls by the croupier; `own` of them are of the kind."""
    kind: int
    """All calls of the kind, by everybody."""
    calls: int


def hypergeometric(count: CallCount) -> Iterator[tuple[int, Fraction]]:
    """Yield how many of the kind may be the croupier's own, each with its chance where all call alike."""
    # Exact, where scipy.stats.hypergeom has floats: the proof that the mean of the factors is 1 is done in fractions.
    ways = comb(count.calls, count.kind)
    for own in range(max(0, count.kind - (count.calls - count.own_calls)), min(count.kind, count.own_calls) + 1):
        likely = comb(count.own_calls, own) * comb(count.calls - count.own_calls, count.kind - own)
        yield own, Fraction(likely, ways)


def factor(theta: Fraction, count: CallCount) -> Fraction:
    """Return by how much a capital that bets on (1 + theta) times the odds grows in a day."""
    mean = sum((chance * (1 + theta) ** own for own, chance in hypergeometric(count)), Fraction(0))
    return (1 + theta) ** count.own / mean


class CallsProcess(Struct, kw_only=True):
    """The evidence that a croupier's calls of a kind are not those of the others; stored as it is."""

    days: int = 0
    capital: list[float] = field(default_factory=lambda: [1.0] * len(THETAS))
    """By tilt."""
    own: int = 0
    own_calls: int = 0
    expected: float = 0.0
    """How many would have been the croupier's own on average."""

    @property
    def e_value(self) -> float:
        """The evidence now."""
        return sum(self.capital) / len(THETAS)

    def take(self, day: CallCount) -> None:
        """Take a further day, or game of a day."""
        self.days += 1
        self.capital = [
            min(own * float(factor(theta, day)), MOST_CAPITAL) for own, theta in zip(self.capital, THETAS, strict=True)
        ]
        self.own += day.own
        self.own_calls += day.own_calls
        self.expected += day.own_calls * day.kind / day.calls


def compared(process: CallsProcess, days: Sequence[CallCount]) -> CallsProcess:
    """Return the evidence after further days; the process that is given stays as it is. What version 1.0 had for `take`."""
    later = structs.replace(process)
    for day in days:
        later.take(day)
    return later
