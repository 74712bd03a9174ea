"""All balances once more: made anew out of the transfers, and compared with what the accounts say."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from banca.house.audit.replay import SLACK
from banca.house.audit.report import BALANCE_NEGATIVE, Check, Finding
from banca.house.clock import read_time, write_time
from banca.house.commands import transfers_of
from banca.house.journal import Entry
from banca.rules import NOTHING, Message, _n
from banca.tables.events import OUTSIDE

Transfer = tuple[int, int, str, str, int]
"""Sequence of the entry, place in it, source, target, amount."""
WALLET = "wallet:"


class Ledger:
    """All balances, made anew out of the transfers."""

    def __init__(self) -> None:
        self._holds: dict[str, int] = {}
        self._known: set[str] = set()

    def begin(self, holds: Mapping[str, int]) -> None:
        """Start from what accounts held where a piece begins."""
        self._holds.update(holds)
        self._known.update(holds)

    def take(self, transfer: Transfer) -> None:
        """Add up one transfer."""
        _, _, source, target, amount = transfer
        if isinstance(amount, int):  # SQLite keeps whatever was put into a column
            self._holds[source] = self._holds.get(source, 0) - amount
            self._holds[target] = self._holds.get(target, 0) + amount

    def compare(self, accounts: dict[str, int], tables: Collection[str], *, is_whole: bool) -> Iterator[Finding]:
        """Find accounts that hold something else than the transfers make, or less than nothing."""
        for account in sorted(self._holds.keys() | accounts.keys(), key=str):
            owner = _owner(account, tables)
            if not is_whole and not owner:  # other tables fill it too, and they were not looked at
                continue
            holds, made = accounts.get(account), self._holds.get(account)
            if account in self._known:  # where it began, nothing and no account are the same
                holds, made = holds or 0, made or 0
            if holds != made:
                text = _n(
                    "{asked} holds {found} avo, but its transfers add up to {expected}",
                    "{asked} holds {found} avos, but its transfers add up to {expected}",
                    by="found",
                )
                balance, expected = (NOTHING if amount is None else amount for amount in (holds, made))
                why = Message("balance_differs", text, asked=account, found=balance, expected=expected)
                yield Finding(check=Check.LEDGER, table=owner, why=why)
            if isinstance(holds, int) and holds < 0 and account != OUTSIDE:
                why = Message(BALANCE_NEGATIVE, asked=account, found=holds)
                yield Finding(check=Check.LEDGER, table=owner, why=why)
        total = sum(holds for holds in accounts.values() if isinstance(holds, int))
        if is_whole and total:
            text = _n(
                "all accounts together hold {found} avo instead of 0",
                "all accounts together hold {found} avos instead of 0",
                by="found",
            )
            yield Finding(check=Check.LEDGER, why=Message("money_appears", text, found=total))


def _owner(account: Any, tables: Collection[str]) -> str:  # whatever the store holds
    """The table that an account belongs to; none for a wallet or the outside."""
    name, _, owner = str(account).partition(":")
    return owner if name != "wallet" and owner in tables else ""


class TransferReader:
    """A table's transfers, read as far as an entry goes and no further: they may be more than memory holds."""

    def __init__(self, transfers: Iterator[Transfer]) -> None:
        self._transfers = transfers
        self._next = next(transfers, None)

    def __iter__(self) -> Iterator[Transfer]:
        return self

    def __next__(self) -> Transfer:
        given = self._next
        if given is None:
            raise StopIteration
        self._next = next(self._transfers, None)
        return given

    def until(self, seq: int) -> Iterator[Transfer]:
        """Read those up to an entry, and those whose number is none."""
        while self._next is not None and not (isinstance(self._next[0], int) and self._next[0] > seq):
            yield next(self)


class WalletTimes:
    """What went into wallets and out of them at all tables, by the minute: journals do not say in which order tables were written."""

    def __init__(self) -> None:
        self._moved: dict[str, dict[int, tuple[int, int]]] = defaultdict(dict)

    def take(self, entry: Entry) -> None:
        """Add the money of an entry."""
        at = read_time(entry.at)
        if at is None:
            return
        minute = int(at.timestamp() // SLACK.total_seconds())
        for source, target, amount in transfers_of(entry):
            for account, came, went in ((source, 0, amount), (target, amount, 0)):
                if account.startswith(WALLET):
                    before = self._moved[account].get(minute, (0, 0))
                    self._moved[account][minute] = (before[0] + came, before[1] + went)

    def findings(self) -> Iterator[Finding]:
        """Find wallets from which more had gone by some minute than had come by the end of the next one."""
        for account, moved in sorted(self._moved.items()):
            came = went = 0
            for minute in sorted(moved):
                came += moved[minute][0]
                went += moved[minute][1]
                soon = moved.get(minute + 1, (0, 0))[0]  # clocks may differ by as much
                if went > came + soon:
                    text = _n(
                        "by {at}, {found} avo had left {asked}, but only {expected} had come in",
                        "by {at}, {found} avos had left {asked}, but only {expected} had come in",
                        by="found",
                    )
                    at = write_time(datetime.fromtimestamp(minute * SLACK.total_seconds(), UTC))
                    why = Message("spent_early", text, asked=account, found=went, expected=came, at=at)
                    yield Finding(check=Check.TIME, why=why)
                    break
