"""The house: its tables, and the one way in which commands are carried out. Nobody is answered before the entry is on disk."""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext
from datetime import datetime
from itertools import chain
from threading import RLock
from uuid import uuid4

from msgspec import MsgspecError, structs
from sqlalchemy import Executable

from banca.house import journal
from banca.house.approvals import SERIOUS, check_in_time, demand_second, paid_alone
from banca.house.authorisations import check_authorised, macau_day, with_references
from banca.house.cage import CAGE, CashIn, CashOut
from banca.house.chances import TableChances
from banca.house.clock import HouseClock
from banca.house.commands import (
    Answer,
    CommandRequest,
    CommittedEntry,
    LiveTable,
    apply_entry,
    check_idempotent,
    engine_of,
    open_office,
    open_terms,
    proposal_in,
    transfers_of,
    with_edition,
)
from banca.house.database import OTHERS_FASTER, StoreConflictError, StoreDownError
from banca.house.journal import FORM, Entry
from banca.house.ledger import SignedLedger
from banca.house.log import HouseLog, give_places, read_back
from banca.house.messages import ChangeNotice
from banca.house.refusals import (
    BAD_TABLE,
    COMMAND_REPEATED,
    SHUT_OUT,
    STALE_SEQUENCE,
    TABLE_EXISTS,
    TABLE_STOPPED,
    UNKNOWN_TABLE,
)
from banca.house.register import (
    KEY_LETTERS,
    OUTSIDE_TABLES,
    PROGRAM,
    REGISTER,
    STAFF,
    KeyLost,
    LogHeadMissing,
    LogKeySet,
    Member,
    Record,
    RegisterBegun,
    RegisterEvent,
    RegisterState,
    SafeguardsSet,
)
from banca.house.rng import SYSTEM, Source
from banca.house.seal import Seal
from banca.house.snapshots import WrongSnapshotError, body_after, digest_of, is_due, opened_from
from banca.house.store import Row, Store, WriteSet
from banca.rules import Defect, Message, Proposal, Refusal, _, format_patacas
from banca.rules.refusal import BAD_STAKE
from banca.tables.acts import BAD_REQUEST
from banca.tables.commands import THE_HOUSE, Actor, OpenTable, Role, VoidRound
from banca.tables.engine import PRACTICE, PRACTICE_MONEY, check_role
from banca.tables.events import (
    BANK,
    OUTSIDE,
    STAKES,
    BankFunded,
    Event,
    PlayerLeft,
    PracticeSeated,
    RoundVoided,
    TableClosed,
    wallet,
)
from banca.tables.state import Funds

LOG = logging.getLogger("banca")

MOST_CACHED = 2000
"""Tables in memory, from which on idle ones are put away."""
MOST_ATTEMPTS = 50
"""How often a batch is decided again because another process wrote first."""
MOST_NAMED = 20
"""Tables that a refusal names."""
MOST_HELD = 2**62
"""The most that an account may hold, in avos: the store counts no further than twice that."""
SALT_BYTES = 16


class Batch:
    """Commands that are decided one after another and written together: each sees what those before it came to."""

    def __init__(self, house: "House", at: str) -> None:
        self._house = house
        self.at = at
        """When all of them are carried out; an entry's time is never before that of its table's last one."""
        self.tables: dict[str, LiveTable] = {}
        self.committed: list[CommittedEntry] = []
        self.changes = WriteSet()
        self._balances: dict[str, int] = {}
        """What accounts held before, as far as it was read."""
        self._chances = TableChances(house.store, house.seal, house.source)
        self._done: dict[tuple[str, str, str], CommittedEntry] = {}
        # None only while the house opens its own journals.
        self._register: RegisterState | None = None
        if REGISTER in house.games:
            register = house.table(REGISTER)
            self._register, self.changes.register = register.state, register.seq

    def decide(self, request: CommandRequest) -> CommittedEntry:
        """Decide a command and add its entry to the batch; raises the refusal."""
        done = self._done.get((request.table, request.actor.name, request.id))
        if done is not None:
            return check_idempotent(done, request)
        self._check_people(request)
        if isinstance(request.command, OpenTable):
            return self._open_table(request)
        is_stopped = request.table in self._house.stopped
        if is_stopped and (not isinstance(request.command, VoidRound) or request.actor.name in PROGRAM):
            raise Refusal(TABLE_STOPPED, asked=request.table)
        table, command = self._table(request.table), request.command
        if request.seq is not None and request.seq != table.seq:
            raise Refusal(STALE_SEQUENCE, asked=request.seq, allowed=table.seq)
        if (number := request.approves) is not None:
            return self._agree(request, number)
        chance = self._chances.for_command(table, command)
        if is_stopped and isinstance(command, VoidRound):
            events = table.engine.void_stopped(table.state, command, request.actor, chance)
        else:
            funds = Funds(wallet=self.holds(request.purse), bank=self.holds(f"{BANK}:{request.table}"))
            events = table.engine.decide(table.state, command, request.actor, funds, chance)
        if self._house.ledger and isinstance(command, CashOut):
            self._check_signed(self._house.ledger, request.purse)
        if self._register and isinstance(command, SERIOUS):
            demand_second(table, request, self._register, self._paid_alone(request), is_stopped=is_stopped)
        # What a practice seat loses, somebody takes to the cage: where money is worth something, it would be the house's.
        if not self._house.is_play_money and any(isinstance(event, PracticeSeated) for event in events):
            raise Refusal(
                "practice_needs_play_money",
                _("practice seats are allowed only where all money is play money, as in a house started with --demo"),
            )
        committed = self._add(table, request, events)
        self._pay_practice_seats(table, committed.entry)
        return committed

    def holds(self, account: str) -> int:
        """Return what an account holds when all this is done."""
        self.read_balances([account])
        return self._balances[account] + self.changes.deltas.get(account, 0)

    def read_balances(self, accounts: Iterable[str]) -> None:
        """Read the accounts that are not known yet, all at once; one that does not exist yet holds nothing."""
        if unknown := {account for account in accounts if account not in self._balances}:
            self._balances |= dict.fromkeys(unknown, 0) | self._house.store.balances(unknown)

    def _table(self, table_id: str) -> LiveTable:
        return self.tables.get(table_id) or self._house.table(table_id)

    def _check_people(self, request: CommandRequest) -> None:
        if self._register:
            for person in (request.actor, request.second):
                if person and person.name in self._register.out:
                    raise Refusal(SHUT_OUT, asked=person.name)
        if request.check:
            request.check()

    def _check_signed(self, ledger: SignedLedger, account: str) -> None:
        # Money leaves the house only by what the signed entries say: whoever can write into the store can change an account's row.
        # Another process may have moved money: then all is decided again.
        if ledger.balance(account) != self._balances[account]:
            raise StoreConflictError(account)

    def _paid_alone(self, request: CommandRequest) -> int:
        """Return what the cashier has paid out today without a second person, in this batch and before."""
        if request.table != CAGE or not isinstance(request.command, CashOut):
            return 0
        by = request.actor.name
        new = [committed.entry for committed in reversed(self.committed) if committed.entry.table == CAGE]
        with closing(self._house.store.rows_of(CAGE, by)) as rows:
            return paid_alone(chain(new, (journal.read(row.body, CAGE, row.seq) for row in rows)), by, self.at)

    def _agree(self, request: CommandRequest, number: int) -> CommittedEntry:
        """Carry out what was asked, under both names, and then record the agreement."""
        register = self._table(REGISTER)
        events = register.engine.decide(register.state, request.command, request.actor, Funds())
        agreed = register.state.find_request(number)
        for row in self._house.store.find([(agreed.table, agreed.by, agreed.id)]).values():
            raise Refusal(COMMAND_REPEATED, asked=agreed.id, seq=row.seq)
        check_in_time(self._table(agreed.table), agreed, self.at)
        self.decide(
            CommandRequest(
                table=agreed.table,
                actor=Actor(agreed.by, agreed.role),
                id=agreed.id,
                command=agreed.command,
                second=request.actor,
                writes=request.writes,
            )
        )
        return self._add(self._table(REGISTER), structs.replace(request, writes=()), events)

    def _open_table(self, request: CommandRequest) -> CommittedEntry:
        terms, house = request.opening, self._house
        if request.table in house.games or request.table in self.tables or house.store.seq(request.table):
            raise Refusal(TABLE_EXISTS, asked=request.table)
        check_role(request.command, request.actor, Role.SUPERVISOR)
        if terms is not None:
            day = macau_day(datetime.fromisoformat(self.at))
            opened = with_edition(open_terms(terms, house.proposals), day)
            opened = with_references(opened, house.store.authorisations(opened.game), day)
            if house.is_strict:
                check_authorised(opened)
        elif request.table in OUTSIDE_TABLES:
            opened = open_office(request.table)
        else:
            raise Refusal(BAD_TABLE, asked=request.table, allowed=_("its terms must be given to open it"))
        events: list[Event] = [opened]
        if terms is not None and terms.bank:
            events.append(BankFunded(amount=terms.bank))
        engine = engine_of(opened)
        table = LiveTable(request.table, engine, engine.start, 0, journal.GENESIS)
        committed = self._add(table, request, (*events, *self._chances.opening_events(table)))
        self.changes.opened.append((request.table, opened.game))
        return committed

    def _pay_practice_seats(self, table: LiveTable, because: Entry) -> None:
        """Fill the wallets of seats that the program plays, and empty them when they leave: by the cage, as everybody's."""
        for event in because.events:
            if isinstance(event, PracticeSeated):
                # A name has one wallet wherever it sits.
                lacks = PRACTICE_MONEY - self.holds(wallet(event.player))
                if lacks > 0:
                    self._act_at_cage(CashIn(player=event.player, stake=lacks), because)
            gone: Iterable[str] = table.state.practice if isinstance(event, TableClosed) else ()
            if isinstance(event, PlayerLeft) and event.player.startswith(PRACTICE):
                gone = [event.player]
            for player in gone:
                if held := self.holds(wallet(player)):
                    self._act_at_cage(CashOut(player=player, stake=held), because)

    def _act_at_cage(self, command: CashIn | CashOut, because: Entry) -> None:
        if CAGE not in self.tables:
            self._house.refresh_table(CAGE)
        cage = self._table(CAGE)
        name = f"{because.table}-{because.seq}-{command.player}"
        events = cage.engine.decide(cage.state, command, THE_HOUSE, Funds(wallet=self.holds(wallet(command.player))))
        self._add(cage, CommandRequest(table=CAGE, actor=THE_HOUSE, id=name, command=command), events)

    def _add(self, table: LiveTable, request: CommandRequest, events: tuple[Event, ...]) -> CommittedEntry:
        """Add an entry to the batch, with the money that it moves."""
        name, actor, changes = table.id, request.actor, self.changes
        is_public = name not in OUTSIDE_TABLES and table.engine.is_public
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
            salt="" if is_public else self._house.source.salt(SALT_BYTES).hex(),
        )
        transfers = transfers_of(entry)
        snapshot = None
        if is_due(table, entry):
            # The entry binds the snapshot by its digest: so the snapshot comes first, of the table as it will be.
            snapshot = body_after(apply_entry(table, entry, ""), transfers, self.holds)
            if snapshot is not None:
                entry = structs.replace(entry, state=digest_of(snapshot))
        body = journal.write(entry)
        if not request.is_read:
            _check_readable(body, table.opened.game, entry.seq)
        digest = journal.digest(table.head, body)
        moved = apply_entry(table, entry, digest)
        self._transfer(entry, transfers)
        # Nothing is refused from here on: what is refused must leave no trace in the batch.
        if snapshot is not None:
            changes.snapshots.append((name, entry.seq, snapshot))
        changes.writes += request.writes
        changes.rows.append(Row(name, entry.seq, actor.name, request.id, body, digest))
        changes.secrets += self._chances.sealed(name, events)
        seq_before, *_rest = changes.heads.get(name, (table.seq,))
        changes.heads[name] = seq_before, entry.seq, digest
        if moved.state.is_closed:
            changes.closed.add(name)
        self.tables[name] = moved
        if name == REGISTER:
            self._register = moved.state
        committed = CommittedEntry(entry, moved, digest, body, table.head)
        self.committed.append(committed)
        self._done[name, actor.name, request.id] = committed
        return committed

    def _transfer(self, entry: Entry, transfers: Sequence[tuple[str, str, int]]) -> None:
        """Move the money of an entry: all of it, or none and an error."""
        deltas = self.changes.deltas
        changed: dict[str, int] = {}
        for source, target, amount in transfers:
            changed[source] = (changed if source in changed else deltas).get(source, 0) - amount
            changed[target] = (changed if target in changed else deltas).get(target, 0) + amount
        self.read_balances(changed)
        for account, delta in changed.items():
            _check_balance(account, self._balances[account] + delta)
        deltas.update(changed)
        self.changes.transfers += [
            (entry.table, entry.seq, number, *transfer) for number, transfer in enumerate(transfers)
        ]


def _is_idle(table: LiveTable) -> bool:
    state = table.state
    return table.id not in OUTSIDE_TABLES and not (state.seats or state.commitment or state.money)


def _check_balance(account: str, balance: int) -> None:
    if balance < 0 and account != OUTSIDE:  # only what is outside the house may be owed
        raise Defect(f"{account} would hold {balance}")
    if abs(balance) > MOST_HELD:
        raise Refusal(BAD_STAKE, asked=format_patacas(abs(balance)))


def _check_readable(body: bytes, game: str, seq: int) -> None:
    """Refuse an entry that could not be read again: a command made in Python may hold anything."""
    try:
        journal.read(body, game, seq)
    except MsgspecError as fault:
        raise Refusal(BAD_REQUEST, asked=str(fault)) from None


class House:
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
        self.seal = seal or Seal.of_process()
        """Encrypts what is hidden in the store."""
        self.log = log
        """Signs what is written; None for commands of the terminal, which leave that to the server."""
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
        self.fault: StoreDownError | None = None
        """Why the store could not be written when it was last tried; None where it could."""
        self.conflicts = 0
        """How often a batch was decided again because another process had written first."""
        self.stopped: dict[str, str] = {}
        """Tables at which a check of the program failed, and which."""
        self.wrong_snapshots: dict[tuple[str, int], Message] = {}
        """Snapshots that were not used, by table and entry, and why."""
        self.proposals: dict[str, Proposal] = {}
        """Those that tables of this house carry or may carry, by id."""
        self.games = {name: row.game for name, row in store.tables(is_open=True).items()}
        """Every open table, and its game."""
        self._lock = RLock()
        self._tables: dict[str, LiveTable] = {}
        """Those that are in memory."""
        self._put_away: dict[str, int] = {}
        """Open tables that are no longer in memory, and how far their journals went: to read one again costs a snapshot and some entries."""
        self._is_unsure = False
        """Whether a write failed of which nobody knows what became."""
        for name in OUTSIDE_TABLES:
            if name not in self.games:
                self.do(CommandRequest(table=name, actor=THE_HOUSE, id="first", command=OpenTable()))
        self.begin_register()

    # Looking

    def table(self, table_id: str) -> LiveTable:
        """Return a table as it stands; refused where there is none, or where it is stopped and cannot be read."""
        table = self._tables.get(table_id)
        if table is None:
            self._prepare(table_id)
            if table_id in self.stopped:
                raise Refusal(TABLE_STOPPED, asked=table_id)
            with self._lock:  # another thread may have loaded it meanwhile
                table = self._tables.get(table_id) or self._load(table_id)
        return table

    def load_tables(self, names: Iterable[str]) -> Iterator[LiveTable]:
        """Iterate over these tables, without those that are stopped: one faulty game must not hide the others."""
        for name in names:
            try:
                yield self.table(name)
            except Refusal as refusal:
                if refusal.code != TABLE_STOPPED:
                    raise

    @property
    def names(self) -> list[str]:
        """All tables that are open or closed of late, in order."""
        return sorted((self.games.keys() | self._tables.keys()) - set(OUTSIDE_TABLES))

    def occupied(self) -> Iterator[LiveTable]:
        """Iterate over tables with somebody seated, without reading any that was put away: nobody sits there."""
        names = [name for name in self.names if name not in self._put_away]
        return (table for table in self.load_tables(names) if table.state.seats)

    def is_put_away(self, table_id: str) -> bool:
        """Whether an idle table is no longer in memory."""
        return table_id in self._put_away

    def has(self, table_id: str) -> bool:
        """Whether there is such a table, or was."""
        return table_id in self.games or bool(self.store.seq(table_id))

    def cached(self, table_id: str) -> LiveTable | None:
        """Return a table if it is in memory."""
        return self._tables.get(table_id)

    def balance(self, account: str) -> int:
        """Return what an account holds."""
        # One in memory has one connection, which must not be in the middle of a write.
        with nullcontext() if self.store.is_shared else self._lock:
            return self.store.balances([account]).get(account, 0)

    def admit(self, proposal: Proposal) -> None:
        """Let tables of this house carry a proposal."""
        self.proposals[proposal.id] = proposal

    def beat(self, ballast: bytes = b"") -> None:
        """Write for its own sake: `fault` says afterwards whether that works."""
        with self._record_fault():
            self.store.beat(self.clock.now(), ballast)
            self.fault = None

    # The register

    @property
    def register(self) -> RegisterState:
        """The staff, and what waits for a second person."""
        state: RegisterState = self.table(REGISTER).state
        return state

    def begin_register(self) -> None:
        """Begin the register with the staff that the store has, and again where it was read in, as people do not travel; name new signers."""
        seq = self.table(REGISTER).seq
        if seq == 1 or (self.register.staff and not self.store.users(most=1)):
            staff = tuple(Member(row.name, Role(row.role), row.is_disabled) for row in self.store.users(roles=STAFF))
            keys = tuple(sorted(row.digest[:KEY_LETTERS] for row in self.store.key_rows()))
            begun = RegisterBegun(staff=staff, keys=keys, authorisations=len(self.store.authorisations()))
            # The id names the entry it stands behind: of processes that start together, one begins the register.
            try:
                self.record(begun, id=f"begun-{seq}")
            except Refusal as refusal:
                if refusal.code != COMMAND_REPEATED:  # another process began it first, and has engaged somebody since
                    raise
        if self.log and self.log.keys != self.register.log_keys:
            fact = LogKeySet(keys=self.log.keys, is_after_loss=self.log.is_after_loss)
            self.record(fact, id=f"log-key-{self.table(REGISTER).seq}")
        if self.log and self.log.is_head_missing:
            # In the journal for ever: somebody who deletes what the signer remembers, to have a shorter log signed, is seen by it.
            self.record(LogHeadMissing(entries=self.store.log_head().size))
            self.log.remember()

    def set_safeguards(self, **changes: bool | int | None) -> None:
        """Set safeguards by their names; None leaves one as it is."""
        chosen = {name: value for name, value in changes.items() if value is not None}
        safeguards = structs.replace(self.register.safeguards, **chosen)
        if safeguards != self.register.safeguards:
            self.record(SafeguardsSet(safeguards=safeguards))

    def note_lost_key(self) -> None:
        """Record that what was hidden so far may never be opened."""
        self.record(KeyLost())

    @property
    def is_single_handed(self) -> bool:
        """Whether what takes two is done by one alone, as there is nobody else."""
        return self.register.safeguards.two_persons and len(self.register.second_persons(without="")) <= 1

    def record(
        self,
        fact: RegisterEvent,
        *writes: Executable,
        by: Actor = THE_HOUSE,
        check: Callable[[], None] | None = None,
        id: str = "",  # noqa: A002 - as requests have it
    ) -> CommittedEntry:
        """Write a fact into the register, and in the same transaction what it changes among people and keys: neither stands without the other."""
        name = id or uuid4().hex
        return self.do(
            CommandRequest(table=REGISTER, actor=by, id=name, command=Record(fact=fact), writes=writes, check=check)
        )

    # Loading

    def _prepare(self, table_id: str) -> None:
        """Import a table's game and read its proposal, which takes time, before anybody waits for the lock; a fault stops the table."""
        first = self.store.row(table_id, 1)
        try:
            if first:
                engine_of(journal.read_first(first.body).events[0])
        except Exception as fault:  # a game is somebody else's code: whatever it raises concerns this table alone
            self._note_stop(table_id, fault)

    def _load(self, table_id: str) -> LiveTable:
        """Read a table: its opening, the newest snapshot that an entry binds, and the entries since."""
        first = self.store.row(table_id, 1)
        if first is None:
            raise Refusal(UNKNOWN_TABLE, asked=table_id, allowed=self.names[:MOST_NAMED])
        opening = journal.read_first(first.body)
        engine = engine_of(opening.events[0])
        table, before = None, None
        while table is None and (kept := self.store.snapshot(table_id, before)) is not None:
            try:
                table, _accounts = opened_from(kept, engine)
            except WrongSnapshotError as wrong:
                before = kept.seq
                if (table_id, before) not in self.wrong_snapshots:
                    self.wrong_snapshots[table_id, before] = wrong.why
                    about = {"table": table_id, "seq": before, "because": str(wrong.why.code)}
                    LOG.error("snapshot not used", extra={"about": about})
        if table is None:
            table = apply_entry(LiveTable(table_id, engine, engine.start, 0, journal.GENESIS), opening, first.digest)
        with closing(self.store.rows(table_id, after=table.seq)) as rows:
            for row in rows:
                table = apply_entry(table, journal.read(row.body, table.opened.game, row.seq), row.digest)
        self._keep(table)
        self._note_state(table)
        if table.opened.proposal:
            self.admit(proposal_in(table.opened.proposal))
        return table

    def _keep(self, table: LiveTable) -> None:
        """Add a table that was read; where there are many, put the idle ones away that have been so for longest."""
        self._tables[table.id] = table
        self._put_away.pop(table.id, None)
        if len(self._tables) > MOST_CACHED:
            idle = [other for other in list(self._tables.values()) if other.id != table.id and _is_idle(other)]
            for other in sorted(idle, key=lambda other: other.at)[: MOST_CACHED // 10]:
                del self._tables[other.id]
                if not other.state.is_closed:
                    self._put_away[other.id] = other.seq

    def _note_state(self, table: LiveTable) -> None:
        self.clock.see(table.at)
        if table.state.is_closed:
            self.games.pop(table.id, None)
        else:
            self.games[table.id] = table.opened.game

    # What other processes write

    def refresh(self) -> list[CommittedEntry]:
        """Take over all that other processes have written; return what was new."""
        with self._lock:
            seqs = {name: row.seq for name, row in self.store.tables(is_open=True).items()}
            closed = [table_id for table_id in self.games if table_id not in seqs]
            news = self.apply_external(ChangeNotice(tables=seqs | self._seqs(closed)))
            for table_id in closed:
                self.games.pop(table_id, None)
            return news

    def refresh_table(self, table_id: str) -> None:
        """Take over what other processes have written to one table."""
        self.apply_external(ChangeNotice(tables=self._seqs([table_id])))

    def _seqs(self, names: Iterable[str]) -> dict[str, int]:
        return {name: row.seq for name, row in self.store.tables(names).items()}

    def apply_external(self, written: ChangeNotice) -> list[CommittedEntry]:
        """Take over what another process has written, as far as this one knows the tables; return what was new."""
        with self._lock:
            news: list[CommittedEntry] = []
            new = [name for name in written.tables if name not in self.games and name not in self._tables]
            if new:
                self.games |= {name: row.game for name, row in self.store.tables(new, is_open=True).items()}
            for table_id, seq in written.tables.items():
                known = self._tables.get(table_id)
                if known is None:
                    news += self._reload(table_id, seq)
                elif known.seq < seq:
                    news += self._catch_up(known, seq)
            self._tell(news)
            return news

    def _reload(self, table_id: str, seq: int) -> list[CommittedEntry]:
        """Load a table that was put away, if it has moved on."""
        before = self._put_away.get(table_id, seq)
        if before == seq or table_id in self.stopped:
            return []
        table = self._load(table_id)
        with closing(self.store.rows(table_id, after=before)) as rows:
            return [read_back(row, table) for row in rows]

    def _catch_up(self, table: LiveTable, seq: int) -> list[CommittedEntry]:
        news = []
        with closing(self.store.rows(table.id, after=table.seq, most=seq - table.seq)) as rows:
            for row in rows:
                try:
                    entry = journal.read(row.body, table.opened.game, row.seq)
                    table = apply_entry(table, entry, row.digest)
                except Exception as fault:  # as in _prepare
                    self._note_stop(table.id, fault)
                    break
                news.append(CommittedEntry(entry, table, row.digest, row.body, leaf=row.leaf))
        self._tables[table.id] = table
        self._note_voids(news)
        self._note_state(table)
        return news

    # Carrying out commands

    def do(self, request: CommandRequest) -> CommittedEntry:
        """Carry out one command; raises the refusal."""
        (answer,) = self.do_all([request])
        if isinstance(answer, Refusal):
            raise answer
        return answer

    def do_all(self, requests: Sequence[CommandRequest]) -> list[Answer]:
        """Carry out commands in order, with one write to the disk for all; each is applied whole or refused."""
        # What takes time is done before the lock is taken: loading a game, reading what was signed.
        for table_id in {request.table for request in requests}:
            if table_id not in self._tables and table_id not in self.stopped:
                self._prepare(table_id)
        if self.ledger and any(isinstance(request.command, CashOut) or request.approves for request in requests):
            self.ledger.read_on()
        with self._lock, self._record_fault(), ExitStack() as stack:
            if self._is_unsure:
                self.refresh()
                self._is_unsure = False
            # The first attempt trusts what is in memory. It is checked by the write, and where something is refused.
            is_fresh = not self.store.is_shared
            for attempt in range(MOST_ATTEMPTS):
                batch = Batch(self, self.clock.now())
                try:
                    answers = self._decide_all(batch, requests, is_fresh=is_fresh)
                    if batch.committed:
                        self._write(batch)
                except StoreConflictError:
                    self.conflicts += 1
                    if not attempt:  # one lost race is enough: other processes wait from here on
                        stack.enter_context(self.store.exclusive())
                    self._refresh_for(requests)
                    is_fresh = True
                else:
                    return answers
            raise StoreDownError(OTHERS_FASTER)

    @contextmanager
    def _record_fault(self) -> Iterator[None]:
        try:
            yield
        except StoreDownError as fault:
            self.fault = fault
            raise

    def _decide_all(self, batch: Batch, requests: Sequence[CommandRequest], *, is_fresh: bool) -> list[Answer]:
        # Commands are rarely repeated, so they are not looked up before they are decided: the store refuses a used id, and then they are.
        earlier = self._find_earlier(dict(enumerate(requests))) if is_fresh else {}
        new = [request for number, request in enumerate(requests) if number not in earlier]
        # One query for the money that all of them are about. It is as the store has it now; what moves before the write breaks a constraint there.
        banks = {f"{kind}:{request.table}" for request in new for kind in (BANK, STAKES)}
        batch.read_balances([*(request.purse for request in new), *banks])
        answers: list[Answer] = []
        refused: dict[int, CommandRequest] = {}
        for number, request in enumerate(requests):
            try:
                if number in earlier:
                    answers.append(self._repeat(earlier[number], request))
                else:
                    answers.append(batch.decide(request))
            except Refusal as refusal:
                answers.append(refusal)
                refused[number] = request
            except (StoreConflictError, StoreDownError):
                raise
            except Exception as fault:  # a broken invariant, or a fault in a game
                answers.append(self._stop(self._table_of(request), fault))
        if refused and self.store.is_shared:
            for number, row in self._find_earlier(refused).items():
                answers[number] = self._repeat(row, refused.pop(number))
        if refused and not is_fresh:
            self._check_fresh(refused.values())
        return answers

    def _write(self, batch: Batch) -> None:
        try:
            self.store.write(batch.changes)
        except StoreConflictError:
            raise
        except BaseException:
            self._is_unsure = True  # it may be written all the same
            raise
        # It is on disk: from here on it is true, and may be told.
        self.fault = None
        if batch.changes.grown:
            self.store.remember(batch.changes.grown)
            give_places(batch.committed, batch.changes.grown, self.log)
        self._tables.update(batch.tables)
        self._note_voids(batch.committed)
        for table in batch.tables.values():
            self._note_state(table)
        self._tell(batch.committed)

    def _tell(self, committed: list[CommittedEntry]) -> None:
        if committed:
            for listener in self.listeners:
                listener(committed)

    def _find_earlier(self, requests: Mapping[int, CommandRequest]) -> dict[int, Row]:
        """Return the entries of those commands that have been carried out before, by their numbers."""
        keys = {number: (request.table, request.actor.name, request.id) for number, request in requests.items()}
        rows = self.store.find(set(keys.values())) if keys else {}
        return {number: rows[key] for number, key in keys.items() if key in rows}

    def _repeat(self, row: Row, request: CommandRequest) -> Answer:
        """Answer a command that was carried out before as it was answered then."""
        try:
            return check_idempotent(read_back(row, self.table(request.table)), request)
        except Refusal as refusal:
            return refusal

    def _table_of(self, request: CommandRequest) -> str:
        """Return the table at which something happens: for an agreement that of what was asked."""
        agreed = self.register.asked.get(request.approves) if request.approves is not None else None
        return agreed.table if agreed else request.table

    def _stop(self, table_id: str, fault: Exception) -> Refusal:
        """Stop a table at which a check of the program failed; the others are not concerned."""
        known = self._tables.get(table_id)
        if known is not None and self.store.seq(table_id) != known.seq:
            raise StoreConflictError(table_id) from fault  # our view is old: the table itself may be fine
        self._note_stop(table_id, fault)
        return Refusal(TABLE_STOPPED, asked=table_id)

    def _note_stop(self, table_id: str, fault: Exception) -> None:
        if self.stopped.get(table_id) == repr(fault):  # what another process writes there is tried again each time
            return
        self.stopped[table_id] = repr(fault)
        LOG.error("table stopped", exc_info=fault, extra={"about": {"table": table_id}})

    def _note_voids(self, news: Iterable[CommittedEntry]) -> None:
        """Let a stopped table go on once two persons have voided its round, here or in another process."""
        for committed in news:
            if any(isinstance(event, RoundVoided) and event.stopped for event in committed.entry.events):
                self.stopped.pop(committed.entry.table, None)

    def _check_fresh(self, refused: Collection[CommandRequest]) -> None:
        """Raise a conflict if something was refused by what is no longer so: another process may have written."""
        seqs = self._seqs({REGISTER, *(request.table for request in refused)})
        tables = {name: self._tables[name].seq for name in seqs if name in self._tables}
        if tables != seqs:
            raise StoreConflictError

    def _refresh_for(self, requests: Sequence[CommandRequest]) -> None:
        """Take over what another process wrote to the tables of these requests."""
        tables = {REGISTER, *(name for request in requests for name in (request.table, self._table_of(request)))}
        self.apply_external(ChangeNotice(tables=self._seqs(tables)))
