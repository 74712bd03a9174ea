"""The best way to play: for a purse and a goal, the bets and stakes with the best chance, and what they lose."""

from banca.analysis.best_play.problem import PlayGoal, PlayProblem
from banca.analysis.best_play.work import BestPlay, best

__all__ = ["BestPlay", "PlayGoal", "PlayProblem", "best"]
