"""The best way to play: for a bankroll and a goal, the bets and stakes with the best chance, and what they lose."""

from banca.analysis.best_play.best import BestPlay, best
from banca.analysis.best_play.model import PlayGoal, PlayProblem

__all__ = ["BestPlay", "PlayGoal", "PlayProblem", "best"]
