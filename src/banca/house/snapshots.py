"""Snapshots of tables: a table as it stands after an entry, which binds the snapshot by its digest.

A start reads the newest one and the entries since. What no entry binds is not believed, and the audit compares every digest with the
state that the entries themselves make.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import Raw, Struct
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


class WireForm(NamedTuple):
    """How values of a type are written: as which type, and with which conversions."""

    wire: Any
    write: Callable[[Any], Any]
    read: Callable[[Any, Remembered], Any]
    is_plain: bool = False
    """Whether no conversion is needed."""


def _plain(kind: Any) -> WireForm:
    return WireForm(kind, lambda value: value, lambda value, _: value, is_plain=True)


REMEMBERED = WireForm(
    str | None,
    lambda value: None if value is None else str(value),
    lambda value, states: None if value is None else states[value],
)


@cache
def form_of(kind: Any) -> WireForm:
    origin, given = get_origin(kind), get_args(kind)
    if kind is Hashable:
        return REMEMBERED
    if origin is frozenset:
        return WireForm(kind, sorted, lambda value, _: value)
    if origin is dict:
        return _of_map(kind, *given)
    if origin in (Union, UnionType) and set(given) - {NoneType} and NoneType in given:
        return _of_optional(kind, [item for item in given if item is not NoneType])
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _of_struct(kind)
    return _plain(kind)


def _of_map(kind: Any, key: Any, value: Any) -> WireForm:
    inner = form_of(value)
    if get_origin(key) is tuple:
        return WireForm(
            tuple[tuple[key, inner.wire], ...],  # type: ignore[name-defined]  # types made of what there is
            lambda held: [(name, inner.write(item)) for name, item in held.items()],
            lambda held, states: {name: inner.read(item, states) for name, item in held},
        )
    if inner.is_plain:
        return _plain(kind)
    return WireForm(
        dict[key, inner.wire],  # type: ignore[name-defined]  # types made of what there is
        lambda held: {name: inner.write(item) for name, item in held.items()},
        lambda held, states: {name: inner.read(item, states) for name, item in held.items()},
    )


def _of_optional(kind: Any, others: list[Any]) -> WireForm:
    inner = form_of(others[0])
    if len(others) > 1 or inner.is_plain:
        return _plain(kind)
    return WireForm(
        inner.wire | None,
        lambda value: None if value is None else inner.write(value),
        lambda value, states: None if value is None else inner.read(value, states),
    )


def _of_struct(kind: type[Struct]) -> WireForm:
    forms = {field.name: form_of(field.type) for field in fields(kind)}
    # Journals bind the digests of snapshots: a state whose fields have moved is still written in the order that it had.
    order: tuple[str, ...] = getattr(kind, "written_order", ())
    forms = {name: forms[name] for name in order} | forms
    special = {name: form for name, form in forms.items() if not form.is_plain}
    if not special and not order:
        return _plain(kind)
    wire = msgspec.defstruct(kind.__name__, [(name, form.wire) for name, form in forms.items()], kw_only=True)
    names = tuple(forms)

    def write(value: Any) -> Any:
        return wire(**{name: forms[name].write(getattr(value, name)) for name in names})

    def read(value: Any, states: Remembered) -> Any:
        return kind(**{name: forms[name].read(getattr(value, name), states) for name in names})

    return WireForm(wire, write, read)


def state_to_wire(state: TableState) -> Any:
    """Convert a state to what msgspec writes as JSON."""
    kind: Any = type(state)
    return form_of(kind).write(state)


def state_from_json(engine: TableEngine[Any], written: bytes | msgspec.Raw) -> Any:
    """Read the state of a table with this conduct; raises msgspec's errors, or KeyError, if it is none."""
    kind: Any = type(engine.start)
    form = form_of(kind)
    return form.read(_decoder(form.wire).decode(written), engine.table_states)


@cache
def _decoder(wire: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(wire)


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


class TableSnapshot(Struct, frozen=True, kw_only=True):
    """A table between two entries."""

    state: Any
    accounts: dict[str, int]
    """What its own accounts hold, in avos."""

    def body(self) -> bytes:
        """Return it as it is stored."""
        return msgspec.json.encode({"state": state_to_wire(self.state), "accounts": self.accounts})


class _Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    state: Raw
    accounts: dict[str, int]


class WrongSnapshotError(Exception):
    """A snapshot must not be used."""

    def __init__(self, why: Message) -> None:
        super().__init__(str(why.code))
        self.why = why


_read = msgspec.json.Decoder(_Body)


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
    """Read a snapshot of a table with this conduct."""
    read = _read.decode(body)
    return TableSnapshot(state=state_from_json(engine, read.state), accounts=read.accounts)


def bound(kept: KeptSnapshot, game: str) -> Entry:
    """Return the entry that binds a snapshot; raises `WrongSnapshotError` if none does."""
    wrong = WrongSnapshotError(Message(SNAPSHOT_DIFFERS))
    if kept.entry is None or kept.before is None or kept.digest != journal.digest(kept.before, kept.entry):
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
    table = LiveTable(kept.table, engine, state, kept.seq, kept.digest or "", entry.at, kept.seq)
    return table, {f"{name}:{kept.table}": holds for name, holds in snapshot.accounts.items()}
