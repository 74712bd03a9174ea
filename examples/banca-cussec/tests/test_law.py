"""Every clause is reconstructed, names its sources, is cited by code and named by a test; every row speaks three languages."""

import ast
import re
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from banca.law import Language, Status, law
from banca.rules import Text
from banca.tables.commands import LABELS

from banca_cussec import GAME, RULEBOOK, felt, procedure
from banca_cussec.prizes import COMBINATIONS, ODD_EVEN

BLANKS = re.compile(r"{\w*}")
HERE = Path(__file__).parent
WRITTEN: dict[str, Any] = tomllib.loads(files("banca_cussec").joinpath("clauses.toml").read_text("utf-8"))
CLAUSES: dict[str, dict[str, Any]] = WRITTEN["clauses"]
READINGS = {clause for clause in CLAUSES if clause.startswith("R-")}


def calls(file: Path, name: str) -> Iterable[str]:
    """The texts that a file calls a function with: `cite("B-1")`, `pytest.mark.clause("B-1", …)`."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
            yield from (str(argument.value) for argument in node.args if isinstance(argument, ast.Constant))


def test_every_clause_is_cited_by_code_and_named_by_a_test() -> None:
    code = Path(str(files("banca_cussec"))).glob("*.py")
    assert {clause for file in code for clause in calls(file, "cite")} == set(CLAUSES)
    assert {clause for file in HERE.glob("test_*.py") for clause in calls(file, "pytest.mark.clause")} == set(CLAUSES)


def test_no_rule_claims_to_be_gazetted() -> None:
    found = law("cussec")
    for clause, entry in found.clauses.items():
        assert entry.status is (Status.READING if clause in READINGS else Status.RECONSTRUCTED)
        assert entry.article in found.articles
        assert {str(reading.clause) for reading in entry.readings} <= READINGS


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_names_its_sources_and_speaks_three_languages(clause: str) -> None:
    entry = CLAUSES[clause]
    assert entry["sources"]
    assert set(entry["sources"]) <= set(WRITTEN["sources"])
    assert len({entry[language] for language in Language}) == len(Language)


def test_every_source_is_used_and_has_a_name_and_an_address() -> None:
    used = {source for entry in (WRITTEN["instrument"], *CLAUSES.values()) for source in entry["sources"]}
    assert used == set(WRITTEN["sources"])
    for source in WRITTEN["sources"].values():
        assert source["name"]
        assert source["url"].startswith("http")


@pytest.mark.parametrize("reading", sorted(READINGS))
def test_every_reading_has_its_page(reading: str) -> None:
    assert f"## {reading}" in (HERE.parent / "docs" / "readings.md").read_text("utf-8")


def said_on_rows() -> Iterable[str]:
    """Whatever people are told of bets, options, phases, acts and their fields, null rounds and refusals."""
    rules = RULEBOOK.under(**{ODD_EVEN.name: "yes", COMBINATIONS.name: "yes"})
    yield from (bet.name for bet in rules.bets.values())
    for option in RULEBOOK.options:
        yield from (option.says, *(option.says_value[str(value)] for value in option.values))
    yield from GAME.phases.values()
    for act in GAME.acts:
        yield act.takes.says
        yield from ((LABELS | dict(act.takes.labels))[field] for field in act.takes.__struct_fields__)
    yield from (null.says for null in RULEBOOK.nulls.values())
    yield from (code.says for code in (procedure.LEVER_PRESSES, procedure.SHAKER_NOT_STARTED))
    yield felt.TRIPLE_LOSES


@pytest.mark.parametrize("said", sorted(set(said_on_rows())))
def test_every_row_speaks_three_languages(said: str) -> None:
    assert isinstance(said, Text)
    assert all(said.is_in(language) for language in Language)
    assert len({tuple(BLANKS.findall(said.template(language))) for language in Language}) == 1


def test_no_word_of_an_option_is_left_over() -> None:
    for option in RULEBOOK.options:
        assert set(option.says_value) == {str(value) for value in option.values}


def test_bets_of_one_kind_share_one_name_and_kinds_do_not() -> None:
    rules = RULEBOOK.under(**{ODD_EVEN.name: "yes", COMBINATIONS.name: "yes"})
    for language in Language:
        names = {(bet.id, bet.name.in_language(language)) for bet in rules.bets.values() if isinstance(bet.name, Text)}
        assert len(names) == len({bet for bet, _ in names}) == len({name for _, name in names}) == 13


@pytest.mark.parametrize("asked", [{}, {"prizes": "australia"}, {"single_on_three": 12}, {"combinations": "yes"}])
def test_other_readings_compare_bets_that_the_layout_has(asked: dict[str, object]) -> None:
    rules = RULEBOOK.under(**asked)
    compared = list(RULEBOOK.other_readings(rules.chosen))
    assert {other.as_read.key for other in compared} <= set(rules.bets)
    always = {"R-cussec-1", "R-cussec-2", "R-cussec-5"}
    assert {other.cite.clause for other in compared} == always | ({"R-cussec-4"} if "combinations" in asked else set())
