"""Looking at what is hidden: an inspector may, and the register says so before they see it.

Whatever is shown is read first; then the look is noted, of the table as it stands now; then it is shown. So nothing can be read that was hidden
after the look was noted.
"""

from collections import OrderedDict

from banca.games import find
from banca.house.house import House
from banca.house.register import OUTSIDE_TABLES
from banca.house.register.event import HiddenSeen
from banca.house.request import LiveTable
from banca.house.views import is_public
from banca.live.command import Actor, Role

MOST_KEPT = 10_000


def is_all_public(game: str) -> bool:
    """Whether nothing is hidden from anybody at the tables of a game, at the cage and in the register."""
    return game in OUTSIDE_TABLES or (bool(game) and find(game).conducted_by.is_public)


class Looks:
    """Who has looked at which round, each once."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._noted: OrderedDict[tuple[str, str, int], None] = OrderedDict()

    def note(self, viewer: Actor, *names: str) -> None:
        """Put down that somebody looks at these tables, or at all, where they see more than a player may."""
        if viewer.role is not Role.INSPECTOR:
            return
        for name in names or list(self._house.games):
            if name in self._house.stopped or is_all_public(self._house.games.get(name, "")):
                continue
            self._house.renew(name)
            self.note_at(viewer, self._house.table(name))

    def note_at(self, viewer: Actor, table: LiveTable) -> None:
        """Put down that somebody saw hidden results in a view of a table."""
        key = viewer.name, table.id, table.state.round
        is_hidden = not is_public(table) and table.conduct.is_informed(table.state)
        if viewer.role is not Role.INSPECTOR or not is_hidden or key in self._noted:
            return
        fact = HiddenSeen(table=table.id, round=table.state.round)
        self._house.put_down(fact, by=viewer, id=f"look-{table.id}-{table.state.round}")
        self._noted[key] = None
        if len(self._noted) > MOST_KEPT:
            self._noted.popitem(last=False)
