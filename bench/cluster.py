"""How simulation spreads over Dask workers: one local worker and two on the same long run, which must come to the same.

make bench
"""

import sys
import time

from banca.analysis.simulation.run import Work, dask_client, make_work, on_dask
from banca.analysis.simulation.strategy_file import find_strategy

SESSIONS = 4_000_000
GOAL = 1.6


def timed(work: Work, workers: int) -> tuple[float, int]:
    """Seconds of the whole work on a cluster that is already there and warm, and the net result of all sessions."""
    with dask_client(None, workers) as client:
        address = client.scheduler.address
        warm = Work(programs=work.programs, seed=0, sessions=8 * workers * work.per_block)
        for _ in on_dask(warm, range(warm.blocks), address, workers):
            pass
        begun = time.perf_counter()
        net = sum(counted.tallies[0].net for _, counted in on_dask(work, range(work.blocks), address, workers))
        return time.perf_counter() - begun, net


def main() -> None:
    """Print both times and the goal."""
    work = make_work([find_strategy("craps", "three_point_molly")], sessions=SESSIONS, seed=1)
    one, two = timed(work, 1), timed(work, 2)
    if one[1] != two[1]:
        sys.exit("one worker and two do not come to the same")
    rounds = SESSIONS * work.programs[0].rounds / 1e6
    print(f"Dask, {SESSIONS:,} sessions of craps: one worker {one[0]:.1f} s, two {two[0]:.1f} s")
    print(f"about {rounds / one[0]:.0f} and {rounds / two[0]:.0f} million rounds a second")
    ratio = one[0] / two[0]
    print(f"{'reached' if ratio >= GOAL else 'MISSED':8} two Dask workers at least {GOAL} times one ({ratio:.2f})")
    sys.exit(ratio < GOAL)


if __name__ == "__main__":
    main()
