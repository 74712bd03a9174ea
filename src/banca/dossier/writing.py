"""How the dossier writes its figures: exact fractions, percents and patacas, as the reader's language has them."""

from typing import Any

from banca.words import Speech
from banca.words.numbers import written

Json = dict[str, Any]

MOST_DIGITS = 24
"""Letters of the longest fraction that a table takes."""
MOST_SEEN, FEW_SEEN = 12, 3
"""Outcomes named one by one: of one bet, and of each of many."""
NONE = "–"


class DossierWriter:
    """A language, and how it writes numbers."""

    def __init__(self, say: Speech) -> None:
        self.say = say

    def __call__(self, english: str, **about: object) -> str:
        """A text of the dossier."""
        return self.say(english, **about)

    def number(self, plain: object) -> str:
        """With the language's separators."""
        return written(str(plain), self.say.language)

    def percent(self, figure: Json | None) -> str:
        """`7.7613%`."""
        return f"{self.number(figure['percent'])}%" if figure else NONE

    def decimal(self, figure: Json, digits: int = 2) -> str:
        """Rounded to so many digits."""
        return self.number(f"{float(figure['decimal']):.{digits}f}")

    def exact(self, figure: Json) -> str:
        """The fraction; where it is too long, about what it is."""
        return f"≈ {self.number(figure['decimal'])}" if is_long(figure) else signed(figure["exact"])


def is_long(figure: Json) -> bool:
    """Whether the fraction is too long for a table."""
    return len(figure["exact"]) > MOST_DIGITS


def signed(plain: str) -> str:
    """With a true minus."""
    return plain.replace("-", "−")
