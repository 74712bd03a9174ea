"""Who bets has one Chinese word in every game, the gazette's, wherever a text that all games share is said of that game.

The words are the sources': 閒家 in Pai Kao (article 1.4) and at the wheel (article 3.2), 博彩者 in craps, fish-prawn-crab and fantan.
"""

from collections.abc import Iterator

import pytest

from banca.answers.story import story
from banca.games import find, playable, rulebook
from banca.house.audit import entries
from banca.house.keys import SESSION
from banca.law import Language, clauses_of
from banca.live.command import ROLES, Role
from banca.live.refusals import NOT_YOUR_ACT
from banca.rulebook import PLAYER, Citation, Message, Refusal
from banca.service.authentication import COOKIE
from banca.words import speech
from banca.words.glossary import glossary
from dossiers import answer, told
from service import Service

USUAL, OWN = "博彩者", "閒家"
OF_ITS_OWN = ("pai_kao", "wheel")
TABLES = {"wheel": "wheel-1", "pai_kao": "pai-kao-1", "fantan": "fantan-1"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("players")) as found:
        for game, table in TABLES.items():
            found.open(table, game, chance="observed")
        yield found


def read(service: Service, path: str) -> str:
    """A page in Chinese, as a supervisor reads it."""
    token = service.people.issue("sofia", SESSION, 3600.0).token
    answer = service.client.get(path, headers={"Accept": "text/html", "Cookie": f"{COOKIE}={token}; banca_lang=zh"})
    assert answer.status_code == 200, path
    return answer.text


@pytest.mark.parametrize("game", playable())
def test_a_game_has_the_word_of_its_glossary(game: str) -> None:
    own = [term.words[Language.ZH] for term in glossary() if term.scope == game and term.words[Language.EN] == "player"]
    assert find(game).own_words.player.told["zh"] == (OWN if game in OF_ITS_OWN else USUAL)
    assert not own or own == [find(game).own_words.player.told["zh"]]


@pytest.mark.parametrize("game", playable())
def test_readings_for_all_games_have_the_word_of_each(game: str) -> None:
    said = clauses_of(game)["R-money-1"].text[Language.ZH]
    assert find(game).own_words.player.told["zh"] in said
    assert (USUAL in said) is (game not in OF_ITS_OWN)


def test_the_dossier_of_the_wheel_has_its_word() -> None:
    said = told(answer("rare_symbols"), "zh")
    assert OWN in said
    assert USUAL not in said


def test_a_refusal_has_the_word_of_the_game_whose_clause_it_cites() -> None:
    def refused(cite: Citation) -> str:
        return speech(Language.ZH).message(Message(NOT_YOUR_ACT, cite, asked="spin", allowed=[ROLES[Role.PLAYER]]))

    assert OWN in refused(Citation("wheel", "3.2"))
    assert USUAL in refused(Citation("craps", "2.3"))


@pytest.mark.server
@pytest.mark.parametrize(
    "path", ["/tables/{}", "/tables/{}/wall", "/rules/{game}", "/settle/{game}", "/explore/{game}", "/trainer/{game}"]
)
@pytest.mark.parametrize("game", TABLES)
def test_a_page_of_one_game_has_its_word(service: Service, game: str, path: str) -> None:
    body = read(service, path.format(TABLES[game], game=game))
    assert (USUAL if game in OF_ITS_OWN else OWN) not in body


@pytest.mark.server
def test_the_story_of_a_table_has_its_games_word(service: Service) -> None:
    service.do("ana", "wheel-1", "sit")
    lines = "\n".join(story(entries(service.house.store, "wheel-1"), speech(Language.ZH)))
    assert OWN in lines
    assert USUAL not in lines


def test_the_texts_of_every_game_have_the_usual_word() -> None:
    assert PLAYER.told["zh"] == USUAL
    assert speech(Language.ZH)("All players") == "所有博彩者"


def test_4_2_shared_readings_said_of_pai_kao_call_the_casino_as_its_gazette_does() -> None:
    said = clauses_of("pai_kao")["R-money-3"].text[Language.ZH]
    assert "博彩場所" in said
    assert "娛樂場" not in said
    assert "娛樂場" in clauses_of("craps")["R-money-3"].text[Language.ZH]


def test_6_12_values_of_an_option_are_listed_in_chinese_punctuation() -> None:
    with pytest.raises(Refusal) as refused:
        rulebook("craps").under(field_12=4)
    assert "2、3" in speech(Language.ZH).message(refused.value.message)


def test_5_2_5_the_first_throw_of_come_is_not_called_the_come_out() -> None:
    bets = rulebook("craps").under().bets
    say = speech(Language.ZH)
    assert [say.state(bets[key].start) for key in ("pass_line", "come", "dont_come")] == [
        "首次擲骰",
        "緊接的擲骰",
        "緊接的擲骰",
    ]
    assert bets["come"].start == bets["pass_line"].start  # journals write the state in English
