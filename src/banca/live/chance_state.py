"""A table of a game of chance between two commands."""

from msgspec import Struct, field

from banca.live.table import TableState
from banca.rules.bet import State

MOST_RESULTS = 24
"""How many results a table remembers for whoever comes to it."""

Spot = tuple[str, str]
"""Where a player's stake lies: the key of the bet, and the number or state it has moved to ("" where it was placed)."""


class Called(Struct, frozen=True, kw_only=True):
    """A result as it was called: what the table remembered before it, and the bets that had moved to a number or state."""

    outcome: str
    table: State = None
    moved: tuple[Spot, ...] = ()


class ChanceState(TableState, frozen=True, kw_only=True):
    """The bets on the table and what lies there. Money is in avos."""

    table: State = None
    """What the table remembers between rounds, such as a point."""
    bets: dict[str, dict[Spot, int]] = field(default_factory=dict)
    offers: dict[Spot, int] = field(default_factory=dict)
    """Bets that the croupier laid out on request and the player has not confirmed: player and bet, and the stake."""
    shown: str = ""
    """What has been called, or lies there of it so far."""
    results: tuple[str, ...] = ()
    """What was called in the last rounds, the newest last."""
    called: Called | None = None
    """The last result, from its call until the next round has moved on from where this one ended."""
    exposure: int = 0
    """What the house owes at most, scaled to be whole (see exposure.py)."""

    def staked(self, player: str) -> int:
        """All that the player has on the table."""
        return sum(self.bets.get(player, {}).values())

    @property
    def stands_on_number(self) -> bool:
        """Whether a bet has moved to a number or state."""
        return any(on for own in self.bets.values() for _, on in own)
