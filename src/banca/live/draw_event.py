"""What happens around a draw: the house commits itself to a seed, players pledge numbers and reveal them, the seed is opened. R-live-3."""

from typing import ClassVar

from msgspec import Struct

from banca.live.event import Event
from banca.rules import _


class DrawnDevice(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that can be drawn: results with their weights, or so many dice, or an order of pieces."""

    results: tuple[tuple[str, int], ...] = ()
    dice: int = 0
    """Of six faces, one after the other: `3-1-6-6`, counted with the last die fastest."""
    pieces: tuple[str, ...] = ()


class DevicesPublished(Event, frozen=True, kw_only=True):
    """A drawn table opens: what its devices can show, so that everybody can work its results out again."""

    says: ClassVar[str] = _("all results that can be drawn here are published, with their weights")
    devices: tuple[DrawnDevice, ...]


class SeedCommitted(Event, frozen=True, kw_only=True):
    """The house's seed of the next draw exists; its digest is published before the bets that it decides."""

    says: ClassVar[str] = _("the seed of draw {number} exists and is hidden; its commitment is {commitment}")
    number: int
    commitment: str


class Pledged(Event, frozen=True, kw_only=True):
    """A player has a number for the next draw, and shows its digest."""

    says: ClassVar[str] = _("{player} pledges a number for draw {number}: {pledge}")
    player: str
    number: int
    pledge: str


class PledgesClosed(Event, frozen=True, kw_only=True):
    """No more bets and no more pledges: those who pledged reveal their numbers now."""

    says: ClassVar[str] = _("no more bets; numbers for draw {number} are awaited from: {players}")
    number: int
    players: tuple[str, ...]


class Revealed(Event, frozen=True, kw_only=True):
    """A player shows the number that was pledged."""

    says: ClassVar[str] = _("{player} reveals the number for draw {number}: {nonce}")
    player: str
    number: int
    nonce: str


class SeedOpened(Event, frozen=True, kw_only=True):
    """The house's seed is shown, and what it gives with the numbers that were revealed: anybody can work it out again."""

    says: ClassVar[str] = _(
        "draw {number}: the seed {seed} is revealed; with the players' numbers it gives {outcome}; pledged and not revealed: {withheld}"
    )
    number: int
    commitment: str
    seed: str
    outcome: str = ""
    """What was drawn; of a round that is void, what would have been; empty where nothing was staked."""
    nonces: tuple[tuple[str, str], ...] = ()
    """Players and their numbers, in order of the names."""
    withheld: tuple[str, ...] = ()
    """Players whose number was pledged and not revealed: it is left out."""
    device: int = 0
    """Out of which of the devices that were published, counted from 0."""
    results: tuple[tuple[str, int], ...] = ()
    """What could come up at this moment, with its weights, where that is none of the devices."""


class SeedLost(Event, frozen=True, kw_only=True):
    """The seed cannot be opened: another takes its place, and the audit calls it a fault."""

    says: ClassVar[str] = _("the seed of draw {number} is lost; its commitment {commitment} will never be revealed")
    number: int
    commitment: str


BEGINNING: tuple[type[Event], ...] = (DevicesPublished, SeedCommitted)
"""What a drawn table opens with."""
EVERYWHERE: tuple[type[Event], ...] = (*BEGINNING, Pledged, PledgesClosed, Revealed, SeedOpened, SeedLost)
"""What may happen at every table that draws."""
