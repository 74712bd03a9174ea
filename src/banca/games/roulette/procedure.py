"""The conduct of roulette: bets, the ball, no more bets, pay. Reconstructed: roulette L-2, L-3."""

from banca.rulebook import Act, citing, closed_after_null

cite = citing("roulette")

ACTS = (
    Act(name="place_bet", phase="bets open", then="bets open", cite=cite("L-3")),
    Act(name="throw_ball", phase="bets open", then="ball thrown", cite=cite("L-2")),
    Act(name="place_bet", phase="ball thrown", then="ball thrown", cite=cite("L-3")),
    Act(name="call_no_more_bets", phase="ball thrown", then="bets closed", cite=cite("L-3")),
    Act(name="declare_null", phase="ball thrown", then="bets open", cite=cite("L-2")),
    Act(name="declare_null", phase="bets closed", then="null", cite=cite("L-2")),
    Act(name="throw_ball", phase="null", then="bets closed", cite=cite("L-2")),
    Act(name="read_number", phase="bets closed", then="decided", cite=cite("L-2")),
    Act(name="pay", phase="decided", then="bets open", cite=cite("L-3")),
)


check_placing = closed_after_null(cite("L-3"))
"""After a null throw the ball is thrown again with the bets as they lie: "no more bets" was called. roulette L-3."""
