"""The door: how long a head may be, how long a request may take to come in, how many may stand in it."""

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from banca.house.opening import TableTerms
from banca.house.request import CommandRequest
from banca.live.command import THE_HOUSE, Actor, OpenTable, Role, Sit
from banca.service.addresses import NO_PROXIES, THIS_MACHINE, Proxies, is_of_this_machine, network_of
from banca.service.limits import ServiceLimits
from banca.service.metrics import LIMITED
from banca.service.protocol import Hall
from patience import PATIENCE
from readers import SMALL, keep_small
from service import UNHURRIED, LiveService, until

pytestmark = [pytest.mark.server, pytest.mark.slow]

HURRIED = 0.05
"""Seconds that a request may take where a test sends half of one; what is sent too late on a busy machine is sent again."""
GET = b"GET /health/live HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n"


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., LiveService]]:
    opened: list[LiveService] = []

    def begin(*, behind_proxy: bool = False, **limits: Any) -> LiveService:
        service = LiveService(tmp_path, limits=replace(UNHURRIED, **limits), behind_proxy=behind_proxy)
        opened.append(service.__enter__())
        return service

    yield begin
    for service in opened:
        service.__exit__(None, None, None)


@contextmanager
def connection(service: LiveService) -> Iterator[socket.socket]:
    with socket.create_connection(service.sock.getsockname(), timeout=PATIENCE) as found:
        yield found


def sent(service: LiveService, *pieces: bytes) -> bytes:
    """What the server says to it until it ends the connection by itself."""
    with connection(service) as line:
        for piece in pieces:
            line.sendall(piece)
        return until_closed(line)


def until_closed(line: socket.socket) -> bytes:
    said = b""
    try:
        while piece := line.recv(65536):
            said += piece
    except ConnectionResetError:  # it was closed with something of ours unread
        pass
    return said


def counted(limit: str) -> float:
    found: float = LIMITED.labels(limit)._value.get()  # noqa: SLF001 - the library has no other way
    return found


def head(size: int) -> bytes:
    """A whole request with a head of so many bytes, after which the connection is done with."""
    begin, end = GET + b"X: ", b"\r\nConnection: close\r\n\r\n"
    return begin + b"x" * (size - len(begin) - len(end)) + end


# The head


@pytest.mark.parametrize(
    "begun",
    [GET + b"Authorization: Bearer ", b"GET /", GET + b"X: 1\r\n" * 100],
    ids=["a header", "an address", "many headers"],
)
def test_a_head_without_end_is_refused_when_it_is_too_long(serve: Callable[..., LiveService], begun: bytes) -> None:
    service = serve()
    before = counted("head_bytes")
    said = sent(service, begun, b"x" * (ServiceLimits().head_bytes - len(begun)))
    assert said.startswith(b"HTTP/1.1 431 "), said
    assert b"connection: close" in said
    assert counted("head_bytes") == before + 1
    assert service.client.get("/health/live").status_code == 200


def test_what_stands_behind_a_body_is_no_longer_than_a_head(serve: Callable[..., LiveService]) -> None:
    service = serve()
    chunked = POST.replace(b"Content-Length: 40", b"Transfer-Encoding: chunked")
    for more in (b"X: " + b"x" * 2 * ServiceLimits().head_bytes, b"X: 1\r\n" * ServiceLimits().head_bytes):
        assert sent(service, chunked, b"2\r\n{}\r\n0\r\n", more).startswith(b"HTTP/1.1 431 ")
    whole = sent(
        service, chunked.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"), b"2\r\n{}\r\n0\r\nX: 1\r\n\r\n"
    )
    assert whole.startswith(b"HTTP/1.1 400 ")


def test_what_is_no_request_is_told_so(serve: Callable[..., LiveService]) -> None:
    said = sent(serve(), b"HELLO\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 400 ")
    assert b"nosniff" in said


def test_a_head_may_be_as_long_as_the_limit_says_and_not_a_byte_longer(serve: Callable[..., LiveService]) -> None:
    service = serve(head_bytes=1000)
    for size, status in ((999, 200), (1000, 200), (1001, 431)):
        whole = head(size)
        assert sent(service, whole).startswith(b"HTTP/1.1 %d " % status), size
        assert sent(service, whole[:500], whole[500:]).startswith(b"HTTP/1.1 %d " % status), size


def test_requests_that_come_all_at_once_are_answered_one_by_one(serve: Callable[..., LiveService]) -> None:
    service = serve(head_bytes=200)
    said = sent(service, (GET + b"\r\n") * 40 + GET + b"Connection: close\r\n\r\n")
    assert said.count(b"HTTP/1.1 200 OK") == 41


def test_a_body_may_be_longer_than_a_head(serve: Callable[..., LiveService]) -> None:
    service = serve(head_bytes=1000)
    assert service.post(None, "/login", name="ana", password="x" * 5000).status_code == 400
    assert service.post("ana", "/proposals/check", source="#" * 100_000).status_code == 200


def test_a_body_that_is_too_long_is_refused_and_counted(serve: Callable[..., LiveService]) -> None:
    service = serve(body_bytes=1000, file_bytes=2000)
    before = counted("body_bytes")
    assert service.post(None, "/login", name="ana", password="x" * 1000).status_code == 413
    assert service.post("ana", "/proposals/check", source="#" * 1500).status_code == 200
    assert service.post("ana", "/proposals/check", source="#" * 2000).status_code == 413
    assert service.command("ana", "craps-1", "sit", player="x" * 1000).status_code == 413
    assert counted("body_bytes") == before + 3


# Time


@pytest.mark.parametrize("half", [GET, POST, POST + b'{"name"'], ids=["a head", "no body", "half a body"])
def test_a_request_that_does_not_come_to_its_end_is_ended(serve: Callable[..., LiveService], half: bytes) -> None:
    service = serve(request_seconds=HURRIED)
    before = counted("request_seconds")
    until(lambda: sent(service, half).startswith(b"HTTP/1.1 408 "))
    assert counted("request_seconds") > before


@pytest.mark.parametrize("nothing", [b"", b"\r\n"], ids=["nothing", "an empty line"])
def test_a_connection_that_asks_for_nothing_is_closed(serve: Callable[..., LiveService], nothing: bytes) -> None:
    assert sent(serve(request_seconds=HURRIED), nothing) == b""


def test_a_connection_is_closed_some_time_after_its_last_request(serve: Callable[..., LiveService]) -> None:
    said = sent(serve(keep_alive_seconds=HURRIED), GET + b"\r\n")
    assert said.startswith(b"HTTP/1.1 200 ")


def test_who_leaves_in_the_middle_of_a_body_is_no_defect_of_ours(
    serve: Callable[..., LiveService], caplog: pytest.LogCaptureFixture
) -> None:
    service = serve()
    with caplog.at_level(logging.INFO, "banca"):
        with connection(service) as line:
            line.sendall(POST + b'{"name"')
        until(lambda: [about for about in (vars(one).get("about", {}) for one in caplog.records) if about.get("path")])
    assert {one.levelname for one in caplog.records} == {"INFO"}


def test_what_comes_after_an_answer_is_due_too(serve: Callable[..., LiveService]) -> None:
    service = serve(request_seconds=HURRIED, body_bytes=10)

    def after_an_answer(more: bytes) -> bytes:
        with connection(service) as line:
            line.sendall(GET + b"\r\n")
            answer = line.recv(65536)
            line.sendall(more)
            return answer[:12] + until_closed(line)[:12]

    until(lambda: after_an_answer(b"\r\n") == b"HTTP/1.1 200")
    until(lambda: after_an_answer(b"GET / HTTP/1.1\r\n") == b"HTTP/1.1 200HTTP/1.1 408")
    long = POST.replace(b"40", b"4000")
    until(lambda: sent(service, long + b"x" * 100).startswith(b"HTTP/1.1 413 "))


def test_a_stream_may_last_longer_than_a_request_may_take(serve: Callable[..., LiveService]) -> None:
    service = serve(request_seconds=HURRIED)
    house = service.house
    opening = TableTerms(id="craps-1", game="craps")
    house.do(CommandRequest(table="craps-1", actor=THE_HOUSE, id="open", command=OpenTable(), opening=opening))
    ask = b"GET /api/v1/tables/craps-1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
    whole = ask + service.tokens["ana"].encode() + b"\r\n\r\n"

    def followed() -> socket.socket | None:
        line = socket.create_connection(service.sock.getsockname(), timeout=PATIENCE)
        line.sendall(whole)
        if line.recv(65536).startswith(b"HTTP/1.1 200 "):
            return line
        line.close()
        return None

    with until(followed) as line:
        until(lambda: sent(service, GET).startswith(b"HTTP/1.1 408 "))  # that time has passed
        sit = CommandRequest(table="craps-1", actor=Actor("bento", Role.PLAYER), id="sit", command=Sit())
        house.do(sit)
        until(lambda: b"bento" in line.recv(65536))


# Who reads no answer


@pytest.mark.parametrize("last", [b"", b"Connection: close\r\n"], ids=["more may come", "the last"])
def test_answers_that_nobody_reads_hold_no_connection(serve: Callable[..., LiveService], last: bytes) -> None:
    service = serve(stalled_seconds=HURRIED, keep_alive_seconds=HURRIED)
    keep_small(service)
    before, connections = counted("stalled_seconds"), service.server.server_state.connections
    page = b"GET /api/v1/games/roulette/layout HTTP/1.1\r\nHost: x\r\n"
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        line.settimeout(PATIENCE)
        line.connect(service.sock.getsockname())
        line.sendall((page + b"\r\n") * 20 + page + last + b"\r\n")
        until(lambda: counted("stalled_seconds") > before and not connections)


# How many


def test_half_requests_do_not_keep_others_out_for_long(serve: Callable[..., LiveService]) -> None:
    service = serve(request_seconds=HURRIED, connections=4)
    lines = [socket.create_connection(service.sock.getsockname(), timeout=PATIENCE) for _ in range(4)]
    for line in lines:
        line.sendall(GET)
    assert {until_closed(line)[:12] for line in lines} <= {b"HTTP/1.1 408", b""}
    until(lambda: sent(service, GET + b"Connection: close\r\n\r\n").startswith(b"HTTP/1.1 200 "))
    for line in lines:
        line.close()


@pytest.mark.parametrize(
    ("limits", "status", "limit"),
    [
        ({"connections_of_address": 3}, 429, "connections_of_address"),
        ({"connections": 3}, 503, "connections"),
    ],
    ids=["of one address", "of all"],
)
def test_a_connection_too_many_is_refused_at_once(
    serve: Callable[..., LiveService], limits: dict[str, int], status: int, limit: str
) -> None:
    service = serve(**limits)
    before = counted(limit)
    with connection(service) as first, connection(service) as second, connection(service) as third:
        for line in (first, second, third):
            line.sendall(GET + b"\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
        with connection(service) as more:
            said = until_closed(more)
        assert said.startswith(b"HTTP/1.1 %d " % status)
        assert b"retry-after: 5" in said
        assert counted(limit) == before + 1
        third.sendall(GET + b"Connection: close\r\n\r\n")
        until_closed(third)
        assert until(lambda: sent(service, GET + b"Connection: close\r\n\r\n").startswith(b"HTTP/1.1 200 "))


def test_a_line_of_ipv6_is_one_address() -> None:
    hall = Hall(replace(ServiceLimits(), connections_of_address=2), NO_PROXIES)
    hall.enter("2001:db8:0:1::1")
    hall.enter("2001:db8:0:1:ffff::2")
    assert hall.full("2001:db8:0:1::3") == "connections_of_address"
    assert hall.full("2001:db8:0:2::3") is None
    assert hall.full("127.0.0.1") is None
    hall.leave("2001:db8:0:1::1")
    assert hall.full("2001:db8:0:1::3") is None


def test_a_proxy_is_not_locked_out() -> None:
    direct, behind = (
        Hall(replace(ServiceLimits(), connections_of_address=1), one) for one in (NO_PROXIES, Proxies(THIS_MACHINE))
    )
    for hall in (direct, behind):
        hall.enter("127.0.0.1")
        hall.enter("192.0.2.1")
    assert direct.full("127.0.0.1") == "connections_of_address"
    assert behind.full("127.0.0.1") is None
    assert behind.full("192.0.2.1") == "connections_of_address"


@pytest.mark.parametrize(
    ("address", "line", "is_here"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("::1", "::/64", True),
        ("::ffff:127.0.0.1", "127.0.0.1", True),
        ("::ffff:192.0.2.1", "192.0.2.1", False),
        ("2001:db8:a:b:c:d:e:f", "2001:db8:a:b::/64", False),
        ("testclient", "testclient", False),
        ("", "", False),
    ],
)
def test_what_counts_as_one_address(address: str, line: str, is_here: bool) -> None:  # noqa: FBT001
    assert (network_of(address), is_of_this_machine(address)) == (line, is_here)
