"""The supervisor's page: what waits for a second person, tables, authorisations, people, the cage."""

from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.response import Redirect

from banca.house.authorisation import options_of
from banca.house.opening import Conducted, TableTerms
from banca.law import readable
from banca.live.command import Role
from banca.live.results import ChanceSource
from banca.rulebook import term
from banca.service.http import AnyRequest, language_of
from banca.web import seconds
from banca.web.admission import sent_away
from banca.web.page import game_titles, page, phases_said
from banca.words import speech
from banca.words.options import options_said
from banca.words.roles import ROLES
from banca.words.standings import NO_RECORDS, STANDINGS

LIMITS = ("minimum", "maximum", "chip", "player_maximum", "bank")
CHANCES = {
    ChanceSource.DRAWN: term("drawn by the program"),
    ChanceSource.OBSERVED: term("observed: the croupier enters what lies there"),
}
CONDUCTS = {
    Conducted.CROUPIER: term("a croupier"),
    Conducted.AUTOMATIC: term("the program, where results are drawn"),
}

WORDS = {
    **seconds.WORDS,
    **{f"is_{standing}": one for standing, one in STANDINGS.items()},
    "round": term("round {number}"),
    "seats": term("players: {count}"),
    "bank": term("bank {amount}"),
    "stakes": term("stakes {minimum} to {maximum}"),
    "closed": term("closed"),
    "no_tables": term("No table is open."),
    "fund": term("Put money into the bank"),
    "return": term("Take money out of the bank"),
    "close_table": term("Close the table"),
    "fund_told": term("Money comes into the bank of {table}. It holds {bank} now."),
    "return_told": term(
        "Money goes out of the bank of {table}, as far as the house cannot come to owe it. It holds {bank} now."
    ),
    "close_told": term("{table} closes for ever, and its bank of {bank} goes back. This cannot be undone."),
    "no_options": term("The regulation leaves no choice to the house here."),
    "opened": term("{table} is open."),
    "no_records": NO_RECORDS,
    "days": term("asked on {asked}, planned for {planned}"),
    "recorded": term("recorded by {by}, {at}"),
    "done": term("Done."),
    "reset_told": term("{name} gets a new one-time password; the old one and all sessions and tokens end at once."),
    "shut_out": term("Shut out"),
    "shut_told": term(
        "{name} is shut out at once: sessions, tokens and streams end. Money and journal stay. A new one-time password lets them in again."
    ),
    "is_out": term("shut out"),
    "once": term("One-time password of {name}. It is shown this once; its owner changes it after logging in."),
    "more_people": term("{count} more; write a part of the name to find them."),
    "nobody": term("Nobody is called like that."),
    "balance": term("{player} has {amount} patacas that are not on a table."),
    "in_told": term("{amount} patacas into the wallet of {player}."),
    "out_told": term("{amount} patacas out of the wallet of {player}."),
    "cash_in": term("Cash in"),
    "cash_out": term("Cash out"),
}


@get("/house", include_in_schema=False)
async def house(request: AnyRequest, state: State) -> Response[bytes] | Redirect:
    """What a supervisor does."""
    away = sent_away(request, Role.SUPERVISOR)
    if away:
        return away
    say = speech(language_of(request))
    terms = TableTerms(id="x", game=readable()[0])
    return page(
        request,
        "house.html",
        words=WORDS,
        data={
            "games": game_titles(say),
            "phases": phases_said(say),
            "options": {
                game: options_said(options_of(game, state.house.proposals.values()), say) for game in readable()
            },
            "limits": {name: getattr(terms, name) for name in LIMITS},
        },
        role_names=ROLES,
        chances=CHANCES,
        conducts=CONDUCTS,
        is_alone=state.house.is_single_handed and not state.is_demo,
    )


ROUTES: list[Any] = [house]
