"""A run of sessions: divided into blocks, played on threads or on a Dask cluster, saved and continued."""

import hashlib
import json
import logging
import time
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib.resources import files
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

from banca.analysis.simulation import interpreter
from banca.analysis.simulation.compiled.chance import outcomes
from banca.analysis.simulation.compiled.policy import make_policy_program
from banca.analysis.simulation.compiled.program import make_program
from banca.analysis.simulation.game_simulation import GameSimulation, find_game_simulation
from banca.analysis.simulation.interpreter import SessionRecord
from banca.analysis.simulation.plan import Plan, make_plan
from banca.analysis.simulation.tally import Mean, Results, RunFigures, Program, RunTally, Tally, Work, mean_and_error, results
from banca.analysis.simulation.strategy import BAD_SESSIONS, AnyStrategy, Strategy, chosen_by
from banca.entries import CANNOT_READ
from banca.files import write_whole
from banca.games import find
from banca.jit import digest
from banca.rules import Outcome, Refusal, _, refusal

FIRST_DRAW = 512
"""Outcomes drawn at first; then twice as many each time."""


def make_runnable(strategy: AnyStrategy) -> Program:
    """A strategy ready to run compiled; refused where it asks for what the rules do not allow."""
    if isinstance(strategy, Strategy):
        plan = make_plan(strategy)
        return make_program(plan) if plan.policy is None else make_policy_program(plan, plan.policy)
    chosen_by(strategy)
    return _part(strategy).make_program(strategy)


def play(strategy: AnyStrategy, seed: int, session: int) -> SessionRecord:
    """One session by the plain runner, over the outcomes that the compiled one draws for it."""
    if not isinstance(strategy, Strategy):
        return _part(strategy).play(strategy, seed, session)
    plan = make_plan(strategy)
    return interpreter.play(plan, drawn(plan, seed, session))


def _part(strategy: AnyStrategy) -> GameSimulation[Any]:
    """What the strategy's game exports: it has a kind of strategy of its own."""
    part = find_game_simulation(strategy.game)
    if part is None:
        raise TypeError(strategy)
    return part


def drawn(plan: Plan, seed: int, session: int) -> Iterator[Outcome]:
    """The outcomes that a session's stream stands for."""
    upper = list(accumulate(weight for _, weight in plan.space))
    count, seen = FIRST_DRAW, 0
    while True:
        for raw in outcomes(seed, session, plan.space.total, count)[seen:]:
            yield plan.space.weights[bisect_right(upper, raw)][0]
        seen, count = count, 2 * count


WORKER_FAILED = refusal("worker_failed", _("a worker failed: {because}"))
NO_SCHEDULER = refusal("no_scheduler", _("cannot use the Dask scheduler at {asked}: {because}"))

Done = tuple[list[int], RunTally]
"""Some blocks and what they came to."""

SECONDS_PER_TASK = 1.0
MOST_BLOCKS_PER_TASK = 64
PATIENCE = "5s"
"""How long to wait for a scheduler to answer."""


def on_threads(work: Work, blocks: Iterable[int], threads: int) -> Generator[Done, None, None]:
    """Do blocks on threads; compiled code lets them run side by side."""
    waiting = iter(blocks)
    with ThreadPoolExecutor(threads) as pool:
        pending: dict[Future[RunTally], int] = {}
        try:
            while True:
                for block in islice(waiting, 2 * threads - len(pending)):
                    pending[pool.submit(work.run, block)] = block
                if not pending:
                    return
                finished, _ = wait(pending, return_when=FIRST_COMPLETED)
                for one in finished:
                    yield [pending.pop(one)], one.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def run_task(work: Work, blocks: list[int]) -> tuple[RunTally, float]:
    """A worker's task: some blocks, and how long they took."""
    begun = time.perf_counter()
    counted = work.run(blocks[0])
    for block in blocks[1:]:
        counted += work.run(block)
    return counted, time.perf_counter() - begun


@contextmanager
def dask_client(address: str | None, workers: int) -> Iterator[Any]:
    """A client of the scheduler at an address, or of a cluster of processes on this machine."""
    from distributed import Client, LocalCluster  # an extra, loaded when asked for

    for noisy in ("distributed", "tornado", "asyncio"):  # what went wrong is said in one line
        logging.getLogger(noisy).setLevel(logging.CRITICAL + 1)
    if address is None:
        with (
            LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL"
            ) as own,
            Client(own) as client,
        ):
            yield client
        return
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        because = str(error).partition("\n")[0]
        raise Refusal(NO_SCHEDULER, asked=address, because=because) from None
    with client:
        if not client.ncores():
            raise Refusal(NO_SCHEDULER, asked=address, because=_("it has no workers"))
        yield client


def on_dask(work: Work, blocks: Iterable[int], address: str | None, workers: int) -> Generator[Done, None, None]:
    """Do blocks on a Dask cluster. A lost worker's tasks are done again by others; nothing is counted twice."""
    from distributed import as_completed  # as above

    waiting = iter(blocks)
    with dask_client(address, workers) as client:
        per_task = 1
        tasks: dict[str, list[int]] = {}

        def submit() -> Any:  # a future of Dask's
            mine = list(islice(waiting, per_task))
            if not mine:
                return None
            future = client.submit(run_task, work, mine, pure=False)
            tasks[future.key] = mine
            return future

        begun = [future for _ in range(2 * sum(client.ncores().values())) if (future := submit()) is not None]
        running = as_completed(begun)
        try:
            for future in running:
                counted, seconds = _result(future)
                mine = tasks.pop(future.key)
                yield mine, counted
                per_task = min(max(int(len(mine) * SECONDS_PER_TASK / max(seconds, 1e-3)), 1), MOST_BLOCKS_PER_TASK)
                if (following := submit()) is not None:
                    running.add(following)
        finally:
            running.clear()


def _result(future: Any) -> tuple[RunTally, float]:  # a future of Dask's
    try:
        counted, seconds = future.result()
    except Exception as error:  # whatever went wrong over there is said in one line
        because = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise Refusal(WORKER_FAILED, because=because) from None
    return counted, seconds


BAD_CHECKPOINT = refusal("bad_checkpoint", _("{asked} is not a checkpoint of this run: {because}"))

FORM = 1
OTHER_RUN = _("the strategy, seed, number of sessions or version is different")


@dataclass(slots=True)
class Progress:
    """The blocks done so far and what they came to: all up to `until`, and some beyond."""

    until: int = 0
    beyond: set[int] = field(default_factory=set)
    counted: RunTally | None = None

    def __contains__(self, block: int) -> bool:
        return block < self.until or block in self.beyond

    def add(self, blocks: Sequence[int], counted: RunTally) -> RunTally:
        """Put more blocks to it, and say what all came to."""
        total = counted if self.counted is None else self.counted + counted
        beyond, until = self.beyond | set(blocks), self.until
        while until in beyond:
            beyond.remove(until)
            until += 1
        self.counted, self.beyond, self.until = total, beyond, until  # at once: a stop in between would lose or double
        return total


def identity(strategies: Sequence[AnyStrategy], seed: int, sessions: int) -> str:
    """What a run is known by: strategies, seed and sessions under the same version of the program and of the game."""
    folders = [Path(str(files(find(one.game).package))) for one in strategies]
    asked = [replace(one, options={name: str(value) for name, value in one.options.items()}) for one in strategies]
    return hashlib.sha256(repr((asked, seed, sessions, *map(digest, folders))).encode()).hexdigest()


def save(file: Path, run: str, seed: int, progress: Progress) -> None:
    """Write the file anew, whole or not at all."""
    counted = progress.counted
    if counted is None:
        return
    content = {
        "form": FORM,
        "run": run,
        "seed": seed,
        "until": progress.until,
        "beyond": sorted(progress.beyond),
        "tallies": [tally.as_data() for tally in counted.tallies],
        "better": counted.better,
    }
    write_whole(file, json.dumps(content))


def kept_seed(file: Path) -> int | None:
    """The seed of the run that a file keeps, where there is one: who goes on need not say it again."""
    return int(_read(file)["seed"]) if file.exists() else None


def load(file: Path, run: str) -> Progress:
    """What the file holds; nothing, where there is none. Refused where it belongs to another run."""
    if not file.exists():
        return Progress()
    content = _read(file)
    if content["run"] != run:
        raise Refusal(BAD_CHECKPOINT, asked=file, because=OTHER_RUN)
    return Progress(content["until"], set(content["beyond"]), content["counted"])


def _read(file: Path) -> dict[str, Any]:
    try:
        content: dict[str, Any] = json.loads(file.read_text("utf-8"))
        if content["form"] != FORM:
            raise Refusal(BAD_CHECKPOINT, asked=file, because=OTHER_RUN)
        tallies = tuple(Tally.from_data(one) for one in content["tallies"])
        better = tuple((int(total), int(squares)) for total, squares in content["better"])
        numbers = {"seed": int(content["seed"]), "until": int(content["until"]), "run": str(content["run"])}
        beyond = [int(block) for block in content["beyond"]]
    except OSError as error:
        raise Refusal(CANNOT_READ, asked=file, because=error.strerror) from None
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        raise Refusal(BAD_CHECKPOINT, asked=file, because=_("it cannot be read")) from None
    return {**numbers, "beyond": beyond, "counted": RunTally(tallies, better)}


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
    counted: RunTally


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What a run came to."""

    work: Work
    counted: RunTally
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
    course = _Course(work, kept_in, identity, Progress() if kept_in is None else load(kept_in, identity))
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

    def add(self, finished: Sequence[int], counted: RunTally) -> Heard:
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
            save(self.kept_in, self.identity, self.work.seed, self.progress)
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
