"""The dossier as a page: well formed, whole by itself, and never led by what a proposal says."""

from html.parser import HTMLParser

import pytest

from banca.dossier.page import dossier_html
from banca.dossier.pdf import dossier_pdf
from banca.law import Language
from banca.words import speech
from dossiers import SECTIONS, answer, proposed
from pdf_text import pdf_pages

pytestmark = pytest.mark.slow

HOSTILE = "<script>alert(1)</script> #panic(1) $x^2$ \\\" ' & ]*_`"
VOID = {"meta", "br", "hr", "img", "link"}


class Balanced(HTMLParser):
    """Fails where an element is not closed; keeps the texts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        assert not any(name in {"src", "xlink:href"} for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.remove(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def parsed(page: str) -> Balanced:
    parser = Balanced()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    return parser


@pytest.mark.parametrize("language", Language)
def test_the_page_is_well_formed_and_needs_nothing_else(language: Language) -> None:
    say = speech(language)
    page = dossier_html(answer("world"), say)
    found = parsed(page)
    assert not found.tags & {"script", "link", "iframe", "object", "img"}
    assert "url(" not in page
    assert page.startswith(f'<!doctype html>\n<html lang="{"zh-Hant" if language is Language.ZH else language.value}">')
    said = "".join(found.texts)
    for title in SECTIONS:
        assert say(title) in said


def test_what_a_proposal_says_is_text_in_the_page_and_in_the_pdf() -> None:
    hostile = proposed(HOSTILE)
    page = dossier_html(hostile, speech())
    found = parsed(page)
    assert "script" not in found.tags
    assert "".join(found.texts).count(HOSTILE) >= 8
    whole = "".join(pdf_pages(dossier_pdf(hostile, speech())))
    assert HOSTILE in whole.replace("\n", "")
