"""Without a limit of rounds: the best stationary way, by policy iteration, with a proven bound.

Waiting costs nothing then, so the table's state does not matter: a bet that may not be placed now is waited for. Every bet loses at
least `edge` in the mean, so `money / edge` falls by at least 1 with every bet, whoever chooses it. If no choice improves the
values by more than e, then they are nowhere farther than `e * money / edge` from those of the best way; and a way whose values
change by no more than e in one bet is worth its values to the same distance. R. A. Howard, *Dynamic Programming and Markov Processes*, 1960.
"""

from fractions import Fraction

import numpy as np

from banca.analysis.best_play.compiled.compare import TIE, Choices, Worth, choose
from banca.analysis.best_play.compiled.follow import follow, sweep
from banca.analysis.best_play.model import PlayModel
from banca.analysis.best_play.packed import PackedModel, pack
from banca.analysis.best_play.solution import Solution
from banca.analysis.best_play.timed import chosen, empty_choices, top_of
from banca.analysis.sessions.sheet import ROUNDING
from banca.analysis.sessions.spread import Bounded
from banca.analysis.simulation.records import Array
from banca.rules import Refusal, _

MOST_TURNS = 200
"""Of choosing anew."""
MOST_DENSE = 1500
"""Amounts for which values are found by elimination; for more, by going over them again and again."""
MOST_SWEEPS = 20_000


def check_advantage(model: PlayModel) -> None:
    """Refuse bets with which play might never end."""
    if model.edge <= 0:
        raise Refusal(
            "no_advantage",
            _("{bet} gives the house no advantage, so play might never end; set a number of rounds"),
            bet=model.bets[0].bet.key,
        )


def solve_timeless(model: PlayModel) -> Solution:
    """The best way to a target."""
    check_advantage(model)
    packed, top = pack(model), top_of(model)
    amounts = np.arange(top + 1, dtype=np.float64)
    worth = _worth(packed, np.zeros(top + 1), amounts.copy())
    worth.chance[0, top] = 1.0
    before: tuple[bytes, ...] = ()
    for _turn in range(MOST_TURNS):
        choices, better = improve(model, packed, worth)
        is_settled = before == (before := (choices.bet.tobytes(), choices.stake.tobytes(), choices.add.tobytes()))
        if is_settled:
            break
        worth = evaluate(model, packed, choices, top)
    return _solution(model, packed, worth, choices, better)


def improve(model: PlayModel, packed: PackedModel, worth: Worth) -> tuple[Choices, tuple[Array, Array]]:
    """What is best where being somewhere is worth so much, and what that makes it worth."""
    top = worth.chance.shape[1] - 1
    choices = empty_choices(model, packed, top)
    better = worth.chance.copy(), worth.money.copy()
    choose(packed, worth, False, (model.least, top, 1), choices, better)  # compiled
    return choices, better


def _worth(packed: PackedModel, chance: Array, money: Array) -> Worth:
    resolved = packed.resolved[:, np.newaxis]
    return Worth(chance[np.newaxis], money[np.newaxis], resolved * chance, resolved * money)


def evaluate(model: PlayModel, packed: PackedModel, choices: Choices, top: int) -> Worth:
    """What a way of playing is worth: by elimination, or by going over it from both ends."""
    first, to, share, beyond = transitions(packed, choices, model.least, top)
    amounts = np.arange(top + 1, dtype=np.float64)
    chance, money = np.zeros(top + 1), amounts.copy()
    chance[top] = 1.0
    if top > MOST_DENSE:
        sweep(first, to, share, beyond, model.least, chance, money, MOST_SWEEPS)
        return _worth(packed, chance, money)
    left = np.eye(top + 1)
    np.add.at(left, (np.repeat(np.arange(top + 1), np.diff(first)), to), -share)
    right = np.stack([chance, money], axis=1)
    right[model.least : top] = 0.0
    right[model.least : top, 1] = beyond[model.least : top]
    solved = np.linalg.solve(left, right)
    return _worth(packed, np.clip(solved[:, 0], 0.0, 1.0), np.maximum(solved[:, 1], 0.0))


def transitions(packed: PackedModel, choices: Choices, least: int, top: int) -> tuple[Array, Array, Array, Array]:
    """Where the choices lead: per amount where its moves begin; to which amounts, with which chance; and the mean beyond the top."""
    widest = int(np.diff(packed.opens).max()) * int(np.diff(packed.rows).max(initial=1))
    to, share = np.zeros((top + 1) * widest, dtype=np.int64), np.zeros((top + 1) * widest)
    first, beyond = np.zeros(top + 2, dtype=np.int64), np.zeros(top + 1)
    follow(packed, choices, least, first, to, share, beyond)
    return first, to[: first[-1]], share[: first[-1]], beyond


def _solution(
    model: PlayModel, packed: PackedModel, worth: Worth, choices: Choices, better: tuple[Array, Array]
) -> Solution:
    top = worth.chance.shape[1] - 1
    begun = model.problem.bankroll // model.step
    inner = slice(model.least, top)
    rounded = 4 * packed.terms * ROUNDING
    moved = Fraction(float(np.abs(better[0] - worth.chance)[0, inner].max())) + rounded
    gained = moved + Fraction(4 * TIE)  # a choice passed over as a tie may have been so much better
    drifted = Fraction(float(np.abs(better[1] - worth.money)[0, inner].max())) + rounded * 2 * top
    bets = begun / model.edge
    chance, final = Fraction(float(worth.chance[0, begun])), Fraction(float(worth.money[0, begun]))
    return Solution(
        model=model,
        chance=Bounded(max(chance - moved * bets, Fraction(0)), min(chance + gained * bets, Fraction(1))),
        final=Bounded(final - drifted * bets, final + drifted * bets),
        left=0,
        choices=chosen(model, packed, choices, 0),
    )
