"""Words put into lines that fit a box: broken between words, in Chinese too, where the glossary knows the words."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from banca.i18n.glossary import glossary
from banca.law import Language

SLIM, SHORT, LATIN, BROAD, WIDE = 0.38, 0.5, 0.67, 0.82, 1.0
"""How wide a letter is beside its height, in the widest bold font that a browser is likely to show."""
LETTERS = dict.fromkeys(" \u00a0.,:;'|!()[]·/ijlI", SLIM) | dict.fromkeys("rtf-", SHORT) | dict.fromkeys("mwMW%", WIDE)
LEADING = 1.12
"""From one line of a label to the next, in heights of its letters."""
HAIR = 0.05
"""Of a line: so much may be wanting."""
DOTS = "…"
TOGETHER = "\u00a0"
"""A blank at which no line ends."""
LONGEST_PIECE = 24
"""Letters of the longest Latin word; what is longer is nobody's word and may be cut anywhere."""
LONGEST_WORD = 4
"""Letters of a Chinese word that no glossary has; more of them in a row are several words, and nobody knows which."""


def wrapped(words: str, width: float, height: float, size: float, smallest: float) -> tuple[list[str], float]:
    """The lines, and the largest size up to `size` at which they fit; at the smallest they are what they are."""
    while True:
        lines = _lines(words, width / size)
        if size <= smallest or is_within(lines, size, width, height):
            return _even(words, lines), size
        size = max(smallest, size - 0.5)


def is_within(lines: Sequence[str], size: float, width: float, height: float) -> bool:
    """Whether lines fit a box."""
    return height_of(lines, size) <= height and all(extent(line) * size <= width for line in lines)


def _even(words: str, lines: list[str]) -> list[str]:
    """As many lines, no wider than they must be: no word is left alone on the last."""
    widest = max(map(extent, lines))
    while len(lines) > 1:
        narrower = _lines(words, widest - 0.01)
        if len(narrower) > len(lines) or max(map(extent, narrower)) >= widest:
            break
        lines, widest = narrower, max(map(extent, narrower))
    return lines


def height_of(lines: Sequence[str], size: float) -> float:
    """From the top of the first line to the foot of the last."""
    return ((len(lines) - 1) * LEADING + 1) * size


def extent(line: str) -> float:
    """How wide a line is, in heights of its letters."""
    return sum(map(_letter_width, line))


def _letter_width(letter: str) -> float:
    if _is_chinese(letter):
        return WIDE
    return LETTERS.get(letter, BROAD if letter.isupper() or letter in "+−–" else LATIN)


def _lines(words: str, most: float) -> list[str]:
    """Words put into lines of at most so many heights; a dot between words stands at no end of one."""
    lines = [""]
    for piece in _cut(_pieces(words), most):
        joined = lines[-1] + piece
        if lines[-1] and extent(joined.strip()) > most:
            lines.append(piece.lstrip())
        else:
            lines[-1] = joined
    return [line for line in (one.strip(" ·") for one in lines) if line] if len(lines) > 1 else [words.strip()]


def _cut(pieces: Iterable[str], most: float) -> Iterator[str]:
    """The pieces, one that is too long to be a word in parts that fit a line."""
    for piece in pieces:
        part = ""
        for letter in piece:
            if len(piece) > LONGEST_PIECE and part and extent(part + letter) > most:
                yield part
                part = ""
            part += letter
        yield part


def ended(lines: Sequence[str], width: float, height: float, size: float) -> list[str]:
    """The lines that a box has room for; where some are left out, the last one ends with dots."""
    room = max(1, int((height / size - 1) / LEADING + 1 + HAIR))
    if len(lines) <= room:
        return list(lines)
    last = lines[room - 1] + DOTS
    while len(last) > 1 and extent(last) * size > width:
        last = last[:-2] + DOTS
    return [*lines[: room - 1], last]


def _pieces(words: str) -> Iterator[str]:
    """What is never parted: words with the blank before them, Chinese words, and what stands on either side of a stroke: `Ace/deuce`, but `1/2 to 1`."""
    piece = ""
    for letters in _runs(words):
        if _is_chinese(letters):
            for word in chinese_words(letters):
                if piece.strip() and not piece.endswith(TOGETHER):
                    yield piece
                    piece = ""
                piece += word
            continue
        for letter in letters:
            if piece and letter != TOGETHER and (letter == " " or _may_break_after(piece[-2:])):
                yield piece
                piece = ""
            piece += letter
    if piece:
        yield piece


def _runs(words: str) -> Iterator[str]:
    """Chinese letters that stand together, and what is between them."""
    run = ""
    for letter in words:
        if run and _is_chinese(letter) is not _is_chinese(run):
            yield run
            run = ""
        run += letter
    if run:
        yield run


def _is_chinese(letters: str) -> bool:
    return unicodedata.east_asian_width(letters[0]) in "WF"


def _may_break_after(end: str) -> bool:
    """Behind a Chinese letter, and behind a stroke between words."""
    return _is_chinese(end[-1]) or (end[-1] == "/" and end[0].isalpha())


def chinese_words(letters: str) -> list[str]:
    """Chinese letters as words: the longest that the glossary has, and what is between them; a mark belongs to the word before it.

    >>> chinese_words("派司拉附加投注"), chinese_words("葫蘆")
    (['派司拉', '附加投注'], ['葫蘆'])
    """
    found: list[str] = []
    is_open = False
    """Whether the last word is none of the glossary's, and may go on."""
    place = 0
    while place < len(letters):
        word = next((one for one in _known() if letters.startswith(one, place)), "")
        is_mark = unicodedata.category(letters[place]).startswith("P")
        if word or not found or (not is_open and not is_mark):
            found.append(word or letters[place])
        else:
            found[-1] += letters[place]
        is_open = not word and not is_mark
        place += len(word) or 1
    return [part for word in found for part in _parted(word)]


def _parted(word: str) -> Iterable[str]:
    """What is too long for one word by twos, and by three where one letter would be left alone."""
    if word in _known() or len(word) <= LONGEST_WORD:
        return [word]
    ends = [*range(2, len(word) - 1, 2), len(word)]
    return [word[start:end] for start, end in zip([0, *ends], ends, strict=False)]


@cache
def _known() -> tuple[str, ...]:
    """The Chinese words of the glossary, the longest first."""
    words = {term.words.get(Language.ZH, "") for term in glossary()}
    return tuple(sorted((word for word in words if len(word) > 1), key=lambda word: (-len(word), word)))
