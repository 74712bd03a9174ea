"""Arriving in a browser: the lobby lives, and a guest comes to a table, sees the first round explained and gets more money."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browser import Reader, base_of, is_ready, reload
from support.server import LiveService

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("demo"), demo=True) as service:
        yield service


def test_the_lobby_follows_the_tables(browser: Browser, demo: LiveService) -> None:
    demo.open("wheel-1", "wheel", chance="observed")
    visitor = Reader(browser, base_of(demo))
    page = visitor.go("/")
    expect(page.locator("#tables > li")).to_have_count(8)
    card = page.locator('[data-table="wheel-1"]')
    expect(card.locator(".phase")).to_have_text("bets open")
    demo.do("carlos", "wheel-1", "call_no_more_bets")
    demo.do("carlos", "wheel-1", "turn")
    demo.do("carlos", "wheel-1", "read_pointer", turns=3, outcome="symbol 4")
    expect(card.locator(".phase")).to_have_text("decided")  # nothing was pressed
    expect(card.locator(".recent li")).to_have_text(["Symbol 4"])
    visitor.close()


def take_all(service: LiveService, page: Page, request: str) -> None:
    """Take all that is in the wallet of the guest before a page."""
    name = str(page.evaluate("JSON.parse(document.getElementById('page-data').textContent).me.name"))
    amount = service.house.balance(f"wallet:{name}")
    response = service.post("sofia", "/cage/out", id=f"{request}-{name}", player=name, amount=amount)
    assert response.status_code == 201, response.text
    reload(page)


def test_a_guest_is_shown_the_first_round_and_gets_more_money(browser: Browser, demo: LiveService) -> None:
    """A guest without money had no way on (bug 7)."""
    reader = Reader(browser, base_of(demo), is_first_visit=True)
    page = reader.go("/")
    page.click('[data-table="demo-roulette"] .button')  # one press leads to a table
    page.wait_for_url(re.compile(r":\d+/tables/demo-roulette$"))
    is_ready(page)
    expect(page.locator("#coach")).to_be_visible()
    page.locator("#coach-next").focus()
    for _ in range(4):
        expect(page.locator("#coach-next")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("#coach")).to_be_hidden()
    page.click('.chip-choice:has(input[value="100000"])')
    reader.press("red")
    expect(page.locator("#wallet")).to_have_text("9,000")
    take_all(demo, page, "first")
    expect(page.locator("#wallet")).to_have_text("0")
    expect(page.locator("#more")).to_be_hidden()  # money lies on the table
    page.click("#clear")
    expect(page.locator("#wallet")).to_have_text("1,000")
    take_all(demo, page, "rest")
    expect(page.locator("#coach")).to_be_hidden()  # it was shown once
    page.click("#more-chips")
    expect(page.locator("#wallet")).to_have_text("10,000")
    expect(page.locator("#more")).to_be_hidden()
    reader.close()
