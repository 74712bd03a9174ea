"""Simulation: strategies as data, run plainly or compiled, on one machine or many.

The way of a run: a `strategy` (read by `strategy_file`) is held against the rulebook (`plan`) and made into arrays (`compiled.program`),
whose sessions are played in blocks on threads or a cluster (`run`), counted (`tally`) and reported (`results`). What a strategy means is
written once, in `interpreter`; the compiled runners come to the same money, to the avo.

>>> from banca.games import playable
>>> game = playable()[0]
>>> name = next(iter(library(game)))
>>> played = simulate(find_strategy(game, name), sessions=2000, seed=1)
>>> played.sessions, abs(played.z) < 4
(2000, True)
"""

from typing import TYPE_CHECKING

from banca.analysis.simulation.strategy import (
    AnyStrategy,
    Labouchere,
    Ladder,
    Play,
    Session,
    Strategy,
    dalembert,
    fibonacci,
    martingale,
    paroli,
    press,
)
from banca.analysis.simulation.strategy_file import find_strategy, library, parse_strategy, read_strategy

if TYPE_CHECKING:
    from banca.analysis.simulation.results import Results

__all__ = [
    "AnyStrategy",
    "Labouchere",
    "Ladder",
    "Play",
    "Session",
    "Strategy",
    "dalembert",
    "fibonacci",
    "find_strategy",
    "library",
    "martingale",
    "paroli",
    "parse_strategy",
    "press",
    "read_strategy",
    "simulate",
]


def simulate(
    strategy: AnyStrategy, *, sessions: int = 10_000, seed: int | None = None, workers: int | None = None
) -> "Results":
    """Play a strategy on the threads of this machine; the same seed gives the same answer.

    Args:
        strategy: The strategy to play.
        sessions: How many to play.
        seed: Makes the run repeatable; by default one is drawn.
        workers: Threads; by default one for each processor.

    Returns:
        Counts, sums and chances over all sessions; amounts in patacas.

    Raises:
        Refusal: The strategy is against the rules.
        KeyboardInterrupt: The run was stopped.
    """
    from banca.analysis.python import simulate as play  # it is built upon this package

    return play(strategy, sessions=sessions, seed=seed, workers=workers).answer().strategies[0]
