"""Certificates: a bet's whole transition table and its solution, in integers, for anyone to check.

`tools/verify_certificate.py` checks them without Banca.
"""

from collections.abc import Iterable

from flint import fmpq

from banca.exact.analysis import solve_bet
from banca.rulebook import Bet, Decided, Lose, Push, Rules, Win, net_per_unit

FORMAT = "banca certificate 1"

Json = dict[str, object]
KINDS: dict[type[Decided], str] = {Win: "win", Lose: "lose", Push: "push"}


def certificate(rules: Rules) -> Json:
    """Every bet of a game under its options."""
    return {
        "format": FORMAT,
        "game": rules.rulebook.game,
        "options": dict(rules.chosen),
        "bets": [bet_certificate(bet) for bet in rules.bets.values()],
    }


def bet_certificate(bet: Bet) -> Json:
    """One bet: decisions, states, rows of [outcome, weight, next], and the vectors that solve x = Px + r.

    `next` is a state from 0 up, or a decision from -1 down: -1 is the first. Every rational is [numerator, denominator].
    """
    solved = solve_bet(bet)
    nets = [net_per_unit(decision, bet.commission) for decision in solved.decisions]
    kinds = [KINDS[type(decision)] for decision in solved.decisions]
    index = {decision: -1 - place for place, decision in enumerate(solved.decisions)}
    outcomes = [(str(outcome), weight) for outcome, weight in solved.automaton.space]

    def vector(worth: Iterable[fmpq]) -> list[list[int]]:
        worths = list(worth)
        return [_pair(sum((a * b for a, b in zip(worths, row[:-1], strict=True)), fmpq(0))) for row in solved.values]

    solution = {kind: vector(fmpq(kind == other) for other in kinds) for kind in KINDS.values()}
    solution["net"] = vector(fmpq(net.numerator, net.denominator) for net in nets)
    solution["rounds"] = [_pair(row[-1]) for row in solved.values]
    return {
        "bet": bet.key,
        "cite": str(bet.cite),
        "total": bet.space.total,
        "decisions": [
            {"kind": kind, "net": [net.numerator, net.denominator]} for kind, net in zip(kinds, nets, strict=True)
        ],
        "states": [str(state) for state in solved.automaton.states],
        "rows": [
            [
                [outcome, weight, cell if isinstance(cell, int) else index[cell]]
                for (outcome, weight), cell in zip(outcomes, row, strict=True)
            ]
            for row in solved.automaton.rows
        ],
        "solution": solution,
        "house_edge": [-value if place == 0 else value for place, value in enumerate(solution["net"][0])],
    }


def _pair(value: fmpq) -> list[int]:
    return [int(value.p), int(value.q)]
