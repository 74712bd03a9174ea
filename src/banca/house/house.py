"""The house: its tables as they stand, and one way to carry out commands. Nobody is answered before it is on the disk."""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from itertools import chain
from threading import RLock
from typing import Any, Protocol

from msgspec import MsgspecError, structs

from banca.house import journal
from banca.house.approvals import SERIOUS, check_second, in_time, paid_alone
from banca.house.authorisations import check_authorised, macau_day, with_references
from banca.house.cage import CAGE, CashIn, CashOut
from banca.house.chances import TableChances
from banca.house.clock import HouseClock
from banca.house.commands import (
    Answer,
    CommandRequest,
    CommittedEntry,
    LiveTable,
    LogPosition,
    apply_entry,
    check_idempotent,
    conduct_of,
    open_office,
    open_terms,
    proposal_in,
    transfers_of,
    with_edition,
)
from banca.house.database import OTHERS_FASTER, StoreConflictError, StoreDownError
from banca.house.journal import FORM, Entry
from banca.house.ledger import Balances, SignedLedger
from banca.house.log import HouseLog, give_places, read_back
from banca.house.news import Written
from banca.house.refusals import (
    BAD_TABLE,
    COMMAND_REPEATED,
    SHUT_OUT,
    STALE_SEQUENCE,
    TABLE_EXISTS,
    TABLE_STOPPED,
    UNKNOWN_TABLE,
)
from banca.house.register import OUTSIDE_TABLES, REGISTER, RegisterState
from banca.house.register.conduct import PROGRAM
from banca.house.register.event import Record
from banca.house.register_keeper import RegisterKeeper
from banca.house.rng import SYSTEM, Source
from banca.house.seal import Seal
from banca.house.snapshots import WrongSnapshotError, body_after, bound_by, digest_of, is_due, opened_from
from banca.house.store import Row, Store, WriteSet
from banca.rules import Defect, Message, Proposal, Refusal, _, format_patacas
from banca.rules.refusal import BAD_STAKE
from banca.tables.acts import BAD_REQUEST
from banca.tables.commands import THE_HOUSE, Actor, OpenTable, Role, VoidRound
from banca.tables.engine import PRACTICE, PRACTICE_MONEY, TableEngine, check_role
from banca.tables.events import (
    BANK,
    BREAKAGE,
    COMMISSION,
    OUTSIDE,
    STAKES,
    BankFunded,
    Event,
    PlayerLeft,
    PracticeSeated,
    RoundVoided,
    TableClosed,
    TableOpened,
    wallet,
)
from banca.tables.state import Funds

# The tables that are in memory: as many as are needed, and no more than so many where nothing goes on.

MOST_CACHED = 2000
"""Tables in memory from which on those rest at which nobody sits and nothing lies."""


class TableCache(dict[str, LiveTable]):
    """Tables by name. Who rests is read again when somebody comes, which costs a snapshot and some entries."""

    def __init__(self) -> None:
        super().__init__()
        self.resting: dict[str, int] = {}
        """Tables that were put away, and how far their journals went: nobody sits there, and nothing lies there."""

    def keep(self, table: LiveTable) -> None:
        """A table that was read; where there are many, the idle ones of longest ago make room."""
        self[table.id] = table
        self.resting.pop(table.id, None)
        if len(self) > MOST_CACHED:
            idle = [one for one in list(self.values()) if one.id != table.id and is_idle(one)]
            for one in sorted(idle, key=lambda one: one.at)[: MOST_CACHED // 10]:
                del self[one.id]
                if not one.state.is_closed:
                    self.resting[one.id] = one.seq


def is_idle(table: LiveTable) -> bool:
    """Whether nobody is concerned by a table."""
    state = table.state
    return table.id not in OUTSIDE_TABLES and not (state.seats or state.commitment or table.conduct.lies(state))


# A table as its journal leaves it: the opening, the newest snapshot that can be trusted, and the entries since.

LOG = logging.getLogger("banca")


class Loader:
    """Reads tables out of a store, and remembers which snapshots were wrong."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.wrong: dict[tuple[str, int], Message] = {}
        """Snapshots that were not used, by table and entry, and why."""

    def first_row(self, table_id: str) -> Row | None:
        """A table's opening; none where there is no such table."""
        with closing(self._store.rows(table_id, most=1)) as rows:
            return next(rows, None)

    def load(self, table_id: str) -> LiveTable | None:
        """The table as it stands in the store; none where there is none."""
        first = self.first_row(table_id)
        if first is None:
            return None
        opening = journal.read_first(first.body)
        conduct = conduct_of(opening.events[0])
        table = self._newest(table_id, conduct)
        if table is None:
            table = apply_entry(LiveTable(table_id, conduct, conduct.start, 0, journal.GENESIS), opening, first.digest)
        with closing(self._store.rows(table_id, after=table.seq)) as rows:
            for row in rows:
                table = apply_entry(table, journal.read(row.body, table.opened.game, row.seq), row.digest)
        return table

    def _newest(self, table_id: str, conduct: TableEngine[Any]) -> LiveTable | None:
        """The table as the newest snapshot has it that an entry binds; none where there is none."""
        before: int | None = None
        while (kept := self._store.snapshot(table_id, before)) is not None:
            try:
                table, _ = opened_from(kept, conduct)
            except WrongSnapshotError as wrong:
                self._note(table_id, kept.seq, wrong.why)
                before = kept.seq
            else:
                return table
        return None

    def _note(self, table_id: str, seq: int, why: Message) -> None:
        """A snapshot is wrong: that costs time, and is told."""
        if (table_id, seq) not in self.wrong:
            self.wrong[table_id, seq] = why
            LOG.error("snapshot not used", extra={"about": {"table": table_id, "seq": seq, "because": str(why.code)}})


# The play money of seats that the program plays: it comes in and goes out by the cage, as everybody's does.

OF_PRACTICE = (PracticeSeated, PlayerLeft, TableClosed)
"""What may concern the money of practice seats; nothing else that happens does."""


def check_play_money(events: tuple[Event, ...], *, is_play_money: bool) -> None:
    """Refuse a practice seat where players' money is worth something: what it loses, somebody would take to the cage."""
    if not is_play_money and any(isinstance(event, PracticeSeated) for event in events):
        raise Refusal(
            "practice_needs_play_money",
            _("practice seats are allowed only where all money is play money, as in a house started with --demo"),
        )


def practice_cash(
    table: LiveTable, events: tuple[Event, ...], holds: Callable[[str], int]
) -> Iterator[CashIn | CashOut]:
    """What the cage pays out to practice seats that sit down at a table, and takes back from those that leave it.

    A name has one wallet wherever it sits: it is filled up when it sits down, and emptied when it leaves or its table closes.
    """
    for event in events:
        if isinstance(event, PracticeSeated):
            lacks = PRACTICE_MONEY - holds(wallet(event.player))
            if lacks > 0:
                yield CashIn(player=event.player, stake=lacks)
        for player in _gone(table, event):
            if held := holds(wallet(player)):
                yield CashOut(player=player, stake=held)


def _gone(table: LiveTable, event: Event) -> list[str]:
    """Practice seats that play no more after this."""
    if isinstance(event, PlayerLeft) and event.player.startswith(PRACTICE):
        return [event.player]
    return list(table.state.practice) if isinstance(event, TableClosed) else []


# Commands decided one after another and not yet written: each sees what those before it came to.

SALT_BYTES = 16
USUAL_ACCOUNTS = 2
"""Accounts whose money a command usually moves: these were read before it was decided. Where it is more, they are read at once."""
MOST_HELD = 2**62
"""The most that an account may hold, in avos: the store counts no further than twice that."""


class Base(Protocol):
    """What a draft starts from: the house as it stands."""

    store: Store
    seal: Seal
    is_strict: bool
    is_play_money: bool
    source: Source
    games: dict[str, str]
    stopped: dict[str, str]
    balances: Balances
    ledger: SignedLedger | None
    proposals: dict[str, Proposal]

    def table(self, table_id: str) -> LiveTable:
        """One table as it stands."""
        ...

    def refresh_table(self, table_id: str) -> None:
        """Take in what another process has written to a table."""
        ...


def is_for_everybody(table: LiveTable) -> bool:
    """Whether all that is written there may be seen by everybody in the house: not the cage, the register, or where tiles are hidden."""
    return table.id not in OUTSIDE_TABLES and table.conduct.is_public


class Batch:
    """What is to be written, all or nothing, and how things stand then."""

    def __init__(self, base: Base, at: str) -> None:
        self._base = base
        self.at = at
        """When the commands are carried out: together; never before what a table has seen."""
        self.tables: dict[str, LiveTable] = {}
        self._begun: dict[str, int] = {}
        """How far the journal of each went before."""
        self.deltas: dict[str, int] = {}
        """How much more, or less, each account holds then."""
        self.chances = TableChances(base.store, base.seal, base.source)
        self.done: dict[tuple[str, str, str], CommittedEntry] = {}
        self.writing = WriteSet()
        self.published: list[CommittedEntry] = []
        self.register: RegisterState | None = base.table(REGISTER).state if REGISTER in base.games else None
        """Who is in the house, as this draft leaves it; none while the house opens its own journals."""

    def decide(self, request: CommandRequest) -> CommittedEntry:
        """What a command comes to here; raises the refusal."""
        done = self.done.get((request.table, request.actor.name, request.id))
        if done is not None:
            return check_idempotent(done, request)
        self._check_in(request)
        if isinstance(request.command, OpenTable):
            return self._begin(request)
        is_stopped = request.table in self._base.stopped
        if is_stopped and (not isinstance(request.command, VoidRound) or request.actor.name in PROGRAM):
            raise Refusal(TABLE_STOPPED, asked=request.table)
        table, command = self.tables.get(request.table) or self._base.table(request.table), request.command
        if request.seq is not None and request.seq != table.seq:
            raise Refusal(STALE_SEQUENCE, asked=request.seq, allowed=table.seq)
        if isinstance(command, Record) and (number := request.gives_second) is not None:
            return self._agree(request, number)
        events = self._events(table, request, is_stopped=is_stopped)
        if self._base.ledger and isinstance(command, CashOut):
            self._check_signed(self._base.ledger, request.purse)
        if self.register and isinstance(command, SERIOUS):
            check_second(table, request, self.register, self._paid_alone(request), is_stopped=is_stopped)
        for event in events:
            if isinstance(event, OF_PRACTICE):
                return self._add_practice(table, request, events)
        return self._add(table, request, events)

    def _events(self, table: LiveTable, request: CommandRequest, *, is_stopped: bool) -> tuple[Event, ...]:
        """What a command comes to at its table; a stopped one takes nothing but the void of its round."""
        command, chance = request.command, self.chances.given(table, request.command)
        if is_stopped and isinstance(command, VoidRound):
            return table.conduct.void_stopped(table.state, command, request.actor, chance)
        funds = Funds(wallet=self.holds(request.purse), bank=self.holds(f"{BANK}:{request.table}"))
        return table.conduct.decide(table.state, command, request.actor, funds, chance)

    def _add_practice(self, table: LiveTable, request: CommandRequest, events: tuple[Event, ...]) -> CommittedEntry:
        """Seats that the program plays come and go with money of their own."""
        check_play_money(events, is_play_money=self._base.is_play_money)
        published = self._add(table, request, events)
        for command in practice_cash(table, events, self.holds):
            self._at_cage(command, published.entry)
        return published

    def _at_cage(self, command: CashIn | CashOut, because: Entry) -> None:
        """An entry of the house's own in the journal of the cage, together with the one that needs it."""
        self._base.refresh_table(CAGE)
        cage = self._stands(CAGE)
        name = f"{because.table}-{because.seq}-{command.player}"
        request = CommandRequest(table=CAGE, actor=THE_HOUSE, id=name, command=command)
        funds = Funds(wallet=self.holds(wallet(command.player)))
        self._add(cage, request, cage.conduct.decide(cage.state, command, THE_HOUSE, funds))

    def _stands(self, table_id: str) -> LiveTable:
        """A table as this draft leaves it."""
        return self.tables.get(table_id) or self._base.table(table_id)

    def _check_in(self, request: CommandRequest) -> None:
        """Refuse somebody who has been shut out, in whatever process; and what does not fit the people there are."""
        if self.register:
            out = self.register.out
            if request.actor.name in out:
                raise Refusal(SHUT_OUT, asked=request.actor.name)
            if request.second and request.second.name in out:
                raise Refusal(SHUT_OUT, asked=request.second.name)
        if request.check:
            request.check()

    def _check_signed(self, ledger: SignedLedger, account: str) -> None:
        """Nothing leaves the house but what the signed entries say: the account's row alone could be anybody's."""
        balances = self._base.balances
        if ledger.balance(account) != balances[account]:
            balances.forget([account])
            raise StoreConflictError(account)  # another process has moved money: it is decided anew

    def _paid_alone(self, request: CommandRequest) -> int:
        """What whoever cashes out has paid out alone today, in this draft and before."""
        if request.table != CAGE or not isinstance(request.command, CashOut):
            return 0
        by = request.actor.name
        new = [one.entry for one in reversed(self.published) if one.entry.table == CAGE]
        with closing(self._base.store.rows_of(CAGE, by)) as rows:
            return paid_alone(chain(new, (journal.read(row.body, CAGE, row.seq) for row in rows)), by, self.at)

    def _agree(self, request: CommandRequest, number: int) -> CommittedEntry:
        """A second person agrees, if they may: what was asked is done under both names, and then it is put down."""
        register = self._stands(REGISTER)
        given = register.conduct.decide(register.state, request.command, request.actor, Funds())
        asked = register.state.find_asked(number)
        used = self._base.store.find([(asked.table, asked.by, asked.id)])
        for row in used.values():
            raise Refusal(COMMAND_REPEATED, asked=asked.id, seq=row.seq)
        in_time(self._stands(asked.table), asked, self.at)
        self.decide(
            CommandRequest(
                table=asked.table,
                actor=Actor(asked.by, asked.role),
                id=asked.id,
                command=asked.command,
                second=request.actor,
                also=request.also,
            )
        )
        return self._add(self._stands(REGISTER), structs.replace(request, also=()), given)

    def _begin(self, request: CommandRequest) -> CommittedEntry:
        """A table opens with its terms and its bank."""
        asked = request.opening
        if request.table in self._base.games or request.table in self.tables or self._base.store.seq(request.table):
            raise Refusal(TABLE_EXISTS, asked=request.table)
        check_role(request.command, request.actor, Role.SUPERVISOR)
        if asked is None and request.table not in OUTSIDE_TABLES:
            raise Refusal(BAD_TABLE, asked=request.table, allowed=_("its terms must be given to open it"))
        opened = self._authorised(open_terms(asked, self._base.proposals)) if asked else open_office(request.table)
        events: tuple[Event, ...] = (opened, BankFunded(amount=asked.bank)) if asked and asked.bank else (opened,)
        conduct = conduct_of(opened)
        table = LiveTable(request.table, conduct, conduct.start, 0, journal.GENESIS)
        published = self._add(table, request, (*events, *self.chances.beginning(table)))
        self.writing.opened.append((request.table, opened.game))
        return published

    def _authorised(self, opened: TableOpened) -> TableOpened:
        """The opening with today's edition of the rules and the authorisations on record; refused, in a strict house, where one is lacking."""
        day = macau_day(datetime.fromisoformat(self.at))
        opened = with_references(with_edition(opened, day), self._base.store.authorisations(opened.game), day)
        if self._base.is_strict:
            check_authorised(opened)
        return opened

    def _add(self, table: LiveTable, request: CommandRequest, events: tuple[Event, ...]) -> CommittedEntry:
        """Write an entry into the draft, with the money it moves."""
        name, actor = table.id, request.actor
        entry = Entry(
            v=FORM,
            table=name,
            seq=table.seq + 1,
            at=max(table.at, self.at),
            by=actor.name,
            role=actor.role,
            id=request.id,
            command=request.command,
            events=events,
            second=request.second.name if request.second else "",
            salt="" if is_for_everybody(table) else self._base.source.salt(SALT_BYTES).hex(),
        )
        transfers = transfers_of(entry)
        moved = apply_entry(table, entry, "") if is_due(table, entry) else None
        snapshot = body_after(moved, transfers, self.holds) if moved else None
        if snapshot is not None:
            entry = structs.replace(entry, state=digest_of(snapshot))
        body = journal.write(entry)
        if not request.is_read:
            _check_readable(body, table.opened.game, entry.seq)
        head = journal.digest(table.head, body)
        moved = bound_by(moved, entry, head) if moved else apply_entry(table, entry, head)
        self._move(entry, transfers)
        writing = self.writing
        if request.also:
            writing.also += request.also
        writing.rows.append(Row(name, entry.seq, actor.name, request.id, body, head))
        if snapshot is not None:
            writing.snapshots.append((name, entry.seq, snapshot))
        writing.secrets += self.chances.sealed(name, events)
        self._begun.setdefault(name, table.seq)
        self.tables[name] = moved
        if name == REGISTER:
            self.register = moved.state
        published = CommittedEntry(entry, moved, LogPosition(table.head, head, body))
        self.published.append(published)
        self.done[name, actor.name, request.id] = published
        return published

    def _move(self, entry: Entry, moved: Sequence[tuple[str, str, int]]) -> None:
        """The money of an entry: all of it, or a defect and none."""
        balances, deltas = self._base.balances, self.deltas
        changed: dict[str, int] = {}
        for source, target, amount in moved:
            changed[source] = (changed if source in changed else deltas).get(source, 0) - amount
            changed[target] = (changed if target in changed else deltas).get(target, 0) + amount
        if len(changed) > USUAL_ACCOUNTS:
            balances.read(changed)
        for account, delta in changed.items():
            if not 0 <= (balance := balances[account] + delta) <= MOST_HELD:
                _check_holds(account, balance)
        deltas.update(changed)
        rows = self.writing.transfers
        for place, (source, target, amount) in enumerate(moved):
            rows.append((entry.table, entry.seq, place, source, target, amount))

    def finished(self) -> WriteSet:
        """All that is to be written, with what it does to the balances."""
        self.writing.heads = {name: (self._begun[name], one.seq, one.head) for name, one in self.tables.items()}
        self.writing.closed = [name for name, one in self.tables.items() if one.state.is_closed]
        self.writing.deltas = self.deltas
        self.writing.new_accounts = self._base.balances.lack(self.deltas)
        if REGISTER in self._base.games:
            self.writing.register = self._base.table(REGISTER).seq
        return self.writing

    def holds(self, account: str) -> int:
        """What an account holds when all this is done."""
        return self._base.balances[account] + self.deltas.get(account, 0)


def _check_holds(account: str, balance: int) -> None:
    """Refuse more money than can be counted; only what is outside the house may be owed."""
    if balance < 0 and account != OUTSIDE:
        raise Defect(f"{account} would hold {balance}")
    if abs(balance) > MOST_HELD:
        raise Refusal(BAD_STAKE, asked=format_patacas(abs(balance)))


def _check_readable(body: bytes, game: str, seq: int) -> None:
    """Refuse an entry that could not be read again: so may be one of a command that was made and not read."""
    try:
        journal.read(body, game, seq)
    except MsgspecError as fault:
        raise Refusal(BAD_REQUEST, asked=str(fault)) from None


MOST_TRIES = 50  # how often a batch is decided anew because another process wrote first
REPEATS = 100  # batches looked up before they are decided, after one with a repeated command; else the store's constraint tells
MOST_NAMED = 20  # tables that a refusal names, where there are more


class House(RegisterKeeper):
    """All tables of one store. Commands may come from any thread; they are carried out in batches, one after another."""

    def __init__(
        self,
        store: Store,
        *,
        seal: Seal | None = None,
        log: HouseLog | None = None,
        source: Source = SYSTEM,
        clock: Callable[[], datetime] | None = None,
        is_strict: bool = False,
        is_play_money: bool = False,
    ) -> None:
        self.store = store
        self.seal = seal or Seal.passing()
        """Of what is hidden in the store."""
        self.log = log
        """Who signs what is written; nobody where a command only puts something down."""
        self.ledger = SignedLedger(log) if log else None
        """What accounts hold by what was signed: the cage pays nothing else."""
        self.is_strict = is_strict
        """Whether a table is refused under an option without an authorisation on record."""
        self.is_play_money = is_play_money
        """Whether all money here is worth nothing, so that the program may play with it."""
        self.listeners: list[Callable[[list[CommittedEntry]], None]] = []
        self.source = source
        self.clock = HouseClock(clock)
        self.clock.see(max(store.last_beat(), store.last_logged()))
        self._lock = RLock()
        self._tables = TableCache()
        self._suspect = False
        self._repeats = 0
        self.fault: StoreDownError | None = None
        """Why the store could not do its work when it was last needed for a write; None where it could."""
        self.conflicts = 0
        """How often a batch was decided anew because another process had written first."""
        self.stopped: dict[str, str] = {}
        """Tables at which a promise of the program was broken, and which."""
        self.balances = Balances(store)
        self.proposals: dict[str, Proposal] = {}
        """Those that tables of this house carry or may carry, by id."""
        self.loader = Loader(store)
        self.games = {table_id: game for table_id, (game, _) in store.open_tables().items()}
        """Every table that goes on, and its game."""
        for name in OUTSIDE_TABLES:
            if name not in self.games:
                self.do(CommandRequest(table=name, actor=THE_HOUSE, id="first", command=OpenTable()))
        self.begin_register()

    # What there is

    def table(self, table_id: str) -> LiveTable:
        """One table as it stands; refused where there is none."""
        found = self._tables.get(table_id)
        if found is None:
            self._read_ahead(table_id)
            if table_id in self.stopped:
                raise Refusal(TABLE_STOPPED, asked=table_id)
            with self._lock:  # others may have waited for it too: it is replayed once
                found = self._tables.get(table_id) or self._load(table_id)
        return found

    def open_tables(self, but: Collection[str] = ()) -> Iterator[LiveTable]:
        """Every table that goes on or closed of late, in order of their names, but for those that are stopped: of another game's trouble nobody else hears."""
        return self.load_tables(name for name in self.names if name not in but)

    def load_tables(self, names: Iterable[str]) -> Iterator[LiveTable]:
        """These tables, but for those that are stopped."""
        for name in names:
            try:
                yield self.table(name)
            except Refusal as refusal:
                if refusal.code != TABLE_STOPPED:
                    raise

    @property
    def names(self) -> list[str]:
        """Every table that goes on or closed of late, in order."""
        return sorted((self.games.keys() | self._tables.keys()) - set(OUTSIDE_TABLES))

    def occupied(self) -> Iterator[LiveTable]:
        """Those of them at which somebody sits or something lies, as far as is known: no table is read for it twice."""
        resting = self._tables.resting
        return (table for table in self.open_tables(but=resting) if table.state.seats)

    def is_put_away(self, table_id: str) -> bool:
        """Whether nobody sits at a table and nothing lies there, so that it was put away."""
        return table_id in self._tables.resting

    def has(self, table_id: str) -> bool:
        """Whether there is such a table, or was."""
        return table_id in self.games or bool(self.store.seq(table_id))

    def cached(self, table_id: str) -> LiveTable | None:
        """One table as it stands, where nobody has to be waited for."""
        return self._tables.get(table_id)

    def _read_ahead(self, table_id: str) -> None:
        """Read a table's game, and the proposal that it carries, before anybody has to wait for it; where that fails it is stopped."""
        first = self.loader.first_row(table_id)
        try:
            if first:
                conduct_of(journal.read_first(first.body).events[0])
        except Exception as fault:  # whatever it is, it is this table's alone
            self._note_stop(table_id, fault)

    def balance(self, account: str) -> int:
        """What an account holds."""
        if self.store.is_shared:
            return self.store.balances([account]).get(account, 0)
        with self._lock:
            return self.balances[account]

    def refresh(self) -> list[CommittedEntry]:
        """Take in all that other processes have written, whatever it was; what was new."""
        with self._lock:
            self.balances.forget()
            going_on = self.store.open_tables()
            closed = [table_id for table_id in self.games if table_id not in going_on]
            seqs = {name: seq for name, (_, seq) in going_on.items()}
            news = self.apply_external(
                Written(tables=seqs | {name: seq for name, (seq, _) in self.store.heads(closed).items()})
            )
            for table_id in closed:
                self.games.pop(table_id, None)
            return news

    def apply_external(self, written: Written) -> list[CommittedEntry]:
        """Take in what another process has written, as far as it concerns what is at hand here; what was new."""
        with self._lock:
            news: list[CommittedEntry] = []
            self.balances.forget(written.accounts)
            self.games.update(self._begun_elsewhere(written))
            for table_id, seq in written.tables.items():
                known = self._tables.get(table_id)
                if known is None:
                    news += self._reload(table_id, seq)
                elif known.seq < seq:
                    news += self._catch_up(known, seq)
            self._tell(news)
            return news

    def _begun_elsewhere(self, written: Written) -> dict[str, str]:
        """Tables that are news here altogether, with their games."""
        new = [name for name in written.tables if name not in self.games and name not in self._tables]
        return {name: game for name, (game, _) in self.store.open_tables(new).items()} if new else {}

    def _reload(self, table_id: str, seq: int) -> list[CommittedEntry]:
        """What another process has written to a table that rests."""
        before = self._tables.resting.get(table_id, seq)
        if before == seq or table_id in self.stopped:
            return []
        table = self._load(table_id)
        with closing(self.store.rows(table_id, after=before)) as rows:
            return [read_back(row, table) for row in rows]

    def beat(self, ballast: bytes = b"") -> None:
        """Write something for its own sake: `fault` says afterwards whether that works."""
        with self._noting():
            self.store.beat(self.clock.now(), ballast)
            self.fault = None

    def refresh_table(self, table_id: str) -> None:
        """One table as it stands in a store that others write to."""
        self.apply_external(Written(tables={name: seq for name, (seq, _) in self.store.heads([table_id]).items()}))

    def _load(self, table_id: str) -> LiveTable:
        """A table as the store has it."""
        table = self.loader.load(table_id)
        if table is None:
            raise Refusal(UNKNOWN_TABLE, asked=table_id, allowed=self.names[:MOST_NAMED])
        self._tables.keep(table)
        self._note_game(table)
        if table.opened.proposal:
            self.admit(proposal_in(table.opened.proposal))
        self.clock.see(table.at)
        self._recount(table_id)
        return table

    def _note_game(self, table: LiveTable) -> None:
        """A table goes on, or no longer."""
        if table.state.is_closed:
            self.games.pop(table.id, None)
        else:
            self.games[table.id] = table.opened.game

    def admit(self, proposal: Proposal) -> None:
        """Let tables of this house carry a proposal."""
        self.proposals[proposal.id] = proposal

    def _recount(self, table_id: str, news: Iterable[CommittedEntry] = ()) -> None:
        """The money of a table, and what its news moved, is read when its journal has been: no view has older money than its table."""
        self.balances.forget(f"{name}:{table_id}" for name in (STAKES, BANK, COMMISSION, BREAKAGE))
        for one in news:
            for source, target, _amount in transfers_of(one.entry):
                self.balances.forget((source, target))

    def _catch_up(self, table: LiveTable, seq: int) -> list[CommittedEntry]:
        """What was written to a table up to an entry."""
        news = []
        with closing(self.store.rows(table.id, after=table.seq, most=seq - table.seq)) as rows:
            for row in rows:
                try:
                    entry = journal.read(row.body, table.opened.game, row.seq)
                    table = apply_entry(table, entry, row.digest)
                except Exception as fault:  # whatever it is, it is this table's alone
                    self._note_stop(table.id, fault)
                    break
                news.append(CommittedEntry(entry, table, LogPosition("", row.digest, row.body, row.leaf)))
        self._tables[table.id] = table
        self._note_voids(news)
        self._note_game(table)
        self.clock.see(table.at)
        self._recount(table.id, news)
        return news

    # Carrying out

    def do(self, request: CommandRequest) -> CommittedEntry:
        """Carry out one command; raises the refusal."""
        (answer,) = self.do_all([request])
        if isinstance(answer, Refusal):
            raise answer
        return answer

    def do_all(self, requests: Sequence[CommandRequest]) -> list[Answer]:
        """Carry out commands in order with one write to the disk; each is applied whole or refused."""
        for table_id in {request.table for request in requests}:
            if table_id not in self._tables and table_id not in self.stopped:
                self._read_ahead(table_id)
        if self.ledger and any(isinstance(one.command, CashOut) or one.gives_second for one in requests):
            self.ledger.read_on()
        with self._lock, self._noting(), ExitStack() as held:
            if self._suspect:
                self._start_afresh()
            is_fresh = not self.store.is_shared
            for tries in range(MOST_TRIES):
                draft = Batch(self, self.clock.now())
                try:
                    answers = self._decide_all(draft, requests, is_fresh=is_fresh)
                    if draft.published:
                        self._write(draft)
                except StoreConflictError:
                    self.conflicts += 1
                    if not tries:
                        held.enter_context(self.store.exclusive())
                    self._second_look(requests, draft.deltas)
                    is_fresh = True
                else:
                    return answers
            raise StoreDownError(OTHERS_FASTER)

    @contextmanager
    def _noting(self) -> Iterator[None]:
        """What is wrong with the store is kept for whoever asks how the house is."""
        try:
            yield
        except StoreDownError as fault:
            self.fault = fault
            raise

    def _write(self, draft: Batch) -> None:
        try:
            self.store.write(draft.finished())
        except StoreConflictError:
            raise
        except BaseException:
            self._suspect = True  # it may be written all the same
            raise
        self._conclude(draft)

    def _decide_all(self, draft: Batch, requests: Sequence[CommandRequest], *, is_fresh: bool) -> list[Answer]:
        """What was carried out before is told again; the rest is decided, with the money that it is about."""
        before = self._done_before(dict(enumerate(requests))) if is_fresh or self._repeats else {}
        self._repeats = REPEATS if before else max(self._repeats - 1, 0)
        new = [request for place, request in enumerate(requests) if place not in before]
        tables, people = {one.table for one in new}, {one.command.concerns or one.actor.name for one in new}
        self.balances.read([*map(wallet, people), *(f"{kind}:{one}" for one in tables for kind in (BANK, STAKES))])
        answers: list[Answer] = []
        refused: dict[int, CommandRequest] = {}
        for place, request in enumerate(requests):
            try:
                answers.append(self._told(before[place], request) if place in before else draft.decide(request))
            except Refusal as refusal:
                answers.append(refusal)
                refused[place] = request
            except (StoreConflictError, StoreDownError):
                raise
            except Exception as fault:  # a defect, or a fault that nobody has thought of
                answers.append(self._stop(self._where(request), fault))
        if refused and self.store.is_shared:
            for place, row in self._done_before(refused).items():
                answers[place] = self._told(row, refused.pop(place))
        if refused and not is_fresh:
            self._check_fresh(refused.values())
        return answers

    def _where(self, request: CommandRequest) -> str:
        """The table at which a command does something: where it gives a second person's agreement, that of what was asked."""
        asked = self.register.asked.get(request.gives_second) if request.gives_second is not None else None
        return asked.table if asked else request.table

    def _stop(self, table_id: str, fault: Exception) -> Refusal:
        """A promise of the program is broken at this table: nothing goes on there; the others are not concerned."""
        known = self._tables.get(table_id)
        if known is not None and self.store.seq(table_id) != known.seq:
            raise StoreConflictError(table_id) from fault  # another process wrote: our view is broken, not the table
        self._note_stop(table_id, fault)
        return Refusal(TABLE_STOPPED, asked=table_id)

    def _note_stop(self, table_id: str, fault: Exception) -> None:
        if self.stopped.get(table_id) == repr(fault):  # what another process writes there is tried again each time
            return
        self.stopped[table_id] = repr(fault)
        LOG.error("table stopped", exc_info=fault, extra={"about": {"table": table_id}})

    def _note_voids(self, published: Iterable[CommittedEntry]) -> None:
        """A table that was stopped goes on when two persons have voided its round, here or in another process."""
        for one in published:
            if any(isinstance(event, RoundVoided) and event.stopped for event in one.entry.events):
                self.stopped.pop(one.entry.table, None)

    def _check_fresh(self, refused: Collection[CommandRequest]) -> None:
        """Where other processes write too, nothing is refused for what has changed since: the batch is decided anew."""
        money = {account for request in refused for account in request.accounts}
        now = self.store.balances(money)
        seqs = self.store.heads({REGISTER, *(request.table for request in refused)})
        tables = {name: self._tables[name].seq for name in seqs if name in self._tables}
        is_same = all(now.get(account, 0) == self.balances[account] for account in money)
        if not is_same or tables != {name: seq for name, (seq, _) in seqs.items()}:
            raise StoreConflictError

    def _conclude(self, draft: Batch) -> None:
        """It is on the disk: now it is so, and may be told."""
        self.fault = None
        if draft.writing.grown:
            self.store.remember(draft.writing.grown)
            give_places(draft.published, draft.writing.grown, self.log)
        self._tables.update(draft.tables)
        self._note_voids(draft.published)
        self.clock.see(max(table.at for table in draft.tables.values()))
        self.balances.move(draft.deltas)
        for table in draft.tables.values():
            self._note_game(table)
        self._tell(draft.published)

    def _tell(self, published: list[CommittedEntry]) -> None:
        if published:
            for listener in self.listeners:
                listener(published)

    # When something does not fit

    def _done_before(self, requests: Mapping[int, CommandRequest]) -> dict[int, Row]:
        """The entries of those commands that were carried out before."""
        asked = {place: (one.table, one.actor.name, one.id) for place, one in requests.items()}
        rows = self.store.find(set(asked.values())) if asked else {}
        return {place: rows[key] for place, key in asked.items() if key in rows}

    def _second_look(self, requests: Sequence[CommandRequest], moved: Iterable[str]) -> None:
        """Another process wrote: see what is so now at the tables concerned; the money concerned is read again when it is needed."""
        heads = self.store.heads({REGISTER, *(one for each in requests for one in (each.table, self._where(each)))})
        accounts = {*moved, *(account for request in requests for account in request.accounts)}
        self.apply_external(Written(tables={name: seq for name, (seq, _) in heads.items()}, accounts=tuple(accounts)))

    def _told(self, row: Row, request: CommandRequest) -> Answer:
        """A command that was carried out before gets the answer it got then."""
        try:
            table = self.table(request.table)
            return check_idempotent(read_back(row, table), request)
        except Refusal as refusal:
            return refusal

    def _start_afresh(self) -> None:
        """After the store was down: believe nothing that is not in it."""
        self.refresh()
        self._suspect = False
