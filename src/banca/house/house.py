"""The house: its tables as they stand, and one way to carry out commands. Nobody is answered before it is on the disk."""

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import RLock
from typing import Any

from msgspec import Struct, structs

from banca.games.pai_kao.live import SHUFFLE
from banca.games.pai_kao.tiles import TILES
from banca.house import journal
from banca.house.cage import CAGE
from banca.house.chance import SYSTEM, Source, commit, draw, is_opened_by, shuffle
from banca.house.journal import Entry
from banca.house.opening import AnyConduct, OpenTable, cage_opening, conduct_of, opening
from banca.house.store import Row, Store, StoreConflictError, StoreDownError, Writing
from banca.rulebook import Code, Defect, Refusal, format_patacas
from banca.rulebook.live.command import Actor, Command, Role
from banca.rulebook.live.common import Chance, Funds, Want, check_role
from banca.rulebook.live.event import (
    BANK,
    BREAKAGE,
    COMMISSION,
    OUTSIDE,
    STAKES,
    Committed,
    Event,
    Funded,
    Opened,
    wallet,
)

MOST_TRIES = 50
"""How often a batch is decided anew because another process wrote first."""
MOST_HELD = 2**62
"""The most that an account may hold, in avos: the store counts no further than twice that."""
OPEN = "open_table"
THE_HOUSE = Actor("house", Role.SUPERVISOR)
LOG = logging.getLogger("banca")


class LiveTable(Struct, frozen=True):
    """A table as it stands."""

    id: str
    conduct: AnyConduct
    state: Any
    seq: int
    head: str

    @property
    def opened(self) -> Opened:
        """What it opened with."""
        return self.conduct.opened


class Request(Struct, frozen=True, kw_only=True):
    """A command for a table; `seq` where whoever gives it insists on what they have seen."""

    table: str
    actor: Actor
    id: str
    command: Command
    seq: int | None = None
    opening: OpenTable | None = None


class Published(Struct, frozen=True):
    """An entry that is on the disk, and the table after it."""

    entry: Entry
    table: LiveTable


Answer = Published | Refusal


@dataclass(slots=True)
class Draft:
    """Commands decided and not yet written."""

    at: str = ""
    """When they are carried out: together."""
    tables: dict[str, LiveTable] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=dict)
    secrets: dict[str, tuple[str, str]] = field(default_factory=dict)
    done: dict[tuple[str, str, str], Published] = field(default_factory=dict)
    writing: Writing = field(default_factory=Writing)
    published: list[Published] = field(default_factory=list)


class House:
    """All tables of one store. Commands may come from any thread; they are carried out in batches, one after another."""

    def __init__(self, store: Store, *, source: Source = SYSTEM, clock: Callable[[], datetime] | None = None) -> None:
        self.store = store
        self.listeners: list[Callable[[list[Published]], None]] = []
        self._source = source
        self._clock = clock or (lambda: datetime.now(UTC))
        self._lock = RLock()
        self._tables: dict[str, LiveTable] = {}
        self._suspect = False
        self.stopped: dict[str, str] = {}
        """Tables at which a promise of the program was broken, and which."""
        self._balances = store.balances()
        self.games = {table_id: game for table_id, (game, _) in store.tables().items()}
        if CAGE not in self.games:
            self._open_cage()

    def _open_cage(self) -> None:
        cage = Request(table=CAGE, actor=THE_HOUSE, id="first", command=Command(do=OPEN))
        try:
            self.do(cage)
        except StoreConflictError:  # another process has just done so
            self.games[CAGE] = CAGE

    # What there is

    def table(self, table_id: str) -> LiveTable:
        """One table as it stands; refused where there is none."""
        found = self._tables.get(table_id)
        if found is None:
            with self._lock:
                found = self._load(table_id)
        return found

    def balance(self, account: str) -> int:
        """What an account holds."""
        if self.store.is_shared:
            return self.store.balances([account]).get(account, 0)
        return self._balances.get(account, 0)

    def refresh(self) -> list[Published]:
        """Take in what other processes have written; what was new."""
        with self._lock:
            news: list[Published] = []
            for table_id, (seq, _) in self.store.heads().items():
                known = self._tables.get(table_id)
                if known is None:
                    self.games.setdefault(table_id, "")
                elif known.seq < seq:
                    news += self._catch_up(known)
            if news:
                self._balances = self.store.balances()
            self._tell(news)
            return news

    def renew(self, table_id: str) -> None:
        """One table as it stands in a store that others write to."""
        with self._lock:
            known = self._tables.get(table_id)
            if known is not None and self.store.seq(table_id) > known.seq:
                self._tell(self._catch_up(known))

    def _load(self, table_id: str) -> LiveTable:
        """Replay a table from its first entry."""
        with closing(self.store.rows(table_id)) as rows:
            first = next(rows, None)
            if first is None:
                raise Refusal(Code.UNKNOWN_TABLE, asked=table_id, allowed=[name for name in self.games if name != CAGE])
            entry = journal.read(first.body)
            conduct = conduct_of(entry.events[0])
            table = LiveTable(table_id, conduct, conduct.start, 0, journal.GENESIS)
            table = _after(table, entry, first.digest)
            for row in rows:
                table = _after(table, journal.read(row.body), row.digest)
        self._tables[table_id] = table
        self.games[table_id] = table.opened.game
        self._count(table_id)
        return table

    def _count(self, table_id: str) -> None:
        """What the table's accounts hold: read when its journal has been, so that no view has older money than its table."""
        own = [f"{name}:{table_id}" for name in (STAKES, BANK, COMMISSION, BREAKAGE)]
        self._balances.update(self.store.balances(own))

    def _catch_up(self, table: LiveTable) -> list[Published]:
        news = []
        with closing(self.store.rows(table.id, after=table.seq)) as rows:
            for row in rows:
                entry = journal.read(row.body)
                table = _after(table, entry, row.digest)
                news.append(Published(entry, table))
        self._tables[table.id] = table
        if news:
            self._count(table.id)
        return news

    # Carrying out

    def do(self, request: Request) -> Published:
        """Carry out one command; raises the refusal."""
        (answer,) = self.do_all([request])
        if isinstance(answer, Refusal):
            raise answer
        return answer

    def do_all(self, requests: Sequence[Request]) -> list[Answer]:
        """Carry out commands in order with one write to the disk; each is applied whole or refused."""
        with self._lock:
            known: dict[int, Answer] = {}
            if self._suspect:
                self._start_afresh()
            is_fresh = not self.store.is_shared
            for _ in range(MOST_TRIES):
                try:
                    draft, answers = self._decide_all(requests, known, is_fresh=is_fresh)
                    if draft.published:
                        self._write(draft)
                except StoreConflictError:
                    known, is_fresh = self._second_look(requests), True
                else:
                    return answers
            raise StoreDownError("others write to these tables faster than we can")  # noqa: EM101, TRY003

    def _write(self, draft: Draft) -> None:
        try:
            self.store.write(draft.writing)
        except StoreConflictError:
            raise
        except BaseException:
            self._suspect = True  # it may be written all the same
            raise
        self._conclude(draft)

    def _decide_all(
        self, requests: Sequence[Request], known: dict[int, Answer], *, is_fresh: bool
    ) -> tuple[Draft, list[Answer]]:
        draft = Draft(at=self._clock().isoformat(timespec="milliseconds"))
        answers: list[Answer] = []
        for place, request in enumerate(requests):
            try:
                answers.append(known[place] if place in known else self._decide(draft, request))
            except Refusal as refusal:
                before = self._done_before(draft, request)
                if before is None and not is_fresh:
                    self._check_fresh(request)
                answers.append(before or refusal)
            except (StoreConflictError, StoreDownError):
                raise
            except Exception as fault:  # noqa: BLE001 - a defect, or a fault that nobody has thought of
                answers.append(self._stop(request.table, fault))
        return draft, answers

    def _stop(self, table_id: str, fault: Exception) -> Refusal:
        """A promise of the program is broken at this table: nothing goes on there; the others are not concerned."""
        known = self._tables.get(table_id)
        if known is not None and self.store.seq(table_id) != known.seq:
            raise StoreConflictError(table_id) from fault  # another process wrote: our view is broken, not the table
        self.stopped[table_id] = repr(fault)
        LOG.error("table stopped", exc_info=fault, extra={"about": {"table": table_id}})
        return Refusal(Code.TABLE_STOPPED, asked=table_id)

    def _check_fresh(self, request: Request) -> None:
        """Where other processes write too, nothing is refused for what has changed since: the batch is decided anew."""
        known = self._tables.get(request.table)
        names = _concerned(request)
        now = self.store.balances(names)
        is_same = all(now.get(name, 0) == self._balances.get(name, 0) for name in names)
        if not is_same or self.store.seq(request.table) != (known.seq if known else 0):
            raise StoreConflictError(request.table)

    def _decide(self, draft: Draft, request: Request) -> Published:
        done = draft.done.get((request.table, request.actor.name, request.id))
        if done is not None:
            return _same(done, request)
        if request.command.do == OPEN:
            return self._begin(draft, request)
        if request.table in self.stopped:
            raise Refusal(Code.TABLE_STOPPED, asked=request.table)
        table = draft.tables.get(request.table) or self.table(request.table)
        if request.seq is not None and request.seq != table.seq:
            raise Refusal(Code.STALE_SEQUENCE, asked=request.seq, allowed=table.seq)
        chance = self._chance(draft, table, request.command)
        player = request.command.player or request.actor.name
        funds = Funds(wallet=self._holds(draft, wallet(player)), bank=self._holds(draft, f"{BANK}:{table.id}"))
        events = table.conduct.decide(table.state, request.command, request.actor, funds, chance)
        return self._draft(draft, table, request, events)

    def _begin(self, draft: Draft, request: Request) -> Published:
        """A table opens with its terms and its bank."""
        asked = request.opening
        if request.table in self.games or request.table in draft.tables:
            raise Refusal(Code.TABLE_EXISTS, asked=request.table)
        check_role(request.command, request.actor, Role.SUPERVISOR)
        opened = opening(asked) if asked else cage_opening()
        events: tuple[Event, ...] = (opened, Funded(amount=asked.bank)) if asked and asked.bank else (opened,)
        conduct = conduct_of(opened)
        draft.writing.opened.append((request.table, opened.game))
        table = LiveTable(request.table, conduct, conduct.start, 0, journal.GENESIS)
        return self._draft(draft, table, request, events)

    def _draft(self, draft: Draft, table: LiveTable, request: Request, events: tuple[Event, ...]) -> Published:
        """Write an entry into the draft, with the money it moves."""
        entry = Entry(
            table=table.id,
            seq=table.seq + 1,
            at=draft.at,
            by=request.actor.name,
            role=request.actor.role,
            id=request.id,
            command=request.command,
            events=events,
        )
        body = journal.write(entry)
        after = _after(table, entry, journal.digest(table.head, body))
        self._move(draft, entry)
        writing = draft.writing
        writing.rows.append(Row(table.id, entry.seq, entry.by, entry.id, body, after.head))
        expected, _, _ = writing.heads.get(table.id, (table.seq, 0, ""))
        writing.heads[table.id] = (expected, after.seq, after.head)
        hidden = (event.commitment for event in events if isinstance(event, Committed))
        writing.secrets += [(table.id, commitment, *draft.secrets[commitment]) for commitment in hidden]
        draft.tables[table.id] = after
        published = Published(entry, after)
        draft.published.append(published)
        draft.done[table.id, entry.by, entry.id] = published
        return published

    def _move(self, draft: Draft, entry: Entry) -> None:
        """The money of an entry: all of it, or a defect and none."""
        transfers = list(transfers_of(entry))
        changes: dict[str, int] = {}
        for source, target, amount in transfers:
            changes[source] = changes.get(source, 0) - amount
            changes[target] = changes.get(target, 0) + amount
        holds = {account: self._holds(draft, account) + change for account, change in changes.items()}
        for account, balance in holds.items():
            if balance < 0 and account != OUTSIDE:
                raise Defect(f"{account} would hold {balance}")  # noqa: EM102, TRY003
            if abs(balance) > MOST_HELD:
                raise Refusal(Code.BAD_STAKE, asked=format_patacas(abs(balance)))
        writing = draft.writing
        writing.new_accounts.update(account for account in holds if account not in self._balances)
        writing.transfers += [(entry.table, entry.seq, place, *one) for place, one in enumerate(transfers)]
        for account, change in changes.items():
            writing.deltas[account] = writing.deltas.get(account, 0) + change
        draft.balances.update(holds)

    def _holds(self, draft: Draft, account: str) -> int:
        held = draft.balances.get(account)
        return self._balances.get(account, 0) if held is None else held

    def _chance(self, draft: Draft, table: LiveTable, command: Command) -> Chance | None:
        """What a drawn table needs of chance: a result, a hidden one, or the one that was hidden."""
        wanted = table.conduct.wants(table.state, command)
        if wanted is None:
            return None
        want, possible = wanted
        if want is Want.OPEN:
            return self._opened(draft, table)
        drawn = " ".join(shuffle(TILES, self._source)) if possible is SHUFFLE else draw(possible, self._source)
        if want is Want.DRAW:
            return Chance(outcome=drawn)
        commitment, nonce = commit(drawn, self._source)
        draft.secrets[commitment] = (drawn, nonce)
        return Chance(commitment=commitment)

    def _opened(self, draft: Draft, table: LiveTable) -> Chance:
        """The result behind the table's commitment: never another in its place."""
        commitment = table.state.commitment
        secret = draft.secrets.get(commitment) or self.store.secret(table.id, commitment)
        if secret is None or not is_opened_by(commitment, *secret):
            raise Refusal(Code.COMMITMENT_LOST, asked=commitment)
        return Chance(outcome=secret[0], commitment=commitment, nonce=secret[1])

    def _conclude(self, draft: Draft) -> None:
        """It is on the disk: now it is so, and may be told."""
        self._tables.update(draft.tables)
        self._balances.update(draft.balances)
        self.games.update({table.id: table.opened.game for table in draft.tables.values()})
        self._tell(draft.published)

    def _tell(self, published: list[Published]) -> None:
        if published:
            for listener in self.listeners:
                listener(published)

    # When something does not fit

    def _done_before(self, draft: Draft, request: Request) -> Answer | None:
        """A command that was carried out before gets the answer it got then."""
        if request.table not in self.games:
            return None
        row = self.store.find(request.table, request.actor.name, request.id)
        if row is None or (request.table, request.actor.name, request.id) in draft.done:
            return None
        return self._told(row, request)

    def _second_look(self, requests: Sequence[Request]) -> dict[int, Answer]:
        """Another process wrote, or a command came twice: see which commands are done, and what is so now.

        The tables come last: the less time passes until the next try, the likelier it fits.
        """
        rows = [self.store.find(one.table, one.actor.name, one.id) for one in requests]
        for request in {request.table: request for request in requests}.values():
            self._renew(request)
        self._balances = self.store.balances()
        return {place: self._told(row, requests[place]) for place, row in enumerate(rows) if row is not None}

    def _told(self, row: Row, request: Request) -> Answer:
        """What was answered then."""
        try:
            return _same(Published(journal.read(row.body), self.table(request.table)), request)
        except Refusal as refusal:
            return refusal

    def _renew(self, request: Request) -> None:
        """The table of a request as it stands in the store."""
        known = self._tables.get(request.table)
        if known is not None:
            self._tell(self._catch_up(known))
        elif self.store.seq(request.table):
            self.games.setdefault(request.table, "")

    def _start_afresh(self) -> None:
        """After the store was down: believe nothing that is not in it."""
        for table in list(self._tables.values()):
            self._tell(self._catch_up(table))
        self._balances = self.store.balances()
        self._suspect = False


def _after(table: LiveTable, entry: Entry, digest: str) -> LiveTable:
    """The table when an entry has been added to its journal."""
    state = table.state
    for event in entry.events:
        state = table.conduct.evolve(state, event)
    return LiveTable(table.id, table.conduct, state, entry.seq, digest)


def _concerned(request: Request) -> list[str]:
    """The accounts that decide whether there is money enough."""
    return [wallet(request.command.player or request.actor.name), f"{BANK}:{request.table}"]


def _same(done: Published, request: Request) -> Published:
    """The same answer for the same command; another body under a used id is refused."""
    is_same = done.entry.command == request.command
    if request.opening is not None:
        first, *funded = done.entry.events
        is_same = (
            is_same
            and structs.replace(opening(request.opening), version="") == structs.replace(first, version="")
            and funded == ([Funded(amount=request.opening.bank)] if request.opening.bank else [])
        )
    if not is_same:
        raise Refusal(Code.COMMAND_REPEATED, asked=request.id, seq=done.entry.seq)
    return done


def transfers_of(entry: Entry) -> Iterable[tuple[str, str, int]]:
    """The money an entry moves, between accounts of the whole house."""
    for event in entry.events:
        for source, target, amount in event.transfers():
            if amount:
                yield _account(source, entry.table), _account(target, entry.table), amount


def _account(name: str, table_id: str) -> str:
    """A table's own accounts carry its name; wallets and the outside are the house's."""
    return name if name == OUTSIDE or ":" in name else f"{name}:{table_id}"
