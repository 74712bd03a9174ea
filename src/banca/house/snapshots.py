"""Snapshots of tables: a table as it stands after an entry, which binds the snapshot by its digest.

A start reads the newest one and the entries since. What no entry binds is not believed, and the audit compares every digest with the
state that the entries themselves make.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec import Struct, structs
from msgspec.structs import fields

from banca.house import journal
from banca.house.commands import LiveTable
from banca.house.journal import Entry
from banca.house.register import OUTSIDE_TABLES
from banca.house.store import KeptSnapshot
from banca.rules import Code, Message, _
from banca.tables.engine import TableEngine
from banca.tables.events import BANK, BREAKAGE, COMMISSION, STAKES, RoundEnded, RoundVoided
from banca.tables.state import TableState

# A state is written by the types of its fields, whatever is played, and must come back exactly as it was. msgspec alone would not do: it
# writes sets in no order, refuses maps whose keys are pairs, and knows nothing of what a table remembers (a point), which is written by its
# text and read as the conduct's own value. Maps keep their order, as it is the order in which bets are paid.

Remembered = Mapping[str, Hashable]
"""What a table can remember, such as a point, by its text."""


@cache
def _is_plain(kind: Any) -> bool:
    """Tell whether msgspec alone writes values of a type, and reads them as they were."""
    origin, given = get_origin(kind), get_args(kind)
    if kind is Hashable or origin is frozenset:
        return False
    if origin is dict:
        return get_origin(given[0]) is not tuple and _is_plain(given[1])
    if inner := _optional(kind):
        return _is_plain(inner)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return not getattr(kind, "written_order", ()) and all(map(_is_plain, _fields(kind).values()))
    return True


def _optional(kind: Any) -> Any:
    """Return the type of which a value is, where it is not None; None where there are several, or it is always there."""
    given = get_args(kind) if get_origin(kind) in (Union, UnionType) else ()
    others = [item for item in given if item is not NoneType]
    return others[0] if NoneType in given and len(others) == 1 else None


@cache
def _fields(kind: type[Struct]) -> dict[str, Any]:
    """Return the types of a struct's fields in the order in which they are written."""
    types = {field.name: field.type for field in fields(kind)}
    # Journals bind the digests of snapshots: a state whose fields have moved is still written in the order that it had.
    order: tuple[str, ...] = getattr(kind, "written_order", ())
    return {name: types[name] for name in order} | types


def _to_wire(value: Any, kind: Any) -> Any:
    if value is None or _is_plain(kind):
        return value
    if kind is Hashable:
        return str(value)
    if inner := _optional(kind):
        return _to_wire(value, inner)
    if get_origin(kind) is frozenset:
        return sorted(value)
    if get_origin(kind) is dict:
        name_type, item_type = get_args(kind)
        items = {name: _to_wire(item, item_type) for name, item in value.items()}
        return list(items.items()) if get_origin(name_type) is tuple else items
    return {name: _to_wire(getattr(value, name), type_) for name, type_ in _fields(kind).items()}


def _from_wire(written: Any, kind: Any, states: Remembered) -> Any:
    if _is_plain(kind) or get_origin(kind) is frozenset:
        return msgspec.convert(written, kind, str_keys=True)
    if written is None:
        return None
    if kind is Hashable:
        return states[written]
    if inner := _optional(kind):
        return _from_wire(written, inner, states)
    if get_origin(kind) is dict:
        name_type, item_type = get_args(kind)
        if get_origin(name_type) is tuple:
            pairs = msgspec.convert(written, list[tuple[name_type, Any]])  # type: ignore[valid-type]
        else:
            pairs = list(msgspec.convert(written, dict[name_type, Any], str_keys=True).items())  # type: ignore[valid-type]
        return {name: _from_wire(item, item_type, states) for name, item in pairs}
    held = msgspec.convert(written, dict[str, Any])
    return kind(**{name: _from_wire(held[name], type_, states) for name, type_ in _fields(kind).items()})


def state_to_wire(state: TableState) -> Any:
    """Convert a state to what msgspec writes as JSON."""
    return _to_wire(state, type(state))


def state_from_json(engine: TableEngine[Any], written: bytes) -> Any:
    """Read the state of a table with this engine; raises msgspec's errors, or KeyError, if it is none."""
    return _from_wire(msgspec.json.decode(written), type(engine.start), engine.table_states)


EVERY = 500
"""Entries after which the next end of a round takes a snapshot."""
AT_LATEST = 4 * EVERY
"""Entries after which any entry does, whatever goes on at the table."""
OWN = (BANK, BREAKAGE, COMMISSION, STAKES)
"""The accounts of a table."""

SNAPSHOT_DIFFERS = Code(
    "snapshot_differs", _("the snapshot stored for this entry does not match the digest in the entry; it is not used")
)
SNAPSHOT_UNREADABLE = Code(
    "snapshot_unreadable", _("the snapshot stored for this entry cannot be read here; it is not used")
)


class TableSnapshot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table between two entries."""

    state: Any
    accounts: dict[str, int]
    """What its own accounts hold, in avos."""

    def body(self) -> bytes:
        """Return it as it is stored."""
        return msgspec.json.encode({"state": state_to_wire(self.state), "accounts": self.accounts})


class WrongSnapshotError(Exception):
    """A snapshot must not be used."""

    def __init__(self, why: Message) -> None:
        super().__init__(str(why.code))
        self.why = why


def digest_of(body: bytes) -> str:
    """Return the digest by which an entry binds a snapshot."""
    return sha256(body).hexdigest()


def is_due(table: LiveTable, entry: Entry) -> bool:
    """Tell whether the next entry of a table takes a snapshot. Ends of rounds are preferred: little lies on the table then."""
    since = entry.seq - table.snapshot
    if since < EVERY:
        return False
    if since >= AT_LATEST or table.id in OUTSIDE_TABLES:
        return True
    return ends_round(entry)


def ends_round(entry: Entry) -> bool:
    """Tell whether a round is over with an entry."""
    for event in entry.events:  # noqa: SIM110 - a generator costs more than the question
        if isinstance(event, RoundEnded | RoundVoided):
            return True
    return False


def own_accounts(table: str) -> dict[str, str]:
    """Return a table's accounts by their names in the ledger; the offices of the house have none."""
    return {} if table in OUTSIDE_TABLES else {f"{name}:{table}": name for name in OWN}


def body_after(
    table: LiveTable, transfers: Iterable[tuple[str, str, int]], holds: Callable[[str], int]
) -> bytes | None:
    """Return the snapshot of a table after an entry whose transfers are not made yet; None if the state would not come back as it is."""
    own = own_accounts(table.id)
    accounts = {name: holds(account) for account, name in own.items()}
    for source, target, amount in transfers:
        for account, change in ((source, -amount), (target, amount)):
            if account in own:
                accounts[own[account]] += change
    try:
        body = TableSnapshot(state=table.state, accounts=accounts).body()
        return body if read_body(table.engine, body).state == table.state else None
    except Exception:  # a game from outside may have anything in its state: its tables go without snapshots
        return None


def read_body(engine: TableEngine[Any], body: bytes) -> TableSnapshot:
    """Read a snapshot of a table with this engine."""
    read = msgspec.json.decode(body, type=TableSnapshot)
    state = _from_wire(read.state, type(engine.start), engine.table_states)
    return structs.replace(read, state=state)


def bound(kept: KeptSnapshot, game: str) -> Entry:
    """Return the entry that binds a snapshot; raises `WrongSnapshotError` if none does."""
    wrong = WrongSnapshotError(Message(SNAPSHOT_DIFFERS))
    if (
        kept.entry is None
        or kept.digest_before is None
        or kept.entry_digest != journal.digest(kept.digest_before, kept.entry)
    ):
        raise wrong
    try:
        entry = journal.read(kept.entry, game, kept.seq)
    except msgspec.MsgspecError:
        raise wrong from None
    if (entry.table, entry.seq, entry.state) != (kept.table, kept.seq, digest_of(kept.body)):
        raise wrong
    return entry


def opened_from(kept: KeptSnapshot, engine: TableEngine[Any]) -> tuple[LiveTable, Mapping[str, int]]:
    """Return the table as a snapshot has it, and what its own accounts hold; raises `WrongSnapshotError`."""
    entry = bound(kept, engine.opened.game)
    try:
        snapshot = read_body(engine, kept.body)
    except Exception:  # it is bound, and of another program
        raise WrongSnapshotError(Message(SNAPSHOT_UNREADABLE)) from None
    state: TableState = snapshot.state
    table = LiveTable(kept.table, engine, state, kept.seq, kept.entry_digest or "", entry.at, kept.seq)
    return table, {f"{name}:{kept.table}": holds for name, holds in snapshot.accounts.items()}
