"""What people type at a table, put into the ids that its rules know: a journal holds no other names."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from banca.finder import find_bet, find_outcome
from banca.live.chance_conduct import ChanceConduct
from banca.live.command import Command
from banca.live.conduct import Conduct
from banca.rulebook import Counted, Refusal, Rules


def in_ids(conduct: Conduct[Any], command: Command) -> Command:
    """The command with its bet and its result as the rules write them; what they can read already is left as it is."""
    if not isinstance(conduct, ChanceConduct):
        return command
    rules, changed = conduct.rules, {}
    bet, outcome = (getattr(command, name, None) for name in ("bet", "outcome"))
    if bet and not _is_read(rules.bet, bet):
        changed["bet"] = find_bet(rules, bet).value.key
    if outcome and not _is_read(rules.rulebook.parse_throw, outcome):
        changed["outcome"] = _outcome(rules, outcome)
    return structs.replace(command, **changed) if changed else command


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
