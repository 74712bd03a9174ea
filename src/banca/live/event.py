"""What has happened at a live table: facts in the past tense, whole enough that replaying them needs no decision."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, NamedTuple

from msgspec import Struct

from banca.live.command import Word, snake_case
from banca.rules import _


class Transfer(NamedTuple):
    """Money moves from one account to another, in avos; so every posting sums to zero."""

    source: str
    target: str
    amount: int


STAKES, BANK, COMMISSION, BREAKAGE, OUTSIDE = "stakes", "bank", "commission", "breakage", "outside"
"""A table's accounts: stakes in play, the house's bank, what the house has kept. Outside is where all money comes from."""
WALLET = "wallet:"


def wallet(player: str) -> str:
    """The account of a player's money that is not on a table."""
    return f"{WALLET}{player}"


def owner_of(account: str) -> str | None:
    """The player whose wallet an account is; none where it is the house's.

    >>> owner_of(wallet("ana")), owner_of(BANK)
    ('ana', None)
    """
    return account.removeprefix(WALLET) if account.startswith(WALLET) else None


def kept(commission: str, breakage: str) -> tuple[int, int]:
    """Commission and breakage in whole avos; the exact fractions stand in the event, and what is left of them stays where it was.

    >>> kept("5/2", "2/3"), kept("0", "2/3"), kept("5/2", "1/2")
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


class Event(Struct, frozen=True, kw_only=True, tag_field="event", tag=snake_case, omit_defaults=True):
    """A fact at a table. Clauses are written as they are cited; money is in avos."""

    says: ClassVar[str] = ""
    """The fact in a sentence, with its fields as blanks."""
    gives_back: ClassVar[bool] = False
    """Whether a stake goes back by it, undecided."""
    since: ClassVar[Mapping[str, int]] = {}
    """Fields that came later, each with the form of the journal in which it is written first."""
    has_arithmetic: ClassVar[bool] = False
    """Whether its prize, commission and breakage are told behind the sentence."""

    def transfers(self) -> Iterable[tuple[str, str, int]]:
        """The money it moves: source, target, amount."""
        return ()

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


class Title(Struct, frozen=True, kw_only=True):
    """What the house calls a table, in every language."""

    en: Word
    pt: Word
    zh: Word


class Opened(Event, frozen=True, kw_only=True):
    """A table opens; what it opens with holds for its life."""

    says: ClassVar[str] = _(
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
        """The table's title for a reader."""
        return self.title if isinstance(self.title, str) else str(getattr(self.title, language))


class Funded(Event, frozen=True, kw_only=True):
    """The house puts money into the table's bank."""

    says: ClassVar[str] = _("{amount} added to the table's bank")
    amount: int

    def transfers(self) -> Iterator[Transfer]:
        """From outside into the bank."""
        yield Transfer(OUTSIDE, BANK, self.amount)


class BankReduced(Event, frozen=True, kw_only=True):
    """The house takes money out of the table's bank."""

    says: ClassVar[str] = _("{amount} withdrawn from the table's bank")
    amount: int

    def transfers(self) -> Iterator[Transfer]:
        """From the bank to the outside."""
        yield Transfer(BANK, OUTSIDE, self.amount)


class Seated(Event, frozen=True, kw_only=True):
    """A player takes a seat, the last in the order."""

    says: ClassVar[str] = _("{player} takes a seat")
    player: str


class PracticeSeated(Event, frozen=True, kw_only=True):
    """The program takes a seat, the last in the order, and plays it by a policy."""

    says: ClassVar[str] = _("{player} takes a seat; the program plays it: {policy}")
    player: str
    policy: str


class Left(Event, frozen=True, kw_only=True):
    """A player leaves."""

    says: ClassVar[str] = _("{player} leaves")
    player: str


class Acted(Event, frozen=True, kw_only=True):
    """An act of the procedure: the phase it leads to, what was observed, and the clause."""

    act: str
    phase: str
    by: str
    saw: dict[str, object] = {}
    cite: str

    @property
    def leads_to(self) -> str:
        """The act's next phase."""
        return self.phase


class Committed(Event, frozen=True, kw_only=True):
    """The result exists and is hidden; its digest is published before the bets."""

    says: ClassVar[str] = _("the result exists and is hidden; its commitment is {commitment}")
    commitment: str
    round: int
    """The round that the commitment names, with its table."""


class CommitmentOpened(Event, frozen=True, kw_only=True):
    """The hidden result is shown: anybody can digest table, `round`, `nonce` and `outcome`, and compare."""

    says: ClassVar[str] = _("the commitment {commitment} is revealed: {outcome}, nonce {nonce}")
    commitment: str
    outcome: str
    nonce: str
    round: int


class NullDeclared(Event, frozen=True, kw_only=True):
    """It does not count and is repeated."""

    says: ClassVar[str] = _("null: {reason}")
    reason: str
    cites: tuple[str, ...]

    @property
    def shows(self) -> str:
        """Nothing counts."""
        return ""


class RoundEnded(Event, frozen=True, kw_only=True):
    """Everybody is paid."""

    says: ClassVar[str] = _("round {number} ends")
    number: int
    table: str = ""
    """What the table remembers, such as a point."""


class RoundVoided(Event, frozen=True, kw_only=True):
    """A supervisor ends a round that cannot be played to its end; what stood goes back, and a hidden result is shown with it."""

    says: ClassVar[str] = _("the round is void: {reason}")
    reason: str
    commitment: str = ""
    """A commitment that is never opened now: its result is lost."""
    stopped: bool = False
    """Whether the program had failed at the table: then a round is void that must otherwise be played to its end."""


class Closed(Event, frozen=True, kw_only=True):
    """The table closes; its bank goes back to the house."""

    says: ClassVar[str] = _("the table closes; its bank of {bank} is returned")
    bank: int

    def transfers(self) -> Iterator[Transfer]:
        """What the bank holds goes outside."""
        yield Transfer(BANK, OUTSIDE, self.bank)


EVERYWHERE: tuple[type[Event], ...] = (
    Opened,
    Funded,
    BankReduced,
    Seated,
    PracticeSeated,
    Left,
    Acted,
    Committed,
    CommitmentOpened,
    NullDeclared,
    RoundEnded,
    RoundVoided,
    Closed,
)
"""What may happen at every table."""
