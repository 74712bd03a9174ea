"""Answers as plain data: what `--json` prints and what goes over HTTP. There is no other encoder."""

from collections.abc import Iterator, Mapping
from datetime import date
from enum import Enum
from fractions import Fraction
from typing import Any

from msgspec import UNSET, Struct

from banca.answers.value import Clauses, DecimalNumber, Money
from banca.i18n import Localized, Translator
from banca.rules import Citation, Message, Odds, Text, format_exact


def plain(value: Any, say: Translator) -> Any:  # noqa: ANN401, PLR0911 - whatever an answer holds, one line for each kind
    """Return an answer as texts, numbers, lists and objects: money in patacas, exact fractions, words in the reader's language.

    >>> from banca.i18n import translator
    >>> plain({"edge": Fraction(7, 495), "net": Money(-1250), "odds": Odds(7, 6)}, translator())
    {'edge': '7/495', 'net': '-12.50', 'odds': [7, 6]}
    """
    match value:
        case Struct():
            return {field: plain(one, say) for field, one in _shown(value)}
        case Money():
            return format_exact(Fraction(value.avos))
        case Odds():
            return [value.prize, value.stake]
        case Enum():
            return value.value
        case Mapping():
            return {str(name): plain(one, say) for name, one in value.items()}
        case list() | tuple():
            return [plain(one, say) for one in value]
        case Text() | Message() | Localized():
            return say.spell(value)
        case str() | Fraction() | DecimalNumber() | Citation() | Clauses() | date():
            return str(value)
        case _:
            return value


def _shown(answer: Struct) -> Iterator[tuple[str, Any]]:
    """The fields by the names they have outside; one that says nothing is left out."""
    may_lack = answer.__struct_config__.omit_defaults
    for name, outside in zip(answer.__struct_fields__, answer.__struct_encode_fields__, strict=True):
        value = getattr(answer, name)
        if value is not UNSET and not (may_lack and value is None):
            yield outside, value
