"""What has been, for those who look back: threads and connections of their own, so that no live table waits behind them."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from itertools import islice
from typing import ParamSpec, TypeVar

from banca.house.audit import export
from banca.house.store import Store
from banca.server.limits import ConcurrencyLimit, ServiceLimits, enter_all
from banca.server.problems import TOO_MANY_EXPORTS

LINES_AT_A_TIME = 200
"""Each piece that is sent costs a change of thread, and is what a slow reader must take in time."""
ALL = ""

P = ParamSpec("P")
T = TypeVar("T")


class ExportPool:
    """The store once more: at most so many read there at once, each on one connection and for as long as one page takes."""

    def __init__(self, store: Store, limits: ServiceLimits) -> None:
        # A pool of connections of its own: an export in every thread must not leave live tables without one.
        self._own = Store(store.engine.url.render_as_string(hide_password=False)) if store.is_shared else None
        self.store = self._own or store
        self._threads = ThreadPoolExecutor(limits.exports, "archive")
        wait = limits.stalled_seconds
        self._exports = ConcurrencyLimit("exports", limits.exports, TOO_MANY_EXPORTS, wait)
        self._of_person = ConcurrencyLimit("exports_of_person", limits.exports_of_person, TOO_MANY_EXPORTS, wait)

    def place_of(self, person: str) -> ExitStack:
        """A place for something that reads everything; refused where somebody, or all together, have enough."""
        return enter_all(self._of_person.place(person), self._exports.place(ALL))

    async def read(self, work: Callable[P, T], *args: P.args, **about: P.kwargs) -> T:
        """The work's result, in its turn."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *args, **about))

    async def export(self, tables: Iterable[str] | None = None) -> AsyncGenerator[bytes, None]:
        """The journals of some tables, or of all, many lines at a time."""
        lines = export(self.store, tables)
        while piece := await self.read(lambda: b"".join(islice(lines, LINES_AT_A_TIME))):
            yield piece

    def close(self) -> None:
        """Let go of threads and connections, when what is being read has been."""
        self._threads.shutdown(cancel_futures=True)
        if self._own is not None:
            self._own.close()
