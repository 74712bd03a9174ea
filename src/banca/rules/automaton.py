"""Exploring a bet: every state it can reach, and what every outcome does there."""

from dataclasses import dataclass

from banca.rules.bet import Bet
from banca.rules.refusal import Refusal, refusal
from banca.rules.space import Space
from banca.rules.text import _
from banca.rules.verdict import Decided, State, Stay

TOO_MANY_STATES = refusal("too_many_states", _("{bet} has more than {allowed} states"))

MOST_STATES = 100_000


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """The finite table of a bet: one row per state, one cell per outcome that the bet tells apart.

    A cell is the index of the next state, or the decision. States are in the order of discovery, the start first.
    """

    space: Space
    states: tuple[State, ...]
    rows: tuple[tuple[int | Decided, ...], ...]


def explore(bet: Bet, most_states: int = MOST_STATES) -> Automaton:
    """Follow `step` from the start over the whole space until no new state appears."""
    space = bet.space.through(bet.sees)
    outcomes = [outcome for outcome, _ in space]
    states = [bet.start]
    index = {bet.start: 0}
    rows: list[tuple[int | Decided, ...]] = []
    step = bet.step
    for state in states:  # grows while it is walked
        row: list[int | Decided] = []
        for outcome in outcomes:
            verdict = step(state, outcome)
            if isinstance(verdict, Stay):
                following = index.setdefault(verdict.state, len(states))
                if following == len(states):
                    states.append(verdict.state)
                row.append(following)
            else:
                row.append(verdict)
        if len(states) > most_states:
            raise Refusal(TOO_MANY_STATES, bet.cite, bet=bet.key, allowed=most_states)
        rows.append(tuple(row))
    return Automaton(space, tuple(states), tuple(rows))
