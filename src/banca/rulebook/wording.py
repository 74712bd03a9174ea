"""Marks the English terms that the faces translate; the rulebook itself only carries them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

SEPARATORS = {"en": (",", "."), "pt": ("\N{NO-BREAK SPACE}", ","), "zh": (",", ".")}
"""What parts thousands, and what stands before decimals, by language."""
MINUS = "−"


@dataclass(frozen=True, slots=True)
class Punctuation:
    """What joins texts in a language."""

    comma: str = ", "
    """Between the items of a list."""
    colon: str = ": "
    opening: str = " ("
    closing: str = ")"
    clause: str = ", "
    """Between parts of one sentence."""
    semicolon: str = "; "
    """Between items that may have commas of their own."""
    sentence: str = " "
    """Between sentences."""


LATIN = Punctuation()
CHINESE = Punctuation(comma="、", colon="：", opening="（", closing="）", clause="，", semicolon="；", sentence="")
PUNCTUATION = {"en": LATIN, "pt": LATIN, "zh": CHINESE}


def listed(texts: Iterable[str], language: str) -> str:
    """The items of a list.

    >>> listed(["1-1", "1-3"], "en"), listed(["1-1", "1-3"], "zh")
    ('1-1, 1-3', '1-1、1-3')
    """
    return PUNCTUATION[language].comma.join(texts)


def bracketed(text: str, note: str, language: str) -> str:
    """A text with a note behind it.

    >>> bracketed("無效", "骰子相疊", "zh")
    '無效（骰子相疊）'
    """
    joins = PUNCTUATION[language]
    return f"{text}{joins.opening}{note}{joins.closing}"


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


class Verbatim(Given):
    """A text that a user wrote, such as the name of a proposed bet: no game's own words are put into it."""

    __slots__ = ()


class Plural(Term):
    """An English text that has two forms, by the number in one of its blanks. Its value is the form for one."""

    __slots__ = ("by", "many")
    many: str
    by: str

    def __new__(cls, one: str, many: str, by: str) -> Self:
        """The form for one, the form for several, and the blank with the number."""
        made = super().__new__(cls, one)
        made.many, made.by = many, by
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, str]]:
        """So that it goes whole from one process to another."""
        return type(self), (str(self), self.many, self.by)


class GivenPlural(Given):
    """A text given in every language in two forms, by the number in one of its blanks. Its value is the English form for several."""

    __slots__ = ("by", "one")
    one: Given
    by: str

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it goes whole from one process to another."""
        return plural_words, (self.one, Given(self.told), self.by)


def term(text: str) -> Term:
    """Mark `text` for the catalogues (`make messages` collects every call)."""
    return Term(text)


def plural(one: str, many: str, by: str = "count") -> Plural:
    """Mark a text with its two forms for the catalogues; `by` is the blank whose number decides.

    >>> plural("{count} bet", "{count} bets").many
    '{count} bets'
    """
    return Plural(one, many, by)


def is_one(number: object) -> bool:
    """Whether a number, perhaps written already, asks for the form for one: in English and in Portuguese only 1 does."""
    return str(number) == "1"


def words(en: str, *, pt: str, zh: str) -> Given:
    """What a row of a game is called, in the three languages, where the row stands: it needs no catalogue.

    >>> words("Offer the dice", pt="Oferecer os dados", zh="提供骰子").told["pt"]
    'Oferecer os dados'
    """
    return Given({"en": en, "pt": pt, "zh": zh})


def plural_words(one: Given, many: Given, by: str = "count") -> GivenPlural:
    """Words that have two forms, by the number in the blank `by`; Chinese has the same text twice.

    >>> said_of(plural_words(words("{count} bet", pt="", zh=""), words("{count} bets", pt="", zh="")), "en", {"count": 1})
    '{count} bet'
    """
    made = GivenPlural(many.told)
    made.one, made.by = one, by
    return made


def said_of(text: Given, language: str, about: Mapping[str, object]) -> str:
    """The words in a language, in the form that fits what will fill the blanks."""
    fitting = text.one if isinstance(text, GivenPlural) and is_one(about.get(text.by)) else text
    return fitting.told[language]
