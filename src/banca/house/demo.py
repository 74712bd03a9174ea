"""The demo: an automatic table of every game, with play money and practice seats; tables to try proposals at; and guests who leave."""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from banca.analysis.exact.proposals import check_admissible
from banca.game import GAME_FAULTY
from banca.games import find
from banca.house.commands import CommandRequest, DealtBy, TableTerms
from banca.house.house import House
from banca.house.people import People
from banca.law import readable
from banca.rules import Proposal, Refusal
from banca.rules.rulebook import OPTION
from banca.rules.text import render
from banca.tables.chance import ChanceSource
from banca.tables.commands import THE_HOUSE, OpenTable, Unseat
from banca.tables.events import Title

LOG = logging.getLogger("banca")
MINIMUM = 10_00
BANK = 10_000_000_00
TERMS: dict[str, Any] = {
    "minimum": MINIMUM,
    "maximum": MINIMUM * 1000,
    "player_maximum": MINIMUM * 5000,
    "bank": BANK,
    "chance": ChanceSource.DRAWN,
    "conduct": DealtBy.AUTOMATIC,
}
"""Of every demo table: drawn, conducted by the program, with play money in its bank."""
TITLE = Title(en="Demo", pt="Demonstração", zh="示範")
GUEST = "guest-"
"""The names of people who play without signing up begin so."""
PLAY_MONEY = 1_000_000
"""What a guest starts with, and gets again: 10,000 patacas of play money."""
NEEDED = 100 * MINIMUM
"""A guest who has less than that, on all tables and in the wallet, gets more."""
MOST_NAMED = 16
"""Letters of the bet, and of the proposal's digest, in the name of its table."""


def open_demo(house: House) -> list[str]:
    """Open the demo's tables that are not open yet; return the names of all. A game whose package is faulty has none, and the log says why."""
    names = []
    for game in readable():
        name = f"demo-{game.replace('_', '-')}"
        try:
            if not house.has(name):
                _open_with_seats(house, name, game)
        except Refusal as refusal:
            if refusal.code != GAME_FAULTY:
                raise
            LOG.warning("faulty", extra={"about": {"game": game, "because": render(refusal.about["because"], "en")}})
        else:
            names.append(name)
    return names


def _open_with_seats(house: House, name: str, game: str) -> None:
    practice = find(game).part("practice", "DEMO_SEATS")
    _open(house, TableTerms(id=name, game=game, title=TITLE, **TERMS))
    for seat in practice.DEMO_SEATS if practice else ():
        house.do(CommandRequest(table=name, actor=THE_HOUSE, id=seat.player, command=seat))


def open_trial(house: House, proposal: Proposal, *, is_demo: bool) -> str:
    """Open a table that carries a proposal, unless it is open; return its name. Only a demo's bank is filled."""
    house.admit(check_admissible(proposal))
    bet = proposal.keys[0].partition(":")[0].replace("_", "-")[:MOST_NAMED]
    name = f"trial-{bet}-{proposal.digest[:MOST_NAMED]}"
    if not house.has(name):
        terms = TERMS if is_demo else {**TERMS, "bank": 0}
        title = Title(**proposal.title.by_language)
        _open(house, TableTerms(id=name, game=proposal.game, title=title, options={OPTION: proposal.id}, **terms))
    return name


def _open(house: House, table: TableTerms) -> None:
    house.do(CommandRequest(table=table.id, actor=THE_HOUSE, id="demo", command=OpenTable(), opening=table))


def everywhere(_: str) -> bool:
    """Tell that this process deals at every table: a house of one process does."""
    return True


def free_seats(
    house: House,
    people: People,
    is_gone: Callable[[str], bool] = lambda _: False,
    is_dealer: Callable[[str], bool] = everywhere,
) -> None:
    """Unseat guests whose keys have expired, or who are gone, at the tables that this process deals."""
    # Nobody comes back under a guest's name. One whose bets still lie on the table is refused, and unseated another time.
    for table in [table for table in house.occupied() if is_dealer(table.id)]:
        guests = [who for who in table.state.seats if who.startswith(GUEST)]
        for who in {*people.find_keyless(guests), *filter(is_gone, guests)}:
            unseat = Unseat(player=who)
            with suppress(Refusal):
                house.do(CommandRequest(table=table.id, actor=THE_HOUSE, id=f"gone-{who}-{table.seq}", command=unseat))
