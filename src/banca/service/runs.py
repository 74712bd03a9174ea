"""The lab's simulations: one is computed at a time, on threads beside the loop; a few wait, and some that are done are kept."""

import asyncio
import logging
import math
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from banca.answers.simulation import SimulationAnswer, simulation_answer
from banca.rulebook import Refusal
from banca.service.limits import ServiceLimits
from banca.service.rate_limit import Rate
from banca.simulation.strategy import AnyStrategy
from banca.words import Speech

if TYPE_CHECKING:
    from banca.simulation.results import Results
    from banca.simulation.run import Heard, Run
    from banca.simulation.work import Work
from banca.rulebook.refusals import NEEDS_EXTRA
from banca.service.refusals import DRAINING, TOO_MANY_RUNS, UNKNOWN_RUN
from banca.simulation.refusals import BAD_SESSIONS, NOTHING_DONE

LOG = logging.getLogger("banca")
MOST_SESSIONS = 1_000_000
MOST_BLOCKS = 128
"""How much one run may come to, in blocks of work: half a minute on two cores."""
NICENESS = 10
"""How far simulations stand back behind live tables."""


class RunState(StrEnum):
    """How far a run has got."""

    WAITING = "waiting"
    COMPILING = "compiling"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


OVER = (RunState.DONE, RunState.CANCELLED, RunState.FAILED)


@dataclass(slots=True, eq=False, kw_only=True)
class LabRun:
    """One simulation: what was asked, how far it has got, and what it came to."""

    owner: str
    asked: Any
    """The request as it came."""
    strategies: list[AnyStrategy]
    work: "Work | None"
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    state: RunState = RunState.WAITING
    is_stopped: bool = False
    so_far: "Run | None" = None
    figures: "list[Results]" = field(default_factory=list)
    answer: SimulationAnswer | None = None
    """What it came to; the sums behind it take a hundred times the room and are let go."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in OVER

    @property
    def sessions(self) -> int:
        """Sessions played."""
        so_far = self.so_far  # before the answer: that comes first when it is let go
        if self.answer:
            return self.answer.sessions
        return so_far.counted.tallies[0].sessions if so_far else 0

    def known(self) -> SimulationAnswer | None:
        """What is known now."""
        so_far = self.so_far  # before the answer: that comes first when it is let go
        return self.answer or (simulation_answer(so_far, self.strategies) if so_far else None)

    def chart(self, say: Speech) -> bytes:
        """The picture of what is known now, as SVG."""
        try:
            from banca.answers.chart import chart_of  # noqa: PLC0415 - the extra `charts`
        except ImportError:
            raise Refusal(NEEDS_EXTRA, asked="chart.svg", allowed="charts") from None
        so_far = self.so_far
        figures = self.figures or (so_far.results() if so_far else [])
        if not figures:
            raise Refusal(NOTHING_DONE)
        return chart_of(self.strategies, figures, "svg", say)

    def compute(self, seconds: float, clock: Callable[[], float]) -> None:
        """Play it to its end, or until it is stopped or its time is over; what comes before the first block is compiling."""
        from banca.jit import is_compiled  # noqa: PLC0415 - the extra `fast`
        from banca.simulation.run import Engine, run  # noqa: PLC0415

        work = self.work
        if work is None or self.is_stopped:
            return
        self.state = RunState.RUNNING if is_compiled() else RunState.COMPILING
        ends_at = math.inf

        def hear(heard: "Heard") -> None:
            nonlocal ends_at
            ends_at = min(ends_at, clock() + seconds)
            self._hear(heard)

        engine = Engine(workers=os.cpu_count() or 1)
        done = run(work, engine, hear=hear, is_stopped=lambda: self.is_stopped or clock() >= ends_at)
        if done is not None:
            self.figures = done.results()
            self.answer = simulation_answer(done, self.strategies)
        is_cut = self.is_stopped and not (done and done.is_complete)
        self._end(RunState.CANCELLED if is_cut else RunState.DONE)

    def _hear(self, heard: "Heard") -> None:
        from banca.simulation.run import Run  # noqa: PLC0415 - the extra `fast`

        if self.work is not None:
            self.so_far = Run(
                work=self.work,
                counted=heard.counted,
                is_complete=False,
                seconds=heard.seconds,
                new_rounds=heard.new_rounds,
            )
            self.state = RunState.RUNNING

    def _end(self, state: RunState) -> None:
        self.state, self.so_far, self.work = state, None, None

    def cancel(self) -> None:
        """Stop it; what was done is kept."""
        self.is_stopped = True
        if self.state is RunState.WAITING:
            self._end(RunState.CANCELLED)

    def fail(self) -> None:
        """End a run that a fault of the program stopped."""
        self._end(RunState.FAILED)


def make_lab_work(strategies: list[AnyStrategy], *, sessions: int, seed: int) -> "Work":
    """The work of a run; refused where the rules refuse a strategy, or where it would take too long."""
    try:
        from banca.simulation.run import make_work  # noqa: PLC0415
    except ImportError:
        raise Refusal(NEEDS_EXTRA, asked="lab", allowed="fast") from None
    work = make_work(strategies, sessions=sessions, seed=seed)
    per_session = sum(program.rounds / program.rounds_per_block for program in work.programs)
    allowed = min(int(MOST_BLOCKS / per_session), MOST_SESSIONS)
    if sessions > allowed:
        raise Refusal(BAD_SESSIONS, asked=sessions, allowed=allowed)
    return work


class Runs:
    """All runs of a server process, in the order in which they came."""

    def __init__(self, limits: ServiceLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._lock = threading.Lock()
        self._runs: dict[str, LabRun] = {}
        self._thread = ThreadPoolExecutor(1, "lab", _stand_back)
        self._is_drained = False
        self.rate = Rate(limits, "runs_of_person_minute", clock)
        """How often one person may ask: what is refused costs time too."""
        self.making = asyncio.Lock()
        """Held while a run is made ready: that takes up to seconds of Python's time."""

    def check(self, owner: str) -> None:
        """Refuse who has enough runs, and everybody while many wait."""
        active = [run for run in self._runs.values() if not run.is_over]
        mine = [run for run in active if run.owner == owner]
        for found, limit in ((mine, "runs_of_person"), (active, "runs_waiting")):
            most = getattr(self._limits, limit)
            if len(found) >= most:
                raise Refusal(TOO_MANY_RUNS, limit=limit, allowed=most, seconds=int(self._limits.run_seconds))

    def start(self, run: LabRun) -> None:
        """Put a run behind those that wait."""
        with self._lock:
            if self._is_drained:
                raise Refusal(DRAINING)
            self.check(run.owner)
            self._runs[run.id] = run
            self._forget()
            self._thread.submit(self._compute, run)

    def _compute(self, run: LabRun) -> None:
        try:
            run.compute(self._limits.run_seconds, self._clock)
        except Exception:
            LOG.exception("lab", extra={"about": {"run": run.id}})
            run.fail()

    def _forget(self) -> None:
        """Let go of the oldest that are over."""
        mine: dict[str, int] = {}
        over = [run for run in reversed(self._runs.values()) if run.is_over]
        for place, run in enumerate(over):
            mine[run.owner] = mine.get(run.owner, 0) + 1
            if place >= self._limits.runs_kept or mine[run.owner] > self._limits.runs_kept_of_person:
                del self._runs[run.id]

    def find(self, owner: str, run_id: str) -> LabRun:
        """A run of somebody's own; another's is not there."""
        run = self._runs.get(run_id)
        if run is None or run.owner != owner:
            raise Refusal(UNKNOWN_RUN, asked=run_id)
        return run

    def before(self, run: LabRun) -> int:
        """How many are computed first."""
        active = [one for one in list(self._runs.values()) if not one.is_over]
        return active.index(run) if run in active else 0

    def drain(self) -> None:
        """Stop every run, and wait for the one that is computed."""
        with self._lock:
            self._is_drained = True
            for run in self._runs.values():
                run.cancel()
        self._thread.shutdown()


def _stand_back() -> None:
    """Let live tables go first: on Linux a thread has a niceness of its own, and those it starts have the same."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
