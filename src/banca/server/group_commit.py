"""Group commit: commands that arrive together share one write to the disk, and none is answered before it."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from math import inf
from operator import attrgetter
from time import monotonic, perf_counter
from typing import NamedTuple

from banca.house.commands import Answer, CommandRequest, CommittedEntry
from banca.house.house import House
from banca.rules import Refusal
from banca.server.limits import Rate, ServiceLimits
from banca.server.metrics import BATCH, COMMANDS, CONFLICTS, STOPPED, WRITE
from banca.server.problems import DRAINING, TOO_BUSY
from banca.tables.commands import THE_HOUSE, Actor

MOST = 512
"""Commands in one batch."""
FEW = 8
"""So many are written at once; only more are worth waiting for further ones."""
GAME = attrgetter("table.engine.opened.game")
"""Of something that was carried out."""
LOAD_SECONDS = 1.0
"""For so long after a large batch others are expected."""
PAUSE_SECONDS, GATHERED_SECONDS = 0.002, 0.05
"""How long without a new command ends a batch, and how long it is gathered at most."""


class CommandGroup(NamedTuple):
    """Commands that came together, in order, and where what comes of them is awaited."""

    requests: Sequence[CommandRequest]
    answers: "asyncio.Future[list[Answer]]"


class Batches:
    """Collects commands while the batch before is being written."""

    def __init__(self, house: House, limits: ServiceLimits, clock: Callable[[], float] = monotonic) -> None:
        self._house = house
        self._most_waiting = limits.commands_waiting
        self.rate = Rate(limits, "commands_of_person_minute", clock)
        self._waiting: deque[CommandGroup] = deque()
        self._count = 0
        """Commands in them."""
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="banca-writer")
        self._busy: asyncio.Task[None] | None = None
        self._expected = MOST
        """How many commands the next batch may have: those who were just answered come again, beside those who wait already."""
        self._enough = asyncio.Event()
        self._clock, self._had_many = clock, -inf
        """When a batch was last written that was worth waiting for."""
        self.is_draining = False

    @property
    def is_under_load(self) -> bool:
        """Whether many commands came together just now, so that more are likely to follow."""
        return self._clock() - self._had_many < LOAD_SECONDS

    async def do(self, request: CommandRequest) -> CommittedEntry:
        """Carry out a command; returns when it is on the disk, or raises the refusal."""
        self.admit(request.actor)
        (answer,) = await self.submit((request,))
        if isinstance(answer, Refusal):
            raise answer
        return answer

    def admit(self, actor: Actor) -> None:
        """Count a command that somebody is about to give; refused where there is no room for it."""
        _, refusal = self.admit_some(actor, 1)
        if refusal:
            raise refusal

    def admit_some(self, actor: Actor, wanted: int) -> tuple[int, Refusal | None]:
        """Count as many commands as somebody may give now, of those that they want to: how many, and why not the others."""
        try:
            self.check_room()
        except Refusal as refusal:
            return 0, refusal
        counted = wanted if actor == THE_HOUSE else self.rate.take(actor.name, wanted)
        return counted, self.rate.refusal(actor.name) if counted < wanted else None

    def check_room(self) -> None:
        """Refused where too many wait already, or the server stops."""
        if self.is_draining:
            raise Refusal(DRAINING)
        if self._count >= self._most_waiting:
            raise Refusal(TOO_BUSY, limit="commands_waiting", seconds=1)

    def submit(self, requests: Sequence[CommandRequest]) -> "asyncio.Future[list[Answer]]":
        """Put commands into one batch, behind those that wait; what comes of each is known when they are on the disk. `MOST` of them at most."""
        answers: asyncio.Future[list[Answer]] = asyncio.get_running_loop().create_future()
        self._waiting.append(CommandGroup(requests, answers))
        self._count += len(requests)
        # One task writes as long as somebody waits. A command that comes alone is written at once, without waiting for company.
        if self._busy is None:
            self._busy = asyncio.create_task(self._write_all())
        elif self._count >= self._expected:
            self._enough.set()
        return answers

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                # A few are not worth waiting for more: the wait would cost them more than the shared write saves.
                if self._count > FEW:
                    await self._gather()
                batch = self._next()
                await self._write(batch)
                # Those who were just answered come again, beside those who wait: when so many are there the next batch need not wait longer.
                self._expected = min(sum(len(group.requests) for group in batch) + self._count, MOST)
        finally:
            self._busy = None

    async def _gather(self) -> None:
        """Under load, wait while commands keep coming in: larger batches cost less, and the writer has Python to itself."""
        loop = asyncio.get_running_loop()
        until, seen = loop.time() + GATHERED_SECONDS, 0
        while seen < self._count < self._expected and loop.time() < until:
            seen = self._count
            self._enough.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._enough.wait(), PAUSE_SECONDS)

    def _next(self) -> list[CommandGroup]:
        """Those of the next batch: what came together stays together."""
        batch: list[CommandGroup] = []
        room = MOST
        # The commands of one request stay in one batch, in order: a later one may rest on an earlier one.
        while self._waiting and len(self._waiting[0].requests) <= room:
            batch.append(self._waiting.popleft())
            room -= len(batch[-1].requests)
        self._count -= MOST - room
        return batch

    async def _write(self, batch: list[CommandGroup]) -> None:
        requests = [request for group in batch for request in group.requests]
        BATCH.observe(len(requests))
        began = perf_counter()
        try:
            loop = asyncio.get_running_loop()
            # One thread, and no other, decides and writes: the loop goes on reading and answering meanwhile.
            answers = await loop.run_in_executor(self._writer, self._house.do_all, requests)
        except Exception as fault:  # whatever it is, everybody who waits is told
            for group in batch:
                if not group.answers.done():
                    group.answers.set_exception(fault)
            return
        finally:
            if len(requests) > FEW:
                self._had_many = self._clock()
            WRITE.observe(perf_counter() - began)
            STOPPED.set(len(self._house.stopped))
            CONFLICTS.set(self._house.conflicts)
        for game, count in Counter(
            map(GAME, (answer for answer in answers if isinstance(answer, CommittedEntry)))
        ).items():
            COMMANDS.labels(game).inc(count)
        remaining = iter(answers)
        for group in batch:
            own = list(islice(remaining, len(group.requests)))
            if not group.answers.done():  # else whoever asked has gone
                group.answers.set_result(own)

    async def drain(self) -> None:
        """Take no more, and finish what has been taken."""
        self.is_draining = True
        if self._busy is not None:
            await self._busy
        self._writer.shutdown()
