"""One simulation of the lab: what was asked, how far it has got, and what it came to."""

import math
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from banca.analysis.simulation.results import SimulationAnswer
from banca.analysis.simulation.strategy import BAD_SESSIONS, NOTHING_DONE, AnyStrategy
from banca.i18n import Translator
from banca.rules import Refusal
from banca.rules.refusal import NEEDS_EXTRA
from banca.service.new_run import MOST_SESSIONS, NewRun

if TYPE_CHECKING:
    from banca.analysis.simulation.run import Run, Work

MOST_BLOCKS = 128
"""How much one run may come to, in blocks of work: half a minute on two cores."""


class RunState(StrEnum):
    """The state of a run."""

    WAITING = "waiting"
    COMPILING = "compiling"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


OVER = (RunState.DONE, RunState.CANCELLED, RunState.FAILED)
ACTIVE = tuple(state for state in RunState if state not in OVER)


@dataclass(slots=True, eq=False, kw_only=True)
class LabRun:
    """One simulation, as the process that computes it has it, or as it was read from the store."""

    owner: str
    asked: NewRun
    strategies: list[AnyStrategy]
    work: "Work | None"
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    state: RunState = RunState.WAITING
    is_stopped: bool = False
    running: "Run | None" = None
    report: SimulationAnswer | None = None
    """What it came to, or had come to when it was last written; the sums behind it are let go."""
    before: int = 0
    """How many are computed first, where another process computes it."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in OVER

    def latest(self) -> SimulationAnswer | None:
        """Return what it came to, or has come to so far."""
        running = self.running  # read before the report, which is there before this is let go
        return self.report or (running.answer(self.strategies) if running else None)

    @property
    def sessions(self) -> int:
        """Sessions played."""
        running = self.running
        if self.report:
            return self.report.sessions
        return running.sessions if running else 0

    def chart(self, say: Translator) -> bytes:
        """The picture of what is known now, as SVG."""
        try:
            from banca.answers.chart import chart_of  # the extra `charts`
        except ImportError:
            raise Refusal(NEEDS_EXTRA, asked="chart.svg", allowed="charts") from None
        latest = self.latest()
        if not latest:
            raise Refusal(NOTHING_DONE)
        return chart_of(latest.strategies, "svg", say)

    def compute(self, seconds: float, clock: Callable[[], float], on_progress: Callable[["LabRun"], object]) -> None:
        """Play it to its end, or until it is stopped or its time is over; what comes before the first block is compiling."""
        from banca.analysis.simulation.run import Engine, run
        from banca.jit import is_compiled  # the extra `fast`

        work = self.work
        if work is None or self.is_stopped:
            return
        self.state = RunState.RUNNING if is_compiled() else RunState.COMPILING
        ends_at = math.inf

        def follow(running: "Run") -> None:
            nonlocal ends_at
            ends_at = min(ends_at, clock() + seconds)
            self._follow(running)
            on_progress(self)

        engine = Engine(workers=os.cpu_count() or 1)
        done = run(work, engine, on_progress=follow, is_stopped=lambda: self.is_stopped or clock() >= ends_at)
        if done is not None:
            self.report = done.answer(self.strategies)
        is_cut = self.is_stopped and not (done and done.is_complete)
        self._end(RunState.CANCELLED if is_cut else RunState.DONE)

    def _follow(self, running: "Run") -> None:
        self.running, self.state = running, RunState.RUNNING

    def _end(self, state: RunState) -> None:
        self.state, self.running, self.work = state, None, None

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
        from banca.analysis.simulation.run import make_work
    except ImportError:
        raise Refusal(NEEDS_EXTRA, asked="lab", allowed="fast") from None
    work = make_work(strategies, sessions=sessions, seed=seed)
    per_session = sum(program.rounds / program.rounds_per_block for program in work.programs)
    allowed = min(int(MOST_BLOCKS / per_session), MOST_SESSIONS)
    if sessions > allowed:
        raise Refusal(BAD_SESSIONS, asked=sessions, allowed=allowed)
    return work
