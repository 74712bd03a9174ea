"""To stake so much in all: backwards from nothing left to stake, by the money one has.

The chance to get there comes first, then the least loss. Nobody stakes more than is left, so whoever has as much as that cannot fail.
"""

from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np

from banca.evenings.sheet import ROUNDING
from banca.evenings.spread import Bounded
from banca.jit import jit, piece
from banca.optimal.compare import NOTHING, RUINED, SAME_LOSS, TIE, Choices, money_at
from banca.optimal.model import PlayModel
from banca.optimal.packed import pack
from banca.optimal.solution import Choice, Place, Solution, around
from banca.optimal.timed import added_by, top_of


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


def _chosen(model: PlayModel, choices: Choices, by: int) -> dict[Place, Choice]:
    packed, found = pack(model), {}
    for left, amount in np.argwhere(choices.bet >= 0).tolist():
        bet, place = int(choices.bet[left, amount]), int(choices.stake[left, amount])
        added = added_by(model, packed, bet, choices.add[left, amount])
        found[left * by, 0, amount] = Choice(bet, model.stakes[place], added)
    return found


@piece(inlined=False)
def stake_worth(
    model: Any, by: Any, worth: Any, left: Any, bet: Any, place: Any, amount: Any, tried: Any, add: Any
) -> Any:
    """What a bet is worth with so much left to stake: the chance, and the final money."""
    chance, money = worth
    top, stake = chance.shape[1] - 1, model.stake[place]
    found = final = 0.0
    for branch in range(model.opens[bet], model.opens[bet + 1]):
        share, spot = model.chance[branch], model.spot[branch]
        if spot < 0:
            after, then = amount + model.net[branch, place], max(left - stake // by, 0)
            found += share * chance[then, min(after, top)]
            final += share * money_at(money[then], 1.0, after, top)
            continue
        best, count = -1.0, 0
        for more in range(-1, model.most[spot, place]):
            staked = stake + (model.stake[more] if more >= 0 else 0)
            if more >= 0 and (staked > amount or staked // by > left):
                break
            then, sum_of = max(left - staked // by, 0), 0.0
            for row in range(model.rows[spot], model.rows[spot + 1]):
                net = model.flat[row, place] + (model.added[row, more] if more >= 0 else 0)
                sum_of += model.resolved[row] * chance[then, min(amount + net, top)]
            tried[count] = sum_of
            count += 1
            best = max(best, sum_of)
        kept, most = 0.0, -1.0
        for number in range(count):
            if tried[number] < best * (1 - TIE):
                continue
            more, sum_of = number - 1, 0.0
            then = max(left - (stake + (model.stake[more] if more >= 0 else 0)) // by, 0)
            for row in range(model.rows[spot], model.rows[spot + 1]):
                net = model.flat[row, place] + (model.added[row, more] if more >= 0 else 0)
                sum_of += model.resolved[row] * money_at(money[then], 1.0, amount + net, top)
            if sum_of > most + SAME_LOSS * (1 + most):
                kept, most, add[branch - model.opens[bet]] = tried[number], sum_of, more
        found += share * kept
        final += share * most
    return found, final


@jit()
def choose_stakes(model: Any, by: Any, chance: Any, money: Any, choices: Any) -> None:
    """For every amount that is left to stake and every amount of money, the best choice."""
    lefts, top = chance.shape[0], chance.shape[1] - 1
    bets, stakes = model.may.shape
    tried, add = np.empty(stakes + 2), np.empty(choices.add.shape[2], np.int64)
    chances, finals = np.empty((stakes, bets)), np.empty((stakes, bets))
    for left in range(1, lefts):
        for amount in range(model.stake[0], top + 1):
            best, count = -1.0, 0
            while count < stakes and model.stake[count] <= min(amount, max(left * by, model.stake[0])):
                for bet in range(bets):
                    chances[count, bet] = -2.0
                    if model.may[bet, count]:
                        found = stake_worth(model, by, (chance, money), left, bet, count, amount, tried, add)
                        chances[count, bet], finals[count, bet] = found
                        best = max(best, found[0])
                count += 1
            most = -1.0
            for place in range(count):
                for bet in range(bets):
                    is_best = chances[place, bet] >= 0 and chances[place, bet] >= best * (1 - TIE)
                    if is_best and finals[place, bet] > most + SAME_LOSS * (1 + most):
                        most = finals[place, bet]
                        choices.bet[left, amount], choices.stake[left, amount] = bet, place
                        chance[left, amount], money[left, amount] = chances[place, bet], most
            if best >= 0:
                bet, place = choices.bet[left, amount], choices.stake[left, amount]
                stake_worth(model, by, (chance, money), left, bet, place, amount, tried, choices.add[left, amount])
