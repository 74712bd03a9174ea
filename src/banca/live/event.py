"""What has happened at a live table: facts in the past tense, whole enough that replaying them needs no decision."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct


class Transfer(NamedTuple):
    """Money moves from one account to another, in avos; so every posting sums to zero."""

    source: str
    target: str
    amount: int


STAKES, BANK, COMMISSION, BREAKAGE, OUTSIDE = "stakes", "bank", "commission", "breakage", "outside"
"""A table's accounts: stakes in play, the house's bank, what the house has kept. Outside is where all money comes from."""


def wallet(player: str) -> str:
    """The account of a player's money that is not on a table."""
    return f"wallet:{player}"


def kept(commission: str, breakage: str) -> tuple[int, int]:
    """Commission and breakage in whole avos; the exact fractions stand in the event, and what is left of them stays where it was.

    >>> kept("5/2", "2/3"), kept("0", "2/3"), kept("5/2", "1/2")
    ((2, 1), (0, 0), (2, 1))
    """
    exact = Fraction(commission)
    both = int(exact + Fraction(breakage))
    return int(exact), both - int(exact)


def _tag(name: str) -> str:
    """`BetPlaced` is written `bet_placed`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Event(Struct, frozen=True, kw_only=True, tag_field="event", tag=_tag, omit_defaults=True):
    """A fact at a table. Clauses are written as they are cited; money is in avos."""

    def transfers(self) -> Iterator[Transfer]:
        """The money it moves."""
        return iter(())


class Opened(Event, frozen=True, kw_only=True):
    """A table opens; what it opens with holds for its life."""

    game: str
    instrument: str
    options: dict[str, str]
    minimum: int
    maximum: int
    chip: int
    player_maximum: int
    chance: str
    conduct: str
    version: str
    title: str = ""
    proposal: str = ""
    """The file of the proposal that the table carries, so that its journal says everything it is played by."""
    authorised: dict[str, str] = {}
    """Options that need an authorisation, with the reference of the one on record."""
    unauthorised: tuple[str, ...] = ()
    """Options that need an authorisation and had none on record."""


class Funded(Event, frozen=True, kw_only=True):
    """The house puts money into the table's bank, or takes it out below zero."""

    amount: int

    def transfers(self) -> Iterator[Transfer]:
        """Between outside and the bank."""
        yield Transfer(OUTSIDE, BANK, self.amount) if self.amount > 0 else Transfer(BANK, OUTSIDE, -self.amount)


class Seated(Event, frozen=True, kw_only=True):
    """A player takes a seat, the last in the order; `policy` says that the program plays it."""

    player: str
    policy: str = ""


class Left(Event, frozen=True, kw_only=True):
    """A player leaves."""

    player: str


class Acted(Event, frozen=True, kw_only=True):
    """An act of the procedure: the phase it leads to, what was observed, and the clause."""

    act: str
    phase: str
    by: str
    saw: dict[str, object] = {}
    cite: str


class BetPlaced(Event, frozen=True, kw_only=True):
    """A stake leaves the wallet and lies on a bet."""

    player: str
    bet: str
    stake: int

    def transfers(self) -> Iterator[Transfer]:
        """The stake is put down."""
        yield Transfer(wallet(self.player), STAKES, self.stake)


class BetTakenDown(Event, frozen=True, kw_only=True):
    """A stake goes back to its wallet."""

    player: str
    bet: str
    stake: int
    on: str = ""
    cite: str = ""

    def transfers(self) -> Iterator[Transfer]:
        """The stake is taken back."""
        yield Transfer(STAKES, wallet(self.player), self.stake)


class BetOffered(Event, frozen=True, kw_only=True):
    """The croupier has laid out a bet on request; it counts once the player confirms it."""

    player: str
    bet: str
    stake: int


class OfferLapsed(Event, frozen=True, kw_only=True):
    """A bet laid out on request was not confirmed in time, or was declined: it never counted."""

    player: str
    bet: str


class Committed(Event, frozen=True, kw_only=True):
    """The result exists and is hidden; its digest is published before the bets."""

    commitment: str
    round: int = 0
    """The round that the commitment names with its table; 0 in journals of before, where it names neither."""


class CommitmentOpened(Event, frozen=True, kw_only=True):
    """The hidden result is shown: anybody can digest table, `round`, `nonce` and `outcome`, and compare."""

    commitment: str
    outcome: str
    nonce: str
    round: int = 0


class ResultCalled(Event, frozen=True, kw_only=True):
    """What lies on the table counts; or the first cards of it lie there, as long as it is not `whole`."""

    outcome: str
    written: str = ""
    cocked: int = 0
    whole: bool = True


class NullDeclared(Event, frozen=True, kw_only=True):
    """It does not count and is repeated."""

    reason: str
    cites: tuple[str, ...]


class BetMoved(Event, frozen=True, kw_only=True):
    """A bet stands on a number now."""

    player: str
    bet: str
    stake: int
    on: str
    to: str
    cite: str


class BetDecided(Event, frozen=True, kw_only=True):
    """A bet has won, lost or tied; `received` includes what comes back of the stake. Prize and what the house keeps are exact."""

    player: str
    bet: str
    stake: int
    on: str
    verdict: str
    received: int
    prize: str = "0"
    commission: str = "0"
    breakage: str = "0"
    cites: tuple[str, ...]

    def transfers(self) -> Iterator[Transfer]:
        """What is left of the stake comes back, the prize out of the bank; or the bank takes what was lost."""
        commission, breakage = kept(self.commission, self.breakage)
        own = min(self.stake, self.received)
        yield Transfer(STAKES, wallet(self.player), own)
        pays = STAKES if self.received < self.stake else BANK
        yield Transfer(pays, wallet(self.player), self.received - own)
        yield Transfer(pays, COMMISSION, commission)
        yield Transfer(pays, BREAKAGE, breakage)
        if pays is STAKES:
            yield Transfer(STAKES, BANK, self.stake - own - commission - breakage)


class RoundEnded(Event, frozen=True, kw_only=True):
    """Everybody is paid."""

    number: int
    table: str = ""
    """What the table remembers: in craps, its point."""


class ShooterNamed(Event, frozen=True, kw_only=True):
    """The dice are offered to this player."""

    player: str
    cite: str


class DicePassed(Event, frozen=True, kw_only=True):
    """The shooter changes with the next offer of the dice."""

    cite: str


class DiceWaived(Event, frozen=True, kw_only=True):
    """A player does not want to throw."""

    player: str


class DiceTaken(Event, frozen=True, kw_only=True):
    """A player wants to throw again after all."""

    player: str


class RoundVoided(Event, frozen=True, kw_only=True):
    """A supervisor ends a round that cannot be played to its end; what stood goes back, and a hidden result is shown with it."""

    reason: str
    commitment: str = ""
    """A commitment that is never opened now: its result is lost, or the journal is from before voids showed it."""


class Closed(Event, frozen=True, kw_only=True):
    """The table closes; its bank goes back to the house."""

    bank: int

    def transfers(self) -> Iterator[Transfer]:
        """What the bank holds goes outside."""
        yield Transfer(BANK, OUTSIDE, self.bank)


class CashedIn(Event, frozen=True, kw_only=True):
    """Money comes into a player's wallet."""

    player: str
    amount: int

    def transfers(self) -> Iterator[Transfer]:
        """From outside."""
        yield Transfer(OUTSIDE, wallet(self.player), self.amount)


class CashedOut(Event, frozen=True, kw_only=True):
    """Money leaves a player's wallet."""

    player: str
    amount: int

    def transfers(self) -> Iterator[Transfer]:
        """To the outside."""
        yield Transfer(wallet(self.player), OUTSIDE, self.amount)
