"""Every page: nothing that keeps people out, no side scrolling on a telephone, three languages, nothing from elsewhere."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from browser.browsing import PHONE, Reader, session_of
from browser.pages import ALL, everything
from service import LiveService

SERIOUS = ("serious", "critical")
FIRST_LOAD = 200_000
LANGUAGES = {"en": "en", "pt": "pt", "zh": "zh-Hant"}


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
def look(browser: Browser, house: LiveService) -> Iterator[Callable[..., Page]]:
    opened: list[Reader] = []

    def open_one(name: str, path: str, **how: Any) -> Page:
        token = session_of(house, name) if name else ""
        reader = Reader(browser, str(house.client.base_url).rstrip("/"), token=token, **how)
        opened.append(reader)
        page = reader.go(path)
        page.wait_for_load_state("networkidle") if not path.startswith("/tables") else page.wait_for_selector(
            "body[data-ready]"
        )
        return page

    yield open_one
    for one in opened:
        one.close()


@pytest.mark.parametrize(("name", "path"), everything())
def test_axe_finds_nothing_serious_and_a_telephone_does_not_scroll_sideways(
    look: Callable[..., Page], name: str, path: str
) -> None:
    for theme in ("light", "dark"):
        page = look(name, path, color_scheme=theme)
        found = Axe().run(page).response["violations"]
        bad = [
            (one["id"], [node["html"][:200] for node in one["nodes"]][:5]) for one in found if one["impact"] in SERIOUS
        ]
        assert not bad, (theme, bad)
    page = look(name, path, size=PHONE, lang="pt")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize(("name", "path"), everything())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_speaks_one_language(look: Callable[..., Page], name: str, path: str, lang: str) -> None:
    page = look(name, path, lang=lang)
    assert page.get_attribute("html", "lang") == LANGUAGES[lang]
    menu = page.locator("#menu a").first.inner_text()
    assert menu == {"en": "Tables", "pt": "Mesas", "zh": "賭檯"}[lang]


def test_nothing_comes_from_elsewhere_and_the_first_load_is_light(
    browser: Browser, house: LiveService, tmp_path: Path
) -> None:
    del tmp_path
    base = str(house.client.base_url).rstrip("/")
    for name, path in everything():
        reader = Reader(browser, base, token=session_of(house, name) if name else "")
        sizes: list[int] = []
        hosts: set[str] = set()
        tools = reader.context.new_cdp_session(reader.page)
        tools.send("Network.enable")
        tools.on("Network.loadingFinished", lambda done, sizes=sizes: sizes.append(int(done["encodedDataLength"])))
        tools.on("Network.requestWillBeSent", lambda sent, hosts=hosts: hosts.add(sent["request"]["url"]))
        page = reader.go(path)
        page.wait_for_timeout(400)
        assert all(url.startswith((base, "data:")) for url in hosts), hosts
        assert sum(sizes) < FIRST_LOAD, (path, sum(sizes))
        answer = reader.context.request.get(base + path)
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert "unsafe-inline" not in answer.headers["content-security-policy"]
        reader.close()
