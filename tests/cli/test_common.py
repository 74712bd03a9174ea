"""The command line: amounts as the language writes them; no text and no cell of a table is lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from banca.cli.common import print_table, wrapped
from banca.i18n import translator
from support.commands import run
from support.lanes import many


def test_amounts_are_read_and_written_as_the_language_writes_them() -> None:
    words = ["settle", "craps", "--bet", "pass_line=12,50", "--minimum", "0,50", "--outcome", "3-4"]
    assert "recebe 25, líquido +12,50" in run(*words, "--lang", "pt").stdout
    assert run(*words).exit_code == 1
    refused = run(
        "settle", "craps", "--bet", "pass_line=1012.50", "--minimum", "1000", "--outcome", "3-4", "--lang", "pt"
    )
    assert "1\N{NO-BREAK SPACE}012,50" in refused.stderr


@settings(max_examples=many(40))
@given(
    st.lists(st.sampled_from(["派司拉", "，", "（", "seven_out", " ", "100,000", "《公報》"]), max_size=40),
    st.integers(30, 90),
)
def test_lines_lose_nothing_and_fit(pieces: list[str], width: int) -> None:
    text = "".join(pieces)
    lines = wrapped(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(cell_len(line) <= width for line in lines)


def test_nothing_of_a_table_is_cut_off(capsys: pytest.CaptureFixture[str]) -> None:
    print_table([("first", "fold"), ("second", "left")], [["some words that may wrap " * 5, "x" * 70]], translator())
    assert "x" * 70 in capsys.readouterr().out
