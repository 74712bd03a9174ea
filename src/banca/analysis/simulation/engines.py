"""Where blocks of work are done: on the threads of this machine, or on the workers of a Dask cluster. Same blocks, same results."""

import logging
import time
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import Any

from banca.analysis.simulation.work import Tallied, Work
from banca.rules import Refusal, _, refusal

WORKER_FAILED = refusal("worker_failed", _("a worker failed: {because}"))
NO_SCHEDULER = refusal("no_scheduler", _("cannot use the Dask scheduler at {asked}: {because}"))

Done = tuple[list[int], Tallied]
"""Some blocks and what they came to."""

SECONDS_PER_TASK = 1.0
MOST_BLOCKS_PER_TASK = 64
PATIENCE = "5s"
"""How long to wait for a scheduler to answer."""


def on_threads(work: Work, blocks: Iterable[int], threads: int) -> Generator[Done, None, None]:
    """Do blocks on threads; compiled code lets them run side by side."""
    waiting = iter(blocks)
    with ThreadPoolExecutor(threads) as pool:
        pending: dict[Future[Tallied], int] = {}
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


def run_task(work: Work, blocks: list[int]) -> tuple[Tallied, float]:
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


def _result(future: Any) -> tuple[Tallied, float]:  # a future of Dask's
    try:
        counted, seconds = future.result()
    except Exception as error:  # whatever went wrong over there is said in one line
        because = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise Refusal(WORKER_FAILED, because=because) from None
    return counted, seconds
