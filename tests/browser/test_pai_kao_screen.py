"""Pai Kao on one screen: table and hand lie still from the first look to the last and no word is cut, measured by the browser itself in eight windows."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from banca.games import find
from banca.law import Language
from banca.words import speech
from browser.browsing import Reader
from browser.one_screen import Measured, Window, faults, measure, moved, shifts
from browser.test_one_screen import MOUSE, TOUCH, sat_down
from browser.test_pai_kao import HANDS, PRINCIPAL, STAKE, TABLE, bank_of_bento
from browser.test_whole_words import CUT
from pai_kao_table import DICE, in_stack_order
from service import LiveService

Readers = Callable[..., Reader]
IN_HAND = """() => Object.fromEntries([...document.querySelectorAll('#hand button:not(.tile-button), #hand .pair')].map((one, place) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [`${place} ${one.id || one.className}`, [left, top, width, height].map((side) => Math.round(side * 10) / 10)];
}))"""
"""Where everything lies that is pressed in the hand, and the places of its pairs."""


class Watched:
    """Ana's table in several windows, all of them looked at after everything that happens."""

    def __init__(self, pages: dict[Window, Page]) -> None:
        self.pages = pages
        self.first: dict[Window, Measured] = {window: measure(page) for window, page in pages.items()}
        self.look("arriving")

    def look(self, what: str, *, has_hand: bool = False) -> None:
        for window, page in self.pages.items():
            found = measure(page)
            assert shifts(page) == [], (what, window)
            assert moved(self.first[window], found) == [], (what, window)
            assert page.evaluate(CUT) == [], (what, window)
            wrong = [one for one in faults(found, window) if not (has_hand and one.endswith("covered"))]
            assert wrong == [], (what, window)

    def each(self, selector: str) -> list[Any]:
        return [page.locator(selector) for page in self.pages.values()]


@pytest.mark.parametrize("windows", [MOUSE, TOUCH], ids=["mouse", "touch"])
def test_table_and_hand_lie_still_in_every_phase(
    service: LiveService, reader: Readers, windows: tuple[Window, ...]
) -> None:
    service.open(TABLE, "pai_kao", chance="observed")
    service.do("bento", TABLE, "sit", gate=1)
    service.do("chan", TABLE, "sit", gate=5)
    service.do("ana", TABLE, "sit", gate=3)
    watched = Watched({window: sat_down(reader, TABLE, window, "pt") for window in windows})

    def do(who: str, act: str, *, has_hand: bool = False, **fields: Any) -> None:
        service.do(who, TABLE, act, **fields)
        phase = speech(Language.PT)(find("pai_kao").phases[service.get("ana", f"/tables/{TABLE}")["view"]["phase"]])
        for place in watched.each("#phase"):
            expect(place).to_have_text(phase)
        watched.look(act, has_hand=has_hand)

    service.do("bento", TABLE, "take_bank")
    for mark in watched.each(".banker-mark.on"):
        expect(mark).to_have_count(1)
    watched.look("take_bank")
    do("carlos", "mix_and_stack")
    do("bento", "put_down_principal", stake=PRINCIPAL)
    service.do("ana", TABLE, "stake", gate=3, stake=STAKE)
    for chips in watched.each(".chip.mine"):
        expect(chips).to_have_count(1)
    watched.look("stake")
    do("bento", "shake", dice=DICE)
    service.do("carlos", TABLE, "deal", tiles=in_stack_order(HANDS))
    for tiles in watched.each("#hand .tile-button"):
        expect(tiles).to_have_count(4)
    watched.look("deal", has_hand=True)
    for window, page in watched.pages.items():
        still_in_hand(page, window)
    watched.look("hand", has_hand=True)
    service.do("ana", TABLE, "set_tiles", gate=3, setting="6-6 6-6 / 1-1 1-1")
    for hand in watched.each("#hand"):
        expect(hand).to_have_attribute("data-set", "true")
    watched.look("set_tiles", has_hand=True)
    service.do("bento", TABLE, "set_tiles", gate=1, setting="4-4 5-6 / 5-5 3-6")
    do("bento", "turn_banker", has_hand=True)
    do("carlos", "turn_gates", has_hand=True)
    do("carlos", "settle")
    for tag in watched.each(".tag"):
        expect(tag.first).to_be_visible()


def still_in_hand(page: Page, window: Window) -> None:
    """Each setting is chosen, the chances are shown: nothing in the hand is anywhere else after it."""
    before = page.evaluate(IN_HAND)
    for number in range(page.locator("#hand [data-setting] button").count()):
        page.locator("#hand [data-setting] button").nth(number).click()
        expect(page.locator("#hand [data-setting] button").nth(number)).to_have_attribute("aria-pressed", "true")
        assert page.evaluate(IN_HAND) == before, (window, number)
    page.click("#advice")
    expect(page.locator("#hand .chances").first).to_be_visible()
    assert page.evaluate(IN_HAND) == before, (window, "advice")
    assert shifts(page) == [], window


TOUCHING = """() => [...document.querySelectorAll('#felt .region')].flatMap((gate) => {
    const inside = ({ left, right, top, bottom }) => ({ left: left + 1, right: right - 1, top: top + 3, bottom: bottom - 3 });
    const isShown = (one) => getComputedStyle(one).visibility !== 'hidden' && getComputedStyle(one).opacity > 0 && one.getClientRects().length;
    const parts = [...gate.querySelectorAll(':scope > text, :scope > circle, .banker-mark.on > rect')].filter(isShown);
    const boxes = parts.map((one) => [one.textContent || one.tagName, inside(one.getBoundingClientRect())]);
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return boxes.flatMap(([name, box], place) => boxes.slice(place + 1).filter(([, other]) => meet(box, other))
        .map(([other]) => `gate ${gate.dataset.gate}: ${name} on ${other}`));
})"""


@pytest.mark.parametrize("who", ["ana", "carlos"])
def test_names_lie_beside_gate_numbers_marks_and_stakes(service: LiveService, reader: Readers, who: str) -> None:
    """At the console of a telephone a player's name lay on the number of the gate."""
    bank_of_bento(service)
    service.do("ana", TABLE, "sit", gate=3)
    for window in (*MOUSE, *TOUCH):
        how = {"size": window[:2], "has_touch": window.is_touched, "is_mobile": window.is_touched}
        page = reader(who, lang="pt", **how).sit_down(TABLE)
        expect(page.locator(".banker-mark.on")).to_have_count(1)
        assert page.evaluate(TOUCHING) == [], window
