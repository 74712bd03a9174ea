"""Who is asking: a bearer token or a session's cookie, and for browsers a token against forged requests."""

import asyncio
from hmac import compare_digest
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie, State
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from banca.house.people import People, Person
from banca.rules import Refusal
from banca.server.addresses import is_of_this_machine
from banca.server.metrics import LIMITED
from banca.server.middleware import address_of
from banca.server.problems import FACTOR_MUST_BE_SET, NO_CSRF_TOKEN, NOT_LOGGED_IN, PASSWORD_MUST_CHANGE
from banca.tables.acts import NOT_YOUR_ACT
from banca.tables.commands import ROLES, Role

COOKIE, BROWSER = "banca_session", "banca_browser"
"""The cookies of a session, and of a browser with which somebody has logged in well before."""
ONLY_HERE = "__Host-"
"""How their names begin over HTTPS: a browser takes such a cookie from this very host alone, over HTTPS, for all its paths."""
SAFE = ("GET", "HEAD", "OPTIONS")
BEARER = b"bearer "
STAFF = (Role.CROUPIER, Role.SUPERVISOR, Role.INSPECTOR)
FORWARDED = ("x-forwarded-for", "forwarded", "via")
"""What a proxy says."""
WITHOUT_CHANGE = ("/api/v1/password", "/api/v1/me", "/api/v1/logout")
"""What somebody with a one-time password may still do."""
WITHOUT_FACTOR = ("/api/v1/factor", *WITHOUT_CHANGE)
"""What staff without a second factor may still do in a house that asks for one."""


def authenticate(app: ASGIApp) -> ASGIApp:
    """A middleware that puts the person into the scope; it refuses nothing by itself."""

    async def pass_on(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            scope["user"], scope["auth"] = await identify(scope)
        await app(scope, receive, send)

    return pass_on


async def identify(scope: Any) -> tuple[Person | None, bool]:  # an ASGI scope
    """Return the person, and whether a cookie said so: requests with a cookie need a CSRF token, because a browser attaches it to other sites' requests too."""
    token = ""
    cookies = []
    # Read by hand, once for every request: a parsed header object costs more than all the rest of this.
    for name, value in scope["headers"]:
        if name == b"authorization" and value[:7].lower() == BEARER:
            token = value[7:].decode("latin-1").strip()
        elif name == b"cookie":
            cookies.append(value.decode("latin-1"))
    # A bearer token goes before a cookie: who sends one is a program, and no other site can make it do so.
    by_cookie = not token
    state: State = scope["app"].state
    token = token or _cookie(";".join(cookies), name_of(COOKIE, state))
    # Before it is hashed and looked up: what is longer than ours is nobody's key.
    if len(token) > state.limits.token_letters:
        LIMITED.labels("token_letters").inc()
        return None, False
    if not token:
        return None, False
    people: People = state.people
    # In memory in nearly every case; only a key that this process has not seen lately needs a thread and the store.
    person = people.cached(token) or await asyncio.to_thread(people.check, token)
    if person is not None:
        state.presence.note(person.name)
    return person, by_cookie


def _cookie(header: str, wanted: str) -> str:
    """Our cookie among all that a browser sends, whatever the others look like."""
    for pair in header.split(";"):
        name, _, value = pair.partition("=")
        if name.strip() == wanted:
            return value.strip().strip('"')
    return ""


def name_of(cookie: str, state: State) -> str:
    """What a cookie of ours is called here."""
    return ONLY_HERE + cookie if state.is_secure else cookie


def private_cookie(cookie: str, state: State, value: str, seconds: float) -> Cookie:
    """A cookie that scripts and other sites do not get; to have it forgotten, for no time at all."""
    return Cookie(
        key=name_of(cookie, state),
        value=value,
        httponly=True,
        secure=state.is_secure,
        samesite="strict",
        path="/",
        max_age=int(seconds),
    )


def person_of(request: Request[Any, Any, Any], *roles: Role) -> Person:
    """Whoever asks, if they may: logged in, with a password of their own, not misused by another site, in one of these roles."""
    person: Person | None = request.scope["user"]
    if person is None:
        raise Refusal(NOT_LOGGED_IN)
    if (
        request.method not in SAFE
        and request.scope["auth"]  # by a cookie
        # In constant time, as the token is a secret of the session.
        and not compare_digest(request.headers.get("x-csrf-token", "").encode(), person.csrf.encode())
    ):
        raise Refusal(NO_CSRF_TOKEN)
    if person.must_change and request.scope["path"] not in WITHOUT_CHANGE:
        raise Refusal(PASSWORD_MUST_CHANGE)
    if lacks_factor(request, person):
        raise Refusal(FACTOR_MUST_BE_SET)
    if roles and person.role not in roles:
        raise Refusal(
            NOT_YOUR_ACT, asked=f"{request.method} {request.scope['path']}", allowed=[ROLES[role] for role in roles]
        )
    return person


def lacks_factor(request: Request[Any, Any, Any], person: Person) -> bool:
    """Whether this is staff without the second factor that the house asks for; a token was made by somebody who had shown theirs."""
    if person.role is Role.PLAYER or person.has_factor or request.scope["path"] in WITHOUT_FACTOR:
        return False
    return bool(request.app.state.house.register.safeguards.second_factor)


def is_of_the_house(request: Request[Any, Any, Any]) -> bool:
    """Whether staff ask, or a program on this machine itself; behind a proxy everybody seems to be here, so nobody is."""
    person: Person | None = request.scope["user"]
    if person is not None:
        return person.role in STAFF and not person.must_change
    is_passed_on = request.app.state.is_secure or any(name in request.headers for name in FORWARDED)
    return not is_passed_on and is_of_this_machine(address_of(request.scope))
