"""Every page: nothing that keeps people out, no side scrolling on a telephone, three languages, nothing from elsewhere."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from browser.browsing import PHONE, Reader, session_of
from browser.one_screen import Window, faults, measure
from browser.pages import ALL, everything
from service import LiveService

SERIOUS = ("serious", "critical")
FIRST_LOAD = 200_000
ZOOMED, READABLE = (640, 400), 9
VIOLATIONS = {"resultTypes": ["violations"]}
"""Nothing is written down of what is right, which takes most of the time."""
WCAG = VIOLATIONS | {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
COLOURS = VIOLATIONS | {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
THEMES: dict[Literal["light", "dark"], dict[str, Any]] = {"light": WCAG, "dark": COLOURS}
"""The rules that look at colours, which are all that a dark page has of its own."""
TAGS = {"en": "en", "pt": "pt", "zh": "zh-Hant"}
TABLES = {"en": "Tables", "pt": "Mesas", "zh": "賭檯"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """A house with a table of every game, where a little has happened."""
    with LiveService(tmp_path_factory.mktemp("house")) as found:
        found.fund()
        for game in ALL:
            found.open(f"{game.replace('_', '-')}-1", game, chance="observed")
        found.do("ana", "craps-1", "sit")
        found.do("ana", "craps-1", "place_bet", bet="pass_line", stake=50_00)
        found.do("carlos", "craps-1", "offer_dice")
        found.do("ana", "craps-1", "throw")
        found.do("carlos", "craps-1", "call_result", outcome="2-4")
        found.do("carlos", "craps-1", "settle")
        yield found


@pytest.fixture
def reading(browser: Browser, house: LiveService) -> Iterator[Callable[..., Reader]]:
    readers: list[Reader] = []

    def sit(name: str, **how: Any) -> Reader:
        token = session_of(house, name) if name else ""
        readers.append(Reader(browser, str(house.client.base_url).rstrip("/"), token=token, **how))
        return readers[-1]

    yield sit
    for one in readers:
        one.close()


NOTHING = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode())
        if (/^(null|undefined|NaN|\\[object \\w+\\])$/.test(texts.currentNode.data.trim())) found.push(texts.currentNode.parentElement.outerHTML.slice(0, 90));
    return found;
}"""
"""Where a script wrote that it had nothing to say."""


@pytest.mark.parametrize(("name", "path"), everything())
def test_axe_finds_nothing_serious(reading: Callable[..., Reader], name: str, path: str) -> None:
    page = reading(name).go(path)
    for theme, rules in THEMES.items():
        page.emulate_media(color_scheme=theme)
        found = Axe().run(page, options=rules).response["violations"]
        bad = [
            (one["id"], [node["html"][:200] for node in one["nodes"]][:5]) for one in found if one["impact"] in SERIOUS
        ]
        assert not bad, (theme, bad)


@pytest.mark.parametrize(("name", "path"), everything())
def test_on_a_telephone_nothing_scrolls_sideways_and_the_first_load_is_light(
    reading: Callable[..., Reader], name: str, path: str
) -> None:
    reader = reading(name, size=PHONE, lang="pt")
    sizes: list[int] = []
    asked: list[str] = []
    tools = reader.context.new_cdp_session(reader.page)
    tools.send("Network.enable")
    tools.on("Network.loadingFinished", lambda done: sizes.append(int(done["encodedDataLength"])))
    tools.on("Network.requestWillBeSent", lambda sent: asked.append(sent["request"]["url"]))
    reader.go(path)
    assert (
        reader.page.evaluate(NOTHING) == []
    )  # the figures of a proposal began with "null", which in English is also a throw's
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert all(url.startswith((reader.base, "data:")) for url in asked), asked
    assert sum(sizes) < FIRST_LOAD


@pytest.mark.parametrize(("name", "path"), everything())
def test_at_200_per_cent_nothing_is_lost(reading: Callable[..., Reader], name: str, path: str) -> None:
    """A window of 1280×800 at twice the size has half the pixels of a style sheet each way; header and head took all of its height."""
    page = reading(name, size=ZOOMED, device_scale_factor=2, lang="pt").go(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= ZOOMED[0]
    found = Axe().run(page, options=WCAG).response["violations"]
    assert not [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in SERIOUS]
    if name == "ana" and path.startswith("/tables/"):
        measured = measure(page)
        assert list(faults(measured, Window(*ZOOMED))) == []
        assert measured.letters >= READABLE


@pytest.mark.parametrize("lang", TAGS)
def test_every_page_speaks_three_languages_and_allows_nothing_from_elsewhere(house: LiveService, lang: str) -> None:
    for name, path in everything():
        cookies = {"banca_lang": lang} | ({"banca_session": session_of(house, name)} if name else {})
        with httpx.Client(base_url=house.client.base_url, cookies=cookies, headers={"Accept": "text/html"}) as client:
            answer = client.get(path)
        assert answer.status_code == (404 if path == "/nowhere" else 200), path
        assert f'<html lang="{TAGS[lang]}"' in answer.text, path
        assert f">{TABLES[lang]}</a>" in answer.text, path
        assert answer.headers["content-language"] == TAGS[lang]
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self';" in policy
        assert "unsafe" not in policy
        assert not re.search(
            r"<script(?![^>]*(src=|application/json))|\sstyle=|\son\w+=|https?://(?!www\.w3\.org|bo\.io\.gov\.mo/)",
            answer.text,
        ), path


def test_a_language_is_chosen_and_remembered_with_its_numbers(reading: Callable[..., Reader]) -> None:
    page = reading("ana").go("/tables/roulette-1")
    expect(page.locator("#wallet")).to_have_text("9,950")
    page.click(".menu-button")
    page.click('button[name="lang"][value="pt"]')
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("html")).to_have_attribute("lang", "pt")
    expect(page.locator("#wallet")).to_have_text(re.compile(r"^9\s950$"))
    expect(page.locator('.region[data-bet="red"]')).to_have_attribute("aria-label", re.compile("Encarnado"))
    page.goto(page.url.partition("/tables")[0] + "/")
    expect(page.locator("html")).to_have_attribute("lang", "pt")
    page.click('button[name="theme"]')
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
