"""The first round at the table in four steps, each with its clause."""

from banca.live.coach import At, CoachStep
from banca.rulebook import _, citing

cite = citing("roulette")

STEPS = (
    CoachStep(
        says=_(
            "Choose a chip and press a number: it pays 35 to 1. Press on a line or a corner between numbers to bet on all that touch it."
        ),
        cite=cite("L-4"),
        at=At.BET,
        key="straight:17",
    ),
    CoachStep(
        says=_("Red, black, even, odd, low and high pay 1 to 1 and win on half of the numbers other than zero."),
        cite=cite("1.4"),
        at=At.BET,
        key="red",
    ),
    CoachStep(
        says=_("This button throws the ball. You may bet until the croupier calls no more bets."),
        cite=cite("L-3"),
        at=At.DUE,
    ),
    CoachStep(
        says=_(
            "Zero is the house's edge: it loses every even-money bet, unless this table returns half of it or holds it. The list of payments says why."
        ),
        cite=cite("L-5"),
        at=At.BET,
        key="straight:0",
    ),
)
