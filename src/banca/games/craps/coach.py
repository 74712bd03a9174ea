"""The first round at the table in four steps, each with its clause."""

from banca.live.coach import At, CoachStep
from banca.rulebook import _, citing

cite = citing("craps")

STEPS = (
    CoachStep(
        says=_(
            "Choose a chip and press Pass Line. On the first throw 7 or 11 wins and 2, 3 or 12 loses; any other total becomes the point."
        ),
        cite=cite("5.2.1"),
        at=At.BET,
        key="pass_line",
    ),
    CoachStep(
        says=_(
            "Players throw in turn. When the dice are yours, this button throws them; when you are alone, the table waits for you."
        ),
        cite=cite("2.2"),
        at=At.DUE,
    ),
    CoachStep(
        says=_(
            "Once there is a point, an additional bet on it may be placed behind the Pass Line: it pays true odds, so the house has no advantage on it."
        ),
        cite=cite("5.2.2"),
        at=At.BET,
        key="pass_odds:6",
    ),
    CoachStep(
        says=_(
            "The point again before 7 wins and pays 1 to 1; 7 first loses. Each payment is listed here with its arithmetic and its article."
        ),
        cite=cite("6.1"),
        at=At.PAYMENTS,
    ),
)
