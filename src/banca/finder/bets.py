"""A bet by its id, its name in any language, or what people at the table call it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from banca.finder.found import Found, ambiguous
from banca.finder.talk import read_talk
from banca.i18n.citations import cited
from banca.law import Language
from banca.rules import Bet, Citation, Refusal, Rules, Text, given_text, near, plain
from banca.rules.refusals import UNKNOWN_BET
from banca.rules.spelling import said_in
from banca.rules.text import LANGUAGES

MOST_INDEXES = 64
"""Rules whose names are kept in memory."""
SELECTION = "{}"
NUMBERS = re.compile(r"([0-9]+(-[0-9]+)*)?")
"""What was selected of a family of bets, or nothing."""


def find_bet(rules: Rules, text: str) -> Found[Bet]:
    """Find the bet that the user means. An id wins over a name, a name over table talk.

    Args:
        rules: The game under its options.
        text: What the user typed.

    Raises:
        Refusal: No bet, or more than one, has this name.
    """
    try:
        return Found(rules.bet(text))
    except Refusal as refusal:
        refused = refusal
    index, wanted = _index(rules), plain(text)
    keys = index.names.get(wanted) or index.talk.get(wanted) or index.renumbered(wanted)
    if len(keys) > 1:
        raise ambiguous(text, keys, rules.rulebook.bets_cite)
    for key in keys:
        return _found(rules, rules.bets[key], text, wanted)
    if refused.code != UNKNOWN_BET:
        raise refused
    for family, selection in index.families(wanted):
        raise rules.unknown_selection(text, [bet for bet in rules.bets.values() if bet.id == family], selection)
    raise rules.unknown_bet(text, near(text, _suggested(rules, wanted)))


def names_of(bet: Bet) -> Iterator[str]:
    """What the rulebook calls a bet, in every language; its selection by its name, and as it is written."""
    for language in LANGUAGES:
        name = said_in(bet.name, language)
        for selection in filter(None, (said_in(bet.label, language), bet.selection)) if bet.selection else ("",):
            yield name.replace(SELECTION, selection)


def talk_of(rules: Rules, bet: Bet) -> list[str]:
    """Return what people at the table call a bet."""
    return [pattern.replace(SELECTION, bet.selection) for pattern in _patterns(rules, bet)]


def _patterns(rules: Rules, bet: Bet) -> Iterator[str]:
    talk = read_talk(rules.rulebook.game)
    for name in dict.fromkeys((bet.id, bet.key)):
        yield from talk.bets.get(name, ())
        if name in talk.likened:
            yield from talk.likened[name].names


def _found(rules: Rules, bet: Bet, text: str, wanted: str) -> Found[Bet]:
    """With a remark, where it goes by another bet's name."""
    for name in (bet.id, bet.key):
        likened = read_talk(rules.rulebook.game).likened.get(name)
        if likened and any(_fits(wanted, pattern, bet) for pattern in likened.names):
            named = {language: said_in(bet.name, language).replace(SELECTION, bet.selection) for language in LANGUAGES}
            about = {"asked": text.strip(), "name": given_text(named), "bet": bet.key, "cite": _cited(bet.cite)}
            return Found(bet, likened.remark.fill(**about))
    return Found(bet)


def _cited(cite: Citation) -> Text:
    """A clause as jurists write it, in every language."""
    return given_text({language: cited(cite, language) for language in Language})


def _fits(wanted: str, pattern: str, bet: Bet) -> bool:
    return wanted == plain(pattern.replace(SELECTION, bet.selection))


@dataclass(slots=True)
class _BetNames:
    """The names of the bets of some rules, as they are compared, and the keys of the bets that go by each."""

    rules: Rules
    names: dict[str, dict[str, None]] = field(default_factory=dict)
    talk: dict[str, dict[str, None]] = field(default_factory=dict)
    ids: dict[tuple[str, str], dict[str, None]] = field(default_factory=dict)
    """By what stands before and behind a selection: the ids of the bets that are called so."""

    def renumbered(self, wanted: str) -> dict[str, None]:
        """Bets whose numbers are named in another order."""
        canonical = self.rules.rulebook.canonical
        keys = (f"{bet_id}:{canonical(bet_id, numbers)}" for bet_id, numbers in self.families(wanted))
        return {key: None for key in keys if key in self.rules.bets}

    def families(self, wanted: str) -> Iterator[tuple[str, str]]:
        """The ids of bets with selections that a name is about, each with the selection named."""
        for (before, behind), ids in self.ids.items():
            numbers = wanted[len(before) : len(wanted) - len(behind)].strip("-")
            fits = wanted.startswith(before) and wanted.endswith(behind) and len(before + behind) <= len(wanted)
            if fits and NUMBERS.fullmatch(numbers) and (numbers or wanted):
                yield from ((bet_id, numbers) for bet_id in ids)


@lru_cache(MOST_INDEXES)
def _index(rules: Rules) -> _BetNames:
    index = _BetNames(rules)
    for bet in rules.bets.values():
        for name in (bet.key, *names_of(bet)):
            index.names.setdefault(plain(name), {})[bet.key] = None
        for name in talk_of(rules, bet):
            index.talk.setdefault(plain(name), {})[bet.key] = None
        if bet.selection:
            own = (said_in(bet.name, language) for language in LANGUAGES)
            for pattern in (f"{bet.id} {SELECTION}", *own, *_patterns(rules, bet)):
                before, hole, behind = pattern.partition(SELECTION)
                if hole:
                    index.ids.setdefault((plain(before), plain(behind)), {})[bet.id] = None
    return index


def _suggested(rules: Rules, wanted: str) -> dict[str, list[str]]:
    """What may be suggested, each with its names: bets that differ in a number are one, unless a number was asked for."""
    has_number = any(letter.isdigit() for letter in wanted)
    named: dict[str, list[str]] = {}
    for bet in rules.bets.values():
        is_numbered = any(letter.isdigit() for letter in bet.selection)
        names = [bet.key, *names_of(bet), *talk_of(rules, bet)]
        if is_numbered and not has_number:
            names = [bet.id, *(pattern.replace(SELECTION, "") for pattern in (bet.name, *_patterns(rules, bet)))]
        named.setdefault(bet.id if is_numbered and not has_number else bet.key, []).extend(names)
    return named
