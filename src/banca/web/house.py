"""The supervisor's page: what waits for a second person, tables, authorisations, people, the cage."""

from collections.abc import Iterable
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.response import Redirect

from banca.games import find
from banca.house.authorisation import options_of
from banca.house.opening import Conducted, TableTerms
from banca.law import readable
from banca.live.command import ROLES, Role
from banca.live.results import ChanceSource
from banca.rulebook import Given, Term, plural, term
from banca.service.http import AnyRequest, language_of
from banca.web import seconds
from banca.web.admission import sent_away
from banca.web.page import game_titles, page, phases_said
from banca.words import speech
from banca.words.options import NO_OPTIONS, options_said
from banca.words.standings import NO_RECORDS, STANDINGS

LIMITS = ("minimum", "maximum", "chip", "player_maximum")
BANK = 10_000_000_00
"""What the form proposes, in avos, for a table at which the house pays: a new table can pay its first bets."""
CHANCES = {
    ChanceSource.DRAWN: term("drawn by the program"),
    ChanceSource.OBSERVED: term("observed: the croupier enters the result"),
}
CONDUCTS = {
    Conducted.CROUPIER: term("a croupier"),
    Conducted.AUTOMATIC: term("the program (only if results are drawn)"),
}

WORDS: dict[str, Term | Given] = {
    **seconds.WORDS,
    **{f"is_{standing}": one for standing, one in STANDINGS.items()},
    "round": term("round {number}"),
    "seats": plural("{count} player", "{count} players"),
    "bank": term("bank {amount}"),
    "stakes": term("stakes {minimum} to {maximum}"),
    "closed": term("closed"),
    "rounds": term("Round by round"),
    "fund": term("Add money to the bank"),
    "return": term("Withdraw money from the bank"),
    "close_table": term("Close the table"),
    "fund_told": term("Add money to the bank of {table}. The bank holds {bank}."),
    "return_told": term(
        "Withdraw money from the bank of {table}. What the house may still have to pay must stay in it. The bank holds {bank}."
    ),
    "close_told": term("{table} closes permanently and its bank of {bank} is returned. This cannot be undone."),
    "no_options": NO_OPTIONS,
    "opened": term("{table} is open."),
    "needs_bank": term("With a bank of 0 this table could not pay any bet. Put money into its bank."),
    "record_here": term("Record an authorisation here"),
    "no_records": NO_RECORDS,
    "days": term("requested on {asked}, planned for {planned}"),
    "recorded": term("recorded by {by}, {at}"),
    "done": term("Done."),
    "reset_told": term(
        "{name} gets a new one-time password. The old password and all sessions and tokens end at once."
    ),
    "shut_out": term("Suspend access"),
    "shut_told": term(
        "{name} loses access at once: sessions, tokens and streams end. Money and journal stay. A new one-time password restores access."
    ),
    "is_out": term("access suspended"),
    "once": term("One-time password of {name}. It is shown only once; its owner must change it after logging in."),
    "balance": term("{player} has {amount} patacas in the wallet."),
    "in_told": term("Deposit {amount} patacas into the wallet of {player}."),
    "out_told": term("Withdraw {amount} patacas from the wallet of {player}."),
    "cash_in": term("Deposit"),
    "cash_out": term("Withdraw"),
}


@get("/house", include_in_schema=False)
async def house(request: AnyRequest, state: State) -> Response[bytes] | Redirect:
    """What a supervisor does."""
    away = sent_away(request, Role.SUPERVISOR)
    if away:
        return away
    say = speech(language_of(request))
    terms = TableTerms(id="x", game=readable()[0])
    options = {game: options_said(options_of(game, state.house.proposals.values()), say) for game in readable()}
    return page(
        request,
        "house.html",
        words=WORDS,
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
