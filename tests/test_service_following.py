"""Streams within limits: so many of one person and one address, so much of the past, and none for who does not read."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from banca.house.store import Store
from banca.house.writing import Row
from banca.service import replay_cache, streams
from banca.service.addresses import network_of
from banca.service.metrics import LIMITED
from readers import TABLE, fill, keep_small, let_stalled_go, reader, rest
from service import UNHURRIED, LiveService, check_problem, following, until

pytestmark = pytest.mark.server

EVENTS = f"/tables/{TABLE}/events"


@pytest.fixture
def service(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[LiveService]:
    limits = replace(UNHURRIED, **getattr(request, "param", {}))
    with LiveService(tmp_path, limits=limits) as found:
        keep_small(found)
        fill(found.house, 10)
        yield found


def refused(service: LiveService, who: str, query: str = "", status: int = 429, **headers: str) -> Any:
    """Why somebody may not follow; what is not refused would be read without end."""
    headers["Authorization"] = f"Bearer {service.tokens[who]}"
    with service.client.stream("GET", f"/api/v1{EVENTS}{query}", headers=headers) as answer:
        assert answer.status_code == status
        assert status != 429 or int(answer.headers["retry-after"]) > 0
        answer.read()
    check_problem(answer)
    return answer.json()


def counted(limit: str) -> float:
    found: float = LIMITED.labels(limit)._value.get()  # noqa: SLF001 - it has no other way to be read
    return found


def begin(service: LiveService, who: str, query: str = "") -> None:
    """Follow for a moment."""
    with reader(service, who, f"{EVENTS}{query}"):
        pass


# How many


@pytest.mark.parametrize("service", [{"streams_of_person": 3}], indirect=True)
def test_one_person_has_so_many_streams_and_others_theirs(service: LiveService) -> None:
    before = counted("streams_of_person")
    with ExitStack() as open_ones:
        for _ in range(3):
            open_ones.enter_context(following(service, "ana", TABLE))
        assert refused(service, "ana")["code"] == "too_many_streams"
        assert counted("streams_of_person") == before + 1
        begin(service, "bento")
    until(lambda: not service.app.state.answers.under_way)
    begin(service, "ana")


@pytest.mark.parametrize("service", [{"streams_of_address": 3}], indirect=True)
def test_one_address_has_so_many_streams(service: LiveService) -> None:
    with ExitStack() as open_ones:
        for who in ("ana", "bento", "chan"):
            open_ones.enter_context(following(service, who, TABLE))
        assert refused(service, "carlos")["code"] == "too_many_streams"


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:0:1::7", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"),
        ("2001:db8:0:2::7", "2001:db8:0:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_subscribers_whole_network_is_one_address(address: str, counts_as: str) -> None:
    assert network_of(address) == counts_as


# How much of the past


@pytest.mark.parametrize("service", [{"replayed_entries": 250}], indirect=True)
def test_a_player_is_not_told_the_whole_past_again(service: LiveService) -> None:
    head, before = fill(service.house, 300), counted("replayed_entries")
    told = refused(service, "ana", f"?after={head - 251}", 409)
    assert (told["code"], str(head - 250) in told["detail"]) == ("too_far_behind", True)
    assert refused(service, "ana", status=409, **{"Last-Event-ID": "0"}) == told
    assert counted("replayed_entries") == before + 2
    for who, after in (("ana", head - 250), ("ines", 0)):
        with following(service, who, TABLE, f"?after={after}") as frames:
            assert [next(frames)[0] for _ in range(after, head)] == list(range(after + 1, head + 1))


@pytest.mark.parametrize("service", [{"replays_of_person_minute": 2}], indirect=True)
def test_the_past_is_told_so_often_in_a_minute(service: LiveService) -> None:
    head = fill(service.house, 300)
    for _ in range(2):
        begin(service, "ines", "?after=0")
    assert refused(service, "ines", "?after=0")["code"] == "too_often"
    begin(service, "ines", f"?after={head - 100}")  # as a page asks when it is opened
    begin(service, "sofia", "?after=0")
    service.ticks.move(60)
    begin(service, "ines", "?after=0")


def test_who_was_there_a_moment_ago_replays_nothing(service: LiveService) -> None:
    with following(service, "ana", TABLE) as frames:
        head = fill(service.house, 300)
        next(frames)
        for _ in range(UNHURRIED.replays_of_person_minute + 1):
            begin(service, "bento", f"?after={head - 250}")


def test_entries_are_read_once_for_all_who_replay_them(service: LiveService, monkeypatch: pytest.MonkeyPatch) -> None:
    head = fill(service.house, 4 * replay_cache.CHUNK)
    read: list[int] = []
    rows = Store.rows

    def counting(store: Store, table_id: str, after: int = 0, most: int | None = None) -> Iterator[Row]:
        read.append(after)
        return rows(store, table_id, after, most)

    monkeypatch.setattr(Store, "rows", counting)
    for _ in range(3):
        with following(service, "ines", TABLE, "?after=7") as frames:
            assert [next(frames)[0] for _ in range(7, head)] == list(range(8, head + 1))
    whole = [after for after in read if after % replay_cache.CHUNK == 0 and after + replay_cache.CHUNK <= head]
    assert whole == [0, 200, 400, 600]


def test_what_is_at_hand_for_replays_is_bounded(service: LiveService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_cache, "MOST_BYTES", 60_000)
    head = fill(service.house, 10 * replay_cache.CHUNK)
    with following(service, "ines", TABLE, "?after=0") as frames:
        assert [next(frames)[0] for _ in range(head)] == list(range(1, head + 1))
    kept = service.app.state.streams._replays  # noqa: SLF001 - what it keeps is nobody's to see
    assert 0 < sum(len(one) for block in kept._blocks.values() for _, one in block.result()) <= 60_000  # noqa: SLF001


def test_tables_that_nobody_follows_are_let_go(service: LiveService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_QUIET", 2)
    for number in range(4):
        service.open(f"t{number}", "fantan")
        with reader(service, "ana", f"/tables/t{number}/events"):
            pass
        until(lambda: not service.app.state.answers.under_way)
    assert list(service.app.state.streams._channels) == ["t2", "t3"]  # noqa: SLF001


# Who does not read


@pytest.mark.parametrize("service", [{"streams_of_person": 1}], indirect=True)
def test_a_stream_that_nobody_reads_is_ended(service: LiveService) -> None:
    fill(service.house, 1500)
    answers = service.app.state.answers
    with reader(service, "ana", f"{EVENTS}?after=0") as sock:
        until(lambda: any(one.is_waiting for one in answers.under_way))
        assert refused(service, "ana")["code"] == "too_many_streams"
        let_stalled_go(service)
        until(lambda: not answers.under_way)
        rest(sock)
    begin(service, "ana")


def test_a_quiet_stream_is_not_a_stalled_one(service: LiveService) -> None:
    with following(service, "ana", TABLE) as frames:
        service.ticks.move(3600)
        service.app.state.answers.look()
        let_stalled_go(service)
        fill(service.house, 2)
        next(frames)
