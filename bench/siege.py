"""The house under attack: how long the bets of bystanders take meanwhile, beside the same without an attack.

Every attack of the review runs against a server of its own, with a long journal and many accounts behind it. With --before the
same is done to an older state of the program, and both stand in one table.

    python bench/siege.py
    python bench/siege.py --before 4cd2a54 --only exports,streams
"""

import argparse
import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from socket import create_server
from time import perf_counter
from typing import Any

import msgspec

from crash_load import API, Line, LostError
from siege_attacks import ATTACKS, Attack, Besieged

ROOT = Path(__file__).parent.parent
ENTRIES, ACCOUNTS = 30_000, 30_000
BYSTANDERS, PAUSE = 10, 0.2
"""Fifty bets a second in all, as far as they are answered."""
SECONDS = 8.0
TABLE = "roulette-1"
PASSWORD = "a password of many words"  # noqa: S105
LONG_AGO = """
import sys
from banca.house.cage import CashIn
from banca.house.house import House
from banca.house.opening import TableTerms
from banca.house.request import Request
from banca.house.store import open_store
from banca.live.command import THE_HOUSE, Actor, OpenTable, PlaceBet, Role, Sit, WithdrawBet

url, table, entries, accounts = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
house = House(open_store(url))
terms = TableTerms(id=table, game="roulette", minimum=1000, bank=10**11)
old = Actor("old", Role.PLAYER)
requests = [Request(table=table, actor=THE_HOUSE, id="open", command=OpenTable(), opening=terms)]
for place in range(accounts):
    name = "old" if not place else f"account-{place}"
    cash = CashIn(player=name, stake=10**6)
    requests.append(Request(table="cage", actor=THE_HOUSE, id=f"c{place}", command=cash))
requests.append(Request(table=table, actor=old, id="sit", command=Sit()))
for place in range(entries):
    bet = WithdrawBet(bet="red") if place % 2 else PlaceBet(bet="red", stake=1000)
    requests.append(Request(table=table, actor=old, id=f"b{place}", command=bet))
for start in range(0, len(requests), 1000):
    for answer in house.do_all(requests[start : start + 1000]):
        if isinstance(answer, Exception):
            raise answer
house.store.close()
"""


@dataclass(slots=True)
class Found:
    """What bystanders felt of one attack."""

    waits: list[float] = field(default_factory=list)
    failed: int = 0
    grown: float = 0.0
    """Megabytes that the server holds more than before."""
    told: str = ""
    """What the attack itself says."""

    def __str__(self) -> str:
        waits = sorted(self.waits)
        if not waits:
            return f"no bet answered, {self.failed} failed"
        p50, p99 = (waits[int(len(waits) * part)] * 1000 for part in (0.5, 0.99))
        bets = f"{len(waits):4d} bets, {self.failed:3d} failed, p50 {p50:6.0f} ms, p99 {p99:6.0f} ms, max {waits[-1] * 1000:6.0f} ms"
        return f"{bets}, {self.grown:+5.0f} MB; {self.told}"


class Server:
    """One state of the program, serving a store."""

    def __init__(self, source: Path, past: Path, folder: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(source), "XDG_CONFIG_HOME": str(folder), "COLUMNS": "300"}
        shutil.copy(past, folder / "house.db")
        self.url = f"sqlite:///{folder / 'house.db'}"
        with create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        program = (sys.executable, "-c", "from banca.cli import run; run()", "serve", "--db", self.url)
        self._process = subprocess.Popen(  # noqa: S603 - ours
            [*program, "--port", str(self.port), "--log", "ERROR"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=(folder / "errors").open("wb"),
            text=True,
        )
        said = ""
        for line in self._process.stdout or ():
            said += line
            if "serving at" in line:
                break
        found = re.search(r"one-time password (\S+)", said)
        if found is None:
            raise RuntimeError(said, (folder / "errors").read_text())
        self.password = found[1]

    @property
    def megabytes(self) -> float:
        """What the process holds in memory."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return int(found[1]) / 1024 if found else 0.0

    def kill(self) -> None:
        """Without a word."""
        self._process.kill()
        self._process.wait()


def long_ago(source: Path, file: Path) -> Path:
    """A store with a past: many accounts, and a table with a long journal."""
    url, figures = f"sqlite:///{file}", (str(ENTRIES), str(ACCOUNTS))
    environment = os.environ | {"PYTHONPATH": str(source)}
    subprocess.run([sys.executable, "-c", LONG_AGO, url, TABLE, *figures], env=environment, check=True)  # noqa: S603 - ours
    return file


async def ask(port: int, token: str, method: str, path: str, **body: Any) -> Any:  # noqa: ANN401 - JSON
    """One request; its answer, decoded."""
    sent = msgspec.json.encode(body) if body else b""
    with Line(port, token) as line:
        status, said = await line.ask(method, f"{API}{path}", sent)
    if status not in (200, 201, 204):
        raise RuntimeError(path, status, said)
    return msgspec.json.decode(said) if said else None


async def let_in(server: Server) -> Besieged:
    """A supervisor, an inspector, players with money and seats; everybody by a token."""
    port = server.port
    tokens: dict[str, str] = {}

    async def enter(name: str, password: str) -> None:
        tokens[name] = await _own_token(port, name, password)

    await enter("supervisor", server.password)
    boss = tokens["supervisor"]
    players = [f"p{place}" for place in range(BYSTANDERS)]
    for name in (*players, "mallory", "inspector"):  # the inspector last: from then on two persons are needed
        role = name if name == "inspector" else "player"
        given = await ask(port, boss, "POST", "/users", name=name, role=role)
        await enter(name, given["password"])
        if role == "player":
            await ask(port, boss, "POST", "/cage/in", id=f"in-{name}", player=name, amount=10**7)
            await ask(port, tokens[name], "POST", f"/tables/{TABLE}/commands", id="sit", command={"do": "sit"})
    return Besieged(port=port, table=TABLE, tokens=tokens, players=players, password=PASSWORD)


async def _own_token(port: int, name: str, password: str) -> str:
    """Log in with the one-time password, change it, and make a token."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    async def call(path: str, cookie: str, csrf: str, **body: Any) -> tuple[dict[str, Any], str]:  # noqa: ANN401 - JSON
        sent = msgspec.json.encode(body)
        head = f"POST {API}{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(sent)}\r\n"
        head += f"Cookie: {cookie}\r\nX-CSRF-Token: {csrf}\r\n\r\n"
        writer.write(head.encode() + sent)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = int(answer.lower().partition("content-length:")[2].partition("\r\n")[0])
        said = msgspec.json.decode(await reader.readexactly(length))
        found = re.search(r"set-cookie: ([^;]+)", answer, re.IGNORECASE)
        return said, found[1] if found else cookie

    me, cookie = await call("/login", "", "", name=name, password=password)
    me, cookie = await call("/password", cookie, me["csrf"], old=password, new=PASSWORD)
    token, _ = await call("/tokens", cookie, me["csrf"], label="siege")
    writer.close()
    return str(token["token"])


async def bystander(besieged: Besieged, name: str, found: Found, until: float) -> None:
    """One player who bets and takes the bet back."""
    line, place = Line(besieged.port, besieged.tokens[name]), 0
    while perf_counter() < until:
        command: dict[str, Any] = {"do": "withdraw_bet", "bet": "red"}
        if place % 2 == 0:
            command = {"do": "place_bet", "bet": "red", "stake": 1000}
        body = msgspec.json.encode({"id": f"{name}-{place}-{until}", "command": command})
        began = perf_counter()
        try:
            async with asyncio.timeout(max(until + SECONDS - began, 0.1)):
                status, _ = await line.ask("POST", f"{API}/tables/{TABLE}/commands", body)
        except (LostError, TimeoutError):
            status = 0
        if status == 201:
            found.waits.append(perf_counter() - began)
            place += 1
        else:
            found.failed += 1
        await asyncio.sleep(PAUSE)
    line.hang_up()


async def suffer(server: Server, attack: Attack | None) -> Found:
    """The bystanders' bets while an attack goes on."""
    besieged = await let_in(server)
    found, held = Found(), server.megabytes
    until = perf_counter() + SECONDS
    attacking = asyncio.create_task(attack(besieged)) if attack else None
    await asyncio.gather(*(bystander(besieged, name, found, until) for name in besieged.players))
    if attacking is not None:
        besieged.over.set()
        with suppress(asyncio.CancelledError):
            done, _ = await asyncio.wait({attacking}, timeout=SECONDS)
            found.told = attacking.result() if done else "still at it"
            attacking.cancel()
    found.grown = server.megabytes - held
    return found


@contextmanager
def sources(before: str) -> Iterator[dict[str, Path]]:
    """Where each state of the program lies: the present one, and an older one in a folder for a while."""
    with tempfile.TemporaryDirectory() as folder:
        found = {"now": ROOT / "src"}
        if before:
            tree = Path(folder) / "before"
            _git("worktree", "add", "-q", "--detach", str(tree), before)
            found = {"before": tree / "src", **found}
        try:
            yield found
        finally:
            if before:
                _git("worktree", "remove", "--force", str(tree))


def _git(*command: str) -> None:
    subprocess.run(["git", "-C", str(ROOT), *command], check=True)  # noqa: S603, S607 - ours


def main() -> int:
    """A line for each attack and state of the program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--before", default="", metavar="COMMIT", help="an older state to do the same to")
    parser.add_argument("--only", default="", help=f"some of: {', '.join(ATTACKS)}")
    asked = parser.parse_args()
    chosen = asked.only.split(",") if asked.only else ["nothing", *ATTACKS]
    with sources(asked.before) as found, tempfile.TemporaryDirectory() as kept:
        pasts = {state: long_ago(source, Path(kept) / f"{state}.db") for state, source in found.items()}
        for name in chosen:
            for state, source in found.items():
                with tempfile.TemporaryDirectory() as folder:
                    server = Server(source, pasts[state], Path(folder))
                    try:
                        print(f"{name:14s} {state:6s} {asyncio.run(suffer(server, ATTACKS.get(name)))}", flush=True)
                    finally:
                        server.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
