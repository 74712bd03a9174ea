"""The store: journal and ledger in one transaction, on SQLite or PostgreSQL."""

import secrets
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from importlib.resources import files

import msgspec
from alembic import command as alembic
from alembic.config import Config
from alembic.util import CommandError
from msgspec import Struct, structs
from sqlalchemy import (
    Connection,
    Executable,
    false,
    func,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.pool import StaticPool

from banca.house.authorisation import Authorisation
from banca.house.engine import make_engine, watch_connections
from banca.house.health import SAID
from banca.house.location import store_file
from banca.house.log_rows import LogRows
from banca.house.mark_rows import MarkRows
from banca.house.news import Written, notices
from banca.house.people_rows import PeopleRows
from banca.house.register.conduct import REGISTER
from banca.house.schema import (
    ACCOUNTS,
    AUTHORISATIONS,
    JOURNAL,
    PULSE,
    SECRETS,
    TABLES,
    TRANSFERS,
    USERS,
)
from banca.house.snapshot_rows import KeptSnapshot, kept_snapshot, newest_snapshot
from banca.house.statements import ALONE, ANNOUNCE, BESIDE, calls, new_account
from banca.house.store_errors import StoreConflictError, StoreDownError, faults
from banca.house.store_file import StoreFile
from banca.rulebook import words
from banca.transparency.merkle import Grown
from banca.transparency.receipt import entry_leaf

IN_MEMORY = "sqlite://"
NEWER_STORE = words(
    "it was made by a newer version of the program",
    pt="foi criada por uma versão mais recente do programa",
    zh="由較新版本的程式建立",
)


class Row(Struct, frozen=True):
    """One entry of the journal as it is stored."""

    table_id: str
    seq: int
    by: str
    command_id: str
    body: bytes
    digest: str
    leaf: int = -1
    """Its place in the log, where it is written."""


@dataclass(slots=True)
class Writing:
    """What one transaction puts down, all or nothing."""

    rows: list[Row] = field(default_factory=list)
    transfers: list[tuple[str, int, int, str, str, int]] = field(default_factory=list)
    """Table, sequence, place, source, target, amount."""
    snapshots: list[tuple[str, int, bytes]] = field(default_factory=list)
    """Table, sequence, and the table as it stands after that entry."""
    closed: list[str] = field(default_factory=list)
    """Tables that end."""
    secrets: list[tuple[str, str, str, str]] = field(default_factory=list)
    """Table, commitment, and the result as it is kept (hidden.py)."""
    opened: list[tuple[str, str]] = field(default_factory=list)
    """Tables that begin, with their game."""
    heads: dict[str, tuple[int, int, str]] = field(default_factory=dict)
    """For each table: the sequence it must stand at, the one it comes to, and the digest there."""
    deltas: dict[str, int] = field(default_factory=dict)
    """How balances change."""
    new_accounts: set[str] = field(default_factory=set)
    """Accounts that may not exist yet."""
    also: list[Executable] = field(default_factory=list)
    """What is written of people and keys."""
    grown: Grown | None = None
    """The log with the rows in it, from when they are put down."""
    register: int | None = None
    """How far the register went when all this was decided: who has been shut out since is out."""


class Store(PeopleRows, LogRows, MarkRows):
    """Reads and writes; it decides nothing."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        path = store_file(url)
        self.file = StoreFile(path) if path else None
        """Of SQLite: what must be ours alone, and stay where it is."""
        if self.file:
            watch_connections(self.engine, self.file, self._check_place)
        self._writer = self.engine.execution_options(writes=True)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self.is_shared = not isinstance(self.engine.pool, StaticPool)
        """Whether other processes may write too."""
        self.origin = secrets.token_hex(4)
        """Whose news it is that other processes hear: nobody hears their own."""
        self._is_alone = False

    def migrate(self) -> None:
        """Bring the schema up to date, step by step; a file that others may read, or of a newer program, is refused."""
        if self.file:
            self.file.check_private()
        config = Config()
        config.set_main_option("script_location", str(files("banca.house").joinpath("migrations")))
        with faults(), self._writer.begin() as connection:
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(4720103)"))  # two servers may start at once
            config.attributes["connection"] = connection
            try:
                alembic.upgrade(config, "head")
            except CommandError as fault:
                raise StoreDownError(NEWER_STORE) from fault
        if self.file:
            self.file.remember()

    @property
    def has_schema(self) -> bool:
        """Whether there is anything in this store yet."""
        with faults():
            return bool(inspect(self.engine).has_table(JOURNAL.name))

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    # Writing

    def write(self, writing: Writing) -> None:
        """One transaction; nobody may be answered before it returns."""
        with self.at_once() as put_down:
            put_down(writing)

    @contextmanager
    def at_once(self) -> Iterator[Callable[[Writing], None]]:
        """Several writings in one transaction: all of them, or none."""
        with self.changes() as connection:
            yield lambda writing: self._write(connection, writing)

    @contextmanager
    def changes(self) -> Iterator[Connection]:
        """One transaction that writes, into the file that is at its place before and after: none is acknowledged that nobody will find."""
        self._check_place()
        with faults(), self._writer.begin() as connection:
            yield connection
        self._check_place()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """No other process writes entries while this lasts: what is decided now fits. It waits for those that do, and others wait for it.

        SQLite lets one write at a time in any case.
        """
        if self.is_sqlite:
            yield
            return
        with faults(), self.engine.begin() as connection:
            connection.exec_driver_sql(ALONE)
            self._is_alone = True
            try:
                yield
            finally:
                self._is_alone = False

    def _check_place(self) -> None:
        trouble = self.file.trouble() if self.file else None
        if trouble:
            raise StoreDownError(str(SAID[trouble]), trouble)

    def beat(self, at: str, ballast: bytes = b"") -> None:
        """A write for its own sake, so that somebody knows that writing works; the time of it is kept, never an earlier one."""
        with self.changes() as connection:
            connection.execute(update(PULSE).values(ballast=ballast))
            connection.execute(update(PULSE).where(PULSE.c.at < at).values(at=at))

    def last_beat(self) -> str:
        """When that was last done; nothing where it never was."""
        with faults(), self.engine.connect() as connection:
            return str(connection.execute(select(PULSE.c.at)).scalar_one())

    def _write(self, connection: Connection, writing: Writing) -> None:
        """Few statements for each kind of row, however many there are; the tables' sequence first: where it does not fit, somebody else was here."""

        def run(kind: str, rows: Sequence[Sequence[object]]) -> None:
            for call in calls(kind, rows, is_sqlite=self.is_sqlite):
                done = connection.exec_driver_sql(call.statement, call.parameters)
                if done.rowcount not in (call.rows, -1):
                    raise StoreConflictError(kind)

        if not self.is_sqlite and not self._is_alone:
            connection.exec_driver_sql(BESIDE)
        leaves = [entry_leaf(row.table_id, row.seq, row.digest) for row in writing.rows]
        first, writing.grown = self.grow_log(connection, leaves)
        self._check_register(connection, writing)
        for table_id, game in sorted(writing.opened):
            connection.execute(TABLES.insert().values(id=table_id, game=game, seq=0, head=""))
        run("heads", [(table_id, *head) for table_id, head in sorted(writing.heads.items())])
        run("journal", [(*structs.astuple(row)[:-1], leaf) for leaf, row in enumerate(writing.rows, first)])
        run("snapshots", writing.snapshots)
        run("transfers", writing.transfers)
        run("secrets", writing.secrets)
        for name in sorted(writing.new_accounts):
            connection.exec_driver_sql(new_account(is_sqlite=self.is_sqlite), (name,))
        for statement in writing.also:
            connection.execute(statement)
        if writing.closed:
            connection.execute(update(TABLES).where(TABLES.c.id.in_(writing.closed)).values(is_closed=True))
        run("balances", [(name, delta) for name, delta in sorted(writing.deltas.items()) if delta])
        self._announce(connection, writing)

    def _check_register(self, connection: Connection, writing: Writing) -> None:
        """Who was shut out since all this was decided is out."""
        if writing.register is None or not self.is_shared:
            return
        is_only_read = REGISTER not in writing.heads  # two who shared it would wait for each other to write it
        asked = select(TABLES.c.seq).where(TABLES.c.id == REGISTER).with_for_update(read=is_only_read)
        if connection.execute(asked).scalar() != writing.register:
            raise StoreConflictError(REGISTER)

    def _announce(self, connection: Connection, writing: Writing) -> None:
        """Other processes hear of it when, and only if, it is committed."""
        if not self.is_sqlite and writing.heads:
            tables = {table_id: seq for table_id, (_, seq, _) in writing.heads.items()}
            news = Written(tables=tables, accounts=tuple(writing.deltas))
            connection.exec_driver_sql(ANNOUNCE, (msgspec.json.encode(list(notices(self.origin, news))).decode(),))

    def tidy(self) -> None:
        """Bring what SQLite has written ahead into its place, beside the writers; nothing to do elsewhere."""
        if self.is_sqlite and self.is_shared:
            with faults(), closing(self.engine.raw_connection()) as raw:
                raw.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")

    # Reading

    @contextmanager
    def at_one_moment(self) -> Iterator[Connection]:
        """A connection that sees everything as it stands now, whatever others write meanwhile."""
        engine = self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="REPEATABLE READ")
        with faults(), engine.connect() as connection:
            yield connection

    def tables(self) -> dict[str, tuple[str, int]]:
        """Every table with its game and sequence."""
        with faults(), self.engine.connect() as connection:
            rows = connection.execute(select(TABLES.c.id, TABLES.c.game, TABLES.c.seq).order_by(TABLES.c.id))
            return {row.id: (row.game, row.seq) for row in rows}

    def open_tables(self, names: Iterable[str] | None = None) -> dict[str, tuple[str, int]]:
        """Every table that goes on, or those of some, with its game and sequence."""
        asked = select(TABLES.c.id, TABLES.c.game, TABLES.c.seq).where(TABLES.c.is_closed == false())
        if names is not None:
            asked = asked.where(TABLES.c.id.in_(list(names)))
        with faults(), self.engine.connect() as connection:
            return {row.id: (row.game, row.seq) for row in connection.execute(asked.order_by(TABLES.c.id))}

    def heads(self, names: Iterable[str] | None = None) -> dict[str, tuple[int, str]]:
        """How far each table's journal goes, and the digest there; all, or those named."""
        asked = select(TABLES.c.id, TABLES.c.seq, TABLES.c.head)
        if names is not None:
            asked = asked.where(TABLES.c.id.in_(list(names)))
        with faults(), self.engine.connect() as connection:
            return {row.id: (row.seq, row.head) for row in connection.execute(asked)}

    def journals(self, *, after: str = "", most: int, sought: str = "") -> list[tuple[str, str, int, str]]:
        """So many tables from behind a name, with part of a name: name, game, sequence, and the digest there."""
        asked = select(TABLES).where(TABLES.c.id > after).order_by(TABLES.c.id).limit(most)
        if sought:
            asked = asked.where(TABLES.c.id.contains(sought, autoescape=True))
        with faults(), self.engine.connect() as connection:
            return [(row.id, row.game, row.seq, row.head) for row in connection.execute(asked)]

    def seq(self, table_id: str) -> int:
        """How far a table's journal goes; 0 where there is none."""
        with faults(), self.engine.connect() as connection:
            return connection.execute(select(TABLES.c.seq).where(TABLES.c.id == table_id)).scalar() or 0

    def rows(self, table_id: str, after: int = 0, most: int | None = None) -> Generator[Row, None, None]:
        """A table's entries in order, from behind sequence `after`."""
        asked = select(JOURNAL).where(JOURNAL.c.table_id == table_id, JOURNAL.c.seq > after).order_by(JOURNAL.c.seq)
        with (
            faults(),
            self.engine.connect() as connection,
            connection.execution_options(yield_per=1000).execute(asked.limit(most)) as found,
        ):
            for row in found:
                yield Row(row.table_id, row.seq, row.by, row.command_id, bytes(row.body), row.digest, row.leaf)

    def snapshot(self, table_id: str, before: int | None = None) -> KeptSnapshot | None:
        """A table's newest snapshot, or the newest before an entry, beside the entry that should bind it."""
        with faults(), self.engine.connect() as connection:
            row = connection.execute(newest_snapshot(table_id, before)).first()
        return kept_snapshot(row) if row else None

    def rows_of(self, table_id: str, by: str) -> Generator[Row, None, None]:
        """One person's entries at a table, the newest first."""
        asked = select(JOURNAL).where(JOURNAL.c.table_id == table_id, JOURNAL.c.by == by).order_by(JOURNAL.c.seq.desc())
        with (
            faults(),
            self.engine.connect() as connection,
            connection.execution_options(yield_per=100).execute(asked) as found,
        ):
            for row in found:
                yield Row(row.table_id, row.seq, row.by, row.command_id, bytes(row.body), row.digest, row.leaf)

    def find(self, commands: Iterable[tuple[str, str, str]]) -> dict[tuple[str, str, str], Row]:
        """The entries of those commands that have been carried out, by table, person and id."""
        with faults(), self.engine.connect() as connection:
            rows = [
                Row(table, seq, by, name, bytes(body), *rest)
                for call in calls("find", list(commands), is_sqlite=self.is_sqlite)
                for table, seq, by, name, body, *rest in connection.exec_driver_sql(call.statement, call.parameters)
            ]
        return {(row.table_id, row.by, row.command_id): row for row in rows}

    def balances(self, names: Iterable[str] | None = None) -> dict[str, int]:
        """Accounts and what they hold; all, or those named."""
        asked = select(ACCOUNTS)
        if names is not None:
            asked = asked.where(ACCOUNTS.c.name.in_(list(names)))
        with faults(), self.engine.connect() as connection:
            return {row.name: row.balance for row in connection.execute(asked)}

    def transfers(self, table_id: str) -> Iterator[tuple[int, int, str, str, int]]:
        """A table's transfers in order: sequence, place, source, target, amount."""
        columns = (TRANSFERS.c.seq, TRANSFERS.c.place, TRANSFERS.c.source, TRANSFERS.c.target, TRANSFERS.c.amount)
        asked = select(*columns).where(TRANSFERS.c.table_id == table_id).order_by(TRANSFERS.c.seq, TRANSFERS.c.place)
        with (
            faults(),
            self.engine.connect() as connection,
            connection.execution_options(yield_per=1000).execute(asked) as found,
        ):
            for row in found:
                yield row.seq, row.place, row.source, row.target, row.amount

    def secret(self, table_id: str, commitment: str) -> tuple[str, str] | None:
        """The hidden result behind a commitment, as it is kept."""
        asked = select(SECRETS.c.outcome, SECRETS.c.nonce).where(
            SECRETS.c.table_id == table_id, SECRETS.c.commitment == commitment
        )
        with faults(), self.engine.connect() as connection:
            row = connection.execute(asked).first()
        return (row.outcome, row.nonce) if row else None

    # Authorisations

    @property
    def keeps_authorisations(self) -> bool:
        """Whether it has been opened by a program that records them."""
        with faults():
            return bool(inspect(self.engine).has_table(AUTHORISATIONS.name))

    def authorisations(self, game: str | None = None) -> list[Authorisation]:
        """Every record of a game, or of all, in the order they were made."""
        with faults(), self.engine.connect() as connection:
            return _authorisations(connection, game)

    def counts(self) -> dict[str, int]:
        """How much there is of everything."""
        with faults(), self.engine.connect() as connection:
            return {
                table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
                for table in (TABLES, JOURNAL, TRANSFERS, ACCOUNTS, USERS)
            }


def _authorisations(connection: Connection, game: str | None) -> list[Authorisation]:
    asked = select(AUTHORISATIONS).order_by(AUTHORISATIONS.c.number)
    rows = connection.execute(asked if game is None else asked.where(AUTHORISATIONS.c.game == game)).mappings()
    return [Authorisation(**{name: row[name] for name in Authorisation.__struct_fields__}) for row in rows]


def open_store(url: str) -> Store:
    """A store with its schema up to date."""
    store = Store(url)
    store.migrate()
    return store
