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


class Balances:
    """Accounts that were needed, as they stood then or as we left them. Others may have moved money since: the store has the last word."""

    def __init__(self, store: Reads) -> None:
        self._store = store
        self._held: dict[str, int | None] = {}
        """None for an account that does not exist."""

    def read(self, accounts: Iterable[str]) -> None:
        """Read those that are not known yet, all at once."""
        held = self._held
        missing = {account for account in accounts if account not in held}
        if not missing:
            return
        if len(self._held) + len(missing) > MOST_KEPT:
            self._held.clear()
        self._held.update(dict.fromkeys(missing) | self._store.balances(missing))

    def holds(self, account: str) -> int:
        """What an account holds."""
        return self._held.get(account) or self._look(account) or 0

    def lack(self, accounts: Iterable[str]) -> set[str]:
        """Those that do not exist."""
        held = self._held
        return {account for account in accounts if held.get(account) is None and self._look(account) is None}

    def move(self, deltas: Mapping[str, int]) -> None:
        """It is on the disk: so much more, or less, is there."""
        held = self._held
        held.update({account: (held[account] or 0) + delta for account, delta in deltas.items() if account in held})

    def forget(self, accounts: Iterable[str] | None = None) -> None:
        """Others may have written: read these, or all, again when they are needed."""
        if accounts is None:
            self._held.clear()
            return
        for account in accounts:
            self._held.pop(account, None)

    def _look(self, account: str) -> int | None:
        if account not in self._held:
            self.read([account])
        return self._held[account]
