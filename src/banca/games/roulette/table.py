"""A table of roulette: bets, the ball, no more bets, pay. roulette 2.1; reconstructed: L-2, L-3, L-5."""

from banca.rules import _, citing
from banca.tables.acts import Act, ActKind, bets_open
from banca.tables.commands import CallNoMoreBets, Command, EnterOutcome, Pay, Word

cite = citing("roulette")

BETS_OPEN = _("bets open")
BALL_THROWN = _("ball thrown")
BETS_CLOSED = _("bets closed")
NULL = _("null")
DECIDED = _("decided")


class ThrowBall(Command):
    """The croupier throws the ball."""

    says = _("Throw the ball")


class DeclareNull(Command):
    """Something fell on the plate, or the ball did not come to rest: the throw does not count."""

    says = _("Declare the throw null")
    reason: Word | None = None
    """Without it, that the ball did not come to rest."""


class ReadNumber(EnterOutcome):
    """The croupier reads the number."""

    says = _("Read the number")


ACTS = (
    *bets_open((BETS_OPEN, BALL_THROWN), cite("L-3"), cite("L-3")),
    Act(takes=ThrowBall, phase=BETS_OPEN, then=BALL_THROWN, cite=cite("2.1"), stirs=True),
    Act(takes=CallNoMoreBets, phase=BALL_THROWN, then=BETS_CLOSED, cite=cite("L-3")),
    # Null before the call, bets were open and stay so; null after it, the ball is thrown again with the bets as they lie.
    Act(takes=DeclareNull, phase=BALL_THROWN, then=BETS_OPEN, cite=cite("L-2"), does=ActKind.NULL),
    Act(takes=DeclareNull, phase=BETS_CLOSED, then=NULL, cite=cite("L-2"), does=ActKind.NULL),
    Act(takes=ThrowBall, phase=NULL, then=BETS_CLOSED, cite=cite("2.1"), stirs=True),
    Act(takes=ReadNumber, phase=BETS_CLOSED, then=DECIDED, cite=cite("L-2"), does=ActKind.CALL),
    Act(takes=Pay, phase=DECIDED, then=BETS_OPEN, cite=cite("L-3"), does=ActKind.PAY),
)
