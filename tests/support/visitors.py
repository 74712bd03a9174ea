"""Whoever comes to a house through its proxy: players at every game, followers of every table, somebody in the lab; each in a thread."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, cycle
from threading import Event, Thread
from typing import Any, Self

import httpx
import msgspec

from banca.games import find, playable
from banca.games.pai_kao.acts import StakeOnGate
from banca.games.pai_kao.practice import DEMO_SEATS
from banca.live.act import Does
from banca.live.command import Command, PlaceBet
from crash_load import BETS, PAI_KAO, PASSWORD, STAKE, TABLES, setting_owed
from deployed import again
from patience import PATIENCE
from service import events, frames, until

API = "/api/v1"
PAYS = {act.name for game in playable() for act in find(game).acts if act.does is Does.PAY}
"""The acts by which a round is paid."""


class Visitor:
    """Somebody at a browser or a program, who goes on until everybody leaves; what went wrong is raised then."""

    def __init__(self, client: httpx.Client, name: str) -> None:
        self.name = name
        self.client = client
        self._is_over = Event()
        self._fault: list[BaseException] = []
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join(PATIENCE)
        self.client.close()
        self.check()
        assert not self._thread.is_alive(), self.name

    def check(self) -> None:
        """Raise what went wrong."""
        if self._fault:
            raise AssertionError(self.name) from self._fault[0]

    def _run(self) -> None:
        try:
            while not self._is_over.is_set():
                self.go_on()
        except BaseException as fault:  # noqa: BLE001 - told to whoever waits
            self._fault.append(fault)

    def go_on(self) -> None:
        """What they do next."""
        raise NotImplementedError

    def log_in(self) -> None:
        """With a name and a password; from now on by a cookie, and by the token that goes with it."""
        told = again(lambda: self.client.post(f"{API}/login", json={"name": self.name, "password": PASSWORD}))
        assert told.status_code == 200, told.text
        self.client.headers["X-CSRF-Token"] = told.json()["csrf"]

    def bear(self, token: str) -> None:
        """By a program's token."""
        self.client.headers["Authorization"] = f"Bearer {token}"

    def ask(self, method: str, path: str, **how: Any) -> httpx.Response:
        return again(lambda: self.client.request(method, API + path, **how))


@dataclass
class Commands:
    """What was sent: by table, person and id, which begin with a name."""

    name: str = "c"
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    acknowledged: dict[tuple[str, str, str], int] = field(default_factory=dict)
    refused: dict[tuple[str, str, str], str] = field(default_factory=dict)
    """With the code."""

    def by_game(self) -> Counter[str]:
        return Counter(table for table, _, _ in list(self.acknowledged))


class Guest(Visitor):
    """A player who bets at every table in turn, and sends again under the same id what was not answered."""

    def __init__(self, client: httpx.Client, name: str, commands: Commands) -> None:
        super().__init__(client, name)
        self._commands = commands
        self._rng = random.Random(name)  # noqa: S311 - a load
        self._games = cycle(TABLES)

    def go_on(self) -> None:
        game = next(self._games)
        key = (TABLES[game], self.name, f"{self._commands.name}-{next(self._commands.numbers)}")
        body = {"id": key[2], "command": msgspec.to_builtins(self._wish(game))}
        answer = self.ask("POST", f"/tables/{key[0]}/commands", json=body)
        if answer.status_code == 201:
            self._commands.acknowledged[key] = answer.json()["seq"]
        else:  # bets were closed, or the money does not allow it
            assert answer.status_code in (409, 422), answer.text
            self._commands.refused[key] = answer.json()["code"]

    def _wish(self, game: str) -> Command:
        if game != PAI_KAO:
            return PlaceBet(bet=self._rng.choice(BETS[game]), stake=STAKE)
        view = self.ask("GET", f"/tables/{TABLES[game]}").json()["view"]
        sit = next((act for act in view["can"] if act["do"] == "sit"), None)
        if sit:  # whoever was too slow has lost their gate, and the program does not play alone
            return find(game).forms.read({"do": "sit", **sit.get("usual", {})})
        return setting_owed(self.name, view) or StakeOnGate(gate=self._rng.choice(DEMO_SEATS).gate, stake=STAKE)


class Follower(Visitor):
    """Somebody who follows a table: every entry once and in order, through whatever end of the stream."""

    def __init__(self, client: httpx.Client, name: str, table: str) -> None:
        super().__init__(client, name)
        self._table = table
        self.last = 0
        self.paid = 0
        """Rounds that were seen to be paid."""

    def go_on(self) -> None:
        after = f"?after={self.last}" if self.last else ""
        try:
            with self.client.stream("GET", f"{API}/tables/{self._table}/events{after}") as answer:
                if answer.status_code in (502, 503, 504):
                    return
                assert answer.status_code == 200, answer.read()
                for number, data in frames(answer):
                    self._see(number, data)
                    if self._is_over.is_set():
                        return
        except httpx.TransportError:
            return

    def _see(self, number: int, data: bytes) -> None:
        if number < 0:
            return
        assert not self.last or number == self.last + 1, (self._table, self.last, number)
        self.last = number
        self.paid += any(one.get("act") in PAYS for one in events(data))


class Researcher(Visitor):
    """Somebody who runs simulations in the lab and has proposals checked, whichever process answers."""

    def __init__(self, client: httpx.Client, name: str, proposal: str) -> None:
        super().__init__(client, name)
        self._proposal = proposal
        self.runs: Counter[str] = Counter()
        """By how they ended."""
        self.checked = 0

    def go_on(self) -> None:
        strategies = [{"game": "craps", "name": "pass_line"}]
        begun = self.ask("POST", "/lab/runs", json={"strategies": strategies, "sessions": 100, "seed": 7})
        assert begun.status_code == 201, begun.text
        ended = until(lambda: self._over(begun.json()["id"]))
        self.runs[ended] += 1
        answer = self.ask("POST", "/proposals/check", json={"source": self._proposal})
        assert answer.status_code == 200, answer.text
        assert "problem" not in answer.json()
        self.checked += 1

    def _over(self, run: str) -> str | None:
        """How a run has ended; it is found at every process, at any time."""
        answer = self.ask("GET", f"/lab/runs/{run}")
        assert answer.status_code == 200, answer.text
        told = answer.json()
        return str(told["state"]) if told["is_over"] else None


def until_all(visitors: list[Visitor], done: Callable[[], bool]) -> None:
    """Wait for it; not where something has gone wrong for one of them."""

    def looked() -> bool:
        for one in visitors:
            one.check()
        return done()

    until(looked)
