"""What goes on beside the commands while a server is killed: streams that resume, exports that are broken off, log-ins."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field

import msgspec

from crash_load import API, INSPECTOR, PASSWORD, TABLES, Line, LostError, Prepared

PAUSE = 0.2
"""Seconds between two of the same kind, on average."""
FOLLOWED = 2
"""Streams for each table."""
TAKEN = 64 * 1024
"""Bytes of an export that are read before it is broken off, at most."""
OPEN_SECONDS = 300.0


@dataclass(slots=True)
class Beside:
    """Everybody who does not bet. A stream that misses an entry, or shows one twice, is an error."""

    port: int
    prepared: Prepared
    rng: random.Random
    is_up: asyncio.Event
    frames: int = 0
    resumed: int = 0
    exports: int = 0
    log_ins: int = 0
    wrong: list[str] = field(default_factory=list)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def begin(self) -> None:
        """Let them all come in."""
        works: list[Callable[[], Awaitable[None]]] = [self._export, self._log_in, self._log_in]
        self._tasks = [asyncio.create_task(self._again(work)) for work in works]
        for table in TABLES.values():
            for name in self.rng.sample(self.prepared.players, FOLLOWED):
                self._tasks.append(asyncio.create_task(self._follow(table, name)))

    async def end(self) -> None:
        """Let them go; what went wrong for one of them is raised."""
        for task in self._tasks:
            task.cancel()
        for result in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    async def _again(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await self.is_up.wait()
            with suppress(LostError):
                await work()
            await asyncio.sleep(self.rng.expovariate(1 / PAUSE))

    async def _log_in(self) -> None:
        """Half of them with a wrong password."""
        name, is_right = self.rng.choice(self.prepared.players), self.rng.random() < 0.5
        body = msgspec.json.encode({"name": name, "password": PASSWORD if is_right else "wrong"})
        with Line(self.port, "") as line:
            status, said = await line.ask("POST", f"{API}/login", body)
        self.log_ins += 1
        if status not in ((200, 429, 503) if is_right else (401, 429, 503)):
            self.wrong.append(f"log-in {is_right}: {status} {said!r}")

    async def _export(self) -> None:
        """All journals, broken off somewhere."""
        async with self._opened("/journal", self.prepared.tokens[INSPECTOR]) as reader:
            await reader.read(self.rng.randint(1, TAKEN))
            self.exports += 1

    async def _follow(self, table: str, name: str) -> None:
        """One table's entries, each once and in order, through every end of the server."""
        last = 0
        while True:
            await self.is_up.wait()
            after = f"?after={last}" if last else ""
            try:
                async with self._opened(f"/tables/{table}/events{after}", self.prepared.tokens[name]) as reader:
                    while line := await reader.readline():
                        if line.startswith(b"id: "):
                            number = int(line[4:])
                            if last and number != last + 1:
                                self.wrong.append(f"{table}: entry {number} behind {last}")
                            last, self.frames = number, self.frames + 1
            except (LostError, OSError):
                pass
            self.resumed += 1
            await asyncio.sleep(0.02)

    @asynccontextmanager
    async def _opened(self, path: str, token: str) -> AsyncIterator[asyncio.StreamReader]:
        """A long answer, behind its head; let go of whatever comes in between."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError as fault:
            raise LostError from fault
        with closing(writer):
            head = f"GET {API}{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
            writer.write(head.encode())
            try:
                async with asyncio.timeout(OPEN_SECONDS):
                    await reader.readuntil(b"\r\n\r\n")
            except (OSError, EOFError) as fault:
                raise LostError from fault
            yield reader
