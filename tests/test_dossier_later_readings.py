"""What later readers on the regulator's side found wrong in dossiers, in the three languages: none of it comes back."""

from fractions import Fraction

import pytest

from banca.dossier.breaks import JOINER, SPACE, kept
from banca.dossier.description import described
from banca.dossier.document import document
from banca.law import Language, clause
from banca.words import speech
from dossiers import answer, others, told

pytestmark = pytest.mark.slow

# A third reading


@pytest.mark.parametrize("language", Language)
def test_5_2_6_the_additional_bet_of_dont_come_is_not_described_as_the_flat_bet(language: Language) -> None:
    of = others("craps", '"dont_come_odds:4", pays = "3 to 5"', '"come_odds:6", pays = "7 to 5"')
    for bet in of.bets:
        said = described(bet, speech(language))
        assert "11" not in said, said
        assert said in told(of, language)


def test_5_4_1_a_hard_way_is_described_by_its_own_pair() -> None:
    of = others("craps", '"hard_way:6", pays = "10 to 1"')
    assert "3-3 wins" in told(of, "en")
    assert "4-4" not in described(of.bets[0], speech())


def test_where_all_bets_of_a_table_have_one_edge_none_is_said_to_be_the_highest() -> None:
    of = others("wheel", '"symbol:6", pays = "47 to 1"', '"symbol:7", pays = "47 to 1"')
    assert {bet.house_edge for bet in of.bets} == {Fraction(1, 13)}
    assert not of.warnings or all("higher than" not in str(one.said) for one in of.warnings)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "12 to 1 on three dice with the chosen figure, instead of 3 to 1"),
        ("pt", "12 para 1 quando o resultado for três dados com a figura escolhida"),
        ("zh", "結果為三粒骰子與選定圖案相同時"),
    ],
)
def test_6_3_a_number_of_dice_is_told_as_that(language: str, said: str) -> None:
    of = others("fish_prawn_crab", '"figure:fish", pays = "12 to 1", when = lambda o: o.is_triple')
    assert said in told(of, language).replace(SPACE, " ").replace(JOINER, "")


def test_6_11_several_outcomes_of_one_prize_are_told_with_or() -> None:
    of = others("craps", '"horn", pays = "7 to 1", when = lambda o: o.total in (2, 12)')
    assert "quando o resultado for 2 ou 12" in told(of, "pt").replace(SPACE, " ")


@pytest.mark.parametrize(("name", "clauses"), [("rare_symbols", ("2",)), ("figure_pairs", ("3.4",))])
def test_a_new_bet_is_withdrawn_within_the_rules_of_its_game(name: str, clauses: tuple[str, ...]) -> None:
    for bet in answer(name).bets:
        assert tuple(one.cite.clause for one in bet.withdrawn) == (*clauses, "R-proposal-1")


def test_a_proposed_prize_leaves_the_bet_its_own_mark() -> None:
    of = others("craps", '"dont_pass", pays = "19 to 20"', '"pass_line", pays = "21 to 20"')
    marks = {row.together.bets[0].key: row.marks for row in of.comparison if row.is_proposed}
    assert marks == {"dont_pass": ("†", "§"), "pass_line": ("§",)}


def test_the_regulation_before_fantans_is_named_as_it_was_last_worded() -> None:
    said = told(others("fantan", '"fan:1", pays = "16 to 5"'), "pt").replace(SPACE, " ")
    assert "Portaria n.º 211/80/M, de 15 de Novembro, na redacção da Portaria n.º 178/89/M, de 23 de Outubro" in said
    assert "): 3 para 1, deduzida" not in said


def test_halves_are_rounded_up_from_the_exact_fraction() -> None:
    assert speech().percent(Fraction(87, 640), 4) == "13.5938%"
    assert speech().decimal(Fraction(1, 8), 2) == "0.13"
    assert speech().percent(Fraction(-87, 640), 4) == "−13.5938%"


def test_outcomes_and_endings_are_listed_once() -> None:
    of = others("craps", '"hard_way:6", pays = "10 to 1"')
    for state in of.bets[0].derivation.states:
        for move in state.moves:
            assert len(set(move.seen)) == len(move.seen)
    (odd,) = others("football_poker", '"odd", pays = "21 to 20"').bets
    assert len({(one.kind, one.net) for one in odd.endings}) == len(odd.endings)


# A fourth reading


def test_a_selection_is_described_by_its_own_number_or_figure() -> None:
    (big,) = others("craps", '"big_number:6", pays = "6 to 5"').bets
    assert "8" not in described(big, speech())
    total, fish = others("fish_prawn_crab", '"total:4", pays = "60 to 1"', '"figure:fish", pays = "4 to 1"').bets
    assert "17" not in described(total, speech())
    assert "Peixe" in described(fish, speech(Language.PT))
    assert "seis" not in described(fish, speech(Language.PT))


def test_prizes_of_the_earlier_regulation_and_reconstructed_ones_are_told_apart() -> None:
    mixed = others("fantan", '"fan:1", pays = "16 to 5"', '"kuoc:1-2", pays = "21 to 20"')
    said = told(mixed, "pt").replace(SPACE, " ")
    assert "de 23 de Outubro) ou aqui reconstruídos" in said
    assert (
        "Fan 1: prémio de 16 para 5, deduzida a comissão de 5% do prémio, em vez de 3 para 1 no regulamento anterior"
        in said
    )


@pytest.mark.parametrize("name", ["figure_pairs"])
def test_8_the_count_of_days_is_cited_only_where_an_authorisation_is_asked_for(name: str) -> None:
    read = {option.option: [one.clause for one in option.reads] for option in answer(name).options}
    asked = {option.option for option in answer(name).options if option.authorised_by}
    assert asked == {option for option, reads in read.items() if "R-fpc-3" in reads}


def test_the_notice_tells_of_each_bet_when_it_wins() -> None:
    of = others("fish_prawn_crab", '"total:4", pays = "60 to 1"', '"total:17", pays = "60 to 1"')
    noticed = str(document(of, speech()).sections[-2])
    assert (
        "Total 4: Wins if the three dice add up to 4; otherwise loses. Total 17: Wins if the three dice add up to 17"
        in noticed
    )


def test_the_id_of_a_reading_stays_on_one_line_behind_a_chinese_letter_too() -> None:
    whole = JOINER.join(["R", "-", "fpc", "-", "4"])
    assert kept("解讀R-fpc-4") == f"解讀{whole}"
    assert kept("interpretação R-fpc-4") == f"interpretação{SPACE}{whole}"


def test_a_selection_stays_with_the_name_of_its_bet() -> None:
    dice = JOINER.join(["4", "-", "5"])
    assert f"Hop{SPACE}{dice}" in told(answer("hops"), "pt")


@pytest.mark.parametrize(("spoken", "said"), [(Language.PT, "30, 32, 34 e 36."), (Language.ZH, "30、32、34、36。")])
def test_the_red_numbers_are_listed_as_each_language_lists(spoken: Language, said: str) -> None:
    assert clause("roulette", "R-roulette-2").text[spoken].endswith(said)
