"""The command line in the reader's words: what it shows is understood when typed; amounts; tables that fit."""

import pytest

from asked import answer, run
from banca.cli.terminal import print_table
from banca.games import rulebook
from banca.law import Language
from banca.rulebook import Given
from banca.rulebook.spelling import said_in


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


def test_nothing_of_a_table_is_cut_off(capsys: pytest.CaptureFixture[str]) -> None:
    print_table([("first", "fold"), ("second", "left")], [["some words that may wrap " * 5, "x" * 70]])
    assert "x" * 70 in capsys.readouterr().out
