"""Sessions: with what one sits down, when one goes home, and where along the way the money is looked at."""

from dataclasses import dataclass
from enum import IntEnum

from banca.analysis.simulation.refusals import (
    BAD_ROUNDS,
    BAD_STOP_LOSS,
    BAD_TARGET,
    BANKROLL_TOO_SMALL,
    NO_BANKROLL,
    TOO_LARGE_TO_COUNT,
)
from banca.rules import Limits, Refusal, format_patacas

ROUNDS = 1000
"""Rounds of a session unless said."""
MOST_ROUNDS = 10_000_000
MOST_MONEY = 10**15
"""In avos."""
POINTS = 32
"""In how many places along a session the money is looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """When a session ends, in avos. Without a bankroll there is money for every bet."""

    bankroll: int | None = None
    target: int | None = None
    """The session ends when the money in hand and on the layout together reaches this."""
    stop_loss: int | None = None
    """The session ends when this much is lost."""
    rounds: int = ROUNDS

    def goes_home(self, worth: int, rounds: int) -> "Ended | None":
        """Return why the session ends now, or None."""
        if self.target is not None and worth >= self.target:
            return Ended.TARGET
        if self.stop_loss is not None and self.bankroll is not None and worth <= self.bankroll - self.stop_loss:
            return Ended.STOP_LOSS
        return Ended.ROUNDS if rounds >= self.rounds else None

    @property
    def looked_at(self) -> tuple[int, ...]:
        """The rounds after which the money is recorded, spread evenly over the session."""
        points = min(POINTS, self.rounds)
        return tuple(point * self.rounds // points for point in range(1, points + 1))


class Ended(IntEnum):
    """Why a session ended."""

    ROUNDS = 0
    TARGET = 1
    STOP_LOSS = 2
    RUIN = 3


def check_session(session: Session, limits: Limits, *, bet: str, stake: int) -> None:
    """Refuse a session that cannot begin, with the first bet's stake, cannot end, or is about more money than can be counted."""
    most = max(limits.maximum, session.bankroll or 0, session.target or 0)
    if most > MOST_MONEY:
        raise Refusal(TOO_LARGE_TO_COUNT, asked=format_patacas(most), rounds=session.rounds)
    if not 1 <= session.rounds <= MOST_ROUNDS:
        raise Refusal(BAD_ROUNDS, asked=session.rounds, allowed=MOST_ROUNDS)
    if session.bankroll is None:
        if session.target is not None or session.stop_loss is not None:
            raise Refusal(NO_BANKROLL)
        return
    bankroll = format_patacas(session.bankroll)
    if session.bankroll < stake:
        raise Refusal(BANKROLL_TOO_SMALL, asked=bankroll, bet=bet, stake=format_patacas(stake))
    if session.target is not None and session.target <= session.bankroll:
        raise Refusal(BAD_TARGET, asked=format_patacas(session.target), bankroll=bankroll)
    if session.stop_loss is not None and not 0 < session.stop_loss <= session.bankroll:
        raise Refusal(BAD_STOP_LOSS, asked=format_patacas(session.stop_loss), bankroll=bankroll)
