"""Rounds of Pai Kao against one gate, as an evening takes them: exact weights, and what each result brings at any principal."""

from dataclasses import replace

from banca.games.pai_kao import Round, Stake, settle_round
from banca.games.pai_kao.exact import Seat
from banca.games.pai_kao.exact.policies import shipped_counts
from banca.games.pai_kao.simulation.interpreter import BANKER, gained, make_round, numbers, session_words
from banca.games.pai_kao.simulation.plan import PaiKaoPlan, make_pai_kao_plan
from banca.games.pai_kao.simulation.strategy import PaiKaoStrategy
from banca.simulation.alike import AlikeRound, RoundsAlike

ENDLESS = 1 << 62
RESULTS = (1, 0, -1)
"""Won, tied, lost, as one's own seat sees it."""


def rounds_against_one_gate(strategy: PaiKaoStrategy) -> RoundsAlike | None:
    """The rounds of a strategy; None against several gates, whose results hang together."""
    plan = make_pai_kao_plan(strategy)
    if strategy.gates != 1:
        return None
    is_player = plan.seat is Seat.PLAYER
    names = (strategy.policy, strategy.against) if is_player else (strategy.against, strategy.policy)
    counts = shipped_counts(*names)
    weights = dict(zip(RESULTS if is_player else RESULTS[::-1], counts, strict=True))
    shown = examples(plan)

    def at(low: int, high: int) -> AlikeRound:
        principal = plan.put_up(low)
        nets: dict[int, int] = {}
        for result, one in shown.items():
            net, _ = gained(plan, settle_round(replace(one, bank=(Stake(BANKER, principal),)), plan.limits))
            nets[net] = nets.get(net, 0) + weights[result]
        return AlikeRound(low, high, plan.at_risk(principal), nets)

    wanted = plan.put_up(None)
    if plan.session.bankroll is None:
        return RoundsAlike(
            session=plan.session, rounds=(at(wanted, ENDLESS)._replace(low=-ENDLESS),), total=sum(counts)
        )
    chip = plan.limits.chip
    smaller = [at(low, min(low + chip, wanted)) for low in range(chip, wanted, chip)] if not is_player else []
    return RoundsAlike(session=plan.session, rounds=(at(wanted, ENDLESS), *smaller), total=sum(counts))


def examples(plan: PaiKaoPlan) -> dict[int, Round]:
    """For each result a round that has it: they are dealt until each has come."""
    found: dict[int, Round] = {}
    principal, words = plan.put_up(None), session_words(0, 0)
    while len(found) < len(RESULTS):
        dealt = make_round(plan, principal, numbers(plan.draws, words))
        net, _ = gained(plan, settle_round(dealt, plan.limits))
        found.setdefault((net > 0) - (net < 0), dealt)
    return found
