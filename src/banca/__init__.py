"""Banca: Macau's official table-game regulations, executable.

>>> import banca
>>> game = banca.game(banca.games()[0])
>>> game.bets[0].key, game.bets[0].analysis().house_edge
('pass_line', Fraction(7, 495))
"""

from types import ModuleType

from banca.exact import Analysis
from banca.games import find, playable
from banca.interface import (
    BestWay,
    GameAtTable,
    GameBet,
    ManyRounds,
    NextRound,
    Settlement,
    Simulation,
    WorkedOut,
    best,
    compare,
    evening,
    game,
    games,
    proposed,
    simulate,
    strategies,
)
from banca.law import Clause, Language, Status
from banca.rulebook import Limits, Refusal
from banca.version import VERSION

__version__ = VERSION
__all__ = [
    "Analysis",
    "BestWay",
    "Clause",
    "GameAtTable",
    "GameBet",
    "Language",
    "Limits",
    "ManyRounds",
    "NextRound",
    "Refusal",
    "Settlement",
    "Simulation",
    "Status",
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


def __getattr__(name: str) -> ModuleType:
    """What a game has of its own in Python, by the game's id: the file `python` of its folder."""
    part = find(name).part("python") if name in playable() else None
    if part is None:
        because = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(because, name=name, obj=__name__)
    return part
