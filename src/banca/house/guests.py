"""Guests of a demo who have gone: nobody comes back under their names, so their seats and gates are others'."""

from contextlib import suppress

from banca.house.demo import GUEST
from banca.house.house import House
from banca.house.people import People
from banca.house.request import CommandRequest
from banca.live.command import THE_HOUSE, Unseat
from banca.rulebook import Refusal


def free_seats(house: House, people: People) -> None:
    """Unseat every guest whose keys have run out; where something of theirs still lies on the table, another time."""
    for table in list(house.standing()):
        for who in people.without_key([who for who in table.state.seats if who.startswith(GUEST)]):
            unseat = Unseat(player=who)
            with suppress(Refusal):
                house.do(CommandRequest(table=table.id, actor=THE_HOUSE, id=f"gone-{who}-{table.seq}", command=unseat))
