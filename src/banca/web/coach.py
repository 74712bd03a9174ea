"""The first round at a table, as its page tells it: the game's own steps, or those that hold at every table."""

from collections.abc import Sequence

from banca.game import GAME_FAULTY
from banca.games import find
from banca.live.coach import CoachStep, usual_steps
from banca.rulebook import Refusal
from banca.words import Speech

PART = "coach"


def steps_of(game: str) -> Sequence[CoachStep]:
    """The steps of a game's first round."""
    found = find(game)
    try:
        own = found.part(PART)
    except Refusal as refusal:
        if refusal.code != GAME_FAULTY:
            raise
        own = None
    if own is not None:
        steps: Sequence[CoachStep] = own.STEPS
        return steps
    return usual_steps(found.rulebook.bets_cite if found.rulebook else None)


def coach_told(game: str, say: Speech) -> list[dict[str, str]]:
    """What the page's script is told of each step."""
    return [
        {"says": say(step.says), "cite": str(step.cite or ""), "at": step.at.value, "key": step.key}
        for step in steps_of(game)
    ]
