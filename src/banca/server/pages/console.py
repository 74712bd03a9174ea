"""What the page of a table is told of its acts: their names, their fields, what a field is chosen from, how a result is entered."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import fields

from banca.i18n import Translator
from banca.rules import Bet, Lose, Rules, Win
from banca.tables.acts import MISTYPED, Act, ActKind, acts_towards_payment, phases_in_motion
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import LABELS, Command, Role, field_kind
from banca.tables.engine import TableEngine

KEPT = 64
AT_LARGE = ("declare",)
"""Words before what an act is about: "declare null" is known by its second word."""


def acts_said(engine: TableEngine[Any], say: Translator) -> dict[str, Any]:
    """By act its name, its fields with how they are filled in, and its choices in words; by phase what leads on and by which keys, when the device moves or lies hidden, and when there is something to pay."""
    kinds = engine.codec.kinds
    return {
        "acts": {name: say(kind.says) for name, kind in kinds.items() if kind.says},
        "fields": {name: labelled for name, kind in kinds.items() if (labelled := _fields(kind, say))},
        "choices": {act.name: chosen for act in engine.acts if (chosen := _choices(act, engine, say))},
        "onward": acts_towards_payment(engine.acts),
        "moving": phases_in_motion(engine.acts, lambda act: act.stirs),
        "hidden": phases_in_motion(engine.acts, lambda act: act.does is ActKind.HIDE),
        "paying": list(dict.fromkeys(str(act.phase) for act in engine.acts if act.does is ActKind.PAY)),
        "corrects": list(dict.fromkeys(act.name for act in engine.acts if act.cite == MISTYPED)),
        "letters": letters(engine.acts),
    }


def letters(acts: Sequence[Act]) -> dict[str, dict[str, str]]:
    """By phase a letter for each act of the croupier that does not lead on: the first of its name that is free."""
    leads = acts_towards_payment(acts)
    letters_of: dict[str, dict[str, str]] = {}
    for act in acts:
        phase = str(act.phase)
        if act.is_for(Role.CROUPIER) and act.name not in leads.get(phase, ()):
            taken = letters_of.setdefault(phase, {})
            taken.setdefault(act.name, _letter(act.name, taken.values()))
    return letters_of


def _letter(name: str, taken: Collection[str]) -> str:
    """Of the words of a name, those that say what it is about first."""
    short = "".join(word for word in name.split("_") if word not in AT_LARGE)
    return next((letter for letter in short if letter not in taken), "")


def _fields(kind: type[Command], say: Translator) -> dict[str, dict[str, str]]:
    labels = {**LABELS, **kind.labels}
    return {
        field.name: {"label": say(labels.get(field.name, field.name)), "kind": field_kind(field).value}
        for field in fields(kind)
    }


def _choices(act: Act, engine: TableEngine[Any], say: Translator) -> dict[str, dict[str, str]]:
    """By field the words for each value, with its clause where that tells more."""
    choices = {
        name: {value: _pointed(value, say(words), say) for value, words in rows} for name, rows in act.choices.items()
    }
    if isinstance(engine, ChanceEngine) and act.does is ActKind.NULL and "reason" in act.takes.__struct_fields__:
        nulls = engine.rules.rulebook.nulls
        choices["reason"] = {
            str(name): say.in_brackets(say(null.says), say.list(cite.clause for cite in null.by))
            for name, null in nulls.items()
        }
    return choices


def _pointed(value: str, words: str, say: Translator) -> str:
    """A value that is a clause follows its words in brackets."""
    return say.in_brackets(words, value) if value[:1].isdigit() else words


def entered(engine: ChanceEngine[Any], say: Translator) -> dict[str, dict[str, dict[str, Any]]]:
    """For every act that takes a result, by phase: of how many parts, how it is written, and after which parts that lie there already."""
    rules = engine.rules
    written = say(rules.rulebook.outcome_form).split("-")
    most = max(len(rules.rulebook.show(outcome).split("-")) for outcome, _ in rules.space)
    first = next((act for act in engine.acts if act.does is ActKind.SHOW), None)
    before = (
        max(len(value.split("-")) for value, _ in first.draws(rules.space, engine.start))
        if first and first.draws
        else 0
    )
    forms: dict[str, dict[str, dict[str, Any]]] = {}
    for act in engine.acts:
        if "outcome" not in act.takes.sees:
            continue
        is_first = first is not None and (act is first or (act.does is ActKind.CORRECT and act.phase == first.then))
        after = before if act.does is ActKind.CALL else 0
        part = slice(before) if is_first else slice(after, most)
        form = {"parts": len(range(most)[part]), "form": "-".join(written[part]), "after": after, "whole": not is_first}
        forms.setdefault(act.name, {})[str(act.phase)] = form
    return forms


@lru_cache(KEPT)
def pressed(rules: Rules) -> Mapping[str, str]:
    """By bet the result that a croupier means by pressing it: of one part, the only one that wins there, and no bet before it has it."""
    keys: dict[str, str] = {}
    for key, bet in rules.bets.items():
        verdicts = [(rules.rulebook.show(outcome), bet.verdict(bet.start, outcome)) for outcome, _ in bet.space]
        won = {shown for shown, verdict in verdicts if isinstance(verdict, Win)}
        is_alone = len(won) == 1 and all(isinstance(verdict, Win | Lose) for _, verdict in verdicts)
        if is_alone and not any("-" in shown or shown in keys.values() for shown in won):
            keys[key] = won.pop()
    return keys


def faces(rules: Rules) -> list[str]:
    """What the device can show, each part once."""
    shown = (rules.rulebook.show(outcome) for outcome, _ in rules.space)
    return list(dict.fromkeys(part for value in shown for part in value.split("-")))


def outcome_names(rules: Rules, say: Translator) -> Mapping[str, str]:
    """What a result, or a part of it, is called where that is more than how it is written."""
    named = rules.rulebook.outcome_names(rules)
    return {
        shown: " ".join(say.bet(part) if isinstance(part, Bet) else say(part) for part in parts)
        for shown, parts in named.items()
    }
