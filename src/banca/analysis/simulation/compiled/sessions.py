"""How every compiled runner ends a session."""

from typing import Any

from banca.analysis.simulation.records import ENDED, LONGEST, LUCK, NET, ROUNDS, STAKED
from banca.analysis.simulation.session import Ended
from banca.jit import piece

RUIN = int(Ended.RUIN)
GOING_ON = -1
_TARGET, _STOP_LOSS, _ROUNDS_OVER = int(Ended.TARGET), int(Ended.STOP_LOSS), int(Ended.ROUNDS)


SIGN = 63
"""The bit of a word that says whether it is below zero; a shift by it spares a branch that nobody can foresee."""


@piece()
def run_after(run: Any, won: Any) -> Any:
    """The losing rounds in a row after a round: none after a winning one, one more after a losing one."""
    return (run - (won >> SIGN)) & ~(-won >> SIGN)


@piece()
def goes_home(tables: Any, worth: Any, rounds: Any) -> Any:
    """Why one goes home now, if one does."""
    if worth >= tables.target:
        return _TARGET
    if worth <= tables.floor:
        return _STOP_LOSS
    if rounds >= tables.rounds:
        return _ROUNDS_OVER
    return GOING_ON


@piece()
def write_down(
    record: Any, path: Any, point: Any, net: Any, staked: Any, rounds: Any, luck: Any, longest: Any, ended: Any
) -> None:
    """A session's row when it is over: nothing changes any more at the points that are left."""
    path[min(point, path.shape[0] - 1) :] = net
    record[NET], record[STAKED], record[ROUNDS] = net, staked, rounds
    record[LUCK], record[LONGEST], record[ENDED] = luck, longest, ended
