"""The rows of the watch in the store: read as they are needed, and written together with how far it has come."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Table, and_, delete, func, inspect, select, update

from banca.house.database import StoreConflictError, database_faults
from banca.house.register.conduct import OUTSIDE_TABLES
from banca.house.schema import JOURNAL, TABLES, WATCH_ALERTS, WATCH_HEAD, WATCH_MONEY, WATCH_SERIES, WATCHED
from banca.house.store import Store
from banca.house.watch.money import MoneyKey, MoneySums
from banca.house.watch.rounds import TableMark
from banca.house.watch.series import AlertBody, SeriesState, packed, read_alert, read_series

T = TypeVar("T")
AT_A_TIME = 200
"""Entries of a table that are read together."""


class DayCalls(Struct):
    """The calls of one croupier at one game on one day."""

    calls: int = 0
    nulls: int = 0
    voids: int = 0
    corrections: int = 0


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


class WatchKept(NamedTuple):
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
    """What one pass puts down."""

    marks: dict[str, tuple[int, TableMark]] = field(default_factory=dict)
    series: dict[str, tuple[int, SeriesState]] = field(default_factory=dict)
    money: dict[MoneyKey, MoneySums] = field(default_factory=dict)
    alerts: list[AlertRow] = field(default_factory=list)


_mark = msgspec.msgpack.Decoder(TableMark)
_head = msgspec.msgpack.Decoder(WatchHead)
_money = msgspec.msgpack.Decoder(MoneySums)

DIGESTED = (WATCHED, WATCH_SERIES, WATCH_MONEY, WATCH_ALERTS)
MODULUS = 2**256


class WatchRows:
    """What the watch has in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def is_there(self) -> bool:
        """Whether the store has been opened by a program that keeps the watch."""
        with database_faults():
            return bool(inspect(self._store.engine).has_table(WATCH_HEAD.name))

    def head(self) -> WatchHead:
        """How far it is."""
        with database_faults(), self._store.engine.connect() as connection:
            row = connection.execute(select(WATCH_HEAD)).first()
        if row is None:
            return WatchHead()
        try:
            head = _head.decode(bytes(row.body))
        except (
            msgspec.MsgspecError
        ):  # not what the watch wrote: that no entries have been read will not fit the positions
            head = WatchHead()
        head.passes = row.passes
        return head

    def kept(self) -> WatchKept:
        """Everything; rows that cannot be read are left out, and are missed in the digest."""
        while True:
            head, total = self.head(), 0
            with database_faults(), self._store.engine.connect() as connection:
                rows = {table: connection.execute(select(table)).mappings().all() for table in DIGESTED}
            # Rows of two passes must not be taken together; every pass counts up, so another head means: once more.
            if self.head().passes == head.passes:
                break
        for table, found in rows.items():
            total += sum(_digest(table, row) for row in found)
        return WatchKept(
            head=head,
            positions={row["table_id"]: row["seq"] for row in rows[WATCHED]},
            series={
                row["id"]: (row["number"], state)
                for row in sorted(rows[WATCH_SERIES], key=lambda one: one["number"])
                if (state := _read(read_series, row))
            },
            money=[
                ((row["table_id"], row["period"], row["player"], row["bet"]), sums)
                for row in rows[WATCH_MONEY]
                if (sums := _read(_money.decode, row))
            ],
            alerts=[
                AlertRow(row["number"], row["series"], row["at"], row["table_id"], row["seq"], body)
                for row in sorted(rows[WATCH_ALERTS], key=lambda one: one["number"])
                if (body := _read(read_alert, row))
            ],
            digest=_written(total),
        )

    def heads(self) -> dict[str, int]:
        """How far each journal goes that is watched."""
        asked = select(TABLES.c.id, TABLES.c.seq).where(TABLES.c.id.not_in(OUTSIDE_TABLES))
        with database_faults(), self._store.engine.connect() as connection:
            return {row.id: row.seq for row in connection.execute(asked)}

    def forget(self) -> None:
        """Nothing has been read: everything follows from the journals once more."""
        with self._store.transaction() as connection:
            for table in (WATCH_HEAD, *DIGESTED):
                connection.execute(delete(table))

    def behind(self) -> dict[str, tuple[int, int]]:
        """Tables with entries that have not been read: how far it was read, and how far it goes."""
        done = func.coalesce(WATCHED.c.seq, 0)
        asked = (
            select(TABLES.c.id, done.label("done"), TABLES.c.seq)
            .select_from(TABLES.outerjoin(WATCHED, WATCHED.c.table_id == TABLES.c.id))
            .where(TABLES.c.seq > done, TABLES.c.id.not_in(OUTSIDE_TABLES))
            .order_by(TABLES.c.id)
        )
        with database_faults(), self._store.engine.connect() as connection:
            return {row.id: (row.done, row.seq) for row in connection.execute(asked)}

    def mark(self, table: str) -> TableMark | None:
        """A table where it was left."""
        body = self._body(WATCHED, WATCHED.c.table_id == table)
        return _mark.decode(body) if body else None

    def entries(self, table: str, after: int, last: int) -> Iterator[tuple[int, bytes]]:
        """A table's entries behind one up to another."""
        while after < last:
            asked = select(JOURNAL.c.seq, JOURNAL.c.body).where(
                JOURNAL.c.table_id == table, JOURNAL.c.seq > after, JOURNAL.c.seq <= last
            )
            with database_faults(), self._store.engine.connect() as connection:
                rows = connection.execute(asked.order_by(JOURNAL.c.seq).limit(AT_A_TIME)).all()
            if not rows:
                return
            for row in rows:
                yield row.seq, bytes(row.body)
            after = rows[-1].seq

    def opening(self, table: str) -> bytes | None:
        """A table's first entry."""
        return next((body for _, body in self.entries(table, 0, 1)), None)

    def one_series(self, name: str) -> tuple[int, SeriesState] | None:
        """A series by its id, with its number."""
        with database_faults(), self._store.engine.connect() as connection:
            row = connection.execute(select(WATCH_SERIES).where(WATCH_SERIES.c.id == name)).first()
        return (row.number, read_series(bytes(row.body))) if row else None

    def sums(self, key: MoneyKey) -> MoneySums | None:
        """One row of the money."""
        table, period, player, bet = key
        of = WATCH_MONEY.c
        body = self._body(
            WATCH_MONEY, and_(of.table_id == table, of.period == period, of.player == player, of.bet == bet)
        )
        return _money.decode(body) if body else None

    def write(self, head: WatchHead, writing: WatchWriting) -> None:
        """All of a pass, or nothing: where another has read on meanwhile, it is a conflict."""
        with self._store.transaction() as connection:
            self._move_head(connection, head.passes)
            total = int(head.digest, 16) if head.digest else _digest_of_all(connection)
            for table, (seq, mark) in writing.marks.items():
                total += _put(connection, WATCHED, {"table_id": table}, {"seq": seq, "body": packed(mark)})
            for name, (number, state) in writing.series.items():
                total += _put(connection, WATCH_SERIES, {"id": name}, {"number": number, "body": packed(state)})
            for (table, period, player, bet), sums in writing.money.items():
                key = {"table_id": table, "period": period, "player": player, "bet": bet}
                total += _put(connection, WATCH_MONEY, key, {"body": packed(sums)})
            for alert in writing.alerts:
                values = {"series": alert.series, "at": alert.at, "table_id": alert.table, "seq": alert.seq}
                values["body"] = packed(alert.body)
                insert = WATCH_ALERTS.insert().values(**values).returning(WATCH_ALERTS.c.number)
                number = connection.execute(insert).scalar_one()
                total += _digest(WATCH_ALERTS, {"number": number, **values})
            head.digest = _written(total)
            connection.execute(update(WATCH_HEAD).values(body=packed(head)))

    def _move_head(self, connection: Connection, was: int) -> None:
        if not was:
            connection.execute(WATCH_HEAD.insert().values(id=1, passes=1, body=b""))
        elif not connection.execute(
            update(WATCH_HEAD).where(WATCH_HEAD.c.passes == was).values(passes=was + 1)
        ).rowcount:
            raise StoreConflictError

    def _body(self, table: Table, where: Any) -> bytes | None:  # a clause
        with database_faults(), self._store.engine.connect() as connection:
            found = connection.execute(select(table.c.body).where(where)).scalar()
        return None if found is None else bytes(found)


def _put(connection: Connection, table: Table, key: Mapping[str, object], values: Mapping[str, object]) -> int:
    """Change a row, or add it; by how much that changes the sum of digests.

    What is taken off is the row as it is found. If somebody else has changed it, the sum keeps what the watch had written, and never fits again.
    """
    where = and_(*(table.c[name] == one for name, one in key.items()))
    before = connection.execute(select(table).where(where)).mappings().first()
    if before is None:
        connection.execute(table.insert().values(**key, **values))
    else:
        connection.execute(update(table).where(where).values(**values))
    return _digest(table, {**key, **values}) - (_digest(table, before) if before else 0)


def _digest(table: Table, row: Mapping[Any, Any]) -> int:
    values = [bytes(row[one.name]) if one.name == "body" else row[one.name] for one in table.columns]
    return int.from_bytes(hashlib.sha256(packed([str(table.name), *values])).digest())


def _digest_of_all(connection: Connection) -> int:
    found = ((table, row) for table in DIGESTED for row in connection.execute(select(table)).mappings())
    return sum(_digest(table, row) for table, row in found)


def _written(total: int) -> str:
    return f"{total % MODULUS:064x}"


def _read(read: Callable[[bytes], T], row: Mapping[Any, Any]) -> T | None:
    try:
        return read(bytes(row["body"]))
    except msgspec.MsgspecError:
        return None


class UnreadJournals(WatchRows):
    """The same journals, as if the watch had read nothing of them."""

    def mark(self, table: str) -> None:
        """Every table is at its opening."""

    def one_series(self, name: str) -> None:
        """There is none yet."""

    def sums(self, key: MoneyKey) -> None:
        """No money has been counted."""
