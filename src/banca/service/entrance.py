"""Who is asking: a bearer token or a session's cookie, and for browsers a token against forged requests."""

import asyncio
import logging
from hmac import compare_digest
from time import perf_counter
from typing import Any

from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from banca.house.keys import Person
from banca.house.people import People
from banca.rulebook import Code, Refusal
from banca.rulebook.live.command import Role

LOG = logging.getLogger("banca")
COOKIE = "banca_session"
SAFE = ("GET", "HEAD", "OPTIONS")
BEARER = b"bearer "
WITHOUT_CHANGE = ("/api/v1/password", "/api/v1/me", "/api/v1/logout")
"""What somebody with a one-time password may still do."""
WITHOUT_FACTOR = ("/api/v1/factor", *WITHOUT_CHANGE)
"""What staff without a second factor may still do in a house that asks for one."""


class Entrance:
    """Puts the person into the scope and logs each request; it refuses nothing by itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request with its person."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        scope["user"], scope["auth"] = await _who(scope)
        if not LOG.isEnabledFor(logging.INFO):
            await self.app(scope, receive, send)
            return
        began, status = perf_counter(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            log_request(scope, scope["user"], status, began)


def log_request(scope: Any, person: Person | None, status: int, began: float) -> None:  # noqa: ANN401 - an ASGI scope
    """One line per request: no body, no key."""
    if LOG.isEnabledFor(logging.INFO):
        about = {"method": scope["method"], "path": scope["path"], "status": status}
        about |= {"ms": round((perf_counter() - began) * 1000, 1), "by": person.name if person else None}
        LOG.info("request", extra={"about": about})


async def _who(scope: Any) -> tuple[Person | None, bool]:  # noqa: ANN401 - an ASGI scope
    """The person, and whether a cookie said so: a browser sends it whoever made it ask."""
    token = ""
    cookies = []
    for name, value in scope["headers"]:
        if name == b"authorization" and value[:7].lower() == BEARER:
            token = value[7:].decode("latin-1").strip()
        elif name == b"cookie":
            cookies.append(value.decode("latin-1"))
    by_cookie = not token
    token = token or _cookie(";".join(cookies))
    if not token:
        return None, False
    people: People = scope["app"].state.people
    return people.at_hand(token) or await asyncio.to_thread(people.check, token), by_cookie


def _cookie(header: str) -> str:
    """Our cookie among all that a browser sends, whatever the others look like."""
    for pair in header.split(";"):
        name, _, value = pair.partition("=")
        if name.strip() == COOKIE:
            return value.strip().strip('"')
    return ""


def person_of(request: Request[Any, Any, Any], *roles: Role) -> Person:
    """Whoever asks, if they may: logged in, with a password of their own, not misused by another site, in one of these roles."""
    person: Person | None = request.scope["user"]
    if person is None:
        raise Refusal(Code.NOT_LOGGED_IN)
    if (
        request.method not in SAFE
        and request.scope["auth"]  # by a cookie
        and not compare_digest(request.headers.get("x-csrf-token", "").encode(), person.csrf.encode())
    ):
        raise Refusal(Code.NO_CSRF_TOKEN)
    if person.must_change and request.scope["path"] not in WITHOUT_CHANGE:
        raise Refusal(Code.PASSWORD_MUST_CHANGE)
    if lacks_factor(request, person):
        raise Refusal(Code.FACTOR_MUST_BE_SET)
    if roles and person.role not in roles:
        raise Refusal(Code.NOT_YOUR_ACT, asked=f"{request.method} {request.scope['path']}", allowed=list(roles))
    return person


def lacks_factor(request: Request[Any, Any, Any], person: Person) -> bool:
    """Whether this is staff without the second factor that the house asks for; a token was made by somebody who had shown theirs."""
    if person.role is Role.PLAYER or person.has_factor or request.scope["path"] in WITHOUT_FACTOR:
        return False
    return bool(request.app.state.house.register.safeguards.second_factor)
