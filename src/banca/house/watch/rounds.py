"""A table's journal read as rounds: what its devices showed, what lay on its bets when it was paid, who called it, and what money moved."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Struct

from banca.house.authorisations import MACAU
from banca.house.clock import read_time
from banca.house.journal import Entry
from banca.house.snapshots import readable, writable
from banca.tables.chance import Possible
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import AUTOMATIC, Role
from banca.tables.engine import TableEngine
from banca.tables.events import BetDecided, BetMoved, Event, NullDeclared, RoundEnded, RoundVoided, owner_of
from banca.tables.state import Spot
from banca.watch.device import ShownResult

SHIFT_HOURS = 8
"""A day in Macau has three shifts."""
UNKNOWN_PERIOD = "?"
"""Of an entry whose time cannot be read."""


class Period(Struct, frozen=True):
    """A day in Macau, and its shift from 1."""

    day: str
    shift: int

    @property
    def written(self) -> str:
        """As rows are kept by it."""
        return f"{self.day}/{self.shift}"


def period_of(at: str) -> Period:
    """The day and shift of an entry.

    >>> period_of("2026-11-16T17:30:00.250+00:00").written
    '2026-11-17/1'
    """
    moment = read_time(at)
    if moment is None:
        return Period(UNKNOWN_PERIOD, 0)
    there = moment.astimezone(MACAU)
    return Period(there.date().isoformat(), there.hour // SHIFT_HOURS + 1)


class DeviceResult(Struct, frozen=True):
    """What one of a table's devices showed."""

    device: int
    result: str
    """As the rules write it."""
    written: str
    """As it was called or drawn."""

    @property
    def shown(self) -> ShownResult:
        """Both."""
        return ShownResult(self.result, self.written)


class TableMark(Struct, kw_only=True):
    """A table between two entries, as the watch keeps it."""

    state: bytes
    """As snapshots have it."""
    pending: list[DeviceResult] = []
    """ShownResult in the round under way."""
    before: dict[int, DeviceResult] = {}
    """By device, the last result of a round that stood."""
    croupier: str = ""
    """Who called last."""
    period: str = ""
    outlay: dict[str, int] = {}
    """By player: put on the table in this shift, less what came back, in avos."""
    drop: dict[str, int] = {}
    """By player: the most that this ever was."""


@dataclass(slots=True, kw_only=True)
class CallsMade:
    """What one entry adds to the calls of a croupier."""

    croupier: str
    calls: int = 0
    nulls: int = 0
    voids: int = 0
    corrections: int = 0


@dataclass(slots=True, kw_only=True)
class PaidRound:
    """A round that was paid."""

    entry: Entry
    period: Period
    croupier: str
    """Who called it; empty where the program did."""
    results: list[tuple[DeviceResult | None, DeviceResult]]
    """Each with the one before it."""
    bets: Mapping[str, Mapping[Spot, int]] = field(default_factory=dict)
    """By player, what lay where when the result met it; of games of chance."""
    outcome: str = ""
    decided: list[BetDecided] = field(default_factory=list)


class TableReader:
    """Reads one table's entries in order, from its opening or from where it was left."""

    def __init__(self, table: str, conduct: TableEngine[Any], kept: TableMark | None = None) -> None:
        self.table, self.conduct = table, conduct
        self._state = readable(conduct, kept.state) if kept else conduct.start
        self._mark = kept or TableMark(state=b"")
        self._devices: tuple[Possible, ...] = tuple(conduct.devices)

    @property
    def mark(self) -> TableMark:
        """As it is kept."""
        self._mark.state = msgspec.json.encode(writable(self._state))
        return self._mark

    @property
    def period(self) -> str:
        """The shift of the last entry."""
        return self._mark.period

    @property
    def drop(self) -> Mapping[str, int]:
        """By player: what was brought to the table in this shift."""
        return self._mark.drop

    def take(self, entry: Entry) -> Iterator[CallsMade | PaidRound]:
        """What an entry comes to."""
        mark, period = self._mark, period_of(entry.at)
        if mark.period != period.written:
            mark.period, mark.outlay, mark.drop = period.written, {}, {}
        if entry.role == Role.CROUPIER:
            mark.croupier = "" if entry.by == AUTOMATIC.name else entry.by
        calls, paid, before = CallsMade(croupier=mark.croupier), list[BetDecided](), None
        for event in entry.events:
            self._move(event)
            if before is None and isinstance(event, BetDecided | BetMoved | RoundEnded):
                before = self._state
            self._see(event, calls)
            if isinstance(event, BetDecided):
                paid.append(event)
            if isinstance(event, RoundEnded):
                yield self._ended(entry, period, before, paid)
            self._state = self.conduct.evolve(self._state, event)
        if mark.croupier and calls.calls + calls.corrections:
            yield calls

    def _see(self, event: Event, calls: CallsMade) -> None:
        """A result, or that there is none."""
        mark = self._mark
        if shown := self.conduct.result_in(event, self._state):
            self._note(shown, is_anew=event.correction is not None)
            calls.calls += event.correction is None
        calls.corrections += event.correction is not None
        if isinstance(event, NullDeclared):
            calls.calls += 1
            calls.nulls += 1
        if isinstance(event, RoundVoided):
            calls.calls += 1
            calls.voids += 1
            mark.pending = []

    def _note(self, shown: str, *, is_anew: bool) -> None:
        """What a device shows now; where an entry is corrected, in place of what was entered."""
        result = shown
        if isinstance(self.conduct, ChanceEngine):
            result = self.conduct.rules.rulebook.show(self.conduct.outcome_of(shown))
        for number, device in enumerate(self._devices):
            if device.has(result):
                if is_anew:
                    self._mark.pending = [one for one in self._mark.pending if one.device != number]
                self._mark.pending.append(DeviceResult(number, result, shown))

    def _move(self, event: Event) -> None:
        """What players put down and get back."""
        mark = self._mark
        for source, target, amount in event.transfers():
            for account, change in ((source, amount), (target, -amount)):
                if (player := owner_of(account)) is not None:
                    mark.outlay[player] = mark.outlay.get(player, 0) + change
                    mark.drop[player] = max(mark.drop.get(player, 0), mark.outlay[player])

    def _ended(
        self, entry: Entry, period: Period, before: Any, paid: list[BetDecided]
    ) -> PaidRound:  # each game has its own state
        mark = self._mark
        results = []
        for one in mark.pending:
            results.append((mark.before.get(one.device), one))
            mark.before[one.device] = one
        mark.pending = []
        ended = PaidRound(entry=entry, period=period, croupier=mark.croupier, results=results, decided=paid)
        if isinstance(self.conduct, ChanceEngine) and self._devices:
            ended.bets, ended.outcome = before.bets, before.shown
        return ended
