"""The first round, told in four steps at the table: the file `coach` of a game's folder exports them as `STEPS`."""

from dataclasses import dataclass
from enum import StrEnum

from banca.rulebook import Citation, Text, _


class At(StrEnum):
    """What a step points to, by its part in the play; a page knows where that is."""

    CHIPS = "chips"
    BET = "bet"
    """One region of the layout, by the key of its bet; of a game without bets against the house, by its gate."""
    LAYOUT = "layout"
    DEVICE = "device"
    DUE = "due"
    """The act that goes on."""
    PAYMENTS = "payments"


@dataclass(frozen=True, slots=True, kw_only=True)
class CoachStep:
    """One thing to know before the first round, and the clause that says so."""

    says: Text
    cite: Citation | None
    at: At
    key: str = ""
    """Of a bet or a gate."""


CHOOSE = _("Choose a chip. Its value is what each press on the layout stakes.")
PRESS = _(
    "Press where you want to bet; press again to add a chip. Hold a place, or press ? on it, to see its prize, chance and house edge."
)
GO_ON = _(
    "This button has the act that is due. Where you are alone nobody hurries you; otherwise the ring shows the time left."
)
PAID = _("What won lights up. The list of payments has the arithmetic of every bet and the article it rests on.")


def usual_steps(cite: Citation | None) -> tuple[CoachStep, ...]:
    """What holds at every table, for a game that has no steps of its own; `cite` is where its bets are named."""
    return (
        CoachStep(says=CHOOSE, cite=None, at=At.CHIPS),
        CoachStep(says=PRESS, cite=cite, at=At.LAYOUT),
        CoachStep(says=GO_ON, cite=None, at=At.DUE),
        CoachStep(says=PAID, cite=None, at=At.PAYMENTS),
    )
