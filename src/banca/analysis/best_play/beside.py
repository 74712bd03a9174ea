"""What is held against the best: bold play on one bet, and the strategies that come with the game."""

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from banca.analysis.best_play.model import PlayModel
from banca.analysis.best_play.packed import pack
from banca.analysis.best_play.problem import PlayGoal
from banca.analysis.best_play.timed import empty_choices, top_of
from banca.analysis.best_play.timeless import check_advantage, evaluate
from banca.analysis.best_play.work import BestPlay
from banca.analysis.exact.odds import analysed
from banca.analysis.sessions.spread import Bounded
from banca.analysis.sessions.work import evening
from banca.analysis.simulation.session import Ended
from banca.analysis.simulation.strategy import chosen_by
from banca.analysis.simulation.strategy_file import library, read_strategy
from banca.law import Texts
from banca.rules import Refusal

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
