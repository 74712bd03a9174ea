"""The first round at the table in four steps, each with its clause."""

from banca.live.coach import At, CoachStep
from banca.rulebook import _, citing

cite = citing("fantan")

STEPS = (
    CoachStep(
        says=_(
            "A heap of uncounted buttons lies under the cover before you bet: the result is already there, and nobody knows it."
        ),
        cite=cite("2"),
        at=At.DEVICE,
    ),
    CoachStep(
        says=_(
            "The buttons are drawn off in fours; 1 to 4 remain. Choose a chip and press Fan on the number you expect: it pays 3 to 1."
        ),
        cite=cite("F-3"),
        at=At.BET,
        key="fan:1",
    ),
    CoachStep(
        says=_(
            "Some bets tie: on a Nim one number wins and another gives the stake back. On the layout each bet shows which numbers win, tie and lose."
        ),
        cite=cite("8"),
        at=At.BET,
        key="nim:1-2",
    ),
    CoachStep(
        says=_(
            "This button ends the bets and has the buttons counted. The bank keeps 5% of every prize; each payment shows it."
        ),
        cite=cite("9"),
        at=At.DUE,
    ),
)
