"""The first round at a table, as its page tells it: the game's own steps, or those that hold at every table."""

from collections.abc import Sequence

from banca.games import find
from banca.i18n import Translator
from banca.live.coach import CoachStep, usual_steps

PART = "coach"


def steps_of(game: str) -> Sequence[CoachStep]:
    """The steps of a game's first round."""
    found = find(game)
    own: Sequence[CoachStep] | None = getattr(found.sound_part(PART), "STEPS", None)
    return own or usual_steps(found.rulebook.bets_cite if found.rulebook else None)


def coach_told(game: str, say: Translator) -> list[dict[str, str]]:
    """What the page's script is told of each step."""
    return [
        {"says": say(step.says), "cite": str(step.cite or ""), "at": step.at.value, "key": step.key}
        for step in steps_of(game)
    ]
