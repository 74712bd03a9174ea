"""A command that comes in at another process than its table's home: the home decides it, once, and its answer comes back as it was given."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
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
    pytest.param(LiveService, id="the quick lane", marks=pytest.mark.server),
]
TABLES = [f"craps-{number}" for number in range(6)]
BET = {"do": "place_bet", "bet": "pass_line", "stake": 1000}


@dataclass
class Pair:
    """Where commands come in, and the other process; for each, the ids of the commands that it has decided."""

    entrance: Service
    other: Another
    decided: dict[House, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for one in (self.entrance, self.other):
            self.decided[one.house] = watched(one.house)

    def tables(self, home: Service | Another) -> list[str]:
        return [table for table in TABLES if home.app.state.peers.is_home(table)]

    @property
    def far(self) -> str:
        """A table whose home is the other process."""
        return self.tables(self.other)[0]

    def ids(self, one: Service | Another) -> list[str]:
        return self.decided[one.house]


def watched(house: House) -> list[str]:
    """The ids of commands that a house decides from now on."""
    ids: list[str] = []
    do_all = house.do_all

    def noted(requests: Sequence[CommandRequest]) -> list[Answer]:
        ids.extend(request.id for request in requests)
        return do_all(requests)

    house.do_all = noted  # type: ignore[method-assign]
    return ids


@contextmanager
def pair_of(kind: type[Service], url: str, folder: Path, **settings: Any) -> Iterator[Pair]:
    def inner() -> Any:
        return listen("127.0.0.1", 0)

    with (
        kind(folder, url=url, inner=inner(), **settings) as one,
        beside(url, one.tokens, inner=inner()) as other,
    ):
        until(lambda: len(one.app.state.peers.live) == len(other.app.state.peers.live) == 2)
        for table in TABLES:
            one.open(table, "craps")
        one.fund()
        until(lambda: all(table in other.house.games for table in TABLES))
        for who in one.tokens:
            one.get(who, "/me")  # keys are at hand
        found = Pair(one, other)
        until(lambda: is_asked(found))
        yield found


def is_asked(pair: Pair) -> bool:
    """Whether the other process is asked: something that is refused."""
    before = FORWARDED.labels("answered")._value.get()  # noqa: SLF001 - it has no other way to be read
    assert give(pair, pair.far, "x", {"do": "dance"}, "chan").status_code == 422
    return bool(FORWARDED.labels("answered")._value.get() > before)  # noqa: SLF001


@pytest.fixture(params=KINDS)
def pair(request: pytest.FixtureRequest, postgres: Postgres, tmp_path: Path) -> Iterator[Pair]:
    with pair_of(request.param, postgres.database(), tmp_path) as found:
        yield found


def give(pair: Pair, table: str, name: str, command: dict[str, Any], who: str = "ana", **more: Any) -> Any:
    return pair.entrance.ask(who, "POST", f"/tables/{table}/commands", json={"id": name, "command": command}, **more)


def test_a_command_is_decided_by_the_home_of_its_table_wherever_it_comes_in(pair: Pair) -> None:
    for table in TABLES:
        answer = give(pair, table, table, {"do": "sit"})
        assert answer.status_code == 201, answer.text
    assert pair.tables(pair.entrance)
    assert pair.tables(pair.other)
    for one in (pair.entrance, pair.other):
        assert pair.ids(one) == pair.tables(one)


def test_the_receipt_is_the_homes(pair: Pair) -> None:
    receipt = give(pair, pair.far, "sit", {"do": "sit"}).json()["receipt"]
    log = pair.other.house.log
    assert log is not None
    assert open_checkpoint(receipt["checkpoint"], log.verifiers).checkpoint.size == receipt["index"] + 1
    assert '"id":"sit"' in receipt["body"]


def test_sent_again_anywhere_it_is_done_once_and_answered_alike(pair: Pair) -> None:
    first = give(pair, pair.far, "sit", {"do": "sit"}).json()
    for one in (pair.entrance, pair.other):
        again = one.post("ana", f"/tables/{pair.far}/commands", id="sit", command={"do": "sit"})
        assert again.status_code == 201
        assert {name: again.json()[name] for name in ("seq", "digest", "leaf")} == {
            name: first[name] for name in ("seq", "digest", "leaf")
        }
    assert pair.other.store.seq(pair.far) == first["seq"]


@pytest.mark.parametrize("command", [BET, {"do": "dance"}, {"do": "place_bet", "stake": 1000}, {"do": "pay"}])
def test_a_refusal_is_the_homes_word_for_word(pair: Pair, command: dict[str, Any]) -> None:
    told = [
        one.ask(
            "ana",
            "POST",
            f"/tables/{pair.far}/commands",
            json={"id": "x", "command": command},
            headers={"Accept-Language": "pt"},
        )
        for one in (pair.entrance, pair.other)
    ]
    assert told[0].status_code == told[1].status_code >= 400
    assert told[0].json() == told[1].json()
    for name in ("content-type", "content-language", "cache-control"):
        assert told[0].headers[name] == told[1].headers[name]
    assert "x" not in pair.ids(pair.entrance)


@pytest.mark.parametrize("body", [{"id": "x", "command": []}, {"id": "x"}, {"id": "x", "command": {"do": 1}, "y": 2}])
def test_what_cannot_be_read_is_refused_as_everywhere(pair: Pair, body: dict[str, Any]) -> None:
    near = pair.tables(pair.entrance)[0]
    told = [pair.entrance.ask("ana", "POST", f"/tables/{table}/commands", json=body) for table in (pair.far, near)]
    assert told[0].status_code == told[1].status_code == 400
    assert told[0].json() == told[1].json()


def test_many_commands_are_decided_by_the_homes_of_their_tables_and_answered_in_order(pair: Pair) -> None:
    given = [
        (table, f"{step}-{table}", command)
        for step, command in enumerate(({"do": "sit"}, BET, {"do": "dance"}))
        for table in (*TABLES, "nowhere")
    ]
    body = [{"table": table, "id": name, "command": command} for table, name, command in given]
    answer = pair.entrance.post("ana", "/commands", commands=body)
    assert answer.status_code == 200, answer.text
    answers = answer.json()["answers"]
    assert [one["id"] for one in answers] == [name for _, name, _ in given]
    statuses = {"0": 201, "1": 201, "2": 422}
    assert [one["status"] for one in answers] == [
        404 if table == "nowhere" else statuses[name[0]] for table, name, _ in given
    ]
    assert all(one["done"]["receipt"] for one in answers if one["status"] == 201)
    for one in (pair.entrance, pair.other):
        mine = [f"{step}-{table}" for step in range(2) for table in pair.tables(one)]
        assert [name for name in pair.ids(one) if not name.startswith("2")] == mine


def test_it_is_counted_once_where_it_comes_in(pair: Pair) -> None:
    for one in (pair.entrance, pair.other):
        one.app.state.batches.rate.untold()
    give(pair, pair.far, "sit", {"do": "sit"})
    counted = pair.entrance.app.state.batches.rate.untold()
    assert counted is None or counted.each == {"ana": 1}  # it may have been told in between
    assert pair.other.app.state.batches.elsewhere == pair.entrance.app.state.batches.elsewhere == 0


def test_somebody_who_may_not_so_often_is_refused_before_it_is_forwarded(postgres: Postgres, tmp_path: Path) -> None:
    limits = replace(UNHURRIED, commands_of_person_minute=10)
    with pair_of(Service, postgres.database(), tmp_path, limits=limits) as pair:
        told = [give(pair, pair.far, f"c{number}", BET).status_code for number in range(11)]
        assert told == [422] * 10 + [429]
        assert pair.ids(pair.other) == [f"c{number}" for number in range(10)]
        assert give(pair, pair.far, "sit", {"do": "sit"}, "bento").status_code == 201


def test_what_takes_two_waits(postgres: Postgres, tmp_path: Path) -> None:
    with pair_of(Service, postgres.database(), tmp_path, two_persons=True) as pair:
        pair.entrance.people.add("rui", Role.SUPERVISOR, PASSWORD)
        answer = give(pair, pair.far, "out", {"do": "return_bank", "stake": 1000}, "sofia")
        assert answer.status_code == 202, answer.text
        assert answer.json()["number"]
        assert give(pair, pair.far, "out", {"do": "return_bank", "stake": 1000}, "sofia").json() == answer.json()


def test_who_has_acted_elsewhere_sees_it_here(pair: Pair) -> None:
    pair.entrance.house.table(pair.far)
    give(pair, pair.far, "sit", {"do": "sit"})
    give(pair, pair.far, "bet", BET)
    assert pair.entrance.get("ana", f"/tables/{pair.far}/exposure")["staked"] == 1000


def test_a_process_that_stops_lets_whoever_asks_decide(pair: Pair) -> None:
    pair.other.app.state.batches.is_draining = True
    assert give(pair, pair.far, "sit", {"do": "sit"}).status_code == 201
    assert pair.ids(pair.entrance) == ["sit"]
    assert pair.ids(pair.other) == []
    pair.other.app.state.batches.is_draining = False


def test_what_was_forwarded_is_not_forwarded_again(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes the other for the home."""
    peers = [one.app.state.peers for one in (pair.entrance, pair.other)]
    for mine, others in (peers, reversed(peers)):
        monkeypatch.setattr(mine, "home", lambda _, number=others.number: number)
    assert give(pair, TABLES[0], "sit", {"do": "sit"}).status_code == 201
    assert pair.ids(pair.other) == ["sit"]
    assert pair.ids(pair.entrance) == []


def test_a_home_that_does_not_answer_in_time_is_done_without_and_does_nothing_twice(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what is held is awaited for a moment: all else may take as long as a slow machine needs."""
    table, go_on, done = pair.far, Event(), Event()
    held(pair.other.house, go_on, done)
    with monkeypatch.context() as hurried:
        hurried.setattr(pair.entrance.app.state.forwarder, "_seconds", 0.05)
        first = give(pair, table, "sit", {"do": "sit"})
        assert first.status_code == 201, first.text
        assert pair.ids(pair.entrance) == ["sit"]
        assert give(pair, table, "bet", BET).status_code == 201  # it is not asked again at once
        assert pair.ids(pair.entrance) == ["sit", "bet"]
    go_on.set()
    assert done.wait(PATIENCE)
    assert pair.other.store.seq(table) == first.json()["seq"] + 1
    pair.entrance.ticks.move(10)
    until(lambda: give(pair, table, "again", BET).status_code == 201 and "again" in pair.ids(pair.other))


def held(house: House, go_on: Event, done: Event) -> None:
    """A house that decides nothing before it is told to."""
    do_all: Callable[[Sequence[CommandRequest]], list[Answer]] = house.do_all

    def later(requests: Sequence[CommandRequest]) -> list[Answer]:
        assert go_on.wait(PATIENCE)
        answers = do_all(requests)
        done.set()
        return answers

    house.do_all = later  # type: ignore[method-assign]
