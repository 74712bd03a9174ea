"""What the table itself remembers between rounds, where bets depend on it, such as a point."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from banca.rules.space import Space
from banca.rules.text import Text
from banca.rules.verdict import State


def unchanged(state: State, outcome: object) -> State:  # the shape of Table.after
    """A table that remembers nothing."""
    return state


def one_phase(state: State) -> tuple[str, ...]:  # the shape of Table.phases
    """A table where every round is like the last has no phases to name."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The state of the table before the first round and after an outcome, and the phases that players name."""

    start: State = None
    after: Callable[[State, Any], State] = unchanged
    phases: Callable[[State], tuple[str, ...]] = one_phase
    phase_words: Mapping[str, Text] = field(default_factory=dict)
    """The words for a bet that may be placed only in a phase: "before a come-out throw"."""

    def states(self, space: Space) -> tuple[State, ...]:
        """Return every state the table can be in, the initial one first."""
        found = [self.start]
        for state in found:  # grows while it is walked
            found += [
                after for after in {self.after(state, outcome): None for outcome, _ in space} if after not in found
            ]
        return tuple(found)
