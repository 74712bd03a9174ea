"""The inspector's pages: every journal, what waits for a second person, the register; and one table's story, for supervisors too."""

import asyncio
from typing import Any
from unicodedata import east_asian_width

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect

from banca.drawing.devices import device
from banca.house.cage import CAGE
from banca.house.people import Person
from banca.house.register import REGISTER
from banca.house.story import authorisations, describe_text_in_force, translate_name
from banca.i18n import translator
from banca.law import law
from banca.server.api.audit import READERS, LineText, read_round
from banca.server.commands import find_table
from banca.server.http import AnyRequest, page_language
from banca.server.pages.page import game_titles, inline, page, redirect_away
from banca.tables.commands import ROLES, Role

MOST_ROWS, MOST_PLAYERS, LETTERS = 84, 12, 60
"""Of a round's sheet, which is one page: rows of print, players, and letters in a row of a column."""


@get("/audit", include_in_schema=False)
async def audit(request: AnyRequest) -> Response[bytes] | Redirect:
    """Every journal."""
    away = redirect_away(request, Role.INSPECTOR)
    data = {"games": game_titles(translator(page_language(request))), "journal": "/api/v1/journal"}
    return away or page(request, "audit.html", data=data)


@get("/audit/register", include_in_schema=False)
async def audit_register(request: AnyRequest, state: State) -> Response[bytes] | Redirect:
    """People, their keys, and who agreed to what."""
    away = redirect_away(request, Role.INSPECTOR)
    await asyncio.to_thread(state.house.refresh_table, REGISTER)
    return away or page(
        request,
        "audit_register.html",
        words={role.value: name for role, name in ROLES.items()},
        register=state.house.table(REGISTER),
    )


@get("/audit/{table:str}", include_in_schema=False)
async def audit_table(request: AnyRequest, state: State, table: FromPath[str]) -> Response[bytes] | Redirect:
    """One table round by round; the cage for inspectors."""
    away = redirect_away(request, *((Role.INSPECTOR,) if table == CAGE else READERS))
    if away:
        return away
    if table == CAGE:
        return page(request, "audit_cage.html")
    live = await asyncio.to_thread(find_table, state.house, table)
    say = translator(page_language(request))
    return page(
        request,
        "audit_table.html",
        data={"table": table, "journal": f"/api/v1/tables/{table}/journal"},
        table=live,
        instrument=translate_name(live.opened.instrument, say),
        applied=describe_text_in_force(live.opened, say),
        authorisations=list(authorisations(live.opened, say)),
        device=inline(device(live.opened.game, say)),
    )


@get("/audit/{table:str}/rounds/{number:int}", include_in_schema=False)
async def audit_round(
    request: AnyRequest, state: State, table: FromPath[str], number: FromPath[int]
) -> Response[bytes] | Redirect:
    """One round on one sheet of paper."""
    away = redirect_away(request, *READERS)
    if away:
        return away
    person: Person = request.scope["user"]
    say = translator(page_language(request))
    shown = await read_round(request, state, table, number, say)
    live = await asyncio.to_thread(find_table, state.house, table)
    instrument = law(live.opened.game).instrument
    return page(
        request,
        "audit_round.html",
        table=table,
        told=shown,
        role=ROLES[person.role],
        title=instrument.title[say.language],
        instrument=instrument.name[say.language],
        device=inline(device(live.opened.game, say)),
        lines=(lines := fit_on_sheet(shown.lines)),
        left_out=len(shown.lines) - len(lines) + shown.left_out,
        players=shown.players[:MOST_PLAYERS],
    )


def fit_on_sheet(lines: list[LineText]) -> list[LineText]:
    """As many of a round's lines as fit on its sheet: the first, and the last, where it was decided."""
    # A dispute is read on paper: what was done first, and what decided it, matter more than what lies between.
    rows = [1 + _width(line) // LETTERS for line in lines]
    if sum(rows) <= MOST_ROWS:
        return lines
    ended = _taken(rows[::-1], MOST_ROWS * 3 // 4)
    begun = _taken(rows[: len(rows) - ended], MOST_ROWS - sum(rows[len(rows) - ended :]))
    return lines[:begun] + lines[len(lines) - ended :]


def _taken(rows: list[int], most: int) -> int:
    """How many of them, from the first on, have room."""
    return next((number for number in range(len(rows)) if sum(rows[: number + 1]) > most), len(rows))


def _width(line: LineText) -> int:
    """Letters of a line with its clauses; a Chinese one has the room of two."""
    text = " ".join([line.text, *(cite.cite for cite in line.cites)])
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


ROUTES: list[Any] = [audit, audit_register, audit_table, audit_round]
