"""Take the pictures of every page anew: a demo house on a fresh store, a real Chromium, docs/pictures/*.png.

    make pictures [ONLY=lab]

As root and with Debian's chromium; Chinese letters need a font that has them (Debian: fonts-noto-cjk).
"""

import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "pictures"
BIN = Path(sys.executable).parent
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
SCREEN, PHONE = (1280, 860), (390, 844)
PASSWORD = "for pictures only"  # noqa: S105 - of a house that ends with this program

BETS = {
    "craps": ["pass_line", "field", "hard_way:8", "big_number:6"],
    "fish-prawn-crab": ["figure:fish", "big", "total:9", "two_colour:red"],
    "wheel": ["symbol:1", "symbol:4"],
    "fantan": ["fan:3", "kuoc:1-2", "nga:12-3"],
    "football-poker": ["upper", "odd", "post"],
    "roulette": ["straight:17", "split:8-11", "corner:25-26-28-29", "red", "dozen:2"],
}


class House:
    """The demo as a process of its own, with its people."""

    def __init__(self, folder: Path) -> None:
        command = [BIN / "banca", "serve", "--demo", "--port", "0", "--pace", "0.6", "--log", "ERROR"]
        command += ["--db", f"sqlite:///{folder / 'pictures.db'}"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={"COLUMNS": "200", "PATH": "/usr/bin"})
        self.said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if found := re.search(r"serving at (http://[^/\s]+)", line):
                self.base = found[1]
                break
        first = re.search(r"(\S+) .*?password[^:]*: ?(\S+)", self.said) or re.search(r"password (\S+)", self.said)
        assert first, self.said
        self.one_time = re.findall(r"[\w-]{12,}", self.said)[0]

    def ask(self, path: str, token: str, **body: object) -> Any:
        request = urllib.request.Request(  # noqa: S310 - our own address
            f"{self.base}/api/v1{path}",
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
        )
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            return json.load(answer)

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()


def main() -> None:
    """Every picture, or those whose name has the word that was given."""
    only = sys.argv[1] if len(sys.argv) > 1 else ""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for name, take in PICTURES.items():
                if only in name:
                    page = take(browser, house)
                    page.screenshot(path=FOLDER / f"{name}.png")
                    page.context.close()
                    print(name)
        finally:
            browser.close()
            house.end()


def looking(
    browser: Browser, house: House, path: str, size: tuple[int, int] = SCREEN, lang: str = "en", theme: str = "light"
) -> Page:
    """A page as a guest of the demo sees it."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=theme)
    context.add_cookies([{"name": "banca_lang", "value": lang, "url": house.base}])
    page = context.new_page()
    page.request.post(f"{house.base}/api/v1/demo/session")
    page.goto(house.base + path)
    page.wait_for_timeout(1200)
    return page


def at(path: str, **how: Any) -> Callable[[Browser, House], Page]:
    """A page that needs nothing to be done first."""
    return lambda browser, house: looking(browser, house, path, **how)


def playing(game: str, **how: Any) -> Callable[[Browser, House], Page]:
    """A table where bets were placed and paid."""

    def take(browser: Browser, house: House) -> Page:
        page = looking(browser, house, f"/tables/demo-{game}", **how)
        for bet in BETS[game]:
            page.focus(f'.region[data-bet="{bet}"]')
            page.keyboard.press("Enter")
            page.wait_for_timeout(150)
        page.wait_for_selector("#payments li", timeout=30_000)
        page.evaluate("document.activeElement.blur()")
        page.wait_for_timeout(500)
        return page

    return take


PICTURES: dict[str, Callable[[Browser, House], Page]] = {
    "lobby": at("/"),
    **{f"table-{game}": playing(game) for game in BETS},
    "table-craps-phone-zh": playing("craps", size=PHONE, lang="zh"),
    "table-roulette-dark-pt": playing("roulette", lang="pt", theme="dark"),
    "explorer": at("/explore/craps"),
    "rules": at("/rules/craps"),
    "lab": at("/lab"),
    "trainer": at("/trainer/craps"),
}

if __name__ == "__main__":
    main()
