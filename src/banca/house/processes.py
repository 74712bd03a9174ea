"""The processes of one house: what they tell each other, which of them live, and which one acts at a table by itself. Decision 35."""

import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from hashlib import sha256
from threading import Event, Thread
from typing import Any, TypeVar

from sqlalchemy import text

from banca.house.database import StoreDownError, database_faults
from banca.house.house import House
from banca.house.messages import ChangeNotice, Message
from banca.house.store import Store

LOG = logging.getLogger("banca")
M = TypeVar("M", bound=Message)
LOOK_SECONDS = 0.25
"""How often it is looked whether somebody else has written to a store of SQLite: one seek where nobody has."""
# Rows of the journal are only ever added, each with a higher number than all before. `PRAGMA data_version` would change with our own writes too.
LAST = text("SELECT coalesce(max(rowid), 0) FROM journal")
SINCE = text("SELECT table_id, max(seq) FROM journal WHERE rowid > :row GROUP BY table_id")


class Processes(ABC):
    """Publishes messages to the other processes and passes on theirs; a thread of its own listens from `start` to `close`."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.number = 0
        """Of this process among those of the house."""
        self.live: frozenset[int] = frozenset()
        """The numbers of the processes there are, this one among them; none while this one is cut off from the others."""
        self.changed: list[Callable[[], object]] = []
        """Called when processes have come or gone."""
        self._handlers: dict[type[Any], list[Callable[[Any], object]]] = {ChangeNotice: [house.apply_external]}
        self._stopped = Event()
        self._thread = Thread(target=self._listen_until_stopped, name="banca-listener", daemon=True)

    def subscribe(self, kind: type[M], handler: Callable[[M], object]) -> None:
        """Call a handler with every message of a kind that another process publishes; from the thread that listens."""
        self._handlers.setdefault(kind, []).append(handler)

    @abstractmethod
    def publish(self, message: Message) -> None:
        """Tell the other processes, without waiting for it; this one is not told."""

    @abstractmethod
    def _listen_until_stopped(self) -> None: ...

    def is_dealer(self, table_id: str) -> bool:
        """Return whether this process does at a table what the program does there by itself; one that is cut off does nothing.

        By rendezvous hashing, so that all processes agree without a word: when one goes, its tables alone move, and spread over the others.
        For a moment two may think that they are meant: the table's sequence lets one act.
        """
        live = self.live
        if len(live) <= 1:
            return self.number in live
        return max(live, key=lambda number: sha256(f"{number} {table_id}".encode()).digest()) == self.number

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """Leave the others."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _set_live(self, live: frozenset[int]) -> None:
        if live == self.live:
            return
        self.live = live
        LOG.info("processes", extra={"about": {"this": self.number, "live": sorted(live)}})
        for handler in self.changed:
            handler()

    def _receive(self, message: Message) -> None:
        # From the thread that listens: whoever lives on the loop hands the message over there.
        for handler in self._handlers.get(type(message), ()):
            try:
                handler(message)
            except Exception:  # one handler's fault is not the others'
                LOG.exception("message", extra={"about": {"message": type(message).__name__}})


class OneProcess(Processes):
    """A store of SQLite: one process serves it, and programs on the same machine may write to it too.

    SQLite tells nobody; the number of the journal's last row says whether another program has written.
    """

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.number = secrets.randbits(31)
        self.live = frozenset([self.number])
        self._row = _last_row(house.store)

    def publish(self, message: Message) -> None:
        """Tell nobody: there is no other process."""

    def look(self) -> None:
        """Take in what was written since the last look; everything, where the journal's rows were numbered anew."""
        store = self.house.store
        last = _last_row(store)
        if last < self._row:
            self.house.refresh()
        elif last > self._row:
            new = {name: seq for name, seq in _tables_since(store, self._row) if self._is_new(name, seq)}
            if new:  # else this process has written itself
                self._receive(ChangeNotice(tables=new))
        self._row = last

    def _is_new(self, table_id: str, seq: int) -> bool:
        cached = self.house.cached(table_id)
        return cached is None or cached.seq < seq

    def _listen_until_stopped(self) -> None:
        while self.house.store.is_shared and not self._stopped.wait(LOOK_SECONDS):
            try:
                self.look()
            except StoreDownError as fault:
                LOG.warning("later", extra={"about": {"work": "messages", "because": str(fault)}})


def _last_row(store: Store) -> int:
    with database_faults(), store.engine.connect() as connection:
        return int(connection.execute(LAST).scalar_one())


def _tables_since(store: Store, row: int) -> list[tuple[str, int]]:
    """Return the tables that rows have been added for, and how far their journals go."""
    with database_faults(), store.engine.connect() as connection:
        return [(name, seq) for name, seq in connection.execute(SINCE, {"row": row})]


def join(house: House) -> Processes:
    """Return the processes of a house, this one among them."""
    if house.store.is_sqlite:
        return OneProcess(house)
    from banca.house.postgres import PostgresProcesses  # the driver only where it is used

    return PostgresProcesses(house)
