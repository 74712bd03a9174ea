"""The best choices with a limit of rounds, without one, and where stakes are counted: dynamic programming and policy iteration."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import NamedTuple

import numpy as np

from banca.analysis.best_play.compiled import (
    NOTHING,
    RUINED,
    TIE,
    Choices,
    PackedModel,
    Worth,
    choose,
    choose_stakes,
    follow,
    move_rows,
    pack,
    sweep,
)
from banca.analysis.best_play.model import FlatBet, PlayModel
from banca.analysis.best_play.problem import PlayGoal
from banca.analysis.sessions.distribution import Bounded
from banca.analysis.sessions.float_sheet import ROUNDING
from banca.analysis.sessions.session import Precision
from banca.analysis.simulation.results import Array
from banca.rules import Refusal, _, format_patacas


class BetChoice(NamedTuple):
    """A bet by its place in the model, its stake in steps, and what is added behind it, by additional bet, in steps."""

    bet: int
    stake: int
    added: tuple[tuple[str, int], ...] = ()


Place = tuple[int, int, int]
"""What is left (rounds, or steps to stake; 0 where nothing is counted), the state of the table, the amount in steps."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Solution:
    """The best way to play. Nowhere else is a bet placed."""

    model: PlayModel
    chance: Bounded
    """Of the goal."""
    final: Bounded
    """The mean of the final money, in steps."""
    left: int
    """What is counted, at the beginning."""
    choices: dict[Place, BetChoice]

    @property
    def loss(self) -> Bounded:
        """The mean loss, in avos."""
        bankroll, step = self.model.problem.bankroll, self.model.step
        return Bounded(bankroll - self.final.high * step, bankroll - self.final.low * step)


def around(value: float, error: Fraction) -> Bounded:
    """A figure that is right to a part of itself."""
    found = Fraction(value)
    return Bounded(found * (1 - error), found * (1 + error))


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


MOST = {Precision.FLOAT: 20_000_000_000, Precision.EXACT: 5_000_000}
"""Products that are worked out at most: about a minute."""
MOST_CELLS = 40_000_000
"""Choices that are kept at most."""
TURNS = 20
"""How often choices without a limit of rounds are gone over, about."""


def work_of(model: PlayModel) -> int:
    """How many products it takes, about."""
    each = sum(_per_amount(model, flat) for flat in model.bets)
    return each * top_of(model) * turns_of(model)


def turns_of(model: PlayModel) -> int:
    """How often everything is gone over."""
    problem = model.problem
    if problem.goal is PlayGoal.STAKE:
        return -(-(problem.turnover or 0) // (model.least * model.step))
    return problem.rounds or TURNS


def _per_amount(model: PlayModel, flat: FlatBet) -> int:
    """Products for one bet with one amount of money, whatever it stakes; half of all stakes are too high, in the mean."""
    found = 0
    for opened in flat.opens:
        for branch in opened:
            if branch.spot < 0:
                found += len(model.stakes)
            else:
                spot = model.spots[branch.spot]
                found += (sum(spot.most) + len(model.stakes)) * len(spot.resolved)
    return -(-found // 2)


def check_size(model: PlayModel, precision: Precision, most: int | None) -> None:
    """Refuse before working what would take too long, or too much room."""
    work, allowed = work_of(model), most or MOST[precision]
    widest = max((len(opened) for flat in model.bets for opened in flat.opens), default=1)
    kept = turns_of(model) if model.problem.goal is PlayGoal.STAKE or model.problem.is_timed else 1
    cells = kept * len(model.tables) * top_of(model) * (widest + 2)
    if work > allowed or cells > MOST_CELLS * 2:
        raise Refusal(
            "too_many_choices",
            _(
                "{amounts} amounts of money in steps of {step}, {stakes} stakes and {bets} bets make {asked} choices to compare; at most {allowed} are possible: allow fewer bets or stakes, a smaller target or fewer rounds, or use a larger chip"
            ),
            amounts=top_of(model),
            step=format_patacas(model.step),
            stakes=len(model.stakes),
            bets=len(model.bets),
            asked=work,
            allowed=allowed,
        )


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
