"""The whole store as it stands at one moment, read in order and never all at once. An audit must not believe the columns' types."""

from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, Label, Select, func, inspect, select, type_coerce
from sqlalchemy.types import NULLTYPE

from banca.house.audit.oddities import oddities
from banca.house.log_rows import LogRows
from banca.house.schema import (
    ACCOUNTS,
    AUTHORISATIONS,
    JOURNAL,
    KEYS,
    LOG_HEAD,
    LOG_TILES,
    MARKS,
    SECRETS,
    SNAPSHOTS,
    TABLES,
    TRANSFERS,
    USERS,
)
from banca.house.snapshot_rows import KeptSnapshot, kept_snapshot, newest_snapshot
from banca.house.store import Store
from banca.house.writing import Row
from banca.transparency.merkle import Nodes
from banca.transparency.tiles import HEIGHT

AT_A_TIME = 1000
UNKNOWN = "?"
"""In place of a column that a store from before does not have."""
ENTRY = [JOURNAL.c[name] for name in ("table_id", "seq", "by", "command_id", "body", "digest")]
"""What a journal has had from the beginning."""
BEGINNING = 160
"""Bytes of an entry in which its time stands."""


def _plain(*columns: Column[Any]) -> list[Label[Any]]:
    """Columns as the database has them: SQLite keeps whatever was put there."""
    return [type_coerce(column, NULLTYPE).label(column.name) for column in columns]


def _between(asked: Select[Any], seq: Column[Any], after: int, last: int | None) -> Select[Any]:
    """Rows of the entries behind one up to another; where none is named, whatever stands there."""
    if after:
        asked = asked.where(seq > after)
    return asked if last is None else asked.where(seq <= last)


class TableRow(NamedTuple):
    """How the list of tables has a table."""

    id: str
    game: Any
    seq: Any
    head: Any
    is_closed: Any = UNKNOWN


class Snapshot:
    """Reads on one connection, in one transaction."""

    def __init__(self, connection: Connection, log: LogRows) -> None:
        self._connection, self._log = connection, log
        self._keeps_snapshots = inspect(connection).has_table(SNAPSHOTS.name)
        """Whether it has been opened by a program that takes them."""

    def _stream(self, asked: Select[Any]) -> Iterator[Any]:
        return iter(self._connection.execution_options(yield_per=AT_A_TIME).execute(asked))

    def tables(self, names: Collection[str] | None = None) -> dict[str, "TableRow"]:
        """Every table, or those named, with its game, sequence and head, and whether it is closed."""
        columns = [one for one in TABLES.c if self._keeps_snapshots or one.name != "is_closed"]
        asked = select(*_plain(*columns)).order_by(TABLES.c.id)
        rows = self._connection.execute(asked if names is None else asked.where(TABLES.c.id.in_(list(names))))
        return {row.id: TableRow(*row) for row in rows}

    def newest_entries(self) -> Iterator[tuple[str, Any]]:
        """Every table with the body of its last entry."""
        last = select(JOURNAL.c.body).where(JOURNAL.c.table_id == TABLES.c.id).order_by(JOURNAL.c.seq.desc()).limit(1)
        asked = select(*_plain(TABLES.c.id), type_coerce(last.scalar_subquery(), NULLTYPE).label("body"))
        for row in self._stream(asked.order_by(TABLES.c.id)):
            yield row.id, row.body

    def snapshot(self, table_id: str, before: int | None = None) -> KeptSnapshot | None:
        """A table's newest snapshot, or the newest before an entry."""
        if not self._keeps_snapshots:
            return None
        row = self._connection.execute(newest_snapshot(table_id, before)).first()
        return kept_snapshot(row) if row else None

    def snapshots(self, table_id: str, after: int = 0, last: int | None = None) -> Iterator[tuple[Any, Any]]:
        """A table's snapshots in order: sequence and body."""
        if self._keeps_snapshots:
            asked = select(*_plain(SNAPSHOTS.c.seq, SNAPSHOTS.c.body)).where(SNAPSHOTS.c.table_id == table_id)
            for row in self._stream(_between(asked, SNAPSHOTS.c.seq, after, last).order_by(SNAPSHOTS.c.seq)):
                yield row.seq, row.body

    def ends(self) -> dict[str, Any]:
        """Every table with the sequence of its last entry; None where it has none."""
        last = select(func.max(JOURNAL.c.seq)).where(JOURNAL.c.table_id == TABLES.c.id).scalar_subquery()
        asked = select(*_plain(TABLES.c.id), type_coerce(last, NULLTYPE).label("last")).order_by(TABLES.c.id)
        return {row.id: row.last for row in self._connection.execute(asked)}

    def unlisted(self) -> list[str]:
        """Names of tables that have rows and are not among the tables."""
        found: set[str] = set()
        kept = (SNAPSHOTS,) if self._keeps_snapshots else ()
        for rows in (JOURNAL, TRANSFERS, SECRETS, *kept):
            names = select(*_plain(rows.c.table_id)).where(rows.c.table_id.not_in(select(TABLES.c.id))).distinct()
            found.update(str(row.table_id) for row in self._connection.execute(names))
        return sorted(found)

    def rows(self, table_id: str, after: int = 0, last: int | None = None) -> Iterator[Row]:
        """A table's entries in order, from behind sequence `after` up to `last`."""
        asked = select(*_plain(*ENTRY)).where(JOURNAL.c.table_id == table_id)
        for row in self._stream(_between(asked, JOURNAL.c.seq, after, last).order_by(JOURNAL.c.seq)):
            yield Row(row.table_id, row.seq, row.by, row.command_id, row.body, row.digest)

    def rows_back(self, table_id: str, seq: int) -> Iterator[Row]:
        """A table's entries from one of them back to the first."""
        asked = select(*_plain(*ENTRY)).where(JOURNAL.c.table_id == table_id).order_by(JOURNAL.c.seq.desc())
        while page := self._connection.execute(asked.where(JOURNAL.c.seq <= seq).limit(AT_A_TIME)).all():
            for row in page:
                yield Row(row.table_id, row.seq, row.by, row.command_id, row.body, row.digest)
            seq = page[-1].seq - 1

    def page(self, table_id: str, after: Any, last: Any) -> list[Row]:  # whatever stands there
        """A table's next entries from behind one up to another, as many as are read at a time."""
        seq = type_coerce(JOURNAL.c.seq, NULLTYPE)
        asked = select(*_plain(*ENTRY)).where(JOURNAL.c.table_id == table_id, seq > after, seq <= last)
        rows = self._connection.execute(asked.order_by(JOURNAL.c.seq).limit(AT_A_TIME))
        return [Row(row.table_id, row.seq, row.by, row.command_id, row.body, row.digest) for row in rows]

    def rows_after(self, table_id: str, seq: int) -> int:
        """How many entries come behind a sequence number."""
        asked = select(func.count()).where(JOURNAL.c.table_id == table_id, JOURNAL.c.seq > seq)
        return int(self._connection.execute(asked).scalar_one())

    def transfers(
        self, table_id: str, after: int = 0, last: int | None = None
    ) -> Iterator[tuple[int, int, str, str, int]]:
        """A table's transfers in order: sequence, place, source, target, amount; of the entries behind `after` up to `last`."""
        columns = _plain(TRANSFERS.c.seq, TRANSFERS.c.place, TRANSFERS.c.source, TRANSFERS.c.target, TRANSFERS.c.amount)
        asked = _between(select(*columns).where(TRANSFERS.c.table_id == table_id), TRANSFERS.c.seq, after, last)
        asked = asked.order_by(TRANSFERS.c.seq, TRANSFERS.c.place)
        for row in self._stream(asked):
            yield row.seq, row.place, row.source, row.target, row.amount

    def accounts(self, names: Collection[str] | None = None) -> dict[str, int]:
        """Every account and what it holds, or those named."""
        asked = select(*_plain(*ACCOUNTS.c))
        if names is not None:
            asked = asked.where(ACCOUNTS.c.name.in_(list(names)))
        return {row.name: row.balance for row in self._connection.execute(asked)}

    def users(self) -> Iterator[Any]:
        """Everybody."""
        columns = _plain(USERS.c.name, USERS.c.role, USERS.c.is_disabled, USERS.c.password, USERS.c.factor)
        return self._stream(select(*columns).order_by(USERS.c.name))

    def held_keys(self) -> Iterator[Any]:
        """Every key without what goes with it against forgery."""
        columns = _plain(KEYS.c.name, KEYS.c.digest, KEYS.c.label, KEYS.c.expires)
        return self._stream(select(*columns).order_by(KEYS.c.digest))

    def authorisations(self) -> Iterator[Any]:
        """Every record in the order they were made."""
        return self._stream(select(*_plain(*AUTHORISATIONS.c)).order_by(AUTHORISATIONS.c.number))

    @property
    def has_log(self) -> bool:
        """Whether it has been opened by a program that keeps the log."""
        return bool(inspect(self._connection).has_table(LOG_HEAD.name))

    def log_nodes(self, size: Any) -> Nodes:  # whatever stands there
        """The complete subtrees of a log of so many entries, out of the tiles that are kept."""
        return self._log.log_nodes(self._connection, size if isinstance(size, int) else 0)

    def leaves(self, first: int = 0, last: int | None = None) -> Generator[Any, None, None]:
        """Every entry in the order of the log, with its first letters; from a place on, up to before another."""
        begins = type_coerce(func.substr(JOURNAL.c.body, 1, BEGINNING), NULLTYPE).label("begins")
        columns = _plain(JOURNAL.c.table_id, JOURNAL.c.seq, JOURNAL.c.digest, JOURNAL.c.leaf)
        asked = select(*columns, begins).order_by(JOURNAL.c.leaf.asc().nulls_first())
        if first:
            asked = asked.where(JOURNAL.c.leaf >= first)
        if last is not None:
            asked = asked.where(JOURNAL.c.leaf < last)
        with self._connection.execute(asked.execution_options(yield_per=AT_A_TIME)) as found:
            yield from found

    def place_of(self, table_id: str, seq: int) -> tuple[Any, Any] | None:
        """An entry's digest and its place in the log."""
        asked = select(*_plain(JOURNAL.c.digest, JOURNAL.c.leaf))
        row = self._connection.execute(asked.where(JOURNAL.c.table_id == table_id, JOURNAL.c.seq == seq)).first()
        return (row.digest, row.leaf) if row else None

    def log_head(self) -> tuple[Any, Any]:
        """How many entries the log says it has, and its peaks."""
        row = self._connection.execute(select(*_plain(LOG_HEAD.c.size, LOG_HEAD.c.peaks))).first()
        return (row.size, row.peaks) if row else (0, b"")

    def tile(self, level: int, number: int) -> tuple[Any, Any] | None:
        """A tile that is kept: its root and its hashes."""
        asked = select(*_plain(LOG_TILES.c.root, LOG_TILES.c.hashes))
        where = LOG_TILES.c.level == level, LOG_TILES.c.number == number
        row = self._connection.execute(asked.where(*where)).first()
        return (row.root, row.hashes) if row else None

    def tile_count(self) -> int:
        """How many tiles are kept."""
        return int(self._connection.execute(select(func.count()).select_from(LOG_TILES)).scalar_one())

    def last_tiles(self) -> dict[Any, Any]:
        """On each level the number of the last tile that is kept."""
        asked = select(*_plain(LOG_TILES.c.level), func.max(type_coerce(LOG_TILES.c.number, NULLTYPE)).label("last"))
        return {row.level: row.last for row in self._connection.execute(asked.group_by(LOG_TILES.c.level))}

    def tiles_beyond(self, size: int) -> int:
        """How many tiles are kept that a log of so many entries has not filled."""
        return sum(max(0, last + 1 - (size >> HEIGHT * (level + 1))) for level, last in self.last_tiles().items())

    def mark(self, name: str) -> Any | None:  # whatever stands there
        """What the store says of itself under a name."""
        asked = select(*_plain(MARKS.c.text)).where(MARKS.c.name == name)
        return self._connection.execute(asked).scalar()

    def oddities(self, *, is_whole: bool) -> list[str]:
        """What the schema has and the program has not made, or the other way round."""
        return oddities(self._connection, is_whole=is_whole)

    def secrets(self, table_id: str, commitments: Sequence[str]) -> dict[str, tuple[str, str]]:
        """The hidden results behind commitments: outcome and nonce."""
        asked = select(*_plain(*SECRETS.c)).where(
            SECRETS.c.table_id == table_id, SECRETS.c.commitment.in_(list(commitments))
        )
        return {row.commitment: (row.outcome, row.nonce) for row in self._connection.execute(asked)}

    def secret_count(self, table_id: str) -> int:
        """How many hidden results a table has had."""
        asked = select(func.count()).where(SECRETS.c.table_id == table_id)
        return int(self._connection.execute(asked).scalar_one())


@contextmanager
def snapshot(store: Store) -> Iterator[Snapshot]:
    """Everything as it stands now."""
    with store.at_one_moment() as connection, _any_text(connection, is_sqlite=store.is_sqlite):
        yield Snapshot(connection, store)


@contextmanager
def _any_text(connection: Connection, *, is_sqlite: bool) -> Iterator[None]:
    """Let SQLite hand over text that is no UTF-8 too: a flipped bit is to be found, not stumbled over."""
    if not is_sqlite:
        yield
        return
    driver: Any = connection.connection.dbapi_connection
    usual = driver.text_factory
    driver.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        driver.text_factory = usual
