"""The first round at the table in four steps, each with its clause."""

from banca.live.coach import At, CoachStep
from banca.rulebook import _, citing

cite = citing("wheel")

STEPS = (
    CoachStep(
        says=_("Choose a chip and press a symbol of the board. You may bet on one symbol or on several."),
        cite=cite("3.1"),
        at=At.BET,
        key="symbol:1",
    ),
    CoachStep(
        says=_(
            "The rim has 52 equal sections. Rare symbols pay more: the seventh is on one section alone and pays 45 to 1."
        ),
        cite=cite("1.2.1"),
        at=At.BET,
        key="symbol:7",
    ),
    CoachStep(
        says=_(
            "This button ends the bets and turns the wheel. After “no more bets” nothing is taken, moved or withdrawn."
        ),
        cite=cite("2"),
        at=At.DUE,
    ),
    CoachStep(
        says=_(
            "A spin counts from three whole turns. When the wheel stops, the pointer decides, and the payments are listed with their articles."
        ),
        cite=cite("5"),
        at=At.DEVICE,
    ),
)
