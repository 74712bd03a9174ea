"""Server-sent events: one stream per table and viewer, resumed from the last id, held cheaply by the thousand."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator
from contextlib import ExitStack
from dataclasses import dataclass, field

from banca.house.hidden_access import Looks
from banca.house.house import House
from banca.house.journal import Entry
from banca.house.keys import Person, ends_key_of, ends_keys
from banca.house.people import People
from banca.house.request import LiveTable, Logged, Published
from banca.house.store_errors import StoreDownError
from banca.house.views import is_public, seen
from banca.law import Language
from banca.live.command import Actor, Role
from banca.rules import Refusal
from banca.service.attendants import Attendants
from banca.service.deadlines import Deadline
from banca.service.limits import ServiceLimits
from banca.service.long_responses import LongResponses
from banca.service.metrics import ENTRIES, LIMITED, STREAMS
from banca.service.presence import Presence
from banca.service.rate_limit import Rate
from banca.service.refusals import TOO_FAR_BEHIND
from banca.service.replay_cache import CHUNK, Frames, Replays, due_frame, formatter_of, frame

KEPT = 500
"""Entries of a table that are at hand for streams that follow."""
MOST_QUIET = 50
"""Tables that nobody follows and whose last entries are at hand all the same, for who comes back."""
HEARTBEAT = 15.0
"""Seconds after which a quiet stream shows that it is alive."""
ALIVE = b": alive\n\n"


@dataclass(slots=True)
class Recent:
    """An entry that is at hand, with its place in the log."""

    entry: Entry
    place: Logged
    frames: dict[Language | None, bytes] = field(default_factory=dict)
    """As everybody sees it, where all see the same: without sentences, and with them in each language that was asked for."""


class Channel:
    """The news of one table: its last entries, and what everybody who listens waits for."""

    __slots__ = ("followers", "news", "recent")

    def __init__(self) -> None:
        self.followers = 0
        self.recent: deque[Recent] = deque(maxlen=KEPT)
        self.news = asyncio.Event()

    def since(self, seq: int) -> list[Recent]:
        """What came behind an entry; nothing where not all of that is at hand."""
        found = [one for one in self.recent if one.entry.seq > seq]
        return found if found and found[0].entry.seq == seq + 1 else []

    def wake(self) -> None:
        """Everybody who listens looks again."""
        self.news.set()
        self.news = asyncio.Event()


@dataclass(slots=True, eq=False)
class Listener:
    """Somebody who follows a table, as long as their key is good."""

    person: Person
    is_over: bool = False


class Streams:
    """All channels of a server process."""

    def __init__(
        self,
        house: House,
        people: People,
        looks: Looks,
        answers: LongResponses,
        limits: ServiceLimits,
        attendants: Attendants | None = None,
        presence: Presence | None = None,
    ) -> None:
        self._house = house
        self._looks = looks
        self._people = people
        self._answers = answers
        self._limits = limits
        self._replays = Replays(house)
        self.replayed = Rate(limits, "replays_of_person_minute", answers.clock)
        self._listeners: set[Listener] = set()
        self._loop = asyncio.get_running_loop()
        self._channels: OrderedDict[str, Channel] = OrderedDict()
        self._heartbeat = asyncio.create_task(self._beat())
        self.is_draining = False
        house.listeners.append(self._hear)
        self._attendants = attendants
        self._presence = presence
        if attendants:
            attendants.changed = self._stir

    def _stir(self, table_id: str) -> None:
        """What is due at a table has changed; called from any thread."""
        self._loop.call_soon_threadsafe(self._wake, table_id)

    def _wake(self, table_id: str) -> None:
        if channel := self._channels.get(table_id):
            channel.wake()

    def _hear(self, published: list[Published]) -> None:
        """Called by the writer when entries are on the disk."""
        self._loop.call_soon_threadsafe(self._publish, published)

    def _publish(self, published: list[Published]) -> None:
        ENTRIES.inc(len(published))
        woken = set()
        for one in published:
            if self._listeners and ends_keys(
                one.entry
            ):  # here or in another process: so do the streams that they opened
                self._end([listener for listener in self._listeners if ends_key_of(one.entry, listener.person)])
            channel = self._channels.get(one.entry.table)
            if channel is not None:
                place = Logged("", one.written.digest, b"", one.written.leaf)
                channel.recent.append(Recent(one.entry, place))
                woken.add(channel)
        for channel in woken:
            channel.wake()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            keys = {listener.person.digest for listener in self._listeners}
            bad = await asyncio.to_thread(self._no_longer_good, keys)
            self._end([listener for listener in self._listeners if listener.person.digest in bad])

    def _no_longer_good(self, keys: set[str]) -> set[str]:
        """Keys that have run out, or that another process has ended; none where the store cannot say."""
        try:
            return {key for key in keys if self._people.look_up(key) is None}
        except StoreDownError:
            return set()

    def _end(self, listeners: list[Listener]) -> None:
        for listener in listeners:
            listener.is_over = True
        self.wake_all()

    def wake_all(self) -> None:
        """Every stream shows that it is alive, or ends where its key has ended or the server drains."""
        for channel in self._channels.values():
            channel.wake()

    def admit(self, table: LiveTable, person: Person, address: str, after: int | None) -> ExitStack:
        """A place for one more stream; refused where somebody has enough of them, or asks for too much of the past, or too often."""
        behind = 0 if after is None else table.seq - after
        most = self._limits.replayed_entries
        if behind > most and person.role is Role.PLAYER:
            LIMITED.labels("replayed_entries").inc()
            raise Refusal(TOO_FAR_BEHIND, asked=after, allowed=table.seq - most)
        channel = self._channels.get(table.id)
        if behind > CHUNK and not (channel and channel.since(table.seq - behind)):
            self.replayed.check(person.name)
        return self._answers.place_of(person.name, address)

    async def follow(
        self, table: LiveTable, person: Person, after: int | None, language: Language | None = None
    ) -> AsyncGenerator[bytes, None]:
        """The entries of a table from behind `after`, then each as it comes; from now on where `after` is None.

        With a language, each has its events in words.
        """
        channel = self._channels.setdefault(table.id, Channel())
        channel.followers += 1
        listener = Listener(person)
        here = ExitStack()
        if self._presence:
            here.enter_context(self._presence.following(person.name))
        self._listeners.add(listener)
        told: Deadline | None = None
        STREAMS.inc()
        try:
            seq = await self.begins(table, after)
            yield b"retry: 1000\n\n"
            while not self.is_draining and not listener.is_over:
                news = channel.news
                frames, seq = await self._since(channel, table.id, person.actor, seq, language)
                due, told = self._due(table.id, told)
                if frames or due:
                    yield b"".join([*frames, due])
                    continue
                await news.wait()
                if not channel.recent or channel.recent[-1].entry.seq <= seq:
                    yield ALIVE
        except StoreDownError:
            return  # who listens resumes from the last id
        finally:
            here.close()
            self._listeners.discard(listener)
            self._leave(table.id, channel)
            STREAMS.dec()

    async def begins(self, table: LiveTable, after: int | None) -> int:
        """Behind which entry a stream begins. Who comes from another process may have seen more than this one has, but not more than the store."""
        if after is None or after <= table.seq:
            return table.seq if after is None else after
        return min(after, await asyncio.to_thread(self._house.store.seq, table.id))

    def _due(self, table_id: str, told: Deadline | None) -> tuple[bytes, Deadline | None]:
        """What is due at a table, where that is not what somebody has been told."""
        standing = self._attendants.standing(table_id) if self._attendants else None
        if standing is None or standing == told or self._attendants is None:
            return b"", told
        return due_frame(standing.told(self._attendants.now())), standing

    def _leave(self, table_id: str, channel: Channel) -> None:
        """One follower less; of tables that nobody follows, the last few are kept."""
        channel.followers -= 1
        if not channel.followers:
            self._channels.move_to_end(table_id)
            quiet = [name for name, one in self._channels.items() if not one.followers]
            for name in quiet[:-MOST_QUIET]:
                del self._channels[name]

    async def _since(
        self, channel: Channel, table_id: str, viewer: Actor, seq: int, language: Language | None
    ) -> tuple[list[bytes], int]:
        """What came behind `seq`: from what is at hand, or from the store."""
        if self._house.table(table_id).seq <= seq:
            return [], seq
        if at_hand := channel.since(seq):
            table = self._house.table(table_id)  # as it stands at least where these entries left it
            found: Frames = [(one.entry.seq, self._shown(table, one, viewer, language)) for one in at_hand]
        else:
            found = await self._replays.since(table_id, viewer, seq, language)
        if viewer.role is Role.INSPECTOR and not is_public(self._house.table(table_id)):
            await asyncio.to_thread(self._looks.note, viewer, table_id)
        return [one for _, one in found], found[-1][0] if found else seq

    @staticmethod
    def _shown(table: LiveTable, one: Recent, viewer: Actor, language: Language | None) -> bytes:
        if not is_public(table):
            return frame(seen(one.entry, table, viewer, written=one.place), formatter_of(table.opened, language))
        if language not in one.frames:
            shown = seen(one.entry, table, written=one.place)
            one.frames[language] = frame(shown, formatter_of(table.opened, language))
        return one.frames[language]

    def drain(self) -> None:
        """End every stream; who listens resumes elsewhere from the last id."""
        if not self.is_draining:
            self.is_draining = True
            self._house.listeners.remove(self._hear)
            self._heartbeat.cancel()
            self._answers.drain()
        self.wake_all()

    def close(self) -> None:
        """Nobody follows any more."""
        self.drain()
        self._replays.close()
