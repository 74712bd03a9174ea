"""The Python interface: `banca.game(NAME).bet(KEY).analysis().house_edge`. Money goes in and comes out in patacas."""

from typing import TYPE_CHECKING

from banca.lazy import read_when_asked

if TYPE_CHECKING:
    from banca.analysis.game import GameAtTable, GameBet, game, games, proposed
    from banca.analysis.python import BestWay, Simulation, WorkedOut, best, compare, evening, simulate, strategies
    from banca.analysis.rounds import ManyRounds, NextRound
    from banca.analysis.settlement import Settlement

__all__ = [
    "BestWay",
    "GameAtTable",
    "GameBet",
    "ManyRounds",
    "NextRound",
    "Settlement",
    "Simulation",
    "WorkedOut",
    "best",
    "compare",
    "evening",
    "game",
    "games",
    "proposed",
    "simulate",
    "strategies",
]

__getattr__ = read_when_asked(
    __name__,
    {
        "banca.analysis.python": (
            "BestWay",
            "Simulation",
            "WorkedOut",
            "best",
            "compare",
            "evening",
            "simulate",
            "strategies",
        ),
        "banca.analysis.rounds": ("ManyRounds", "NextRound"),
        "banca.analysis.settlement": ("Settlement",),
        "banca.analysis.game": (
            "GameAtTable",
            "GameBet",
            "game",
            "games",
            "proposed",
        ),
    },
)
