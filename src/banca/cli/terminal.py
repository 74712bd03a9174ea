"""Lines of a text that is wider than its place: in Chinese between characters, elsewhere between words."""

import codecs
import json
import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import typer
from rich.cells import cell_len, set_cell_size

CLOSING = frozenset("，。；：！？、）》〉」』】〕％…,.;:!?)]}%’”»†‡*¶‖§°")
"""What stands at no line's beginning."""
OPENING = frozenset("（《〈「『【〔([{‘“«")
"""What stands at no line's end."""


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most so many columns: broken at blanks and between Chinese characters, never within a word or a number.

    No line begins with a mark that closes, or ends with one that opens. Only a word that is wider than a line is cut.

    >>> wrapped("替換主客（seven_out）。", 15)
    ['替換主客', '（seven_out）。']
    >>> wrapped("  1. wins twice", 9)
    ['  1. wins', 'twice']
    """
    return [line for part in text.split("\n") for line in _lines(part, width)]


def _lines(text: str, width: int) -> Iterator[str]:
    line, blanks = "", ""
    for piece in _pieces(text):
        if not piece.strip(" "):
            blanks = piece
            continue
        if line and cell_len(line + blanks + piece) > width:
            yield line
            line, blanks = "", ""
        line, blanks = line + blanks + piece, ""
        while cell_len(line) > width:
            cut = _cut(line, width)
            yield cut
            line = line[len(cut) :]
    if line or not text:
        yield line


def _cut(word: str, width: int) -> str:
    """As much of a word as a line takes, and at least a letter; where it can be, not before a mark that closes or behind one that opens."""
    cut = word[: len(set_cell_size(word, width).rstrip(" "))] or word[0]
    better = cut
    while better and (better[-1] in OPENING or word[len(better) :][:1] in CLOSING):
        better = better[:-1]
    return better or cut


def _pieces(text: str) -> Iterator[str]:
    """Blanks, and what stays on one line."""
    piece = ""
    for letter in text:
        if piece and _may_break(piece[-1], letter):
            yield piece
            piece = ""
        piece += letter
    if piece:
        yield piece


def _may_break(before: str, after: str) -> bool:
    """Whether a line may end between two letters; blanks are a piece of their own."""
    if " " in (before, after):
        return before != after
    if after in CLOSING or before in OPENING:
        return False
    return _is_wide(before) or _is_wide(after)


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


def longest_piece(text: str) -> int:
    """The columns of the widest part of a text that is never broken."""
    return max((cell_len(piece) for line in text.split("\n") for piece in _pieces(line)), default=0)


PLAIN = str.maketrans({"†": "+", "‡": "#", "×": "x", "≈": "~", "−": "-", "─": "-", "→": ">", "…": ".", "é": "e"})
"""What stands in for a letter that the terminal's encoding does not have."""


def _plain_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end].translate(PLAIN)
    return "".join(letter if letter.isascii() else "?" for letter in letters), error.end


def adapt_streams() -> None:
    """Let no letter stop the program: one that the encoding lacks is written plainly. A closed stream swallows everything."""
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open as long as we are
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - likewise
    codecs.register_error("banca.plain", _plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="banca.plain")


def give_up_output() -> None:
    """After a failed write: drop what is still unwritten, so that the interpreter does not fail again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_json(report: dict[str, Any], remarks: Sequence[str] = ()) -> None:
    """One JSON object, with what there is to remark; where the encoding is not UTF-8, in letters that every encoding has."""
    whole = {**report, "remarks": list(remarks)} if remarks else report
    typer.echo(json.dumps(whole, ensure_ascii=not speaks_unicode(), indent=2))


def speaks_unicode() -> bool:
    """Whether the output takes every letter there is."""
    return (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"


def terminal_width() -> int:
    """Columns of the terminal; 80 where there is none."""
    from rich.console import Console

    return Console().width


def print_text(text: str, indent: int = 0) -> None:
    """Prose, wrapped at the width of the terminal."""
    if text:
        for line in wrapped(text, terminal_width() - indent):
            typer.echo((" " * indent + line).rstrip())


def print_table(columns: Sequence[tuple[str, str]], rows: Iterable[Sequence[str]]) -> None:
    """A table that fits the terminal; `columns` are headings with `left`, `right` or `fold` (left, may wrap).

    A cell's first line stays whole where more lines follow it. Nothing is cut off: what cannot be narrowed runs over the edge.
    """
    from rich import box
    from rich.table import Table
    from rich.text import Text

    cells = list(rows)
    texts = [[heading, *(row[place] for row in cells)] for place, (heading, _) in enumerate(columns)]
    natural = [_widest(line for text in column for line in text.split("\n")) for column in texts]
    least = [
        _least(column) if style == "fold" else wide
        for column, wide, (_, style) in zip(texts, natural, columns, strict=True)
    ]
    between = 2 * len(columns)
    widths = fitted(natural, least, terminal_width() - between)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for (heading, style), wide in zip(columns, widths, strict=True):
        justify: Any = "right" if style == "right" else "left"
        table.add_column(
            "\n".join(wrapped(heading, wide)), justify=justify, no_wrap=style != "fold", overflow="fold", width=wide
        )
    for row in cells:
        table.add_row(*(Text("\n".join(wrapped(cell, wide))) for cell, wide in zip(row, widths, strict=True)))
    _print(table, sum(widths) + between + 1)  # rich counts a blank behind the last column, and draws none


def fitted(natural: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """How wide columns are: as wide as they like where there is room; else the widest that may be narrower gives way.

    >>> fitted([27, 19, 11], [20, 8, 11], 48)
    [20, 17, 11]
    """
    widths = list(natural)
    while sum(widths) > room:
        may = [place for place, wide in enumerate(widths) if wide > least[place]]
        if not may:
            break
        widths[max(may, key=widths.__getitem__)] -= 1
    return widths


def _least(texts: Sequence[str]) -> int:
    """How narrow a column that may wrap can be: its longest word, and first lines that more lines follow."""
    longest_word = min(max(map(longest_piece, texts), default=0), LONGEST_WORD)
    return max(longest_word, _widest(text.partition("\n")[0][:FIRST_LINE] for text in texts if "\n" in text))


def _widest(texts: Iterable[str]) -> int:
    from rich.cells import cell_len

    return max(map(cell_len, texts), default=0)


FIRST_LINE = 30
"""Letters of a cell's first line that stay together where more lines follow it."""
LONGEST_WORD = 10
"""Letters of a word that a column keeps whole even where it may wrap."""


def _print(shown: Any, least: int = 0) -> None:  # anything rich can draw
    """Without the blanks that rich leaves at the ends of lines; what needs more columns than there are runs over the edge."""
    from rich.console import Console

    console = Console(highlight=False, width=max(terminal_width(), least))
    with console.capture() as drawn:
        console.print(shown)
    for line in drawn.get().splitlines():
        typer.echo(line.rstrip())
