"""What accounts hold by the entries that were signed. Nobody is paid what only a row of the store says.

Every entry is read once in the order of the log, by each process for itself: its digest must chain to the one before it at its table, and
all of them together must make the tree that the signer accepts. The sums of their transfers are kept in memory, where whoever writes the
store cannot reach them. A start reads the log from its first entry, in the background; from then on only what is new.
"""

import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from threading import RLock
from typing import Any, Protocol

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

# What accounts hold, as far as somebody has asked: never all of them, however many there are.

MOST_KEPT = 100_000
"""Accounts that are kept in memory; then it begins anew."""


class BalanceReader(Protocol):
    """Where balances come from."""

    def balances(self, names: Iterable[str]) -> dict[str, int]:
        """What some accounts hold; those that exist."""
        ...


class Balances(dict[str, int]):
    """Accounts that were needed, as they stood then or as we left them; others are read when they are asked for.

    Others may have moved money since: the store has the last word.
    """

    def __init__(self, store: BalanceReader) -> None:
        super().__init__()
        self._store = store
        self._absent: set[str] = set()
        """Those of them that do not exist; they hold nothing."""

    def __missing__(self, account: str) -> int:
        self.read([account])
        return self[account]

    def read(self, accounts: Iterable[str]) -> None:
        """Read those that are not known yet, all at once."""
        missing = {account for account in accounts if account not in self}
        if not missing:
            return
        if len(self) + len(missing) > MOST_KEPT:
            self.forget()
        found = self._store.balances(missing)
        self._absent |= missing - found.keys()
        self.update(dict.fromkeys(missing, 0) | found)

    def lack(self, accounts: Iterable[str]) -> set[str]:
        """Those that do not exist."""
        wanted = set(accounts)
        self.read(wanted)
        return wanted & self._absent

    def move(self, deltas: Mapping[str, int]) -> None:
        """It is on the disk: so much more, or less, is there."""
        self.update({account: self[account] + delta for account, delta in deltas.items() if account in self})
        self._absent.difference_update(deltas)

    def forget(self, accounts: Iterable[str] | None = None) -> None:
        """Others may have written: read these, or all, again when they are needed."""
        if accounts is None:
            self.clear()
            self._absent.clear()
            return
        for account in accounts:
            self.pop(account, None)
            self._absent.discard(account)


MOST_AT_ONCE = 20_000
"""Entries that are read in one look: whoever waits at the cage waits for no more than these."""
MOST_WHILE_DECIDING = 500
"""Entries that are read while everybody else waits: those that came since the last look."""
REST_SECONDS = 0.05
"""Between two looks of one that begins anew: whoever has a request goes first."""


class SignedLedger:
    """The sums of one store's log, as far as it has been read."""

    def __init__(self, log: HouseLog) -> None:
        self._log, self._store = log, log.store
        self._tree = Tree()
        self._holds: dict[str, int] = {}
        self._tables: dict[str, tuple[str, int, str]] = {}
        """Of each table its game, and the number and digest of its last entry."""
        self._is_compared = False
        self._lock = RLock()

    def go_on(self) -> int:
        """Read some more entries; how many are left. At the end, once, all accounts are compared with the sums."""
        if self._log.fault:
            return 0
        with self._lock, self._store.at_one_moment() as connection:
            left = self._read(connection, MOST_AT_ONCE)
            if not left and not self._is_compared:
                rows = {row.name: row.balance for row in connection.execute(select(ACCOUNTS))}
                for account in sorted(rows.keys() | self._holds.keys()):
                    if rows.get(account, 0) != self._holds.get(account, 0):
                        self._log.fail(account)
                self._is_compared = True
            return left

    def read_on(self) -> None:
        """Read some more entries before anybody decides by them; what is wrong is told when they do."""
        with self._lock, suppress(Refusal), self._store.at_one_moment() as connection:
            self._read(connection, MOST_AT_ONCE)

    def balance(self, account: str) -> int:
        """What an account holds; refused where the store says something else, or has more entries than can be read at once."""
        with self._lock, self._store.at_one_moment() as connection:
            if left := self._read(connection, MOST_WHILE_DECIDING):
                raise Refusal(RECORD_UNREAD, asked=left)
            row = connection.execute(select(ACCOUNTS.c.balance).where(ACCOUNTS.c.name == account)).scalar()
            holds = self._holds.get(account, 0)
            if (row or 0) != holds:
                self._log.fail(account)
            return holds

    def read_again(self) -> None:
        """Read all entries from the first, as they stand now: one that was changed after it had been read is found."""
        again = SignedLedger(self._log)
        while again.go_on():
            time.sleep(REST_SECONDS)

    def _read(self, connection: Connection, most: int) -> int:
        """Read on towards the log's head as this connection sees it, which must be what was signed, or follow it."""
        tree = self._log.newest(connection).tree
        columns = (JOURNAL.c.table_id, JOURNAL.c.seq, JOURNAL.c.digest, JOURNAL.c.body)
        asked = select(*columns).where(JOURNAL.c.leaf >= self._tree.size, JOURNAL.c.leaf < tree.size)
        rows = connection.execute(asked.order_by(JOURNAL.c.leaf).limit(most)).all()
        for table, seq, digest, body in rows:
            self._take(connection, table, seq, digest, bytes(body))
        self._tree = self._tree.grow(leaf_hashes((row.table_id, row.seq, row.digest) for row in rows)).tree
        left = tree.size - self._tree.size
        if (left and len(rows) < most) or (not left and self._tree != tree):
            self._log.fail(f"log {self._tree.size}")
        return left

    def _take(self, connection: Connection, table: str, seq: int, digest: str, body: bytes) -> None:
        """The money of one entry, which must stand behind the last of its table."""
        game, last, before = self._tables.get(table, ("", 0, GENESIS))
        if seq != last + 1 or journal.digest(before, body) != digest:
            self._log.fail(f"{table} {seq}")
        for source, target, amount in self._moved(connection, table, seq, body, game):
            self._holds[source] = self._holds.get(source, 0) - amount
            self._holds[target] = self._holds.get(target, 0) + amount
        if seq == 1:
            game = journal.game_of(journal.read_first(body))
        self._tables[table] = (game, seq, digest)

    def _moved(self, connection: Connection, table: str, seq: int, body: bytes, game: str) -> list[Any]:
        try:
            return transfers_of(journal.read(body, game, seq))
        except (Refusal, msgspec.MsgspecError):  # a game that is not installed here: its rows must be believed
            asked = select(TRANSFERS.c.source, TRANSFERS.c.target, TRANSFERS.c.amount)
            return list(connection.execute(asked.where(TRANSFERS.c.table_id == table, TRANSFERS.c.seq == seq)))
