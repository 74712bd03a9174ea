"""The conduct of roulette: bets, the ball, no more bets, pay. roulette 2.1; reconstructed: L-2, L-3, L-5."""

from banca.games.roulette.acts import (
    BALL_THROWN,
    BETS_CLOSED,
    BETS_OPEN,
    DECIDED,
    NULL,
    DeclareNull,
    ReadNumber,
    ThrowBall,
)
from banca.games.roulette.steps import IN_PRISON
from banca.live.act import Act, Does, bets_open
from banca.live.command import CallNoMoreBets, Pay
from banca.rules import Bet, Layout, Refusal, State, citing, closed_after_null
from banca.rules.refusal import CANNOT_TAKE_DOWN

cite = citing("roulette")


ACTS = (
    *bets_open((BETS_OPEN, BALL_THROWN), cite("L-3"), cite("L-3")),
    Act(takes=ThrowBall, phase=BETS_OPEN, then=BALL_THROWN, cite=cite("2.1"), stirs=True),
    Act(takes=CallNoMoreBets, phase=BALL_THROWN, then=BETS_CLOSED, cite=cite("L-3")),
    Act(takes=DeclareNull, phase=BALL_THROWN, then=BETS_OPEN, cite=cite("L-2"), does=Does.NULL),
    Act(takes=DeclareNull, phase=BETS_CLOSED, then=NULL, cite=cite("L-2"), does=Does.NULL),
    Act(takes=ThrowBall, phase=NULL, then=BETS_CLOSED, cite=cite("2.1"), stirs=True),
    Act(takes=ReadNumber, phase=BETS_CLOSED, then=DECIDED, cite=cite("L-2"), does=Does.CALL),
    Act(takes=Pay, phase=DECIDED, then=BETS_OPEN, cite=cite("L-3"), does=Does.PAY),
)


check_placing = closed_after_null(cite("L-3"))
"""After a null throw the ball is thrown again and the bets stay as they are: "no more bets" was called. roulette L-3."""


def check_taking_down(bet: Bet, state: State, layout: Layout) -> None:  # the shape of Rulebook.check_taking_down
    """A stake that zero holds in prison stays until a number frees or takes it. roulette L-5."""
    if state == IN_PRISON:
        raise Refusal(CANNOT_TAKE_DOWN, cite("L-5"), bet=bet.key, number=state)
