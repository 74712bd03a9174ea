"""Choices compared, compiled: the best chance of the goal, then the least loss, then the lowest stake."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from banca.analysis.best_play.model import PlayModel
from banca.analysis.simulation.results import Array
from banca.jit import jit, piece


class PackedModel(NamedTuple):
    """Everything the compiled functions read. A row is a kind of ending of a spot; rows of one spot follow each other."""

    stake: Array
    may: Array
    """Per bet and stake."""
    opens: Array
    """Per bet and state of the table: where its branches begin; one more at the end."""
    chance: Array
    """Per branch."""
    table: Array
    spot: Array
    """-1 where the branch decides the bet."""
    net: Array
    """Per branch and stake."""
    rows: Array
    """Per spot: where its rows begin; one more at the end."""
    most: Array
    """Per spot and stake of the flat bet: how many of the stakes may be added."""
    resolved: Array
    """Per row."""
    flat: Array
    """Per row and stake."""
    added: Array
    moves: Array
    """Per row: where its moves begin; one more at the end."""
    move_chance: Array
    move_to: Array
    """A row, or -1 - the state of the table in which it comes about."""
    waits: Array
    """Per state of the table: where what a round without a bet leads to begins; one more at the end."""
    wait_chance: Array
    wait_to: Array

    @property
    def terms(self) -> int:
        """No sum behind one comparison has more terms."""
        widest = int(np.diff(self.opens).max())
        kinds = int(np.diff(self.rows).max(initial=1))
        return widest + kinds + int(np.diff(self.moves).max(initial=1)) + int(np.diff(self.waits).max()) + 4


def pack(model: PlayModel) -> PackedModel:
    """The arrays of a model."""
    count = len(model.stakes)
    branches = [branch for flat in model.bets for opened in flat.opens for branch in opened]
    rows = [(spot, kind) for spot in model.spots for kind in range(len(spot.resolved))]
    begin = _begins([len(spot.resolved) for spot in model.spots])
    moves = [move for spot, kind in rows for move in spot.moves[kind]]
    kinds = [kind for spot, kind in rows for _ in spot.moves[kind]]
    nothing = (0,) * count
    return PackedModel(
        stake=np.array(model.stakes, dtype=np.int64),
        may=np.array([flat.may for flat in model.bets], dtype=np.bool_),
        opens=_begins([len(opened) for flat in model.bets for opened in flat.opens]),
        chance=np.array([float(one.chance) for one in branches]),
        table=np.array([one.table for one in branches], dtype=np.int64),
        spot=np.array([one.spot for one in branches], dtype=np.int64),
        net=np.array([one.nets or nothing for one in branches], dtype=np.int64),
        rows=begin,
        most=np.array([spot.most for spot in model.spots], dtype=np.int64).reshape(-1, count),
        resolved=np.array([float(spot.resolved[kind]) for spot, kind in rows]),
        flat=np.array([spot.nets[kind] for spot, kind in rows], dtype=np.int64).reshape(-1, count),
        added=np.array([spot.added[kind] if spot.added else nothing for spot, kind in rows], dtype=np.int64).reshape(
            -1, count
        ),
        moves=_begins([len(spot.moves[kind]) for spot, kind in rows]),
        move_chance=np.array([float(one.chance) for one in moves]),
        move_to=np.array(
            [
                -1 - one.table if one.spot < 0 else begin[one.spot] + kind
                for one, kind in zip(moves, kinds, strict=True)
            ],
            dtype=np.int64,
        ),
        waits=_begins([len(one) for one in model.waits]),
        wait_chance=np.array([float(chance) for one in model.waits for chance, _ in one]),
        wait_to=np.array([to for one in model.waits for _, to in one], dtype=np.int64),
    )


def _begins(counts: Sequence[int]) -> Array:
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


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


@jit()
def follow(packed: Any, choices: Any, least: Any, first: Any, to: Any, share: Any, beyond: Any) -> None:
    """Write down where the choices lead."""
    top, count = beyond.shape[0] - 1, 0
    for amount in range(top + 1):
        first[amount] = count
        bet, place = choices.bet[0, amount], choices.stake[0, amount]
        if amount < least or amount == top or bet < 0:
            continue
        for branch in range(packed.opens[bet], packed.opens[bet + 1]):
            spot, add = packed.spot[branch], choices.add[0, amount, branch - packed.opens[bet]]
            if spot < 0:
                left = amount + packed.net[branch, place]
                to[count], share[count] = min(left, top), packed.chance[branch]
                beyond[amount] += packed.chance[branch] * max(left - top, 0)
                count += 1
                continue
            for row in range(packed.rows[spot], packed.rows[spot + 1]):
                left = amount + packed.flat[row, place] + (packed.added[row, add] if add >= 0 else 0)
                chance = packed.chance[branch] * packed.resolved[row]
                to[count], share[count] = min(left, top), chance
                beyond[amount] += chance * max(left - top, 0)
                count += 1
    first[top + 1] = count


@jit()
def sweep(first: Any, to: Any, share: Any, beyond: Any, least: Any, chance: Any, money: Any, most: Any) -> None:
    """Go over the values, upwards and downwards in turn, until they no longer change."""
    top = chance.shape[0] - 1
    for turn in range(most):
        moved = 0.0
        for place in range(least, top):
            amount = place if turn % 2 else top + least - 1 - place
            found, final = 0.0, beyond[amount]
            for one in range(first[amount], first[amount + 1]):
                found += share[one] * chance[to[one]]
                final += share[one] * money[to[one]]
            moved = max(moved, abs(found - chance[amount]), abs(final - money[amount]) / top)
            chance[amount], money[amount] = found, final
        if moved < 1e-16:
            break


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
