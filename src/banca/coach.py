"""The first round at a table, told step by step: `coach.toml` in a game's folder has the steps, or those hold that fit every table."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache

from msgspec import Struct

from banca.game import Game, read_data
from banca.games import find
from banca.i18n import Translator
from banca.record import FrozenStruct
from banca.rules import Citation, Refusal, Text, _

FILE = "coach"


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


class CoachStep(FrozenStruct, forbid_unknown_fields=True):
    """One thing to know before the first round, and the clause that says so."""

    says: Text
    at: At
    key: str = ""
    """Of a bet or a gate."""
    cite: str = ""
    """The number of the game's clause; empty for a step that holds at every table."""


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    steps: tuple[CoachStep, ...]


CHOOSE = _("Choose a chip. Each press on the layout stakes its value.")
PRESS = _(
    "Press where you want to bet; press again to add a chip. Hold a place, or press ? on it, to see its prize, chance and house edge."
)
GO_ON = _(
    "This button shows the next act. If you play alone, there is no time limit; otherwise the ring shows the time left."
)
PAID = _(
    "The winning places light up. The list of payments shows the arithmetic of every bet and the article it rests on."
)


def _usual_steps(game: Game) -> tuple[CoachStep, ...]:
    """Return what holds at every table."""
    return (
        CoachStep(says=CHOOSE, at=At.CHIPS),
        CoachStep(says=PRESS, at=At.LAYOUT, cite=game.rulebook.bets_cite.clause if game.rulebook else ""),
        CoachStep(says=GO_ON, at=At.DUE),
        CoachStep(says=PAID, at=At.PAYMENTS),
    )


@cache
def own_steps(game: Game) -> Sequence[CoachStep]:
    """Return the steps that a game brings; none where it has no file of them.

    Raises:
        Refusal: The file is wrong.
    """
    file = read_data(game, FILE, _File)
    return file.steps if file else ()


def steps_of(game: str) -> Sequence[CoachStep]:
    """Return the steps of a game's first round; of a game whose file is wrong, those of every table."""
    try:
        return own_steps(find(game)) or _usual_steps(find(game))
    except Refusal:
        return _usual_steps(find(game))


def coach_told(game: str, say: Translator) -> list[dict[str, str]]:
    """What the page's script is told of each step."""
    return [
        {
            "says": say(step.says),
            "cite": str(Citation(game, step.cite)) if step.cite else "",
            "at": step.at.value,
            "key": step.key,
        }
        for step in steps_of(game)
    ]
