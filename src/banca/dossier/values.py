"""The values that only a dossier is made of: a figure with its forms, what a decision is called, a layout."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from banca.answers.value import AnswerStruct, DecimalNumber, Spoken, StateName
from banca.dossier import texts
from banca.drawing import Form, layout, standalone, to_text
from banca.law import Language
from banca.rulebook import Bet, Decided, Lose, Rules, Win, Worded
from banca.words import Speech, speech
from banca.words.numbers import Percent

MOST_CHARACTERS = 24
"""Of the longest fraction that a table takes."""
PARTED = " · "
"""Between the parts of a state."""
MOST_NAMES = 3
"""Bets of a family whose selections are named one by one."""


class ExactFigure(AnswerStruct, frozen=True, kw_only=True):
    """A number exactly, and rounded for the eye: to four decimals of a percent, or to as many as show four digits."""

    exact: Fraction
    decimal: DecimalNumber
    percent: DecimalNumber
    said: Percent

    @classmethod
    def of(cls, value: Fraction) -> Self:
        """The figure of a number."""
        percent = float(value) * 100
        digits = 4 if not value or abs(percent) >= 0.1 else 3 - math.floor(math.log10(abs(percent)))
        return cls(
            exact=value,
            decimal=DecimalNumber(value, digits + 2),
            percent=DecimalNumber(percent, digits),
            said=Percent(value, digits),
        )

    @property
    def is_long(self) -> bool:
        """Whether the fraction is too long for a table."""
        return len(str(self.exact)) > MOST_CHARACTERS


@dataclass(frozen=True, slots=True)
class DecisionName(Spoken):
    """How a bet ends: won by one of its prizes, lost, tied."""

    decision: Decided
    row: str = ""
    """What the row of the prize is called, where it has a name."""

    def said(self, say: Speech) -> str:
        """`wins 3 to 1: two pairs`."""
        if isinstance(self.decision, Lose) and self.decision.share != 1:
            return say(texts.LOST_IN_PART, share=say.exact(self.decision.share))
        if not isinstance(self.decision, Win):
            return say(texts.DECIDED[type(self.decision)])
        pays = say.odds([self.decision.odds])
        return say(texts.WINS_ROW, row=say(self.row), pays=pays) if self.row else say(texts.WINS, pays=pays)


@dataclass(frozen=True, slots=True)
class MadeState(StateName):
    """A state of a proposed bet: a value, or parts that are values and lists of them."""

    made: object

    def said(self, say: Speech) -> str:
        """`2 and 3`; parts of a list within a list are told apart: `4 and 5 · 0`."""
        if isinstance(self.made, tuple) and any(isinstance(one, tuple) for one in self.made):
            return PARTED.join(_listed(one, say) for one in self.made)
        return _listed(self.made, say)


def _listed(made: object, say: Speech) -> str:
    if not isinstance(made, tuple):
        return str(made)
    return say.enumeration(map(str, made)) if made else say(texts.NO_ITEMS)


@dataclass(frozen=True, slots=True)
class BetsTogether(Worded):
    """Bets of one family of which the same is said."""

    bets: tuple[Bet, ...]

    def said(self, language: str = "en") -> str:
        """The name with the few selections, `Hop 1-2, 1-3`; of many, the family and how many they are."""
        say, first = speech(Language(language)), self.bets[0]
        if len(self.bets) > MOST_NAMES:
            return say(texts.ALIKE, family=say.family(first), count=len(self.bets))
        return say(first.name).replace("{}", say.list(say(one.label) or one.selection for one in self.bets))


@dataclass(frozen=True, slots=True)
class LayoutDrawn(Spoken):
    """The layout with the proposed bets: as a file of its own, in the script of its language, or `is_bare` to stand in a page."""

    rules: Rules
    form: Form = Form.WIDE
    is_bare: bool = False

    def said(self, say: Speech) -> str:
        """As SVG."""
        drawn = layout(self.rules, say, self.form, is_bilingual=self.is_bare)
        return to_text(drawn) if self.is_bare else standalone(drawn)


@dataclass(frozen=True, slots=True)
class LanguageRead(Spoken):
    """The language that a dossier is read in."""

    def said(self, say: Speech) -> str:
        """Its code."""
        return say.language.value
