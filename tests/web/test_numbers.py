"""Amounts and numbers in a browser: read as each language writes them, and written as the server does."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from banca.i18n import translator
from banca.law import Language
from support.browser import Readers

pytestmark = pytest.mark.browser
CALL = """async ([name, values]) => {
    const shell = document.querySelector('script[src$="/shell.js"]').src;
    const page = await import(shell.replace("shell.js", "page.js"));
    return values.map((one) => page[name](one));
}"""

EVERYWHERE = {"0.5": 50, "12": 1200, "1 000": 100_000, "1'000": 100_000, "0": 0, "999999999999.99": 99_999_999_999_999}
POINT = {"1,000.50": 100_050, "1,000": 100_000, "12,345,678.9": 1_234_567_890}
COMMA = {"1.000,50": 100_050, "1 000,50": 100_050, "1.000": 100_000, "0,5": 50, "10,00": 1000}
NO_AMOUNTS = ["", " ", "-5", "+5", "1e3", "١٢", "1,0000", "1,00,000", "5.", ".5", "0x10", "12.345.67", "9999999999999"]


@pytest.mark.parametrize(("lang", "own", "others"), [("en", POINT, COMMA), ("pt", COMMA, POINT)])
def test_amounts_are_read_as_the_language_writes_them_and_never_for_another(
    reader: Readers, lang: str, own: dict[str, int], others: dict[str, int]
) -> None:
    page = reader(lang=lang).go("/lab")

    def call(name: str, values: list[Any]) -> list[Any]:
        found: list[Any] = page.evaluate(CALL, [name, values])
        return found

    known = EVERYWHERE | own
    assert dict(zip(known, call("readMoney", list(known)), strict=True)) == known
    refused = [*NO_AMOUNTS, *(set(others) - set(known))]
    assert [text for text, avos in zip(refused, call("readMoney", refused), strict=True) if avos is not None] == []
    amounts = [1, 50, 100, 150, 12_345, 100_000, 100_050, 123_456_789, 99_999_999_999_999]
    assert call("readMoney", call("money", amounts)) == amounts
    thousand = "1\u00a0234,50" if lang == "pt" else "1,234.50"
    small = "−1,50" if lang == "pt" else "−1.50"
    assert call("money", [0, 123_450, -150]) == ["0", thousand, small]
    assert call("gain", [0, 123_450, -150]) == ["±0", f"+{thousand}", small]
    assert call("number", [-0.0001]) == ["0"]


FLOATS = [eighths / 8 for eighths in range(-25, 26)]
FLOATS += [s * digits * 10.0**power for s in (1, -1) for digits in (1, 1.005, 2.675, 9.9995) for power in range(-7, 12)]
"""Halves, which are rounded away from zero, and floats that only seem to be halves."""
FRACTIONS = [
    *(Fraction(over, under) for over in (-17, -1, 0, 7, 1000, 123_456_789) for under in (1, 2, 3, 7, 36, 495)),
    Fraction(3**81, 2**133),
    Fraction(-(10**40) - 1, 7**45),
]
AVOS = [Fraction(avos) for avos in (0, 1, -1, 99, 100, -150, 123_450, 99_999_999_999_999)]
AVOS += [Fraction(over, under) for over in (1, -25_000, 1_000_001) for under in (3, 7, 40)]


@pytest.mark.parametrize("lang", [Language.PT, Language.ZH])
def test_the_browser_writes_every_number_as_the_server_does(reader: Readers, lang: Language) -> None:
    page, say = reader(lang=lang).go("/lab"), translator(lang)

    def check(name: str, values: Sequence[Any], *more: int, expected: Callable[..., Any]) -> None:
        sent = [[str(value) if isinstance(value, Fraction) else value, *more] for value in values]
        found = page.evaluate(CALL.replace("page[name](one)", "page[name](...one)"), [name, sent])
        digits = more[:1]
        assert dict(zip(map(str, values), found, strict=True)) == {
            str(value): expected(value, *digits) for value in values
        }

    for digits in (0, 2, 4):
        check("number", FLOATS, digits, digits, expected=say.decimal)
        check("signedNumber", FLOATS, digits, digits, expected=say.signed_decimal)
        check("percent", FLOATS, digits, expected=say.percent)
        check("number", FRACTIONS, digits, digits, expected=say.decimal)
        check("percent", FRACTIONS, digits, expected=say.percent)
    check("measured", FLOATS, expected=say.measured)
    check("decimal", FRACTIONS, expected=float)
    check("exact", FRACTIONS, expected=say.exact)
    check("money", AVOS, expected=say.money)
    check("signed", AVOS, expected=say.signed)
    check("rate", [0.05, 0.025, 0.0, 1 / 3, 0.125], expected=lambda rate: say.percent_of(Fraction(rate)))
