"""What a reader on the regulator's side found wrong in dossiers, in the three languages: none of it comes back."""

import re
from fractions import Fraction

import pytest
from msgspec import to_builtins

from banca.dossier import DossierAnswer, dossier_answer, study
from banca.dossier.breaks import JOINER, SPACE, kept, kept_in, unbroken, unbroken_end
from banca.dossier.description import described
from banca.dossier.document import document
from banca.dossier.simulated import Simulated
from banca.games import rulebook
from banca.games.football_poker.bets import WINS as FOOTBALL_WINS
from banca.law import Language, clause
from banca.proposals import read_proposal
from banca.rulebook import Odds
from banca.rulebook.money import NamedLimits
from banca.words import speech
from dossiers import answer, changed, strings, told

pytestmark = pytest.mark.slow

ADDITIONAL = """
proposal(game = "craps", title = say(en = "A", pt = "B", zh = "C"))
change(bet = "dont_pass_odds:4", pays = "9 to 20")
change(bet = "pass_odds:6", pays = "7 to 6")
"""
REVOKED = """
proposal(game = "football_poker", title = say(en = "A", pt = "B", zh = "C"))
change(bet = "post", pays = "6 to 1")
change(bet = "even", pays = "6 to 5")
"""
AT_100 = NamedLimits(minimum=100_00, maximum=10_000_00, chip=100_00)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "between throws (reading R-craps-8)"),
        ("pt", "entre lançamentos (interpretação R-craps-8)"),
        ("zh", "兩擲之間（解讀R-craps-8）"),
    ],
)
def test_r_craps_8_a_bet_is_taken_back_by_the_reading_that_says_so(language: str, said: str) -> None:
    of = changed(ADDITIONAL)
    assert said in told(of, language)
    assert "R-craps-8" in [one.clause for one in of.rests_on]


def test_where_no_article_seen_says_when_a_bet_is_taken_back_the_dossier_says_that() -> None:
    assert "os artigos consultados não o dizem" in told(changed(REVOKED), "pt")
    assert "所查閱的條文沒有訂明" in told(changed(REVOKED), "zh")


def test_6_2_and_6_4_the_provisions_departed_from_are_cited() -> None:
    of = changed(ADDITIONAL)
    assert [one.departs_from[0].clause for one in of.bets] == ["6.4", "6.2"]
    assert {"6.2", "6.4"} <= {one.clause for one in of.rests_on}
    assert "artigo 6.º, alínea 4), do Regulamento Oficial do Craps" in told(of, "pt")


def test_r_money_1_rounding_is_told_in_percentage_points_and_to_players() -> None:
    """9 to 20 on a stake of 100 is 45, which a chip of 100 rounds to nothing: 1/3 of the stake, where it was 1/30."""
    of = changed(ADDITIONAL, AT_100)
    assert of.bets[0].house_edge == Fraction(1, 30)
    assert of.bets[0].rounded.edge.exact == Fraction(1, 3)
    said = told(of, "pt")
    assert "aumenta em 30,000 pontos percentuais" in said
    assert "(de 3,333% para 33,333%)" in said
    assert "com 3,33 patacas, antes do arredondamento." in said
    assert "Em apostas de MOP 100, o casino fica, em média, com 33,33 de cada 100 patacas." in said
    assert "增加 30.000 個百分點（由 3.333% 增至 33.333%）" in told(of, "zh")


@pytest.mark.parametrize("name", ["all_tall_small", "fire"])
def test_craps_counts_throws(name: str) -> None:
    portuguese, chinese = told(answer(name), "pt"), told(answer(name), "zh")
    for said in (
        "Lançamentos até à decisão, média",
        "Por lançamento em que",
        "num só lançamento",
        "vários lançamentos",
    ):
        assert said in portuguese
    clauses = {str(text) for one in answer(name).rests_on for text in one.text.told.values()}
    assert not [line for line in portuguese.split("\n") if "jogada" in line and line not in clauses]
    for said in ("分出輸贏的平均擲骰次數", "每擲（注碼在檯期間）"):
        assert said in chinese
    assert "局數" not in chinese


def test_football_poker_counts_hands() -> None:
    assert "Mãos até à decisão, média" in told(answer("first_pair"), "pt")


def test_41_2003_a_revoked_regulation_is_called_so() -> None:
    said = told(changed(REVOKED), "pt")
    for part in (
        "n.º 41/2003, revogado, que vigorou até 28 de Junho de 2004, os seguintes prémios",
        "diferentes dos previstos no regulamento revogado",
        "prémio de 6 para 1, em vez de 8 para 1 no regulamento revogado",
        "Prémio no regulamento revogado (n.º 41/2003)",
        "Com os prémios previstos no regulamento revogado",
        "Regulamento revogado: estes artigos vigoraram",
    ):
        assert part in said, part
    assert "Prémio até agora" not in said
    chinese = told(changed(REVOKED), "zh")
    assert "以已廢止、有效至2004年6月28日的第41/2003號" in chinese
    assert "已廢止規章（第41/2003號）所定賠率" in chinese


@pytest.mark.parametrize(("z", "said"), [(0.55, "0,55 erros-padrão acima"), (-0.04, "0,04 erros-padrão abaixo")])
def test_a_simulated_figure_lies_above_or_below(z: float, said: str) -> None:
    whole = study(read_proposal(ADDITIONAL))
    simulated = {one.bet.key: Simulated(rounds=100, seed=1, edge=0.1, error=0.01, z=z) for one in whole.bets}
    assert said in told(dossier_answer(whole, simulated), "pt")


def test_bets_of_the_regulation_are_not_said_to_be_in_the_words_of_the_proposal() -> None:
    said = told(changed(ADDITIONAL), "pt")
    assert "síntese da disposição citada" in said
    assert "nos termos da proposta" not in said
    assert "síntese da disposição citada" not in told(answer("hops"), "pt")


def test_5_3_8_the_field_ends_with_what_wins_and_its_name_stands_once() -> None:
    said = told(answer("other_prizes"), "pt")
    assert "No lançamento seguinte ganham 3, 4, 9, 10 e 11, e também 2 e 12; as outras somas perdem." in said


def test_the_table_of_one_bet_among_many_says_which() -> None:
    assert "Resultados: Hop 1-2" in told(answer("hops"), "pt")
    assert "：Hop 1-2" in told(answer("hops"), "zh")


@pytest.mark.parametrize(
    ("name", "language", "parts"),
    [
        ("all_tall_small", "pt", ("somas já saídas", "2 e 3")),
        ("all_tall_small", "zh", ("已擲出的總和", "2、3")),
        ("fire", "pt", ("números ponto diferentes já repetidos", "nenhum · 4", "4 · 0")),
        ("first_pair", "pt", ("número de cartas", "resultados já saídos")),
    ],
)
def test_states_are_told_as_what_they_are(name: str, language: str, parts: tuple[str, ...]) -> None:
    said = told(answer(name), language).replace(SPACE, " ").replace(JOINER, "")
    assert [one for one in parts if one not in said] == []
    assert ",,0" not in said


def test_9_4_points_stand_in_order_with_their_unit() -> None:
    assert "1–8 pontos" in told(changed(REVOKED), "pt")
    assert "1–8點" in told(changed(REVOKED), "zh")


def test_a_prize_one_step_lower_is_in_the_smallest_numbers() -> None:
    lower = changed(ADDITIONAL).bets
    assert [one.prizes[0].lower.odds for one in lower] == [(Odds(2, 5),), (Odds(1),)]


def test_short_odds_are_no_fraction() -> None:
    odds = [Odds(24), Odds(249), Odds(999)]
    assert [speech(one).short_odds(odds) for one in Language] == [
        "24, 249 or 999 to 1",
        "24, 249 ou 999 para 1",
        "1 賠 24、249 或 999",
    ]
    in_a_row = [Odds(1), Odds(2), Odds(3)]
    assert [speech(one).short_odds(in_a_row) for one in Language] == ["1–3 to 1", "1–3 para 1", "1 賠 1–3"]
    assert [speech(one).short_odds(in_a_row[:2]) for one in Language] == ["1 or 2 to 1", "1 ou 2 para 1", "1 賠 1 或 2"]


def test_18_an_order_has_its_year_once_in_portuguese() -> None:
    letter = "\n".join(strings(to_builtins(document(answer("hops"), speech(Language.PT)).letter)))
    assert "n.º 53/2010, de 26 de Fevereiro, em vigor" in letter


def test_a_regulation_stands_between_its_marks_in_chinese() -> None:
    assert "《花旗骰法定規章》\n第53/2010號" in told(answer("hops"), "zh")


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ("artigo 7.º, n.º 2, alínea 12)", ["artigo 7.º,", "n.º 2,", "alínea 12)"]),
        ("paga 999 para 1", ["paga", "999 para 1"]),
        ("Boletim Oficial n.º 10/2010, I Série", ["Boletim", "Oficial", "n.º 10/2010,", "I Série"]),
        ("interpretação R-craps-8", ["interpretação R-craps-8"]),
        ("Come 4 †", ["Come", "4 †"]),
    ],
)
def test_numbers_are_not_parted_from_their_words(said: str, whole: list[str]) -> None:
    assert [one.replace(SPACE, " ").replace(JOINER, "") for one in kept(said).split(" ")] == whole


def test_the_id_of_a_reading_is_not_broken_at_its_hyphens() -> None:
    hyphen = f"{JOINER}-{JOINER}"
    assert kept("(interpretação R-craps-4b)") == f"(interpretação{SPACE}R{hyphen}craps{hyphen}4b)"


def test_brackets_selections_and_marks_stay_together() -> None:
    assert f"{JOINER}（" in unbroken("2、3（4）")
    assert " " not in unbroken_end("派司拉附加投注 4、10 †").partition(" ")[2]
    assert unbroken_end("Hard Hop（6 項投注）").count(JOINER) > len("6 項投注")
    assert kept_in({"svg": "MOP 1", "text": "MOP 1"}) == {"svg": "MOP 1", "text": f"MOP{SPACE}1"}


def other_prize(game: str, bet: str, pays: str) -> DossierAnswer:
    """The dossier of one changed prize."""
    return changed(
        f'proposal(game = "{game}", title = say(en = "A", pt = "B", zh = "C"))\nchange(bet = "{bet}", pays = "{pays}")\n'
    )


@pytest.mark.parametrize(
    ("of", "portuguese", "chinese"),
    [
        (
            ("roulette", "dozen:1", "5 to 2"),
            (
                "; o artigo do regulamento não foi visto. Só os prémios são alterados.",
                "Prémio reconstruído",
                "Com os prémios reconstruídos",
                "diferentes dos aqui reconstruídos; os artigos do regulamento sobre apostas e prémios não foram vistos",
            ),
            ("重構的投注項目（", "重構的賠率", "按重構的彩金", "下列有別於本文件重構者的彩金金額（規章有關"),
        ),
        (
            ("fantan", "kuoc:1-2", "9 to 10"),
            ("Prémio reconstruído", "diferentes dos aqui reconstruídos", "Aposta prevista no regulamento anterior"),
            (
                "重構的賠率",
                "按重構的彩金",
                "先前的規章（經十月二十三日第178/89/M號訓令修改的十一月十五日第211/80/M號訓令）已訂定的投注項目",
            ),
        ),
        (
            ("fantan", "fan:1", "5 to 2"),
            (
                "diferentes dos previstos no regulamento anterior (Portaria n.º 211/80/M, de 15 de Novembro, na redacção da Portaria n.º 178/89/M, de 23 de Outubro)",
                "Prémio no regulamento anterior (Portaria n.º 211/80/M, de 15 de Novembro, na redacção da Portaria n.º 178/89/M, de 23 de Outubro)",
            ),
            ("先前的規章（經十月二十三日第178/89/M號訓令修改的十一月十五日第211/80/M號訓令）",),
        ),
        (
            ("fish_prawn_crab", "any_triple", "25 to 1"),
            (
                "Prémio na redacção inicial (n.º 59/2004)",
                "diferentes dos previstos na redacção inicial do regulamento",
                "Com os prémios da redacção inicial",
            ),
            ("最初公佈的規章（第59/2004號）所定賠率", "有別於最初公佈的規章規定", "按最初公佈的規章所定的彩金"),
        ),
        (
            ("football_poker", "even", "6 to 5"),
            ("Aposta reconstruída (", "Prémio no regulamento revogado (n.º 41/2003)"),
            ("重構的投注項目（", "已廢止規章（第41/2003號）所定賠率"),
        ),
        (("wheel", "symbol:1", "6 to 5"), ("Prémio até agora", "Aposta prevista no regulamento ("), ("原有賠率",)),
    ],
)
def test_only_what_was_seen_in_a_regulation_is_called_its_own(
    of: tuple[str, str, str], portuguese: tuple[str, ...], chinese: tuple[str, ...]
) -> None:
    for language, parts in (("pt", portuguese), ("zh", chinese)):
        said = told(other_prize(*of), language)
        assert [one for one in parts if one not in said] == []


@pytest.mark.parametrize("game", ["craps", "fantan", "fish_prawn_crab", "football_poker", "roulette", "wheel"])
def test_no_description_of_a_bet_states_the_prize_that_changes(game: str) -> None:
    say = speech(Language.PT)
    for bet in rulebook(game).under().bets.values():
        said = say(bet.wins) if bet.wins else clause(game, bet.cite.clause).text[Language.PT]
        assert not re.search(r"\d para \d", said), (bet, said)


@pytest.mark.parametrize(
    ("of", "portuguese", "chinese"),
    [
        (
            ("roulette", "dozen:1", "5 to 2"),
            "Ganha com qualquer número da dúzia; com os outros e com o zero, perde.",
            "開出該打的任何號碼即贏；其他號碼及零則輸。",
        ),
        (
            ("fantan", "fan:1", "5 to 2"),
            "Um número ganha e três perdem. Quem ganha conserva a aposta e recebe ainda o prémio.",
            "一個號碼贏，三個輸。贏者保留原注，另獲彩金。",
        ),
        (
            ("wheel", "symbol:1", "6 to 5"),
            "Ganha se o indicador apontar uma secção com esse símbolo; senão, perde (artigo 5.º).",
            "指示器指向該記號的一格即贏，否則輸（第五條）。",
        ),
        (
            ("football_poker", "post", "6 to 1"),
            "Ganha se as duas primeiras cartas perfizerem 0 ou 9 e as três também; senão, perde.",
            "首兩張牌合計0或9點，且三張牌合計亦為0或9點即贏；否則輸。",
        ),
    ],
)
def test_the_notice_and_the_description_say_when_a_bet_wins(
    of: tuple[str, str, str], portuguese: str, chinese: str
) -> None:
    """Twice each: in section 2 and in 7.2."""
    assert told(other_prize(*of), "pt").count(portuguese) == 2
    assert told(other_prize(*of), "zh").count(chinese) == 2


def test_only_one_of_two_new_bets_is_higher_than_any_other() -> None:
    """One in 36 at 23 to 1 leaves 1/3, at 20 to 1 it leaves 5/12."""
    words = 'say(en = "{0}", pt = "{0}", zh = "{0}")'
    source = 'proposal(game = "craps", title = say(en = "A", pt = "B", zh = "C"))\n' + "".join(
        f'bet(id = "{name}", name = {words.format(name)}, description = {words.format(name)}, pays = "{pays} to 1", '
        f'wins = lambda o: o.total == {total}, sees = ["total"])\n'
        for name, pays, total in (("third", 23, 2), ("more", 20, 12))
    )
    of = changed(source)
    assert [one.house_edge for one in of.bets] == [Fraction(1, 3), Fraction(5, 12)]
    higher = [speech(Language.PT).message(one.said) for one in of.warnings if one.code == "higher_than_any"]
    assert len(higher) == 1
    assert higher[0].startswith("more: a vantagem do casino, de 41,67%")
    assert "(no máximo, 33,33%)" in higher[0]


def test_12_and_r_fp_4_a_commission_of_the_amount_won_is_deducted_from_both_prizes() -> None:
    of = other_prize("football_poker", "upper", "9 to 10")
    assert [one.net for one in of.bets[0].endings if one.kind == "win"] == [Fraction(9, 10) * Fraction(95, 100)]
    assert (
        "prémio de 9 para 10, em vez de 1 para 1 no regulamento revogado, deduzida em ambos os casos a comissão de 5% do prémio"
        in told(of, "pt")
    )
    assert "由已廢止的規章所定的 1 賠 1 改為 10 賠 9，兩者均抽取彩金的 5% 作抽水" in told(of, "zh")


FIRST_POINTS = """
proposal(game = "football_poker", title = say(en = "A", pt = "B", zh = "C"))
bet(id = "first_eight", name = say(en = "A", pt = "B", zh = "C"), description = say(en = "A", pt = "B", zh = "C"),
    pays = "8 to 1", wins = lambda o: o.first_points == 8, sees = ["first_points"])
"""


def test_9_4_and_10_1_a_new_bet_rests_on_the_clauses_of_points() -> None:
    of = changed(FIRST_POINTS)
    assert {"A-1", "9.4", "R-fp-2", "10.1"} <= {one.clause for one in of.bets[0].reads}
    assert {"A-1", "9.4", "R-fp-2", "10.1"} <= {one.clause for one in of.rests_on}


def test_9_a_new_bet_cites_the_commission() -> None:
    words = 'say(en = "A", pt = "B", zh = "C")'
    of = changed(
        f'proposal(game = "fantan", title = {words})\n'
        f'bet(id = "one_only", name = {words}, description = {words}, pays = "2 to 1", wins = lambda o: o.number == 1)\n'
    )
    assert "9" in [one.clause for one in of.rests_on]


def test_9_4_points_of_the_first_two_cards_are_told_as_such() -> None:
    said = told(changed(FIRST_POINTS), "pt").replace(SPACE, " ")
    assert "0–7, 9 pontos nas duas primeiras cartas" in said
    assert "首兩張 8 點" in told(changed(FIRST_POINTS), "zh").replace(SPACE, " ")


@pytest.mark.parametrize("language", Language)
def test_a_bet_is_described_in_whole_sentences_of_its_own(language: Language) -> None:
    """The bet's name is data of its own: a colon within a clause parts nothing."""
    (even,) = (bet for bet in changed(REVOKED).bets if bet.key == "even")
    assert described(even, speech(language)) == speech(language)(FOOTBALL_WINS["even"])
    (additional, *_) = changed(ADDITIONAL).bets
    pass_line = clause("craps", "5.2.2")
    assert pass_line.bet is not None
    assert not described(additional, speech(language)).startswith(pass_line.bet[language])
