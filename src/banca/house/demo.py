"""The demo: one automatic table of every game, with play money in its bank and with the seats that the program plays. And tables to try proposals at."""

import logging
from typing import Any

from banca.analysis.exact.proposals import admissible
from banca.game import GAME_FAULTY
from banca.games import find
from banca.house.house import House
from banca.house.opening import Conducted, TableTerms
from banca.house.request import CommandRequest
from banca.law import readable
from banca.live.command import THE_HOUSE, OpenTable
from banca.live.event import Title
from banca.live.results import ChanceSource
from banca.rules import Proposal, Refusal
from banca.rules.proposal import OPTION
from banca.rules.text import render

LOG = logging.getLogger("banca")
MINIMUM = 10_00
BANK = 10_000_000_00
TERMS: dict[str, Any] = {
    "minimum": MINIMUM,
    "maximum": MINIMUM * 1000,
    "player_maximum": MINIMUM * 5000,
    "bank": BANK,
    "chance": ChanceSource.DRAWN,
    "conduct": Conducted.AUTOMATIC,
}
"""Of every table here: drawn, conducted by the program, and with play money in its bank."""
TITLE = Title(en="Demo", pt="Demonstração", zh="示範")
GUEST = "guest-"
"""How the names of those begin who play without sign-up."""
PLAY_MONEY = 1_000_000
"""What a guest starts with, and gets again: 10,000 patacas of play money."""
NEEDED = 100 * MINIMUM
"""Who has less than that, on all tables and in the wallet, gets more."""
MOST_NAMED = 16
"""Letters of the bet, and of the proposal's digest, in the name of its table."""


def open_demo(house: House) -> list[str]:
    """Open what is not open yet; the names of the demo's tables. A game whose package is faulty has none, and the log says why."""
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
    """Open a table that carries a proposal, unless it is open; its name. Only a demo's bank is filled with play money."""
    house.admit(admissible(proposal))
    bet = proposal.keys[0].partition(":")[0].replace("_", "-")[:MOST_NAMED]
    name = f"trial-{bet}-{proposal.digest[:MOST_NAMED]}"
    if not house.has(name):
        terms = TERMS if is_demo else {**TERMS, "bank": 0}
        title = Title(**proposal.title.by_language)
        _open(house, TableTerms(id=name, game=proposal.game, title=title, options={OPTION: proposal.id}, **terms))
    return name


def _open(house: House, table: TableTerms) -> None:
    house.do(CommandRequest(table=table.id, actor=THE_HOUSE, id="demo", command=OpenTable(), opening=table))
