"""Many event streams held open over raw sockets, so that the client is not what is measured.

    python bench/house_streams.py PORT COUNT TOKENS TABLES

Prints how many are open; then, when it is sent a line, how many have been told of an event.
"""

import asyncio
import json
import resource
import sys
import time
from functools import partial
from pathlib import Path
from typing import cast

import uvloop

STREAM = "GET /api/v1/tables/t{table}/events HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n\r\n"


class Listener(asyncio.Protocol):
    """Waits for one event."""

    told = 0
    opened = 0

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        cast("asyncio.WriteTransport", transport).write(self.request)

    def data_received(self, data: bytes) -> None:
        """The stream is open, or has told something."""
        if not self.is_open and b"retry:" in data:
            self.is_open = True
            Listener.opened += 1
        if b"event: entry" in data:
            Listener.told += 1


async def hold(port: int, count: int, tokens: list[str], tables: int) -> None:
    """Open all streams, say so, then wait to be asked how many were told."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 1000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    loop = asyncio.get_running_loop()
    kept = []
    for place in range(count):
        request = STREAM.format(table=place % tables, token=tokens[place % len(tokens)]).encode()
        kept.append(await loop.create_connection(partial(Listener, request), "127.0.0.1", port))
    until = time.perf_counter() + 60
    while Listener.opened < count and time.perf_counter() < until:  # noqa: ASYNC110 - ten thousand listeners, one look
        await asyncio.sleep(0.05)
    print(json.dumps({"opened": Listener.opened}), flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    print(json.dumps({"told": Listener.told}), flush=True)


def main() -> None:
    """Hold them."""
    uvloop.run(hold(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]).read_text().split(), int(sys.argv[4])))


if __name__ == "__main__":
    main()
