"""A table that the program conducts, at two processes: its home alone acts, and any of them can go on with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from banca.house.keys import Person
from beside import Another, beside
from postgres import Postgres
from service import TEMPO, Service, until

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

TABLES = [f"table-{number}" for number in range(6)]


@dataclass
class Pair:
    """Two processes."""

    one: Service
    other: Another

    def home_of(self, table: str) -> tuple[Service | Another, Service | Another]:
        """The table's home, and the other."""
        is_first = self.one.app.state.peers.is_home(table)
        return (self.one, self.other) if is_first else (self.other, self.one)

    def is_same(self, table: str) -> bool:
        return len({each.house.table(table).seq for each in (self.one, self.other)}) == 1


@contextmanager
def opened(postgres: Postgres, folder: Path) -> Iterator[Pair]:
    url = postgres.database()
    with Service(folder, url=url) as one, beside(url, one.tokens) as other:
        until(lambda: len(one.app.state.peers.live) == len(other.app.state.peers.live) == 2)
        for table in TABLES:
            one.open(table, "roulette", conduct="automatic")
        one.fund()
        until(lambda: all(table in other.house.games for table in TABLES))
        yield Pair(one, other)


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with opened(postgres, tmp_path_factory.mktemp("house")) as pair:
        yield pair


def bet_at(pair: Pair, table: str) -> None:
    """Ana sits and bets at the table, which both have at hand."""
    _, elsewhere = pair.home_of(table)
    elsewhere.do("ana", table, "sit")
    elsewhere.do("ana", table, "place_bet", bet="straight:17", stake=1000)
    for each in (pair.one, pair.other):
        each.house.table(table)
    until(lambda: pair.is_same(table))


def test_only_the_home_acts_when_the_time_has_come(pair: Pair) -> None:
    for table in TABLES[2:]:
        bet_at(pair, table)
        home, elsewhere = pair.home_of(table)
        seq = home.house.table(table).seq
        for each in (pair.one, pair.other):
            each.ticks.move(TEMPO.betting)
        elsewhere.app.state.attendants.go_round()
        assert home.house.store.seq(table) == seq
        home.app.state.attendants.go_round()
        assert home.house.store.seq(table) > seq


def test_who_is_ready_is_so_at_the_home_wherever_they_say_it(pair: Pair) -> None:
    table = TABLES[0]
    bet_at(pair, table)
    home, elsewhere = pair.home_of(table)
    seq = home.house.table(table).seq
    home.app.state.attendants.go_round()
    assert home.house.store.seq(table) == seq  # the clock has not run
    answer = elsewhere.post("ana", f"/tables/{table}/ready", ready=True)
    assert answer.status_code == 200, answer.text
    assert answer.json()["ready"] == ["ana"]
    until(lambda: home.app.state.attendants.standing(table).is_ready)
    home.app.state.attendants.go_round()
    assert home.house.store.seq(table) > seq


def test_the_other_goes_on_when_the_home_has_left(postgres: Postgres, tmp_path: Path) -> None:
    with opened(postgres, tmp_path) as pair:
        table = next(name for name in TABLES if pair.home_of(name)[0] is pair.one)
        bet_at(pair, table)
        pair.one.app.state.peers.close()
        until(lambda: pair.other.app.state.peers.is_home(table))
        seq = pair.other.house.table(table).seq
        pair.other.ticks.move(TEMPO.betting)  # it has kept the table's clock all along
        pair.other.app.state.attendants.go_round()
        assert pair.other.house.store.seq(table) > seq


def test_who_is_at_one_process_is_there_for_the_other(pair: Pair) -> None:
    pair.one.get("bento", "/me")
    pair.one.app.state.peers.say(pair.one.app.state.presence.untold())
    presence = pair.other.app.state.presence
    pair.other.ticks.move(1000)
    until(lambda: "bento" in presence._seen)  # noqa: SLF001 - it has no other effect that could be waited for


def test_somebody_shut_out_at_one_process_is_out_at_the_other(pair: Pair) -> None:
    pair.other.do("chan", TABLES[1], "sit")
    assert pair.one.ask("sofia", "DELETE", "/users/chan").status_code == 204
    answer = pair.other.command("chan", TABLES[1], "place_bet", bet="straight:17", stake=1000)
    assert answer.status_code in (401, 403)
    found: Person | None = pair.other.app.state.people.check(pair.one.tokens["chan"])
    assert found is None
