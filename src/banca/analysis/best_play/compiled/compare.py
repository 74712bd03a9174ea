"""Choices compared, compiled: the best chance of the goal, then the least loss, then the lowest stake."""

from typing import Any, NamedTuple

import numpy as np

from banca.analysis.simulation.records import Array
from banca.jit import jit, piece

TIE = 4e-14
"""Chances that differ by no more than this part of themselves are equal."""
SAME_LOSS = 1e-9
"""Likewise of final money, in steps, and of one more than itself."""
WAIT, RUINED = -1, -2
"""In place of a choice: no bet now; not enough for any."""
NOTHING = -1
"""In place of a stake: nothing is added."""


class Worth(NamedTuple):
    """What it is worth to be somewhere, for every amount up to the top: the chance of the goal, and the mean of the final money.

    From the top on the chance stays, and final money grows with the amount.
    """

    chance: Array
    """Per state of the table and amount."""
    money: Array
    row_chance: Array
    """Per row and amount that it leaves: with the chance of the row."""
    row_money: Array


class Choices(NamedTuple):
    """What to do: per state of the table and amount."""

    bet: Array
    """A bet, or WAIT, or RUINED."""
    stake: Array
    """Its place among the stakes."""
    add: Array
    """Per branch, the place of the stake that is added, or NOTHING."""


@piece()
def money_at(money: Any, slope: Any, amount: Any, top: Any) -> Any:
    """Final money, beyond the top too."""
    return money[min(amount, top)] + slope * max(amount - top, 0)


@piece()
def best_addition(model: Any, worth: Any, spot: Any, place: Any, amount: Any, tried: Any) -> Any:
    """The best stake to add to a bet that has moved to a spot: it, the chance, and the final money."""
    top = worth.chance.shape[1] - 1
    first, last = model.rows[spot], model.rows[spot + 1]
    room, most = amount - model.stake[place], model.most[spot, place]
    while most and model.stake[most - 1] > room:
        most -= 1
    for number in range(most + 1):
        tried[number] = 0.0
    for row in range(first, last):
        worths, added, left = worth.row_chance[row], model.added[row], amount + model.flat[row, place]
        tried[0] += worths[min(left, top)]
        for add in range(most):
            tried[add + 1] += worths[min(left + added[add], top)]
    count, best = most + 1, -1.0
    for number in range(count):
        best = max(best, tried[number])
    chosen, chance, money = NOTHING, 0.0, -1.0
    for number in range(count):
        if tried[number] < best * (1 - TIE):
            continue
        add, found = number - 1, 0.0
        for row in range(first, last):
            net = model.flat[row, place] + (model.added[row, add] if add >= 0 else 0)
            found += money_at(worth.row_money[row], model.resolved[row], amount + net, top)
        if found > money + SAME_LOSS * (1 + money):
            chosen, chance, money = add, tried[number], found
    return chosen, chance, money


@piece(inlined=False)
def worth_of(model: Any, worth: Any, bet: Any, table: Any, place: Any, amount: Any, tried: Any, add: Any) -> Any:
    """What a bet is worth: the chance, and the final money; what is added on each branch is written to `add`."""
    top = worth.chance.shape[1] - 1
    opened = bet * worth.chance.shape[0] + table
    chance = money = 0.0
    for branch in range(model.opens[opened], model.opens[opened + 1]):
        share, at = model.chance[branch], branch - model.opens[opened]
        if model.spot[branch] < 0:
            then, left = model.table[branch], amount + model.net[branch, place]
            chance += share * worth.chance[then, min(left, top)]
            money += share * money_at(worth.money[then], 1.0, left, top)
        else:
            added, more, final = best_addition(model, worth, model.spot[branch], place, amount, tried)
            add[at] = added
            chance += share * more
            money += share * final
    return chance, money


@piece()
def wait(model: Any, worth: Any, table: Any, amount: Any) -> Any:
    """What a round without a bet is worth."""
    chance = money = 0.0
    for one in range(model.waits[table], model.waits[table + 1]):
        chance += model.wait_chance[one] * worth.chance[model.wait_to[one], amount]
        money += model.wait_chance[one] * worth.money[model.wait_to[one], amount]
    return chance, money


@piece()
def is_better(chance: Any, money: Any, best: Any, most: Any) -> Any:
    """Whether a choice has as good a chance as the best, and leaves more money than the most so far."""
    return chance >= 0 and chance >= best * (1 - TIE) and money > most + SAME_LOSS * (1 + most)


@piece()
def pick(chances: Any, finals: Any, count: Any, best: Any) -> Any:
    """Of bets with as good a chance as the best, the first that leaves most, the lowest stakes first: the bet, and the stake."""
    chosen, at, most = WAIT, 0, -1.0
    for place in range(count):
        for bet in range(chances.shape[1]):
            if is_better(chances[place, bet], finals[place, bet], best, most):
                chosen, at, most = bet, place, finals[place, bet]
    return chosen, at


@jit()
def choose(model: Any, worth: Any, may_wait: Any, amounts: Any, choices: Any, better: Any) -> None:
    """For every state of the table and each of the amounts (from, below, by), the best choice, and what it is worth."""
    tables = worth.chance.shape[0]
    bets, stakes = model.may.shape
    widest = choices.add.shape[2]
    tried, add = np.empty(stakes + 2), np.empty(widest, np.int64)
    chances, finals = np.empty((stakes, bets)), np.empty((stakes, bets))
    for table in range(tables):
        for amount in range(amounts[0], amounts[1], amounts[2]):
            best, count = -1.0, 0
            while count < stakes and model.stake[count] <= amount:
                for bet in range(bets):
                    chances[count, bet] = -2.0
                    opened = bet * tables + table
                    if model.may[bet, count] and model.opens[opened] < model.opens[opened + 1]:
                        found = worth_of(model, worth, bet, table, count, amount, tried, add)
                        chances[count, bet], finals[count, bet] = found
                        best = max(best, found[0])
                count += 1
            waited = -1.0, -1.0
            if may_wait or best < 0:
                waited = wait(model, worth, table, amount)
                best = max(best, waited[0])
            chosen, at = pick(chances, finals, count, best)
            chance, money = (0.0, -1.0) if chosen < 0 else (chances[at, chosen], finals[at, chosen])
            if is_better(waited[0], waited[1], best, money):
                chosen, chance, money = WAIT, waited[0], waited[1]
            choices.bet[table, amount], choices.stake[table, amount] = chosen, at
            if chosen >= 0:
                worth_of(model, worth, chosen, table, at, amount, tried, choices.add[table, amount])
            better[0][table, amount], better[1][table, amount] = chance, money


@jit()
def move_rows(model: Any, worth: Any, chance: Any, money: Any) -> None:
    """What each row is worth with a round more to go."""
    for row in range(chance.shape[0]):
        chance[row, :] = 0.0
        money[row, :] = 0.0
        for move in range(model.moves[row], model.moves[row + 1]):
            share, to = model.move_chance[move], model.move_to[move]
            if to < 0:
                for amount in range(chance.shape[1]):
                    chance[row, amount] += share * worth.chance[-1 - to, amount]
                    money[row, amount] += share * worth.money[-1 - to, amount]
            else:
                for amount in range(chance.shape[1]):
                    chance[row, amount] += share * worth.row_chance[to, amount]
                    money[row, amount] += share * worth.row_money[to, amount]
