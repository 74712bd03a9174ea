"""Rounds by the hundred million beside the exact figures: a second opinion that does not use the chain."""

import math
import os
from collections.abc import Callable
from dataclasses import dataclass, replace

from banca.analysis.simulation import Play, Session, Strategy
from banca.dossier.study import BetStudy, Study
from banca.rules import Bet, Limits, Refusal, Rules, _
from banca.rules.refusal import NEEDS_EXTRA

ROUNDS = 10**8
SESSION = 10_000
FEWEST = 1000
"""Sessions, where few rounds are played: fewer would say little of their own error."""
MOST_DIGITS = 15
SIMULATION = _("the simulation")


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """What one bet came to, placed again whenever it may be."""

    rounds: int
    seed: int
    edge: float
    error: float
    z: float
    """In standard errors, how far the simulated edge lies above the exact one."""


def simulate_bet(
    whole: Study, one: BetStudy, rounds: int = ROUNDS, is_stopped: Callable[[], bool] = lambda: False
) -> Simulated | None:
    """Play so many rounds; the seed is the proposal's own, so that the same file gives the same figures. None where it was stopped.

    An additional bet is played from its number on, where its flat bet would stand.
    """
    try:
        from banca.analysis.simulation.compiled.program import make_program  # compiled, loaded when it is used
        from banca.analysis.simulation.plan import make_plan
        from banca.analysis.simulation.run import Engine, run
        from banca.analysis.simulation.work import Work
    except ImportError:
        raise Refusal(NEEDS_EXTRA, asked=SIMULATION, allowed="fast") from None
    seed = int(whole.proposal.digest[:MOST_DIGITS], 16)
    unit = _exact_stake(one)
    session = max(1, min(SESSION, rounds // FEWEST))
    strategy = Strategy(
        game=whole.proposal.game,
        plays=(Play(bet=one.bet.key, stake=unit),),
        session=Session(rounds=session),
        limits=Limits(minimum=unit, maximum=unit, chip=1),
    )
    program = make_program(make_plan(strategy, _by_itself(whole.rules, one.bet)))
    work = Work(programs=(program,), sessions=max(2, rounds // session), seed=seed)
    done = run(work, Engine(workers=os.cpu_count() or 1), is_stopped=is_stopped)
    if done is None or not done.is_complete:
        return None
    (results,) = done.results()
    return Simulated(
        rounds=results.rounds,
        seed=seed,
        edge=-results.per_staked.measured,
        error=results.per_staked.error or 0.0,
        z=-(results.z or 0.0),
    )


def simulate_all(whole: Study, rounds: int) -> dict[str, Simulated]:
    """Every bet of the proposal, those with the same table once; none where no rounds are asked for."""
    found: dict[str, Simulated] = {}
    alike: dict[object, Simulated] = {}
    for one in whole.bets if rounds else ():
        same = (tuple(one.analysis.net_distribution.items()), one.analysis.mean_rounds)
        if same not in alike:
            done = simulate_bet(whole, one, rounds)
            if done is None:
                raise KeyboardInterrupt
            alike[same] = done
        found[one.bet.key] = alike[same]
    return found


def _by_itself(rules: Rules, bet: Bet) -> Rules:
    """The rules with this bet added to no other: its figures are those of the bet alone."""
    return replace(rules, bets={**rules.bets, bet.key: replace(bet, added_to="")}) if bet.added_to else rules


def _exact_stake(one: BetStudy) -> int:
    """A stake on which nothing is rounded."""
    rate = one.bet.commission.rate.denominator if one.bet.commission else 1
    return 100 * rate * math.lcm(*(row.odds.stake for row in one.rows))
