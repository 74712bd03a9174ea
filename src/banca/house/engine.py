"""The engine behind a store's URL: how connections to SQLite and PostgreSQL are set up."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import StaticPool

from banca.house.refusals import BAD_STORE
from banca.house.store_file import StoreFile
from banca.rules import Refusal

MOST_UNTIDY = 20_000
"""Pages written ahead after which a writer of SQLite tidies up by itself, where nobody does it beside it."""


def make_engine(url: str) -> Engine:
    """The engine behind a URL: `sqlite:///path/to/file`, or `postgresql://…`."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # a port that is no number is a ValueError
        raise Refusal(BAD_STORE, asked="…", allowed=FORMS) from None
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise Refusal(BAD_STORE, asked=parsed.get_backend_name(), allowed=FORMS)
    if parsed.get_backend_name() == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
        engine = create_engine(parsed, pool_size=4, pool_pre_ping=True, connect_args=NEVER_FOR_EVER)
        event.listen(engine, "connect", _prepare_postgresql)
        return engine
    try:
        options: dict[str, Any] = {"connect_args": {"timeout": 10, "check_same_thread": False}}
        if parsed.database in (None, "", ":memory:"):
            options["poolclass"] = StaticPool
        engine = create_engine(parsed, **options)
    except NoSuchModuleError:
        raise Refusal(BAD_STORE, asked=parsed.drivername, allowed=FORMS) from None
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


FORMS = ("sqlite:///FILE", "postgresql://USER@HOST/DATABASE")


NEVER_FOR_EVER = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""A server of PostgreSQL that has gone silent is given up after half a minute at most."""


def watch_connections(engine: Engine, file: StoreFile, check: Callable[[], None]) -> None:
    """No new connection is opened where another file than ours is; where there is none yet it is made for us alone, not by SQLite."""

    def before(*_: object) -> None:
        check()
        file.make()

    def opened(connection: object, _: object) -> None:
        file.connected(connection)

    def closed(connection: object, _: object) -> None:
        file.disconnected(connection)

    event.listen(engine, "do_connect", before)
    event.listen(engine, "connect", opened)
    event.listen(engine, "close", closed)


def _prepare_postgresql(connection: Any, _: object) -> None:  # the driver's own
    """Nobody's lock is waited for longer than SQLite waits."""
    connection.execute("SET lock_timeout = '10s'")
    connection.commit()


def _prepare_sqlite(connection: Any, _: object) -> None:  # the driver's own
    """Durable: every commit is on the disk before it returns."""
    connection.isolation_level = None  # we begin ourselves
    for setting in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "temp_store = MEMORY",
        f"wal_autocheckpoint = {MOST_UNTIDY}",
    ):
        connection.execute(f"PRAGMA {setting}")


def _begin_sqlite(connection: Connection) -> None:
    """A transaction that means to write takes its place at once; a reader waits for nobody."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
