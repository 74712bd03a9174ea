"""A bet is a small automaton: a start, and what each outcome does to each state."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from banca.rules.citation import Citation
from banca.rules.payment import Commission
from banca.rules.space import Outcome, Space
from banca.rules.text import _
from banca.rules.verdict import State, Verdict


class Place(StrEnum):
    """An end of the layout."""

    HEAD = "head"
    FOOT = "foot"


Step = Callable[[Any, Any], Verdict]
"""How a bet moves: from a state and an outcome to a verdict."""

PLACED = _("placed")
"""The start of a bet that the next outcome decides, and of any bet without a state of its own."""


def whole(outcome: Outcome) -> Outcome:
    """A bet that sees the outcome as it is."""
    return outcome


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Bet:
    """One row of a game's table of bets."""

    id: str
    name: str
    """Its name in words; `{}` stands for the selection."""
    family: str = ""
    """The common name of the bets of its id, if the name without a selection would be another bet's."""
    selection: str = ""
    label: str = ""
    """The name of the selection, if it differs from how it is written."""
    cite: Citation
    reads: tuple[Citation, ...] = ()
    """Further clauses, readings and reconstructions that its outcome rests on."""
    decided_by: Citation | None = None
    """The clause by which an outcome decides it, if that is not `cite`."""
    space: Space
    sees: Callable[[Any], Outcome] = whole
    """The part of the outcome that the bet looks at: a total, a count, a colour."""
    shows: Callable[[Any], Outcome] | None = None
    """The part of the outcome that a layout shows, if other prizes make the bet look at more."""
    counts: Mapping[int, str] = field(default_factory=dict)
    """The words for each number that it looks at, if that counts something: "three dice with the chosen figure"."""
    start: State = PLACED
    step: Step
    commission: Commission | None = None
    about: str = ""
    """Its description if no clause has one: for a proposed bet, the words of its file."""
    wins: str = ""
    """When it wins and loses, without its prize, if its clause also says what is paid or does not say when."""
    place: Place = Place.FOOT
    """The place of a proposed bet on a layout whose drawing does not know it."""
    added_to: str = ""
    """For an additional bet: the id of the flat bet it is added to, which must stand on its number."""

    @property
    def key(self) -> str:
        """How the command line names it: `small`, `total:6`."""
        return f"{self.id}:{self.selection}" if self.selection else self.id

    def __repr__(self) -> str:
        return f"<bet {self.key} ({self.cite})>"

    def verdict(self, state: State, outcome: Hashable) -> Verdict:
        """Return what `outcome` does to this bet in `state`."""
        return self.step(state, self.sees(outcome))
