"""With so many rounds: backwards from the last, what is best with one round more to go. Dynamic programming, nothing sampled."""

import os
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np

from banca.analysis.best_play.compiled.compare import NOTHING, RUINED, TIE, Choices, Worth, choose, move_rows
from banca.analysis.best_play.model import PlayModel
from banca.analysis.best_play.packed import PackedModel, pack
from banca.analysis.best_play.problem import PlayGoal
from banca.analysis.best_play.solution import BetChoice, Place, Solution, around
from banca.analysis.sessions.sheet import ROUNDING
from banca.analysis.sessions.spread import Bounded
from banca.analysis.simulation.records import Array


def top_of(model: PlayModel) -> int:
    """The amount from which nothing changes any more, in steps: the target, or enough for every round or all that is to be staked."""
    problem = model.problem
    most = {
        PlayGoal.TARGET: problem.target or 0,
        PlayGoal.LAST: max((problem.rounds or 0) * model.least * model.step, problem.bankroll),
        PlayGoal.STAKE: max(problem.turnover or 0, problem.bankroll),
    }[problem.goal]
    return -(-most // model.step)


def solve_timed(model: PlayModel) -> Solution:
    """The best way to play so many rounds."""
    packed, top = pack(model), top_of(model)
    rounds = model.problem.rounds or 0
    is_target = model.problem.goal is PlayGoal.TARGET
    worth = _at_the_end(model, packed, top)
    kept = []
    workers = os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        for _ in range(rounds):
            choices = empty_choices(model, packed, top)
            better = _before_a_round(worth, model.least, is_target=is_target)
            end = top if is_target else top + 1
            parts = [(model.least + one, end, workers) for one in range(workers)]
            into = better.chance, better.money
            done = [pool.submit(choose, packed, worth, is_target, part, choices, into) for part in parts]
            move_rows(packed, worth, better.row_chance, better.row_money)
            for one in done:
                one.result()
            worth = better
            kept.append(choices)
    begun = min(model.problem.bankroll // model.step, top)
    chance, final = float(worth.chance[0, begun]), float(worth.money[0, begun])
    error = rounds * packed.terms * 2 * ROUNDING
    missed = Fraction(rounds * 2 * TIE)
    found: dict[Place, BetChoice] = {}
    for played, choices in enumerate(kept, start=1):
        found |= chosen(model, packed, choices, played)
    return Solution(
        model=model,
        chance=Bounded(around(chance, error).low, min(around(chance, error + missed).high, Fraction(1))),
        final=around(final, error),
        left=rounds,
        choices=found,
    )


def _at_the_end(model: PlayModel, packed: PackedModel, top: int) -> Worth:
    """After the last round: what is not decided by then is waited for, and its money counts."""
    amounts = np.arange(top + 1, dtype=np.float64)
    chance = np.zeros((len(model.tables), top + 1))
    money = np.tile(amounts, (len(model.tables), 1))
    row_money = packed.resolved[:, np.newaxis] * amounts
    if model.problem.goal is PlayGoal.TARGET:
        chance[:, top] = 1.0
        return Worth(chance, money, np.zeros_like(row_money), row_money)
    chance[:] = 1.0
    return Worth(chance, money, np.repeat(packed.resolved[:, np.newaxis], top + 1, axis=1), row_money)


def _before_a_round(worth: Worth, least: int, *, is_target: bool) -> Worth:
    """Before a round: whoever cannot pay the lowest stake keeps what they have, and so does who has reached the target."""
    found = Worth(*(np.empty_like(one) for one in worth))
    found.chance[:, :least] = 0.0
    found.money[:, :least] = np.arange(least)
    if is_target:
        found.chance[:, -1] = 1.0
        found.money[:, -1] = found.money.shape[1] - 1
    return found


def empty_choices(model: PlayModel, packed: PackedModel, top: int) -> Choices:
    """Room for what to do."""
    shape = len(model.tables), top + 1
    widest = int(np.diff(packed.opens).max())
    bet, stake = np.full(shape, RUINED, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    return Choices(bet, stake, np.full((*shape, widest), NOTHING, dtype=np.int64))


def chosen(model: PlayModel, packed: PackedModel, choices: Choices, left: int) -> dict[Place, BetChoice]:
    """Where a bet is placed, and which."""
    found = {}
    for table, amount in np.argwhere(choices.bet >= 0).tolist():
        bet, place = int(choices.bet[table, amount]), int(choices.stake[table, amount])
        opened = bet * len(model.tables) + table
        added = added_by(model, packed, opened, choices.add[table, amount])
        found[left, table, amount] = BetChoice(bet, model.stakes[place], added)
    return found


def added_by(model: PlayModel, packed: PackedModel, opened: int, add: Array) -> tuple[tuple[str, int], ...]:
    """What is added, by additional bet."""
    first, last = int(packed.opens[opened]), int(packed.opens[opened + 1])
    return tuple(
        (model.spots[int(packed.spot[branch])].adds, model.stakes[int(add[branch - first])])
        for branch in range(first, last)
        if packed.spot[branch] >= 0 and add[branch - first] >= 0
    )
