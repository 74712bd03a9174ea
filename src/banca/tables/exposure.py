"""What the house may come to owe, and what the next result may bring a player."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple

from banca.record import FrozenStruct
from banca.rules.bet import Automaton, Bet, State, Stay, Win, explore
from banca.rules.rulebook import Rules
from banca.rules.text import Text
from banca.tables.state import Spot

MOST_NAMED = 6
"""Results that are named for a best or worst case; how many there are is told beside them."""


class Exposure:
    """The most that standing bets may win, in avos times `scale`: a quick bound bet by bet, and the exact worst case.

    Prizes are fractions of a stake; times the common denominator of all of them every prize is a whole number, so that the bound of a
    table is kept as one integer that a bet adds to and takes from.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._best: dict[Bet, dict[State, int]] = {}
        self._automata: dict[Bet, Automaton] = {}
        self._rows: dict[tuple[Bet, State], tuple[int, ...]] = {}

    def automaton(self, bet: Bet) -> Automaton:
        """Return the bet's finite table, made once."""
        if bet not in self._automata:
            self._automata[bet] = explore(bet)
        return self._automata[bet]

    @cached_property
    def scale(self) -> int:
        """The common denominator of all prizes."""
        cells = (cell for bet in self._rules.bets.values() for row in self.automaton(bet).rows for cell in row)
        scale = 1
        for stake in {cell.odds.stake for cell in cells if isinstance(cell, Win)}:
            scale *= Fraction(stake, scale).numerator
        return scale

    def best(self, bet: Bet, state: State) -> int:
        """Return the highest prize a unit can still win from this state."""
        if bet not in self._best:
            automaton = self.automaton(bet)
            at_once = [
                max((self._prize(cell) for cell in row if isinstance(cell, Win)), default=0) for row in automaton.rows
            ]
            best, before = at_once, list[int]()
            while best != before:  # a prize reaches one state further back each time
                before = best
                best = [
                    max([prize, *(before[cell] for cell in row if isinstance(cell, int))])
                    for prize, row in zip(at_once, automaton.rows, strict=True)
                ]
            self._best[bet] = dict(zip(automaton.states, best, strict=True))
        return self._best[bet][state]

    def _prize(self, win: Win) -> int:
        return win.odds.prize * self.scale // win.odds.stake

    def worst(self, standing: Mapping[tuple[Bet, State], int]) -> int:
        """Return the most that any one outcome may cost, with what the bets it leaves standing may win afterwards."""
        # Bets that cannot win together do not add up here, as they do in the bound: red and black of roulette cost the larger only.
        rows = [(stake, self._row(bet, state)) for (bet, state), stake in standing.items()]
        if not rows:
            return 0
        return max(sum(stake * row[index] for stake, row in rows) for index in range(len(rows[0][1])))

    def _row(self, bet: Bet, state: State) -> tuple[int, ...]:
        """For each outcome of the device, the highest prize of a unit that meets it."""
        if (bet, state) not in self._rows:
            verdicts = (bet.verdict(state, outcome) for outcome, _ in self._rules.space)
            self._rows[bet, state] = tuple(
                self._prize(verdict)
                if isinstance(verdict, Win)
                else self.best(bet, verdict.state)
                if isinstance(verdict, Stay)
                else 0
                for verdict in verdicts
            )
        return self._rows[bet, state]


@cache
def exposure_of(rules: Rules) -> Exposure:
    """Return the exposure under these rules, worked out once for all tables that have them."""
    return Exposure(rules)


class ResultEffect(FrozenStruct):
    """A result in words of the table, and what it does to the bets of the felt.

    A bet is judged from its start where it could be placed before this result, else as it lies on the table or as the table stands.
    """

    outcome: str
    said: Text
    won: tuple[str, ...]
    lost: tuple[str, ...]
    won_on: tuple[Spot, ...]
    """Bets that had moved: each with the number or state that it was on."""
    lost_on: tuple[Spot, ...]


class Extreme(FrozenStruct):
    """What the best or the worst of the next results brings, in avos."""

    net: int
    outcomes: tuple[str, ...]
    """Some of these results."""
    ways: int
    """In how many ways they come up."""


class Outlook(FrozenStruct):
    """What you have on the table, and what the next result may bring, exactly; null where the rules cannot say before the round is played."""

    staked: int
    best: Extreme | None
    worst: Extreme | None
    of: int
    """All ways."""


def find_extreme(net: int, nets: Iterable[tuple[str, int, int]]) -> Extreme:
    """Return, of results with their ways and what they bring, those that bring so much.

    >>> find_extreme(-100, [("1", 1, -100), ("2", 2, -100), ("3", 1, 200)])
    Extreme(net=-100, outcomes=('1', '2'), ways=3)
    """
    results = [(outcome, ways) for outcome, ways, brings in nets if brings == net]
    outcomes = tuple(outcome for outcome, _ in results[:MOST_NAMED])
    return Extreme(net=net, outcomes=outcomes, ways=sum(ways for _, ways in results))


class PaidBet(NamedTuple):
    """What a stake comes to: what its player receives includes what comes back of it. Money in avos."""

    player: str
    bet: str
    on: str
    stake: int
    verdict: str
    received: int
