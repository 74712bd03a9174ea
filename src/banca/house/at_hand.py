"""The tables that are in memory: as many as are needed, and no more than so many where nothing goes on."""

from banca.house.register.conduct import OUTSIDE_TABLES
from banca.house.request import LiveTable

MOST_AT_HAND = 2000
"""Tables in memory from which on those rest at which nobody sits and nothing lies."""


class TablesAtHand(dict[str, LiveTable]):
    """Tables by name. Who rests is read again when somebody comes, which costs a snapshot and some entries."""

    def __init__(self) -> None:
        super().__init__()
        self.resting: dict[str, int] = {}
        """Tables that were put away, and how far their journals went: nobody sits there, and nothing lies there."""

    def keep(self, table: LiveTable) -> None:
        """A table that was read; where there are many, the idle ones of longest ago make room."""
        self[table.id] = table
        self.resting.pop(table.id, None)
        if len(self) > MOST_AT_HAND:
            idle = [one for one in list(self.values()) if one.id != table.id and is_idle(one)]
            for one in sorted(idle, key=lambda one: one.at)[: MOST_AT_HAND // 10]:
                del self[one.id]
                if not one.state.is_closed:
                    self.resting[one.id] = one.seq


def is_idle(table: LiveTable) -> bool:
    """Whether nobody is concerned by a table."""
    state = table.state
    return table.id not in OUTSIDE_TABLES and not (state.seats or state.commitment or table.conduct.lies(state))
