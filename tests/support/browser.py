"""A real Chromium for tests: the browser, somebody who sits before it, and the fixtures that give both."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright

from banca.games import playable
from banca.house.keys import SESSION
from lanes import need
from patience import PATIENCE
from service import LiveService, Service

NAMES = ("chromium-headless-shell", "chromium", "google-chrome")
"""The first of them is the lightest."""
NO_CHROMIUM = "no Chromium here: as root, `make test` installs Debian's; elsewhere set BANCA_CHROMIUM to one"
ELSEWHERE = "banca.test"
"""A name of this machine that browsers do not take for it."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
)
WIDE, PHONE = (1280, 900), (320, 640)
HANGS = PATIENCE * 1000
"""Milliseconds after which a page is taken to hang; nothing else is decided by it."""
PLENTY = 100_000_000
"""Avos in each player's wallet: all tests of a worker play in one house."""
FIRST_LOAD = 200_000
"""Bytes that the first load of a page stays below."""
WCAG = {"resultTypes": ["violations"], "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
"""Axe writes nothing about what is right, which takes most of its time."""

expect.set_options(timeout=HANGS)


def chromium_path() -> str | None:
    """Return the path of a Chromium, if there is one."""
    named = os.environ.get("BANCA_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    """Start a browser without a screen."""
    need("browser")
    return playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))


class Reader:
    """Somebody before a browser, logged in or not; errors of a page and what its policy stopped are kept and fail the test."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        *,
        token: str = "",
        lang: str = "en",
        size: tuple[int, int] = WIDE,
        is_first_visit: bool = False,
        **settings: Any,
    ) -> None:
        self.base = base
        self.errors: list[str] = []
        # Animations take most of a processor where there is no graphics card.
        still = {"reduced_motion": "reduce"} | settings
        self.context: BrowserContext = browser.new_context(viewport={"width": size[0], "height": size[1]}, **still)
        self.context.set_default_timeout(HANGS)
        if not is_first_visit:  # they have seen how a first round goes
            self.context.add_init_script(
                f"try {{ for (const game of {json.dumps(playable())}) localStorage.setItem(`banca-coach-${{game}}`, 'seen'); }} catch {{}}"
            )
        cookies = {"banca_lang": lang} | ({"banca_session": token} if token else {})
        self.context.add_cookies([{"name": name, "value": value, "url": base} for name, value in cookies.items()])
        self.page = self.tab()

    def tab(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._note)
        return page

    def _note(self, message: ConsoleMessage) -> None:
        """Keep an error of the page; the browser also logs each request that the server refused."""
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.errors.append(message.text)

    def go(self, path: str, page: Page | None = None) -> Page:
        """Open a page and wait until it says that it can be used."""
        page = page or self.page
        page.goto(self.base + path)
        return is_ready(page)

    def sit_down(self, table: str, page: Page | None = None) -> Page:
        return self.go(f"/tables/{table}", page)

    def press(self, bet: str, page: Page | None = None, **how: Any) -> None:
        """Click where the chips of a bet lie: what is on top there must be that bet."""
        page = page or self.page
        page.locator(f'.region[data-bet="{bet}"]').scroll_into_view_if_needed()
        page.mouse.click(*spot(page, bet), **how)

    def close(self) -> None:
        self.context.close()
        assert not self.errors, self.errors


def spot(page: Page, bet: str) -> tuple[float, float]:
    """Return where on the screen the chips of a bet lie."""
    x, y = page.locator(f'.region[data-bet="{bet}"]').evaluate(
        """(region) => {
            const [x, y] = region.dataset.chips.split(",").map(Number);
            const point = new DOMPoint(x, y).matrixTransform(region.ownerSVGElement.getScreenCTM());
            return [point.x, point.y];
        }"""
    )
    return x, y


def is_ready(page: Page) -> Page:
    """Wait until a page says that it can be used."""
    page.wait_for_selector("body[data-ready]")
    return page


def reload(page: Page) -> Page:
    page.reload()
    return is_ready(page)


def session_of(service: Service, name: str) -> str:
    """Return a session as logging in would give."""
    return service.people.issue(name, SESSION, 3600.0).token


def base_of(service: Service) -> str:
    return str(service.client.base_url).rstrip("/")


def check_accessible(page: Page) -> None:
    """Check that axe finds nothing serious in a page."""
    violations = Axe().run(page, options=WCAG).response["violations"]
    serious = [
        (violation["id"], [node["html"][:200] for node in violation["nodes"]][:5])
        for violation in violations
        if violation["impact"] in ("serious", "critical")
    ]
    assert not serious, (page.url, serious)


def fits_width(page: Page) -> bool:
    """Return whether nothing must be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def printed_pages(page: Page) -> int:
    """Return how many pages a print of it has, all of them A4."""
    made = page.pdf(prefer_css_page_size=True)
    sizes = {
        tuple(round(float(side)) for side in size)
        for size in re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", made)
    }
    assert sizes == {(595, 842)}
    return len(re.findall(rb"/Type\s*/Page\b", made))


class Traffic:
    """What a page loads, from now on."""

    def __init__(self, reader: Reader) -> None:
        self.bytes = 0
        self.urls: list[str] = []
        tools = reader.context.new_cdp_session(reader.page)
        tools.send("Network.enable")
        tools.on("Network.loadingFinished", self._add)
        tools.on("Network.requestWillBeSent", lambda event: self.urls.append(event["request"]["url"]))

    def _add(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])


Readers = Callable[..., Reader]
_running: list[Browser] = []


@pytest.fixture(scope="session", name="browser")
def browser_fixture() -> Iterator[Browser]:
    """One Chromium for all tests of a worker."""
    if chromium_path() is None:
        pytest.skip(NO_CHROMIUM)
    if _running:  # each module that imports this fixture has its own; a process has one Playwright
        yield _running[0]
        return
    with sync_playwright() as playwright:
        _running.append(launch(playwright))
        yield _running[0]
        _running.pop().close()


@pytest.fixture(scope="session", name="service")
def service_fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """One house behind a real server for all tests of a worker: each opens tables of its own."""
    with LiveService(tmp_path_factory.mktemp("house")) as service:
        service.fund(amount=PLENTY)
        yield service


@pytest.fixture(name="reader")
def reader_fixture(browser: Browser, service: LiveService) -> Iterator[Readers]:
    """Readers of the house's pages: `reader("ana", lang="pt")`; somebody unknown without a name."""
    opened: list[Reader] = []

    def open_reader(name: str = "", **settings: Any) -> Reader:
        token = session_of(service, name) if name else ""
        opened.append(Reader(browser, base_of(service), token=token, **settings))
        return opened[-1]

    yield open_reader
    for reader in opened:
        reader.close()
