"""What accounts hold, as far as somebody has asked: never all of them, however many there are."""

from collections.abc import Iterable, Mapping
from typing import Protocol

MOST_KEPT = 100_000
"""Accounts that are kept in memory; then it begins anew."""


class Reads(Protocol):
    """Where balances come from."""

    def balances(self, names: Iterable[str]) -> dict[str, int]:
        """What some accounts hold; those that exist."""
        ...


class Balances(dict[str, int]):
    """Accounts that were needed, as they stood then or as we left them; others are read when they are asked for.

    Others may have moved money since: the store has the last word.
    """

    def __init__(self, store: Reads) -> None:
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
