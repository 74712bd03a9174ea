"""The best way to play: for a bankroll and a goal, the bets and stakes with the best chance, and what they lose."""

from typing import TYPE_CHECKING

from banca.analysis.best_play.problem import PlayGoal, PlayProblem
from banca.lazy import read_when_asked

if TYPE_CHECKING:
    from banca.analysis.best_play.best import BestPlay, best

__all__ = ["BestPlay", "PlayGoal", "PlayProblem", "best"]

# Read when they are asked for: they need the extra `fast`, and a problem does not.
__getattr__ = read_when_asked(__name__, {"banca.analysis.best_play.best": ("BestPlay", "best")})
