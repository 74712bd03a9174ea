"""Readers of long answers who break off, stall, or read to the end: raw sockets with small buffers."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from banca.house.house import House
from banca.server.metrics import LIMITED
from support.houses import MONEY, asked, cash, opening, player
from support.lanes import PATIENCE
from support.server import UNHURRIED, LiveService

SMALL = 4096
"""Bytes that a socket's buffer has, or little more."""
TABLE = "fill"
_numbers = count(1)


def counted(limit: str) -> float:
    """How often a limit was reached, in this process."""
    number: float = LIMITED.labels(limit)._value.get()  # the library has no other way
    return number


def keep_small(service: LiveService) -> None:
    """From now on little fits into the server's sockets."""
    service.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)


def let_stalled_go(service: LiveService) -> None:
    """Let the time pass for those who take nothing of what is sent to them."""
    service.ticks.move(UNHURRIED.stalled_seconds)
    service.app.state.stream_registry.look()


def fill(house: House, entries: int) -> int:
    """Put entries into a journal; the sequence it comes to."""
    if TABLE not in house.games:
        house.do(opening(TABLE, "roulette", maximum=MONEY, player_maximum=MONEY))
        house.do(cash("fill", "filler", MONEY))
        house.do(asked(TABLE, player("filler"), "sit", "sit"))
    requests = [
        asked(TABLE, player("filler"), f"f{next(_numbers)}", do, bet="red", stake=1000)
        for _ in range(entries // 2)
        for do in ("place_bet", "withdraw_bet")
    ]
    for at in range(0, len(requests), 500):
        for answer in house.do_all(requests[at : at + 500]):
            assert not isinstance(answer, Exception), answer
    return house.table(TABLE).seq


@contextmanager
def reader(service: LiveService, who: str, path: str) -> Iterator[socket.socket]:
    """Somebody who has asked for something long and read the beginning of it."""
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        sock.settimeout(PATIENCE)
        sock.connect(service.sock.getsockname())
        token = service.tokens[who]
        sock.sendall(f"GET /api/v1{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        assert sock.recv(15) == b"HTTP/1.1 200 OK"
        yield sock


def rest(sock: socket.socket) -> bytes:
    """Everything that still comes, until the answer is whole or the connection ends."""
    found = b""
    try:
        while not found.endswith(b"\r\n0\r\n\r\n") and (piece := sock.recv(65_536)):
            found += piece
    except ConnectionResetError:
        pass
    return found


def is_whole(answer: bytes) -> bool:
    return answer.endswith(b"\r\n0\r\n\r\n")
