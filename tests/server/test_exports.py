"""Exports, however their readers go: no connection is kept, no live table waits, nothing keeps the store from being tidied."""

import gc
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from banca.server import process as server
from banca.server import streams as long_responses
from banca.tables.commands import Role
from support.lanes import PATIENCE
from support.readers import TABLE, counted, fill, is_whole, keep_small, let_stalled_go, reader, rest
from support.server import PASSWORD, UNHURRIED, LiveService, Service, until

pytestmark = [pytest.mark.server, pytest.mark.slow]

ENTRIES = 1000
"""Some times what fits into a server's buffers and a small socket's."""
PATHS = (f"/tables/{TABLE}/journal", "/journal")
MANY = {"exports": 20, "exports_of_person": 20, "export_seconds": 600.0}


@contextmanager
def filled(folder: Path, url: str = "", **limits: Any) -> Iterator[LiveService]:
    with LiveService(folder, url=url, limits=replace(UNHURRIED, **limits)) as service:
        keep_small(service)
        service.fund()
        fill(service.house, ENTRIES)
        service.do("ana", TABLE, "sit")
        yield service


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    url = request.getfixturevalue("postgres").database() if request.param == "postgresql" else ""
    with filled(tmp_path_factory.mktemp("house"), url, **MANY) as service:
        yield service


@pytest.fixture(autouse=True)
def look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_responses, "LOOK_SECONDS", 0.01)


def bet(service: LiveService) -> None:
    service.do("ana", TABLE, "place_bet", bet="red", stake=1000)


def taken(service: LiveService) -> int:
    """Connections that somebody holds."""
    pools: list[Any] = [service.store.engine.pool]
    if archive := getattr(service.app.state, "archive", None):
        pools.append(archive.store.engine.pool)
    return sum(pool.checkedout() for pool in pools)


def stalled(service: LiveService, count: int = 1) -> bool:
    """Whether so many wait for their readers."""
    waiting = [one for one in service.app.state.stream_registry.under_way if one.waits_since is not None]
    return len(waiting) == count


def test_exports_that_are_broken_off_or_not_read_keep_no_connection(service: LiveService) -> None:
    gc.disable()  # what only Python's collector would let go is kept, as in a server that has grown up
    try:
        for path in PATHS * 6:
            with reader(service, "ines", path):
                pass
        bet(service)
        until(lambda: taken(service) == 0 and not service.app.state.stream_registry.under_way)
    finally:
        gc.enable()
    with ExitStack() as readers:
        for _ in range(20):
            readers.enter_context(reader(service, "ines", "/journal"))
        bet(service)
        until(lambda: stalled(service, 20) and taken(service) == 0)
    until(lambda: not service.app.state.stream_registry.under_way)


@pytest.mark.parametrize("service", ["sqlite"], indirect=True)
@pytest.mark.parametrize("limit", ["stalled_seconds", "export_seconds"])
def test_who_takes_nothing_or_too_long_is_cut_off_and_does_not_take_it_for_whole(
    service: LiveService, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, answers = counted(limit), service.app.state.stream_registry
    with reader(service, "ines", "/journal") as sock:
        until(lambda: stalled(service))
        if limit == "stalled_seconds":
            let_stalled_go(service)
        else:
            monkeypatch.setattr(answers, "_stalled_seconds", UNHURRIED.export_seconds + 1)
            service.ticks.move(599)
            answers.look()
            assert len(answers.under_way) == 1
            service.ticks.move(1)
        until(lambda: not answers.under_way)
        assert not is_whole(rest(sock))
    assert counted(limit) == before + 1
    with reader(service, "ines", "/journal") as sock:
        assert is_whole(rest(sock))


# How many


def refused(service: Service, who: str, path: str) -> Any:
    answer = service.ask(who, "GET", path)
    assert answer.status_code == 429, answer.text
    assert int(answer.headers["retry-after"]) > 0
    return answer.json()["code"]


def test_nobody_has_more_exports_than_they_may_and_a_server_that_stops_waits_for_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does one that nobody reads keep SQLite's log from being tidied."""
    monkeypatch.setattr(server, "DRAIN_SECONDS", int(PATIENCE))
    of_person, of_all = UNHURRIED.exports_of_person, UNHURRIED.exports
    assert 0 < of_person < of_all < 2 * of_person + 1
    with ExitStack() as last:
        with filled(tmp_path) as service:
            for name in ("iva", "ivo"):
                service.people.add(name, Role.INSPECTOR, PASSWORD)
                service.tokens[name] = service.people.issue(name, "test").token
            with ExitStack() as readers:
                for _ in range(of_person):
                    readers.enter_context(reader(service, "ines", "/journal"))
                for path in (*PATHS, "/audit/verify"):
                    assert refused(service, "ines", path) == "too_many_exports"
                for _ in range(of_all - of_person):
                    readers.enter_context(reader(service, "iva", "/journal"))
                assert refused(service, "ivo", "/journal") == "too_many_exports"
                bet(service)
                with closing(sqlite3.connect(tmp_path / "house.db", timeout=PATIENCE)) as other:
                    assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
                assert (tmp_path / "house.db-wal").stat().st_size == 0
                assert service.ask("ivo", "GET", f"/tables/{TABLE}/story").status_code == 200
            until(lambda: not service.app.state.stream_registry.under_way)
            with reader(service, "ivo", "/journal") as sock:
                assert is_whole(rest(sock))
            sock = last.enter_context(reader(service, "ines", "/journal"))
            until(lambda: stalled(service))
        assert not is_whole(rest(sock))
