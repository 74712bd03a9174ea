"""What the page of a table is told of its acts: their names, their fields, what a field is chosen from, how a result is entered."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import fields

from banca.live.act import Act, Does, onward, stirred
from banca.live.chance_conduct import ChanceConduct
from banca.live.command import LABELS, Command, kind_of
from banca.live.conduct import Conduct
from banca.rulebook import Bet, Rules
from banca.words import Speech


def acts_said(conduct: Conduct[Any], say: Speech) -> dict[str, Any]:
    """By act its name, its fields with how they are filled in, and its choices in words; by phase what leads on, and when the device moves or lies hidden."""
    kinds = conduct.forms.kinds
    return {
        "acts": {name: say(kind.says) for name, kind in kinds.items() if kind.says},
        "fields": {name: said for name, kind in kinds.items() if (said := _fields(kind, say))},
        "choices": {act.name: chosen for act in conduct.acts if (chosen := _choices(act, conduct, say))},
        "onward": onward(conduct.acts),
        "moving": stirred(conduct.acts, lambda act: act.stirs),
        "hidden": stirred(conduct.acts, lambda act: act.does is Does.HIDE),
    }


def _fields(kind: type[Command], say: Speech) -> dict[str, dict[str, str]]:
    labels = {**LABELS, **kind.labels}
    return {
        one.name: {"label": say(labels.get(one.name, one.name)), "kind": kind_of(one).value} for one in fields(kind)
    }


def _choices(act: Act, conduct: Conduct[Any], say: Speech) -> dict[str, dict[str, str]]:
    """By field the words for each value, with its clause where that tells more."""
    said = {
        name: {value: _pointed(value, say(words), say) for value, words in rows} for name, rows in act.choices.items()
    }
    if isinstance(conduct, ChanceConduct) and act.does is Does.NULL and "reason" in act.takes.__struct_fields__:
        nulls = conduct.rules.rulebook.nulls
        said["reason"] = {
            str(name): say.bracketed(say(null.says), say.list(cite.clause for cite in null.cites))
            for name, null in nulls.items()
        }
    return said


def _pointed(value: str, words: str, say: Speech) -> str:
    """A value that is a clause follows its words in brackets."""
    return say.bracketed(words, value) if value[:1].isdigit() else words


def entered(conduct: ChanceConduct[Any], say: Speech) -> dict[str, dict[str, Any]]:
    """For every act that takes a result: of how many parts, and how it is written."""
    rules = conduct.rules
    written = say(rules.rulebook.outcome_form).split("-")
    most = max(len(rules.rulebook.show(outcome).split("-")) for outcome, _ in rules.space)
    first = next((act.draws for act in conduct.acts if act.does is Does.SHOW), None)
    before = max(len(one.split("-")) for one, _ in first(rules.space, conduct.start)) if first else 0
    found = {}
    for act in conduct.acts:
        if "outcome" in act.takes.sees:
            part = slice(before) if act.does is Does.SHOW else slice(before, most)
            found[act.name] = {"parts": len(range(most)[part]), "form": "-".join(written[part])}
    return found


def faces(rules: Rules) -> list[str]:
    """What the device can show, each part once."""
    shown = (rules.rulebook.show(outcome) for outcome, _ in rules.space)
    return list(dict.fromkeys(part for one in shown for part in one.split("-")))


def outcome_names(rules: Rules, say: Speech) -> Mapping[str, str]:
    """What a result, or a part of it, is called where that is more than how it is written."""
    named = rules.rulebook.outcome_names(rules)
    return {
        shown: " ".join(say.bet(part) if isinstance(part, Bet) else say(part) for part in parts)
        for shown, parts in named.items()
    }
