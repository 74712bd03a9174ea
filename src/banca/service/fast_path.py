"""The quick lane: a program's command goes from the socket straight to the batch, past the framework; all else passes on.

It takes a POST to a table's commands with a good bearer token and a body it can read, and answers what was carried out.
Anything out of the ordinary and every refusal is the framework's to answer, so that one place says no. See docs/decisions.
"""

import re
from time import perf_counter
from typing import Annotated, Any

import msgspec
from litestar import Litestar
from litestar.types import ASGIApp, Receive, Send

from banca.house.house import House
from banca.house.journal import CommandId
from banca.house.keys import Person
from banca.house.people import People
from banca.house.register import OUTSIDE_TABLES
from banca.house.request import CommandRequest, LiveTable
from banca.house.views import seen
from banca.live.command import MOST_AVOS
from banca.service.limits import ServiceLimits
from banca.service.middleware import headers, log_request

COMMANDS = re.compile(r"/api/v1/tables/([a-z0-9][a-z0-9-]{0,39})/commands")
BEARER = b"Bearer "
CREATED = 201


class Sent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As `tables.Do`, with the command still as it was sent: its table knows how to read it."""

    id: CommandId
    command: msgspec.Raw
    seq: Annotated[int, msgspec.Meta(ge=0, le=MOST_AVOS)] | None = None


_decode = msgspec.json.Decoder(Sent).decode
_encode = msgspec.json.Encoder().encode


class QuickLane:
    """Stands before the application."""

    def __init__(self, app: Litestar) -> None:
        self._app: ASGIApp = app
        self._state = app.state
        self._house: House = app.state.house
        self._people: People = app.state.people
        self._limits: ServiceLimits = app.state.limits

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:  # noqa: ANN401 - an ASGI scope
        """Answer a program's command, or pass the request on."""
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        path = COMMANDS.fullmatch(scope["path"])
        table = self._house.at_hand(path[1]) if path and path[1] not in OUTSIDE_TABLES else None
        person = self._person(dict(scope["headers"]))
        if table is None or person is None:
            await self._app(scope, receive, send)
            return
        first: Any = await receive()
        body = first.get("body", b"")
        is_whole = not first.get("more_body") and len(body) <= self._limits.body_bytes
        request = _read(body, table, person) if is_whole else None
        if request is None:
            await self._app(scope, _again(first, receive), send)
            return
        began = perf_counter()
        self._state.presence.note(person.name)
        try:
            done = await self._state.batches.do(request)
        except Exception:  # noqa: BLE001 - asked again under the same id, the framework says what is wrong
            await self._app(scope, _again(first, receive), send)
            return
        is_secure = self._state.is_secure
        await _respond(send, headers(scope, is_secure=is_secure), _encode(seen(done.entry, done.table, person.actor)))
        log_request(scope, person, CREATED, began, is_trusted=is_secure)

    def _person(self, sent: dict[bytes, bytes]) -> Person | None:
        """Whose token it is, where there is nothing else to say about it and the store need not be asked."""
        key = sent.get(b"authorization", b"")
        is_json = sent.get(b"content-type", b"").partition(b";")[0].strip().lower() == b"application/json"
        if not key.startswith(BEARER) or len(key) > len(BEARER) + self._limits.token_letters or not is_json:
            return None
        person: Person | None = self._people.at_hand(key[len(BEARER) :].decode("latin-1").strip())
        return None if person is None or person.must_change else person


def _read(body: Any, table: LiveTable, person: Person) -> CommandRequest | None:  # noqa: ANN401 - as the message has it
    """What is asked of the table, where it can be read."""
    try:
        sent = _decode(body)
        command = table.conduct.forms.decode(sent.command)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return CommandRequest(table=table.id, actor=person.actor, id=sent.id, command=command, seq=sent.seq)


def _again(first: Any, receive: Receive) -> Receive:  # noqa: ANN401 - an ASGI message
    """The request from its beginning, for whoever answers it instead."""
    waiting = [first]

    async def receive_again() -> Any:  # noqa: ANN401
        return waiting.pop() if waiting else await receive()

    return receive_again


async def _respond(send: Send, more: list[tuple[bytes, bytes]], body: bytes) -> None:
    sent: Any = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        *more,
    ]
    await send({"type": "http.response.start", "status": CREATED, "headers": sent})
    await send({"type": "http.response.body", "body": body, "more_body": False})
