"""The conduct of roulette: bets, the ball, no more bets, pay. Reconstructed: roulette L-2, L-3, L-5."""

from banca.games.roulette.steps import IN_PRISON
from banca.live.act import Act, Does, bets_open
from banca.rulebook import Bet, Code, Layout, Refusal, State, citing, closed_after_null

cite = citing("roulette")

ACTS = (
    *bets_open(("bets open", "ball thrown"), cite("L-3"), cite("L-3")),
    Act(name="throw_ball", phase="bets open", then="ball thrown", cite=cite("L-2")),
    Act(name="call_no_more_bets", phase="ball thrown", then="bets closed", cite=cite("L-3")),
    Act(name="declare_null", phase="ball thrown", then="bets open", cite=cite("L-2"), does=Does.NULL),
    Act(name="declare_null", phase="bets closed", then="null", cite=cite("L-2"), does=Does.NULL),
    Act(name="throw_ball", phase="null", then="bets closed", cite=cite("L-2")),
    Act(name="read_number", phase="bets closed", then="decided", cite=cite("L-2"), does=Does.CALL, takes=("outcome",)),
    Act(name="pay", phase="decided", then="bets open", cite=cite("L-3"), does=Does.PAY),
)


check_placing = closed_after_null(cite("L-3"))
"""After a null throw the ball is thrown again with the bets as they lie: "no more bets" was called. roulette L-3."""


def check_taking_down(bet: Bet, state: State, layout: Layout) -> None:  # noqa: ARG001 - the shape of Rulebook.check_taking_down
    """A stake that zero holds in prison stays until a number frees or takes it. roulette L-5."""
    if state == IN_PRISON:
        raise Refusal(Code.CANNOT_TAKE_DOWN, cite("L-5"), bet=bet.key, number=state)
