"""Snapshots as the store has them, each beside the entry that should bind it. Nobody believes the columns' types."""

from typing import Any

from msgspec import Struct
from sqlalchemy import Select, and_, select, type_coerce
from sqlalchemy.types import NULLTYPE

from banca.house.schema import JOURNAL, SNAPSHOTS


class KeptSnapshot(Struct, frozen=True):
    """A snapshot in the store."""

    table: str
    seq: int
    body: bytes
    entry: bytes | None
    """The body of the entry with its number; None where there is none."""
    digest: str | None
    before: str | None
    """The digest of the entry before."""


def newest_snapshot(table_id: str, before: int | None = None) -> Select[Any]:
    """Asks for a table's newest snapshot, or the newest before an entry."""
    one, last = JOURNAL.alias(), JOURNAL.alias()
    at = and_(one.c.table_id == SNAPSHOTS.c.table_id, one.c.seq == SNAPSHOTS.c.seq)
    behind = and_(last.c.table_id == SNAPSHOTS.c.table_id, last.c.seq == SNAPSHOTS.c.seq - 1)
    columns = (SNAPSHOTS.c.table_id, SNAPSHOTS.c.seq, SNAPSHOTS.c.body, one.c.body, one.c.digest, last.c.digest)
    wanted: list[Any] = [type_coerce(column, NULLTYPE).label(f"c{place}") for place, column in enumerate(columns)]
    asked: Select[Any] = (
        select(*wanted)
        .select_from(SNAPSHOTS.outerjoin(one, at).outerjoin(last, behind))
        .where(SNAPSHOTS.c.table_id == table_id)
        .order_by(SNAPSHOTS.c.seq.desc())
        .limit(1)
    )
    return asked if before is None else asked.where(SNAPSHOTS.c.seq < before)


def kept_snapshot(row: Any) -> KeptSnapshot:  # whatever the store holds
    """What was found."""
    table, seq, body, entry, digest, before = row
    return KeptSnapshot(table, seq, _whole(body) or b"", _whole(entry), digest, before)


def _whole(body: object) -> bytes | None:
    """Bytes as the driver hands them over; None for anything else."""
    return bytes(body) if isinstance(body, bytes | memoryview) else None
