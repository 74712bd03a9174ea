"""The values that only a dossier is made of: a figure with its forms, what a decision is called, a layout."""

import math
from fractions import Fraction
from typing import Self

from banca.dossier import texts
from banca.drawing import Form, layout, standalone, to_text
from banca.i18n import Localized, Translator
from banca.i18n.answer import AnswerStruct, DecimalNumber
from banca.rules import Bet, Decided, Lose, Rules, Win

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
    said: Localized

    @classmethod
    def of(cls, value: Fraction) -> Self:
        """The figure of a number."""
        percent = float(value) * 100
        digits = 4 if not value or abs(percent) >= 0.1 else 3 - math.floor(math.log10(abs(percent)))
        return cls(
            exact=value,
            decimal=DecimalNumber(value, digits + 2),
            percent=DecimalNumber(percent, digits),
            said=Localized(Translator.percent, value, digits),
        )

    @property
    def is_long(self) -> bool:
        """Whether the fraction is too long for a table."""
        return len(str(self.exact)) > MOST_CHARACTERS


def decision_text(say: Translator, decision: Decided, row: str = "") -> str:
    """`wins 3 to 1: two pairs`."""
    if isinstance(decision, Lose) and decision.share != 1:
        return say(texts.LOST_IN_PART, share=say.exact(decision.share))
    if not isinstance(decision, Win):
        return say(texts.DECIDED[type(decision)])
    pays = say.odds([decision.odds])
    return say(texts.WINS_ROW, row=say(row), pays=pays) if row else say(texts.WINS, pays=pays)


def made_state_text(say: Translator, made: object) -> str:
    """`2 and 3`; parts of a list within a list are told apart: `4 and 5 · 0`."""
    if isinstance(made, tuple) and any(isinstance(one, tuple) for one in made):
        return PARTED.join(_listed(one, say) for one in made)
    return _listed(made, say)


def _listed(made: object, say: Translator) -> str:
    if not isinstance(made, tuple):
        return str(made)
    return say.enumeration(map(str, made)) if made else say(texts.NO_ITEMS)


def bets_text(say: Translator, bets: tuple[Bet, ...]) -> str:
    """The name with the few selections, `Hop 1-2, 1-3`; of many, the family and how many they are."""
    first = bets[0]
    if len(bets) > MOST_NAMES:
        return say(texts.ALIKE, family=say.family(first), count=len(bets))
    return say(first.name).replace("{}", say.list(say(one.label) or one.selection for one in bets))


def layout_text(say: Translator, rules: Rules, form: Form = Form.WIDE, is_bare: bool = False) -> str:  # noqa: FBT001, FBT002 - an argument of a `Localized`
    """As SVG."""
    drawn = layout(rules, say, form, is_bilingual=is_bare)
    return to_text(drawn) if is_bare else standalone(drawn)


def language_code(say: Translator) -> str:
    """Its code."""
    return say.language.value
