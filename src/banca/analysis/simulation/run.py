"""A run of sessions: divided into blocks, played on threads or on a Dask cluster, saved and continued."""

import hashlib
import json
import logging
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import reduce
from importlib.resources import files
from itertools import islice
from operator import add
from pathlib import Path
from typing import Any

from msgspec import Struct, convert, to_builtins

from banca.analysis.simulation.compiled.program import make_program
from banca.analysis.simulation.game_simulation import GameSimulation, find_game_simulation
from banca.analysis.simulation.plan import make_plan
from banca.analysis.simulation.results import SimulationAnswer, heading_of, mean_difference, results
from banca.analysis.simulation.strategy import BAD_SESSIONS, AnyStrategy, Strategy, chosen_by
from banca.analysis.simulation.tally import (
    NET,
    Program,
    RunTally,
    Tally,
    array_data,
    array_of,
    exact_sum,
    sum_of_products,
)
from banca.files import CANNOT_READ, write_whole
from banca.games import find
from banca.jit import digest
from banca.rules import Refusal, _, refusal


def prepare_strategy(strategy: AnyStrategy) -> Program:
    """Return a strategy ready to run compiled; refused where it asks for what the rules do not allow."""
    if isinstance(strategy, Strategy):
        return make_program(make_plan(strategy))
    chosen_by(strategy)
    return _part(strategy).make_program(strategy)


def _part(strategy: AnyStrategy) -> GameSimulation[Any]:
    """What the strategy's game exports, which has a kind of strategy of its own."""
    part = find_game_simulation(strategy.game)
    if part is None:
        raise TypeError(strategy)
    return part


FEWEST_IN_BLOCK, MOST_IN_BLOCK = 8, 1 << 14
"""Sessions of a block; eight at least, as eight are played at once. Part of what a seed gives: within a block, squares are summed as floats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Strategies to be played over the same outcomes, so many sessions each."""

    programs: tuple[Program, ...]
    seed: int
    sessions: int

    @property
    def per_block(self) -> int:
        """Sessions of a block; the last may have fewer."""
        wanted = min(program.rounds_per_block // program.rounds for program in self.programs)
        return min(max(wanted, FEWEST_IN_BLOCK), MOST_IN_BLOCK)

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return -(-self.sessions // self.per_block)

    def run(self, block: int) -> RunTally:
        """Do one block."""
        first = block * self.per_block
        count = min(self.per_block, self.sessions - first)
        tallies, nets = [], []
        for program in self.programs:
            records, paths = program.run(self.seed, first, count)
            tallies.append(Tally.of(records, paths))
            nets.append(records[:, NET])
        apart = [net - nets[0] for net in nets[1:]]
        return RunTally(tuple(tallies), tuple((exact_sum(gain), sum_of_products(gain, gain)) for gain in apart))


WORKER_FAILED = refusal("worker_failed", _("a worker failed: {because}"))
NO_SCHEDULER = refusal("no_scheduler", _("cannot use the Dask scheduler at {asked}: {because}"))

Done = tuple[list[int], RunTally]
"""Some blocks and what they came to."""

SECONDS_PER_TASK = 1.0
MOST_BLOCKS_PER_TASK = 64
PATIENCE = "5s"
"""How long to wait for a scheduler to answer."""


def run_task(work: Work, blocks: list[int]) -> tuple[RunTally, float]:
    """A worker's task: some blocks, and how long they took."""
    begun = time.perf_counter()
    counted = reduce(add, map(work.run, blocks))
    return counted, time.perf_counter() - begun


def run_blocks(
    executor: Executor, work: Work, blocks: Iterable[int], *, workers: int, most_per_task: int
) -> Generator[Done, None, None]:
    """Do blocks on an executor's workers, and yield what is done, in whatever order it is finished."""
    waiting = iter(blocks)
    per_task = 1
    pending: dict[Future[tuple[RunTally, float]], list[int]] = {}
    try:
        while True:
            # Two tasks a worker: one that runs, and one that waits so that it need not. Blocks may be 10^8, and are not listed.
            while len(pending) < 2 * workers and (mine := list(islice(waiting, per_task))):
                pending[executor.submit(run_task, work, mine)] = mine
            if not pending:
                return
            finished, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in finished:
                counted, seconds = future.result()
                mine = pending.pop(future)
                yield mine, counted
                per_task = min(max(int(len(mine) * SECONDS_PER_TASK / max(seconds, 1e-3)), 1), most_per_task)
    finally:
        for future in pending:
            future.cancel()


def on_threads(work: Work, blocks: Iterable[int], threads: int) -> Generator[Done, None, None]:
    """Do blocks on threads; compiled code lets them run side by side."""
    with ThreadPoolExecutor(threads) as pool:
        yield from run_blocks(pool, work, blocks, workers=threads, most_per_task=1)


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
    with dask_client(address, workers) as client:
        processors = sum(client.ncores().values())
        try:
            # As many blocks a task as take a second: fewer would be all traffic, more would be lost with a worker.
            yield from run_blocks(
                client.get_executor(pure=False),
                work,
                blocks,
                workers=processors,
                most_per_task=MOST_BLOCKS_PER_TASK,
            )
        except Exception as error:  # whatever went wrong over there is said in one line
            because = f"{type(error).__name__}: {error}".partition("\n")[0]
            raise Refusal(WORKER_FAILED, because=because) from None


BAD_CHECKPOINT = refusal("bad_checkpoint", _("{asked} is not a checkpoint of this run: {because}"))

FORM = 2
OTHER_RUN = _("the strategy, seed, number of sessions or version is different")


@dataclass(slots=True)
class Progress:
    """The blocks done so far and what they came to: all below `until`, and some beyond, as threads do not finish in order."""

    until: int = 0
    beyond: set[int] = field(default_factory=set)
    counted: RunTally | None = None

    def __contains__(self, block: int) -> bool:
        return block < self.until or block in self.beyond

    def add(self, blocks: Iterable[int], counted: RunTally) -> None:
        """Add more blocks."""
        total = counted if self.counted is None else self.counted + counted
        beyond, until = self.beyond | set(blocks), self.until
        while until in beyond:
            beyond.remove(until)
            until += 1
        # In one statement, after everything is worked out: Ctrl-C in between would lose a block or count it twice.
        self.counted, self.beyond, self.until = total, beyond, until

    @property
    def rounds(self) -> int:
        """Rounds played, of all strategies."""
        return sum(tally.rounds for tally in self.counted.tallies) if self.counted else 0


def identity(strategies: Sequence[AnyStrategy], seed: int, sessions: int) -> str:
    """Return what a run is known by: strategies, seed and sessions under the same version of the program and of the game."""
    folders = [Path(str(files(find(strategy.game).package))) for strategy in strategies]
    # The values of options are texts here: a repr of an enum would differ from that of the name which a file has for it.
    written = [
        replace(strategy, options={name: str(value) for name, value in strategy.options.items()})
        for strategy in strategies
    ]
    return hashlib.sha256(repr((written, seed, sessions, *map(digest, folders))).encode()).hexdigest()


class Checkpoint(Struct, frozen=True, kw_only=True):
    """A run's progress as its file has it; `seed` need not be given again to go on."""

    form: int = FORM
    run: str
    seed: int
    progress: Progress


def save(file: Path, run: str, seed: int, progress: Progress) -> None:
    """Write a checkpoint, whole or not at all."""
    if progress.counted is not None:
        checkpoint = Checkpoint(run=run, seed=seed, progress=progress)
        # By way of plain data: sums of squares have more than the 64 bits that msgspec itself would write.
        write_whole(file, json.dumps(to_builtins(checkpoint, enc_hook=array_data)))


def saved_seed(file: Path) -> int | None:
    """Return the seed of a checkpoint, where there is one."""
    return _read(file).seed if file.exists() else None


def load(file: Path, run: str) -> Progress:
    """Return what a checkpoint holds; nothing where there is none. Refused where it belongs to another run."""
    if not file.exists():
        return Progress()
    saved = _read(file)
    if saved.run != run:
        raise Refusal(BAD_CHECKPOINT, asked=file, because=OTHER_RUN)
    return saved.progress


def _read(file: Path) -> Checkpoint:
    try:
        content = json.loads(file.read_text("utf-8"))
        if content["form"] != FORM:
            raise Refusal(BAD_CHECKPOINT, asked=file, because=OTHER_RUN)
        return convert(content, Checkpoint, dec_hook=lambda _, data: array_of(data))
    except OSError as error:
        raise Refusal(CANNOT_READ, asked=file, because=error.strerror) from None
    except (ValueError, KeyError, TypeError, IndexError):
        raise Refusal(BAD_CHECKPOINT, asked=file, because=_("it cannot be read")) from None


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

    def run(self, work: Work, blocks: Iterable[int]) -> Generator[Done, None, None]:
        """Do these blocks, in whatever order they are finished."""
        if self.name == DASK:
            return on_dask(work, blocks, self.scheduler, self.workers)
        return on_threads(work, blocks, self.workers)


@dataclass(slots=True, kw_only=True)
class Run:
    """A run of sessions: how far it has got, and what that came to."""

    work: Work
    progress: Progress
    restored: int
    """Rounds that a checkpoint brought."""
    seconds: float = 0.0
    is_complete: bool = False
    failure: Refusal | None = None
    """What cut it short, where that was not the user."""

    @property
    def counted(self) -> RunTally:
        """What it came to so far."""
        if self.progress.counted is None:
            raise ValueError("nothing was played yet")
        return self.progress.counted

    @property
    def sessions(self) -> int:
        """Sessions played so far, of each strategy."""
        return self.counted.tallies[0].sessions

    @property
    def new_rounds(self) -> int:
        """Rounds played since this run began."""
        return self.progress.rounds - self.restored

    def answer(self, strategies: Sequence[AnyStrategy]) -> SimulationAnswer:
        """Return everything that the strategies came to."""
        counted = self.counted  # once: threads may be adding to it
        figures = tuple(map(results, counted.tallies, self.work.programs, strategies))
        return SimulationAnswer(
            **heading_of(strategies),
            seed=self.work.seed,
            sessions=figures[0].sessions,
            asked=self.work.sessions,
            complete=self.is_complete,
            seconds=round(self.seconds, 3),
            rounds_per_second=round(self.new_rounds / self.seconds) if self.seconds else 0,
            strategies=figures,
            better_than_first=tuple(
                mean_difference(total, squares, figures[0].sessions) for total, squares in counted.better
            ),
        )


def make_work(strategies: Sequence[AnyStrategy], *, sessions: int, seed: int) -> Work:
    """Return the work of playing strategies over the same outcomes; refused before anything runs."""
    if not 1 <= sessions <= MOST_SESSIONS:
        raise Refusal(BAD_SESSIONS, asked=sessions, allowed=MOST_SESSIONS)
    if not 0 <= seed <= MOST_SEED:
        raise Refusal(
            "bad_seed", _("a seed cannot be {asked}; possible: 0 to {allowed}"), asked=seed, allowed=MOST_SEED
        )
    programs = tuple(map(prepare_strategy, strategies))
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
    on_progress: Callable[[Run], None] = lambda _: None,
    is_stopped: Callable[[], bool] = lambda: False,
    checkpoint: Path | None = None,
    identity: str = "",
) -> Run | None:
    """Do the work; cut short by Ctrl-C or when `is_stopped`, return what was done, or None where nothing was."""
    progress = Progress() if checkpoint is None else load(checkpoint, identity)
    going = Run(work=work, progress=progress, restored=progress.rounds)
    begun = saved = time.monotonic()
    done = engine.run(work, (block for block in range(work.blocks) if block not in progress))
    is_complete = True
    try:
        for blocks, counted in done:
            progress.add(blocks, counted)
            going.seconds = time.monotonic() - begun
            on_progress(going)
            if checkpoint is not None and time.monotonic() - saved > SAVE_EVERY:
                save(checkpoint, identity, work.seed, progress)
                saved = time.monotonic()
            if is_stopped():
                is_complete = progress.until == work.blocks
                break
    except KeyboardInterrupt:
        is_complete = False
    except Refusal as refusal:
        if progress.counted is None:
            raise
        is_complete, going.failure = False, refusal
    finally:
        done.close()  # waits for the workers, and lets go of what they have not begun
    if checkpoint is not None:
        save(checkpoint, identity, work.seed, progress)
    going.seconds, going.is_complete = time.monotonic() - begun, is_complete
    return None if progress.counted is None else going
