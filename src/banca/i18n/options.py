"""The house's options and their values, as people say them."""

from collections.abc import Iterable
from typing import Any

from banca.i18n.translator import Translator
from banca.law import needs_record
from banca.rules import Option, _

NO_OPTIONS = _("Banca has no options for this game.")


def options_said(options: Iterable[Option[Any]], say: Translator) -> list[dict[str, Any]]:
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


def option_said(option: Option[Any], say: Translator) -> str:
    """What an option is about."""
    return say(option.says)


def value_said(option: Option[Any], value: object, say: Translator) -> str:
    """A value of an option; a number that has no words is said as it is."""
    found = option.says_value.get(str(value))
    return say(found) if found else str(value)
