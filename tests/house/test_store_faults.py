"""Faults of the store: before, in the middle of and behind a write. The house goes on without a restart, and answers rightly."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, event, text
from sqlalchemy.exc import OperationalError

from banca.house.commands import CommandRequest, CommittedEntry
from banca.house.database import StoreDownError
from banca.house.house import House
from banca.house.refusals import COMMAND_REPEATED
from banca.house.store import Store, WriteSet, open_store
from banca.tables.acts import OUT_OF_PHASE
from support.houses import (
    BANK,
    MINIMUM,
    MONEY,
    SUPERVISOR,
    Drive,
    as_it_stands,
    asked,
    cash,
    check_books,
    code_of,
    opening,
    outcome,
    player,
    table_of,
    wallet_of,
)
from support.postgres import Postgres, missing

pytestmark = pytest.mark.slow

WHEEL, FANTAN = table_of("wheel"), table_of("fantan")


@pytest.fixture
def house(store: Store) -> House:
    one = House(store)
    Drive(one).open_all(["wheel", "fantan"])
    return one


def bet(name: str, who: str = "ana", stake: int = MINIMUM) -> CommandRequest:
    return asked(WHEEL, player(who), name, "place_bet", bet="symbol:1", stake=stake)


def batch(name: str) -> list[CommandRequest]:
    """A bit of everything: bets, a hidden result, a new table, new money, a new account, and one that is refused."""
    return [
        bet(f"{name}-1"),
        asked(FANTAN, SUPERVISOR, f"{name}-2", "cover"),
        opening(f"new-{name}", "craps", name),
        cash(f"{name}-3", f"player-{name}", 500),
        bet(f"{name}-4", stake=1),
        bet(f"{name}-5", "rui"),
        asked(FANTAN, SUPERVISOR, f"{name}-6", "void_round", reason="practice"),
    ]


CARRIED_OUT = 6


def cannot(*_: object) -> None:
    raise OperationalError(statement=None, params=None, orig=Exception("the plug was pulled"))


@contextmanager
def at_statement(store: Store, number: int) -> Iterator[list[str]]:
    """The database fails at the statement of this number; what was run until then."""
    run: list[str] = []

    def before(*given: Any) -> None:
        run.append(given[2])
        if len(run) == number:
            cannot()

    event.listen(store.engine, "before_cursor_execute", before)
    try:
        yield run
    finally:
        event.remove(store.engine, "before_cursor_execute", before)


@contextmanager
def behind_commit(store: Store, fault: BaseException) -> Iterator[None]:
    """It is written, and the answer is lost."""
    write = store.write

    def lost(writing: WriteSet) -> None:
        write(writing)
        raise fault

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "write", lost)
        yield


def check_goes_on(house: House, requests: list[CommandRequest], before: int, *, books: bool = True) -> None:
    """Sent again, everything is carried out once; and the house is what a new one would be."""
    heard: list[tuple[str, int]] = []
    house.listeners.append(lambda news: heard.extend((one.entry.table, one.entry.seq) for one in news))
    answers = house.do_all(requests)
    house.listeners.clear()
    assert sum(isinstance(answer, CommittedEntry) for answer in answers) == CARRIED_OUT, answers
    told = {(one.entry.table, one.entry.seq) for one in answers if isinstance(one, CommittedEntry)}
    assert len(heard) == len(set(heard))
    assert {one for one in told if one[0] in (WHEEL, FANTAN)} <= set(heard) <= told
    assert [outcome(one) for one in house.do_all(requests)] == [outcome(one) for one in answers]
    assert house.store.counts()["journal"] == before + CARRIED_OUT
    assert not house.stopped
    if books:
        assert as_it_stands(House(house.store)) == as_it_stands(house)
        check_books(house.store)


def test_a_fault_at_every_statement(house: House, store: Store) -> None:
    number = 0
    while True:
        number += 1
        before, stood = store.counts()["journal"], as_it_stands(house)
        requests = batch(f"b{number}")
        with at_statement(store, number) as run:
            with suppress(StoreDownError):
                house.do_all(requests)
            if len(run) < number:
                break
        assert store.counts()["journal"] == before
        assert as_it_stands(House(store)) == stood
        check_goes_on(house, requests, before, books=False)
    assert number > 7
    assert as_it_stands(House(store)) == as_it_stands(house)
    check_books(store)


def test_a_fault_at_the_commit_or_behind_it_and_a_store_that_is_down_for_a_while(house: House, store: Store) -> None:
    before = store.counts()["journal"]
    event.listen(store.engine, "commit", cannot)
    with pytest.raises(StoreDownError):
        house.do_all(batch("c"))
    event.remove(store.engine, "commit", cannot)
    assert store.counts()["journal"] == before
    check_goes_on(house, batch("c"), before, books=False)
    for number, fault in enumerate((StoreDownError("lost"), OSError("lost"), KeyboardInterrupt())):
        before, requests = store.counts()["journal"], batch(f"b{number}")
        with behind_commit(store, fault), pytest.raises(type(fault)):
            house.do_all(requests)
        assert store.counts()["journal"] == before + CARRIED_OUT
        if number == 0:  # from now on it fails at the first statement of whatever is asked
            event.listen(store.engine, "before_cursor_execute", cannot)
            for _ in range(3):
                with pytest.raises(StoreDownError):
                    house.do_all(requests)
            event.remove(store.engine, "before_cursor_execute", cannot)
        check_goes_on(house, requests, before, books=number == 2)


def test_the_answer_is_lost_and_others_come_first(house: House, store: Store) -> None:
    """The next commands find the table as it is, not as it was believed to be."""
    with behind_commit(store, StoreDownError("lost")), pytest.raises(StoreDownError):
        house.do_all([bet("1", stake=5 * MINIMUM), asked(WHEEL, SUPERVISOR, "2", "call_no_more_bets")])
    assert code_of(house, bet("3", "rui")) == OUT_OF_PHASE
    assert wallet_of(house, "ana") == MONEY - 5 * MINIMUM
    assert house.do(bet("1", stake=5 * MINIMUM)).entry.id == "1"
    assert code_of(house, bet("1", stake=MINIMUM)) == COMMAND_REPEATED
    check_books(store)


def test_the_disk_is_full(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'house.db'}")
    house = House(store)
    Drive(house).open_all(["wheel"])
    pages = 0

    def limit(connection: Any) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages or 2**30}")

    event.listen(store.engine, "begin", limit)
    with store.engine.connect() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
    done: list[CommittedEntry] = []
    with suppress(StoreDownError):
        done.extend(house.do(bet(f"b{number}")) for number in range(1, 2000))
    refused = bet(f"b{len(done) + 1}")
    with pytest.raises(StoreDownError, match="full"):
        house.do(refused)
    assert house.do(bet("b1")).entry == done[0].entry
    pages = 0
    house.do(refused)
    assert wallet_of(house, "ana") == MONEY - (len(done) + 1) * MINIMUM
    assert as_it_stands(House(store)) == as_it_stands(house)
    check_books(store)
    store.close()


def test_somebody_holds_a_lock(house: House, store: Store) -> None:
    """It is waited for a while, then said; when the lock is gone, everything goes on."""
    event.listen(store.engine, "connect", lambda connection, _: connection.execute("PRAGMA busy_timeout = 100"))
    store.engine.dispose()
    before = store.counts()["journal"]
    other = create_engine(store.engine.url)
    with other.connect() as holder:
        holder.exec_driver_sql("BEGIN IMMEDIATE")
        with pytest.raises(StoreDownError, match="lock"):
            house.do_all(batch("b"))
        holder.rollback()
    other.dispose()
    check_goes_on(house, batch("b"), before)


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A server that a test may stop."""
    if why := missing():
        pytest.skip(f"no PostgreSQL: {why}")
    server = Postgres()
    yield server
    server.end()


def test_postgresql_is_killed_and_comes_back(own_postgres: Postgres) -> None:
    store = open_store(own_postgres.database())
    house = House(store)
    drive = Drive(house).open_all(["wheel", "fantan"])
    drive.play(30, ["wheel", "fantan"])
    before, bank = store.counts()["journal"], house.balance(f"bank:{FANTAN}")
    house.do(asked(FANTAN, SUPERVISOR, "more", "fund_bank", stake=BANK))
    own_postgres.stop()
    for _ in range(2):
        with pytest.raises(StoreDownError):
            house.do_all([bet("b"), cash("in", "rui", 500)])
    own_postgres.start()
    answers = house.do_all([bet("b"), cash("in", "rui", 500)])
    assert all(isinstance(one, CommittedEntry) or one.code == OUT_OF_PHASE for one in answers), answers
    assert house.balance(f"bank:{FANTAN}") == bank + BANK
    assert store.counts()["journal"] == before + 1 + sum(isinstance(one, CommittedEntry) for one in answers)
    drive.play(30, ["wheel", "fantan"])
    assert as_it_stands(House(store)) == as_it_stands(house)
    check_books(store)
    store.close()
