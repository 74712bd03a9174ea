"""Automatic tables: the deadline of each phase, which no later bet moves (decision 31), and the croupier that acts when one has passed."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic

from msgspec import Struct, structs

from banca.house.commands import CommittedEntry, DealtBy, LiveTable
from banca.house.database import StoreDownError
from banca.house.dealer import act_for_absent, croupier_acts, deal_next, play_practice_seats
from banca.house.demo import everywhere
from banca.house.house import House
from banca.house.messages import ChangeNotice, ReadyNotice
from banca.house.register import OUTSIDE_TABLES
from banca.tables.engine import WaitLevel

LONG_ABSENCE = 4
"""After so many times the betting time a table goes on without somebody for whom it waits, and past somebody who keeps it busy."""

LEAST_PART = 3
"""Who is ready with a first stake leaves the others this part of the betting time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tempo:
    """How quickly a table goes that the program conducts, in seconds."""

    pace: float = 2.0
    """Between two acts of the croupier."""
    betting: float = 15.0
    """From the first stake of somebody to the end of the betting; and for an act of a player's own."""
    waits_for_lone: bool = False
    """Who is alone has no clock: the croupier waits until they say that they are ready. So in the demo."""
    looks_round: bool = True
    """Whether the service looks round by itself; a test says when."""

    @property
    def least(self) -> float:
        """From the first stake on, for those who have none yet, however ready the others are."""
        return self.betting / LEAST_PART

    @property
    def away(self) -> float:
        """After so long a table goes on without somebody for whom it waits."""
        return self.betting * LONG_ABSENCE


class DueView(Struct, frozen=True, kw_only=True):
    """The next act at a table that the program conducts."""

    act: str
    """Its name; empty where the table waits for bets."""
    whose: str
    """The player whose own act it is; empty where it is the croupier's."""
    left: float | None
    """Seconds until it is done without anybody's doing; null where no clock runs."""
    of: float
    """Seconds that there were."""
    counts: bool
    """Whether somebody's time ends with it, for bets or for an act of their own; otherwise it is only the croupier's pace, and no page counts it down."""
    ready: tuple[str, ...]
    """Players who have said that they are ready."""
    can_ready: bool
    """Whether it is done when everybody with a stake is ready: at once, or where others sit there who could bet, after a third of the betting time."""
    alone: bool
    """Whether one person sits there, beside seats that the program plays."""
    auto: bool
    """Whether who is alone wants the clock all the same."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """What is due, with the moment at which it is: two are equal when nothing has changed but the time."""

    due: DueView
    """As somebody is told, but for the seconds that are left."""
    deadline: float | None
    is_ready: bool
    """Everybody who has to has said so: it is due at once."""
    waits: bool
    """The table waits for who is alone."""
    has_act: bool
    """Whether the croupier has something to do."""

    def is_over(self, now: float) -> bool:
        """Whether it is to be done now."""
        return self.is_ready or (self.deadline is not None and now >= self.deadline)

    def told(self, now: float) -> DueView:
        """As somebody is told."""
        left = None if self.deadline is None else round(max(0.0, self.deadline - now), 3)
        return structs.replace(self.due, left=0.0 if self.is_ready else left)


@dataclass(slots=True)
class PhaseTimes:
    """A table's phase as far as time goes."""

    at: tuple[int, str, bool]
    """Its round and phase, and whether the bets were closed for a draw in it."""
    since: float
    staked: float | None
    """Since when somebody has a stake there."""
    moved: float
    """When something last happened."""
    ready: frozenset[str] = frozenset()
    """Replaced and never changed: several threads look at it."""


TurnClock = tuple[float | None, float, bool]
"""From when the time for the next act runs, never where the table waits for who is alone; how long it is; and whether somebody's time ends with it."""


@dataclass(frozen=True, slots=True)
class NextAct:
    """What a table's state says of what is next; worked out once for each entry."""

    seq: int
    at: tuple[int, str, bool]
    since: float
    """Since when the next act, and whose it is, are what they are: nothing that somebody does beside it moves that."""
    acts: tuple[tuple[str, bool], ...]
    """The croupier's, the likeliest first, and whether each makes way for a player's own act."""
    awaited: tuple[tuple[str, str], ...]
    takes_bets: bool


def _at(table: LiveTable) -> tuple[int, str, bool]:
    return table.state.round, table.state.phase, table.state.window.is_closed


def known_of(table: LiveTable, moved: float, before: NextAct | None) -> NextAct:
    """What is next at a table as it stands, where something last happened at `moved`."""
    engine, state = table.engine, table.state
    leads = {act.takes: act.then for act in engine.acts if act.phase == state.phase}
    acts = tuple(
        (croupier_act.do, engine.makes_way(leads[type(croupier_act)])) for croupier_act in croupier_acts(table)
    )
    awaited, at = tuple(engine.awaited_acts(state)), _at(table)
    # Only what is next counts: a bet placed meanwhile, or a seat taken, gives nobody more time.
    is_same = before and (before.at, before.acts[:1], before.awaited[:1]) == (at, acts[:1], awaited[:1])
    since = before.since if before and is_same else moved
    return NextAct(table.seq, at, since, acts, awaited, engine.accepts_bets(state))


class Deadlines:
    """The clocks of all tables that the program conducts. They are the process's own: no entry of a journal has them."""

    def __init__(
        self, tempo: Tempo, clock: Callable[[], float], is_away: Callable[[str], bool] = lambda _: False
    ) -> None:
        self.tempo = tempo
        self._clock = clock
        self._is_away = is_away
        self._began = clock()
        self._watched: dict[str, PhaseTimes] = {}
        self._known: dict[str, NextAct] = {}
        self._auto: set[tuple[str, str]] = set()

    def begin_anew(self) -> None:
        """For tables where nothing has been seen so far, time begins now."""
        self._began = self._clock()

    def hear(self, table: LiveTable) -> None:
        """Something has happened there."""
        now = self._clock()
        watched = self._watched.get(table.id)
        has_stakes = table.state.has_stakes
        at = _at(table)
        if watched is None or watched.at != at:
            self._watched[table.id] = PhaseTimes(at, now, now if has_stakes else None, now)
            return
        watched.moved = now
        if not has_stakes:
            watched.staked = None
        elif watched.staked is None:
            watched.staked = now

    def watched(self, table: LiveTable) -> PhaseTimes:
        """A table's phase; of one where nothing has happened since the start, from then on."""
        times = self._watched.get(table.id)
        if times is None:
            began = self._began
            times = PhaseTimes(_at(table), began, began if table.state.has_stakes else None, began)
            self._watched[table.id] = times
        return times

    def say_ready(self, table: LiveTable, player: str, *, is_ready: bool) -> None:
        """A player is ready for what comes next, or is not after all; it holds for this phase."""
        watched = self.watched(table)
        watched.ready = watched.ready | {player} if is_ready else watched.ready - {player}

    def set_auto(self, table: LiveTable, player: str, *, is_on: bool) -> None:
        """Who is alone wants the clock, or does not."""
        kept = {pair for pair in self._auto if pair[0] != table.id or pair[1] in table.state.seats}
        self._auto = kept | {(table.id, player)} if is_on else kept - {(table.id, player)}

    def standing(self, table: LiveTable) -> Deadline | None:
        """What is due there and when; nothing at a table that a person conducts, or that is closed."""
        if table.opened.conduct != DealtBy.AUTOMATIC or table.state.is_closed:
            return None
        watched, state = self.watched(table), table.state
        known = self._known.get(table.id)
        if known is None or known.seq != table.seq:
            known = self._known[table.id] = known_of(table, watched.moved, known)
        persons = [seat for seat in state.seats if seat not in state.practice and not self._is_away(seat)]
        alone = persons[0] if len(persons) == 1 else ""
        auto = (table.id, alone) in self._auto
        waits = self.tempo.waits_for_lone and bool(alone) and not auto
        act, whose = self._next(known)
        begins, of, counts = self._clock_of(known, watched, table, waits=waits) if act else (None, 0.0, False)
        deadline = None if begins is None else begins + of
        # Those with a stake are waited for; where nobody has one, everybody is asked.
        awaited = [person for person in persons if state.money_of(person)] or persons
        is_ready = bool(act and awaited) and watched.ready.issuperset(awaited)
        # Who has bet and is ready at once must not leave the others without time for a bet: they keep the least part of it.
        if is_ready and known.takes_bets and watched.staked is not None and not watched.ready.issuperset(persons):
            is_ready, soon = False, watched.staked + self.tempo.least
            deadline = soon if deadline is None else min(deadline, soon)
        due = DueView(
            act=act,
            whose=whose,
            left=None,
            of=of,
            counts=counts,
            ready=tuple(sorted(watched.ready)),
            can_ready=bool(act),
            alone=bool(alone),
            auto=auto,
        )
        return Deadline(due, deadline, is_ready, waits, bool(known.acts))

    @staticmethod
    def _next(known: NextAct) -> tuple[str, str]:
        """The next act, and whose it is where it is a player's own."""
        player, own = known.awaited[0] if known.awaited else ("", "")
        return own or (known.acts[0][0] if known.acts else ""), player

    def _clock_of(self, known: NextAct, watched: PhaseTimes, table: LiveTable, *, waits: bool) -> TurnClock:
        """The time for the next act of a player or the croupier."""
        tempo, practice = self.tempo, table.state.practice
        is_persons = any(who not in practice and not self._is_away(who) for who, _ in known.awaited)
        if not known.acts:  # only players can go on
            is_informed = table.engine.is_informed(table.state)
            begins = watched.since if is_informed or not is_persons else known.since
            of = tempo.away if is_informed or is_persons else tempo.betting
            return None if waits else begins, of, is_persons
        if known.awaited:  # where nobody is there to do it, the croupier does
            begins = watched.since if known.takes_bets else known.since
            is_held = waits and (is_persons or known.takes_bets)
            of = tempo.betting if is_persons else tempo.pace
            return None if is_held else begins, of, is_persons or known.takes_bets
        if not known.takes_bets:
            return known.since, tempo.pace, False
        if waits and known.acts[0][1]:  # it makes way for a player's own act, and ends nothing
            return watched.staked, tempo.pace, False
        return None if waits else watched.staked, tempo.betting, True


LOG = logging.getLogger("banca")
READING_SECONDS = 0.1
"""For so long tables are read in one look, so that those at hand are looked at often enough meanwhile."""


def nobody(_: str) -> bool:
    """Nobody is known to be away."""
    return False


def to_nobody(_: ReadyNotice) -> None:
    """There is no other process to tell."""


class AutoDealer:
    """Looks round the tables when it is told to; what is due by `clock` is done.

    Practice seats act when a table has been quiet for a pace, croupiers at their deadlines; both in one process for each table
    (`Processes.is_dealer`). The others keep its clocks too, so that any of them can go on with it.
    """

    def __init__(
        self,
        house: House,
        tempo: Tempo,
        clock: Callable[[], float] = monotonic,
        is_away: Callable[[str], bool] = nobody,
        *,
        is_dealer: Callable[[str], bool] = everywhere,
        tell: Callable[[ReadyNotice], object] = to_nobody,
    ) -> None:
        self._house = house
        self._is_dealer, self._tell = is_dealer, tell
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
        self._shown: dict[str, Deadline | None] = {}
        self.changed: Callable[[str], object] = nobody
        """Called with a table's name where what is due there changes without an entry."""
        house.listeners.append(self._hear)

    def _hear(self, published: list[CommittedEntry]) -> None:
        for committed in published:
            if committed.entry.table not in OUTSIDE_TABLES:
                self._moved.add(committed.entry.table)
                self._resting.discard(committed.entry.table)
                self.deadlines.hear(committed.table)

    def standing(self, name: str) -> Deadline | None:
        """What is due at a table."""
        return self.deadlines.standing(self._house.table(name))

    def now(self) -> float:
        """By the clock that was handed in."""
        return self._clock()

    def due(self, table: LiveTable) -> DueView | None:
        """What is due at a table, as its page is told."""
        deadline = self.deadlines.standing(table)
        return deadline.told(self._clock()) if deadline else None

    def say(self, name: str, player: str, *, ready: bool | None, auto: bool | None) -> None:
        """Somebody says that they are ready or not, or wants the clock or not; what is due by it is done at once, in the process that deals there."""
        notice = ReadyNotice(table=name, player=player, ready=ready, auto=auto)
        self._note(notice, self._house.table(name))
        self._tell(notice)
        self._look_at(name)

    def learn(self, said: ReadyNotice) -> None:
        """Somebody has said so in another process; what is due by it is done at the next look."""
        table = self._house.table(said.table) if self._is_dealer(said.table) else self._house.cached(said.table)
        if table is not None:
            self._note(said, table)

    def _note(self, said: ReadyNotice, table: LiveTable) -> None:
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
        may_go_on = (standing is not None and standing.has_act) or table.state.has_stakes
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
            if name not in OUTSIDE_TABLES and name not in resting and not house.is_put_away(name)
        ]
        # Tables that are in memory cost nothing to look at; the others are read a few at a time, those written to last first.
        unread = [name for name in names if house.cached(name) is None and self._is_dealer(name)]
        yield from (name for name in names if house.cached(name) is not None)
        began = self._clock()
        for name in sorted(unread, key=lambda name: -self._news.get(name, 0)):
            if self._clock() - began > READING_SECONDS:
                return
            yield name

    def hear_of(self, written: ChangeNotice) -> None:
        """Another process has written to tables: these are the first to be read, should this one become their home."""
        for name in written.tables:
            self._count += 1
            self._news[name] = self._count

    def _look_at(self, name: str) -> None:
        table = self._house.table(name)
        if self._is_dealer(name):
            self._do_due(name, table)
        after = self.standing(name)
        is_as = self._is_as(table)
        if name in self._shown and after != self._shown[name] and is_as:
            self.changed(name)
        self._shown[name] = after
        has_clock = after is not None and (after.deadline is not None or after.is_ready)
        if is_as and not has_clock and not table.state.seats and not table.state.has_stakes:
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
        # The table is taken anew after each step: what the program itself has just done may have changed it.
        act_for_absent(self._house, name, WaitLevel.NONE)
        table = self._house.table(name)
        play_practice_seats(self._house, name, WaitLevel.NONE)
        if self._is_as(table):
            play_practice_seats(self._house, name, WaitLevel.OVER if is_overdue else self._patience(table, standing))
        if self._is_as(table) and table.opened.conduct == DealtBy.AUTOMATIC:
            if is_due:
                deal_next(self._house, name)
            is_late = is_overdue and table.engine.is_informed(table.state)
            act_for_absent(self._house, name, WaitLevel.OVER if is_late else self._patience(table, standing))

    def _is_as(self, table: LiveTable) -> bool:
        """Whether nothing has happened there since."""
        return self._house.table(table.id).seq == table.seq

    def _patience(self, table: LiveTable, standing: Deadline | None) -> WaitLevel:
        """How long persons have been waited for: who is alone, until they are ready."""
        if standing and standing.is_ready:
            return WaitLevel.LONG
        if standing and standing.waits:
            return WaitLevel.NONE
        quiet, phase = self._quiet(table), self._clock() - self.deadlines.watched(table).since
        if quiet > self.tempo.away:
            return WaitLevel.OVER
        if phase >= self.tempo.betting:
            return WaitLevel.LONG
        return WaitLevel.SHORT if quiet >= self.tempo.pace else WaitLevel.NONE

    def drain(self) -> None:
        """Stop where everything stands."""
        self._house.listeners.remove(self._hear)
