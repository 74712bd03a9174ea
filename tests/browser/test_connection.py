"""The page finds its way back: a server that is killed and started again, two tabs, a command sent into the dark."""

import re
import signal
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.browsing import Reader, is_ready
from service import LiveService, Steered


def test_a_killed_server_is_found_again_in_the_middle_of_a_round(browser: Browser, tmp_path: Path) -> None:
    process = Steered(tmp_path)
    guest = Reader(browser, process.base)
    page = guest.go("/")
    page.click('[data-table="demo-wheel"] .button')
    page.wait_for_url("**/tables/demo-wheel")
    is_ready(page)
    guest.press("symbol:1")
    expect(page.locator("#own tbody tr")).to_have_count(1)
    process.end(signal.SIGKILL)
    expect(page.locator("#connection")).to_contain_text("The server does not respond")
    guest.press("symbol:2")  # sent into the dark: it is sent again under the same id until the house answers
    again = Steered(tmp_path, port=process.port)
    try:
        expect(page.locator("#own tbody tr")).to_have_count(2)
        again.look_until(lambda: page.locator("#payments li").count() == 2)
        expect(page.locator("#history li")).to_have_count(1)
        name = page.inner_text(".who").strip().split()[-1]
        wallet = page.evaluate("fetch('/api/v1/me').then((answer) => answer.json()).then((me) => me.wallet)")
        expect(page.locator("#wallet")).to_have_text(f"{wallet / 100:,.0f}")
        bets = re.findall(
            r'"event":"bet_placed","player":"' + name,
            page.evaluate("fetch('/api/v1/tables/demo-wheel').then((answer) => answer.text())"),
        )
        assert bets == []  # all decided
        guest.faults.clear()
        guest.close()
    finally:
        assert again.end(signal.SIGTERM) == 0


def test_two_tabs_agree(service: LiveService, reader: Callable[..., Reader]) -> None:
    service.open("roulette-1", "roulette", chance="observed")
    ana = reader("ana")
    first, second = ana.sit_down("roulette-1"), ana.sit_down("roulette-1", ana.tab())
    ana.press("red", first)
    for page in (first, second):
        expect(page.locator("#own tbody tr")).to_have_count(1)
        expect(page.locator("#wallet")).to_have_text("9,990")
    second.click("#clear")
    for page in (first, second):
        expect(page.locator("#own tbody tr")).to_have_count(0)
        expect(page.locator("#wallet")).to_have_text("10,000")


def test_others_bets_are_told_apart_and_the_last_bets_can_be_repeated(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    service.open("roulette-1", "roulette", chance="observed")
    service.do("bento", "roulette-1", "sit")
    service.do("bento", "roulette-1", "place_bet", bet="red", stake=20_00)
    ana = reader("ana")
    page = ana.sit_down("roulette-1")
    ana.press("red")
    expect(page.locator(".chip.mine")).to_have_count(1)
    ana.press("straight:17")
    expect(page.locator('.region[data-bet="red"]')).to_have_attribute("aria-label", re.compile("you: 10; others: 20"))
    expect(page.locator(".chip:not(.mine)")).to_have_count(1)
    expect(page.locator(".chip.mine")).to_have_count(2)
    for act, fields in (("throw_ball", {}), ("call_no_more_bets", {}), ("read_number", {"outcome": "3"}), ("pay", {})):
        service.do("carlos", "roulette-1", act, **fields)
    expect(page.locator("#payments li")).to_have_count(3)
    expect(page.locator("#own tbody tr")).to_have_count(0)
    page.click("#repeat")
    expect(page.locator("#own tbody tr")).to_have_count(2)
    expect(page.locator("#wallet")).to_have_text("9,980")
