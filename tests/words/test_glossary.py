"""One word for one thing: the glossary and its page."""

import glossary as page
from banca.games import playable
from banca.law import Language
from banca.words.glossary import glossary


def test_the_page_is_what_the_glossary_says() -> None:
    assert page.PAGE.read_text() == page.page(), "make glossary writes it"


def test_every_game_has_words_in_three_languages() -> None:
    for game in playable():
        own = [term for term in glossary() if term.scope == game]
        assert own, game
        assert all(set(term.words) == set(Language) for term in own), game
