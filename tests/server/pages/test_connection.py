"""Pages that lose the server, or share it: a killed server, a long absence, a logout, two tabs, other players."""

import signal
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from banca.server.metrics import LIMITED
from support.browser import (
    CLOSING,
    Reader,
    Readers,
    base_of,
    conduct,
    is_ready,
    open_table,
    patacas,
    session_of,
    wallet,
)
from support.houses import asked, player
from support.server import UNHURRIED, LiveService, Steered, until

pytestmark = pytest.mark.browser
MISSED = 200


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
    guest.press("symbol:2")  # sent again under the same id until the house answers
    again = Steered(tmp_path, port=process.port)
    try:
        expect(page.locator("#own tbody tr")).to_have_count(2)
        again.look_until(lambda: page.locator("#payments li").count() == 2)
        expect(page.locator("#history li")).to_have_count(1)
        avos = page.evaluate("fetch('/api/v1/me').then((answer) => answer.json()).then((me) => me.wallet)")
        expect(page.locator("#wallet")).to_have_text(patacas(avos))
        guest.errors.clear()  # of requests to the server that was not there
        guest.close()
    finally:
        assert again.end(signal.SIGTERM) == 0


def test_a_page_that_missed_too_much_looks_again_and_follows_from_there(browser: Browser, tmp_path: Path) -> None:
    with LiveService(tmp_path, limits=replace(UNHURRIED, replayed_entries=MISSED - 50)) as service:
        service.fund("bento")
        table = open_table(service, "roulette")
        service.do("bento", table, "sit")
        ana = Reader(browser, base_of(service), token=session_of(service, "ana"))
        page = ana.sit_down(table)
        streams, refused = service.app.state.streams, LIMITED.labels("replayed_entries")._value
        before = refused.get()
        until(lambda: streams._listeners)  # the page follows
        ana.context.set_offline(True)
        streams._loop.call_soon_threadsafe(lambda: streams._end([*streams._listeners]))  # the line is cut
        expect(page.locator("#connection")).to_contain_text("The server does not respond")
        acts = ["place_bet", "withdraw_bet"] * (MISSED // 2) + ["place_bet"]
        missed = [asked(table, player("bento"), f"m{n}", do, bet="red", stake=1000) for n, do in enumerate(acts)]
        assert len(service.house.do_all(missed)) > MISSED
        ana.context.set_offline(False)
        expect(page.locator(".chip:not(.mine)")).to_have_count(1)
        service.do("bento", table, "place_bet", bet="black", stake=1000)
        expect(page.locator(".chip:not(.mine)")).to_have_count(2)
        assert refused.get() > before
        ana.errors.clear()
        ana.close()


def test_a_player_who_is_logged_out_goes_on_after_logging_in(service: LiveService, reader: Readers) -> None:
    table = open_table(service, "wheel")
    ana = reader("ana")
    page, other = ana.sit_down(table), ana.go("/", ana.tab())
    other.click("#log-out")
    other.wait_for_load_state()
    ana.press("symbol:1", page)
    expect(page.locator("#felt-refused")).to_have_text("You are logged out.")
    expect(page.locator("#connection a")).to_have_attribute("href", f"/login?to=/tables/{table}")
    ana.context.add_cookies([{"name": "banca_session", "value": session_of(service, "ana"), "url": ana.base}])
    page.evaluate("dispatchEvent(new Event('focus'))")  # as when one comes back from the other tab
    expect(page.locator("#connection")).to_be_hidden()
    ana.press("symbol:1", page)
    expect(page.locator("#own tbody tr")).to_have_count(1)


def test_two_tabs_and_other_players_agree_and_the_last_bets_are_repeated(service: LiveService, reader: Readers) -> None:
    table = open_table(service, "roulette")
    before = wallet(service)
    service.do("bento", table, "sit")
    service.do("bento", table, "place_bet", bet="red", stake=20_00)
    ana = reader("ana")
    first, second = ana.sit_down(table), ana.sit_down(table, ana.tab())
    ana.press("red", first)
    ana.press("straight:17", second)
    for page in (first, second):
        expect(page.locator(".chip.mine")).to_have_count(2)
        expect(page.locator(".chip:not(.mine)")).to_have_count(1)
        expect(page.locator("#wallet")).to_have_text(patacas(before - 20_00))
    conduct(service, table, [(act, {"outcome": "3"} if fields else {}) for act, fields in CLOSING["roulette"]])
    for page in (first, second):
        expect(page.locator("#payments li")).to_have_count(3)
        expect(page.locator("#own tbody tr")).to_have_count(0)
    second.click("#repeat")
    expect(first.locator("#own tbody tr")).to_have_count(2)
    first.click("#clear")
    expect(second.locator("#own tbody tr")).to_have_count(0)
