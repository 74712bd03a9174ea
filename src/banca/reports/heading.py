"""What stands above every report of a game."""

from typing import Any

from banca.law import Language, law
from banca.rulebook import Rules
from banca.words import Speech


def title_of(game: str, spoken: Language) -> dict[str, Any]:
    """The game and its instrument."""
    instrument = law(game).instrument
    return {"game": game, "title": instrument.title[spoken], "instrument": instrument.name[spoken]}


def heading(rules: Rules, say: Speech) -> dict[str, Any]:
    """The game, its instrument and the house's options."""
    return title_of(rules.rulebook.game, say.language) | {"options": dict(rules.chosen)}
