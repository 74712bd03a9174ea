"""Lines of a text that is wider than its place: in Chinese between characters, elsewhere between words."""

import unicodedata
from collections.abc import Iterator

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
