"""Writing to whatever there is: a wide terminal, a narrow one, a pipe, an old encoding, a full disk."""

import codecs
import json
import os
import sys
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import typer

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
    from banca.cli.wrapping import wrapped

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

    from banca.cli.wrapping import wrapped

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
    from banca.cli.wrapping import longest_piece

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
