"""Looking at what is hidden: an inspector may, and the register says so before they see it."""

from collections import OrderedDict

from banca.house.house import House
from banca.house.register import REGISTER, note
from banca.house.register.event import HiddenSeen
from banca.house.request import LiveTable, Request
from banca.house.sight import is_public
from banca.rulebook.live.command import Actor, Role

MOST_KEPT = 10_000


class Looks:
    """Who has looked at which round, each once."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._noted: OrderedDict[tuple[str, str, int], None] = OrderedDict()

    def is_due(self, viewer: Actor, table: LiveTable) -> bool:
        """Whether this person sees more than a player may, and it is not in the register yet."""
        is_hidden = not is_public(table) and table.conduct.is_informed(table.state)
        return viewer.role is Role.INSPECTOR and is_hidden and self._key(viewer, table) not in self._noted

    def note(self, viewer: Actor, *tables: LiveTable) -> None:
        """Put down that somebody looks, where it is due."""
        for table in tables:
            if self.is_due(viewer, table):
                number = table.state.round
                fact = HiddenSeen(table=table.id, round=number)
                looked = Request(table=REGISTER, actor=viewer, id=f"look-{table.id}-{number}", command=note(fact))
                self._house.do(looked)
                self._noted[self._key(viewer, table)] = None
                if len(self._noted) > MOST_KEPT:
                    self._noted.popitem(last=False)

    @staticmethod
    def _key(viewer: Actor, table: LiveTable) -> tuple[str, str, int]:
        return viewer.name, table.id, table.state.round
