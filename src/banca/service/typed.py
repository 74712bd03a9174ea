"""What people type at a table, put into the ids that its rules know: a journal holds no other names."""

from collections.abc import Callable
from typing import Any, cast

from msgspec import structs

from banca.i18n.lookup import find_bet, find_outcome
from banca.live.chance_conduct import ChanceConduct
from banca.live.command import Command
from banca.live.conduct import Conduct
from banca.live.kinds import KindOf
from banca.rules import Bet, Counted, Refusal, Rules, Text, given_text
from banca.rules.spelling import text_in
from banca.rules.text import LANGUAGES, in_brackets

OF_CHANCE = KindOf(ChanceConduct)


def in_ids(conduct: Conduct[Any], command: Command) -> Command:
    """The command with its bet and its result as the rules write them; what they can read already is left as it is."""
    bet, outcome = getattr(command, "bet", None), getattr(command, "outcome", None)
    if not (bet or outcome) or not OF_CHANCE[type(conduct)]:
        return command
    rules, changed = cast("ChanceConduct[Any]", conduct).rules, {}
    if bet and bet not in rules.bets and not _is_read(rules.bet, bet):
        changed["bet"] = find_bet(rules, bet).value.key
    if outcome and not _is_read(rules.rulebook.parse_throw, outcome):
        changed["outcome"] = _outcome(rules, outcome)
    return structs.replace(command, **changed) if changed else command


def in_names(conduct: Conduct[Any], refusal: Refusal) -> Refusal:
    """A refusal that calls bets by their names, as people at a table do, and not by the ids that programs use."""
    if not isinstance(conduct, ChanceConduct):
        return refusal
    rules, message = conduct.rules, refusal.message
    about = {name: _named(rules, value) for name, value in message.about.items()}
    return type(refusal)(message.code, message.cite, **about)


def _named(rules: Rules, value: object) -> object:
    if isinstance(value, list | tuple):
        return [_named(rules, one) for one in value]
    if not isinstance(value, str) or isinstance(value, Text):
        return value
    key, _, on = value.partition(" ")
    bet = rules.bets.get(key) or next((one for one in rules.bets.values() if one.id == key), None)
    return value if bet is None else _name(bet, on, is_whole=bet.key == key)


def _name(bet: Bet, on: str, *, is_whole: bool) -> Text:
    """What a bet is called in every language; behind it where it stands, or how much lies there."""
    told = {}
    for language in LANGUAGES:
        selection = text_in(bet.label or bet.selection, language) if is_whole else ""
        name = text_in(bet.name, language).replace("{}", selection).strip()
        told[language] = in_brackets(name, on, language) if on else name
    return given_text(told)


def _is_read(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except Refusal:
        return False
    return True


def _outcome(rules: Rules, text: str) -> str:
    """A result as it is written; what is none stays for the table to judge, since it may be a part of one."""
    try:
        throw = find_outcome(rules, text).value
    except Refusal:
        return text
    return rules.rulebook.show(throw.outcome) if isinstance(throw, Counted) else text
