"""The first round at the table in four steps, each with its clause."""

from banca.live.coach import At, CoachStep
from banca.rulebook import _, citing

cite = citing("football_poker")

STEPS = (
    CoachStep(
        says=_(
            "Choose a chip and press Upper Range if you expect 5 to 8 points, or Lower Range for 1 to 4. Only the last digit of the total counts."
        ),
        cite=cite("A-2"),
        at=At.BET,
        key="upper",
    ),
    CoachStep(
        says=_(
            "Two cards that make 0 or 9 are Post and receive a third card. If the three make 0 or 9 as well, Post wins and pays 8 to 1."
        ),
        cite=cite("10.1"),
        at=At.BET,
        key="post",
    ),
    CoachStep(
        says=_("This button ends the bets and deals the cards."),
        cite=cite("9.4"),
        at=At.DUE,
    ),
    CoachStep(
        says=_(
            "Upper and Lower Range pay 1 to 1, less a commission of 5% when they win. Each payment is listed with its arithmetic and its article."
        ),
        cite=cite("12"),
        at=At.PAYMENTS,
    ),
)
