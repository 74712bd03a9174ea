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
from pathlib import Path

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from banca.dossier import dossier_answer, letter_texts, study, texts
from banca.dossier.blocks import PointsBlock, TableBlock
from banca.dossier.breaks import kept
from banca.dossier.chapters import chapters
from banca.dossier.document import document
from banca.dossier.page import dossier_html
from banca.dossier.pdf import NO_FONT, dossier_pdf
from banca.dossier.provenance import PAID, Provenance
from banca.dossier.warnings import NO_ARTICLE_7
from banca.drawing.paper import on_paper
from banca.games import rulebook
from banca.law import Language, law
from banca.proposals import read_file
from banca.rulebook import Odds, Refusal
from banca.rulebook.money import NamedLimits
from banca.words import speech
from dossiers import SECTIONS, answer, pdf, proposed, report, studied
from paths import ROOT, TESTS
from pdf_text import pdf_pages

pytestmark = pytest.mark.slow

VERIFIER = ROOT / "src" / "banca_verify" / "certificate.py"


@pytest.mark.parametrize("language", Language)
def test_7_2_sections_stand_in_order_with_the_figures_published(language: Language) -> None:
    """craps 7.2 names them; the edges of All, Tall and Small are those of the file's source, 7.76 % and 7.46 %."""
    say = speech(language)
    whole = "".join(pdf_pages(pdf("all_tall_small", language))[2:])
    titles = [r"\s*".join(map(re.escape, say(title).replace(" ", ""))) for title in SECTIONS]
    places = [re.search(rf"(?m)^{number}\n{title}$", whole) for number, title in enumerate(titles, 1)]
    assert all(places), [title for title, place in zip(SECTIONS, places, strict=True) if not place]
    starts = [place.start() for place in places if place]
    assert starts == sorted(starts)
    point = "," if language is Language.PT else "."
    assert re.search(rf"\b7{point}76\d\d%", whole)
    assert re.search(rf"\b7{point}46\d\d%", whole)


def unspaced(text: str) -> str:
    """A text without its spaces and line breaks."""
    return re.sub(r"\s", "", text)


def letter(name: str, language: Language) -> str:
    """The first page, unspaced."""
    return unspaced(pdf_pages(pdf(name, language))[0])


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        (
            Language.PT,
            (
                "Exmo. Senhor Director da Direcção de Inspecção e Coordenação de Jogos",
                "Requerimento de autorização de novas apostas",
                "nos termos do artigo 7.º, n.º 1, do Regulamento Oficial do Craps, aprovado pelo Despacho do Secretário para a",
                "n.º 53/2010, de 26 de Fevereiro, em vigor desde 9 de Março de 2010, requerer a V. Ex.ª",
                "Em cumprimento do artigo 7.º, n.º 2,",
                "Descrição precisa das apostas",
                "Probabilidades (odds)",
                "Prémios a pagar",
                "Cálculos sobre a vantagem do casino",
                "«Layout» da mesa de jogo",
                "condições específicas de exploração e de publicitação junto dos jogadores",
                "Pede deferimento.",
                "Assinatura",
            ),
        ),
        (
            Language.ZH,
            (
                "新投注項目許可申請書",
                "博彩監察協調局局長閣下：",
                "2010年2月26日第53/2010號經濟財政司司長批示",
                "《花旗骰法定規章》第七條第一款",
                "《花旗骰法定規章》第七條第二款",
                "投注項目的準確說明",
                "賠率（odds）及機會率",
                "將派出的彩金金額",
                "娛樂場利益的計算",
                "博彩桌的佈局",
                "特定條件",
                "謹請閣下許可。",
            ),
        ),
    ],
)
def test_7_2_the_first_page_is_an_application_in_the_words_of_the_article(
    language: Language, parts: tuple[str, ...]
) -> None:
    said = letter("all_tall_small", language)
    places = [said.find(unspaced(part)) for part in parts]
    assert -1 not in places, dict(zip(parts, places, strict=True))
    assert places == sorted(places)


def test_7_1_the_scope_names_instrument_dates_article_and_digest() -> None:
    scope = re.sub(r"\s+", " ", pdf_pages(pdf("all_tall_small"))[2])
    digest = hashlib.sha256(answer("all_tall_small").source.encode()).hexdigest()
    assert digest in scope.replace(" ", "")
    order = "Order of the Secretary for Economy and Finance No. 53/2010"
    for said in (order, "signed 26 February 2010", "in force from 9 March 2010", "Craps, article 7"):
        assert said in scope, said


@pytest.mark.parametrize("language", Language)
def test_r_proposal_1_other_games_say_once_that_no_article_provides_for_it(language: Language) -> None:
    say = speech(language)
    said = json.dumps(to_builtins(document(answer("snake"), say)), ensure_ascii=False)
    assert said.count(say(letter_texts.NO_ARTICLE)) == 1
    assert say(letter_texts.NO_APPLICATION, what=say(letter_texts.NEW_BETS_TITLE)) in said
    assert say(letter_texts.APPLICATION, what=say(letter_texts.NEW_BETS_TITLE)) not in said
    assert say(NO_ARTICLE_7).split("{asked}")[-1] not in said


@pytest.mark.parametrize("name", ["hops", "figure_pairs", "same_again"])
def test_every_reading_that_is_cited_is_explained_in_the_annex(name: str) -> None:
    whole = document(answer(name), speech())
    cited = set(re.findall(r"R-[a-z]+-\d+", json.dumps(to_builtins((whole.letter, whole.sections[:-1])))))
    explained = json.dumps(to_builtins(whole.sections[-1].parts[2]))
    assert cited
    assert [one for one in sorted(cited) if f"reading {one}" not in explained] == []


def test_69_2006_an_amendment_that_nobody_saw_is_named_on_the_first_page() -> None:
    assert "69/2006" in letter("figure_pairs", Language.PT)


@pytest.mark.parametrize("name", ["hops", "other_prizes", "figure_pairs", "rare_symbols"])
def test_7_2_the_layout_is_always_there(name: str) -> None:
    kinds = [block.__struct_config__.tag for block in document(answer(name), speech()).sections[5].blocks]
    assert kinds == ["text", "drawing"]


@pytest.mark.parametrize(("language", "written"), [(Language.PT, "1-1, 1-3, 1-4"), (Language.ZH, "1-1、1-3、1-4")])
def test_7_2_dice_are_written_as_dice(language: Language, written: str) -> None:
    page = dossier_html(answer("hops"), speech(language))
    assert written in page
    assert "1, 1, 1, 3" not in page


@pytest.mark.parametrize(("language", "written"), [(Language.PT, "Peixe-Peixe-Caranguejo"), (Language.ZH, "魚-魚-蟹")])
def test_figures_have_the_readers_names(language: Language, written: str) -> None:
    page = html.unescape(dossier_html(replace(answer("figure_pairs"), source=""), speech(language)))
    assert written in page
    assert "fish" not in re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)


@pytest.mark.parametrize("name", ["hops", "first_pair", "same_again", "snake"])
def test_every_mark_of_the_comparison_is_explained(name: str) -> None:
    whole = answer(name)
    comparison = document(whole, speech()).sections[-1].parts[0]
    (legend,) = (block for block in comparison.blocks if isinstance(block, PointsBlock))
    assert {item[0] for item in legend.items} == {mark for row in whole.comparison for mark in row.marks}


def options_of(name: str) -> dict[str, str]:
    """Each option, and what its choice is based on."""
    tables = [block for block in document(answer(name), speech()).sections[0].blocks if isinstance(block, TableBlock)]
    return {option: basis for option, _, basis in tables[-1].rows}


def test_options_say_whether_the_concessionaire_or_the_regulator_decides() -> None:
    bases = options_of("hops").values()
    assert "choice of the concessionaire: Craps, article 6(12)" in bases
    assert "choice of the concessionaire: Craps, article 1(1)(1); reading R-craps-15" in bases
    assert (
        "subject to authorisation: Fish-Prawn-Crab, article 8; reading R-fpc-3" in options_of("figure_pairs").values()
    )


def test_the_same_bytes_in_another_process_locale_and_zone() -> None:
    program = """
import sys
sys.path.insert(0, sys.argv[1])
from banca.dossier.page import dossier_html
from banca.words import speech
from dossiers import answer, pdf
sys.stdout.buffer.write(pdf("world") + dossier_html(answer("world"), speech()).encode())
"""
    made = [
        subprocess.run(
            [sys.executable, "-c", program, str(TESTS / "support")],
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
    assert "16 November 2026" in pdf_pages(dossier_pdf(given, speech()))[0]
    assert "16 November 2026" in dossier_html(given, speech())
    assert "16 de Novembro de 2026" in dossier_html(given, speech(Language.PT))
    assert "2026年11月16日" in dossier_html(given, speech(Language.ZH))


def test_latin_letters_do_not_depend_on_the_fonts_of_the_system() -> None:
    latin = replace(answer("world"), source="# plain")
    assert dossier_pdf(latin, speech()) == dossier_pdf(latin, speech(), system=False)


def test_chinese_without_a_font_is_refused_with_the_package_that_has_one() -> None:
    with pytest.raises(Refusal) as refused:
        dossier_pdf(answer("world"), speech(Language.ZH), system=False)
    assert refused.value.code == NO_FONT
    assert "fonts-noto-cjk" in str(refused.value)


def test_english_without_a_chinese_font_writes_the_file_in_numbers_and_says_so() -> None:
    whole = re.sub(r"\s+", " ", "".join(pdf_pages(dossier_pdf(answer("world"), speech(), system=False))))
    assert re.search(r"zh = \"\s?\\u[0-9a-f]{4}", whole)
    assert texts.FILE_ESCAPED in whole


def test_a_letter_that_no_font_has_is_refused_and_never_a_box() -> None:
    with pytest.raises(Refusal) as refused:
        dossier_pdf(proposed("Dice 🎲"), speech())
    assert refused.value.code == NO_FONT
    assert refused.value.about["asked"] == "🎲"


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
    assert len(pdf_pages(pdf("hops"))) <= 14


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
    page = html.unescape(dossier_html(dossier_answer(whole), say))
    assert "Project-Id" not in page
    assert say(PAID[Provenance.IN_FORCE]) in page
    assert kept(say.odds([Odds(1), Odds(2)])) in page
    named = law("craps").clauses["5.3.8"].text[language]
    said = named.removeprefix(say.labelled("Field", ""))
    assert said[0].upper() + said[1:] in page
    assert named not in page.partition('<h3 id="s8-')[0]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("hops", "Requerimento de autorização de novas apostas"),
        ("other_prizes", "Requerimento de autorização de prémios diferentes"),
        ("same_again", "Proposta de novas apostas"),
    ],
)
def test_7_1_the_title_says_what_is_asked_for(name: str, title: str) -> None:
    assert document(answer(name), speech(Language.PT)).letter.kind == title


def test_7_1_a_changed_prize_names_the_outcome_on_which_it_changes() -> None:
    page = html.unescape(dossier_html(answer("other_prizes"), speech()))
    assert kept("Field: 3 to 1 on 2, instead of 2 to 1; the rest unchanged") in page
    assert kept("Aces/2: prize of 33 to 1, instead of 30 to 1") in page


def test_fantan_9_the_commission_is_told_to_players_and_on_the_first_page() -> None:
    """5 % of every prize: 9 to 1 comes to 8.55."""
    made = document(answer("same_again"), speech())
    assert "less a commission of 5% of the prize" in str(made.letter)
    assert "A commission of 5% of the prize is deducted." in str(made.sections)


def test_limits_that_the_applicant_did_not_name_are_left_blank() -> None:
    unnamed = str(document(answer("hops"), speech()))
    assert "a whole multiple of MOP ____" in unnamed
    assert "at most MOP ____" in unnamed
    assert "rounded down to MOP ____" in unnamed
    assert texts.WORST not in unnamed
    whole = study(read_file(Path("hops")), named=NamedLimits(minimum=10_00, maximum=500_00))
    named = str(document(dossier_answer(whole), speech()))
    assert "at most MOP 500 " in named
    assert "rounded down to MOP ____" in named
    assert texts.WORST in named


def test_a_limit_that_was_named_is_written_where_it_is_the_games_own_too() -> None:
    own = rulebook("craps").limits
    whole = study(read_file(Path("hops")), named=NamedLimits(minimum=own.minimum, maximum=own.maximum, chip=own.chip))
    assert "____" not in str(document(dossier_answer(whole), speech()).letter)
    assert "MOP ____" not in str(document(dossier_answer(whole), speech()).sections)
