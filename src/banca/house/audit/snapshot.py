"""The whole store as it stands at one moment, read in order and never all at once. An audit must not believe the columns' types."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Column, Connection, Label, Select, func, select, type_coerce
from sqlalchemy.types import NULLTYPE

from banca.house.schema import ACCOUNTS, AUTHORISATIONS, JOURNAL, KEYS, SECRETS, TABLES, TRANSFERS, USERS
from banca.house.store import Row, Store

AT_A_TIME = 1000


def _plain(*columns: Column[Any]) -> list[Label[Any]]:
    """Columns as the database has them: SQLite keeps whatever was put there."""
    return [type_coerce(column, NULLTYPE).label(column.name) for column in columns]


class Snapshot:
    """Reads on one connection, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _stream(self, asked: Select[Any]) -> Iterator[Any]:
        return iter(self._connection.execution_options(yield_per=AT_A_TIME).execute(asked))

    def tables(self) -> dict[str, tuple[str, int, str]]:
        """Every table with its game, sequence and head."""
        rows = self._connection.execute(select(*_plain(*TABLES.c)).order_by(TABLES.c.id))
        return {row.id: (row.game, row.seq, row.head) for row in rows}

    def ends(self) -> dict[str, Any]:
        """Every table with the sequence of its last entry; None where it has none."""
        last = select(func.max(JOURNAL.c.seq)).where(JOURNAL.c.table_id == TABLES.c.id).scalar_subquery()
        asked = select(*_plain(TABLES.c.id), type_coerce(last, NULLTYPE).label("last")).order_by(TABLES.c.id)
        return {row.id: row.last for row in self._connection.execute(asked)}

    def unlisted(self) -> list[str]:
        """Names of tables that have rows and are not among the tables."""
        found: set[str] = set()
        for rows in (JOURNAL, TRANSFERS, SECRETS):
            names = select(*_plain(rows.c.table_id)).where(rows.c.table_id.not_in(select(TABLES.c.id))).distinct()
            found.update(str(row.table_id) for row in self._connection.execute(names))
        return sorted(found)

    def rows(self, table_id: str, after: int = 0) -> Iterator[Row]:
        """A table's entries in order, from behind sequence `after`."""
        asked = select(*_plain(*JOURNAL.c)).where(JOURNAL.c.table_id == table_id).order_by(JOURNAL.c.seq)
        if after:
            asked = asked.where(JOURNAL.c.seq > after)
        for row in self._stream(asked):
            yield Row(row.table_id, row.seq, row.by, row.command_id, row.body, row.digest)

    def page(self, table_id: str, after: Any, last: Any) -> list[Row]:  # noqa: ANN401 - whatever stands there
        """A table's next entries from behind one up to another, as many as are read at a time."""
        seq = type_coerce(JOURNAL.c.seq, NULLTYPE)
        asked = select(*_plain(*JOURNAL.c)).where(JOURNAL.c.table_id == table_id, seq > after, seq <= last)
        rows = self._connection.execute(asked.order_by(JOURNAL.c.seq).limit(AT_A_TIME))
        return [Row(row.table_id, row.seq, row.by, row.command_id, row.body, row.digest) for row in rows]

    def rows_after(self, table_id: str, seq: int) -> int:
        """How many entries come behind a sequence number."""
        asked = select(func.count()).where(JOURNAL.c.table_id == table_id, JOURNAL.c.seq > seq)
        return int(self._connection.execute(asked).scalar_one())

    def transfers(self, table_id: str) -> Iterator[tuple[int, int, str, str, int]]:
        """A table's transfers in order: sequence, place, source, target, amount."""
        columns = _plain(TRANSFERS.c.seq, TRANSFERS.c.place, TRANSFERS.c.source, TRANSFERS.c.target, TRANSFERS.c.amount)
        asked = select(*columns).where(TRANSFERS.c.table_id == table_id).order_by(TRANSFERS.c.seq, TRANSFERS.c.place)
        for row in self._stream(asked):
            yield row.seq, row.place, row.source, row.target, row.amount

    def accounts(self) -> dict[str, int]:
        """Every account and what it holds."""
        return {row.name: row.balance for row in self._connection.execute(select(*_plain(*ACCOUNTS.c)))}

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
        yield Snapshot(connection)


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
