"""What people type for games, bets, results and options, and what is understood by it."""

from collections.abc import Callable, Iterable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banca import game
from banca.games import UNKNOWN_GAME, find, names, of_chance
from banca.i18n import translator
from banca.i18n.lookup import (
    AMBIGUOUS,
    SELECTION,
    find_bet,
    find_game,
    find_option,
    find_outcome,
    names_of,
    read_patacas,
    read_talk,
    talk_of,
)
from banca.law import Language, law
from banca.rules import Bet, Null, Refusal, Rules, ValidThrow, parse_patacas, plain
from support.commands import answer, refuses
from support.lanes import many

GAMES = {
    "craps": ["Craps", "CRAPS", "crap", "花旗骰"],
    "fish_prawn_crab": ["fpc", "fish-prawn-crab", "Fish Prawn Crab", "hoo hey how", "魚蝦蟹", "鱼虾蟹"],
    "wheel": ["Wheel of Fortune", "big six", "幸運輪"],
    "fantan": ["Fan-Tan", "番摊"],
    "football_poker": ["Football Poker", "足球"],
    "roulette": ["roleta", "轮盘"],
    "pai_kao": ["pai-kao", "PaiGow", "牌九"],
}
BETS = {
    "craps": {
        "pass_line": ["passline", "the PASS-LINE bet", "linha de passe", "派司拉"],
        "dont_pass": ["don’t pass", "dont"],
        "eleven": ["yo", "Yo-leven", "11"],
        "big_number:6": ["place 6", "place6", "Big 6"],
        "hard_way:6": ["hard6", "hardway:6", "hard six"],
        "hard_way:8": ["硬八"],
    },
    "fish_prawn_crab": {
        "figure:prawn": ["figure:shrimp", "Camarão"],
        "figure:rooster": ["三軍 雞"],
        "total:9": ["soma 9"],
    },
    "wheel": {"symbol:7": ["記號 七"], "symbol:5": ["23 to 1"]},
    "fantan": {"fan:1": ["番一"], "fan:3": ["3"], "kuoc:1-2": ["角 2,1"], "se_sam_hong:123": ["sheh sam hong 321"]},
    "football_poker": {"upper": ["Upper Range"], "odd": ["ímpar"]},
    "roulette": {
        "split:17-18": ["split 17,18", "split 18/17", "17/18", "cavalo 17 18"],
        "straight:17": ["17", "n.º 17", "１７號"],
        "dozen:1": ["1st dozen"],
        "dozen:2": ["2ª dúzia"],
        "dozen:3": ["第三打"],
        "red": ["紅", "红"],
        "low": ["1-18"],
    },
}
OUTCOMES = {
    "craps": {
        "3-4": ["3 4", "3+4", "34", "３－４", "three four"],
        "1-1": ["snake eyes", "2"],
        "1-2": ["total 3"],
        "4-4": ["hard 8"],
    },
    "fish_prawn_crab": {
        "fish-prawn-rooster": ["魚-蝦-雞", "鱼虾鸡"],
        "fish-crab-crab": ["peixe caranguejo caranguejo", "155"],
    },
    "wheel": {"symbol 3": ["Símbolo 3", "記號3"]},
    "fantan": {"3": ["番 3", "三"]},
    "football_poker": {"K-9-4": ["K94", "king 9 4"], "A-2": ["ás 2"]},
    "roulette": {"17": ["17 black"], "19": ["紅 19", "vermelho 19"]},
}
NULLS = {
    "craps": {"short": ["null short"], "no_roll": ["no roll"], "off_board": ["nulo: fora da mesa"], "": ["無效"]},
    "fish_prawn_crab": {"leaning": ["void: a die leans"]},
}
NEAR = [
    ("craps", "hrad 6", "hard_way:6?"),
    ("craps", "don pass", "dont_pass or pass_line?"),
    ("craps", "hard 5", "4, 6, 8, 10"),
    ("roulette", "vermelo", "red?"),
    ("roulette", "split 17,19", "16-19 or 17-18"),
]
OPTIONS = [
    ("craps", "Field pays on 12", "3 to 1", ("field_12", 3)),
    ("craps", "field-12", "3x", ("field_12", 3)),
    ("roulette", "zero", "la partage", ("zero", "half_back")),
    ("roulette", "zero", "en prison", ("zero", "en_prison")),
    ("fish_prawn_crab", "骰盅的驅動方式", "電子裝置", ("drive", "electronic")),
    ("football_poker", "baralhos", "6", ("decks", 6)),
]


@cache
def rules(name: str) -> Rules:
    return game(name).rules


def message(refusal: Refusal) -> str:
    return translator().message(refusal.message)


@pytest.mark.parametrize("name", names())
def test_a_game_is_found_by_its_id_its_titles_and_what_people_call_it(name: str) -> None:
    own = (name, name.upper(), name.replace("_", " "), *law(name).instrument.title.values(), *read_talk(name).also)
    for typed in (*own, *GAMES.get(name, ())):
        assert find_game(typed).value.id == name, typed


@pytest.mark.parametrize("name", BETS)
def test_a_bet_is_found_by_what_people_call_it(name: str) -> None:
    for key, spellings in BETS[name].items():
        for typed in spellings:
            assert find_bet(rules(name), typed).value.key == key, typed


@pytest.mark.parametrize("name", OUTCOMES)
def test_a_result_is_found_by_what_people_call_it(name: str) -> None:
    for shown, spellings in OUTCOMES[name].items():
        for typed in spellings:
            throw = find_outcome(rules(name), typed).value
            assert isinstance(throw, ValidThrow)
            assert rules(name).rulebook.show(throw.outcome) == shown, typed
    for reason, spellings in NULLS.get(name, {}).items():
        for typed in spellings:
            throw = find_outcome(rules(name), typed).value
            assert isinstance(throw, Null)
            assert throw.reason == reason, typed


@pytest.mark.parametrize(("name", "typed", "near"), NEAR)
def test_what_is_not_known_is_met_with_what_is_near(name: str, typed: str, near: str) -> None:
    with pytest.raises(Refusal) as caught:
        find_bet(rules(name), typed)
    assert near in message(caught.value)
    with refuses(UNKNOWN_GAME):
        find_game("rulette")


@pytest.mark.parametrize(("name", "option", "value", "expected"), OPTIONS)
def test_an_option_is_found_by_its_words(name: str, option: str, value: str, expected: tuple[str, object]) -> None:
    assert find_option(find(name), option, value).value == expected


@pytest.mark.parametrize(
    ("typed", "possible"), [("7", "1-6 or 2-5 or 3-4"), ("11", "5-6 or 1-1"), ("12", "6-6 or 1-2")]
)
def test_a_total_alone_does_not_say_how_the_dice_lie(typed: str, possible: str) -> None:
    with pytest.raises(Refusal) as caught:
        find_outcome(rules("craps"), typed)
    assert caught.value.code == AMBIGUOUS
    assert possible in message(caught.value)


@pytest.mark.parametrize("typed", ["-3", "3-", "3.", "+3", "(3)", "3 or 4", "null:", "½"])
def test_what_is_no_result_stays_refused(typed: str) -> None:
    for name in ("fantan", "roulette", "craps"):
        with pytest.raises(Refusal):
            find_outcome(rules(name), typed)


@pytest.mark.parametrize("name", of_chance())
@pytest.mark.parametrize("spellings", [lambda _, bet: [bet.key, *names_of(bet)], talk_of])
def test_every_bet_is_found_by_its_names_and_by_table_talk(
    name: str, spellings: Callable[[Rules, Bet], Iterable[str]]
) -> None:
    """Or refused with all that go by the name, where there are several ("45 to 1" at the wheel): never another bet."""
    table = rules(name)
    called = {bet: set(map(plain, spellings(table, bet))) for bet in table.bets.values()}
    for bet in table.bets.values():
        assert find_bet(table, bet.key).value is bet
        for spelled in spellings(table, bet):
            alike = [other.key for other in table.bets.values() if plain(spelled) in called[other]]
            if len(alike) == 1:
                assert find_bet(table, spelled).value is bet
                continue
            with pytest.raises(Refusal) as caught:
                find_bet(table, spelled)
            assert caught.value.code == AMBIGUOUS
            assert all(key in message(caught.value) for key in alike)


@pytest.mark.parametrize("name", of_chance())
def test_table_talk_is_about_bets_results_and_options_there_are(name: str) -> None:
    table, talk = rules(name), read_talk(name)
    choices = [{option.name: value} for option in table.rulebook.options for value in option.values]
    tables = [game(name, **choice).rules for choice in ({}, *choices)]
    known = {key for each in tables for bet in each.bets.values() for key in (bet.id, bet.key)}
    assert set(talk.bets) | set(talk.similar) <= known
    parts = {part.lower() for outcome, _ in table.space for part in table.rulebook.show(outcome).split("-")}
    for shown in talk.outcomes:
        assert shown in parts or table.rulebook.parse_throw(shown.replace(SELECTION, "1"))
    options = {option.name: set(map(str, option.values)) for option in table.rulebook.options}
    for option in talk.options:
        of, _, value = option.partition("=")
        assert of in options
        assert not value or value in options[of]


@pytest.mark.parametrize("name", of_chance())
def test_every_result_is_read_as_it_is_shown(name: str) -> None:
    table = rules(name)
    for outcome, _ in table.space:
        shown = table.rulebook.show(outcome)
        for typed in (shown, shown.upper(), shown.replace("-", " "), shown.replace("-", " , ")):
            throw = find_outcome(table, typed).value
            assert isinstance(throw, ValidThrow)
            assert throw.outcome == outcome


@settings(max_examples=many(15))
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
            assert len(message(refusal)) < 300  # noqa: PT017 - found or refused, either is right


def test_a_bet_by_another_bets_name_is_remarked_on() -> None:
    bet = game("craps").bet("place 6")
    assert bet.key == "big_number:6"
    assert "place 6 is taken as Big 6 (big_number:6)" in bet.remark
    assert not game("craps").bet("Big 6").remark
    remarked = answer("odds", "craps", "place 6")
    assert [row["selection"] for row in remarked["bets"]] == ["6"]
    assert len(remarked["remarks"]) == 1
    assert "remarks" not in answer("odds", "craps", "Big 6")


# Amounts.

READ = [
    ("1000", "en", 100_000),
    ("1,000", "en", 100_000),
    ("1,000.50", "en", 100_050),
    ("1 000", "en", 100_000),
    ("1,234,567", "zh", 123_456_700),
    ("１，０００", "zh", 100_000),
    ("12.5", "en", 1250),
    ("12,50", "pt", 1250),
    ("12.50", "pt", 1250),
    ("1.000", "pt", 100_000),
    ("1.000,50", "pt", 100_050),
    ("1\N{NO-BREAK SPACE}000,50", "pt", 100_050),
    ("1\N{NARROW NO-BREAK SPACE}000", "pt", 100_000),
    ("−5", "en", -500),
]


def test_amounts_are_read_as_the_language_writes_them() -> None:
    for typed, spoken, avos in READ:
        assert read_patacas(typed, Language(spoken)) == avos, (typed, spoken)


REFUSED = [
    ("1,000", "pt"),  # 1000, or one pataca and nothing
    ("1.000", "en"),
    ("1.000", "zh"),
    ("12,50", "en"),
    ("1,00,000", "en"),
    ("1,0000", "en"),
    ("1.000.50", "pt"),
    ("1,000,50", "en"),
    ("1,000 000", "en"),
    ("1e3", "en"),
    ("", "en"),
    ("½", "en"),
]


def test_amounts_that_may_be_two_things_or_none_are_refused() -> None:
    for typed, spoken in REFUSED:
        with pytest.raises(Refusal) as caught:
            read_patacas(typed, Language(spoken))
        assert (caught.value.code, str(caught.value.cite)) == ("bad_stake", "R-money-2"), (typed, spoken)


@given(st.integers(-(10**12), 10**12), st.sampled_from(Language))
def test_what_banca_prints_is_read_back(avos: int, spoken: Language) -> None:
    sign, (whole, rest) = "-" * (avos < 0), divmod(abs(avos), 100)
    plainly = f"{sign}{whole}.{rest:02}"
    assert read_patacas(translator(spoken).number(plainly), spoken) == parse_patacas(plainly) == avos
