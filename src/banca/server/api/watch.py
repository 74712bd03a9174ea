"""The watch over HTTP, and how a server reads on: for inspectors, and for supervisors who run the tables."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Annotated

from litestar import Controller, Response, get
from litestar.datastructures import State
from litestar.params import QueryParameter

from banca.house.database import StoreConflictError
from banca.house.refusals import UNKNOWN_TABLE
from banca.house.store import Store
from banca.house.watch import SeriesState, Watching, kept_faults
from banca.house.watch.report import WatchReport, watch_report
from banca.house.watch.watching import MOST_ENTRIES
from banca.rules import Message, Refusal
from banca.server.api.audit import READERS
from banca.server.auth import person_of
from banca.server.background_audit import breathing
from banca.server.http import AnyRequest, answered
from banca.server.openapi import SECURITY, refuses
from banca.server.refusals import NOT_FOUND

WATCH_SECONDS = 30.0
"""How often the server reads on: rarely, as every table that is read on is taken up where it was left."""
LOOKS_A_CHECK = 20
"""How often it reads on between two comparisons of everything that it keeps: every ten minutes."""
PASSES = 10
"""That it makes then at the most."""


class WatchDesk:
    """The watch of a server: it reads on beside everything else, and when somebody looks."""

    def __init__(self, store: Store, is_busy: Callable[[], bool]) -> None:
        self._store = store
        self._is_busy = is_busy
        self._lock = Lock()
        self._looks = 0
        self.faults: list[Message] = []
        """What the watch keeps and cannot have written, when it was last compared; the page of health tells it."""

    def go_on(self) -> int:
        """What is new, or as much of it as a few passes take; how many entries that were."""
        if not self._looks % LOOKS_A_CHECK:
            self.check()
        self._looks += 1
        total = 0
        for _ in range(0 if self.faults else PASSES):
            count = self._read(breathing(self._is_busy))
            total += count
            if count < MOST_ENTRIES:
                break
        return total

    def check(self) -> None:
        """Compare what is kept with itself and with how far the journals go."""
        self.faults[:] = kept_faults(Watching(self._store).rows)

    def _read(self, pause: Callable[[], None] | None = None) -> int:
        with self._lock, suppress(StoreConflictError):  # another process has read on: what it read is kept
            return Watching(self._store, pause).read_on()
        return 0

    def look(self, tables: list[str]) -> WatchReport:
        """What there is by now; of some tables, or all."""
        games = {name: game for name, (game, _) in self._store.tables().items()}
        for name in tables:
            if name not in games:
                raise Refusal(UNKNOWN_TABLE, asked=name, allowed=[])
        self.check()
        if not self.faults:
            self._read()
        return watch_report(Watching(self._store), games, tables)

    def series(self, name: str) -> tuple[int, SeriesState]:
        """One series with its number; refused where there is none."""
        found = Watching(self._store).rows.one_series(name)
        if found is None:
            raise Refusal(NOT_FOUND, asked=name)
        return found


class WatchHandlers(Controller):
    """Whether it is luck."""

    tags = ("audit",)
    security = SECURITY

    @get("/watch", summary="Show the watch", responses=refuses(404))
    async def watch(
        self, request: AnyRequest, state: State, table: Annotated[list[str] | None, QueryParameter(max_items=50)] = None
    ) -> Response[WatchReport]:
        """Every series with its evidence, the alarms, and the money beside them, as in `banca watch --json`; with `table`, only these tables. Inspectors and supervisors."""
        person_of(request, *READERS)
        desk: WatchDesk = state.watch_desk
        return answered(request, await asyncio.to_thread(desk.look, table or []))
