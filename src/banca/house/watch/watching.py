"""The watch reads on: entries of all tables in the order of their time, each once; what it has read is kept, and never read again."""

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from banca.house import journal
from banca.house.commands import conduct_of
from banca.house.database import StoreConflictError
from banca.house.journal import told
from banca.house.store import Store
from banca.house.watch.plans import UnwatchedPart, opened_with, unwatched
from banca.house.watch.reading import EntryRead, WatchPass
from banca.house.watch.rows import UnreadJournals, WatchHead, WatchKept, WatchRows
from banca.tables.events import TableOpened

MOST_ENTRIES = 5000
"""That one pass reads."""


class Watching:
    """The watch over a store."""

    def __init__(self, store: Store, pause: Callable[[], None] | None = None) -> None:
        self.rows = WatchRows(store)
        self._store, self._pause = store, pause

    def read_on(self, most: int = MOST_ENTRIES) -> int:
        """Read so many entries more, of all tables; how many there were."""
        head = self.rows.head()
        unread = set(head.unread)
        behind = {name: place for name, place in self.rows.behind().items() if name not in head.unread}
        current = WatchPass(self.rows, head)
        count = self._read(current, behind, most)
        if count or unread != set(head.unread):
            current.settle()
            self.rows.write(head, current.writing)
        return count

    def read_anew(self, kept: WatchKept) -> WatchPass:
        """The journals from their first entries on, as far as they were read: what must have come of it. Nothing is written."""
        current = WatchPass(UnreadJournals(self._store), WatchHead())
        self._read(current, {table: (0, seq) for table, seq in kept.positions.items()})
        current.settle()
        return current

    def _read(self, current: WatchPass, behind: Mapping[str, tuple[int, int]], most: int | None = None) -> int:
        """So many entries, or all, of the tables that are behind; how many there were."""
        head, count = current.head, 0
        for read in heapq.merge(*(self._entries(head, name, *place) for name, place in behind.items())):
            if read.table in head.unread:
                continue
            self._take(current, read)
            count += 1
            if self._pause:
                self._pause()
            if count == most:
                break
        return count

    def read_all(self) -> int:
        """Everything there is."""
        total = 0
        while True:
            try:
                count = self.read_on()
            except (
                StoreConflictError
            ):  # another process has read on at this moment: its work is kept, and the rest is read
                continue
            if not count:
                return total
            total += count

    def unwatched(self, tables: Iterable[str]) -> Iterator[tuple[str, TableOpened, UnwatchedPart]]:
        """What is not looked at at each of these tables; not of those that cannot be opened, whose journal is unread."""
        alike: dict[tuple[object, ...], list[UnwatchedPart]] = {}
        for table in tables:
            try:
                opened = journal.opened_in(self.rows.opening(table) or b"")
                key = opened_with(opened)
                if key not in alike:
                    alike[key] = list(unwatched(conduct_of(opened)))
            except Exception:  # noqa: S112 - whatever a forged journal breaks; it is among the unread
                continue
            yield from ((table, opened, part) for part in alike[key])

    def _take(self, current: WatchPass, read: EntryRead) -> None:
        current.compare_calls(read)
        try:
            current.take(read)
        except Exception as fault:  # whatever a forged journal breaks; the audit tells it
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
