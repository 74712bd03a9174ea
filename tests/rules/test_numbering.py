"""Clauses within texts: written as jurists write them, never as a bare number."""

import re

import pytest

from banca.law import clauses_of, readable
from banca.rules.numbering import ArticleParts, Numbering

NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.,:/{±-])(\d{1,2}(?:\.[1-9]\d?){1,2}|[A-QS-Z]-\d{1,2})(?![\d/.]\d|\d|[%-]|\s?(?:%|cm|m\b|s\b|厘米|米|公尺|個百分點|percentage))"
)
"""A clause by its id alone; a measure, a percentage, an address and a dice pair are none."""


def test_no_clause_names_another_by_a_bare_number_or_an_open_mark() -> None:
    assert NUMBER.findall("即2.3開始的次序; prémio em 6.2; 81.2厘米, 35.4%, n.º 2, R-craps-4, 1.5 m") == ["2.3", "6.2"]
    clauses = [clause for game in readable() for clause in clauses_of(game).values()]
    said = [(clause.cite, text) for clause in clauses for text in clause.text.values()]
    assert [one for one in said if NUMBER.findall(one[1]) or "{" in one[1]] == []


def test_a_mark_that_names_no_clause_and_a_clause_too_deep_are_faults() -> None:
    with pytest.raises(ValueError, match=r"\{5\.9\} names no clause"):
        Numbering().written("as in {5.9}", "en", ["5.1"])
    with pytest.raises(ValueError, match="zip"):
        Numbering(parts={"1": ArticleParts.ITEMS}).place("1.2.3.4", "pt")
