"""The front door: every table, logging in, and what a reader has chosen."""

import asyncio
from typing import Annotated, Any
from urllib.parse import parse_qs

from litestar import Response, get, post
from litestar.datastructures import Cookie, State
from litestar.params import QueryParameter
from litestar.response import Redirect

from banca.law import Language
from banca.rulebook import plural, term
from banca.service.http import LANGUAGE, AnyRequest, language_of
from banca.service.tables import all_tables
from banca.web.page import THEME, THEMES, game_titles, page, phases_said
from banca.words import speech

YEAR = 365 * 86400

WORDS = {
    "round": term("round {number}"),
    "stakes": term("stakes {minimum} to {maximum}"),
    "seats": plural("{count} player", "{count} players"),
    "closed": term("closed"),
    "trial": term("trial table"),
    "open": term("Go to the table"),
    "play": term("Play with play money"),
    "no_tables": term("No table is open."),
    "wallet": term("Balance: {amount} patacas"),
}


@get("/", include_in_schema=False)
async def lobby(request: AnyRequest, state: State) -> Response[bytes]:
    """Every table; in the demo for anybody, who gets a seat and play money with one click."""
    is_shown = request.scope["user"] is not None or state.is_demo
    say = speech(language_of(request))
    tables = await asyncio.to_thread(all_tables, state.house, say.language) if is_shown else []
    return page(
        request,
        "lobby.html",
        words=WORDS,
        data={"games": game_titles(say), "phases": phases_said(say), "tables": tables},
    )


@get("/login", include_in_schema=False)
async def login(request: AnyRequest, to: Annotated[str, QueryParameter()] = "/") -> Response[bytes]:
    """Name and password; or a new password for who has a one-time one."""
    return page(request, "login.html", data={"to": local(to)})


@post("/settings", include_in_schema=False, status_code=303)
async def settings(request: AnyRequest) -> Redirect:
    """Keep the language or the looks that a reader chose, and go back."""
    asked: dict[str, list[str]] = parse_qs((await request.body()).decode("utf-8", "replace"))
    cookies = [
        Cookie(key=name, value=value, max_age=YEAR, samesite="lax", path="/", secure=request.app.state.is_secure)
        for name, field, known in ((LANGUAGE, "lang", list(Language)), (THEME, "theme", list(THEMES)))
        for value in asked.get(field, [])[:1]
        if value in known
    ]
    return Redirect(local(asked.get("to", ["/"])[0]), status_code=303, cookies=cookies)


def local(path: str) -> str:
    """An address of ours, whatever somebody wrote.

    >>> local("/lab?x=1"), local("//elsewhere"), local("javascript:1")
    ('/lab?x=1', '/', '/')
    """
    is_ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_ours else "/"


ROUTES: list[Any] = [lobby, login, settings]
