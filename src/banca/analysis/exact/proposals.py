"""The exact figures of proposed bets, within limits: nobody knows beforehand how much work a stranger's file asks for."""

import time
from collections.abc import Callable
from fractions import Fraction

from banca.analysis.exact.odds import Analysis, ChainSolution, analyse_solved, solve_bet
from banca.games import rulebook
from banca.proposals.compiler import BAD_PROPOSAL
from banca.rules import Bet, Proposal, Refusal, Rules, _, carrying, refusal

PROPOSAL_TANGLED = refusal(
    "proposal_tangled",
    _("{asked} states lead back to one another, which takes too long to solve exactly; at most {allowed} are possible"),
)
ANALYSIS_TOO_LONG = refusal(
    "analysis_too_long",
    _("the exact figures of {bet} take longer than {allowed} s; keep in its state only what decides the bet"),
)
FIGURES_TOO_LONG = refusal(
    "figures_too_long", _("the exact figures of {bet} are fractions with more than {allowed} digits; use fewer states")
)

SECONDS = 10.0
"""Of the processor's time that the exact figures of a proposal may take, all its bets together."""
MOST_TOGETHER = 600
"""States that may lead back to each other: so many are one matrix, which is solved in a second or two."""
WORK_A_SECOND = 3e9
"""Of the steps in which `solve` says how much work a matrix is: what a common machine does."""
MOST_DIGITS = 4000
"""Of a figure: more are for nobody to read, nor will Python write them."""
SMALLEST = Fraction(1, 10**300)
"""A chance below it is no number any more where figures are rounded for the eye."""


def check_admissible(proposal: Proposal) -> Proposal:
    """The proposal, now that all its bets are known to end and to have figures; refused at the line of one that has none."""
    solve_proposal(proposal, carrying(rulebook(proposal.game), proposal, {}))
    return proposal


def solve_proposal(
    proposal: Proposal,
    rules: Rules,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.process_time,
) -> dict[str, ChainSolution]:
    """Every bet that the proposal adds or changes, solved exactly; refused at its line where one takes too long.

    `clock` counts this process's own work: what else a machine has to do makes no bet too long.
    """
    end = clock() + seconds
    solutions: dict[str, ChainSolution] = {}
    for key in proposal.keys:
        bet = rules.bets[key]
        try:
            solutions[key] = _solve(bet, seconds, lambda: end - clock())
            _check_figures(bet, analyse_solved(bet, solutions[key]))
        except Refusal as refusal:
            line = proposal.line(key)
            raise Refusal(BAD_PROPOSAL, refusal.cite, asked=proposal.file, line=line, because=refusal.message) from None
    return solutions


def _solve(bet: Bet, seconds: float, left: Callable[[], float]) -> ChainSolution:
    def check(states: int, work: float) -> None:
        if states > MOST_TOGETHER:
            raise Refusal(PROPOSAL_TANGLED, bet.cite, asked=states, allowed=MOST_TOGETHER)
        if work / WORK_A_SECOND > left():
            raise Refusal(ANALYSIS_TOO_LONG, bet.cite, bet=bet.key, allowed=f"{seconds:g}")

    return solve_bet(bet, check)


def _check_figures(bet: Bet, figures: Analysis) -> None:
    """They can be written down, and rounded for the eye."""
    exact = (figures.mean_rounds, figures.variance, *(result.chance for result in figures.results))
    longest = max(max(abs(figure.numerator), figure.denominator) for figure in exact)
    smallest = min(1 / figures.mean_rounds, *(result.chance for result in figures.results if result.chance))
    if longest >= 10**MOST_DIGITS or smallest < SMALLEST:
        raise Refusal(FIGURES_TOO_LONG, bet.cite, bet=bet.key, allowed=MOST_DIGITS)
