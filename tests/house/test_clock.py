"""The times of entries go forward, whatever the system's clock does; and the health of the house says so."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from banca.house import audit
from banca.house.clock import MOST_BEHIND, HouseClock, read_time, write_time
from banca.house.database import Trouble
from banca.house.house import House
from banca.house.store import Store, open_store
from banca.server.health import HealthStatus, StoreWatch
from banca.server.metrics import REGISTRY
from support.houses import MINIMUM, Drive, asked, player, table_of
from support.lanes import Clock

WHEEL = table_of("wheel")
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


class Times:
    """A clock of the system that a test sets."""

    now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(f"sqlite:///{tmp_path / 'house.db'}")
    Drive(House(store, clock=Times())).open_all(["wheel"])
    yield store
    store.close()


def bet(house: House, name: str) -> None:
    house.do(asked(WHEEL, player("ana"), name, "place_bet", bet="symbol:1", stake=MINIMUM))


def times(store: Store) -> list[str]:
    return [entry.at for entry in audit.entries(store, WHEEL)]


def test_entries_never_go_back_and_a_clock_that_does_is_told(store: Store) -> None:
    system = Times()
    house = House(store, clock=system)
    for number, hours in enumerate((1, -3, 0, 2)):
        system.now = NOON + timedelta(hours=hours)
        bet(house, f"{number}")
    assert times(store) == sorted(times(store))
    assert times(store)[-4:] == [write_time(NOON + timedelta(hours=hours)) for hours in (1, 1, 1, 2)]
    watch = StoreWatch(house, Clock())
    system.now -= timedelta(minutes=5)
    watch.look()
    health = watch.health(is_draining=False)
    assert (health.status, health.troubles) == (HealthStatus.READY, [Trouble.CLOCK_BEHIND])
    assert REGISTRY.get_sample_value("banca_clock_behind_seconds") == 300
    bet(house, "goes on")
    system.now += timedelta(minutes=5)
    watch.look()
    assert watch.troubles == []


def test_a_clock_behind_the_entries_is_noticed_at_a_start_and_beside_another_server(store: Store) -> None:
    ahead, behind = Times(), Times()
    house = House(store, clock=behind)
    ahead.now = NOON + timedelta(minutes=1)
    bet(House(store, clock=ahead), "1")
    bet(house, "2")
    behind.now = NOON - timedelta(days=1)
    anew = House(store, clock=behind)
    for each in (house, anew):
        watch = StoreWatch(each, Clock())
        watch.look()
        assert watch.troubles == [Trouble.CLOCK_BEHIND]
    bet(anew, "3")
    assert times(store)[-3:] == [write_time(ahead.now)] * 3


def test_a_little_is_no_trouble_and_what_is_no_time_of_an_entry_moves_nothing() -> None:
    clock = HouseClock(lambda: NOON)
    for at in ("", "tomorrow", "9999-12-31", "9999-12-31T00:00:00+00:00"):
        clock.see(at)
        assert (read_time(at), clock.now(), clock.behind) == (None, write_time(NOON), 0)
    clock.see(write_time(NOON + timedelta(seconds=MOST_BEHIND)))
    assert clock.behind == 0
    assert clock.now() == write_time(NOON + timedelta(seconds=MOST_BEHIND))
