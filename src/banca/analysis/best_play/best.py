"""The best way to play, worked out: its value, its loss, the strategy that plays it, and what it is compared with."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from banca.analysis.best_play.compiled import pack
from banca.analysis.best_play.dynamic import (
    BetChoice,
    Solution,
    check_advantage,
    check_size,
    empty_choices,
    evaluate,
    solve_stakes,
    solve_timed,
    solve_timeless,
    top_of,
)
from banca.analysis.best_play.exact import leads, solve_counted_exactly, solve_timeless_exactly
from banca.analysis.best_play.model import PlayModel, make_model
from banca.analysis.best_play.problem import PlayGoal, PlayProblem
from banca.analysis.exact.odds import analysed
from banca.analysis.sessions.distribution import Bounded
from banca.analysis.sessions.session import Precision, evening
from banca.analysis.simulation.strategy import BetPolicy, Ended, PolicyCount, PolicyRow, Session, Strategy, chosen_by
from banca.analysis.simulation.strategy_file import library, policy_strategy, read_strategy
from banca.law import Language, Texts
from banca.rules import Refusal

COUNTS = {PlayGoal.TARGET: PolicyCount.ROUNDS, PlayGoal.LAST: PolicyCount.ROUNDS, PlayGoal.STAKE: PolicyCount.STAKES}


ENDLESS = 10**15
"""More than can be counted, in avos: the highest row has no end where money has no target."""


def make_policy(found: Solution) -> BetPolicy:
    """The rows of a solution, amounts that do alike in one."""
    model, problem = found.model, found.model.problem
    count = PolicyCount.NOTHING if not found.left else COUNTS[problem.goal]
    scale = model.step if count is PolicyCount.STAKES else 1
    rows: list[PolicyRow] = []
    previous: tuple[int, int, int, BetChoice] | None = None
    top = max((amount for _, _, amount in found.choices), default=0)
    for (left, table, amount), choice in sorted(found.choices.items()):
        beyond = problem.goal is not PlayGoal.TARGET and amount == top
        high = ENDLESS if beyond else (amount + 1) * model.step
        if previous == (left, table, amount - 1, choice):
            rows[-1] = rows[-1]._replace(high=high)
        else:
            added = tuple((key, stake * model.step) for key, stake in choice.added)
            bet, stake = model.bets[choice.bet].bet.key, choice.stake * model.step
            rows.append(PolicyRow(left * scale, model.tables[table], amount * model.step, high, bet, stake, added))
        previous = left, table, amount, choice
    return BetPolicy(count=count, left=found.left * scale, least=model.least * model.step, rows=tuple(rows))


TITLES: dict[PlayGoal, Texts] = {
    PlayGoal.TARGET: {
        Language.EN: "Best chance of the target",
        Language.PT: "Melhor probabilidade de atingir o objectivo",
        Language.ZH: "達標機會最大的策略",
    },
    PlayGoal.LAST: {
        Language.EN: "Best chance to last",
        Language.PT: "Melhor probabilidade de durar",
        Language.ZH: "最能玩得長久的策略",
    },
    PlayGoal.STAKE: {
        Language.EN: "Least loss for an amount staked",
        Language.PT: "Menor perda para um total apostado",
        Language.ZH: "投注指定總額而損失最少的策略",
    },
}


def strategy_of(found: Solution, rounds: int) -> Strategy:
    """The strategy of a solution, with its session; so many rounds where they are not limited."""
    problem = found.model.problem
    target = problem.target if problem.goal is PlayGoal.TARGET else None
    return policy_strategy(
        make_policy(found),
        game=problem.game,
        title=TITLES[problem.goal],
        options=problem.options,
        limits=problem.table_limits,
        session=Session(bankroll=problem.bankroll, target=target, rounds=problem.rounds or rounds),
    )


ROUNDS_OF_A_BET = 10
"""Rounds that a session without a limit leaves for each bet."""
STILL_PLAYING = 1e-9
FEWEST, MOST = 100, 100_000
"""Rounds of such a session."""


@dataclass(frozen=True, kw_only=True, eq=False)
class BestPlay:
    """The best play for a purse and a goal. It is not a way to win: the mean loss is given too."""

    problem: PlayProblem
    precision: Precision
    solution: Solution

    @property
    def chance(self) -> Bounded:
        """The chance of reaching the goal."""
        return self.solution.chance

    @property
    def loss(self) -> Bounded:
        """The mean loss, in avos."""
        return self.solution.loss

    @property
    def model(self) -> PlayModel:
        """The problem as numbers."""
        return self.solution.model

    @cached_property
    def strategy(self) -> Strategy:
        """The strategy that plays it."""
        return strategy_of(self.solution, self._rounds)

    @property
    def fair_bound(self) -> Fraction | None:
        """The chance that no way of playing can exceed if no bet favours the player: the purse over the target."""
        problem = self.problem
        return None if problem.goal is not PlayGoal.TARGET else Fraction(problem.bankroll, problem.target or 1)

    @property
    def _rounds(self) -> int:
        """Rounds in which a session without a limit of them is almost surely over."""
        if self.problem.goal is PlayGoal.STAKE:
            bets = self.solution.left // self.model.least
        else:
            bets = _bets_played(self.solution)
        return min(max(-(-bets * ROUNDS_OF_A_BET // 100) * 100, FEWEST), MOST)


def best(problem: PlayProblem, precision: Precision = Precision.FLOAT, most: int | None = None) -> BestPlay:
    """Work out the best play; refuse before any work if it would take too much.

    Args:
        problem: The game, purse and goal.
        precision: Floats with a proven bound, or fractions.
        most: How much work it may take; by default the usual bound.

    Raises:
        Refusal: The problem is incomplete, or would take more work.
    """
    model = make_model(problem)
    check_size(model, precision, most)
    if problem.goal is PlayGoal.TARGET and not problem.is_timed:
        found = solve_timeless(model)
        found = solve_timeless_exactly(model, found) if precision is Precision.EXACT else found
    elif precision is Precision.EXACT:
        found = solve_counted_exactly(model)
    else:
        found = solve_stakes(model) if problem.goal is PlayGoal.STAKE else solve_timed(model)
    return BestPlay(problem=problem, precision=precision, solution=found)


def _bets_played(found: Solution) -> int:
    """After how many bets almost nobody plays on."""
    model = found.model
    moves: dict[int, dict[int, float]] = {}
    for (_, _, amount), choice in found.choices.items():
        into = moves.setdefault(amount, {})
        for chance, after in leads(model, choice, amount):
            into[after] = into.get(after, 0.0) + float(chance)
    here = {model.problem.bankroll // model.step: 1.0}
    for bets in range(1, MOST // ROUNDS_OF_A_BET):
        following: dict[int, float] = {}
        for amount, mass in here.items():
            for after, share in moves.get(amount, {}).items():  # none where no bet of the purse could reach the goal
                if after in moves:
                    following[after] = following.get(after, 0.0) + mass * share
        here = following
        if sum(here.values()) < STILL_PLAYING:
            return bets
    return MOST // ROUNDS_OF_A_BET


MOST_WORK = 300_000_000
"""Products for the evening of one shipped strategy: well below a second."""
FEWEST_BETS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherWay:
    """Another way of playing for the same goal: a bet by its key, or a strategy by its name; the mean loss in avos."""

    bet: str = ""
    strategy: str = ""
    title: Texts | None = None
    chance: Bounded | None = None
    loss: Bounded


def beside(found: BestPlay) -> tuple[OtherWay, ...]:
    """All that can be compared without long work."""
    if found.problem.goal is PlayGoal.STAKE:
        return _single_bets(found)
    bold = _bold(found) if found.problem.goal is PlayGoal.TARGET and not found.problem.is_timed else ()
    return (*bold, *_shipped(found))


def _single_bets(found: BestPlay) -> tuple[OtherWay, ...]:
    """The amount staked on one bet alone, if the money lasts: its house edge of it. The lowest first."""
    edges = sorted((analysed(flat.bet).house_edge, flat.bet.key) for flat in found.model.bets)
    losses = [(edge * (found.problem.turnover or 0), key) for edge, key in edges[:FEWEST_BETS]]
    return tuple(OtherWay(bet=key, loss=Bounded(loss, loss)) for loss, key in losses)


def _bold(found: BestPlay) -> tuple[OtherWay, ...]:
    """Bold play on the bet with which it has the best chance: all one has, or as little as can reach the target."""
    check_advantage(found.model)
    ways = [bold_play(found.model, bet) for bet in range(len(found.model.bets))]
    best = max(range(len(ways)), key=lambda bet: ways[bet][0])
    chance, final = (Fraction(one) for one in ways[best])
    near = Fraction(1, 10**9)
    loss = found.problem.bankroll - final * found.model.step
    key = found.model.bets[best].bet.key
    return (OtherWay(bet=key, chance=Bounded(chance - near, chance + near), loss=Bounded(loss - near, loss + near)),)


def bold_play(model: PlayModel, bet: int) -> tuple[float, float]:
    """The chance of the target by bold play on one bet without additions, and the mean of the final money in steps."""
    packed, top = pack(model), top_of(model)
    choices = empty_choices(model, packed, top)
    first, last = int(packed.opens[bet]), int(packed.opens[bet + 1])
    best = packed.net[first:last].max(axis=0)
    for spot in packed.spot[first:last]:
        if spot >= 0:
            best = np.maximum(best, packed.flat[packed.rows[spot] : packed.rows[spot + 1]].max(axis=0))
    allowed = np.flatnonzero(packed.may[bet])
    for amount in range(model.least, top):
        payable = allowed[packed.stake[allowed] <= amount]
        if not len(payable):
            continue
        enough = payable[best[payable] + amount >= top]
        choices.bet[0, amount] = bet
        choices.stake[0, amount] = enough[0] if len(enough) else payable[-1]
    worth = evaluate(model, packed, choices, top)
    begun = model.problem.bankroll // model.step
    return float(worth.chance[0, begun]), float(worth.money[0, begun])


def _shipped(found: BestPlay) -> tuple[OtherWay, ...]:
    """The strategies that come with the game and can be played with this purse at this table."""
    problem, session = found.problem, found.strategy.session
    cause = Ended.TARGET if problem.goal is PlayGoal.TARGET else Ended.ROUNDS
    chosen = {name: str(value) for name, value in chosen_by(found.strategy).items()}
    ways = []
    for name, file in library(problem.game).items():
        own = read_strategy(file)
        if any(chosen.get(name) != str(value) for name, value in own.options.items()):
            continue  # it is for a house that chose otherwise
        played = replace(own, session=session, limits=problem.limits, options=problem.options)
        try:
            worked_out = evening(played, most=MOST_WORK)
        except Refusal:
            continue
        mean = worked_out.net.mean
        loss = Bounded(-mean.high, -mean.low)
        ways.append(OtherWay(strategy=name, title=own.title, chance=worked_out.ended[cause], loss=loss))
    return tuple(sorted(ways, key=lambda way: -float(way.chance or 0)))
