"""How fast exact analysis is: Banca beside icepool and hand-written Fractions, on the same work, in one run.

    make bench

Times are the best of several runs; what counts is the ratio beside them, as machines are noisy. icepool needs about a
minute for the largest bet and runs it once.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from workloads import Workload, by_banca, by_hand, by_icepool, workloads

SLOW = 1.0
"""Seconds after which a run is not repeated."""


def best_of(work: Callable[[], object], runs: int = 7) -> float:
    """The shortest time of several runs, in seconds; slow work runs once."""
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
        if best > SLOW:
            break
    return best


def shown(seconds: float) -> str:
    """Seconds in milliseconds."""
    return f"{seconds * 1000:12.3f} ms"


def compare(workload: Workload) -> dict[str, float]:
    """Time the three ways on one workload, after seeing that they agree."""
    ways = {"banca": by_banca, "by hand": by_hand, "icepool": by_icepool}
    edges = {}
    times = {}
    for name, way in ways.items():
        start = time.perf_counter()
        edges[name] = workload.run(way)
        times[name] = time.perf_counter() - start
        if times[name] < SLOW:
            times[name] = best_of(partial(workload.run, way))
    if not edges["banca"] == edges["by hand"] == edges["icepool"]:
        sys.exit(f"{workload.name}: the ways disagree")
    cells = "".join(shown(seconds) for seconds in times.values())
    by_peer = times["icepool"] / times["banca"]
    by_limit = times["by hand"] / times["banca"]
    print(f"{workload.name:22}{cells}{by_peer:11.1f}×{by_limit:11.2f}×")
    return times


def cold_start() -> tuple[float, float]:
    """`banca odds craps` from nothing, and an interpreter that does nothing."""
    banca = [str(Path(sys.executable).with_name("banca")), "odds", "craps"]
    nothing = [sys.executable, "-c", "pass"]

    def run(command: list[str]) -> Callable[[], object]:
        return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # our own program

    return best_of(run(banca), 5), best_of(run(nothing), 5)


def main() -> None:
    """Print the table and the goals."""
    heading = f"{'banca':>15}{'by hand':>15}{'icepool':>15}{'icepool/banca':>14}{'hand/banca':>12}"
    print(f"{'house edges, exact':22}{heading}")
    times = {workload.name: compare(workload) for workload in workloads()}
    odds, python = cold_start()
    print(f"{'banca odds craps, cold':22}{shown(odds)}   python alone{shown(python)}{odds / python:11.1f}×")
    line, largest = times["the pass line"], times["a 1024-state bet"]
    goals = {
        "the pass line under 1 ms": line["banca"] < 0.001,
        "the 1024-state bet under 100 ms": largest["banca"] < 0.1,
        "the 1024-state bet 100 times faster than icepool": largest["icepool"] > 100 * largest["banca"],
        "banca odds craps from a cold start under 0.7 s": odds < 0.7,
    }
    for goal, is_reached in goals.items():
        print(f"{'reached' if is_reached else 'MISSED':8} {goal}")
    sys.exit(not all(goals.values()))


if __name__ == "__main__":
    main()
