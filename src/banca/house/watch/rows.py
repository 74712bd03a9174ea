"""The rows of the watch in the store: read as they are needed, and written together with how far it has come."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Table, and_, func, inspect, select, update

from banca.house.register.conduct import OUTSIDE_TABLES
from banca.house.schema import JOURNAL, TABLES, WATCH_ALERTS, WATCH_HEAD, WATCH_MONEY, WATCH_SERIES, WATCHED
from banca.house.store import Store
from banca.house.store_errors import StoreConflictError, faults
from banca.house.watch.money import MoneyKey, MoneySums
from banca.house.watch.rounds import TableMark
from banca.house.watch.series import AlertBody, SeriesState, packed, read_alert, read_series

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


class AlertRow(NamedTuple):
    """An alarm of a series, and the entry at which it was raised."""

    number: int
    series: str
    at: str
    table: str
    seq: int
    body: AlertBody


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


class WatchRows:
    """What the watch has in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def is_there(self) -> bool:
        """Whether the store has been opened by a program that keeps the watch."""
        with faults():
            return bool(inspect(self._store.engine).has_table(WATCH_HEAD.name))

    def head(self) -> WatchHead:
        """How far it is."""
        with faults(), self._store.engine.connect() as connection:
            row = connection.execute(select(WATCH_HEAD)).first()
        if row is None:
            return WatchHead()
        head = _head.decode(bytes(row.body))
        head.passes = row.passes
        return head

    def behind(self) -> dict[str, tuple[int, int]]:
        """Tables with entries that have not been read: how far it was read, and how far it goes."""
        done = func.coalesce(WATCHED.c.seq, 0)
        asked = (
            select(TABLES.c.id, done.label("done"), TABLES.c.seq)
            .select_from(TABLES.outerjoin(WATCHED, WATCHED.c.table_id == TABLES.c.id))
            .where(TABLES.c.seq > done, TABLES.c.id.not_in(OUTSIDE_TABLES))
            .order_by(TABLES.c.id)
        )
        with faults(), self._store.engine.connect() as connection:
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
            with faults(), self._store.engine.connect() as connection:
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
        with faults(), self._store.engine.connect() as connection:
            row = connection.execute(select(WATCH_SERIES).where(WATCH_SERIES.c.id == name)).first()
        return (row.number, read_series(bytes(row.body))) if row else None

    def all_series(self) -> dict[str, tuple[int, SeriesState]]:
        """Every series, in the order of appearance."""
        with faults(), self._store.engine.connect() as connection:
            rows = connection.execute(select(WATCH_SERIES).order_by(WATCH_SERIES.c.number)).all()
        return {row.id: (row.number, read_series(bytes(row.body))) for row in rows}

    def sums(self, key: MoneyKey) -> MoneySums | None:
        """One row of the money."""
        table, period, player, bet = key
        of = WATCH_MONEY.c
        body = self._body(
            WATCH_MONEY, and_(of.table_id == table, of.period == period, of.player == player, of.bet == bet)
        )
        return _money.decode(body) if body else None

    def all_sums(self, tables: Iterable[str] | None = None) -> Iterator[tuple[MoneyKey, MoneySums]]:
        """Every row of the money, of some tables or all."""
        asked = select(WATCH_MONEY)
        if tables is not None:
            asked = asked.where(WATCH_MONEY.c.table_id.in_(list(tables)))
        order = (WATCH_MONEY.c.table_id, WATCH_MONEY.c.period, WATCH_MONEY.c.player, WATCH_MONEY.c.bet)
        with faults(), self._store.engine.connect() as connection:
            for row in connection.execute(asked.order_by(*order)).all():
                yield (row.table_id, row.period, row.player, row.bet), _money.decode(bytes(row.body))

    def alerts(self) -> list[AlertRow]:
        """Every alarm, the first first."""
        with faults(), self._store.engine.connect() as connection:
            rows = connection.execute(select(WATCH_ALERTS).order_by(WATCH_ALERTS.c.number)).all()
        return [
            AlertRow(row.number, row.series, row.at, row.table_id, row.seq, read_alert(bytes(row.body))) for row in rows
        ]

    def write(self, head: WatchHead, writing: WatchWriting) -> None:
        """All of a pass, or nothing: where another has read on meanwhile, it is a conflict."""
        with self._store.changes() as connection:
            self._move_head(connection, head)
            for table, (seq, mark) in writing.marks.items():
                _put(connection, WATCHED, {"table_id": table}, {"seq": seq, "body": packed(mark)})
            for name, (number, state) in writing.series.items():
                _put(connection, WATCH_SERIES, {"id": name}, {"number": number, "body": packed(state)})
            for (table, period, player, bet), sums in writing.money.items():
                key = {"table_id": table, "period": period, "player": player, "bet": bet}
                _put(connection, WATCH_MONEY, key, {"body": packed(sums)})
            for alert in writing.alerts:
                values = {"series": alert.series, "at": alert.at, "table_id": alert.table, "seq": alert.seq}
                connection.execute(WATCH_ALERTS.insert().values(**values, body=packed(alert.body)))

    def _move_head(self, connection: Connection, head: WatchHead) -> None:
        body, was = packed(head), head.passes
        if not was:
            connection.execute(WATCH_HEAD.insert().values(id=1, passes=1, body=body))
        elif not connection.execute(
            update(WATCH_HEAD).where(WATCH_HEAD.c.passes == was).values(passes=was + 1, body=body)
        ).rowcount:
            raise StoreConflictError

    def _body(self, table: Table, where: Any) -> bytes | None:  # noqa: ANN401 - a clause
        with faults(), self._store.engine.connect() as connection:
            found = connection.execute(select(table.c.body).where(where)).scalar()
        return None if found is None else bytes(found)


def _put(connection: Connection, table: Table, key: Mapping[str, object], values: Mapping[str, object]) -> None:
    """Change a row, or add it."""
    where = and_(*(table.c[name] == one for name, one in key.items()))
    if not connection.execute(update(table).where(where).values(**values)).rowcount:
        connection.execute(table.insert().values(**key, **values))
