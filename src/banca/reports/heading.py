"""What stands above every report of a game at a table."""

from typing import Any

from banca.law import law
from banca.rulebook import Rules
from banca.words import Speech


def heading(rules: Rules, say: Speech) -> dict[str, Any]:
    """The game, its instrument and the house's options."""
    instrument = law(rules.rulebook.game).instrument
    return {
        "game": rules.rulebook.game,
        "title": instrument.title[say.language],
        "instrument": instrument.name[say.language],
        "options": dict(rules.chosen),
    }
