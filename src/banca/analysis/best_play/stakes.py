"""To stake so much in all: backwards from nothing left to stake, by the money one has.

The chance to get there comes first, then the least loss. Nobody stakes more than is left, so whoever has as much as that cannot fail.
"""

from fractions import Fraction
from math import gcd

import numpy as np

from banca.analysis.best_play.compiled.compare import NOTHING, RUINED, TIE, Choices
from banca.analysis.best_play.compiled.stakes import choose_stakes
from banca.analysis.best_play.model import PlayModel
from banca.analysis.best_play.packed import pack
from banca.analysis.best_play.solution import BetChoice, Place, Solution, around
from banca.analysis.best_play.timed import added_by, top_of
from banca.analysis.sessions.sheet import ROUNDING
from banca.analysis.sessions.spread import Bounded


def stake_step(model: PlayModel) -> int:
    """What every stake is a multiple of, in steps."""
    return gcd(*model.stakes)


def solve_stakes(model: PlayModel) -> Solution:
    """The best way to stake so much in all."""
    packed, top, by = pack(model), top_of(model), stake_step(model)
    left = -(-(model.problem.turnover or 0) // (model.step * by))
    chance = np.zeros((left + 1, top + 1))
    money = np.tile(np.arange(top + 1, dtype=np.float64), (left + 1, 1))
    chance[0] = 1.0
    shape = left + 1, top + 1
    widest = int(np.diff(packed.opens).max())
    choices = Choices(
        np.full(shape, RUINED, dtype=np.int64),
        np.zeros(shape, dtype=np.int64),
        np.full((*shape, widest), NOTHING, dtype=np.int64),
    )
    choose_stakes(packed, by, chance, money, choices)
    begun = model.problem.bankroll // model.step
    turns = left * by // model.least + 1
    error = turns * packed.terms * 2 * ROUNDING
    found, final = float(chance[left, begun]), float(money[left, begun])
    missed = Fraction(turns * 2 * TIE)
    return Solution(
        model=model,
        chance=Bounded(around(found, error).low, min(around(found, error + missed).high, Fraction(1))),
        final=around(final, error),
        left=left * by,
        choices=_chosen(model, choices, by),
    )


def _chosen(model: PlayModel, choices: Choices, by: int) -> dict[Place, BetChoice]:
    packed, found = pack(model), {}
    for left, amount in np.argwhere(choices.bet >= 0).tolist():
        bet, place = int(choices.bet[left, amount]), int(choices.stake[left, amount])
        added = added_by(model, packed, bet, choices.add[left, amount])
        found[left * by, 0, amount] = BetChoice(bet, model.stakes[place], added)
    return found
