"""The door: how many may stand in it, how long a request may take to come in, how long its head may be, and who reads no answer.

The server's own protocol keeps whatever is sent, for as long as somebody sends it, and an answer for as long as nobody reads it. Here a
connection is refused, or ended, before anything of it is kept; what is refused is counted and logged.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from enum import Enum, auto
from http import HTTPStatus
from typing import Any

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from banca.server.addresses import Proxies, network_of
from banca.server.limits import ServiceLimits
from banca.server.metrics import LIMITED

LOG = logging.getLogger("banca")
AGAIN_SECONDS = 5
"""When somebody for whom there is no room may come again."""
TAKEN_BYTES = 100_000
"""What somebody who reads takes of an answer in the time that the limit `stalled_seconds` gives, where it is not over before."""


class Hall:
    """Everybody who stands in the door of one process."""

    def __init__(self, limits: ServiceLimits, proxies: Proxies) -> None:
        self.limits = limits
        self._proxies = proxies
        self._here: Counter[str] = Counter()

    def full(self, address: str) -> str | None:
        """The limit that leaves no room for one more from there."""
        if self._here.total() >= self.limits.connections:
            return "connections"
        # Everybody comes from the proxy, where there is one: how many of them from one address is then its to limit.
        if self._here[network_of(address)] >= self.limits.connections_of_address and address not in self._proxies:
            return "connections_of_address"
        return None

    def enter(self, address: str) -> None:
        """Count a connection in."""
        self._here[network_of(address)] += 1

    def leave(self, address: str) -> None:
        """Count a connection out."""
        line = network_of(address)
        self._here[line] -= 1
        if not self._here[line]:
            del self._here[line]


class Part(Enum):
    """What of a request comes next."""

    NEXT = auto()
    HEAD = auto()
    BODY = auto()


class Door(HttpToolsProtocol):
    """One connection."""

    def __init__(self, hall: Hall, **about: Any) -> None:  # as the server makes it
        super().__init__(**about)
        self._hall = hall
        self._is_let_in = False
        self._part = Part.NEXT
        self._held = 0
        """Bytes that have come and are kept by the parser: of a head, or of what may stand behind a body."""
        self._has_moved = False
        """Whether something came to its end in the piece that is being read."""
        self._deadline: asyncio.TimerHandle | None = None
        """Until when a request must be here."""
        self._patience: asyncio.TimerHandle | None = None
        """Until when something of an answer must have been read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes; they are let in, or sent away at once."""
        super().connection_made(transport)
        limit = self._hall.full(self._address)
        if limit is not None:
            is_theirs = limit == "connections_of_address"
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS if is_theirs else HTTPStatus.SERVICE_UNAVAILABLE, limit)
            return
        self._is_let_in = True
        self._hall.enter(self._address)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """The other end closed the connection, or it broke."""
        if self._is_let_in:
            self._hall.leave(self._address)
        self._done()
        self._has_read()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """More lies here for them than there is room for."""
        super().pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        """They have taken most of it. Of the last answer all must be taken before the connection is closed."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._has_read()

    def on_response_complete(self) -> None:
        """An answer has been written; how much of it has been read is another question."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._wait_for_reader()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection on which no other request came in time."""
        if not self.transport.is_closing():
            self._close()

    def data_received(self, data: bytes) -> None:
        """Take no more of a head than it may have: what comes is read piece by piece.

        Of a head that begins behind something else in the same piece, that piece is not counted.
        """
        most = self._hall.limits.head_bytes
        while data and not self.transport.is_closing():
            room = most - self._held
            piece, data = data[:room], data[room:]
            self._has_moved = False
            super().data_received(piece)
            self._held = 0 if self._has_moved or self._part is Part.NEXT else self._held + len(piece)
            if self._held >= most:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "head_bytes")
        if self._part is not Part.NEXT or self.cycle is None or self.cycle.response_complete:
            self._expect()

    def on_message_begin(self) -> None:
        """A request begins."""
        self._part = Part.HEAD
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its head is here."""
        self._begin_body()
        super().on_headers_complete()

    def _begin_body(self) -> None:
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (not hosts and self.parser.get_http_version() == "1.1"):
            raise HttpParserError  # RFC 9112, 3.2: which of two a proxy has looked at is not known here
        self._part, self._has_moved = Part.BODY, True

    def on_body(self, body: bytes) -> None:
        """Some of its body is."""
        self._has_moved = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        """All of it is here."""
        self._part, self._has_moved = Part.NEXT, True
        self._done()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """What has come is no request."""
        self._end(HTTPStatus.BAD_REQUEST, msg)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _expect(self) -> None:
        """Something is due from them."""
        if self._deadline is None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(self._hall.limits.request_seconds, self._too_late)

    def _done(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        """A request has not come, or not to its end; of one that has not begun there is nothing to say."""
        self._deadline = None
        if self._part is Part.NEXT:
            self._close()
        elif not self.transport.is_closing():
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "request_seconds")

    def _wait_for_reader(self) -> None:
        if self._patience is None:
            waiting = self.transport.get_write_buffer_size()
            self._patience = self.loop.call_later(self._hall.limits.stalled_seconds, self._look_at_reader, waiting)

    def _has_read(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _look_at_reader(self, waiting: int) -> None:
        """Whether they have taken enough of so many bytes; if not, nothing more is kept for them."""
        self._patience = None
        left = self.transport.get_write_buffer_size()
        if waiting - left >= TAKEN_BYTES:
            self._wait_for_reader()
        elif left:
            self._count("stalled_seconds")
            self.transport.abort()

    def _close(self) -> None:
        """Close the connection when what lies here has been taken."""
        self.transport.close()
        self._wait_for_reader()

    def _count(self, limit: str) -> None:
        LIMITED.labels(limit).inc()
        LOG.info("limited", extra={"about": {"limit": limit, "address": self._address}})

    def _refuse(self, status: HTTPStatus, limit: str) -> None:
        """Count it, and end the connection."""
        self._count(limit)
        self._end(status, f"{status.phrase}: the limit {limit}")

    def _end(self, status: HTTPStatus, said: str) -> None:
        """End the connection; say why, in as few bytes as that takes, where no other answer is on its way."""
        self._done()
        if self._is_answering():
            self.transport.abort()
            return
        again = f"retry-after: {AGAIN_SECONDS}\r\n" if status in (429, 503) else ""
        self.transport.write(
            f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: text/plain\r\nx-content-type-options: nosniff\r\n{again}"
            f"content-length: {len(said)}\r\nconnection: close\r\n\r\n{said}".encode()
        )
        if self.cycle is not None:
            self.cycle.disconnected = True  # whoever works at an answer need not send it
        self._close()

    def _is_answering(self) -> bool:
        """Whether an answer has begun, to this request or to one before it."""
        if self.cycle is None:
            return False
        if self._part is Part.HEAD:  # the cycle is still that of the request before
            return not self.cycle.response_complete
        return self.cycle.response_started or bool(self.pipeline)


def lines_of(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Headers as they stand in the head of an answer."""
    return b"".join([b"%b: %b\r\n" % one for one in headers])
