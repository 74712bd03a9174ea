"""The best way to play, worked out: its value, its loss, and the strategy that plays it."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from banca.analysis.best_play.exact import leads, solve_counted_exactly, solve_timeless_exactly
from banca.analysis.best_play.model import PlayModel, make_model
from banca.analysis.best_play.policy import strategy_of
from banca.analysis.best_play.problem import PlayGoal, PlayProblem
from banca.analysis.best_play.size import check_size
from banca.analysis.best_play.solution import Solution
from banca.analysis.best_play.stakes import solve_stakes
from banca.analysis.best_play.timed import solve_timed
from banca.analysis.best_play.timeless import solve_timeless
from banca.analysis.sessions.spread import Bounded
from banca.analysis.sessions.work import Precision
from banca.analysis.simulation.strategy import Strategy

ROUNDS_OF_A_BET = 10
"""Rounds that a session without a limit leaves for each bet."""
STILL_PLAYING = 1e-9
FEWEST, MOST = 100, 100_000
"""Rounds of such a session."""


@dataclass(frozen=True, kw_only=True, eq=False)
class BestPlay:
    """The best play for a purse and a goal. It is not a way to win: the mean loss is given too."""

    problem: PlayProblem
    precision: Precision
    solution: Solution

    @property
    def chance(self) -> Bounded:
        """The chance of reaching the goal."""
        return self.solution.chance

    @property
    def loss(self) -> Bounded:
        """The mean loss, in avos."""
        return self.solution.loss

    @property
    def model(self) -> PlayModel:
        """The problem as numbers."""
        return self.solution.model

    @cached_property
    def strategy(self) -> Strategy:
        """The strategy that plays it."""
        return strategy_of(self.solution, self._rounds)

    @property
    def fair_bound(self) -> Fraction | None:
        """The chance that no way of playing can exceed if no bet favours the player: the purse over the target."""
        problem = self.problem
        return None if problem.goal is not PlayGoal.TARGET else Fraction(problem.bankroll, problem.target or 1)

    @property
    def _rounds(self) -> int:
        """Rounds in which a session without a limit of them is almost surely over."""
        if self.problem.goal is PlayGoal.STAKE:
            bets = self.solution.left // self.model.least
        else:
            bets = _bets_played(self.solution)
        return min(max(-(-bets * ROUNDS_OF_A_BET // 100) * 100, FEWEST), MOST)


def best(problem: PlayProblem, precision: Precision = Precision.FLOAT, most: int | None = None) -> BestPlay:
    """Work out the best play; refuse before any work if it would take too much.

    Args:
        problem: The game, purse and goal.
        precision: Floats with a proven bound, or fractions.
        most: How much work it may take; by default the usual bound.

    Raises:
        Refusal: The problem is incomplete, or would take more work.
    """
    model = make_model(problem)
    check_size(model, precision, most)
    if problem.goal is PlayGoal.TARGET and not problem.is_timed:
        found = solve_timeless(model)
        found = solve_timeless_exactly(model, found) if precision is Precision.EXACT else found
    elif precision is Precision.EXACT:
        found = solve_counted_exactly(model)
    else:
        found = solve_stakes(model) if problem.goal is PlayGoal.STAKE else solve_timed(model)
    return BestPlay(problem=problem, precision=precision, solution=found)


def _bets_played(found: Solution) -> int:
    """After how many bets almost nobody plays on."""
    model = found.model
    moves: dict[int, dict[int, float]] = {}
    for (_, _, amount), choice in found.choices.items():
        into = moves.setdefault(amount, {})
        for chance, after in leads(model, choice, amount):
            into[after] = into.get(after, 0.0) + float(chance)
    here = {model.problem.bankroll // model.step: 1.0}
    for bets in range(1, MOST // ROUNDS_OF_A_BET):
        following: dict[int, float] = {}
        for amount, mass in here.items():
            for after, share in moves.get(amount, {}).items():  # none where no bet of the purse could reach the goal
                if after in moves:
                    following[after] = following.get(after, 0.0) + mass * share
        here = following
        if sum(here.values()) < STILL_PLAYING:
            return bets
    return MOST // ROUNDS_OF_A_BET
