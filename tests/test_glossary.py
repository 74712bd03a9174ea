"""One word for one thing: every text of the program, in three languages, held against the glossary and against its language's punctuation."""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import glossary as page
import messages
from banca.games import playable
from banca.law import SHARED, Language
from banca.words.glossary import glossary

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "banca"
LOCALES = {Language.PT: "pt", Language.ZH: "zh_Hant"}
CHINESE = r"[\u4e00-\u9fff]"
HALF_WIDTH = re.compile(rf"{CHINESE} ?[,;:!?]( |$|{CHINESE})|{CHINESE} ?\(|{CHINESE}\.( |$)")
"""Latin punctuation after or before Chinese; a colon or comma inside an id, a number or an address is none."""
LANGUAGES = {language.value: language for language in Language}
IN_STARLARK = re.compile(r"""["']?\b(?P<language>en|pt|zh)\b["']?\s*[=:]\s*"(?P<said>(?:[^"\\]|\\.)*)\"""")
ALLOWED = {
    ("停止投注", "src/banca/games/craps/clauses.toml clauses 4.1"),  # a shooter who bets no more
}
"""A word to avoid and the place of a text in which it is another thing."""


@dataclass(frozen=True)
class Text:
    """A text that a person can see."""

    scope: str
    where: str
    language: Language
    said: str


def scope_of(file: Path) -> str:
    """The game whose folder a file is in, or what all games share."""
    parts = file.relative_to(SOURCE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else SHARED


@cache
def texts() -> tuple[Text, ...]:
    """Every text of the catalogues, of the code, of the rulebooks, strategies and disputes, and of the proposals."""
    return (*_catalogues(), *_in_code(), *_rulebooks(), *_proposals())


def _catalogues() -> Iterator[Text]:
    for language, locale in LOCALES.items():
        for message in messages.read_catalogue(locale):
            for form in messages.forms(message.string) if message.id else ():
                yield Text(SHARED, f"catalogue: {message.id}", language, form)
    for marked in messages.marked_terms():
        for form in messages.forms(marked):
            yield Text(SHARED, "catalogue", Language.EN, form)


def _in_code() -> Iterator[Text]:
    """Texts given by language: `words(…)` and every other call with `pt=` or `zh=`, and dictionaries by language."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            for language, said in _given(node):
                yield Text(scope_of(file), f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", language, said)


def _given(node: ast.AST) -> Iterator[tuple[Language, str]]:
    match node:
        case ast.Call(args=args, keywords=keywords) if {"pt", "zh"} & {one.arg for one in keywords}:
            english = [(Language.EN, one) for one in args]
            found = [*english, *((LANGUAGES[one.arg], one.value) for one in keywords if one.arg in LANGUAGES)]
        case ast.Dict(keys=keys, values=values):
            found = [(spoken, one) for key, one in zip(keys, values, strict=True) if (spoken := _language(key))]
        case _:
            found = []
    for language, value in found:
        for said in _strings(value):
            yield language, said


def _language(key: ast.expr | None) -> Language | None:
    match key:
        case ast.Attribute(value=ast.Name(id="Language"), attr=name):
            return LANGUAGES.get(name.lower())
        case ast.Constant(value=str(name)):
            return LANGUAGES.get(name)
        case _:
            return None


def _strings(value: ast.expr) -> Iterator[str]:
    """The texts in an expression; what an f-string puts in is a blank."""
    match value:
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case ast.Constant(value=str(said)):
            yield said
        case _:
            for inner in ast.iter_child_nodes(value):
                if isinstance(inner, ast.expr):
                    yield from _strings(inner)


def _proposals() -> Iterator[Text]:
    """What the files of proposals say: titles, names and descriptions."""
    for file in sorted(SOURCE.rglob("*.star")):
        text = file.read_text()
        for found in IN_STARLARK.finditer(text):
            where = f"{file.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}"
            yield Text(scope_of(file), where, Language(found["language"]), found["said"])


def _rulebooks() -> Iterator[Text]:
    """Clauses, strategies and disputes; the glossary itself names what is to be avoided."""
    for file in sorted(SOURCE.rglob("*.toml")):
        if file.name == "glossary.toml":
            continue
        for where, entry in _entries(tomllib.loads(file.read_text()), str(file.relative_to(ROOT))):
            for language in Language:
                yield Text(scope_of(file), where, language, entry[language])


def _entries(found: object, where: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Every table of a file that is given in the three languages, with the way to it."""
    if isinstance(found, dict):
        if all(isinstance(found.get(language.value), str) for language in Language):
            yield where, found
        for name, inner in found.items():
            yield from _entries(inner, f"{where} {name}")
    if isinstance(found, list):
        for inner in found:
            yield from _entries(inner, where)


def test_the_page_is_what_the_glossary_says() -> None:
    assert page.PAGE.read_text() == page.page(), "make glossary writes it"


def test_every_game_has_words_in_three_languages() -> None:
    for game in playable():
        own = [term for term in glossary() if term.scope == game]
        assert own, game
        assert all(set(term.words) == set(Language) for term in own), game


def used_in_vain() -> list[str]:
    """Where a word to avoid is used within its scope."""
    return [
        f"{text.where} [{text.language}] {word.strip()!r}: {text.said}"
        for term in glossary()
        for language, words in term.avoid.items()
        for word in words
        for text in texts()
        if text.language is language and term.scope in (text.scope, SHARED)
        if re.search(
            rf"(?<!\w){re.escape(word)}(?!\w)" if word.isascii() else re.escape(word), text.said, re.IGNORECASE
        )
        if (word.strip(), text.where) not in ALLOWED
    ]


@pytest.mark.parametrize(
    "place",
    ["strategies/", "disputes/", ".star", "clauses.toml", "catalogue", "src/banca/law.py"],
)
def test_texts_are_found_wherever_a_person_sees_them(place: str) -> None:
    assert {text.language for text in texts() if place in text.where} == set(Language)


def test_texts_are_found_in_any_call_and_in_dictionaries() -> None:
    source = 'f("a", pt="b", zh=f"c{1}d"); {Language.EN: "e", Language.ZH: "f" if x else "g"}; {"pt": "h"}'
    found = [one for node in ast.walk(ast.parse(source)) for one in _given(node)]
    assert sorted(said for _, said in found) == ["a", "b", "c{}d", "e", "f", "g", "h"]


def test_nobody_writes_a_word_that_the_glossary_avoids() -> None:
    assert used_in_vain() == []


def test_chinese_has_chinese_punctuation() -> None:
    found = [text for text in texts() if text.language is Language.ZH and HALF_WIDTH.search(text.said)]
    assert [f"{one.where}: {one.said}" for one in found] == []


def test_the_catalogues_nouns_are_the_glossarys() -> None:
    """A catalogue entry that is a word of the glossary and nothing else has its translation."""
    known = {term.words[Language.EN].casefold(): term for term in glossary() if term.scope == SHARED}
    for language, locale in LOCALES.items():
        for message in messages.read_catalogue(locale):
            term = known.get(str(message.id).casefold())
            if term and language in term.words:
                assert str(message.string).casefold() == term.words[language].casefold(), message.id
