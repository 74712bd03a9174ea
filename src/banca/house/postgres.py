"""Processes on one PostgreSQL: messages by LISTEN and NOTIFY, and a lock that the server lets go of when a process dies."""

import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import msgspec
import psycopg
from psycopg import conninfo
from sqlalchemy import text

from banca.house.database import CONNECT_ARGS, StoreConflictError, StoreDownError, database_faults
from banca.house.house import House
from banca.house.messages import Message, notices, read_notice
from banca.house.processes import Processes

LOG = logging.getLogger("banca")
LOOK_SECONDS = 0.25
"""How often it is looked who is there."""
AGAIN_SECONDS = 0.25
"""How long after the connection was lost the next is tried."""
SETTINGS = (
    "synchronous_commit = off",
    "tcp_keepalives_idle = 1",
    "tcp_keepalives_interval = 1",
    "tcp_keepalives_count = 2",
)
"""A process whose machine has gone silent is given up by the server after three seconds; one that dies, at once."""
CHANNEL = "SELECT 'banca ' || md5(current_schema())"
NUMBER = "SELECT nextval('processes_number_seq')"
LOCK = "SELECT pg_try_advisory_lock(hashtext('banca ' || current_schema()), %s)"
"""The first key is another for each house in a database, the second is the process's number."""
LIVE = """
    SELECT objid::bigint FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND objsubid = 2
      AND classid::bigint = (hashtext('banca ' || current_schema())::bigint & 4294967295)
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
"""The numbers of the processes whose lock is held: no two clocks are compared, and nobody has to strike off who died."""
SEND = text(
    "SELECT set_config('synchronous_commit', 'off', true), pg_notify('banca ' || md5(current_schema()), value) "
    "FROM json_array_elements_text(CAST(:notices AS json)) AS notice(value)"
)


class PostgresProcesses(Processes):
    """One connection listens; as long as it stands, its lock says that this process lives."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        # One thread, so that messages leave in order and nobody waits for them.
        self._sender = ThreadPoolExecutor(1, "banca-sender")
        url = house.store.engine.url.set(drivername="postgresql")
        self._url = url.render_as_string(hide_password=False)

    def start(self) -> None:
        """Join the others before anything is done; where the store does not answer, later."""
        try:
            self._join()
        except psycopg.Error as fault:
            self._lose(fault)
        super().start()

    def close(self) -> None:
        """Leave the others, who see it at their next look."""
        super().close()
        self._sender.shutdown()

    def publish(self, message: Message) -> None:
        """Tell the others, if there are any."""
        if len(self.live) != 1:
            with suppress(RuntimeError):  # this process is leaving
                self._sender.submit(self._send, message)

    def _send(self, message: Message) -> None:
        sent = msgspec.json.encode(list(notices(self.house.store.origin, message))).decode()
        try:
            with database_faults(), self.house.store.engine.begin() as connection:
                connection.execute(SEND, {"notices": sent})
        except (StoreDownError, StoreConflictError) as fault:
            LOG.warning("unsaid", extra={"about": {"message": type(message).__name__, "because": str(fault)}})

    # Listening

    def _listen_until_stopped(self) -> None:
        while not self._stopped.is_set():
            try:
                self._listen(self._connection or self._join())
            except (psycopg.Error, StoreDownError) as fault:
                self._lose(fault)
                self._stopped.wait(AGAIN_SECONDS)
        if self._connection is not None:
            self._connection.close()  # and with it goes the lock

    _connection: psycopg.Connection[Any] | None = None

    def _join(self) -> psycopg.Connection[Any]:
        """A connection that listens and holds this process's lock."""
        connection = psycopg.connect(conninfo.make_conninfo(self._url, **CONNECT_ARGS), autocommit=True)
        try:
            self._enter(connection)
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection

    def _enter(self, connection: psycopg.Connection[Any]) -> None:
        """The number is this process's own for as long as it runs, however often it has to join again."""
        for setting in SETTINGS:
            connection.execute(f"SET {setting}".encode())
        (channel,) = _row(connection, CHANNEL)
        connection.execute(f'LISTEN "{channel}"'.encode())
        # Its own for as long as it runs, however often it has to join again: runs of the lab name it.
        if not self.number:
            (self.number,) = _row(connection, NUMBER)
        if not _row(connection, LOCK, self.number)[0]:
            raise psycopg.OperationalError("the lock of this process is still held")
        self._look_round(connection)

    def _listen(self, connection: psycopg.Connection[Any]) -> None:
        """What was written while nobody listened first; then what comes, and now and then who is there."""
        # What was written before LISTEN, or while the connection was lost, was told to nobody here.
        self.house.refresh()
        while not self._stopped.is_set():
            for notice in connection.notifies(timeout=LOOK_SECONDS):
                origin, message = read_notice(notice.payload) or ("", None)
                if message and origin != self.house.store.origin:
                    self._receive(message)
            self._look_round(connection)

    def _look_round(self, connection: psycopg.Connection[Any]) -> None:
        self._set_live(frozenset(number for (number,) in connection.execute(LIVE.encode())))

    def _lose(self, fault: Exception) -> None:
        """Note that this process is cut off: it acts at no table by itself until it has joined again."""
        LOG.warning("cut off", extra={"about": {"because": str(fault).partition("\n")[0]}})
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._set_live(frozenset())


def _row(connection: psycopg.Connection[Any], statement: str, *given: object) -> tuple[Any, ...]:
    row: tuple[Any, ...] | None = connection.execute(statement.encode(), given or None).fetchone()
    return row or ()
