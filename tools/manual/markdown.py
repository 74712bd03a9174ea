"""Markdown by small functions: what the program says, written so that nothing of it is taken for a mark."""

import re
from collections.abc import Iterable, Sequence

BAR = re.compile(r"(?<!\\)\|")
"""What would end a cell."""
MARKS = re.compile(r"([\\`*_\[\]<>|~{}#])")


def plain(text: str) -> str:
    """A text as it is, whatever letters are in it."""
    return MARKS.sub(r"\\\1", " ".join(text.split()))


def code(text: str) -> str:
    """A text as people type it."""
    return f"`{text}`" if text else ""


def table(head: Sequence[str], rows: Iterable[Sequence[str]], aligned: str = "") -> str:
    """A table of cells that are Markdown already; `aligned` has `r` for a column of numbers, `l` for any other."""
    sides = aligned or "l" * len(head)
    lines = [head, ["---:" if side == "r" else ":---" for side in sides], *rows]
    cells = ([BAR.sub(r"\\|", cell).replace("\n", " ") or " " for cell in line] for line in lines)
    return "".join(f"| {' | '.join(line)} |\n" for line in cells) + "\n"


def contents(names: Iterable[str]) -> str:
    """The pages below a page, for the menu."""
    return "```{toctree}\n:hidden:\n\n" + "\n".join(names) + "\n```\n"


def shallow(depth: int) -> str:
    """What stands before a page of whose headings the menu shows only the uppermost: all of them would be copied into every page."""
    return f"---\ntocdepth: {depth}\n---\n\n"
