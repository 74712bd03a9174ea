"""What a result means for the bets of a felt, and what the next one may mean for somebody's."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from banca.live.bets import Bets
from banca.live.chance_state import Called, Spot
from banca.rules.bet import Bet, Lose, Outcome, State, Win
from banca.rules.layout import Layout
from banca.rules.refusal import NotNow, Refusal
from banca.rules.text import Text

MOST_NAMED = 6
"""Results that are named for a best or worst case; how many there are is told beside them."""


class Judged(NamedTuple):
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


class Swing(NamedTuple):
    """What the best or the worst of the next results brings, in avos; some of these results, and in how many ways they come up."""

    net: int
    outcomes: tuple[str, ...]
    ways: int


class Swings(NamedTuple):
    """The best and the worst of the next results, exactly."""

    best: Swing
    worst: Swing
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


def swings(nets: Iterable[tuple[str, int, int]]) -> Swings:
    """From each result with its ways and what it brings.

    >>> swings([("1", 1, -100), ("2", 2, -100), ("3", 1, 200)]).worst
    Swing(net=-100, outcomes=('1', '2'), ways=3)
    """
    each = list(nets)
    best, worst = (
        Swing(
            net,
            tuple(one for one, _, its in each if its == net)[:MOST_NAMED],
            sum(w for _, w, its in each if its == net),
        )
        for net in (max(its for *_, its in each), min(its for *_, its in each))
    )
    return Swings(best, worst, sum(ways for _, ways, _ in each))


def judge(table: Bets[Any], called: Called, outcome: Outcome) -> Judged:
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
    return Judged(called.outcome, said, tuple(won), tuple(lost), tuple(on[Win]), tuple(on[Lose]))


def _judged_from(table: Bets[Any], bet: Bet, called: Called) -> tuple[State] | None:
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
