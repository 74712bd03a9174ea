"""The times of entries go forward, whatever the system's clock does; and the health of the house says so."""

import logging
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from banca.house import audit
from banca.house.clock import MOST_BEHIND, HouseClock, read_time, write_time
from banca.house.health import Trouble
from banca.house.house import House
from banca.house.store import Store, open_store
from banca.service.health import HealthStatus, Watch
from banca.service.metrics import REGISTRY
from clock import Clock
from house_drive import MINIMUM, Drive, asked, player, table_of

WHEEL = table_of("wheel")
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(f"sqlite:///{tmp_path / 'house.db'}")
    yield store
    store.close()


def bet(name: str) -> Any:
    return asked(WHEEL, player("ana"), name, "place_bet", bet="symbol:1", stake=MINIMUM)


def troubles(house: House) -> list[Trouble]:
    """What is wrong after a look."""
    watch = Watch(house, Clock())
    watch.look()
    return list(watch.health(is_draining=False).troubles)


class TestClock:
    """The times of entries go forward, whatever the system's clock does; and it is told."""

    def house(self, store: Store) -> House:
        self.now = NOON
        return House(store, clock=lambda: self.now)

    def times(self, store: Store) -> list[str]:
        return [entry.at for entry in audit.entries(store, WHEEL)]

    def test_entries_never_go_back(self, store: Store) -> None:
        house = self.house(store)
        Drive(house).open_all(["wheel"])
        for number, hours in enumerate((1, -3, 0, 2)):
            self.now = NOON + timedelta(hours=hours)
            house.do(bet(f"{number}"))
        found = self.times(store)
        assert found == sorted(found)
        assert found[-4:] == [write_time(NOON + timedelta(hours=hours)) for hours in (1, 1, 1, 2)]

    def test_it_is_told_and_bets_go_on(self, store: Store, caplog: pytest.LogCaptureFixture) -> None:
        house = self.house(store)
        Drive(house).open_all(["wheel"])
        watch = Watch(house, Clock())
        watch.look()
        self.now = NOON - timedelta(minutes=5)
        with caplog.at_level(logging.WARNING, "banca"):
            watch.look()
        health = watch.health(is_draining=False)
        assert (health.status, health.troubles) == (HealthStatus.READY, [Trouble.CLOCK_BEHIND])
        assert REGISTRY.get_sample_value("banca_clock_behind_seconds") == 300
        assert [one.getMessage() for one in caplog.records] == ["trouble"]
        house.do(bet("1"))
        self.now = NOON
        watch.look()
        assert watch.troubles == []

    def test_it_is_noticed_at_a_start(self, store: Store) -> None:
        house = self.house(store)
        Drive(house).open_all(["wheel"])
        Watch(house, Clock()).look()
        anew = self.house(store)
        self.now = NOON - timedelta(days=1)
        assert troubles(anew) == [Trouble.CLOCK_BEHIND]
        anew.do(bet("1"))
        found = self.times(store)
        assert found[-1] == found[-2] == write_time(NOON)

    def test_another_server_s_clock_is_ahead(self, store: Store) -> None:
        house = self.house(store)
        Drive(house).open_all(["wheel"])
        ahead = House(store, clock=lambda: NOON + timedelta(minutes=1))
        ahead.do(bet("1"))
        house.do(bet("2"))
        found = self.times(store)
        assert found[-1] == found[-2]
        assert troubles(house) == [Trouble.CLOCK_BEHIND]

    def test_a_little_is_nothing_to_speak_of(self) -> None:
        clock = HouseClock(lambda: NOON)
        clock.see(write_time(NOON + timedelta(seconds=MOST_BEHIND)))
        assert clock.behind == 0
        assert clock.now() == write_time(NOON + timedelta(seconds=MOST_BEHIND))

    @pytest.mark.parametrize("at", ["", "tomorrow", "9999-12-31", "9999-12-31T00:00:00+00:00"])
    def test_what_is_no_time_of_an_entry_moves_nothing(self, at: str) -> None:
        clock = HouseClock(lambda: NOON)
        clock.see(at)
        assert (read_time(at), clock.now(), clock.behind) == (None, write_time(NOON), 0)
