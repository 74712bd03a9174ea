"""The best way to play: its value, its loss, the strategy that plays it, and the ways that it is compared with."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from banca.analysis.best_play.compiled import pack
from banca.analysis.best_play.dynamic import (
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
from banca.analysis.best_play.exact import solve_counted_exactly, solve_timeless_exactly
from banca.analysis.best_play.model import BetChoice, PlayModel, make_model
from banca.analysis.best_play.problem import OtherWay, PlayGoal, PlayProblem, way_text
from banca.analysis.exact.odds import analysed
from banca.analysis.sessions.distribution import Bounded
from banca.analysis.sessions.session import Precision, evening
from banca.analysis.simulation.strategy import BetPolicy, Ended, PolicyCount, PolicyRow, Session, Strategy, chosen_by
from banca.analysis.simulation.strategy_file import library, policy_strategy, read_strategy
from banca.i18n import Localized
from banca.law import Language, Texts
from banca.rules import Refusal, _, given_text
from banca.rules.money import AVOS

COUNTS = {PlayGoal.TARGET: PolicyCount.ROUNDS, PlayGoal.LAST: PolicyCount.ROUNDS, PlayGoal.STAKE: PolicyCount.STAKES}


ENDLESS = 10**15
"""More than can be counted, in avos: the highest row has no end where money has no target."""


def make_policy(solution: Solution) -> BetPolicy:
    """Return the rows of a solution; amounts with which one does the same are one row."""
    model, problem = solution.model, solution.model.problem
    count = PolicyCount.NOTHING if not solution.left else COUNTS[problem.goal]
    scale = model.step if count is PolicyCount.STAKES else 1
    rows: list[PolicyRow] = []
    previous: tuple[int, int, int, BetChoice] | None = None
    top = max((amount for _, _, amount in solution.choices), default=0)
    for (left, table, amount), choice in sorted(solution.choices.items()):
        is_endless = problem.goal is not PlayGoal.TARGET and amount == top
        high = ENDLESS if is_endless else (amount + 1) * model.step
        if previous == (left, table, amount - 1, choice):
            rows[-1] = rows[-1]._replace(high=high)
        else:
            added = tuple((key, stake * model.step) for key, stake in choice.added)
            bet, stake = model.bets[choice.bet].bet.key, choice.stake * model.step
            rows.append(PolicyRow(left * scale, model.tables[table], amount * model.step, high, bet, stake, added))
        previous = left, table, amount, choice
    return BetPolicy(count=count, left=solution.left * scale, least=model.least * model.step, rows=tuple(rows))


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
    def policy(self) -> BetPolicy:
        """What to bet with which amount of money."""
        if self.strategy.policy is None:
            raise TypeError(self.strategy)
        return self.strategy.policy

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
        """The strategy that plays it, with its session; almost surely over where the rounds are not limited."""
        problem = self.problem
        target = problem.target if problem.goal is PlayGoal.TARGET else None
        return policy_strategy(
            make_policy(self.solution),
            game=problem.game,
            title=TITLES[problem.goal],
            options=problem.options,
            limits=problem.table_limits,
            session=Session(bankroll=problem.bankroll, target=target, rounds=problem.rounds or self._rounds()),
        )

    @property
    def fair_bound(self) -> Fraction | None:
        """The chance that no way of playing can exceed if no bet favours the player: the purse over the target."""
        problem = self.problem
        return None if problem.goal is not PlayGoal.TARGET else Fraction(problem.bankroll, problem.target or 1)

    def _rounds(self) -> int:
        if self.problem.goal is PlayGoal.STAKE:
            bets = self.solution.left // self.model.least
        else:
            bets = _bets_played(self.solution)
        return min(max(-(-bets * ROUNDS_OF_A_BET // 100) * 100, FEWEST), MOST)


def best(problem: PlayProblem, precision: Precision = Precision.FLOAT, most: int | None = None) -> BestPlay:
    """Work out the best play; refuse before any work if it would take too much.

    Args:
        problem: The game, bankroll and goal.
        precision: Floats with a proven bound, or fractions.
        most: How much work it may take; by default the usual bound.

    Raises:
        Refusal: The problem is incomplete, or would take more work.
    """
    model = make_model(problem)
    check_size(model, precision, most)
    is_exact = precision is Precision.EXACT
    if problem.goal is PlayGoal.TARGET and not problem.is_timed:
        solution = solve_timeless(model)
        solution = solve_timeless_exactly(model, solution) if is_exact else solution
    elif is_exact:
        solution = solve_counted_exactly(model)
    else:
        solution = solve_stakes(model) if problem.goal is PlayGoal.STAKE else solve_timed(model)
    return BestPlay(problem=problem, precision=precision, solution=solution)


def _bets_played(solution: Solution) -> int:
    """After how many bets almost nobody plays on."""
    model = solution.model
    moves: dict[int, dict[int, float]] = {}
    for (_left, _table, amount), choice in solution.choices.items():
        into = moves.setdefault(amount, {})
        for chance, after in model.results(choice, amount):
            into[after] = into.get(after, 0.0) + float(chance)
    playing = {model.bankroll: 1.0}
    for bets in range(1, MOST // ROUNDS_OF_A_BET):
        following: dict[int, float] = {}
        for amount, mass in playing.items():
            for after, portion in moves.get(
                amount, {}
            ).items():  # none where no bet of the bankroll could reach the goal
                if after in moves:
                    following[after] = following.get(after, 0.0) + mass * portion
        playing = following
        if sum(playing.values()) < STILL_PLAYING:
            return bets
    return MOST // ROUNDS_OF_A_BET


MOST_WORK = 300_000_000
"""Products for the evening of one shipped strategy: well below a second."""
FEWEST_BETS = 5


BOLD = _("bold play on {bet}")
ALONE = _("{bet} alone")


def find_other_ways(best_play: BestPlay) -> tuple[OtherWay, ...]:
    """Return all that the best play can be compared with without long work."""
    if best_play.problem.goal is PlayGoal.STAKE:
        return _single_bets(best_play)
    is_endless = best_play.problem.goal is PlayGoal.TARGET and not best_play.problem.is_timed
    return (*(_bold(best_play) if is_endless else ()), *_shipped(best_play))


def _single_bets(best_play: BestPlay) -> tuple[OtherWay, ...]:
    """The amount staked on one bet alone, if the money lasts: its house edge of it. The lowest first."""
    edges = sorted((analysed(flat.bet).house_edge, flat.bet.key) for flat in best_play.model.bets)
    turnover, rules = best_play.problem.turnover or 0, best_play.problem.rules
    return tuple(
        OtherWay(
            title=Localized(way_text, ALONE, rules.bet(key)), bet=key, loss=Bounded.exactly(edge * turnover) / AVOS
        )
        for edge, key in edges[:FEWEST_BETS]
    )


def _bold(best_play: BestPlay) -> tuple[OtherWay, ...]:
    """Bold play on the bet with which it has the best chance: all one has, or as little as can reach the target."""
    model = best_play.model
    check_advantage(model)
    ways = [bold_play(model, bet) for bet in range(len(model.bets))]
    best = max(range(len(ways)), key=lambda bet: ways[bet][0])
    chance, final = map(Fraction, ways[best])
    near = Fraction(1, 10**9)
    loss = best_play.problem.bankroll - final * model.step
    bet = model.bets[best].bet
    return (
        OtherWay(
            title=Localized(way_text, BOLD, bet),
            bet=bet.key,
            chance=Bounded(chance - near, chance + near),
            loss=Bounded(loss - near, loss + near) / AVOS,
        ),
    )


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


def _shipped(best_play: BestPlay) -> tuple[OtherWay, ...]:
    """The strategies that come with the game and can be played with this purse at this table."""
    problem, session = best_play.problem, best_play.strategy.session
    cause = Ended.TARGET if problem.goal is PlayGoal.TARGET else Ended.ROUNDS
    chosen = {name: str(value) for name, value in chosen_by(best_play.strategy).items()}
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
        loss = Bounded(-mean.high, -mean.low) / AVOS
        title = Localized(way_text, given_text(own.title))
        ways.append(OtherWay(title=title, strategy=name, chance=worked_out.ended[cause], loss=loss))
    return tuple(sorted(ways, key=lambda way: -float(way.chance or 0)))
