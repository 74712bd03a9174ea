"""What the house may come to owe: a quick bound that adds up bet by bet, and the exact worst case over the outcomes."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, cached_property

from banca.live.chance_state import Spot
from banca.rules.bet import Automaton, Bet, State, Stay, Win, explore
from banca.rules.rulebook import Rules


class Exposure:
    """The most that standing bets may win, in avos times `scale`, so that every prize is a whole number."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._best: dict[Bet, dict[State, int]] = {}
        self._automata: dict[Bet, Automaton] = {}
        self._rows: dict[tuple[Bet, State], tuple[int, ...]] = {}

    def automaton(self, bet: Bet) -> Automaton:
        """The bet's finite table, made once."""
        if bet not in self._automata:
            self._automata[bet] = explore(bet)
        return self._automata[bet]

    @cached_property
    def scale(self) -> int:
        """The common denominator of all prizes."""
        decisions = (cell for bet in self._rules.bets.values() for row in self.automaton(bet).rows for cell in row)
        scale = 1
        for stake in {one.odds.stake for one in decisions if isinstance(one, Win)}:
            scale *= Fraction(stake, scale).numerator
        return scale

    def best(self, bet: Bet, state: State) -> int:
        """The highest prize a unit can still win from this state."""
        if bet not in self._best:
            self._best[bet] = self._best_by_state(bet)
        return self._best[bet][state]

    def _best_by_state(self, bet: Bet) -> dict[State, int]:
        found = self.automaton(bet)
        at_once = [max((self._prize(cell) for cell in row if isinstance(cell, Win)), default=0) for row in found.rows]
        best = at_once
        while True:  # a prize reaches one state further back each time
            further = [
                max([here, *(best[cell] for cell in row if isinstance(cell, int))])
                for here, row in zip(at_once, found.rows, strict=True)
            ]
            if further == best:
                return dict(zip(found.states, best, strict=True))
            best = further

    def _prize(self, win: Win) -> int:
        return win.odds.prize * self.scale // win.odds.stake

    def worst(self, standing: Mapping[tuple[Bet, State], int]) -> int:
        """The most that any one outcome may cost, with what the bets it leaves standing may win afterwards."""
        rows = [(stake, self._row(bet, state)) for (bet, state), stake in standing.items()]
        if not rows:
            return 0
        return max(sum(stake * row[place] for stake, row in rows) for place in range(len(rows[0][1])))

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
    """Worked out once for all tables with the same rules."""
    return Exposure(rules)


def add_up(bets: Mapping[str, Mapping[Spot, int]]) -> dict[Spot, int]:
    """What lies on each spot, whoever put it there."""
    together: dict[Spot, int] = {}
    for own in bets.values():
        for spot, stake in own.items():
            together[spot] = together.get(spot, 0) + stake
    return together
