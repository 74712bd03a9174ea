"""The lobby: every table; logging in, what a reader has chosen, and one's own account."""

import asyncio
from functools import lru_cache
from typing import Annotated, Any
from urllib.parse import parse_qs, urlencode

from litestar import Response, get, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect
from msgspec import Struct, structs

from banca.drawing import table_of
from banca.drawing.svg import element, standalone
from banca.games import find
from banca.house.commands import LiveTable
from banca.house.demo import NEEDED
from banca.house.house import House
from banca.house.register import KEY_LETTERS, OUTSIDE_TABLES
from banca.i18n import Translator, translator
from banca.i18n.lookup import find_game
from banca.law import Language, readable, unreadable
from banca.rules import Refusal, Rules
from banca.server.api.games import Options, OptionValues, odds_under, read_options
from banca.server.api.tables import TableLine, table_line
from banca.server.auth import lacks_factor
from banca.server.auto_dealer import AutoDealer
from banca.server.http import LANGUAGE, AnyRequest, compressed_response, compute, page_language
from banca.server.pages.console import outcome_names
from banca.server.pages.page import THEME, THEMES, game_titles, is_to_log_in, menu_of, page, to_login
from banca.server.pages.page import page as made
from banca.server.pages.static import FOREVER, version
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import ROLES

Page = Annotated[int, QueryParameter(ge=1, le=100_000)]
"""Of the tables, from 1."""
YEAR = 365 * 86400


ON_A_PAGE = 24
"""Tables."""
FEW_RESULTS = 6
KEPT = 200


class LobbyLine(TableLine, frozen=True, kw_only=True):
    """A table in the lobby: as in the list of tables, its phase, results and next act in words."""

    felt: str
    """Where its felt in small is found."""
    next_act: str
    """Empty where the table waits for bets, or nobody says what is next."""
    edge: str
    """The lowest house edge of a bet that is made by itself, in per cent; empty where there are no bets against the house."""
    edge_of: str
    """The bet that has it."""


class LobbyPage(Struct, frozen=True, kw_only=True):
    """Some of the tables."""

    tables: list[LobbyLine]
    page: int
    pages: int
    left_out: list[str] = []
    """A sentence for each game whose package is faulty: its tables are not shown."""


def lobby_page(house: House, language: Language, attendants: AutoDealer | None, wanted: int) -> LobbyPage:
    """The tables of one page; only these are looked at."""
    order = {game: place for place, game in enumerate(readable())}
    names = sorted(
        (name for name in house.games if name not in OUTSIDE_TABLES),
        key=lambda name: (order.get(house.games[name], len(order)), name),
    )
    pages = max(1, -(-len(names) // ON_A_PAGE))
    number = min(max(wanted, 1), pages)
    shown = names[(number - 1) * ON_A_PAGE : number * ON_A_PAGE]
    lines, left_out = [], dict(unreadable())
    for table in house.load_tables(shown):
        game = find(table.opened.game)
        try:
            with game.faults_in("bets"):
                lines.append(lobby_line(table, language, attendants))
        except Refusal as refusal:
            left_out[game.id] = refusal.message
    sentences = list(map(translator(language).message, left_out.values()))
    return LobbyPage(tables=lines, page=number, pages=pages, left_out=sentences)


def lobby_line(table: LiveTable, language: Language, attendants: AutoDealer | None) -> LobbyLine:
    """A table in words."""
    line = table_line(table, language, attendants)
    say = translator(language)
    engine = table.engine
    rules = engine.rules if isinstance(engine, ChanceEngine) else None
    edge, bet = _lowest_edge(rules, language) if rules else ("", "")
    act = engine.codec.kinds.get(line.due.act) if line.due else None
    about = {name: getattr(line, name) for name in TableLine.__struct_fields__}
    return LobbyLine(
        **{
            **about,
            "phase": _phase(table, say),
            "results": [_named(result, rules, language) for result in line.results[-FEW_RESULTS:]],
        },
        felt=felt_address(table, language),
        next_act=say(act.says) if act and act.says else "",
        edge=edge,
        edge_of=bet,
    )


def _phase(table: LiveTable, say: Translator) -> str:
    words = find(table.opened.game).phases.get(table.state.phase)
    return say(words) if words else table.state.phase


@lru_cache(KEPT)
def _lowest_edge(rules: Rules, language: Language) -> tuple[str, str]:
    """Of the bets that are made by themselves: an additional bet has no edge of its own but needs one that has."""
    say = translator(language)
    alone = [bet for bet in odds_under(rules).bets if not rules.bets[bet.bet.key].added_to]
    lowest = min(alone, key=lambda one: one.house_edge)
    return say.percent(lowest.house_edge, 2), say.family(rules.bets[lowest.bet.key])


@lru_cache(KEPT)
def _names(rules: Rules, language: Language) -> dict[str, str]:
    return dict(outcome_names(rules, translator(language)))


def _named(result: str, rules: Rules | None, language: Language) -> str:
    """A result, each part by its name where it has one."""
    names = _names(rules, language) if rules else {}
    return "-".join(names.get(part, part) for part in result.split("-"))


def felt_address(table: LiveTable, language: Language) -> str:
    """Where the felt of a table in small is found: another address when the program, the options or the language are others."""
    query = [("lang", language.value), *(("option", f"{name}={value}") for name, value in table.opened.options.items())]
    return f"/felts/{version()}/{table.opened.game}?{urlencode(query)}"


@lru_cache(KEPT)
def small_felt(game: str, options: OptionValues, language: Language) -> bytes:
    """The wide felt as a picture: its cloth as at the table whatever the reader's colours, and nothing that only a page can use."""
    drawn = table_of(game, dict(options), translator(language))
    for node in drawn.iter():
        for name in [
            name for name in node.attrib if name.startswith(("data-", "aria-")) or name in ("tabindex", "role")
        ]:
            del node.attrib[name]
        for child in [child for child in node if child.tag == "title"]:
            node.remove(child)
    return standalone(element("svg", drawn, xmlns=drawn.attrib["xmlns"], viewBox=drawn.attrib["viewBox"])).encode()


@get("/", include_in_schema=False)
async def lobby(request: AnyRequest, state: State, page: Page = 1) -> Response[bytes]:
    """Every table; in the demo for anybody, who gets a seat and play money with one click."""
    shown = await _shown(request, state, page)
    return made(
        request,
        "lobby.html",
        notes=menu_of(request, "/"),
        data={"games": game_titles(translator(page_language(request))), "needed": NEEDED, **structs.asdict(shown)},
        shown=shown,
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
    return await asyncio.to_thread(lobby_page, state.house, page_language(request), state.auto_dealer, wanted)


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
    named = find_game(game).value
    chosen = read_options(named, option, state.house.proposals)
    drawn = await compute(request, small_felt, named.id, chosen, lang)
    kept = FOREVER if made_by == version() else "no-store"
    return compressed_response(request, drawn, "image/svg+xml", {"Cache-Control": kept})


@get("/login", include_in_schema=False)
async def login(request: AnyRequest, to: Annotated[str, QueryParameter()] = "/") -> Response[bytes]:
    """Name and password; or a new password for who has a one-time one."""
    return made(request, "login.html", data={"to": local(to)})


@post("/settings", include_in_schema=False, status_code=303)
async def settings(request: AnyRequest) -> Redirect:
    """Keep the language or the looks that a reader chose, and go back."""
    fields: dict[str, list[str]] = parse_qs((await request.body()).decode("utf-8", "replace"))
    cookies = [
        Cookie(key=name, value=value, max_age=YEAR, samesite="lax", path="/", secure=request.app.state.is_secure)
        for name, field, known in ((LANGUAGE, "lang", list(Language)), (THEME, "theme", list(THEMES)))
        for value in fields.get(field, [])[:1]
        if value in known
    ]
    return Redirect(local(fields.get("to", ["/"])[0]), status_code=303, cookies=cookies)


def local(path: str) -> str:
    """An address of ours, whatever somebody wrote.

    >>> local("/lab?x=1"), local("//elsewhere"), local("javascript:1")
    ('/lab?x=1', '/', '/')
    """
    is_ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_ours else "/"


# One's own page: the password, the keys one holds, the second factor


@get("/me", include_in_schema=False)
async def me(request: AnyRequest, to: Annotated[str, QueryParameter()] = "/") -> Response[bytes] | Redirect:
    """For everybody who is logged in; staff who must set a second factor first go on to `to` when they have."""
    if is_to_log_in(request):
        return to_login(request)
    person = request.scope["user"]
    must_set = lacks_factor(request, person)
    return page(
        request,
        "me.html",
        data={
            "key": person.digest[:KEY_LETTERS],
            "hasFactor": person.has_factor,
            "mustSetFactor": must_set,
            "to": local(to),
        },
        role=ROLES[person.role],
        must_set_factor=must_set,
    )


ROUTES: list[Any] = [lobby, lobby_tables, felt, login, settings, me]
