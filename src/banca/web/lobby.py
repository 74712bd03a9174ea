"""The front door: every table, logging in, and what a reader has chosen."""

import asyncio
from typing import Annotated, Any
from urllib.parse import parse_qs

from litestar import Response, get, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect
from msgspec import structs

from banca.house.demo import NEEDED
from banca.i18n import translator
from banca.i18n.lookup import find_game
from banca.law import Language
from banca.rules import _, _n
from banca.service.background import aside
from banca.service.games import Options, read_options
from banca.service.http import LANGUAGE, AnyRequest, language_of, packed
from banca.web.evidence import EVIDENCE
from banca.web.lobby_lines import LobbyPage, lobby_page, small_felt
from banca.web.page import THEME, THEMES, game_titles
from banca.web.page import page as made
from banca.web.static import FOREVER, version

Page = Annotated[int, QueryParameter(ge=1, le=100_000)]
"""Of the tables, from 1."""
YEAR = 365 * 86400

WORDS = {
    "round": _("round {number}"),
    "stakes": _("stakes {minimum} to {maximum}"),
    "seats": _n("{count} player", "{count} players"),
    "closed": _("closed"),
    "trial": _("trial table"),
    "open": _("Go to the table"),
    "play": _("Play with play money"),
    "wallet": _("Balance: {amount} patacas"),
    "edge": _("House edge from {edge} ({bet})"),
    "results": _("Last results"),
    "next": _("next: {act}"),
    "seconds": _("{count} s"),
    "got_chips": _("You have {amount} patacas of play money."),
}


@get("/", include_in_schema=False)
async def lobby(request: AnyRequest, state: State, page: Page = 1) -> Response[bytes]:
    """Every table; in the demo for anybody, who gets a seat and play money with one click."""
    shown = await _shown(request, state, page)
    return made(
        request,
        "lobby.html",
        words=WORDS,
        data={"games": game_titles(translator(language_of(request))), "needed": NEEDED, **structs.asdict(shown)},
        shown=shown,
        evidence=EVIDENCE,
        is_shown=_is_shown(request, state),
    )


@get("/lobby/tables", include_in_schema=False)
async def lobby_tables(request: AnyRequest, state: State, page: Page = 1) -> Response[LobbyPage]:
    """The tables of a page of the lobby as they stand now, for its script: little, and often."""
    return Response(await _shown(request, state, page), headers={"Cache-Control": "no-store"})


def _is_shown(request: AnyRequest, state: State) -> bool:
    return request.scope["user"] is not None or state.is_demo


async def _shown(request: AnyRequest, state: State, wanted: int) -> LobbyPage:
    if not _is_shown(request, state):
        return LobbyPage(tables=[], page=1, pages=1)
    return await asyncio.to_thread(lobby_page, state.house, language_of(request), state.attendants, wanted)


@get("/felts/{made_by:str}/{game:str}", include_in_schema=False)
async def felt(
    request: AnyRequest,
    state: State,
    made_by: FromPath[str],
    game: FromPath[str],
    lang: Annotated[Language, QueryParameter()] = Language.EN,
    option: Options = None,
) -> Response[bytes]:
    """The felt of a game in small, as a picture that a browser keeps."""
    found = find_game(game).value
    chosen = read_options(found, option, state.house.proposals)
    drawn = await aside(request, small_felt, found.id, chosen, lang)
    kept = FOREVER if made_by == version() else "no-store"
    return packed(request, drawn, "image/svg+xml", {"Cache-Control": kept})


@get("/login", include_in_schema=False)
async def login(request: AnyRequest, to: Annotated[str, QueryParameter()] = "/") -> Response[bytes]:
    """Name and password; or a new password for who has a one-time one."""
    return made(request, "login.html", data={"to": local(to)})


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


ROUTES: list[Any] = [lobby, lobby_tables, felt, login, settings]
