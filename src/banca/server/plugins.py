"""What games and other packages add to the server.

A game whose pages differ from the usual ones says so in the file `pages` of its folder, which exports one `PAGES`. Any other package
registers a `ServerPlugin` under the entry points `banca.server`: pages, handlers under `/api/v1`, entries of the menu, background jobs.

Beside either may lie `templates/` and `static/`: the server finds the templates as `<name>/<template>` and sends the scripts and styles at
`/static/<version>/<name>/<file>`, so that they import ours as `../page.js`. The name is the game's id, or that of the entry point. What a
template marks with `_("…")` is looked up in the package's own catalogue, then in the program's.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from litestar import Response, Router
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler

from banca.game import Game
from banca.games import find, playable
from banca.i18n import Translator
from banca.rules import Code, Message, Text
from banca.server.http import AnyRequest
from banca.server.problems import STATUS_OF
from banca.tables.commands import Role

LOG = logging.getLogger("banca")
GROUP = "banca.server"
FOLDER = "pages"


def _nothing(_: Translator) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlePage:
    """Where a game that is none of chance settles disputes: its page, and the address of one that asks something."""

    show: Callable[[AnyRequest], Response[bytes]]
    link: Callable[[Mapping[str, Any]], str]
    """What a worked dispute of the game asks, as the part of an address behind the question mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """What a game has of its own in the service; whatever it leaves out is as usual."""

    api: tuple[ControllerRouterHandler, ...] = ()
    """Handlers under `/api/v1/<game>`, the id with dashes."""
    explore: Callable[[AnyRequest], Response[bytes]] | None = None
    """Its page in the explorer; the usual one shows the exact figures of its bets."""
    settle: SettlePage | None = None
    """Its page of disputes; the usual one is for bets against the house."""
    table_words: Mapping[str, Text] = field(default_factory=dict)
    """What the scripts of its tables say, beside what those of every table do."""
    table_data: Callable[[Translator], dict[str, Any]] = _nothing
    """What the scripts of its tables are told, beside what those of every table are."""


@cache
def pages_of(game: Game) -> Pages:
    """What a game has of its own; where that cannot be read the usual pages serve, and the log says so."""
    try:
        return _read(game)
    except Exception as fault:  # a package of others' may fail in any way
        LOG.warning("faulty", extra={"about": {"game": game.id, "because": f"{type(fault).__name__}: {fault}"}})
        return Pages()


def _read(game: Game) -> Pages:
    part = game.part(FOLDER)
    pages = part.PAGES if part and part.__file__ else Pages()  # a folder of templates alone is no module
    if not isinstance(pages, Pages):
        because = f"{game.package}.{FOLDER}.PAGES is not a Pages"
        raise TypeError(because)
    Router("/", route_handlers=pages.api)  # tried here, so that what is no handler is this game's fault alone
    return pages


class MenuEntry(NamedTuple):
    """A link to a page: in the menu of every page, or as a card on one."""

    path: str
    name: Text = Text("")
    roles: Sequence[Role] = ()
    """Who sees it; empty for everybody."""
    page: str = ""
    """The page on which it is a card, `/trainer`; or `/`, where `about` is added to what the lobby says of the page at `path`."""
    about: Text = Text("")


class Job(NamedTuple):
    """Work that the server does again and again, in a thread beside everything else."""

    seconds: float
    """How long it rests in between."""
    work: Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerPlugin:
    """What a package adds to the server."""

    package: str
    """Its import name: `templates/` and `static/` lie in its folder."""
    api: tuple[ControllerRouterHandler, ...] = ()
    """Handlers under `/api/v1`."""
    pages: tuple[ControllerRouterHandler, ...] = ()
    """Handlers of pages, at the root."""
    menu: tuple[MenuEntry, ...] = ()
    not_found: tuple[Code, ...] = ()
    """Codes of its refusals that are answered with status 404."""
    start: Callable[[State], object] = lambda _state: None
    """Called at the start of the server, before the first request: puts into the application's state what its handlers need."""
    jobs: Callable[[State], Iterable[Job]] = lambda _state: ()
    """Called once, after `start`."""
    faults: Callable[[State], Sequence[Message]] = lambda _state: ()
    """What is wrong with what it stores; the server's health shows it."""


@cache
def server_plugins() -> dict[str, ServerPlugin]:
    """Return the plug-ins of other packages by name; one that cannot be read is left out, and the log says so."""
    plugins = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            plugins[point.name] = _load(point)
        except Exception as fault:  # a package of others' may fail in any way
            LOG.warning(
                "faulty", extra={"about": {"plugin": point.name, "because": f"{type(fault).__name__}: {fault}"}}
            )
    return plugins


def _load(point: EntryPoint) -> ServerPlugin:
    plugin = point.load()
    if not isinstance(plugin, ServerPlugin):
        because = f"{point.value} is not a ServerPlugin"
        raise TypeError(because)
    Router(
        "/", route_handlers=(*plugin.api, *plugin.pages)
    )  # tried here, so that a wrong handler stops this plug-in alone
    STATUS_OF.update(dict.fromkeys(plugin.not_found, HTTPStatus.NOT_FOUND))
    return plugin


def handlers() -> list[ControllerRouterHandler]:
    """Return what is added under `/api/v1`: of a game under its own name, of a plug-in as it stands."""
    own = {game: pages_of(find(game)).api for game in playable()}
    games = [Router(f"/{game.replace('_', '-')}", route_handlers=api) for game, api in own.items() if api]
    return [*games, *(handler for plugin in server_plugins().values() for handler in plugin.api)]


def packages() -> dict[str, tuple[str, str]]:
    """Return where templates, scripts and styles lie, by the name of the game or plug-in: a package, and a folder in it."""
    games = {game: (find(game).package, f"{FOLDER}/") for game in playable()}
    return games | {name: (plugin.package, "") for name, plugin in server_plugins().items()}


def folders(name: str) -> dict[str, Traversable]:
    """Return the folders of that name which games and plug-ins have, by the name of the game or plug-in."""
    paths = {owner: files(package).joinpath(f"{folder}{name}") for owner, (package, folder) in packages().items()}
    return {owner: folder for owner, folder in paths.items() if folder.is_dir()}


def template_of(game: Game, name: str) -> str:
    """A template of the game's own where it has one of that name, otherwise the usual one."""
    own = files(game.package).joinpath(FOLDER, "templates", name)
    return f"{game.id}/{name}" if own.is_file() else name
