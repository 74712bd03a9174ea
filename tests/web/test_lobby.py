"""Arriving in a browser: the lobby lives, guests find their way, and the first round is explained beside the layout."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import Reader, Readers, base_of, is_ready, reload
from service import LiveService

pytestmark = pytest.mark.browser
CRAPS = "demo-craps"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("demo"), demo=True) as service:
        yield service


@pytest.fixture
def visitor(browser: Browser, demo: LiveService) -> Iterator[Readers]:
    """Somebody whom the house does not know."""
    opened: list[Reader] = []

    def come(**settings: Any) -> Reader:
        opened.append(Reader(browser, base_of(demo), **settings))
        return opened[-1]

    yield come
    for reader in opened:
        reader.close()


def enter(page: Page) -> Page:
    """Come to a table as a guest, through the login page."""
    page.click("#guest")
    page.wait_for_url(re.compile(rf":\d+/tables/{CRAPS}$"))
    return is_ready(page)


def name_of(page: Page) -> str:
    return str(page.evaluate("JSON.parse(document.getElementById('page-data').textContent).me.name"))


def take_all(service: LiveService, name: str, request: str = "out") -> None:
    """Take all that is in a wallet."""
    amount = service.house.balance(f"wallet:{name}")
    response = service.post("sofia", "/cage/out", id=f"{request}-{name}", player=name, amount=amount)
    assert response.status_code == 201, response.text


def test_the_lobby_shows_felts_and_follows_the_tables(demo: LiveService, visitor: Readers) -> None:
    demo.open("wheel-1", "wheel", chance="observed")
    page = visitor().go("/")
    expect(page.locator("#tables > li")).to_have_count(8)
    card = page.locator('[data-table="wheel-1"]')
    expect(card.locator(".phase")).to_have_text("bets open")
    before = card.bounding_box()
    demo.do("carlos", "wheel-1", "call_no_more_bets")
    demo.do("carlos", "wheel-1", "turn")
    demo.do("carlos", "wheel-1", "read_pointer", turns=3, outcome="symbol 4")
    expect(card.locator(".phase")).to_have_text("decided")  # nothing was pressed
    expect(card.locator(".recent li")).to_have_text(["Symbol 4"])
    assert card.bounding_box() == before


def test_a_guest_without_money_gets_more_at_the_table(demo: LiveService, visitor: Readers) -> None:
    """A guest without money had no way on (bug 7)."""
    reader = visitor()
    page = reader.go("/")
    page.click('[data-table="demo-roulette"] .button')  # one press leads to a table
    page.wait_for_url(re.compile(r":\d+/tables/demo-roulette$"))
    is_ready(page)
    expect(page.locator("#wallet")).to_have_text("10,000")
    page.click('.chip-choice:has(input[value="100000"])')
    reader.press("red")
    expect(page.locator("#wallet")).to_have_text("9,000")
    take_all(demo, name_of(page))
    reload(page)
    expect(page.locator("#wallet")).to_have_text("0")
    expect(page.locator("#more")).to_be_hidden()  # money lies on the table
    page.click("#clear")
    expect(page.locator("#wallet")).to_have_text("1,000")
    take_all(demo, name_of(page), "rest")
    reload(page)
    page.click("#more-chips")
    expect(page.locator("#wallet")).to_have_text("10,000")
    expect(page.locator("#more")).to_be_hidden()


def test_an_expired_guest_takes_a_seat_again_with_one_press(visitor: Readers) -> None:
    reader = visitor()
    page = enter(reader.go(f"/login?to=/tables/{CRAPS}"))
    names = [name_of(page)]
    other = reader.go("/", reader.tab())
    other.click("#log-out")
    other.wait_for_load_state()
    reader.press("pass_line", page)
    expect(page.locator("#felt-refused")).to_have_text("You are logged out.")
    expect(page.locator("#connection a")).to_have_text("Take a seat again as a guest")
    page.evaluate("delete document.body.dataset.ready")
    page.click("#connection a")
    is_ready(page)
    names.append(name_of(page))
    reader.press("pass_line", page)
    expect(page.locator("#wallet")).to_have_text("9,990")
    assert len(set(names)) == len(names)


def test_the_first_round_is_explained_by_keyboard_and_once(visitor: Readers) -> None:
    page = enter(visitor(is_first_visit=True).go(f"/login?to=/tables/{CRAPS}"))
    card = page.locator("#coach")
    expect(card).to_be_visible()
    expect(page.locator("#announce")).to_contain_text("Pass Line")
    expect(page.locator("#coach-says a")).to_have_attribute("href", "/rules/craps#5.2.1")
    page.locator("#coach-next").focus()
    for step in range(2, 5):
        page.keyboard.press("Enter")
        expect(page.locator("#coach-at")).to_have_text(f"{step} of 4")
        expect(page.locator("#coach-next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card).to_be_hidden()
    reload(page)
    expect(card).to_be_hidden()
