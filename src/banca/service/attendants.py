"""What the program does at tables by itself, in its own time: automatic croupiers and practice seats."""

import logging
from collections.abc import Callable, Iterator
from time import monotonic

from banca.house.automatic import attend, conduct, go_on_without
from banca.house.guests import everywhere
from banca.house.house import House
from banca.house.news import SaidReady, Written
from banca.house.opening import Conducted
from banca.house.register import OUTSIDE_TABLES
from banca.house.request import LiveTable, Published
from banca.house.store_errors import StoreDownError
from banca.live.moves import Patience
from banca.service.deadlines import Deadline, Deadlines, DueShown, Tempo

LOG = logging.getLogger("banca")
READING_SECONDS = 0.1
"""For so long tables are read in one look, so that those at hand are looked at often enough meanwhile."""


def nobody(_: str) -> bool:
    """Nobody is known to be away."""
    return False


def to_nobody(_: SaidReady) -> None:
    """There is no other process to tell."""


class Attendants:
    """Looks round the tables when it is told to; what is due by `clock` is done.

    Practice seats act when a table has been quiet for a pace, croupiers at their deadlines; both in the home process of a table
    alone. The others keep its clocks too, so that any of them can go on with it.
    """

    def __init__(
        self,
        house: House,
        tempo: Tempo,
        clock: Callable[[], float] = monotonic,
        is_away: Callable[[str], bool] = nobody,
        *,
        is_home: Callable[[str], bool] = everywhere,
        tell: Callable[[SaidReady], object] = to_nobody,
    ) -> None:
        self._house = house
        self._is_home, self._tell = is_home, tell
        self.tempo = tempo
        self._clock = clock
        self.deadlines = Deadlines(tempo, clock, is_away)
        self._waits: dict[str, tuple[object, float]] = {}
        """Per table that was busy: its round and phase, and since when it may go on there."""
        self._moved: set[str] = set()
        """Tables at which something has happened since the start."""
        self._resting: set[str] = set()
        """Tables where nothing can be due until something happens there."""
        self._news: dict[str, int] = {}
        """Tables that another process has written to: the last has the highest number."""
        self._count = 0
        self._told: dict[str, Deadline | None] = {}
        self.changed: Callable[[str], object] = nobody
        """Called with a table's name where what is due there changes without an entry."""
        house.listeners.append(self._hear)

    def _hear(self, published: list[Published]) -> None:
        for one in published:
            if one.entry.table not in OUTSIDE_TABLES:
                self._moved.add(one.entry.table)
                self._resting.discard(one.entry.table)
                self.deadlines.hear(one.table)

    def standing(self, name: str) -> Deadline | None:
        """What is due at a table."""
        return self.deadlines.standing(self._house.table(name))

    def now(self) -> float:
        """By the clock that was handed in."""
        return self._clock()

    def due(self, table: LiveTable) -> DueShown | None:
        """What is due at a table, as its page is told."""
        found = self.deadlines.standing(table)
        return found.told(self._clock()) if found else None

    def say(self, name: str, player: str, *, ready: bool | None, auto: bool | None) -> None:
        """Somebody says that they are ready or not, or wants the clock or not; what is due by it is done at once, in the table's home."""
        said = SaidReady(table=name, player=player, ready=ready, auto=auto)
        self._note(said, self._house.table(name))
        self._tell(said)
        self._look_at(name)

    def learn(self, said: SaidReady) -> None:
        """Somebody has said so in another process; what is due by it is done at the next look."""
        table = self._house.table(said.table) if self._is_home(said.table) else self._house.at_hand(said.table)
        if table is not None:
            self._note(said, table)

    def _note(self, said: SaidReady, table: LiveTable) -> None:
        self._resting.discard(said.table)
        if said.ready is not None:
            self.deadlines.say_ready(table, said.player, is_ready=said.ready)
        if said.auto is not None:
            self.deadlines.set_auto(table, said.player, is_on=said.auto)
        self.changed(said.table)

    def take_over(self) -> None:
        """Processes have come or gone: of a table that this one has not seen so far, time runs from now on."""
        self.deadlines.begin_anew()
        self._resting = set()

    def _quiet(self, table: LiveTable) -> float:
        """For how many seconds nothing has happened there."""
        return self._clock() - self.deadlines.watched(table).moved

    def _is_overdue(self, table: LiveTable, standing: Deadline | None) -> bool:
        """Whether the table could have gone on in this phase for so long that it goes on, quiet or not.

        Tiles are set within this time of the deal, however often somebody sets them anew.
        """
        if table.id not in self._moved:
            return False
        now = self._clock()
        may_go_on = (standing is not None and standing.has_act) or table.conduct.has_stakes(table.state)
        phase = (table.state.round, table.state.phase) if may_go_on else None
        before, since = self._waits.get(table.id, (None, now))
        if phase is None or phase != before:
            since = now
        self._waits[table.id] = phase, since
        return now - since > self.tempo.away

    def go_round(self) -> None:
        """One look at every table that is this process's, or that somebody here looks at: what is due there is done."""
        for name in self._turns():
            try:
                self._look_at(name)
            except StoreDownError:
                return
            except Exception:  # one table's trouble must not stop the others
                LOG.exception("attendant", extra={"about": {"table": name}})

    def _turns(self) -> Iterator[str]:
        """Tables that are at hand first; then those that have to be read, the last written to first, for as long as a look may take."""
        house = self._house
        resting = self._resting
        names = [
            name
            for name in list(house.games)
            if name not in OUTSIDE_TABLES and name not in resting and not house.rests(name)
        ]
        unread = [name for name in names if house.at_hand(name) is None and self._is_home(name)]
        yield from (name for name in names if house.at_hand(name) is not None)
        began = self._clock()
        for name in sorted(unread, key=lambda name: -self._news.get(name, 0)):
            if self._clock() - began > READING_SECONDS:
                return
            yield name

    def hear_of(self, written: Written) -> None:
        """Another process has written to tables: these are the first to be read, should this one become their home."""
        for name in written.tables:
            self._count += 1
            self._news[name] = self._count

    def _look_at(self, name: str) -> None:
        table = self._house.table(name)
        if self._is_home(name):
            self._do_due(name, table)
        after = self.standing(name)
        is_as = self._is_as(table)
        if name in self._told and after != self._told[name] and is_as:
            self.changed(name)
        self._told[name] = after
        has_clock = after is not None and (after.deadline is not None or after.is_ready)
        if is_as and not has_clock and not table.state.seats and not table.conduct.has_stakes(table.state):
            self._resting.add(name)
            if not self._is_as(table):  # something has happened meanwhile
                self._resting.discard(name)

    def _do_due(self, name: str, table: LiveTable) -> None:
        standing = self.deadlines.standing(table)
        is_overdue = self._is_overdue(table, standing) and not (standing and standing.waits)
        is_due = standing is not None and standing.is_over(self._clock())
        if is_overdue or is_due or self._quiet(table) >= self.tempo.pace:
            self._attend(name, standing, is_overdue=is_overdue, is_due=is_due)

    def _attend(self, name: str, standing: Deadline | None, *, is_overdue: bool, is_due: bool) -> None:
        """Practice seats first; what ends something for others, and the croupier's next act, when its time has come."""
        go_on_without(self._house, name, Patience.NONE)
        table = self._house.table(name)
        attend(self._house, name, Patience.NONE)
        if self._is_as(table):
            attend(self._house, name, Patience.OVER if is_overdue else self._patience(table, standing))
        if self._is_as(table) and table.opened.conduct == Conducted.AUTOMATIC:
            if is_due:
                conduct(self._house, name)
            is_late = is_overdue and table.conduct.is_informed(table.state)
            go_on_without(self._house, name, Patience.OVER if is_late else self._patience(table, standing))

    def _is_as(self, table: LiveTable) -> bool:
        """Whether nothing has happened there since."""
        return self._house.table(table.id).seq == table.seq

    def _patience(self, table: LiveTable, standing: Deadline | None) -> Patience:
        """How long persons have been waited for: who is alone, until they are ready."""
        if standing and standing.is_ready:
            return Patience.LONG
        if standing and standing.waits:
            return Patience.NONE
        quiet, phase = self._quiet(table), self._clock() - self.deadlines.watched(table).since
        if quiet > self.tempo.away:
            return Patience.OVER
        if phase >= self.tempo.betting:
            return Patience.LONG
        return Patience.SHORT if quiet >= self.tempo.pace else Patience.NONE

    def drain(self) -> None:
        """Stop where everything stands."""
        self._house.listeners.remove(self._hear)
