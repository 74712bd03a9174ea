"""What a server has and does besides answering requests: begun with it, and ended in order when it stops."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any, ParamSpec

from litestar import Litestar
from litestar.datastructures import State

from banca.house.guests import free_seats
from banca.house.people import People
from banca.house.store_errors import StoreDownError
from banca.service.attendants import Attendants
from banca.service.audit import Shelf
from banca.service.exports import Archive
from banca.service.group_commit import Batches
from banca.service.health import LOOK_SECONDS, Watch
from banca.service.long_responses import LongResponses
from banca.service.proposals import DraftQueue
from banca.service.runs import Runs
from banca.service.streams import Streams
from banca.service.thread_pools import ThreadPool

P = ParamSpec("P")
LOG = logging.getLogger("banca")
TIDY_SECONDS = 0.5
"""How often the store is put in order."""
LOOK_ROUND_SECONDS = 0.25
"""How often automatic croupiers look whether something is due, where they are not quicker themselves."""
FAILURES_SECONDS = 10.0
"""How often log-ins that failed are put down in the register: together, so that guessing does not fill it."""
GUESTS_SECONDS = 10.0
"""How often the seats of guests who have gone are freed."""
FOLLOW_SECONDS = 0.25
"""How often a process looks for what others have written to a store they share."""


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """From the start of a server to its end, by what its application's state says of the house and the limits."""
    _set_up(app.state)
    await asyncio.to_thread(app.state.watch.look)
    tasks = [asyncio.create_task(one) for one in _repeated(app.state)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await _wind_up(app.state)


def _set_up(state: State) -> None:
    house, limits, clock = state.house, state.limits, state.clock
    state.batches = Batches(house, limits, clock)
    state.passwords = ThreadPool(limits.passwords_at_once, limits.passwords_waiting, "passwords_waiting")
    state.aside = ThreadPool(1, limits.computed_waiting, "computed_waiting", limits.computed_of_person)
    state.watch = Watch(house, clock)
    state.shelf = Shelf()
    state.archive = Archive(house.store, limits)
    state.answers = LongResponses(limits, clock)
    state.attendants = None if state.tempo is None else Attendants(house, state.tempo, clock, state.presence.is_gone)
    state.streams = Streams(house, state.people, state.looks, state.answers, limits, state.attendants, state.presence)
    state.runs = Runs(limits, clock)
    state.desk = DraftQueue(limits, clock)


def _repeated(state: State) -> Iterator[Coroutine[Any, Any, None]]:
    yield _every(FOLLOW_SECONDS, state.house.refresh)
    yield _every(TIDY_SECONDS, state.house.store.tidy)
    yield _every(FAILURES_SECONDS, state.people.put_down_failures)
    yield _every(LOOK_SECONDS, state.watch.look)
    if state.is_demo:
        yield _every(GUESTS_SECONDS, free_seats, state.house, state.people, state.presence.is_gone)
    if state.attendants and state.tempo.looks_round:
        yield _every(min(state.tempo.pace, LOOK_ROUND_SECONDS), state.attendants.go_round)


async def _every(seconds: float, work: Callable[P, object], *args: P.args, **about: P.kwargs) -> None:
    """Do something beside everything else, again and again; what goes wrong is logged, and tried again later."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await asyncio.to_thread(work, *args, **about)
        except Exception as fault:  # noqa: BLE001 - nothing may end it
            LOG.warning("later", extra={"about": {"work": work.__qualname__, "because": str(fault)}})
            await asyncio.sleep(1)


async def _wind_up(state: State) -> None:
    """Commands that have been taken are carried out last but one: whoever still waits for another answer has been let go."""
    if state.attendants:
        state.attendants.drain()
    state.streams.close()
    for part in (state.runs.drain, state.desk.drain, state.archive.close, state.passwords.drain, state.aside.drain):
        await asyncio.to_thread(part)
    await state.batches.drain()
    await asyncio.to_thread(_last_failures, state.people)


def _last_failures(people: People) -> None:
    """What has not been put down yet; a store that is down keeps nobody from stopping."""
    with suppress(StoreDownError):
        people.put_down_failures()
