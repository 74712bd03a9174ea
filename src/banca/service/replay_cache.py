"""Entries that are told again: read beside the live tables, a block at a time, and once for all who replay a public table."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

import msgspec
from msgspec import structs

from banca.house import journal
from banca.house.house import House
from banca.house.request import Logged
from banca.house.story import JournalFormatter
from banca.house.views import Seen, is_public, seen
from banca.i18n import translator
from banca.law import Language
from banca.live.command import Actor
from banca.live.event import Opened
from banca.service.deadlines import DueShown

CHUNK = 200
"""Entries that are read from the store at a time, and wait for one reader at most."""
MOST_BYTES = 16_000_000
"""Of blocks that are at hand for whoever replays them next."""
READERS = 2
"""Threads that read; however many replay, live tables have all others."""

Frames = list[tuple[int, bytes]]
_encode = msgspec.json.Encoder().encode


def frame(shown: Seen, formatter: JournalFormatter | None = None) -> bytes:
    """One event of the stream, with its sentences where there is somebody to tell them."""
    if formatter:
        shown = structs.replace(shown, said=tuple(formatter.sentence(event).text for event in shown.events))
    return b"id: %d\nevent: entry\ndata: %b\n\n" % (shown.seq, _encode(shown))


def formatter_of(opened: Opened, language: Language | None) -> JournalFormatter | None:
    """Who tells the events of a table in a language; nobody where no language is asked for."""
    if language is None:
        return None
    formatter = JournalFormatter(translator(language))
    formatter.open(opened)
    return formatter


def due_frame(due: DueShown) -> bytes:
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
        first = seq - seq % CHUNK
        if not is_public(table):
            return await self._read(table_id, seq, language, viewer)
        if first + CHUNK > table.seq:
            return await self._read(table_id, seq, language)
        return [one for one in await self._block(table_id, first, language) if one[0] > seq]

    async def _block(self, table_id: str, first: int, language: Language | None) -> Frames:
        """A whole block: nothing in it changes any more, so it is read once."""
        key = (table_id, first, language)
        reading = self._blocks.get(key)
        if reading is None:
            reading = self._blocks[key] = asyncio.create_task(self._read(*key))
            reading.add_done_callback(lambda done: self._keep(key, done))
        self._blocks.move_to_end(key)
        return await asyncio.shield(reading)

    def _keep(self, key: tuple[str, int, Language | None], done: "asyncio.Task[Frames]") -> None:
        """A block has been read; those that nobody has asked for longest make room for it."""
        if done.cancelled() or done.exception():
            del self._blocks[key]
            return
        self._bytes += _size(done.result())
        while self._bytes > MOST_BYTES:
            oldest = next(one for one, block in self._blocks.items() if block.done())
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
            written = Logged("", row.digest, b"", row.leaf)
            frames.append((entry.seq, frame(seen(entry, table, viewer, written=written), formatter)))
        return frames

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown()


def _size(frames: Frames) -> int:
    return sum(len(one) for _, one in frames)
