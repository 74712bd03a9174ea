"""What the rows of a game are called: words in three languages where the row stands, of every installed game."""

import string

import msgspec
import pytest

from banca.games import find, playable, rulebook
from banca.games.roulette.rules import IN_PRISON
from banca.house.audit.store_reader import read_journal
from banca.house.commands import TableTerms, open_terms
from banca.house.demo import TITLE
from banca.house.desk import open_desk
from banca.i18n import translator
from banca.i18n.descriptions import PUSH, result_words
from banca.law import Language, clauses_of
from banca.rules import PLAYER, Text
from banca.tables.events import BetDecided, BetMoved, TableOpened
from support.houses import story


def blanks(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("name", playable())
def test_every_row_is_said_in_three_languages_with_the_same_blanks(name: str) -> None:
    game = find(name)
    texts: list[str] = [option.says for option in game.options]
    texts += [said for option in game.options for said in option.says_value.values()]
    if game.rulebook:
        texts += [null.says for null in game.rulebook.nulls.values()]
        texts += [text for bet in game.rulebook.under().bets.values() for text in (bet.name, bet.label) if text]
    for text in texts:
        assert isinstance(text, Text), text
        assert all(text.is_in(language) for language in Language), text
        templates = [text.template(language) for language in Language]
        assert all(template == template.strip() and template for template in templates), text
        assert len({tuple(blanks(template)) for template in templates}) == 1, text


def test_a_journal_keeps_the_english_state_and_its_story_says_it_in_the_readers_language() -> None:
    desk = open_desk()
    desk.open_table("r", "roulette", options={"zero": "en_prison"}, bank=10_000_000)
    desk.cash_in("ana", 100_000)
    desk.player("ana").do("r", "sit")
    desk.player("ana").do("r", "place_bet", bet="red", stake=1000)
    for number in ("0", "1"):
        for act in ("throw_ball", "call_no_more_bets"):
            desk.croupier("rui").do("r", act)
        desk.croupier("rui").do("r", "read_number", outcome=number)
        desk.croupier("rui").do("r", "pay")
    written = list(read_journal(desk.house.store, "r"))
    events = [event for link in written for event in link.entry.events]
    assert [event.to for event in events if isinstance(event, BetMoved)] == ["in prison"]
    assert [event.on for event in events if isinstance(event, BetDecided)] == ["in prison"]
    lines = list(story(written, translator(Language.ZH)))[3:]  # the table's opening names the option
    assert sum(IN_PRISON.in_language("zh") in line for line in lines) == 2
    desk.close()


# The regulation's own word for the player and for a returned stake

USUAL, OWN = "博彩者", "閒家"
OF_ITS_OWN = ("pai_kao", "wheel")
"""閒家 in Pai Kao (article 1.4) and at the wheel (article 3.2); 博彩者 in craps, fish-prawn-crab and fantan."""


@pytest.mark.parametrize("game", playable())
def test_who_bets_has_the_word_of_the_games_gazette(game: str) -> None:
    assert PLAYER.of(find(game).package).in_language("zh") == (OWN if game in OF_ITS_OWN else USUAL)
    reading = clauses_of(game)["R-money-1"].text[Language.ZH]  # a reading that all games share
    assert (OWN in reading, USUAL in reading) == (game in OF_ITS_OWN, game not in OF_ITS_OWN)


def test_pai_kao_4_2_shared_readings_call_the_casino_as_the_games_gazette_does() -> None:
    assert "博彩場所" in clauses_of("pai_kao")["R-money-3"].text[Language.ZH]
    assert "娛樂場" in clauses_of("craps")["R-money-3"].text[Language.ZH]


def test_a_returned_stake_is_a_tie_only_where_the_regulation_says_so() -> None:
    """Football Poker 10.2 returns Upper and Lower; craps 5.2.3 and fantan 8 speak of a tie."""
    said = {game: translator(Language.PT)(result_words(game)[PUSH]) for game in ("football_poker", "fantan", "craps")}
    assert said == {"football_poker": "é devolvida", "fantan": "empata", "craps": "empata"}


def test_craps_5_2_5_the_first_throw_of_come_is_not_called_the_come_out() -> None:
    bets, say = rulebook("craps").under().bets, translator(Language.ZH)
    assert say.state(bets["come"].start) == say.state(bets["dont_come"].start) != say.state(bets["pass_line"].start)
    assert bets["come"].start == bets["pass_line"].start  # journals write the state in English


def test_the_journal_keeps_a_title_in_all_three_languages() -> None:
    opened = open_terms(TableTerms(id="demo", game="wheel", title=TITLE))
    kept = msgspec.json.decode(msgspec.json.encode(opened), type=TableOpened)
    assert [kept.titled(spoken) for spoken in Language] == ["Demo", "Demonstração", "示範"]
