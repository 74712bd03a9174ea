"""How names are compared whatever way they are typed, and what is said where one is not known: what was probably meant, and what there is."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from banca.rules.text import Text, _

MOST_NEAR = 4
"""Names that are suggested at most."""
FEW = 8
"""Names that are listed in full; where there are more, the text says where the list is."""
MOST_COMPARED = 20_000
"""Names that are kept as they are compared."""
LIKENESS = 0.6
"""From where on two names are near, of 1 for equal ones."""
LONGEST = 120
"""Letters of a name that are looked at."""

STOP_WORDS = {"the", "bet", "bets", "aposta", "apostas"}
"""Words that tell no name from another."""
NUMBER_WORDS = {
    word: str(number)
    for numbers in (
        "zero one two three four five six seven eight nine ten eleven twelve",
        "zero _ dois tres quatro cinco seis sete oito nove dez onze doze",
    )
    for number, word in enumerate(numbers.split())
    if word != "_"  # `um` is the article too
}
CHINESE_NUMBERS = str.maketrans("零一二兩三四五六七八九", "01223456789")
SIMPLIFIED = str.maketrans(
    "鱼虾鸡钱红绿蓝双单围轮盘摊长头杂脚鹅凳骑号码组点数对独两龙宝运乐压宝连来过输赢档闲庄门",
    "魚蝦雞錢紅綠藍雙單圍輪盤攤長頭雜腳鵝櫈騎號碼組點數對獨兩龍寶運樂壓寶連來過輸贏檔閒莊門",
)
"""Letters of simplified Chinese that names of games, bets and results have, in traditional ones."""
WORD = re.compile(r"[0-9]+|[^\W\d_]+")

# Sentences of two texts are texts too: what is suggested stays data until the reader's language is known.
LISTED = _("the full list: {where}")
EITHER = _("{first} or {last}")
TWO_SENTENCES = _("{first} {second}")


def letters(text: str) -> str:
    """The text in small letters without accents, full-width letters as usual ones, simplified Chinese letters as traditional ones.

    >>> letters("Ímpar"), letters("１－２"), letters("鱼")
    ('impar', '1-2', '魚')
    """
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text[:LONGEST]).casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter)).translate(SIMPLIFIED)


@lru_cache(MOST_COMPARED)
def plain(text: str) -> str:
    """Return a name as it is compared: case, accents, blanks, dashes, apostrophes and words such as "bet" make no difference.

    Numbers in words are numbers, and two numbers stay apart.

    >>> plain("Pass Line") == plain("the pass_line bet") == plain("passline")
    True
    >>> plain("Split 17, 18"), plain("hard six"), plain("番一")
    ('split17-18', 'hard6', '番1')
    """
    pieces = WORD.findall(letters(text).replace("'", "").replace("’", "").translate(CHINESE_NUMBERS))
    spoken = [piece for piece in pieces if piece not in STOP_WORDS] or pieces
    # Digits of two numbers would run together to one: a dash stays between them, and nothing else does.
    joined = ""
    for piece in (NUMBER_WORDS.get(piece, piece) for piece in spoken):
        joined += "-" * (joined[-1:].isdigit() and piece[0].isdigit()) + piece
    return joined


def near(asked: str, named: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the few keys of `named` (each with its names) whose names are most like what was asked for, the closest first.

    >>> near("feild", {"field": ["Field"], "horn": ["Horn"]})
    ['field']
    """
    wanted = plain(asked)
    matcher = SequenceMatcher(None, b=wanted, autojunk=False)
    likeness = {
        key: max((_likeness(matcher, wanted, plain(name)) for name in names), default=0) for key, names in named.items()
    }
    best = max(likeness.values(), default=0)
    nearest = [key for key, like in likeness.items() if like >= max(LIKENESS, best - 0.15)]
    return sorted(nearest, key=lambda key: -likeness[key])[:MOST_NEAR]


def _likeness(matcher: "SequenceMatcher[str]", wanted: str, name: str) -> float:
    """Return a number from 0 to 1; a name that begins with what was asked for is near."""
    if not wanted or not name:
        return 0
    matcher.set_seq1(name)
    # The quick ratios are upper bounds: they spare the slow one for nearly every name.
    least = LIKENESS if len(wanted) > 2 and name.startswith(wanted) else 0
    if matcher.real_quick_ratio() < LIKENESS or matcher.quick_ratio() < LIKENESS:
        return least
    return max(matcher.ratio(), least)


def text_in(text: str, language: str) -> str:
    """A text in a language; one that is not given in every language as it is."""
    return text.in_language(language) if isinstance(text, Text) else str(text)


def any_of(texts: Sequence[str]) -> Text:
    """Return the texts joined by "or".

    >>> str(any_of(["field", "horn"]))
    'field or horn'
    """
    joined = Text("{text}").fill(text=texts[0])
    for text in texts[1:]:
        joined = EITHER.fill(first=joined, last=text)
    return joined


def suggestions(meant: Sequence[str], every: Sequence[str], where: str = "") -> Text:
    """Return what was probably meant, then all that there is if that is little, otherwise where it is listed.

    >>> str(suggestions(["field"], ["field"] * 60, "banca games"))
    'did you mean field? the full list: banca games'
    """
    there_are = (
        _("possible: {every}").fill(every=list(every)) if len(every) <= FEW or not where else LISTED.fill(where=where)
    )
    if not meant:
        return there_are
    return TWO_SENTENCES.fill(first=_("did you mean {near}?").fill(near=any_of(meant)), second=there_are)
