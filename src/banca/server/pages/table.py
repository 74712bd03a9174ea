"""The page of a live table, and the one for a screen on the wall: what they say of the game comes from the rules that the table opened with."""

import asyncio
from collections.abc import Mapping
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import to_builtins

from banca.coach import coach_told
from banca.drawing.devices import device
from banca.drawing.felt import cloth_of, parts_of
from banca.games import find
from banca.house.commands import LiveTable
from banca.house.demo import NEEDED
from banca.house.story import VERDICTS
from banca.i18n import Translator, translator
from banca.i18n.answer import caution, json_values, plain
from banca.i18n.descriptions import result_words
from banca.i18n.lookup import talk_of
from banca.server.api.games import odds_under
from banca.server.api.wall import LOOKERS_ON
from banca.server.commands import find_table
from banca.server.http import AnyRequest, page_language
from banca.server.pages.console import acts_said, entered, faces, outcome_names, pressed
from banca.server.pages.evidence import log_keys
from banca.server.pages.page import clauses_told, game_titles, inline, page, redirect_away
from banca.server.plugins import pages_of, template_of
from banca.tables.chance_engine import ChanceEngine

TOLD = ("name", "pays", "odds", "cite", "status", "p_win", "house_edge", "commission")
"""What a table's page says of each bet."""


@get("/tables/{table:str}", include_in_schema=False)
async def table_page(request: AnyRequest, state: State, table: FromPath[str]) -> Response[bytes] | Redirect:
    """A table: play, conduct or look on, as one's role is."""
    away = redirect_away(request)
    if away:
        return away
    live = await asyncio.to_thread(find_table, state.house, table)
    game = find(live.opened.game)
    say = translator(page_language(request), game.id)
    data = await asyncio.to_thread(table_data, live, say)
    return page(
        request,
        template_of(game, "table.html"),
        words=pages_of(game).table_words,
        data={**data, "log": log_keys(state)},
        game=game.id,
        table=live,
        title=game_titles(say)[game.id],
        cloth=cloth_of(game.id),
        caution=caution(game.id),
        device=inline(device(game.id, say)),
        minimums=minimums_said(live, say),
    )


def minimums_said(table: LiveTable, say: Translator) -> list[str]:
    """The kinds of bet that have a minimum of their own, each with it."""
    if not isinstance(table.engine, ChanceEngine):
        return []
    kinds = {bet.id: bet for bet in table.engine.rules.bets.values()}
    return [f"{say.family(kinds[kind])} {say.money(least)}" for kind, least in table.opened.minimums.items()]


def table_data(table: LiveTable, say: Translator) -> dict[str, Any]:
    """What the page's scripts are told of the table: ids, names, prizes, clauses, patterns; no money and nobody's state."""
    opened = table.opened
    data: dict[str, Any] = {
        "table": table.id,
        "game": opened.game,
        "options": [f"{name}={value}" for name, value in opened.options.items()],
        "minimum": opened.minimum,
        "maximum": opened.maximum,
        "chip": opened.chip,
        "needed": NEEDED,
        "coach": coach_told(opened.game, say),
        "clauses": clauses_told(opened.game, say.language),
        "phases": _said(find(opened.game).phases, say),
        "notes": _said(table.engine.NOTES, say),
        "verdicts": _said(VERDICTS | result_words(opened.game), say),
        "devices": to_builtins([device.describe() for device in table.engine.devices]) if table.engine.is_drawn else [],
        "bets": {},
        "start": "",
        "faces": [],
        "names": {},
        "parts": [],
        "entered": {},
        "pressed": {},
        **acts_said(table.engine, say),
    }
    if isinstance(table.engine, ChanceEngine):
        data |= _of_chance(table.engine, say)
    return data | pages_of(find(opened.game)).table_data(say)


def _of_chance(engine: ChanceEngine[Any], say: Translator) -> dict[str, Any]:
    rules = engine.rules
    bets = {
        figures.bet.key: plain(json_values(figures, TOLD), say) | {"also": talk_of(rules, rules.bets[figures.bet.key])}
        for figures in odds_under(rules).bets
    }
    return {
        "bets": bets,
        "faces": faces(rules),
        "start": "" if engine.start.table is None else str(engine.start.table),
        "names": outcome_names(rules, say),
        "entered": entered(engine, say),
        "pressed": pressed(rules),
        "parts": [{"id": part.id, "name": part.title(rules, say), "bets": part.bets} for part in parts_of(rules)],
        "states": {str(state): say.state(state) for state in rules.rulebook.table.states(rules.space)},
    }


def _said(terms: Mapping[Any, str], say: Translator) -> dict[str, str]:
    return {str(name): say(term) for name, term in terms.items()}


# The screen on the wall of a pit: large type, nothing to press, the same for whoever looks


@get("/tables/{table:str}/wall", include_in_schema=False)
async def wall_page(request: AnyRequest, state: State, table: FromPath[str]) -> Response[bytes] | Redirect:
    """A table from afar: staff, and in the demo anybody."""
    away = None if state.is_demo else redirect_away(request, *LOOKERS_ON)
    if away:
        return away
    live = await asyncio.to_thread(find_table, state.house, table)
    engine, opened = live.engine, live.opened
    say = translator(page_language(request), opened.game)
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


ROUTES: list[Any] = [table_page, wall_page]
