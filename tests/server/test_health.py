"""Honest health: ready means that a write was made; what is wrong is told by name, and nothing is acknowledged that nobody will find."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from sqlalchemy import event

from banca.house.cage import CAGE, CashedIn
from banca.house.database import StoreDownError, Trouble
from banca.house.house import House
from banca.house.store import Store, open_store
from banca.server.health import STALE_SECONDS, Health, HealthStatus, StoreWatch
from banca.server.metrics import REGISTRY
from banca.server.problems import STORE_BROKEN
from support.forgery import forge
from support.houses import MINIMUM, MONEY, Drive, asked, check_books, player, table_of, wallet_of
from support.lanes import Clock
from support.server import Service

WHEEL = table_of("wheel")


def bet(name: str) -> Any:
    return asked(WHEEL, player("ana"), name, "place_bet", bet="symbol:1", stake=MINIMUM)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """With a table, on a file."""
    house = House(open_store(f"sqlite:///{tmp_path / 'house.db'}"))
    Drive(house).open_all(["wheel"])
    yield house
    house.store.close()


def seen(house: House, clock: Clock | None = None) -> Health:
    """How it is after a look."""
    watch = StoreWatch(house, clock or Clock())
    watch.look()
    return watch.health(is_draining=False)


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    def setting(pragma: str) -> Any:
        return lambda connection, *_: connection.execute(f"PRAGMA query_only = {pragma}")

    on = setting("ON")
    event.listen(store.engine, "checkout", on)
    yield
    event.remove(store.engine, "checkout", on)
    event.listen(store.engine, "checkout", setting("OFF"))


class TestFile:
    """The store's file while a server runs."""

    def check_refused(self, house: House, trouble: Trouble) -> None:
        """Nothing is acknowledged, and it is said why; nor is anything made in the file's place."""
        there = sorted(house.store.file.path.parent.iterdir()) if house.store.file else []
        for number in range(3):
            with pytest.raises(StoreDownError) as caught:
                house.do(bet(f"no-{number}"))
            assert caught.value.trouble is trouble
        health = seen(house)
        assert (health.status, health.troubles) == (HealthStatus.STORE_DOWN, [trouble])
        house.store.engine.dispose()
        with pytest.raises(StoreDownError):
            house.balance("wallet:ana")
        assert house.store.file is not None
        assert sorted(house.store.file.path.parent.iterdir()) == there

    @pytest.mark.parametrize("trouble", [Trouble.FILE_GONE, Trouble.FILE_REPLACED])
    def test_it_is_removed_or_replaced(self, house: House, tmp_path: Path, trouble: Trouble) -> None:
        house.do(bet("1"))
        file = tmp_path / "house.db"
        if trouble is Trouble.FILE_REPLACED:
            (tmp_path / "copy").write_bytes(file.read_bytes())
            (tmp_path / "copy").replace(file)
        else:
            for each in tmp_path.iterdir():
                each.unlink()
        self.check_refused(house, trouble)

    def test_its_log_is_removed(self, house: House, tmp_path: Path) -> None:
        """What was acknowledged is not lost: it is brought into its place when the server ends."""
        house.do(bet("1"))
        (tmp_path / "house.db-wal").unlink()
        with pytest.raises(StoreDownError) as caught:
            house.do(bet("2"))
        assert caught.value.trouble is Trouble.LOG_GONE
        assert seen(house).troubles == [Trouble.LOG_GONE]
        house.store.close()
        anew = House(open_store(f"sqlite:///{tmp_path / 'house.db'}"))
        assert wallet_of(anew, "ana") == MONEY - MINIMUM
        check_books(anew.store)
        anew.store.close()

    def test_it_is_moved_away_and_back(self, house: House, tmp_path: Path) -> None:
        file, away = tmp_path / "house.db", tmp_path / "away.db"
        file.rename(away)
        with pytest.raises(StoreDownError):
            house.do(bet("1"))
        away.rename(file)
        house.do(bet("1"))
        assert seen(house).status is HealthStatus.READY
        check_books(house.store)

    def test_it_is_removed_while_a_batch_is_written(self, house: House, tmp_path: Path) -> None:
        """It was there when the batch began: nobody is told that the bet stands."""

        def pull(_: object) -> None:
            (tmp_path / "house.db").unlink(missing_ok=True)

        event.listen(house.store.engine, "commit", pull)
        with pytest.raises(StoreDownError) as caught:
            house.do(bet("1"))
        assert caught.value.trouble is Trouble.FILE_GONE


class TestWrites:
    def test_a_write_that_never_ends_is_noticed(self, house: House) -> None:
        clock = Clock()
        watch = StoreWatch(house, clock)
        assert watch.troubles == [Trouble.NO_ANSWER]
        watch.look()
        clock.move(STALE_SECONDS)
        assert watch.troubles == []
        clock.move(1)
        assert watch.troubles == [Trouble.NO_ANSWER]

    def test_a_store_that_can_only_be_read_is_noticed_logged_once_and_forgiven_when_a_bet_was_written(
        self, house: House, caplog: pytest.LogCaptureFixture
    ) -> None:
        watch = StoreWatch(house, Clock())
        watch.look()
        with caplog.at_level(logging.INFO, "banca"):
            with read_only(house.store):
                house.store.tables()
                for _ in range(3):
                    watch.look()
                assert watch.troubles == [Trouble.READ_ONLY]
                assert REGISTRY.get_sample_value("banca_ready") == 0
            house.do(bet("1"))
            assert watch.troubles == []
            watch.look()
        assert [record.getMessage() for record in caplog.records] == ["trouble", "no trouble any more"]
        assert REGISTRY.get_sample_value("banca_ready") == 1


def test_bets_into_a_removed_file_are_refused_and_the_server_is_not_ready(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.open("craps-1", "craps")
        service.fund("ana")
        service.do("ana", "craps-1", "sit")
        assert service.client.get("/health/ready").status_code == 200
        for file in tmp_path.iterdir():
            file.unlink()
        refused = service.command("ana", "craps-1", "place_bet", bet="pass_line", stake=1000)
        assert (refused.status_code, refused.json()["code"]) == (500, STORE_BROKEN)
        assert "its file was removed" in refused.json()["detail"]
        ready = service.client.get("/health/ready")
        assert (ready.status_code, service.app.state.store_watch.troubles) == (503, ["file_gone"])
        assert list(tmp_path.iterdir()) == []


def test_a_past_that_somebody_changed_is_not_paid_and_not_signed_over_http_either(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.fund("ana")
        file = Path(str(service.store.engine.url.database))
        forge(file, CAGE, CashedIn, lambda event: structs.replace(event, amount=2 * event.amount))
        refused = service.post("sofia", "/cage/out", id="out", player="ana", amount=1_500_000)
        assert (refused.status_code, refused.json()["code"]) == (409, "record_differs")
        assert service.ask(None, "GET", "/log/checkpoint").json()["code"] == "record_differs"
        service.app.state.store_watch.look()  # a write that goes well does not make it good
        health = service.get("sofia", "/health/ready")
        assert (health["status"], "record_differs" in health["troubles"], bool(health["record"])) == (
            "ready",
            True,
            True,
        )
        assert REGISTRY.get_sample_value("banca_record_differs") == 1
        assert "does not match what was signed" in service.client.get("/evidence").text
