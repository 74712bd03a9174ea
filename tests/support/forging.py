"""Somebody who gets at the store's file: clumsy, or clever enough to make the chain and the books fit again."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

from alembic import command as alembic
from alembic.config import Config
from msgspec import structs

from banca.house import journal
from banca.house.audit import Finding, Verification, verify
from banca.house.audit.times import system_time
from banca.house.journal import GENESIS, Entry
from banca.house.request import transfers_of
from banca.house.store import Store
from banca.live.event import Event
from banca.transparency.merkle import Tree, leaf_hash
from banca.transparency.receipt import entry_leaf


@contextmanager
def connected(file: Path) -> Iterator[sqlite3.Connection]:
    """Quick rather than safe; no constraint keeps anything off that is a check."""
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("PRAGMA synchronous = OFF")
        raw.execute("PRAGMA ignore_check_constraints = ON")
        yield raw
        raw.commit()


def copied(source: Path, target: Path) -> Path:
    """A store's file with everything in it."""
    target.touch()
    target.chmod(0o600)
    with connected(source) as one, connected(target) as other:
        one.backup(other)
    return target


def run(file: Path, *statements: tuple[str, Iterable[Any]] | str) -> None:
    """Statements behind the program's back."""
    with connected(file) as raw:
        for one in statements:
            statement, values = (one, ()) if isinstance(one, str) else one
            raw.execute(statement, tuple(values))


def rows(file: Path, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    with connected(file) as raw:
        return raw.execute(statement, values).fetchall()


def entries(file: Path, table: str) -> list[Entry]:
    found = rows(file, "SELECT body FROM journal WHERE table_id = ? ORDER BY seq", table)
    (first,), *rest = found
    opened = journal.read_first(first)
    return [opened, *(journal.read(body, journal.game_of(opened), 2) for (body,) in rest)]


def rewrite(file: Path, table: str, new: list[Entry]) -> None:
    """Another past for a table: chain, head, transfers, all balances and the log fit."""
    head, journal_rows, moved = GENESIS, [], []
    for entry in new:
        body = journal.write(entry)
        head = journal.digest(head, body)
        journal_rows.append((table, entry.seq, entry.by, entry.id, body, head))
        moved += [(table, entry.seq, place, *one) for place, one in enumerate(transfers_of(entry))]
    with connected(file) as raw:
        leaves = dict(raw.execute("SELECT seq, leaf FROM journal WHERE table_id = ?", (table,)))
        raw.execute("DELETE FROM journal WHERE table_id = ?", (table,))
        raw.execute("DELETE FROM transfers WHERE table_id = ?", (table,))
        rows = [(*row, leaves.get(row[1])) for row in journal_rows]
        raw.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        raw.executemany("INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?)", moved)
        raw.execute("UPDATE tables SET seq = ?, head = ? WHERE id = ?", (len(new), head, table))
        raw.execute("DELETE FROM accounts")
        raw.execute(
            "INSERT INTO accounts SELECT name, SUM(amount) FROM (SELECT target AS name, amount FROM transfers "
            "UNION ALL SELECT source, -amount FROM transfers) GROUP BY name"
        )

    relog(file)


def relog(file: Path) -> None:
    """The log of what stands there now, as the house itself could make it: in the old order, what is new at the end."""
    with connected(file) as raw:
        asked = "SELECT table_id, seq, digest FROM journal ORDER BY leaf IS NULL, leaf, table_id, seq"
        found = raw.execute(asked).fetchall()
        raw.execute("UPDATE journal SET leaf = NULL")
        places = ((leaf, table, seq) for leaf, (table, seq, _) in enumerate(found))
        raw.executemany("UPDATE journal SET leaf = ? WHERE table_id = ? AND seq = ?", places)
        tree = Tree().grow([leaf_hash(entry_leaf(*one)) for one in found]).tree
        raw.execute("UPDATE log_head SET size = ?, peaks = ?", (tree.size, b"".join(tree.peaks)))
        raw.execute("DELETE FROM log_tiles")


def forge(file: Path, table: str, kind: type[Event], change: Callable[[Any], Event | None]) -> tuple[int, int]:
    """Change the last event of a kind (`None` leaves it out) and make everything fit; where that was."""
    past = entries(file, table)
    places = [(entry.seq, n) for entry in past for n, event in enumerate(entry.events) if isinstance(event, kind)]
    seq, place = places[-1]
    events = list(past[seq - 1].events)
    changed = change(events[place])
    events[place : place + 1] = [changed] if changed is not None else []
    past[seq - 1] = structs.replace(past[seq - 1], events=tuple(events))
    rewrite(file, table, past)
    return seq, place


def forge_entry(file: Path, table: str, seq: int, **changes: Any) -> None:
    """Change an entry and make everything fit."""
    past = entries(file, table)
    past[seq - 1] = structs.replace(past[seq - 1], **changes)
    rewrite(file, table, past)


def verified(file: Path, *tables: str, now: datetime | None = None) -> Verification:
    store = Store(f"sqlite:///{file}")
    try:
        return verify(store, tables or None, (lambda: now) if now else system_time)
    finally:
        store.close()


def first_bad(found: Verification, table: str) -> Finding:
    (looked,) = (one for one in found.tables if one.table == table)
    assert looked.first_bad is not None, table
    return looked.first_bad


def old_store(file: Path, target: Path) -> Path:
    """The same tables in a store of the schema's second step, with journals that bind no snapshot; those of older forms are in tests/data/journals."""
    bare = copied(file, target.with_name("bare.db"))
    for (table,) in rows(bare, "SELECT id FROM tables"):
        rewrite(bare, table, [structs.replace(entry, state="") for entry in entries(bare, table)])
    made = Store(f"sqlite:///{target}")
    config = Config()
    config.set_main_option("script_location", str(files("banca.house").joinpath("migrations")))
    with made.engine.execution_options(writes=True).begin() as connection:
        config.attributes["connection"] = connection
        alembic.upgrade(config, "0002")
    made.close()
    with connected(target) as raw:
        raw.execute("ATTACH ? AS other", (str(bare),))
        for name in ("tables", "journal", "transfers", "accounts", "secrets"):
            columns = ", ".join(f'"{row[1]}"' for row in raw.execute(f"PRAGMA main.table_info({name})"))
            raw.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM other.{name}")  # noqa: S608 - our own
        raw.commit()
    return target
