"""Group commit: commands that arrive together share one write to the disk, and none is answered before it."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic, perf_counter

from banca.house.house import House
from banca.house.request import CommandRequest, Published
from banca.live.command import THE_HOUSE, Actor
from banca.rulebook import Refusal
from banca.service.limits import ServiceLimits
from banca.service.metrics import BATCH, COMMANDS, CONFLICTS, STOPPED, WRITE
from banca.service.rate_limit import Rate
from banca.service.refusals import DRAINING, TOO_BUSY

MOST = 512
"""Commands in one batch."""
FEW = 8
"""So many are written at once; only more are worth waiting for further ones."""
PAUSE_SECONDS, GATHERED_SECONDS = 0.002, 0.05
"""How long without a new command ends a batch, and how long it is gathered at most."""


class Batches:
    """Collects commands while the batch before is being written."""

    def __init__(self, house: House, limits: ServiceLimits, clock: Callable[[], float] = monotonic) -> None:
        self._house = house
        self._most_waiting = limits.commands_waiting
        self.rate = Rate(limits, "commands_of_person_minute", clock)
        self._waiting: list[tuple[CommandRequest, asyncio.Future[Published]]] = []
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="banca-writer")
        self._busy: asyncio.Task[None] | None = None
        self._expected = MOST
        """How many commands the next batch may have: those who were just answered come again, and hardly anybody else."""
        self._enough = asyncio.Event()
        self.elsewhere = 0
        """Commands that wait for another process, their tables' home."""
        self.is_draining = False

    async def do(self, request: CommandRequest) -> Published:
        """Carry out a command; returns when it is on the disk, or raises the refusal."""
        self.admit(request.actor)
        return await self.submit(request)

    def admit(self, actor: Actor) -> None:
        """Count a command that somebody is about to give; refused where there is no room for it."""
        if self.is_draining:
            raise Refusal(DRAINING)
        if actor != THE_HOUSE:
            self.rate.check(actor.name)
        self.check_room()

    def check_room(self) -> None:
        """Refused where too many wait already."""
        if len(self._waiting) + self.elsewhere >= self._most_waiting:
            raise Refusal(TOO_BUSY, limit="commands_waiting", seconds=1)

    def submit(self, request: CommandRequest) -> "asyncio.Future[Published]":
        """Put a command into the next batch, behind those that are there; what comes of it is known when it is on the disk."""
        answer: asyncio.Future[Published] = asyncio.get_running_loop().create_future()
        self._waiting.append((request, answer))
        if self._busy is None:
            self._busy = asyncio.create_task(self._write_all())
        elif len(self._waiting) == self._expected:
            self._enough.set()
        return answer

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                if len(self._waiting) > FEW:
                    await self._gather()
                batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                await self._write(batch)
        finally:
            self._busy = None

    async def _gather(self) -> None:
        """Under load, wait while commands keep coming in: larger batches cost less, and the writer has Python to itself."""
        loop = asyncio.get_running_loop()
        until, seen = loop.time() + GATHERED_SECONDS, 0
        while seen < len(self._waiting) < self._expected and loop.time() < until:
            seen = len(self._waiting)
            self._enough.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._enough.wait(), PAUSE_SECONDS)

    async def _write(self, batch: list[tuple[CommandRequest, "asyncio.Future[Published]"]]) -> None:
        BATCH.observe(len(batch))
        self._expected = max(len(batch), self._expected * 3 // 4)
        began = perf_counter()
        requests = [request for request, _ in batch]
        try:
            loop = asyncio.get_running_loop()
            answers = await loop.run_in_executor(self._writer, self._house.do_all, requests)
        except Exception as fault:  # noqa: BLE001 - whatever it is, everybody who waits is told
            for _, waiting in batch:
                if not waiting.done():
                    waiting.set_exception(fault)
            return
        finally:
            WRITE.observe(perf_counter() - began)
            STOPPED.set(len(self._house.stopped))
            CONFLICTS.set(self._house.conflicts)
        for game, count in Counter(one.table.opened.game for one in answers if isinstance(one, Published)).items():
            COMMANDS.labels(game).inc(count)
        for (_, waiting), answer in zip(batch, answers, strict=True):
            if waiting.done():  # whoever asked has gone
                continue
            if isinstance(answer, Refusal):
                waiting.set_exception(answer)
            else:
                waiting.set_result(answer)

    async def drain(self) -> None:
        """Take no more, and finish what has been taken."""
        self.is_draining = True
        if self._busy is not None:
            await self._busy
        self._writer.shutdown()
