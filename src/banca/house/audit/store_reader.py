"""The whole store as it stands at one moment: its rows in order, its journals link by link, and what differs in its schema.

Nothing is read all at once, and the columns' types are not believed: SQLite keeps whatever somebody put into them.
"""

import re
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, Connection, DefaultClause, Table, bindparam, inspect, text

from banca.house import journal
from banca.house.audit.report import BROKEN_AT, COLUMN_DIFFERS, DIGEST_DIFFERS, NOT_AN_ENTRY, missing
from banca.house.journal import FIRST_ENTRY, GENESIS, Entry, game_of
from banca.house.schema import METADATA
from banca.house.store import IN_MEMORY, KeptSnapshot, Row, Store, newest_snapshot
from banca.rules import Message, Refusal, _
from banca.transparency.merkle import Nodes
from banca.transparency.tiles import HEIGHT

READ = {
    *[
        "accounts",
        "authorisations",
        "journal",
        "keys",
        "log_head",
        "log_tiles",
        "marks",
        "secrets",
        "snapshots",
        "tables",
        "transfers",
        "users",
    ]
}
"""The tables that are read here."""
AT_A_TIME = 1000


class BrokenLinkError(Exception):
    """The chain breaks at an entry: nothing behind it can be trusted."""

    def __init__(self, seq: int, why: Message) -> None:
        super().__init__(why)
        self.seq, self.why = seq, why


class Link(NamedTuple):
    """An entry with the digest before it and its own."""

    entry: Entry
    digest_before: str
    digest: str


def read_link(table: str, seq: int, before: str, row: Row | None, game: str) -> Entry:
    """Return the entry of a game's table that is due at `seq` behind the digest `before`; raise where the row is not it."""
    # The place before the digest: an entry that was moved is told as missing, not as changed.
    if row is None or row.seq != seq:
        raise BrokenLinkError(seq, missing(seq, row.seq if row else None))
    if not isinstance(row.body, bytes) or row.digest != journal.digest(before, row.body):
        raise BrokenLinkError(seq, Message(DIGEST_DIFFERS))
    try:
        entry = journal.read(row.body, game, seq)
        # Two texts of the same entry would have two digests: only the one that the journal writes counts.
        if journal.write(entry) != row.body:
            raise BrokenLinkError(seq, Message(NOT_AN_ENTRY, because=_("it is not in the journal's format")))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise BrokenLinkError(seq, Message(NOT_AN_ENTRY, because=str(fault))) from None
    except Refusal as refusal:  # no such game is installed here
        raise BrokenLinkError(seq, Message(NOT_AN_ENTRY, because=refusal.message)) from None
    return entry


def read_journal(
    store: Store, table: str, after: int = 0, head: str = GENESIS, game: str = FIRST_ENTRY, last: int | None = None
) -> Generator[Link, None, None]:
    """Read entries from behind a sequence number, up to another or to the end; refused where the chain breaks.

    `head` is the digest of the entry at `after`, and `game` what the table plays: both are believed.
    """
    # One by one, in one transaction: a journal may be larger than memory, and grows while it is read.
    with read_store(store) as reader:
        for row in reader.rows(table, after, last):
            try:
                entry = read_link(table, after + 1, head, row, game)
            except BrokenLinkError as broken:
                raise Refusal(BROKEN_AT, table=table, asked=after + 1, because=broken.why) from None
            yield Link(entry, head, row.digest)
            game = game or game_of(entry)
            after, head = after + 1, row.digest
    if last is not None and after < last:
        raise Refusal(BROKEN_AT, table=table, asked=after + 1, because=missing(after + 1, None))


def entries(store: Store, table: str) -> Iterator[Entry]:
    """Read a table's entries in order, as far as the chain holds; refused where it breaks."""
    return (link.entry for link in read_journal(store, table))


def digest_at(store: Store, table: str, seq: int) -> str:
    """Return the digest of an entry; for none, what a journal begins with."""
    with read_store(store) as reader:
        return next((row.digest for row in reader.rows(table, seq - 1, seq)), GENESIS) if seq else GENESIS


def unlike_columns(row: Row, entry: Entry) -> Iterator[Message]:
    """Find columns that do not say what the entry says; the entry stands in the chain, so it is the column that is wrong."""
    columns = {
        "table_id": (row.table_id, entry.table),
        "seq": (row.seq, entry.seq),
        "by": (row.by, entry.by),
        "command_id": (row.command_id, entry.id),
    }
    for column, (value, expected) in columns.items():
        if value != expected:
            yield Message(COLUMN_DIFFERS, column=column, found=value, expected=expected)


class TableRow(NamedTuple):
    """How the list of tables has a table."""

    id: str
    game: Any
    seq: Any
    head: Any
    is_closed: Any


ENTRIES = 'SELECT table_id, seq, "by", command_id, body, digest FROM journal WHERE table_id = :table'
NEWEST_ENTRIES = """
    SELECT id, (SELECT body FROM journal WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1) AS body
    FROM tables ORDER BY id
"""
ENDS = "SELECT id, (SELECT max(seq) FROM journal WHERE table_id = tables.id) AS last FROM tables ORDER BY id"
LEAVES = "SELECT table_id, seq, digest, leaf, substr(body, 1, 160) AS begins FROM journal"
"""An entry's time stands in its first 160 bytes."""


class StoreReader:
    """Reads on one connection, in one transaction: in plain SQL, since the types of our schema would believe what stands in a column."""

    def __init__(self, connection: Connection, store: Store) -> None:
        self._connection, self._store = connection, store

    def _read(self, query: str, **values: object) -> Iterator[Any]:
        """The rows of a query, some at a time; a list among the values stands behind IN."""
        lists: list[Any] = [
            bindparam(name, expanding=True) for name, value in values.items() if isinstance(value, list)
        ]
        statement = text(query).bindparams(*lists)
        return iter(self._connection.execute(statement, values, execution_options={"yield_per": AT_A_TIME}))

    def _read_between(self, query: str, after: int, last: int | None, order: str = "seq", **values: object) -> Any:
        """Rows of the entries behind one up to another; where none is named, whatever stands there."""
        query += " AND seq > :after" if after else ""
        query += " AND seq <= :last" if last is not None else ""
        return self._read(f"{query} ORDER BY {order}", **values, after=after, last=last)

    def _first(self, query: str, **values: object) -> Any | None:
        return self._connection.execute(text(query), values).first()

    def _count(self, query: str, **values: object) -> int:
        return int(self._connection.execute(text(query), values).scalar_one())

    @property
    def lacks_tables(self) -> bool:
        """Whether a table of the schema that is read here is not there."""
        return not set(inspect(self._connection).get_table_names()) >= READ

    def tables(self, names: Collection[str] | None = None) -> dict[str, TableRow]:
        """Every table, or those named, with its game, sequence and head, and whether it is closed."""
        query = "SELECT id, game, seq, head, is_closed FROM tables"
        query += "" if names is None else " WHERE id IN :names"
        rows = self._read(f"{query} ORDER BY id", **({} if names is None else {"names": list(names)}))
        return {row.id: TableRow(*row) for row in rows}

    def newest_entries(self) -> Iterator[tuple[str, Any]]:
        """Every table with the body of its last entry."""
        return (tuple(row) for row in self._read(NEWEST_ENTRIES))

    def ends(self) -> dict[str, Any]:
        """Every table with the sequence of its last entry; None where it has none."""
        return {row.id: row.last for row in self._read(ENDS)}

    def unlisted(self) -> list[str]:
        """Names of tables that have rows and are not among the tables."""
        tables = ("journal", "transfers", "secrets", "snapshots")
        query = "SELECT DISTINCT table_id FROM {} WHERE table_id NOT IN (SELECT id FROM tables)"
        return sorted({str(row.table_id) for name in tables for row in self._read(query.format(name))})

    def snapshot(self, table_id: str, before: int | None = None) -> KeptSnapshot | None:
        """A table's newest snapshot, or the newest before an entry."""
        return newest_snapshot(self._connection, table_id, before)

    def snapshots(self, table_id: str, after: int = 0, last: int | None = None) -> Iterator[tuple[Any, Any]]:
        """A table's snapshots in order: sequence and body."""
        query = "SELECT seq, body FROM snapshots WHERE table_id = :table"
        return (tuple(row) for row in self._read_between(query, after, last, table=table_id))

    def rows(self, table_id: str, after: int = 0, last: int | None = None) -> Iterator[Row]:
        """A table's entries in order, from behind sequence `after` up to `last`."""
        return (Row(*row) for row in self._read_between(ENTRIES, after, last, table=table_id))

    def rows_back(self, table_id: str, seq: int) -> Iterator[Row]:
        """A table's entries from one of them back to the first."""
        return (Row(*row) for row in self._read_between(ENTRIES, 0, seq, "seq DESC", table=table_id))

    def page(self, table_id: str, after: Any, last: Any) -> list[Row]:  # whatever stands there
        """A table's next entries from behind one up to another, as many as are read at a time."""
        query = f"{ENTRIES} AND seq > :after AND seq <= :last ORDER BY seq LIMIT {AT_A_TIME}"
        return [Row(*row) for row in self._read(query, table=table_id, after=after, last=last)]

    def rows_after(self, table_id: str, seq: int) -> int:
        """How many entries come behind a sequence number."""
        query = "SELECT count(*) FROM journal WHERE table_id = :table AND seq > :seq"
        return self._count(query, table=table_id, seq=seq)

    def transfers(
        self, table_id: str, after: int = 0, last: int | None = None
    ) -> Iterator[tuple[int, int, str, str, int]]:
        """A table's transfers in order: sequence, place, source, target, amount; of the entries behind `after` up to `last`."""
        query = "SELECT seq, place, source, target, amount FROM transfers WHERE table_id = :table"
        return (tuple(row) for row in self._read_between(query, after, last, "seq, place", table=table_id))

    def accounts(self, names: Collection[str] | None = None) -> dict[str, int]:
        """Every account and what it holds, or those named."""
        query, values = "SELECT name, balance FROM accounts", {}
        if names is not None:
            query, values = f"{query} WHERE name IN :names", {"names": list(names)}
        return {row.name: row.balance for row in self._read(query, **values)}

    def users(self) -> Iterator[Any]:
        """Everybody."""
        return self._read("SELECT name, role, is_disabled, password, factor FROM users ORDER BY name")

    def held_keys(self) -> Iterator[Any]:
        """Every key without what goes with it against forgery."""
        return self._read("SELECT name, digest, label, expires FROM keys ORDER BY digest")

    def authorisations(self) -> Iterator[Any]:
        """Every record in the order they were made."""
        return self._read("SELECT * FROM authorisations ORDER BY number")

    def log_nodes(self, size: Any) -> Nodes:  # whatever stands there
        """The complete subtrees of a log of so many entries, out of the tiles that are kept."""
        return self._store.log_nodes(self._connection, size if isinstance(size, int) else 0)

    def leaves(self, first: int = 0, last: int | None = None) -> Generator[Any, None, None]:
        """Every entry in the order of the log, with its first letters; from a place on, up to before another."""
        query = LEAVES
        bounds = ["leaf >= :first"] * bool(first) + ["leaf < :last"] * (last is not None)
        query += f" WHERE {' AND '.join(bounds)}" if bounds else ""
        # An entry without a place comes first: behind it the audit of the log can say nothing.
        statement = text(f"{query} ORDER BY leaf ASC NULLS FIRST").execution_options(yield_per=AT_A_TIME)
        with self._connection.execute(statement, {"first": first, "last": last}) as rows:
            yield from rows

    def place_of(self, table_id: str, seq: int) -> tuple[Any, Any] | None:
        """An entry's digest and its place in the log."""
        query = "SELECT digest, leaf FROM journal WHERE table_id = :table AND seq = :seq"
        return self._first(query, table=table_id, seq=seq)

    def log_head(self) -> tuple[Any, Any]:
        """How many entries the log says it has, and its peaks."""
        return self._first("SELECT size, peaks FROM log_head") or (0, b"")

    def tile(self, level: int, number: int) -> tuple[Any, Any] | None:
        """A tile that is kept: its root and its hashes."""
        query = "SELECT root, hashes FROM log_tiles WHERE level = :level AND number = :number"
        return self._first(query, level=level, number=number)

    def tile_count(self) -> int:
        """How many tiles are kept."""
        return self._count("SELECT count(*) FROM log_tiles")

    def last_tiles(self) -> dict[Any, Any]:
        """On each level the number of the last tile that is kept."""
        rows = self._read("SELECT level, max(number) AS last FROM log_tiles GROUP BY level")
        return {row.level: row.last for row in rows}

    def tiles_beyond(self, size: int) -> int:
        """How many tiles are kept that a log of so many entries has not filled."""
        return sum(max(0, last + 1 - (size >> HEIGHT * (level + 1))) for level, last in self.last_tiles().items())

    def mark(self, name: str) -> Any | None:  # whatever stands there
        """What the store says of itself under a name."""
        row = self._first("SELECT text FROM marks WHERE name = :name", name=name)
        return row and row.text

    def oddities(self, *, is_whole: bool) -> list[str]:
        """What the schema has and the program has not made, or the other way round."""
        return oddities(self._connection, is_whole=is_whole)

    def secrets(self, table_id: str, commitments: Sequence[str]) -> dict[str, tuple[str, str]]:
        """The hidden results behind commitments: outcome and nonce."""
        query = "SELECT commitment, outcome, nonce FROM secrets WHERE table_id = :table AND commitment IN :commitments"
        rows = self._read(query, table=table_id, commitments=list(commitments))
        return {row.commitment: (row.outcome, row.nonce) for row in rows}

    def secret_count(self, table_id: str) -> int:
        """How many hidden results a table has had."""
        return self._count("SELECT count(*) FROM secrets WHERE table_id = :table", table=table_id)


@contextmanager
def read_store(store: Store) -> Iterator[StoreReader]:
    """Read everything as it stands now."""
    with store.at_one_moment() as connection:
        if not store.is_sqlite:
            yield StoreReader(connection, store)
            return
        # SQLite hands over text that is no UTF-8 too: a flipped bit is to be found, not stumbled over.
        driver: Any = connection.connection.dbapi_connection
        usual = driver.text_factory
        driver.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
        try:
            yield StoreReader(connection, store)
        finally:
            driver.text_factory = usual


MADE = (
    "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'"
)
"""All but the statistics that SQLite's own ANALYZE keeps."""
OF_ROWS = ("CHECK constraint failed", "NULL value in", "ok")
"""What SQLite's integrity check says of values, which the audit looks at itself, or of nothing."""
PLANTED = """
    SELECT 'trigger', tgname FROM pg_trigger JOIN ours ON ours.oid = tgrelid WHERE NOT tgisinternal
    UNION SELECT 'disabled trigger', tgname FROM pg_trigger JOIN ours ON ours.oid = tgrelid WHERE tgenabled = 'D'
    UNION SELECT 'view', relname FROM ours WHERE relkind IN ('v', 'm')
    UNION SELECT 'foreign table', relname FROM ours WHERE relkind = 'f'
    UNION SELECT 'rule', rulename FROM pg_rules WHERE schemaname = current_schema()
    UNION SELECT 'policy', policyname FROM pg_policies WHERE schemaname = current_schema()
    UNION SELECT 'row security', relname FROM ours WHERE relrowsecurity OR relforcerowsecurity
    UNION SELECT 'unlogged table', relname FROM ours WHERE relkind = 'r' AND relpersistence <> 'p'
    UNION SELECT 'inheritance', relname FROM ours JOIN pg_inherits ON ours.oid IN (inhrelid, inhparent)
    UNION SELECT 'changed index', relname FROM pg_index JOIN ours ON ours.oid = indexrelid
        WHERE indpred IS NOT NULL OR indexprs IS NOT NULL OR NOT indisvalid OR NOT indisready
    UNION SELECT 'constraint', conname FROM pg_constraint JOIN ours ON ours.oid = conrelid
        WHERE contype IN ('x', 't', 'f') OR NOT convalidated
    UNION SELECT 'generated column', relname || '.' || attname FROM pg_attribute JOIN ours ON ours.oid = attrelid
        WHERE relkind = 'r' AND (attgenerated <> '' OR attidentity <> '')
    UNION SELECT 'function', proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    ORDER BY 1, 2
"""
"""What acts by itself, stands in a table's place or keeps rows from somebody: the program makes none of it."""
CHECKS = """
    SELECT relname, pg_get_constraintdef(pg_constraint.oid) FROM pg_constraint JOIN ours ON ours.oid = conrelid
    WHERE contype = 'c'
"""
DEFAULTS = """
    SELECT relname || '.' || attname, pg_get_expr(adbin, adrelid) FROM pg_attrdef
    JOIN ours ON ours.oid = adrelid JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
"""
OURS = "WITH ours AS (SELECT * FROM pg_class WHERE relnamespace = current_schema()::regnamespace)"
ALEMBIC = "alembic_version"
"""Where Alembic keeps which of the steps was the last."""


def oddities(connection: Connection, *, is_whole: bool) -> list[str]:
    """All that is not as the program made it, each in some words; with `is_whole` every index is compared with its rows too."""
    differences = (
        _in_sqlite(connection, is_whole=is_whole) if connection.dialect.name == "sqlite" else _in_postgresql(connection)
    )
    versions = [str(row[0]) for row in connection.execute(text(f"SELECT version_num FROM {ALEMBIC}"))]  # noqa: S608 - ours
    if versions != [_last_step()]:
        differences.append(f"{ALEMBIC} {', '.join(versions) or '-'}")
    return differences


def _in_sqlite(connection: Connection, *, is_whole: bool) -> list[str]:
    made, expected = _made(connection), _expected()
    differences = [f"{kind} {name}" for kind, name in sorted(made.keys() - expected.keys())]
    differences += [f"missing {kind} {name}" for kind, name in sorted(expected.keys() - made.keys())]
    differences += [
        f"changed {kind} {name}"
        for kind, name in sorted(made.keys() & expected.keys())
        if made[kind, name] != expected[kind, name]
    ]
    if is_whole:  # it reads every row: minutes for a store of years
        lines = (str(row[0]) for row in connection.execute(text("PRAGMA integrity_check(20)")))
        differences += [line for line in lines if not line.startswith(OF_ROWS)]
    return differences


def _made(connection: Connection) -> dict[tuple[str, str], tuple[str, str]]:
    """Everything in a store of SQLite by its kind and name: on which table it is, and the text that made it."""
    rows = connection.execute(text(MADE))
    return {(kind, name): (table, re.sub(r'[\s"`\[\]]+', " ", sql).strip()) for kind, name, table, sql in rows}


@cache
def _expected() -> dict[tuple[str, str], tuple[str, str]]:
    """The same of an empty store."""
    store = Store(IN_MEMORY)
    try:
        store.migrate()
        with store.engine.connect() as connection:
            return _made(connection)
    finally:
        store.close()


@cache
def _last_step() -> str | None:
    return ScriptDirectory(str(files("banca.house").joinpath("migrations"))).get_current_head()


def _in_postgresql(connection: Connection) -> list[str]:
    differences = [f"{kind} {name}" for kind, name in connection.execute(text(OURS + PLANTED))]
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    differences += [name for change in compare_metadata(context, METADATA) for name in _name_difference(change)]
    checks = {(table, _bare(check)) for table, check in connection.execute(text(OURS + CHECKS))}
    expected = {(table.name, _bare(f"CHECK {check}")) for table in METADATA.tables.values() for check in _checks(table)}
    differences += [f"check {table}: {check}" for table, check in sorted(checks - expected)]
    differences += [f"missing check {table}: {check}" for table, check in sorted(expected - checks)]
    defaults = {column: _bare(default) for column, default in connection.execute(text(OURS + DEFAULTS))}
    made = {column: default for table in METADATA.tables.values() for column, default in _defaults(table)}
    differences += [
        f"default {column}"
        for column in sorted(defaults.keys() | made.keys())
        if defaults.get(column) != made.get(column)
    ]
    return differences


def _checks(table: Table) -> Iterator[str]:
    given = table.constraints.union(*(column.constraints for column in table.columns))
    return (str(constraint.sqltext) for constraint in given if isinstance(constraint, CheckConstraint))


def _defaults(table: Table) -> Iterator[tuple[str, str]]:
    """What PostgreSQL puts into a column that is left out."""
    for column in table.columns:
        if isinstance(column.server_default, DefaultClause):
            given = column.server_default.arg
            yield f"{table.name}.{column.name}", _bare(f"'{given}'" if isinstance(given, str) else str(given))
        elif column is table.autoincrement_column:
            yield f"{table.name}.{column.name}", _bare(f"nextval('{table.name}_{column.name}_seq')")


def _bare(expression: str) -> str:
    """An expression without the casts, brackets and blanks that PostgreSQL adds."""
    return re.sub(r'::[a-z]+( varying| precision)?|[\s()"]', "", expression).lower()


def _name_difference(difference: Any) -> Iterator[str]:  # as the library has it
    """One difference: `remove_index journal_by` and the like, as seen from the store."""
    if isinstance(difference, list):
        for change in difference:
            yield from _name_difference(change)
        return
    kind, *about = difference
    named = [str(getattr(part, "name", part)) for part in about if part is not None and not isinstance(part, dict)]
    yield " ".join([SEEN.get(kind, kind), *named[: 2 if "column" in kind or "modify" in kind else 1]])


SEEN = {
    "remove_table": "table",
    "remove_column": "column",
    "remove_index": "index",
    "remove_constraint": "constraint",
    "add_table": "missing table",
    "add_column": "missing column",
    "add_index": "missing index",
    "add_constraint": "missing constraint",
}
"""The library's words for what would be done about it, turned round."""
