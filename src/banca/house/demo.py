"""The demo: one automatic table of every game, with play money in its bank; at Pai Kao the program plays three gates."""

from banca.games import GAMES, PAI_KAO
from banca.house.house import House
from banca.house.opening import Conducted, OpenTable
from banca.house.request import OPEN, THE_HOUSE, Request
from banca.rulebook.live.command import Command
from banca.rulebook.live.common import ChanceSource

MINIMUM = 10_00
BANK = 10_000_000_00
PRACTICE = {2: "balanced", 5: "equilibrium", 7: "highest_rear"}
"""Gates of the Pai Kao table that the program plays, and how."""


def open_demo(house: House) -> list[str]:
    """Open what is not open yet; the names of the demo's tables."""
    names = [f"demo-{game.replace('_', '-')}" for game in (*GAMES, PAI_KAO)]
    for name, game in zip(names, (*GAMES, PAI_KAO), strict=True):
        if name in house.games:
            continue
        table = OpenTable(
            id=name,
            game=game,
            minimum=MINIMUM,
            maximum=MINIMUM * 1000,
            player_maximum=MINIMUM * 5000,
            bank=BANK,
            chance=ChanceSource.DRAWN,
            conduct=Conducted.AUTOMATIC,
            title="Demo",
        )
        house.do(Request(table=name, actor=THE_HOUSE, id="demo", command=Command(do=OPEN), opening=table))
        if game == PAI_KAO:
            for gate, policy in PRACTICE.items():
                seat = Command(do="seat_practice", player=f"gate-{gate}", gate=gate, policy=policy)
                house.do(Request(table=name, actor=THE_HOUSE, id=f"gate-{gate}", command=seat))
    return names
