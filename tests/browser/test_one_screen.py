"""A table on one screen: in every phase of every game everything is there at once, and nothing that is pressed ever moves."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import banca
from browser.browsing import Reader
from browser.one_screen import WATCH, WINDOWS, Measured, Window, faults, measure, moved, resize, shifts
from browser.test_rounds import BETS, CLOSING, GAMES, OPENING, Act, conduct
from browser.test_rounds import opened as opened_at
from service import LiveService

Readers = Callable[..., Reader]
DOC = Path(__file__).parents[2] / "docs" / "one-screen.md"
MOUSE = tuple(window for window in WINDOWS if not window.is_touched)
TOUCH = tuple(window for window in WINDOWS if window.is_touched)


def sat_down(reader: Readers, table: str, window: Window) -> Page:
    """Ana before a window, whose shifts are counted from the first."""
    ana = reader("ana", size=window[:2], has_touch=window.is_touched, is_mobile=window.is_touched)
    ana.page.add_init_script(WATCH)
    return ana.sit_down(table)


def in_every_window(page: Page, windows: tuple[Window, ...]) -> dict[Window, Measured]:
    """The table in each window, back in the first at the end."""
    found = {}
    for window in (*windows[1:], windows[0]):
        resize(page, window)
        found[window] = measure(page)
    shifts(page)
    return found


@pytest.mark.parametrize("windows", [MOUSE, TOUCH], ids=["mouse", "touch"])
@pytest.mark.parametrize("game", GAMES)
def test_everything_is_on_one_screen_in_every_phase_and_nothing_moves(
    service: LiveService, reader: Readers, game: str, windows: tuple[Window, ...]
) -> None:
    table = f"{game.replace('_', '-')}-1"
    service.open(table, game, chance="observed")
    page = sat_down(reader, table, windows[0])
    first = in_every_window(page, windows)
    wrong = [(str(window), fault) for window, one in first.items() for fault in faults(one, window)]
    assert not wrong

    def still(what: str) -> None:
        assert shifts(page) == [], what
        assert moved(first[windows[0]], measure(page)) == [], what
        for window, one in in_every_window(page, windows).items():
            assert moved(first[window], one) == [], (what, window)
            assert list(faults(one, window)) == [], (what, window)

    def do(acts: list[Act]) -> None:
        for act in acts:
            phase = page.inner_text("#phase")
            conduct(service, table, [act])
            expect(page.locator("#phase")).not_to_have_text(phase)
            still(act[0])

    do(OPENING.get(game, []))
    place(service, page, table, BETS[game])
    still("bets")
    do(CLOSING[game])
    expect(page.locator("#sum")).not_to_be_empty()
    page.evaluate("""() => {
        document.getElementById('connection').hidden = false;
        document.getElementById('connection').textContent = 'The server does not respond';
        document.getElementById('felt-refused').textContent = 'a long refusal '.repeat(12);
    }""")
    assert shifts(page) == []
    assert moved(first[windows[0]], measure(page)) == []


def place(service: LiveService, page: Page, table: str, bets: list[str]) -> None:
    service.do("ana", table, "sit")
    for bet in bets:
        service.do("ana", table, "place_bet", bet=bet, stake=60_00)
    expect(page.locator("#own tbody tr")).to_have_count(len(bets))


@pytest.mark.parametrize("game", GAMES)
def test_a_double_click_at_one_spot_is_two_chips_on_one_bet(
    service: LiveService, reader: Readers, game: str
) -> None:
    """At every bet of the felt that is open, from the first press of somebody who has no seat yet."""
    table = opened_at(service, game)
    page = sat_down(reader, table, MOUSE[0])
    bets = page.evaluate("[...document.querySelectorAll('.region:not(.shut)')].map((one) => one.dataset.bet)")
    assert len(bets) > len(banca.game(game).rules.bets) / 3
    for bet in bets:
        x, y = spot(page, bet)
        page.mouse.dblclick(x, y)
    expect(page.locator("#own tbody tr")).to_have_count(len(bets))
    expect(page.locator("#own tbody tr.mine td.number").filter(has_not_text=re.compile(r"^20$"))).to_have_count(0)
    assert page.inner_text("#felt-refused") == ""


def spot(page: Page, bet: str) -> tuple[float, float]:
    """Where the chips of a bet lie on the screen."""
    x, y = page.locator(f'.region[data-bet="{bet}"]').evaluate(
        """(region) => {
            const [x, y] = region.dataset.chips.split(',').map(Number);
            const point = new DOMPoint(x, y).matrixTransform(region.ownerSVGElement.getScreenCTM());
            return [point.x, point.y];
        }"""
    )
    return x, y


@pytest.mark.parametrize("game", GAMES)
def test_a_round_by_touch_alone(service: LiveService, reader: Readers, game: str) -> None:
    """Every part of the board can be tapped; a tap bets twice as well as once; a long press shows the bet."""
    table = opened_at(service, game)
    page = sat_down(reader, table, TOUCH[0])
    tapped: dict[str, Any] = {}
    tabs = page.locator("#parts:not([hidden]) [role=tab]")
    for number in range(max(1, tabs.count())):
        if tabs.count():
            tabs.nth(number).tap()
            expect(tabs.nth(number)).to_have_attribute("aria-selected", "true")
            expect(page.locator("#felt")).to_have_attribute("aria-busy", "false")
        found = measure(page)
        assert list(faults(found, TOUCH[0])) == []
        open_bets = page.locator(".region:not(.shut)")
        if not open_bets.count():
            continue
        bet = open_bets.first.get_attribute("data-bet") or ""
        for _ in range(2):
            page.touchscreen.tap(*spot(page, bet))
        tapped[bet] = 20
        expect(page.locator("#own tbody tr")).to_have_count(len(tapped))
        expect(page.locator(f'.region[data-bet="{bet}"]')).to_have_attribute("aria-label", re.compile("you: 20"))
    page.tap("#lists")
    expect(page.locator("#panel")).to_be_in_viewport(ratio=0.9)
    page.tap("#close-lists")
    expect(page.locator("#panel")).not_to_be_in_viewport()
    conduct(service, table, CLOSING[game])
    expect(page.locator("#sum")).not_to_be_empty()


def test_the_figures_are_written_down_for_every_game_and_window() -> None:
    rows = re.findall(r"^\| (\w+) \| (\d+×\d+) (?:finger|mouse) \|", DOC.read_text(), re.MULTILINE)
    assert rows == [(game, str(window)) for game in GAMES for window in WINDOWS]
