"""A worked example for every way a bet can end: the shortest run of outcomes that leads there, and its money."""

from collections import deque
from dataclasses import dataclass

from banca.analysis.exact.odds import Solved
from banca.rules import Bet, Decided, Limits, Outcome, Payment, Rules, pay


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Outcomes in order, as a croupier writes them, the decision of the last, and what a minimum stake comes to."""

    outcomes: tuple[str, ...]
    decision: Decided
    payment: Payment


def endings(rules: Rules, bet: Bet, solved: Solved, limits: Limits) -> tuple[Ending, ...]:
    """One for each decision, in the order in which they come up."""
    automaton = solved.automaton
    of_column = _an_outcome_each(bet, [seen for seen, _ in automaton.space])
    paths: dict[int, tuple[int, ...]] = {0: ()}
    found: dict[Decided, tuple[int, ...]] = {}
    waiting = deque([0])
    while waiting and len(found) < len(solved.decisions):
        state = waiting.popleft()
        for column, cell in enumerate(automaton.rows[state]):
            path = (*paths[state], column)
            if not isinstance(cell, int):
                found.setdefault(cell, path)
            elif cell not in paths:
                paths[cell] = path
                waiting.append(cell)
    show = rules.rulebook.show
    return tuple(
        Ending(
            outcomes=tuple(show(of_column[column]) for column in path),
            decision=decision,
            payment=pay(limits.minimum, decision, bet.commission, limits.chip),
        )
        for decision, path in found.items()
    )


def _an_outcome_each(bet: Bet, columns: list[Outcome]) -> list[Outcome]:
    """For everything the bet can see, an outcome that looks so: the one in the middle of them."""
    alike: dict[Outcome, list[Outcome]] = {}
    for outcome, _ in bet.space:
        alike.setdefault(bet.sees(outcome), []).append(outcome)
    return [alike[column][len(alike[column]) // 2] for column in columns]
