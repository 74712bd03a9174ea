"""Two server processes on one PostgreSQL: bets over both, somebody shut out at once in both, one killed."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import pytest

from banca.house.seal import open_seal
from banca.house.store import Store, open_store
from several import STAKE, Prepared, prepare
from support.houses import check_books
from support.lanes import PATIENCE
from support.postgres import Postgres
from support.server import Process, until

pytestmark = [pytest.mark.server, pytest.mark.postgres, pytest.mark.slow]

HALLS, AUTOMATIC, PLAYERS = 6, 4, 12
BETS = 5
"""Of each player."""


class OnPostgres(Process):
    """A server of a house on PostgreSQL."""

    def __init__(self, folder: Path, url: str) -> None:
        folder.mkdir()
        self._url = url
        raised = ("commands_of_person_minute=1000000",)
        limits = (word for one in raised for word in ("--limit", one))
        key = str(folder.parent / "house.key")
        super().__init__(folder, "--key", key, "--pace", "0.05", "--betting", "0.05", *limits)

    def program(self, port: str, *more: str) -> tuple[str, ...]:
        self.db = self._url
        return super().program(port, *more)


@dataclass
class Pair:
    """Two servers, and a store that looks on."""

    servers: list[OnPostgres]
    store: Store
    there: Prepared
    acknowledged: dict[tuple[str, str, str], int] = field(default_factory=dict)

    def ask(self, server: OnPostgres, who: str, method: str, path: str, **how: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.there.tokens[who]}"}
        return server.client.request(method, f"/api/v1{path}", headers=headers, **how)

    def post(self, server: OnPostgres, who: str, path: str, **body: Any) -> httpx.Response:
        return self.ask(server, who, "POST", path, json=body)

    def bet(self, server: OnPostgres, who: str, name: str, table: str = "") -> httpx.Response:
        at = table or self.there.seats[who]
        command = {"do": "place_bet", "bet": "straight:17", "stake": STAKE}
        return self.post(server, who, f"/tables/{at}/commands", id=name, command=command)

    def bet_on(self, who: str, names: list[str], servers: list[OnPostgres]) -> None:
        """Bets one after another, each at the next server; at one that does not answer, once more at another, under the same id."""
        turn = cycle(servers)
        for name in names:
            answer = None
            while answer is None:
                try:
                    answer = self.bet(next(turn), who, name)
                except httpx.TransportError:
                    continue
            assert answer.status_code == 201, answer.text
            self.acknowledged[self.there.seats[who], who, name] = answer.json()["seq"]


@pytest.fixture
def pair(postgres: Postgres, tmp_path: Path) -> Iterator[Pair]:
    url = postgres.database()
    store = open_store(url)
    there = prepare(
        store, open_seal(store, tmp_path / "house.key"), accounts=0, tables=HALLS, automatic=AUTOMATIC, players=PLAYERS
    )
    servers = [OnPostgres(tmp_path / name, url) for name in ("one", "other")]
    yield Pair(servers, store, there)
    for server in servers:
        server.end(signal.SIGKILL)
    store.close()


def play(pair: Pair, server: OnPostgres, table: str, name: str) -> None:
    """Somebody bets at a table that the program conducts, and the round is played out."""
    before = pair.store.seq(table)
    pair.post(server, "p0", f"/tables/{table}/commands", id=f"sit-{name}", command={"do": "sit"})
    until(lambda: pair.bet(server, "p0", name, table).status_code == 201)
    until(lambda: any(b'"pay"' in row.body for row in pair.store.rows(table, after=before)))


def test_two_processes_are_one_house_and_one_goes_on_when_the_other_is_killed(pair: Pair) -> None:
    one, other = pair.servers
    everybody = pair.there.players[2:]
    with ThreadPoolExecutor(8) as clients:
        list(clients.map(lambda who: pair.bet_on(who, [f"first-{n}" for n in range(BETS)], pair.servers), everybody))
    for number, table in enumerate(pair.there.automatic):
        play(pair, pair.servers[number % 2], table, "first")

    # shut out at one, out at both
    assert pair.bet(other, "p1", "before").status_code == 201
    assert pair.ask(one, "sofia", "DELETE", "/users/p1").status_code == 204
    for server in pair.servers:
        assert pair.bet(server, "p1", "after").status_code in (401, 403), server.base
    until(lambda: pair.ask(other, "p1", "GET", "/me").status_code == 401)

    # one is killed while everybody bets
    with ThreadPoolExecutor(8) as clients:
        betting = [
            clients.submit(pair.bet_on, who, [f"second-{n}" for n in range(BETS)], pair.servers) for who in everybody
        ]
        os.kill(one.process.pid, signal.SIGKILL)
        for bets in betting:
            bets.result(PATIENCE)
    for table in pair.there.automatic:
        play(pair, other, table, "second")

    # what was acknowledged is there, once; and all of it holds together
    for (table, who, name), seq in pair.acknowledged.items():
        (row,) = (one for one in pair.store.rows(table, after=seq - 1, most=1))
        assert (row.by, row.command_id) == (who, name)
    assert len(pair.acknowledged) == 2 * BETS * len(everybody)
    check_books(pair.store)
