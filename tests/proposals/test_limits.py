"""Bets whose table is fine and whose exact figures nobody can wait for, or read: refused in time."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import count

import pytest

from banca.analysis.exact.odds import NEVER_ENDS, Analysis, analyse_solved
from banca.analysis.exact.proposals import (
    ANALYSIS_TOO_LONG,
    FIGURES_TOO_LONG,
    MOST_TOGETHER,
    PROPOSAL_TANGLED,
    solve_proposal,
)
from banca.games import rulebook
from banca.proposals.compiler import BAD_PROPOSAL
from banca.rules import (
    LOSE,
    PROPOSED,
    Bet,
    Code,
    Message,
    Odds,
    Proposal,
    ProposedBet,
    Refusal,
    Stay,
    Text,
    Verdict,
    Win,
    carrying,
)

WON = Win(Odds(1), PROPOSED)
Step = Callable[[int, tuple[int, int]], Verdict]
LINE = 7
NAME = Text("walk")


def ticking() -> Callable[[], float]:
    """A clock on which every look takes a thousandth of a second."""
    return partial(next, count(0.001, 0.001))


def standing() -> float:
    """A clock on which nothing takes any time."""
    return 0.0


def figures(step: Step, seconds: float = 60, clock: Callable[[], float] = standing) -> Analysis:
    """Of a proposal for one bet on two dice that begins in state 0."""
    space = rulebook("craps").under().space
    bet = Bet(id="walk", name=NAME, cite=PROPOSED, space=space, start=0, step=step)
    new = ProposedBet(bet=bet, prizes=(), phase="", line=LINE)
    proposal = Proposal(file="a.star", source="", digest="0" * 64, game="craps", title=NAME, bets=(new,), changes=())
    rules = carrying(rulebook("craps"), proposal, {})
    return analyse_solved(rules.bets["walk"], solve_proposal(proposal, rules, seconds, clock)["walk"])


def chain(length: int) -> Step:
    """So many states in a row: a low throw moves on, a seven loses, the last wins."""

    def step(state: int, dice: tuple[int, int]) -> Verdict:
        if sum(dice) == 7:
            return LOSE
        if state >= length - 1:
            return WON
        return Stay(state + 1) if sum(dice) < 7 else Stay(state)

    return step


def tangle(states: int, then: Step) -> Step:
    """So many states that lead back to each other; the last of them leads on to `then`, which begins at `states`."""

    def step(state: int, dice: tuple[int, int]) -> Verdict:
        if state >= states:
            return then(state, dice)
        if state == states - 1:
            return Stay(states)
        return Stay((state * 7 + dice[0] * 31 + dice[1] * 37) % states)

    return step


def never(state: int, dice: tuple[int, int]) -> Verdict:
    """Wins on a seven at once; anything else leads to a state that nothing leaves."""
    return WON if state == 0 and sum(dice) == 7 else Stay(1)


SLOW: dict[str, tuple[Step, Callable[[], float], Code]] = {
    "a_closed_set": (never, standing, NEVER_ENDS),
    "two_thousand_together": (tangle(2000, chain(2001)), standing, PROPOSAL_TANGLED),
    "one_too_many": (tangle(MOST_TOGETHER + 2, chain(MOST_TOGETHER + 3)), standing, PROPOSAL_TANGLED),
    "too_deep": (chain(5000), ticking(), ANALYSIS_TOO_LONG),
    "together_above_deep": (tangle(MOST_TOGETHER, chain(3000)), ticking(), ANALYSIS_TOO_LONG),
    "together_with_long_numbers": (tangle(MOST_TOGETHER, chain(3000)), standing, ANALYSIS_TOO_LONG),
    "too_many_digits": (chain(5000), standing, FIGURES_TOO_LONG),
    "chances_too_small": (chain(2500), standing, FIGURES_TOO_LONG),
}


@pytest.mark.parametrize(("step", "clock", "code"), SLOW.values(), ids=SLOW)
def test_is_refused_in_time(step: Step, clock: Callable[[], float], code: Code) -> None:
    """By a clock that is handed in; a matrix is refused by how much work it would be, before any time has passed."""
    with pytest.raises(Refusal) as told:
        figures(step, 0.3, clock)
    because = told.value.about["because"]
    assert isinstance(because, Message)
    assert (told.value.code, told.value.about["line"], because.code) == (BAD_PROPOSAL, LINE, code)
    assert str(told.value).isprintable()


def test_a_long_chain_within_the_limits_is_exact() -> None:
    """Each state is left by a low throw (15 ways) or a seven (6), the last by any throw but one that is a seven (30)."""
    length = 200
    assert figures(chain(length)).p_win == Fraction(15, 21) ** (length - 1) * Fraction(30, 36)


def test_states_together_within_the_limits_are_exact() -> None:
    """They always lead on, so that only the last state decides: six ways in 36 lose."""
    assert figures(tangle(100, chain(101))).p_lose == Fraction(6, 36)
