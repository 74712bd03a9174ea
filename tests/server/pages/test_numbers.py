"""Amounts that are typed into a page: read as each language writes them, and written the same way."""

from typing import Any

import pytest

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
