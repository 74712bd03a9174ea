"""The house: its tables as they stand, and one way to carry out commands. Nobody is answered before it is on the disk."""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from threading import RLock
from uuid import uuid4

from msgspec import structs
from sqlalchemy import Executable

from banca.house import journal
from banca.house.balances import Balances
from banca.house.batch import Batch
from banca.house.chance import SYSTEM, Source
from banca.house.clock import HouseClock
from banca.house.opening import conduct_of, proposal_in
from banca.house.refusals import TABLE_STOPPED, UNKNOWN_TABLE
from banca.house.register import OUTSIDE_TABLES, REGISTER, Record, RegisterEvent, RegisterState
from banca.house.register.event import NOTED, KeyLost, Member, RegisterBegun, SafeguardsSet
from banca.house.request import Answer, CommandRequest, LiveTable, Published, after, same, transfers_of
from banca.house.seal import Seal
from banca.house.store import Row, Store
from banca.house.store_errors import StoreConflictError, StoreDownError
from banca.live.command import THE_HOUSE, Actor, OpenTable, Role
from banca.live.event import BANK, BREAKAGE, COMMISSION, STAKES
from banca.rulebook import Proposal, Refusal, words

OTHERS_FASTER = words(
    "other processes write to these tables faster than this one",
    pt="outros processos escrevem nestas mesas mais depressa do que este",
    zh="其他程序寫入此等檯的速度較本程序快",
)
MOST_TRIES = 50
"""How often a batch is decided anew because another process wrote first."""
TWO = 2
LOG = logging.getLogger("banca")


class House:
    """All tables of one store. Commands may come from any thread; they are carried out in batches, one after another."""

    def __init__(
        self,
        store: Store,
        *,
        seal: Seal | None = None,
        source: Source = SYSTEM,
        clock: Callable[[], datetime] | None = None,
        is_strict: bool = False,
        is_play_money: bool = False,
    ) -> None:
        self.store = store
        self.seal = seal or Seal.passing()
        """Of what is hidden in the store."""
        self.is_strict = is_strict
        """Whether a table is refused under an option without an authorisation on record."""
        self.is_play_money = is_play_money
        """Whether all money here is worth nothing, so that the program may play with it."""
        self.listeners: list[Callable[[list[Published]], None]] = []
        self.source = source
        self.clock = HouseClock(clock)
        self.clock.see(store.last_beat())
        self._lock = RLock()
        self._tables: dict[str, LiveTable] = {}
        self._suspect = False
        self.fault: StoreDownError | None = None
        """Why the store could not do its work when it was last needed for a write; None where it could."""
        self.stopped: dict[str, str] = {}
        """Tables at which a promise of the program was broken, and which."""
        self.balances = Balances(store)
        self.proposals: dict[str, Proposal] = {}
        """Those that tables of this house carry or may carry, by id."""
        self.games = {table_id: game for table_id, (game, _) in store.tables().items()}
        for name in OUTSIDE_TABLES:
            if name not in self.games:
                self.do(CommandRequest(table=name, actor=THE_HOUSE, id="first", command=OpenTable()))
        self._begin_register()

    def _begin_register(self) -> None:
        """The register begins with the staff that the store has; and again where it was read in, as people do not travel."""
        seq = self.table(REGISTER).seq
        if seq == 1 or (self.register.staff and not self.store.has_users):
            staff = tuple(Member(row.name, Role(row.role), row.is_disabled) for row in self.store.staff())
            keys = tuple(digest[:NOTED] for digest in self.store.all_keys())
            begun = RegisterBegun(staff=staff, keys=keys, authorisations=len(self.store.authorisations()))
            self.put_down(begun, id=f"begun-{seq}")

    def ask_of_staff(self, **asked: bool | int | None) -> None:
        """Other safeguards from now on, by their names; None leaves one as it is."""
        chosen = {name: value for name, value in asked.items() if value is not None}
        safeguards = structs.replace(self.register.safeguards, **chosen)
        if safeguards != self.register.safeguards:
            self.put_down(SafeguardsSet(safeguards=safeguards))

    def note_lost_key(self) -> None:
        """Put down that what was hidden so far may never be opened."""
        self.put_down(KeyLost())

    @property
    def is_single_handed(self) -> bool:
        """Whether what takes two is done by one alone, as there is nobody else."""
        return self.register.safeguards.two_persons and len(self.register.seconds(but="")) < TWO

    # What there is

    @property
    def register(self) -> RegisterState:
        """Who is in the house."""
        state: RegisterState = self.table(REGISTER).state
        return state

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

    def standing(self) -> Iterator[LiveTable]:
        """Every table in order of their names, but for those that are stopped: of another game's trouble nobody else hears."""
        for name in sorted(self.games):
            if name in OUTSIDE_TABLES:
                continue
            try:
                yield self.table(name)
            except Refusal as refusal:
                if refusal.code != TABLE_STOPPED:
                    raise

    def at_hand(self, table_id: str) -> LiveTable | None:
        """One table as it stands, where nobody has to be waited for."""
        return self._tables.get(table_id)

    def _read_ahead(self, table_id: str) -> None:
        """Read a table's game, and the proposal that it carries, before anybody has to wait for it; where that fails it is stopped."""
        with closing(self.store.rows(table_id, most=1)) as rows:
            first = next(rows, None)
        try:
            if first:
                conduct_of(journal.read_first(first.body).events[0])
        except Exception as fault:  # noqa: BLE001 - whatever it is, it is this table's alone
            self._note_stop(table_id, fault)

    def balance(self, account: str) -> int:
        """What an account holds."""
        if self.store.is_shared:
            return self.store.balances([account]).get(account, 0)
        with self._lock:
            return self.balances.holds(account)

    def refresh(self) -> list[Published]:
        """Take in what other processes have written; what was new."""
        with self._lock:
            news: list[Published] = []
            for table_id, (seq, _) in self.store.heads().items():
                known = self._tables.get(table_id)
                if known is None:
                    self.games.setdefault(table_id, "")
                elif known.seq < seq and table_id not in self.stopped:
                    news += self._catch_up(known)
            self._tell(news)
            return news

    def beat(self, ballast: bytes = b"") -> None:
        """Write something for its own sake: `fault` says afterwards whether that works."""
        with self._noting():
            self.store.beat(self.clock.now(), ballast)
            self.fault = None

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
                raise Refusal(
                    UNKNOWN_TABLE,
                    asked=table_id,
                    allowed=[name for name in self.games if name not in OUTSIDE_TABLES],
                )
            entry = journal.read_first(first.body)
            conduct = conduct_of(entry.events[0])
            table = LiveTable(table_id, conduct, conduct.start, 0, journal.GENESIS)
            table = after(table, entry, first.digest)
            for row in rows:
                table = after(table, journal.read(row.body, table.opened.game, row.seq), row.digest)
        self._tables[table_id] = table
        self.games[table_id] = table.opened.game
        if table.opened.proposal:
            self.admit(proposal_in(table.opened.proposal))
        self.clock.see(table.at)
        self._recount(table_id)
        return table

    def admit(self, proposal: Proposal) -> None:
        """Let tables of this house carry a proposal."""
        self.proposals[proposal.id] = proposal

    def _recount(self, table_id: str, news: Iterable[Published] = ()) -> None:
        """The money of a table, and what its news moved, is read when its journal has been: no view has older money than its table."""
        self.balances.forget(f"{name}:{table_id}" for name in (STAKES, BANK, COMMISSION, BREAKAGE))
        for one in news:
            for source, target, _ in transfers_of(one.entry):
                self.balances.forget((source, target))

    def _catch_up(self, table: LiveTable) -> list[Published]:
        news = []
        with closing(self.store.rows(table.id, after=table.seq)) as rows:
            for row in rows:
                try:
                    entry = journal.read(row.body, table.opened.game, row.seq)
                    table = after(table, entry, row.digest)
                except Exception as fault:  # noqa: BLE001 - whatever it is, it is this table's alone
                    self._note_stop(table.id, fault)
                    break
                news.append(Published(entry, table))
        self._tables[table.id] = table
        self.clock.see(table.at)
        self._recount(table.id, news)
        return news

    # Carrying out

    def do(self, request: CommandRequest) -> Published:
        """Carry out one command; raises the refusal."""
        (answer,) = self.do_all([request])
        if isinstance(answer, Refusal):
            raise answer
        return answer

    def put_down(
        self,
        fact: RegisterEvent,
        *also: Executable,
        by: Actor = THE_HOUSE,
        check: Callable[[], None] | None = None,
        id: str = "",  # noqa: A002 - as requests have it
    ) -> Published:
        """A fact into the register, and in the same transaction what it changes among people and keys."""
        name = id or uuid4().hex
        return self.do(
            CommandRequest(table=REGISTER, actor=by, id=name, command=Record(fact=fact), also=also, check=check)
        )

    def do_all(self, requests: Sequence[CommandRequest]) -> list[Answer]:
        """Carry out commands in order with one write to the disk; each is applied whole or refused."""
        for table_id in {request.table for request in requests} - self._tables.keys() - self.stopped.keys():
            self._read_ahead(table_id)
        with self._lock, self._noting():
            if self._suspect:
                self._start_afresh()
            is_fresh = not self.store.is_shared
            for _ in range(MOST_TRIES):
                try:
                    draft, answers = self._decide_all(requests, is_fresh=is_fresh)
                    if draft.published:
                        self._write(draft)
                except StoreConflictError:
                    self._second_look(requests)
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

    def _decide_all(self, requests: Sequence[CommandRequest], *, is_fresh: bool) -> tuple[Batch, list[Answer]]:
        """What was carried out before is told again; the rest is decided, with the money that it is about."""
        draft = Batch(self, self.clock.now())
        before = self._done_before(dict(enumerate(requests)))
        new = (request for place, request in enumerate(requests) if place not in before)
        self.balances.read(account for request in new for account in request.accounts)
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
            except Exception as fault:  # noqa: BLE001 - a defect, or a fault that nobody has thought of
                answers.append(self._stop(self._where(request), fault))
        if refused and self.store.is_shared:
            for place, row in self._done_before(refused).items():
                answers[place] = self._told(row, refused.pop(place))
        if refused and not is_fresh:
            self._check_fresh(refused.values())
        return draft, answers

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
        self.stopped[table_id] = repr(fault)
        LOG.error("table stopped", exc_info=fault, extra={"about": {"table": table_id}})

    def _check_fresh(self, refused: Collection[CommandRequest]) -> None:
        """Where other processes write too, nothing is refused for what has changed since: the batch is decided anew."""
        money = {account for request in refused for account in request.accounts}
        now = self.store.balances(money)
        seqs = self.store.heads({REGISTER, *(request.table for request in refused)})
        tables = {name: self._tables[name].seq for name in seqs if name in self._tables}
        is_same = all(now.get(account, 0) == self.balances.holds(account) for account in money)
        if not is_same or tables != {name: seq for name, (seq, _) in seqs.items()}:
            raise StoreConflictError

    def _conclude(self, draft: Batch) -> None:
        """It is on the disk: now it is so, and may be told."""
        self.fault = None
        self._tables.update(draft.tables)
        self.clock.see(max(table.at for table in draft.tables.values()))
        self.balances.move(draft.deltas)
        self.games.update({table.id: table.opened.game for table in draft.tables.values()})
        self._tell(draft.published)

    def _tell(self, published: list[Published]) -> None:
        if published:
            for listener in self.listeners:
                listener(published)

    # When something does not fit

    def _done_before(self, requests: Mapping[int, CommandRequest]) -> dict[int, Row]:
        """The entries of those commands that were carried out before."""
        asked = {place: (one.table, one.actor.name, one.id) for place, one in requests.items()}
        rows = self.store.find(set(asked.values())) if asked else {}
        return {place: rows[key] for place, key in asked.items() if key in rows}

    def _second_look(self, requests: Sequence[CommandRequest]) -> None:
        """Another process wrote: see what is so now at the tables concerned; money is read again when it is needed."""
        self._renew(REGISTER)
        for table_id in dict.fromkeys(one for request in requests for one in (request.table, self._where(request))):
            self._renew(table_id)
        self.balances.forget()

    def _told(self, row: Row, request: CommandRequest) -> Answer:
        """A command that was carried out before gets the answer it got then."""
        try:
            table = self.table(request.table)
            return same(Published(journal.read(row.body, table.opened.game, row.seq), table), request)
        except Refusal as refusal:
            return refusal

    def _renew(self, table_id: str) -> None:
        """A table as it stands in the store."""
        known = self._tables.get(table_id)
        if known is not None:
            self._tell(self._catch_up(known))
        elif self.store.seq(table_id):
            self.games.setdefault(table_id, "")

    def _start_afresh(self) -> None:
        """After the store was down: believe nothing that is not in it."""
        self.refresh()
        self.balances.forget()
        self._suspect = False
