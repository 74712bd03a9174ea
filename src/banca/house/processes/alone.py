"""A store of SQLite: one process serves it, and programs on the same machine may write to it too."""

import secrets
from collections.abc import Mapping

from sqlalchemy import text

from banca.house.database import StoreDownError, database_faults
from banca.house.house import House
from banca.house.news import Message, Written
from banca.house.processes.peers import LOG, Peers
from banca.house.store import Store

LOOK_SECONDS = 0.25
"""How often it is looked whether somebody else has written: one seek where nobody has."""
LAST = text("SELECT coalesce(max(rowid), 0) FROM journal")
SINCE = text("SELECT table_id, min(seq), max(seq) FROM journal WHERE rowid > :row GROUP BY table_id")
MOVED = text("SELECT source, target FROM transfers WHERE table_id = :table AND seq >= :seq")


class Alone(Peers):
    """Nobody else is there; the number of the journal's last row says whether another program has written."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.number = secrets.randbits(31)
        self.live = {self.number: ""}
        self._seen = _last_row(house.store)

    def say(self, message: Message) -> None:
        """Nobody hears it."""

    def look(self) -> None:
        """Take in what was written since the last look; everything, where the journal's rows were numbered anew."""
        store = self.house.store
        last = _last_row(store)
        if last < self._seen:
            self.house.refresh()
        elif last > self._seen:
            new = {name: (low, high) for name, low, high in _rows_since(store, self._seen) if self._is_new(name, high)}
            accounts = _moved(store, {name: low for name, (low, _) in new.items()})
            self._heard(Written(tables={name: high for name, (_, high) in new.items()}, accounts=accounts))
        self._seen = last

    def _is_new(self, table_id: str, seq: int) -> bool:
        known = self.house.cached(table_id)
        return known is None or known.seq < seq

    def _follow(self) -> None:
        while self.house.store.is_shared and not self._stopped.wait(LOOK_SECONDS):
            try:
                self.look()
            except StoreDownError as fault:
                LOG.warning("later", extra={"about": {"work": "news", "because": str(fault)}})


def _last_row(store: Store) -> int:
    """Rows are only ever added, each with a higher number than all before."""
    with database_faults(), store.engine.connect() as connection:
        return int(connection.execute(LAST).scalar_one())


def _rows_since(store: Store, row: int) -> list[tuple[str, int, int]]:
    """The tables that rows have been added for, with the first and the last sequence of those."""
    with database_faults(), store.engine.connect() as connection:
        return [(name, low, high) for name, low, high in connection.execute(SINCE, {"row": row})]


def _moved(store: Store, tables: Mapping[str, int]) -> tuple[str, ...]:
    """The accounts between which money has moved at tables since a sequence of each."""
    accounts: set[str] = set()
    with database_faults(), store.engine.connect() as connection:
        for name, seq in tables.items():
            for pair in connection.execute(MOVED, {"table": name, "seq": seq}):
                accounts.update(pair)
    return tuple(accounts)
