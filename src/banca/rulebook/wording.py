"""Marks the English terms that the faces translate; the rulebook itself only carries them."""

from collections.abc import Mapping
from typing import Any, Self

SEPARATORS = {"en": (",", "."), "pt": ("\N{NO-BREAK SPACE}", ","), "zh": (",", ".")}
"""What parts thousands, and what stands before decimals, by language."""
MINUS = "−"


class Term(str):
    """An English text that has a translation; an ordinary text is an id or somebody's input and stays as it is."""

    __slots__ = ()


class Given(str):
    """A text that somebody gave in every language: it needs no catalogue. Its value is the English one."""

    __slots__ = ("told",)
    told: Mapping[str, str]

    def __new__(cls, told: Mapping[Any, str]) -> Self:
        """By the languages' codes, or the languages themselves: en, pt, zh."""
        made = super().__new__(cls, told["en"])
        made.told = dict(told)
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[Mapping[str, str]]]:
        """So that it goes whole from one process to another."""
        return type(self), (self.told,)


def term(text: str) -> Term:
    """Mark `text` for the catalogues (`make messages` collects every call)."""
    return Term(text)


def words(en: str, *, pt: str, zh: str) -> Given:
    """What a row of a game is called, in the three languages, where the row stands: it needs no catalogue.

    >>> words("Offer the dice", pt="Oferecer os dados", zh="提供骰子").told["pt"]
    'Oferecer os dados'
    """
    return Given({"en": en, "pt": pt, "zh": zh})
