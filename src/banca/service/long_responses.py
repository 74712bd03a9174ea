"""Answers that go on: each is owned, so that whatever it holds is let go however its reader leaves."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import ExitStack
from typing import Any

from litestar import Request
from litestar.response import Stream
from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from banca.house.store_errors import StoreDownError
from banca.service.addresses import network_of
from banca.service.concurrency import AtOnce, all_places
from banca.service.limits import ServiceLimits
from banca.service.metrics import LIMITED
from banca.service.refusals import TOO_MANY_STREAMS

LOG = logging.getLogger("banca")
LOOK_SECONDS = 1.0
"""How often it is looked whether an answer takes too long."""
EVENTS = "text/event-stream"
AS_THEY_COME = {"cache-control": "no-store, no-transform", "x-accel-buffering": "no"}
"""Of event streams: a proxy passes each event on at once, without compressing or gathering them; nginx reads the second header."""
BREAK_OFF = "banca.break_off"
"""Among the extensions of a request: ends its connection, whatever still waits to be sent there."""


class LongResponses:
    """All answers of a server process that go on. Nobody holds one for ever; of who takes nothing, the door lets go."""

    def __init__(self, limits: ServiceLimits, clock: Callable[[], float]) -> None:
        self.clock = clock
        wait = limits.stalled_seconds
        self._of_person = AtOnce("streams_of_person", limits.streams_of_person, TOO_MANY_STREAMS, wait)
        self._of_address = AtOnce("streams_of_address", limits.streams_of_address, TOO_MANY_STREAMS, wait)
        self.under_way: set[Sending] = set()
        self._watch = asyncio.create_task(self._look_round())

    def place_of(self, person: str, address: str) -> ExitStack:
        """A place for one more stream of somebody at an address; refused where they have enough."""
        return all_places(self._of_person.place(person), self._of_address.place(network_of(address)))

    async def _look_round(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()

    def look(self) -> None:
        """End what takes too long."""
        now = self.clock()
        for one in list(self.under_way):
            if now >= one.ends_at:
                one.end("export_seconds")

    def drain(self) -> None:
        """End what would not end by itself: exports, and whoever does not read."""
        self._watch.cancel()
        for one in list(self.under_way):
            if one.ends_at < float("inf") or one.is_waiting:
                one.end("draining")


class LongResponse(Stream):
    """A streamed answer with the places that it takes; its frames are closed and its places let go when it is over."""

    def __init__(
        self,
        frames: AsyncGenerator[bytes, None],
        answers: LongResponses,
        places: ExitStack,
        *,
        media_type: str,
        headers: Mapping[str, str] = {},
        seconds: float = float("inf"),
    ) -> None:
        super().__init__(frames, media_type=media_type, headers=headers)
        self.frames, self.answers, self.places, self.seconds = frames, answers, places, seconds

    def to_asgi_response(
        self, app: Any, request: Request[Any, Any, Any], **about: Any
    ) -> ASGIStreamingResponse:  # the framework's own
        """The same, for one reader."""
        del app, request
        headers = {**(about.get("headers") or {}), **self.headers}
        return Sending(self, headers, is_head=about.get("is_head_response", False))


class EventStream(LongResponse):
    """Server-sent events."""

    def __init__(self, frames: AsyncGenerator[bytes, None], answers: LongResponses, places: ExitStack) -> None:
        super().__init__(frames, answers, places, media_type=EVENTS, headers=AS_THEY_COME)


class Sending(ASGIStreamingResponse):
    """One answer on its way to its reader."""

    def __init__(self, held: LongResponse, headers: dict[str, Any], *, is_head: bool) -> None:
        super().__init__(iterator=held.frames, headers=headers, media_type=held.media_type, is_head_response=is_head)
        self._held = held
        self._why = ""
        self._task: asyncio.Task[None] | None = None
        self.ends_at = held.answers.clock() + held.seconds
        self.is_waiting = False
        """For its reader, to take some of what is being sent."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, and let go of everything in the end."""
        extensions: dict[str, Any] = scope.get("extensions") or {}
        under_way = self._held.answers.under_way
        with self._held.places:
            under_way.add(self)
            try:
                await self._send(receive, send, extensions.get(BREAK_OFF))
            finally:
                under_way.discard(self)
                await self._held.frames.aclose()

    async def _send(self, receive: Receive, send: Send, break_off: Callable[[], None] | None) -> None:
        """Until all is sent, the reader leaves, or it is ended from here: then the connection is broken off, so that nobody takes it for whole."""

        async def watched(message: Message) -> None:
            self.is_waiting = True
            await send(message)
            self.is_waiting = False

        sending = self._task = asyncio.create_task(self._send_all(watched))
        leaving = asyncio.create_task(_left(receive))
        leaving.add_done_callback(lambda _: sending.cancel())
        try:
            await asyncio.wait({sending})
            if self._is_cut(sending) and not leaving.done() and break_off:
                break_off()
                await asyncio.wait({leaving})
        finally:
            sending.cancel()
            leaving.cancel()
            await asyncio.wait({sending, leaving})

    async def _send_all(self, send: Send) -> None:
        await self.start_response(send)
        if not self.is_head_response:
            async for piece in self._held.frames:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def end(self, why: str) -> None:
        """Send no more of it: a limit says so, or the server stops."""
        if self._task is not None and not self._task.done() and not self._why:
            self._why = why
            if why != "draining":
                LIMITED.labels(why).inc()
            self._task.cancel()

    def _is_cut(self, sending: asyncio.Task[None]) -> bool:
        """Whether it ended before all was sent."""
        if sending.cancelled():
            if self._why:
                LOG.info("broken off", extra={"about": {"because": self._why}})
            return True
        fault = sending.exception()
        if isinstance(fault, StoreDownError):
            LOG.error("store down", extra={"about": {"because": str(fault)}})
        elif fault is not None:
            LOG.error("defect", exc_info=fault)
        return fault is not None


async def _left(receive: Receive) -> None:
    """Until the reader has gone, or has everything."""
    while (await receive())["type"] != "http.disconnect":
        pass


class Breakable:
    """Stands before the application, in uvicorn: lets an answer break its connection off. Closing it would wait for who never reads."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:  # uvicorn's own
        """Pass a request on, with the way to end its connection."""
        if scope["type"] == "http":
            scope.setdefault("extensions", {})[BREAK_OFF] = send.__self__.transport.abort
        await self._app(scope, receive, send)
