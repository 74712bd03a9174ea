"""Guests of a demo who have gone: nobody comes back under their names, so their seats and gates are others'."""

from collections.abc import Callable
from contextlib import suppress

from banca.house.demo import GUEST
from banca.house.house import House
from banca.house.people import People
from banca.house.request import CommandRequest
from banca.live.command import THE_HOUSE, Unseat
from banca.rules import Refusal


def nobody(_: str) -> bool:
    """Nobody is known to have gone."""
    return False


def everywhere(_: str) -> bool:
    """Where there is one process, it is the home of every table."""
    return True


def free_seats(
    house: House,
    people: People,
    is_gone: Callable[[str], bool] = nobody,
    is_home: Callable[[str], bool] = everywhere,
) -> None:
    """Unseat every guest whose keys have run out, or who is not there; where something of theirs still lies on the table, another time.

    Each table's home does so.
    """
    for table in [one for one in house.occupied() if is_home(one.id)]:
        guests = [who for who in table.state.seats if who.startswith(GUEST)]
        for who in {*people.without_key(guests), *filter(is_gone, guests)}:
            unseat = Unseat(player=who)
            with suppress(Refusal):
                house.do(CommandRequest(table=table.id, actor=THE_HOUSE, id=f"gone-{who}-{table.seq}", command=unseat))
