"""What goes with every request and answer: a number, headers that keep browsers strict, one line in the log."""

import logging
import re
from collections.abc import Mapping
from random import Random
from time import perf_counter
from typing import Any

from litestar import Litestar, Request
from litestar.types import Message

from banca.house.keys import Person

LOG = logging.getLogger("banca")
_numbers = Random()  # noqa: S311 - they tell requests apart and guard nothing
NUMBER = b"x-request-id"
GOOD_NUMBER = re.compile(rb"[A-Za-z0-9._-]{1,64}")
STRICT = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""Of every answer, where it does not say otherwise."""
ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")
"""Of every answer of a house behind an HTTPS proxy: browsers come back by HTTPS alone, for a year."""
ABOUT, NUMBERED, GONE = "banca.about", "banca.number", "banca.gone"
"""Where a request's scope keeps what its line in the log is to say, its number, and whether they left before its answer."""


class Enveloped(Litestar):
    """The application: also an answer to an address that there is not, or to a fault, has its number, headers and line."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - as ASGI has it
        """Pass a request on, and put what belongs to it round its answer."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        began, status = perf_counter(), 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                said = {name.lower() for name, _ in message["headers"]}
                more = [one for one in headers(scope, is_secure=self.state.is_secure) if one[0] not in said]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        async def received() -> Any:  # noqa: ANN401 - an ASGI message
            message = await receive()
            if message["type"] == "http.disconnect":
                scope[GONE] = True
            return message

        try:
            await super().__call__(scope, received, sent)
        finally:
            log_request(scope, scope.get("user"), status, began, is_trusted=self.state.is_secure)


def headers(scope: Any, *, is_secure: bool) -> list[tuple[bytes, bytes]]:  # noqa: ANN401 - an ASGI scope
    """What every answer carries."""
    return [(NUMBER, number(scope, is_trusted=is_secure)), *strict(is_secure=is_secure)]


def strict(*, is_secure: bool) -> tuple[tuple[bytes, bytes], ...]:
    """What every answer carries, whatever it answers."""
    return (*STRICT, ONLY_HTTPS) if is_secure else STRICT


def number(scope: Any, *, is_trusted: bool) -> bytes:  # noqa: ANN401 - an ASGI scope
    """A request's own number: a proxy's, where there is one and it has given one; otherwise ours."""
    found: bytes | None = scope.get(NUMBERED)
    if found is None:
        given = next((value for name, value in scope["headers"] if name == NUMBER), b"") if is_trusted else b""
        found = given if given and GOOD_NUMBER.fullmatch(given) else b"%016x" % _numbers.getrandbits(64)
        scope[NUMBERED] = found
    return found


def has_gone(request: Request[Any, Any, Any]) -> bool:
    """Whether whoever asked has left, and was seen to."""
    scope: Any = request.scope
    return GONE in scope


def note(request: Request[Any, Any, Any], **about: object) -> None:
    """Add to what a request's line in the log says; never a password, a key or a body."""
    scope: Any = request.scope
    scope.setdefault(ABOUT, {}).update(about)


def log_request(
    scope: Any,  # noqa: ANN401 - an ASGI scope
    person: Person | None,
    status: int,
    began: float,
    *,
    is_trusted: bool,
) -> None:
    """One line per request: no body, no key."""
    if LOG.isEnabledFor(logging.INFO):
        about: Mapping[str, object] = {
            "id": number(scope, is_trusted=is_trusted).decode(),
            "method": scope["method"],
            "path": scope["path"],
            "status": status,
            "ms": round((perf_counter() - began) * 1000, 1),
            "by": person.name if person else None,
            "address": address_of(scope),
            **scope.get(ABOUT, {}),
        }
        LOG.info("request", extra={"about": about})


def address_of(scope: Any) -> str:  # noqa: ANN401 - an ASGI scope
    """Where a request comes from: behind a proxy what that says."""
    client = scope.get("client")
    return client[0] if client else ""
