"""What every store must do, whichever database is behind it."""

import sqlite3
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from msgspec import structs
from sqlalchemy import inspect, text

from banca.house import audit, journal
from banca.house.cage import CAGE
from banca.house.commands import open_office
from banca.house.database import StoreConflictError, StoreDownError
from banca.house.desk import HouseClient
from banca.house.house import House
from banca.house.journal import FORM, GENESIS, Entry
from banca.house.schema import METADATA
from banca.house.seal import Seal
from banca.house.store import Row, Store, WriteSet, open_store
from banca.tables.commands import THE_HOUSE, OpenTable
from support.houses import start_up, transfers
from support.lanes import PATIENCE
from support.paths import DATA


def row(table: str, seq: int, name: str = "") -> Row:
    by, role = THE_HOUSE.name, THE_HOUSE.role
    opened = structs.replace(open_office(CAGE), title="\u4e5d '\"\\ \x00 \u2028 🀄")
    entry = Entry(
        v=FORM,
        table=table,
        seq=seq,
        at="",
        by=by,
        role=role,
        id=name or f"id-{seq}",
        command=OpenTable(),
        events=(opened,),
    )
    body = journal.write(entry)
    return Row(table, seq, entry.by, entry.id, body, journal.digest(GENESIS, body))


def logged(row: Row, leaf: int) -> Row:
    """As it is read back: with its place in the log."""
    return structs.replace(row, leaf=leaf)


def first(table: str = "one", **more: Any) -> WriteSet:
    """A table that begins, with a little money."""
    writing = WriteSet(
        rows=[row(table, 1)],
        opened=[(table, "craps")],
        heads={table: (0, 1, "head-1")},
        transfers=[(table, 1, 0, "outside", "wallet:ana", 700), (table, 1, 1, "wallet:ana", "wallet:rui", 200)],
        secrets=[(table, "c0ffee", "3-4", "nonce")],
        deltas={"outside": -700, "wallet:ana": 500, "wallet:rui": 200},
    )
    return replace(writing, **more)


def second(**more: Any) -> WriteSet:
    """Its second entry: all of ana's money goes to rui."""
    writing = WriteSet(
        rows=[row("one", 2)],
        heads={"one": (1, 2, "head-2")},
        transfers=[("one", 2, 0, "wallet:ana", "wallet:rui", 500)],
        deltas={"wallet:ana": -500, "wallet:rui": 500},
    )
    return replace(writing, **more)


WRONG: dict[str, dict[str, Any]] = {
    "the table has moved on": {"heads": {"one": (0, 1, "head")}},
    "the table is not there yet": {"heads": {"one": (2, 3, "head")}},
    "one of two tables unknown": {"heads": {"one": (1, 2, "head-2"), "none": (0, 1, "head")}},
    "the sequence is taken": {"rows": [row("one", 1, "another")]},
    "the command was carried out before": {"rows": [row("one", 2, "id-1")]},
    "a command twice": {"rows": [row("one", 2, "twice"), row("one", 3, "twice")]},
    "the table is open": {"opened": [("one", "craps")]},
    "more than the wallet holds": {"deltas": {"wallet:ana": -501, "wallet:rui": 501}},
    "no money": {"deltas": {"wallet:mei": -1, "outside": 1}},
    "a transfer of nothing": {"transfers": [("one", 2, 0, "wallet:ana", "wallet:rui", 0)]},
    "a transfer's place is taken": {"transfers": [("one", 1, 0, "wallet:ana", "wallet:rui", 1)]},
    "a secret is never replaced": {"secrets": [("one", "c0ffee", "1-1", "other")]},
}
"""What a second entry must not be, beside the first."""


def everything(store: Store) -> object:
    return (
        store.tables(),
        store.balances(),
        [list(store.rows(table)) for table in store.tables()],
        [transfers(store, table) for table in store.tables()],
        store.counts(),
        store.secret("one", "c0ffee"),
    )


class TestSchema:
    def test_it_is_made_from_nothing_and_made_once(self, store_url: str) -> None:
        fresh = Store(store_url)
        assert not fresh.has_schema
        fresh.migrate()
        assert fresh.has_schema
        fresh.write(first())
        before = everything(fresh)
        fresh.migrate()
        fresh.close()
        again = open_store(store_url)
        assert everything(again) == before
        again.close()

    def test_the_steps_lead_to_the_schema_that_the_program_means(self, either_store: Store) -> None:
        with either_store.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        looked = inspect(either_store.engine)
        for table in METADATA.tables.values():
            meant = {one.name for one in table.constraints if one.name and type(one).__name__ == "CheckConstraint"}
            assert meant <= {one["name"] for one in looked.get_check_constraints(table.name)}

    def test_a_store_of_1_0_0_opens_whole_and_goes_on(self, tmp_path: Path) -> None:
        file = tmp_path / "house.db"
        file.touch(mode=0o600)
        with closing(sqlite3.connect(file)) as raw:
            raw.executescript((DATA / "stores" / "1.0.0.sql").read_text("utf-8"))
        store = open_store(f"sqlite:///{file}")
        found = audit.verify(store)
        assert (found.is_whole, found.findings) == (True, ())
        assert store.tables()["w1"][2:4] == (3, "6dd3f8723adbedeb7145de4d8bedbff5befb5b1edc0e28c87f115416f4ead214")
        desk = HouseClient(House(store, seal=Seal(bytes(range(32)))))
        assert desk.wallet("ana") == 99_000
        desk.player("ana").do("w1", "place_bet", bet="symbol:2", stake=1000)
        assert (store.seq("w1"), desk.wallet("ana"), audit.verify(store).is_whole) == (4, 98_000, True)
        store.close()

    @pytest.mark.parametrize(
        ("step", "says"), [("9999", "newer version of the program"), ("0006", "version before 1.0.0")]
    )
    def test_a_store_of_another_program_is_refused(
        self, either_store: Store, store_url: str, step: str, says: str
    ) -> None:
        with either_store.engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :step"), {"step": step})
        other = Store(store_url)
        with pytest.raises(StoreDownError, match=says):
            other.migrate()
        other.close()

    @pytest.mark.slow
    def test_processes_that_start_on_an_empty_store_at_once(self, store_url: str) -> None:
        fork = get_context("fork")  # nothing is open here that a child could disturb
        gate = fork.Barrier(2)
        with ProcessPoolExecutor(2, fork, gate.wait, (PATIENCE,)) as pool:
            starts = list(pool.map(start_up, [store_url] * 2))
        assert [tables for tables, _ in starts] == [["cage", "register"]] * 2
        assert sum(is_first for _, is_first in starts) == 1
        store = open_store(store_url)
        assert {name: row.game for name, row in store.tables().items()} == {"cage": "cage", "register": "register"}
        store.close()


class TestWriting:
    def test_what_is_written_is_read_back(self, either_store: Store) -> None:
        either_store.write(first())
        either_store.write(second())
        assert either_store.tables()["one"][:4] == ("one", "craps", 2, "head-2")
        assert (either_store.seq("one"), either_store.seq("none")) == (2, 0)
        assert either_store.balances() == {"outside": -700, "wallet:ana": 0, "wallet:rui": 700}
        assert either_store.balances(["wallet:rui", "wallet:nobody"]) == {"wallet:rui": 700}
        assert list(either_store.rows("one")) == [logged(row("one", 1), 0), logged(row("one", 2), 1)]
        assert transfers(either_store, "one") == [
            (1, 0, "outside", "wallet:ana", 700),
            (1, 1, "wallet:ana", "wallet:rui", 200),
            (2, 0, "wallet:ana", "wallet:rui", 500),
        ]

    def test_it_is_all_or_nothing(self, either_store: Store) -> None:
        either_store.write(first())
        before = everything(either_store)
        for what, wrong in WRONG.items():
            with pytest.raises(StoreConflictError):
                either_store.write(second(**wrong))
            assert everything(either_store) == before, what
        either_store.write(second())

    def test_several_writings_at_once_are_all_or_nothing(self, either_store: Store) -> None:
        def both(last: WriteSet) -> None:
            with either_store.transaction() as connection:
                either_store.write_rows(connection, first())
                either_store.write_rows(connection, last)

        with pytest.raises(StoreConflictError):
            both(second(heads={"one": (7, 8, "head")}))
        assert either_store.tables() == {}
        both(second())
        assert either_store.seq("one") == 2

    def test_large_amounts_stay_whole(self, either_store: Store) -> None:
        far = 2**62 + 1
        either_store.write(first(deltas={"outside": -far, "wallet:ana": far}))
        assert either_store.balances()["wallet:ana"] == far
        assert isinstance(either_store.balances()["wallet:ana"], int)


class TestReading:
    def test_a_command_is_found_by_table_person_and_id(self, either_store: Store) -> None:
        either_store.write(first())
        known = ("one", THE_HOUSE.name, "id-1")
        unknown = [("two", THE_HOUSE.name, "id-1"), ("one", "ana", "id-1"), ("one", THE_HOUSE.name, "id-2")]
        assert either_store.find([*unknown, known]) == {known: logged(row("one", 1), 0)}
        assert either_store.find(unknown) == either_store.find([]) == {}
        many = [("one", THE_HOUSE.name, f"id-{number}") for number in range(1500)]
        assert list(either_store.find(many)) == [known]

    def test_rows_come_in_order_from_behind_a_sequence(self, either_store: Store) -> None:
        either_store.write(first())
        rows = [row("one", seq) for seq in range(2, 31)]
        either_store.write(WriteSet(rows=rows[::-1], heads={"one": (1, 30, "head")}))
        assert [one.seq for one in either_store.rows("one")] == list(range(1, 31))
        assert [one.seq for one in either_store.rows("one", after=25)] == [26, 27, 28, 29, 30]
        assert [one.seq for one in either_store.rows("one", after=8, most=3)] == [9, 10, 11]
        assert list(either_store.rows("two")) == []

    def test_a_secret_is_of_one_table(self, either_store: Store) -> None:
        either_store.write(first())
        assert either_store.secret("one", "c0ffee") == ("3-4", "nonce")
        assert either_store.secret("two", "c0ffee") is None
        assert either_store.secret("one", "other") is None

    def test_one_moment_stays_one_moment(self, either_store: Store) -> None:
        either_store.write(first())
        with either_store.at_one_moment() as connection:
            seen = connection.execute(text("SELECT seq FROM tables")).scalar()
            either_store.write(second())
            assert connection.execute(text("SELECT seq FROM tables")).scalar() == seen == 1


def test_sqlite_keeps_what_it_has_said(store: Store, tmp_path: Path) -> None:
    """Every commit is on the disk before it returns."""
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    store.close()
    file = sqlite3.connect(tmp_path / "house.db")
    assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    file.close()
