"""A proposal as somebody clicks it together: texts in three languages, prizes in whole numbers, outcomes with a mark each."""

import re
import unicodedata
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from banca.proposals.compiler import MOST_CALLS

MOST_OUTCOMES = 2000
MOST_BUILT_ROWS = 12
Text = Annotated[str, Meta(max_length=4000)]
Short = Annotated[str, Meta(max_length=100)]
Whole = Annotated[int, Meta(ge=0, le=10**9)]


class OutcomeMark(StrEnum):
    """What an outcome does to a bet, other than to win one of its rows."""

    LOSE = "lose"
    TIE = "tie"
    STAY = "stay"


class Built(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the form."""


class Told(Built, frozen=True, kw_only=True):
    """A text in the three languages, as far as it has been typed."""

    en: Text = ""
    pt: Text = ""
    zh: Text = ""

    def by_language(self) -> dict[str, str]:
        """Each text on one line."""
        return {one: " ".join(getattr(self, one).split()) for one in ("en", "pt", "zh")}

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been typed."""
        return not any(self.by_language().values())


class BuiltRow(Built, frozen=True, kw_only=True):
    """A prize: so much for so much staked. A bet with several prizes gives each a name."""

    name: Told = Told()
    prize: Whole = 0
    stake: Whole = 1


Marked = Annotated[int, Meta(ge=0, lt=MOST_BUILT_ROWS)] | OutcomeMark
"""The number of the row that an outcome wins, or what else it does."""


class BuiltBet(Built, frozen=True, kw_only=True):
    """A new bet: what each marked outcome does, and what the others do."""

    id: Short = ""
    """Blank: made of the English name."""
    name: Told = Told()
    description: Told = Told()
    rows: Annotated[tuple[BuiltRow, ...], Meta(max_length=MOST_BUILT_ROWS)] = ()
    outcomes: Annotated[dict[Short, Marked], Meta(max_length=MOST_OUTCOMES)] = {}
    """As the game writes them; outcomes that no bet can tell apart have one mark, the last."""
    rest: OutcomeMark = OutcomeMark.LOSE
    phase: Short = ""
    place: Short = "foot"


class BuiltChange(Built, frozen=True, kw_only=True):
    """Another prize for a bet that the game has, on all outcomes where it wins or on some."""

    bet: Short = ""
    prize: Whole = 0
    stake: Whole = 1
    outcomes: Annotated[tuple[Short, ...], Meta(max_length=MOST_OUTCOMES)] = ()
    """None: all."""


class BuiltProposal(Built, frozen=True, kw_only=True):
    """The whole form."""

    game: Short
    title: Told = Told()
    bets: Annotated[tuple[BuiltBet, ...], Meta(max_length=MOST_CALLS)] = ()
    changes: Annotated[tuple[BuiltChange, ...], Meta(max_length=MOST_CALLS)] = ()


def slug(text: str, otherwise: str, most: int = 40) -> str:
    """An id made of a name: lower-case letters, digits and `_`.

    >>> slug("Dados à mão!", "bet_1"), slug("蛇形", "bet_1"), slug("2 or 12", "row_1")
    ('dados_a_mao', 'bet_1', 'row_1')
    """
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    made = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:most].rstrip("_")
    return made if made[:1].isalpha() else otherwise


def ids_of(form: BuiltProposal) -> list[str]:
    """The id of each bet: as typed, or made of its name."""
    return [bet.id or slug(bet.name.en, f"bet_{number}") for number, bet in enumerate(form.bets, start=1)]
