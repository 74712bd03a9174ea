"""A load of bets, and streams that are held open: raw sockets, so that the client is not what is measured.

python bench/house_load.py bets PORT SECONDS TOKENS.json      prints bets per second and latencies as JSON
python bench/house_load.py streams PORT COUNT TOKENS.json     opens streams, prints how many are told of an event
"""

import asyncio
import json
import resource
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import uvloop

CONNECTIONS = 128
TABLES = 16
BETS = ("red", "black", "straight:17", "dozen:1", "even")
HEAD = "POST /api/v1/tables/t{table}/commands HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
STREAM = "GET /api/v1/tables/t{table}/events HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n\r\n"


def bets(place: int, token: str) -> Iterator[bytes]:
    """One player's commands, each with its own id."""
    run = uuid.uuid4().hex[:8]
    number = 0
    while True:
        number += 1
        bet = BETS[number % len(BETS)]
        body = f'{{"id":"{run}-{number}","command":{{"do":"place_bet","bet":"{bet}","stake":100}}}}'
        yield (HEAD.format(table=place % TABLES, token=token, length=len(body)) + body).encode()


class Player(asyncio.Protocol):
    """Sends the next command when the one before is answered."""

    def __init__(self, commands: Iterator[bytes], until: float) -> None:
        self.commands, self.until = commands, until
        self.took: list[float] = []
        self.failed = b""
        self.buffer = b""
        self.done = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self.transport = transport
        self.send()

    def send(self) -> None:
        """The next command, until the time is over."""
        self.at = time.perf_counter()
        if self.at > self.until:
            self.transport.close()
            self.done.set_result(None)
        else:
            self.transport.write(next(self.commands))  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Count a whole answer."""
        self.buffer += data
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = self.buffer[:end].lower()
        length = int(head[head.find(b"content-length: ") + 16 :].split(b"\r\n", 1)[0])
        if len(self.buffer) < end + 4 + length:
            return
        if self.buffer[9:12] != b"201":
            self.failed = self.buffer
        self.took.append(time.perf_counter() - self.at)
        self.buffer = b""
        self.send()

    def connection_lost(self, exc: Exception | None) -> None:
        """The server hung up."""
        if not self.done.done():
            self.failed = str(exc).encode() or b"hung up"
            self.done.set_result(None)


async def load(port: int, seconds: float, tokens: list[str]) -> None:
    """All players at once."""
    loop = asyncio.get_running_loop()
    until = time.perf_counter() + seconds
    players = []
    for place in range(CONNECTIONS):
        commands = bets(place, tokens[place])
        _, player = await loop.create_connection(lambda commands=commands: Player(commands, until), "127.0.0.1", port)
        players.append(player)
    await asyncio.gather(*(player.done for player in players))
    took = sorted(one for player in players for one in player.took)
    failed = next((player.failed for player in players if player.failed), b"")
    figures = {"rate": len(took) / seconds, "p50": took[len(took) // 2], "p99": took[int(len(took) * 0.99)]}
    print(json.dumps(figures | {"failed": failed.decode("latin-1")}))


class Listener(asyncio.Protocol):
    """Waits for one event."""

    told = 0
    opened = 0

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        transport.write(self.request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """The stream is open, or has told something."""
        if not self.is_open and b"retry:" in data:
            self.is_open = True
            Listener.opened += 1
        if b"event: entry" in data:
            Listener.told += 1


async def hold(port: int, count: int, tokens: list[str]) -> None:
    """Open all streams, say so, then wait to be asked how many were told."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 1000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    loop = asyncio.get_running_loop()
    kept = []
    for place in range(count):
        request = STREAM.format(table=place % 1000, token=tokens[place % len(tokens)]).encode()
        kept.append(await loop.create_connection(lambda request=request: Listener(request), "127.0.0.1", port))
    until = time.perf_counter() + 60
    while Listener.opened < count and time.perf_counter() < until:  # noqa: ASYNC110 - ten thousand listeners, one look
        await asyncio.sleep(0.05)
    print(json.dumps({"opened": Listener.opened}), flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    print(json.dumps({"told": Listener.told}), flush=True)


def main() -> None:
    """One of the two."""
    tokens = json.loads(Path(sys.argv[4]).read_text())
    work = (
        load(int(sys.argv[2]), float(sys.argv[3]), tokens)
        if sys.argv[1] == "bets"
        else hold(int(sys.argv[2]), int(sys.argv[3]), tokens)
    )
    uvloop.run(work)


if __name__ == "__main__":
    main()
