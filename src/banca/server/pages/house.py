"""The supervisor's page: what waits for a second person, tables, authorisations, people, the cage."""

from collections.abc import Iterable
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.response import Redirect

from banca.games import find
from banca.house.authorisations import options_of
from banca.house.commands import DealtBy, TableTerms
from banca.i18n import translator
from banca.i18n.descriptions import NO_OPTIONS, NO_RECORDS, STANDINGS, describe_options
from banca.law import readable
from banca.rules import _
from banca.server.http import AnyRequest, page_language
from banca.server.pages.page import game_titles, page, phases_said, redirect_away
from banca.tables.chance import ChanceSource
from banca.tables.commands import ROLES, Role

LIMITS = ("minimum", "maximum", "chip", "player_maximum")
BANK = 10_000_000_00
"""What the form proposes, in avos, for a table at which the house pays: a new table can pay its first bets."""
CHANCES = {
    ChanceSource.DRAWN: _("drawn by the program"),
    ChanceSource.OBSERVED: _("observed: the croupier enters the result"),
}
CONDUCTS = {
    DealtBy.CROUPIER: _("a croupier"),
    DealtBy.AUTOMATIC: _("the program (only if results are drawn)"),
}


@get("/house", include_in_schema=False)
async def house(request: AnyRequest, state: State) -> Response[bytes] | Redirect:
    """What a supervisor does."""
    away = redirect_away(request, Role.SUPERVISOR)
    if away:
        return away
    say = translator(page_language(request))
    terms = TableTerms(id="x", game=readable()[0])
    options = {game: describe_options(options_of(game, state.house.proposals.values()), say) for game in readable()}
    return page(
        request,
        "house.html",
        words={
            **{f"is_{standing}": name for standing, name in STANDINGS.items()},
            "no_options": NO_OPTIONS,
            "no_records": NO_RECORDS,
        },
        data={
            "games": game_titles(say),
            "phases": phases_said(say),
            "options": options,
            "limits": {name: getattr(terms, name) for name in LIMITS},
            "banks": {game: BANK if find(game).rulebook else 0 for game in readable()},
        },
        role_names=ROLES,
        authorised=[game for game, given in options.items() if _need_a_record(given)],
        chances=CHANCES,
        conducts=CONDUCTS,
        is_alone=state.house.is_single_handed and not state.is_demo,
    )


def _need_a_record(options: Iterable[dict[str, Any]]) -> bool:
    """Whether a value of any of these options needs an authorisation on record."""
    return any(value["needs_record"] for option in options for value in option["values"])


ROUTES: list[Any] = [house]
