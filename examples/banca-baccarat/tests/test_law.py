"""Every clause names its sources, is cited by code or says why not, and is named by a test; each speaks three languages."""

import ast
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from banca.law import Language, Status, law

HERE = Path(__file__).parent
WRITTEN: dict[str, Any] = tomllib.loads(files("banca_baccarat").joinpath("clauses.toml").read_text("utf-8"))
CLAUSES: dict[str, dict[str, Any]] = WRITTEN["clauses"]
NOT_IN_CODE = {"2.1", "3.1", "4", "6"}
"""What happens with the shoe between rounds, and what the shape of the deal says by itself."""


def calls(file: Path, name: str) -> Iterator[str]:
    """The texts that a file calls a function with: `cite("13.1")`, `pytest.mark.clause("13.1", …)`."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
            yield from (str(argument.value) for argument in node.args if isinstance(argument, ast.Constant))


def test_every_clause_is_cited_by_code_and_named_by_a_test() -> None:
    code = Path(str(files("banca_baccarat"))).glob("*.py")
    assert {clause for file in code for clause in calls(file, "cite")} == set(CLAUSES) - NOT_IN_CODE
    assert {clause for file in HERE.glob("test_*.py") for clause in calls(file, "pytest.mark.clause")} == set(CLAUSES)


@pytest.mark.clause("2.1", "3.1", "4", "6", "13.4", "13.5", "13.6", "17.13", "19")
def test_nothing_unseen_is_shown_as_law() -> None:
    """What has been read in an order is gazetted; the table of third cards and the prizes of article P have not been."""
    for clause, entry in law("baccarat").clauses.items():
        expected = {"R": Status.READING, "T": Status.RECONSTRUCTED, "P": Status.RECONSTRUCTED}
        assert entry.status is expected.get(entry.article, Status.GAZETTED), clause
        if entry.status is not Status.READING:
            assert set(CLAUSES[clause]["sources"]) <= set(WRITTEN["sources"])
        if entry.status is Status.GAZETTED:
            assert all(source.startswith("order_") for source in CLAUSES[clause]["sources"])


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_speaks_three_languages(clause: str) -> None:
    assert len({CLAUSES[clause][language] for language in Language}) == len(Language)
