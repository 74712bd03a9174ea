"""Exact evenings beside the compiled simulation, in one run: how long each takes, and how many digits it gives.

    make bench
    python bench/evening.py --agreement 10000000

With --agreement, every shipped strategy over so many sessions beside its exact evening: no figure may lie four standard errors away.
"""

import argparse
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

from banca.analysis.sessions import Evening, evening
from banca.analysis.simulation import simulate
from banca.analysis.simulation.results import Results
from banca.analysis.simulation.strategy import AnyStrategy, SessionEnd
from banca.analysis.simulation.strategy_file import find_strategy, library, simulated_games
from banca.rules import Refusal

GOALS = {
    ("craps", "three_point_molly"): 5.0,
    ("craps", "field_martingale"): 0.5,
    ("roulette", "martingale"): 0.5,
}
"""Seconds of one processor, which is all that an evening takes: other work on the machine lengthens the wait, not this."""
TO_TARGET = {("roulette", "martingale"): 250_000}
"""In avos: doubling until that is there."""
MOST_MEMORY = 1000
"""Megabytes."""
SESSIONS = 100_000
FARTHEST = 4.0


def asked(game: str, name: str) -> AnyStrategy:
    """A shipped strategy, to its target where the goals say one."""
    found = find_strategy(game, name)
    target = TO_TARGET.get((game, name))
    return found if target is None else replace(found, session=replace(found.session, target=target))


def memory() -> int:
    """The most that this process has held, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def speeds() -> bool:
    """Time evenings and simulations; whether the goals are met."""
    print(f"{'evening':28}{'exact':>10}{'processor':>11}{'goal':>8}{'ruin':>16}{'simulated':>22}{'in':>9}")
    evening(asked("roulette", "red"))  # compiled, or read from where it is kept
    simulate(asked("roulette", "red"), sessions=1000, seed=1)
    meets = True
    for (game, name), goal in GOALS.items():
        strategy = asked(game, name)
        begun, worked = time.perf_counter(), time.process_time()
        found = evening(strategy)
        seconds, processor = time.perf_counter() - begun, time.process_time() - worked
        begun = time.perf_counter()
        played = simulate(strategy, sessions=SESSIONS, seed=1)
        sampled = time.perf_counter() - begun
        ruin, share = found.ended[SessionEnd.RUIN], played.chances.ruin
        title = f"{game} {name}"
        print(
            f"{title:28}{seconds:8.2f} s{processor:9.2f} s{goal:6.1f} s{float(ruin):16.10f}"
            f"{share.measured:12.5f} ± {share.error:.5f}{sampled:7.2f} s"
        )
        meets &= processor <= goal and abs(float(ruin) - share.measured) < FARTHEST * share.error
    print(f"memory: {memory()} MB of at most {MOST_MEMORY} MB")
    return meets and memory() <= MOST_MEMORY


def distances(found: Evening, played: Results) -> Iterator[tuple[str, float]]:
    """How far measured figures lie from the exact ones, in standard errors."""
    for cause in SessionEnd:
        share = getattr(played.chances, cause.name.lower())
        yield cause.name.lower(), (share.measured - float(found.ended[cause])) / share.error
    yield "ahead", (played.chances.ahead.measured - float(found.ahead)) / played.chances.ahead.error
    mean = played.per_session
    if mean.error:
        yield "net", (mean.measured * 100 - float(found.net.mean)) / (mean.error * 100)


def agreement(sessions: int) -> bool:
    """Every shipped strategy that has an evening; whether all agree."""
    agrees = True
    for game in simulated_games():
        for name in library(game):
            strategy = find_strategy(game, name)
            try:
                exact = evening(strategy)
            except Refusal as refusal:
                print(f"{game:18}{name:24}{refusal}", flush=True)
                continue
            told = dict(distances(exact, simulate(strategy, sessions=sessions, seed=21)))
            what, farthest = max(told.items(), key=lambda one: abs(one[1]))
            agrees &= abs(farthest) < FARTHEST
            print(f"{game:18}{name:24}farthest: {what:10}{farthest:+6.2f} standard errors", flush=True)
    return agrees


def main() -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agreement", type=int, metavar="SESSIONS")
    sessions = parser.parse_args().agreement
    if not (agreement(sessions) if sessions else speeds()):
        sys.exit("a goal is missed")


if __name__ == "__main__":
    main()
