"""What happens at a table of chance: bets are placed, meet results, and are decided."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from banca.live.event import BANK, BREAKAGE, COMMISSION, STAKES, WALLET, Correction, Event, Transfer, kept, wallet
from banca.rules import _


class BetPlaced(Event, frozen=True, kw_only=True):
    """A stake leaves the wallet and lies on a bet."""

    says: ClassVar[str] = _("{player} bets {stake} on {bet}")
    player: str
    bet: str
    stake: int

    def transfers(self) -> Iterable[tuple[str, str, int]]:
        """The stake is put down."""
        return ((f"{WALLET}{self.player}", STAKES, self.stake),)  # of all events most are this one


class BetTakenDown(Event, frozen=True, kw_only=True):
    """A stake goes back to its wallet."""

    says: ClassVar[str] = _("{player} takes back {stake} from {bet}")
    gives_back: ClassVar[bool] = True
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

    says: ClassVar[str] = _("{bet}, {stake}, is placed for {player}, to be confirmed")
    player: str
    bet: str
    stake: int


class OfferLapsed(Event, frozen=True, kw_only=True):
    """A bet laid out on request was not confirmed in time, or was declined: it never counted."""

    says: ClassVar[str] = _("{bet} placed for {player} is not confirmed and does not count")
    player: str
    bet: str


class PartShown(Event, frozen=True, kw_only=True):
    """A first part of the result lies there."""

    says: ClassVar[str] = _("so far: {outcome}")
    outcome: str

    @property
    def shows(self) -> str:
        """The part."""
        return self.outcome


class ResultCalled(Event, frozen=True, kw_only=True):
    """What lies on the table counts; `written` is how it was called or drawn, where that is not how the rules write it."""

    says: ClassVar[str] = _("the result is {outcome}")
    outcome: str
    written: str = ""
    cocked: int = 0

    @property
    def shows(self) -> str:
        """The outcome."""
        return self.outcome


class ResultCorrected(Event, frozen=True, kw_only=True):
    """What was entered is not what lies on the table: from now on `outcome` counts. R-live-2."""

    says: ClassVar[str] = _("the entered result is corrected: {before} becomes {outcome}; reason: {reason}")
    before: str
    outcome: str
    written: str = ""
    reason: str
    cite: str

    @property
    def correction(self) -> Correction:
        """One result for another."""
        return Correction(self.before, self.outcome, self.reason)

    @property
    def shows(self) -> str:
        """The outcome."""
        return self.outcome


class BetMoved(Event, frozen=True, kw_only=True):
    """A bet stands on a number now."""

    says: ClassVar[str] = _("{bet} of {player}, {stake}, is now on {to}")
    player: str
    bet: str
    stake: int
    on: str
    to: str
    cite: str


class BetDecided(Event, frozen=True, kw_only=True):
    """A bet has won, lost or tied; `received` includes what comes back of the stake. Prize and what the house keeps are exact."""

    says: ClassVar[str] = _("{bet} of {player}, {stake}: {verdict}; received {received}")
    has_arithmetic: ClassVar[bool] = True
    since: ClassVar[Mapping[str, int]] = {"odds": 2}
    player: str
    bet: str
    stake: int
    on: str
    verdict: str
    received: int
    odds: tuple[int, int] | None = None
    """What a winner is paid at: the prize, and the stake it is paid for."""
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


OF_CHANCE: tuple[type[Event], ...] = (
    BetPlaced,
    BetTakenDown,
    BetOffered,
    OfferLapsed,
    PartShown,
    ResultCalled,
    ResultCorrected,
    BetMoved,
    BetDecided,
)
"""What may happen at a table of chance beyond what happens everywhere."""
