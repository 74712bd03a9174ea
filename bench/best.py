"""The best way to play beside the compiled simulation, in one run: how long each takes, and whether both come to one chance.

make bench
"""

import sys
import time

from banca.analysis.best_play import PlayGoal, PlayProblem, best
from banca.analysis.simulation import simulate
from banca.rules import Limits

UNIT = 100
NUMBERS = (4, 5, 6, 8, 9, 10)
ALL_LINES = (
    "pass_line",
    "dont_pass",
    "come",
    "dont_come",
    "field",
    *(f"big_number:{number}" for number in NUMBERS),
    *(f"hard_way:{number}" for number in (4, 6, 8, 10)),
    *("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds"),
)
LIMITS = Limits(minimum=UNIT, maximum=100_000 * UNIT, chip=UNIT)
GOALS: dict[int | None, float] = {None: 10.0, 20: 20.0, 100: 20.0}
"""Seconds of processor time, by the number of rounds; two processors share what rounds take, so that 20 is 10 seconds on both."""
SESSIONS = 100_000
FARTHEST = 4.0


def problem(units: int, rounds: int | None) -> PlayProblem:
    """Double half of so many units at craps with all line, field and number bets."""
    return PlayProblem(
        game="craps",
        goal=PlayGoal.TARGET,
        bankroll=units * UNIT // 2,
        target=units * UNIT,
        rounds=rounds,
        bets=ALL_LINES,
        limits=LIMITS,
    )


def main() -> None:
    """Time it; say whether the goals are met."""
    for rounds in (None, 2):
        best(problem(4, rounds))  # compiled, or read from where it is kept
    simulate(best(problem(4, None)).strategy, sessions=100, seed=1)
    print(
        f"{'craps, 100 units':24}{'found':>10}{'processor':>11}{'goal':>9}{'chance':>14}{'mean loss':>11}{'simulated':>22}{'in':>9}"
    )
    meets = True
    for rounds, goal in GOALS.items():
        begun, worked = time.perf_counter(), time.process_time()
        found = best(problem(100, rounds))
        seconds, processor = time.perf_counter() - begun, time.process_time() - worked
        strategy = found.strategy
        begun = time.perf_counter()
        share = simulate(strategy, sessions=SESSIONS, seed=1).chances.target
        sampled = time.perf_counter() - begun
        name = "any number of rounds" if rounds is None else f"{rounds} rounds"
        print(
            f"{name:24}{seconds:8.2f} s{processor:9.2f} s{goal:7.1f} s{float(found.chance):14.9f}{float(found.loss) / UNIT:11.6f}"
            f"{share.measured:12.5f} ± {share.error:.5f}{sampled:7.2f} s",
            flush=True,
        )
        meets &= processor <= goal and abs(float(found.chance) - share.measured) < FARTHEST * share.error
    if not meets:
        sys.exit("a goal is missed")


if __name__ == "__main__":
    main()
