"""What one outcome does to a bet: it wins, loses, ties, or stays in some state."""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction

from banca.rules.citation import Citation
from banca.rules.odds import Odds

State = Hashable
"""What a bet remembers between outcomes: a point, or that it was placed."""


@dataclass(frozen=True, slots=True)
class Win:
    """The stake comes back with a prize; `cite` is the clause that fixes the prize."""

    odds: Odds
    cite: Citation
    row: str = ""
    """For a proposed bet: the row of its own table of prizes."""


@dataclass(frozen=True, slots=True)
class Lose:
    """The house takes `share` of the stake; `cite` only if a clause other than the bet's own decides."""

    cite: Citation | None = None
    share: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Push:
    """A tie: the stake comes back and nothing is won."""

    cite: Citation | None = None


@dataclass(frozen=True, slots=True)
class Stay:
    """No decision yet: the bet stands in `state`; `cite` only if a clause other than the bet's own moves it there."""

    state: State
    cite: Citation | None = None


Decided = Win | Lose | Push
"""A verdict that ends a bet."""
Verdict = Decided | Stay
"""What an outcome does to a bet."""

KINDS: dict[type[Verdict], str] = {Win: "win", Lose: "lose", Push: "push", Stay: "stands"}
"""The name of each verdict in reports and certificates."""

LOSE = Lose()
"""The stake is lost."""
PUSH = Push()
"""The stake comes back."""
