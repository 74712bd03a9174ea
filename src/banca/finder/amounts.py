"""An amount as people write it in their language."""

import re
import unicodedata

from banca.law import Language
from banca.rules import parse_patacas

MARKS = {Language.EN: (",", "."), Language.PT: (".", ","), Language.ZH: (",", ".")}
"""In each language what may part thousands, beside a blank, and what stands before the avos."""


def read_patacas(text: str, spoken: Language) -> int:
    r"""Read patacas as a person types them; return avos.

    The separators are those of the language: `1,000.50` in English and Chinese, `1.000,50` in Portuguese; a blank of any kind separates
    thousands in all three, so that what Banca prints is read back. A plain number such as `1000` or `12.50` is read in every language.
    One separator is never taken for the other: `1,000` in Portuguese, `1.000` and `12,50` in English are refused as ambiguous.

    Args:
        text: What the user typed.
        spoken: The language, for its commas and points.

    Returns:
        Avos.

    Raises:
        Refusal: It is not an amount.

    Examples:
        >>> [read_patacas(text, Language.EN) for text in ("1,000", "1 000.50", "12.5")]
        [100000, 100050, 1250]
        >>> [read_patacas(text, Language.PT) for text in ("1.000", "1\N{NO-BREAK SPACE}000,50", "12,5", "12.50")]
        [100000, 100050, 1250, 1250]
    """
    group, decimal = MARKS[spoken]
    typed = unicodedata.normalize("NFKC", text).replace("−", "-")
    for mark in (re.escape(group), " "):
        grouped = re.fullmatch(rf"(-?[0-9]{{1,3}}(?:{mark}[0-9]{{3}})+)(?:{re.escape(decimal)}([0-9]{{1,2}}))?", typed)
        if grouped:
            whole = grouped[1].replace(group, "").replace(" ", "")
            return parse_patacas(f"{whole}.{grouped[2]}" if grouped[2] else whole)
    simple = re.fullmatch(rf"(-?[0-9]+){re.escape(decimal)}([0-9]{{1,2}})", typed)
    if simple:
        return parse_patacas(f"{simple[1]}.{simple[2]}")
    return parse_patacas(typed)
