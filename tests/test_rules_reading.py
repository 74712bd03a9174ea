"""What a reader found wrong in the paraphrases: they say what the gazette says, by the regulation's own terms."""

import pytest

from banca.law import Language, clause, law


@pytest.mark.parametrize(
    ("game", "number", "language", "absent"),
    [
        ("wheel", "4.2", "pt", "tocar"),
        ("wheel", "4.4", "pt", "apostas ficam"),
        ("wheel", "4.4", "zh", "注碼保留"),
        ("craps", "6.11", "pt", "sobre toda a aposta"),
        ("craps", "5.3.8", "pt", "nos termos do"),
        ("craps", "5.3.8", "zh", "第六條"),
        ("craps", "R-live-2", "pt", "As fontes dizem"),
        ("craps", "R-proposal-1", "pt", "teria de se alterar"),
        ("craps", "R-proposal-1", "zh", "則須修改"),
        ("fish_prawn_crab", "1.4", "zh", "三顆"),
        ("football_poker", "R-fp-1", "pt", "+245%"),
    ],
)
def test_a_paraphrase_says_no_more_than_its_source(game: str, number: str, language: str, absent: str) -> None:
    assert absent not in clause(game, number).text[Language(language)]


@pytest.mark.parametrize(("game", "number"), [("craps", "7.1"), ("fish_prawn_crab", "8")])
def test_the_bureau_is_named_in_full(game: str, number: str) -> None:
    assert "Direcção de Inspecção e Coordenação de Jogos (DICJ)" in clause(game, number).text[Language.PT]


def test_5_3_two_tables_of_an_annex_are_cited_together() -> None:
    text = law("pai_kao").clauses["5.3"].text
    assert "as tabelas 1 e 2 do anexo" in text[Language.PT]
    assert "附件表一及表二" in text[Language.ZH]


@pytest.mark.parametrize(
    ("game", "number", "language", "said"),
    [
        ("football_poker", "12", "pt", "(no texto chinês: sobre o montante ganho)"),
        ("football_poker", "12", "zh", "（葡文本作就贏出的投注抽5%）"),
        ("football_poker", "R-fp-4", "zh", "我們取所贏金額的5%"),
        ("football_poker", "R-fp-1", "pt", "cerca de 16%"),
        ("football_poker", "R-fp-3", "pt", "cerca de 0,04 pontos"),
        ("craps", "R-live-2", "pt", "os dados, a roda, os botões, as cartas ou as pedras"),
        ("craps", "R-live-2", "zh", "骰子、輪盤、鈕子或牌"),
        ("craps", "R-proposal-1", "pt", "Uma nova aposta só pode ser retirada"),
        ("craps", "R-proposal-1", "zh", "新投注項目只可在任何結果改變其狀態之前收回。"),
    ],
)
def test_a_paraphrase_says_what_its_source_says(game: str, number: str, language: str, said: str) -> None:
    assert said in clause(game, number).text[Language(language)]


def test_headings_that_were_not_seen_are_not_made_up() -> None:
    assert law("football_poker").articles["9"][Language.PT] == "(epígrafe não vista)"
    assert "As epígrafes dos artigos são nossas." in law("pai_kao").instrument.holds[Language.PT]
