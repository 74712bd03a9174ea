"""What lies on a layout, what the table remembers between rounds, and the throws that move both."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from banca.record import FrozenStruct
from banca.rules.bet import Bet, Outcome, Space, State
from banca.rules.text import Citation, Text


class ValidThrow(FrozenStruct, kw_only=False):
    """A throw, spin or deal that counts."""

    outcome: Outcome
    written: str = ""
    """As the croupier wrote it."""


class NullReason(FrozenStruct, kw_only=False):
    """Why a throw may be null: in words, with the clause that makes it null and the duty that was not met."""

    says: Text
    cites: tuple[Citation, ...]
    """The clauses as journals write them; they never change."""
    reads: tuple[Citation, ...] = ()
    """The readings by which the clauses mean this."""

    @property
    def by(self) -> tuple[Citation, ...]:
        """All clauses and readings that it rests on."""
        return (*self.cites, *self.reads)


class Null(FrozenStruct, kw_only=False):
    """A throw that does not count and is repeated; it changes no bet.

    The clauses are those that make it null for the given reason, if there is one.
    """

    reason: str = ""
    cites: tuple[Citation, ...] = ()


Throw = ValidThrow | Null
"""A throw that counts, or one that does not."""


def unchanged(state: State, outcome: object) -> State:  # the shape of Table.after
    """A table that remembers nothing."""
    return state


def one_phase(state: State) -> tuple[str, ...]:  # the shape of Table.phases
    """A table where every round is like the last has no phases to name."""
    return ()


class Table(FrozenStruct):
    """The state of the table before the first round and after an outcome, and the phases that players name."""

    start: State = None
    after: Callable[[State, Any], State] = unchanged
    phases: Callable[[State], tuple[str, ...]] = one_phase
    phase_words: Mapping[str, Text] = {}
    """The words for a bet that may be placed only in a phase: "before a come-out throw"."""

    def states(self, space: Space) -> tuple[State, ...]:
        """Return every state the table can be in, the initial one first."""
        states = [self.start]
        for state in states:  # grows while it is walked
            states += [
                after for after in {self.after(state, outcome): None for outcome, _ in space} if after not in states
            ]
        return tuple(states)


class Standing(FrozenStruct, kw_only=False, eq=False):
    """A bet in play: its stake in avos and the state it stands in."""

    bet: Bet
    stake: int
    state: State


class Layout(NamedTuple):
    """The table as the next bet finds it; `standing` may be left out if the bet is not added to another."""

    standing: tuple[Standing, ...] = ()
    table: State = None
    """What the table remembers between rounds, such as a point."""
    after_null: bool = False
    """The last throw was null and is about to be repeated."""
