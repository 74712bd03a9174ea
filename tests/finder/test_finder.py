"""What people type for games, bets, results and options, and what is understood by it."""

import json
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from banca import game
from banca.cli.app import app
from banca.finder import AMBIGUOUS, find_bet, find_game, find_option, find_outcome
from banca.finder.bets import names_of, talk_of
from banca.games import UNKNOWN_GAME, find, names, of_chance
from banca.law import law
from banca.rulebook import Bet, Counted, Null, Refusal, Rules, plain
from banca.words import speech

GAMES = {
    "Craps": "craps",
    "CRAPS": "craps",
    "crap": "craps",
    "花旗骰": "craps",
    "fpc": "fish_prawn_crab",
    "fish-prawn-crab": "fish_prawn_crab",
    "Fish Prawn Crab": "fish_prawn_crab",
    "hoo hey how": "fish_prawn_crab",
    "魚蝦蟹": "fish_prawn_crab",
    "鱼虾蟹": "fish_prawn_crab",
    "Wheel of Fortune": "wheel",
    "big six": "wheel",
    "幸運輪": "wheel",
    "Fan-Tan": "fantan",
    "番摊": "fantan",
    "Football Poker": "football_poker",
    "足球": "football_poker",
    "roleta": "roulette",
    "轮盘": "roulette",
    "pai-kao": "pai_kao",
    "PaiGow": "pai_kao",
    "牌九": "pai_kao",
}
BETS = {
    ("craps", "pass"): "pass_line",
    ("craps", "Pass Line"): "pass_line",
    ("craps", "passline"): "pass_line",
    ("craps", "the PASS-LINE bet"): "pass_line",
    ("craps", "linha de passe"): "pass_line",
    ("craps", "派司拉"): "pass_line",
    ("craps", "don’t pass"): "dont_pass",
    ("craps", "dont"): "dont_pass",
    ("craps", "yo"): "eleven",
    ("craps", "Yo-leven"): "eleven",
    ("craps", "11"): "eleven",
    ("craps", "place 6"): "big_number:6",
    ("craps", "place6"): "big_number:6",
    ("craps", "Big 6"): "big_number:6",
    ("craps", "buy 4"): "big_number:4",
    ("craps", "hard 6"): "hard_way:6",
    ("craps", "hard6"): "hard_way:6",
    ("craps", "hardway:6"): "hard_way:6",
    ("craps", "hard six"): "hard_way:6",
    ("craps", "硬八"): "hard_way:8",
    ("craps", "snake eyes"): "aces",
    ("craps", "big red"): "any_seven",
    ("craps", "any seven"): "any_seven",
    ("craps", "odds 6"): "pass_odds:6",
    ("craps", "midnight"): "boxcars",
    ("fish_prawn_crab", "fish"): "figure:fish",
    ("fish_prawn_crab", "figure:shrimp"): "figure:prawn",
    ("fish_prawn_crab", "Camarão"): "figure:prawn",
    ("fish_prawn_crab", "三軍 雞"): "figure:rooster",
    ("fish_prawn_crab", "大"): "big",
    ("fish_prawn_crab", "圍魚"): "triple:fish",
    ("fish_prawn_crab", "two green"): "two_colour:green",
    ("fish_prawn_crab", "soma 9"): "total:9",
    ("fish_prawn_crab", "全圍"): "any_triple",
    ("wheel", "Símbolo 3"): "symbol:3",
    ("wheel", "symbol 3"): "symbol:3",
    ("wheel", "記號 七"): "symbol:7",
    ("wheel", "23 to 1"): "symbol:5",
    ("fantan", "番 1"): "fan:1",
    ("fantan", "番一"): "fan:1",
    ("fantan", "3"): "fan:3",
    ("fantan", "念 1-2"): "nim:1-2",
    ("fantan", "角 2,1"): "kuoc:1-2",
    ("fantan", "kwok 3-4"): "kuoc:3-4",
    ("fantan", "nga tan 12-3"): "nga:12-3",
    ("fantan", "sheh sam hong 321"): "se_sam_hong:123",
    ("football_poker", "Upper Range"): "upper",
    ("football_poker", "tie"): "post",
    ("football_poker", "中柱"): "post",
    ("football_poker", "ímpar"): "odd",
    ("roulette", "split 17,18"): "split:17-18",
    ("roulette", "split 18/17"): "split:17-18",
    ("roulette", "17/18"): "split:17-18",
    ("roulette", "cavalo 17 18"): "split:17-18",
    ("roulette", "17"): "straight:17",
    ("roulette", "n.º 17"): "straight:17",
    ("roulette", "１７號"): "straight:17",
    ("roulette", "zero"): "straight:0",
    ("roulette", "1st dozen"): "dozen:1",
    ("roulette", "2ª dúzia"): "dozen:2",
    ("roulette", "第三打"): "dozen:3",
    ("roulette", "first column"): "column:1",
    ("roulette", "rouge"): "red",
    ("roulette", "vermelho"): "red",
    ("roulette", "紅"): "red",
    ("roulette", "红"): "red",
    ("roulette", "1-18"): "low",
    ("roulette", "passe"): "high",
    ("roulette", "carré 1 2 4 5"): "corner:1-2-4-5",
    ("roulette", "street 3-2-1"): "street:1-2-3",
}
OUTCOMES = {
    ("craps", "3 4"): "3-4",
    ("craps", "3+4"): "3-4",
    ("craps", "3,4"): "3-4",
    ("craps", "34"): "3-4",
    ("craps", "３－４"): "3-4",
    ("craps", "three four"): "3-4",
    ("craps", "yo"): "5-6",
    ("craps", "snake eyes"): "1-1",
    ("craps", "2"): "1-1",
    ("craps", "total 3"): "1-2",
    ("craps", "hard 8"): "4-4",
    ("fish_prawn_crab", "魚-蝦-雞"): "fish-prawn-rooster",
    ("fish_prawn_crab", "鱼虾鸡"): "fish-prawn-rooster",
    ("fish_prawn_crab", "peixe caranguejo caranguejo"): "fish-crab-crab",
    ("fish_prawn_crab", "shrimp, chicken, coin"): "prawn-rooster-coin",
    ("fish_prawn_crab", "155"): "fish-crab-crab",
    ("wheel", "Símbolo 3"): "symbol 3",
    ("wheel", "記號3"): "symbol 3",
    ("fantan", "番 3"): "3",
    ("fantan", "三"): "3",
    ("football_poker", "K94"): "K-9-4",
    ("football_poker", "king 9 4"): "K-9-4",
    ("football_poker", "ás 2"): "A-2",
    ("roulette", "17 black"): "17",
    ("roulette", "紅 19"): "19",
    ("roulette", "vermelho 19"): "19",
    ("roulette", "zero"): "0",
}
NULLS = {
    ("craps", "null short"): "short",
    ("craps", "no roll"): "no_roll",
    ("craps", "nulo: fora da mesa"): "off_board",
    ("craps", "無效"): "",
    ("fish_prawn_crab", "void: a die leans"): "leaning",
}
NEAR = {
    ("craps", "feild"): "did you mean field?",
    ("craps", "Pas Lin"): "did you mean pass_line?",
    ("craps", "hrad 6"): "did you mean hard_way:6?",
    ("craps", "don pass"): "did you mean dont_pass or pass_line?",
    ("fish_prawn_crab", "shirmp"): "did you mean figure:prawn",
    ("roulette", "dozn 1"): "did you mean dozen:1",
    ("roulette", "vermelo"): "did you mean red?",
    ("fantan", "fam 1"): "did you mean fan:1",
    ("craps", "hard 5"): "hard_way needs one of its selections, not hard 5; possible: 4, 6, 8, 10",
    ("craps", "hard way"): "hard_way needs one of its selections",
    ("roulette", "split 17,19"): "did you mean 16-19 or 17-18",
}
OPTIONS = {
    ("craps", "Field pays on 12", "3 to 1"): ("field_12", 3),
    ("craps", "field-12", "3x"): ("field_12", 3),
    ("roulette", "zero", "la partage"): ("zero", "half_back"),
    ("roulette", "zero", "en prison"): ("zero", "en_prison"),
    ("fish_prawn_crab", "骰盅的驅動方式", "電子裝置"): ("drive", "electronic"),
    ("football_poker", "baralhos", "6"): ("decks", 6),
}


@cache
def rules(name: str) -> Rules:
    return game(name).rules


def said(refusal: Refusal) -> str:
    return speech().message(refusal.message)


@pytest.mark.parametrize(("typed", "expected"), GAMES.items())
def test_a_game_is_found_by_what_people_call_it(typed: str, expected: str) -> None:
    assert find_game(typed).value.id == expected


@pytest.mark.parametrize(("typed", "expected"), BETS.items())
def test_a_bet_is_found_by_what_people_call_it(typed: tuple[str, str], expected: str) -> None:
    name, text = typed
    assert find_bet(rules(name), text).value.key == expected


@pytest.mark.parametrize(("typed", "expected"), OUTCOMES.items())
def test_a_result_is_found_by_what_people_call_it(typed: tuple[str, str], expected: str) -> None:
    name, text = typed
    throw = find_outcome(rules(name), text).value
    assert isinstance(throw, Counted)
    assert rules(name).rulebook.show(throw.outcome) == expected


@pytest.mark.parametrize(("typed", "reason"), NULLS.items())
def test_a_throw_that_does_not_count_is_found_too(typed: tuple[str, str], reason: str) -> None:
    name, text = typed
    throw = find_outcome(rules(name), text).value
    assert isinstance(throw, Null)
    assert throw.reason == reason


@pytest.mark.parametrize(("typed", "expected"), NEAR.items())
def test_what_is_not_known_is_met_with_what_is_near(typed: tuple[str, str], expected: str) -> None:
    name, text = typed
    with pytest.raises(Refusal) as caught:
        find_bet(rules(name), text)
    assert expected in said(caught.value)
    assert len(said(caught.value)) < 180


@pytest.mark.parametrize(("asked", "expected"), OPTIONS.items())
def test_an_option_is_found_by_its_words(asked: tuple[str, str, str], expected: tuple[str, object]) -> None:
    name, option, value = asked
    assert find_option(find(name), option, value).value == expected


def test_the_lists_hold_enough_of_what_people_type() -> None:
    assert len(GAMES) + len(BETS) + len(OUTCOMES) + len(NULLS) + len(NEAR) + len(OPTIONS) >= 60


@pytest.mark.parametrize(
    ("typed", "possible"), [("7", "1-6 or 2-5 or 3-4"), ("11", "5-6 or 1-1"), ("12", "6-6 or 1-2")]
)
def test_a_total_alone_does_not_say_how_the_dice_lie(typed: str, possible: str) -> None:
    with pytest.raises(Refusal) as caught:
        find_outcome(rules("craps"), typed)
    assert caught.value.code == AMBIGUOUS
    assert possible in said(caught.value)


@pytest.mark.parametrize("typed", ["-3", "3-", "3.", "+3", "(3)", "3 or 4", "null:", "½"])
def test_what_is_no_result_stays_refused(typed: str) -> None:
    for name in ("fantan", "roulette", "craps"):
        with pytest.raises(Refusal):
            find_outcome(rules(name), typed)


def test_a_name_of_several_bets_is_refused_with_all_of_them() -> None:
    with pytest.raises(Refusal) as caught:
        find_bet(rules("wheel"), "45 to 1")
    assert caught.value.code == AMBIGUOUS
    assert "symbol:6 or symbol:7" in said(caught.value)


def test_an_unknown_game_is_met_with_all_there_are() -> None:
    with pytest.raises(Refusal) as caught:
        find_game("rulette")
    assert caught.value.code == UNKNOWN_GAME
    assert "did you mean roulette?" in said(caught.value)


def spellings(bet: Bet) -> Iterator[str]:
    yield bet.key
    yield from names_of(bet)


@pytest.mark.parametrize("name", of_chance())
def test_every_bet_is_found_by_its_id_and_its_names(name: str) -> None:
    """Or refused with all that go by the name, where there are several: never another bet."""
    table = rules(name)
    called = {bet: set(map(plain, spellings(bet))) for bet in table.bets.values()}
    for bet in table.bets.values():
        assert find_bet(table, bet.key).value is bet
        for spelled in spellings(bet):
            alike = [one for one in table.bets.values() if plain(spelled) in called[one]]
            if len(alike) == 1:
                assert find_bet(table, spelled).value is bet
                continue
            with pytest.raises(Refusal) as caught:
                find_bet(table, spelled)
            assert all(one.key in said(caught.value) for one in alike)


@pytest.mark.parametrize("name", of_chance())
def test_table_talk_is_about_bets_results_and_options_there_are(name: str) -> None:
    table, talk = rules(name), rules(name).rulebook.talk
    choices = [{one.name: value} for one in table.rulebook.options for value in one.values]
    known = {
        key for one in ({}, *choices) for bet in game(name, **one).rules.bets.values() for key in (bet.id, bet.key)
    }
    assert set(talk.bets) <= known
    assert set(talk.likened) <= known
    parts = {part.lower() for outcome, _ in table.space for part in table.rulebook.show(outcome).split("-")}
    for shown in talk.outcomes.values():
        assert shown in parts or table.rulebook.parse_throw(shown)
    options = {one.name: set(map(str, one.values)) for one in table.rulebook.options}
    for option in talk.options:
        of, _, value = option.partition("=")
        assert of in options
        assert not value or value in options[of]


@pytest.mark.parametrize("name", of_chance())
def test_all_table_talk_finds_its_bet_or_names_it(name: str) -> None:
    table = rules(name)
    called = {bet: set(map(plain, talk_of(table, bet))) for bet in table.bets.values()}
    for bet in table.bets.values():
        for spelled in talk_of(table, bet):
            alike = {one.key for one in table.bets.values() if plain(spelled) in called[one]}
            if len(alike) == 1:
                assert find_bet(table, spelled).value is bet
            else:
                with pytest.raises(Refusal) as caught:
                    find_bet(table, spelled)
                assert caught.value.code == AMBIGUOUS
                assert all(key in said(caught.value) for key in alike)


@pytest.mark.parametrize("name", of_chance())
def test_every_result_is_read_as_it_is_shown(name: str) -> None:
    table = rules(name)
    for outcome, _ in table.space:
        shown = table.rulebook.show(outcome)
        for typed in (shown, shown.upper(), shown.replace("-", " "), shown.replace("-", " , ")):
            throw = find_outcome(table, typed).value
            assert isinstance(throw, Counted)
            assert throw.outcome == outcome


@pytest.mark.parametrize("name", names())
def test_every_game_is_found_by_its_id_and_its_titles(name: str) -> None:
    for spelled in (name, name.upper(), name.replace("_", " "), *law(name).instrument.title.values(), *find(name).also):
        assert find_game(spelled).value.id == name


@given(st.sampled_from(of_chance()), st.text(max_size=30))
def test_nothing_that_is_typed_breaks_the_finder(name: str, typed: str) -> None:
    for look in (
        lambda: find_game(typed),
        lambda: find_bet(rules(name), typed),
        lambda: find_outcome(rules(name), typed),
    ):
        try:
            look()
        except Refusal as refusal:
            assert len(said(refusal)) < 300  # noqa: PT017 - found or refused, either is right


def test_a_bet_by_another_bets_name_is_remarked_on() -> None:
    found = game("craps").bet("place 6")
    assert found.key == "big_number:6"
    assert "place 6 is taken as Big 6 (big_number:6)" in found.remark
    assert not game("craps").bet("Big 6").remark
    shown = CliRunner().invoke(app, ["odds", "craps", "place 6", "--lang", "zh"])
    assert shown.stdout.startswith("place 6 視為 Big 6（big_number:6）")
    assert shown.stderr == ""
    as_json = json.loads(CliRunner().invoke(app, ["odds", "craps", "place 6", "--json"]).stdout)
    assert [row["selection"] for row in as_json["bets"]] == ["6"]
    assert len(as_json["remarks"]) == 1
    assert "remarks" not in json.loads(CliRunner().invoke(app, ["odds", "craps", "Big 6", "--json"]).stdout)


def test_a_dispute_is_settled_in_the_words_of_the_table() -> None:
    words = [
        "settle",
        "Craps",
        "--bet",
        "Pass Line=1,000",
        "--bet",
        "place 6=10",
        "--outcome",
        "2 4",
        "--outcome",
        "no roll",
    ]
    shown = CliRunner().invoke(app, [*words, "--outcome", "3+3"])
    assert shown.exit_code == 0, shown.stderr
    assert shown.stdout.startswith("place 6 is taken as Big 6")
    plainly = ["settle", "craps", "--bet", "pass_line=1000", "--bet", "big_number:6=10", "--outcome", "2-4"]
    same = CliRunner().invoke(app, [*plainly, "--outcome", "null:no_roll", "--outcome", "3-3"])
    assert shown.stdout.endswith(same.stdout)
    refused = CliRunner().invoke(app, [*words, "--outcome", "9-9"])
    assert (refused.exit_code, refused.stdout) == (1, "")
