"""The dossier of craps 7.2 as PDF, page and data: complete, the same every time, and never led by what a proposal says."""

import hashlib
import html
import json
import os
import re
import subprocess
import sys
from datetime import date
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from banca.answers import plain
from banca.dossier import DossierAnswer, Study, dossier_answer, study, texts
from banca.dossier.chapters import chapters
from banca.dossier.document import document
from banca.dossier.page import dossier_html
from banca.dossier.pdf import NO_FONT, dossier_pdf
from banca.drawing.paper import on_paper
from banca.law import Language, law
from banca.proposals import read_file, read_proposal
from banca.rulebook import Odds, Refusal
from banca.words import speech
from pdf_text import pdf_pages

pytestmark = pytest.mark.slow

VERIFIER = Path(__file__).parent.parent / "tools" / "verify_certificate.py"
HOSTILE = "<script>alert(1)</script> #panic(1) $x^2$ \\\" ' & ]*_`"
SECTIONS = (
    texts.SUMMARY,
    texts.DESCRIPTION,
    texts.PROBABILITIES,
    texts.PRIZES,
    texts.ADVANTAGE_CALCULATED,
    texts.COMPARISON,
    texts.LAYOUT,
    texts.PUBLICATION,
    texts.ANNEX,
)
VOID = {"meta", "br", "hr", "img", "link"}


@cache
def studied(name: str) -> Study:
    return study(read_file(Path(name)))


@cache
def answer(name: str) -> DossierAnswer:
    return dossier_answer(studied(name))


@cache
def report(name: str) -> dict[str, Any]:
    found: dict[str, Any] = plain(answer(name), speech())
    return found


@cache
def pdf(name: str, language: Language = Language.EN) -> bytes:
    return dossier_pdf(answer(name), speech(language))


def proposed(title: str, *, game: str = "craps") -> DossierAnswer:
    """A dossier whose every text is the one given."""
    quoted = json.dumps(title, ensure_ascii=False)
    told = f"say(en = {quoted}, pt = {quoted}, zh = {quoted})"
    source = f"""
proposal(game = "{game}", title = {told})
bet(id = "odd_one", name = {told}, description = {told}, prizes = {{"a": {{"pays": "3 to 1", "name": {told}}}}},
    wins = lambda o: "a" if o.total == 7 else None, sees = ["total"])
"""
    return dossier_answer(study(read_proposal(source, "hostile.star")))


@pytest.mark.parametrize("language", Language)
def test_7_2_sections_stand_in_order_with_the_figures_published(language: Language) -> None:
    """craps 7.2 names them; the edges of All, Tall and Small are those of the file's source, 7.76 % and 7.46 %."""
    say = speech(language)
    whole = "".join(pdf_pages(pdf("all_tall_small", language))[2:])
    places = [re.search(rf"(?m)^{number}\n{re.escape(say(title))}$", whole) for number, title in enumerate(SECTIONS, 1)]
    assert all(places), [title for title, place in zip(SECTIONS, places, strict=True) if not place]
    starts = [place.start() for place in places if place]
    assert starts == sorted(starts)
    point = "," if language is Language.PT else "."
    assert re.search(rf"\b7{point}76\d\d%", whole)
    assert re.search(rf"\b7{point}46\d\d%", whole)
    assert "craps 7.3" in whole


def test_7_1_the_cover_names_instrument_dates_clauses_and_digest() -> None:
    cover = pdf_pages(pdf("all_tall_small"))[0]
    source = answer("all_tall_small").source
    digest = hashlib.sha256(source.encode()).hexdigest()
    assert digest in cover.replace("\n", "").replace(" ", "")
    for said in ("SEF order 53/2010", "2010-02-26", "2010-03-09", "craps 7.1", "craps 7.2", "Signature"):
        assert said in cover.replace("\n", " "), said


def test_r_proposal_1_other_games_say_that_no_article_provides_for_it() -> None:
    cover = pdf_pages(pdf("snake"))[0]
    assert "R-proposal-1" in cover
    assert texts.APPLICATION not in cover


def test_the_same_bytes_in_another_process_locale_and_zone() -> None:
    program = """
import sys
sys.path.insert(0, sys.argv[1])
import test_dossier as dossier
sys.stdout.buffer.write(dossier.pdf("world") + dossier.dossier_html(dossier.answer("world"), dossier.speech()).encode())
"""
    made = [
        subprocess.run(
            [sys.executable, "-c", program, str(Path(__file__).parent)],
            capture_output=True,
            check=True,
            env=os.environ | {"LC_ALL": locale, "LANG": locale, "TZ": zone, "PYTHONHASHSEED": seed},
        ).stdout
        for locale, zone, seed in (("C", "UTC", "1"), ("pt_PT.UTF-8", "Pacific/Kiritimati", "2"))
    ]
    assert made[0] == made[1]
    assert made[0].startswith(b"%PDF")
    assert b"/CreationDate" not in made[0]
    assert b"CreateDate" not in made[0]


def test_a_day_is_printed_only_where_it_is_given() -> None:
    given = dossier_answer(studied("world"), dated=date(2026, 11, 16))
    assert "2026-11-16" in pdf_pages(dossier_pdf(given, speech()))[0]
    assert "2026-11-16" in dossier_html(given, speech())


def test_latin_letters_do_not_depend_on_the_fonts_of_the_system() -> None:
    latin = replace(answer("world"), source="# plain")
    assert dossier_pdf(latin, speech()) == dossier_pdf(latin, speech(), system=False)


def test_chinese_without_a_font_is_refused_with_the_package_that_has_one() -> None:
    with pytest.raises(Refusal) as refused:
        dossier_pdf(answer("world"), speech(Language.ZH), system=False)
    assert refused.value.code == NO_FONT
    assert "fonts-noto-cjk" in str(refused.value)


def test_english_without_a_chinese_font_writes_the_file_in_numbers_and_says_so() -> None:
    whole = "".join(pdf_pages(dossier_pdf(answer("world"), speech(), system=False))).replace("\n", " ")
    assert re.search(r"zh = \"\\u[0-9a-f]{4}", whole)
    assert texts.FILE_ESCAPED in whole


def test_a_letter_that_no_font_has_is_refused_and_never_a_box() -> None:
    with pytest.raises(Refusal) as refused:
        dossier_pdf(proposed("Dice 🎲"), speech())
    assert refused.value.code == NO_FONT
    assert refused.value.about["asked"] == "🎲"


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


def test_the_data_carry_a_certificate_that_the_verifier_accepts(tmp_path: Path) -> None:
    file = tmp_path / "dossier.json"
    file.write_text(json.dumps(report("all_tall_small")), "utf-8")
    checked = subprocess.run(
        [sys.executable, "-I", "-S", str(VERIFIER), str(file)], capture_output=True, text=True, check=False
    )
    assert checked.stdout == "verified craps: 3 bets, 1085 rows\n", checked.stderr
    spoilt = report("all_tall_small") | {"certificate": json.loads(json.dumps(report("all_tall_small")["certificate"]))}
    spoilt["certificate"]["bets"][0]["figures"]["house_edge"] = [1, 100]
    file.write_text(json.dumps(spoilt), "utf-8")
    command = [sys.executable, "-I", "-S", str(VERIFIER), str(file)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


@pytest.mark.parametrize("name", ["all_tall_small", "world", "other_prizes", "first_pair"])
def test_7_2_the_lines_of_the_calculation_sum_to_the_advantage(name: str) -> None:
    for bet in report(name)["bets"]:
        lines = [Fraction(one["chance"]["exact"]) * Fraction(one["net"]) for one in bet["results"]]
        assert [Fraction(one["share"]["exact"]) for one in bet["results"]] == lines
        assert -sum(lines) == Fraction(bet["edge"]["exact"])
        assert sum(Fraction(one["chance"]["exact"]) for one in bet["results"]) == 1


def test_a_family_of_21_selections_has_two_chapters_and_few_pages() -> None:
    hops = answer("hops")
    assert len(hops.bets) == 21
    assert [len(one.bets) for one in chapters(hops)] == [15, 6]
    assert len(pdf_pages(pdf("hops"))) <= 12


def test_long_fractions_stand_whole_in_the_annex_and_nowhere_else() -> None:
    laid_out = to_builtins(document(answer("fire"), speech()))
    exact = report("fire")["bets"][0]["edge"]["exact"]
    assert len(exact) > 40
    *sections, annexes = laid_out["sections"]
    assert exact not in json.dumps(sections)
    assert exact in json.dumps(annexes)
    assert exact in "".join(pdf_pages(pdf("fire"))).replace("\n", "").replace("\N{ZERO WIDTH SPACE}", "")


@pytest.mark.clause("R-proposal-1")
def test_every_ending_has_a_worked_example() -> None:
    for bet in report("world")["bets"]:
        assert {one["said"] for one in bet["examples"]} == {one["said"] for one in bet["results"]}


def test_the_layout_on_paper_has_the_new_regions_and_plain_colours() -> None:
    drawn = on_paper(report("world")["layout"], ["Libertinus Serif"])
    assert 'data-bet="world"' in drawn
    assert not re.search(r"var\(|@media|--[a-z]+:", drawn)


@pytest.mark.parametrize("language", Language)
def test_7_1_a_changed_prize_stands_beside_what_was_paid_before(language: Language) -> None:
    say = speech(language)
    whole = study(read_file(Path("other_prizes")))
    page = dossier_html(dossier_answer(whole), say)
    assert "Project-Id" not in page
    assert say("Paid before the change") in page
    assert say.odds([Odds(1), Odds(2)]) in page
    assert law("craps").clauses["5.3.8"].text[language] in html.unescape(page)
