"""Banca: Macau's official table-game regulations, executable.

>>> import banca
>>> game = banca.game(banca.games()[0])
>>> game.bets[0].key, game.bets[0].analysis().house_edge
('pass_line', Fraction(7, 495))
"""

from typing import TYPE_CHECKING, Any

from banca import moved
from banca.moved import read_when_asked
from banca.version import VERSION

if TYPE_CHECKING:
    from banca.analysis.exact import Analysis
    from banca.analysis.game import GameAtTable, GameBet, game, games, proposed
    from banca.analysis.python import BestWay, Simulation, WorkedOut, best, compare, evening, simulate, strategies
    from banca.analysis.rounds import ManyRounds, NextRound
    from banca.analysis.settlement import Settlement
    from banca.law import Clause, Language, Status
    from banca.rules import Limits, Refusal

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
moved.install()
_public = read_when_asked(
    __name__,
    {
        "banca.analysis.exact": ("Analysis",),
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
        "banca.analysis.game": ("GameAtTable", "GameBet", "game", "games", "proposed"),
        "banca.law": ("Clause", "Language", "Status"),
        "banca.rules": ("Limits", "Refusal"),
    },
)


def __getattr__(name: str) -> Any:  # of a game a module, of the public names whatever each is
    """A public name; or what a game has of its own in Python, by the game's id: the file `python` of its folder."""
    if name in __all__:
        return _public(name)
    from banca.games import find, playable  # not for a public name

    part = find(name).part("python") if name in playable() else None
    if part is None:
        because = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(because, name=name, obj=__name__)
    return part
