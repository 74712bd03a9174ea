"""What the program does at tables by itself, in its own time: automatic croupiers and practice seats."""

import asyncio
import logging
from time import monotonic

from banca.house.automatic import attend, conduct
from banca.house.cage import CAGE
from banca.house.house import House, Published
from banca.house.opening import Conducted
from banca.house.store import StoreDownError

LOG = logging.getLogger("banca")


class Attendants:
    """Looks round the tables; a croupier acts when a table has been quiet for `pace` seconds."""

    def __init__(self, house: House, pace: float) -> None:
        self._house = house
        self._pace = pace
        self._moved: dict[str, float] = {}
        self._task = asyncio.create_task(self._go_round())
        house.listeners.append(self._hear)

    def _hear(self, published: list[Published]) -> None:
        now = monotonic()
        for one in published:
            self._moved[one.entry.table] = now

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(min(self._pace, 0.25))
            quiet = monotonic() - self._pace
            names = list(self._house.games)  # at once: the writer adds to them
            due = [name for name in names if name != CAGE and self._moved.get(name, 0.0) < quiet]
            if due:
                await asyncio.to_thread(self._attend_to, due)

    def _attend_to(self, tables: list[str]) -> None:
        for name in tables:
            try:
                table = self._house.table(name)
                if table.state.practice:
                    attend(self._house, name, shakes=True)
                if table.opened.conduct == Conducted.AUTOMATIC:
                    conduct(self._house, name)
            except StoreDownError:
                return
            except Exception:  # one table's trouble must not stop the others
                LOG.exception("attendant", extra={"about": {"table": name}})

    def drain(self) -> None:
        """Stop where everything stands."""
        self._house.listeners.remove(self._hear)
        self._task.cancel()
