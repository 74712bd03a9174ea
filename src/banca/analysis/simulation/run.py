"""A whole run: blocks done by an engine, progress told, what was done kept when it is cut short."""

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from banca.analysis.simulation import checkpoint
from banca.analysis.simulation.checkpoint import Progress
from banca.analysis.simulation.engines import Done, on_dask, on_threads
from banca.analysis.simulation.refusals import BAD_SESSIONS
from banca.analysis.simulation.results import Mean, Results, RunFigures, mean_and_error, results
from banca.analysis.simulation.runners import make_runnable
from banca.analysis.simulation.strategy import AnyStrategy
from banca.analysis.simulation.work import Tallied, Work
from banca.rules import Refusal, _

THREADS, DASK = "threads", "dask"
SAVE_EVERY = 5.0
"""Seconds between two checkpoints."""
MOST_SESSIONS = 10**12
MOST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """Where the work is done."""

    name: str = THREADS
    workers: int = 1
    """Threads, or processes of a Dask cluster on this machine."""
    scheduler: str | None = None
    """The address of a Dask scheduler elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """How far a run has got."""

    sessions: int
    of: int
    new_rounds: int
    """Rounds played since this run began, leaving out what a checkpoint brought."""
    seconds: float
    counted: Tallied


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What a run came to."""

    work: Work
    counted: Tallied
    is_complete: bool
    seconds: float
    new_rounds: int
    failure: Refusal | None = None
    """What cut it short, where that was not the user."""

    def results(self) -> list[Results]:
        """The figures of each strategy."""
        pairs = zip(self.counted.tallies, self.work.programs, strict=True)
        return [results(tally, program) for tally, program in pairs]

    def differences(self) -> list[Mean]:
        """For each strategy but the first: by how much its sessions ended above the first's."""
        count = self.counted.tallies[0].sessions
        return [mean_and_error(total, squares, count) for total, squares in self.counted.better]

    def figures(self) -> RunFigures:
        """All of it, to be kept."""
        return RunFigures(
            seed=self.work.seed,
            asked=self.work.sessions,
            is_complete=self.is_complete,
            seconds=self.seconds,
            rounds_per_second=round(self.new_rounds / self.seconds) if self.seconds else 0,
            results=tuple(self.results()),
            differences=tuple(self.differences()),
        )


def make_work(strategies: Sequence[AnyStrategy], *, sessions: int, seed: int) -> Work:
    """The work of playing strategies over the same outcomes; refused before anything runs."""
    if not 1 <= sessions <= MOST_SESSIONS:
        raise Refusal(BAD_SESSIONS, asked=sessions, allowed=MOST_SESSIONS)
    if not 0 <= seed <= MOST_SEED:
        raise Refusal(
            "bad_seed", _("a seed cannot be {asked}; possible: 0 to {allowed}"), asked=seed, allowed=MOST_SEED
        )
    programs = tuple(make_runnable(one) for one in strategies)
    if any(program.outcomes != programs[0].outcomes for program in programs):
        raise Refusal(
            "other_outcomes",
            _(
                "these strategies cannot be played over the same outcomes; give them the same options and the same number of gates"
            ),
        )
    return Work(programs=programs, seed=seed, sessions=sessions)


def run(
    work: Work,
    engine: Engine,
    *,
    hear: Callable[[Heard], None] = lambda _: None,
    is_stopped: Callable[[], bool] = lambda: False,
    kept_in: Path | None = None,
    identity: str = "",
) -> Run | None:
    """Do the work; cut short by Ctrl-C or when `is_stopped`, it returns what was done, or None where nothing was."""
    course = _Course(work, kept_in, identity, Progress() if kept_in is None else checkpoint.load(kept_in, identity))
    done = _blocks(work, engine, course.progress)
    is_complete, failure = True, None
    try:
        for finished, counted in done:
            hear(course.add(finished, counted))
            course.save_in_time()
            if is_stopped():
                is_complete = course.progress.until == work.blocks
                break
    except KeyboardInterrupt:
        is_complete = False
    except Refusal as refusal:
        if course.progress.counted is None:
            raise
        is_complete, failure = False, refusal
    finally:
        done.close()
    course.save()
    return course.run(is_complete=is_complete, failure=failure)


def _blocks(work: Work, engine: Engine, progress: Progress) -> Generator[Done, None, None]:
    """The blocks that are not done yet, as the engine gets them done."""
    blocks = (block for block in range(work.blocks) if block not in progress)
    if engine.name == DASK:
        return on_dask(work, blocks, engine.scheduler, engine.workers)
    return on_threads(work, blocks, engine.workers)


class _Course:
    """How a run goes: what is done of it, since when, and where that is kept."""

    def __init__(self, work: Work, kept_in: Path | None, identity: str, progress: Progress) -> None:
        self.work, self.kept_in, self.identity, self.progress = work, kept_in, identity, progress
        self.before = _rounds(progress)
        """Rounds that a checkpoint brought."""
        self.begun = self.saved = time.monotonic()

    def add(self, finished: Sequence[int], counted: Tallied) -> Heard:
        """Put blocks to what is done, and say how far that is."""
        total = self.progress.add(finished, counted)
        return Heard(
            sessions=total.tallies[0].sessions,
            of=self.work.sessions,
            new_rounds=_rounds(self.progress) - self.before,
            seconds=time.monotonic() - self.begun,
            counted=total,
        )

    def save_in_time(self) -> None:
        """Write the checkpoint when it is time to."""
        if time.monotonic() - self.saved > SAVE_EVERY:
            self.save()

    def save(self) -> None:
        """Write the checkpoint, where one is kept."""
        if self.kept_in is not None:
            checkpoint.save(self.kept_in, self.identity, self.work.seed, self.progress)
        self.saved = time.monotonic()

    def run(self, *, is_complete: bool, failure: Refusal | None) -> Run | None:
        """What it came to; None where nothing was done."""
        if self.progress.counted is None:
            return None
        return Run(
            work=self.work,
            counted=self.progress.counted,
            is_complete=is_complete,
            seconds=time.monotonic() - self.begun,
            new_rounds=_rounds(self.progress) - self.before,
            failure=failure,
        )


def _rounds(progress: Progress) -> int:
    return sum(tally.rounds for tally in progress.counted.tallies) if progress.counted else 0
