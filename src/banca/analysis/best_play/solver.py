"""The best choices, compiled: dynamic programming where rounds or stakes are counted, policy iteration where nothing is.

**Counted.** With one round less to go, or less left to stake, every value is known; so values are worked out backwards, once each. A value
is a sum of at most `PackedModel.terms` products of values that are themselves off by no more than the rounds before them, hence the
relative error of `rounds * terms * 2` roundings. A choice that was passed over as a tie may have been better by `TIE` a round: the upper bound has that too.

**Not counted.** A way of playing has values v = Pv + r. They are found by elimination or by sweeps, and the best choice against them is
taken anew until no choice changes. Nothing needs to be believed of these steps: the bound is proven from the last values alone. If one
improvement moves no value by more than `moved`, then a policy that makes so many bets in the mean differs from v by at most `moved` a
bet, and no policy that goes on with a chance v can gain more. The mean number of bets is bounded by the money: each loses at least `edge` in
the mean, and no more than the bankroll can be lost. That is why every bet must give the house an advantage here.

**A comparison.** A situation is a *layer* and an amount of money. Layers are the states of the table, or where stakes are counted the amounts left to stake.
For each situation every bet, every stake and every addition is tried against the values of the situations that it leads to: amounts are
whole steps, so a value is one look-up in an array, and a comparison is a sum of a few products.

Floats, because there are billions of comparisons. Two ways that are equal in truth differ by what rounding did to each, so a tie is a
difference below `TIE`, some hundred times the rounding of one operation; the later criteria decide it. Sums are in a fixed order, branch by branch and ending by ending, so that every machine makes the same choices.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

import numpy as np

from banca.analysis.best_play.model import BetChoice, PlayGoal, PlayModel
from banca.analysis.sessions.distribution import ROUNDING, Interval
from banca.analysis.sessions.session import Precision
from banca.analysis.simulation.tally import Array
from banca.jit import jit, jit_part
from banca.rules import Refusal, _, format_patacas


class PackedModel(NamedTuple):
    """A model as the compiled functions read it. A row is one kind of ending of a bet that waits; rows of one such bet follow each other."""

    unit: int
    """Where stakes are counted: what every stake is a multiple of, in steps; else 0."""
    stake: Array
    is_allowed: Array
    """Per bet and stake."""
    first_round: Array
    """Per bet and state of the table: where its branches begin; one more at the end."""
    chance: Array
    """Per branch."""
    table: Array
    pending: Array
    """-1 where the branch decides the bet."""
    net: Array
    """Per branch and stake."""
    rows: Array
    """Per bet that waits: where its rows begin; one more at the end."""
    most: Array
    """Per bet that waits and stake of the flat bet: how many of the stakes may be added."""
    resolved: Array
    """Per row."""
    flat: Array
    """Per row and stake."""
    added: Array
    moves: Array
    """Per row: where its moves begin; one more at the end."""
    move_chance: Array
    move_to: Array
    """A row, or -1 - the state of the table in which it ends."""
    waits: Array
    """Per state of the table: where what a round without a bet leads to begins; one more at the end."""
    wait_chance: Array
    wait_to: Array

    @property
    def widest(self) -> int:
        """No first round has more branches."""
        return int(np.diff(self.first_round).max())

    @property
    def terms(self) -> int:
        """No sum behind one comparison has more terms: each may be off by one rounding."""
        kinds = int(np.diff(self.rows).max(initial=1))
        return self.widest + kinds + int(np.diff(self.moves).max(initial=1)) + int(np.diff(self.waits).max()) + 4


def pack(model: PlayModel, unit: int = 0) -> PackedModel:
    """Return the arrays of a model, with stakes counted in units where there is one."""
    count = len(model.stakes)
    branches = [branch for flat in model.bets for branches in flat.first_rounds for branch in branches]
    rows = [(bet, kind) for bet in model.pending for kind in range(len(bet.resolved))]
    begin = _begins([len(bet.resolved) for bet in model.pending])
    moves = [(move, kind) for bet, kind in rows for move in bet.moves[kind]]
    nothing = (0,) * count

    def per_stake(values: Sequence[Sequence[int]]) -> Array:
        return np.array(values, dtype=np.int64).reshape(-1, count)

    return PackedModel(
        unit=unit,
        stake=np.array(model.stakes, dtype=np.int64),
        is_allowed=np.array([flat.is_allowed for flat in model.bets], dtype=np.bool_),
        first_round=_begins([len(branches) for flat in model.bets for branches in flat.first_rounds]),
        chance=np.array([float(branch.chance) for branch in branches]),
        table=np.array([branch.table for branch in branches], dtype=np.int64),
        pending=np.array([branch.pending for branch in branches], dtype=np.int64),
        net=per_stake([branch.nets or nothing for branch in branches]),
        rows=begin,
        most=per_stake([bet.most for bet in model.pending]),
        resolved=np.array([float(bet.resolved[kind]) for bet, kind in rows]),
        flat=per_stake([bet.nets[kind] for bet, kind in rows]),
        added=per_stake([bet.added[kind] if bet.added else nothing for bet, kind in rows]),
        moves=_begins([len(bet.moves[kind]) for bet, kind in rows]),
        move_chance=np.array([float(move.chance) for move, _ in moves]),
        move_to=np.array(
            [-1 - move.table if move.pending < 0 else begin[move.pending] + kind for move, kind in moves],
            dtype=np.int64,
        ),
        waits=_begins([len(waits) for waits in model.waits]),
        wait_chance=np.array([float(chance) for waits in model.waits for chance, _ in waits]),
        wait_to=np.array([to for waits in model.waits for _, to in waits], dtype=np.int64),
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


class Values(NamedTuple):
    """The value of every situation up to the top: the chance of the goal, and the mean of the final money.

    From the top on the chance stays, and final money grows with the amount.
    """

    chance: Array
    """Per layer and amount."""
    money: Array
    row_chance: Array
    """Per row and amount that it leaves, times the chance of the row; without rows where stakes are counted."""
    row_money: Array


class Choices(NamedTuple):
    """What to do in every situation: per layer and amount."""

    bet: Array
    """A bet, or WAIT, or RUINED."""
    stake: Array
    """Its index among the stakes."""
    add: Array
    """Per branch, the index of the stake that is added, or NOTHING."""


@jit_part()
def money_at(money: Array, slope: float, amount: int, top: int) -> Any:
    """Final money, beyond the top too."""
    return money[min(amount, top)] + slope * max(amount - top, 0)


@jit_part()
def left_after(model: PackedModel, left: int, index: int, add: int) -> Any:
    """The units that are left to stake."""
    staked = model.stake[index] + (model.stake[add] if add >= 0 else 0)
    return max(left - staked // model.unit, 0)


@jit_part()
def best_addition(
    model: PackedModel, values: Values, pending: int, index: int, at: tuple[int, int, int], tried: Array
) -> Any:
    """The best stake to add to a bet that waits: its index, the chance, and the final money."""
    layer, amount, limit = at
    top = values.chance.shape[1] - 1
    first, last = model.rows[pending], model.rows[pending + 1]
    room, most = limit - model.stake[index], model.most[pending, index]
    while most and model.stake[most - 1] > room:
        most -= 1
    count = most + 1  # nothing, then the lowest stakes
    for number in range(count):
        tried[number] = 0.0
    # Row by row, and all additions within a row: the additions then read one array side by side, and every sum still has its
    # terms in the order of the rows, whatever was added.
    for row in range(first, last):
        amounts, added = amount + model.flat[row, index], model.added[row]
        if model.unit:
            for number in range(count):
                then = left_after(model, layer, index, number - 1)
                after = amounts + (added[number - 1] if number else 0)
                tried[number] += model.resolved[row] * values.chance[then, min(after, top)]
        else:
            chances = values.row_chance[row]
            tried[0] += chances[min(amounts, top)]
            for add in range(most):
                tried[add + 1] += chances[min(amounts + added[add], top)]
    best = -1.0
    for number in range(count):
        best = max(best, tried[number])
    chosen, chance, money = NOTHING, 0.0, -1.0
    for number in range(count):
        if tried[number] < best * (1 - TIE):
            continue  # so the money, which is dearer to work out, is needed for few
        add, final = number - 1, 0.0
        for row in range(first, last):
            after = amount + (model.flat[row, index] + (model.added[row, add] if add >= 0 else 0))
            if model.unit:
                then = left_after(model, layer, index, add)
                final += model.resolved[row] * money_at(values.money[then], 1.0, after, top)
            else:
                final += money_at(values.row_money[row], model.resolved[row], after, top)
        if final > money + SAME_LOSS * (1 + money):
            chosen, chance, money = add, tried[number], final
    return chosen, chance, money


@jit_part(inlined=False)
def value_of(
    model: PackedModel, values: Values, bet: int, index: int, at: tuple[int, int, int], tried: Array, add: Array
) -> Any:
    """The value of a bet: the chance, and the final money; what is added on each branch is written to `add`."""
    layer, amount, _ = at
    top = values.chance.shape[1] - 1
    opened = bet if model.unit else bet * values.chance.shape[0] + layer
    chance = money = 0.0
    for branch in range(model.first_round[opened], model.first_round[opened + 1]):
        share = model.chance[branch]
        if model.pending[branch] < 0:
            then = left_after(model, layer, index, NOTHING) if model.unit else model.table[branch]
            after = amount + model.net[branch, index]
            chance += share * values.chance[then, min(after, top)]
            money += share * money_at(values.money[then], 1.0, after, top)
        else:
            added, more, final = best_addition(model, values, model.pending[branch], index, at, tried)
            add[branch - model.first_round[opened]] = added
            chance += share * more
            money += share * final
    return chance, money


@jit_part()
def value_of_waiting(model: PackedModel, values: Values, table: int, amount: int) -> Any:
    """The value of a round without a bet."""
    chance = money = 0.0
    for way in range(model.waits[table], model.waits[table + 1]):
        chance += model.wait_chance[way] * values.chance[model.wait_to[way], amount]
        money += model.wait_chance[way] * values.money[model.wait_to[way], amount]
    return chance, money


@jit_part()
def is_better(chance: float, money: float, best: float, most: float) -> Any:
    """Whether a choice has as good a chance as the best, and leaves more money than the most so far."""
    return chance >= 0 and chance >= best * (1 - TIE) and money > most + SAME_LOSS * (1 + most)


@jit_part()
def pick(chances: Array, finals: Array, count: int, best: float) -> Any:
    """Of bets with as good a chance as the best, the first that leaves most, the lowest stakes first: the bet, and the stake."""
    chosen, at, most = WAIT, 0, -1.0
    for index in range(count):
        for bet in range(chances.shape[1]):
            if is_better(chances[index, bet], finals[index, bet], best, most):
                chosen, at, most = bet, index, finals[index, bet]
    return chosen, at


@jit()
def choose(
    model: PackedModel,
    values: Values,
    may_wait: Any,
    layers: tuple[int, int],
    amounts: tuple[int, int, int],
    choices: Choices,
    better: tuple[Array, Array],
) -> None:
    """For each layer (from, below) and each amount (from, below, by), the best choice, and its value.

    Where stakes are counted, `better` may be the values themselves: a bet leads to layers with less left, which are done by then.
    """
    bets, stakes = model.is_allowed.shape
    tried, add = np.empty(stakes + 2), np.empty(choices.add.shape[2], np.int64)
    chances, finals = np.empty((stakes, bets)), np.empty((stakes, bets))
    for layer in range(layers[0], layers[1]):
        for amount in range(amounts[0], amounts[1], amounts[2]):
            limit = min(amount, max(layer * model.unit, model.stake[0])) if model.unit else amount
            at = layer, amount, limit
            best, count = -1.0, 0
            while count < stakes and model.stake[count] <= limit:
                for bet in range(bets):
                    chances[count, bet] = -2.0
                    opened = bet if model.unit else bet * values.chance.shape[0] + layer
                    is_open = model.first_round[opened] < model.first_round[opened + 1]
                    if model.is_allowed[bet, count] and is_open:
                        chances[count, bet], finals[count, bet] = value_of(model, values, bet, count, at, tried, add)
                        best = max(best, chances[count, bet])
                count += 1
            waited = -1.0, -1.0
            if not model.unit and (may_wait or best < 0):
                waited = value_of_waiting(model, values, layer, amount)
                best = max(best, waited[0])
            chosen, index = pick(chances, finals, count, best)
            chance, money = (0.0, -1.0) if chosen < 0 else (chances[index, chosen], finals[index, chosen])
            if is_better(waited[0], waited[1], best, money):
                chosen, chance, money = WAIT, waited[0], waited[1]
            choices.bet[layer, amount], choices.stake[layer, amount] = chosen, index
            if chosen >= 0:
                value_of(model, values, chosen, index, at, tried, choices.add[layer, amount])
            if chosen >= 0 or not model.unit:
                better[0][layer, amount], better[1][layer, amount] = chance, money


@jit()
def move_rows(model: PackedModel, values: Values, chance: Array, money: Array) -> None:
    """The value of each row with a round more to go."""
    for row in range(chance.shape[0]):
        chance[row, :] = 0.0
        money[row, :] = 0.0
        for move in range(model.moves[row], model.moves[row + 1]):
            share, to = model.move_chance[move], model.move_to[move]
            if to < 0:
                for amount in range(chance.shape[1]):
                    chance[row, amount] += share * values.chance[-1 - to, amount]
                    money[row, amount] += share * values.money[-1 - to, amount]
            else:
                for amount in range(chance.shape[1]):
                    chance[row, amount] += share * values.row_chance[to, amount]
                    money[row, amount] += share * values.row_money[to, amount]


@jit()
def follow(
    packed: PackedModel, choices: Choices, least: int, first: Array, to: Array, share: Array, beyond: Array
) -> None:
    """Write down the moves of a policy: a sparse matrix in rows (`first`, `to`, `share`), and the mean money beyond the top."""
    top, count = beyond.shape[0] - 1, 0
    for amount in range(top + 1):
        first[amount] = count
        bet, index = choices.bet[0, amount], choices.stake[0, amount]
        if amount < least or amount == top or bet < 0:
            continue
        for branch in range(packed.first_round[bet], packed.first_round[bet + 1]):
            pending, add = packed.pending[branch], choices.add[0, amount, branch - packed.first_round[bet]]
            if pending < 0:
                left = amount + packed.net[branch, index]
                to[count], share[count] = min(left, top), packed.chance[branch]
                beyond[amount] += packed.chance[branch] * max(left - top, 0)
                count += 1
                continue
            for row in range(packed.rows[pending], packed.rows[pending + 1]):
                left = amount + packed.flat[row, index] + (packed.added[row, add] if add >= 0 else 0)
                chance = packed.chance[branch] * packed.resolved[row]
                to[count], share[count] = min(left, top), chance
                beyond[amount] += chance * max(left - top, 0)
                count += 1
    first[top + 1] = count


@jit()
def sweep(
    first: Array, to: Array, share: Array, beyond: Array, least: int, chance: Array, money: Array, most: int
) -> None:
    """Go over the values, upwards and downwards in turn, until they no longer change.

    In place (Gauss-Seidel), so that one pass carries a change through all amounts; a win leads upwards and a loss downwards, and each
    direction is the fast one for half of the moves.
    """
    top = chance.shape[0] - 1
    for turn in range(most):
        moved = 0.0
        for step in range(least, top):
            amount = step if turn % 2 else top + least - 1 - step
            reached, final = 0.0, beyond[amount]
            for move in range(first[amount], first[amount + 1]):
                reached += share[move] * chance[to[move]]
                final += share[move] * money[to[move]]
            moved = max(moved, abs(reached - chance[amount]), abs(final - money[amount]) / top)
            chance[amount], money[amount] = reached, final
        if moved < 1e-16:
            break


# The problems

Situation = tuple[int, int, int]
"""What is left (rounds, or steps to stake; 0 where nothing is counted), the state of the table, the amount in steps."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Solution:
    """The best way to play. Nowhere else is a bet placed."""

    model: PlayModel
    chance: Interval
    """Of the goal."""
    final: Interval
    """The mean of the final money, in steps."""
    left: int
    """What is counted, at the beginning."""
    choices: dict[Situation, BetChoice]

    @property
    def loss(self) -> Interval:
        """The mean loss, in avos."""
        bankroll, step = self.model.problem.bankroll, self.model.step
        return Interval(bankroll - self.final.high * step, bankroll - self.final.low * step)


def top_of(model: PlayModel) -> int:
    """The amount from which nothing changes any more, in steps: the target, or enough for every round or all that is to be staked."""
    problem = model.problem
    most = {
        PlayGoal.TARGET: problem.target or 0,
        PlayGoal.LAST: max((problem.rounds or 0) * model.least * model.step, problem.bankroll),
        PlayGoal.STAKE: max(problem.turnover or 0, problem.bankroll),
    }[problem.goal]
    return -(-most // model.step)


MOST = {Precision.FLOAT: 20_000_000_000, Precision.EXACT: 5_000_000}
"""Products that are worked out at most: about a minute."""
MOST_CELLS = 80_000_000
"""Choices that are kept at most."""
TURNS = 20
"""How often choices without a limit of rounds are gone over, about."""


def check_size(model: PlayModel, precision: Precision, most: int | None) -> None:
    """Refuse before any work what would take too long, or too much room."""
    problem, top = model.problem, top_of(model)
    turns = problem.rounds or TURNS
    if problem.goal is PlayGoal.STAKE:
        turns = -(-(problem.turnover or 0) // (model.least * model.step))
    widest = max((len(first_round) for flat in model.bets for first_round in flat.first_rounds), default=1)
    work = sum(_products(model, bet) for bet in range(len(model.bets))) * top * turns
    allowed = most or MOST[precision]
    is_counted = problem.goal is PlayGoal.STAKE or problem.is_timed
    cells = (turns if is_counted else 1) * len(model.tables) * top * (widest + 2)
    if work > allowed or cells > MOST_CELLS:
        raise Refusal(
            "too_many_choices",
            _(
                "{amounts} amounts of money in steps of {step}, {stakes} stakes and {bets} bets make {asked} choices to compare; at most {allowed} are possible: allow fewer bets or stakes, a smaller target or fewer rounds, or use a larger chip"
            ),
            amounts=top,
            step=format_patacas(model.step),
            stakes=len(model.stakes),
            bets=len(model.bets),
            asked=work,
            allowed=allowed,
        )


def _products(model: PlayModel, bet: int) -> int:
    """Products for one bet with one amount of money, whatever it stakes; half of all stakes are too high, in the mean."""
    stakes, count = len(model.stakes), 0
    for branch in (branch for first_round in model.bets[bet].first_rounds for branch in first_round):
        if branch.pending < 0:
            count += stakes
        else:
            pending = model.pending[branch.pending]
            count += (sum(pending.most) + stakes) * len(pending.resolved)
    return -(-count // 2)


def solve_timed(model: PlayModel) -> Solution:
    """Return the best way to play so many rounds."""
    packed, top = pack(model), top_of(model)
    rounds = model.problem.rounds or 0
    is_target = model.problem.goal is PlayGoal.TARGET
    values = _at_the_end(model, packed, top)
    best: dict[Situation, BetChoice] = {}
    workers = os.cpu_count() or 1
    layers, end = (0, len(model.tables)), top if is_target else top + 1
    with ThreadPoolExecutor(workers) as pool:
        for left in range(1, rounds + 1):
            choices = empty_choices(packed, len(model.tables), top)
            better = _before_a_round(values, model.least, is_target=is_target)
            into = better.chance, better.money
            # Every worker takes every amount in turn, not a range of them: more money means more stakes to compare.
            parts = [(model.least + worker, end, workers) for worker in range(workers)]
            running = [pool.submit(choose, packed, values, is_target, layers, part, choices, into) for part in parts]
            move_rows(packed, values, better.row_chance, better.row_money)
            for part_done in running:
                part_done.result()
            values = better
            best |= _list_choices(model, packed, choices, left)
    return _counted_solution(model, packed, values, (0, min(model.bankroll, top)), rounds, rounds, best)


def _at_the_end(model: PlayModel, packed: PackedModel, top: int) -> Values:
    """After the last round: what is not decided by then is waited for, and its money counts."""
    amounts = np.arange(top + 1, dtype=np.float64)
    chance, resolved = np.ones((len(model.tables), top + 1)), packed.resolved[:, np.newaxis]
    row_chance = resolved * np.ones(top + 1)
    if model.problem.goal is PlayGoal.TARGET:  # money that comes only after the last round reaches no target
        chance[:, :top], row_chance[:] = 0.0, 0.0
    return Values(chance, np.tile(amounts, (len(model.tables), 1)), row_chance, resolved * amounts)


def _before_a_round(values: Values, least: int, *, is_target: bool) -> Values:
    """Room for the values with a round more: who cannot pay the lowest stake keeps what they have, and so does who has reached the target."""
    before = Values(*map(np.empty_like, values))
    before.chance[:, :least] = 0.0
    before.money[:, :least] = np.arange(least)
    if is_target:
        before.chance[:, -1] = 1.0
        before.money[:, -1] = before.money.shape[1] - 1
    return before


def solve_stakes(model: PlayModel) -> Solution:
    """Return the best way to stake so much in all."""
    unit = gcd(*model.stakes)
    packed, top = pack(model, unit), top_of(model)
    left = -(-(model.problem.turnover or 0) // (model.step * unit))
    chance, none = np.zeros((left + 1, top + 1)), np.zeros((0, top + 1))
    chance[0] = 1.0
    money = np.tile(np.arange(top + 1, dtype=np.float64), (left + 1, 1))
    choices = empty_choices(packed, left + 1, top)
    values = Values(chance, money, none, none)
    choose(packed, values, False, (1, left + 1), (model.least, top + 1, 1), choices, (chance, money))  # compiled
    best = {
        (layer * unit, 0, amount): choice
        for (_, layer, amount), choice in _list_choices(model, packed, choices, 0).items()
    }
    turns = left * unit // model.least + 1
    return _counted_solution(model, packed, values, (left, model.bankroll), turns, left * unit, best)


def _counted_solution(
    model: PlayModel,
    packed: PackedModel,
    values: Values,
    start: tuple[int, int],
    turns: int,
    left: int,
    choices: dict[Situation, BetChoice],
) -> Solution:
    error, missed = turns * packed.terms * 2 * ROUNDING, Fraction(turns * 2 * TIE)
    chance, final = Fraction(float(values.chance[start])), Fraction(float(values.money[start]))
    return Solution(
        model=model,
        chance=Interval(chance * (1 - error), min(chance * (1 + error + missed), Fraction(1))),
        final=Interval(final * (1 - error), final * (1 + error)),
        left=left,
        choices=choices,
    )


def empty_choices(packed: PackedModel, layers: int, top: int) -> Choices:
    """Return room for what to do."""
    shape = layers, top + 1
    return Choices(
        np.full(shape, RUINED, dtype=np.int64),
        np.zeros(shape, dtype=np.int64),
        np.full((*shape, packed.widest), NOTHING, dtype=np.int64),
    )


def _list_choices(model: PlayModel, packed: PackedModel, choices: Choices, left: int) -> dict[Situation, BetChoice]:
    """Where a bet is placed, and which."""
    listed = {}
    for layer, amount in np.argwhere(choices.bet >= 0).tolist():
        bet, stake = int(choices.bet[layer, amount]), model.stakes[int(choices.stake[layer, amount])]
        opened = bet if packed.unit else bet * len(model.tables) + layer
        first, last = int(packed.first_round[opened]), int(packed.first_round[opened + 1])
        added = tuple(
            (model.pending[pending].adds, model.stakes[add])
            for pending, add in zip(
                packed.pending[first:last].tolist(), choices.add[layer, amount].tolist(), strict=False
            )
            if pending >= 0 and add >= 0
        )
        listed[left, layer, amount] = BetChoice(bet, stake, added)
    return listed


MOST_TURNS = 200
"""Of choosing anew. Exact policy iteration comes to an end; ties that rounding decides now one way, now the other, need not."""
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
    """Return the best way to a target."""
    check_advantage(model)
    packed, top = pack(model), top_of(model)
    start = np.zeros(top + 1)
    start[top] = 1.0
    values = _timeless_values(packed, start, np.arange(top + 1, dtype=np.float64))
    before: tuple[bytes, ...] = ()
    for _turn in range(MOST_TURNS):
        choices = empty_choices(packed, 1, top)
        better = values.chance.copy(), values.money.copy()
        choose(packed, values, False, (0, 1), (model.least, top, 1), choices, better)  # compiled
        if before == (before := tuple(part.tobytes() for part in choices)):
            break
        values = evaluate(model, packed, choices, top)
    inner = slice(model.least, top)
    rounded = 4 * packed.terms * ROUNDING
    moved = Fraction(float(np.abs(better[0] - values.chance)[0, inner].max())) + rounded
    gained = moved + Fraction(4 * TIE)  # a choice passed over as a tie may have been so much better
    drifted = Fraction(float(np.abs(better[1] - values.money)[0, inner].max())) + rounded * 2 * top
    # Each bet loses at least the edge in the mean, and no more than the bankroll can be lost: so many bets at most.
    bets = model.bankroll / model.edge
    chance, final = (Fraction(float(part[0, model.bankroll])) for part in (values.chance, values.money))
    return Solution(
        model=model,
        chance=Interval(max(chance - moved * bets, Fraction(0)), min(chance + gained * bets, Fraction(1))),
        final=Interval(final - drifted * bets, final + drifted * bets),
        left=0,
        choices=_list_choices(model, packed, choices, 0),
    )


def _timeless_values(packed: PackedModel, chance: Array, money: Array) -> Values:
    resolved = packed.resolved[:, np.newaxis]
    return Values(chance[np.newaxis], money[np.newaxis], resolved * chance, resolved * money)


def evaluate(model: PlayModel, packed: PackedModel, choices: Choices, top: int) -> Values:
    """Return the values of a way of playing: by elimination, or by going over it from both ends where that would be too much room."""
    widest = packed.widest * int(np.diff(packed.rows).max(initial=1))
    to, share = np.zeros((top + 1) * widest, dtype=np.int64), np.zeros((top + 1) * widest)
    first, beyond = np.zeros(top + 2, dtype=np.int64), np.zeros(top + 1)
    follow(packed, choices, model.least, first, to, share, beyond)
    to, share = to[: first[-1]], share[: first[-1]]
    chance, money = np.zeros(top + 1), np.arange(top + 1, dtype=np.float64)
    chance[top] = 1.0
    if top > MOST_DENSE:
        sweep(first, to, share, beyond, model.least, chance, money, MOST_SWEEPS)
        return _timeless_values(packed, chance, money)
    # (1 - P) v = r: one elimination gives the chance and the mean money of every amount.
    left = np.eye(top + 1)
    np.add.at(left, (np.repeat(np.arange(top + 1), np.diff(first)), to), -share)
    right = np.stack([chance, money], axis=1)
    right[model.least : top] = 0.0
    right[model.least : top, 1] = beyond[model.least : top]
    solved = np.linalg.solve(left, right)
    return _timeless_values(packed, np.clip(solved[:, 0], 0.0, 1.0), np.maximum(solved[:, 1], 0.0))


def bold_play(model: PlayModel, bet: int) -> tuple[float, float]:
    """The chance of the target by bold play on one bet without additions, and the mean of the final money in steps."""
    packed, top = pack(model), top_of(model)
    choices = empty_choices(packed, 1, top)
    first, last = int(packed.first_round[bet]), int(packed.first_round[bet + 1])
    most_won = packed.net[first:last].max(axis=0)
    for pending in packed.pending[first:last]:
        if pending >= 0:
            nets = packed.flat[packed.rows[pending] : packed.rows[pending + 1]]
            most_won = np.maximum(most_won, nets.max(axis=0))
    allowed = np.flatnonzero(packed.is_allowed[bet])
    for amount in range(model.least, top):
        payable = allowed[packed.stake[allowed] <= amount]
        if len(payable):
            enough = payable[most_won[payable] + amount >= top]
            choices.bet[0, amount] = bet
            choices.stake[0, amount] = enough[0] if len(enough) else payable[-1]
    values = evaluate(model, packed, choices, top)
    return float(values.chance[0, model.bankroll]), float(values.money[0, model.bankroll])
