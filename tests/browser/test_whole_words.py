"""Words at a table are whole: what is due, what may be done, what came and what it brought are never cut, in any window."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import Reader
from browser.one_screen import WINDOWS
from browser.test_rounds import BETS, CLOSING, GAMES, OPENING, Act, conduct
from service import LiveService

Readers = Callable[..., Reader]
SIZES = tuple(WINDOWS[place] for place in (0, 3, 4, 5, 6, 7))
LONGEST = {
    "craps": ("call_result", "5-5"),
    "fish_prawn_crab": ("call_result", "crab-crab-crab"),
    "roulette": ("read_number", "23"),
}
"""The results with the longest words."""
CUT = """() => ['hint', 'phase', 'outcome', 'sum', 'due', 'wallet', 'session', 'exposure'].flatMap((id) => {
    const place = document.querySelector(id === 'sum' ? '#sum button' : `#${id}`);
    if (!place || !place.getClientRects().length) return [];
    const seen = place.getBoundingClientRect(), room = place.closest('.bar, .strip, .dock, .under').getBoundingClientRect(), line = document.getElementById(id).getBoundingClientRect();
    const isCut = place.scrollWidth > place.clientWidth + 1 || place.scrollHeight > place.clientHeight + 2
        || seen.top < room.top - 2 || seen.bottom > Math.min(room.bottom, line.bottom) + 2;
    return isCut ? [[id, place.textContent, place.scrollWidth - place.clientWidth, place.scrollHeight - place.clientHeight, getComputedStyle(place).fontSize]] : [];
})"""


def with_longest(game: str, acts: list[Act]) -> list[Act]:
    name, outcome = LONGEST.get(game, ("", ""))
    return [(act, {**fields, "outcome": outcome} if act == name else fields) for act, fields in acts]


@pytest.mark.parametrize("lang", ["pt", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_cut_in_any_phase(service: LiveService, reader: Readers, game: str, lang: str) -> None:
    """The result of fish-prawn-crab ended in dots in Portuguese, the act that was due and the sum lost their last lines."""
    table = f"{game.replace('_', '-')}-1"
    service.open(table, game, chance="observed")
    service.do("ana", table, "sit")
    pages = {window: seen(reader, table, lang, window) for window in SIZES}
    conduct(service, table, OPENING.get(game, []))
    for bet in BETS[game]:
        service.do("ana", table, "place_bet", bet=bet, stake=1_060_00)
    for page in pages.values():
        expect(page.locator("#own tbody tr")).to_have_count(len(BETS[game]))
    cut: list[Any] = [(str(window), "bets", *one) for window, page in pages.items() for one in page.evaluate(CUT)]
    for act in with_longest(game, CLOSING[game]):
        phase = pages[SIZES[0]].inner_text("#phase")
        conduct(service, table, [act])
        for window, page in pages.items():
            expect(page.locator("#phase")).not_to_have_text(phase)
            if act[0] in ("settle", "pay"):
                expect(page.locator("#sum")).not_to_be_empty()
            cut += [(str(window), act[0], *one) for one in page.evaluate(CUT)]
    assert cut == [], "\n".join(map(str, cut))


def seen(reader: Readers, table: str, lang: str, window: Any) -> Page:
    touched = {"has_touch": window.is_touched, "is_mobile": window.is_touched}
    return reader("ana", lang=lang, size=window[:2], **touched).sit_down(table)
