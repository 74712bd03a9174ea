"""What stands above every answer about a game."""

from collections.abc import Mapping
from typing import Any

from banca.answers.value import AnswerStruct
from banca.law import law
from banca.rulebook import Given, Rules


class GameTitle(AnswerStruct, frozen=True, kw_only=True):
    """A game and its instrument."""

    game: str
    title: Given
    instrument: Given


class Heading(GameTitle, frozen=True, kw_only=True):
    """A game, its instrument and the house's options."""

    options: Mapping[str, object]


def title_of(game: str) -> dict[str, Any]:
    """The fields of a `GameTitle`."""
    instrument = law(game).instrument
    return {"game": game, "title": Given(instrument.title), "instrument": Given(instrument.name)}


def heading(rules: Rules) -> dict[str, Any]:
    """The fields of a `Heading`."""
    return title_of(rules.rulebook.game) | {"options": dict(rules.chosen)}
