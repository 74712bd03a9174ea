"""Following a table: a real server tells every entry once and in order, hides what must be hidden, and stops cleanly."""

import asyncio
import json
import re
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
import pytest

from banca.games.pai_kao import settings
from banca.games.pai_kao.hands import format_setting
from banca.house.audit import Weight, verify
from banca.house.keys import keys_of
from banca.house.store import Store
from banca.service import replay_cache, streams
from banca.service.metrics import STREAMS
from patience import PATIENCE
from service import MONEY, PLAYERS, Api, LiveService, Process, events, following, until

pytestmark = pytest.mark.server

CRAPS = "craps-1"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[LiveService]:
    with LiveService(tmp_path) as found:
        found.fund()
        found.open(CRAPS, "craps", maximum=100_000_000)
        for player in PLAYERS:
            found.do(player, CRAPS, "sit")
        yield found


def bet(service: Api, who: str = "ana", times: int = 1) -> None:
    for _ in range(times):
        service.do(who, CRAPS, "place_bet", bet="pass_line", stake=1000)


def take(frames: Iterator[tuple[int, bytes]], count: int) -> list[tuple[int, bytes]]:
    return list(islice((frame for frame in frames if frame[0] != -1), count))


def ids(frames: Iterator[tuple[int, bytes]], count: int) -> list[int]:
    return [seq for seq, _ in take(frames, count)]


# In order, once, without a gap


def test_who_has_seen_more_elsewhere_than_this_process_has_sees_nothing_twice(
    service: LiveService, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = service.house.table(CRAPS)
    monkeypatch.setattr(service.store, "seq", lambda _: table.seq + 1)  # another process has written one more
    begins = service.app.state.streams.begins
    asked = (None, table.seq - 1, table.seq, table.seq + 1, table.seq + 5)
    assert [asyncio.run(begins(table, after)) - table.seq for after in asked] == [0, -1, 0, 1, 1]


def test_every_role_follows_and_nobody_else(service: LiveService) -> None:
    for who in ("ana", "carlos", "sofia", "ines"):
        with following(service, who, CRAPS, "?after=0") as frames:
            assert ids(frames, 4) == [1, 2, 3, 4]
    assert service.ask(None, "GET", f"/tables/{CRAPS}/events").status_code == 401


def test_entries_come_as_they_happen_with_their_sequence_as_id(service: LiveService) -> None:
    with following(service, "ana", CRAPS) as frames, following(service, "ines", CRAPS, "?after=2") as all_frames:
        bet(service, times=3)
        mine = take(frames, 3)
        assert [seq for seq, _ in mine] == [5, 6, 7]
        assert ids(all_frames, 5) == [3, 4, 5, 6, 7]
    for seq, data in mine:
        entry = json.loads(data)
        assert (entry["seq"], entry["table"], entry["by"]) == (seq, CRAPS, "ana")
        assert events(data) == [{"event": "bet_placed", "player": "ana", "bet": "pass_line", "stake": 1000}]


@pytest.mark.parametrize(
    ("query", "headers", "first"),
    [("?after=3", {}, 4), ("", {"Last-Event-ID": "3"}, 4), ("?after=1", {"Last-Event-ID": "3"}, 4), ("?after=99", {}, 6),
     ("?after=10000000000000000000000", {}, 6), ("", {"Last-Event-ID": "0"}, 1)],
)  # fmt: skip
def test_a_stream_resumes_behind_the_last_id(
    service: LiveService, query: str, headers: dict[str, str], first: int
) -> None:
    bet(service)
    with following(service, "ana", CRAPS, query, **headers) as frames:
        bet(service)
        assert ids(frames, 7 - first) == list(range(first, 7))


@pytest.mark.parametrize(
    "sent", ["?after=-1", "?after=x", "?after=1.5", "?after=", "Last-Event-ID: x", "Last-Event-ID: -1"]
)
def test_where_to_resume_must_be_a_number(service: LiveService, sent: str) -> None:
    name, _, value = sent.partition(": ")
    headers = {name: value} if value else {}
    asked = service.ask("ana", "GET", f"/tables/{CRAPS}/events{'' if value else sent}", headers=headers)
    assert (asked.status_code, asked.json()["code"]) == (400, "bad_request")


def test_who_is_far_behind_gets_everything_once_while_more_happens(
    service: LiveService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_cache, "CHUNK", 64)
    with following(service, "bento", CRAPS) as slow:  # from now on, and reads nothing for a while
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda _: bet(service, times=80), range(8)))
        total = 4 + 640
        with following(service, "chan", CRAPS, "?after=0") as late, ThreadPoolExecutor(2) as pool:
            more = pool.submit(bet, service, "ana", 100)
            assert ids(late, total + 100) == list(range(1, total + 101))
            more.result()
        assert ids(slow, 740) == list(range(5, total + 101))
    assert total > streams.KEPT


def test_a_listener_that_goes_away_harms_nobody(service: LiveService) -> None:
    before = STREAMS._value.get()  # noqa: SLF001 - the gauge has no other way to be read
    with following(service, "bento", CRAPS) as stays:
        for _ in range(20):
            with following(service, "chan", CRAPS, "?after=0") as goes:
                next(goes)
            bet(service)
        assert ids(stays, 20) == list(range(5, 25))
        until(lambda: STREAMS._value.get() == before + 1)  # noqa: SLF001
    until(lambda: STREAMS._value.get() == before)  # noqa: SLF001


def test_a_quiet_stream_shows_that_it_is_alive_and_ends_with_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.1)
    with LiveService(tmp_path) as service:
        service.open(CRAPS, "craps")
        with following(service, "ana", CRAPS) as frames:
            assert list(islice(frames, 2)) == [(-1, b"")] * 2
            service.store.execute(keys_of("ana"))  # as another process would
            assert all(seq == -1 for seq, _ in frames)


@pytest.mark.parametrize("way", ["disabled", "new password", "reset", "logged out"])
def test_a_stream_ends_when_its_owner_is_shut_out(service: LiveService, way: str) -> None:
    with following(service, "ana", CRAPS) as frames, following(service, "bento", CRAPS) as others:
        bet(service)
        assert ids(frames, 1) == [5]
        match way:
            case "disabled":
                service.ask("sofia", "DELETE", "/users/ana")
            case "reset":
                service.ask("sofia", "POST", "/users/ana/password")
            case "new password":
                service.post("ana", "/password", old="a password of many words", new="another password")
            case _:
                service.ask("ana", "POST", "/logout")
        bet(service, "bento")
        assert [seq for seq, _ in frames if seq != -1] == []
        assert ids(others, 2) == [5, 6]


# What must be hidden

PAI_KAO = "pai-kao-1"
DO = ("ana", "bento", "chan")


def deal(service: LiveService) -> dict[str, list[str]]:
    """ana banks at gate 1, bento and chan stake at theirs; the tiles are dealt. What was dealt, by gate."""
    service.open(PAI_KAO, "pai_kao")
    for gate, player in enumerate(DO, start=1):
        service.do(player, PAI_KAO, "sit", gate=gate)
    service.do("ana", PAI_KAO, "take_bank")
    service.do("carlos", PAI_KAO, "mix_and_stack")
    service.do("ana", PAI_KAO, "put_down_principal", stake=50_000)
    for gate, player in ((2, "bento"), (3, "chan")):
        service.do(player, PAI_KAO, "stake", gate=gate, stake=1000)
    service.do("ana", PAI_KAO, "shake")
    service.do("carlos", PAI_KAO, "deal")
    tiles: dict[str, list[str]] = service.get("ines", f"/tables/{PAI_KAO}")["view"]["state"]["tiles"]
    assert len(tiles) == 8
    return tiles


def hands(raw: bytes) -> list[Any]:
    """Everything in an answer that could be tiles: faces are written like 6-6."""
    found = []

    def look(value: Any) -> None:
        if isinstance(value, dict):
            for one in value.values():
                look(one)
        elif isinstance(value, list):
            for one in value:
                look(one)
        elif isinstance(value, str) and "-" in value and all(part.isdigit() for part in value.split("-")):
            found.append(value)

    look(json.loads(raw))
    return found


def test_pai_kao_nobody_sees_anothers_tiles_before_the_turn(service: LiveService) -> None:
    tiles = deal(service)
    seq = service.get("ines", f"/tables/{PAI_KAO}")["view"]["seq"]
    answers: dict[str, list[bytes]] = {who: [] for who in (*DO, "carlos", "sofia", "ines")}
    setting = {gate: format_setting(next(iter(settings(tuple(tiles[gate]))))) for gate in ("1", "2", "3")}
    for gate, player in enumerate(DO, start=1):
        answer = service.command(player, PAI_KAO, "set_tiles", gate=gate, setting=setting[str(gate)])
        assert answer.status_code == 201, answer.text
        answers[player].append(answer.content)
        wrong = service.command(player, PAI_KAO, "set_tiles", gate=gate % 3 + 1, setting=setting[str(gate)])
        assert wrong.status_code >= 400
        answers[player].append(wrong.content)
    for who, raw in answers.items():
        with following(service, who, PAI_KAO, "?after=1") as frames:  # the opening names all tiles there are
            raw += [data for _, data in take(frames, seq + 2)]
        raw.append(service.ask(who, "GET", f"/tables/{PAI_KAO}").content)
        raw.append(service.ask(who, "GET", "/tables").content)
    dice = re.compile(rb'"outcome(\\?)":\\?"[1-6](-[1-6]){3}\\?"')  # everybody sees them, and they look like tiles
    answers = {who: [dice.sub(rb'"outcome\1":\1"\1"', one) for one in raw] for who, raw in answers.items()}
    for who, raw in answers.items():
        joined = re.sub(rb'"at\\?":\\?"[^"]*"', b"", b"\n".join(raw))  # dates look like tiles
        seen = {face for one in raw for face in hands(one)} | {face for face in faces(tiles) if face.encode() in joined}
        own = set(tiles[str(DO.index(who) + 1)]) if who in DO else set()
        assert seen == (faces(tiles) if who == "ines" else own), who
        others = [setting[gate] for gate in setting if who not in DO or gate != str(DO.index(who) + 1)]
        assert any(one.encode() in joined for one in others) is (who == "ines"), who
    assert service.ask("sofia", "GET", f"/tables/{PAI_KAO}/journal").status_code == 403


def faces(tiles: dict[str, list[str]]) -> set[str]:
    return {face for hand in tiles.values() for face in hand}


def test_pai_kao_after_the_turn_everybody_sees_them(service: LiveService) -> None:
    tiles = deal(service)
    for gate, player in enumerate(DO, start=1):
        own = format_setting(next(iter(settings(tuple(tiles[str(gate)])))))
        service.do(player, PAI_KAO, "set_tiles", gate=gate, setting=own)
    service.do("ana", PAI_KAO, "turn_banker")
    service.do("carlos", PAI_KAO, "turn_gates")
    for who in (*DO, "carlos"):
        assert service.get(who, f"/tables/{PAI_KAO}")["view"]["state"]["tiles"] == tiles
    service.do("carlos", PAI_KAO, "settle")
    checked = verify(service.store)
    assert {one.weight for one in checked.findings} <= {Weight.NOTICE}, checked.findings


# The end


def test_sigterm_keeps_everything_that_was_acknowledged_and_ends_the_streams(tmp_path: Path) -> None:
    process = Process(tmp_path, "--demo", "--log", "WARNING")
    guests = [process.post(None, "/demo/players").json() for _ in range(4)]
    acknowledged: list[str] = []
    ended = Event()
    heard: list[int] = []
    for guest in guests:
        process.tokens[guest["name"]] = guest["token"]
    table = "demo-pai-kao"

    def listen() -> None:
        with following(process, guests[0]["name"], table, "?after=0") as frames:
            heard.extend(seq for seq, _ in frames)
        ended.set()

    def play(place: int) -> set[int]:
        """Sits down and leaves again without end, until the server says no more."""
        name, statuses = guests[place]["name"], set()
        with httpx.Client(base_url=process.client.base_url, timeout=PATIENCE) as client:
            for number in range(100_000):
                body = {"id": f"{place}-{number}", "command": {"do": "leave" if number % 2 else "sit"}}
                how = {"Authorization": f"Bearer {process.tokens[name]}"}
                try:
                    answer = client.post(f"/api/v1/tables/{table}/commands", json=body, headers=how)
                except httpx.TransportError:
                    break
                statuses.add(answer.status_code)
                if answer.status_code != 201:
                    assert answer.json()["code"] == "draining"
                    break
                acknowledged.append(f"{name} {body['id']}")
        return statuses

    listener = Thread(target=listen)
    listener.start()
    with ThreadPoolExecutor(3) as pool:
        playing = [pool.submit(play, place) for place in (1, 2, 3)]
        until(lambda: len(acknowledged) > 50)
        code = process.end(signal.SIGTERM)
        assert set().union(*(one.result() for one in playing)) <= {201, 503}
    assert code == 0
    assert ended.wait(PATIENCE)
    listener.join()
    store = Store(process.db)
    written = {f"{row.by} {row.command_id}": row.seq for row in store.rows(table)}
    assert set(acknowledged) <= set(written)
    real = [seq for seq in heard if seq != -1]
    assert real == list(range(1, len(real) + 1))
    checked = verify(store)
    assert {one.weight for one in checked.findings} <= {Weight.NOTICE}, checked.findings
    store.close()
    assert "Traceback" not in (tmp_path / "errors").read_text()


def test_a_server_that_drains_says_so_and_finishes(service: LiveService) -> None:
    service.app.state.batches.is_draining = True
    refused = service.command("ana", CRAPS, "place_bet", bet="pass_line", stake=1000)
    assert (refused.status_code, refused.json()["code"], refused.headers["retry-after"]) == (503, "draining", "1")
    assert service.client.get("/health/ready").json()["status"] == "draining"
    assert service.client.get("/health/live").status_code == 200
    assert service.house.balance("wallet:ana") == MONEY
