"""A real Chromium for the tests: where it is found, and somebody who sits before it."""

import json
import os
import shutil
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from banca.games import playable
from banca.house.keys import SESSION
from lanes import need
from patience import PATIENCE
from service import Service

NAMES = ("chromium-headless-shell", "chromium", "google-chrome")
"""The first of them is the lightest."""
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

expect.set_options(timeout=HANGS)


def chromium_path() -> str | None:
    """Where a Chromium is, if there is one."""
    named = os.environ.get("BANCA_CHROMIUM")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    """A browser without a screen."""
    need("browser")
    return playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))


class Reader:
    """Somebody before a browser, logged in or not; what goes wrong in a page is kept and fails the test."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        *,
        token: str = "",
        lang: str = "en",
        size: tuple[int, int] = WIDE,
        is_first_visit: bool = False,
        **how: Any,
    ) -> None:
        self.base = base
        self.faults: list[str] = []
        # What moves takes most of a processor where there is no other to draw it.
        still = {"reduced_motion": "reduce"} | how
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
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", lambda said: self.faults.append(said.text) if self._is_fault(said) else None)
        return page

    @staticmethod
    def _is_fault(said: Any) -> bool:
        """A refused request is no fault of the page: the browser says it aloud, and the page says it better."""
        return said.type == "error" and not said.text.startswith("Failed to load resource")

    def go(self, path: str, page: Page | None = None) -> Page:
        """Open a page and wait until it says that it can be used."""
        page = page or self.page
        page.goto(self.base + path)
        return is_ready(page)

    def sit_down(self, table: str, page: Page | None = None) -> Page:
        return self.go(f"/tables/{table}", page)

    def press(self, bet: str, page: Page | None = None) -> None:
        """Click where the chips of a bet lie: what is on top there must be that bet."""
        page = page or self.page
        region = page.locator(f'.region[data-bet="{bet}"]')
        region.scroll_into_view_if_needed()
        x, y = region.evaluate(
            """(region) => {
                const [x, y] = region.dataset.chips.split(",").map(Number);
                const point = new DOMPoint(x, y).matrixTransform(region.ownerSVGElement.getScreenCTM());
                return [point.x, point.y];
            }"""
        )
        page.mouse.click(x, y)

    def shown(self, place: str, page: Page | None = None) -> str:
        return (page or self.page).inner_text(place)

    def close(self) -> None:
        self.context.close()
        assert not self.faults, self.faults


def is_ready(page: Page) -> Page:
    """A page that says that it can be used."""
    page.wait_for_selector("body[data-ready]")
    return page


def reload(page: Page) -> Page:
    page.reload()
    return is_ready(page)


def session_of(service: Service, name: str) -> str:
    """A session as logging in would give."""
    return service.people.issue(name, SESSION, 3600.0).token
