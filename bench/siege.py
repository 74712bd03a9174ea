"""The house under attack: how long the bets of bystanders take meanwhile, and whether visitors are served.

Every attack of the review runs in a process of its own, against a server of its own with a long journal and many accounts behind it;
players and visitors come from another address than the attacker. With --before the same is done to an older state of the program,
where the repository has it, and both stand in one table. Everything stays on this machine.

    python bench/siege.py --before 25bf882
    python bench/siege.py --only exports,streams
    python bench/siege.py --before 25bf882 --write     # docs/siege.md
"""

import argparse
import asyncio
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from socket import create_server
from time import perf_counter
from typing import Any

import msgspec

from crash_load import API, Line, LostError
from siege_attacks import ATTACKS, BEGUN, MOST_SECONDS, USUAL_ENTRIES
from siege_page import FILES, NOTHING, PAGE, SECONDS, Match, Row, page

HERE = Path(__file__).parent
ROOT = HERE.parent
ACCOUNTS = 30_000
BYSTANDERS, PAUSE = 10, 0.2
"""Fifty bets a second in all, as far as they are answered."""
VISITORS, VISITOR_PAUSE, VISITOR_SECONDS = 3, 0.25, 3.0
"""So many come again and again, each with a new connection, and go when they are not served."""
OTHERS = "127.0.0.2"
"""Where bystanders and visitors come from."""
TABLE = "roulette-1"
PASSWORD = "a password of many words"  # noqa: S105


class Server:
    """One state of the program, serving a store; it may open no more files than is usual."""

    def __init__(self, source: Path, past: Path, folder: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(source), "XDG_CONFIG_HOME": str(folder), "COLUMNS": "300"}
        shutil.copy(past, folder / "house.db")
        self.url = f"sqlite:///{folder / 'house.db'}"
        with create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        within = ("sh", "-c", 'ulimit -n "$0" && exec "$@"', str(FILES))
        program = (sys.executable, "-c", "from banca.cli import run; run()", "serve", "--db", self.url)
        self._process = subprocess.Popen(  # ours
            [*within, *program, "--port", str(self.port), "--log", "ERROR"],
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


class Attacker:
    """An attack in a process of its own."""

    async def begin(self, name: str, server: Server, tokens: dict[str, str]) -> None:
        """Returns when bystanders should come."""
        pipe = asyncio.subprocess.PIPE
        program = (sys.executable, str(HERE / "siege_attacks.py"), name)
        self._process = await asyncio.create_subprocess_exec(*program, stdin=pipe, stdout=pipe)
        self._given, self._said = self._process.stdin, self._process.stdout
        if self._given is None or self._said is None:
            raise RuntimeError(name)
        self._given.write(msgspec.json.encode({"port": server.port, "table": TABLE, "tokens": tokens}) + b"\n")
        async with asyncio.timeout(MOST_SECONDS):
            if (await self._said.readline()).decode().strip() != BEGUN:
                raise RuntimeError(name)

    async def end(self) -> str:
        """What it was answered."""
        if self._given is None or self._said is None:
            return ""
        self._given.close()
        try:
            async with asyncio.timeout(SECONDS):
                said = (await self._said.read()).decode().strip()
        except TimeoutError:
            said = "still at it"
            self._process.kill()
        await self._process.wait()
        return said


async def ask(port: int, token: str, method: str, path: str, **body: Any) -> Any:  # JSON
    """One request; its answer, decoded."""
    sent = msgspec.json.encode(body) if body else b""
    with Line(port, token) as line:
        status, said = await line.ask(method, f"{API}{path}", sent)
    if status not in (200, 201, 204):
        raise RuntimeError(path, status, said)
    return msgspec.json.decode(said) if said else None


async def let_in(server: Server) -> dict[str, str]:
    """A supervisor, an inspector, players with money and seats; everybody by a token."""
    port = server.port
    tokens = {"supervisor": await _own_token(port, "supervisor", server.password)}
    boss = tokens["supervisor"]
    for name in (*players(), "mallory", "inspector"):  # the inspector last: from then on two persons are needed
        role = name if name == "inspector" else "player"
        given = await ask(port, boss, "POST", "/users", name=name, role=role)
        tokens[name] = await _own_token(port, name, given["password"])
        if role == "player":
            await ask(port, boss, "POST", "/cage/in", id=f"in-{name}", player=name, amount=10**7)
            await ask(port, tokens[name], "POST", f"/tables/{TABLE}/commands", id="sit", command={"do": "sit"})
    return tokens


def players() -> list[str]:
    """The bystanders."""
    return [f"p{place}" for place in range(BYSTANDERS)]


async def _own_token(port: int, name: str, password: str) -> str:
    """Log in with the one-time password, change it, and make a token."""

    async def call(path: str, cookie: str, csrf: str, **body: Any) -> tuple[dict[str, Any], str]:  # JSON
        sent = msgspec.json.encode(body)
        head = f"POST {API}{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(sent)}\r\n"
        head += f"Cookie: {cookie}\r\nX-CSRF-Token: {csrf}\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with closing(writer):
            writer.write(head.encode() + sent)
            answer = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = int(answer.lower().partition("content-length:")[2].partition("\r\n")[0])
            said = msgspec.json.decode(await reader.readexactly(length))
        found = re.search(r"set-cookie: ([^;]+)", answer, re.IGNORECASE)
        return said, found[1] if found else cookie

    me, cookie = await call("/login", "", "", name=name, password=password)
    me, cookie = await call("/password", cookie, me["csrf"], old=password, new=PASSWORD)
    token, _ = await call("/tokens", cookie, me["csrf"], label="siege")
    return str(token["token"])


async def bystander(line: Line, name: str, found: Match, until: float) -> None:
    """One player who bets and takes the bet back."""
    place = 0
    while perf_counter() < until:
        command: dict[str, Any] = {"do": "withdraw_bet", "bet": "red"}
        if place % 2 == 0:
            command = {"do": "place_bet", "bet": "red", "stake": 1000}
        body = msgspec.json.encode({"id": f"{name}-{place}", "command": command})
        began = perf_counter()
        status = await _status(line, "POST", f"/tables/{TABLE}/commands", body, until + SECONDS - began)
        if status == 201:
            found.waits.append(perf_counter() - began)
            place += 1
        else:
            found.failed += 1
        await asyncio.sleep(PAUSE)
    line.hang_up()


async def visitor(port: int, found: Match, until: float) -> None:
    """Somebody who comes and asks for the odds of a game, again and again."""
    while perf_counter() < until:
        began = perf_counter()
        with Line(port, "", OTHERS) as line:
            status = await _status(line, "GET", "/games/craps/odds", b"", VISITOR_SECONDS)
        if status == 200:
            found.visits.append(perf_counter() - began)
        else:
            found.turned_away += 1
        await asyncio.sleep(VISITOR_PAUSE)


async def _status(line: Line, method: str, path: str, body: bytes, seconds: float) -> int:
    """Of the answer; 0 where there is none in time."""
    try:
        async with asyncio.timeout(max(seconds, 0.1)):
            status, _ = await line.ask(method, f"{API}{path}", body)
    except (LostError, TimeoutError):
        line.hang_up()
        return 0
    return status


async def suffer(server: Server, attack: str) -> Match:
    """The bystanders' bets and the visitors' questions while an attack goes on; the players are connected before it begins."""
    tokens = await let_in(server)
    lines = {name: Line(server.port, tokens[name], OTHERS) for name in players()}
    for line in lines.values():
        await line.ask("GET", f"{API}/me")
    found, held, attacker = Match(), server.megabytes, Attacker()
    if attack != NOTHING:
        await attacker.begin(attack, server, tokens)
    until = perf_counter() + SECONDS
    await asyncio.gather(
        *(bystander(line, name, found, until) for name, line in lines.items()),
        *(visitor(server.port, found, until) for _ in range(VISITORS)),
    )
    if attack != NOTHING:
        found.told = await attacker.end()
    found.grown = server.megabytes - held
    return found


@contextmanager
def sources(before: str) -> Iterator[dict[str, Path]]:
    """Where each state of the program lies: the present one, and an older one in a folder for a while."""
    with tempfile.TemporaryDirectory() as folder:
        found = {"now": ROOT / "src"}
        if before:
            with tarfile.open(fileobj=BytesIO(_git("archive", before, "src").stdout)) as tree:
                tree.extractall(folder, filter="data")
            found = {"before": Path(folder) / "src", **found}
        yield found


def _git(*command: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(["git", "-C", str(ROOT), *command], capture_output=True, check=True)  # ours


def has(commit: str) -> bool:
    """Whether the repository's history has it; a copy without a history has none."""
    try:
        _git("merge-base", "--is-ancestor", commit, "HEAD")
    except (subprocess.CalledProcessError, FileNotFoundError):
        return False
    return True


class Pasts:
    """Stores with a past, each written once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, state: str, source: Path, entries: int) -> Path:
        """The one of a state of the program, with so many entries."""
        file = self._folder / f"{state}-{entries}.db"
        if not file.exists():
            program = (
                sys.executable,
                str(HERE / "siege_past.py"),
                f"sqlite:///{file}",
                TABLE,
                str(entries),
                str(ACCOUNTS),
            )
            subprocess.run(program, env=os.environ | {"PYTHONPATH": str(source)}, check=True)  # ours
        return file


def rows(chosen: list[str], before: str) -> Iterator[Row]:
    """One for each attack and state of the program."""
    with sources(before) as found, tempfile.TemporaryDirectory() as kept:
        pasts = Pasts(Path(kept))
        for name in chosen:
            for state, source in found.items():
                past = pasts.of(state, source, ATTACKS[name].entries if name in ATTACKS else USUAL_ENTRIES)
                with tempfile.TemporaryDirectory() as folder:
                    server = Server(source, past, Path(folder))
                    try:
                        yield Row(name, state, asyncio.run(suffer(server, name)))
                    finally:
                        server.kill()


def main() -> int:
    """A line for each attack and state of the program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--before", default="", metavar="COMMIT", help="an older state to do the same to")
    parser.add_argument("--only", default="", help=f"some of: {', '.join(ATTACKS)}")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    asked = parser.parse_args()
    if asked.write and asked.only:
        parser.error("the page has all attacks: --write goes without --only")
    before = asked.before
    if before and not has(before):
        print(f"the history here does not have {before}: only the present state is shown")
        before = ""
    load, done = os.getloadavg()[0], []
    for row in rows(asked.only.split(",") if asked.only else [NOTHING, *ATTACKS], before):
        done.append(row)
        print(row, flush=True)
    loads = (load, os.getloadavg()[0])
    print(f"load average {loads[0]:.1f} at the beginning, {loads[1]:.1f} at the end")
    if asked.write:
        PAGE.write_text(page(done, before, loads), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
