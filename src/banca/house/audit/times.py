"""When entries say that they were written: never backwards, never to come, and no money spent before it came."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from banca.house.audit.findings import Check, Finding, Weight
from banca.house.clock import read_time, write_time
from banca.house.journal import Entry
from banca.house.request import transfers_of
from banca.rules import Message, _, _n

SLACK = timedelta(seconds=60)
"""How far clocks may differ, or be put right, without a fault."""
WALLET = "wallet:"


def system_time() -> datetime:
    """The clock of whoever looks."""
    return datetime.now(UTC)


@dataclass(slots=True)
class Times:
    """A table's entries in the order of their journal."""

    table: str
    now: datetime
    """By the clock of whoever looks."""
    _latest: datetime | None = None

    def take(self, entry: Entry) -> Iterator[Finding]:
        """The next entry."""
        at = read_time(entry.at)
        if at is None:
            yield self._finding(
                entry,
                Message("time_unreadable", _("its time is not in the journal's format: {asked}"), asked=entry.at),
            )
            return
        if at > self.now + SLACK:
            yield self._finding(
                entry,
                Message(
                    "time_to_come",
                    _("it is dated {asked}, but the time now is {found}"),
                    asked=entry.at,
                    found=write_time(self.now),
                ),
            )
        latest = self._latest or at
        if at < latest:
            why = Message(
                "time_backwards",
                _("it is dated {asked}, before an earlier entry dated {found}"),
                asked=entry.at,
                found=write_time(latest),
            )
            yield self._finding(entry, why, Weight.FAULT if latest - at > SLACK else Weight.NOTICE)
        self._latest = max(at, latest)

    def _finding(self, entry: Entry, why: Message, weight: Weight = Weight.FAULT) -> Finding:
        return Finding(weight=weight, check=Check.TIME, table=self.table, seq=entry.seq, why=why)


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
