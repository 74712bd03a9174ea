"""What people at a Cussec table type, and what is understood by it."""

import pytest
from banca import game
from banca.i18n.lookup import AMBIGUOUS, find_bet, find_game, find_outcome, read_talk
from banca.rules import Refusal, ValidThrow

RULES = game("cussec", odd_even="yes", combinations="yes").rules


@pytest.mark.parametrize("typed", ["Sic Bo", "sicbo", "tai sai", "骰寶", "骰宝", "大小", "CUSSEC"])
def test_the_game_is_found_by_what_people_call_it(typed: str) -> None:
    assert find_game(typed).value.id == "cussec"


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("Big", "big"),
        ("買大", "big"),
        ("grande", "big"),
        ("細", "small"),
        ("單", "odd"),
        ("total 9", "total:9"),
        ("9點", "total:9"),
        ("soma 9", "total:9"),
        ("three 4", "triple:4"),
        ("圍四", "triple:4"),
        ("围 4", "triple:4"),
        ("全圍", "any_triple"),
        ("any triple", "any_triple"),
        ("double 5", "double:5"),
        ("pair 2,1", "pair:1-2"),
        ("two dice 5 3", "pair:3-5"),
        ("三軍 6", "single:6"),
        ("double and one 4 1 1", "double_and_one:1-1-4"),
    ],
)
def test_a_bet_is_found_by_what_people_call_it(typed: str, key: str) -> None:
    assert find_bet(RULES, typed).value.key == key


@pytest.mark.parametrize("typed", ["3 4 4", "344", "3,4,4", "３＋４＋４", "three four four"])
def test_a_result_is_found_as_people_write_it(typed: str) -> None:
    throw = find_outcome(RULES, typed).value
    assert isinstance(throw, ValidThrow)
    assert throw.outcome == (3, 4, 4)


def test_a_total_alone_does_not_say_how_the_dice_lie() -> None:
    with pytest.raises(Refusal) as caught:
        find_outcome(RULES, "10")
    assert caught.value.code == AMBIGUOUS


def test_all_table_talk_is_about_bets_there_are() -> None:
    assert set(read_talk("cussec").bets) <= {bet.id for bet in RULES.bets.values()} | set(RULES.bets)
