"""A result as people call it: with any marks between its parts or none, by names in any language, by table talk."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from banca.finder.bets import MOST_INDEXES, SELECTION, names_of, talk_of
from banca.finder.found import Found, ambiguous
from banca.finder.talk import read_talk
from banca.rules import Bet, Counted, Null, Outcome, Refusal, Rulebook, Rules, Throw, plain
from banca.rules.rules import NULL
from banca.rules.spelling import LONGEST, letters, said_in
from banca.rules.text import LANGUAGES

BETWEEN = re.compile(r"\s*[-‐-―−+,/、・·;&]\s*|\s+")
"""What may stand between the parts of a result."""
NULLS = re.compile(r"(?:null|void|nulo|nula|無效|作廢)(?:(?:\s*[:,/-]\s*|\s+)(.+))?")
TOTAL = re.compile(r"(?:total|soma|sum|總和|點數)?\s*([0-9]{1,3})\s*(?:點)?")
NUMBER = re.compile(r"0|[1-9][0-9]*")
PART = "-"
"""Between the parts of a result as a game writes it."""


def find_outcome(rules: Rules, text: str) -> Found[Throw]:
    """Find the result that the user means, or a throw that does not count.

    A total alone is accepted only if all dice that make it are alike to every bet; otherwise it is refused with examples.

    Args:
        rules: The game under its options.
        text: What the user typed.

    Raises:
        Refusal: It is not a result of the game, or may be read as several.
    """
    book = rules.rulebook
    try:
        return Found(book.parse_throw(text))
    except Refusal as refusal:
        refused = refusal
    found: dict[Outcome | Null, tuple[str, Throw]] = {}
    for written in _readings(rules, text):
        try:
            throw = book.parse_throw(written)
        except Refusal:
            continue
        found.setdefault(throw.outcome if isinstance(throw, Counted) else throw, (written, throw))
    if not found:
        raise refused
    if len(found) > 1:
        raise ambiguous(text, [written for written, _ in found.values()], refused.cite)
    ((_, throw),) = found.values()
    return Found(throw)


@dataclass(frozen=True, slots=True)
class _OutcomeNames:
    """What whole results and their parts are called, as it is compared, and how they are written."""

    whole: Mapping[str, str]
    numbered: Sequence[tuple[str, str, str]]
    """What stands before and behind a number, and how the result is written."""
    parts: Mapping[str, str]
    most: int
    """Parts of a result at most."""
    totals: Mapping[int, tuple[str, ...]]
    """Results by their total; those that no bet can tell apart are there once."""


def _readings(rules: Rules, text: str) -> Iterator[str]:
    """How what was typed might be written in the game's own way."""
    typed = letters(text).strip()
    if len(text) > LONGEST or not typed:
        return
    index = _index(rules)
    if null := NULLS.fullmatch(typed):
        yield from _null(rules.rulebook, null[1])
    wanted = plain(typed)
    if wanted in index.whole:
        yield index.whole[wanted]
    else:
        for before, behind, written in index.numbered:
            number = wanted.removeprefix(before).removesuffix(behind)
            if NUMBER.fullmatch(number) and wanted == f"{before}{number}{behind}":
                yield written.replace(SELECTION, number)
    if total := TOTAL.fullmatch(typed):
        yield from index.totals.get(int(total[1]), ())
    pieces = BETWEEN.split(typed)
    if len(pieces) > 1:
        yield PART.join(index.parts.get(plain(piece), piece) for piece in pieces)
        return
    if typed.isalnum():
        yield wanted if wanted.isdecimal() else typed
    for segments in _segments(typed, index.parts, index.most):
        yield PART.join(segments)


def _null(book: Rulebook, reason: str | None) -> Iterator[str]:
    """A throw that does not count, with the cause that is called so."""
    if not reason:
        yield NULL
        return
    for name, cause in book.nulls.items():
        if plain(reason) in {plain(name), *map(plain, cause.says.in_each_language.values())}:
            yield f"{NULL}:{name}"
    for written, names in read_talk(book.game).outcomes.items():
        if written.startswith(f"{NULL}:") and plain(reason) in map(plain, names):
            yield written


def _segments(typed: str, parts: Mapping[str, str], most: int) -> Iterator[list[str]]:
    """Every way to cut what was typed without marks into at most so many parts: `k94`, `魚蝦蟹`."""
    if not typed:
        yield []
    for name, part in parts.items() if most else ():
        if typed.startswith(name):
            for rest in _segments(typed[len(name) :], parts, most - 1):
                yield [part, *rest]


@lru_cache(MOST_INDEXES)
def _index(rules: Rules) -> _OutcomeNames:
    book = rules.rulebook
    shown = {book.show(outcome): outcome for outcome, _ in rules.space}
    most = max(len(written.split(PART)) for written in shown)
    own = {part.casefold() for written in shown for part in written.split(PART)} if most > 1 else set()
    names = {plain(part): part for part in own}
    whole: dict[str, str] = {}
    for written, said in book.outcome_names(rules).items():
        for name in _named(rules, said):
            (whole if written in shown else names).setdefault(plain(name), written)
    numbered: list[tuple[str, str, str]] = []
    for written, called in read_talk(book.game).outcomes.items():
        for name in called:
            before, hole, behind = name.partition(SELECTION)
            if hole:
                numbered.append((plain(before), plain(behind), written))
            else:
                (names if written in own else whole).setdefault(plain(name), written)
    totals: dict[int, dict[object, str]] = {}
    for written, outcome in shown.items():
        facts = book.facts(outcome)
        total = facts.get("total")
        if isinstance(total, int):
            totals.setdefault(total, {}).setdefault(tuple(facts.items()), written)
    return _OutcomeNames(whole, numbered, names, most, {total: tuple(each.values()) for total, each in totals.items()})


def _named(rules: Rules, said: tuple[str | Bet, ...]) -> Iterator[str]:
    """What a result is called: its words and names of bets, in any order."""
    for language in LANGUAGES:
        every = [
            [*names_of(part), *talk_of(rules, part)] if isinstance(part, Bet) else [said_in(part, language)]
            for part in said
        ]
        for names in product(*every):
            yield " ".join(names)
            yield " ".join(reversed(names))
