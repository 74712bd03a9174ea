"""Somebody who changes the past: a forger with the store, or the house itself."""

import random
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct, json, structs

from banca.house import journal
from banca.house.audit import Finding, HeldEvidence, Verification, verify
from banca.house.audit.replay import system_time
from banca.house.commands import CommandRequest, TableTerms, transfers_of
from banca.house.house import House
from banca.house.journal import GENESIS, Entry
from banca.house.log import LOG_MARK as MARK
from banca.house.log import HouseLog, receipt_of
from banca.house.register import REGISTER, PersonAdded, Record, digest_of_secret
from banca.house.rng import Source
from banca.house.schema import USERS
from banca.house.seal import Seal
from banca.house.store import Store, open_store
from banca.tables.chance import ChanceSource
from banca.tables.commands import THE_HOUSE, Actor, OpenTable, Role
from banca.tables.events import Event
from banca.transparency.merkle import Tree, leaf_hash
from banca.transparency.note import Signer
from banca.transparency.receipt import Receipt, entry_leaf


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


BEGAN = datetime(2026, 3, 2, 12, tzinfo=UTC)
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
ORIGIN = "casino.example/log"
ROLES = {"croupier": Role.CROUPIER, "supervisor": Role.SUPERVISOR}
PLAYERS = ("ana", "rui", "eve")
OBSERVED, TWIN, DRAWN, COMMITTED = "roulette-1", "roulette-2", "roulette-3", "fantan-1"


class Step(Struct, frozen=True, kw_only=True):
    """Something that somebody did."""

    id: str
    at: datetime
    table: str
    who: str
    do: str
    about: dict[str, Any]


class Told(Struct, frozen=True, kw_only=True):
    """What outsiders hold of a house: its last checkpoint, and the receipts of its players."""

    checkpoint: str
    receipts: list[Receipt]


def script() -> list[Step]:
    """Two tables with a croupier, one of them voided once; one that draws, one that commits; a cage, people."""
    steps: list[Step] = []

    def add(table: str, who: str, do: str, **about: Any) -> None:
        number = len(steps) + 1
        steps.append(
            Step(id=f"s{number}", at=BEGAN + timedelta(minutes=number), table=table, who=who, do=do, about=about)
        )

    def spin(table: str, number: str | None = None) -> None:
        add(table, "croupier", "throw_ball")
        add(table, "croupier", "call_no_more_bets")
        add(table, "croupier", "read_number", **({"outcome": number} if number else {}))
        add(table, "croupier", "pay")

    for name in ("ana", "rui"):
        add(REGISTER, "house", "person", name=name, role=Role.PLAYER)
        add("cage", "supervisor", "cash_in", player=name, stake=5_000_000)
    for table, game, chance in (
        (OBSERVED, "roulette", "observed"),
        (TWIN, "roulette", "observed"),
        (DRAWN, "roulette", "drawn"),
        (COMMITTED, "fantan", "drawn"),
    ):
        add(table, "house", "open", game=game, chance=chance)
        add(table, "ana", "sit")
        add(table, "rui", "sit")
    add(OBSERVED, "ana", "place_bet", bet="straight:17", stake=1000)
    add(OBSERVED, "rui", "place_bet", bet="red", stake=2000)
    spin(OBSERVED, "17")
    add(TWIN, "rui", "place_bet", bet="even", stake=3000)
    spin(TWIN, "8")
    add(TWIN, "ana", "place_bet", bet="black", stake=3000)
    add(TWIN, "supervisor", "void_round", reason="the wheel was bumped")
    add(TWIN, "ana", "place_bet", bet="black", stake=1000)
    for bet in ("red", "odd"):
        add(DRAWN, "ana", "place_bet", bet=bet, stake=2000)
        spin(DRAWN)
    add(COMMITTED, "croupier", "cover")
    add(COMMITTED, "rui", "place_bet", bet="fan:1", stake=3000)
    add(COMMITTED, "croupier", "close_bets")
    add(COMMITTED, "croupier", "count")
    add(COMMITTED, "croupier", "pay")
    add(COMMITTED, "croupier", "cover")
    add(COMMITTED, "ana", "place_bet", bet="fan:2", stake=3000)
    add(COMMITTED, "supervisor", "void_round", reason="the cup was lifted")
    add(OBSERVED, "ana", "place_bet", bet="low", stake=1000)
    spin(OBSERVED, "30")
    return steps


def tell(file: Path, steps: Iterable[Step], seeds: dict[str, int] | None = None) -> Told:
    """A store with all this, under the house's own key; results that are drawn come of a table's seed."""
    now, rng = [BEGAN], [random.Random(0)]  # a test repeats itself
    store = open_store(f"sqlite:///{file}")
    signer = Signer(ORIGIN, KEY)
    store.keep_mark(MARK, str(signer.verifier))
    log = HouseLog(store, [signer])

    def randbytes(count: int) -> bytes:
        return rng[0].randbytes(count)

    source = Source(randbytes, salt=randbytes)
    house = House(store, log=log, seal=Seal(bytes(32)), source=source, clock=lambda: now[0])
    receipts = []
    for step in steps:
        now[0], rng[0] = step.at, random.Random(f"{(seeds or {}).get(step.table, 1)} {step.id}")
        done = house.do(_request(house, step))
        if step.who in PLAYERS:
            receipt = receipt_of(done, has_body=True)
            receipts.append(receipt)
    told = Told(checkpoint=log.newest().note, receipts=receipts)
    store.close()
    return told


def _request(house: House, step: Step) -> CommandRequest:
    about = dict(step.about)
    if step.table == REGISTER:
        password = f"hash of {about['name']}"
        row = USERS.insert().values(**about, password=password, must_change=False, is_disabled=False)
        fact = PersonAdded(**about, kept=digest_of_secret(password))
        return CommandRequest(table=REGISTER, actor=THE_HOUSE, id=step.id, command=Record(fact=fact), writes=(row,))
    if step.do == "open":
        terms = TableTerms(
            id=step.table,
            game=about["game"],
            minimum=1000,
            maximum=1_000_000,
            chip=50,
            bank=50_000_000,
            chance=ChanceSource(about["chance"]),
        )
        return CommandRequest(table=step.table, actor=THE_HOUSE, id=step.id, command=OpenTable(), opening=terms)
    actor = Actor(step.who, ROLES.get(step.who, Role.PLAYER))
    command = house.table(step.table).engine.codec.read({"do": step.do, **about})
    return CommandRequest(table=step.table, actor=actor, id=step.id, command=command)


def held(told: Told, *, checkpoint: bool = False, receipts: bool = False) -> HeldEvidence:
    """What of it is given to an audit."""
    return HeldEvidence(
        [("checkpoint", told.checkpoint)] if checkpoint else [],
        [(f"{one.table} {one.seq}", json.encode(one)) for one in told.receipts] if receipts else [],
        [Signer(ORIGIN, KEY).verifier],
    )
