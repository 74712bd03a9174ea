"""A live table between two commands, and how what may happen at any table changes it."""

from typing import ClassVar, TypeVar

from msgspec import field, structs

from banca.record import FrozenStruct
from banca.rules.bet import State
from banca.rules.refusal import Defect
from banca.tables import events
from banca.tables.events import Event

MOST_RESULTS = 24
"""How many results a table remembers for whoever comes to it."""


class PendingDraw(FrozenStruct):
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


class TableState(FrozenStruct):
    """The part of a table's state that the house knows; each game adds its own."""

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
    """The next draw, from the commitment to its seed to the seed's opening."""

    @property
    def money(self) -> int:
        """All money on the table, in avos: what the account of its stakes holds."""
        return 0

    @property
    def has_stakes(self) -> bool:
        """Whether somebody has staked on a result that is still to come."""
        return False

    @property
    def results(self) -> tuple[str, ...]:
        """What was called in the last rounds, the newest last; nothing where no one result decides."""
        return ()

    def money_of(self, player: str) -> int:
        """Return all that a player has on the table, in avos."""
        return 0


S = TypeVar("S", bound=TableState)


def add_seat(table: S, player: str, policy: str = "") -> S:
    """Return the table with one more seat, the last."""
    practice = table.practice | ({player: policy} if policy else {})
    return structs.replace(table, seats=(*table.seats, player), practice=practice)


def remove_seat(table: S, player: str) -> S:
    """Return the table with one seat less."""
    seats = tuple(seat for seat in table.seats if seat != player)
    practice = {seat: policy for seat, policy in table.practice.items() if seat != player}
    return structs.replace(table, seats=seats, practice=practice)


def evolve_table(table: S, event: Event) -> S:  # one case per event
    """Return the table after what may happen at any table: seats, a hidden result, a draw, the end."""
    window = table.window
    match event:
        case events.PlayerSeated():
            return add_seat(table, event.player)
        case events.PracticeSeated():
            return add_seat(table, event.player, event.policy)
        case events.PlayerLeft():
            return remove_seat(table, event.player)
        case events.ResultCommitted():
            return structs.replace(table, commitment=event.commitment)
        case events.CommitmentOpened():
            return structs.replace(table, commitment="")
        case events.TableClosed():
            return structs.replace(table, is_closed=True)
        case events.TableOpened() | events.BankFunded() | events.BankReduced() | events.DevicesPublished():
            return table  # money is the ledger's, and what a table opens with is not its state
        case events.SeedCommitted():
            window = PendingDraw(number=event.number, commitment=event.commitment)
        case events.NumberPledged():
            window = structs.replace(window, pledges={**window.pledges, event.player: event.pledge})
        case events.PledgesClosed():
            window = structs.replace(window, is_closed=True)
        case events.NumberRevealed():
            window = structs.replace(window, nonces={**window.nonces, event.player: event.nonce})
        case events.SeedOpened() | events.SeedLost():
            # The number stays: draws are counted over the life of the table, and the next commitment follows in the same entry.
            window = PendingDraw(number=event.number)
        case _:
            raise Defect(f"a table knows no {type(event).__name__}")
    return structs.replace(table, window=window)


# A table of chance

Spot = tuple[str, str]
"""Where a player's stake lies: the key of the bet, and the number or state it has moved to ("" where it was placed)."""


class CalledResult(FrozenStruct):
    """A result as it was called: what the table remembered before it, and the bets that had moved to a number or state."""

    outcome: str
    table: State = None
    moved: tuple[Spot, ...] = ()


class ChanceState(TableState):
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
    """What the house owes at most, scaled to be whole (see `Exposure`)."""

    @property
    def money(self) -> int:
        """All stakes on the table."""
        return sum(map(self.money_of, self.bets))

    @property
    def has_stakes(self) -> bool:
        """Whether somebody has staked: no bet of nothing lies there."""
        return bool(self.bets)

    def money_of(self, player: str) -> int:
        """Return all that the player has staked."""
        return sum(self.bets.get(player, {}).values())

    def total_by_spot(self) -> dict[Spot, int]:
        """Return what lies on each spot, whoever put it there."""
        totals: dict[Spot, int] = {}
        for own in self.bets.values():
            for spot, stake in own.items():
                totals[spot] = totals.get(spot, 0) + stake
        return totals

    @property
    def stands_on_number(self) -> bool:
        """Whether a bet has moved to a number or state."""
        return any(on for own in self.bets.values() for _, on in own)

    def call(self, outcome: str) -> CalledResult:
        """Return a result as it finds the table."""
        moved = dict.fromkeys(spot for own in self.bets.values() for spot in own if spot[1])
        return CalledResult(outcome=outcome, table=self.table, moved=tuple(moved))


class Funds(FrozenStruct):
    """What the wallet of the player concerned and the table's bank hold, in avos."""

    wallet: int = 0
    bank: int = 0
