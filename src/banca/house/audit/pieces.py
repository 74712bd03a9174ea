"""Where a piece of a journal begins: at its opening, or at a snapshot that an entry binds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from banca.house import journal
from banca.house.audit.chain import BrokenLinkError, read_link
from banca.house.audit.commitments import Where
from banca.house.audit.findings import Check, Finding, Weight
from banca.house.audit.snapshot import Snapshot
from banca.house.clock import read_time
from banca.house.journal import FIRST_ENTRY, GENESIS
from banca.house.opening import conduct_of
from banca.house.request import LiveTable
from banca.house.snapshot_rows import KeptSnapshot
from banca.house.table_snapshot import SNAPSHOT_UNREADABLE, WrongSnapshotError, bound, ends_round, opened_from
from banca.live.conduct import Conduct
from banca.live.event import Committed
from banca.rules import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalPiece:
    """A part of a table's journal: from behind a snapshot, or from the opening, up to an entry, or to the end."""

    begins: LiveTable | None = None
    """The table at the snapshot; None at the opening."""
    own: Mapping[str, int] = field(default_factory=dict)
    """What the table's own accounts held there."""
    hidden: Where | None = None
    """A result that was hidden before and is still to be shown."""
    last: int | None = None
    wrong: tuple[Finding, ...] = ()
    """Snapshots at which it would have begun, had they been right."""


WHOLE = JournalPiece()


class _At(Struct):
    at: str


_at = msgspec.json.Decoder(_At)


def time_in(body: object) -> datetime | None:
    """When an entry says that it was written; none where it cannot be read."""
    try:
        return read_time(_at.decode(body).at) if isinstance(body, bytes) else None
    except msgspec.MsgspecError:
        return None


def piece_since(seen: Snapshot, table: str, since: datetime) -> JournalPiece:
    """What has been written since a moment, and some before it: from the newest snapshot before that is right."""
    return _piece(seen, table, lambda kept: (at := time_in(kept.entry)) is not None and at < since)


def piece_behind(seen: Snapshot, table: str, seq: int, last: int | None) -> JournalPiece:
    """A piece from an entry that binds a snapshot, or the opening, up to another or to the end."""
    found = _piece(seen, table, lambda _: True, seq + 1) if seq else WHOLE
    return JournalPiece(begins=found.begins, own=found.own, hidden=found.hidden, last=last, wrong=found.wrong)


def _piece(
    seen: Snapshot, table: str, is_early: Callable[[KeptSnapshot], bool], before: int | None = None
) -> JournalPiece:
    """The newest that is early enough, right, and at the end of a round where a result is hidden: what was shown of it before is nothing."""
    conduct, wrong = _conduct(seen, table), list[Finding]()
    while conduct is not None and (kept := seen.snapshot(table, before)) is not None:
        before = kept.seq
        try:
            entry = bound(kept, conduct.opened.game)
            begins, own = opened_from(kept, conduct) if is_early(kept) else (None, {})
            if begins is not None and (not begins.state.commitment or ends_round(entry)):
                return JournalPiece(begins=begins, own=own, hidden=_hidden(seen, begins), wrong=tuple(wrong))
        except WrongSnapshotError as fault:
            wrong.append(of_snapshot(table, kept.seq, fault))
    return JournalPiece(wrong=tuple(wrong))


def of_snapshot(table: str, seq: int, wrong: WrongSnapshotError) -> Finding:
    """A snapshot that must not be used; one that is bound, and of another program, is no fault."""
    weight = Weight.NOTICE if wrong.why.code == SNAPSHOT_UNREADABLE else Weight.FAULT
    return Finding(weight=weight, check=Check.CHAIN, table=table, seq=seq, why=wrong.why)


def _conduct(seen: Snapshot, table: str) -> Conduct[Any] | None:
    """How a table is conducted by its opening; none where that is not as it was written."""
    try:
        first = seen.page(table, 0, 1)
        opening = read_link(table, 1, GENESIS, first[0] if first else None, FIRST_ENTRY)
        return conduct_of(opening.events[0])
    except (BrokenLinkError, Refusal, LookupError):
        return None


def _hidden(seen: Snapshot, table: LiveTable) -> Where | None:
    """The commitment that stands at a snapshot, read back to the entry that made it."""
    commitment = table.state.commitment
    for row in seen.rows_back(table.id, table.seq) if commitment else ():
        for place, event in enumerate(journal.read(row.body, table.opened.game, row.seq).events):
            if isinstance(event, Committed) and event.commitment == commitment:
                return Where(commitment, row.seq, place, event.round)
    return None
