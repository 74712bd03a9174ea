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
from banca.rules import Text, _, _n
from banca.server.http import AnyRequest, language_of
from banca.server.pages import approvals
from banca.server.pages.page import game_titles, page, phases_said, sent_away
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

WORDS: dict[str, Text] = {
    **approvals.WORDS,
    **{f"is_{standing}": one for standing, one in STANDINGS.items()},
    "round": _("round {number}"),
    "seats": _n("{count} player", "{count} players"),
    "bank": _("bank {amount}"),
    "stakes": _("stakes {minimum} to {maximum}"),
    "closed": _("closed"),
    "rounds": _("Round by round"),
    "fund": _("Add money to the bank"),
    "return": _("Withdraw money from the bank"),
    "close_table": _("Close the table"),
    "fund_told": _("Add money to the bank of {table}. The bank holds {bank}."),
    "return_told": _(
        "Withdraw money from the bank of {table}. The bank must keep the amount that the house may still have to pay. It holds {bank}."
    ),
    "close_told": _("{table} closes permanently and its bank of {bank} is returned. This cannot be undone."),
    "no_options": NO_OPTIONS,
    "opened": _("{table} is open."),
    "needs_bank": _("With a bank of 0 this table cannot pay any bet. Add money to its bank."),
    "record_here": _("Record an authorisation here"),
    "no_records": NO_RECORDS,
    "days": _("requested on {asked}, planned for {planned}"),
    "recorded": _("recorded by {by}, {at}"),
    "done": _("Done."),
    "reset_told": _("{name} gets a new one-time password. The old password and all sessions and tokens end at once."),
    "shut_out": _("Suspend access"),
    "shut_told": _(
        "{name} loses access at once: sessions, tokens and streams end. Money and journal stay. A new one-time password restores access."
    ),
    "is_out": _("access suspended"),
    "once": _("One-time password of {name}. It is shown only once; its owner must change it after logging in."),
    "balance": _("{player} has {amount} patacas in the wallet."),
    "in_told": _("Deposit {amount} patacas into the wallet of {player}."),
    "out_told": _("Withdraw {amount} patacas from the wallet of {player}."),
    "cash_in": _("Deposit"),
    "cash_out": _("Withdraw"),
}


@get("/house", include_in_schema=False)
async def house(request: AnyRequest, state: State) -> Response[bytes] | Redirect:
    """What a supervisor does."""
    away = sent_away(request, Role.SUPERVISOR)
    if away:
        return away
    say = translator(language_of(request))
    terms = TableTerms(id="x", game=readable()[0])
    options = {game: describe_options(options_of(game, state.house.proposals.values()), say) for game in readable()}
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
