"""What has happened at a live table: facts in the past tense, whole enough that replaying them needs no decision."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import ClassVar, NamedTuple

from banca.record import FrozenStruct
from banca.rules import _
from banca.tables.commands import Word, snake_case


class Transfer(NamedTuple):
    """Money moves from one account to another, in avos; so every posting sums to zero."""

    source: str
    target: str
    amount: int


STAKES, BANK, COMMISSION, BREAKAGE, OUTSIDE = "stakes", "bank", "commission", "breakage", "outside"
"""A table's accounts: stakes in play, the house's bank, what the house has kept. Outside is where all money comes from."""
WALLET = "wallet:"


def wallet(player: str) -> str:
    """Return the account of a player's money that is not on a table."""
    return f"{WALLET}{player}"


def owner_of(account: str) -> str | None:
    """Return the player whose wallet an account is; None where it is the house's.

    >>> owner_of(wallet("ana")), owner_of(BANK)
    ('ana', None)
    """
    return account.removeprefix(WALLET) if account.startswith(WALLET) else None


def whole_avos(commission: str, breakage: str) -> tuple[int, int]:
    """Return commission and breakage in whole avos; the exact fractions stand in the event, and what is left of them stays where it was.

    >>> whole_avos("5/2", "2/3"), whole_avos("0", "2/3"), whole_avos("5/2", "1/2")
    ((2, 1), (0, 0), (2, 1))
    """
    exact = Fraction(commission)
    both = int(exact + Fraction(breakage))
    return int(exact), both - int(exact)


class Correction(NamedTuple):
    """An entry that was wrong, what lies there in truth, and why it was entered anew. R-live-2."""

    before: str
    after: str
    reason: str


class Event(FrozenStruct, tag_field="event", tag=snake_case, omit_defaults=True):
    """A fact at a table. Clauses are written as they are cited; money is in avos."""

    says: ClassVar[str] = ""
    """The fact in a sentence, with its fields as blanks."""
    gives_back: ClassVar[bool] = False
    """Whether a stake goes back by it, undecided."""
    moves: ClassVar[tuple[tuple[str, str, str], ...]] = ()
    """The money it moves: source, target, and the field that has the amount; `WALLET` is that of its player."""
    has_arithmetic: ClassVar[bool] = False
    """Whether its prize, commission and breakage are told behind the sentence."""

    @property
    def own_account(self) -> str:
        """The account that `WALLET` stands for: of the player whom it names."""
        return wallet(getattr(self, "player", ""))

    def transfers(self) -> Iterable[tuple[str, str, int]]:
        """Return the money it moves."""
        own = self.own_account if self.moves else ""
        return [
            Transfer(own if source == WALLET else source, own if target == WALLET else target, getattr(self, amount))
            for source, target, amount in self.moves
        ]

    @property
    def leads_to(self) -> str:
        """The phase that the table is in after it; empty where it stays in its own."""
        return ""

    @property
    def correction(self) -> Correction | None:
        """What it corrects of an entry before it; None where it corrects nothing."""
        return None

    @property
    def shows(self) -> str | None:
        """What lies on the table after it, empty where nothing does any more; None where it says nothing of that."""
        return None


class Title(FrozenStruct):
    """What the house calls a table, in every language."""

    en: Word
    pt: Word
    zh: Word


class TableOpened(Event, tag="opened"):
    """A table opens; what it opens with holds for its life."""

    says = _(
        "the table opens: {game}, {instrument}; options: {options}; stakes {minimum} to {maximum}, chip {chip}, at most {player_maximum} for one player; results: {chance}; conducted by: {conduct}; version {version}"
    )
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
    title: str | Title = ""
    """In one text for everybody, or in every language."""
    minimums: dict[str, int] = {}
    """The kinds of bet that have a minimum of their own, by the bet's id."""
    proposal: str = ""
    """The file of the proposal that the table carries, so that its journal says everything it is played by."""
    authorised: dict[str, str] = {}
    """Options that need an authorisation, with the reference of the one on record."""
    unauthorised: tuple[str, ...] = ()
    """Options that need an authorisation and had none on record."""
    procedure: int = 1
    """The form of the game's procedure: a table keeps the one it opened with, so that its journal is always decided alike."""
    unseen: tuple[str, ...] = ()
    """Instruments that had changed or replaced the rules by the day of opening and whose text has not been seen."""
    force: str = ""
    """Whether the instrument was in force on that day, amended or ended, as far as is known; empty where that was not recorded."""

    def titled(self, language: str) -> str:
        """Return the table's title for a reader."""
        return self.title if isinstance(self.title, str) else str(getattr(self.title, language))


class BankFunded(Event, tag="funded"):
    """The house puts money into the table's bank."""

    says = _("{amount} added to the table's bank")
    moves = ((OUTSIDE, BANK, "amount"),)
    amount: int


class BankReduced(Event):
    """The house takes money out of the table's bank."""

    says = _("{amount} withdrawn from the table's bank")
    moves = ((BANK, OUTSIDE, "amount"),)
    amount: int


class PlayerSeated(Event, tag="seated"):
    """A player takes a seat, the last in the order."""

    says = _("{player} takes a seat")
    player: str


class PracticeSeated(Event):
    """The program takes a seat, the last in the order, and plays it by a policy."""

    says = _("{player} takes a seat; the program plays it: {policy}")
    player: str
    policy: str


class PlayerLeft(Event, tag="left"):
    """A player leaves."""

    says = _("{player} leaves")
    player: str


class ActPerformed(Event, tag="acted"):
    """An act of the procedure: the phase it leads to, what was observed, and the clause."""

    act: str
    phase: str
    by: str
    saw: dict[str, object] = {}
    cite: str

    @property
    def leads_to(self) -> str:
        return self.phase


class ResultCommitted(Event, tag="committed"):
    """The result exists and is hidden; its digest is published before the bets."""

    says = _("the result exists and is hidden; its commitment is {commitment}")
    commitment: str
    round: int
    """The round that the commitment names, with its table."""


class CommitmentOpened(Event):
    """The hidden result is shown: anybody can digest table, `round`, `nonce` and `outcome`, and compare."""

    says = _("the commitment {commitment} is revealed: {outcome}, nonce {nonce}")
    commitment: str
    outcome: str
    nonce: str
    round: int


class NullDeclared(Event):
    """It does not count and is repeated."""

    says = _("null: {reason}")
    reason: str
    cites: tuple[str, ...]

    @property
    def shows(self) -> str:
        return ""


class RoundEnded(Event):
    """Everybody is paid."""

    says = _("round {number} ends")
    number: int
    table: str = ""
    """What the table remembers, such as a point."""


class RoundVoided(Event):
    """A supervisor ends a round that cannot be played to its end; what stood goes back, and a hidden result is shown with it."""

    says = _("the round is void: {reason}")
    reason: str
    commitment: str = ""
    """A commitment that is never opened now: its result is lost."""
    stopped: bool = False
    """Whether the program had failed at the table: then a round is void that must otherwise be played to its end."""


class TableClosed(Event, tag="closed"):
    """The table closes; its bank goes back to the house."""

    says = _("the table closes; its bank of {bank} is returned")
    moves = ((BANK, OUTSIDE, "bank"),)
    bank: int


TABLE_EVENTS: tuple[type[Event], ...] = (
    TableOpened,
    BankFunded,
    BankReduced,
    PlayerSeated,
    PracticeSeated,
    PlayerLeft,
    ActPerformed,
    ResultCommitted,
    CommitmentOpened,
    NullDeclared,
    RoundEnded,
    RoundVoided,
    TableClosed,
)
"""What may happen at every table."""


class _OfBet(Event):
    player: str
    bet: str
    stake: int


class BetPlaced(_OfBet):
    """A stake leaves the wallet and lies on a bet."""

    says = _("{player} bets {stake} on {bet}")
    moves = ((WALLET, STAKES, "stake"),)


class BetTakenDown(_OfBet):
    """A stake goes back to its wallet."""

    says = _("{player} takes back {stake} from {bet}")
    moves = ((STAKES, WALLET, "stake"),)
    gives_back = True
    on: str = ""
    cite: str = ""


class BetOffered(_OfBet):
    """The croupier has laid out a bet on request; it counts once the player confirms it."""

    says = _("{bet}, {stake}, is placed for {player}, to be confirmed")


class OfferLapsed(Event):
    """A bet laid out on request was not confirmed in time, or was declined: it never counted."""

    says = _("{bet} placed for {player} is not confirmed and does not count")
    player: str
    bet: str


class PartShown(Event):
    """A first part of the result lies there."""

    says = _("so far: {outcome}")
    outcome: str

    @property
    def shows(self) -> str:
        return self.outcome


class ResultCalled(Event):
    """What lies on the table counts; `written` is how it was called or drawn, where that is not how the rules write it."""

    says = _("the result is {outcome}")
    outcome: str
    written: str = ""
    cocked: int = 0

    @property
    def shows(self) -> str:
        return self.outcome


class ResultCorrected(Event):
    """What was entered is not what lies on the table: from now on `outcome` counts. R-live-2."""

    says = _("the entered result is corrected: {before} becomes {outcome}; reason: {reason}")
    before: str
    outcome: str
    written: str = ""
    reason: str
    cite: str

    @property
    def correction(self) -> Correction:
        return Correction(self.before, self.outcome, self.reason)

    @property
    def shows(self) -> str:
        return self.outcome


class BetMoved(_OfBet):
    """A bet stands on a number now."""

    says = _("{bet} of {player}, {stake}, is now on {to}")
    on: str
    to: str
    cite: str


class BetDecided(_OfBet):
    """A bet has won, lost or tied; `received` includes what comes back of the stake. Prize and what the house keeps are exact."""

    says = _("{bet} of {player}, {stake}: {verdict}; received {received}")
    has_arithmetic = True
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
        # What is left of the stake comes back, the prize out of the bank; or the bank takes what was lost. What the house keeps comes out
        # of a prize from the bank, out of a lost stake from the stakes.
        commission, breakage = whole_avos(self.commission, self.breakage)
        own = min(self.stake, self.received)
        yield Transfer(STAKES, wallet(self.player), own)
        pays = STAKES if self.received < self.stake else BANK
        yield Transfer(pays, wallet(self.player), self.received - own)
        yield Transfer(pays, COMMISSION, commission)
        yield Transfer(pays, BREAKAGE, breakage)
        if pays is STAKES:
            yield Transfer(STAKES, BANK, self.stake - own - commission - breakage)


CHANCE_EVENTS: tuple[type[Event], ...] = (
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


class DrawnDevice(FrozenStruct, omit_defaults=True):
    """Everything that can be drawn: results with their weights, or so many dice, or an order of pieces."""

    results: tuple[tuple[str, int], ...] = ()
    dice: int = 0
    """Of six faces, one after the other: `3-1-6-6`, counted with the last die fastest."""
    pieces: tuple[str, ...] = ()


class DevicesPublished(Event):
    """A drawn table opens: what its devices can show, so that everybody can work its results out again."""

    says = _("all results that can be drawn here are published, with their weights")
    devices: tuple[DrawnDevice, ...]


class SeedCommitted(Event):
    """The house's seed of the next draw exists; its digest is published before the bets that it decides."""

    says = _("the seed of draw {number} exists and is hidden; its commitment is {commitment}")
    number: int
    commitment: str


class NumberPledged(Event, tag="pledged"):
    """A player has a number for the next draw, and shows its digest."""

    says = _("{player} pledges a number for draw {number}: {pledge}")
    player: str
    number: int
    pledge: str


class PledgesClosed(Event):
    """No more bets and no more pledges: those who pledged reveal their numbers now."""

    says = _("no more bets; numbers for draw {number} are awaited from: {players}")
    number: int
    players: tuple[str, ...]


class NumberRevealed(Event, tag="revealed"):
    """A player shows the number that was pledged."""

    says = _("{player} reveals the number for draw {number}: {nonce}")
    player: str
    number: int
    nonce: str


class SeedOpened(Event):
    """The house's seed is shown, and what it gives with the numbers that were revealed: anybody can work it out again."""

    says = _(
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


class SeedLost(Event):
    """The seed cannot be opened: another takes its place, and the audit calls it a fault."""

    says = _("the seed of draw {number} is lost; its commitment {commitment} will never be revealed")
    number: int
    commitment: str


OPENING_DRAW_EVENTS: tuple[type[Event], ...] = (DevicesPublished, SeedCommitted)
"""What a drawn table opens with."""
DRAW_EVENTS: tuple[type[Event], ...] = (
    *OPENING_DRAW_EVENTS,
    NumberPledged,
    PledgesClosed,
    NumberRevealed,
    SeedOpened,
    SeedLost,
)
"""What may happen at every table that draws."""
