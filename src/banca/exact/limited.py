"""The same analysis for bets that somebody proposes: within a time, and never caught in one long calculation."""

import time

from banca.exact.analysis import Analysis, Solved, analyse_solved, solve_bet
from banca.rulebook import Bet, Code, Refusal

MOST_TOGETHER = 600
"""States that may lead back to each other: so many are one matrix, which is solved in a second or two."""


def solve_within(bet: Bet, seconds: float) -> Solved:
    """The bet's chain solved exactly; refused where that takes too long."""
    end = time.monotonic() + seconds

    def check(states: int) -> None:
        if states > MOST_TOGETHER:
            raise Refusal(Code.PROPOSAL_TANGLED, bet.cite, asked=states, allowed=MOST_TOGETHER)
        if time.monotonic() > end:
            raise Refusal(Code.PROPOSAL_TOO_LONG, bet.cite, allowed=f"{seconds:g}")

    return solve_bet(bet, check)


def analyse_within(bet: Bet, seconds: float) -> Analysis:
    """Its exact figures; refused where they take too long."""
    return analyse_solved(bet, solve_within(bet, seconds))
