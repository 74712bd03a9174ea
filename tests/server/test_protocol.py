"""The HTTP connection: how long a head may be, how long a request may take, how many connections there are, and clients that read no answer."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

import pytest

from banca.server.addresses import NO_PROXIES, THIS_MACHINE, Proxies
from banca.server.limits import ServiceLimits
from banca.server.protocol import Hall
from support.houses import asked, player
from support.lanes import PATIENCE
from support.readers import SMALL, counted, keep_small
from support.server import UNHURRIED, LiveService, until

HURRIED = 0.05
"""Seconds that a request may take where a test sends half of one; what is sent too late on a busy machine is sent again."""
GET = b"GET /health/live HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n"
LAST = b"Connection: close\r\n\r\n"
Limit = Callable[..., LiveService]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house")) as service:
        service.open("craps-1", "craps")
        service.client.close()
        keep_small(service)
        service.server.config.timeout_keep_alive = int(PATIENCE)  # however slow a machine is between two requests
        yield service


@pytest.fixture
def limit(live: LiveService) -> Iterator[Limit]:
    """The server with other limits for as long as a test runs."""
    config: Any = live.server.config

    def change(**limits: Any) -> LiveService:
        config.http.args[0].limits = replace(UNHURRIED, **limits)
        config.timeout_keep_alive = limits.get("keep_alive_seconds", PATIENCE)
        return live

    yield change
    change()
    until(lambda: not live.server.server_state.connections)


@contextmanager
def connection(service: LiveService, *pieces: bytes) -> Iterator[socket.socket]:
    with socket.create_connection(service.sock.getsockname(), timeout=PATIENCE) as line:
        for piece in pieces:
            line.sendall(piece)
        yield line


def until_closed(line: socket.socket) -> bytes:
    """What the server answers until it closes the connection by itself."""
    answer = b""
    try:
        while piece := line.recv(65536):
            answer += piece
    except ConnectionResetError:  # it was closed with something of ours unread
        pass
    return answer


def send(service: LiveService, *pieces: bytes) -> bytes:
    with connection(service, *pieces) as line:
        return until_closed(line)


def status(service: LiveService, *pieces: bytes) -> int:
    """Of the answer; 0 where there is none."""
    return int(send(service, *pieces)[9:12] or 0)


CHUNKED = POST.replace(b"Content-Length: 40", b"Transfer-Encoding: chunked")
BODY = b'{"name": "ana", "password": "%b"}' % (b"x" * 5000)
LONG_BODY = POST.replace(b"40", b"%d" % len(BODY)).replace(b"\r\n\r\n", b"\r\n" + LAST) + BODY


def head(size: int) -> bytes:
    begin, end = GET + b"X: ", b"\r\n" + LAST
    return begin + b"x" * (size - len(begin) - len(end)) + end


REQUESTS: dict[str, tuple[bytes, int]] = {
    "a head as long as may be": (head(1000), 200),
    "a byte longer": (head(1001), 431),
    "a header without end": (GET + b"Authorization: Bearer " + b"x" * 1000, 431),
    "an address without end": (b"GET /" + b"x" * 1000, 431),
    "headers without end": (GET + b"X: 1\r\n" * 200, 431),
    "a long trailer": (CHUNKED + b"2\r\n{}\r\n0\r\n" + b"X: " + b"x" * 2000, 431),
    "trailers without end": (CHUNKED + b"2\r\n{}\r\n0\r\n" + b"X: 1\r\n" * 1000, 431),
    "a body may be longer than a head": (LONG_BODY, 400),
    "a body that is too long": (POST.replace(b"40", b"4000000") + b"x" * 2 * ServiceLimits().body_bytes, 413),
    "no request": (b"HELLO\r\n\r\n", 400),
    "two hosts": (GET + b"Host: y\r\n" + LAST, 400),
    "no host": (GET.replace(b"Host: x\r\n", b"") + LAST, 400),
}


@pytest.mark.server
def test_what_is_too_long_is_refused_and_its_connection_closed(limit: Limit) -> None:
    service = limit(head_bytes=1000, request_seconds=1.0)
    for name, (request, expected) in REQUESTS.items():
        before = counted("head_bytes")
        answer = send(service, request)
        assert answer.startswith(b"HTTP/1.1 %d " % expected), (name, answer[:200])
        assert b"nosniff" in answer, name
        assert counted("head_bytes") == before + (expected == 431), name
    answers = send(service, (GET + b"\r\n") * 40 + GET + LAST)
    assert answers.count(b"HTTP/1.1 200 OK") == 41  # many heads that come at once are each counted alone


@pytest.mark.server
def test_a_request_that_does_not_come_to_its_end_is_ended_and_a_stream_is_not(limit: Limit) -> None:
    service, before = limit(request_seconds=HURRIED, keep_alive_seconds=HURRIED), counted("request_seconds")
    path = b"GET /api/v1/tables/craps-1/events HTTP/1.1\r\nHost: x\r\n"
    token = service.tokens["ana"].encode()
    with connection(service, path + b"Authorization: Bearer " + token + b"\r\n\r\n") as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
        for half in (GET, POST, POST + b'{"name"'):
            until(lambda half=half: status(service, half) == 408)
        for nothing in (b"", b"\r\n"):
            assert send(service, nothing) == b""
        assert counted("request_seconds") > before
        service.house.do(asked("craps-1", player("bento"), "sit", "sit"))
        until(lambda: b"bento" in line.recv(65536))


@pytest.mark.server
def test_answers_that_nobody_reads_hold_no_connection(limit: Limit) -> None:
    service = limit(stalled_seconds=HURRIED, keep_alive_seconds=HURRIED)
    before, connections = counted("stalled_seconds"), service.server.server_state.connections
    page = b"GET /api/v1/games/roulette/layout HTTP/1.1\r\nHost: x\r\n"
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        line.settimeout(PATIENCE)
        line.connect(service.sock.getsockname())
        line.sendall((page + b"\r\n") * 21)
        until(lambda: counted("stalled_seconds") > before and not connections)


@pytest.mark.server
@pytest.mark.parametrize(("name", "refused"), [("connections_of_address", 429), ("connections", 503)])
def test_a_connection_too_many_is_refused_at_once(limit: Limit, name: str, refused: int) -> None:
    service, before = limit(**{name: 3}), counted(name)
    with ExitStack() as stack:
        lines = [stack.enter_context(connection(service, GET + b"\r\n")) for _ in range(3)]
        assert all(line.recv(65536).startswith(b"HTTP/1.1 200 ") for line in lines)
        answer = send(service)
        assert answer.startswith(b"HTTP/1.1 %d " % refused)
        assert b"retry-after: 5" in answer
        assert counted(name) == before + 1
        lines[-1].sendall(GET + LAST)
        until_closed(lines[-1])
        until(lambda: status(service, GET + LAST) == 200)


def test_a_network_of_ipv6_counts_as_one_address_and_a_proxy_is_not_locked_out() -> None:
    limits = replace(ServiceLimits(), connections_of_address=1)
    direct, behind = Hall(limits, NO_PROXIES), Hall(limits, Proxies(THIS_MACHINE))
    direct.enter("2001:db8:0:1::1")
    assert direct.full("2001:db8:0:1:ffff::2") == "connections_of_address"
    assert direct.full("2001:db8:0:2::3") is direct.full("127.0.0.1") is None
    direct.leave("2001:db8:0:1::1")
    assert direct.full("2001:db8:0:1::3") is None
    for hall in (direct, behind):
        hall.enter("127.0.0.1")
        hall.enter("192.0.2.1")
    assert direct.full("127.0.0.1") == behind.full("192.0.2.1") == "connections_of_address"
    assert behind.full("127.0.0.1") is None
