"""What is asked of a table, the table as it stands, and what is told when it is done."""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct, structs
from sqlalchemy import Executable

from banca.house.journal import Entry
from banca.house.opening import TableTerms, opening, proposal_in
from banca.house.refusals import COMMAND_REPEATED
from banca.house.register.event import Record, SecondGiven
from banca.live.command import Actor, Command
from banca.live.conduct import Conduct
from banca.live.event import BANK, OUTSIDE, WALLET, Event, Funded, Opened
from banca.rules import Refusal


class LiveTable(Struct, frozen=True):
    """A table as it stands."""

    id: str
    conduct: Conduct[Any]
    state: Any
    """A `TableState`: each game has its own."""
    seq: int
    head: str
    at: str = ""
    """When its last entry was written."""
    snapshot: int = 0
    """Its last entry that binds a snapshot."""

    @property
    def opened(self) -> Opened:
        """What it opened with."""
        return self.conduct.opened


class CommandRequest(Struct, frozen=True, kw_only=True):
    """A command for a table; `seq` where whoever gives it insists on what they have seen."""

    table: str
    actor: Actor
    id: str
    command: Command
    seq: int | None = None
    opening: TableTerms | None = None
    second: Actor | None = None
    """Who agrees to it, where it takes two."""
    check: Callable[[], None] | None = None
    """Refuses what does not fit the people and keys in the store, each time the command is decided."""
    also: tuple[Executable, ...] = ()
    """What is written of people and keys in the same transaction."""
    is_read: bool = False
    """Whether the command was read with the types of its table's game, which are those that its entry is read with again."""

    @property
    def gives_second(self) -> int | None:
        """The number of what a second person agrees to by it."""
        command = self.command
        return command.fact.number if isinstance(command, Record) and isinstance(command.fact, SecondGiven) else None

    @property
    def accounts(self) -> tuple[str, str]:
        """The accounts that decide whether there is money enough: the wallet concerned, and the table's bank."""
        return self.purse, f"{BANK}:{self.table}"

    @property
    def purse(self) -> str:
        """The wallet concerned."""
        return f"{WALLET}{self.command.concerns or self.actor.name}"


class SignedBatch(NamedTuple):
    """What shows that entries which were written together are in the log."""

    origin: str
    checkpoint: str
    """Signed, of the log as it was with them."""


class Logged(Struct):
    """An entry as it stands in the journal; its place in the log is known when it is on the disk."""

    before: str
    """The digest of the entry before it at its table; nothing where that has not been looked up."""
    digest: str
    body: bytes
    leaf: int = -1
    proof: tuple[str, ...] = ()
    """That it lies there."""
    batch: SignedBatch | None = None


class Published(Struct, frozen=True):
    """An entry that is on the disk, and the table after it."""

    entry: Entry
    table: LiveTable
    written: Logged


Answer = Published | Refusal


def after(table: LiveTable, entry: Entry, digest: str) -> LiveTable:
    """The table when an entry has been added to its journal."""
    state = table.state
    for event in entry.events:
        state = table.conduct.evolve(state, event)
    snapshot = entry.seq if entry.state else table.snapshot
    return LiveTable(table.id, table.conduct, state, entry.seq, digest, entry.at, snapshot)


def same(done: Published, request: CommandRequest) -> Published:
    """The same answer for the same command; another body under a used id is refused."""
    is_same = done.entry.command == request.command
    if request.opening is not None:
        first, *more = done.entry.events
        funded = [event for event in more if isinstance(event, Funded)]
        carries = proposal_in(first.proposal) if isinstance(first, Opened) and first.proposal else None
        is_same = (
            is_same
            and _terms(opening(request.opening, {carries.id: carries} if carries else {})) == _terms(first)
            and funded == ([Funded(amount=request.opening.bank)] if request.opening.bank else [])
        )
    if not is_same:
        raise Refusal(COMMAND_REPEATED, asked=request.id, seq=done.entry.seq)
    return done


def _terms(opened: Event) -> Event:
    """What was asked of a table, without what is only found when it opens: the program's version, edition and authorisations."""
    return structs.replace(opened, version="", instrument="", unseen=(), force="", authorised={}, unauthorised=())


def transfers_of(entry: Entry) -> list[tuple[str, str, int]]:
    """The money an entry moves, between accounts of the whole house: a table's own carry its name, wallets and the outside are the house's."""
    own = f":{entry.table}"
    return [
        (
            source if ":" in source or source == OUTSIDE else source + own,
            target if ":" in target or target == OUTSIDE else target + own,
            amount,
        )
        for event in entry.events
        for source, target, amount in event.transfers()
        if amount
    ]
