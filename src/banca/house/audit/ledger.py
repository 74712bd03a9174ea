"""All balances once more: made anew out of the transfers, and compared with what the accounts say."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from banca.house.audit.replay import (
    SLACK,
)
from banca.house.audit.report import (
    BALANCE_NEGATIVE,
    Check,
    Finding,
)
from banca.house.clock import read_time, write_time
from banca.house.commands import transfers_of
from banca.house.journal import Entry
from banca.rules import NOTHING, Message, _n
from banca.tables.events import OUTSIDE

WALLET = "wallet:"


@dataclass(slots=True)
class Purses:
    """What went into wallets and out of them at all tables, by the minute."""

    _moved: dict[str, dict[int, tuple[int, int]]] = field(default_factory=lambda: defaultdict(dict))

    def take(self, entry: Entry) -> None:
        """The money of an entry."""
        at = read_time(entry.at)
        if at is None:
            return
        minute = int(at.timestamp() // SLACK.total_seconds())
        for source, target, amount in transfers_of(entry):
            self._put(source, minute, 0, amount)
            self._put(target, minute, amount, 0)

    def _put(self, account: str, minute: int, came: int, went: int) -> None:
        if account.startswith(WALLET):
            before = self._moved[account].get(minute, (0, 0))
            self._moved[account][minute] = (before[0] + came, before[1] + went)

    def findings(self) -> Iterator[Finding]:
        """Wallets from which more had gone by some minute than had come by the end of the next one."""
        for account, moved in sorted(self._moved.items()):
            came = went = 0
            for minute in sorted(moved):
                came += moved[minute][0]
                went += moved[minute][1]
                soon = moved.get(minute + 1, (0, 0))[0]
                if went > came + soon:
                    at = datetime.fromtimestamp(minute * SLACK.total_seconds(), UTC)
                    why = Message(
                        "spent_early",
                        _n(
                            "by {at}, {found} avo had left {asked}, but only {expected} had come in",
                            "by {at}, {found} avos had left {asked}, but only {expected} had come in",
                            by="found",
                        ),
                        asked=account,
                        found=went,
                        expected=came,
                        at=write_time(at),
                    )
                    yield Finding(check=Check.TIME, table="", why=why)
                    break


Transfers = Iterator[tuple[int, int, str, str, int]]


class Ledger:
    """All balances, made anew out of the transfers."""

    def __init__(self) -> None:
        self._holds: dict[str, int] = {}
        self._known: set[str] = set()

    def begin(self, holds: Mapping[str, int]) -> None:
        """What accounts held where a piece begins."""
        self._holds.update(holds)
        self._known.update(holds)

    def take(self, transfer: tuple[int, int, str, str, int]) -> None:
        """Add up one transfer."""
        _, _, source, target, amount = transfer
        if isinstance(amount, int):
            self._holds[source] = self._holds.get(source, 0) - amount
            self._holds[target] = self._holds.get(target, 0) + amount

    def compare(self, accounts: dict[str, int], tables: Collection[str], *, is_whole: bool) -> Iterator[Finding]:
        """Accounts that hold something else than the transfers make, or less than nothing."""
        for account in sorted(self._holds.keys() | accounts.keys(), key=str):
            owner = _owner(account, tables)
            if not is_whole and not owner:
                continue
            holds, made = accounts.get(account), self._holds.get(account)
            if account in self._known:  # where it began, nothing and no account are one
                holds, made = holds or 0, made or 0
            if holds != made:
                found, expected = (NOTHING if one is None else one for one in (holds, made))
                yield of_ledger(
                    owner,
                    Message(
                        "balance_differs",
                        _n(
                            "{asked} holds {found} avo, but its transfers add up to {expected}",
                            "{asked} holds {found} avos, but its transfers add up to {expected}",
                            by="found",
                        ),
                        asked=account,
                        found=found,
                        expected=expected,
                    ),
                )
            if isinstance(holds, int) and holds < 0 and account != OUTSIDE:
                yield of_ledger(owner, Message(BALANCE_NEGATIVE, asked=account, found=holds))
        total = sum(holds for holds in accounts.values() if isinstance(holds, int))
        if is_whole and total:
            yield of_ledger(
                "",
                Message(
                    "money_appears",
                    _n(
                        "all accounts together hold {found} avo instead of 0",
                        "all accounts together hold {found} avos instead of 0",
                        by="found",
                    ),
                    found=total,
                ),
            )


class Ahead:
    """A table's transfers, read as far as an entry goes and no further."""

    def __init__(self, transfers: Transfers) -> None:
        self._transfers = transfers
        self._next = next(transfers, None)

    def __iter__(self) -> Transfers:
        return self

    def __next__(self) -> tuple[int, int, str, str, int]:
        given = self._next
        if given is None:
            raise StopIteration
        self._next = next(self._transfers, None)
        return given

    def until(self, seq: int) -> Transfers:
        """Those up to an entry."""
        while self._next is not None and not (isinstance(self._next[0], int) and self._next[0] > seq):
            yield next(self)


def _owner(account: Any, tables: Collection[str]) -> str:  # whatever the store holds
    """The table that an account belongs to; none for a wallet or the outside."""
    name, _, owner = str(account).partition(":")
    return owner if name != "wallet" and owner in tables else ""


def of_ledger(table: str, why: Message, seq: int = 0) -> Finding:
    """A finding about money."""
    return Finding(check=Check.LEDGER, table=table, seq=seq, why=why)
