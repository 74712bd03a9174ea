"""Lines of the command line: no word and no number is cut, and no line begins with a mark that closes."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from asked import run
from banca.cli.wrapping import CLOSING, OPENING, wrapped
from soak import many

PIECES = st.sampled_from(
    ["派司拉", "，", "。", "（", "）", "seven_out", " ", "2004-06-28", "100,000", "《公報》", "、", "wins"]
)


@settings(max_examples=many(40))
@given(st.lists(PIECES, max_size=40).map("".join), st.integers(30, 90))
def test_nothing_is_lost_and_every_line_fits(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    for line in lines:
        assert cell_len(line) <= width


@pytest.mark.parametrize("width", [16, 23, 37, 58])
def test_no_line_begins_with_a_mark_that_closes_or_ends_with_one_that_opens(width: int) -> None:
    text = "該日有效，並經第69/2006號經濟財政司司長批示修改。其文本未曾查閱；替換主客的時間：以 7 了結後（seven_out）、《公報》。"
    lines = wrapped(text, width)
    assert not any(line[0] in CLOSING for line in lines)
    assert not any(line[-1] in OPENING for line in lines)
    for word in ("69/2006", "seven_out"):
        assert any(word in line for line in lines)


def test_a_word_that_no_line_takes_is_cut() -> None:
    assert wrapped("abcdef", 4) == ["abcd", "ef"]
    assert wrapped("派", 1) == ["派"]
    assert wrapped("", 10) == [""]


@pytest.mark.parametrize("words", [["rules", "--on", "2024-06-01"], ["options", "craps"]], ids=" ".join)
def test_chinese_on_the_command_line_is_broken_as_chinese_is(words: list[str]) -> None:
    shown = run(*words, "--lang", "zh", columns=60).stdout
    assert not re.search(r"^\s*[，；。：！？）、》」]", shown, re.MULTILINE)
    assert not re.search(r"\n\s*/\d{4}號", shown)
    if "--on" in words:
        assert "2004-06-28" in shown
