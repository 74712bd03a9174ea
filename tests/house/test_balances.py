"""What a command costs does not grow with the accounts or tables of the house: rows read and statements run are counted, no time is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from threading import RLock, Semaphore, Thread
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy import event

from banca.house import at_hand
from banca.house.balances import MOST_KEPT, Balances
from banca.house.house import House
from banca.house.request import CommandRequest
from banca.house.schema import ACCOUNTS
from banca.house.store import Store, open_store
from banca.house.store_errors import StoreDownError
from banca.house.writing import Row
from banca.live.command import FundBank
from house_drive import (
    MINIMUM,
    MONEY,
    SUPERVISOR,
    Drive,
    asked,
    cash,
    check_books,
    code_of,
    opening,
    player,
    table_of,
    wallet_of,
)
from patience import PATIENCE

WHEEL = table_of("wheel")
MANY = 500
"""Accounts of people who do not play."""
MOST_READ = 12
"""Accounts that one bet, and the news of one, are about."""


@dataclass
class Counted:
    """What was asked of a store."""

    statements: list[str] = field(default_factory=list)
    accounts: int = 0
    """Rows of accounts that were read."""

    def of(self, verb: str) -> int:
        return sum(one.startswith(verb) for one in self.statements)

    def clear(self) -> None:
        self.statements.clear()
        self.accounts = 0


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Store], Counted]:
    def count(store: Store) -> Counted:
        told, balances = Counted(), store.balances

        def read(*names: Any) -> dict[str, int]:
            found = balances(*names)
            told.accounts += len(found)
            return found

        event.listen(store.engine, "before_cursor_execute", lambda *given: told.statements.append(given[2]))
        monkeypatch.setattr(store, "balances", read)
        return told

    return count


@pytest.fixture
def stores(db: str) -> Iterator[tuple[Store, Store]]:
    """One store for two processes, with a table at which ana, rui and mei sit."""
    one, other = open_store(db), open_store(db)
    Drive(House(one)).open_all(["wheel"])
    with one.engine.begin() as connection:
        others = [{"name": f"wallet:guest-{number}", "balance": 0} for number in range(MANY)]
        connection.execute(ACCOUNTS.insert(), others)
    yield one, other
    for store in (one, other):
        store.close()


def bet(name: str, who: str = "ana") -> CommandRequest:
    return asked(WHEEL, player(who), name, "place_bet", bet="symbol:1", stake=MINIMUM)


def test_a_start_reads_no_account_and_a_bet_those_it_is_about(
    stores: tuple[Store, Store], counted: Callable[[Store], Counted]
) -> None:
    told = counted(stores[0])
    house = House(stores[0])
    house.table(WHEEL)
    assert told.accounts == 0
    house.do(bet("1"))
    assert 0 < told.accounts <= MOST_READ
    told.clear()
    house.do(bet("2"))
    assert told.accounts == 0


def test_news_of_another_process_read_no_account(
    stores: tuple[Store, Store], counted: Callable[[Store], Counted]
) -> None:
    one, other = map(House, stores)
    told = counted(stores[1])
    other.table(WHEEL)
    one.do(bet("1"))
    assert len(other.refresh()) == 1
    assert told.accounts == 0
    other.do(bet("2"))
    assert 0 < told.accounts <= MOST_READ
    assert wallet_of(other, "ana") == MONEY - 2 * MINIMUM
    check_books_without_guests(stores[0])


def test_a_command_that_comes_again_is_looked_up_once(
    stores: tuple[Store, Store], counted: Callable[[Store], Counted]
) -> None:
    """It would be acceptable again, so only its id says that it is done. The first is tried; from then on nothing is decided or tried."""
    house = House(stores[0])
    first = house.do(bet("1"))
    assert house.do(bet("1")).entry == first.entry
    told = counted(stores[0])
    for _ in range(3):
        assert house.do(bet("1")).entry == first.entry
    assert told.accounts == 0
    assert told.of("SELECT") == 3
    assert told.of("INSERT") + told.of("UPDATE") == 0
    assert code_of(house, asked(WHEEL, player("ana"), "1", "leave")) == "command_repeated"


def test_a_conflict_reads_the_accounts_it_is_about(
    stores: tuple[Store, Store], counted: Callable[[Store], Counted]
) -> None:
    one, other = map(House, stores)
    other.do(bet("0"))
    one.do(bet("1"))
    told = counted(stores[1])
    other.do(bet("2"))
    assert 0 < told.accounts <= 2 * MOST_READ
    assert wallet_of(one, "ana") == MONEY - 3 * MINIMUM
    check_books_without_guests(stores[0])


def test_after_the_store_was_down_no_account_is_read(
    stores: tuple[Store, Store], counted: Callable[[Store], Counted], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(stores[0])
    house.do(bet("1"))
    with monkeypatch.context() as patch:
        patch.setattr(stores[0], "write", Mock(side_effect=StoreDownError("gone")))
        with pytest.raises(StoreDownError):
            house.do(bet("2"))
    told = counted(stores[0])
    house.do(bet("2"))
    assert 0 < told.accounts <= MOST_READ


def check_books_without_guests(store: Store) -> None:
    """Those who never came to the cage are taken out first: the audit would ask where they come from."""
    with store.engine.begin() as connection:
        connection.execute(ACCOUNTS.delete().where(ACCOUNTS.c.name.like("wallet:guest-%")))
    check_books(store)


class TestBalances:
    """A few accounts are kept; the rest is read when it is needed."""

    def balances(self, names: Any) -> dict[str, int]:
        self.asked.append(sorted(names))
        return {name: self.held[name] for name in names if name in self.held}

    @pytest.fixture(autouse=True)
    def begin(self) -> None:
        self.asked: list[list[str]] = []
        self.held = {"wallet:ana": 700, "bank:t": 0}
        self.kept = Balances(self)

    def test_each_is_read_once(self) -> None:
        self.kept.read(["wallet:ana", "bank:t"])
        assert (self.kept["wallet:ana"], self.kept["wallet:rui"]) == (700, 0)
        assert self.kept.lack(["wallet:ana", "wallet:rui", "bank:t"]) == {"wallet:rui"}
        assert self.asked == [["bank:t", "wallet:ana"], ["wallet:rui"]]
        assert Balances(self).lack(["wallet:ana", "wallet:rui"]) == {"wallet:rui"}  # read where nobody has asked yet

    def test_what_moves_is_known(self) -> None:
        self.kept.read(["wallet:ana", "wallet:rui"])
        self.kept.move({"wallet:ana": -200, "wallet:rui": 200, "wallet:mei": 5})
        assert [self.kept[f"wallet:{who}"] for who in ("ana", "rui", "mei")] == [500, 200, 0]

    def test_what_is_forgotten_is_read_anew(self) -> None:
        self.kept.read(["wallet:ana", "bank:t"])
        self.held["wallet:ana"] = 900
        self.kept.forget(["wallet:ana", "wallet:nobody"])
        assert self.kept["wallet:ana"] == 900
        self.held["bank:t"] = 5
        assert self.kept["bank:t"] == 0
        self.kept.forget()
        assert self.kept["bank:t"] == 5

    def test_no_more_are_kept_than_memory_is_meant_for(self) -> None:
        assert MOST_KEPT == 100_000
        self.kept.read(f"wallet:{number}" for number in range(MOST_KEPT))
        self.kept.read(["wallet:ana"])
        assert self.kept["wallet:ana"] == 700
        self.kept.read(["wallet:1"])
        assert self.asked[-1] == ["wallet:1"]


class WatchedLock:
    """A lock that counts everybody who comes to it, before they wait."""

    def __init__(self) -> None:
        self._lock = RLock()
        self.came = Semaphore(0)

    def __enter__(self) -> None:
        self.came.release()
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def test_a_table_that_many_wait_for_is_replayed_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a restart, when all streams come back at once."""
    Drive(House(store)).open_all(["wheel"])
    house, waiting, rows = House(store), 6, store.rows
    lock = WatchedLock()
    house._lock = lock  # type: ignore[assignment] # noqa: SLF001 - nobody else sees who waits
    replays: list[str] = []

    def read(table_id: str, after: int = 0, most: int | None = None) -> Iterator[Row]:
        if most is None:
            replays.append(table_id)
            for _ in range(waiting if len(replays) == 1 else 0):
                assert lock.came.acquire(timeout=PATIENCE)
        return rows(table_id, after, most)

    monkeypatch.setattr(store, "rows", read)
    threads = [Thread(target=house.table, args=(WHEEL,)) for _ in range(waiting)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert replays == [WHEEL]


class TestMemory:
    """Tables at which nothing goes on make room, and are read again when somebody comes."""

    @pytest.fixture
    def houses(self, db: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[House]]:
        monkeypatch.setattr(at_hand, "MOST_AT_HAND", 10)
        houses = [House(open_store(db)) for _ in range(2)]
        for number in range(16):
            houses[0].do(opening(f"t{number}", "roulette", f"o{number}"))
        houses[1].refresh()
        yield houses
        for house in houses:
            house.store.close()

    def test_idle_tables_rest(self, houses: list[House]) -> None:
        house = houses[1]
        house.do(cash("in", "ana", 100_000))
        house.do(asked("t3", player("ana"), "sit", "sit"))
        for number in range(16):
            assert house.table(f"t{number}").seq >= 1
        at = [number for number in range(16) if house.at_hand(f"t{number}")]
        assert len(at) <= 12
        assert 3 in at  # somebody sits there
        assert house.rests("t0")
        assert [table.id for table in house.occupied()] == ["t3"]
        assert house.table("t0").state.phase
        assert not house.rests("t0")

    def test_news_of_a_table_that_rests(self, houses: list[House]) -> None:
        one, other = houses
        for number in range(16):
            other.table(f"t{number}")
        assert other.rests("t0")
        heard: list[int] = []
        other.listeners.append(lambda told: heard.extend(each.entry.seq for each in told))
        one.do(CommandRequest(table="t0", actor=SUPERVISOR, id="fund", command=FundBank(stake=100_00)))
        other.refresh()
        assert heard == [2]
        assert other.table("t0").seq == 2
