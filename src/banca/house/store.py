"""The store: journal and ledger in one transaction, on SQLite or PostgreSQL."""

import secrets
from abc import abstractmethod
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any, Protocol

import msgspec
from alembic import command as alembic
from alembic.config import Config
from alembic.util import CommandError
from msgspec import Struct
from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    Select,
    and_,
    delete,
    false,
    func,
    inspect,
    select,
    text,
    type_coerce,
    update,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool
from sqlalchemy.types import NULLTYPE

from banca.house.authorisations import Authorisation
from banca.house.database import (
    StoreConflictError,
    StoreDownError,
    StoreFile,
    database_faults,
    first_line,
    guard_connections,
    make_engine,
)
from banca.house.files import store_file
from banca.house.health import LASTING, SAID, Trouble, trouble_of
from banca.house.log_rows import LogRows, tree_in
from banca.house.mark_rows import MarkRows
from banca.house.news import Written, notices
from banca.house.register.conduct import REGISTER
from banca.house.schema import (
    ACCOUNTS,
    AUTHORISATIONS,
    JOURNAL,
    KEYS,
    PULSE,
    RUNS,
    SECRETS,
    SNAPSHOTS,
    TABLES,
    TRANSFERS,
    USERS,
)
from banca.transparency.merkle import Grown, Tree
from banca.transparency.receipt import leaf_hashes

# Statements that belong together: SQLite takes them one by one; PostgreSQL all at once, so that nobody waits for a round trip each.


class Statement(Struct, frozen=True):
    """A statement with its parameters, and how many rows it is about; None where that does not matter."""

    statement: str
    parameters: tuple[Any, ...] = ()
    rows: int | None = None


class StatementResult(Protocol):
    """What came of one."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed or found; -1 where that is not known."""
        ...

    def fetchall(self) -> Sequence[Any]:
        """The rows that it found."""
        ...


def run_statements(connection: Connection, calls: Sequence[Statement], *, is_sqlite: bool) -> Iterator[StatementResult]:
    """Run statements in order."""
    if is_sqlite:
        for call in calls:
            yield connection.exec_driver_sql(call.statement, call.parameters)
    else:
        yield from _together(connection, calls)


def _together(connection: Connection, calls: Sequence[Statement]) -> list[StatementResult]:
    """All of them are sent, and then all that they came to is read: past SQLAlchemy, which would read each at once."""
    import psycopg  # the driver only where it is used

    driver: Any = connection.connection.driver_connection
    try:
        with driver.pipeline():
            return [driver.execute(call.statement, call.parameters or None) for call in calls]
    except psycopg.Error as fault:
        raise DBAPIError.instance(None, None, fault, psycopg.Error) from fault


# What a batch is looked up and written with: few statements for each kind of row, however many there are, for SQLite and PostgreSQL.

MOST_ROWS = 256
"""In one statement of SQLite. Others have a power of two of them, so that few statements are ever prepared."""
COLUMN_TYPES = {
    "heads": ("text", "bigint", "bigint", "text"),
    "journal": ("text", "bigint", "text", "text", "bytes", "text", "bigint"),
    "snapshots": ("text", "bigint", "bytes"),
    "transfers": ("text", "bigint", "bigint", "text", "text", "bigint"),
    "secrets": ("text", "text", "text", "text"),
    "find": ("text", "text", "text"),
    "balances": ("text", "bigint"),
}
"""What the columns of each kind of row hold."""
LOCK_SHARED = "SELECT pg_advisory_xact_lock_shared(hashtext('banca writes ' || current_schema()))"
"""Of a writer on PostgreSQL: beside others."""
LOCK_EXCLUSIVE = "SELECT pg_advisory_xact_lock(hashtext('banca writes ' || current_schema()))"
SET_IDLE_TIMEOUT = "SELECT set_config('idle_in_transaction_session_timeout', %s, true)"
"""Of a transaction that others wait for: one that says nothing for so many milliseconds is undone, and they go on."""
NOTIFY = (
    "SELECT pg_notify('banca ' || md5(current_schema()), value) FROM json_array_elements_text(%s::json) AS news(value)"
)
"""What other processes hear when the transaction is committed."""


def row_statements(kind: str, rows: Sequence[Sequence[Any]], *, is_sqlite: bool) -> Iterator[Statement]:
    """How rows of a kind are written, or looked up. The database works through each call by itself, while Python does something else."""
    if not is_sqlite:
        if rows:
            texts = [[cell.decode() if isinstance(cell, bytes) else cell for cell in row] for row in rows]
            yield Statement(_postgresql()[kind], (msgspec.json.encode(texts).decode(),), len(rows))
        return
    begun = 0
    while begun < len(rows):
        count = min(MOST_ROWS, 1 << (len(rows) - begun).bit_length() - 1)
        cells = tuple(chain.from_iterable(rows[begun : begun + count]))
        yield Statement(_sqlite(kind, count), cells, count)
        begun += count


@cache
def _sqlite(kind: str, count: int) -> str:
    """Rows as parameters. OR FAIL: who breaks a constraint is rolled back whole in any case, so SQLite need not keep what each page was."""
    row = f"({', '.join('?' * len(COLUMN_TYPES[kind]))})"
    return _statement(kind, f"VALUES {', '.join([row] * count)}", "OR FAIL", "column{}", 1)


@cache
def _postgresql() -> dict[str, str]:
    """All rows in one parameter, as JSON."""
    cell = {"text": "value->>{}", "bigint": "(value->>{})::bigint", "bytes": "convert_to(value->>{}, 'UTF8')"}

    def each(types: Sequence[str]) -> str:
        cells = (f"{cell[kind].format(place)} AS c{place}" for place, kind in enumerate(types))
        return f"SELECT {', '.join(cells)} FROM json_array_elements(%s::json) AS rows(value)"

    return {kind: _statement(kind, each(types), "", "c{}", 0) for kind, types in COLUMN_TYPES.items()}


def read_log(*, is_sqlite: bool) -> Statement:
    """The head of the log, which is held from here to the end: writers have one order."""
    return Statement("SELECT size, peaks FROM log_head" + ("" if is_sqlite else " FOR UPDATE"))


def write_log(size: int, peaks: bytes, *, is_sqlite: bool) -> Statement:
    """The head of the log as it is now."""
    mark = "?" if is_sqlite else "%s"
    return Statement(f"UPDATE log_head SET size = {mark}, peaks = {mark}", (size, peaks))


def read_seq(table_id: str, *, is_written: bool, is_sqlite: bool) -> Statement:
    """How far a table goes, which nobody else changes until the end. Two who shared it and then wrote it would wait for each other."""
    if is_sqlite:
        return Statement("SELECT seq FROM tables WHERE id = ?", (table_id,))
    return Statement(f"SELECT seq FROM tables WHERE id = %s FOR {'UPDATE' if is_written else 'SHARE'}", (table_id,))


def new_account(name: str, *, is_sqlite: bool) -> Statement:
    """An account that may be there already."""
    mark = "?" if is_sqlite else "%s"
    return Statement(f"INSERT INTO accounts (name, balance) VALUES ({mark}, 0) ON CONFLICT DO NOTHING", (name,))


def _statement(kind: str, rows: str, or_fail: str, column: str, first: int) -> str:
    """A statement over rows whose columns have these names, counted from `first`."""
    c = [f"j.{column.format(first + place)}" for place in range(max(map(len, COLUMN_TYPES.values())))]
    insert, update = f"INSERT {or_fail} INTO", f"UPDATE {or_fail}"
    each_first = (
        "CROSS JOIN" if or_fail else "JOIN"
    )  # so that SQLite looks up what is asked, and reads no journal through
    made = {
        "heads": f"{update} tables SET seq = {c[2]}, head = {c[3]} FROM ({rows}) AS j WHERE id = {c[0]} AND seq = {c[1]}",
        "journal": f'{insert} journal (table_id, seq, "by", command_id, body, digest, leaf) {rows}',
        "snapshots": f"INSERT INTO snapshots (table_id, seq, body) SELECT * FROM ({rows}) AS j WHERE true "
        "ON CONFLICT (table_id, seq) DO UPDATE SET body = excluded.body",  # whoever puts one ahead stops no table
        "transfers": f"{insert} transfers (table_id, seq, place, source, target, amount) {rows}",
        "secrets": f"{insert} secrets (table_id, commitment, outcome, nonce) {rows}",
        "find": f'SELECT table_id, seq, "by", command_id, body, digest, leaf FROM ({rows}) AS j {each_first} journal '
        f'ON table_id = {c[0]} AND "by" = {c[1]} AND command_id = {c[2]}',
        "balances": f"{update} accounts SET balance = balance + {c[1]} FROM ({rows}) AS j WHERE name = {c[0]}",
    }
    return made[kind]


# What one transaction puts down, all or nothing: journal, ledger, log, and the news of it.


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
class Transaction:
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


@dataclass(slots=True)
class WriteSettings:
    """How a store writes beside others."""

    origin: str
    """Whose news it is."""
    is_shared: bool
    """Whether other processes may write too."""
    is_alone: bool = False
    """Whether they are kept out for now."""
    most_silent: int = 1500
    """Milliseconds after which PostgreSQL undoes a transaction that others wait for and that says nothing: its process was stopped, or its machine is gone."""


def write_rows(connection: Connection, writing: Transaction, terms: WriteSettings) -> None:
    """Write it. First what is held until the end, then the rows.

    The tables' sequence comes before the others: where it does not fit, somebody else was here.
    """
    is_sqlite = connection.dialect.name == "sqlite"
    tree = _hold(connection, writing, terms, is_sqlite=is_sqlite)
    for table_id, game in sorted(writing.opened):
        connection.execute(TABLES.insert().values(id=table_id, game=game, seq=0, head=""))
    for statement in writing.also:
        connection.execute(statement)
    if writing.closed:
        connection.execute(update(TABLES).where(TABLES.c.id.in_(writing.closed)).values(is_closed=True))
    if tree is not None:
        writing.grown = tree.grow(leaf_hashes([(row.table_id, row.seq, row.digest) for row in writing.rows]))
    put = list(_rows(writing, tree.size if tree else 0, is_sqlite=is_sqlite))
    if not is_sqlite and writing.heads:
        put.append(_news(writing, terms.origin))
    for call, done in zip(put, run_statements(connection, put, is_sqlite=is_sqlite), strict=True):
        if call.rows is not None and done.rowcount not in (call.rows, -1):
            raise StoreConflictError(call.statement)


def _hold(connection: Connection, writing: Transaction, terms: WriteSettings, *, is_sqlite: bool) -> Tree | None:
    """The log as it is, where something is added to it: its head is held to the end, so that writers have one order.

    A conflict where the register is another than all this was decided by: who was shut out since is out.
    """
    asked: dict[str, Statement] = {}
    if not is_sqlite:
        asked["let go"] = Statement(SET_IDLE_TIMEOUT, (str(terms.most_silent),))
    if not is_sqlite and not terms.is_alone:
        asked["beside"] = Statement(LOCK_SHARED)
    if writing.rows:
        asked["log"] = read_log(is_sqlite=is_sqlite)
    if writing.register is not None and terms.is_shared:
        asked["register"] = read_seq(REGISTER, is_written=REGISTER in writing.heads, is_sqlite=is_sqlite)
    done = run_statements(connection, list(asked.values()), is_sqlite=is_sqlite)
    found = {name: one.fetchall() for name, one in zip(asked, done, strict=True)}
    if "register" in found and [seq for (seq,) in found["register"]] != [writing.register]:
        raise StoreConflictError(REGISTER)
    return tree_in(*found["log"][0]) if writing.rows else None


def _rows(writing: Transaction, first: int, *, is_sqlite: bool) -> Iterator[Statement]:
    """Few statements for each kind of row, however many there are; leaves of the log are numbered from the first."""
    if writing.grown is not None:
        tree = writing.grown.tree
        yield write_log(tree.size, b"".join(tree.peaks), is_sqlite=is_sqlite)
    rows: list[Sequence[object]] = [
        (row.table_id, row.seq, row.by, row.command_id, row.body, row.digest, leaf)
        for leaf, row in enumerate(writing.rows, first)
    ]
    kinds: tuple[tuple[str, Sequence[Sequence[object]]], ...] = (
        ("heads", [(table_id, *head) for table_id, head in sorted(writing.heads.items())]),
        ("journal", rows),
        ("snapshots", writing.snapshots),
        ("transfers", writing.transfers),
        ("secrets", writing.secrets),
    )
    for kind, some in kinds:
        yield from row_statements(kind, some, is_sqlite=is_sqlite)
    for name in sorted(writing.new_accounts):
        yield new_account(name, is_sqlite=is_sqlite)
    changes = [(name, delta) for name, delta in sorted(writing.deltas.items()) if delta]
    yield from row_statements("balances", changes, is_sqlite=is_sqlite)


def _news(writing: Transaction, origin: str) -> Statement:
    """Other processes hear of it when, and only if, it is committed."""
    tables = {table_id: seq for table_id, (_, seq, _) in writing.heads.items()}
    news = Written(tables=tables, accounts=tuple(writing.deltas))
    return Statement(NOTIFY, (msgspec.json.encode(list(notices(origin, news))).decode(),))


# People and their keys in the store, as they are read; changes come with the register's entries.

MOST_NAMES = 500
"""That one statement asks about."""


class PeopleRows:
    """The part of a store that is about people."""

    engine: Engine

    @abstractmethod
    def transaction(self) -> AbstractContextManager[Connection]:
        """A transaction that writes."""

    def users(
        self, *, after: str = "", most: int | None = None, sought: str = "", roles: Sequence[str] | None = None
    ) -> list[Any]:
        """Those who may come in, in order of their names: all, or so many from behind one, with part of a name, in some roles."""
        asked = select(USERS).where(USERS.c.name > after).order_by(USERS.c.name).limit(most)
        if sought:
            asked = asked.where(USERS.c.name.contains(sought, autoescape=True))
        if roles is not None:
            asked = asked.where(USERS.c.role.in_(roles))
        with database_faults(), self.engine.connect() as connection:
            return list(connection.execute(asked))

    @property
    def has_users(self) -> bool:
        """Whether there is anybody."""
        with database_faults(), self.engine.connect() as connection:
            return connection.execute(select(USERS.c.name).limit(1)).first() is not None

    def user(self, name: str) -> Any | None:  # a row
        """One of them."""
        with database_faults(), self.engine.connect() as connection:
            return connection.execute(select(USERS).where(USERS.c.name == name)).first()

    def staff(self) -> list[Any]:
        """Everybody who does not only play."""
        with database_faults(), self.engine.connect() as connection:
            return list(connection.execute(select(USERS).where(USERS.c.role != "player").order_by(USERS.c.name)))

    def keys(self, name: str) -> list[Any]:
        """What somebody holds, the oldest first."""
        with database_faults(), self.engine.connect() as connection:
            return list(connection.execute(select(KEYS).where(KEYS.c.name == name).order_by(KEYS.c.made)))

    def all_keys(self) -> list[str]:
        """The digests of all keys."""
        with database_faults(), self.engine.connect() as connection:
            return list(connection.execute(select(KEYS.c.digest).order_by(KEYS.c.digest)).scalars())

    def execute(self, statement: Executable) -> int:
        """Something about people that belongs in no journal: the rows it changed."""
        with self.transaction() as connection:
            return int(connection.execute(statement).rowcount)

    def key(self, digest: str) -> Any | None:  # a row
        """What somebody holds, with its owner's role."""
        asked = select(KEYS, USERS.c.role, USERS.c.must_change, USERS.c.is_disabled, USERS.c.factor).join(
            USERS, USERS.c.name == KEYS.c.name
        )
        with database_faults(), self.engine.connect() as connection:
            return connection.execute(asked.where(KEYS.c.digest == digest)).first()

    def holders(self, names: Sequence[str], now: float) -> set[str]:
        """Which of them have a key that has not run out."""
        found: set[str] = set()
        with database_faults(), self.engine.connect() as connection:
            for start in range(0, len(names), MOST_NAMES):
                some = names[start : start + MOST_NAMES]
                asked = select(KEYS.c.name).where(KEYS.c.name.in_(some), KEYS.c.expires > now)
                found.update(connection.execute(asked).scalars())
        return found


# Snapshots as the store has them, each beside the entry that should bind it. Nobody believes the columns' types.


class KeptSnapshot(Struct, frozen=True):
    """A snapshot in the store."""

    table: str
    seq: int
    body: bytes
    entry: bytes | None
    """The body of the entry with its number; None where there is none."""
    digest: str | None
    before: str | None
    """The digest of the entry before."""


def newest_snapshot(table_id: str, before: int | None = None) -> Select[Any]:
    """Asks for a table's newest snapshot, or the newest before an entry."""
    one, last = JOURNAL.alias(), JOURNAL.alias()
    at = and_(one.c.table_id == SNAPSHOTS.c.table_id, one.c.seq == SNAPSHOTS.c.seq)
    behind = and_(last.c.table_id == SNAPSHOTS.c.table_id, last.c.seq == SNAPSHOTS.c.seq - 1)
    columns = (SNAPSHOTS.c.table_id, SNAPSHOTS.c.seq, SNAPSHOTS.c.body, one.c.body, one.c.digest, last.c.digest)
    wanted: list[Any] = [type_coerce(column, NULLTYPE).label(f"c{place}") for place, column in enumerate(columns)]
    asked: Select[Any] = (
        select(*wanted)
        .select_from(SNAPSHOTS.outerjoin(one, at).outerjoin(last, behind))
        .where(SNAPSHOTS.c.table_id == table_id)
        .order_by(SNAPSHOTS.c.seq.desc())
        .limit(1)
    )
    return asked if before is None else asked.where(SNAPSHOTS.c.seq < before)


def kept_snapshot(row: Any) -> KeptSnapshot:  # whatever the store holds
    """What was found."""
    table, seq, body, entry, digest, before = row
    return KeptSnapshot(table, seq, _whole(body) or b"", _whole(entry), digest, before)


def _whole(body: object) -> bytes | None:
    """Bytes as the driver hands them over; None for anything else."""
    return bytes(body) if isinstance(body, bytes | memoryview) else None


IN_MEMORY = "sqlite://"
AT_A_TIME = 1000
"""Rows that are read in one piece."""


class Store(PeopleRows, LogRows, MarkRows):
    """Reads and writes; it decides nothing."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        path = store_file(url)
        self.file = StoreFile(path) if path else None
        """Of SQLite: what must be ours alone, and stay where it is."""
        if self.file:
            guard_connections(self.engine, self.file, self._check_place)
        self._writer = self.engine.execution_options(writes=True)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._reader = self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        """For one statement that reads: PostgreSQL need not be told that a transaction begins and ends."""
        is_shared = not isinstance(self.engine.pool, StaticPool)
        self.terms = WriteSettings(origin=secrets.token_hex(4), is_shared=is_shared)
        self._known = {}

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write too."""
        return self.terms.is_shared

    @property
    def origin(self) -> str:
        """Whose news it is that other processes hear: nobody hears their own."""
        return self.terms.origin

    def migrate(self) -> None:
        """Bring the schema up to date, step by step; a file that others may read, or of a newer program, is refused."""
        if self.file:
            self.file.check_private()
        config = Config()
        config.set_main_option("script_location", str(files("banca.house").joinpath("migrations")))
        with database_faults(), self._writer.begin() as connection:
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(4720103)"))  # two servers may start at once
            config.attributes["connection"] = connection
            try:
                alembic.upgrade(config, "head")
            except CommandError as fault:
                raise StoreDownError(str(SAID[Trouble.NEWER]), Trouble.NEWER) from fault
            except Exception as fault:
                if trouble_of(getattr(fault, "orig", None)) in LASTING:
                    raise
                raise StoreDownError(first_line(fault), Trouble.NOT_MIGRATED) from fault
        if self.file:
            self.file.remember()

    @property
    def has_schema(self) -> bool:
        """Whether there is anything in this store yet."""
        with database_faults():
            return bool(inspect(self.engine).has_table(JOURNAL.name))

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    # Writing

    def write(self, writing: Transaction) -> None:
        """One transaction; nobody may be answered before it returns."""
        with self.transaction() as connection:
            write_rows(connection, writing, self.terms)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """One transaction that writes, into the file that is at its place before and after: none is acknowledged that nobody will find."""
        self._check_place()
        with database_faults(), self._writer.begin() as connection:
            yield connection
        self._check_place()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """No other process writes entries while this lasts: what is decided now fits. It waits for those that do, and others wait for it.

        SQLite lets one write at a time in any case.
        """
        if self.is_sqlite:
            yield
            return
        with database_faults(), self.engine.begin() as connection:
            connection.exec_driver_sql(SET_IDLE_TIMEOUT, (str(self.terms.most_silent),))
            connection.exec_driver_sql(LOCK_EXCLUSIVE)
            self.terms.is_alone = True
            try:
                yield
            finally:
                self.terms.is_alone = False

    def _check_place(self) -> None:
        trouble = self.file.trouble() if self.file else None
        if trouble:
            raise StoreDownError(str(SAID[trouble]), trouble)

    def beat(self, at: str, ballast: bytes = b"") -> None:
        """A write for its own sake, so that somebody knows that writing works; the time of it is kept, never an earlier one."""
        with self.transaction() as connection:
            connection.execute(update(PULSE).values(ballast=ballast))
            connection.execute(update(PULSE).where(PULSE.c.at < at).values(at=at))

    def last_beat(self) -> str:
        """When that was last done; nothing where it never was."""
        with database_faults(), self.engine.connect() as connection:
            return str(connection.execute(select(PULSE.c.at)).scalar_one())

    def tidy(self) -> None:
        """Bring what SQLite has written ahead into its place, beside the writers; nothing to do elsewhere."""
        if self.is_sqlite and self.is_shared:
            with database_faults(), closing(self.engine.raw_connection()) as raw:
                raw.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")

    # Reading

    @contextmanager
    def at_one_moment(self) -> Iterator[Connection]:
        """A connection that sees everything as it stands now, whatever others write meanwhile."""
        engine = self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="REPEATABLE READ")
        with database_faults(), engine.connect() as connection:
            yield connection

    def tables(self) -> dict[str, tuple[str, int]]:
        """Every table with its game and sequence."""
        with database_faults(), self._reader.connect() as connection:
            rows = connection.execute(select(TABLES.c.id, TABLES.c.game, TABLES.c.seq).order_by(TABLES.c.id))
            return {row.id: (row.game, row.seq) for row in rows}

    def open_tables(self, names: Iterable[str] | None = None) -> dict[str, tuple[str, int]]:
        """Every table that goes on, or those of some, with its game and sequence."""
        asked = select(TABLES.c.id, TABLES.c.game, TABLES.c.seq).where(TABLES.c.is_closed == false())
        if names is not None:
            asked = asked.where(TABLES.c.id.in_(list(names)))
        with database_faults(), self._reader.connect() as connection:
            return {row.id: (row.game, row.seq) for row in connection.execute(asked.order_by(TABLES.c.id))}

    def heads(self, names: Iterable[str] | None = None) -> dict[str, tuple[int, str]]:
        """How far each table's journal goes, and the digest there; all, or those named."""
        asked = select(TABLES.c.id, TABLES.c.seq, TABLES.c.head)
        if names is not None:
            asked = asked.where(TABLES.c.id.in_(list(names)))
        with database_faults(), self._reader.connect() as connection:
            return {row.id: (row.seq, row.head) for row in connection.execute(asked)}

    def journals(self, *, after: str = "", most: int, sought: str = "") -> list[tuple[str, str, int, str]]:
        """So many tables from behind a name, with part of a name: name, game, sequence, and the digest there."""
        asked = select(TABLES).where(TABLES.c.id > after).order_by(TABLES.c.id).limit(most)
        if sought:
            asked = asked.where(TABLES.c.id.contains(sought, autoescape=True))
        with database_faults(), self._reader.connect() as connection:
            return [(row.id, row.game, row.seq, row.head) for row in connection.execute(asked)]

    def seq(self, table_id: str) -> int:
        """How far a table's journal goes; 0 where there is none."""
        with database_faults(), self._reader.connect() as connection:
            return connection.execute(select(TABLES.c.seq).where(TABLES.c.id == table_id)).scalar() or 0

    def rows(self, table_id: str, after: int = 0, most: int | None = None) -> Generator[Row, None, None]:
        """A table's entries in order, from behind sequence `after`: a few in one read, many in pieces."""
        asked = select(JOURNAL).where(JOURNAL.c.table_id == table_id, JOURNAL.c.seq > after).order_by(JOURNAL.c.seq)
        is_few = most is not None and most <= AT_A_TIME
        with (
            database_faults(),
            (self._reader if is_few else self.engine).connect() as connection,
            connection.execution_options(yield_per=None if is_few else AT_A_TIME).execute(asked.limit(most)) as found,
        ):
            for row in found:
                yield Row(row.table_id, row.seq, row.by, row.command_id, bytes(row.body), row.digest, row.leaf)

    def snapshot(self, table_id: str, before: int | None = None) -> KeptSnapshot | None:
        """A table's newest snapshot, or the newest before an entry, beside the entry that should bind it."""
        with database_faults(), self._reader.connect() as connection:
            row = connection.execute(newest_snapshot(table_id, before)).first()
        return kept_snapshot(row) if row else None

    def rows_of(self, table_id: str, by: str) -> Generator[Row, None, None]:
        """One person's entries at a table, the newest first."""
        asked = select(JOURNAL).where(JOURNAL.c.table_id == table_id, JOURNAL.c.by == by).order_by(JOURNAL.c.seq.desc())
        with (
            database_faults(),
            self.engine.connect() as connection,
            connection.execution_options(yield_per=100).execute(asked) as found,
        ):
            for row in found:
                yield Row(row.table_id, row.seq, row.by, row.command_id, bytes(row.body), row.digest, row.leaf)

    def find(self, commands: Iterable[tuple[str, str, str]]) -> dict[tuple[str, str, str], Row]:
        """The entries of those commands that have been carried out, by table, person and id."""
        with database_faults(), self._reader.connect() as connection:
            rows = [
                Row(table, seq, by, name, bytes(body), *rest)
                for call in row_statements("find", list(commands), is_sqlite=self.is_sqlite)
                for table, seq, by, name, body, *rest in connection.exec_driver_sql(call.statement, call.parameters)
            ]
        return {(row.table_id, row.by, row.command_id): row for row in rows}

    def balances(self, names: Iterable[str] | None = None) -> dict[str, int]:
        """Accounts and what they hold; all, or those named."""
        asked = select(ACCOUNTS)
        if names is not None:
            asked = asked.where(ACCOUNTS.c.name.in_(list(names)))
        with database_faults(), self._reader.connect() as connection:
            return {row.name: row.balance for row in connection.execute(asked)}

    def transfers(self, table_id: str) -> Iterator[tuple[int, int, str, str, int]]:
        """A table's transfers in order: sequence, place, source, target, amount."""
        columns = (TRANSFERS.c.seq, TRANSFERS.c.place, TRANSFERS.c.source, TRANSFERS.c.target, TRANSFERS.c.amount)
        asked = select(*columns).where(TRANSFERS.c.table_id == table_id).order_by(TRANSFERS.c.seq, TRANSFERS.c.place)
        with (
            database_faults(),
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
        with database_faults(), self._reader.connect() as connection:
            row = connection.execute(asked).first()
        return (row.outcome, row.nonce) if row else None

    # Authorisations

    @property
    def keeps_authorisations(self) -> bool:
        """Whether it has been opened by a program that records them."""
        with database_faults():
            return bool(inspect(self.engine).has_table(AUTHORISATIONS.name))

    def authorisations(self, game: str | None = None) -> list[Authorisation]:
        """Every record of a game, or of all, in the order they were made."""
        with database_faults(), self._reader.connect() as connection:
            return _authorisations(connection, game)

    def counts(self) -> dict[str, int]:
        """How much there is of everything."""
        with database_faults(), self._reader.connect() as connection:
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


# Simulations of the lab in the store: any process of the house can look at one, whichever computes it.


class RunRows:
    """Reads and writes; it decides nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, **columns: object) -> None:
        """A new run."""
        self._store.execute(RUNS.insert().values(is_cancelled=False, figures=b"", **columns))

    def write(self, run_id: str, state: str, figures: bytes) -> bool:
        """How far a run has got, and what it came to so far; whether somebody has cancelled it meanwhile."""
        of_it = RUNS.c.id == run_id
        with self._store.transaction() as connection:
            connection.execute(update(RUNS).where(of_it).values(state=state, figures=figures))
            return bool(connection.execute(select(RUNS.c.is_cancelled).where(of_it)).scalar())

    def cancel(self, run_id: str) -> None:
        """Somebody wants it to stop; whoever computes it sees so when they next write."""
        self._store.execute(update(RUNS).where(RUNS.c.id == run_id).values(is_cancelled=True))

    def find(self, run_id: str) -> Any | None:  # a row
        """One run."""
        with database_faults(), self._store.engine.connect() as connection:
            return connection.execute(select(RUNS).where(RUNS.c.id == run_id)).first()

    def of_person(self, owner: str) -> list[Any]:
        """Those of one person, the newest first."""
        asked = select(RUNS).where(RUNS.c.owner == owner).order_by(RUNS.c.made.desc())
        with database_faults(), self._store.engine.connect() as connection:
            return list(connection.execute(asked))

    def count(self, states: Collection[str], **columns: object) -> int:
        """How many are in some states, of a person or at a process."""
        asked = select(func.count()).select_from(RUNS).where(RUNS.c.state.in_(list(states)))
        for name, value in columns.items():
            asked = asked.where(RUNS.c[name] == value)
        with database_faults(), self._store.engine.connect() as connection:
            return int(connection.execute(asked).scalar_one())

    def count_before(self, row: Any, states: Collection[str]) -> int:  # a row
        """How many the process of a run computes first."""
        at_it = (RUNS.c.process == row.process, RUNS.c.made < row.made, RUNS.c.state.in_(list(states)))
        with database_faults(), self._store.engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(RUNS).where(*at_it)).scalar_one())

    def give_up(self, states: Collection[str], live: Collection[int], failed: str) -> None:
        """Those that a process had begun which is there no more will never be done; what they came to is kept."""
        lost = (RUNS.c.state.in_(list(states)), RUNS.c.process.not_in(list(live)))
        with database_faults(), self._store.engine.connect() as connection:
            if connection.execute(select(RUNS.c.id).where(*lost).limit(1)).first() is None:
                return
        self._store.execute(update(RUNS).where(*lost).values(state=failed))

    def forget(self, states: Collection[str], *, before: float, most: int, most_of_person: int) -> None:
        """Let go of the oldest that are over: those made before a time, and more than so many."""
        over = select(RUNS.c.id, RUNS.c.owner, RUNS.c.made).where(RUNS.c.state.in_(list(states)))
        with database_faults(), self._store.engine.connect() as connection:
            rows = list(connection.execute(over.order_by(RUNS.c.made.desc())))
        of_person: dict[str, int] = {}
        gone = []
        for place, row in enumerate(rows):
            of_person[row.owner] = of_person.get(row.owner, 0) + 1
            if place >= most or of_person[row.owner] > most_of_person or row.made < before:
                gone.append(row.id)
        if gone:
            self._store.execute(delete(RUNS).where(RUNS.c.id.in_(gone)))
