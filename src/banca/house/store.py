"""The store: journal and ledger in one transaction, on SQLite or PostgreSQL."""

import secrets
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from importlib.resources import files

from alembic import command as alembic
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import (
    Connection,
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
from banca.house.health import LASTING, SAID, Trouble, trouble_of
from banca.house.location import store_file
from banca.house.log_rows import LogRows
from banca.house.mark_rows import MarkRows
from banca.house.people_rows import PeopleRows
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
from banca.house.statements import ALONE, LET_GO, calls
from banca.house.store_errors import StoreDownError, faults, first_line
from banca.house.store_file import StoreFile
from banca.house.writing import Row, Writing, WritingTerms, put_down

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
            watch_connections(self.engine, self.file, self._check_place)
        self._writer = self.engine.execution_options(writes=True)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._reader = self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        """For one statement that reads: PostgreSQL need not be told that a transaction begins and ends."""
        is_shared = not isinstance(self.engine.pool, StaticPool)
        self.terms = WritingTerms(origin=secrets.token_hex(4), is_shared=is_shared)
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
        with faults(), self._writer.begin() as connection:
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
            yield lambda writing: put_down(connection, writing, self.terms)

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
            connection.exec_driver_sql(LET_GO, (str(self.terms.most_silent),))
            connection.exec_driver_sql(ALONE)
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
        with self.changes() as connection:
            connection.execute(update(PULSE).values(ballast=ballast))
            connection.execute(update(PULSE).where(PULSE.c.at < at).values(at=at))

    def last_beat(self) -> str:
        """When that was last done; nothing where it never was."""
        with faults(), self.engine.connect() as connection:
            return str(connection.execute(select(PULSE.c.at)).scalar_one())

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
        with faults(), self._reader.connect() as connection:
            rows = connection.execute(select(TABLES.c.id, TABLES.c.game, TABLES.c.seq).order_by(TABLES.c.id))
            return {row.id: (row.game, row.seq) for row in rows}

    def open_tables(self, names: Iterable[str] | None = None) -> dict[str, tuple[str, int]]:
        """Every table that goes on, or those of some, with its game and sequence."""
        asked = select(TABLES.c.id, TABLES.c.game, TABLES.c.seq).where(TABLES.c.is_closed == false())
        if names is not None:
            asked = asked.where(TABLES.c.id.in_(list(names)))
        with faults(), self._reader.connect() as connection:
            return {row.id: (row.game, row.seq) for row in connection.execute(asked.order_by(TABLES.c.id))}

    def heads(self, names: Iterable[str] | None = None) -> dict[str, tuple[int, str]]:
        """How far each table's journal goes, and the digest there; all, or those named."""
        asked = select(TABLES.c.id, TABLES.c.seq, TABLES.c.head)
        if names is not None:
            asked = asked.where(TABLES.c.id.in_(list(names)))
        with faults(), self._reader.connect() as connection:
            return {row.id: (row.seq, row.head) for row in connection.execute(asked)}

    def journals(self, *, after: str = "", most: int, sought: str = "") -> list[tuple[str, str, int, str]]:
        """So many tables from behind a name, with part of a name: name, game, sequence, and the digest there."""
        asked = select(TABLES).where(TABLES.c.id > after).order_by(TABLES.c.id).limit(most)
        if sought:
            asked = asked.where(TABLES.c.id.contains(sought, autoescape=True))
        with faults(), self._reader.connect() as connection:
            return [(row.id, row.game, row.seq, row.head) for row in connection.execute(asked)]

    def seq(self, table_id: str) -> int:
        """How far a table's journal goes; 0 where there is none."""
        with faults(), self._reader.connect() as connection:
            return connection.execute(select(TABLES.c.seq).where(TABLES.c.id == table_id)).scalar() or 0

    def rows(self, table_id: str, after: int = 0, most: int | None = None) -> Generator[Row, None, None]:
        """A table's entries in order, from behind sequence `after`: a few in one read, many in pieces."""
        asked = select(JOURNAL).where(JOURNAL.c.table_id == table_id, JOURNAL.c.seq > after).order_by(JOURNAL.c.seq)
        is_few = most is not None and most <= AT_A_TIME
        with (
            faults(),
            (self._reader if is_few else self.engine).connect() as connection,
            connection.execution_options(yield_per=None if is_few else AT_A_TIME).execute(asked.limit(most)) as found,
        ):
            for row in found:
                yield Row(row.table_id, row.seq, row.by, row.command_id, bytes(row.body), row.digest, row.leaf)

    def snapshot(self, table_id: str, before: int | None = None) -> KeptSnapshot | None:
        """A table's newest snapshot, or the newest before an entry, beside the entry that should bind it."""
        with faults(), self._reader.connect() as connection:
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
        with faults(), self._reader.connect() as connection:
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
        with faults(), self._reader.connect() as connection:
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
        with faults(), self._reader.connect() as connection:
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
        with faults(), self._reader.connect() as connection:
            return _authorisations(connection, game)

    def counts(self) -> dict[str, int]:
        """How much there is of everything."""
        with faults(), self._reader.connect() as connection:
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
