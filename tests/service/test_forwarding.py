"""A command that comes in at another process than its table's home: the home decides it, once, and its answer comes back as it was given."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from banca.house.house import House
from banca.house.request import Answer, CommandRequest
from banca.live.command import Role
from banca.service.metrics import FORWARDED
from banca.service.server import listen
from banca.transparency.checkpoint import open_checkpoint
from beside import Another, beside
from patience import PATIENCE
from postgres import Postgres
from service import PASSWORD, UNHURRIED, LiveService, Service, until

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

KINDS = [
    pytest.param(Service, id="the framework"),
    pytest.param(LiveService, id="the fast path", marks=pytest.mark.server),
]
BET = {"do": "place_bet", "bet": "pass_line", "stake": 1000}
SIT = {"do": "sit"}


@dataclass
class Pair:
    """Where commands come in, and the other process; two new tables of each, and the ids of the commands that each has decided."""

    entrance: Service
    other: Another
    near: list[str] = field(default_factory=list)
    far: list[str] = field(default_factory=list)
    decided: dict[House, list[str]] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        for process in (self.entrance, self.other):
            self.decided[process.house] = decided_by(process.house)

    @property
    def tables(self) -> list[str]:
        return [*self.near, *self.far]

    def ids(self, process: Service | Another) -> list[str]:
        return self.decided[process.house]

    def open(self) -> None:
        """New tables, two of each home."""
        names = [f"craps-{next(self._numbers)}" for _ in range(20)]
        is_home = self.other.app.state.peers.is_home
        self.far = [name for name in names if is_home(name)][:2]
        self.near = [name for name in names if not is_home(name)][:2]
        assert len(self.tables) == 4
        for table in self.tables:
            self.entrance.open(table, "craps")
        until(lambda: all(table in self.other.house.games for table in self.tables))
        for ids in self.decided.values():
            ids.clear()

    def give(self, table: str, name: str, command: dict[str, Any], who: str = "ana", **more: Any) -> Any:
        body = {"id": name, "command": command}
        return self.entrance.ask(who, "POST", f"/tables/{table}/commands", json=body, **more)

    def is_connected(self) -> bool:
        """Whether the entrance asks the other process: something that is refused."""
        counter = FORWARDED.labels("answered")._value  # noqa: SLF001 - it has no other way to be read
        before = counter.get()
        assert self.give(self.far[0], "x", {"do": "dance"}, "chan").status_code == 422
        return bool(counter.get() > before)


def decided_by(house: House) -> list[str]:
    """The ids of commands that a house decides from now on."""
    ids: list[str] = []
    do_all = house.do_all

    def noting(requests: Sequence[CommandRequest]) -> list[Answer]:
        ids.extend(request.id for request in requests)
        return do_all(requests)

    house.do_all = noting  # type: ignore[method-assign]
    return ids


@contextmanager
def pair_of(kind: type[Service], url: str, folder: Path, **settings: Any) -> Iterator[Pair]:
    inner, outer = listen("127.0.0.1", 0), listen("127.0.0.1", 0)
    with kind(folder, url=url, inner=inner, **settings) as entrance, beside(url, entrance.tokens, inner=outer) as other:
        until(lambda: len(entrance.app.state.peers.live) == len(other.app.state.peers.live) == 2)
        entrance.fund()
        for who in entrance.tokens:
            entrance.get(who, "/me")  # keys are cached
        pair = Pair(entrance, other)
        pair.open()
        until(pair.is_connected)
        yield pair


@pytest.fixture(scope="module", params=KINDS)
def processes(
    request: pytest.FixtureRequest, postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    with pair_of(request.param, postgres.database(), tmp_path_factory.mktemp("house")) as pair:
        yield pair


@pytest.fixture
def pair(processes: Pair) -> Pair:
    processes.open()
    return processes


def test_a_command_is_decided_by_the_home_of_its_table_wherever_it_comes_in(pair: Pair) -> None:
    for table in pair.tables:
        answer = pair.give(table, table, SIT)
        assert answer.status_code == 201, answer.text
    assert pair.ids(pair.entrance) == pair.near
    assert pair.ids(pair.other) == pair.far


def test_the_receipt_is_the_homes_and_sent_again_anywhere_it_is_done_once_and_answered_alike(pair: Pair) -> None:
    table = pair.far[0]
    first = pair.give(table, "sit", SIT).json()
    receipt, log = first["receipt"], pair.other.house.log
    assert log is not None
    assert open_checkpoint(receipt["checkpoint"], log.verifiers).checkpoint.size == receipt["index"] + 1
    assert '"id":"sit"' in receipt["body"]
    for process in (pair.entrance, pair.other):
        again = process.post("ana", f"/tables/{table}/commands", id="sit", command=SIT)
        assert again.status_code == 201
        assert [again.json()[name] for name in ("seq", "digest", "leaf")] == [
            first[name] for name in ("seq", "digest", "leaf")
        ]
    assert pair.other.store.seq(table) == first["seq"]


def test_a_refusal_is_the_homes_word_for_word(pair: Pair) -> None:
    table = pair.far[0]
    for command in (BET, {"do": "dance"}, {"do": "place_bet", "stake": 1000}, {"do": "pay"}):
        body = {"id": "x", "command": command}
        here, there = (
            process.ask("ana", "POST", f"/tables/{table}/commands", json=body, headers={"Accept-Language": "pt"})
            for process in (pair.entrance, pair.other)
        )
        assert here.status_code == there.status_code >= 400
        assert here.json() == there.json()
        for name in ("content-type", "content-language", "cache-control"):
            assert here.headers[name] == there.headers[name]
    assert "x" not in pair.ids(pair.entrance)


def test_what_cannot_be_read_is_refused_as_everywhere(pair: Pair) -> None:
    for body in ({"id": "x", "command": []}, {"id": "x"}, {"id": "x", "command": {"do": 1}, "y": 2}):
        far, near = (
            pair.entrance.ask("ana", "POST", f"/tables/{table}/commands", json=body)
            for table in (pair.far[0], pair.near[0])
        )
        assert far.status_code == near.status_code == 400
        assert far.json() == near.json()


def test_many_commands_are_decided_by_the_homes_of_their_tables_and_answered_in_order(pair: Pair) -> None:
    given = [
        (table, f"{step}-{table}", command)
        for step, command in enumerate((SIT, BET, {"do": "dance"}))
        for table in (*pair.tables, "nowhere")
    ]
    body = [{"table": table, "id": name, "command": command} for table, name, command in given]
    answer = pair.entrance.post("ana", "/commands", commands=body)
    assert answer.status_code == 200, answer.text
    answers = answer.json()["answers"]
    assert [each["id"] for each in answers] == [name for _, name, _ in given]
    statuses = {"0": 201, "1": 201, "2": 422}
    expected = [404 if table == "nowhere" else statuses[name[0]] for table, name, _ in given]
    assert [each["status"] for each in answers] == expected
    assert all(each["done"]["receipt"] for each in answers if each["status"] == 201)
    for process, tables in ((pair.entrance, pair.near), (pair.other, pair.far)):
        done = [name for name in pair.ids(process) if not name.startswith("2")]
        assert done == [f"{step}-{table}" for step in range(2) for table in tables]


def test_it_is_counted_once_where_it_comes_in(pair: Pair) -> None:
    for process in (pair.entrance, pair.other):
        process.app.state.batches.rate.untold()
    pair.give(pair.far[0], "sit", SIT)
    counted = pair.entrance.app.state.batches.rate.untold()
    assert counted is None or counted.each == {"ana": 1}  # it may have been told in between
    assert pair.other.app.state.batches.elsewhere == pair.entrance.app.state.batches.elsewhere == 0


def test_the_rate_of_a_person_and_a_second_persons_consent_are_asked_for_where_it_comes_in(
    postgres: Postgres, tmp_path: Path
) -> None:
    limits = replace(UNHURRIED, commands_of_person_minute=10)
    with pair_of(Service, postgres.database(), tmp_path, limits=limits, two_persons=True) as pair:
        table = pair.far[0]
        pair.decided[pair.other.house].clear()
        statuses = [pair.give(table, f"c{number}", BET).status_code for number in range(11)]
        assert statuses == [422] * 10 + [429]
        assert pair.ids(pair.other) == [f"c{number}" for number in range(10)]
        assert pair.give(table, "sit", SIT, "bento").status_code == 201
        pair.entrance.people.add("rui", Role.SUPERVISOR, PASSWORD)
        answer = pair.give(table, "out", {"do": "return_bank", "stake": 1000}, "sofia")
        assert answer.status_code == 202, answer.text
        assert answer.json()["number"]
        assert pair.give(table, "out", {"do": "return_bank", "stake": 1000}, "sofia").json() == answer.json()


def test_who_has_acted_elsewhere_sees_it_here(pair: Pair) -> None:
    table = pair.far[0]
    pair.entrance.house.table(table)
    pair.give(table, "sit", SIT)
    pair.give(table, "bet", BET)
    assert pair.entrance.get("ana", f"/tables/{table}/exposure")["staked"] == 1000


def test_a_process_that_stops_lets_whoever_asks_decide(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair.other.app.state.batches, "is_draining", True)
    assert pair.give(pair.far[0], "sit", SIT).status_code == 201
    assert pair.ids(pair.entrance) == ["sit"]
    assert pair.ids(pair.other) == []


def test_what_was_forwarded_is_not_forwarded_again(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes the other for the home."""
    peers = [process.app.state.peers for process in (pair.entrance, pair.other)]
    for mine, others in (peers, reversed(peers)):
        monkeypatch.setattr(mine, "home", lambda _, number=others.number: number)
    assert pair.give(pair.tables[0], "sit", SIT).status_code == 201
    assert pair.ids(pair.other) == ["sit"]
    assert pair.ids(pair.entrance) == []


def test_a_home_that_does_not_answer_in_time_is_done_without_and_does_nothing_twice(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what is held is awaited for a moment: all else may take as long as a slow machine needs."""
    table, go_on, done = pair.far[0], Event(), Event()
    do_all = pair.other.house.do_all

    def later(requests: Sequence[CommandRequest]) -> list[Answer]:
        assert go_on.wait(PATIENCE)
        answers = do_all(requests)
        done.set()
        return answers

    with monkeypatch.context() as hurried:
        hurried.setattr(pair.other.house, "do_all", later)
        hurried.setattr(pair.entrance.app.state.forwarder, "_seconds", 0.05)
        first = pair.give(table, "sit", SIT)
        assert first.status_code == 201, first.text
        assert pair.ids(pair.entrance) == ["sit"]
        assert pair.give(table, "bet", BET).status_code == 201  # it is not asked again at once
        assert pair.ids(pair.entrance) == ["sit", "bet"]
        go_on.set()
        assert done.wait(PATIENCE)
    assert pair.other.store.seq(table) == first.json()["seq"] + 1
    pair.entrance.ticks.move(10)
    until(lambda: pair.give(table, "again", BET).status_code == 201 and "again" in pair.ids(pair.other))
