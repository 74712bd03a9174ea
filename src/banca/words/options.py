"""The house's options and their values, as people say them."""

from collections.abc import Iterable
from typing import Any

from banca.law import needs_record
from banca.rulebook import Option, words
from banca.words.speech import Speech

NO_OPTIONS = words(
    "Banca has no options for this game.", pt="O Banca não tem opções para este jogo.", zh="本程式就此項博彩不設選項。"
)


def options_said(options: Iterable[Option[Any]], say: Speech) -> list[dict[str, Any]]:
    """Options with their values, as people say them, and the clause that grants each."""
    return [
        {
            "option": option.name,
            "name": option_said(option, say),
            "cite": str(option.cite),
            "cited": say.cite(option.cite),
            "clause": option.cite.clause,
            "default": str(option.default),
            "values": [
                {
                    "value": str(value),
                    "name": value_said(option, value, say),
                    "needs_record": needs_record(option, value),
                }
                for value in option.values
            ],
        }
        for option in options
    ]


def option_said(option: Option[Any], say: Speech) -> str:
    """What an option is about."""
    return say(option.says)


def value_said(option: Option[Any], value: object, say: Speech) -> str:
    """A value of an option; a number that has no words is said as it is."""
    found = option.says_value.get(str(value))
    return say(found) if found else str(value)
