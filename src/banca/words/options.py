"""The house's options and their values, and the policies of Pai Kao, as people say them."""

from collections.abc import Iterable
from typing import Any

from banca.law import needs_record
from banca.rulebook import Option, Term, term
from banca.words.speech import Speech

NO, YES = term("no"), term("yes")

OPTION_TERMS: dict[str, Term] = {
    "dice_offered": term("Dice on offer to the shooter"),
    "shooter_change": term("The dice pass on"),
    "field_12": term("Field pays on 12"),
    "additional_multiple": term("Highest additional bet, times the flat bet"),
    "drive": term("The cup is driven by"),
    "boards": term("Boards at the table"),
    "lit_panel": term("A panel lights up before bets open"),
    "called_opening": term("The croupier calls that bets are open"),
    "lit_result": term("Winning combinations light up on the board"),
    "post_opens": term("Post bets are taken"),
    "decks": term("Packs of cards"),
    "zero": term("Zero and the even-money bets"),
}
"""What each option is about, by its name."""

VALUE_TERMS: dict[str, dict[str, Term]] = {
    "shooter_change": {
        "seven_out": term("after a seven that ends a point"),
        "come_out_loss": term("after a loss on the first throw"),
        "either": term("after either"),
    },
    "field_12": {"2": term("2 to 1"), "3": term("3 to 1")},
    "additional_multiple": {"none": term("no ceiling")},
    "drive": {"lever": term("a lever"), "electronic": term("an electronic drive")},
    "boards": {"one": term("one"), "several": term("several")},
    "lit_panel": {"no": NO, "yes": YES},
    "called_opening": {"no": NO, "yes": YES},
    "lit_result": {"no": NO, "yes": YES},
    "post_opens": {"before_deal": term("before the deal"), "on_post": term("once two cards make Post")},
    "zero": {
        "lose": term("the stake is lost"),
        "half_back": term("half the stake comes back"),
        "en_prison": term("the stake is held in prison"),
    },
}
"""What the values of an option are called; a number that has no words is said as it is."""

POLICY_TERMS: dict[str, Term] = {
    "highest_front": term("highest front"),
    "highest_rear": term("highest rear"),
    "balanced": term("balanced"),
    "equilibrium": term("equilibrium"),
}
"""What the policies of Pai Kao are called."""


def options_said(options: Iterable[Option[Any]], say: Speech) -> list[dict[str, Any]]:
    """Options with their values, as people say them, and the clause that grants each."""
    return [
        {
            "option": option.name,
            "name": option_said(option, say),
            "cite": str(option.cite),
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
    return say(option.says or OPTION_TERMS[option.name])


def value_said(option: Option[Any], value: object, say: Speech) -> str:
    """A value of an option; a number that has no words is said as it is."""
    found = option.says_value.get(str(value)) or VALUE_TERMS.get(option.name, {}).get(str(value))
    return say(found) if found else str(value)
