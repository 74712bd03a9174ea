"""Where a line may not break: the one place that puts no-break spaces and word joiners into a dossier."""

import re
from collections.abc import Mapping
from typing import Any

SPACE, JOINER = "\N{NO-BREAK SPACE}", "\N{WORD JOINER}"
NUMBERED = re.compile(
    r"\b(artigos?|alíneas?|subalíneas?|n\.ºs?|pontos?|tabelas?|secção|interpretação|regra|"
    r"articles?|section|reading|rule|No\.|MOP|R\.|I) (?=[(\dR_]|Série)"
)
"""A word, and the number that it goes with."""
ODDS = re.compile(r"(\d) (para|to|賠) (?=\d)")
PLURAL_ODDS = re.compile(r"(\d),? (ou|or|或) (?=\d)")
BRACKET = re.compile(r"（[^（）]{1,10}）")
MARK = re.compile(r" (?=[†‡§‖¶*°]+(?:\s|$))")
"""What a status is marked by, behind a name."""
READING = re.compile(r"(?<![A-Za-z])R-[a-z]+-\d+[a-z]?")
"""The id of a reading; a Chinese letter may be right before it."""
AS_IT_IS = ("svg", "lines", "digest")
"""Drawings, the proposal file and digests."""


def unbroken(text: str) -> str:
    """A short text on one line: no space breaks it, and no Chinese bracket is parted from what it belongs to."""
    return with_bracket(text).replace(" ", SPACE).replace("、", f"、{JOINER}")


def with_bracket(text: str) -> str:
    """A bracket is not parted from the word before it."""
    return text.replace("（", f"{JOINER}（")


def with_selection(name: str) -> str:
    """The last word of a bet's name, its selection, is not parted from the word before it.

    >>> with_selection("Hard Hop 1-1") == f"Hard Hop{SPACE}1{JOINER}-{JOINER}1"
    True
    """
    *before, last = name.rsplit(" ", 1)
    return SPACE.join([*before, last.replace("-", f"{JOINER}-{JOINER}")])


LAST = re.compile(r"\d\S*[,、].*$")
"""The selections behind the name of a family of bets."""


def unbroken_end(text: str) -> str:
    """A name with several selections, or their number: these stay together, with the mark behind them."""
    text = LAST.sub(lambda found: unbroken(found[0]), text)
    return BRACKET.sub(lambda found: JOINER + JOINER.join(found[0].replace(" ", SPACE)), text)


def kept(text: str) -> str:
    """Numbers with their words, odds, ids of readings and marks whole.

    >>> kept("artigo 7.º, n.º 2, alínea 12), paga 999 para 1").count(SPACE)
    5
    """
    text = NUMBERED.sub(rf"\1{SPACE}", text)
    text = ODDS.sub(rf"\1{SPACE}\2{SPACE}", text)
    text = PLURAL_ODDS.sub(lambda found: found[0].replace(" ", SPACE), text)
    text = READING.sub(lambda found: found[0].replace("-", f"{JOINER}-{JOINER}"), text)
    return MARK.sub(SPACE, text)


def kept_in(value: Any) -> Any:  # whatever a document is made of
    """Every text of a document, as plain values."""
    match value:
        case str():
            return kept(value)
        case Mapping():
            return {key: one if key in AS_IT_IS else kept_in(one) for key, one in value.items()}
        case list() | tuple():
            return [kept_in(one) for one in value]
        case _:
            return value
