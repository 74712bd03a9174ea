"""The watch reads on: entries of all tables in the order of their time, each once; what it has read is kept, and never read again."""

import heapq
from collections.abc import Callable, Iterator

import msgspec

from banca.house import journal
from banca.house.audit.replay import told
from banca.house.store import Store
from banca.house.watch.reading import EntryRead, WatchPass
from banca.house.watch.rows import WatchHead, WatchRows

MOST_ENTRIES = 5000
"""That one pass reads."""


class Watching:
    """The watch over a store."""

    def __init__(self, store: Store, pause: Callable[[], None] | None = None) -> None:
        self.rows = WatchRows(store)
        self._pause = pause

    def read_on(self, most: int = MOST_ENTRIES) -> int:
        """Read so many entries more, of all tables; how many there were."""
        head = self.rows.head()
        behind = {name: place for name, place in self.rows.behind().items() if name not in head.unread}
        current = WatchPass(self.rows, head)
        count, read = 0, None
        for read in heapq.merge(*(self._entries(head, name, *place) for name, place in behind.items())):
            if read.table in head.unread:
                continue
            self._take(current, read)
            count += 1
            if self._pause:
                self._pause()
            if count >= most:
                break
        if read is not None:
            current.settle()
            self.rows.write(head, current.writing)
        return count

    def read_all(self) -> int:
        """Everything there is."""
        total = 0
        while count := self.read_on():
            total += count
        return total

    def _take(self, current: WatchPass, read: EntryRead) -> None:
        current.compare_calls(read)
        try:
            current.take(read)
        except Exception as fault:  # noqa: BLE001 - whatever a forged journal breaks; the audit tells it
            current.head.unread[read.table] = str(told(fault))

    def _entries(self, head: WatchHead, table: str, after: int, last: int) -> Iterator[EntryRead]:
        """A table's entries; where one cannot be read, that is noted, and they end."""
        game = ""
        try:
            game = journal.game_of(journal.read_first(self.rows.opening(table) or b""))
            for seq, body in self.rows.entries(table, after, last):
                entry = journal.read(body, game, seq)
                yield EntryRead(entry.at, table, seq, entry)
        except msgspec.MsgspecError as fault:
            head.unread[table] = str(told(fault))
