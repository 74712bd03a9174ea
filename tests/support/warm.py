"""Compile once what the tests run compiled, before several workers of pytest would each compile it: `python tests/support/warm.py`.

Numba compiles a function when it is first called, per kinds of its arguments; our entry points have one each, whatever the strategy. So one
small call of each is enough. Two processes share them: about half a minute on two cores where nothing is kept, one second where all is.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tools"))  # as pytest has it
os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".compiled"))  # as conftest.py has it, before numba is imported


def compile_best_play() -> None:
    """The search for a best way to play, its evening and its runner."""
    from banca.analysis.best_play import PlayGoal, PlayProblem, best
    from banca.analysis.sessions import evening  # each process imports what it compiles
    from banca.analysis.simulation.run import prepare_strategy

    lines = ("pass_line", "dont_pass", "come", "dont_come", "field")
    target = PlayProblem(game="craps", goal=PlayGoal.TARGET, bets=lines, bankroll=500, target=1000)
    timed = PlayProblem(game="craps", goal=PlayGoal.TARGET, bets=lines, bankroll=500, target=1000, rounds=3)
    staked = PlayProblem(game="craps", goal=PlayGoal.STAKE, bets=lines, bankroll=300, turnover=500)
    for problem in (target, timed, staked):
        solved = best(problem)
    prepare_strategy(solved.strategy).run(1, 0, 2)
    evening(best(timed).strategy)


def compile_simulation() -> None:
    """The runners of strategies with and without a bankroll, their sums, and what two games compile themselves."""
    import numpy as np

    import pai_kao_gates
    from banca.analysis.simulation import Play, Session, Strategy, find_strategy, simulate
    from banca.games.football_poker import exact as cut_card
    from banca.games.pai_kao.exact import Seat, compiled, policy

    red = (Play(bet="red", stake=1000),)
    for session in (Session(rounds=10), Session(bankroll=5000, rounds=10)):
        simulate(Strategy(game="roulette", plays=red, session=session), sessions=20_000, seed=1)
    simulate(find_strategy("pai_kao", "banker_seven_gates"), sessions=2, seed=1)
    compiled.totals(policy("balanced", Seat.PLAYER), policy("balanced", Seat.BANKER), Seat.PLAYER)
    pai_kao_gates.rows_of_seven(
        pai_kao_gates.grid(0), pai_kao_gates.results(0, 0, np.zeros(len(compiled.PARTS), dtype=np.int64))
    )
    pack = np.ones(cut_card.VALUES, dtype=np.int64)
    cut_card.follow(pack, 2)
    cut_card.deal_shoes(pack, 2, np.zeros((1, cut_card.ENDINGS)), np.zeros(1), 2, 1, 1)


GROUPS = {"best play": compile_best_play, "simulation": compile_simulation}


def stamps() -> Iterator[Path]:
    """Files that stand where compiled code is kept, by its sources: with all of them there is nothing to compile."""
    from banca.jit import cache_folder

    games = files("banca.games")
    for folder in (None, games / "pai_kao", games / "football_poker"):
        yield Path(cache_folder(Path(str(folder)) if folder else None)) / "warm"


def warm() -> None:
    """Compile all groups at once, each in a process of its own, unless that is done."""
    if all(stamp.exists() for stamp in stamps()):
        return
    command = [sys.executable, __file__]
    running = [subprocess.Popen([*command, group]) for group in GROUPS]
    for process in running:
        if process.wait():
            raise SystemExit(process.returncode)
    for stamp in stamps():
        stamp.touch()


if __name__ == "__main__":
    GROUPS[sys.argv[1]]() if sys.argv[1:] else warm()
