"""A table on one screen: in every phase of every game everything is there at once, and nothing that is pressed ever moves."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import banca
from attended import Attended
from browser.browsing import Reader, session_of
from browser.one_screen import WATCH, WINDOWS, Measured, Window, faults, measure, moved, shifts
from browser.pages import ALL
from browser.test_rounds import BETS, CLOSING, GAMES, OPENING, Act, conduct
from browser.test_rounds import opened as opened_at
from paths import ROOT
from service import TEMPO, LiveService

Readers = Callable[..., Reader]
DOC = ROOT / "docs" / "one-screen.md"
MOUSE = tuple(window for window in WINDOWS if not window.is_touched)
TOUCH = tuple(window for window in WINDOWS if window.is_touched)
SMALLEST = min(TOUCH)
TOP = "(one) => one.getBoundingClientRect().top"


def sat_down(reader: Readers, table: str, window: Window, lang: str = "en") -> Page:
    """Ana before a window, whose shifts are counted from the first."""
    ana = reader("ana", lang=lang, size=window[:2], has_touch=window.is_touched, is_mobile=window.is_touched)
    ana.page.add_init_script(WATCH)
    return ana.sit_down(table)


def looked_at(pages: dict[Window, Page], before: dict[Window, Measured], what: str) -> None:
    """In each of its windows a table lies as before, all of it, and the browser noticed nothing that moved."""
    for window, page in pages.items():
        found = measure(page)
        assert shifts(page) == [], (what, window)
        assert moved(before[window], found) == [], (what, window)
        assert list(faults(found, window)) == [], (what, window)


@pytest.mark.parametrize("windows", [MOUSE, TOUCH], ids=["mouse", "touch"])
@pytest.mark.parametrize("game", GAMES)
def test_everything_is_on_one_screen_in_every_phase_and_nothing_moves(
    service: LiveService, reader: Readers, game: str, windows: tuple[Window, ...]
) -> None:
    """The first press, the first result and a banner moved the felt; a window of 1024 pixels had the telephone's (bugs 2 to 4)."""
    table = f"{game.replace('_', '-')}-1"
    service.open(table, game, chance="observed")
    pages = {window: sat_down(reader, table, window) for window in windows}
    first = {window: measure(page) for window, page in pages.items()}
    looked_at(pages, first, "arriving")

    def do(acts: list[Act]) -> None:
        for act in acts:
            phase = pages[windows[0]].inner_text("#phase")
            conduct(service, table, [act])
            for page in pages.values():
                expect(page.locator("#phase")).not_to_have_text(phase)
            looked_at(pages, first, act[0])

    do(OPENING.get(game, []))
    place(service, list(pages.values()), table, BETS[game])
    looked_at(pages, first, "bets")
    do(CLOSING[game])
    for page in pages.values():
        expect(page.locator("#sum")).not_to_be_empty()
        page.evaluate("""() => {
            document.getElementById('connection').hidden = false;
            document.getElementById('connection').textContent = 'The server does not respond';
            document.getElementById('felt-refused').textContent = 'a long refusal '.repeat(12);
        }""")
    for window, page in pages.items():
        assert shifts(page) == [], window
        assert moved(first[window], measure(page)) == [], window


@pytest.mark.parametrize("game", ["roulette", "wheel"])
def test_the_sum_has_its_own_row_from_the_first(service: LiveService, reader: Readers, game: str) -> None:
    """On a small telephone the line of the seal took it, and the sum moved up when the round was over."""
    table = opened_at(service, game)
    page = sat_down(reader, table, SMALLEST)
    top = page.locator("#sum").evaluate(TOP)
    place(service, [page], table, BETS[game])
    conduct(service, table, CLOSING[game])
    expect(page.locator("#sum")).not_to_be_empty()
    assert page.locator("#sum").evaluate(TOP) == top
    assert shifts(page) == []


FILLS = """() => {
    const things = [...document.querySelectorAll('#felt .region'), ...document.querySelectorAll('#felt .rim')];
    const boxes = things.map((one) => one.getBoundingClientRect());
    const { width, height } = document.getElementById('stage').getBoundingClientRect();
    const [left, top] = ['left', 'top'].map((side) => Math.min(...boxes.map((box) => box[side])));
    const [right, bottom] = ['right', 'bottom'].map((side) => Math.max(...boxes.map((box) => box[side])));
    return [(right - left) / width, (bottom - top) / height];
}"""
MOST_EMPTY = 0.35
"""Beside the layout may stand what decides, a fifth of the width; one without a device keeps the middle, with its words over it."""


@pytest.mark.parametrize("game", ALL)
def test_the_layout_fills_a_tablet(service: LiveService, reader: Readers, game: str) -> None:
    """Fantan and Pai Kao left a third of it empty, and the wheel more than half."""
    table = f"{game.replace('_', '-')}-1"
    service.open(table, game, chance="observed")
    page = sat_down(reader, table, TOUCH[1])
    wide, high = page.evaluate(FILLS)
    assert min(wide, high) > 1 - MOST_EMPTY
    rows = page.locator("#dock > *, #dock .go > *").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => top + height / 2)"
    )
    assert max(rows) - min(rows) < 2  # one row


READ_AT = 11.9
"""Pixels of the smallest letters on a screen: 12, of which rounding may take a part."""


@pytest.mark.parametrize("game", ALL)
def test_the_smallest_letters_are_read_on_a_screen(service: LiveService, reader: Readers, game: str) -> None:
    """Those of fantan's corners had 11 pixels."""
    table = f"{game.replace('_', '-')}-1"
    service.open(table, game, chance="observed")
    letters = {str(window): measure(sat_down(reader, table, window)).letters for window in MOUSE}
    assert min(letters.values()) > READ_AT, letters


def place(service: LiveService, pages: list[Page], table: str, bets: list[str]) -> None:
    service.do("ana", table, "sit")
    for bet in bets:
        service.do("ana", table, "place_bet", bet=bet, stake=60_00)
    for page in pages:
        expect(page.locator("#own tbody tr")).to_have_count(len(bets))


@pytest.mark.parametrize("game", GAMES)
def test_a_double_click_at_one_spot_is_two_chips_on_one_bet(service: LiveService, reader: Readers, game: str) -> None:
    """From the first press of somebody who has no seat yet; that every spot is its bet's, before and after, is measured above."""
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


@pytest.mark.parametrize("game", GAMES)
def test_a_round_by_keyboard_alone_and_arrows_go_where_the_eye_goes(
    service: LiveService, reader: Readers, game: str
) -> None:
    table = opened_at(service, game)
    page = sat_down(reader, table, MOUSE[0])
    for _ in range(6):  # skip link, mark, menu, counting anew
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.region')"):
            break
    assert page.evaluate("document.activeElement.matches('.region')")
    assert page.evaluate(WRONG_WAY) == []
    while page.evaluate("document.activeElement.matches('.shut')"):
        page.keyboard.press("ArrowRight")
    bet = page.evaluate("document.activeElement.dataset.bet")
    page.keyboard.press("Enter")
    expect(page.locator("#own tbody tr")).to_have_count(1)
    page.keyboard.press("d")
    expect(page.locator(f'.region[data-bet="{bet}"]')).to_have_attribute("aria-label", re.compile("you: 20"))
    page.keyboard.press("?")
    expect(page.locator("#bet-card")).to_contain_text("House edge")
    page.keyboard.press("Escape")
    expect(page.locator(f'.region[data-bet="{bet}"]')).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.locator(f'.region[data-bet="{bet}"]')).to_have_attribute("aria-label", re.compile("you: 10"))
    conduct(service, table, CLOSING[game])
    expect(page.locator("#history li")).to_have_count(1)


WRONG_WAY = """async () => {
    const { Felt } = await import(document.querySelector('script[src*="table.js"]').src.replace('table.js', 'felt.js'));
    const felt = new Felt({});
    felt.drawing = document.querySelector('#felt svg');
    const middle = (region) => {
        const { x, y, width, height } = (region.querySelector('text') ?? region).getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const wrong = [];
    for (const from of felt.regions)
        for (const [dx, dy] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
            const to = felt.nearest(from, [dx, dy]);
            const [[x, y], [ox, oy]] = [middle(from), to ? middle(to) : middle(from)];
            if (to && (ox - x) * dx + (oy - y) * dy <= 0) wrong.push([from.dataset.bet, dx, dy, to.dataset.bet]);
        }
    return wrong;
}"""


def craps_round(service: LiveService, outcome: str) -> None:
    for act, fields in (("offer_dice", {}), ("throw", {}), ("call_result", {"outcome": outcome}), ("settle", {})):
        service.do("carlos", "craps-1", act, **fields)


def test_the_bets_that_opened_a_round_are_repeated(service: LiveService, reader: Readers) -> None:
    """Repeating was refused for an additional bet (bug 5). Not the additional bet that came with the point, which nothing would stand under."""
    service.open("craps-1", "craps", chance="observed")
    ana = reader("ana")
    page = ana.sit_down("craps-1")
    ana.press("pass_line")
    expect(page.locator("#own tbody tr")).to_have_count(1)
    craps_round(service, "2-4")
    expect(page.locator("[data-note=point]")).to_have_text("point 6")
    ana.press("pass_odds:6")
    expect(page.locator("#own tbody tr")).to_have_count(2)
    craps_round(service, "3-4")
    expect(page.locator("#own tbody tr")).to_have_count(0)
    page.click("#repeat")
    expect(page.locator("#own tbody tr")).to_have_count(1)
    expect(page.locator("#own")).to_contain_text("Pass Line")
    assert page.inner_text("#felt-refused") == ""


def test_what_was_taken_off_comes_back_when_it_is_undone(service: LiveService, reader: Readers) -> None:
    """Undo asked for a bet that was gone (bug 6)."""
    service.open("roulette-1", "roulette", chance="observed")
    ana = reader("ana")
    page = ana.sit_down("roulette-1")
    for _ in range(3):
        ana.press("straight:17")
    number = page.locator("#own tbody tr td.number")
    expect(number).to_have_text("30")
    page.mouse.click(*spot(page, "straight:17"), button="right")
    expect(number).to_have_text("20")
    page.locator('.region[data-bet="straight:17"]').focus()
    page.keyboard.press("Shift+Delete")
    expect(number).to_have_count(0)
    for stake in ("20", "30", "20", "10"):
        page.click("#undo")
        expect(number).to_have_text(stake)
    page.click("#double")
    expect(number).to_have_text("20")
    page.click("#favourites")
    page.fill("#favourites-card input", "lucky")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.click("#clear")
    expect(number).to_have_count(0)
    page.click("#favourites")
    page.click('[data-favourite="lucky"]')
    expect(number).to_have_text("20")


def test_what_a_result_won_is_lit_and_the_sum_is_shown(service: LiveService, reader: Readers) -> None:
    table = opened_at(service, "roulette")
    ana = reader("ana")
    page = ana.sit_down(table)
    for bet in ("straight:17", "red"):
        ana.press(bet)
        expect(page.locator(f'.region[data-bet="{bet}"]')).to_have_attribute("aria-label", re.compile("you: 10"))
    expect(page.locator("#exposure")).to_contain_text("worst")
    page.mouse.move(*spot(page, "split:17-20"))
    expect(page.locator(".covered")).to_have_count(2)
    expect(page.locator("#bet-card")).to_contain_text("17 to 1")
    page.mouse.move(5, 400)
    expect(page.locator(".covered")).to_have_count(0)
    conduct(service, table, CLOSING["roulette"])
    expect(page.locator('.region[data-bet="straight:17"]')).to_have_class(re.compile("won"))
    expect(page.locator('.region[data-bet="straight:18"]')).to_have_class(re.compile("lost"))
    expect(page.locator("#sum")).to_have_text("You win 340 (20 staked)")
    page.click("#sum button")
    expect(page.locator("#payments li").first).to_be_visible()
    expect(page.locator("#payments a.cite").first).to_be_visible()
    inside = page.evaluate("""() => {
        const felt = document.getElementById('felt').getBoundingClientRect();
        return [...document.querySelectorAll('.tag')].every((tag) => {
            const { left, right, top, bottom } = tag.getBoundingClientRect();
            return left >= felt.left - 1 && right <= felt.right + 1 && top >= felt.top - 1 && bottom <= felt.bottom + 1;
        });
    }""")
    assert inside
    conduct(service, table, CLOSING["roulette"][:1])
    expect(page.locator(".won, .lost, .tag")).to_have_count(0)
    expect(page.locator("#sum")).to_be_empty()


def test_the_figures_are_written_down_for_every_game_and_window() -> None:
    rows = re.findall(r"^\| (\w+) \| (\d+×\d+) (?:finger|mouse) \|", DOC.read_text(), re.MULTILINE)
    assert rows == [(game, str(window)) for game in ALL for window in WINDOWS]


def test_who_is_alone_goes_on_with_a_button_named_by_the_act(browser: Browser, tmp_path: Path) -> None:
    """No clock runs for somebody alone, until they switch it on."""
    with LiveService(tmp_path, demo=True, tempo=replace(TEMPO, waits_for_lone=True)) as house:
        house.fund("ana")
        attended = Attended(house)
        ana = Reader(browser, str(house.client.base_url).rstrip("/"), token=session_of(house, "ana"))
        page = ana.sit_down("demo-wheel")
        expect(page.locator("#due")).to_be_disabled()
        ana.press("symbol:1")
        expect(page.locator("#due")).to_be_enabled()
        act = page.inner_text("#due")
        expect(page.locator("#hint")).to_have_text(f"Place your bets, then press “{act}”.")
        expect(page.locator("#ring")).not_to_have_class(re.compile("runs"))
        page.evaluate(
            "new MutationObserver(() => { window.ran ||= ring.matches('.runs'); }).observe(ring, { attributes: true })"
        )
        page.click("#due")
        expect(page.locator("#phase")).to_have_text("bets closed")
        expect(page.locator("#hint")).to_have_text("No more bets.")
        attended.look_until(lambda: page.inner_text("#sum"))
        assert not page.evaluate("window.ran")  # the croupier's own pace is no countdown, and 0 is none
        page.click("#auto")
        expect(page.locator("#auto")).to_be_checked()
        ana.press("symbol:1")
        expect(page.locator("#ring")).to_have_class(re.compile("runs"))
        ana.close()
