"""How the story of a table says what the fields of an event hold."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from banca.answers import story_texts as texts
from banca.answers.opening_words import name_said, names
from banca.answers.register import spelled
from banca.answers.rule_words import outcome_said
from banca.i18n import Translator
from banca.i18n.results import results_of
from banca.rules import Rules, Text

MONEY = frozenset(
    "stake amount bank received principal covered gross minimum maximum chip player_maximum".split()  # noqa: SIM905
)
EXACT = frozenset({"prize", "commission", "breakage"})


def field_said(name: str, value: Any, rules: Rules | None, say: Translator) -> str:  # a field of any event
    """A field in words; `rules` are those of the table, where it has bets."""
    match name:
        case _ if name in MONEY:
            return say.money(abs(value) if name == "amount" else value)
        case _ if name in EXACT:
            return say.money(Fraction(value))
        case "bet" if rules and value in rules.bets:
            return say.bet(rules.bets[value])
        case "verdict" | "result" if value in (verdicts := _verdicts(rules)):
            return say(verdicts[value])
        case "reason" if rules and value in rules.rulebook.nulls:
            return say(rules.rulebook.nulls[value].says)
        case "outcome" | "before" if rules and value:
            return outcome_said(rules, value, say)
        case "chance" | "conduct" if value in texts.SETTINGS:
            return say(texts.SETTINGS[value])
        case "game" | "instrument" if value in names():
            return name_said(value, say)
        case _:
            return spelled(value, say) or on_one_line(value)


def _verdicts(rules: Rules | None) -> Mapping[str, Text]:
    """What becomes of a bet, or of a gate, in the words of the game."""
    return texts.VERDICTS | (results_of(rules.rulebook.game) if rules else {})


def on_one_line(value: object) -> str:
    """Lists and mappings on one line, as they are written."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {on_one_line(one)}" for key, one in value.items()) or "-"
    if isinstance(value, list | tuple):
        return " ".join(map(on_one_line, value)) or "-"
    if isinstance(value, Struct):
        said = {name: getattr(value, name) for name in value.__struct_fields__}
        return on_one_line({name: one for name, one in said.items() if one not in (None, "", ())})
    return str(value)
