"""Looks: the display face and what it weighs, figures of one width, a table on paper, the screen on the wall, and the switch of the sounds."""

import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.browsing import Reader, is_ready, reload
from browser.pages import ALL
from service import LiveService

FIRST_LOAD = 200_000
WALL = (1920, 1080)
ROULETTE = "roulette-1"
CONTROLS = "button, input, select, textarea, summary, a"
LARGE = 60
"""Pixels of 1080: letters that are read across a room."""


@pytest.mark.parametrize("game", ALL)
def test_the_first_load_of_a_table_is_light_with_its_face(
    service: LiveService, reader: Callable[..., Reader], game: str
) -> None:
    service.open("one", game)
    ana = reader("ana", lang="pt")
    sizes: list[int] = []
    asked: list[str] = []
    tools = ana.context.new_cdp_session(ana.page)
    tools.send("Network.enable")
    tools.on("Network.loadingFinished", lambda done: sizes.append(int(done["encodedDataLength"])))
    tools.on("Network.requestWillBeSent", lambda sent: asked.append(sent["request"]["url"]))
    page = ana.sit_down("one")
    page.evaluate("document.fonts.ready")
    assert sum(url.endswith("fonts/fraunces.woff2") for url in asked) == 1
    assert sum(sizes) < FIRST_LOAD


def test_titles_have_the_face_and_every_figure_is_as_wide(reader: Callable[..., Reader]) -> None:
    page = reader("ana").go("/rules/craps")
    assert page.evaluate("document.fonts.load('600 20px Fraunces').then((found) => found.length)") == 1
    assert page.locator("h1").evaluate("(title) => getComputedStyle(title).fontFamily").startswith("Fraunces")
    widths = page.evaluate(
        """() => {
            const pen = document.createElement("canvas").getContext("2d");
            pen.font = "600 100px Fraunces";
            const texts = [...Array(100).keys()].map((number) => String(number).padStart(2, "0"));
            return texts.map((text) => Math.round(pen.measureText(text).width));
        }"""
    )
    assert len(set(widths)) == 1
    assert "tabular-nums" in page.locator("body").evaluate("(body) => getComputedStyle(body).fontVariantNumeric")


def test_the_licence_lies_beside_the_face() -> None:
    folder = files("banca.web").joinpath("static", "fonts")
    assert "SIL OPEN FONT LICENSE" in folder.joinpath("OFL.txt").read_text()
    assert folder.joinpath("fraunces.woff2").read_bytes()[:4] == b"wOF2"


def test_a_table_prints_its_layout_and_lists_and_nothing_to_press(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    service.open(ROULETTE, "roulette", chance="observed")
    page = reader("ana").sit_down(ROULETTE)
    page.focus('.region[data-bet="red"]')
    page.keyboard.press("Enter")
    expect(page.locator("#own")).to_contain_text("Red")
    page.emulate_media(media="print")
    for place in ("#felt svg", "#own", "#history", "#log", "h1"):
        expect(page.locator(place).first).to_be_attached()
    for place in ("#felt svg", "#own table", "#list-happened", "#list-results", "h1"):
        expect(page.locator(place).first).to_be_visible()
    for place in ("#dock", "#line-form", ".tabs", ".top", "#clear", "#own button", ".sounds"):
        expect(page.locator(place).first).to_be_hidden()


def shown_controls(page: Page) -> list[str]:
    shown = page.locator(CONTROLS)
    return [one.evaluate("(found) => found.outerHTML.slice(0, 80)") for one in shown.all() if one.is_visible()]


def spin(service: LiveService, number: str) -> None:
    for do in ("throw_ball", "call_no_more_bets"):
        service.do("carlos", ROULETTE, do)
    service.do("carlos", ROULETTE, "read_number", outcome=number)
    service.do("carlos", ROULETTE, "pay")


def test_the_wall_follows_the_table_in_large_type_without_controls(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    service.open(ROULETTE, "roulette", chance="observed")
    service.do("ana", ROULETTE, "sit")
    page = reader("carlos", size=WALL).go(f"/tables/{ROULETTE}/wall")
    expect(page.locator("#results li")).to_have_text(["No results yet."])
    spin(service, "17")
    expect(page.locator("#said")).to_have_text("17, black, odd, low")
    spin(service, "32")
    expect(page.locator("#results li")).to_have_text(["32 Red", "17 Black"])
    black = page.locator('#statistics tr[data-name="Black"]')
    expect(black.locator(".came").first).to_have_text("1")
    expect(black.locator(".share")).to_have_text("50%")
    expect(black.locator(".exact-share")).to_have_text("48.6%")
    assert not shown_controls(page)
    sizes = page.locator("#said, h1").evaluate_all(
        "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= LARGE
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [*WALL]


def test_in_the_demo_anybody_sees_a_wall_that_fits(tmp_path: Path, browser: Browser) -> None:
    with LiveService(tmp_path, demo=True) as service:
        nobody = Reader(browser, str(service.client.base_url).rstrip("/"), size=WALL, lang="zh")
        for game in ALL:
            page = nobody.go(f"/tables/demo-{game.replace('_', '-')}/wall")
            expect(page.locator("#phase")).not_to_be_empty()
            for table in page.locator("#statistics table").all():
                box = table.bounding_box()
                assert box
                assert box["y"] + box["height"] <= WALL[1], game
        nobody.close()


def test_sounds_are_off_until_they_are_wanted_and_the_switch_is_kept(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    service.open(ROULETTE, "roulette", chance="observed")
    ana = reader("ana")
    page = ana.sit_down(ROULETTE)
    expect(page.locator("body")).to_have_attribute("data-sounds", "off")
    bet(page)
    assert page.locator("#sounds").get_attribute("data-sounded") is None
    other = ana.sit_down(ROULETTE, ana.tab())
    page.click("#tab-about")
    page.locator("#sounds").check()
    expect(page.locator("body")).to_have_attribute("data-sounds", "on")
    expect(other.locator("#sounds")).to_be_checked()
    is_ready(reload(page))
    expect(page.locator("body")).to_have_attribute("data-sounds", "on")
    assert page.locator("#sounds").get_attribute("data-sounded") is None
    bet(page)
    expect(page.locator("#sounds")).to_have_attribute("data-sounded", "chip")
    service.do("carlos", ROULETTE, "throw_ball")
    service.do("carlos", ROULETTE, "call_no_more_bets")
    expect(page.locator("#sounds")).to_have_attribute("data-called", "No more bets.")
    service.do("carlos", ROULETTE, "read_number", outcome="32")
    expect(page.locator("#sounds")).to_have_attribute("data-called", "32, red, even, high")
    service.do("carlos", ROULETTE, "pay")
    expect(page.locator("#sounds")).to_have_attribute("data-sounded", re.compile("win|chip"))
    page.click("#tab-about")
    page.locator("#sounds").uncheck()
    expect(other.locator("body")).to_have_attribute("data-sounds", "off")


def bet(page: Page) -> None:
    before = page.inner_text("#wallet")
    page.focus('.region[data-bet="red"]')
    page.keyboard.press("Enter")
    expect(page.locator("#wallet")).not_to_have_text(before)
