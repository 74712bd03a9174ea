"""Health and metrics: a write is made every few seconds, and what came of it is remembered. Asking costs nothing."""

import asyncio
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from types import MappingProxyType

from litestar import Response, get
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from banca.house.audit import Finding
from banca.house.database import StoreDownError, Trouble
from banca.house.house import House
from banca.house.register import OUTSIDE_TABLES
from banca.rules import Message
from banca.server.api.witnesses import Witnesses, witness_rows
from banca.server.auth import STAFF, is_of_the_house, person_of
from banca.server.http import AnyRequest
from banca.server.metrics import CLOCK_BEHIND, READY, RECORD_DIFFERS, REGISTRY
from banca.server.openapi import SECURITY, refuses

LOG = logging.getLogger("banca")
LOOK_SECONDS = 5.0
"""How often a write is made to see whether it works."""
STALE_SECONDS = 30.0
"""A write that has been waited for so long does not work: the longest that a database is waited for, and twice more."""
BALLAST_BYTES = 65_536
"""What must have room before it is believed that the disk is full no more: more than a batch of commands."""


PASSING = {
    Trouble.CLOCK_BEHIND,
    Trouble.SNAPSHOT_WRONG,
    Trouble.AUDIT_FAULT,
    Trouble.WATCH_CHANGED,
    Trouble.RECORD_DIFFERS,
    Trouble.HEAD_MISSING,
    Trouble.CHECKPOINT_UNWRITTEN,
    Trouble.WITNESS_AWAY,
    Trouble.WITNESS_CONTRADICTS,
}
"""What is told, and does not keep commands from being carried out."""


NO_CHECKPOINT_OUTSIDE = "no_checkpoint_outside"


def is_evidence_alone(house: House) -> bool:
    """Whether nobody but the house holds evidence of its past: no file outside, and no witness that has ever signed; play money needs none."""
    if house.log is None or house.is_play_money or house.log.outside:
        return False
    return not any(row.note for row in witness_rows(house.store).values())


class HealthStatus(StrEnum):
    """The health that is shown to everybody."""

    READY = "ready"
    STORE_DOWN = "store down"
    DRAINING = "draining"


class Health(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Whether the server can do its work, and what is wrong where it cannot or only just can."""

    status: HealthStatus
    troubles: list[Trouble] | None = None
    tables: int | None = None
    stopped: list[str] | None = None
    snapshots: list[str] | None = None
    """Snapshots that are wrong and were not used: the table, and the entry."""
    faults: list[str] | None = None
    """What the audit in the background found: the table, and the entry."""
    watch: list[str] | None = None
    """What plug-ins find wrong with what they store. The field has the name of the first of them, the watch."""
    notices: list[str] | None = None
    """What somebody should see to, though nothing is wrong: `no_checkpoint_outside` where only the house itself holds evidence of its past."""
    record: str | None = None
    """Where the store was first seen to differ from what was signed."""


class StoreWatch:
    """Looks after the store and the clock."""

    def __init__(
        self,
        house: House,
        clock: Callable[[], float],
        faults: Mapping[str, Finding] = MappingProxyType({}),
        witnesses: Witnesses | None = None,
        plugin_faults: Callable[[], Sequence[Message]] = tuple,
    ) -> None:
        self._house = house
        self._faults = faults
        self._witnesses = witnesses
        self._plugin_faults = plugin_faults
        self._clock = clock
        self._looked: float | None = None
        self._told: list[Trouble] = []
        self._is_alone = False

    def look(self) -> None:
        """Make a write, and tell the log what has changed. The first, and any after the disk was full, is a large one."""
        fault = self._house.fault
        # A full disk still takes a small write within a page that is there: only a large one shows it.
        is_large = self._looked is None or (fault and fault.trouble is Trouble.FULL)
        with suppress(StoreDownError):
            if is_large:
                self._house.beat(os.urandom(BALLAST_BYTES))
            self._house.beat()
            self._is_alone = is_evidence_alone(self._house)
        self._looked = self._clock()
        self._tell()

    def _tell(self) -> None:
        troubles, before = self.troubles, self._told
        self._told = troubles
        for trouble in troubles:
            if trouble not in before:
                about = {
                    "trouble": trouble,
                    "because": str(self._house.fault or ""),
                    "behind": self._house.clock.behind,
                }
                LOG.warning("trouble", extra={"about": about})
        if before and not troubles:
            LOG.info("no trouble any more")
        READY.set(not set(troubles) - PASSING)
        RECORD_DIFFERS.set(Trouble.RECORD_DIFFERS in troubles)
        CLOCK_BEHIND.set(self._house.clock.behind)

    @property
    def troubles(self) -> list[Trouble]:
        """What is wrong now."""
        fault, looked = self._house.fault, self._looked
        # A write that hangs raises nothing; that no look has ended lately is how it shows.
        is_stale = looked is None or self._clock() - looked > STALE_SECONDS
        troubles: list[Trouble] = []
        if fault or is_stale:
            troubles.append(fault.trouble if fault else Trouble.NO_ANSWER)
        if self._house.clock.behind:
            troubles.append(Trouble.CLOCK_BEHIND)
        if self._house.wrong_snapshots:
            troubles.append(Trouble.SNAPSHOT_WRONG)
        if self._faults:
            troubles.append(Trouble.AUDIT_FAULT)
        if self._plugin_faults():
            troubles.append(Trouble.WATCH_CHANGED)
        log = self._house.log
        if log and log.fault:
            troubles.append(Trouble.RECORD_DIFFERS)
        if log and log.is_head_missing:
            troubles.append(Trouble.HEAD_MISSING)
        if log and log.is_outside_failing:
            troubles.append(Trouble.CHECKPOINT_UNWRITTEN)
        return troubles + (self._witnesses.troubles if self._witnesses else [])

    def health(self, *, is_draining: bool) -> Health:
        """All of it, for those who may know."""
        troubles = self.troubles
        status = HealthStatus.STORE_DOWN if set(troubles) - PASSING else HealthStatus.READY
        return Health(
            status=HealthStatus.DRAINING if is_draining else status,
            troubles=troubles,
            tables=len(self._house.games) - len(OUTSIDE_TABLES),
            stopped=sorted(self._house.stopped),
            snapshots=[f"{table} {seq}" for table, seq in sorted(self._house.wrong_snapshots)] or None,
            faults=[f"{table} {fault.seq}" for table, fault in sorted(self._faults.items())] or None,
            watch=[str(fault) for fault in self._plugin_faults()] or None,
            notices=[NO_CHECKPOINT_OUTSIDE] if self._is_alone else None,
            record=(self._house.log.fault or None) if self._house.log else None,
        )


FORMAT = CONTENT_TYPE_LATEST.partition("; charset")[0]
"""What Prometheus reads; the framework says of every text how its letters are written."""


@get("/health/live", tags=("health",), summary="Check that the process is alive")
async def live() -> dict[str, str]:
    """Any response means that it is."""
    return {"status": "alive"}


@get(
    "/health/ready",
    tags=("health",),
    summary="Check that commands can be carried out",
    responses={
        503: ResponseSpec(
            data_container=Health, description="Commands cannot be carried out now.", generate_examples=False
        )
    },
)
async def ready(request: AnyRequest, state: State) -> Response[Health]:
    """Returns 503 while nothing can be written or the server is shutting down. The cause is shown to staff, and on this machine.

    The server tries a write every few seconds; this request makes none.
    """
    health = state.store_watch.health(is_draining=state.batches.is_draining)
    shown = health if is_of_the_house(request) else Health(status=health.status)
    return Response(shown, status_code=200 if health.status is HealthStatus.READY else 503)


@get(
    "/metrics",
    tags=("health",),
    summary="Get metrics",
    media_type="text/plain",
    security=SECURITY,
    responses=refuses(),
)
async def metrics(request: AnyRequest) -> Response[bytes]:
    """In Prometheus format; for staff, and on this machine if there is no proxy."""
    if not is_of_the_house(request):
        person_of(request, *STAFF)
    return Response(await asyncio.to_thread(generate_latest, REGISTRY), media_type=FORMAT)


MONITORING = (live, ready, metrics)
