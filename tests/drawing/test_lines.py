"""Lines of a layout end between words, in Chinese too."""

import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest

from banca.drawing import Form, table_of
from banca.drawing.form import Size
from banca.drawing.lines import chinese_words, wrapped
from banca.drawing.parts import parts_of
from banca.games import of_chance, rulebook
from banca.law import Language
from banca.words import speech
from banca.words.glossary import glossary

BOARDS: tuple[Size, ...] = ((344, 360),)
KNOWN = {term.words[Language.ZH] for term in glossary() if Language.ZH in term.words}


def is_chinese(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


def labels(drawn: Element) -> Iterator[list[str]]:
    """The lines of each label."""
    for group in drawn.iter("g"):
        lines = [one.text or "" for one in group if one.tag == "text"]
        if lines and len(lines) == len(group):
            yield lines


@pytest.mark.parametrize("game", ["craps", "fish_prawn_crab", "pai_kao"])
def test_no_chinese_word_is_broken_and_no_letter_of_it_stands_alone(game: str) -> None:
    """派司拉附加投注 was broken before its last letter."""
    say = speech(Language.ZH)
    drawn = [table_of(game, {}, say, form) for form in (Form.WIDE, Form.TALL)]
    if game in of_chance():
        parts = [part.id for part in parts_of(rulebook(game).under())]
        drawn += [table_of(game, {}, say, Form.BOARD, part, size) for part in parts for size in BOARDS]
    for lines in (lines for one in drawn for lines in labels(one)):
        for before, after in pairwise(lines):
            if is_chinese(before[-1]) and is_chinese(after[0]):
                assert before in KNOWN or after in KNOWN, lines


def test_marks_stay_with_the_word_before_them_and_long_rows_of_letters_leave_none_alone() -> None:
    assert chinese_words("大、小") == ["大、", "小"]
    assert chinese_words("甲乙丙丁戊") == ["甲乙", "丙丁戊"]
    assert chinese_words("甲乙丙丁戊己") == ["甲乙", "丙丁", "戊己"]


def test_a_number_stays_with_what_it_counts_and_no_dot_ends_a_line() -> None:
    assert wrapped("記號\u00a02 12\u00a0格", 60, 100, 20, 20)[0] == ["記號\u00a02", "12\u00a0格"]
    assert wrapped("打注 1 · 1–12", 70, 100, 20, 20)[0] == ["打注 1", "1–12"]
    assert wrapped("Ace/deuce", 60, 100, 20, 20)[0] == ["Ace/", "deuce"]
    assert wrapped("1/2 to 1", 60, 100, 20, 20)[0] == ["1/2", "to 1"]


def test_lines_are_as_even_as_they_can_be() -> None:
    """The last number of the Field stood alone on a line."""
    lines, _ = wrapped("Field 2 · 3 · 4 · 9 · 10 · 11 · 12", 200, 60, 20, 20)
    assert lines == ["Field 2 · 3 · 4", "9 · 10 · 11 · 12"]
    assert wrapped("one two three", 1000, 20, 20, 20)[0] == ["one two three"]
