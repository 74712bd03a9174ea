"""How a page is made: its language, its looks, who may open it, what its scripts are told, and a refusal as a page."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any
from urllib.parse import quote
from xml.etree.ElementTree import Element

import msgspec
from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined
from litestar import Response
from litestar.response import Redirect
from markupsafe import Markup

from banca.drawing import to_text
from banca.games import find
from banca.house.demo import GUEST
from banca.house.people import Person
from banca.i18n import Translator, template_words, translator
from banca.i18n.descriptions import describe_dates
from banca.law import Language, clauses_of, law, readable
from banca.rules import Text
from banca.rules.money import DENOMINATIONS
from banca.rules.text import PROGRAM, PUNCTUATION
from banca.server.auth import lacks_factor, person_of
from banca.server.http import AnyRequest, compressed_response, page_language
from banca.server.pages.static import address
from banca.server.plugins import MenuEntry, folders, packages, server_plugins
from banca.server.problems import TAGS, Problem
from banca.tables.commands import Role

THEME = "banca_theme"
"""The cookie that keeps the looks a reader has chosen."""
THEMES = ("light", "dark")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@cache
def templates() -> Environment:
    """Return our templates, and those of games and plug-ins by their names: `<name>/<template>`."""
    places = packages()
    own = {name: PackageLoader(places[name][0], f"{places[name][1]}templates") for name in folders("templates")}
    return Environment(
        loader=ChoiceLoader([PackageLoader("banca.server"), PrefixLoader(own)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page(
    request: AnyRequest,
    template: str,
    *,
    words: Mapping[str, Text] = {},
    data: Mapping[str, object] = {},
    status: int = 200,
    game: str = "",
    **about: object,
) -> Response[bytes]:
    """A page: the template filled with `about`, in the reader's language and the words of a `game`.

    What its scripts say stands in the template, `words(name=_("…"))`, beside the part of the page that says it; `words` adds what is written
    elsewhere, such as a game's own, and goes before. `data` is what its scripts are told besides.
    """
    say = translator(page_language(request), game)
    # A template of a plug-in says the texts of its own catalogue; what it does not have is the program's.
    package = packages().get(template.partition("/")[0], (PROGRAM, ""))[0]
    person: Person | None = request.scope["user"]
    script_data = {
        "language": TAGS[say.language],
        "me": {"name": person.name, "role": person.role, "csrf": person.csrf} if person else None,
        "denominations": DENOMINATIONS,
        "isDemo": request.app.state.is_demo,
        "isGuest": is_guest(request),
        "words": {name: _words(text, say) for name, text in words.items()},
        "joins": PUNCTUATION[say.language],
        **data,
    }
    body = (
        templates()
        .get_template(template)
        .render(
            **template_words(say, package)
            | {
                "_n": lambda one, many, count=None, by="count": (
                    _words(Text(one, many=many, by=by, package=package), say)
                    if count is None
                    else say(Text(one, many=many, by=by, package=package), count=count)
                ),
            },
            words=lambda **texts: _for_script(texts),
            language=TAGS[say.language],
            languages=_languages(),
            theme=_theme(request),
            person=person,
            roles=Role,
            is_demo=request.app.state.is_demo,
            is_guest=is_guest(request),
            path=request.url.path,
            query=request.url.query,
            games=game_titles(say),
            more_menu=menu_of(request),
            static=address,
            describe_dates=describe_dates,
            data=_for_script(script_data),
            game=game,
            **about,
        )
    )
    headers = HEADERS | {"Content-Language": TAGS[say.language]}
    return compressed_response(request, body.encode(), "text/html", headers, status)


def menu_of(request: AnyRequest, page: str = "") -> list[MenuEntry]:
    """Return the links of plug-ins that a reader sees: in the menu, or on one page."""
    person: Person | None = request.scope["user"]
    entries = [entry for plugin in server_plugins().values() for entry in plugin.menu if entry.page == page]
    return [entry for entry in entries if not entry.roles or (person and person.role in entry.roles)]


def is_guest(request: AnyRequest) -> bool:
    """Whether somebody plays in the demo without sign-up: no password of theirs opens anything again."""
    person: Person | None = request.scope["user"]
    return bool(request.app.state.is_demo and person and person.name.startswith(GUEST))


def _words(text: Text, say: Translator) -> str | dict[str, str]:
    """What a script is told: the text, or both of its forms and the blank whose number decides."""
    if isinstance(text, Text) and text.many:
        return {"by": text.by, "one": say.form(text, 1), "many": say.form(text, 2)}
    return say(text)


def game_titles(say: Translator) -> dict[str, str]:
    """Every game with its title."""
    return {game: law(game).instrument.title[say.language] for game in readable()}


@cache
def clauses_told(game: str, spoken: Language) -> dict[str, dict[str, str]]:
    """What a script is told of every clause of a game, by its number: its full citation, its text and its status."""
    say = translator(spoken)
    return {
        number: {"cited": say.cite(clause.cite), "text": clause.text[spoken], "status": clause.status.value}
        for number, clause in clauses_of(game).items()
    }


def phases_said(say: Translator) -> dict[str, dict[str, str]]:
    """The phases of every game's table, in words."""
    return {game: {name: say(words) for name, words in find(game).phases.items()} for game in readable()}


def inline(drawn: Element) -> Markup:
    """A drawing of ours as it stands in a page."""
    return Markup(to_text(drawn))  # noqa: S704 - escaped by its writer


def address_of_page(request: AnyRequest) -> str:
    """The address of a page, to come back to."""
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def to_login(request: AnyRequest) -> Redirect:
    """Whoever is not logged in is asked to, and comes back."""
    return Redirect(f"/login?to={quote(address_of_page(request))}")


def _theme(request: AnyRequest) -> str:
    kept = request.cookies.get(THEME, "")
    return kept if kept in THEMES else ""


@cache
def _languages() -> dict[str, tuple[str, str]]:
    """How each language is asked for, its tag and its own name."""
    names = {Language.EN: "English", Language.PT: "Português", Language.ZH: "繁體中文"}
    return {language.value: (TAGS[language], names[language]) for language in Language}


def _for_script(data: object) -> Markup:
    """JSON that can stand in a script element: nothing in it can end the element."""
    text = msgspec.json.encode(data).decode()
    # JSON allows all three escapes within strings, and none of these characters occurs outside of them.
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))  # noqa: S704 - nothing is left to escape


def is_to_log_in(request: AnyRequest) -> bool:
    """Whether somebody must log in first, or choose a password of their own."""
    person: Person | None = request.scope["user"]
    return person is None or person.must_change


def redirect_away(request: AnyRequest, *roles: Role) -> Redirect | None:
    """Where somebody must go first: to log in, to choose a password, to set a second factor; refused where it is another's page."""
    if is_to_log_in(request):
        return to_login(request)
    if lacks_factor(request, request.scope["user"]):
        return Redirect(f"/me?to={quote(address_of_page(request))}")
    person_of(request, *roles)
    return None


PROGRAMS = ("/api/", "/health/", "/metrics", "/schema", "/static/")
"""Addresses that no reader opens."""

Handler = Callable[[Any, Any], Response[Problem]]


def for_readers(handler: Handler) -> Callable[[Any, Any], Response[Any]]:
    """The same refusal, shown as a page to whoever asked for one."""

    def shown(request: AnyRequest, fault: Exception) -> Response[Any]:
        is_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(PROGRAMS)
        if not is_page:
            return handler(request, fault)
        refused = handler(_in_readers_language(request), fault)
        request.scope.setdefault("user", None)  # where there is no such address, nobody has looked who asks
        return page(request, "error.html", status=refused.status_code or 500, problem=refused.content)

    return shown


def _in_readers_language(request: AnyRequest) -> AnyRequest:
    """The request as if its browser preferred the language that the reader has chosen: the refusal is said in the page's."""
    headers = [(name, value) for name, value in request.scope["headers"] if name != b"accept-language"]
    chosen = (b"accept-language", page_language(request).value.encode())
    # The framework keeps what it has read of the headers in the state.
    scope: Any = {**request.scope, "headers": [*headers, chosen], "state": {}}
    return type(request)(scope, request.receive, request.send)
