"""Take the pictures of every page anew: a demo house on a fresh store, a real Chromium, docs/pictures/*.png.

    make pictures            all of them
    python tools/pictures.py lab wall      those with one of these words in their name

Chinese letters need a font that has them (Debian: fonts-noto-cjk).
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal
from urllib.request import urlopen

import typst
from playwright.sync_api import Browser, Page, sync_playwright

from banca.dossier import Dossier, study
from banca.dossier.render import SERIF, TEMPLATE, dossier_words
from banca.dossier.study import simulate_all
from banca.i18n import translator
from banca.proposals import read_file
from banca.rules.money import NamedLimits
from banca.server.pages.settle import examples
from picture_house import prepare, teach

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "pictures"
PROGRAM = Path(sys.executable).with_name("banca")
CHROMIUM = os.environ.get("BANCA_CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None
)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
SCREEN, PHONE, WALL = (1280, 860), (390, 844), (1920, 1080)
PATIENCE = 300_000
MOST_STEPS = 200
ON_THE_WALL = 11
DOSSIER = "hops"
SHEET = "body { margin: 8px; background: #777; display: grid; grid-template-columns: repeat(4, 1fr); gap: 8px } img { width: 100% }"

PURSE = {
    "bankroll": "200",
    "target": "400",
    "rounds": "20",
    "minimum": "10",
    "bets": "pass_line dont_pass field hard_way:8",
}
BETS = {
    "craps": ["pass_line", "field", "hard_way:8", "big_number:6"],
    "fish-prawn-crab": ["figure:fish", "big", "total:9", "two_colour:red"],
    "wheel": ["symbol:1", "symbol:4"],
    "fantan": ["fan:3", "kuoc:1-2", "nga:12-3"],
    "football-poker": ["upper", "odd", "post"],
    "roulette": ["straight:17", "split:8-11", "corner:25-26-28-29", "red", "dozen:2"],
}

Take = Callable[[Page], None]
Looks = Literal["light", "dark"]


@contextmanager
def served(url: str, key: Path) -> Iterator[str]:
    """The house as a process of its own; its address."""
    where = ("--db", url, "--key", str(key), "--port", "0", "--witness", witness(key.parent, "key"))
    command = [str(PROGRAM), "serve", "--demo", *where, "--pace", "1.5", "--betting", "5", "--log", "ERROR"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            found = next(found for line in process.stdout or () if (found := re.search(r"at (http://[^/\s]+)", line)))
            log = Path(key.parent / "log.txt")
            with urlopen(f"{found[1]}/api/v1/log/key") as answer:  # noqa: S310 - our own
                log.write_bytes(answer.read())
            witness(key.parent, "look", found[1], "--trust", log.read_text("utf-8").strip())
            yield found[1]
        finally:
            process.terminate()


def witness(folder: Path, *words: str) -> str:
    """What a witness of the house says, who is in the same folder for once."""
    files = (
        "--name",
        "dicj.example/witness",
        "--key",
        str(folder / "witness.key"),
        "--state",
        str(folder / "witness.db"),
    )
    command = [str(PROGRAM), "witness", *words, *files]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def still(page: Page) -> None:
    """A page that needs nothing to be done first."""
    page.wait_for_timeout(1500)


def all_drawn(page: Page) -> None:
    """A page whose pictures are all there."""
    while not page.evaluate("[...document.images].every((one) => one.complete)"):
        page.wait_for_timeout(200)
    still(page)


def go_on(page: Page, until: str) -> None:
    """Who is alone at a table of the demo takes it on by its one button."""
    for _ in range(MOST_STEPS):
        if page.locator(until).count():
            return
        press_due(page)
        page.wait_for_timeout(400)
    sys.exit(f"{page.url}: there is no {until}")


def press_due(page: Page) -> None:
    """The act that is due, if one is at this moment: others at the table and the clock go on too."""
    page.evaluate("document.getElementById('due').click()")


def on_the_wall(page: Page) -> None:
    """A screen on the wall beside a table that has been played at: another tab plays."""
    playing = page.context.new_page()
    playing.goto(page.url.removesuffix("/wall"))
    playing.wait_for_selector("body[data-ready]")
    while playing.locator("#history li").count() < ON_THE_WALL:
        if playing.locator("#stage[data-betting]").count() and not playing.locator("#own tr").count():
            playing.focus('.region[data-bet="red"]')
            playing.keyboard.press("Enter")
        else:
            press_due(playing)
        playing.wait_for_timeout(250)
    page.wait_for_timeout(1500)


def bets_on(game: str) -> Take:
    """Bets are placed, and paid."""

    def take(page: Page) -> None:
        page.wait_for_selector("body[data-ready]")
        if page.evaluate("innerWidth") == PHONE[0]:  # the coach would lie on the device
            page.click("#coach-close")
        for bet in BETS[game]:
            page.wait_for_selector("#stage[data-betting]", timeout=PATIENCE)
            region = page.locator(f'.region[data-bet="{bet}"]')
            if not region.count():  # on another part of the layout
                continue
            region.focus()
            page.keyboard.press("Enter")
            page.wait_for_timeout(150)
        go_on(page, "#sum button")
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        page.wait_for_timeout(300)

    return take


def receipts(page: Page) -> None:
    """Bets are placed, and what happened is shown with its receipts."""
    bets_on("roulette")(page)
    page.click("#coach-close")
    page.click("#tab-happened")
    page.wait_for_selector("#receipts li[data-standing=good]")


def tiles_in_hand(page: Page) -> None:
    """A gate of Pai Kao with its tiles to be set."""
    page.wait_for_selector("body[data-ready]")
    page.click('.region[data-gate="1"]')
    page.get_by_text("bank open", exact=True).wait_for(timeout=PATIENCE)
    page.click('.region[data-gate="1"]')
    go_on(page, "#hand:not([hidden])")
    page.get_by_role("button", name="Show their chances").click()
    page.wait_for_timeout(800)


def a_run(page: Page) -> None:
    """A simulation that has ended."""
    page.locator("select[id^=strategy]").first.select_option(label="Three-point Molly")
    page.click("#run")
    page.get_by_text("Done", exact=True).wait_for(timeout=PATIENCE)
    page.evaluate("document.querySelector('#results').scrollIntoView()")
    page.wait_for_timeout(500)


def best_way(page: Page) -> None:
    """The best way to double a purse within an hour, with its map."""
    page.wait_for_selector("body[data-ready]")
    page.click("#best-part summary")
    for name, value in PURSE.items():
        page.fill(f"#best-ask [name={name}]", value)
    page.click("#best-run")
    page.wait_for_selector("#best-found h3", timeout=PATIENCE)
    page.evaluate("document.activeElement.blur(); scrollTo(0, document.querySelector('#best-found').offsetTop - 8)")
    page.wait_for_timeout(500)


def a_proposal(page: Page) -> None:
    """A worked example in the editor, with its figures."""
    page.wait_for_selector('#example option[value="fire"]', state="attached", timeout=PATIENCE)
    page.select_option("#example", "fire")
    page.click("#load")
    page.locator("#found .title", has_text="Fire").wait_for(timeout=PATIENCE)
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    page.wait_for_timeout(800)


def opened(selector: str) -> Take:
    """Something that opens when it is pressed."""

    def take(page: Page) -> None:
        page.wait_for_timeout(1000)
        page.click(selector)
        page.wait_for_timeout(800)

    return take


def answered(page: Page) -> None:
    """The answer to a dispute."""
    page.wait_for_selector("body[data-ready]")
    page.evaluate("document.querySelector('.answering').scrollIntoView()")
    page.wait_for_timeout(500)


def at_the_gates(page: Page) -> None:
    """The tiles and the gates of a round."""
    page.wait_for_selector("body[data-ready]")
    page.evaluate("document.querySelector('#tiles-title').scrollIntoView()")
    page.wait_for_timeout(500)


def days(page: Page) -> None:
    """How the evidence came about, day by day."""
    page.wait_for_selector("body[data-ready]")
    page.evaluate("document.querySelector('.courses').scrollIntoView()")
    page.wait_for_timeout(500)


DISPUTE = examples("craps")[0].link

PICTURES: dict[str, tuple[str, str, Take]] = {
    "lobby": ("", "/", all_drawn),
    **{f"table-{game}": ("", f"/tables/demo-{game}", bets_on(game)) for game in BETS},
    "table-pai-kao": ("", "/tables/demo-pai-kao", tiles_in_hand),
    "table-craps.phone.zh": ("", "/tables/demo-craps", bets_on("craps")),
    "table-roulette.dark.pt": ("", "/tables/demo-roulette", bets_on("roulette")),
    "receipts": ("", "/tables/demo-roulette", receipts),
    "evidence": ("", "/evidence", still),
    "wall": ("", "/tables/demo-roulette/wall", on_the_wall),
    "console": ("carlos", "/tables/craps-1", still),
    "pay-sheet": ("carlos", "/tables/roulette-1", still),
    "settle": ("", DISPUTE, still),
    "settle-answer": ("", DISPUTE, answered),
    "settle-pai-kao": ("", examples("pai_kao")[0].link, at_the_gates),
    "settle.phone.zh": ("", examples("roulette")[0].link, answered),
    "explorer": ("", "/explore/craps", opened('[data-open="field"]')),
    "explorer-pai-kao": ("", "/explore/pai_kao", still),
    "rules.zh": ("", "/rules/craps", still),
    "lab": ("", "/lab", a_run),
    "best": ("", "/lab?game=craps", best_way),
    "proposals": ("", "/proposals", a_proposal),
    "trainer": ("", "/trainer/craps?level=3&seed=7", still),
    "exam": ("bento", "/trainer/exams/4/4", still),
    "class": ("sofia", "/trainer/classes/1", still),
    "audit": ("ines", "/audit/craps-1", opened("#check-house")),
    "register": ("ines", "/audit/register", still),
    "watch": ("ines", "/watch", still),
    "watch-days": ("ines", "/watch", days),
    "house": ("sofia", "/house", still),
    "me": ("sofia", "/me", opened("#factor-begin")),
}
"""Who looks (nobody: a guest of the demo), where, and what is done first; phone, dark and a language stand in the name."""


def photograph(browser: Browser, base: str, sessions: dict[str, str], name: str) -> None:
    """One picture."""
    who, path, take = PICTURES[name]
    width, height = PHONE if "phone" in name else WALL if name == "wall" else SCREEN
    looks: Looks = "dark" if "dark" in name else "light"
    language = next((one for one in ("pt", "zh") if name.endswith(f".{one}")), "en")
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=looks)
    cookies = {"banca_lang": language} | ({"banca_session": sessions[who]} if who else {})
    context.add_cookies([{"name": key, "value": value, "url": base} for key, value in cookies.items()])
    page = context.new_page()
    if not who:
        page.request.post(f"{base}/api/v1/demo/session")
    page.goto(base + path)
    take(page)
    page.screenshot(path=FOLDER / f"{name}.png")
    context.close()
    print(name)


def photograph_dossier(browser: Browser) -> None:
    """The first pages of a worked example's dossier, side by side."""
    say = translator()
    proposal = read_file(Path(DOSSIER))
    whole = study(proposal, named=NamedLimits(minimum=10_000, maximum=5_000_000, chip=2_500))
    words = dossier_words(Dossier(study=whole, simulated=simulate_all(whole, 10**8)), say, list(SERIF), str)
    pages = typst.Compiler(TEMPLATE.read_bytes(), sys_inputs={"document": json.dumps(words)}).compile(
        format="png", ppi=80
    )
    if not isinstance(pages, list):
        sys.exit("the dossier has only one page")
    page = browser.new_page(viewport={"width": 1280, "height": 920})
    shown = [f'<img src="data:image/png;base64,{b64encode(one).decode()}">' for one in pages[:8]]
    page.set_content(f"<style>{SHEET}</style>{''.join(shown)}")
    page.screenshot(path=FOLDER / "dossier.png")
    page.close()
    print("dossier")


def main() -> None:
    """Every picture, or those whose name has one of the words that were given."""
    words = sys.argv[1:] or [""]
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        url = f"sqlite:///{Path(folder) / 'pictures.db'}"
        sessions = prepare(url)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with served(url, Path(folder) / "house.key") as base:
            teach(base, url, sessions)
            for name in PICTURES:
                if any(word in name for word in words):
                    photograph(browser, base, sessions, name)
        if any(word in "dossier" for word in words):
            photograph_dossier(browser)
        browser.close()


if __name__ == "__main__":
    main()
