"""Arriving: the lobby lives, guests find their way, and the first round is told beside the layout."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from browser.browsing import Reader, is_ready, reload, session_of
from service import LiveService

CRAPS = "demo-craps"
FOUR = 4
FIRST_LOAD = 200_000
SERIOUS = ("serious", "critical")
WCAG = {"resultTypes": ["violations"], "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
WINDOWS = ((1280, 800), (1024, 768), (820, 1180), (390, 844), (844, 390))
COVERED = """() => {
    const card = document.getElementById("coach").getBoundingClientRect();
    return [...document.querySelectorAll(".region, #tray, #due")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < card.right - 1 && box.right > card.left + 1 && box.top < card.bottom - 1 && box.bottom > card.top + 1;
    }).length;
}"""


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[LiveService]:
    with LiveService(tmp_path, demo=True) as found:
        yield found


@pytest.fixture
def visitor(browser: Browser, demo: LiveService) -> Iterator[Callable[..., Reader]]:
    """Somebody nobody knows."""
    opened: list[Reader] = []

    def come(**how: Any) -> Reader:
        opened.append(Reader(browser, str(demo.client.base_url).rstrip("/"), **how))
        return opened[-1]

    yield come
    for one in opened:
        one.close()


def seated(page: Page, table: str = CRAPS) -> Page:
    """A guest who has come to a table through the login page."""
    page.click("#guest")
    page.wait_for_url(re.compile(rf":\d+/tables/{table}$"))
    return is_ready(page)


def name_of(page: Page) -> str:
    return str(page.evaluate("JSON.parse(document.getElementById('page-data').textContent).me.name"))


def broke(service: LiveService, name: str, how: str = "out") -> None:
    """Somebody has lost all that is in the wallet."""
    amount = service.house.balance(f"wallet:{name}")
    answer = service.post("sofia", "/cage/out", id=f"{how}-{name}", player=name, amount=amount)
    assert answer.status_code == 201, answer.text


def test_the_lobby_shows_felts_and_lives(demo: LiveService, visitor: Callable[..., Reader]) -> None:
    demo.open("wheel-1", "wheel", chance="observed")
    page = visitor().go("/")
    expect(page.locator("#tables > li")).to_have_count(8)
    expect(page.locator(".door h2")).to_have_text(["Play", "Train", "Examine"])
    felt = page.locator('[data-table="demo-craps"] img')
    felt.scroll_into_view_if_needed()
    page.wait_for_function("(one) => one.complete && one.naturalWidth > 0", arg=felt.element_handle())
    card = page.locator('[data-table="wheel-1"]')
    expect(card.locator(".phase")).to_have_text("bets open")
    expect(card.locator(".recent li")).to_have_count(0)
    place = card.bounding_box()
    demo.do("carlos", "wheel-1", "call_no_more_bets")
    demo.do("carlos", "wheel-1", "turn")
    demo.do("carlos", "wheel-1", "read_pointer", turns=3, outcome="symbol 4")
    expect(card.locator(".phase")).to_have_text("decided")  # nothing was pressed
    expect(card.locator(".recent li")).to_have_text(["Symbol 4"])
    assert card.bounding_box() == place


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_the_first_load_of_a_full_lobby_is_light(visitor: Callable[..., Reader], size: tuple[int, int]) -> None:
    reader = visitor(size=size)
    sizes: list[int] = []
    tools = reader.context.new_cdp_session(reader.page)
    tools.send("Network.enable")
    tools.on("Network.loadingFinished", lambda done: sizes.append(int(done["encodedDataLength"])))
    reader.go("/")
    for felt in reader.page.locator("#tables img").all():  # all of them, as somebody who scrolls
        felt.scroll_into_view_if_needed()
        reader.page.wait_for_function("(one) => one.complete && one.naturalWidth > 0", arg=felt.element_handle())
    assert sum(sizes) < FIRST_LOAD
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_one_press_in_the_lobby_leads_to_a_table(visitor: Callable[..., Reader]) -> None:
    page = visitor().go("/")
    page.click('[data-table="demo-roulette"] .button')
    page.wait_for_url(re.compile(r":\d+/tables/demo-roulette$"))
    is_ready(page)
    expect(page.locator("#wallet")).to_have_text("10,000")


def test_a_guest_who_is_broke_gets_more_at_the_table_and_in_the_lobby(
    demo: LiveService, visitor: Callable[..., Reader]
) -> None:
    """A guest without money had no way on (bug 7)."""
    page = seated(visitor().go(f"/login?to=/tables/{CRAPS}"))
    expect(page.locator("#more")).to_be_hidden()
    broke(demo, name_of(page))
    reload(page)
    felt = page.locator("#felt").bounding_box()
    page.click("#more-chips")
    expect(page.locator("#wallet")).to_have_text("10,000")
    expect(page.locator("#more")).to_be_hidden()
    assert page.locator("#felt").bounding_box() == felt
    demo.ticks.move(3600)
    broke(demo, name_of(page), "again")
    page.goto(page.url.partition("/tables")[0] + "/")
    is_ready(page)
    page.click("#more-chips")
    expect(page.locator("#wallet")).to_contain_text("10,000")
    expect(page.locator("#more-chips")).to_be_hidden()


def test_what_lies_on_the_table_is_not_nothing(demo: LiveService, visitor: Callable[..., Reader]) -> None:
    reader = visitor()
    page = seated(reader.go(f"/login?to=/tables/{CRAPS}"))
    page.click('.chip-choice:has(input[value="100000"])')
    reader.press("pass_line")
    expect(page.locator("#wallet")).to_have_text("9,000")
    broke(demo, name_of(page))
    reload(page)
    expect(page.locator("#wallet")).to_have_text("0")
    expect(page.locator("#more")).to_be_hidden()


def test_an_expired_guest_takes_a_seat_again_with_one_press(visitor: Callable[..., Reader]) -> None:
    reader = visitor()
    page = seated(reader.go(f"/login?to=/tables/{CRAPS}"))
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
    reader.context.clear_cookies(name="banca_session")
    reload(page)  # leads to the login page, which a guest can pass
    expect(page.locator("#guest")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf":\d+/tables/{CRAPS}$"))
    is_ready(page)
    names.append(name_of(page))
    assert len(set(names)) == len(names)


def test_who_has_a_name_has_the_focus_in_it(service: LiveService, reader: Callable[..., Reader]) -> None:
    del service
    page = reader().go("/login")
    expect(page.locator("#guest")).to_have_count(0)
    expect(page.locator("#login [name=name]")).to_be_focused()
    box = page.locator("#login [name=name]").bounding_box()
    assert box
    assert box["width"] < 500


def test_the_first_round_is_told_by_keyboard_and_stays_away(visitor: Callable[..., Reader]) -> None:
    page = seated(visitor(is_first_visit=True).go(f"/login?to=/tables/{CRAPS}"))
    card = page.locator("#coach")
    expect(card).to_be_visible()
    expect(page.locator("#announce")).to_contain_text("Pass Line")
    expect(page.locator("#coach-says a")).to_have_attribute("href", "/rules/craps#5.2.1")
    page.locator("#coach-next").focus()
    for step in range(2, FOUR + 1):
        page.keyboard.press("Enter")
        expect(page.locator("#coach-at")).to_have_text(f"{step} of {FOUR}")
        expect(page.locator("#coach-next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card).to_be_hidden()
    reload(page)
    expect(card).to_be_hidden()
    page.click(".menu-button")
    page.click("#coach-again")
    expect(card).to_be_focused()
    expect(page.locator("#coach-at")).to_have_text(f"1 of {FOUR}")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(page.locator(".menu-button")).to_be_focused()


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("table", [CRAPS, "demo-fantan", "demo-pai-kao"])
def test_the_first_round_lies_on_no_bet_and_moves_nothing(
    visitor: Callable[..., Reader], size: tuple[int, int], table: str
) -> None:
    reader = visitor(is_first_visit=True, size=size, lang="pt", has_touch=size[0] < 1000)
    page = seated(reader.go(f"/login?to=/tables/{table}"), table)
    expect(page.locator("#coach")).to_be_visible()
    felt = page.locator("#felt").bounding_box()
    for _ in range(FOUR):
        assert page.evaluate(COVERED) == 0
        box = page.locator("#coach").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= size[0]
        page.click("#coach-next")
    expect(page.locator("#coach")).to_be_hidden()
    assert page.locator("#felt").bounding_box() == felt


def test_two_presses_at_one_spot_are_two_chips_on_the_first_visit(visitor: Callable[..., Reader]) -> None:
    reader = visitor(is_first_visit=True)
    page = seated(reader.go(f"/login?to=/tables/{CRAPS}"))
    expect(page.locator("#coach")).to_be_visible()
    reader.press("pass_line")
    reader.press("pass_line")
    expect(page.locator("#wallet")).to_have_text("9,980")


def test_axe_finds_nothing_serious_on_arrival(demo: LiveService, visitor: Callable[..., Reader]) -> None:
    reader = visitor(is_first_visit=True)
    for path in ("/", f"/login?to=/tables/{CRAPS}"):
        found(reader.go(path))
    page = seated(reader.page)
    expect(page.locator("#coach")).to_be_visible()
    found(page)
    broke(demo, name_of(page))
    reload(page)
    expect(page.locator("#more")).to_be_visible()
    found(page)


def test_a_new_house_is_calm(service: LiveService, reader: Callable[..., Reader]) -> None:
    assert session_of(service, "sofia")
    page = reader("sofia").go("/")
    expect(page.locator("#none")).to_contain_text("No table is open yet.")
    expect(page.locator(".refusal:visible")).to_have_count(0)
    page.click("#none a")
    page.wait_for_url(re.compile("/house#opening$"))
    is_ready(page)
    expect(page.locator("#tables-empty")).to_be_visible()
    expect(page.locator("#opening")).to_have_attribute("open", "")
    expect(page.locator(".refusal:visible")).to_have_count(0)


def found(page: Page) -> None:
    """What axe finds must be nothing serious, in light and in dark."""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="light" if theme == "light" else "dark")
        bad = [
            (one["id"], [node["html"][:200] for node in one["nodes"]][:5])
            for one in Axe().run(page, options=WCAG).response["violations"]
            if one["impact"] in SERIOUS
        ]
        assert not bad, (theme, bad)
