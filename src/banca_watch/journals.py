"""The journals of a store read as rounds, and what these come to: evidence in every series, alarms, and sums of money.

Entries of all tables are read in the order of their time, each once: what came of them is stored, and they are never read again.
"""

import heapq
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from banca.house import journal
from banca.house.authorisations import MACAU
from banca.house.clock import read_time
from banca.house.commands import engine_of
from banca.house.database import StoreConflictError
from banca.house.journal import Entry
from banca.house.snapshots import state_from_json, state_to_wire
from banca.house.store import Store
from banca.rules import Message, _
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import AUTOMATIC, Role
from banca.tables.engine import TableEngine
from banca.tables.events import (
    BetDecided,
    BetMoved,
    Event,
    NullDeclared,
    RoundEnded,
    RoundVoided,
    TableOpened,
    owner_of,
)
from banca_watch.device import DevicePlan, DeviceProcess, plan_bets
from banca_watch.e_values import ALARM, alarm_at
from banca_watch.features import ShownResult, features_of
from banca_watch.people import CallCount, CallsProcess, LuckProcess, SpotLuck, Valuer
from banca_watch.store import (
    ALARM_GONE,
    CALLS,
    AlertBody,
    AlertRow,
    DayCalls,
    MoneySums,
    SeriesKind,
    SeriesState,
    StoredWatch,
    TableMark,
    WatchHead,
    WatchRows,
    WatchWriting,
    stored_faults,
)

# A table's journal as rounds

SHIFT_HOURS = 8
"""A day in Macau has three shifts."""
UNKNOWN_PERIOD = "?/0"
"""Of an entry whose time cannot be read."""


def period_of(at: str) -> str:
    """Return the day in Macau of an entry, and its shift from 1.

    >>> period_of("2026-11-16T17:30:00.250+00:00")
    '2026-11-17/1'
    """
    moment = read_time(at)
    if moment is None:
        return UNKNOWN_PERIOD
    local = moment.astimezone(MACAU)
    return f"{local.date().isoformat()}/{local.hour // SHIFT_HOURS + 1}"


def day_of(period: str) -> str:
    """Return the day alone."""
    return period.partition("/")[0]


class WatchedTable:
    """A table whose entries are read in order, from its opening or from where it was left."""

    def __init__(self, name: str, engine: TableEngine[Any], mark: TableMark | None) -> None:
        self.name, self.engine, self.mark = name, engine, mark or TableMark()
        self.game = engine.opened.game
        self.state: Any = state_from_json(engine, mark.state) if mark else engine.start
        self.devices = device_plans(engine)
        self.valued: tuple[ChanceEngine[Any], Valuer] | None = None
        """None where bets have no fixed value."""
        if isinstance(engine, ChanceEngine) and engine.devices:
            self.valued = engine, Valuer(engine.rules.bets, engine.rules.space.weights, engine.limits.chip)

    def begin(self, entry: Entry) -> None:
        """Note the shift of an entry, and who calls."""
        mark, period = self.mark, period_of(entry.at)
        if mark.period != period:
            mark.period, mark.outlay, mark.drop = period, {}, {}
        if entry.role == Role.CROUPIER:
            mark.croupier = "" if entry.by == AUTOMATIC.name else entry.by

    def note(self, event: Event, calls: DayCalls) -> None:
        """Note the money and the results of an event, and count it among the calls."""
        mark = self.mark
        for source, target, amount in event.transfers():
            for account, change in ((source, amount), (target, -amount)):
                if (player := owner_of(account)) is not None:
                    mark.outlay[player] = mark.outlay.get(player, 0) + change
                    mark.drop[player] = max(mark.drop.get(player, 0), mark.outlay[player])
        is_correction = event.correction is not None
        written = self.engine.read_result(event, self.state)
        if written:
            self._add_result(written, is_correction=is_correction)
        is_null, is_void = isinstance(event, NullDeclared), isinstance(event, RoundVoided)
        calls.calls += is_null or is_void or (bool(written) and not is_correction)
        calls.nulls += is_null
        calls.voids += is_void
        calls.corrections += is_correction
        if is_void:
            mark.pending = []

    def _add_result(self, written: str, *, is_correction: bool) -> None:
        result, mark = written, self.mark
        if isinstance(self.engine, ChanceEngine):
            result = self.engine.rules.rulebook.show(self.engine.parse_outcome(written))
        for device, possible in enumerate(self.engine.devices):
            if possible.has(result):
                if is_correction:  # it stands in place of what was entered
                    mark.pending = [shown for shown in mark.pending if shown.device != device]
                mark.pending.append(ShownResult(result, written, device))

    def end_round(self) -> Iterator[tuple[ShownResult, ShownResult]]:
        """Yield the results of a round that stands, each after the one before it of the same device."""
        mark = self.mark
        for shown in mark.pending:
            yield mark.before.get(shown.device) or ShownResult(), shown
            mark.before[shown.device] = shown
        mark.pending = []

    def leave(self) -> None:
        """Note the table's state in its mark, which is stored."""
        self.mark.state = msgspec.json.encode(state_to_wire(self.state))


# What is looked at at a table

PLANS = 64
"""Ways of watching that are kept in memory: a plan for a wheel has thousands of numbers, and a hundred tables share it."""


def opened_with(opened: TableOpened) -> tuple[object, ...]:
    """Return what decides how a table is watched: tables where it is the same are watched alike."""
    return opened.game, opened.chance, tuple(sorted(opened.options.items())), opened.proposal


def device_plans(engine: TableEngine[Any]) -> tuple[DevicePlan, ...]:
    """Return what is looked at in each of a table's devices; tables that opened alike share it."""
    plans = cached_plans(*opened_with(engine.opened))
    if not plans:
        plans += [plan_bets(features) for features in features_of(engine)]
    return tuple(plans)


@lru_cache(PLANS)
def cached_plans(*_opened_with: object) -> list[DevicePlan]:
    # The engine is no key (it is not hashable), so the cache holds an empty list that the caller fills.
    return []


# One pass over the journals


class TableEntry(NamedTuple):
    """An entry, in the order in which it is read among those of all tables."""

    at: str
    table: str
    seq: int
    entry: Entry


class WatchPass:
    """One pass over new entries: what it has in memory, and what it will write."""

    def __init__(self, rows: WatchRows, head: WatchHead) -> None:
        self._rows, self.head = rows, head
        self.writing = WatchWriting()
        self._tables: dict[str, WatchedTable] = {}
        self._devices: dict[str, DeviceProcess] = {}

    def take(self, read: TableEntry) -> None:
        """Take one entry of one table."""
        if read.table not in self._tables:
            engine = engine_of(journal.opened_in(self._rows.opening(read.table) or b""))
            self._tables[read.table] = WatchedTable(read.table, engine, self._rows.mark(read.table))
        table, entry = self._tables[read.table], read.entry
        table.begin(entry)
        calls, payments, before = DayCalls(), list[BetDecided](), None
        for event in entry.events:
            # Luck is of the bets as they lay when the result came: the first payment or move of the entry already changes them.
            if before is None and isinstance(event, BetDecided | BetMoved | RoundEnded):
                before = table.state
            table.note(event, calls)
            if isinstance(event, BetDecided):
                payments.append(event)
            if isinstance(event, RoundEnded):
                self._end_round(read, table, before, payments)
            table.state = table.engine.evolve(table.state, event)
        mark = table.mark
        if mark.croupier and calls.calls + calls.corrections:
            kind = f"{table.game}/{table.engine.opened.chance}"
            of_day = self.head.calls.setdefault(day_of(mark.period), {}).setdefault(kind, {})
            of_day.setdefault(mark.croupier, DayCalls()).add(calls)
        for player, brought in mark.drop.items():
            self._sums(table, player).drop = brought
        if total := sum(mark.drop.values()):
            self._sums(table).drop = total
        self.head.entries += 1
        self.writing.marks[read.table] = read.seq, mark

    def _end_round(self, read: TableEntry, table: WatchedTable, before: Any, payments: Sequence[BetDecided]) -> None:
        for last, shown in table.end_round():
            plan = table.devices[shown.device]
            if plan.features:  # else nothing can be counted in it: the report names it among the gaps
                new = SeriesState(kind=SeriesKind.DEVICE, game=table.game, table=table.name, device=shown.device)
                self._step(read, f"{new.kind}/{table.name}/{shown.device}", new, (last, shown), plan)
        if table.valued and before.bets:
            self._take_luck(read, table, *table.valued, before)
        for payment in payments:
            for player, bet in (("", ""), (payment.player, ""), ("", payment.bet)):
                sums = self._sums(table, player, bet)
                sums.handle += payment.stake
                sums.win += payment.stake - payment.received

    def _take_luck(
        self, read: TableEntry, table: WatchedTable, engine: ChanceEngine[Any], valuer: Valuer, before: Any
    ) -> None:
        """Add the luck of a round to the sums, and to the series of the table, each player and the croupier."""
        outcome = engine.parse_outcome(before.shown)
        spots: dict[tuple[str, str], list[SpotLuck]] = {}
        for player, own in before.bets.items():
            for (bet, on), stake in own.items():
                spot = valuer.spot(bet, engine.bet_state(bet, on), stake)
                for key in (("", ""), (player, ""), ("", bet)):  # of all together, of the player, of the bet
                    spots.setdefault(key, []).append(spot)
        for (player, bet), staked in spots.items():
            luck = valuer.round_luck(staked, outcome)
            sums = self._sums(table, player, bet)
            sums.rounds += 1
            sums.luck = str(sums.exact_luck + luck.luck)
            sums.variance += luck.variance
            watched = []
            if player:
                watched.append(SeriesState(kind=SeriesKind.PLAYER, who=player))
            elif not bet:
                watched.append(SeriesState(kind=SeriesKind.TABLE, game=table.game, table=table.name))
                if table.mark.croupier:
                    watched.append(SeriesState(kind=SeriesKind.CROUPIER, who=table.mark.croupier))
            for new in watched:
                self._step(read, f"{new.kind}/{new.table or new.who}", new, (float(luck.luck), *luck[1:]))

    # Series

    def _series(self, name: str, new: SeriesState) -> SeriesState:
        if name not in self.writing.series:
            numbered = self._rows.find_series(name)
            if numbered is None:
                # Numbers are given in the order of appearance and never again: a series' share of the level depends on its number.
                self.head.series += 1
                numbered = self.head.series, new
            self.writing.series[name] = numbered
        return self.writing.series[name][1]

    def _step(
        self, read: TableEntry, name: str, new: SeriesState, result: tuple[Any, ...], plan: DevicePlan | None = None
    ) -> None:
        """Let a series take a round; `plan` where it is of a device, else it is of luck."""
        state = self._series(name, new)
        process: DeviceProcess | LuckProcess
        if plan:
            process = self._device(name, state, plan)
        else:
            process = state.of_luck = state.of_luck or LuckProcess()
        day = day_of(period_of(read.at))
        if state.day and state.day != day:
            process.begin_day()
        state.day = day
        process.take(*result)
        state.rounds += 1
        self._note(read, name, state, process.e_value)

    def _device(self, name: str, state: SeriesState, plan: DevicePlan) -> DeviceProcess:
        if name not in self._devices:
            stored = state.of_device
            if stored and not DeviceProcess.fits(plan, stored):
                # Another version looked at other things. Its e-value is the capital that the present way of betting begins with.
                state.base, stored = math.exp(state.log_e), None
            self._devices[name] = DeviceProcess(plan, stored)
        return self._devices[name]

    def _note(self, read: TableEntry, name: str, state: SeriesState, e_value: float) -> None:
        """Note the evidence in a series, and an alarm at the entry at which it first reaches what it must."""
        state.note(e_value, read.at, day_of(period_of(read.at)))
        number = self.writing.series[name][0]
        if not state.is_alarmed and state.log_e >= alarm_at(number):
            state.is_alarmed = True
            self._save_device(name, state)
            self.writing.alerts.append(AlertRow(0, name, read.at, read.table, read.seq, alert_of(state, number)))

    def _save_device(self, name: str, state: SeriesState) -> None:
        if process := self._devices.get(name):
            state.of_device, state.lead = process.state, process.lead()

    def compare_calls(self, read: TableEntry) -> None:
        """Compare each croupier's calls with those of the others at the same game, for the days that are over."""
        # A day is over when the first entry of a later one is read, at whatever table: entries come in the order of their time.
        today = day_of(period_of(read.at))
        for day in [day for day in sorted(self.head.calls) if day < today]:
            for kind, croupiers in self.head.calls.pop(day).items():
                for who, own in croupiers.items():
                    self._compare_croupier(read, kind, who, own, croupiers.values())

    def _compare_croupier(
        self, read: TableEntry, kind: str, who: str, own: DayCalls, everybody: Collection[DayCalls]
    ) -> None:
        calls = sum(croupier.calls for croupier in everybody)
        for name in CALLS:
            of_kind = sum(getattr(croupier, name) for croupier in everybody)
            if not of_kind or own.calls in (0, calls):
                continue  # nothing to compare, or nobody to compare with
            series = f"{name}/{kind}/{who}"
            state = self._series(series, SeriesState(kind=name, game=kind.partition("/")[0], who=who))
            process = state.of_calls = state.of_calls or CallsProcess()
            process.take(CallCount(getattr(own, name), own.calls, min(of_kind, calls), calls))
            state.rounds += own.calls
            self._note(read, series, state, process.e_value)

    def _sums(self, table: WatchedTable, player: str = "", bet: str = "") -> MoneySums:
        key = table.name, table.mark.period, player, bet
        if key not in self.writing.money:
            self.writing.money[key] = self._rows.sums(key) or MoneySums()
        return self.writing.money[key]

    def finish(self) -> None:
        """Put the tables' states and the devices' evidence into what will be written."""
        for name in self.writing.marks:
            self._tables[name].leave()
        for name, (_number, state) in self.writing.series.items():
            self._save_device(name, state)


def alert_of(state: SeriesState, number: int) -> AlertBody:
    """Return an alarm as it stands now: what comes later must not change it, so it is a copy."""
    same = {name: getattr(state, name) for name in AlertBody.__struct_fields__ if hasattr(state, name)}
    return AlertBody(number=number, needed=alarm_at(number), level=ALARM, **same)


# The watch over a store

MOST_ENTRIES = 5000
"""Entries that one pass reads: it is one transaction, and another process that reads on in between makes it read again."""


class StoreWatch:
    """The watch over a store."""

    def __init__(self, store: Store, pause: Callable[[], None] | None = None) -> None:
        self.rows = WatchRows(store)
        self._store, self._pause = store, pause

    def read_on(self, most: int = MOST_ENTRIES) -> int:
        """Read so many entries more, of all tables; return how many there were."""
        head = self.rows.head()
        unread = set(head.unread)
        behind = {name: positions for name, positions in self.rows.behind().items() if name not in head.unread}
        current = WatchPass(self.rows, head)
        count = self._read(current, behind, most)
        if count or unread != set(head.unread):
            current.finish()
            self.rows.write(head, current.writing)
        return count

    def read_anew(self, stored: StoredWatch) -> WatchPass:
        """Read the journals from their first entries, as far as they were read; write nothing."""
        current = WatchPass(WatchRows(self._store, is_blank=True), WatchHead())
        self._read(current, {table: (0, seq) for table, seq in stored.positions.items()})
        current.finish()
        return current

    def _read(self, current: WatchPass, behind: Mapping[str, tuple[int, int]], most: int | None = None) -> int:
        head, count = current.head, 0
        for read in heapq.merge(*(self._entries(head, name, *positions) for name, positions in behind.items())):
            if read.table in head.unread:
                continue
            current.compare_calls(read)
            try:
                current.take(read)
            except Exception as fault:  # a forged journal may break anything: the audit says what is wrong with it
                head.unread[read.table] = str(journal.describe_fault(fault))
            count += 1
            if self._pause:
                self._pause()
            if count == most:
                break
        return count

    def read_all(self) -> int:
        """Read everything there is; return how many entries there were."""
        total = 0
        while True:
            try:
                count = self.read_on()
            except StoreConflictError:
                continue  # another process has read on at this moment: its work is kept, and the rest is read
            if not count:
                return total
            total += count

    def _entries(self, head: WatchHead, table: str, after: int, last: int) -> Iterator[TableEntry]:
        """Yield a table's entries; where one cannot be read, note that and end."""
        try:
            game = journal.game_of(journal.read_first(self.rows.opening(table) or b""))
            for seq, body in self.rows.entries(table, after, last):
                entry = journal.read(body, game, seq)
                yield TableEntry(entry.at, table, seq, entry)
        except msgspec.MsgspecError as fault:
            head.unread[table] = str(journal.describe_fault(fault))


# What must follow from the journals

TOLERANCE = 1e-6
"""Relative tolerance of evidence that is added up in floats."""


def check_store(store: Store) -> Iterator[Message]:
    """Yield every fault in what the watch has stored; `banca audit verify` asks for it."""
    watch = StoreWatch(store)
    if watch.rows.is_there:
        stored = watch.rows.everything()
        # An alarm that is gone is found in both ways, and told once.
        yield from {
            str(fault): fault for fault in (*stored_faults(watch.rows, stored), *derived_faults(watch, stored))
        }.values()


def derived_faults(watch: StoreWatch, stored: StoredWatch) -> Iterator[Message]:
    """Yield where the stored rows are not what the journals, read again from their first entries, come to."""
    # Where a journal could not be read on, half of an entry may have been counted: nothing is compared that is of such a table. Nor
    # are calls, which are compared when the first entry of a later day is read: of which table that was, and when others were read,
    # decides what they come to.
    current = watch.read_anew(stored)
    unread = stored.head.unread
    series = {name: numbered for name, numbered in stored.series.items() if numbered[1].kind not in CALLS}
    derived = {name: state for name, (_number, state) in current.writing.series.items() if state.kind not in CALLS}
    alarmed = {alert.series for alert in stored.alerts}
    for name in sorted(series.keys() | derived.keys()):
        number, state = series.get(name, (0, None))
        of_journals = derived.get(name)
        if of_journals and number and name not in alarmed and of_journals.most >= alarm_at(number) + TOLERANCE:
            yield Message(ALARM_GONE, asked=name)
        elif not _is_alike(state, of_journals) and not _may_be_of(state or of_journals, unread):
            yield Message(
                "watch_series_differs",
                _("the series {asked} kept by the watch does not match the journals"),
                asked=name,
            )
    money, counted = dict(stored.money), current.writing.money
    keys = [key for key in money.keys() | counted.keys() if _exact(money.get(key)) != _exact(counted.get(key))]
    for table in sorted({table for table, *_rest in keys} - unread.keys()):
        yield Message(
            "watch_money_differs",
            _("the amounts that the watch keeps for {table} do not match its journal"),
            table=table,
        )


def _may_be_of(state: SeriesState | None, tables: Collection[str]) -> bool:
    """Return whether a series is about one of these tables, or may be, as it is about all."""
    return bool(tables) and (state is None or not state.table or state.table in tables)


def _is_alike(stored: SeriesState | None, derived: SeriesState | None) -> bool:
    """Return whether a series is what its journals come to, as far as that does not depend on when which table was read on."""
    if not stored or not derived:
        return False
    if stored.rounds != derived.rounds or (stored.of_luck is None) != (derived.of_luck is None):
        return False
    luck, of_journals = stored.of_luck, derived.of_luck
    if luck and of_journals:
        scale = math.sqrt(of_journals.variance)
        if not _is_near(luck.luck, of_journals.luck, scale) or not _is_near(luck.variance, of_journals.variance):
            return False
    # Of one table the order of rounds is fixed. A version that looked at other things left its evidence as the base.
    is_exact = stored.kind in (SeriesKind.DEVICE, SeriesKind.TABLE) and stored.base == 1.0
    return not is_exact or (_is_near(stored.log_e, derived.log_e) and _is_near(stored.most, derived.most))


def _is_near(stored: float, derived: float, scale: float = 1.0) -> bool:
    return math.isclose(stored, derived, rel_tol=TOLERANCE, abs_tol=TOLERANCE * scale)


def _exact(sums: MoneySums | None) -> tuple[object, ...]:
    return (sums.rounds, sums.drop, sums.handle, sums.win, sums.luck) if sums else ()
