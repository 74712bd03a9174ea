"""The first round at the table in four steps, each with its clause."""

from banca.live.coach import At, CoachStep
from banca.rulebook import _, citing

cite = citing("pai_kao")

STEPS = (
    CoachStep(
        says=_(
            "Press a free gate to sit down, then choose a chip and press it again to stake. Stakes are down before the banker shakes the dice."
        ),
        cite=cite("4.6"),
        at=At.BET,
        key="1",
    ),
    CoachStep(
        says=_("The banker shakes four dice. Their total says which gate is dealt first; every gate gets four tiles."),
        cite=cite("1.2"),
        at=At.DEVICE,
    ),
    CoachStep(
        says=_(
            "Set your four tiles as two groups of two. The page shows the ways to set them and which group is higher."
        ),
        cite=cite("5.1"),
        at=At.LAYOUT,
    ),
    CoachStep(
        says=_("Both groups higher than the banker's win; one of each is a tie. The casino keeps 4% of what is won."),
        cite=cite("6.3"),
        at=At.DUE,
    ),
)
