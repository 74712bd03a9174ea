"""A player at a table in a browser: rounds by mouse, keyboard and touch, and what the page itself keeps, counts and marks."""

import re

import pytest
from playwright.sync_api import Page, expect

from banca.server.pages.static import address
from support.browser import (
    BETS,
    CLOSING,
    OUTCOME,
    TELEPHONE,
    Readers,
    conduct,
    faults,
    measure,
    open_for_bets,
    open_table,
    patacas,
    spot,
    throw_craps,
    wallet,
)
from support.server import LiveService, until

pytestmark = pytest.mark.browser


def enter_line(page: Page, text: str) -> None:
    page.fill("#line", text)
    page.press("#line", "Enter")


def has_bets(page: Page, count: int) -> None:
    expect(page.locator("#own tbody tr")).to_have_count(count)


def has_stake(page: Page, bet: str, patacas: int) -> None:
    expect(page.locator(f'.region[data-bet="{bet}"]')).to_have_attribute("aria-label", re.compile(f"you: {patacas}"))


@pytest.mark.parametrize("game", ["craps", "football_poker", "roulette"])
def test_a_round_by_mouse(service: LiveService, reader: Readers, game: str) -> None:
    table = open_for_bets(service, game)
    before = wallet(service)
    ana = reader("ana")
    page = ana.sit_down(table)
    for bet in BETS[game]:
        ana.press(bet)
        has_stake(page, bet, 10)
    has_bets(page, len(BETS[game]))
    page.click("#undo")
    has_bets(page, len(BETS[game]) - 1)
    ana.press(BETS[game][-1])
    has_bets(page, len(BETS[game]))
    conduct(service, table, CLOSING[game])
    expect(page.locator("#history li").first).to_have_attribute("data-outcome", OUTCOME[game])
    expect(page.locator("#payments li")).to_have_count(len(BETS[game]))
    after = wallet(service)
    expect(page.locator("#wallet")).to_have_text(patacas(after))
    gain = patacas(abs(after - before))
    until(lambda: page.inner_text("#session").lstrip("+−±") == gain)


def test_a_round_by_keyboard(service: LiveService, reader: Readers) -> None:
    table = open_for_bets(service, "fantan")
    page = reader("ana").sit_down(table)
    for _ in range(6):  # skip link, mark, menu, counting anew
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.region')"):
            break
    while page.evaluate("document.activeElement.matches('.shut')"):
        page.keyboard.press("ArrowRight")
    bet = page.evaluate("document.activeElement.dataset.bet")
    page.keyboard.press("Enter")
    has_bets(page, 1)
    page.keyboard.press("d")
    has_stake(page, bet, 20)
    page.keyboard.press("Delete")
    has_stake(page, bet, 10)
    page.keyboard.press("Shift+Delete")
    has_bets(page, 0)
    page.keyboard.press("/")
    page.keyboard.type("fan 3 40")
    page.keyboard.press("Enter")
    has_bets(page, 1)
    conduct(service, table, CLOSING["fantan"])
    expect(page.locator("#history li")).to_have_count(1)


def test_a_round_by_touch(service: LiveService, reader: Readers) -> None:
    """Every part of the board can be tapped; a long press shows the bet and bets nothing."""
    table = open_for_bets(service, "craps")
    page = reader("ana", size=TELEPHONE[:2], has_touch=True, is_mobile=True).sit_down(table)
    bets: list[str] = []
    for tab in page.locator("#parts:not([hidden]) [role=tab]").all():
        tab.tap()
        expect(tab).to_have_attribute("aria-selected", "true")
        expect(page.locator("#felt")).to_have_attribute("aria-busy", "false")
        assert list(faults(measure(page), TELEPHONE)) == []
        if not page.locator(".region:not(.shut)").count():
            continue
        bets.append(page.locator(".region:not(.shut)").first.get_attribute("data-bet") or "")
        for _ in range(2):
            page.touchscreen.tap(*spot(page, bets[-1]))
        has_stake(page, bets[-1], 20)
    has_bets(page, len(bets))
    x, y = spot(page, bets[-1])
    tools = page.context.new_cdp_session(page)
    tools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("#bet-card")).to_have_class(re.compile("pinned"))
    tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    has_stake(page, bets[-1], 20)
    page.tap('#bet-card [data-do="remove"]')
    has_bets(page, len(bets) - 1)
    page.tap('#bet-card [data-do="close"]')
    conduct(service, table, CLOSING["craps"])
    expect(page.locator("#sum")).not_to_be_empty()


VOID_BEFORE_A_LOOK = """async (script) => {
    const { Outcome } = await import(script);
    const felt = { unmark() {}, regions: [], drawing: document.querySelector("#felt svg") };
    const state = { view: { seq: 9, phase: "", state: { shown: "", bets: [] } }, result: null };
    const outcome = new Outcome(state, felt), place = document.querySelector("#outcome");
    const look = (said) => {
        outcome.tags = new Map();  // the round before was paid, and the page has not been drawn since
        outcome.write("before");
        if (said) place.textContent = said;  // by the journal
        outcome.end(9);
        outcome.show();
        return place.textContent;
    };
    return [look("void"), look("")];
}"""


def test_what_is_said_of_a_void_round_outlives_the_look_that_clears_the_round_before(
    service: LiveService, reader: Readers
) -> None:
    page = reader("ana").sit_down(open_table(service, "fantan"))
    assert page.evaluate(VOID_BEFORE_A_LOOK, address("table/outcome.js")) == ["void", ""]


def test_what_was_taken_off_comes_back_when_it_is_undone(service: LiveService, reader: Readers) -> None:
    """Undo asked for a bet that was gone (bug 6)."""
    ana = reader("ana")
    page = ana.sit_down(open_table(service, "roulette"))
    for _ in range(3):
        ana.press("straight:17")
    number = page.locator("#own tbody tr td.number")
    expect(number).to_have_text("30")
    ana.press("straight:17", button="right")
    expect(number).to_have_text("20")
    page.locator('.region[data-bet="straight:17"]').focus()
    page.keyboard.press("Shift+Delete")
    expect(number).to_have_count(0)
    for stake in ("20", "30", "20", "10"):
        page.click("#undo")
        expect(number).to_have_text(stake)


def test_pass_typed_after_the_point_is_no_additional_bet_and_clear_takes_what_can_come_back(
    service: LiveService, reader: Readers
) -> None:
    table = open_table(service, "craps")
    page = reader("ana").sit_down(table)
    enter_line(page, "pass 50")
    has_bets(page, 1)
    throw_craps(service, table, "2-4")
    expect(page.locator("[data-note=point]")).to_have_text("point 6")
    enter_line(page, "pass 10")
    expect(page.locator("#line-refused")).to_contain_text("R-craps-7")
    for text, rows in (("odds 100", 2), ("field 10", 3)):
        enter_line(page, text)
        has_bets(page, rows)
    page.click("#clear")
    has_bets(page, 1)
    expect(page.locator("#felt-refused")).to_contain_text("R-craps-8")
    throw_craps(service, table, "3-4")
    expect(page.locator("#session")).to_have_text("−50")
    page.click("#repeat")  # what opened the round, without the additional bet that came with the point (bug 5)
    has_bets(page, 1)
    expect(page.locator("#own")).to_contain_text("Pass Line")
