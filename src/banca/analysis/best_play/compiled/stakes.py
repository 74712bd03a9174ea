"""Choices compared where stakes are counted: each leaves less to stake, by as much as it stakes."""

from typing import Any

import numpy as np

from banca.analysis.best_play.compiled.compare import SAME_LOSS, TIE, money_at, pick
from banca.jit import jit, piece


@piece()
def left_after(model: Any, by: Any, left: Any, place: Any, add: Any) -> Any:
    """What is left to stake."""
    staked = model.stake[place] + (model.stake[add] if add >= 0 else 0)
    return max(left - staked // by, 0)


@piece()
def best_added(model: Any, by: Any, worth: Any, at: Any, spot: Any, tried: Any) -> Any:
    """The best stake to add to a bet that has moved to a spot: it, the chance, and the final money."""
    (chance, money), (left, place, amount) = worth, at
    top, first, last = chance.shape[1] - 1, model.rows[spot], model.rows[spot + 1]
    best, count = -1.0, 0
    for add in range(-1, model.most[spot, place]):
        staked = model.stake[place] + (model.stake[add] if add >= 0 else 0)
        if add >= 0 and (staked > amount or staked // by > left):
            break
        then, found = left_after(model, by, left, place, add), 0.0
        for row in range(first, last):
            net = model.flat[row, place] + (model.added[row, add] if add >= 0 else 0)
            found += model.resolved[row] * chance[then, min(amount + net, top)]
        tried[count] = found
        count += 1
        best = max(best, found)
    chosen, kept, most = -1, 0.0, -1.0
    for number in range(count):
        if tried[number] < best * (1 - TIE):
            continue
        add, found = number - 1, 0.0
        then = left_after(model, by, left, place, add)
        for row in range(first, last):
            net = model.flat[row, place] + (model.added[row, add] if add >= 0 else 0)
            found += model.resolved[row] * money_at(money[then], 1.0, amount + net, top)
        if found > most + SAME_LOSS * (1 + most):
            chosen, kept, most = add, tried[number], found
    return chosen, kept, most


@piece(inlined=False)
def stake_worth(model: Any, by: Any, worth: Any, bet: Any, at: Any, tried: Any, add: Any) -> Any:
    """What a bet is worth with so much left to stake, a stake and an amount: the chance, and the final money."""
    (chance, money), (left, place, amount) = worth, at
    top = chance.shape[1] - 1
    found = final = 0.0
    for branch in range(model.opens[bet], model.opens[bet + 1]):
        share, spot = model.chance[branch], model.spot[branch]
        if spot < 0:
            after, then = amount + model.net[branch, place], left_after(model, by, left, place, -1)
            found += share * chance[then, min(after, top)]
            final += share * money_at(money[then], 1.0, after, top)
        else:
            added, kept, most = best_added(model, by, worth, at, spot, tried)
            add[branch - model.opens[bet]] = added
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
    worth = (chance, money)
    for left in range(1, lefts):
        for amount in range(model.stake[0], top + 1):
            best, count = -1.0, 0
            while count < stakes and model.stake[count] <= min(amount, max(left * by, model.stake[0])):
                for bet in range(bets):
                    chances[count, bet] = -2.0
                    if model.may[bet, count]:
                        found = stake_worth(model, by, worth, bet, (left, count, amount), tried, add)
                        chances[count, bet], finals[count, bet] = found
                        best = max(best, found[0])
                count += 1
            bet, place = pick(chances, finals, count, best)
            choices.bet[left, amount], choices.stake[left, amount] = bet, place
            if bet >= 0:
                chance[left, amount], money[left, amount] = chances[place, bet], finals[place, bet]
                stake_worth(model, by, worth, bet, (left, place, amount), tried, choices.add[left, amount])
