"""The HTTP connection: how long a head may be, how long a request may take, how many connections there are, and clients that read no answer."""

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.server import ServerState

from banca.house.opening import TableTerms
from banca.house.request import CommandRequest
from banca.live.command import THE_HOUSE, Actor, OpenTable, Role, Sit
from banca.service.addresses import NO_PROXIES, THIS_MACHINE, Proxies
from banca.service.limits import ServiceLimits
from banca.service.metrics import LIMITED
from banca.service.protocol import Door, Hall
from patience import PATIENCE
from readers import SMALL, keep_small
from service import UNHURRIED, LiveService, until

HURRIED = 0.05
"""Seconds that a request may take where a test sends half of one; what is sent too late on a busy machine is sent again."""
GET = b"GET /health/live HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n"
LAST = b"Connection: close\r\n\r\n"
Limit = Callable[..., LiveService]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house")) as service:
        keep_small(service)
        yield service


@pytest.fixture
def limit(live: LiveService) -> Iterator[Limit]:
    """The server with other limits for as long as a test runs."""
    config: Any = live.server.config
    hall: Hall = config.http.args[0]
    kept = config.timeout_keep_alive

    def change(**limits: Any) -> LiveService:
        hall.limits = replace(UNHURRIED, **limits)
        config.timeout_keep_alive = limits.get("keep_alive_seconds", kept)
        return live

    yield change
    change(keep_alive_seconds=kept)
    until(lambda: not live.server.server_state.connections)


@contextmanager
def connection(service: LiveService) -> Iterator[socket.socket]:
    with socket.create_connection(service.sock.getsockname(), timeout=PATIENCE) as line:
        yield line


def send(service: LiveService, *pieces: bytes) -> bytes:
    """What the server answers until it closes the connection by itself."""
    with connection(service) as line:
        for piece in pieces:
            line.sendall(piece)
        return until_closed(line)


def until_closed(line: socket.socket) -> bytes:
    answer = b""
    try:
        while piece := line.recv(65536):
            answer += piece
    except ConnectionResetError:  # it was closed with something of ours unread
        pass
    return answer


def counted(limit: str) -> float:
    count: float = LIMITED.labels(limit)._value.get()  # noqa: SLF001 - the library has no other way
    return count


def head(size: int) -> bytes:
    """A whole request with a head of so many bytes, after which the connection is done with."""
    begin, end = GET + b"X: ", b"\r\n" + LAST
    return begin + b"x" * (size - len(begin) - len(end)) + end


@pytest.mark.server
class TestHead:
    """How long it may be."""

    @pytest.mark.parametrize(
        "begun", [GET + b"Authorization: Bearer ", b"GET /", GET + b"X: 1\r\n" * 100], ids=["header", "path", "headers"]
    )
    def test_a_head_without_end_is_refused_when_it_is_too_long(self, live: LiveService, begun: bytes) -> None:
        before = counted("head_bytes")
        answer = send(live, begun, b"x" * (ServiceLimits().head_bytes - len(begun)))
        assert answer.startswith(b"HTTP/1.1 431 "), answer
        assert b"connection: close" in answer
        assert counted("head_bytes") == before + 1
        assert send(live, GET + LAST).startswith(b"HTTP/1.1 200 ")

    def test_trailers_behind_a_body_are_no_longer_than_a_head(self, live: LiveService) -> None:
        chunked = POST.replace(b"Content-Length: 40", b"Transfer-Encoding: chunked")
        for more in (b"X: " + b"x" * 2 * ServiceLimits().head_bytes, b"X: 1\r\n" * ServiceLimits().head_bytes):
            assert send(live, chunked, b"2\r\n{}\r\n0\r\n", more).startswith(b"HTTP/1.1 431 ")
        last = chunked.replace(b"\r\n\r\n", b"\r\n" + LAST)
        assert send(live, last, b"2\r\n{}\r\n0\r\nX: 1\r\n\r\n").startswith(b"HTTP/1.1 400 ")

    def test_what_is_no_request_is_refused(self, live: LiveService) -> None:
        answer = send(live, b"HELLO\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"nosniff" in answer

    def test_a_head_may_be_as_long_as_the_limit_says_and_not_a_byte_longer(self, limit: Limit) -> None:
        service = limit(head_bytes=1000)
        for size, status in ((1000, 200), (1001, 431)):
            whole = head(size)
            assert send(service, whole).startswith(b"HTTP/1.1 %d " % status), size
            assert send(service, whole[:500], whole[500:]).startswith(b"HTTP/1.1 %d " % status), size

    def test_requests_that_come_all_at_once_are_answered_one_by_one(self, limit: Limit) -> None:
        answers = send(limit(head_bytes=200), (GET + b"\r\n") * 40 + GET + LAST)
        assert answers.count(b"HTTP/1.1 200 OK") == 41

    def test_a_body_may_be_longer_than_a_head(self, limit: Limit) -> None:
        body = b'{"name": "ana", "password": "%b"}' % (b"x" * 5000)
        request = POST.replace(b"40", b"%d" % len(body)).replace(b"\r\n\r\n", b"\r\n" + LAST)
        assert send(limit(head_bytes=1000), request, body).startswith(b"HTTP/1.1 400 ")


@pytest.mark.server
class TestTime:
    """How long a request may take."""

    @pytest.mark.parametrize("half", [GET, POST, POST + b'{"name"'], ids=["a head", "no body", "half a body"])
    def test_a_request_that_does_not_come_to_its_end_is_ended(self, limit: Limit, half: bytes) -> None:
        service, before = limit(request_seconds=HURRIED), counted("request_seconds")
        until(lambda: send(service, half).startswith(b"HTTP/1.1 408 "))
        assert counted("request_seconds") > before

    @pytest.mark.parametrize("nothing", [b"", b"\r\n"], ids=["nothing", "an empty line"])
    def test_a_connection_that_asks_for_nothing_is_closed(self, limit: Limit, nothing: bytes) -> None:
        assert send(limit(request_seconds=HURRIED), nothing) == b""

    def test_a_connection_is_closed_some_time_after_its_last_request(self, limit: Limit) -> None:
        assert send(limit(keep_alive_seconds=HURRIED), GET + b"\r\n").startswith(b"HTTP/1.1 200 ")

    def test_a_client_that_leaves_in_the_middle_of_a_body_is_no_error_in_the_log(
        self, live: LiveService, caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level(logging.INFO, "banca"):
            with connection(live) as line:
                line.sendall(POST + b'{"name"')
            until(lambda: [record for record in caplog.records if getattr(record, "about", {}).get("path")])
        assert {record.levelname for record in caplog.records} == {"INFO"}

    def test_what_comes_after_an_answer_is_due_too(self, limit: Limit) -> None:
        service = limit(request_seconds=HURRIED)

        def after_an_answer(more: bytes) -> bytes:
            with connection(service) as line:
                line.sendall(GET + b"\r\n")
                answer = line.recv(65536)
                line.sendall(more)
                return answer[:12] + until_closed(line)[:12]

        until(lambda: after_an_answer(b"\r\n") == b"HTTP/1.1 200")
        until(lambda: after_an_answer(b"GET / HTTP/1.1\r\n") == b"HTTP/1.1 200HTTP/1.1 408")
        too_long = POST.replace(b"40", b"4000000") + b"x" * 2 * ServiceLimits().body_bytes
        until(lambda: send(service, too_long).startswith(b"HTTP/1.1 413 "))

    def test_a_stream_may_last_longer_than_a_request_may_take(self, limit: Limit) -> None:
        service = limit(request_seconds=HURRIED)
        house = service.house
        opening = TableTerms(id="craps-1", game="craps")
        house.do(CommandRequest(table="craps-1", actor=THE_HOUSE, id="open", command=OpenTable(), opening=opening))
        request = b"GET /api/v1/tables/craps-1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
        request += service.tokens["ana"].encode() + b"\r\n\r\n"

        def follow() -> socket.socket | None:
            line = socket.create_connection(service.sock.getsockname(), timeout=PATIENCE)
            line.sendall(request)
            if line.recv(65536).startswith(b"HTTP/1.1 200 "):
                return line
            line.close()
            return None

        with until(follow) as line:
            until(lambda: send(service, GET).startswith(b"HTTP/1.1 408 "))  # that time has passed
            house.do(CommandRequest(table="craps-1", actor=Actor("bento", Role.PLAYER), id="sit", command=Sit()))
            until(lambda: b"bento" in line.recv(65536))


@pytest.mark.server
@pytest.mark.parametrize("last", [b"", b"Connection: close\r\n"], ids=["more may come", "the last"])
def test_answers_that_nobody_reads_hold_no_connection(limit: Limit, last: bytes) -> None:
    service = limit(stalled_seconds=HURRIED, keep_alive_seconds=HURRIED)
    before, connections = counted("stalled_seconds"), service.server.server_state.connections
    page = b"GET /api/v1/games/roulette/layout HTTP/1.1\r\nHost: x\r\n"
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        line.settimeout(PATIENCE)
        line.connect(service.sock.getsockname())
        line.sendall((page + b"\r\n") * 20 + page + last + b"\r\n")
        until(lambda: counted("stalled_seconds") > before and not connections)


@pytest.mark.server
class TestConnections:
    """How many."""

    def test_half_requests_do_not_keep_others_out_for_long(self, limit: Limit) -> None:
        service = limit(request_seconds=HURRIED, connections=4)
        lines = [socket.create_connection(service.sock.getsockname(), timeout=PATIENCE) for _ in range(4)]
        for line in lines:
            line.sendall(GET)
        assert {until_closed(line)[:12] for line in lines} <= {b"HTTP/1.1 408", b""}
        until(lambda: send(service, GET + LAST).startswith(b"HTTP/1.1 200 "))
        for line in lines:
            line.close()

    @pytest.mark.parametrize(("name", "status"), [("connections_of_address", 429), ("connections", 503)])
    def test_a_connection_too_many_is_refused_at_once(self, limit: Limit, name: str, status: int) -> None:
        service, before = limit(**{name: 3}), counted(name)
        with connection(service) as first, connection(service) as second, connection(service) as third:
            for line in (first, second, third):
                line.sendall(GET + b"\r\n")
                assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
            with connection(service) as more:
                answer = until_closed(more)
            assert answer.startswith(b"HTTP/1.1 %d " % status)
            assert b"retry-after: 5" in answer
            assert counted(name) == before + 1
            third.sendall(GET + LAST)
            until_closed(third)
            assert until(lambda: send(service, GET + LAST).startswith(b"HTTP/1.1 200 "))


def test_a_network_of_ipv6_counts_as_one_address() -> None:
    hall = Hall(replace(ServiceLimits(), connections_of_address=2), NO_PROXIES)
    hall.enter("2001:db8:0:1::1")
    hall.enter("2001:db8:0:1:ffff::2")
    assert hall.full("2001:db8:0:1::3") == "connections_of_address"
    assert hall.full("2001:db8:0:2::3") is None
    assert hall.full("127.0.0.1") is None
    hall.leave("2001:db8:0:1::1")
    assert hall.full("2001:db8:0:1::3") is None


def test_a_proxy_is_not_locked_out() -> None:
    limits = replace(ServiceLimits(), connections_of_address=1)
    direct, behind = Hall(limits, NO_PROXIES), Hall(limits, Proxies(THIS_MACHINE))
    for hall in (direct, behind):
        hall.enter("127.0.0.1")
        hall.enter("192.0.2.1")
    assert direct.full("127.0.0.1") == "connections_of_address"
    assert behind.full("127.0.0.1") is None
    assert behind.full("192.0.2.1") == "connections_of_address"


class Timers:
    """An event loop of which only the clock is used: what is due, and when."""

    def __init__(self) -> None:
        self.due: dict[Any, tuple[float, Callable[[], None]]] = {}
        self.now = 0.0

    def call_later(self, delay: float, work: Callable[..., None], *args: Any) -> Mock:
        handle = Mock()
        handle.cancel = lambda: self.due.pop(handle, None)
        self.due[handle] = (self.now + delay, partial(work, *args))
        return handle

    def move(self, seconds: float) -> None:
        self.now += seconds
        for handle, (at, work) in list(self.due.items()):
            if at <= self.now:
                del self.due[handle]
                work()


class Answered:
    """A connection with so many bytes that its client has not read."""

    def __init__(self, *, left: int) -> None:
        self.timers = Timers()
        config = uvicorn.Config(Mock(), log_config=None)
        hall = Hall(replace(ServiceLimits(), request_seconds=PATIENCE, stalled_seconds=30.0), NO_PROXIES)
        self.door = Door(hall, config=config, server_state=ServerState(), app_state={}, _loop=self.timers)
        self.transport = Mock()
        self.transport.get_extra_info.return_value = None
        self.transport.is_closing.return_value = False
        self.transport.close.side_effect = lambda: self.transport.is_closing.configure_mock(return_value=True)
        self.door.connection_made(self.transport)
        self.left = left

    @property
    def left(self) -> int:
        size: int = self.transport.get_write_buffer_size()
        return size

    @left.setter
    def left(self, count: int) -> None:
        self.transport.get_write_buffer_size.return_value = count

    @property
    def is_over(self) -> bool:
        return bool(self.transport.abort.called)


class TestReaders:
    """Who does not read an answer is let go of, by the loop's own clock."""

    def test_who_does_not_read_an_answer_is_taken_to_have_gone(self) -> None:
        line, before = Answered(left=70_000), counted("stalled_seconds")
        line.door.pause_writing()
        line.timers.move(29)
        assert not line.is_over
        line.timers.move(1)
        assert line.is_over
        assert counted("stalled_seconds") == before + 1

    def test_who_reads_an_answer_has_all_the_time_that_its_length_takes(self) -> None:
        line = Answered(left=10_000_000)
        line.door.pause_writing()
        for _ in range(50):
            line.left -= 100_000
            line.timers.move(30)
            assert not line.is_over
        line.left -= 99_999
        line.timers.move(30)
        assert line.is_over

    def test_who_has_read_an_answer_may_rest(self) -> None:
        line = Answered(left=70_000)
        line.door.pause_writing()
        line.left = 10_000
        line.door.resume_writing()
        line.timers.move(60)
        assert not line.is_over

    @pytest.mark.parametrize("left", [1, 60_000])
    def test_a_connection_that_is_closed_does_not_wait_for_ever_for_its_reader(self, left: int) -> None:
        line = Answered(left=left)  # too little for the transport to say that it is too much
        line.door.timeout_keep_alive_handler()
        line.timers.move(30)
        assert line.is_over

    def test_the_last_answer_is_read_to_its_end_or_not_at_all(self) -> None:
        line = Answered(left=70_000)
        line.door.pause_writing()
        line.transport.close()
        line.left = 10_000
        line.door.resume_writing()
        line.timers.move(30)
        assert line.is_over

    def test_who_has_gone_is_not_counted_as_somebody_who_does_not_read(self) -> None:
        line, before = Answered(left=70_000), counted("stalled_seconds")
        line.door.pause_writing()
        line.door.connection_lost(ConnectionResetError())
        line.left = 0
        line.door.timeout_keep_alive_handler()
        line.timers.move(60)
        assert counted("stalled_seconds") == before
