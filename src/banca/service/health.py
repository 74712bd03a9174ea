"""Whether the house can do its work: a write is made every few seconds, and what came of it is remembered. Asking costs nothing."""

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum

from msgspec import Struct

from banca.house.health import Trouble
from banca.house.house import House
from banca.house.register import OUTSIDE_TABLES
from banca.house.store_errors import StoreDownError
from banca.service.metrics import CLOCK_BEHIND, READY

LOG = logging.getLogger("banca")
LOOK_SECONDS = 5.0
"""How often a write is made to see whether it works."""
STALE_SECONDS = 30.0
"""A write that has been waited for so long does not work: the longest that a database is waited for, and twice more."""
BALLAST_BYTES = 65_536
"""What must have room before it is believed that the disk is full no more: more than a batch of commands."""


PASSING = {Trouble.CLOCK_BEHIND}
"""What is told, and does not keep commands from being carried out."""


class HealthStatus(StrEnum):
    """What is said to everybody."""

    READY = "ready"
    STORE_DOWN = "store down"
    DRAINING = "draining"


class Health(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Whether the server can do its work, and what is wrong where it cannot or only just can."""

    status: HealthStatus
    troubles: list[Trouble] | None = None
    tables: int | None = None
    stopped: list[str] | None = None


class Watch:
    """Looks after the store and the clock."""

    def __init__(self, house: House, clock: Callable[[], float]) -> None:
        self._house = house
        self._clock = clock
        self._looked: float | None = None
        self._told: list[Trouble] = []

    def look(self) -> None:
        """Make a write, and tell the log what has changed. The first, and any after the disk was full, is a large one."""
        fault = self._house.fault
        is_large = self._looked is None or (fault and fault.trouble is Trouble.FULL)
        with suppress(StoreDownError):
            if is_large:
                self._house.beat(os.urandom(BALLAST_BYTES))
            self._house.beat()
        self._looked = self._clock()
        self._tell()

    def _tell(self) -> None:
        troubles, before = self.troubles, self._told
        self._told = troubles
        for one in troubles:
            if one not in before:
                about = {"trouble": one, "because": str(self._house.fault or ""), "behind": self._house.clock.behind}
                LOG.warning("trouble", extra={"about": about})
        if before and not troubles:
            LOG.info("no trouble any more")
        READY.set(not set(troubles) - PASSING)
        CLOCK_BEHIND.set(self._house.clock.behind)

    @property
    def troubles(self) -> list[Trouble]:
        """What is wrong now."""
        fault, looked = self._house.fault, self._looked
        is_stale = looked is None or self._clock() - looked > STALE_SECONDS
        found: list[Trouble] = []
        if fault or is_stale:
            found.append(fault.trouble if fault else Trouble.NO_ANSWER)
        if self._house.clock.behind:
            found.append(Trouble.CLOCK_BEHIND)
        return found

    def health(self, *, is_draining: bool) -> Health:
        """All of it, for those who may know."""
        troubles = self.troubles
        status = HealthStatus.STORE_DOWN if set(troubles) - PASSING else HealthStatus.READY
        return Health(
            status=HealthStatus.DRAINING if is_draining else status,
            troubles=troubles,
            tables=len(self._house.games) - len(OUTSIDE_TABLES),
            stopped=sorted(self._house.stopped),
        )
