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
    from rich.padding import Padding
    from rich.text import Text

    _print(Padding(Text(text), (0, 0, 0, indent)))


def print_table(columns: Sequence[tuple[str, str]], rows: Iterable[Sequence[str]]) -> None:
    """A table that fits the terminal; `columns` are headings with `left`, `right` or `fold` (left, may wrap).

    A cell's first line stays whole where more lines follow it.
    """
    from rich import box
    from rich.cells import cell_len
    from rich.table import Table
    from rich.text import Text

    cells = list(rows)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    least = 0
    for place, (heading, style) in enumerate(columns):
        texts = [heading, *(row[place] for row in cells)]
        first_lines = [text.partition("\n")[0][:FIRST_LINE] for text in texts if "\n" in text]
        whole = texts if style == "right" else first_lines
        words = [word for text in texts for word in text.split()]
        longest_word = max((min(cell_len(word), LONGEST_WORD) for word in words), default=0)
        min_width = max(map(cell_len, whole), default=0)
        least += 1 + (min_width if style == "right" else longest_word)
        table.add_column(
            heading,
            justify="right" if style == "right" else "left",
            no_wrap=style != "fold",
            overflow="fold",
            min_width=min_width or None,
        )
    for row in cells:
        table.add_row(*map(Text, row))
    _print(table, least)


FIRST_LINE = 30
"""Letters of a cell's first line that stay together where more lines follow it."""
LONGEST_WORD = 10
"""Letters of a word that a column keeps whole even where it may wrap."""


def _print(shown: Any, least: int = 0) -> None:  # noqa: ANN401 - anything rich can draw
    """Without the blanks that rich leaves at the ends of lines; what needs more columns than there are runs over the edge."""
    from rich.console import Console

    console = Console(highlight=False)
    with console.capture() as drawn:
        console.print(shown, width=max(console.width, least), crop=least <= console.width)
    for line in drawn.get().splitlines():
        typer.echo(line.rstrip())
