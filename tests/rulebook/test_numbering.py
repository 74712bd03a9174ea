"""Clauses within texts: written as jurists write them, never as a bare number."""

import re

import pytest

from banca.law import Clause, Language, clauses_of, readable
from banca.rulebook.numbering import ArticleParts, Numbering
from texts import texts

NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.,:/{±-])(\d{1,2}(?:\.[1-9]\d?){1,2}|[A-QS-Z]-\d{1,2})(?![\d/.]\d|\d|[%-]|\s?(?:%|cm|m\b|s\b|厘米|米|公尺|個百分點|percentage))"
)
"""A clause by its id alone; a measure, a percentage, an address and a dice pair are none."""


AMOUNT = "12.50"
"""What sentences on amounts have as their example."""


def bare(said: str) -> list[str]:
    """The numbers of clauses that a text has without an article."""
    return [found for found in NUMBER.findall(said) if found != AMOUNT]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("即2.3開始的次序", ["2.3"]),
        ("Aposta adicional como em 5.2.2.", ["5.2.2"]),
        ("prémio em 6.2.", ["6.2"]),
        ("按第五條及T-1推出", ["T-1"]),
        ("直徑約32吋（81.2厘米）", []),
        ("利益17/48（35.4%）", []),
        ("artigo 7.º, n.º 2", []),
        ("interpretação R-craps-4", []),
        ("1.5 m", []),
    ],
)
def test_a_bare_number_is_found(said: str, found: list[str]) -> None:
    assert bare(said) == found


@pytest.mark.slow
@pytest.mark.parametrize("language", list(Language))
def test_no_text_names_a_clause_by_a_bare_number(language: Language) -> None:
    found = [text for text in texts() if text.language is language and bare(text.said)]
    assert [f"{text.where}: {text.said}" for text in found] == []


def every_clause() -> list[Clause]:
    return [clause for game in readable() for clause in clauses_of(game).values()]


def test_no_clause_names_another_by_a_bare_number_or_an_open_mark() -> None:
    said = [(clause.cite, text) for clause in every_clause() for text in clause.text.values()]
    assert [one for one in said if bare(one[1]) or "{" in one[1]] == []


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (ArticleParts.NUMBERS, ("article 1(2)", "artigo 1.º, n.º 2", "第一條第二款")),
        (ArticleParts.ITEMS, ("article 1(2)", "artigo 1.º, alínea 2)", "第一條（二）項")),
    ],
)
def test_an_article_says_what_it_is_divided_into(parts: ArticleParts, said: tuple[str, ...]) -> None:
    numbering = Numbering(parts={"1": parts})
    assert tuple(numbering.place("1.2", language) for language in Language) == said


def test_two_neighbours_are_joined_by_and() -> None:
    places = [Numbering().place("5.4.3", language, "5.4.4") for language in Language]
    assert places == ["article 5(4)(3) and (4)", "artigo 5.º, n.º 4, alíneas 3) e 4)", "第五條第四款（三）及（四）項"]


def test_a_mark_that_names_no_clause_is_a_fault() -> None:
    with pytest.raises(ValueError, match=r"\{5\.9\} names no clause"):
        Numbering().written("as in {5.9}", "en", ["5.1"])


def test_a_clause_deeper_than_citations_go_is_a_fault() -> None:
    with pytest.raises(ValueError, match="zip"):
        Numbering(parts={"1": ArticleParts.ITEMS}).place("1.2.3.4", "pt")
