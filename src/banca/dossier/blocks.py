"""What a dossier is made of: sections of texts, tables, a chart and pictures, as plain data that the faces lay out."""

from collections.abc import Sequence
from typing import Any

Block = dict[str, Any]
LEFT, RIGHT, WIDE = "left", "right", "wide"
"""How a column stands; the wide ones share the room that is left."""


def section(title: str, *blocks: Block, parts: Sequence[Block] = ()) -> Block:
    """A numbered section, with numbered parts below its own blocks."""
    return {"title": title, "blocks": list(blocks), "parts": list(parts)}


def text(words: str) -> Block:
    """A paragraph."""
    return {"kind": "text", "text": words}


def quote(words: str) -> Block:
    """A paragraph in the words of the proposal."""
    return {"kind": "quote", "text": words}


def formula(words: str) -> Block:
    """An equation on a line of its own."""
    return {"kind": "formula", "text": words}


def code(words: str) -> Block:
    """A command or a digest."""
    return {"kind": "code", "text": words}


def points(items: Sequence[str]) -> Block:
    """A list."""
    return {"kind": "points", "items": list(items)}


def warnings(title: str, items: Sequence[str]) -> Block:
    """What should not be overlooked."""
    return {"kind": "warnings", "title": title, "items": list(items)}


def facts(*rows: tuple[str, str] | None) -> Block:
    """Names and what they are; None is left out."""
    return {"kind": "facts", "rows": [list(row) for row in rows if row]}


def table(
    columns: Sequence[tuple[str, str]],
    rows: Sequence[Sequence[str]],
    *,
    caption: str = "",
    marked: Sequence[int] = (),
    total: bool = False,
) -> Block:
    """Columns of a heading and how it stands; `marked` rows stand out; with `total` the last row is the sum."""
    return {
        "kind": "table",
        "caption": caption,
        "head": [heading for heading, _ in columns],
        "align": [align for _, align in columns],
        "rows": [list(row) for row in rows],
        "marked": list(marked),
        "total": total,
    }


def chart(caption: str, bars: Sequence[tuple[str, float, str, bool]]) -> Block:
    """Bars: name, size, the size in words, and whether it stands out."""
    reach = max(abs(size) for _, size, _, _ in bars) or 1.0
    low = min(0.0, *(size for _, size, _, _ in bars))
    span = max(0.0, *(size for _, size, _, _ in bars)) - low or reach
    return {
        "kind": "chart",
        "caption": caption,
        "zero": -low / span,
        "bars": [
            {
                "name": name,
                "from": (min(size, 0.0) - low) / span,
                "size": abs(size) / span,
                "said": said,
                "is_marked": is_marked,
                "is_negative": size < 0,
            }
            for name, size, said, is_marked in bars
        ],
    }


def drawing(svg: str, described: str) -> Block:
    """A picture, and its description for whoever does not see it."""
    return {"kind": "drawing", "svg": svg, "alt": described}


def notice(title: str, items: Sequence[Block]) -> Block:
    """A board for players: for each bet its name, description, prizes and what it costs."""
    return {"kind": "notice", "title": title, "items": list(items)}


def listing(words: str) -> Block:
    """A file with its lines numbered."""
    return {"kind": "listing", "lines": words.rstrip("\n").split("\n")}
