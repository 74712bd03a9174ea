"""The same analysis for bets that somebody proposes: within a time, and never caught in one long calculation."""

import time

from banca.exact.analysis import Analysis, Solved, analyse_solved, solve_bet
from banca.rulebook import Bet, Code, Refusal

MOST_TOGETHER = 600
"""States that may lead back to each other: so many are one matrix, which is solved in a second or two."""
WORK_A_SECOND = 3e9
"""Of the steps in which `solve` says how much work a matrix is: what a common machine does."""
MOST_DIGITS = 4000
"""Of a figure: more are for nobody to read, nor will Python write them."""


def solve_within(bet: Bet, seconds: float) -> Solved:
    """The bet's chain solved exactly; refused where that takes too long."""
    end = time.monotonic() + seconds

    def check(states: int, work: float) -> None:
        if states > MOST_TOGETHER:
            raise Refusal(Code.PROPOSAL_TANGLED, bet.cite, asked=states, allowed=MOST_TOGETHER)
        if time.monotonic() + work / WORK_A_SECOND > end:
            raise Refusal(Code.ANALYSIS_TOO_LONG, bet.cite, bet=bet.key, allowed=f"{seconds:g}")

    return solve_bet(bet, check)


def analyse_within(bet: Bet, seconds: float) -> Analysis:
    """Its exact figures; refused where they take too long, to find or to write."""
    analysis = analyse_solved(bet, solve_within(bet, seconds))
    figures = (analysis.mean_rounds, analysis.house_edge, *(result.chance for result in analysis.results))
    if max(max(abs(one.numerator), one.denominator) for one in figures) >= 10**MOST_DIGITS:
        raise Refusal(Code.FIGURES_TOO_LONG, bet.cite, bet=bet.key, allowed=MOST_DIGITS)
    return analysis
