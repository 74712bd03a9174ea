"""Answers that go on: server-sent events of tables, resumed from the last id and held cheaply by the thousand; exports."""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from math import inf
from typing import Any

import msgspec
from litestar import Request
from litestar.response import Stream
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import structs

from banca.house import journal
from banca.house.commands import CommittedEntry, LiveTable
from banca.house.database import StoreDownError
from banca.house.house import House
from banca.house.journal import Entry
from banca.house.people import People, Person, ends_key_of, ends_keys
from banca.house.story import JournalFormatter
from banca.house.views import EntryView, HiddenAccessLog, redact
from banca.i18n import translator
from banca.law import Language
from banca.rules import Refusal
from banca.server.addresses import network_of
from banca.server.auto_dealer import AutoDealer, Deadline, DueView
from banca.server.limits import ConcurrencyLimit, Rate, ServiceLimits, enter_all
from banca.server.metrics import ENTRIES, LIMITED, STREAMS
from banca.server.presence import Presence
from banca.server.problems import TOO_FAR_BEHIND, TOO_MANY_STREAMS
from banca.tables.commands import Actor, Role
from banca.tables.events import TableOpened

LOG = logging.getLogger("banca")
LOOK_SECONDS = 1.0
"""How often it is looked whether an answer takes too long."""
EVENTS = "text/event-stream"
AS_THEY_COME = {"cache-control": "no-store, no-transform", "x-accel-buffering": "no"}
"""Of event streams: a proxy passes each event on at once, without compressing or gathering them; nginx reads the second header."""
ABORT = "banca.break_off"
"""Among the extensions of a request: ends its connection, whatever still waits to be sent there."""


class StreamRegistry:
    """Registry of open streams and exports. Ends those that take too long, or whose reader takes nothing."""

    def __init__(self, limits: ServiceLimits, clock: Callable[[], float]) -> None:
        self.clock = clock
        wait = self._stalled_seconds = limits.stalled_seconds
        self._of_person = ConcurrencyLimit("streams_of_person", limits.streams_of_person, TOO_MANY_STREAMS, wait)
        self._of_address = ConcurrencyLimit("streams_of_address", limits.streams_of_address, TOO_MANY_STREAMS, wait)
        self.under_way: set[OwnedStream] = set()
        self._watch = asyncio.create_task(self._look_round())

    def place_of(self, person: str, address: str) -> ExitStack:
        """A place for one more stream of somebody at an address; refused where they have enough."""
        return enter_all(self._of_person.place(person), self._of_address.place(network_of(address)))

    async def _look_round(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()

    def look(self) -> None:
        """End what takes too long."""
        now = self.clock()
        for sending in list(self.under_way):
            if now >= sending.ends_at:
                sending.end("export_seconds")
            elif sending.waits_since is not None and now - sending.waits_since >= self._stalled_seconds:
                sending.end("stalled_seconds")

    def drain(self) -> None:
        """End what would not end by itself: exports, and whoever does not read."""
        self._watch.cancel()
        for sending in list(self.under_way):
            if sending.ends_at < inf or sending.waits_since is not None:
                sending.end("draining")


class OwnedStream(Stream):
    """A streamed answer with the places that it takes; its frames are closed and its places let go when it is over."""

    def __init__(
        self,
        frames: AsyncGenerator[bytes, None],
        registry: StreamRegistry,
        places: ExitStack,
        *,
        media_type: str = EVENTS,
        headers: Mapping[str, str] = AS_THEY_COME,
        seconds: float = inf,
    ) -> None:
        super().__init__(frames, media_type=media_type, headers=headers)
        self._frames, self._registry, self._places = frames, registry, places
        self._task: asyncio.Task[None] | None = None
        self._why = ""
        self.ends_at = registry.clock() + seconds
        self.waits_since: float | None = None
        """Since when its reader has taken nothing of what is being sent; None while there is room for more."""

    def to_asgi_response(self, app: Any, request: Request[Any, Any, Any], **about: Any) -> Any:  # the framework's own
        """The same, with what the route adds to its headers. Litestar's own response does not see that its reader has stopped."""
        del app, request
        self.headers = {**(about.get("headers") or {}), **self.headers}
        return self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, and let go of everything in the end."""
        extensions: dict[str, Any] = scope.get("extensions") or {}
        with self._places:
            self._registry.under_way.add(self)
            try:
                await self._send(receive, send, extensions.get(ABORT))
            finally:
                self._registry.under_way.discard(self)
                await self._frames.aclose()

    async def _send(self, receive: Receive, send: Send, break_off: Callable[[], None] | None) -> None:
        """Until all is sent, the reader leaves, or it is ended from here: then the connection is broken off, so that nobody takes it for whole."""
        sending = self._task = asyncio.create_task(self._send_all(send))
        leaving = asyncio.create_task(_left(receive))
        # The client has gone: the generator is closed now, and not when the collector finds it.
        leaving.add_done_callback(lambda _: sending.cancel())
        try:
            await asyncio.wait({sending})
            # Closed in good order it would look whole to the client.
            if self._is_cut(sending) and not leaving.done() and break_off:
                break_off()
                await asyncio.wait({leaving})
        finally:
            sending.cancel()
            leaving.cancel()
            await asyncio.wait({sending, leaving})

    async def _send_all(self, send: Send) -> None:
        async def watched(message: Any) -> None:  # an ASGI message
            self.waits_since = self._registry.clock()
            await send(message)
            self.waits_since = None

        kind = f"{EVENTS}; charset=utf-8" if self.media_type == EVENTS else self.media_type
        headers = {"content-type": kind, **self.headers}
        written = [(name.lower().encode(), str(value).encode()) for name, value in headers.items()]
        await watched({"type": "http.response.start", "status": 200, "headers": written})
        async for piece in self._frames:
            await watched({"type": "http.response.body", "body": piece, "more_body": True})
        await watched({"type": "http.response.body", "body": b"", "more_body": False})

    def end(self, why: str) -> None:
        """Send no more of it: a limit says so, or the server stops."""
        if self._task is not None and not self._task.done() and not self._why:
            self._why = why
            if why != "draining":
                LIMITED.labels(why).inc()
            self._task.cancel()

    def _is_cut(self, sending: asyncio.Task[None]) -> bool:
        """Whether it ended before all was sent."""
        if sending.cancelled():
            if self._why:
                LOG.info("broken off", extra={"about": {"because": self._why}})
            return True
        fault = sending.exception()
        if isinstance(fault, StoreDownError):
            LOG.error("store down", extra={"about": {"because": str(fault)}})
        elif fault is not None:
            LOG.error("defect", exc_info=fault)
        return fault is not None


async def _left(receive: Receive) -> None:
    """Until the reader has gone, or has everything."""
    while (await receive())["type"] != "http.disconnect":
        pass


class AbortableConnections:
    """Stands before the application, in uvicorn: lets an answer break its connection off. Closing it would wait for who never reads."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:  # uvicorn's own
        """Pass a request on, with the way to end its connection."""
        if scope["type"] == "http":
            scope.setdefault("extensions", {})[ABORT] = send.__self__.transport.abort
        await self._app(scope, receive, send)


CHUNK = 200
"""Entries that are read from the store at a time, and wait for one reader at most."""
MOST_BYTES = 16_000_000
"""Of blocks that are at hand for whoever replays them next."""
READERS = 2
"""Threads that read; however many replay, live tables have all others."""

Frames = list[tuple[int, bytes]]
_encode = msgspec.json.Encoder().encode


def frame(shown: EntryView, formatter: JournalFormatter | None = None) -> bytes:
    """One event of the stream, with its sentences where there is somebody to tell them."""
    if formatter:
        shown = structs.replace(shown, said=tuple(formatter.format_event(event).text for event in shown.events))
    return b"id: %d\nevent: entry\ndata: %b\n\n" % (shown.seq, _encode(shown))


def formatter_of(opened: TableOpened, language: Language | None) -> JournalFormatter | None:
    """Who tells the events of a table in a language; nobody where no language is asked for."""
    if language is None:
        return None
    formatter = JournalFormatter(translator(language))
    formatter.begin(opened)
    return formatter


def due_frame(due: DueView) -> bytes:
    """What is due, as one event of the stream; it has no id, as it is no entry."""
    return b"event: due\ndata: %b\n\n" % _encode(due)


class Replays:
    """What streams far behind are told."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._threads = ThreadPoolExecutor(READERS, "replays")
        self._blocks: OrderedDict[tuple[str, int, Language | None], asyncio.Task[Frames]] = OrderedDict()
        self._bytes = 0

    async def since(self, table_id: str, viewer: Actor, seq: int, language: Language | None = None) -> Frames:
        """Some entries from behind a sequence number, as somebody may see them, with their sentences in a language."""
        table = self._house.table(table_id)
        # A block holds the entries behind its start, which is thus not in it.
        start = seq - seq % CHUNK
        if not table.engine.is_public:
            return await self._read(table_id, seq, language, viewer)
        if start + CHUNK > table.seq:
            return await self._read(table_id, seq, language)
        return [(number, body) for number, body in await self._block(table_id, start, language) if number > seq]

    async def _block(self, table_id: str, start: int, language: Language | None) -> Frames:
        """A whole block: nothing in it changes any more, so it is read once."""
        key = (table_id, start, language)
        reading = self._blocks.get(key)
        if reading is None:
            # The task is kept and not its result, so that streams which come together read a block once.
            reading = self._blocks[key] = asyncio.create_task(self._read(*key))
            reading.add_done_callback(lambda done: self._keep(key, done))
        self._blocks.move_to_end(key)
        # One reader who leaves must not cancel what others wait for.
        return await asyncio.shield(reading)

    def _keep(self, key: tuple[str, int, Language | None], done: "asyncio.Task[Frames]") -> None:
        """A block has been read; those that nobody has asked for longest make room for it."""
        if done.cancelled() or done.exception():
            del self._blocks[key]
            return
        self._bytes += _size(done.result())
        while self._bytes > MOST_BYTES:
            oldest = next(key_of_block for key_of_block, block in self._blocks.items() if block.done())
            self._bytes -= _size(self._blocks.pop(oldest).result())

    async def _read(self, table_id: str, seq: int, language: Language | None, viewer: Actor | None = None) -> Frames:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._stored, table_id, seq, language, viewer)

    def _stored(self, table_id: str, seq: int, language: Language | None, viewer: Actor | None) -> Frames:
        rows = list(self._house.store.rows(table_id, seq, CHUNK))
        table = self._house.table(table_id)  # as it stands at least where these entries left it
        formatter = formatter_of(table.opened, language)
        frames = []
        for row in rows:
            entry = journal.read(row.body, table.opened.game, row.seq)
            frames.append((entry.seq, frame(redact(entry, table, viewer, digest=row.digest, leaf=row.leaf), formatter)))
        return frames

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown()


def _size(frames: Frames) -> int:
    return sum(len(body) for _, body in frames)


KEPT = 500
"""Entries of a table that are at hand for streams that follow."""
MOST_QUIET = 50
"""Tables that nobody follows and whose last entries are at hand all the same, for who comes back."""
HEARTBEAT = 15.0
"""Seconds after which a quiet stream shows that it is alive."""
ALIVE = b": alive\n\n"


@dataclass(slots=True)
class RecentEntry:
    """An entry that is at hand, with its place in the log."""

    entry: Entry
    digest: str
    leaf: int
    frames: dict[Language | None, bytes] = field(default_factory=dict)
    """As everybody sees it, where all see the same: without sentences, and with them in each language that was asked for."""


# Not litestar.channels: it gives each subscriber a queue of its own, and puts every message into all of them. Here ten thousand streams share the
# last entries of a table, each takes up where its id says, and sees what its role may see.
class Channel:
    """The news of one table: its last entries, and what everybody who listens waits for."""

    __slots__ = ("followers", "news", "recent")

    def __init__(self) -> None:
        self.followers = 0
        self.recent: deque[RecentEntry] = deque(maxlen=KEPT)
        self.news = asyncio.Event()

    def since(self, seq: int) -> list[RecentEntry]:
        """What came behind an entry; nothing where not all of that is at hand."""
        entries = [recent for recent in self.recent if recent.entry.seq > seq]
        return entries if entries and entries[0].entry.seq == seq + 1 else []

    def wake(self) -> None:
        """Everybody who listens looks again."""
        # A new event for those who wait from now on: whoever was woken by the old one cannot miss what comes between.
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
        looks: HiddenAccessLog,
        answers: StreamRegistry,
        limits: ServiceLimits,
        attendants: AutoDealer | None = None,
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

    def _hear(self, published: list[CommittedEntry]) -> None:
        """Called by the writer when entries are on the disk."""
        self._loop.call_soon_threadsafe(self._publish, published)

    def _publish(self, published: list[CommittedEntry]) -> None:
        ENTRIES.inc(len(published))
        woken = set()
        for committed in published:
            if self._listeners and ends_keys(
                committed.entry
            ):  # here or in another process: so do the streams that they opened
                self._end([listener for listener in self._listeners if ends_key_of(committed.entry, listener.person)])
            channel = self._channels.get(committed.entry.table)
            if channel is not None:
                channel.recent.append(RecentEntry(committed.entry, committed.digest, committed.leaf))
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
        shown_deadline: Deadline | None = None
        STREAMS.inc()
        try:
            seq = await self.begins(table, after)
            # A browser comes back after a second; its own default is three.
            yield b"retry: 1000\n\n"
            while not self.is_draining and not listener.is_over:
                # Taken before looking: what is published between the look and the wait has set it already.
                news = channel.news
                frames, seq = await self._since(channel, table.id, person.actor, seq, language)
                due, shown_deadline = self._due(table.id, shown_deadline)
                if frames or due:
                    yield b"".join([*frames, due])
                    continue
                # Woken by an entry, by what is due, by the heartbeat, or at the end.
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
            quiet = [name for name, other in self._channels.items() if not other.followers]
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
            frames: Frames = [(recent.entry.seq, self._shown(table, recent, viewer, language)) for recent in at_hand]
        else:
            frames = await self._replays.since(table_id, viewer, seq, language)
        if viewer.role is Role.INSPECTOR and not self._house.table(table_id).engine.is_public:
            await asyncio.to_thread(self._looks.note, viewer, table_id)
        return [body for _, body in frames], frames[-1][0] if frames else seq

    @staticmethod
    def _shown(table: LiveTable, recent: RecentEntry, viewer: Actor, language: Language | None) -> bytes:
        if not table.engine.is_public:
            return frame(
                redact(recent.entry, table, viewer, digest=recent.digest, leaf=recent.leaf),
                formatter_of(table.opened, language),
            )
        # Encoded once for all who see the same: with a thousand streams at a table that is what makes them cheap.
        if language not in recent.frames:
            shown = redact(recent.entry, table, digest=recent.digest, leaf=recent.leaf)
            recent.frames[language] = frame(shown, formatter_of(table.opened, language))
        return recent.frames[language]

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
