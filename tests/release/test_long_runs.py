"""Long simulations: memory does not grow with them, and a cluster that loses a worker loses nothing."""

import os
import signal
import subprocess
import sys

import pytest
from msgspec import to_builtins

from banca.analysis.simulation.run import DASK, Engine, Progress, dask_client, make_work, on_dask, run
from banca.analysis.simulation.strategy_file import find_strategy
from banca.analysis.simulation.tally import array_data
from support.commands import refuses

pytestmark = pytest.mark.compiled

MEMORY = """
import resource, sys
from banca.analysis.simulation import Play, Strategy, simulate
simulate(Strategy(game="craps", plays=(Play(bet="field", stake=100),)), sessions=int(sys.argv[1]), seed=1)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_memory_does_not_grow_with_rounds() -> None:
    """A million rounds and five hundred million; `bench/simulation.py --long` tries ten thousand million."""
    few, many = (
        int(subprocess.run([sys.executable, "-c", MEMORY, sessions], capture_output=True, text=True, check=True).stdout)
        for sessions in ("1000", "500000")
    )
    assert many < 1.1 * few + 40_000


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_a_worker_gives_the_same_answer() -> None:
    work = make_work([find_strategy("craps", "three_point_molly")], sessions=400_000, seed=11)
    with dask_client(None, 2) as client:
        address = client.scheduler.address
        victim = next(iter(client.run(os.getpid).values()))
        progress = Progress()
        for number, (blocks, counted) in enumerate(on_dask(work, range(work.blocks), address, 2)):
            if number == 2:
                os.kill(victim, signal.SIGKILL)
            assert not any(block in progress for block in blocks)
            progress.add(blocks, counted)
    alone = run(work, Engine(workers=2))
    assert alone is not None
    assert progress.counted is not None
    assert (progress.until, progress.beyond) == (work.blocks, set())
    for tally, expected in zip(progress.counted.tallies, alone.counted.tallies, strict=True):
        assert to_builtins(tally, enc_hook=array_data) == to_builtins(expected, enc_hook=array_data)


@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_does_not_answer_is_refused_after_five_seconds() -> None:
    work = make_work([find_strategy("craps", "three_point_molly")], sessions=10, seed=1)
    with refuses("no_scheduler"):
        run(work, Engine(name=DASK, scheduler="tcp://127.0.0.1:9"))
