"""Several processes as one house: what they tell each other, who is there, whose home a table is. One contract for both kinds of store."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event

from banca.house.batch import Batch
from banca.house.house import House
from banca.house.news import MOST_BYTES, Message, Present, SaidReady, Written, notices, read_notice
from banca.house.processes import Peers, join
from banca.house.processes.home import home_of
from banca.house.schema import PROCESSES
from banca.house.statements import LET_GO
from banca.house.store import Store, open_store
from banca.house.store_errors import StoreDownError
from banca.house.writing import put_down
from banca.live.event import wallet
from house_drive import MINIMUM, MONEY, Drive, asked, player, table_of
from patience import PATIENCE
from postgres import Postgres
from service import until

WHEEL = table_of("wheel")
LONGEST_WAIT = 2000
"""Milliseconds: others go on at the latest so long after a process was stopped."""
TABLES = [f"table-{number}" for number in range(300)]


@dataclass
class Member:
    """A process of a house, as far as the house goes."""

    house: House
    peers: Peers


@contextmanager
def members(url: str, count: int) -> Iterator[list[Member]]:
    stores = [open_store(url) for _ in range(count)]
    Drive(House(stores[0])).open_all(["wheel"])
    found: list[Member] = []
    for store in stores:
        house = House(store)
        found.append(Member(house, join(house, f"here:{len(found)}")))
    for one in found:
        one.peers.start()
    until(lambda: all(len(one.peers.live) == count for one in found))
    yield found
    for one in found:
        one.peers.close()
    for store in stores:
        store.close()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Member]]:
    """All processes that there can be on a store: one on SQLite, three on PostgreSQL."""
    if request.param == "sqlite":
        url, count = f"sqlite:///{tmp_path_factory.mktemp('house') / 'house.db'}", 1
    else:
        url, count = request.getfixturevalue("postgres").database(), 3
    with members(url, count) as found:
        yield found


def bet(name: str, who: str = "ana") -> Callable[[House], object]:
    return lambda house: house.do(asked(WHEEL, player(who), name, "place_bet", bet="symbol:1", stake=MINIMUM))


class TestEveryStore:
    """The contract."""

    def test_each_table_has_one_home(self, house: list[Member]) -> None:
        for table in TABLES:
            assert [one.peers.is_home(table) for one in house].count(True) == 1
        assert all(any(one.peers.is_home(table) for table in TABLES) for one in house)

    def test_what_one_says_all_others_hear(self, house: list[Member]) -> None:
        heard: list[list[Message]] = [[] for _ in house]
        for one, said in zip(house, heard, strict=True):
            one.peers.hear(SaidReady, said.append)
        ready = SaidReady(table=WHEEL, player="ana", ready=True)
        house[0].peers.say(ready)
        until(lambda: all(said == [ready] for said in heard[1:]))
        assert heard[0] == []

    def test_what_one_writes_all_others_take_in(self, house: list[Member]) -> None:
        for one in house:
            one.house.table(WHEEL)
        before = house[0].house.store.balances()[wallet("ana")]
        for number, one in enumerate(house):
            bet(f"bet-{number}")(one.house)
        seq = house[0].house.store.seq(WHEEL)
        until(lambda: all(one.house.table(WHEEL).seq == seq for one in house))
        assert house[0].house.balance(wallet("ana")) == before - len(house) * MINIMUM

    def test_what_another_program_writes_is_taken_in(self, house: list[Member]) -> None:
        for one in house:
            one.house.table(WHEEL)
        other = open_store(house[0].house.store.engine.url.render_as_string(hide_password=False))
        bet("from-outside")(House(other))
        until(lambda: all(one.house.table(WHEEL).seq == other.seq(WHEEL) for one in house))
        other.close()


def reads_of(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The accounts that are read from now on."""
    read: list[set[str]] = []
    balances = store.balances

    def noted(names: Iterable[str]) -> dict[str, int]:
        read.append(set(names))
        return balances(read[-1])

    monkeypatch.setattr(store, "balances", noted)
    return read


class TestNews:
    """Only what is named is read."""

    def test_accounts_that_are_named_are_forgotten_and_no_others(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = open_store(f"sqlite:///{tmp_path / 'house.db'}")
        house = House(store)
        Drive(house).open_all(["wheel"])
        house.balances.read([wallet("ana"), wallet("rui")])
        house.take_in(Written(tables={WHEEL: house.table(WHEEL).seq}, accounts=(wallet("ana"),)))
        read = reads_of(store, monkeypatch)
        assert house.balances[wallet("rui")] == MONEY
        assert read == []
        assert house.balances[wallet("ana")] == MONEY
        assert read == [{wallet("ana")}]
        store.close()

    def test_a_long_message_goes_in_several_notices(self) -> None:
        accounts = tuple(f"wallet:somebody-with-a-long-name-{number:06}" for number in range(3000))
        tables = {f"table-{number}": number for number in range(500)}
        sent = list(notices("me", Written(tables=tables, accounts=accounts)))
        assert all(len(one.encode()) <= MOST_BYTES for one in sent)
        read = [one for one in map(read_notice, sent) if one]
        assert {origin for origin, _ in read} == {"me"}
        said = [message for _, message in read if isinstance(message, Written)]
        assert sorted(account for one in said for account in one.accounts) == sorted(accounts)
        assert {name: seq for one in said for name, seq in one.tables.items()} == tables

    def test_what_another_version_says_is_passed_over(self) -> None:
        assert read_notice('["x", {"type": "of_tomorrow"}]') is None


class TestHomes:
    """Rendezvous hashing."""

    def test_only_the_tables_of_who_goes_move(self) -> None:
        before = {table: home_of(table, [1, 2, 3]) for table in TABLES}
        after = {table: home_of(table, [1, 3]) for table in TABLES}
        assert all(after[table] == home for table, home in before.items() if home != 2)
        assert {after[table] for table, home in before.items() if home == 2} == {1, 3}
        assert home_of("table", []) is None


class TestOnPostgres:
    """Coming, going, and being cut off."""

    def test_who_leaves_is_no_home_any_more(self, postgres: Postgres) -> None:
        with members(postgres.database(), 3) as found:
            found[1].peers.close()
            left = [found[0], found[2]]
            until(lambda: all(len(one.peers.live) == 2 for one in left))
            for table in TABLES:
                assert [one.peers.is_home(table) for one in left].count(True) == 1

    def test_who_is_cut_off_is_home_of_nothing_and_comes_back_under_its_number(self, postgres: Postgres) -> None:
        url = postgres.database()
        with members(url, 2) as (one, other):
            number = one.peers.number
            other.house.table(WHEEL)
            seen: list[int] = []
            one.peers.changed.append(lambda: seen.append(len(one.peers.live)))
            terminate_listeners(one.house.store)
            until(lambda: 0 in seen)
            bet("meanwhile")(one.house)
            until(lambda: len(one.peers.live) == len(other.peers.live) == 2)
            assert one.peers.number == number
            until(lambda: other.house.table(WHEEL).seq == one.house.table(WHEEL).seq)

    def test_who_was_struck_off_in_the_moment_of_coming_back_enters_anew(self, postgres: Postgres) -> None:
        with members(postgres.database(), 2) as (one, other):
            gone = PROCESSES.delete().where(PROCESSES.c.number == one.peers.number)
            with one.house.store.engine.begin() as connection:
                connection.execute(gone)
            until(lambda: scalar(one.house.store, "SELECT count(*) FROM processes") == 2)
            until(lambda: len(one.peers.live) == len(other.peers.live) == 2)

    def test_houses_in_one_database_do_not_hear_each_other(self, postgres: Postgres) -> None:
        with members(postgres.database(), 1) as (one,), members(postgres.database(), 2) as (other, third):
            assert len(one.peers.live) == 1
            heard: list[Message] = []
            for peers in (one.peers, third.peers):
                peers.hear(Present, heard.append)
            other.peers.say(Present(names=("ana",)))
            until(lambda: heard)
            assert len(heard) == 1

    def test_who_decides_anew_is_alone_and_has_to_do_so_once(self, postgres: Postgres) -> None:
        with members(postgres.database(), 2) as (one, other), ThreadPoolExecutor(1) as thread:
            one.house.store.terms.most_silent = 0  # however slow this machine is
            with one.house.store.alone():
                writing = thread.submit(bet("theirs"), other.house)
                waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
                until(lambda: scalar(one.house.store, waits))
                bet("mine")(one.house)  # who is alone may write, and they do not
                assert not writing.done()
                seq = one.house.table(WHEEL).seq
            writing.result(PATIENCE)
            assert other.house.table(WHEEL).seq == seq + 1
            assert other.house.conflicts == 1

    def test_who_is_stopped_while_they_write_holds_nobody_up(self, postgres: Postgres) -> None:
        """A process that holds the log's head and says nothing, as one that was stopped: the server undoes what it has not committed."""
        with members(postgres.database(), 2) as (one, other):
            store = one.house.store
            store.terms.most_silent = 0
            stopped = Batch(one.house, one.house.clock.now())
            stopped.decide(asked(WHEEL, player("ana"), "stopped", "place_bet", bet="symbol:1", stake=MINIMUM))

            def be_stopped() -> None:
                with store.changes() as connection:
                    put_down(connection, stopped.finished(), store.terms)
                    connection.exec_driver_sql(LET_GO, ("20",))
                    bet("other")(other.house)  # it waits for the head until the server lets go of it

            with pytest.raises(StoreDownError):
                be_stopped()
            done = [row.command_id for row in other.house.store.rows(WHEEL)]
            assert ("other" in done, "stopped" in done) == (True, False)
            bet("stopped")(one.house)  # who was stopped goes on, and what was undone is done once
            assert [row.command_id for row in other.house.store.rows(WHEEL)].count("stopped") == 1

    def test_who_is_stopped_while_they_are_alone_holds_nobody_up(self, postgres: Postgres) -> None:
        with members(postgres.database(), 2) as (one, other):
            one.house.store.terms.most_silent = 20
            with pytest.raises(StoreDownError), one.house.store.alone():
                bet("other")(other.house)
            assert not one.house.store.terms.is_alone

    def test_the_server_is_told_so_by_who_writes_and_by_nobody_who_reads(self, postgres: Postgres) -> None:
        silent = "SELECT setting::int FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'"
        with members(postgres.database(), 1) as (one,):
            store, found = one.house.store, []

            def look(connection: Connection, *_: object) -> None:
                found.append(connection.exec_driver_sql(silent).scalar_one())

            event.listen(store.engine, "commit", look)
            bet("mine")(one.house)
            assert 0 < max(found) < LONGEST_WAIT
            with store.at_one_moment() as connection:
                assert connection.exec_driver_sql(silent).scalar_one() == 0


def scalar(store: Store, query: str) -> Any:
    with store.engine.connect() as connection:
        return connection.exec_driver_sql(query).scalar()


def terminate_listeners(store: Store) -> None:
    """As when the network breaks: the server ends every connection that listens."""
    with store.engine.begin() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 "
            "AND classid::bigint = (hashtext('banca ' || current_schema())::bigint & 4294967295)"
        )
