"""What the rows of a game are called: words in three languages where the row stands, of every installed game."""

import pickle
import string
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec.structs import fields

from banca.answers.story import story
from banca.game import Game
from banca.games import find, of_chance, playable, rulebook
from banca.games.roulette.steps import IN_PRISON
from banca.house.audit import entries
from banca.house.desk import open_desk
from banca.law import Language, clauses_of
from banca.live.bet_event import BetDecided, BetMoved
from banca.live.command import LABELS, ROLES, Command, Role
from banca.live.refusals import NOT_YOUR_ACT
from banca.rulebook import Citation, Code, Given, Message, NotNow, Refusal, Rulebook, Rules, explore, refusal, words
from banca.words import speech
from banca.words.glossary import glossary
from banca.words.results import PUSH, results_of
from refusing import declared

LID_OPEN = refusal("lid_open", words("{asked} lids are open", pt="{asked} tampas abertas", zh="{asked} 個蓋未合"))


def blanks(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def each_rules(book: Rulebook) -> Iterator[Rules]:
    """The rules under every value of every option, one at a time."""
    yield book.under()
    for option in book.options:
        yield from (book.under(**{option.name: value}) for value in option.values)


def in_folder(game: Game) -> Iterator[object]:
    """What the files of the folder that are read hold at their top, and what lies in it."""
    modules = [module for name, module in sys.modules.items() if f"{name}.".startswith(f"{game.package}.")]
    todo: list[Any] = [value for module in modules for value in vars(module).values()]
    while todo:
        one = todo.pop()
        yield one
        if isinstance(one, Mapping) and not any(one is vars(module) for module in modules):
            todo += [*one, *one.values()]
        elif isinstance(one, tuple | list):
            todo += one


def of_rulebook(game: Game) -> Iterator[Given]:
    """What its bets, options and null throws are called."""
    rows: list[str] = [option.says for option in game.options]
    rows += [said for option in game.options for said in option.says_value.values()]
    if game.rulebook:
        rows += [null.says for null in game.rulebook.nulls.values()]
        for rules in each_rules(game.rulebook):
            rows += [bet.name for bet in rules.bets.values()]
            rows += [bet.label for bet in rules.bets.values() if bet.label]
    for row in rows:
        assert isinstance(row, Given), row
        yield row


def own_codes(game: Game) -> dict[str, Code]:
    return {str(one): one for one in in_folder(game) if isinstance(one, Code)}


@pytest.mark.parametrize("name", playable())
def test_every_row_is_said_in_three_languages_with_the_same_blanks(name: str) -> None:
    game = find(name)
    texts = [*of_rulebook(game), *(one for one in in_folder(game) if isinstance(one, Given))]
    texts += [code.says for code in own_codes(game).values()]
    assert texts
    for text in texts:
        assert set(text.told) == set(Language), text
        assert all(said == said.strip() and said for said in text.told.values()), text
        assert {tuple(blanks(said)) for said in text.told.values()} == {tuple(blanks(text))}, text


@pytest.mark.parametrize("name", playable())
def test_a_bet_with_selections_says_where_they_go_and_its_family_has_a_name(name: str) -> None:
    book = find(name).rulebook
    for bet in book.under().bets.values() if book else ():
        assert blanks(bet.name) == ([""] if bet.selection else [])
        family = speech(Language.ZH).family(bet)
        assert family == family.strip()
        assert family
        assert not family.startswith("第")


@pytest.mark.parametrize("name", of_chance())
def test_every_state_that_is_a_word_is_said_in_three_languages(name: str) -> None:
    for rules in each_rules(rulebook(name)):
        moved = {state for bet in rules.bets.values() for state in explore(bet).states[1:]}
        for state in (*rules.rulebook.table.states(rules.space), *moved):
            assert isinstance(state, Given) or not isinstance(state, str), state


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
    written = list(entries(desk.house.store, "r"))
    events = [event for entry in written for event in entry.events]
    assert [event.to for event in events if isinstance(event, BetMoved)] == ["in prison"]
    assert [event.on for event in events if isinstance(event, BetDecided)] == ["in prison"]
    lines = list(story(written, speech(Language.ZH)))[3:]  # the table's opening names the option
    assert sum(IN_PRISON.told["zh"] in line for line in lines) == 2
    desk.close()


@pytest.mark.compiled  # it looks at every module there is
@pytest.mark.parametrize("name", playable())
def test_a_refusal_of_a_game_is_said_by_its_own_sentence(name: str) -> None:
    for own in own_codes(find(name)).values():
        about: dict[str, Any] = dict.fromkeys(blanks(own.says), "7")
        for spoken in Language:
            assert speech(spoken).message(Message(own, **about)) == own.says.told[spoken].format(**about)
        assert own.isidentifier()
        assert [one for one in declared() if one == own and one is not own] == []


@pytest.mark.parametrize("kind", [Refusal, NotNow])
def test_a_declared_refusal_goes_whole_from_one_process_to_another(kind: type[Refusal]) -> None:
    copied = pickle.loads(pickle.dumps(kind(LID_OPEN, asked=2)))  # noqa: S301 - our own
    assert type(copied) is kind
    assert copied.code == "lid_open" == str(LID_OPEN)
    assert [speech(spoken).message(copied.message) for spoken in Language] == [
        "2 lids are open",
        "2 tampas abertas",
        "2 個蓋未合",
    ]


@pytest.mark.parametrize("name", playable())
def test_every_act_field_event_and_phase_has_its_words(name: str) -> None:
    game = find(name)
    for kind in game.forms.kinds.values():
        assert issubclass(kind, Command)
        texts = [kind.says, *({**LABELS, **kind.labels}.get(field.name, "") for field in fields(kind))]
        assert all(isinstance(text, Given) and all(text.told.values()) for text in texts), kind
    assert {event.__name__ for event in game.forms.events if not isinstance(event.says, Given)} == {"Acted"}
    assert all(isinstance(text, Given) for text in game.phases.values())


# The regulation's own word for the player and for a returned stake

USUAL, OWN = "博彩者", "閒家"
OF_ITS_OWN = ("pai_kao", "wheel")
"""閒家 in Pai Kao (article 1.4) and at the wheel (article 3.2); 博彩者 in craps, fish-prawn-crab and fantan."""


@pytest.mark.parametrize("game", playable())
def test_who_bets_has_the_word_of_the_games_gazette(game: str) -> None:
    word = find(game).own_words.player.told["zh"]
    assert word == (OWN if game in OF_ITS_OWN else USUAL)
    in_glossary = [
        term.words[Language.ZH] for term in glossary() if (term.scope, term.words[Language.EN]) == (game, "player")
    ]
    assert in_glossary in ([], [word])
    reading = clauses_of(game)["R-money-1"].text[Language.ZH]  # a reading that all games share
    assert (OWN in reading, USUAL in reading) == (game in OF_ITS_OWN, game not in OF_ITS_OWN)


def test_a_refusal_has_the_word_of_the_game_whose_clause_it_cites() -> None:
    def said(cite: Citation) -> str:
        return speech(Language.ZH).message(Message(NOT_YOUR_ACT, cite, asked="spin", allowed=[ROLES[Role.PLAYER]]))

    assert OWN in said(Citation("wheel", "3.2"))
    assert USUAL in said(Citation("craps", "2.3"))


def test_pai_kao_4_2_shared_readings_call_the_casino_as_the_games_gazette_does() -> None:
    assert "博彩場所" in clauses_of("pai_kao")["R-money-3"].text[Language.ZH]
    assert "娛樂場" in clauses_of("craps")["R-money-3"].text[Language.ZH]


def test_a_returned_stake_is_a_tie_only_where_the_regulation_says_so() -> None:
    """Football Poker 10.2 returns Upper and Lower; craps 5.2.3 and fantan 8 speak of a tie."""
    said = {game: speech(Language.PT)(results_of(game)[PUSH]) for game in ("football_poker", "fantan", "craps")}
    assert said == {"football_poker": "é devolvida", "fantan": "empata", "craps": "empata"}


def test_craps_5_2_5_the_first_throw_of_come_is_not_called_the_come_out() -> None:
    bets, say = rulebook("craps").under().bets, speech(Language.ZH)
    assert say.state(bets["come"].start) == say.state(bets["dont_come"].start) != say.state(bets["pass_line"].start)
    assert bets["come"].start == bets["pass_line"].start  # journals write the state in English
