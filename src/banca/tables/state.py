"""A live table between two commands: what every table remembers, and what a table of chance does."""

from typing import ClassVar

from msgspec import Struct, field

from banca.rules.bet import State


class PendingDraw(Struct, frozen=True, kw_only=True):
    """One draw that is still to come: the house's commitment to its seed, and what players have pledged and revealed."""

    number: int = 0
    """Draws are counted over the life of the table; 0 where nothing is drawn from a committed seed."""
    commitment: str = ""
    pledges: dict[str, str] = {}
    nonces: dict[str, str] = {}
    is_closed: bool = False
    """Whether bets and pledges are closed, so that numbers are revealed."""

    @property
    def must_close(self) -> bool:
        """Whether somebody has pledged a number who could not reveal it yet."""
        return bool(self.pledges) and not self.is_closed

    @property
    def revealed(self) -> tuple[tuple[str, str], ...]:
        """Players and their numbers, in order of the names."""
        return tuple(sorted(self.nonces.items()))

    @property
    def withheld(self) -> tuple[str, ...]:
        """Players who have pledged and not revealed."""
        return tuple(sorted(self.pledges.keys() - self.nonces.keys()))


class TableState(Struct, frozen=True, kw_only=True):
    """The part of a table's state that the house knows; each game adds its own."""

    hides: ClassVar[tuple[str, ...]] = ()
    """Fields that not everybody may see."""
    written_order: ClassVar[tuple[str, ...]] = ()
    """Fields in the order in which snapshots have them, where that is not the order of the class."""

    phase: str
    round: int = 1
    seats: tuple[str, ...] = ()
    """Players in order."""
    practice: dict[str, str] = {}
    """Seats that the program plays, and how."""
    commitment: str = ""
    """The digest of a result that exists and is hidden."""
    is_closed: bool = False
    window: PendingDraw = PendingDraw()
    """Of the next draw."""


class Funds(Struct, frozen=True, kw_only=True):
    """What the wallet of the player concerned and the table's bank hold, in avos."""

    wallet: int = 0
    bank: int = 0


MOST_RESULTS = 24
"""How many results a table remembers for whoever comes to it."""

Spot = tuple[str, str]
"""Where a player's stake lies: the key of the bet, and the number or state it has moved to ("" where it was placed)."""


class CalledResult(Struct, frozen=True, kw_only=True):
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
    called: CalledResult | None = None
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
