"""One word for one thing: every text of the program, in three languages, held against the glossary and against its language's punctuation."""

import re

import pytest

import messages
from banca.games import playable
from banca.law import SHARED, Language
from glossary import PAGE, glossary, page
from support.texts import texts

CHINESE = r"[\u4e00-\u9fff]"
HALF_WIDTH = re.compile(rf"{CHINESE} ?[,;:!?]( |$|{CHINESE})|{CHINESE} ?\(|{CHINESE}\.( |$)")
"""Latin punctuation after or before Chinese; a colon or comma inside an id, a number or an address is none."""
ALLOWED = {
    ("停止投注", "src/banca/games/craps/clauses.toml clauses 4.1"),  # a shooter who bets no more
}
"""A word to avoid and the place of a text in which it is another thing."""


def test_the_page_is_what_the_glossary_says() -> None:
    assert PAGE.read_text() == page(), "make glossary writes it"


def test_every_game_has_words_in_three_languages() -> None:
    for game in playable():
        own = [term for term in glossary() if term.scope == game]
        assert own, game
        assert all(set(term.words) == set(Language) for term in own), game


@pytest.mark.slow
def test_no_text_has_a_word_that_the_glossary_avoids_or_latin_punctuation_in_chinese() -> None:
    for place in ("strategies/", "disputes/", ".star", "clauses.toml", "catalogue", "src/banca/law/__init__.py"):
        assert {text.language for text in texts() if place in text.where} == set(Language)
    avoided = [
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
    assert avoided == []
    half_width = [text for text in texts() if text.language is Language.ZH and HALF_WIDTH.search(text.said)]
    assert [f"{text.where}: {text.said}" for text in half_width] == []


@pytest.mark.slow
def test_the_catalogues_nouns_are_the_glossarys() -> None:
    """A catalogue entry that is a word of the glossary and nothing else has its translation."""
    known = {term.words[Language.EN].casefold(): term for term in glossary() if term.scope == SHARED}
    for language, locale in ((Language.PT, "pt"), (Language.ZH, "zh_Hant")):
        for message in messages.read(messages.po_file(messages.SOURCE, locale), locale).values():
            term = known.get(str(message.id).casefold())
            if term and language in term.words and not message.context:
                assert str(message.string).casefold() == term.words[language].casefold(), message.id
