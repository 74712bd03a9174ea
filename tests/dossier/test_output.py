"""The dossier as PDF, page and data: well formed, the same every time, and never led by what a proposal says."""

import hashlib
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from banca.dossier.render import NO_FONT, Format, dossier_html, dossier_pdf, render_dossier
from banca.drawing.svg import on_paper
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.law import Language
from banca.rules import Refusal
from banca.rules.refusal import NEEDS_EXTRA
from banca_verify import certificate
from support.documents import answer, hostile, pdf, pdf_pages, report
from support.paths import ROOT, TESTS

pytestmark = pytest.mark.slow

HOSTILE = "<script>alert(1)</script> #panic(1) $x^2$ \\\" ' & ]*_`"
SECTIONS = (
    "Scope", "Exact description of the bets", "Probabilities (odds)", "Prizes to be paid",
    "Calculation of the casino's advantage", "Layout of the gaming table",
    "Special conditions of operation and of publication to players", "Annexes",
)  # fmt: skip


@pytest.mark.parametrize(("language", "point"), [(Language.PT, ","), (Language.ZH, ".")])
def test_7_2_sections_stand_in_order_with_the_figures_published(language: Language, point: str) -> None:
    """Craps 7.2 names them; the edges of All, Tall and Small are those of the file's source, 7.76 % and 7.46 %."""
    say = translator(language)
    pages = pdf_pages(pdf("all_tall_small", language))
    assert "53/2010" in re.sub(r"\s", "", pages[0])  # the letter
    digest = hashlib.sha256(answer("all_tall_small").study.proposal.source.encode()).hexdigest()
    assert digest in re.sub(r"\s", "", pages[2])  # the scope
    whole = "".join(pages[2:])
    titles = [r"\s*".join(map(re.escape, say(title).replace(" ", ""))) for title in SECTIONS]
    places = [re.search(rf"(?m)^{number}\n{title}$", whole) for number, title in enumerate(titles, 1)]
    starts = [place.start() for place in places if place]
    assert len(starts) == len(SECTIONS)
    assert starts == sorted(starts)
    assert re.search(rf"\b7{point}76\d\d%", whole)
    assert re.search(rf"\b7{point}46\d\d%", whole)


def test_the_same_bytes_in_another_process_locale_and_zone() -> None:
    program = "import sys; from support.documents import pdf; sys.stdout.buffer.write(pdf('world'))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        check=True,
        env=os.environ
        | {"LC_ALL": "pt_PT.UTF-8", "LANG": "C", "TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "2"}
        | {"PYTHONPATH": str(TESTS)},
    )
    assert done.stdout == pdf("world")
    assert done.stdout.startswith(b"%PDF")
    assert b"/CreationDate" not in done.stdout
    assert b"CreateDate" not in done.stdout


def test_without_a_chinese_font_english_escapes_the_file_and_chinese_is_refused() -> None:
    whole = re.sub(r"\s+", " ", "".join(pdf_pages(dossier_pdf(answer("world"), translator(), system=False))))
    assert re.search(r"zh = \"\s?\\u[0-9a-f]{4}", whole)
    assert "Chinese characters are shown as their Unicode numbers." in whole
    with pytest.raises(Refusal) as caught:
        dossier_pdf(answer("world"), translator(Language.ZH), system=False)
    assert caught.value.code == NO_FONT


def test_without_the_extra_the_data_are_written_and_a_pdf_is_refused_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert json.loads(render_dossier(answer("world"), translator(), Format.JSON))["game"] == "craps"
    with pytest.raises(Refusal) as caught:
        render_dossier(answer("world"), translator(), Format.PDF)
    assert caught.value.code == NEEDS_EXTRA


def test_a_letter_that_no_font_has_is_refused_and_never_a_box() -> None:
    with pytest.raises(Refusal) as caught:
        dossier_pdf(hostile("Dice 🎲"), translator())
    assert (caught.value.code, caught.value.about["asked"]) == (NO_FONT, "🎲")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", ["muggsys_corner", "other_prizes", "rare_symbols", "same_again", "snake"])
def test_the_data_say_in_every_language_what_their_certificate_says(
    name: str, language: Language, tmp_path: Path
) -> None:
    (file := tmp_path / "dossier.json").write_text(json.dumps(plain(answer(name), translator(language))), "utf-8")
    check_certificate: Any = certificate.main
    check_certificate(str(file))


def test_the_data_carry_a_certificate_that_the_verifier_accepts(tmp_path: Path) -> None:
    data, file = json.loads(json.dumps(report("all_tall_small"))), tmp_path / "dossier.json"

    def verify() -> subprocess.CompletedProcess[str]:
        file.write_text(json.dumps(data), "utf-8")
        command = [sys.executable, "-I", "-S", str(ROOT / "src" / "banca_verify" / "certificate.py"), str(file)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert verify().stdout.startswith("verified craps: 3 bets, 1085 rows, 18 figures\n")
    data["certificate"]["bets"][0]["figures"]["house_edge"] = [1, 100]
    assert verify().returncode == 1


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
        if tag not in {"meta", "br", "hr", "img", "link"}:
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
    page = dossier_html(answer("world"), translator(language))
    found = parsed(page)
    assert not found.tags & {"script", "link", "iframe", "object", "img"}
    assert "url(" not in page
    assert page.startswith(f'<!doctype html>\n<html lang="{"zh-Hant" if language is Language.ZH else language.value}">')
    whole = "".join(found.texts)
    assert [title for title in SECTIONS if translator(language)(title) not in whole] == []


def test_what_a_proposal_says_is_text_in_the_page_and_in_the_pdf() -> None:
    dossier = hostile(HOSTILE)
    found = parsed(dossier_html(dossier, translator()))
    assert "script" not in found.tags
    assert "".join(found.texts).count(HOSTILE) >= 8
    assert HOSTILE in "".join(pdf_pages(dossier_pdf(dossier, translator()))).replace("\n", "")


def test_the_layout_on_paper_has_the_new_regions_and_plain_colours() -> None:
    drawn = on_paper(report("world")["layout"], ["Libertinus Serif"])
    assert 'data-bet="world"' in drawn
    assert not re.search(r"var\(|@media|--[a-z]+:", drawn)
