"""What stands above every answer about a game."""

from collections.abc import Iterable, Mapping
from typing import Any

from banca.answers.value import AnswerStruct
from banca.i18n import Localized, Translator
from banca.i18n.dates import day_before
from banca.law import OtherInstrument, law
from banca.rules import Rules, Text, _, given_text

REPLACED = _("Revoked: these articles were in force until {last}. {others} replaced them; its text has not been seen.")
AMENDED = _("These rules are as first published. {others} amends them; its text has not been seen.")


class GameTitle(AnswerStruct, frozen=True, kw_only=True):
    """A game and its instrument, with what a reader must know before relying on its text."""

    game: str
    title: Text
    instrument: Text
    caution: Text | None = None
    """Where the instrument was revoked or changed by a text that has not been seen: that, in a sentence."""


class Heading(GameTitle, frozen=True, kw_only=True):
    """A game, its instrument and the house's options."""

    options: Mapping[str, object]


def title_of(game: str) -> dict[str, Any]:
    """The fields of a `GameTitle`."""
    instrument = law(game).instrument
    return {
        "game": game,
        "title": given_text(instrument.title),
        "instrument": given_text(instrument.name),
        "caution": caution(game),
    }


def caution(game: str) -> Text | None:
    """What a reader must know before relying on a game's text; nothing where it is in force and unchanged, as far as is known."""
    of = law(game)
    if of.instrument.until:
        last = {
            "last": Localized(Translator.date, day_before(of.instrument.until)),
            "others": _names(of.applied(of.instrument.until)),
        }
        return REPLACED.fill(**last)
    return AMENDED.fill(others=_names(of.amendments)) if of.amendments else None


def _names(others: Iterable[OtherInstrument]) -> list[Text]:
    return [given_text(one.name) for one in others]


def heading(rules: Rules) -> dict[str, Any]:
    """The fields of a `Heading`."""
    return title_of(rules.rulebook.game) | {"options": dict(rules.chosen)}
