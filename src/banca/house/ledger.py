"""What accounts hold by the entries that were signed, for money that leaves the house; decisions go by what the store says."""

import time
from contextlib import suppress
from threading import RLock
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from banca.house import journal
from banca.house.commands import transfers_of
from banca.house.journal import GENESIS
from banca.house.log import HouseLog
from banca.house.refusals import RECORD_UNREAD
from banca.house.schema import ACCOUNTS, JOURNAL, TRANSFERS
from banca.rules import Refusal
from banca.transparency.merkle import Tree
from banca.transparency.receipt import leaf_hashes

MOST_AT_ONCE = 20_000
"""Entries that are read in one look: nobody at the cage waits for more than these."""
MOST_WHILE_DECIDING = 500
"""Entries that are read while everybody else waits."""
REST_SECONDS = 0.05
"""Between two looks when all is read again, so that requests go first."""


class SignedLedger:
    """The sums of all signed entries, so that nobody is paid what only a row of the store says.

    Each process reads every entry once in the order of the log: its digest must chain to the one before it at its table, and all of them
    must make the tree that the signer accepts. The sums are kept in memory, out of reach of whoever can write into the store. After a start
    the log is read from its first entry, in the background; from then on only what is new.
    """

    def __init__(self, log: HouseLog) -> None:
        self._log, self._store = log, log.store
        self._tree = Tree()
        self._sums: dict[str, int] = {}
        self._heads: dict[str, tuple[str, int, str]] = {}
        """Of each table its game, and the number and digest of its last entry."""
        self._is_compared = False
        self._lock = RLock()

    def go_on(self) -> int:
        """Read some more entries; return how many are left. At the end, once, compare all accounts with the sums."""
        if self._log.fault:
            return 0
        with self._lock, self._store.at_one_moment() as connection:
            left = self._read(connection, MOST_AT_ONCE)
            if not left and not self._is_compared:
                rows = {row.name: row.balance for row in connection.execute(select(ACCOUNTS))}
                for account in sorted(rows.keys() | self._sums.keys()):
                    if rows.get(account, 0) != self._sums.get(account, 0):
                        self._log.fail(account)
                self._is_compared = True
            return left

    def read_on(self) -> None:
        """Read some more entries before a decision, outside its lock; what is wrong is told when it is made."""
        with self._lock, suppress(Refusal), self._store.at_one_moment() as connection:
            self._read(connection, MOST_AT_ONCE)

    def balance(self, account: str) -> int:
        """Return what an account holds; refused where the store says otherwise, or has more entries than can be read at once."""
        with self._lock, self._store.at_one_moment() as connection:
            if left := self._read(connection, MOST_WHILE_DECIDING):
                raise Refusal(RECORD_UNREAD, asked=left)
            row = connection.execute(select(ACCOUNTS.c.balance).where(ACCOUNTS.c.name == account)).scalar()
            holds = self._sums.get(account, 0)
            if (row or 0) != holds:
                self._log.fail(account)
            return holds

    def read_again(self) -> None:
        """Read all entries from the first: this finds one that was changed after it had been read."""
        again = SignedLedger(self._log)
        while again.go_on():
            time.sleep(REST_SECONDS)

    def _read(self, connection: Connection, most: int) -> int:
        """Read on towards the log's head as this connection sees it, which must be what was signed, or follow it."""
        tree = self._log.newest(connection).tree
        columns = (JOURNAL.c.table_id, JOURNAL.c.seq, JOURNAL.c.digest, JOURNAL.c.body)
        query = select(*columns).where(JOURNAL.c.leaf >= self._tree.size, JOURNAL.c.leaf < tree.size)
        rows = connection.execute(query.order_by(JOURNAL.c.leaf).limit(most)).all()
        for table, seq, digest, body in rows:
            self._add(connection, table, seq, digest, bytes(body))
        self._tree = self._tree.grow(leaf_hashes((row.table_id, row.seq, row.digest) for row in rows)).tree
        left = tree.size - self._tree.size
        # Fewer rows than leaves, or another tree at the end: the journal is not what was signed.
        if (left and len(rows) < most) or (not left and self._tree != tree):
            self._log.fail(f"log {self._tree.size}")
        return left

    def _add(self, connection: Connection, table: str, seq: int, digest: str, body: bytes) -> None:
        game, last, before = self._heads.get(table, ("", 0, GENESIS))
        if seq != last + 1 or journal.digest(before, body) != digest:
            self._log.fail(f"{table} {seq}")
        for source, target, amount in self._transfers(connection, table, seq, body, game):
            self._sums[source] = self._sums.get(source, 0) - amount
            self._sums[target] = self._sums.get(target, 0) + amount
        if seq == 1:
            game = journal.game_of(journal.read_first(body))
        self._heads[table] = (game, seq, digest)

    def _transfers(self, connection: Connection, table: str, seq: int, body: bytes, game: str) -> list[Any]:
        try:
            return transfers_of(journal.read(body, game, seq))
        except (Refusal, msgspec.MsgspecError):  # a game that is not installed here: its rows must be believed
            query = select(TRANSFERS.c.source, TRANSFERS.c.target, TRANSFERS.c.amount)
            return list(connection.execute(query.where(TRANSFERS.c.table_id == table, TRANSFERS.c.seq == seq)))
