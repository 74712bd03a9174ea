"""The command line in the reader's words: options, causes and results, amounts, help, tables that fit."""

import re

import pytest

from asked import RUNNER, answer, run
from banca.cli import app
from banca.cli.terminal import print_table
from banca.games import rulebook
from banca.law import Language
from banca.rulebook import Given
from banca.rulebook.spelling import said_in
from paths import ROOT


@pytest.mark.parametrize(
    ("lang", "option", "null", "outcome"),
    [
        ("en", "The cup is driven by: a lever (drive=lever)", "null: ", "fish-crab-crab"),
        ("pt", "alavanca (drive=lever)", "nulo: ", "Caranguejo (fish-crab-crab)"),
        ("zh", "：把手（drive=lever）", "無效：", "蟹（fish-crab-crab）"),
    ],
)
def test_options_causes_and_results_are_said_in_the_readers_words(
    lang: str, option: str, null: str, outcome: str
) -> None:
    words = ["fish_prawn_crab", "--bet", "big=10", "--outcome", "null:stacked", "--outcome", "fish-crab-crab"]
    shown = run("settle", *words, "--lang", lang).stdout
    cause = rulebook("fish_prawn_crab").nulls["stacked"].says.told[lang]
    assert option in shown
    assert f"  1. {null}{cause}" in shown
    assert f"{outcome}\n" in shown
    assert not re.search(r"[\u4e00-\u9fff] ?[,;:(]", shown)


@pytest.mark.parametrize("lang", list(Language))
def test_what_is_shown_in_words_is_understood_when_typed(lang: str) -> None:
    book = rulebook("fish_prawn_crab")
    drive = next(option for option in book.options if option.name == "drive")
    said = {name: text.told[lang] for name, text in drive.says_value.items() if isinstance(text, Given)}
    chosen = ["--option", f"{said_in(drive.says, lang)}={said['electronic']}"]
    null = f"null:{book.nulls['leaning'].says.told[lang]}"
    report = answer("settle", "fish_prawn_crab", *chosen, "--bet", "big=10", "--outcome", null, "--outcome", "魚-蝦-蟹")
    assert report["options"]["drive"] == "electronic"
    assert report["throws"][0]["reason"] == "leaning"
    assert report["throws"][1]["outcome"] == "fish-prawn-crab"


def test_amounts_are_read_and_written_as_the_language_writes_them() -> None:
    words = ["settle", "craps", "--bet", "pass_line=12,50", "--minimum", "0,50", "--outcome", "3-4"]
    assert "recebe 25, líquido +12,50" in run(*words, "--lang", "pt").stdout
    assert run(*words).exit_code == 1
    refused = run(
        "settle", "craps", "--bet", "pass_line=1012.50", "--minimum", "1000", "--outcome", "3-4", "--lang", "pt"
    )
    assert "1\N{NO-BREAK SPACE}012,50" in refused.stderr


@pytest.mark.parametrize(("lang", "note"), [("en", ""), ("pt", "apenas em inglês"), ("zh", "只有英文")])
@pytest.mark.parametrize("words", [[], ["audit", "verify"]])
def test_help_in_english_says_so_to_others(words: list[str], lang: str, note: str) -> None:
    shown = RUNNER.invoke(app, [*words, "--help"], env={"BANCA_LANG": lang, "COLUMNS": "80"})
    assert shown.exit_code == 0
    last = shown.stdout.rstrip().splitlines()[-2:]
    assert note in " ".join(last)
    assert ("inglês" in shown.stdout or "英文" in shown.stdout) == bool(note)


def test_nothing_of_a_table_is_cut_off(capsys: pytest.CaptureFixture[str]) -> None:
    print_table([("first", "fold"), ("second", "left")], [["some words that may wrap " * 5, "x" * 70]])
    assert "x" * 70 in capsys.readouterr().out


COMMANDS = [
    ["settle", "craps", "--bet", "pass_line=100", "--bet", "horn=10", "--outcome", "3-4"],
    ["settle", "football_poker", "--bet", "upper=100", "--outcome", "K-9-4"],
    ["odds", "craps", "hard_way:6"],
    ["pai-kao", "compare", "6-6 4-5 / 1-1 2-3", "5-6 4-6 / 1-6 1-5"],
    ["pai-kao", "settle", str(ROOT / "docs" / "examples" / "pai-kao-round.toml")],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("spoken", ["pt", "zh"])
def test_no_clause_is_cited_by_its_id_where_a_person_reads(words: list[str], spoken: str) -> None:
    shown = run(*words, "--lang", spoken, columns=200).stdout
    assert not re.search(r"\b(craps|football_poker|fantan|pai_kao) [0-9A-Z]", shown)
    assert ("artigo" if spoken == "pt" else "條") in shown or "regra A-" in shown or "規則A-" in shown


def test_a_settlement_in_english_ends_with_its_sources_in_full() -> None:
    shown = run(*COMMANDS[0], columns=200).stdout
    assert "Sources: Craps, article 5(2)(1); Craps, article 6(1); Craps, article 5(3)(7)" in shown
