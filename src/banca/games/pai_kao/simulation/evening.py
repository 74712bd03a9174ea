"""Rounds of Pai Kao, as an evening takes them: exact weights, and what each result brings at any principal."""

from itertools import chain

from banca.analysis.simulation.alike import AlikeRound, RoundsAlike
from banca.games.pai_kao import Result, Stake
from banca.games.pai_kao.bank import pay_bet, share_out
from banca.games.pai_kao.exact import Seat
from banca.games.pai_kao.exact.gates import gains, is_mixed, orders_between
from banca.games.pai_kao.exact.policies import shipped_counts
from banca.games.pai_kao.simulation.interpreter import BANKER
from banca.games.pai_kao.simulation.plan import PaiKaoPlan, make_pai_kao_plan
from banca.games.pai_kao.simulation.strategy import PaiKaoStrategy

ENDLESS = 1 << 62


def exact_rounds(strategy: PaiKaoStrategy) -> RoundsAlike | None:
    """The rounds of a strategy; None against several gates whose policy is mixed."""
    plan = make_pai_kao_plan(strategy)
    if plan.seat is Seat.PLAYER:
        return _as_player(plan)
    if strategy.gates > 1 and is_mixed(strategy.against):
        return None
    return _as_banker(plan)


def _as_player(plan: PaiKaoPlan) -> RoundsAlike:
    """A gate's rounds: its whole stake, or none."""
    strategy = plan.strategy
    counts = shipped_counts(strategy.policy, strategy.against)
    stake, chip = Stake("", strategy.stake), plan.limits.chip
    nets: dict[int, int] = {}
    for result, weight in zip((Result.WIN, Result.TIE, Result.LOSE), counts, strict=True):
        net = pay_bet(1, stake, stake.amount, result, chip).net
        nets[net] = nets.get(net, 0) + weight
    low = -ENDLESS if plan.session.bankroll is None else strategy.stake
    return RoundsAlike(
        session=plan.session, rounds=(AlikeRound(low, ENDLESS, strategy.stake, nets),), count=1, total=sum(counts)
    )


def _as_banker(plan: PaiKaoPlan) -> RoundsAlike:
    """A bank's rounds: with less in hand than its principal it puts up what there is, in whole chips."""
    strategy, chip = plan.strategy, plan.limits.chip
    each = orders_between(strategy.against, strategy.policy, strategy.gates)

    def at(low: int, high: int) -> AlikeRound:
        principal = plan.put_up(low)
        nets: dict[int, int] = {}
        for gain, weight in gains(each, strategy.gates, strategy.stake, principal).items():
            net = share_out((Stake(BANKER, principal),), gain, chip)[0].net
            nets[net] = nets.get(net, 0) + weight
        return AlikeRound(low, high, plan.at_risk(principal), nets)

    wanted = plan.put_up(None)
    rich = at(wanted, ENDLESS)
    total, session = sum(rich.nets.values()), plan.session
    if session.bankroll is None:
        return RoundsAlike(session=session, rounds=(rich._replace(low=-ENDLESS),), count=1, total=total)
    short = range(chip, wanted, chip)
    poor = (at(low, min(low + chip, wanted)) for low in short)
    return RoundsAlike(session=session, rounds=chain([rich], poor), count=1 + len(short), total=total)
