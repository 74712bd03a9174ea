"""Practice seats bring no money past the cage."""

import pytest

from banca.house.audit import verify
from banca.house.cage import CAGE, CashedIn, CashedOut
from banca.house.house import House
from banca.house.journal import Entry, read
from banca.house.practice import PRACTICE_NEEDS_PLAY_MONEY
from banca.house.store import Store, open_store
from banca.live.event import OUTSIDE, wallet
from banca.live.seating import PRACTICE_MONEY
from banca.rulebook import Refusal
from house_drive import MONEY, SUPERVISOR, Drive, asked, cash, check_books, table_of

WHEEL = table_of("wheel")
SEAT = wallet("practice:two")


def seat(house: House, name: str) -> None:
    house.do(asked(WHEEL, SUPERVISOR, name, "seat_practice", player="two", policy="symbol:1"))


def unseat(house: House, name: str) -> None:
    house.do(asked(WHEEL, SUPERVISOR, name, "unseat", player="practice:two"))


def played(store: Store) -> House:
    house = House(store)
    house.is_play_money = True
    Drive(house).open_all(["wheel"])
    return house


def at_cage(house: House) -> list[Entry]:
    """Every entry of the cage but its opening."""
    _, *rows = house.store.rows(CAGE)
    return [read(row.body, CAGE, row.seq) for row in rows]


def test_five_times_seated_and_unseated_leaves_nothing(store: Store) -> None:
    house = played(store)
    outside = house.balance(OUTSIDE)
    for turn in range(5):
        seat(house, f"in-{turn}")
        assert house.balance(SEAT) == PRACTICE_MONEY
        unseat(house, f"out-{turn}")
        assert house.balance(SEAT) == 0
    assert house.balance(OUTSIDE) == outside
    moved = [event for entry in at_cage(house)[-10:] for event in entry.events]
    there = CashedIn(player="practice:two", amount=PRACTICE_MONEY)
    back = CashedOut(player="practice:two", amount=PRACTICE_MONEY)
    assert moved == [there, back] * 5
    check_books(store)


def test_a_table_that_closes_sends_the_money_of_its_practice_seats_back(store: Store) -> None:
    house = played(store)
    seat(house, "in")
    house.do(asked(WHEEL, SUPERVISOR, "close", "close"))
    assert house.balance(SEAT) == 0
    assert verify(store).is_whole


def test_where_money_is_worth_something_nobody_plays_with_play_money(store: Store) -> None:
    house = played(store)
    house.is_play_money = False
    with pytest.raises(Refusal) as refusal:
        seat(house, "in")
    assert refusal.value.code == PRACTICE_NEEDS_PLAY_MONEY
    assert not house.table(WHEEL).state.practice


def test_the_cage_of_another_process_is_seen_first(store_url: str) -> None:
    one, other = open_store(store_url), open_store(store_url)
    house = played(one)
    second = House(other)
    second.do(cash("more", "ana", MONEY))
    seat(house, "in")
    second.do(cash("yet more", "ana", MONEY))
    assert second.balance(SEAT) == PRACTICE_MONEY
    assert verify(one).is_whole
    one.close()
    other.close()
