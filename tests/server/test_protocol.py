"""The HTTP connection, as uvicorn is set: how long a head may be, how many connections there are, and what is no request."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

import pytest

from banca.server.limits import ServiceLimits
from support.lanes import PATIENCE
from support.server import UNHURRIED, LiveService, until

GET = b"GET /health/live HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n"
LAST = b"Connection: close\r\n\r\n"
CONNECTIONS = 3


@pytest.fixture(scope="module", params=["h11", "httptools"])
def live(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """Without a proxy h11 reads, behind one httptools."""
    limits = replace(UNHURRIED, head_bytes=1000, connections=CONNECTIONS, keep_alive_seconds=PATIENCE)
    with LiveService(
        tmp_path_factory.mktemp("house"), behind_proxy=request.param == "httptools", limits=limits
    ) as service:
        service.client.close()
        yield service


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


CHUNKED = POST.replace(b"Content-Length: 40", b"Transfer-Encoding: chunked")
BODY = b'{"name": "ana", "password": "%b"}' % (b"x" * 5000)
LONG_BODY = POST.replace(b"40", b"%d" % len(BODY)).replace(b"\r\n\r\n", b"\r\n" + LAST) + BODY


def head(size: int) -> bytes:
    begin, end = GET + b"X: ", b"\r\n" + LAST
    return begin + b"x" * (size - len(begin) - len(end)) + end


REQUESTS: dict[str, tuple[bytes, int]] = {
    "a head that is not long": (head(900), 200),
    "a header without end": (GET + b"Authorization: Bearer " + b"x" * 2000, 400),
    "an address without end": (b"GET /" + b"x" * 2000, 400),
    "headers without end": (GET + b"X: 1\r\n" * 400, 400),
    "trailers without end": (CHUNKED + b"2\r\n{}\r\n0\r\n" + b"X: 1\r\n" * 1000, 400),
    "a body may be longer than a head": (LONG_BODY, 400),
    "a body that is too long": (POST.replace(b"40", b"4000000") + b"x" * 2 * ServiceLimits().body_bytes, 413),
    "no request": (b"HELLO\r\n\r\n", 400),
    "two hosts": (GET + b"Host: y\r\n" + LAST, 400),
    "no host": (GET.replace(b"Host: x\r\n", b"") + LAST, 400),
    "two lengths": (POST.replace(b"Content-Length: 40", b"Content-Length: 2\r\nContent-Length: 40") + b"{}", 400),
}


@pytest.mark.server
@pytest.mark.parametrize("name", REQUESTS)
def test_what_is_too_long_or_no_request_is_refused_and_its_connection_closed(live: LiveService, name: str) -> None:
    if live.proxies and name.endswith("without end"):
        pytest.skip("deploy/nginx.conf bounds heads")
    request, expected = REQUESTS[name]
    with connection(live, request) as line:
        line.settimeout(3)
        answer = line.recv(65536)
    assert answer.startswith(b"HTTP/1.1 %d " % expected), answer[:200]


@pytest.mark.server
def test_a_connection_too_many_is_refused(live: LiveService) -> None:
    until(lambda: not live.server.server_state.connections)
    with ExitStack() as stack:
        lines = [stack.enter_context(connection(live, GET + b"\r\n")) for _ in range(CONNECTIONS)]
        assert all(line.recv(65536).startswith(b"HTTP/1.1 200 ") for line in lines)
        assert send(live, GET + LAST).startswith(b"HTTP/1.1 503 ")
        lines[-1].sendall(GET + LAST)
        until_closed(lines[-1])
        until(lambda: send(live, GET + LAST).startswith(b"HTTP/1.1 200 "))
