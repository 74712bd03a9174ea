"""The catalogues: complete, compiled, and with the same blanks to fill."""

import string

import pytest

import messages
from banca.games import UNKNOWN_GAME, find, of_chance, playable
from banca.interface import game
from banca.law import Language, law, shared_readings
from banca.rulebook import Given, Message, Odds, Refusal, citing, words
from banca.rulebook.refusals import IMPOSSIBLE_OUTCOME
from banca.words import language, speech

LANGUAGES = list(messages.LANGUAGES)


def blanks(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.slow
def test_every_term_is_translated_with_the_same_blanks(locale: str) -> None:
    catalogue = messages.read_catalogue(locale)
    found = {str(message.id): str(message.string) for message in catalogue if message.id}
    assert set(found) == set(messages.marked_terms())
    assert [text for text, said in found.items() if not said] == []
    for text, said in found.items():
        assert blanks(said) == blanks(text), text


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.slow
def test_the_compiled_catalogue_is_the_written_one(locale: str) -> None:
    assert messages.po_file(locale).with_suffix(".mo").read_bytes() == messages.compiled(
        messages.read_catalogue(locale)
    )


@pytest.mark.parametrize("name", of_chance())
def test_every_bet_has_a_name_in_every_language(name: str) -> None:
    for spoken in Language:
        names = [speech(spoken).bet(bet.terms) for bet in game(name).bets]
        assert all(names)
        assert len(set(names)) == len(names)
        assert not any("{" in one for one in names)


def test_odds_are_said_as_each_language_says_them() -> None:
    odds = [Odds(3), Odds(27, 4)]
    assert [speech(spoken).odds(odds) for spoken in Language] == [
        "3 to 1, 27 to 4",
        "3 para 1, 27 para 4",
        "1 賠 3, 4 賠 27",
    ]


def test_a_message_translates_words_and_leaves_ids_alone() -> None:
    allowed = words("nothing", pt="nada", zh="無")
    message = Message(IMPOSSIBLE_OUTCOME, citing("craps")("1.1.1"), asked="red", allowed=allowed)
    said = speech(Language.ZH).message(message)
    assert "red" in said
    assert "nothing" not in said
    assert said.endswith("(craps 1.1.1)")


def test_what_was_typed_is_shown_printable_and_short() -> None:
    said = str(Refusal(UNKNOWN_GAME, asked="\x1b[31m{x}\n" + "a" * 5000, allowed=of_chance()))
    assert "\x1b" not in said
    assert "\n" not in said
    assert len(said) < 300


def test_languages() -> None:
    assert [language(one) for one in ("en", "pt", "zh")] == list(Language)


def test_every_clause_speaks_three_languages_shortly() -> None:
    clauses = [clause for name in of_chance() for clause in law(name).clauses.values()] + list(
        shared_readings().values()
    )
    for clause in clauses:
        assert set(clause.text) == set(Language)
        for spoken, text in clause.text.items():
            assert 0 < len(text) <= 330, (clause.cite, spoken)
            assert text == text.strip()
        assert len(set(clause.text.values())) == 3


def test_every_phase_of_a_live_table_has_its_words() -> None:
    for name in playable():
        assert all(isinstance(words, Given) for words in find(name).phases.values()), name
    assert speech(Language.PT)(find("craps").phases["dice offered"]) == "dados oferecidos"
