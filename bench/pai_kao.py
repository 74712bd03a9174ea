"""How fast best play in Pai Kao is worked out: compiled Python beside a hand-written C loop, in one run.

make bench
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from banca.games.pai_kao.exact import CLASSES_OF, COPIES, HANDS, WAYS, Seat, highest_rear
from banca.games.pai_kao.exact.compiled import GOAL, PARTS, all_weights, as_array, best_response, solve, totals, values
from exact import best_of, shown

C_SOURCE = Path(__file__).with_name("pai_kao.c")


def by_c() -> tuple[float, tuple[int, ...]] | None:
    """Seconds and counts of the C loop (one thread); None where there is no gcc."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return None
    policy = highest_rear()
    records = [len(HANDS), *COPIES]
    for hand, parts, ways, options, weights in zip(HANDS, PARTS, WAYS, CLASSES_OF, policy.weights, strict=True):
        records += [*parts, ways, *options[weights.index(1)], *hand]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "pai_kao"
        subprocess.run([compiler, "-O3", "-march=native", str(C_SOURCE), "-o", str(program)], check=True)
        best = None
        for _ in range(5):
            data = np.array(records, dtype=np.int32).tobytes()
            printed = subprocess.run([str(program)], input=data, capture_output=True, check=True).stdout.split()
            seconds, counts_found = float(printed[0]), tuple(map(int, printed[1:]))
            best = (seconds, counts_found) if best is None or seconds < best[0] else best
    return best


def enumerate_afresh() -> tuple[int, int, int]:
    """All deals with nothing kept from before."""
    all_weights.cache_clear()
    return totals(highest_rear(), highest_rear(), Seat.PLAYER)


def main() -> None:
    """Print the table and the goals."""
    counts = enumerate_afresh()
    values(as_array(highest_rear()), 1, Seat.BANKER)  # compiled now, not timed
    every_deal = best_of(enumerate_afresh)
    settings = best_of(lambda: values(as_array(highest_rear()), 1, Seat.PLAYER))
    response = best_of(lambda: best_response(highest_rear(), Seat.PLAYER))
    limit = by_c()
    print(f"{'Pai Kao':34}{'banca':>15}{'C, one thread':>16}{'C/banca':>10}")
    if limit is None:
        print(f"{'all deals by kind, one policy':34}{shown(every_deal)}   (no gcc here)")
    else:
        seconds, found = limit
        if found != counts:
            sys.exit(f"C and compiled Python disagree: {found} and {counts}")
        print(f"{'all deals by kind, one policy':34}{shown(every_deal)} {shown(seconds)}{seconds / every_deal:9.2f}×")
    print(f"{'three settings of every hand':34}{shown(settings)}")
    print(f"{'a full best response':34}{shown(response)}")
    taken = 0.0

    def hear(turn: int, seconds: float, player: float, banker: float) -> None:
        nonlocal taken
        taken = seconds
        print(f"  equilibrium, round {turn}: {seconds:5.1f} s, gains {player:.1e} {banker:.1e}")

    all_weights()
    solve(hear, GOAL)
    goals = {
        "all deals under 0.3 s": every_deal < 0.3,
        "a best response under 1 s": response < 1,
        f"equilibrium to {GOAL:g} under 3 minutes ({taken:.0f} s)": taken < 180,
    }
    for goal, is_reached in goals.items():
        print(f"{'reached' if is_reached else 'MISSED':8} {goal}")
    sys.exit(not all(goals.values()))


if __name__ == "__main__":
    main()
