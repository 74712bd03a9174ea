"""What a server has and does besides answering requests: begun with it, shared with other processes, and ended in order when it stops."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any, ParamSpec, TypeVar

from litestar import Litestar
from litestar.datastructures import State

from banca.house.audit import BackgroundAudit
from banca.house.database import StoreDownError
from banca.house.demo import free_seats
from banca.house.log import HouseLog
from banca.house.messages import (
    ChangeNotice,
    LimitCounted,
    Message,
    PasswordTried,
    PresenceNotice,
    ReadyNotice,
    RunCancelled,
    WorkSuperseded,
)
from banca.house.people import People
from banca.house.processes import Processes, join
from banca.rules import Message as Fault
from banca.rules import Refusal
from banca.server.api.audit import StoryCache
from banca.server.api.proposals import draft_queues
from banca.server.auto_dealer import AutoDealer
from banca.server.exports import ExportPool
from banca.server.group_commit import Batches
from banca.server.health import LOOK_SECONDS, StoreWatch
from banca.server.limits import Rate, ThreadPool
from banca.server.metrics import AUDIT_FAULTS, AUDITED, STORE
from banca.server.plugins import server_plugins
from banca.server.presence import TOLD_SECONDS
from banca.server.simulations import Runs
from banca.server.streams import StreamRegistry, Streams

P = ParamSpec("P")
LOG = logging.getLogger("banca")
TIDY_SECONDS = 0.5
"""How often the store is put in order."""
TILES_SECONDS = 2.0
"""How often full tiles of the log are put down; until then they are made of the journal when somebody asks."""
LOOK_ROUND_SECONDS = 0.25
"""How often automatic croupiers look whether something is due, where they are not quicker themselves."""
FAILURES_SECONDS = 10.0
"""How often log-ins that failed are put down in the register: together, so that guessing does not fill it."""
GUESTS_SECONDS = 10.0
"""How often the seats of guests who have gone are freed."""
SIGNED_SECONDS = 1.0
"""How often it is remembered outside the store what was signed last."""
OUTSIDE_SECONDS = 60.0
"""How often the newest checkpoint is handed out to the file outside, where there is one."""
LEDGER_SECONDS = 1.0
"""How often new entries are compared with what was signed; all of them from the first on every `READ_AGAIN_SECONDS`."""
READ_AGAIN_SECONDS = 600.0
WITNESS_SECONDS = 5.0
"""How often witnesses are shown the log, where it has grown."""
COUNTED_SECONDS = 0.25
"""How often processes tell each other what they have counted: for so long somebody who asks everywhere at once gets more."""
M = TypeVar("M", bound=Message)


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """From the start of a server to its end, by what its application's state says of the house and the limits."""
    _set_up(app.state)
    await asyncio.to_thread(app.state.store_watch.look)
    tasks = [asyncio.create_task(work) for work in (*_repeated(app.state), *_shared(app.state))]
    await asyncio.to_thread(app.state.processes.start)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await _wind_up(app.state)


def _set_up(state: State) -> None:
    house, limits, clock = state.house, state.limits, state.clock
    STORE.info({"kind": house.store.engine.dialect.name})
    state.processes = processes = join(house)
    state.batches = batches = Batches(house, limits, clock)
    state.passwords = ThreadPool(limits.passwords_at_once, limits.passwords_waiting, "passwords_waiting")
    state.known_passwords = ThreadPool(  # of browsers that have logged in before: no flood of strangers keeps them out, and they keep out no stranger
        limits.passwords_at_once,
        limits.passwords_waiting,
        "passwords_waiting",
        limits.passwords_of_person,
        beside=state.passwords,
    )
    state.aside = ThreadPool(1, limits.computed_waiting, "computed_waiting", limits.computed_of_person)
    state.background = BackgroundAudit(
        house.store,
        house.seal,
        pause=breathing(lambda: batches.is_under_load),
        signed=house.log.newest if house.log else None,
    )
    state.store_watch = StoreWatch(
        house, clock, state.background.faults, state.witnesses, lambda: _plugin_faults(state)
    )
    state.story_cache = StoryCache()
    state.archive = ExportPool(house.store, limits)
    state.stream_registry = StreamRegistry(limits, clock)
    state.auto_dealer = (
        AutoDealer(
            house, state.tempo, clock, state.presence.is_gone, is_dealer=processes.is_dealer, tell=processes.publish
        )
        if state.tempo
        else None
    )
    state.streams = Streams(
        house, state.people, state.looks, state.stream_registry, limits, state.auto_dealer, state.presence
    )
    state.runs = Runs(house.store, processes, limits, clock)
    state.checks, state.dossiers = draft_queues(limits, clock)
    for plugin in server_plugins().values():
        plugin.start(state)


def _plugin_faults(state: State) -> list[Fault]:
    return [fault for plugin in server_plugins().values() for fault in plugin.faults(state)]


def _repeated(state: State) -> Iterator[Coroutine[Any, Any, None]]:
    yield _every(TIDY_SECONDS, state.house.store.tidy)
    yield _every(TILES_SECONDS, state.house.store.make_tiles)
    yield _every(FAILURES_SECONDS, state.people.record_failures)
    if state.house.log:
        yield _every(SIGNED_SECONDS, state.house.log.remember)
        yield _every(OUTSIDE_SECONDS, state.house.log.hand_out)
    yield _every(LOOK_SECONDS, state.store_watch.look)
    if state.house.store.is_shared:  # what is in memory alone is gone before it could be altered
        yield _every(AUDIT_SECONDS, AuditPace(state.background, lambda: state.batches.is_under_load).go_on)
    if state.house.store.is_shared and state.house.ledger:
        yield _every(LEDGER_SECONDS, state.house.ledger.go_on)
        yield _every(READ_AGAIN_SECONDS, state.house.ledger.read_again)
    if state.witnesses.keys:
        yield _every(WITNESS_SECONDS, state.witnesses.submit)
    if state.is_demo:
        is_dealer = state.processes.is_dealer
        yield _every(GUESTS_SECONDS, free_seats, state.house, state.people, state.presence.is_gone, is_dealer)
    if state.auto_dealer and state.tempo.looks_round:
        yield _every(min(state.tempo.pace, LOOK_ROUND_SECONDS), state.auto_dealer.go_round)
    for plugin in server_plugins().values():
        for job in plugin.jobs(state):
            yield _every(job.seconds, job.work)


def _shared(state: State) -> Iterator[Coroutine[Any, Any, None]]:
    """What this process and the others of the house know together."""
    processes: Processes = state.processes
    loop = asyncio.get_running_loop()

    # The parts of a server live on the loop, where messages do not arrive.
    def hear(kind: type[M], handler: Callable[[M], object]) -> None:
        processes.subscribe(kind, lambda message: loop.call_soon_threadsafe(handler, message))

    queues = (state.checks, state.dossiers)
    counted = (state.guests, state.chips, state.exercises, state.batches.rate, state.streams.replayed, state.runs.rate)
    rates: dict[str, Rate] = {rate.limit: rate for rate in (*counted, *(queue.rate for queue in queues))}

    def learn_rate(message: LimitCounted) -> None:
        if rate := rates.get(message.limit):
            rate.learn(message)

    def tell_rates() -> None:
        for message in filter(None, [rate.untold() for rate in rates.values()]):
            processes.publish(message)

    hear(LimitCounted, learn_rate)
    yield _every_loop(COUNTED_SECONDS, tell_rates)
    hear(PresenceNotice, state.presence.learn)
    yield _every_loop(TOLD_SECONDS, lambda: processes.publish(state.presence.untold()))
    # Who guesses at one process has guessed at all.
    state.guessing.tell = processes.publish
    hear(PasswordTried, state.guessing.learn)
    # The newest draft of somebody is the one that is checked, wherever it came in.
    for queue in queues:
        queue.tell = processes.publish
        hear(WorkSuperseded, queue.learn)
    # Not on the loop: that a simulation is cancelled may have to be written, and a table may have to be read.
    processes.subscribe(RunCancelled, state.runs.learn)
    if state.auto_dealer:
        processes.subscribe(ReadyNotice, state.auto_dealer.learn)
        processes.subscribe(ChangeNotice, state.auto_dealer.hear_of)
        processes.changed.append(state.auto_dealer.take_over)


async def _every(seconds: float, work: Callable[P, object], *args: P.args, **about: P.kwargs) -> None:
    """Do something beside everything else, again and again; what goes wrong is logged, and tried again later."""
    while True:
        # First the pause: all parts begin together, and a start is busy enough.
        await asyncio.sleep(seconds)
        try:
            await asyncio.to_thread(work, *args, **about)
        except Exception as fault:  # nothing may end it
            LOG.warning("later", extra={"about": {"work": work.__qualname__, "because": str(fault)}})
            await asyncio.sleep(1)


async def _wind_up(state: State) -> None:
    """Commands that have been taken are carried out last but one: whoever still waits for another answer has been let go."""
    await asyncio.to_thread(state.processes.close)
    if state.auto_dealer:
        state.auto_dealer.drain()
    # Streams before the pools: who follows a table must not keep a drain waiting.
    state.streams.close()
    for part in (
        state.runs.drain,
        state.checks.workers.drain,
        state.dossiers.workers.drain,
        state.archive.close,
        state.passwords.drain,
        state.aside.drain,
    ):
        await asyncio.to_thread(part)
    # Last: the parts above may still have given commands, and every command that was taken is carried out.
    await state.batches.drain()
    await asyncio.to_thread(_last_failures, state.people)
    if state.house.log:
        await asyncio.to_thread(_remember_signed, state.house.log)


def _remember_signed(log: HouseLog) -> None:
    """What was signed last; a disk that is full keeps nobody from stopping."""
    try:
        log.remember()
        log.hand_out()
    except Refusal as refusal:
        LOG.warning("signed", extra={"about": {"because": str(refusal)}})


def _last_failures(people: People) -> None:
    """What has not been put down yet; a store that is down keeps nobody from stopping."""
    with suppress(StoreDownError):
        people.record_failures()


async def _every_loop(seconds: float, work: Callable[[], object]) -> None:
    while True:
        await asyncio.sleep(seconds)
        work()


# The audit in the background of a server: a piece now and then, with room for everybody else between its entries.

AUDIT_SECONDS = 1.0
"""How often a piece is looked at; about 500 entries each."""
RESTS = 9
"""Looks that are left out when there was nothing to look at."""
RESTS_UNDER_LOAD = 59
"""Looks that are left out while many commands are carried out."""
AT_A_TIME = 10
BREATH, BREATH_UNDER_LOAD = 0.001, 0.02
"""After so many entries it waits so long: whoever has a request goes first."""

UnderLoad = Callable[[], bool]


def breathing(is_under_load: UnderLoad) -> Callable[[], None]:
    """A pause after some entries."""
    numbers = count(1)

    # A thread that computes in Python holds the interpreter: without this, players would wait for the audit.
    def pause() -> None:
        if not next(numbers) % AT_A_TIME:
            time.sleep(BREATH_UNDER_LOAD if is_under_load() else BREATH)

    return pause


class AuditPace:
    """A piece at a time; where there is none, or under load, it is a while until the next look."""

    def __init__(self, audit: BackgroundAudit, is_under_load: UnderLoad) -> None:
        self._audit = audit
        self._is_under_load = is_under_load
        self._rested = 0
        self._has_all = False
        """Whether the last look found nothing more."""

    def go_on(self) -> None:
        """One piece more, where there is one and its time has come."""
        if self._rested < (RESTS_UNDER_LOAD if self._is_under_load() else RESTS if self._has_all else 0):
            self._rested += 1
            return
        self._rested = 0
        verified = self._audit.step()
        logged = self._audit.log_step()
        self._has_all = verified is None and not logged
        if verified is not None:
            AUDITED.inc(verified.entries)
        if not self._has_all:
            AUDIT_FAULTS.set(len(self._audit.faults))
