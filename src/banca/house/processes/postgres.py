"""Processes on one PostgreSQL: news by LISTEN and NOTIFY, and a lock that the server lets go of when a process dies."""

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
from banca.house.news import Message, notices, read_notice
from banca.house.processes.peers import Peers

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
ENTER = (
    "INSERT INTO processes (number, address, since) VALUES (%s, %s, now()::text) "
    "ON CONFLICT (number) DO UPDATE SET address = excluded.address"
)
LIVE = """
    SELECT number, address, number IN (
        SELECT objid::bigint FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND objsubid = 2
          AND classid::bigint = (hashtext('banca ' || current_schema())::bigint & 4294967295)
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    )
    FROM processes ORDER BY number
"""
LEAVE = "DELETE FROM processes WHERE number = ANY(%s)"
SEND = text(
    "SELECT set_config('synchronous_commit', 'off', true), pg_notify('banca ' || md5(current_schema()), value) "
    "FROM json_array_elements_text(CAST(:notices AS json)) AS news(value)"
)


class Listening(Peers):
    """One connection listens; as long as it stands, its lock says that this process lives."""

    def __init__(self, house: House, address: str = "") -> None:
        super().__init__(house)
        self._address = address
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

    def say(self, message: Message) -> None:
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

    def _follow(self) -> None:
        while not self._stopped.is_set():
            try:
                self._listen(self._connection or self._join())
            except (psycopg.Error, StoreDownError) as fault:
                self._lose(fault)
                self._stopped.wait(AGAIN_SECONDS)
        self._part()

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
        if not self.number:
            (self.number,) = _row(connection, NUMBER)
        with connection.transaction():  # nobody sees the row before the lock is held
            if not _row(connection, LOCK, self.number)[0]:
                raise psycopg.OperationalError("the lock of this process is still held")
            connection.execute(ENTER, (self.number, self._address))
        self._look_round(connection)

    def _listen(self, connection: psycopg.Connection[Any]) -> None:
        """What was written while nobody listened first; then what comes, and now and then who is there."""
        self.house.refresh()
        while not self._stopped.is_set():
            for notice in connection.notifies(timeout=LOOK_SECONDS):
                told = read_notice(notice.payload)
                if told and told[0] != self.house.store.origin:
                    self._heard(told[1])
            self._look_round(connection)

    def _look_round(self, connection: psycopg.Connection[Any]) -> None:
        """Who is there: whose lock is held. Who has died is struck off; so may be who comes back in that moment, and enters anew."""
        rows = connection.execute(LIVE.encode()).fetchall()
        if dead := [number for number, _, is_held in rows if not is_held]:
            connection.execute(LEAVE, (dead,))
        live = {number: address for number, address, is_held in rows if is_held}
        if self.number not in live:
            connection.execute(ENTER, (self.number, self._address))
            live[self.number] = self._address
        self._know(live)

    def _lose(self, fault: Exception) -> None:
        """Cut off: this process is the home of nothing until it has joined again."""
        LOG.warning("cut off", extra={"about": {"because": str(fault).partition("\n")[0]}})
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._know({})

    def _part(self) -> None:
        if self._connection is None:
            return
        try:
            self._connection.execute(LEAVE, ([self.number],))
        except psycopg.Error:
            LOG.warning("left without a word")
        self._connection.close()


def _row(connection: psycopg.Connection[Any], statement: str, *given: object) -> tuple[Any, ...]:
    row: tuple[Any, ...] | None = connection.execute(statement.encode(), given or None).fetchone()
    return row or ()
