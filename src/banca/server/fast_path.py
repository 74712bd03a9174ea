"""The quick lane: a program's commands go from the socket straight to the batch, past the framework; all else passes on.

It takes a POST to a table's commands, or to those of many tables, with a good bearer token and a body it can read, and answers what was
carried out or refused. What it cannot read is the framework's to answer, before anything is decided. See docs/decisions.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
from litestar import Litestar

from banca.house.commands import Answer, CommittedEntry, LiveTable
from banca.house.house import House
from banca.house.keys import Person
from banca.house.people import People
from banca.house.register import OUTSIDE_TABLES
from banca.law import Language
from banca.rules import Refusal
from banca.server.addresses import Proxies
from banca.server.api.evidence import with_receipt
from banca.server.commands import (
    ALL,
    CREATED,
    Answered,
    Fields,
    Sent,
    SentAll,
    SentAt,
    ToCarryOut,
    carry_out_all,
    in_one,
    read_command,
    ready,
    refused,
    told,
)
from banca.server.limits import ServiceLimits
from banca.server.metrics import TIMES
from banca.server.middleware import LOG, NOT_HTTPS, REQUEST_ID, STRICT, begin, log_request, strict
from banca.server.problems import PROBLEM, language, refusal_of
from banca.server.protocol import lines_of
from banca.server.quick_door import QuickDoor, Reply
from banca.tables.acts import BAD_REQUEST

COMMANDS = re.compile(rb"/api/v1/tables/([a-z0-9][a-z0-9-]{0,39})/commands")
ALL_URL = ALL.encode()
ROUTE = "/api/v1/tables/{table}/commands"
POST = "POST"
BEARER = b"Bearer "
JSON = b"application/json"
OK, PROBLEMS = 200, 400
DONE = lines_of([(b"content-type", JSON), (b"cache-control", b"no-store")])
"""Headers of an answer that is no problem."""
PLAINLY_STRICT = lines_of(STRICT)

_decode = msgspec.json.Decoder(Sent).decode
_decode_all = msgspec.json.Decoder(SentAll).decode
_encode = msgspec.json.Encoder().encode
Written = tuple[int, bytes, bytes]
"""Of an answer: status, headers and body as they are written."""


class Order(NamedTuple):
    """Commands that somebody gives, by the head of their request."""

    person: Person
    table: LiveTable | str
    """The table they are for; its name, where another process decides; or that there are many."""
    url: bytes
    headers: list[tuple[bytes, bytes]]


class QuickLane:
    """Takes commands at the door (quick_door.py)."""

    def __init__(self, app: Litestar, proxies: Proxies) -> None:
        self._state = app.state
        self._house: House = app.state.house
        self._people: People = app.state.people
        self._limits: ServiceLimits = app.state.limits
        self._is_secure: bool = app.state.is_secure
        self._proxies = proxies
        self._strict = lines_of(strict([], is_secure=self._is_secure))
        self._tasks: set[asyncio.Task[None]] = set()

    def order(self, url: bytes, headers: list[tuple[bytes, bytes]]) -> Order | None:
        """Commands with a good token; nothing where it is anything else, or somebody would have to be waited for."""
        table = self._table(url)
        person = self._person(dict(headers)) if table else None
        return Order(person, table, url, headers) if table and person else None

    def _table(self, url: bytes) -> LiveTable | str | None:
        if url == ALL_URL:
            return ALL
        found = COMMANDS.fullmatch(url)
        if not found or (name := found[1].decode()) in OUTSIDE_TABLES:
            return None
        return self._house.cached(name) if self._state.forwarder.elsewhere(name) is None else name

    def _person(self, sent: dict[bytes, bytes]) -> Person | None:
        """Whose token it is, where there is nothing else to say about it and the store need not be asked."""
        key, kind = sent.get(b"authorization", b""), sent.get(b"content-type", b"")
        is_json = kind == JSON or kind.partition(b";")[0].strip().lower() == JSON
        if not key.startswith(BEARER) or len(key) > len(BEARER) + self._limits.token_letters or not is_json:
            return None
        person: Person | None = self._people.cached(key[len(BEARER) :].decode("latin-1").strip())
        return None if person is None or person.must_change else person

    def take(self, order: Order, body: bytes, door: QuickDoor, reply: Reply) -> bool:
        """Carry out commands and answer them; nothing is done where they cannot be read."""
        actor, table = order.person.actor, order.table
        its_id = begin(order.headers, is_trusted=self._is_secure)
        tell = partial(self._tell, order, its_id, door, reply, perf_counter())
        self._state.presence.note(actor.name)
        TIMES.in_flight += 1
        try:
            if isinstance(table, str):
                self._later(order, tell, self._many(order, _sent(table, body)))
                return True
            one = _decode(body)
            asked = ready(table, actor, one, read_command(table, actor, one.command))
            self._state.batches.admit(actor)
            doing = self._state.batches.submit((asked.request,))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            TIMES.in_flight -= 1
            return False
        except Exception as fault:  # whatever it is, they are told
            asyncio.get_running_loop().call_soon(tell, _refused(fault, order))
        else:
            doing.add_done_callback(partial(self._done, order, tell, asked))
        return True

    def _done(
        self, order: Order, tell: Callable[[Written], None], asked: ToCarryOut, doing: "asyncio.Future[list[Answer]]"
    ) -> None:
        """A command is on the disk, or refused; or the store cannot write."""
        answer = doing.exception() or doing.result()[0]
        if isinstance(answer, CommittedEntry) and answer.written.batch:
            tell((CREATED, DONE, _encode(with_receipt(answer, asked.request.actor))))
        else:
            self._later(order, tell, self._one(order, asked, answer))

    async def _one(self, order: Order, asked: ToCarryOut, answer: Answer | BaseException) -> Written:
        return _written(await told(self._state, asked, answer, _spoken(order)))

    async def _many(self, order: Order, sent: Sequence[SentAt]) -> Written:
        answers = await carry_out_all(self._state, order.person.actor, sent, _spoken(order))
        return (OK, DONE, _encode(in_one(sent, answers))) if order.table == ALL else _written(answers[0])

    def _later(self, order: Order, tell: Callable[[Written], None], answer: Coroutine[Any, Any, Written]) -> None:
        """Tell them what is still to be awaited."""

        async def tell_it() -> None:
            try:
                tell(await answer)
            except Exception as fault:  # whatever it is, they are told
                tell(_refused(fault, order))

        task = asyncio.create_task(tell_it())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _tell(self, order: Order, its_id: bytes, door: QuickDoor, reply: Reply, began: float, answer: Written) -> None:
        status, lines, body = answer
        kept = PLAINLY_STRICT if self._is_secure and NOT_HTTPS in order.headers else self._strict
        reply(status, b"%b%b: %b\r\n%b" % (lines, REQUEST_ID, its_id, kept), body)
        seconds = perf_counter() - began
        TIMES.in_flight -= 1
        TIMES.add(POST, ALL if order.table is ALL else ROUTE, status, seconds)
        if LOG.isEnabledFor(logging.INFO):
            client = self._client(order, door)
            scope = {"method": POST, "path": order.url.decode(), "client": client}
            log_request(scope, its_id, order.person, status, seconds)

    def _client(self, order: Order, door: QuickDoor) -> tuple[str, int] | None:
        """Where a request comes from: behind a proxy what that says."""
        if not self._proxies or not door.client:
            return door.client
        said = b",".join(value for name, value in order.headers if name == b"x-forwarded-for").decode("latin-1")
        found = self._proxies.client(door.client[0], said)
        return door.client if found == door.client[0] else (found, 0)


def _sent(table: str, body: bytes) -> Sequence[SentAt]:
    """The commands of a request: of many tables, or one for another process."""
    if table == ALL:
        return _decode_all(body).commands
    one = _decode(body)
    # What is no command is the framework's to answer, wherever the table is.
    msgspec.json.decode(one.command, type=Fields)
    return [SentAt(id=one.id, command=one.command, seq=one.seq, table=table)]


def _spoken(order: Order) -> Language:
    """The language that the program asks for."""
    accepted = next((value for name, value in order.headers if name == b"accept-language"), b"")
    return language(accepted.decode("latin-1"))


def _refused(fault: Exception, order: Order) -> Written:
    """What is said of a fault; a command that its table cannot read is as little a request as one that nobody can."""
    unread = isinstance(fault, msgspec.DecodeError | UnicodeDecodeError | RecursionError)
    refusal = Refusal(BAD_REQUEST, asked=str(fault)) if unread else refusal_of(fault, order.url.decode())
    return _written(refused(refusal, _spoken(order)))


def _written(answer: Answered) -> Written:
    if answer.status < PROBLEMS:
        return answer.status, DONE, bytes(answer.body)
    more = ((name.lower().encode(), value.encode()) for name, value in answer.headers.items())
    return answer.status, lines_of([(b"content-type", PROBLEM.encode()), *more]), bytes(answer.body)
