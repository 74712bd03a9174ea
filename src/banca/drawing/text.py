"""Words put into lines that fit a box: broken between words, in Chinese too, where the glossary knows the words.

An SVG has no lines of its own, and nobody knows which fonts a reader has: so the program breaks the lines, by the widest letters there may be.
"""

import tomllib
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby, pairwise

from banca.games import find, playable

# How wide a letter is beside its height, in the widest bold font that a browser is likely to show.
SLIM, SHORT, LATIN, BROAD, WIDE = 0.38, 0.5, 0.67, 0.82, 1.0
LETTERS = dict.fromkeys(" \u00a0.,:;'|!()[]·/ijlI", SLIM) | dict.fromkeys("rtf-", SHORT) | dict.fromkeys("mwMW%", WIDE)
# By so much letters are made smaller until they fit.
STEP = 0.5
# Words whose lines are cached: a board tries several arrangements of the same boxes, and a dossier draws the same layout often.
CACHED = 4000
# From one line of a label to the next, in heights of its letters.
LEADING = 1.12
# Of a line: so much may be wanting.
HAIR = 0.05
DOTS = "…"
# A blank at which no line ends.
TOGETHER = "\u00a0"
# Letters of the longest Latin word; what is longer is nobody's word and may be cut anywhere.
LONGEST_PIECE = 24
# Letters of a Chinese word that no glossary has; more of them in a row are several words, and nobody knows which.
LONGEST_WORD = 4


@lru_cache(CACHED)
def wrapped(words: str, width: float, height: float, size: float, smallest: float) -> tuple[tuple[str, ...], float]:
    """Return the lines, and the largest size up to `size` at which they fit; at the smallest they are what they are."""
    while True:
        lines = _lines(words, width / size)
        if size <= smallest or is_within(lines, size, width, height):
            return tuple(_even(words, lines)), size
        size = max(smallest, size - STEP)


def is_within(lines: Sequence[str], size: float, width: float, height: float) -> bool:
    """Return whether lines fit a box."""
    return height_of(lines, size) <= height and widest(lines) * size <= width


def _even(words: str, lines: list[str]) -> list[str]:
    """As many lines, no wider than they must be: no word is left alone on the last."""
    most = widest(lines)
    while len(lines) > 1:
        narrower = _lines(words, most - 0.01)
        if len(narrower) > len(lines) or widest(narrower) >= most:
            break
        lines, most = narrower, widest(narrower)
    return lines


def height_of(lines: Sequence[str], size: float) -> float:
    """Return the height from the top of the first line to the foot of the last."""
    return ((len(lines) - 1) * LEADING + 1) * size


def widest(lines: Sequence[str]) -> float:
    """Return how wide the widest line is, in heights of its letters."""
    return max(map(extent, lines))


def extent(line: str) -> float:
    """Return how wide a line is, in heights of its letters."""
    return sum(map(_letter_width, line))


# Every line of every picture is measured letter by letter, several times: without this cache it is half the work of a dossier.
@cache
def _letter_width(letter: str) -> float:
    if _is_chinese(letter):
        return WIDE
    return LETTERS.get(letter, BROAD if letter.isupper() or letter in "+−–" else LATIN)


def _lines(words: str, most: float) -> list[str]:
    """Words put into lines of at most so many heights; a dot between words stands at no end of one."""
    lines = [""]
    for piece in _pieces(words):
        for part in _cut(piece, most):
            joined = lines[-1] + part
            if lines[-1] and extent(joined.strip()) > most:
                lines.append(part.lstrip())
            else:
                lines[-1] = joined
    if len(lines) == 1:
        return [words.strip()]
    return [line for line in (line.strip(" ·") for line in lines) if line]


def _cut(piece: str, most: float) -> Iterator[str]:
    """A piece that is too long to be a word, in parts that fit a line."""
    part = ""
    for letter in piece if len(piece) > LONGEST_PIECE else ():
        if part and extent(part + letter) > most:
            yield part
            part = ""
        part += letter
    yield part or piece


def ended(lines: Sequence[str], width: float, height: float, size: float) -> list[str]:
    """Return the lines that a box has room for; where some are left out, the last one ends with dots."""
    room = max(1, int((height / size - 1) / LEADING + 1 + HAIR))
    if len(lines) <= room:
        return list(lines)
    last = lines[room - 1] + DOTS
    while len(last) > 1 and extent(last) * size > width:
        last = last[:-2] + DOTS
    return [*lines[: room - 1], last]


@lru_cache(CACHED)
def _pieces(words: str) -> tuple[str, ...]:
    """What is never broken: words with the blank before them, Chinese words, and what stands on either side of a stroke: `Ace/deuce`, but `1/2 to 1`."""
    pieces = [""]
    for is_chinese, run in groupby(words, _is_chinese):
        if is_chinese:
            for word in chinese_words("".join(run)):
                if pieces[-1].strip() and not pieces[-1].endswith(TOGETHER):
                    pieces.append("")
                pieces[-1] += word
            continue
        for letter in run:
            if pieces[-1] and letter != TOGETHER and (letter == " " or _may_break_after(pieces[-1][-2:])):
                pieces.append("")
            pieces[-1] += letter
    return tuple(filter(None, pieces))


def _is_chinese(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


def _may_break_after(end: str) -> bool:
    """Behind a Chinese letter, and behind a stroke between words."""
    return _is_chinese(end[-1]) or (end[-1] == "/" and end[0].isalpha())


def chinese_words(letters: str) -> list[str]:
    """Return Chinese letters as words: the longest that the glossary has, and what is between them; a mark belongs to the word before it.

    >>> chinese_words("派司拉附加投注"), chinese_words("葫蘆")
    (['派司拉', '附加投注'], ['葫蘆'])
    """
    words: list[str] = []
    is_open = False
    """Whether the last word is none of the glossary's, and may go on."""
    start = 0
    while start < len(letters):
        word = next((known for known in _known() if letters.startswith(known, start)), "")
        is_mark = unicodedata.category(letters[start]).startswith("P")
        if word or not words or (not is_open and not is_mark):
            words.append(word or letters[start])
        else:
            words[-1] += letters[start]
        is_open = not word and not is_mark
        start += len(word) or 1
    return [part for word in words for part in _halves(word)]


def _halves(word: str) -> list[str]:
    """What is too long for one word by twos, and by three where one letter would be left alone."""
    if word in _known() or len(word) <= LONGEST_WORD:
        return [word]
    return [word[start:end] for start, end in pairwise([0, *range(2, len(word) - 1, 2), len(word)])]


@cache
def _known() -> tuple[str, ...]:
    """The Chinese words of the glossary and of each game's, the longest first; a game from outside may have none."""
    packages = ("banca.i18n", *(find(game).package for game in playable()))
    texts = [file.read_text("utf-8") for package in packages if (file := files(package) / "glossary.toml").is_file()]
    words = {term.get("zh", "") for text in texts for term in tomllib.loads(text)["terms"]}
    return tuple(sorted((word for word in words if len(word) > 1), key=lambda word: (-len(word), word)))
