"""A table as its journal leaves it: the opening, the newest snapshot that can be trusted, and the entries since."""

import logging
from contextlib import closing
from typing import Any

from banca.house import journal
from banca.house.opening import conduct_of
from banca.house.request import LiveTable, after
from banca.house.store import Store
from banca.house.table_snapshot import WrongSnapshotError, opened_from
from banca.house.writing import Row
from banca.live.conduct import Conduct
from banca.rules import Message

LOG = logging.getLogger("banca")


class Loader:
    """Reads tables out of a store, and remembers which snapshots were wrong."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.wrong: dict[tuple[str, int], Message] = {}
        """Snapshots that were not used, by table and entry, and why."""

    def first_row(self, table_id: str) -> Row | None:
        """A table's opening; none where there is no such table."""
        with closing(self._store.rows(table_id, most=1)) as rows:
            return next(rows, None)

    def load(self, table_id: str) -> LiveTable | None:
        """The table as it stands in the store; none where there is none."""
        first = self.first_row(table_id)
        if first is None:
            return None
        opening = journal.read_first(first.body)
        conduct = conduct_of(opening.events[0])
        table = self._newest(table_id, conduct)
        if table is None:
            table = after(LiveTable(table_id, conduct, conduct.start, 0, journal.GENESIS), opening, first.digest)
        with closing(self._store.rows(table_id, after=table.seq)) as rows:
            for row in rows:
                table = after(table, journal.read(row.body, table.opened.game, row.seq), row.digest)
        return table

    def _newest(self, table_id: str, conduct: Conduct[Any]) -> LiveTable | None:
        """The table as the newest snapshot has it that an entry binds; none where there is none."""
        before: int | None = None
        while (kept := self._store.snapshot(table_id, before)) is not None:
            try:
                table, _ = opened_from(kept, conduct)
            except WrongSnapshotError as wrong:
                self._note(table_id, kept.seq, wrong.why)
                before = kept.seq
            else:
                return table
        return None

    def _note(self, table_id: str, seq: int, why: Message) -> None:
        """A snapshot is wrong: that costs time, and is told."""
        if (table_id, seq) not in self.wrong:
            self.wrong[table_id, seq] = why
            LOG.error("snapshot not used", extra={"about": {"table": table_id, "seq": seq, "because": str(why.code)}})
