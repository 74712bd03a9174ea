"""The door with a quick lane in it: what the lane takes never becomes a request of the framework's; all else is as at any door."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from banca.server.protocol import Door, Hall, lines_of

CLOSE = b"connection: close\r\n"
Reply = Callable[[int, bytes, bytes], None]
"""Takes status, headers as they are written, and body."""


class Lane(Protocol):
    """Who takes requests here."""

    def order(self, url: bytes, headers: list[tuple[bytes, bytes]]) -> Any | None:  # the lane's own
        """What a request is about, by its head; nothing where it is not for the lane."""
        ...

    def take(self, order: Any, body: bytes, door: "QuickDoor", reply: Reply) -> bool:  # the lane's own
        """Answer a request, later; or nothing is done, and it is not for the lane after all."""
        ...


class QuickCycle:
    """A request that the lane may take, in the place where uvicorn has the one that it works at."""

    __slots__ = (
        "_door",
        "body",
        "disconnected",
        "keep_alive",
        "more_body",
        "order",
        "response_complete",
        "response_started",
    )

    message_event = asyncio.Event()
    """Nobody waits for it."""

    def __init__(self, door: "QuickDoor", order: object, *, keep_alive: bool) -> None:
        self._door, self.order, self.keep_alive = door, order, keep_alive
        self.body = bytearray()
        self.more_body = True
        self.disconnected = self.response_started = self.response_complete = False

    def reply(self, status: int, lines: bytes, body: bytes) -> None:
        """Write the whole answer in one piece, its headers being our own."""
        door = self._door
        if self.disconnected or door.transport.is_closing():
            return
        self.response_started = self.response_complete = True
        more = lines_of(door.server_state.default_headers) + (b"" if self.keep_alive else CLOSE)
        head = b"%bcontent-length: %d\r\n%b%b\r\n" % (STATUS_LINE[status], len(body), more, lines)
        door.transport.write(head + body)
        if not self.keep_alive:
            door.transport.close()
        door.on_response_complete()


class QuickDoor(Door):
    """One connection. What the lane does not take goes on as it would have without it, from its head on."""

    def __init__(self, hall: Hall, lane: Lane, **about: Any) -> None:  # as the server makes it
        super().__init__(hall, **about)
        self._lane = lane

    def on_headers_complete(self) -> None:
        """A head is here: perhaps one for the lane."""
        order = self._order()
        if order is None:
            super().on_headers_complete()
            return
        self._begin_body()
        self.cycle: Any = QuickCycle(self, order, keep_alive=self.parser.should_keep_alive())

    def _order(self) -> object | None:
        """What the lane makes of a head. Who sends a request before the one before it is answered, or waits to be told to go on, is not for the lane."""
        if self.expect_100_continue or self.flow.write_paused or (self.cycle and not self.cycle.response_complete):
            return None
        parser = self.parser
        if parser.get_method() != b"POST" or parser.get_http_version() != "1.1" or parser.should_upgrade():
            return None
        return self._lane.order(self.url, self.headers)

    def on_body(self, body: bytes) -> None:
        """Some of a body is here: no more of it is kept for the lane than it may have."""
        super().on_body(body)
        if isinstance(self.cycle, QuickCycle) and len(self.cycle.body) > self._hall.limits.body_bytes:
            self._pass_on(self.cycle)

    def on_message_complete(self) -> None:
        """All of it is here."""
        super().on_message_complete()
        cycle = self.cycle
        if isinstance(cycle, QuickCycle) and not self._lane.take(cycle.order, bytes(cycle.body), self, cycle.reply):
            self._pass_on(cycle)
            super().on_message_complete()

    def _pass_on(self, cycle: QuickCycle) -> None:
        """It is not for the lane after all."""
        self.cycle = None
        super().on_headers_complete()
        super().on_body(bytes(cycle.body))
