"""Find games, bets, results, options, amounts and days by what people type: ids, names in three languages, and table talk.

An id always means what it means in a stored file. A name that fits several things is refused with all of them, and one that fits none
with similar names: nothing is guessed.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as own_field
from datetime import date
from functools import cache, lru_cache
from itertools import product
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import field
from msgspec.structs import replace

from banca.game import Game, read_data
from banca.games import find, is_ours, unknown_game
from banca.games import names as game_ids
from banca.i18n.translator import translator
from banca.law import Language, law, readable
from banca.record import FrozenStruct
from banca.rules import (
    Bet,
    Citation,
    Null,
    Option,
    Outcome,
    Refusal,
    Rulebook,
    Rules,
    Text,
    Throw,
    ValidThrow,
    _,
    given_text,
    near,
    parse_patacas,
    plain,
    refusal,
    unknown_option,
)
from banca.rules.refusal import UNKNOWN_BET
from banca.rules.rulebook import NULL
from banca.rules.spelling import LONGEST, MOST_NEAR, any_of, letters, text_in
from banca.rules.text import LANGUAGES

__all__ = [
    "AMBIGUOUS",
    "Match",
    "find_bet",
    "find_game",
    "find_option",
    "find_outcome",
    "read_day",
    "read_patacas",
    "talk_of",
]

T = TypeVar("T")

BAD_BET = refusal("bad_bet", _("cannot read the bet {asked}; write ID=STAKE, ID:SELECTION=STAKE or ID@THROW=STAKE"))
_PLACED_BET = re.compile(r"(?P<key>[^=@]+)(@(?P<at>[0-9]{1,6}))?")
AMBIGUOUS = refusal("ambiguous", _("{asked} may mean {allowed}; write one of them"))


@dataclass(frozen=True, slots=True)
class Match(Generic[T]):
    """What the user meant, and what they should know about it."""

    value: T
    remark: Text | None = None
    """How it differs from what they typed, if it does."""


def ambiguous(asked: str, possible: Iterable[str], cite: Citation | None = None) -> Refusal:
    every = list(dict.fromkeys(possible))
    shown = every[:MOST_NEAR] + ["…"] * (len(every) > MOST_NEAR)
    return Refusal(AMBIGUOUS, cite, asked=asked, allowed=any_of(shown))


FILE = "talk"
MARK = r"\{(\w+)\}"

Names = Mapping[str, tuple[str, ...]]


class SimilarBet(FrozenStruct, forbid_unknown_fields=True):
    """Names of a bet that the regulation does not have; who uses them means one of its own."""

    names: tuple[str, ...]
    """`{}` stands for the selection."""
    remark: Text
    """How the two differ; {asked}, {name}, {bet} and {cite} are what was typed, and the bet's name, key and clause."""


class Talk(FrozenStruct, forbid_unknown_fields=True):
    """The table talk of one game, as its file has it."""

    also: tuple[str, ...] = ()
    """What the game is called beside its id and the title of its regulation."""
    words: Mapping[str, Names] = {}
    """By a mark, what it stands for in the bets and outcomes: in a key for each key here, behind it for each name of that key."""
    bets: Names = {}
    """By a bet's id or key, what else it is called; `{}` stands for the selection."""
    similar: Mapping[str, SimilarBet] = field(name="likened", default={})
    """By a bet's id or key, names of another bet, under which it is found with a remark."""
    outcomes: Names = {}
    """By a result, or a part of one, as it is written: what it is called; `{}` stands for a number."""
    options: Names = {}
    """By an option's name, or NAME=VALUE, what else it is called."""


def read_talk(game: str) -> Talk:
    """Return a game's table talk, its words put in for their marks.

    Raises:
        Refusal: The file is wrong.
    """
    return _read(find(game))


@cache
def _read(game: Game) -> Talk:
    talk = read_data(game, FILE, Talk) or Talk()
    with game.faults_in(f"{FILE}.toml"):
        return replace(talk, bets=_expand(talk.bets, talk.words), outcomes=_expand(talk.outcomes, talk.words))


def _expand(rows: Names, words: Mapping[str, Names]) -> Names:
    expanded: dict[str, tuple[str, ...]] = {}
    for key, names in _expand_marks(rows, words):
        expanded[key] = (*expanded.get(key, ()), *names)
    return expanded


def _expand_marks(rows: Names, words: Mapping[str, Names]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for key, patterns in rows.items():
        mark = re.search(MARK, key)
        if mark is None:
            yield key, patterns
            continue
        if mark[1] not in words:
            because = f"there is no table words.{mark[1]} for the key {key}"
            raise ValueError(because)
        for word, names in words[mark[1]].items():
            yield (
                key.replace(mark[0], word),
                tuple(pattern.replace(mark[0], name) for pattern in patterns for name in names),
            )


def read_day(text: str) -> date:
    """Read a day written YEAR-MONTH-DAY.

    Args:
        text: What the user typed.

    Raises:
        Refusal: It is not a day.

    Examples:
        >>> read_day("2026-11-16")
        datetime.date(2026, 11, 16)
    """
    try:
        return msgspec.convert(text.strip(), date)
    except msgspec.ValidationError:
        raise Refusal("bad_date", _("cannot read the date {asked}; write it like 2026-11-16"), asked=text) from None


MARKS = {Language.EN: (",", "."), Language.PT: (".", ","), Language.ZH: (",", ".")}
"""In each language what may part thousands, beside a blank, and what stands before the avos."""


def read_patacas(text: str, spoken: Language) -> int:
    r"""Read patacas as a person types them; return avos.

    The separators are those of the language: `1,000.50` in English and Chinese, `1.000,50` in Portuguese; a blank of any kind separates
    thousands in all three, so that what Banca prints is read back. A plain number such as `1000` or `12.50` is read in every language.
    One separator is never taken for the other: `1,000` in Portuguese, `1.000` and `12,50` in English are refused as ambiguous.

    Args:
        text: What the user typed.
        spoken: The language, for its commas and points.

    Returns:
        Avos.

    Raises:
        Refusal: It is not an amount.

    Examples:
        >>> [read_patacas(text, Language.EN) for text in ("1,000", "1 000.50", "12.5")]
        [100000, 100050, 1250]
        >>> [read_patacas(text, Language.PT) for text in ("1.000", "1\N{NO-BREAK SPACE}000,50", "12,5", "12.50")]
        [100000, 100050, 1250, 1250]
    """
    group, decimal = MARKS[spoken]
    typed = unicodedata.normalize("NFKC", text).replace("−", "-")
    # Thousands in groups, all parted by the same mark, or digits alone; then perhaps avos.
    whole = rf"(?P<whole>-?(?:[0-9]{{1,3}}(?P<mark>[{group} ])[0-9]{{3}}(?:(?P=mark)[0-9]{{3}})*|[0-9]+))"
    amount = re.fullmatch(rf"{whole}(?:[{decimal}](?P<avos>[0-9]{{1,2}}))?", typed)
    if amount is None:
        return parse_patacas(typed)
    patacas = amount["whole"].replace(amount["mark"] or " ", "")
    return parse_patacas(f"{patacas}.{amount['avos']}" if amount["avos"] else patacas)


def find_game(text: str) -> Match[Game]:
    """Find the game that the user means.

    Args:
        text: What the user typed.

    Raises:
        Refusal: No game has this name.
    """
    # An id needs no clauses of other games, which take longest to read.
    if is_ours(text) or text in game_ids():
        return Match(find(text))
    wanted = plain(text)
    ids = [game for game, called in _game_names().items() if wanted in map(plain, called)]
    if len(ids) > 1:
        raise ambiguous(text, ids)
    if not ids:
        raise unknown_game(text, near(text, _game_names()))
    return Match(find(ids[0]))


@cache
def _game_names() -> Mapping[str, tuple[str, ...]]:
    return {game: (game, *law(game).instrument.title.values(), *_other_names(game)) for game in readable()}


def _other_names(game: str) -> Iterable[str]:
    """What people call a game; one whose table talk cannot be read is found by its id and title."""
    try:
        return read_talk(game).also
    except Refusal:
        return ()


def find_option(game: Game, name: str, value: object) -> Match[tuple[str, object]]:
    """Find an option's name and value as the rules write them; a value that is not a text is left as it is.

    Args:
        game: The game that has the option.
        name: The name of the option.
        value: The value as typed.

    Raises:
        Refusal: There is no such option or value.
    """
    options = {option.name: option for option in game.options}
    if name not in options:
        talk = read_talk(game.id).options
        named = {key: [key, *_in_every_language(option.says), *talk.get(key, ())] for key, option in options.items()}
        key = _unique_key(name, named)
        if not key:
            raise unknown_option(name, game.options)
        name = key
    return Match((name, _option_value(game.id, options[name], value) if isinstance(value, str) else value))


def _option_value(game: str, option: Option[Any], asked: str) -> object:
    written = {str(value): value for value in option.values}
    if asked in written:
        return written[asked]
    talk = read_talk(game).options
    named = {
        key: [key, *_in_every_language(option.says_value.get(key, key)), *talk.get(f"{option.name}={key}", ())]
        for key in written
    }
    # What names no value goes on as it was typed: the rules refuse it, with the clause and the values that there are.
    return written.get(_unique_key(asked, named), asked)


def _unique_key(asked: str, named: Mapping[str, Iterable[str]]) -> str:
    """Return the key that has this name; empty where none has."""
    wanted = plain(asked)
    keys = [key for key, names in named.items() if wanted and wanted in map(plain, names)]
    if len(keys) > 1:
        raise ambiguous(asked, keys)
    return keys[0] if keys else ""


def _in_every_language(text: str) -> Iterator[str]:
    return (text_in(text, language) for language in LANGUAGES)


MOST_INDEXES = 64
"""Rules whose names are kept in memory."""
SELECTION = "{}"
NUMBERS = r"([0-9]+(-[0-9]+)*)?"
"""The selection from a family of bets, or nothing."""


def find_bet(rules: Rules, text: str) -> Match[Bet]:
    """Find the bet that the user means. An id wins over a name, a name over table talk.

    Args:
        rules: The game under its options.
        text: What the user typed.

    Raises:
        Refusal: No bet, or more than one, has this name.
    """
    try:
        return Match(rules.bet(text))
    except Refusal as refusal:
        refused = refusal
    index, wanted = _bet_names(rules), plain(text)
    # The rulebook's own names go before what people say: a name of one bet may be another's nickname.
    keys = index.names.get(wanted) or index.talk.get(wanted) or index.renumbered(wanted)
    if len(keys) > 1:
        raise ambiguous(text, keys, rules.rulebook.bets_cite)
    for key in keys:
        return _with_remark(rules, rules.bets[key], text, wanted)
    # A known bet with a selection that it does not have: the rules have said which there are.
    if refused.code != UNKNOWN_BET:
        raise refused
    for family, selection in index.families(wanted):
        raise rules.unknown_selection(text, [bet for bet in rules.bets.values() if bet.id == family], selection)
    raise rules.unknown_bet(text, near(text, _names_to_suggest(rules, wanted)))


def find_placed_bet(rules: Rules, text: str) -> tuple[Match[Bet], int | None]:
    """Find the bet written `BET[@THROW]`, and the number of the throw before which it is placed.

    Args:
        rules: The rules that have the bet.
        text: What the user typed.

    Raises:
        Refusal: The text cannot be read, or no bet or more than one has this name.
    """
    written = _PLACED_BET.fullmatch(text.strip())
    if written is None:
        raise Refusal(BAD_BET, rules.rulebook.bets_cite, asked=text)
    return find_bet(rules, written["key"]), int(written["at"]) if written["at"] else None


def names_of(bet: Bet) -> Iterator[str]:
    """What the rulebook calls a bet, in every language; its selection by its name, and as it is written."""
    for language in LANGUAGES:
        name = text_in(bet.name, language)
        for selection in filter(None, (text_in(bet.label, language), bet.selection)) if bet.selection else ("",):
            yield name.replace(SELECTION, selection)


def talk_of(rules: Rules, bet: Bet) -> list[str]:
    """Return what people at the table call a bet."""
    return [pattern.replace(SELECTION, bet.selection) for pattern in _patterns(rules, bet)]


def _patterns(rules: Rules, bet: Bet) -> Iterator[str]:
    talk = read_talk(rules.rulebook.game)
    for name in dict.fromkeys((bet.id, bet.key)):
        yield from talk.bets.get(name, ())
        if name in talk.similar:
            yield from talk.similar[name].names


def _with_remark(rules: Rules, bet: Bet, text: str, wanted: str) -> Match[Bet]:
    for name in (bet.id, bet.key):
        similar = read_talk(rules.rulebook.game).similar.get(name)
        if similar and wanted in (plain(pattern.replace(SELECTION, bet.selection)) for pattern in similar.names):
            named = {language: text_in(bet.name, language).replace(SELECTION, bet.selection) for language in LANGUAGES}
            cited = {language: translator(language).cite(bet.cite) for language in Language}
            about = {"asked": text.strip(), "bet": bet.key, "name": given_text(named), "cite": given_text(cited)}
            return Match(bet, similar.remark.fill(**about))
    return Match(bet)


@dataclass(slots=True)
class _BetNames:
    """The names of the bets of some rules, as they are compared, and the keys of the bets that go by each."""

    rules: Rules
    names: dict[str, dict[str, None]] = own_field(default_factory=dict)
    talk: dict[str, dict[str, None]] = own_field(default_factory=dict)
    ids: dict[tuple[str, str], dict[str, None]] = own_field(default_factory=dict)
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
            if fits and re.fullmatch(NUMBERS, numbers) and (numbers or wanted):
                yield from ((bet_id, numbers) for bet_id in ids)


@lru_cache(MOST_INDEXES)
def _bet_names(rules: Rules) -> _BetNames:
    index = _BetNames(rules)
    for bet in rules.bets.values():
        for name in (bet.key, *names_of(bet)):
            index.names.setdefault(plain(name), {})[bet.key] = None
        for name in talk_of(rules, bet):
            index.talk.setdefault(plain(name), {})[bet.key] = None
        if bet.selection:
            own = (text_in(bet.name, language) for language in LANGUAGES)
            for pattern in (f"{bet.id} {SELECTION}", *own, *_patterns(rules, bet)):
                before, hole, behind = pattern.partition(SELECTION)
                if hole:
                    index.ids.setdefault((plain(before), plain(behind)), {})[bet.id] = None
    return index


def _names_to_suggest(rules: Rules, wanted: str) -> dict[str, list[str]]:
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


# Patterns are compiled when a result is first looked up: most commands that import this module look up none.
BETWEEN = r"\s*[-‐-―−+,/、・·;&]\s*|\s+"
"""What may stand between the parts of a result."""
NULLS = r"(?:null|void|nulo|nula|無效|作廢)(?:(?:\s*[:,/-]\s*|\s+)(.+))?"
TOTAL = r"(?:total|soma|sum|總和|點數)?\s*([0-9]{1,3})\s*(?:點)?"
NUMBER = r"0|[1-9][0-9]*"
PART = "-"
"""Between the parts of a result as a game writes it."""


def find_outcome(rules: Rules, text: str) -> Match[Throw]:
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
        return Match(book.parse_throw(text))
    except Refusal as refusal:
        refused = refusal
    throws: dict[Outcome | Null, tuple[str, Throw]] = {}
    for written in _readings(rules, text):
        try:
            throw = book.parse_throw(written)
        except Refusal:
            continue
        # Two readings of one text that come to the same result are no two answers.
        throws.setdefault(throw.outcome if isinstance(throw, ValidThrow) else throw, (written, throw))
    if not throws:
        raise refused
    if len(throws) > 1:
        raise ambiguous(text, [written for written, _ in throws.values()], refused.cite)
    ((_, throw),) = throws.values()
    return Match(throw)


@dataclass(frozen=True, slots=True)
class _OutcomeNames:
    """The names of whole results and of their parts, as they are compared, and how each is written."""

    whole: Mapping[str, str]
    numbered: Sequence[tuple[str, str, str]]
    """What stands before and behind a number, and how the result is written."""
    parts: Mapping[str, str]
    most: int
    """Parts of a result at most."""
    totals: Mapping[int, tuple[str, ...]]
    """Results by their total; those that no bet can tell apart are there once."""


def _readings(rules: Rules, text: str) -> Iterator[str]:
    """Yield the results, as the game writes them, that the text may mean."""
    typed = letters(text).strip()
    # Cutting a text without marks into parts takes exponential time in its length: nobody types a result that is long.
    if len(text) > LONGEST or not typed:
        return
    index = _outcome_names(rules)
    if null := re.fullmatch(NULLS, typed):
        yield from _null_readings(rules.rulebook, null[1])
    wanted = plain(typed)
    if wanted in index.whole:
        yield index.whole[wanted]
    else:
        for before, behind, written in index.numbered:
            number = wanted.removeprefix(before).removesuffix(behind)
            if re.fullmatch(NUMBER, number) and wanted == f"{before}{number}{behind}":
                yield written.replace(SELECTION, number)
    if total := re.fullmatch(TOTAL, typed):
        yield from index.totals.get(int(total[1]), ())
    pieces = re.split(BETWEEN, typed)
    if len(pieces) > 1:
        yield PART.join(index.parts.get(plain(piece), piece) for piece in pieces)
        return
    if typed.isalnum():
        yield wanted if wanted.isdecimal() else typed
    for segments in _segments(typed, index.parts, index.most):
        yield PART.join(segments)


def _null_readings(book: Rulebook, reason: str | None) -> Iterator[str]:
    """A throw that does not count, with the cause that is called so."""
    if not reason:
        yield NULL
        return
    for name, cause in book.nulls.items():
        if plain(reason) in {plain(name), *map(plain, _in_every_language(cause.says))}:
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
def _outcome_names(rules: Rules) -> _OutcomeNames:
    book = rules.rulebook
    shown = {book.show(outcome): outcome for outcome, _ in rules.space}
    most = max(len(written.split(PART)) for written in shown)
    own = {part.casefold() for written in shown for part in written.split(PART)} if most > 1 else set()
    names = {plain(part): part for part in own}
    whole: dict[str, str] = {}
    for written, parts in book.outcome_names(rules).items():
        for name in _result_names(rules, parts):
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


def _result_names(rules: Rules, parts: tuple[str | Bet, ...]) -> Iterator[str]:
    """What a result is called: its words and names of bets, in any order."""
    for language in LANGUAGES:
        every = [
            [*names_of(part), *talk_of(rules, part)] if isinstance(part, Bet) else [text_in(part, language)]
            for part in parts
        ]
        for names in product(*every):
            yield " ".join(names)
            yield " ".join(reversed(names))
