"""One word for one thing: every text of the program, in three languages, held against the glossary and against its language's punctuation."""

import ast
import re

import pytest

import messages
from banca.law import SHARED, Language
from banca.words.glossary import glossary
from texts import LOCALES, given, texts

CHINESE = r"[\u4e00-\u9fff]"
HALF_WIDTH = re.compile(rf"{CHINESE} ?[,;:!?]( |$|{CHINESE})|{CHINESE} ?\(|{CHINESE}\.( |$)")
"""Latin punctuation after or before Chinese; a colon or comma inside an id, a number or an address is none."""
ALLOWED = {
    ("停止投注", "src/banca/games/craps/clauses.toml clauses 4.1"),  # a shooter who bets no more
}
"""A word to avoid and the place of a text in which it is another thing."""


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
    found = [one for node in ast.walk(ast.parse(source)) for one in given(node)]
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
