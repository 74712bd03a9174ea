"""Statements that belong together: SQLite takes them one by one; PostgreSQL all at once, so that nobody waits for a round trip each."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError


class Call(Struct, frozen=True):
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


def run(connection: Connection, calls: Sequence[Call], *, is_sqlite: bool) -> Iterator[StatementResult]:
    """Run statements in order."""
    if is_sqlite:
        for call in calls:
            yield connection.exec_driver_sql(call.statement, call.parameters)
    else:
        yield from _together(connection, calls)


def _together(connection: Connection, calls: Sequence[Call]) -> list[StatementResult]:
    """All of them are sent, and then all that they came to is read: past SQLAlchemy, which would read each at once."""
    import psycopg  # the driver only where it is used

    driver: Any = connection.connection.driver_connection
    try:
        with driver.pipeline():
            return [driver.execute(call.statement, call.parameters or None) for call in calls]
    except psycopg.Error as fault:
        raise DBAPIError.instance(None, None, fault, psycopg.Error) from fault
