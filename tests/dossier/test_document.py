"""The dossier of craps 7.2 as a document: complete, in the regulation's order, with the right figures, articles and conditions."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from banca.dossier import Dossier, study
from banca.dossier.document import JOINER, SPACE, document
from banca.dossier.study import NO_ARTICLE_7, rests_on
from banca.games import rulebook
from banca.i18n import translator
from banca.law import Language
from banca.proposals import read_file
from banca.rules.money import NamedLimits
from support.documents import answer, new_bet, report, studied

pytestmark = pytest.mark.slow

NO_ARTICLE = (
    "None of the articles of that regulation consulted provides for the authorisation of new bets or different prizes. "
    "The proposal has no legal effect in itself."
)


def breakable(part: object) -> str:
    """A part of a document without what keeps lines from breaking."""
    return json.dumps(part, ensure_ascii=False).replace(SPACE, " ").replace(JOINER, "")


@pytest.mark.parametrize("name", ["all_tall_small", "world", "other_prizes", "first_pair"])
def test_7_2_the_lines_of_the_calculation_sum_to_the_advantage(name: str) -> None:
    for bet in report(name)["bets"]:
        shares = [Fraction(line["chance"]["exact"]) * Fraction(line["net"]) for line in bet["results"]]
        assert [Fraction(line["share"]["exact"]) for line in bet["results"]] == shares
        assert -sum(shares) == Fraction(bet["edge"]["exact"])
        assert sum(Fraction(line["chance"]["exact"]) for line in bet["results"]) == 1


@pytest.mark.clause("R-proposal-1")
def test_every_ending_has_a_worked_example() -> None:
    for bet in report("world")["bets"]:
        assert {example["said"] for example in bet["examples"]} == {line["said"] for line in bet["results"]}


@pytest.mark.parametrize(
    ("name", "what", "article"),
    [
        ("world", "new bets", "artigo 7.º, n.º 1, do Regulamento Oficial do Craps"),
        ("other_prizes", "different prizes", "artigo 7.º, n.º 1, do Regulamento Oficial do Craps"),
        ("same_again", "new bets", ""),
    ],
)
def test_7_1_the_letter_says_what_is_asked_for_and_by_which_article(name: str, what: str, article: str) -> None:
    """The order that approved craps is No. 53/2010 of 26 February 2010, in force from 9 March; other games have no article 7."""
    say = translator(Language.PT)
    letter = document(answer(name), say)["letter"]
    kind = "Application for authorisation of {what}" if article else "Proposal for {what}"
    assert letter["kind"][0]["text"] == say(kind, what=say(what))
    body = breakable(letter)
    assert article in body
    if article:
        for part in ("53/2010", "26 de Fevereiro", "9 de Março de 2010", "artigo 7.º, n.º 2,"):
            assert part in body


def test_r_proposal_1_other_games_say_once_that_no_article_provides_for_it() -> None:
    say = translator(Language.ZH)
    text = breakable(document(answer("snake"), say))
    assert text.count(say(NO_ARTICLE)) == 1
    assert say(NO_ARTICLE_7).split("{asked}")[-1] not in text


def test_69_2006_an_amendment_that_nobody_saw_is_named_in_the_letter() -> None:
    assert "69/2006" in breakable(document(answer("figure_pairs"), translator(Language.PT))["letter"])


@pytest.mark.parametrize("name", ["hops", "same_again"])
def test_every_reading_that_is_cited_is_explained_in_the_annex(name: str) -> None:
    whole = document(answer(name), translator())
    cited = set(re.findall(r"R-[a-z]+-\d+", breakable((whole["letter"], whole["sections"][:-1]))))
    explained = breakable(whole["sections"][-1]["parts"][2])
    assert cited
    assert [
        reading for reading in sorted(cited) if not re.search(rf"(reading|house rule) {reading}\b", explained)
    ] == []


def test_options_say_whether_the_concessionaire_or_the_regulator_decides() -> None:
    blocks = document(answer("hops"), translator())["sections"][0]["blocks"]
    *_, table = (block for block in blocks if block["kind"] == "table")
    assert "choice of the concessionaire: Craps, article 6(12)" in breakable(table)
    choices = answer("figure_pairs").study.options
    days_counted = {choice.option for choice in choices if "R-fpc-3" in [cite.clause for cite in choice.reads]}
    assert days_counted == {choice.option for choice in choices if choice.authorised_by}


def test_fantan_9_the_commission_is_told_to_players_and_on_the_first_page() -> None:
    """5 % of every prize."""
    made = document(answer("same_again"), translator())
    assert "commission of 5%" in breakable(made["letter"])
    assert "commission of 5%" in breakable(made["sections"][-2])
    assert "9" in [text.clause for text in answer("same_again").rests_on]


def test_limits_that_the_applicant_did_not_name_are_left_blank() -> None:
    assert breakable(document(answer("hops"), translator())).count("MOP ____") >= 3
    own = rulebook("craps").limits
    named = NamedLimits(minimum=own.minimum, maximum=own.maximum, chip=own.chip)
    whole = study(read_file(Path("hops")), named=named)
    made = document(Dossier(study=whole), translator())
    assert "____" not in breakable(made["letter"])
    assert "MOP ____" not in breakable(made["sections"])


def test_wheel_1_2_every_symbol_is_cited_by_its_own_item() -> None:
    cited = [text.cite.clause for text in rests_on(studied("rare_symbols")) if text.cite.clause.startswith("1.2")]
    assert cited == [f"1.2.{item}" for item in range(1, 8)]
    weighed_by = answer("rare_symbols").bets[0].derivation.weighed_by.cites
    assert "alíneas 1) a 7)" in translator(Language.PT).cite_run(weighed_by)


def test_football_poker_9_4_and_10_1_a_new_bet_rests_on_the_clauses_of_points() -> None:
    of = new_bet("football_poker", 'pays = "8 to 1", wins = lambda o: o.first_points == 8, sees = ["first_points"]')
    clauses = {"A-1", "9.4", "R-fp-2", "10.1"}
    assert clauses <= {cite.clause for cite in of.bets[0].bet.reads}
    assert clauses <= {text.clause for text in of.rests_on}
