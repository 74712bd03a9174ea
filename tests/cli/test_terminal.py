"""The command line in the reader's words: what it shows is understood when typed; amounts; tables that fit."""

import pytest

from asked import run
from banca.cli.terminal import print_table


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
