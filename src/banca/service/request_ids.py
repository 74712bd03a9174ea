"""A request's own id: in its answer's headers, in its line of the log, and in what is said of a fault of ours."""

import re
import secrets
from collections.abc import Iterable
from contextvars import ContextVar
from random import Random

REQUEST_ID = b"x-request-id"
"""The header in which a proxy gives it and every answer has it."""
GOOD_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_numbers = Random()  # they tell requests apart and guard nothing
_current: ContextVar[bytes] = ContextVar("request_id", default=b"")


def begin(headers: Iterable[tuple[bytes, bytes]], *, is_trusted: bool) -> bytes:
    """The id of a request that begins here: a proxy's, where there is one and it has given one; otherwise ours."""
    given = next((value for name, value in headers if name == REQUEST_ID), b"") if is_trusted else b""
    found = given if given and GOOD_ID.fullmatch(given) else b"%016x" % _numbers.getrandbits(64)
    _current.set(found)
    return found


def current() -> str:
    """The id of the request that is being answered; a new one where another process sent the work, or nobody did."""
    return _current.get().decode() or secrets.token_hex(8)
