"""What every store must do, whichever database is behind it."""

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from argon2 import PasswordHasher
from msgspec import structs
from sqlalchemy import inspect, text

from banca.house import journal
from banca.house.cage import CAGE
from banca.house.house import House
from banca.house.journal import FORM, GENESIS, Entry
from banca.house.opening import office_opening
from banca.house.people import People
from banca.house.refusals import NAME_TAKEN
from banca.house.schema import METADATA
from banca.house.store import Store, open_store
from banca.house.store_errors import StoreConflictError, StoreDownError
from banca.house.writing import Row, Writing
from banca.live.command import THE_HOUSE, OpenTable, Role
from banca.rulebook import Refusal
from house_workers import at_once, start_up

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def row(table: str, seq: int, name: str = "") -> Row:
    entry = Entry(
        v=FORM,
        table=table,
        seq=seq,
        at="",
        by=THE_HOUSE.name,
        role=THE_HOUSE.role,
        id=name or f"id-{seq}",
        command=OpenTable(),
        events=(structs.replace(office_opening(CAGE), title="\u4e5d '\"\\ \x00 \u2028 🀄"),),
    )
    body = journal.write(entry)
    return Row(table, seq, entry.by, entry.id, body, journal.digest(GENESIS, body))


def logged(row: Row, leaf: int) -> Row:
    """As it is read back: with its place in the log."""
    return structs.replace(row, leaf=leaf)


def first(table: str = "one", **more: Any) -> Writing:
    """A table that begins, with a little money."""
    writing = Writing(
        rows=[row(table, 1)],
        opened=[(table, "craps")],
        heads={table: (0, 1, "head-1")},
        transfers=[(table, 1, 0, "outside", "wallet:ana", 700), (table, 1, 1, "wallet:ana", "wallet:rui", 200)],
        secrets=[(table, "c0ffee", "3-4", "nonce")],
        deltas={"outside": -700, "wallet:ana": 500, "wallet:rui": 200},
        new_accounts={"outside", "wallet:ana", "wallet:rui"},
    )
    return replace(writing, **more)


def second(**more: Any) -> Writing:
    """Its second entry: all of ana's money goes to rui."""
    writing = Writing(
        rows=[row("one", 2)],
        heads={"one": (1, 2, "head-2")},
        transfers=[("one", 2, 0, "wallet:ana", "wallet:rui", 500)],
        deltas={"wallet:ana": -500, "wallet:rui": 500},
    )
    return replace(writing, **more)


def everything(store: Store) -> object:
    return (
        store.heads(),
        store.tables(),
        store.balances(),
        [list(store.rows(table)) for table in store.tables()],
        [list(store.transfers(table)) for table in store.tables()],
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

    def test_the_steps_lead_to_the_schema_that_the_program_means(self, store: Store) -> None:
        with store.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), METADATA) == []

    def test_the_checks_are_there_too(self, store: Store) -> None:
        looked = inspect(store.engine)
        for table in METADATA.tables.values():
            meant = {one.name for one in table.constraints if one.name and type(one).__name__ == "CheckConstraint"}
            assert meant <= {one["name"] for one in looked.get_check_constraints(table.name)}

    def test_a_store_of_a_newer_program_is_refused(self, store: Store, store_url: str) -> None:
        with store.engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        newer = Store(store_url)
        with pytest.raises(StoreDownError, match="newer version of the program"):
            newer.migrate()
        newer.close()

    @pytest.mark.slow
    def test_processes_that_start_on_an_empty_store_at_once(self, store_url: str) -> None:
        with at_once(start_up, *[(store_url,)] * 3) as told:
            assert [one[0] for one in told] == [["cage", "register"]] * 3, told
            assert sum(one[1] for one in told) == 1
        store = open_store(store_url)
        assert {name: game for name, (game, _) in store.tables().items()} == {"cage": "cage", "register": "register"}
        store.close()


class TestWriting:
    def test_what_is_written_is_read_back(self, store: Store) -> None:
        store.write(first())
        store.write(second())
        assert store.tables() == {"one": ("craps", 2)}
        assert store.heads() == {"one": (2, "head-2")}
        assert (store.seq("one"), store.seq("none")) == (2, 0)
        assert store.balances() == {"outside": -700, "wallet:ana": 0, "wallet:rui": 700}
        assert store.balances(["wallet:rui", "wallet:nobody"]) == {"wallet:rui": 700}
        assert list(store.rows("one")) == [logged(row("one", 1), 0), logged(row("one", 2), 1)]
        assert list(store.transfers("one")) == [
            (1, 0, "outside", "wallet:ana", 700),
            (1, 1, "wallet:ana", "wallet:rui", 200),
            (2, 0, "wallet:ana", "wallet:rui", 500),
        ]

    @pytest.mark.parametrize(
        "wrong",
        [
            pytest.param({"heads": {"one": (0, 1, "head")}}, id="the table has moved on"),
            pytest.param({"heads": {"one": (2, 3, "head")}}, id="the table is not there yet"),
            pytest.param({"heads": {"one": (1, 2, "head-2"), "none": (0, 1, "head")}}, id="one of two tables unknown"),
            pytest.param({"rows": [row("one", 1, "another")]}, id="the sequence is taken"),
            pytest.param({"rows": [row("one", 2, "id-1")]}, id="the command was carried out before"),
            pytest.param({"rows": [row("one", 2, "twice"), row("one", 3, "twice")]}, id="a command twice"),
            pytest.param({"opened": [("one", "craps")]}, id="the table is open"),
            pytest.param({"deltas": {"wallet:ana": -501, "wallet:rui": 501}}, id="more than the wallet holds"),
            pytest.param({"deltas": {"wallet:mei": -1, "outside": 1}, "new_accounts": {"wallet:mei"}}, id="no money"),
            pytest.param({"deltas": {"wallet:mei": 500, "wallet:ana": -500}}, id="no such account"),
            pytest.param({"transfers": [("one", 2, 0, "wallet:ana", "wallet:rui", 0)]}, id="a transfer of nothing"),
            pytest.param(
                {"transfers": [("one", 1, 0, "wallet:ana", "wallet:rui", 1)]}, id="a transfer's place is taken"
            ),
            pytest.param({"secrets": [("one", "c0ffee", "1-1", "other")]}, id="a secret is never replaced"),
        ],
    )
    def test_it_is_all_or_nothing(self, store: Store, wrong: dict[str, object]) -> None:
        store.write(first())
        before = everything(store)
        with pytest.raises(StoreConflictError):
            store.write(second(**wrong))
        assert everything(store) == before
        store.write(second())

    def test_several_writings_at_once_are_all_or_nothing(self, store: Store) -> None:
        def both(last: Writing) -> None:
            with store.at_once() as put_down:
                put_down(first())
                put_down(last)

        with pytest.raises(StoreConflictError):
            both(second(heads={"one": (7, 8, "head")}))
        assert store.tables() == {}
        both(second())
        assert store.seq("one") == 2

    def test_an_account_that_is_there_is_not_made_anew(self, store: Store) -> None:
        store.write(first())
        store.write(second(new_accounts={"wallet:ana", "wallet:rui"}))
        assert store.balances(["wallet:rui"]) == {"wallet:rui": 700}

    @pytest.mark.parametrize("far", [2**53 + 1, 2**62 + 1])
    def test_large_amounts_stay_whole(self, store: Store, far: int) -> None:
        store.write(first(deltas={"outside": -far, "wallet:ana": far}))
        assert store.balances()["wallet:ana"] == far
        assert isinstance(store.balances()["wallet:ana"], int)


class TestReading:
    def test_a_command_is_found_by_table_person_and_id(self, store: Store) -> None:
        store.write(first())
        known = ("one", THE_HOUSE.name, "id-1")
        unknown = [("two", THE_HOUSE.name, "id-1"), ("one", "ana", "id-1"), ("one", THE_HOUSE.name, "id-2")]
        assert store.find([*unknown, known]) == {known: logged(row("one", 1), 0)}
        assert store.find(unknown) == store.find([]) == {}
        many = [("one", THE_HOUSE.name, f"id-{number}") for number in range(1500)]
        assert list(store.find(many)) == [known]

    def test_rows_come_in_order_from_behind_a_sequence(self, store: Store) -> None:
        store.write(first())
        rows = [row("one", seq) for seq in range(2, 31)]
        store.write(Writing(rows=rows[::-1], heads={"one": (1, 30, "head")}))
        assert [one.seq for one in store.rows("one")] == list(range(1, 31))
        assert [one.seq for one in store.rows("one", after=25)] == [26, 27, 28, 29, 30]
        assert [one.seq for one in store.rows("one", after=8, most=3)] == [9, 10, 11]
        assert list(store.rows("two")) == []

    def test_a_secret_is_of_one_table(self, store: Store) -> None:
        store.write(first())
        assert store.secret("one", "c0ffee") == ("3-4", "nonce")
        assert store.secret("two", "c0ffee") is None
        assert store.secret("one", "other") is None

    def test_one_moment_stays_one_moment(self, store: Store) -> None:
        store.write(first())
        with store.at_one_moment() as connection:
            seen = connection.execute(text("SELECT seq FROM tables")).scalar()
            store.write(second())
            assert connection.execute(text("SELECT seq FROM tables")).scalar() == seen == 1


class TestPeople:
    def test_users_and_keys(self, store: Store) -> None:
        people = People(House(store), hasher=CHEAP)
        people.add("ana", Role.PLAYER, "long password")
        with pytest.raises(Refusal) as caught:
            people.add("ana", Role.SUPERVISOR)
        assert caught.value.code == NAME_TAKEN
        key = people.log_in("ana", "long password")
        token = people.issue("ana", "robot")
        assert [one.name for one in store.users()] == ["ana"]
        anew = People(House(store), hasher=CHEAP)
        for one in (key, token):
            person = anew.check(one.token)
            assert person is not None
            assert (person.name, person.role) == ("ana", Role.PLAYER)
        assert anew.check("another") is None
        anew.disable("ana")
        assert anew.check(token.token) is None
        assert People(House(store), hasher=CHEAP).check(key.token) is None


def test_what_is_no_database_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Sir, " * 1000)
    (tmp_path / "letter.txt").chmod(0o600)
    with pytest.raises(StoreDownError, match="not a database"):
        open_store(f"sqlite:///{tmp_path / 'letter.txt'}")


def test_sqlite_keeps_what_it_has_said(tmp_path: Path) -> None:
    """Every commit is on the disk before it returns."""
    store = open_store(f"sqlite:///{tmp_path / 'house.db'}")
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    store.close()
    file = sqlite3.connect(tmp_path / "house.db")
    assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    file.close()
