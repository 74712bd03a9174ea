"""The first round at the table in four steps, each with its clause."""

from banca.live.coach import At, CoachStep
from banca.rulebook import _, citing

cite = citing("fish_prawn_crab")

STEPS = (
    CoachStep(
        says=_(
            "The dice are shaken under the cover before bets open: what you bet on is already decided, and nobody can see it."
        ),
        cite=cite("2.1"),
        at=At.DEVICE,
    ),
    CoachStep(
        says=_(
            "Choose a chip and press a figure. It wins if the figure shows on one, two or three dice, and pays once for each."
        ),
        cite=cite("5.3"),
        at=At.BET,
        key="figure:fish",
    ),
    CoachStep(
        says=_("Small and Big look at the total. Three equal figures lose both, whatever they add up to."),
        cite=cite("7"),
        at=At.BET,
        key="small",
    ),
    CoachStep(
        says=_(
            "Bets end when the bell rings. Then the cover is lifted, what won lights up, and every payment is listed with its article."
        ),
        cite=cite("3.1"),
        at=At.DUE,
    ),
)
