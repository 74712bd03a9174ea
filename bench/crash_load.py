"""The load of the crash test: players, croupiers and a supervisor over HTTP, who send again what was not answered."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, Self

import msgspec
from argon2 import PasswordHasher

from banca.games import find, of_chance, playable, rulebook
from banca.games.pai_kao.hands import format_setting, settings
from banca.games.pai_kao.practice import DEMO_SEATS
from banca.games.pai_kao.table import SetTiles, StakeOnGate
from banca.house.cage import CashIn, CashOut
from banca.house.commands import CommandRequest
from banca.house.demo import open_demo
from banca.house.house import House
from banca.house.people import People
from banca.house.seal import open_seal
from banca.house.store import open_store
from banca.tables.commands import Actor, Command, PlaceBet, Role, WithdrawBet

PAI_KAO = "pai_kao"

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
API = "/api/v1"
MONEY = 1_000_000_00
STAKE = 10_00
BOSS, CROUPIERS, INSPECTOR = "boss", ("croupier-1", "croupier-2"), "inspector"
PASSWORD = "a password of no importance"  # noqa: S105
TABLES = {game: f"demo-{game.replace('_', '-')}" for game in playable()}
BETS = {game: tuple(rulebook(game).under().bets) for game in of_chance()}
GOES_ON = {game: {act.name for act in find(game).acts if act.is_automatic} for game in playable()}
"""By game the croupier's acts that a round needs."""
IN_PLAY = ("bets", "stakes")
"""Where a table's state says what lies on it."""
FIRST = "first-"
"""How the ids begin of what is done before the load."""
REPEATED_ANYWAY = 0.05
"""How many answered commands are sent once more."""
PAUSE = 0.05
"""Seconds that somebody waits between two commands, on average."""
PATIENCE = 300.0


@dataclass(frozen=True, slots=True)
class Prepared:
    """Who comes to play, with their tokens."""

    players: tuple[str, ...]
    tokens: dict[str, str]


def prepare(url: str, players: int, key: Path) -> Prepared:
    """The store before the server starts: tables of all games, people with tokens, money and seats."""
    store = open_store(url)
    house = House(store, seal=open_seal(store, key), is_play_money=True)
    people = People(house, hasher=CHEAP)
    names = tuple(f"player-{number}" for number in range(players))
    roles = (
        dict.fromkeys(names, Role.PLAYER)
        | {BOSS: Role.SUPERVISOR, INSPECTOR: Role.INSPECTOR}
        | dict.fromkeys(CROUPIERS, Role.CROUPIER)
    )
    tokens = {}
    for name, role in roles.items():
        people.add(name, role, PASSWORD)
        tokens[name] = people.issue(name, "load").token
    open_demo(house)
    boss = Actor(BOSS, Role.SUPERVISOR)
    requests = [
        CommandRequest(table="cage", actor=boss, id=f"{FIRST}{name}", command=CashIn(player=name, stake=MONEY))
        for name in names
    ]
    requests += [
        CommandRequest(
            table=table, actor=Actor(name, Role.PLAYER), id=f"{FIRST}sit", command=find(game).codec.read({"do": "sit"})
        )
        for name in names
        for game, table in TABLES.items()
    ]
    house.do_all(requests)
    store.close()
    return Prepared(names, tokens)


@dataclass(slots=True)
class Sent:
    """A command on its way, and what became of it."""

    table: str
    by: str
    id: str
    command: Command
    path: str
    body: bytes
    tries: int = 0
    was_lost: bool = False
    """The server was killed before it answered."""
    asked_again: str = ""
    """When it was sent again after that, as the journal writes it."""
    is_done: bool = False
    seq: int | None = None
    """The sequence that was said, where it was."""
    receipts: list[bytes] = field(default_factory=list)
    """What the answers gave to keep."""


class Told(msgspec.Struct):
    """Of an answer: where the entry is, and its receipt as it came."""

    receipt: msgspec.Raw
    seq: int | None = None


class LostError(Exception):
    """The connection ended before the answer came."""


class Line:
    """One connection, kept as long as it lasts and let go of in the end: HTTP by hand, because a load must be cheap."""

    def __init__(self, port: int, token: str, local: str = "127.0.0.1") -> None:
        self._port = port
        self._token = token
        self._local = local
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Status and body of the answer."""
        try:
            if self._streams is None:
                self._streams = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(self._local, 0))
            reader, writer = self._streams
            head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self._token}\r\n"
            writer.write(f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
            async with asyncio.timeout(PATIENCE):
                said = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                if not said.startswith("http/"):
                    # Nobody listens, and the system has given this end the very port that it calls: it hears itself.
                    raise ConnectionRefusedError
                length = int(said.partition("content-length:")[2].partition("\r\n")[0])
                return int(said.split()[1]), await reader.readexactly(length)
        except (OSError, EOFError) as fault:  # a timeout is an OSError
            self.hang_up()
            raise LostError from fault

    def hang_up(self) -> None:
        """Let go of the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


Wish = Callable[[str, Line], Awaitable[Sent | None]]
"""What somebody sends next; nothing where there is nothing to do."""


@dataclass(slots=True)
class Load:
    """Everybody at once."""

    port: int
    prepared: Prepared
    rng: random.Random
    is_up: asyncio.Event = field(default_factory=asyncio.Event)
    sent: list[Sent] = field(default_factory=list)
    answered: int = 0
    _is_over: bool = False
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _ids: Any = field(default_factory=lambda: count(1))

    def begin(self) -> None:
        """Let them all come in."""
        self.is_up.set()
        wishes: dict[str, Wish] = dict.fromkeys(self.prepared.players, self._bet)
        wishes |= dict.fromkeys(CROUPIERS, self._act)
        wishes |= {BOSS: self._cash}
        self._tasks = [asyncio.create_task(self._go_on(name, wish)) for name, wish in wishes.items()]

    def check(self) -> None:
        """Raise what went wrong for one of them."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def answers(self, count: int) -> None:
        """Returns when so many more commands have been answered."""
        until = self.answered + count
        while self.answered < until:
            self.check()
            await asyncio.sleep(0.005)

    async def finish(self) -> None:
        """Nothing new; what is on its way gets its answer."""
        self._is_over = True
        await asyncio.gather(*self._tasks)

    async def see_out(self) -> None:
        """Wait until every round that is under way has come to its end; the tables' own croupiers see to it."""
        with Line(self.port, self.prepared.tokens[BOSS]) as line:
            async with asyncio.timeout(PATIENCE):
                for table in TABLES.values():
                    first = view = await self._look(line, table)
                    while any(view["state"].get(name) for name in IN_PLAY) and view["round"] == first["round"]:
                        for name in set(view["state"].get("setters", {}).values()) & set(self.prepared.players):
                            await self._set_tiles(name)
                        await asyncio.sleep(PAUSE)
                        view = await self._look(line, table)

    @staticmethod
    async def _look(line: Line, table: str) -> dict[str, Any]:
        _, body = await line.ask("GET", f"{API}/tables/{table}")
        view: dict[str, Any] = msgspec.json.decode(body)["view"]
        return view

    async def _set_tiles(self, name: str) -> None:
        with Line(self.port, self.prepared.tokens[name]) as line:
            command = setting_owed(name, await self._look(line, TABLES[PAI_KAO]))
            if command is not None:
                one = self._sent(TABLES[PAI_KAO], name, command)
                self.sent.append(one)
                await self._send(line, one)

    async def _go_on(self, name: str, wish: Wish) -> None:
        with Line(self.port, self.prepared.tokens[name]) as line:
            while not self._is_over:
                await self.is_up.wait()
                one = await wish(name, line)
                if one is None:
                    continue
                self.sent.append(one)
                await self._send(line, one)
                if one.is_done and self.rng.random() < REPEATED_ANYWAY:
                    await self._send(line, one)
                await asyncio.sleep(self.rng.expovariate(1 / PAUSE))

    async def _send(self, line: Line, one: Sent) -> None:
        """Until there is an answer, always with the same id."""
        while True:
            await self.is_up.wait()
            one.tries += 1
            if one.was_lost and not one.asked_again:
                one.asked_again = datetime.now(UTC).isoformat(timespec="milliseconds")
            try:
                status, body = await line.ask("POST", one.path, one.body)
            except LostError:
                one.was_lost = one.was_lost or not one.is_done
                await asyncio.sleep(0.02)
                continue
            if status == 503:
                await asyncio.sleep(0.05)
                continue
            self._note(one, status, body)
            self.answered += 1
            return

    @staticmethod
    def _note(one: Sent, status: int, body: bytes) -> None:
        if status == 201:
            told = msgspec.json.decode(body, type=Told)
            seq = told.seq
            one.receipts.append(bytes(told.receipt))
            if one.is_done and seq != one.seq:
                raise AssertionError(one, seq)
            one.is_done, one.seq = True, seq
        elif one.is_done or status not in (409, 422):
            raise AssertionError(one, status, body)

    def _sent(self, table: str, by: str, command: Command) -> Sent:
        name = f"c{next(self._ids)}"
        body = msgspec.json.encode({"id": name, "command": command})
        return Sent(table, by, name, command, f"{API}/tables/{table}/commands", body)

    async def _bet(self, name: str, line: Line) -> Sent:
        """A bet at any table; now and then one is withdrawn. Whose stake is the largest at Pai Kao sets the tiles."""
        game = self.rng.choice(tuple(TABLES))
        stake = STAKE * self.rng.randint(1, 3)
        if game == PAI_KAO:
            try:
                owed = setting_owed(name, await self._look(line, TABLES[game]))
            except LostError:
                owed = None
            command: Command = owed or StakeOnGate(gate=self.rng.choice(DEMO_SEATS).gate, stake=stake)
        elif self.rng.random() < 0.1:
            command = WithdrawBet(bet=self.rng.choice(BETS[game]))
        else:
            command = PlaceBet(bet=self.rng.choice(BETS[game]), stake=stake)
        return self._sent(TABLES[game], name, command)

    async def _act(self, name: str, line: Line) -> Sent | None:
        """What a croupier may do at some table now."""
        game, table = self.rng.choice(tuple(TABLES.items()))
        try:
            view = await self._look(line, table)
        except LostError:
            await asyncio.sleep(0.02)
            return None
        can = [one for one in view["can"] if one["do"] in GOES_ON[game]]
        if not can:
            return None
        act = self.rng.choice(can)
        return self._sent(table, name, find(game).codec.read({"do": act["do"], **act.get("usual", {})}))

    async def _cash(self, name: str, _: Line) -> Sent:
        """Money in and out over the counter."""
        way = self.rng.choice(("in", "out"))
        who, amount = self.rng.choice(self.prepared.players), self.rng.randint(1, 500_00)
        number = f"c{next(self._ids)}"
        body = msgspec.json.encode({"id": number, "player": who, "amount": amount})
        command = (CashIn if way == "in" else CashOut)(player=who, stake=amount)
        return Sent("cage", name, number, command, f"{API}/cage/{way}", body)


def setting_owed(name: str, view: dict[str, Any]) -> Command | None:
    """What somebody owes a Pai Kao table: their tiles, set in the first way there is."""
    state = view["state"]
    for gate, faces in state.get("tiles", {}).items():
        if state["setters"].get(gate) == name and int(gate) not in state["set"]:
            return SetTiles(gate=int(gate), setting=format_setting(settings(tuple(faces))[0]))
    return None
