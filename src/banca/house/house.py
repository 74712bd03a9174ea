"""The house: its tables as they stand, and one way to carry out commands. Nobody is answered before it is on the disk."""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from threading import RLock

from banca.house import journal
from banca.house.at_hand import TablesAtHand
from banca.house.balances import Balances
from banca.house.batch import Batch
from banca.house.cage import CashOut
from banca.house.chance import SYSTEM, Source
from banca.house.clock import HouseClock
from banca.house.loading import Loader
from banca.house.log import HouseLog, give_places, read_back
from banca.house.news import Written
from banca.house.opening import conduct_of, proposal_in
from banca.house.refusals import TABLE_STOPPED, UNKNOWN_TABLE
from banca.house.register import OUTSIDE_TABLES, REGISTER
from banca.house.register_keeper import RegisterKeeper
from banca.house.request import Answer, CommandRequest, LiveTable, Logged, Published, after, same, transfers_of
from banca.house.seal import Seal
from banca.house.signed_ledger import SignedLedger
from banca.house.store import Store
from banca.house.store_errors import OTHERS_FASTER, StoreConflictError, StoreDownError
from banca.house.writing import Row
from banca.live.command import THE_HOUSE, OpenTable
from banca.live.event import BANK, BREAKAGE, COMMISSION, STAKES, RoundVoided, wallet
from banca.rules import Proposal, Refusal

MOST_TRIES = 50  # how often a batch is decided anew because another process wrote first
REPEATS = 100  # batches looked up before they are decided, after one with a repeated command; else the store's constraint tells
MOST_NAMED = 20  # tables that a refusal names, where there are more
LOG = logging.getLogger("banca")


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
        self.listeners: list[Callable[[list[Published]], None]] = []
        self.source = source
        self.clock = HouseClock(clock)
        self.clock.see(max(store.last_beat(), store.last_logged()))
        self._lock = RLock()
        self._tables = TablesAtHand()
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

    def standing(self, but: Collection[str] = ()) -> Iterator[LiveTable]:
        """Every table that goes on or closed of late, in order of their names, but for those that are stopped: of another game's trouble nobody else hears."""
        return self.standing_of(name for name in self.names if name not in but)

    def standing_of(self, names: Iterable[str]) -> Iterator[LiveTable]:
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
        return (table for table in self.standing(but=resting) if table.state.seats)

    def rests(self, table_id: str) -> bool:
        """Whether nobody sits at a table and nothing lies there, so that it was put away."""
        return table_id in self._tables.resting

    def has(self, table_id: str) -> bool:
        """Whether there is such a table, or was."""
        return table_id in self.games or bool(self.store.seq(table_id))

    def at_hand(self, table_id: str) -> LiveTable | None:
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

    def refresh(self) -> list[Published]:
        """Take in all that other processes have written, whatever it was; what was new."""
        with self._lock:
            self.balances.forget()
            going_on = self.store.open_tables()
            closed = [table_id for table_id in self.games if table_id not in going_on]
            seqs = {name: seq for name, (_, seq) in going_on.items()}
            news = self.take_in(
                Written(tables=seqs | {name: seq for name, (seq, _) in self.store.heads(closed).items()})
            )
            for table_id in closed:
                self.games.pop(table_id, None)
            return news

    def take_in(self, written: Written) -> list[Published]:
        """Take in what another process has written, as far as it concerns what is at hand here; what was new."""
        with self._lock:
            news: list[Published] = []
            self.balances.forget(written.accounts)
            self.games.update(self._begun_elsewhere(written))
            for table_id, seq in written.tables.items():
                known = self._tables.get(table_id)
                if known is None:
                    news += self._woken(table_id, seq)
                elif known.seq < seq:
                    news += self._catch_up(known, seq)
            self._tell(news)
            return news

    def _begun_elsewhere(self, written: Written) -> dict[str, str]:
        """Tables that are news here altogether, with their games."""
        new = [name for name in written.tables if name not in self.games and name not in self._tables]
        return {name: game for name, (game, _) in self.store.open_tables(new).items()} if new else {}

    def _woken(self, table_id: str, seq: int) -> list[Published]:
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

    def renew(self, table_id: str) -> None:
        """One table as it stands in a store that others write to."""
        self.take_in(Written(tables={name: seq for name, (seq, _) in self.store.heads([table_id]).items()}))

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

    def _recount(self, table_id: str, news: Iterable[Published] = ()) -> None:
        """The money of a table, and what its news moved, is read when its journal has been: no view has older money than its table."""
        self.balances.forget(f"{name}:{table_id}" for name in (STAKES, BANK, COMMISSION, BREAKAGE))
        for one in news:
            for source, target, _ in transfers_of(one.entry):
                self.balances.forget((source, target))

    def _catch_up(self, table: LiveTable, seq: int) -> list[Published]:
        """What was written to a table up to an entry."""
        news = []
        with closing(self.store.rows(table.id, after=table.seq, most=seq - table.seq)) as rows:
            for row in rows:
                try:
                    entry = journal.read(row.body, table.opened.game, row.seq)
                    table = after(table, entry, row.digest)
                except Exception as fault:  # whatever it is, it is this table's alone
                    self._note_stop(table.id, fault)
                    break
                news.append(Published(entry, table, Logged("", row.digest, row.body, row.leaf)))
        self._tables[table.id] = table
        self._note_voids(news)
        self._note_game(table)
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
                        held.enter_context(self.store.alone())
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

    def _note_voids(self, published: Iterable[Published]) -> None:
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

    def _second_look(self, requests: Sequence[CommandRequest], moved: Iterable[str]) -> None:
        """Another process wrote: see what is so now at the tables concerned; the money concerned is read again when it is needed."""
        heads = self.store.heads({REGISTER, *(one for each in requests for one in (each.table, self._where(each)))})
        accounts = {*moved, *(account for request in requests for account in request.accounts)}
        self.take_in(Written(tables={name: seq for name, (seq, _) in heads.items()}, accounts=tuple(accounts)))

    def _told(self, row: Row, request: CommandRequest) -> Answer:
        """A command that was carried out before gets the answer it got then."""
        try:
            table = self.table(request.table)
            return same(read_back(row, table), request)
        except Refusal as refusal:
            return refusal

    def _start_afresh(self) -> None:
        """After the store was down: believe nothing that is not in it."""
        self.refresh()
        self._suspect = False
