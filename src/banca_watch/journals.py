"""The journals of a store read as rounds, and what these come to: evidence in every series, alarms, and sums of money.

Entries of all tables are read in the order of their time, each once: what came of them is stored, and they are never read again.
"""

import heapq
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from banca.house import journal
from banca.house.authorisations import MACAU
from banca.house.clock import read_time
from banca.house.commands import engine_of
from banca.house.database import StoreConflictError
from banca.house.journal import Entry
from banca.house.snapshots import state_from_json, state_to_wire
from banca.house.store import Store
from banca.rules import Code, Message, _
from banca.tables.chance import Device
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
from banca.tables.state import Spot
from banca_watch.device import DeviceProcess, ShownResult, WatchPlan, plan_bets
from banca_watch.e_values import ALARM, alarm_at
from banca_watch.features import MOST_VALUES, Feature, facts_left_out, features_of
from banca_watch.people import CallCount, CallsState, LuckProcess, Valuer, capital_of, compared
from banca_watch.store import (
    ALARM_GONE,
    CALLS,
    AlertBody,
    AlertRow,
    DayCalls,
    Lead,
    MoneyKey,
    MoneySums,
    SeriesKind,
    SeriesState,
    StoredWatch,
    TableMark,
    UnreadJournals,
    WatchHead,
    WatchRows,
    WatchWriting,
    stored_faults,
)

# A table's journal as rounds

SHIFT_HOURS = 8
"""A day in Macau has three shifts."""
UNKNOWN_PERIOD = "?"
"""The day of an entry whose time cannot be read."""


class Period(Struct, frozen=True):
    """A day in Macau, and its shift from 1."""

    day: str
    shift: int

    def __str__(self) -> str:
        return f"{self.day}/{self.shift}"


def period_of(at: str) -> Period:
    """Return the day and shift of an entry.

    >>> str(period_of("2026-11-16T17:30:00.250+00:00"))
    '2026-11-17/1'
    """
    moment = read_time(at)
    if moment is None:
        return Period(UNKNOWN_PERIOD, 0)
    local = moment.astimezone(MACAU)
    return Period(local.date().isoformat(), local.hour // SHIFT_HOURS + 1)


@dataclass(slots=True, kw_only=True)
class EntryCalls:
    """What one entry adds to the calls of a croupier."""

    croupier: str
    calls: int = 0
    nulls: int = 0
    voids: int = 0
    corrections: int = 0


@dataclass(slots=True, kw_only=True)
class PaidRound:
    """A round that was paid."""

    period: Period
    croupier: str
    """Who called it; empty where the program did."""
    results: list[tuple[ShownResult, ShownResult]]
    """Each after the one before it of the same device."""
    bets: Mapping[str, Mapping[Spot, int]] = field(default_factory=dict)
    """By player, what lay where when the result came; of games of chance."""
    outcome: str = ""
    payments: list[BetDecided] = field(default_factory=list)


class TableReader:
    """Reads one table's entries in order, from its opening or from where it was left."""

    def __init__(self, table: str, engine: TableEngine[Any], mark: TableMark | None = None) -> None:
        self.table, self.engine = table, engine
        self._state = state_from_json(engine, mark.state) if mark else engine.start
        self._mark = mark or TableMark(state=b"")
        self._devices: tuple[Device, ...] = tuple(engine.devices)

    @property
    def mark(self) -> TableMark:
        """Where the reader is, to be stored."""
        self._mark.state = msgspec.json.encode(state_to_wire(self._state))
        return self._mark

    @property
    def period(self) -> str:
        """The shift of the last entry."""
        return self._mark.period

    @property
    def drop(self) -> Mapping[str, int]:
        """By player: what was brought to the table in this shift."""
        return self._mark.drop

    def take(self, entry: Entry) -> Iterator[EntryCalls | PaidRound]:
        """Yield what an entry comes to."""
        mark, period = self._mark, period_of(entry.at)
        if mark.period != str(period):
            mark.period, mark.outlay, mark.drop = str(period), {}, {}
        if entry.role == Role.CROUPIER:
            mark.croupier = "" if entry.by == AUTOMATIC.name else entry.by
        calls, payments, before = EntryCalls(croupier=mark.croupier), list[BetDecided](), None
        for event in entry.events:
            self._move_money(event)
            # Luck is of the bets as they lay when the result came: the first payment or move of the entry already changes them.
            if before is None and isinstance(event, BetDecided | BetMoved | RoundEnded):
                before = self._state
            self._note_result(event, calls)
            if isinstance(event, BetDecided):
                payments.append(event)
            if isinstance(event, RoundEnded):
                yield self._end_round(period, before, payments)
            self._state = self.engine.evolve(self._state, event)
        if mark.croupier and calls.calls + calls.corrections:
            yield calls

    def _note_result(self, event: Event, calls: EntryCalls) -> None:
        mark = self._mark
        if written := self.engine.read_result(event, self._state):
            self._add_result(written, is_correction=event.correction is not None)
            calls.calls += event.correction is None
        calls.corrections += event.correction is not None
        if isinstance(event, NullDeclared):
            calls.calls += 1
            calls.nulls += 1
        if isinstance(event, RoundVoided):
            calls.calls += 1
            calls.voids += 1
            mark.pending = []

    def _add_result(self, written: str, *, is_correction: bool) -> None:
        result = written
        if isinstance(self.engine, ChanceEngine):
            result = self.engine.rules.rulebook.show(self.engine.parse_outcome(written))
        for device, possible in enumerate(self._devices):
            if possible.has(result):
                if is_correction:  # it stands in place of what was entered
                    self._mark.pending = [shown for shown in self._mark.pending if shown.device != device]
                self._mark.pending.append(ShownResult(result, written, device))

    def _move_money(self, event: Event) -> None:
        mark = self._mark
        for source, target, amount in event.transfers():
            for account, change in ((source, amount), (target, -amount)):
                if (player := owner_of(account)) is not None:
                    mark.outlay[player] = mark.outlay.get(player, 0) + change
                    mark.drop[player] = max(mark.drop.get(player, 0), mark.outlay[player])

    def _end_round(
        self, period: Period, before: Any, payments: list[BetDecided]
    ) -> PaidRound:  # each game has its own state
        mark = self._mark
        results = []
        for shown in mark.pending:
            results.append((mark.before.get(shown.device) or ShownResult(), shown))
            mark.before[shown.device] = shown
        mark.pending = []
        paid = PaidRound(period=period, croupier=mark.croupier, results=results, payments=payments)
        if isinstance(self.engine, ChanceEngine) and self._devices:
            paid.bets, paid.outcome = before.bets, before.shown
        return paid


# What is looked at at a table

PLANS = 64
"""Ways of watching that are kept in memory: a plan for a wheel has thousands of numbers, and a hundred tables share it."""

LUCK_KINDS = (SeriesKind.TABLE, SeriesKind.PLAYER, SeriesKind.CROUPIER)


class WatchGap(NamedTuple):
    """What is not looked at at a table, and why: kinds of series, or facts of the rulebook that are left out of one."""

    why: Message
    kinds: tuple[SeriesKind, ...] = ()
    facts: tuple[str, ...] = ()


class DevicePlan(NamedTuple):
    """What is looked at in one device, and how it is bet on."""

    features: tuple[Feature, ...]
    plan: WatchPlan


def opened_with(opened: TableOpened) -> tuple[object, ...]:
    """Return what decides how a table is watched: tables where it is the same are watched alike."""
    return opened.game, opened.chance, tuple(sorted(opened.options.items())), opened.proposal


def gaps_of(engine: TableEngine[Any]) -> Iterator[WatchGap]:
    """Yield what is not looked at at a table. How its croupiers call always is."""
    if not engine.devices:
        yield WatchGap(
            Message(
                "chances_change",
                _(
                    "the probabilities of its results change from round to round, for example when several rounds are dealt from one shoe"
                ),
            ),
            kinds=(SeriesKind.DEVICE, *LUCK_KINDS),
        )
        return
    if not isinstance(engine, ChanceEngine):
        yield WatchGap(
            Message("players_decide", _("its players make decisions, so their bets have no fixed value")),
            kinds=LUCK_KINDS,
        )
        return
    if not any(features_of(engine)):
        yield WatchGap(
            Message("nothing_to_count", _("its rulebook gives no numbers to count in a result")),
            kinds=(SeriesKind.DEVICE,),
        )
    elif facts := facts_left_out(engine.rules):
        yield WatchGap(
            Message("not_counted", _("only numbers with at most {most} values are counted"), most=MOST_VALUES),
            facts=facts,
        )


def device_plans(engine: TableEngine[Any]) -> tuple[DevicePlan, ...]:
    """Return what is looked at in each of a table's devices; tables that opened alike share it."""
    plans = cached_plans(*opened_with(engine.opened))
    if not plans:
        plans += [DevicePlan(tuple(features), plan_bets(features)) for features in features_of(engine)]
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


class WatchedTable(NamedTuple):
    """A table that is read."""

    reader: TableReader
    devices: tuple[DevicePlan, ...]
    valued: tuple[ChanceEngine[Any], Valuer] | None
    """None where bets have no fixed value."""


class WatchPass:
    """One pass over new entries: what it has in memory, and what it will write."""

    def __init__(self, rows: WatchRows, head: WatchHead) -> None:
        self._rows, self.head = rows, head
        self.writing = WatchWriting()
        self._tables: dict[str, WatchedTable] = {}
        self._reached: dict[str, int] = {}
        self._processes: dict[str, DeviceProcess | LuckProcess] = {}

    # One table

    def table(self, name: str) -> WatchedTable:
        """Return a table where it was left."""
        if name not in self._tables:
            engine = engine_of(journal.opened_in(self._rows.opening(name) or b""))
            valued = None
            if isinstance(engine, ChanceEngine) and engine.devices:
                valued = engine, Valuer(engine.rules.bets, engine.rules.space.weights, engine.limits.chip)
            reader = TableReader(name, engine, self._rows.mark(name))
            self._tables[name] = WatchedTable(reader, device_plans(engine), valued)
        return self._tables[name]

    def take(self, read: TableEntry) -> None:
        """Take one entry of one table."""
        table = self.table(read.table)
        for item in table.reader.take(read.entry):
            if isinstance(item, EntryCalls):
                self._count_calls(table.reader.engine, read.at, item)
            else:
                self._take_round(read, table, item)
        self._note_drop(read, table.reader)
        self.head.entries += 1
        self._reached[read.table] = read.seq

    def _take_round(self, read: TableEntry, table: WatchedTable, paid: PaidRound) -> None:
        game, day = table.reader.engine.opened.game, paid.period.day
        for before, shown in paid.results:
            device = table.devices[shown.device]
            if not device.features:
                continue  # nothing can be counted in it: the report names it among the gaps
            name = f"{SeriesKind.DEVICE}/{read.table}/{shown.device}"
            state = self._series(
                name, SeriesState(kind=SeriesKind.DEVICE, game=game, table=read.table, device=shown.device)
            )
            process = self._device_process(name, state, device)
            self._begin_day(process, state, day)
            process.take(process.read(before, shown))
            self._end_step(name, state, process, read, day)
        if table.valued and paid.bets:
            self._take_luck(read, *table.valued, paid)
        for payment in paid.payments:
            for player, bet in (("", ""), (payment.player, ""), ("", payment.bet)):
                sums = self._sums((read.table, str(paid.period), player, bet))
                sums.handle += payment.stake
                sums.win += payment.stake - payment.received

    def _take_luck(self, read: TableEntry, engine: ChanceEngine[Any], valuer: Valuer, paid: PaidRound) -> None:
        """Add the luck of a round to the sums, and to the series of the table, each player and the croupier."""
        outcome = engine.parse_outcome(paid.outcome)
        spots: dict[tuple[str, str], list[Any]] = {}
        for player, own in paid.bets.items():
            for (bet, on), stake in own.items():
                spot = valuer.spot(bet, engine.bet_state(bet, on), stake)
                for key in (("", ""), (player, ""), ("", bet)):  # of all together, of the player, of the bet
                    spots.setdefault(key, []).append(spot)
        for (player, bet), staked in spots.items():
            luck = valuer.round_luck(staked, outcome)
            sums = self._sums((read.table, str(paid.period), player, bet))
            sums.rounds += 1
            sums.luck = str(sums.exact_luck + luck.luck)
            sums.variance += luck.variance
            if bet:
                continue
            watched = [SeriesState(kind=SeriesKind.PLAYER, who=player)] if player else []
            if not player:
                watched.append(SeriesState(kind=SeriesKind.TABLE, game=engine.opened.game, table=read.table))
            if not player and paid.croupier:
                watched.append(SeriesState(kind=SeriesKind.CROUPIER, who=paid.croupier))
            for new in watched:
                name = f"{new.kind}/{new.table or new.who}"
                state = self._series(name, new)
                process = self._luck_process(name, state)
                self._begin_day(process, state, paid.period.day)
                process.take(float(luck.luck), luck.variance, luck.least, luck.most)
                self._end_step(name, state, process, read, paid.period.day)

    def _note_drop(self, read: TableEntry, reader: TableReader) -> None:
        period, total = reader.period, 0
        for player, brought in reader.drop.items():
            total += brought
            self._sums((read.table, period, player, "")).drop = brought
        if total:
            self._sums((read.table, period, "", "")).drop = total

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

    def _device_process(self, name: str, state: SeriesState, device: DevicePlan) -> DeviceProcess:
        process = self._processes.get(name)
        if not isinstance(process, DeviceProcess):
            stored = state.of_device
            if stored and not DeviceProcess.fits(device.plan, stored):
                # Another version looked at other things. Its e-value is the capital that the present way of betting begins with.
                state.base, stored = math.exp(state.log_e), None
            process = self._processes[name] = DeviceProcess(device.features, stored, device.plan)
        return process

    def _luck_process(self, name: str, state: SeriesState) -> LuckProcess:
        process = self._processes.get(name)
        if not isinstance(process, LuckProcess):
            process = self._processes[name] = LuckProcess(state.of_luck)
        return process

    def _begin_day(self, process: DeviceProcess | LuckProcess, state: SeriesState, day: str) -> None:
        if state.day and state.day != day:
            process.begin_day()
        state.day = day

    def _end_step(
        self, name: str, state: SeriesState, process: DeviceProcess | LuckProcess, read: TableEntry, day: str
    ) -> None:
        state.rounds += 1
        state.note(process.capital, read.at, day)
        self._check_alarm(name, state, read)

    def _check_alarm(self, name: str, state: SeriesState, read: TableEntry) -> None:
        """Record an alarm at the entry at which a series first reaches what it must."""
        number = self.writing.series[name][0]
        if state.is_alarmed or state.log_e < alarm_at(number):
            return
        state.is_alarmed = True
        self._save_process(name, state)
        self.writing.alerts.append(AlertRow(0, name, read.at, read.table, read.seq, alert_of(state, number)))

    def _save_process(self, name: str, state: SeriesState) -> None:
        process = self._processes.get(name)
        if isinstance(process, DeviceProcess):
            state.of_device, state.lead = process.state, lead_of(process)
        elif process is not None:
            state.of_luck = process.state

    # Calls

    def _count_calls(self, engine: TableEngine[Any], at: str, made: EntryCalls) -> None:
        day, kind = period_of(at).day, f"{engine.opened.game}/{engine.opened.chance}"
        own = self.head.calls.setdefault(day, {}).setdefault(kind, {}).setdefault(made.croupier, DayCalls())
        own.calls += made.calls
        for name in CALLS:
            setattr(own, name, getattr(own, name) + getattr(made, name))

    def compare_calls(self, read: TableEntry) -> None:
        """Compare each croupier's calls with those of the others at the same game, for the days that are over."""
        # A day is over when the first entry of a later one is read, at whatever table: entries come in the order of their time.
        today = period_of(read.at).day
        for day in [day for day in sorted(self.head.calls) if day < today]:
            for kind, croupiers in self.head.calls.pop(day).items():
                for who, own in croupiers.items():
                    self._compare_croupier(kind, day, who, own, croupiers.values(), read)

    def _compare_croupier(
        self, kind: str, day: str, who: str, own: DayCalls, everybody: Collection[DayCalls], read: TableEntry
    ) -> None:
        calls = sum(croupier.calls for croupier in everybody)
        for name in CALLS:
            of_kind = sum(getattr(croupier, name) for croupier in everybody)
            if not of_kind or own.calls in (0, calls):
                continue  # nothing to compare, or nobody to compare with
            count = CallCount(getattr(own, name), own.calls, min(of_kind, calls), calls)
            series = f"{name}/{kind}/{who}"
            state = self._series(series, SeriesState(kind=name, game=kind.partition("/")[0], who=who))
            state.of_calls = compared(state.of_calls or CallsState(), [count])
            state.rounds += own.calls
            state.note(capital_of(state.of_calls), read.at, day)
            self._check_alarm(series, state, read)

    # Money

    def _sums(self, key: MoneyKey) -> MoneySums:
        if key not in self.writing.money:
            self.writing.money[key] = self._rows.sums(key) or MoneySums()
        return self.writing.money[key]

    def finish(self) -> None:
        """Put marks and processes into what will be written."""
        for table, seq in self._reached.items():
            self.writing.marks[table] = seq, self._tables[table].reader.mark
        for name, (_number, state) in self.writing.series.items():
            self._save_process(name, state)


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
    """Return what the evidence against a device rests on most."""
    leader = process.leader()
    name = "" if leader.statistic is None else leader.feature.statistics[leader.statistic].name
    return Lead(
        feature=leader.feature.id,
        kind=leader.feature.kind,
        name=name,
        rounds=leader.rounds,
        expected=leader.expected,
        seen=leader.seen,
    )


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
        current = WatchPass(UnreadJournals(self._store), WatchHead())
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

    def gaps(self, tables: Iterable[str]) -> Iterator[tuple[str, TableOpened, WatchGap]]:
        """Yield what is not looked at at each of these tables; not of those that cannot be opened, whose journal is unread."""
        alike: dict[tuple[object, ...], list[WatchGap]] = {}
        for table in tables:
            try:
                opened = journal.opened_in(self.rows.opening(table) or b"")
                key = opened_with(opened)
                if key not in alike:
                    alike[key] = list(gaps_of(engine_of(opened)))
            except Exception:  # noqa: S112 - a forged journal may break anything; it is listed among the unread
                continue
            yield from ((table, opened, gap) for gap in alike[key])

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
SERIES_DIFFERS = Code("watch_series_differs", _("the series {asked} kept by the watch does not match the journals"))
MONEY_DIFFERS = Code("watch_money_differs", _("the amounts that the watch keeps for {table} do not match its journal"))


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
            yield Message(SERIES_DIFFERS, asked=name)
    money, counted = dict(stored.money), current.writing.money
    keys = [key for key in money.keys() | counted.keys() if _exact(money.get(key)) != _exact(counted.get(key))]
    for table in sorted({table for table, *_rest in keys} - unread.keys()):
        yield Message(MONEY_DIFFERS, table=table)


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
