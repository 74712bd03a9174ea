"""The dossier of a new bet at the wheel: each symbol has its number of sections by an item of its own. wheel 1.2."""

from banca.dossier.proof import rests_on
from banca.law import Language
from banca.words import speech
from dossiers import answer, studied, told

RARE = "rare_symbols"


def test_1_2_every_symbol_is_cited_by_its_own_item() -> None:
    cited = [one.cite.clause for one in rests_on(studied(RARE)) if one.cite.clause.startswith("1.2")]
    assert cited == [f"1.2.{item}" for item in range(1, 8)]


def test_1_2_the_sections_of_the_symbols_are_cited_as_jurists_cite_several_items() -> None:
    by = answer(RARE).bets[0].derivation.weighed_by.cites
    assert speech(Language.PT).cite_run(by) in told(answer(RARE), "pt")
    assert (
        speech(Language.PT).cite_run(by)
        == "artigo 1.º, n.º 2, alíneas 1) a 7), do Regulamento Oficial da Roda da Sorte"
    )
    assert speech(Language.ZH).cite_run(by).endswith("第一條第二款（一）至（七）項")


def test_1_2_the_gazettes_word_for_a_symbol_is_used_in_figures() -> None:
    assert speech(Language.ZH)(studied(RARE).rules.rulebook.fact_words["symbol"]) == "記號"
