"""What the house may come to owe, and what a result means for the bets of a felt and for a player."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from banca.rules.bet import Automaton, Bet, Lose, Outcome, State, Stay, Win, explore
from banca.rules.layout import Layout
from banca.rules.refusal import NotNow, Refusal
from banca.rules.rulebook import Rules
from banca.rules.text import Text
from banca.tables.state import CalledResult, Spot

if TYPE_CHECKING:
    from banca.tables.chance_engine import ChanceEngine


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


def total_by_spot(bets: Mapping[str, Mapping[Spot, int]]) -> dict[Spot, int]:
    """What lies on each spot, whoever put it there."""
    together: dict[Spot, int] = {}
    for own in bets.values():
        for spot, stake in own.items():
            together[spot] = together.get(spot, 0) + stake
    return together


MOST_NAMED = 6
"""Results that are named for a best or worst case; how many there are is told beside them."""


class ResultEffect(NamedTuple):
    """A result in words of the table, and what it does to the bets of the felt.

    A bet is judged from its start where it could be placed before this result, else as it lies on the table or as the table stands.
    """

    outcome: str
    said: Text
    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    won_on: tuple[Spot, ...] = ()
    """Bets that had moved: each with the number or state that it was on."""
    lost_on: tuple[Spot, ...] = ()


class Extreme(NamedTuple):
    """What the best or the worst of the next results brings, in avos; some of these results, and in how many ways they come up."""

    net: int
    outcomes: tuple[str, ...]
    ways: int


class Outlook(NamedTuple):
    """The best and the worst of the next results, exactly."""

    best: Extreme
    worst: Extreme
    of: int
    """All ways."""


class PaidBet(NamedTuple):
    """What a stake comes to: what its player receives includes what comes back of it. Money in avos."""

    player: str
    bet: str
    on: str
    stake: int
    verdict: str
    received: int


def make_outlook(nets: Iterable[tuple[str, int, int]]) -> Outlook:
    """From each result with its ways and what it brings.

    >>> swings([("1", 1, -100), ("2", 2, -100), ("3", 1, 200)]).worst
    Swing(net=-100, outcomes=('1', '2'), ways=3)
    """
    each = list(nets)
    best, worst = (
        Extreme(
            net,
            tuple(one for one, _, its in each if its == net)[:MOST_NAMED],
            sum(w for _, w, its in each if its == net),
        )
        for net in (max(its for *_, its in each), min(its for *_, its in each))
    )
    return Outlook(best, worst, sum(ways for _, ways, _ in each))


def judge_result(table: "ChanceEngine[Any]", called: CalledResult, outcome: Outcome) -> ResultEffect:
    """A result that was called: its words, and the bets that win and lose by it."""
    won: list[str] = []
    lost: list[str] = []
    on: dict[type, list[Spot]] = {Win: [], Lose: []}
    for key, bet in table.rules.bets.items():
        state = _judged_from(table, bet, called)
        verdict = None if state is None else bet.verdict(state[0], outcome)
        (won if isinstance(verdict, Win) else lost if isinstance(verdict, Lose) else []).append(key)
    for spot in called.moved:
        verdict = table.rules.bets[spot[0]].verdict(table.state(*spot), outcome)
        on.get(type(verdict), []).append(spot)
    said = table.rules.rulebook.called(table.rules, outcome, called.table)
    return ResultEffect(called.outcome, said, tuple(won), tuple(lost), tuple(on[Win]), tuple(on[Lose]))


def _judged_from(table: "ChanceEngine[Any]", bet: Bet, called: CalledResult) -> tuple[State] | None:
    """The state from which a bet of the felt is judged; None where nobody can have had it."""
    try:
        stake = table.limits.minimum_of(bet.id)
        table.rules.rulebook.check_placing(table.rules.chosen, bet, stake, Layout((), called.table))
    except NotNow:
        lies = [table.state(*spot) for spot in called.moved if spot[0] == bet.key]
        stands = called.table in table.exposure.automaton(bet).states and (bet.added_to or called.table != bet.start)
        return (lies[0],) if lies else (called.table,) if stands else None
    except Refusal:  # another stake may do
        pass
    return (bet.start,)
