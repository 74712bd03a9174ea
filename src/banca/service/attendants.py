"""What the program does at tables by itself, in its own time: automatic croupiers and practice seats."""

import logging
from collections.abc import Callable
from time import monotonic

from banca.house.automatic import attend, conduct, go_on_without, may_go_on
from banca.house.house import House
from banca.house.opening import Conducted
from banca.house.register import OUTSIDE_TABLES
from banca.house.request import Published
from banca.house.store_errors import StoreDownError
from banca.live.conduct import Patience

LOG = logging.getLogger("banca")
STAKING = 5
"""How many times as long as for an act a practice banker waits for the stakes of persons."""
AWAY = 20
"""After so many times its pace an automatic table goes on: without somebody for whom it waits, and past somebody who keeps it busy."""


class Attendants:
    """Looks round the tables when it is told to; a croupier acts when a table has been quiet for `pace` seconds by `clock`."""

    def __init__(self, house: House, pace: float, clock: Callable[[], float] = monotonic) -> None:
        self._house = house
        self._pace = pace
        self._clock = clock
        self._moved: dict[str, float] = {}
        self._waits: dict[str, tuple[object, float]] = {}
        """Per table that was busy: its round and phase, and since when it may go on there."""
        self._began = clock()
        house.listeners.append(self._hear)

    def _hear(self, published: list[Published]) -> None:
        now = self._clock()
        for one in published:
            self._moved[one.entry.table] = now

    def _quiet(self, table: str) -> float:
        """For how many seconds nothing has happened there."""
        return self._clock() - self._moved.get(table, self._began)

    def _is_overdue(self, name: str) -> bool:
        """Whether the table could have gone on in this phase for so long that it goes on, quiet or not.

        Tiles are set within this time of the deal, however often somebody sets them anew.
        """
        if name not in self._moved:
            return False
        table, now = self._house.table(name), self._clock()
        phase = (table.state.round, table.state.phase) if may_go_on(table) else None
        before, since = self._waits.get(name, (None, now))
        if phase is None or phase != before:
            since = now
        self._waits[name] = phase, since
        return now - since > self._pace * AWAY

    def go_round(self) -> None:
        """One look at every table: what is due there is done."""
        for name in list(self._house.games):  # a copy: the writer adds to them
            if name in OUTSIDE_TABLES:
                continue
            try:
                is_overdue = self._is_overdue(name)
                if is_overdue or self._quiet(name) >= self._pace:
                    self._attend(name, is_overdue=is_overdue)
            except StoreDownError:
                return
            except Exception:  # one table's trouble must not stop the others
                LOG.exception("attendant", extra={"about": {"table": name}})

    def _attend(self, name: str, *, is_overdue: bool) -> None:
        """Practice seats first; what ends something for others, and the croupier's next act, when a quiet time has passed after them."""
        go_on_without(self._house, name, Patience.NONE)
        table = self._house.table(name)
        attend(self._house, name, Patience.NONE)
        if self._house.table(name).seq == table.seq:
            attend(self._house, name, Patience.OVER if is_overdue else self._patience(name))
        if self._house.table(name).seq == table.seq and table.opened.conduct == Conducted.AUTOMATIC:
            conduct(self._house, name)
            is_late = is_overdue and table.conduct.is_informed(table.state)
            go_on_without(self._house, name, Patience.OVER if is_late else self._patience(name))

    def _patience(self, name: str) -> Patience:
        """How long persons have been waited for, by how long the table has been quiet."""
        quiet = self._quiet(name)
        if quiet > self._pace * AWAY:
            return Patience.OVER
        if quiet >= self._pace * STAKING:
            return Patience.LONG
        return Patience.SHORT if quiet >= self._pace else Patience.NONE

    def drain(self) -> None:
        """Stop where everything stands."""
        self._house.listeners.remove(self._hear)
