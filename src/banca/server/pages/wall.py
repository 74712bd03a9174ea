"""The page for a screen on the wall of a pit: large type, nothing to press, the same for whoever looks."""

import asyncio
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect

from banca.drawing.devices import device
from banca.games import find
from banca.i18n import translator
from banca.server.api.wall import LOOKERS_ON
from banca.server.commands import find_table
from banca.server.http import AnyRequest, language_of
from banca.server.pages.console import acts_said, outcome_names
from banca.server.pages.page import game_titles, inline, page, sent_away
from banca.server.pages.table import minimums_said
from banca.tables.chance_engine import ChanceEngine


@get("/tables/{table:str}/wall", include_in_schema=False)
async def wall_page(request: AnyRequest, state: State, table: FromPath[str]) -> Response[bytes] | Redirect:
    """A table from afar: staff, and in the demo anybody."""
    away = None if state.is_demo else sent_away(request, *LOOKERS_ON)
    if away:
        return away
    live = await asyncio.to_thread(find_table, state.house, table)
    engine, opened = live.engine, live.opened
    say = translator(language_of(request), opened.game)
    data = {
        "table": live.id,
        "phases": {str(name): say(words) for name, words in find(opened.game).phases.items()},
        "acts": acts_said(engine, say)["acts"],
        "names": outcome_names(engine.rules, say) if isinstance(engine, ChanceEngine) else {},
        "faces": [],
    }
    return page(
        request,
        "wall.html",
        data=data,
        game=opened.game,
        table=live,
        title=game_titles(say)[opened.game],
        device=inline(device(opened.game, say)),
        minimums=minimums_said(live, say),
    )


ROUTES: list[Any] = [wall_page]
