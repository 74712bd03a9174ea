"""A table of a game of chance between two commands."""

from msgspec import Struct

from banca.rulebook.verdict import State

MOST_RESULTS = 24
"""How many results a table remembers for whoever comes to it."""

Spot = tuple[str, str]
"""Where a player's stake lies: the key of the bet, and the number or state it has moved to ("" where it was placed)."""


class Live(Struct, frozen=True, kw_only=True):
    """Everything the table knows. Money is in avos."""

    phase: str
    table: State = None
    """What the table remembers between rounds: in craps, its point."""
    round: int = 1
    seats: tuple[str, ...] = ()
    """Players in order; in craps from the stickman's left."""
    practice: dict[str, str] = {}
    """Seats that the program plays, and how."""
    bets: dict[str, dict[Spot, int]] = {}
    offers: dict[Spot, int] = {}
    """Bets that the croupier laid out on request and the player has not confirmed: player and bet, and the stake."""
    shown: str = ""
    """What has been called, or lies there of it so far."""
    results: tuple[str, ...] = ()
    """What was called in the last rounds, the newest last."""
    commitment: str = ""
    """The digest of a result that exists and is hidden."""
    shooter: str = ""
    """Who throws, or threw last."""
    dice_pass: bool = True
    """The next offer of the dice goes to another shooter."""
    waiving: frozenset[str] = frozenset()
    exposure: int = 0
    """What the house owes at most, scaled to be whole (see exposure.py)."""
    is_closed: bool = False

    def staked(self, player: str) -> int:
        """All that the player has on the table."""
        return sum(self.bets.get(player, {}).values())
