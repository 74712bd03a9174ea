"""The quick lane: a program's commands go from the socket straight to the batch, past the framework; all else passes on.

It takes a POST to a table's commands, or to those of many tables, with a good bearer token and a body it can read, and answers what was
carried out or refused. What it cannot read is the framework's to answer, before anything is decided. See docs/decisions.
"""

import re
from time import perf_counter
from typing import Any

import msgspec
from litestar import Litestar
from litestar.types import ASGIApp, Receive

from banca.house.house import House
from banca.house.keys import Person
from banca.house.people import People
from banca.house.register import OUTSIDE_TABLES
from banca.house.request import LiveTable
from banca.law import Language
from banca.service.commands import (
    ACCEPTED,
    ALL,
    CREATED,
    Answered,
    Sent,
    SentAll,
    SentAt,
    carry_out,
    carry_out_all,
    in_one,
    read_command,
    ready,
    refused,
)
from banca.service.limits import ServiceLimits
from banca.service.middleware import NUMBER, log_request, number, strict
from banca.service.problems import PROBLEM, language, refusal_of
from banca.service.protocol import answer_whole, lines_of
from banca.service.seconds import Waits

COMMANDS = re.compile(r"/api/v1/tables/([a-z0-9][a-z0-9-]{0,39})/commands")
BEARER = b"Bearer "
JSON = b"application/json"
OK, BAD_REQUEST = 200, 400
DONE = lines_of([(b"content-type", JSON), (b"cache-control", b"no-store")])
"""Headers of an answer that is no problem."""

_decode = msgspec.json.Decoder(Sent).decode
_decode_all = msgspec.json.Decoder(SentAll).decode
_encode = msgspec.json.Encoder().encode
Answer = tuple[int, bytes, bytes]
"""Status, headers as they are written, body."""


class QuickLane:
    """Stands before the application."""

    def __init__(self, app: Litestar) -> None:
        self._app: ASGIApp = app
        self._state = app.state
        self._house: House = app.state.house
        self._people: People = app.state.people
        self._limits: ServiceLimits = app.state.limits
        self._is_secure: bool = app.state.is_secure
        self._strict = lines_of(strict(is_secure=self._is_secure))

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:  # noqa: ANN401 - an ASGI scope
        """Answer a program's commands, or pass the request on."""
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        table = self._table(scope["path"])
        person = self._person(dict(scope["headers"])) if table else None
        if table is None or person is None:
            await self._app(scope, receive, send)
            return
        first: Any = await receive()
        began = perf_counter()
        answer = None
        if not first.get("more_body") and len(first.get("body", b"")) <= self._limits.body_bytes:
            answer = await self._answer(scope, table, person, first.get("body", b""))
        if answer is None:
            await self._app(scope, _again(first, receive), send)
            return
        status, lines, body = answer
        its_number = b"%b: %b\r\n" % (NUMBER, number(scope, is_trusted=self._is_secure))
        await answer_whole(send.__self__, status, lines + its_number + self._strict, body)
        log_request(scope, person, status, began, is_trusted=self._is_secure)

    def _table(self, path: str) -> LiveTable | str | None:
        """The table that a command is for, where nobody has to be waited for; its name, where another process decides; or that there are many."""
        if path == ALL:
            return ALL
        found = COMMANDS.fullmatch(path)
        if not found or found[1] in OUTSIDE_TABLES:
            return None
        return self._house.at_hand(found[1]) if self._state.forwarder.elsewhere(found[1]) is None else found[1]

    def _person(self, sent: dict[bytes, bytes]) -> Person | None:
        """Whose token it is, where there is nothing else to say about it and the store need not be asked."""
        key, kind = sent.get(b"authorization", b""), sent.get(b"content-type", b"")
        is_json = kind == JSON or kind.partition(b";")[0].strip().lower() == JSON
        if not key.startswith(BEARER) or len(key) > len(BEARER) + self._limits.token_letters or not is_json:
            return None
        person: Person | None = self._people.at_hand(key[len(BEARER) :].decode("latin-1").strip())
        return None if person is None or person.must_change else person

    async def _answer(self, scope: Any, table: LiveTable | str, person: Person, body: bytes) -> Answer | None:  # noqa: ANN401 - an ASGI scope
        """What came of it; nothing where it cannot be read."""
        path = scope["path"]
        self._state.presence.note(person.name)
        try:
            actor = person.actor
            if path == ALL:
                sent = _decode_all(body).commands
                answers = await carry_out_all(self._state, actor, sent, _spoken(scope))
                return OK, DONE, _encode(in_one(sent, answers))
            one = _decode(body)
            if isinstance(table, str):
                at = SentAt(id=one.id, command=one.command, seq=one.seq, table=table)
                (told,) = await carry_out_all(self._state, actor, [at], _spoken(scope))
                return _written(told)
            asked = ready(table, actor, one, read_command(table, actor, one.command))
            self._state.batches.admit(actor)
            done = await carry_out(self._state, asked)
            return ACCEPTED if isinstance(done, Waits) else CREATED, DONE, _encode(done)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        except Exception as fault:  # noqa: BLE001 - whatever it is, they are told
            return _written(refused(refusal_of(fault, path), _spoken(scope)))


def _spoken(scope: Any) -> Language:  # noqa: ANN401 - an ASGI scope
    """The language that the program asks for."""
    accepted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    return language(accepted.decode("latin-1"))


def _written(told: Answered) -> Answer:
    if told.status < BAD_REQUEST:
        return told.status, DONE, bytes(told.body)
    more = ((name.lower().encode(), value.encode()) for name, value in told.headers.items())
    return told.status, lines_of([(b"content-type", PROBLEM.encode()), *more]), bytes(told.body)


def _again(first: Any, receive: Receive) -> Receive:  # noqa: ANN401 - an ASGI message
    """The request from its beginning, for whoever answers it instead."""
    waiting = [first]

    async def receive_again() -> Any:  # noqa: ANN401
        return waiting.pop() if waiting else await receive()

    return receive_again
