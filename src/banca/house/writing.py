"""What one transaction puts down, all or nothing: journal, ledger, log, and the news of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Executable, update

from banca.house.calls import Call, run
from banca.house.log_rows import tree_in
from banca.house.news import Written, notices
from banca.house.register.conduct import REGISTER
from banca.house.schema import TABLES
from banca.house.statements import ANNOUNCE, BESIDE, LET_GO, calls, new_account, read_log, read_seq, write_log
from banca.house.store_errors import StoreConflictError
from banca.transparency.merkle import Grown, Tree
from banca.transparency.receipt import leaf_hashes


class Row(Struct, frozen=True):
    """One entry of the journal as it is stored."""

    table_id: str
    seq: int
    by: str
    command_id: str
    body: bytes
    digest: str
    leaf: int = -1
    """Its place in the log, where it is written."""


@dataclass(slots=True)
class Writing:
    """What one transaction puts down, all or nothing."""

    rows: list[Row] = field(default_factory=list)
    transfers: list[tuple[str, int, int, str, str, int]] = field(default_factory=list)
    """Table, sequence, place, source, target, amount."""
    snapshots: list[tuple[str, int, bytes]] = field(default_factory=list)
    """Table, sequence, and the table as it stands after that entry."""
    closed: list[str] = field(default_factory=list)
    """Tables that end."""
    secrets: list[tuple[str, str, str, str]] = field(default_factory=list)
    """Table, commitment, and the result as it is kept (hidden.py)."""
    opened: list[tuple[str, str]] = field(default_factory=list)
    """Tables that begin, with their game."""
    heads: dict[str, tuple[int, int, str]] = field(default_factory=dict)
    """For each table: the sequence it must stand at, the one it comes to, and the digest there."""
    deltas: dict[str, int] = field(default_factory=dict)
    """How balances change."""
    new_accounts: set[str] = field(default_factory=set)
    """Accounts that may not exist yet."""
    also: list[Executable] = field(default_factory=list)
    """What is written of people and keys."""
    grown: Grown | None = None
    """The log with the rows in it, from when they are put down."""
    register: int | None = None
    """How far the register went when all this was decided: who has been shut out since is out."""


@dataclass(slots=True)
class WritingTerms:
    """How a store writes beside others."""

    origin: str
    """Whose news it is."""
    is_shared: bool
    """Whether other processes may write too."""
    is_alone: bool = False
    """Whether they are kept out for now."""
    most_silent: int = 1500
    """Milliseconds after which PostgreSQL undoes a transaction that others wait for and that says nothing: its process was stopped, or its machine is gone."""


def put_down(connection: Connection, writing: Writing, terms: WritingTerms) -> None:
    """Write it. First what is held until the end, then the rows.

    The tables' sequence comes before the others: where it does not fit, somebody else was here.
    """
    is_sqlite = connection.dialect.name == "sqlite"
    tree = _hold(connection, writing, terms, is_sqlite=is_sqlite)
    for table_id, game in sorted(writing.opened):
        connection.execute(TABLES.insert().values(id=table_id, game=game, seq=0, head=""))
    for statement in writing.also:
        connection.execute(statement)
    if writing.closed:
        connection.execute(update(TABLES).where(TABLES.c.id.in_(writing.closed)).values(is_closed=True))
    if tree is not None:
        writing.grown = tree.grow(leaf_hashes([(row.table_id, row.seq, row.digest) for row in writing.rows]))
    put = list(_rows(writing, tree.size if tree else 0, is_sqlite=is_sqlite))
    if not is_sqlite and writing.heads:
        put.append(_news(writing, terms.origin))
    for call, done in zip(put, run(connection, put, is_sqlite=is_sqlite), strict=True):
        if call.rows is not None and done.rowcount not in (call.rows, -1):
            raise StoreConflictError(call.statement)


def _hold(connection: Connection, writing: Writing, terms: WritingTerms, *, is_sqlite: bool) -> Tree | None:
    """The log as it is, where something is added to it: its head is held to the end, so that writers have one order.

    A conflict where the register is another than all this was decided by: who was shut out since is out.
    """
    asked: dict[str, Call] = {}
    if not is_sqlite:
        asked["let go"] = Call(LET_GO, (str(terms.most_silent),))
    if not is_sqlite and not terms.is_alone:
        asked["beside"] = Call(BESIDE)
    if writing.rows:
        asked["log"] = read_log(is_sqlite=is_sqlite)
    if writing.register is not None and terms.is_shared:
        asked["register"] = read_seq(REGISTER, is_written=REGISTER in writing.heads, is_sqlite=is_sqlite)
    done = run(connection, list(asked.values()), is_sqlite=is_sqlite)
    found = {name: one.fetchall() for name, one in zip(asked, done, strict=True)}
    if "register" in found and [seq for (seq,) in found["register"]] != [writing.register]:
        raise StoreConflictError(REGISTER)
    return tree_in(*found["log"][0]) if writing.rows else None


def _rows(writing: Writing, first: int, *, is_sqlite: bool) -> Iterator[Call]:
    """Few statements for each kind of row, however many there are; leaves of the log are numbered from the first."""
    if writing.grown is not None:
        tree = writing.grown.tree
        yield write_log(tree.size, b"".join(tree.peaks), is_sqlite=is_sqlite)
    rows: list[Sequence[object]] = [
        (row.table_id, row.seq, row.by, row.command_id, row.body, row.digest, leaf)
        for leaf, row in enumerate(writing.rows, first)
    ]
    kinds: tuple[tuple[str, Sequence[Sequence[object]]], ...] = (
        ("heads", [(table_id, *head) for table_id, head in sorted(writing.heads.items())]),
        ("journal", rows),
        ("snapshots", writing.snapshots),
        ("transfers", writing.transfers),
        ("secrets", writing.secrets),
    )
    for kind, some in kinds:
        yield from calls(kind, some, is_sqlite=is_sqlite)
    for name in sorted(writing.new_accounts):
        yield new_account(name, is_sqlite=is_sqlite)
    changes = [(name, delta) for name, delta in sorted(writing.deltas.items()) if delta]
    yield from calls("balances", changes, is_sqlite=is_sqlite)


def _news(writing: Writing, origin: str) -> Call:
    """Other processes hear of it when, and only if, it is committed."""
    tables = {table_id: seq for table_id, (_, seq, _) in writing.heads.items()}
    news = Written(tables=tables, accounts=tuple(writing.deltas))
    return Call(ANNOUNCE, (msgspec.json.encode(list(notices(origin, news))).decode(),))
