"""A player at a table in a browser: rounds by mouse, keyboard and touch, and what the page itself keeps, counts and marks."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser import PHONE, Readers, is_ready, reload, spot
from rounds import BETS, CLOSING, GAMES, OUTCOME, conduct, open_for_bets, open_table, patacas, throw_craps, wallet
from service import LiveService, until
from windows import TELEPHONE, faults, measure

pytestmark = pytest.mark.browser
ROULETTE_ROUND = CLOSING["roulette"]


def enter_line(page: Page, text: str) -> None:
    page.fill("#line", text)
    page.press("#line", "Enter")


def has_bets(page: Page, count: int) -> None:
    expect(page.locator("#own tbody tr")).to_have_count(count)


def has_stake(page: Page, bet: str, patacas: int) -> None:
    expect(page.locator(f'.region[data-bet="{bet}"]')).to_have_attribute("aria-label", re.compile(f"you: {patacas}"))


@pytest.mark.parametrize("game", GAMES)
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
    page.keyboard.press("?")
    expect(page.locator("#bet-card")).to_contain_text("House edge")
    page.keyboard.press("Escape")
    expect(page.locator(f'.region[data-bet="{bet}"]')).to_be_focused()
    page.keyboard.press("d")
    has_stake(page, bet, 20)
    page.keyboard.press("Delete")
    has_stake(page, bet, 10)
    page.keyboard.press("Shift+Delete")
    has_bets(page, 0)
    for count, line in enumerate(("fan 3 40", "kuoc:2-3 30"), start=1):
        page.keyboard.press("/")
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        expect(page.locator("#line")).to_have_value("")
        has_bets(page, count)
        page.keyboard.press("Tab")
    conduct(service, table, CLOSING["fantan"])
    expect(page.locator("#history li")).to_have_count(1)


def test_a_round_by_touch(service: LiveService, reader: Readers) -> None:
    """Every part of the board can be tapped; a long press shows the bet and bets nothing."""
    table = open_for_bets(service, "craps")
    page = reader("ana", size=TELEPHONE[:2], has_touch=True, is_mobile=True).sit_down(table)
    tabs = page.locator("#parts:not([hidden]) [role=tab]")
    bets: list[str] = []
    for tab in tabs.all():
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
    page.tap("#lists")
    expect(page.locator("#panel")).to_be_in_viewport(ratio=0.9)
    page.tap("#close-lists")
    expect(page.locator("#panel")).not_to_be_in_viewport()
    x, y = spot(page, bets[-1])
    tools = page.context.new_cdp_session(page)
    tools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("#bet-card")).to_have_class(re.compile("pinned"))
    tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#bet-card")).to_contain_text("House edge")
    has_stake(page, bets[-1], 20)
    page.tap('#bet-card [data-do="add"]')
    has_stake(page, bets[-1], 30)
    page.tap('#bet-card [data-do="remove"]')
    has_bets(page, len(bets) - 1)
    page.tap('#bet-card [data-do="close"]')
    expect(page.locator("#bet-card")).to_be_hidden()
    conduct(service, table, CLOSING["craps"])
    expect(page.locator("#sum")).not_to_be_empty()


def test_a_bet_after_the_close_is_refused_beside_the_felt_with_its_clause(
    service: LiveService, reader: Readers
) -> None:
    table = open_table(service, "wheel")
    ana = reader("ana", size=PHONE)
    page = ana.sit_down(table)
    ana.press("symbol:3")
    has_bets(page, 1)
    service.do("carlos", table, "call_no_more_bets")
    expect(page.locator("#phase")).to_have_text("bets closed")
    expect(page.locator('.region[data-bet="symbol:3"]')).to_have_attribute("aria-disabled", "true")
    ana.press("symbol:3")
    expect(page.locator("#felt-refused")).to_contain_text("Wheel of Fortune, article 2")
    for place in ("#felt-refused", "#tray", "#undo"):
        expect(page.locator(place)).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


def test_what_was_taken_off_comes_back_when_it_is_undone_and_favourites_are_kept(
    service: LiveService, reader: Readers
) -> None:
    """Undo asked for a bet that was gone (bug 6)."""
    table = open_table(service, "roulette")
    ana = reader("ana")
    page = ana.sit_down(table)
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
    for text, rows in (("odds 100", 2), ("come 20", 3)):
        enter_line(page, text)
        has_bets(page, rows)
    throw_craps(service, table, "4-4")
    expect(page.locator("#own")).to_contain_text("Come (8)")
    enter_line(page, "come 30")
    has_bets(page, 4)
    page.click("#undo")  # the one that has not moved
    has_bets(page, 3)
    enter_line(page, "field 10")
    has_bets(page, 4)
    page.click("#clear")
    has_bets(page, 2)
    expect(page.locator("#felt-refused")).to_contain_text("R-craps-8")
    throw_craps(service, table, "3-4")
    expect(page.locator(".tag")).to_have_count(2)
    expect(page.locator("#session")).to_have_text("−70")
    page.click("#repeat")  # what opened the round, without the additional bet that came with the point (bug 5)
    has_bets(page, 1)
    expect(page.locator("#own")).to_contain_text("Pass Line")


def test_a_session_counts_what_is_won_and_lost_at_its_table_alone(service: LiveService, reader: Readers) -> None:
    wheel, roulette = open_table(service, "wheel"), open_table(service, "roulette")
    ana = reader("ana")
    page = ana.sit_down(wheel)
    ana.press("symbol:1")
    has_bets(page, 1)
    service.post("sofia", "/cage/in", id=f"more-{wheel}", player="ana", amount=500_00)
    page = ana.sit_down(roulette)
    ana.press("red")
    has_bets(page, 1)
    expect(page.locator("#session")).to_have_text("±0")
    conduct(service, roulette, [(act, {"outcome": "3"} if fields else {}) for act, fields in ROULETTE_ROUND])
    expect(page.locator("#session")).to_have_text("+10")
    reload(page)  # at once: what is counted is kept
    expect(page.locator("#session")).to_have_text("+10")
    page.click("#new-session")
    expect(page.locator("#session")).to_have_text("±0")


LIT = """() => {
    const isDisc = (one) => !['none', 'rgba(0, 0, 0, 0)'].includes(getComputedStyle(one).fill);
    const keys = (regions) => [...regions].map((region) => region.dataset.bet).sort();
    return {
        discs: keys([...document.querySelectorAll('.region > .target')].filter(isDisc).map((one) => one.parentElement)),
        full: keys(document.querySelectorAll('.region.won.full')),
        markers: document.querySelectorAll('.dolly').length,
    };
}"""


def test_a_result_is_marked_where_chips_win_and_gone_with_the_next_bet(service: LiveService, reader: Readers) -> None:
    """Every spot that a number wins with was a yellow disc; one betted on a layout that was faded still."""
    table = open_for_bets(service, "roulette")
    ana = reader("ana")
    page, onlooker = ana.sit_down(table), reader("chan").sit_down(table)
    for bet in ("split:17-20", "corner:16-17-19-20", "split:1-2", "red"):
        ana.press(bet)
        has_stake(page, bet, 10)
    expect(page.locator("#exposure")).to_contain_text("worst")
    page.mouse.move(*spot(page, "split:17-20"))
    expect(page.locator(".covered")).to_have_count(2)
    expect(page.locator("#bet-card")).to_contain_text("17 to 1")
    page.mouse.move(5, 400)
    expect(page.locator(".covered")).to_have_count(0)
    conduct(service, table, ROULETTE_ROUND)
    for each in (page, onlooker):
        expect(each.locator("#history li")).to_have_count(1)
        expect(each.locator(".region.won").first).to_be_attached()
        assert each.evaluate(LIT) == {
            "discs": ["corner:16-17-19-20", "split:17-20"],
            "full": ["corner:16-17-19-20", "split:17-20", "straight:17"],
            "markers": 1,
        }
    expect(page.locator('.region[data-bet="straight:18"]')).to_have_class(re.compile("lost"))
    expect(page.locator("#sum")).to_have_text("You win 230 (40 staked)")
    page.click("#sum button")
    expect(page.locator("#payments a.cite").first).to_be_visible()
    ana.press("black")
    has_bets(page, 1)
    expect(page.locator(".won, .lost, .tag, .dolly")).to_have_count(0)
    expect(page.locator("#outcome")).to_contain_text("17")


def stop_time(page: Page) -> None:
    """What moves from now on never comes to rest by itself."""
    tools = page.context.new_cdp_session(page)
    tools.send("Animation.enable")
    tools.send("Animation.setPlaybackRate", {"playbackRate": 0})


def test_a_result_is_called_in_the_readers_words_once_it_lies(service: LiveService, reader: Readers) -> None:
    table = open_table(service, "roulette")
    ana = reader("ana", lang="zh", reduced_motion="no-preference")
    page = ana.sit_down(table)
    ana.press("red")
    has_bets(page, 1)
    stop_time(page)
    conduct(service, table, [("throw_ball", {}), ("call_no_more_bets", {}), ("read_number", {"outcome": "3"})])
    expect(page.locator("#history li")).to_have_count(1)
    assert page.inner_text("#outcome") == ""  # the wheel still turns
    page.locator('.region[data-bet="red"]').focus()
    page.keyboard.press("Enter")  # ends what moves, and does nothing else
    expect(page.locator("#outcome")).to_contain_text("3，紅")
    expect(page.locator("#announce")).to_contain_text("3，紅")
    assert page.inner_text("#felt-refused") == ""
    service.do("carlos", table, "pay")
    expect(page.locator(".tag")).to_have_count(1)
    service.do("carlos", table, "throw_ball")
    expect(page.locator(".tag")).to_have_count(0)  # nothing of the round before is left when the next ball runs
    assert page.inner_text("#sum") == ""


def test_a_table_prints_its_layout_and_lists_and_nothing_to_press(service: LiveService, reader: Readers) -> None:
    page = reader("ana").sit_down(open_table(service, "roulette"))
    page.focus('.region[data-bet="red"]')
    page.keyboard.press("Enter")
    expect(page.locator("#own")).to_contain_text("Red")
    page.emulate_media(media="print")
    for place in ("#felt svg", "#own table", "#list-happened", "#list-results", "h1"):
        expect(page.locator(place).first).to_be_visible()
    for place in ("#dock", "#line-form", ".tabs", ".top", "#clear", "#own button", ".sounds"):
        expect(page.locator(place).first).to_be_hidden()


def test_sounds_are_off_until_they_are_wanted_and_the_switch_is_kept(service: LiveService, reader: Readers) -> None:
    table = open_table(service, "roulette")
    ana = reader("ana")
    page = ana.sit_down(table)
    expect(page.locator("body")).to_have_attribute("data-sounds", "off")
    ana.press("red")
    has_bets(page, 1)
    assert page.locator("#sounds").get_attribute("data-sounded") is None
    other = ana.sit_down(table, ana.tab())
    page.click("#tab-about")
    page.locator("#sounds").check()
    expect(page.locator("body")).to_have_attribute("data-sounds", "on")
    expect(other.locator("#sounds")).to_be_checked()
    is_ready(reload(page))
    expect(page.locator("body")).to_have_attribute("data-sounds", "on")
    ana.press("black")
    expect(page.locator("#sounds")).to_have_attribute("data-sounded", "chip")
    conduct(service, table, [("throw_ball", {}), ("call_no_more_bets", {})])
    expect(page.locator("#sounds")).to_have_attribute("data-called", "No more bets.")
    conduct(service, table, [("read_number", {"outcome": "32"}), ("pay", {})])
    expect(page.locator("#sounds")).to_have_attribute("data-called", "32, red, even, high")


def test_the_wall_follows_the_table_in_large_type_without_controls(service: LiveService, reader: Readers) -> None:
    table = open_table(service, "roulette")
    page = reader("carlos", size=(1920, 1080)).go(f"/tables/{table}/wall")
    expect(page.locator("#results li")).to_have_text(["No results yet."])
    conduct(service, table, ROULETTE_ROUND)
    expect(page.locator("#said")).to_have_text("17, black, odd, low")
    expect(page.locator("#results li")).to_have_text(["17 Black"])
    black = page.locator('#statistics tr[data-name="Black"]')
    expect(black.locator(".came").first).to_have_text("1")
    expect(black.locator(".exact-share")).to_have_text("48.6%")
    controls = page.locator("button, input, select, textarea, summary, a")
    assert not [control for control in controls.all() if control.is_visible()]
    sizes = page.locator("#said, h1").evaluate_all(
        "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 60  # of 1080 pixels: letters that are read across a room
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        1920,
        1080,
    ]
