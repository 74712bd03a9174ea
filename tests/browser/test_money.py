"""Amounts as they are typed and written in each language."""

from collections.abc import Callable
from typing import Any

import pytest

from browser.browsing import Reader

CALL = """async ([name, values]) => {
    const shell = document.querySelector('script[src$="/shell.js"]').src;
    const page = await import(shell.replace("shell.js", "page.js"));
    return values.map((one) => page[name](one));
}"""

EVERYWHERE = {"0.5": 50, "12": 1200, "1 000": 100_000, "1'000": 100_000, "0": 0, "999999999999.99": 99_999_999_999_999}
POINT = {"1,000.50": 100_050, "1,000": 100_000, "12,345,678.9": 1_234_567_890}
COMMA = {"1.000,50": 100_050, "1 000,50": 100_050, "1.000": 100_000, "0,5": 50, "10,00": 1000}
NO_AMOUNTS = ["", " ", "-5", "+5", "1e3", "١٢", "1,0000", "1,00,000", "5.", ".5", "0x10", "12.345.67", "9999999999999"]


@pytest.mark.parametrize(("lang", "own", "others"), [("en", POINT, COMMA), ("pt", COMMA, POINT), ("zh", POINT, COMMA)])
def test_amounts_are_read_as_the_language_writes_them_and_never_for_another(
    reader: Callable[..., Reader], lang: str, own: dict[str, int], others: dict[str, int]
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


@pytest.mark.parametrize(
    ("lang", "written", "gained"),
    [
        ("en", ["0", "1,234.50", "-1.50"], ["±0", "+1,234.50", "−1.50"]),
        ("pt", ["0", "1\u00a0234,50", "-1,50"], ["±0", "+1\u00a0234,50", "−1,50"]),
        ("zh", ["0", "1,234.50", "-1.50"], ["±0", "+1,234.50", "−1.50"]),
    ],
)
def test_amounts_are_written_as_the_language_writes_them(
    reader: Callable[..., Reader], lang: str, written: list[str], gained: list[str]
) -> None:
    page = reader(lang=lang).go("/lab")
    amounts = [0, 123_450, -150]
    assert page.evaluate(CALL, ["money", amounts]) == written
    assert page.evaluate(CALL, ["gain", amounts]) == gained
    assert page.evaluate(CALL, ["number", [-0.0001]]) == ["0"]
