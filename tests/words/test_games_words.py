"""What the rows of a game are called: words in three languages where the row stands, of every installed game."""

import pickle
import string
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from banca.answers.story import story
from banca.game import Game
from banca.games import find, of_chance, playable, rulebook
from banca.games.roulette.steps import IN_PRISON
from banca.house.audit import entries
from banca.house.desk import open_desk
from banca.law import Language
from banca.live.bet_event import BetDecided, BetMoved
from banca.rulebook import Code, Given, Message, NotNow, Refusal, Rulebook, Rules, explore, refusal, words
from banca.words import speech
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
def test_a_bet_with_selections_says_where_they_go(name: str) -> None:
    book = find(name).rulebook
    for bet in book.under().bets.values() if book else ():
        assert blanks(bet.name) == ([""] if bet.selection else [])


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
    for spoken, told in IN_PRISON.told.items():
        lines = list(story(written, speech(Language(spoken))))[3:]  # the table's opening names the option
        assert sum(told in line for line in lines) == 2
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
