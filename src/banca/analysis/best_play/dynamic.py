"""The best choices: dynamic programming where rounds or stakes are counted, policy iteration where nothing is.

**Counted.** With one round less to go, or less left to stake, every value is known; so values are worked out backwards, once each. A value
is a sum of at most `PackedModel.terms` products of values that are themselves off by no more than the rounds before them, hence the
relative error of `rounds * terms * 2` roundings. A choice that was passed over as a tie may have been better by `TIE` a round: the upper bound has that too.

**Not counted.** A way of playing has values v = Pv + r. They are found by elimination or by sweeps, and the best choice against them is
taken anew until no choice changes. Nothing needs to be believed of these steps: the bound is proven from the last values alone. If one
improvement moves no value by more than `moved`, then a policy that makes so many bets in the mean differs from v by at most `moved` a
bet, and no policy that goes on with a chance v can gain more. The mean number of bets is bounded by the money: each loses at least `edge` in
the mean, and no more than the bankroll can be lost. That is why every bet must give the house an advantage here.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

import numpy as np

from banca.analysis.best_play.compiled import (
    NOTHING,
    RUINED,
    TIE,
    Choices,
    PackedModel,
    Values,
    choose,
    follow,
    move_rows,
    pack,
    sweep,
)
from banca.analysis.best_play.model import BetChoice, PlayModel
from banca.analysis.best_play.problem import PlayGoal
from banca.analysis.sessions.distribution import ROUNDING, Interval
from banca.analysis.sessions.session import Precision
from banca.analysis.simulation.tally import Array
from banca.rules import Refusal, _, format_patacas

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
