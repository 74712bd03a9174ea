"""What a game adds to the service, where the usual pages do not fit it: the file `pages` of its folder.

The file exports one `PAGES`. Beside it may lie `templates/` and `static/`: the service finds the templates as `<game>/<name>`
and sends the scripts and styles at `/static/<version>/<game>/<name>`, so that they import ours as `../page.js`.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from litestar import Response, Router
from litestar.types import ControllerRouterHandler

from banca.game import Game
from banca.games import find, playable
from banca.i18n import Translator
from banca.rules import Text
from banca.server.http import AnyRequest

LOG = logging.getLogger("banca")
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
    found = part.PAGES if part and part.__file__ else Pages()  # a folder of templates alone is no module
    if not isinstance(found, Pages):
        because = f"{game.package}.{FOLDER}.PAGES is not a Pages"
        raise TypeError(because)
    Router("/", route_handlers=found.api)  # tried here, so that what is no handler is this game's fault alone
    return found


def handlers() -> list[Router]:
    """What the games add under `/api/v1`, each under its own name."""
    found = {game: pages_of(find(game)).api for game in playable()}
    return [Router(f"/{game.replace('_', '-')}", route_handlers=own) for game, own in found.items() if own]


def folders(name: str) -> dict[str, Traversable]:
    """The folders of that name which lie beside the pages of games, by game."""
    found = {game: files(find(game).package).joinpath(FOLDER, name) for game in playable()}
    return {game: folder for game, folder in found.items() if folder.is_dir()}


def template_of(game: Game, name: str) -> str:
    """A template of the game's own where it has one of that name, otherwise the usual one."""
    own = files(game.package).joinpath(FOLDER, "templates", name)
    return f"{game.id}/{name}" if own.is_file() else name
