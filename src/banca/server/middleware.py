"""What goes with every request and answer: an id, headers that keep browsers strict, a line in the log, how long it took."""

import logging
import re
import secrets
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from random import Random
from typing import Any

from litestar import Request

from banca.house.people import Person

REQUEST_ID = b"x-request-id"
"""The header in which a proxy gives it and every answer has it."""
GOOD_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_numbers = Random()  # they tell requests apart and guard nothing
_current: ContextVar[bytes] = ContextVar("request_id", default=b"")


def begin(headers: Iterable[tuple[bytes, bytes]], *, is_trusted: bool) -> bytes:
    """The id of a request that begins here: a proxy's, where there is one and it has given one; otherwise ours."""
    # Only a proxy's id is taken: anybody else could write what they like into our log.
    given = next((value for name, value in headers if name == REQUEST_ID), b"") if is_trusted else b""
    its_id = given if given and GOOD_ID.fullmatch(given) else b"%016x" % _numbers.getrandbits(64)
    _current.set(its_id)
    return its_id


def current() -> str:
    """The id of the request that is being answered; a new one where another process sent the work, or nobody did."""
    return _current.get().decode() or secrets.token_hex(8)


LOG = logging.getLogger("banca")
STRICT = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""Of every answer, where it does not say otherwise."""
ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")
"""Of every answer over HTTPS: browsers come back by HTTPS alone, for a year."""
NOT_HTTPS = (b"x-forwarded-proto", b"http")
"""What a proxy says of somebody who came to it without HTTPS, who may not be told so."""
ABOUT, GONE = "banca.about", "banca.gone"
"""Where a request's scope keeps what its line in the log is to say, and whether they left before its answer."""


def strict(headers: list[tuple[bytes, bytes]], *, is_secure: bool) -> tuple[tuple[bytes, bytes], ...]:
    """What every answer carries, whatever it answers; behind an HTTPS proxy a word on that too, unless it says that this request had none."""
    return (*STRICT, ONLY_HTTPS) if is_secure and NOT_HTTPS not in headers else STRICT


def has_gone(request: Request[Any, Any, Any]) -> bool:
    """Whether whoever asked has left, and was seen to."""
    scope: Any = request.scope
    return GONE in scope


def note(request: Request[Any, Any, Any], **about: object) -> None:
    """Add to what a request's line in the log says; never a password, a key or a body."""
    scope: Any = request.scope
    scope.setdefault(ABOUT, {}).update(about)


def log_request(
    scope: Any,  # an ASGI scope
    its_id: bytes,
    person: Person | None,
    status: int,
    seconds: float,
) -> None:
    """One line per request: no body, no key."""
    if LOG.isEnabledFor(logging.INFO):
        about: Mapping[str, object] = {
            "id": its_id.decode(),
            "method": scope["method"],
            "path": scope["path"],
            "status": status,
            "ms": round(seconds * 1000, 1),
            "by": person.name if person else None,
            "address": address_of(scope),
            **scope.get(ABOUT, {}),
        }
        LOG.info("request", extra={"about": about})


def address_of(scope: Any) -> str:  # an ASGI scope
    """Where a request comes from: behind a proxy what that says."""
    client = scope.get("client")
    return client[0] if client else ""
