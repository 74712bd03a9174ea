"""Certificates: a bet's whole transition table and its solution, in integers, for anyone to check.

`banca_verify` checks them without Banca.
"""

from fractions import Fraction

from banca.analysis.exact.odds import ChainSolution, analyse_solved, fraction, solve_bet
from banca.rules import KINDS, Bet, Rules, net_per_unit

FORMAT = "banca certificate 1"

Json = dict[str, object]


def certificate(rules: Rules) -> Json:
    """Return the certificate of every bet of a game under its options.

    Args:
        rules: The game under its options.

    Returns:
        Plain data to be written as JSON; `banca odds GAME --certificate FILE` does so.
    """
    return {
        "format": FORMAT,
        "game": rules.rulebook.game,
        "options": dict(rules.chosen),
        "bets": [bet_certificate(bet) for bet in rules.bets.values()],
    }


def bet_certificate(bet: Bet) -> Json:
    """One bet: decisions, states, rows of [outcome, weight, next], and the vectors that solve x = Px + r.

    `next` is a state from 0 up, or a decision from -1 down: -1 is the first. Every rational is [numerator, denominator].
    `chances` has one vector per decision, `rounds` is the mean number of rounds to come; both have one value per state.
    """
    return solved_certificate(bet, solve_bet(bet))


def solved_certificate(bet: Bet, solved: ChainSolution) -> Json:
    """The certificate of a chain already solved."""
    index = {decision: -1 - number for number, decision in enumerate(solved.decisions)}
    outcomes = [(str(outcome), weight) for outcome, weight in solved.automaton.space]
    return {
        "bet": bet.key,
        "cite": str(bet.cite),
        "rests_on": [str(cite) for cite in bet.reads],
        # Why outcomes weigh what they do: the clause of the device.
        "weights_cite": str(bet.space.cite or ""),
        "total": bet.space.total,
        "decisions": [
            {
                "kind": KINDS[type(decision)],
                "net": _pair(net_per_unit(decision, bet.commission)),
                "cite": str(decision.cite or bet.decided_by or bet.cite),
            }
            for decision in solved.decisions
        ],
        "states": [str(state) for state in solved.automaton.states],
        "rows": [
            [
                [outcome, weight, cell if isinstance(cell, int) else index[cell]]
                for (outcome, weight), cell in zip(outcomes, row, strict=True)
            ]
            for row in solved.automaton.rows
        ],
        "chances": [_vector(solved, column) for column in range(len(solved.decisions))],
        "rounds": _vector(solved, -1),
        "figures": _figures(bet, solved),
    }


def _figures(bet: Bet, solved: ChainSolution) -> Json:
    figures = analyse_solved(bet, solved)
    named = ("p_win", "p_lose", "p_push", "house_edge", "mean_rounds", "variance")
    return {name: _pair(getattr(figures, name)) for name in named}


def _vector(solved: ChainSolution, column: int) -> list[list[int]]:
    return [_pair(fraction(row[column])) for row in solved.values]


def _pair(value: Fraction) -> list[int]:
    return [value.numerator, value.denominator]
