"""The store: journal, ledger, log, people and keys, on SQLite or PostgreSQL."""

import secrets
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any, TypeVar

import msgspec
from alembic import command as alembic
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.util import CommandError
from msgspec import Struct
from sqlalchemy import Connection, Executable, delete, func, inspect, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from banca.house.authorisations import Authorisation
from banca.house.database import (
    LASTING,
    TROUBLE_TEXTS,
    StoreConflictError,
    StoreDownError,
    StoreFile,
    Trouble,
    database_faults,
    first_line,
    make_engine,
    trouble_of,
)
from banca.house.files import store_file
from banca.house.messages import ChangeNotice, notices
from banca.house.register import REGISTER
from banca.house.schema import (
    ACCOUNTS,
    AUTHORISATIONS,
    JOURNAL,
    KEYS,
    LOG_HEAD,
    LOG_TILES,
    MARKS,
    PULSE,
    SECRETS,
    TABLES,
    TRANSFERS,
    USERS,
)
from banca.tables.events import OUTSIDE
from banca.transparency.merkle import HASH_BYTES, Nodes, Tree, TreeGrowth
from banca.transparency.receipt import entry_leaf, leaf_hashes
from banca.transparency.tiles import HEIGHT, WIDTH, HashTile, nodes_in, root_of_hashes, width_in

T = TypeVar("T")

IN_MEMORY = "sqlite://"
ROWS_AT_ONCE = 1000
"""Rows that are read in one piece; long journals are read in several."""
ROWS_PER_STATEMENT = 256
"""Rows that one statement of SQLite writes. Other statements take a power of two, so that few are ever prepared."""

MOST_KNOWN = 100_000
"""Complete subtrees of the log that are kept in memory; then it begins anew."""
TILES_AT_A_TIME = 64
"""Tiles of the log that one look makes: so many entries, 256 times over, at most."""

# Writers share the first lock. A process that has lost a race takes the second one, which keeps all others out while it decides again.
LOCK_SHARED = "SELECT pg_advisory_xact_lock_shared(hashtext('banca writes ' || current_schema()))"
LOCK_EXCLUSIVE = "SELECT pg_advisory_xact_lock(hashtext('banca writes ' || current_schema()))"
# Two servers may start at once: one of them makes the schema.
STEP_OF_RELEASE_1 = "0007"
"""The step of the schema that stores of 1.0.0 stand at."""
LOCK_SCHEMA = "SELECT pg_advisory_xact_lock(4720103)"
SET_IDLE_TIMEOUT = "SELECT set_config('idle_in_transaction_session_timeout', %s, true)"
# PostgreSQL delivers this when the transaction is committed, and only then.
NOTIFY = (
    "SELECT pg_notify('banca ' || md5(current_schema()), value) FROM json_array_elements_text(%s::json) AS news(value)"
)

BALANCES_SQLITE = "SELECT name, balance FROM accounts WHERE name IN (SELECT value FROM json_each(?))"
BALANCES_POSTGRESQL = "SELECT name, balance FROM accounts WHERE name IN (SELECT value FROM json_array_elements_text(%s::json) AS names(value))"
COLUMN_TYPES = {
    "heads": ("text", "bigint", "bigint", "text"),
    "journal": ("text", "bigint", "text", "text", "bytes", "text", "bigint"),
    "snapshots": ("text", "bigint", "bytes"),
    "transfers": ("text", "bigint", "bigint", "text", "text", "bigint"),
    "secrets": ("text", "text", "text", "text"),
    "find": ("text", "text", "text"),
    "credits": ("text", "bigint"),
    "debits": ("text", "bigint"),
}
"""What the columns of each kind of row hold."""
# {rows} selects the rows, {j} is a table of them with columns c0, c1 …. On SQLite {fail} is OR FAIL: a transaction that breaks a constraint is rolled back
# whole in any case, so SQLite need not keep what each page was.
ROW_STATEMENTS = {
    "heads": "UPDATE {fail} tables SET seq = c2, head = c3 FROM {j} WHERE id = c0 AND seq = c1",
    "journal": 'INSERT {fail} INTO journal (table_id, seq, "by", command_id, body, digest, leaf) {rows}',
    # Somebody who wrote into the store may have put a snapshot there already: that must not stop the table.
    "snapshots": "INSERT INTO snapshots (table_id, seq, body) SELECT * FROM {j} WHERE true "
    "ON CONFLICT (table_id, seq) DO UPDATE SET body = excluded.body",
    "transfers": "INSERT {fail} INTO transfers (table_id, seq, place, source, target, amount) {rows}",
    "secrets": "INSERT {fail} INTO secrets (table_id, commitment, outcome, nonce) {rows}",
    # A cross join tells SQLite to look up each row of j, and not to read the whole journal.
    "find": 'SELECT table_id, seq, "by", command_id, body, digest, leaf FROM {j} CROSS JOIN journal '
    'WHERE table_id = c0 AND "by" = c1 AND command_id = c2',
    # An account begins with the first money that comes to it. What nobody has cannot be taken: that changes no row, or breaks the constraint.
    "credits": "INSERT INTO accounts (name, balance) SELECT * FROM {j} WHERE true "
    "ON CONFLICT (name) DO UPDATE SET balance = accounts.balance + excluded.balance",
    "debits": "UPDATE {fail} accounts SET balance = balance + c1 FROM {j} WHERE name = c0",
}


class Row(Struct, frozen=True):
    """One entry of the journal as it is stored."""

    table_id: str
    seq: int
    by: str
    command_id: str
    body: bytes
    digest: str
    leaf: int = -1
    """Its place in the log, once it is written."""


@dataclass(slots=True)
class WriteSet:
    """What one transaction writes, all or nothing."""

    rows: list[Row] = field(default_factory=list)
    transfers: list[tuple[str, int, int, str, str, int]] = field(default_factory=list)
    """Table, sequence, place, source, target, amount."""
    snapshots: list[tuple[str, int, bytes]] = field(default_factory=list)
    """Table, sequence, and the table as it stands after that entry."""
    closed: set[str] = field(default_factory=set)
    secrets: list[tuple[str, str, str, str]] = field(default_factory=list)
    """Table, commitment, and the sealed result (seal.py)."""
    opened: list[tuple[str, str]] = field(default_factory=list)
    """New tables, with their game."""
    heads: dict[str, tuple[int, int, str]] = field(default_factory=dict)
    """For each table: the sequence that it must stand at, the one it comes to, and the digest there."""
    deltas: dict[str, int] = field(default_factory=dict)
    """How balances change."""
    writes: list[Executable] = field(default_factory=list)
    """Changes to people and keys."""
    grown: TreeGrowth | None = None
    """The log with the rows in it, once they are written."""
    register: int | None = None
    """How far the register went when all this was decided: a person who was suspended since must not act."""


class KeptSnapshot(Struct, frozen=True):
    """A snapshot in the store, beside the entry that should bind it."""

    table: str
    seq: int
    body: bytes
    entry: bytes | None
    """The body of the entry with its number; None where there is none."""
    entry_digest: str | None
    digest_before: str | None
    """The digest of the entry before."""


Statement = tuple[str, tuple[Any, ...], int | None]
"""A statement with its parameters, and how many rows it must change; None where that does not matter."""


def run_statements(connection: Connection, statements: Sequence[Statement], *, is_sqlite: bool) -> Iterator[Any]:
    """Run statements in order, and yield their cursors."""
    if is_sqlite:
        for sql, parameters, _rows in statements:
            yield connection.exec_driver_sql(sql, parameters)
        return
    import psycopg  # only where PostgreSQL is used: it takes time to import

    # A pipeline costs one round trip in place of one for each statement. It goes past SQLAlchemy, which reads each result at once.
    driver: Any = connection.connection.driver_connection
    try:
        with driver.pipeline():
            cursors = [driver.execute(sql, parameters or None) for sql, parameters, _rows in statements]
    except psycopg.Error as fault:
        raise DBAPIError.instance(None, None, fault, psycopg.Error) from fault
    yield from cursors  # after the pipeline: inside it they have no results yet


def row_statements(kind: str, rows: Sequence[Sequence[Any]], *, is_sqlite: bool) -> Iterator[Statement]:
    """Return the statements that write rows of a kind, or find them; few, so that the database works while Python does something else."""
    if not is_sqlite:
        if rows:
            texts = [[cell.decode() if isinstance(cell, bytes) else cell for cell in row] for row in rows]
            yield _postgresql_statement(kind), (msgspec.json.encode(texts).decode(),), len(rows)
        return
    start = 0
    while start < len(rows):
        count = min(ROWS_PER_STATEMENT, 1 << (len(rows) - start).bit_length() - 1)
        cells = tuple(chain.from_iterable(rows[start : start + count]))
        yield _sqlite_statement(kind, count), cells, count
        start += count


@cache
def _sqlite_statement(kind: str, count: int) -> str:
    columns = COLUMN_TYPES[kind]
    names = ", ".join(f"c{number}" for number in range(len(columns)))
    row = f"({', '.join('?' * len(columns))})"
    rows = f"VALUES {', '.join([row] * count)}"
    # The names stand inside: Python's sqlite3 counts changed rows only of statements that begin with INSERT or UPDATE.
    j = f"(WITH j ({names}) AS ({rows}) SELECT * FROM j) AS j"
    return ROW_STATEMENTS[kind].format(fail="OR FAIL", rows=rows, j=j)


@cache
def _postgresql_statement(kind: str) -> str:
    # All rows in one parameter, as JSON: psycopg would send a statement for each row.
    cell = {"text": "value->>{}", "bigint": "(value->>{})::bigint", "bytes": "convert_to(value->>{}, 'UTF8')"}
    cells = ", ".join(f"{cell[type_].format(number)} AS c{number}" for number, type_ in enumerate(COLUMN_TYPES[kind]))
    rows = f"SELECT {cells} FROM json_array_elements(%s::json) AS rows(value)"
    return ROW_STATEMENTS[kind].format(fail="", rows=rows, j=f"({rows}) AS j")


# Plain text, whose columns have no types: whoever can write into the store can put anything there.
NEWEST_SNAPSHOT = text("""
    SELECT snapshots.table_id, snapshots.seq, snapshots.body, bound.body, bound.digest, earlier.digest
    FROM snapshots
    LEFT JOIN journal AS bound ON bound.table_id = snapshots.table_id AND bound.seq = snapshots.seq
    LEFT JOIN journal AS earlier ON earlier.table_id = snapshots.table_id AND earlier.seq = snapshots.seq - 1
    WHERE snapshots.table_id = :table AND snapshots.seq < :before
    ORDER BY snapshots.seq DESC LIMIT 1
""")
LAST_SEQ = 2**63 - 1


def newest_snapshot(connection: Connection, table_id: str, before: int | None = None) -> KeptSnapshot | None:
    """Return a table's newest snapshot, or the newest before an entry, whatever is in it."""
    row = connection.execute(NEWEST_SNAPSHOT, {"table": table_id, "before": before or LAST_SEQ}).first()
    if row is None:
        return None
    table, seq, body, entry, digest, earlier = row
    return KeptSnapshot(table, seq, _as_bytes(body) or b"", _as_bytes(entry), digest, earlier)


def _as_bytes(body: object) -> bytes | None:
    return bytes(body) if isinstance(body, bytes | memoryview) else None


def _read_row(row: Any) -> Row:
    return Row(row.table_id, row.seq, row.by, row.command_id, bytes(row.body), row.digest, row.leaf)


class Store:
    """Reads and writes; decides nothing."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        path = store_file(url)
        self.file = StoreFile(path, self.engine) if path else None
        """The file of SQLite: it must be private, and stay where it is."""
        self._writer = self.engine.execution_options(writes=True)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        # For single statements that read: PostgreSQL need not be told that a transaction begins and ends.
        self._reader = self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.is_shared = not isinstance(self.engine.pool, StaticPool)
        """Whether other processes may write too."""
        self.origin = secrets.token_hex(4)
        """By this a process knows the notices that it sent itself."""
        self.is_exclusive = False
        """Whether other processes are kept out for now."""
        self.idle_milliseconds = 1500
        """After so long without a statement PostgreSQL undoes a transaction that others wait for: its process was stopped, or its machine is gone."""
        self._known: dict[tuple[int, int], bytes] = {}
        """Complete subtrees of the log that are new or that somebody has asked for, leaves among them, by level and place: they never change."""

    def migrate(self) -> None:
        """Bring the schema up to date; a file that others may read, or of a newer program, is refused."""
        if self.file:
            self.file.check_private()
        config = Config()
        config.set_main_option("script_location", str(files("banca.house").joinpath("migrations")))
        with database_faults(), self._writer.begin() as connection:
            if not self.is_sqlite:
                connection.execute(text(LOCK_SCHEMA))
            config.attributes["connection"] = connection
            try:
                alembic.upgrade(config, "head")
            except CommandError as fault:  # a step that this program does not have
                stands_at = MigrationContext.configure(connection).get_current_revision() or ""
                trouble = Trouble.OLDER if stands_at < STEP_OF_RELEASE_1 else Trouble.NEWER
                raise StoreDownError(str(TROUBLE_TEXTS[trouble]), trouble) from fault
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
        """Close all connections."""
        self.engine.dispose()

    def _check_file(self) -> None:
        if self.file:
            self.file.check_same()

    # Writing

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Open a transaction that writes."""
        # Before and after: a commit into a file that was moved away meanwhile must not be acknowledged.
        self._check_file()
        with database_faults(), self._writer.begin() as connection:
            yield connection
        self._check_file()

    def execute(self, statement: Executable) -> int:
        """Run one statement in its own transaction; return how many rows it changed."""
        with self.transaction() as connection:
            return int(connection.execute(statement).rowcount)

    def write(self, changes: WriteSet) -> None:
        """Write all of it in one transaction. Nobody may be answered before this returns."""
        with self.transaction() as connection:
            self.write_rows(connection, changes)

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Keep other processes from writing entries, so that what is decided meanwhile fits. SQLite has one writer at a time in any case."""
        if self.is_sqlite:
            yield
            return
        with database_faults(), self.engine.begin() as connection:
            connection.exec_driver_sql(SET_IDLE_TIMEOUT, (str(self.idle_milliseconds),))
            connection.exec_driver_sql(LOCK_EXCLUSIVE)
            self.is_exclusive = True
            try:
                yield
            finally:
                self.is_exclusive = False

    def write_rows(self, connection: Connection, changes: WriteSet) -> None:
        """Write as part of a transaction; raises `StoreConflictError` where another process was faster."""
        tree = self._lock(connection, changes)
        for table_id, game in sorted(changes.opened):
            connection.execute(TABLES.insert().values(id=table_id, game=game, seq=0, head=""))
        for statement in changes.writes:
            connection.execute(statement)
        if changes.closed:
            connection.execute(update(TABLES).where(TABLES.c.id.in_(changes.closed)).values(is_closed=True))
        if tree is not None:
            changes.grown = tree.grow(leaf_hashes([(row.table_id, row.seq, row.digest) for row in changes.rows]))
        statements = list(self._statements(changes, tree.size if tree else 0))
        cursors = run_statements(connection, statements, is_sqlite=self.is_sqlite)
        for (sql, _parameters, rows), cursor in zip(statements, cursors, strict=True):
            if rows is not None and cursor.rowcount not in (rows, -1):  # -1: the driver does not know
                raise StoreConflictError(sql)

    def _lock(self, connection: Connection, changes: WriteSet) -> Tree | None:
        """Take the locks that last until the commit, and return the log if entries are added to it."""
        share, lock = ("", "") if self.is_sqlite else (" FOR SHARE", " FOR UPDATE")
        statements: dict[str, Statement] = {}
        if not self.is_sqlite:
            statements["timeout"] = SET_IDLE_TIMEOUT, (str(self.idle_milliseconds),), None
            if not self.is_exclusive:
                statements["shared"] = LOCK_SHARED, (), None
        if changes.rows:
            # The head of the log is one row: to lock it puts all writers in one order, which is that of the log.
            statements["log"] = f"SELECT size, peaks FROM log_head{lock}", (), None
        if changes.register is not None and self.is_shared:
            # Locked for writing at once where it will be written: two that share it and then want to write would wait for each other.
            sql = f"SELECT seq FROM tables WHERE id = {self._mark}{lock if REGISTER in changes.heads else share}"
            statements["register"] = sql, (REGISTER,), None
        cursors = run_statements(connection, list(statements.values()), is_sqlite=self.is_sqlite)
        rows = {name: cursor.fetchall() for name, cursor in zip(statements, cursors, strict=True)}
        if "register" in rows and [seq for (seq,) in rows["register"]] != [changes.register]:
            raise StoreConflictError(REGISTER)
        return tree_in(*rows["log"][0]) if changes.rows else None

    @property
    def _mark(self) -> str:
        return "?" if self.is_sqlite else "%s"

    def _statements(self, changes: WriteSet, first_leaf: int) -> Iterator[Statement]:
        if changes.grown is not None:
            tree = changes.grown.tree
            sql = f"UPDATE log_head SET size = {self._mark}, peaks = {self._mark}"
            yield sql, (tree.size, b"".join(tree.peaks)), None
        # Heads come first: a sequence that does not fit is how another process's write is noticed. All is sorted, so that two
        # transactions lock rows in the same order and never wait for each other.
        kinds: dict[str, Sequence[Sequence[object]]] = {
            "heads": [(table_id, *head) for table_id, head in sorted(changes.heads.items())],
            "journal": [
                (row.table_id, row.seq, row.by, row.command_id, row.body, row.digest, leaf)
                for leaf, row in enumerate(changes.rows, first_leaf)
            ],
            "snapshots": changes.snapshots,
            "transfers": changes.transfers,
            "secrets": changes.secrets,
        }
        for kind, rows in kinds.items():
            yield from row_statements(kind, rows, is_sqlite=self.is_sqlite)
        deltas = sorted(changes.deltas.items())
        credits_ = [(name, delta) for name, delta in deltas if delta >= 0 or name == OUTSIDE]
        yield from row_statements("credits", credits_, is_sqlite=self.is_sqlite)
        debits = [(name, delta) for name, delta in deltas if delta < 0 and name != OUTSIDE]
        yield from row_statements("debits", debits, is_sqlite=self.is_sqlite)
        if not self.is_sqlite and changes.heads:
            seqs = {table_id: seq for table_id, (_, seq, _) in changes.heads.items()}
            news = list(notices(self.origin, ChangeNotice(tables=seqs)))
            yield NOTIFY, (msgspec.json.encode(news).decode(),), None

    def beat(self, at: str, ballast: bytes = b"") -> None:
        """Write for its own sake, to learn that writing works; keep the time of it, never an earlier one."""
        with self.transaction() as connection:
            connection.execute(update(PULSE).values(ballast=ballast))
            connection.execute(update(PULSE).where(PULSE.c.at < at).values(at=at))

    def last_beat(self) -> str:
        """Return when that was last done; blank if never."""
        return str(self.scalar(select(PULSE.c.at)))

    def tidy(self) -> None:
        """Checkpoint SQLite's write-ahead log beside the writers, so that no writer has to."""
        if self.is_sqlite and self.is_shared:
            with database_faults(), closing(self.engine.raw_connection()) as raw:
                raw.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")

    # Reading

    def fetch(self, statement: Executable) -> list[Any]:
        """Return all rows of one statement."""
        with database_faults(), self._reader.connect() as connection:
            return list(connection.execute(statement))

    def scalar(self, statement: Executable) -> Any:
        """Return the first column of the first row; None if there is none."""
        with database_faults(), self._reader.connect() as connection:
            return connection.execute(statement).scalar()

    def _stream(
        self, statement: Executable, read: Callable[[Any], T], at_once: int | None = ROWS_AT_ONCE
    ) -> Generator[T, None, None]:
        """Yield rows as the database hands them over; a few are better read in one piece, without a cursor there."""
        with (
            database_faults(),
            (self.engine if at_once else self._reader).connect() as connection,
            connection.execution_options(yield_per=at_once).execute(statement) as rows,
        ):
            for row in rows:
                yield read(row)

    @contextmanager
    def at_one_moment(self) -> Iterator[Connection]:
        """Open a connection that sees everything as it stands now, whatever others write meanwhile."""
        engine = self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="REPEATABLE READ")
        with database_faults(), engine.connect() as connection:
            yield connection

    def tables(
        self,
        names: Iterable[str] | None = None,
        *,
        is_open: bool = False,
        after: str = "",
        most: int | None = None,
        sought: str = "",
    ) -> dict[str, Any]:
        """Return the rows of tables, by id in order, with game, sequence and head.

        All, or those named, those that are not closed, or at most so many after an id, with `sought` in theirs.
        """
        query = select(TABLES).where(TABLES.c.id > after).order_by(TABLES.c.id).limit(most)
        if names is not None:
            query = query.where(TABLES.c.id.in_(list(names)))
        if is_open:
            query = query.where(TABLES.c.is_closed.is_(False))
        if sought:
            query = query.where(TABLES.c.id.contains(sought, autoescape=True))
        return {row.id: row for row in self.fetch(query)}

    def seq(self, table_id: str) -> int:
        """Return how far a table's journal goes; 0 where there is none."""
        return self.scalar(select(TABLES.c.seq).where(TABLES.c.id == table_id)) or 0

    def rows(self, table_id: str, after: int = 0, most: int | None = None) -> Generator[Row, None, None]:
        """Iterate over a table's entries in order, after sequence `after`."""
        query = select(JOURNAL).where(JOURNAL.c.table_id == table_id, JOURNAL.c.seq > after).order_by(JOURNAL.c.seq)
        is_few = most is not None and most <= ROWS_AT_ONCE
        return self._stream(query.limit(most), _read_row, None if is_few else ROWS_AT_ONCE)

    def row(self, table_id: str, seq: int) -> Row | None:
        """Return one entry of a table."""
        rows = self.fetch(select(JOURNAL).where(JOURNAL.c.table_id == table_id, JOURNAL.c.seq == seq))
        return _read_row(rows[0]) if rows else None

    def rows_of(self, table_id: str, by: str) -> Generator[Row, None, None]:
        """Iterate over one person's entries at a table, the newest first."""
        query = select(JOURNAL).where(JOURNAL.c.table_id == table_id, JOURNAL.c.by == by).order_by(JOURNAL.c.seq.desc())
        return self._stream(query, _read_row, 100)  # most often the first page has all of the last day

    def snapshot(self, table_id: str, before: int | None = None) -> KeptSnapshot | None:
        """Return a table's newest snapshot, or the newest before an entry."""
        with database_faults(), self._reader.connect() as connection:
            return newest_snapshot(connection, table_id, before)

    def find(self, commands: Iterable[tuple[str, str, str]]) -> dict[tuple[str, str, str], Row]:
        """Return the entries of those commands that have been carried out, by table, person and id."""
        with database_faults(), self._reader.connect() as connection:
            rows = [
                Row(table, seq, by, command_id, bytes(body), *rest)
                for sql, parameters, _rows in row_statements("find", list(commands), is_sqlite=self.is_sqlite)
                for table, seq, by, command_id, body, *rest in connection.exec_driver_sql(sql, parameters)
            ]
        return {(row.table_id, row.by, row.command_id): row for row in rows}

    def balances(self, names: Iterable[str] | None = None) -> dict[str, int]:
        """Return accounts and what they hold; all, or those named."""
        if names is None:
            return {row.name: row.balance for row in self.fetch(select(ACCOUNTS))}
        # Read for every batch of commands: one prepared statement, whatever the number of names.
        some = BALANCES_SQLITE if self.is_sqlite else BALANCES_POSTGRESQL
        with database_faults(), self._reader.connect() as connection:
            rows = connection.exec_driver_sql(some, (msgspec.json.encode(list(names)).decode(),))
            return dict(map(tuple, rows))

    def secret(self, table_id: str, commitment: str) -> tuple[str, str] | None:
        """Return the hidden result behind a commitment, as it is stored."""
        query = select(SECRETS.c.outcome, SECRETS.c.nonce)
        rows = self.fetch(query.where(SECRETS.c.table_id == table_id, SECRETS.c.commitment == commitment))
        return (rows[0].outcome, rows[0].nonce) if rows else None

    def authorisations(self, game: str | None = None) -> list[Authorisation]:
        """Return every record of a game, or of all, in the order they were made."""
        query = select(*(AUTHORISATIONS.c[name] for name in Authorisation.__struct_fields__))
        if game is not None:
            query = query.where(AUTHORISATIONS.c.game == game)
        return [Authorisation(**row._mapping) for row in self.fetch(query.order_by(AUTHORISATIONS.c.number))]

    def counts(self) -> dict[str, int]:
        """Return how much there is of everything."""
        tables = (TABLES, JOURNAL, TRANSFERS, ACCOUNTS, USERS)
        return {table.name: self.scalar(select(func.count()).select_from(table)) for table in tables}

    # People and their keys. They change together with the register's entries, as part of a `WriteSet`.

    def users(
        self, *, after: str = "", most: int | None = None, sought: str = "", roles: Sequence[str] | None = None
    ) -> list[Any]:
        """Return people in order of their names: all, or at most so many after a name, with `sought` in their names, in some roles."""
        query = select(USERS).where(USERS.c.name > after).order_by(USERS.c.name).limit(most)
        if sought:
            query = query.where(USERS.c.name.contains(sought, autoescape=True))
        if roles is not None:
            query = query.where(USERS.c.role.in_(roles))
        return self.fetch(query)

    def user(self, name: str) -> Any | None:
        """Return a person's row."""
        return next(iter(self.fetch(select(USERS).where(USERS.c.name == name))), None)

    def key_rows(self, name: str | None = None) -> list[Any]:
        """Return the keys of a person, or of all, the oldest first."""
        query = select(KEYS).order_by(KEYS.c.made)
        return self.fetch(query if name is None else query.where(KEYS.c.name == name))

    def key(self, digest: str) -> Any | None:
        """Return a key's row, with what the log-in needs of its owner."""
        owner = (USERS.c.role, USERS.c.must_change, USERS.c.is_disabled, USERS.c.factor)
        query = select(KEYS, *owner).join(USERS, USERS.c.name == KEYS.c.name).where(KEYS.c.digest == digest)
        return next(iter(self.fetch(query)), None)

    # What the store says of itself: short texts, each under a name, such as a word sealed under the house's key.

    def mark(self, name: str) -> str | None:
        """Return the text under a name."""
        kept: str | None = self.scalar(select(MARKS.c.text).where(MARKS.c.name == name))
        return kept

    def keep_mark(self, name: str, text: str) -> str:
        """Put a text under a name; return what stands there then, which is another's where that came first."""
        with suppress(StoreConflictError), self.transaction() as connection:
            connection.execute(MARKS.insert().values(name=name, text=text))
        return self.mark(name) or text

    def drop_mark(self, name: str, text: str) -> None:
        """Remove a text, as long as it is this one."""
        with self.transaction() as connection:
            connection.execute(delete(MARKS).where(MARKS.c.name == name, MARKS.c.text == text))

    # The log: its head, its leaves, and its tiles, which are made beside the writers out of the journal

    def log_head(self) -> Tree:
        """Return the log as it is written."""
        with database_faults(), self.engine.connect() as connection:
            return head_in(connection)

    def log_nodes(self, connection: Connection, size: int) -> Nodes:
        """Return the complete subtrees of the log of so many entries."""
        return nodes_in(size, lambda tile: self._read_tile(connection, tile), self._known)

    def remember(self, grown: TreeGrowth) -> None:
        """Remember how the log has grown: tiles and proofs of what is new need not be worked out of the journal."""
        if len(self._known) > MOST_KNOWN:  # all at once: what is needed again is read from tiles
            self._known.clear()
        self._known.update(grown.complete())

    def log_tile(self, tile: HashTile) -> bytes | None:
        """Return the hashes of a tile; None where the log has not so many entries yet."""
        with database_faults(), self.engine.connect() as connection:
            size = connection.execute(select(LOG_HEAD.c.size)).scalar_one()
            return self._read_tile(connection, tile) if width_in(tile.level, tile.number, size) >= tile.width else None

    def log_entries(self, number: int, width: int = WIDTH) -> list[bytes] | None:
        """Return what the leaves of a tile stand for; None where there are not so many yet."""
        rows = self._log_rows(number * WIDTH, number * WIDTH + width)
        return [entry_leaf(*row) for row in rows] if len(rows) == width else None

    def log_leaves(self, first: int, end: int) -> list[bytes]:
        """Return the hashes of the leaves from one place to before another, out of the journal; fewer where it lacks some."""
        return leaf_hashes(self._log_rows(first, end))

    def _log_rows(self, first: int, end: int) -> list[Any]:
        with database_faults(), self.engine.connect() as connection:
            return _rows_between(connection, first, end)

    def last_logged(self) -> str:
        """Return when the newest entry of the log says that it was written; blank where there is none."""
        body = self.scalar(
            select(JOURNAL.c.body).where(JOURNAL.c.leaf == select(LOG_HEAD.c.size - 1).scalar_subquery())
        )
        return str(msgspec.json.decode(bytes(body)).get("at", "")) if body is not None else ""

    def make_tiles(self) -> int:
        """Keep tiles that have become full, some at a time; return how many these were.

        Beside the writers, who would have to wait: all that a tile says stands in the journal too.
        """
        with database_faults(), self.engine.connect() as connection:
            size = connection.execute(select(LOG_HEAD.c.size)).scalar_one()
            new = [
                {"level": tile.level, "number": tile.number, "root": self._root(tile, hashes), "hashes": hashes}
                for tile, hashes in self._lacking(connection, size)
            ]
        if new:
            insert: Any = (sqlite if self.is_sqlite else postgresql).insert(LOG_TILES)
            with self.transaction() as connection:
                connection.execute(insert.on_conflict_do_nothing(), new)  # another process may have made the same
        return len(new)

    def _read_tile(self, connection: Connection, tile: HashTile) -> bytes:
        """The hashes of a tile that the log has: as they are known or kept, or out of what is below them."""
        places = range(tile.number * WIDTH, tile.number * WIDTH + tile.width)
        known = {place: self._known.get((HEIGHT * tile.level, place)) for place in places}
        if None in known.values():
            known |= _kept(connection, tile)
        return b"".join(digest or self._root_below(connection, tile, place) for place, digest in known.items())

    def _root_below(self, connection: Connection, tile: HashTile, place: int) -> bytes:
        """A hash of a tile, out of the full tile below it, which is not kept yet; nothing for a leaf that the journal lacks."""
        if not tile.level:
            return b""
        below = HashTile(tile.level - 1, place)
        return self._root(below, self._read_tile(connection, below))

    def _root(self, tile: HashTile, hashes: bytes) -> bytes:
        """The root above a full tile."""
        place = (HEIGHT * (tile.level + 1), tile.number)
        return self._known.get(place) or self._known.setdefault(place, root_of_hashes(hashes))

    def _lacking(self, connection: Connection, size: int) -> Iterator[tuple[HashTile, bytes]]:
        """Full tiles that are not kept yet, the lowest level first; one above others is made when all of these are kept."""
        rows = connection.execute(select(LOG_TILES.c.level, func.max(LOG_TILES.c.number)).group_by(LOG_TILES.c.level))
        kept: dict[int, int] = {level: number + 1 for level, number in rows}
        below = size
        for level in range(size.bit_length() // HEIGHT):
            there = kept.get(level, 0)
            for number in range(there, min(below // WIDTH, there + TILES_AT_A_TIME)):
                tile = HashTile(level, number)
                yield tile, self._read_tile(connection, tile)
            below = there


def open_store(url: str) -> Store:
    """Open a store and bring its schema up to date."""
    store = Store(url)
    store.migrate()
    return store


def head_in(connection: Connection) -> Tree:
    """Return the log as a connection sees it."""
    return tree_in(*connection.execute(select(LOG_HEAD.c.size, LOG_HEAD.c.peaks)).one())


def tree_in(size: int, peaks: bytes) -> Tree:
    """Read a tree out of its row."""
    return Tree(size, tuple(bytes(peaks[at : at + HASH_BYTES]) for at in range(0, len(peaks), HASH_BYTES)))


def _rows_between(connection: Connection, first: int, end: int) -> list[Any]:
    """Return table, number and digest of the entries from one place in the log to before another."""
    columns = (JOURNAL.c.table_id, JOURNAL.c.seq, JOURNAL.c.digest)
    query = select(*columns).where(JOURNAL.c.leaf >= first, JOURNAL.c.leaf < end).order_by(JOURNAL.c.leaf)
    return list(connection.execute(query))


def _kept(connection: Connection, tile: HashTile) -> dict[int, bytes]:
    """The hashes of a tile by their places, as far as the store has them: in the tile, in the journal, or with the tiles below."""
    first = tile.number * WIDTH
    whole = select(LOG_TILES.c.hashes).where(LOG_TILES.c.level == tile.level, LOG_TILES.c.number == tile.number)
    hashes = connection.execute(whole).scalar()
    if hashes is not None:
        cut = range(0, tile.width * HASH_BYTES, HASH_BYTES)
        return {first + place: bytes(hashes[at : at + HASH_BYTES]) for place, at in enumerate(cut)}
    if not tile.level:
        rows = _rows_between(connection, first, first + tile.width)
        return {first + place: digest for place, digest in enumerate(leaf_hashes(rows))}
    below = select(LOG_TILES.c.number, LOG_TILES.c.root).where(
        LOG_TILES.c.level == tile.level - 1, LOG_TILES.c.number >= first, LOG_TILES.c.number < first + tile.width
    )
    return {row.number: bytes(row.root) for row in connection.execute(below)}
