"""How long a proposal takes, from its text to exact figures and to the dossier, beside the same work by hand.

    make bench

A file of 1024 states: every total but seven, then a seven. By hand is the same recursion in Fractions over the bet that
the file describes; nothing is an interpreter that only loads Starlark. The dossier is that of a worked example with
10^8 simulated rounds a bet, compiled code loaded from its cache, and the same without.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

from banca.analysis.exact import analyse
from banca.proposals import read_proposal

RUNS = 5
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
SOURCE = """
proposal(game = "craps", title = say(en = "All, then seven", pt = "Todos, depois sete", zh = "全點後七"))
WANTED = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)

def step(state, o):
    if o.total == 7:
        return win() if len(state) == len(WANTED) else lose()
    return stay(state if o.total in state else tuple(sorted(state + (o.total,))))

bet(
    id = "all_then_seven",
    name = say(en = "All, then seven", pt = "Todos, depois sete", zh = "全點後七"),
    description = say(en = "Every total but seven, then a seven.", pt = "Todos menos o sete, depois o sete.", zh = "全點後七。"),
    pays = "170 to 1",
    start = (),
    step = step,
    sees = ["total"],
)
"""


def by_banca(source: str) -> tuple[Fraction, int]:
    """From the text to the exact edge; the states."""
    read_proposal.cache_clear()
    figures = analyse(read_proposal(source).bets[0].bet)
    return figures.house_edge, figures.states


def by_hand() -> Fraction:
    """The same edge by a recursion over what is still missing."""

    @cache
    def wins(missing: frozenset[int]) -> Fraction:
        if not missing:
            return Fraction(1)  # a seven comes at last
        ways = sum(WAYS[total] for total in missing) + WAYS[7]
        return sum((Fraction(WAYS[total], ways) * wins(missing - {total}) for total in missing), Fraction(0))

    return 1 - 171 * wins(frozenset(WAYS) - {7})


def timed(work: Callable[[], object], runs: int = RUNS) -> float:
    """The shortest of several runs, in seconds."""
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def ran(*words: str) -> None:
    """A command of ours, or Python."""
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)  # our own programs


def main() -> None:
    """Print the times and the goals."""
    (edge, states), hand = by_banca(SOURCE), by_hand()
    if edge != hand:
        sys.exit("the two ways disagree")
    banca = timed(lambda: by_banca(SOURCE))
    handwritten = timed(by_hand)
    nothing = timed(lambda: ran(sys.executable, "-I", "-c", "import starlark"))
    print(f"a proposal of {states} states, text to exact edge  {banca * 1000:8.1f} ms")
    print(f"  the same recursion by hand, in Fractions      {handwritten * 1000:8.1f} ms {banca / handwritten:6.2f}×")
    print(f"  a process that only loads Starlark            {nothing * 1000:8.1f} ms {banca / nothing:6.2f}×")
    program = str(Path(sys.executable).with_name("banca"))
    goals = {"a 1024-state proposal in under 0.5 s": states == 1024 and banca < 0.5}
    with tempfile.TemporaryDirectory() as folder:
        for name in ("fire", "hops", "all_tall_small"):
            times = {}
            for rounds in ("0", "1e8"):
                file = Path(folder) / f"{name}-{rounds}.pdf"
                ran(program, "dossier", name, "--rounds", rounds, "-o", str(file))  # the compiler's cache is warm now
                times[rounds] = timed(lambda: ran(program, "dossier", name, "--rounds", rounds, "-o", str(file)), 2)  # noqa: B023
            print(f"dossier of {name:15} {times['1e8']:6.2f} s, without its simulation {times['0']:6.2f} s")
            goals[f"the dossier of {name} in under 5 s"] = times["1e8"] < 5
    for goal, is_met in goals.items():
        print(f"{'reached' if is_met else 'MISSED'}: {goal}")
    sys.exit(not all(goals.values()))


if __name__ == "__main__":
    main()
