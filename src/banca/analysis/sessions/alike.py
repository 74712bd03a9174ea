"""The evening of rounds that are alike: one row for each round that may be played, and nothing ever waits."""

from math import gcd

from banca.analysis.sessions.automaton import MOST_STATES, EveningAutomaton, Flow, Scale, SeatKind, SeatRow
from banca.analysis.sessions.purse import ENDLESS
from banca.analysis.sessions.refusals import TOO_MANY_SEATS
from banca.analysis.simulation.alike import RoundsAlike
from banca.analysis.simulation.session import Ended
from banca.rules import Refusal


def alike_automaton(asked: RoundsAlike) -> EveningAutomaton:
    """The automaton of rounds that are alike. Its first row must have acted: it is the round that the bankroll pays for."""
    if asked.count > MOST_STATES:
        raise Refusal(TOO_MANY_SEATS, allowed=MOST_STATES)
    session, bankroll = asked.session, asked.session.bankroll or 0
    every = tuple(asked.rounds)
    first = next(one for one in every if one.low <= bankroll < one.high)
    rounds = (first, *(one for one in every if one is not first))
    met = len(rounds)
    done = {cause: met + 1 + cause for cause in Ended}
    target = ENDLESS if session.target is None else session.target
    floor = -ENDLESS if session.stop_loss is None else bankroll - session.stop_loss
    meets = [
        Flow(number, met, net, weight, -ENDLESS, ENDLESS, 0)
        for number, one in enumerate(rounds)
        for net, weight in one.nets.items()
    ]
    home = [Flow(met, done[Ended.TARGET], 0, 1, target, ENDLESS, 0)] if target < ENDLESS else []
    home += [Flow(met, done[Ended.STOP_LOSS], 0, 1, -ENDLESS, floor + 1, 0)] if floor > -ENDLESS else []
    stretches = [(one.low, one.high, number, one.at_risk) for number, one in enumerate(rounds)]
    stretches.append((-ENDLESS, min(one.low for one in rounds), done[Ended.RUIN], 0))
    going_on = [
        Flow(met, number, 0, 1, max(low, floor + 1), min(high, target), at_risk)
        for low, high, number, at_risk in stretches
        if max(low, floor + 1) < min(high, target)
    ]
    last = Flow(met, done[Ended.ROUNDS], 0, 1, floor + 1 if floor > -ENDLESS else -ENDLESS, target, 0)
    scale = Scale(bankroll, gcd(*(flow.won for flow in meets)) or 1)
    acted = [SeatRow(SeatKind.ACTED, None, None)] * len(rounds)
    return EveningAutomaton(
        rows=(*acted, SeatRow(SeatKind.MET, None, None), *(SeatRow(SeatKind.DONE, None, cause) for cause in Ended)),
        meets=tuple(map(scale, meets)),
        acts=tuple(map(scale, [*home, *going_on])),
        last_acts=tuple(map(scale, [*home, last])),
        total=asked.total,
        step=scale.step,
        bankroll=bankroll,
        rounds=session.rounds,
        points=session.looked_at,
        placed=first.at_risk,
    )
