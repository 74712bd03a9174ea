"""One reading on: what entries come to, for the series that are watched and for the sums of money."""

import math
from collections.abc import Collection
from typing import Any, NamedTuple

from banca.house import journal
from banca.house.commands import conduct_of
from banca.house.journal import Entry
from banca.house.watch.money import MoneyKey, MoneySums, Valued, decided
from banca.house.watch.plans import Prepared, prepared
from banca.house.watch.rounds import CallsMade, PaidRound, TableReader, period_of
from banca.house.watch.rows import AlertRow, DayCalls, WatchHead, WatchRows, WatchWriting
from banca.house.watch.series import CALLS, AlertBody, Lead, SeriesKind, SeriesState
from banca.tables.chance_engine import ChanceEngine
from banca.tables.engine import TableEngine
from banca.watch.croupier_calls import CallCount, CallsState, capital_of, compared
from banca.watch.device import DeviceProcess, ShownResult
from banca.watch.luck import LuckProcess
from banca.watch.thresholds import ALARM, alarm_at


class EntryRead(NamedTuple):
    """An entry, in the order in which it is read among those of all tables."""

    at: str
    table: str
    seq: int
    entry: Entry


class _WatchedTable(NamedTuple):
    reader: TableReader
    devices: tuple[Prepared, ...]
    valued: Valued | None


class WatchPass:
    """One reading on: what it has at hand, and what it will put down."""

    def __init__(self, rows: WatchRows, head: WatchHead) -> None:
        self._rows, self.head = rows, head
        self.writing = WatchWriting()
        self._tables: dict[str, _WatchedTable] = {}
        self._reached: dict[str, int] = {}
        self._processes: dict[str, DeviceProcess | LuckProcess] = {}

    # One table

    def table(self, name: str) -> _WatchedTable:
        """A table where it was left."""
        if name not in self._tables:
            conduct = conduct_of(journal.opened_in(self._rows.opening(name) or b""))
            is_valued = isinstance(conduct, ChanceEngine) and bool(conduct.devices)
            valued = Valued(conduct) if is_valued and isinstance(conduct, ChanceEngine) else None
            reader = TableReader(name, conduct, self._rows.mark(name))
            self._tables[name] = _WatchedTable(reader, prepared(conduct), valued)
        return self._tables[name]

    def take(self, read: EntryRead) -> None:
        """One entry of one table."""
        table = self.table(read.table)
        for found in table.reader.take(read.entry):
            if isinstance(found, CallsMade):
                self._count(table.reader.conduct, read.at, found)
            else:
                self._round(read, table, found)
        self._drop(read, table.reader)
        self.head.entries += 1
        self._reached[read.table] = read.seq

    def _round(self, read: EntryRead, table: _WatchedTable, paid: PaidRound) -> None:
        game = table.reader.conduct.opened.game
        for before, one in paid.results:
            if not table.devices[one.device].features:
                continue  # nothing can be counted in it, which the watch says
            name = f"{SeriesKind.DEVICE}/{read.table}/{one.device}"
            state = self._series(
                name, SeriesState(kind=SeriesKind.DEVICE, game=game, table=read.table, device=one.device)
            )
            process = self._device(name, state, table.devices[one.device])
            self._begin_day(process, state, paid.period.day)
            process.take(process.read(before.shown if before else ShownResult(), one.shown))
            self._after(name, state, process, read, paid.period.day)
        if table.valued and paid.bets:
            self._value(read, table.valued, paid, game)
        for player, bet, payment in decided(paid.decided):
            sums = self._sums((read.table, paid.period.written, player, bet))
            sums.handle += payment.stake
            sums.win += payment.stake - payment.received

    def _value(self, read: EntryRead, valued: Valued, paid: PaidRound, game: str) -> None:
        """The luck of a round: into the sums, and against all, each player and the croupier."""
        for player, bet, found in valued.round(paid.bets, paid.outcome):
            sums = self._sums((read.table, paid.period.written, player, bet))
            sums.rounds += 1
            sums.luck = str(sums.exact_luck + found.luck)
            sums.variance += found.variance
            if bet:
                continue
            watched = [SeriesState(kind=SeriesKind.PLAYER, who=player)] if player else []
            if not player:
                watched.append(SeriesState(kind=SeriesKind.TABLE, game=game, table=read.table))
            if not player and paid.croupier:
                watched.append(SeriesState(kind=SeriesKind.CROUPIER, who=paid.croupier))
            for new in watched:
                name = f"{new.kind}/{new.table or new.who}"
                state = self._series(name, new)
                process = self._luck(name, state)
                self._begin_day(process, state, paid.period.day)
                process.take(float(found.luck), found.variance, found.least, found.most)
                self._after(name, state, process, read, paid.period.day)

    def _drop(self, read: EntryRead, reader: TableReader) -> None:
        """What players brought, by now."""
        period, total = reader.period, 0
        for player, brought in reader.drop.items():
            total += brought
            self._sums((read.table, period, player, "")).drop = brought
        if total:
            self._sums((read.table, period, "", "")).drop = total

    # Series

    def _series(self, name: str, new: SeriesState) -> SeriesState:
        if name not in self.writing.series:
            found = self._rows.one_series(name)
            if found is None:
                self.head.series += 1
                found = self.head.series, new
            self.writing.series[name] = found
        return self.writing.series[name][1]

    def _device(self, name: str, state: SeriesState, device: Prepared) -> DeviceProcess:
        process = self._processes.get(name)
        if not isinstance(process, DeviceProcess):
            kept = state.of_device
            if kept and not DeviceProcess.fits(device.plan, kept):  # another version looked at other things
                state.base, kept = math.exp(state.log_e), None
            process = DeviceProcess(device.features, kept, device.plan)
            self._processes[name] = process
        return process

    def _luck(self, name: str, state: SeriesState) -> LuckProcess:
        process = self._processes.get(name)
        if not isinstance(process, LuckProcess):
            process = self._processes[name] = LuckProcess(state.of_luck)
        return process

    def _begin_day(self, process: DeviceProcess | LuckProcess, state: SeriesState, day: str) -> None:
        if state.day and state.day != day:
            process.begin_day()
        state.day = day

    def _after(
        self, name: str, state: SeriesState, process: DeviceProcess | LuckProcess, read: EntryRead, day: str
    ) -> None:
        state.rounds += 1
        state.note(process.capital, read.at, day)
        self._alarm(name, state, read)

    def _alarm(self, name: str, state: SeriesState, read: EntryRead) -> None:
        """A record beside the journal, at the entry at which a series first reaches what it must."""
        number = self.writing.series[name][0]
        if state.is_alarmed or state.log_e < alarm_at(number):
            return
        state.is_alarmed = True
        self._settle(name, state)
        self.writing.alerts.append(AlertRow(0, name, read.at, read.table, read.seq, alert_of(state, number)))

    def _settle(self, name: str, state: SeriesState) -> None:
        """A series as it is kept."""
        process = self._processes.get(name)
        if isinstance(process, DeviceProcess):
            state.of_device, state.lead = process.state, lead_of(process)
        elif process is not None:
            state.of_luck = process.state

    # Calls

    def _count(self, conduct: TableEngine[Any], at: str, made: CallsMade) -> None:
        day, kind = period_of(at).day, f"{conduct.opened.game}/{conduct.opened.chance}"
        own = self.head.calls.setdefault(day, {}).setdefault(kind, {}).setdefault(made.croupier, DayCalls())
        own.calls += made.calls
        for name in CALLS:
            setattr(own, name, getattr(own, name) + getattr(made, name))

    def compare_calls(self, read: EntryRead) -> None:
        """Days that are over: each croupier's calls beside those of the others at the same game."""
        today = period_of(read.at).day
        for day in [one for one in sorted(self.head.calls) if one < today]:
            for kind, croupiers in self.head.calls.pop(day).items():
                for who, own in croupiers.items():
                    self._compare(kind, day, who, own, croupiers.values(), read)

    def _compare(
        self, kind: str, day: str, who: str, own: DayCalls, everybody: Collection[DayCalls], read: EntryRead
    ) -> None:
        calls = sum(one.calls for one in everybody)
        for name in CALLS:
            of_kind = sum(getattr(one, name) for one in everybody)
            if not of_kind or own.calls in (0, calls):
                continue
            count = CallCount(getattr(own, name), own.calls, min(of_kind, calls), calls)
            series = f"{name}/{kind}/{who}"
            state = self._series(series, SeriesState(kind=name, game=kind.partition("/")[0], who=who))
            state.of_calls = compared(state.of_calls or CallsState(), [count])
            state.rounds += own.calls
            state.note(capital_of(state.of_calls), read.at, day)
            self._alarm(series, state, read)

    # Money

    def _sums(self, key: MoneyKey) -> MoneySums:
        if key not in self.writing.money:
            self.writing.money[key] = self._rows.sums(key) or MoneySums()
        return self.writing.money[key]

    def settle(self) -> None:
        """Everything as it is kept."""
        for table, seq in self._reached.items():
            self.writing.marks[table] = seq, self._tables[table].reader.mark
        for name, (_, state) in self.writing.series.items():
            self._settle(name, state)


def alert_of(state: SeriesState, number: int) -> AlertBody:
    """Return an alarm as it stands now: what comes later must not change it, so it is a copy."""
    return AlertBody(
        kind=state.kind,
        game=state.game,
        table=state.table,
        who=state.who,
        number=number,
        rounds=state.rounds,
        log_e=state.log_e,
        needed=alarm_at(number),
        level=ALARM,
        lead=state.lead,
        luck=state.luck,
        deviation=state.deviation,
        own=state.own,
        own_calls=state.own_calls,
        expected=state.expected,
    )


def lead_of(process: DeviceProcess) -> Lead:
    """What the evidence against a device rests on most."""
    found = process.leader()
    name = "" if found.statistic is None else found.feature.statistics[found.statistic].name
    return Lead(
        feature=found.feature.id,
        kind=found.feature.kind,
        name=name,
        rounds=found.rounds,
        expected=found.expected,
        seen=found.seen,
    )
