"""Following a table: every entry once and in order, what must be hidden is hidden, and nobody takes more than the limits allow."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from itertools import count, islice, takewhile
from pathlib import Path
from typing import Any

import pytest

from banca.games import rules_of
from banca.games.pai_kao.hands import format_setting, settings
from banca.house.audit import Weight, verify
from banca.house.people import keys_of
from banca.i18n import translator
from banca.law import Language
from banca.server import streams
from banca.server import streams as replay_cache
from banca.tables.commands import Role
from banca.tables.events import BetPlaced
from support.readers import TABLE, counted, fill, keep_small, let_stalled_go, reader, rest
from support.server import PASSWORD, PLAYERS, UNHURRIED, Api, LiveService, check_problem, events, following, until

pytestmark = pytest.mark.server

_numbers = count(1)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house")) as service:
        service.fund(amount=10**9)
        yield service


@pytest.fixture
def table(service: LiveService) -> str:
    """A table of craps at which everybody has sat down: four entries."""
    name = f"craps-{next(_numbers)}"
    service.open(name, "craps", maximum=100_000_000)
    for player in PLAYERS:
        service.do(player, name, "sit")
    return name


def bet(service: Api, table: str, who: str = "ana", times: int = 1) -> None:
    for _ in range(times):
        service.do(who, table, "place_bet", bet="pass_line", stake=1000)


def take(frames: Iterator[tuple[int, bytes]], count: int) -> list[tuple[int, bytes]]:
    return list(islice((frame for frame in frames if frame[0] != -1), count))


def ids(frames: Iterator[tuple[int, bytes]], count: int) -> list[int]:
    return [seq for seq, _ in take(frames, count)]


class TestOrder:
    """In order, once, without a gap."""

    def test_every_role_follows_what_happens_from_a_number_on_and_nobody_else(
        self, service: LiveService, table: str
    ) -> None:
        for who in ("ana", "carlos", "sofia", "ines"):
            with following(service, who, table, "?after=0") as frames:
                assert ids(frames, 4) == [1, 2, 3, 4]
        path = f"/tables/{table}/events"
        assert service.ask(None, "GET", path).status_code == 401
        answers = [service.ask("ana", "GET", f"{path}?after={after}") for after in ("-1", "x", "1.5", "")]
        answers += [service.ask("ana", "GET", path, headers={"Last-Event-ID": after}) for after in ("x", "-1")]
        assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(400, "bad_request")}
        with following(service, "ana", table) as frames:
            bet(service, table)
            ((seq, data),) = take(frames, 1)
        entry = json.loads(data)
        assert (seq, entry["seq"], entry["table"], entry["by"]) == (5, 5, table, "ana")
        assert {"digest", "leaf"} <= set(entry)
        assert not {"receipt", "said"} & set(entry)
        assert events(data) == [{"event": "bet_placed", "player": "ana", "bet": "pass_line", "stake": 1000}]

    @pytest.mark.parametrize("language", Language)
    def test_events_are_told_in_words_where_that_is_asked_for(
        self, service: LiveService, table: str, language: Language
    ) -> None:
        say = translator(language, "craps")
        said = say(
            BetPlaced.says, player="ana", stake=say.money(1000), bet=say.bet(rules_of("craps").bets["pass_line"])
        )
        bet(service, table)
        with following(service, "ana", table, "?after=4&said=true", **{"Accept-Language": language}) as frames:
            assert [json.loads(data)["said"] for _, data in take(frames, 1)] == [[said]]
            bet(service, table)
            assert [json.loads(data)["said"] for _, data in take(frames, 1)] == [[said]]

    def test_a_stream_resumes_behind_the_last_id(self, service: LiveService, table: str) -> None:
        resumed: tuple[tuple[str, dict[str, str], int], ...] = (
            ("?after=3", {}, 4),
            ("?after=1", {"Last-Event-ID": "3"}, 4),
            ("?after=10000000000000000000000", {}, 7),
            ("", {"Last-Event-ID": "0"}, 1),
        )
        for seq, (query, headers, first) in enumerate(resumed, start=5):
            with following(service, "ana", table, query, **headers) as frames:
                bet(service, table)
                assert ids(frames, seq + 1 - first) == list(range(first, seq + 1))

    def test_who_is_more_than_a_block_behind_resumes_with_the_very_next_entry(
        self, service: LiveService, table: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(replay_cache, "CHUNK", 4)
        bet(service, table, times=9)  # 13 entries, none of them at hand: nobody has followed the table
        for after in range(9):  # from the beginning, the middle and the last entry of a block
            with following(service, "ana", table, f"?after={after}") as frames:
                seen = [*takewhile(lambda seq: seq != 13, (seq for seq, _ in frames if seq != -1))]
                assert seen == list(range(after + 1, 13))

    def test_who_is_far_behind_gets_everything_once_while_more_happens(
        self, service: LiveService, table: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(replay_cache, "CHUNK", 16)
        monkeypatch.setattr(streams, "KEPT", 100)
        with following(service, "bento", table) as slow:  # from now on, and reads nothing for a while
            with ThreadPoolExecutor(4) as pool:
                list(pool.map(lambda _: bet(service, table, times=30), range(4)))
            total = 4 + 120
            with following(service, "chan", table, "?after=0") as late, ThreadPoolExecutor(1) as pool:
                more = pool.submit(bet, service, table, "ana", 20)
                assert ids(late, total + 20) == list(range(1, total + 21))
                more.result()
            assert ids(slow, 140) == list(range(5, total + 21))


@pytest.mark.parametrize("way", ["disabled", "new password", "reset", "logged out"])
def test_a_stream_ends_when_its_owner_is_shut_out(service: LiveService, table: str, way: str) -> None:
    name = way.replace(" ", "-")
    service.people.add(name, Role.PLAYER, PASSWORD)
    service.tokens[name] = service.people.issue(name, "test").token
    with following(service, name, table) as frames, following(service, "bento", table) as others:
        bet(service, table)
        assert ids(frames, 1) == [5]
        match way:
            case "disabled":
                service.ask("sofia", "DELETE", f"/users/{name}")
            case "reset":
                service.ask("sofia", "POST", f"/users/{name}/password")
            case "new password":
                service.post(name, "/password", old=PASSWORD, new="another password")
            case _:
                service.ask(name, "POST", "/logout")
        service.client.cookies.clear()
        bet(service, table, "bento")
        assert [seq for seq, _ in frames if seq != -1] == []
        assert ids(others, 2) == [5, 6]


def test_a_quiet_stream_shows_that_it_is_alive_and_ends_with_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.1)
    with LiveService(tmp_path) as service:
        service.open("craps-1", "craps")
        with following(service, "ana", "craps-1") as frames:
            assert list(islice(frames, 2)) == [(-1, b"")] * 2
            service.store.execute(keys_of("ana"))  # as another process would
            assert all(seq == -1 for seq, _ in frames)


# What must be hidden

PAI_KAO = "pai-kao-1"
DO = ("ana", "bento", "chan")


def test_pai_kao_nobody_sees_anothers_tiles_before_the_turn_and_everybody_after_it(service: LiveService) -> None:
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
    view = service.get("ines", f"/tables/{PAI_KAO}")["view"]
    seq, tiles = view["seq"], view["state"]["tiles"]
    faces = {face for hand in tiles.values() for face in hand}
    assert len(tiles) == 8
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
        seen = {face.decode() for face in re.findall(rb'"(\d-\d)\\?"', joined)}  # everything that could be a tile
        seen |= {face for face in faces if face.encode() in joined}
        own = set(tiles[str(DO.index(who) + 1)]) if who in DO else set()
        assert seen == (faces if who == "ines" else own), who
        others = [setting[gate] for gate in setting if who not in DO or gate != str(DO.index(who) + 1)]
        assert any(one.encode() in joined for one in others) is (who == "ines"), who
    assert service.ask("sofia", "GET", f"/tables/{PAI_KAO}/journal").status_code == 403

    service.do("ana", PAI_KAO, "turn_banker")
    service.do("carlos", PAI_KAO, "turn_gates")
    for who in (*DO, "carlos"):
        assert service.get(who, f"/tables/{PAI_KAO}")["view"]["state"]["tiles"] == tiles
    service.do("carlos", PAI_KAO, "settle")
    checked = verify(service.store)
    assert {finding.weight for finding in checked.findings} <= {Weight.NOTICE}, checked.findings


# Limits

EVENTS = f"/tables/{TABLE}/events"
LIMITS = {"streams_of_person": 3, "streams_of_address": 5, "replayed_entries": 250, "replays_of_person_minute": 2}


@pytest.fixture(scope="module")
def limited_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house"), limits=replace(UNHURRIED, **LIMITS)) as service:
        keep_small(service)
        fill(service.house, 10)
        yield service


@pytest.fixture
def limited(limited_house: LiveService) -> LiveService:
    """Nobody follows, and nobody has replayed anything for a minute."""
    until(lambda: not limited_house.app.state.stream_registry.under_way)
    limited_house.ticks.move(60)
    return limited_house


def refused(service: LiveService, who: str, query: str = "", status: int = 429, **headers: str) -> Any:
    """Why somebody may not follow; what is not refused would be read without end."""
    headers["Authorization"] = f"Bearer {service.tokens[who]}"
    with service.client.stream("GET", f"/api/v1{EVENTS}{query}", headers=headers) as answer:
        assert answer.status_code == status
        assert status != 429 or int(answer.headers["retry-after"]) > 0
        answer.read()
    check_problem(answer)
    return answer.json()


def begin(service: LiveService, who: str, query: str = "") -> None:
    """Follow for a moment."""
    with reader(service, who, f"{EVENTS}{query}"):
        pass
    until(lambda: not service.app.state.stream_registry.under_way)


class TestLimits:
    def test_one_person_has_so_many_streams_and_one_address(self, limited: LiveService) -> None:
        before = counted("streams_of_person")
        with ExitStack() as streams_open:
            for _ in range(3):
                streams_open.enter_context(following(limited, "ana", TABLE))
            assert refused(limited, "ana")["code"] == "too_many_streams"
            assert counted("streams_of_person") == before + 1
            for who in ("bento", "chan"):
                streams_open.enter_context(following(limited, who, TABLE))
            assert refused(limited, "carlos")["code"] == "too_many_streams"
            assert counted("streams_of_address") > 0
        until(lambda: not limited.app.state.stream_registry.under_way)
        begin(limited, "ana")

    def test_a_player_is_not_told_the_whole_past_again(self, limited: LiveService) -> None:
        head, before = fill(limited.house, 300), counted("replayed_entries")
        answer = refused(limited, "ana", f"?after={head - 251}", 409)
        assert (answer["code"], str(head - 250) in answer["detail"]) == ("too_far_behind", True)
        assert refused(limited, "ana", status=409, **{"Last-Event-ID": "0"}) == answer
        assert counted("replayed_entries") == before + 2
        for who, after in (("ana", head - 250), ("ines", 0)):
            with following(limited, who, TABLE, f"?after={after}") as frames:
                assert [next(frames)[0] for _ in range(after, head)] == list(range(after + 1, head + 1))

    def test_the_past_is_told_so_often_in_a_minute(self, limited: LiveService) -> None:
        head = fill(limited.house, 300)
        for _ in range(2):
            begin(limited, "ines", "?after=0")
        assert refused(limited, "ines", "?after=0")["code"] == "too_often"
        begin(limited, "ines", f"?after={head - 100}")  # as a page asks when it is opened
        begin(limited, "sofia", "?after=0")
        limited.ticks.move(60)
        begin(limited, "ines", "?after=0")

    def test_a_stream_that_nobody_reads_is_ended(self, limited: LiveService) -> None:
        fill(limited.house, 1500)
        answers = limited.app.state.stream_registry
        with (
            following(limited, "ines", TABLE),
            following(limited, "ines", TABLE),
            reader(limited, "ines", f"{EVENTS}?after=0") as sock,
        ):
            until(lambda: any(answer.waits_since is not None for answer in answers.under_way))
            assert refused(limited, "ines")["code"] == "too_many_streams"
            let_stalled_go(limited)
            until(lambda: len(answers.under_way) == 2)
            rest(sock)
            with following(limited, "ines", TABLE):
                pass
