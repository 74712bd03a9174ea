"""What the watch keeps in a store: its series with their evidence, the money beside them, alarms, and how far each journal was read.

Rows are read as they are needed, and written together with how far the watch has come. All of them follow from the journals.
`stored_faults` compares them with each other and with how far the journals go, which costs little: it finds a row that was changed, added or
taken away by anything but the watch, unless the digest was forged with it. `journals.derived_faults` believes none of them.
"""

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar, cast

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Table, and_, delete, func, inspect, select, update

from banca.house.database import StoreConflictError, database_faults
from banca.house.register import OUTSIDE_TABLES
from banca.house.schema import JOURNAL, TABLES, WATCH_ALERTS, WATCH_HEAD, WATCH_MONEY, WATCH_SERIES, WATCHED
from banca.house.store import Store
from banca.rules import Code, Message, _
from banca_watch.device import DeviceState, Lead
from banca_watch.e_values import alarm_at
from banca_watch.features import ShownResult
from banca_watch.people import CallsProcess, LuckProcess

MOST_DAYS = 4000
"""Days of which the course of the evidence is kept: more than ten years. The oldest go, so that a row stays small."""


class SeriesKind(StrEnum):
    """The kind of a watched series."""

    DEVICE = "device"
    """A device's results, against the chances of the rulebook."""
    TABLE = "table"
    """What the players of a table win together, against what it is worth."""
    PLAYER = "player"
    """What one player wins, at all tables."""
    CROUPIER = "croupier"
    """What the players win in rounds that one croupier calls."""
    NULLS = "nulls"
    """How often a croupier calls a throw null, beside the others of the game."""
    VOIDS = "voids"
    CORRECTIONS = "corrections"


CALLS = (SeriesKind.NULLS, SeriesKind.VOIDS, SeriesKind.CORRECTIONS)


class SeriesDay(Struct, frozen=True, array_like=True):
    """The evidence on one day: at its end, and the most that it was; natural logarithms."""

    day: str
    log_e: float
    most: float


class SeriesState(Struct, kw_only=True):
    """A series as it is stored."""

    kind: SeriesKind
    game: str = ""
    table: str = ""
    who: str = ""
    """The player or croupier."""
    device: int = 0
    began: str = ""
    last: str = ""
    """When its last round was paid."""
    day: str = ""
    rounds: int = 0
    log_e: float = 0.0
    most: float = 0.0
    """The most that it ever was."""
    base: float = 1.0
    """The e-value that an earlier way of watching left: the present one begins with it."""
    days: list[SeriesDay] = []
    of_device: DeviceState | None = None
    of_luck: LuckProcess | None = None
    of_calls: CallsProcess | None = None
    lead: Lead | None = None
    is_alarmed: bool = False

    @property
    def luck(self) -> float:
        """What was won beyond what it was worth, in avos; nothing where no luck is watched."""
        return self.of_luck.luck if self.of_luck else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of the luck."""
        return math.sqrt(self.of_luck.variance) if self.of_luck else 0.0

    @property
    def own(self) -> int:
        """The croupier's calls of the kind."""
        return self.of_calls.own if self.of_calls else 0

    @property
    def own_calls(self) -> int:
        """All calls of the croupier."""
        return self.of_calls.own_calls if self.of_calls else 0

    @property
    def expected(self) -> float:
        """How many of the kind would have been the croupier's on average."""
        return self.of_calls.expected if self.of_calls else 0.0

    def note(self, e_value: float, at: str, day: str) -> None:
        """Note the evidence after one more round, or day of calls."""
        self.log_e = math.log(self.base) + math.log(e_value)
        self.most = max(self.most, self.log_e)
        self.began = self.began or at
        self.last = at
        if self.days and self.days[-1].day == day:
            self.days[-1] = SeriesDay(day, self.log_e, max(self.days[-1].most, self.log_e))
        else:
            self.days.append(SeriesDay(day, self.log_e, self.log_e))
            del self.days[:-MOST_DAYS]


class AlertBody(Struct, frozen=True, kw_only=True):
    """An alarm, as it was when it was raised: nothing that comes later changes it."""

    kind: SeriesKind
    game: str
    table: str
    who: str
    number: int
    """The series' place in the order of appearance, which decides what it must reach."""
    rounds: int
    log_e: float
    needed: float
    level: float
    lead: Lead | None = None
    luck: float = 0.0
    deviation: float = 0.0
    own: int = 0
    own_calls: int = 0
    expected: float = 0.0


MoneyKey = tuple[str, str, str, str]
"""Table, shift, player and bet; empty for all players, or all bets."""
MONEY_COLUMNS = ("table_id", "period", "player", "bet")


class MoneySums(Struct, kw_only=True):
    """In avos."""

    rounds: int = 0
    drop: int = 0
    """What players brought: of each the most that lay out at once in the shift, put down less what had come back."""
    handle: int = 0
    """Stakes that were decided."""
    win: int = 0
    """What the house won: stakes less what came back, with commission and breakage."""
    luck: str = "0"
    """What the players won beyond what their bets were worth, exactly."""
    variance: float = 0.0

    @property
    def exact_luck(self) -> Fraction:
        """The luck as a number."""
        return Fraction(self.luck)

    @property
    def theoretical(self) -> Fraction:
        """The win that the house could expect, exactly."""
        return self.win + self.exact_luck

    @property
    def deviation(self) -> float:
        """The standard error of the luck."""
        return math.sqrt(self.variance)

    def add(self, other: "MoneySums") -> None:
        """Add other sums to these."""
        self.rounds += other.rounds
        self.drop += other.drop
        self.handle += other.handle
        self.win += other.win
        self.luck = str(self.exact_luck + other.exact_luck)
        self.variance += other.variance


class TableMark(Struct, kw_only=True):
    """A table between two entries, as the watch keeps it."""

    state: bytes = b""
    """As snapshots have it."""
    pending: list[ShownResult] = []
    """Results in the round under way."""
    before: dict[int, ShownResult] = {}
    """By device, the last result of a round that stood."""
    croupier: str = ""
    """Who called last."""
    period: str = ""
    outlay: dict[str, int] = {}
    """By player: put on the table in this shift, less what came back, in avos."""
    drop: dict[str, int] = {}
    """By player: the most that this ever was."""


T = TypeVar("T")
AT_A_TIME = 200
"""Entries of a table that are read together: enough to save round trips, few enough to hold in memory for every table."""


class DayCalls(Struct):
    """The calls of one croupier at one game on one day."""

    calls: int = 0
    nulls: int = 0
    voids: int = 0
    corrections: int = 0

    def add(self, other: "DayCalls") -> None:
        """Add other calls to these."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class WatchHead(Struct, kw_only=True):
    """What the watch knows of the house as a whole."""

    passes: int = 0
    entries: int = 0
    """Read so far, of all journals."""
    series: int = 0
    """So many have appeared."""
    calls: dict[str, dict[str, dict[str, DayCalls]]] = {}
    """By day, game with its source of results, and croupier: of days that may not be over."""
    unread: dict[str, str] = {}
    """Tables whose journal could not be read on, and why."""
    digest: str = ""
    """The digests of all other rows, added up, as the watch wrote them; empty where 1.0.0 wrote them."""


class AlertRow(NamedTuple):
    """An alarm of a series, and the entry at which it was raised."""

    number: int
    series: str
    at: str
    table: str
    seq: int
    body: AlertBody


class StoredWatch(NamedTuple):
    """Everything that the watch has in a store, as it was after one pass."""

    head: WatchHead
    positions: dict[str, int]
    """How far each journal was read."""
    series: dict[str, tuple[int, SeriesState]]
    """With their numbers, in the order of appearance."""
    money: list[tuple[MoneyKey, MoneySums]]
    alerts: list[AlertRow]
    digest: str
    """Of these rows as they are now, to be compared with the one in the head."""


@dataclass(slots=True)
class WatchWriting:
    """What one pass over the journals writes."""

    marks: dict[str, tuple[int, TableMark]] = field(default_factory=dict)
    series: dict[str, tuple[int, SeriesState]] = field(default_factory=dict)
    money: dict[MoneyKey, MoneySums] = field(default_factory=dict)
    alerts: list[AlertRow] = field(default_factory=list)


_pack = msgspec.msgpack.Encoder().encode
_read_series = msgspec.msgpack.Decoder(SeriesState).decode
_read_alert = msgspec.msgpack.Decoder(AlertBody).decode
_read_mark = msgspec.msgpack.Decoder(TableMark).decode
_read_head = msgspec.msgpack.Decoder(WatchHead).decode
_read_money = msgspec.msgpack.Decoder(MoneySums).decode

DIGESTED = (WATCHED, WATCH_SERIES, WATCH_MONEY, WATCH_ALERTS)
MODULUS = 2**256
"""Digests of rows are added modulo this: so one row can be exchanged in the sum without reading all others again."""


class WatchRows:
    """Reads and writes what the watch has in a store."""

    def __init__(self, store: Store, *, is_blank: bool = False) -> None:
        self._store = store
        self._is_blank = is_blank
        """As if nothing of the journals had been read: what they come to is compared with what is stored."""

    @property
    def is_there(self) -> bool:
        """Whether the store has been opened by a program that keeps the watch."""
        with database_faults():
            return bool(inspect(self._store.engine).has_table(WATCH_HEAD.name))

    def head(self) -> WatchHead:
        """Return how far the watch has come."""
        row = next(iter(self._store.fetch(select(WATCH_HEAD))), None)
        if row is None:
            return WatchHead()
        try:
            head = _read_head(bytes(row.body))
        except msgspec.MsgspecError:
            # Not what the watch wrote. That no entries have been read will not fit the positions, so it is found as a fault.
            head = WatchHead()
        head.passes = row.passes
        return head

    def everything(self) -> StoredWatch:
        """Return everything; rows that cannot be read are left out, and the digest no longer fits."""
        while True:
            head, total = self.head(), 0
            with database_faults(), self._store.engine.connect() as connection:
                rows = {table: connection.execute(select(table)).mappings().all() for table in DIGESTED}
            # Rows of two passes must not be taken together; every pass counts up, so another head means: once more.
            if self.head().passes == head.passes:
                break
        for table, listed in rows.items():
            total += sum(_digest(table, row) for row in listed)
        return StoredWatch(
            head=head,
            positions={row["table_id"]: row["seq"] for row in rows[WATCHED]},
            series={
                row["id"]: (row["number"], state)
                for row in sorted(rows[WATCH_SERIES], key=lambda row: row["number"])
                if (state := _read_body(_read_series, row))
            },
            money=[
                (cast("MoneyKey", tuple(row[name] for name in MONEY_COLUMNS)), sums)
                for row in rows[WATCH_MONEY]
                if (sums := _read_body(_read_money, row))
            ],
            alerts=[
                AlertRow(row["number"], row["series"], row["at"], row["table_id"], row["seq"], body)
                for row in sorted(rows[WATCH_ALERTS], key=lambda row: row["number"])
                if (body := _read_body(_read_alert, row))
            ],
            digest=_hex(total),
        )

    def heads(self) -> dict[str, int]:
        """Return how far each journal goes that is watched."""
        query = select(TABLES.c.id, TABLES.c.seq).where(TABLES.c.id.not_in(OUTSIDE_TABLES))
        return {row.id: row.seq for row in self._store.fetch(query)}

    def forget(self) -> None:
        """Delete everything, so that the journals are read from their first entries."""
        with self._store.transaction() as connection:
            for table in (WATCH_HEAD, *DIGESTED):
                connection.execute(delete(table))

    def behind(self) -> dict[str, tuple[int, int]]:
        """Return the tables with unread entries: how far each was read, and how far its journal goes."""
        done = func.coalesce(WATCHED.c.seq, 0)
        query = (
            select(TABLES.c.id, done.label("done"), TABLES.c.seq)
            .select_from(TABLES.outerjoin(WATCHED, WATCHED.c.table_id == TABLES.c.id))
            .where(TABLES.c.seq > done, TABLES.c.id.not_in(OUTSIDE_TABLES))
            .order_by(TABLES.c.id)
        )
        return {row.id: (row.done, row.seq) for row in self._store.fetch(query)}

    def mark(self, table: str) -> TableMark | None:
        """Return a table where it was left."""
        row = self._row(WATCHED, {"table_id": table})
        return _read_mark(bytes(row["body"])) if row else None

    def entries(self, table: str, after: int, last: int) -> Iterator[tuple[int, bytes]]:
        """Yield a table's entries behind one up to another."""
        while after < last:
            query = select(JOURNAL.c.seq, JOURNAL.c.body).where(
                JOURNAL.c.table_id == table, JOURNAL.c.seq > after, JOURNAL.c.seq <= last
            )
            rows = self._store.fetch(query.order_by(JOURNAL.c.seq).limit(AT_A_TIME))
            if not rows:
                return
            for row in rows:
                yield row.seq, bytes(row.body)
            after = rows[-1].seq

    def opening(self, table: str) -> bytes | None:
        """Return a table's first entry."""
        return next((body for _, body in self.entries(table, 0, 1)), None)

    def find_series(self, name: str) -> tuple[int, SeriesState] | None:
        """Return a series by its id, with its number."""
        row = self._row(WATCH_SERIES, {"id": name})
        return (row["number"], _read_series(bytes(row["body"]))) if row else None

    def sums(self, key: MoneyKey) -> MoneySums | None:
        """Return one row of the money."""
        row = self._row(WATCH_MONEY, dict(zip(MONEY_COLUMNS, key, strict=True)))
        return _read_money(bytes(row["body"])) if row else None

    def _row(self, table: Table, key: Mapping[str, object]) -> Mapping[Any, Any] | None:
        if self._is_blank:
            return None
        with database_faults(), self._store.engine.connect() as connection:
            return _find(connection, table, key)

    def write(self, head: WatchHead, writing: WatchWriting) -> None:
        """Write all of a pass, or nothing.

        Raises:
            StoreConflictError: another process has read on in between.
        """
        with self._store.transaction() as connection:
            self._move_head(connection, head.passes)
            total = int(head.digest, 16) if head.digest else _digest_of_all(connection)
            changes: list[tuple[Table, dict[str, object], dict[str, object]]] = [
                (WATCHED, {"table_id": name}, {"seq": seq, "body": _pack(mark)})
                for name, (seq, mark) in writing.marks.items()
            ]
            changes += [
                (WATCH_SERIES, {"id": name}, {"number": number, "body": _pack(state)})
                for name, (number, state) in writing.series.items()
            ]
            changes += [
                (WATCH_MONEY, dict(zip(MONEY_COLUMNS, key, strict=True)), {"body": _pack(sums)})
                for key, sums in writing.money.items()
            ]
            total += sum(_put(connection, *change) for change in changes)
            for alert in writing.alerts:
                values = {"series": alert.series, "at": alert.at, "table_id": alert.table, "seq": alert.seq}
                values["body"] = _pack(alert.body)
                insert = WATCH_ALERTS.insert().values(**values).returning(WATCH_ALERTS.c.number)
                number = connection.execute(insert).scalar_one()
                total += _digest(WATCH_ALERTS, {"number": number, **values})
            head.digest = _hex(total)
            connection.execute(update(WATCH_HEAD).values(body=_pack(head)))

    def _move_head(self, connection: Connection, was: int) -> None:
        if not was:
            connection.execute(WATCH_HEAD.insert().values(id=1, passes=1, body=b""))
        elif not connection.execute(
            update(WATCH_HEAD).where(WATCH_HEAD.c.passes == was).values(passes=was + 1)
        ).rowcount:
            raise StoreConflictError


def _find(connection: Connection, table: Table, key: Mapping[str, object]) -> Mapping[Any, Any] | None:
    return connection.execute(select(table).where(_is(table, key))).mappings().first()


def _is(table: Table, key: Mapping[str, object]) -> ColumnElement[bool]:
    return and_(*(table.c[name] == value for name, value in key.items()))


def _put(connection: Connection, table: Table, key: Mapping[str, object], values: Mapping[str, object]) -> int:
    """Change a row, or add it; return by how much that changes the sum of digests."""
    # What is taken off is the row as it is now. If somebody else has changed it, the sum keeps what the watch had written, and never
    # fits again.
    before = _find(connection, table, key)
    if before is None:
        connection.execute(table.insert().values(**key, **values))
    else:
        connection.execute(update(table).where(_is(table, key)).values(**values))
    return _digest(table, {**key, **values}) - (_digest(table, before) if before else 0)


def _digest(table: Table, row: Mapping[Any, Any]) -> int:
    values = [bytes(row[column.name]) if column.name == "body" else row[column.name] for column in table.columns]
    return int.from_bytes(hashlib.sha256(_pack([str(table.name), *values])).digest())


def _digest_of_all(connection: Connection) -> int:
    rows = ((table, row) for table in DIGESTED for row in connection.execute(select(table)).mappings())
    return sum(_digest(table, row) for table, row in rows)


def _hex(total: int) -> str:
    return f"{total % MODULUS:064x}"


def _read_body(read: Callable[[bytes], T], row: Mapping[Any, Any]) -> T | None:
    try:
        return read(bytes(row["body"]))
    except msgspec.MsgspecError:
        return None


ALARM_GONE = Code("watch_alarm_gone", _("the series {asked} reached its alarm level, but its alarm was removed"))


def stored_faults(rows: WatchRows, stored: StoredWatch | None = None) -> list[Message]:
    """Return what cannot be as the watch left it: positions beyond a journal's end, alarms that are gone, rows that were changed."""
    stored, heads = stored or rows.everything(), rows.heads()
    faults = [
        Message(
            "watch_position",
            _("the watch is recorded as having read {table} up to entry {asked}, but its journal ends at {last}"),
            table=table,
            asked=seq,
            last=heads.get(table, 0),
        )
        for table, seq in sorted(stored.positions.items())
        if seq > heads.get(table, 0)
    ]
    alarmed = {alert.series for alert in stored.alerts}
    faults += [
        Message(ALARM_GONE, asked=name)
        for name, (number, state) in stored.series.items()
        if name not in alarmed and (state.is_alarmed or state.most >= alarm_at(number))
    ]
    head = stored.head
    is_counted = head.entries == sum(stored.positions.values())
    is_numbered = [number for number, _ in stored.series.values()] == list(range(1, head.series + 1))
    # 1.0.0 wrote no digest: without one only what can be counted is compared.
    if not is_counted or not is_numbered or (head.digest and head.digest != stored.digest):
        faults.append(
            Message("watch_changed", _("the data of the watch was changed by something other than the watch"))
        )
    return faults
