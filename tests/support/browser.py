"""A Chromium for the tests: a signed-in reader, rounds played at a table, and what fits a window."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright

from banca.games import playable
from banca.house.people import SESSION
from support.lanes import PATIENCE, need
from support.server import LiveService, Service
from support.tables import DICE, MIDDLE, STRONG, WEAK, in_stack_order

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


Act = tuple[str, dict[str, Any]]
OPENING: dict[str, list[Act]] = {
    "fish_prawn_crab": [("cover", {"latched": True}), ("shake", {"presses": 3, "started": True})],
    "fantan": [("cover", {})],
}
"""What the croupier does before bets open."""
CLOSING: dict[str, list[Act]] = {
    "craps": [("offer_dice", {}), ("throw", {}), ("call_result", {"outcome": "5-6"}), ("settle", {})],
    "fish_prawn_crab": [
        ("ring_bell", {}),
        ("lift_cover", {}),
        ("call_result", {"outcome": "fish-crab-crab"}),
        ("pay", {}),
    ],
    "wheel": [
        ("call_no_more_bets", {}),
        ("turn", {}),
        ("read_pointer", {"outcome": "symbol 3", "turns": 4}),
        ("pay", {}),
    ],
    "fantan": [("close_bets", {}), ("count", {"outcome": "3"}), ("pay", {})],
    "football_poker": [
        ("deal_two_cards", {"outcome": "K-9"}),
        ("deal_third_card", {"outcome": "4"}),
        ("pay", {}),
    ],
    "roulette": [("throw_ball", {}), ("call_no_more_bets", {}), ("read_number", {"outcome": "17"}), ("pay", {})],
}
"""What follows the bets; the croupier enters what lies on the table."""
OUTCOME = {
    "craps": "5-6",
    "fish_prawn_crab": "fish-crab-crab",
    "wheel": "symbol 3",
    "fantan": "3",
    "football_poker": "K-9-4",
    "roulette": "17",
}
BETS = {
    "craps": ["pass_line", "field", "eleven"],
    "fish_prawn_crab": ["figure:crab", "big", "total:11"],
    "wheel": ["symbol:3", "symbol:1"],
    "fantan": ["fan:3", "nim:3-2", "kuoc:1-2"],
    "football_poker": ["upper", "odd", "post"],
    "roulette": ["straight:17", "split:17-20", "corner:16-17-19-20", "street:16-17-18", "red"],
}
GAMES = list(BETS)
"""Those that are played against the house."""
_numbers = count(1)


def open_table(service: Service, game: str, **terms: Any) -> str:
    """Open a new table and return its name; results are entered, unless the terms say otherwise."""
    table = f"{game.replace('_', '-')}-{next(_numbers)}"
    service.open(table, game, **{"chance": "observed"} | terms)
    return table


def open_for_bets(service: Service, game: str, **terms: Any) -> str:
    """Open a new table at which bets are open."""
    table = open_table(service, game, **terms)
    conduct(service, table, OPENING.get(game, []))
    return table


def conduct(service: Service, table: str, acts: list[Act]) -> None:
    for act, fields in acts:
        service.do("carlos", table, act, **fields)


def place(service: Service, table: str, bets: list[str], stake: int = 60_00, who: str = "ana") -> None:
    service.do(who, table, "sit")
    for bet in bets:
        service.do(who, table, "place_bet", bet=bet, stake=stake)


def throw_craps(service: Service, table: str, outcome: str) -> None:
    conduct(service, table, [(act, {"outcome": outcome} if fields else {}) for act, fields in CLOSING["craps"]])


def wallet(service: Service, who: str = "ana") -> int:
    return int(service.get(who, "/me")["wallet"])


def patacas(avos: int) -> str:
    """Return an amount as English pages write it."""
    return f"{avos / 100:,.2f}".removesuffix(".00")


# Pai Kao, where a player banks

STAKE, PRINCIPAL = 100_00, 200_00
HANDS = {1: MIDDLE, 3: STRONG, 5: WEAK}


def open_bank(service: Service) -> str:
    """Open a table of Pai Kao with bento as banker at gate 1, and chan at gate 5; stakes may be placed."""
    table = open_table(service, "pai_kao")
    service.do("bento", table, "sit", gate=1)
    service.do("chan", table, "sit", gate=5)
    service.do("bento", table, "take_bank")
    service.do("carlos", table, "mix_and_stack")
    service.do("bento", table, "put_down_principal", stake=PRINCIPAL)
    return table


def deal_tiles(service: Service, table: str) -> None:
    service.do("bento", table, "shake", dice=DICE)
    service.do("carlos", table, "deal", tiles=in_stack_order(HANDS))


def finish_tiles(service: Service, table: str) -> None:
    """Set the tiles of each player who has not, turn them, and settle."""
    state = service.get("ines", f"/tables/{table}")["view"]["state"]
    for gate, who in state["setters"].items():
        if int(gate) not in (*state["set"], *state["out"]):
            one, two, three, four = state["tiles"][gate]
            service.do(who, table, "set_tiles", gate=int(gate), setting=f"{one} {two} / {three} {four}")
    for act in ("turn_banker", "turn_gates", "settle"):
        service.do("carlos", table, act)


class Window(NamedTuple):
    """A window, under a mouse or under fingers."""

    width: int
    height: int
    is_touched: bool = False

    def __str__(self) -> str:
        return f"{self.width}×{self.height}"


WINDOWS = (
    Window(1280, 800),
    Window(1440, 900),
    Window(1920, 1080),
    Window(1024, 768),
    Window(390, 844, is_touched=True),
    Window(820, 1180, is_touched=True),
    Window(360, 640, is_touched=True),
    Window(844, 390, is_touched=True),
)
DESKTOP, NARROW, TELEPHONE, TABLET, SMALLEST, LYING = (WINDOWS[place] for place in (0, 3, 4, 5, 6, 7))
MOUSE = tuple(window for window in WINDOWS if not window.is_touched)
TOUCH = tuple(window for window in WINDOWS if window.is_touched)
FINGER = 43.5
"""The 44 pixels of a target, of which rounding may take a part."""

WATCH = """
window.shifts = [];
const whole = (node) => (node instanceof Element ? node : node?.parentElement);
new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
        const what = sources.map(({ node }) => whole(node)).filter((one) => !one?.closest('.list'));
        if (what.length) window.shifts.push({ value, what: what.map((one) => one?.outerHTML.slice(0, 90)) });
    }
}).observe({ type: 'layout-shift', buffered: true });
"""
"""Lists grow within their own place: rows there are no part of the frame."""
MEASURE = """() => {
    const boxes = {}, small = [], hidden = [];
    const box = (name, element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        boxes[name] = [left, top, width, height].map((one) => Math.round(one * 10) / 10);
    };
    const isThere = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
    const felt = document.querySelector('#felt svg');
    for (const region of felt.querySelectorAll('.region')) {
        const shape = region.querySelector('.target, .cell') ?? region;
        const name = region.dataset.bet ?? `gate ${region.dataset.gate}`;
        box(`bet ${name}`, shape);
        const [x, y] = region.dataset.chips.split(',').map(Number);
        const spot = new DOMPoint(x, y).matrixTransform(felt.getScreenCTM());
        if (document.elementFromPoint(spot.x, spot.y)?.closest('.region') !== region) hidden.push(name);
    }
    const device = document.querySelector('#device');
    const decides = device && isThere(device) ? device.querySelector('svg') : felt.querySelector('.rim, .shaken');
    if (decides) box('device', decides);
    for (const name of ['hint', 'phase', 'wallet', 'due', 'tray', 'undo', 'double', 'repeat', 'favourites'])
        if (document.getElementById(name)) box(name, document.getElementById(name));
    for (const chip of document.querySelectorAll('.chip-choice')) box(`chip ${chip.textContent}`, chip);
    for (const tab of document.querySelectorAll('#parts:not([hidden]) [role=tab]')) small.push(['tab', tab.getBoundingClientRect()]);
    for (const one of document.querySelectorAll('.top :is(a, button), .bar button, .dock :is(button, label, #other-chip)'))
        if (isThere(one) && !one.closest('.menus')) {
            const { left, top, width, height } = one.getBoundingClientRect();
            small.push([one.id || one.className, { width, height }]);
        }
    const root = document.scrollingElement;
    const sides = Object.entries(boxes).filter(([name]) => name.startsWith('bet ')).map(([, [, , width, height]]) => Math.min(width, height));
    const letters = [...felt.querySelectorAll('.region text')].filter((one) => !one.closest('.puck'))
        .map((one) => parseFloat(getComputedStyle(one).fontSize) * felt.getScreenCTM().a);
    return {
        boxes, hidden,
        small: small.map(([name, { width, height }]) => [name, Math.min(width, height)]),
        scrolls: [root.scrollWidth - innerWidth, root.scrollHeight - innerHeight],
        form: document.body.dataset.form ?? '',
        side: Math.min(...sides), letters: Math.min(...letters),
    };
}"""

CUT = """() => ['hint', 'phase', 'outcome', 'sum', 'due', 'wallet', 'session', 'exposure'].flatMap((id) => {
    const place = document.querySelector(id === 'sum' ? '#sum button' : `#${id}`);
    if (!place || !place.getClientRects().length) return [];
    const seen = place.getBoundingClientRect(), room = place.closest('.bar, .strip, .dock, .under').getBoundingClientRect(), line = document.getElementById(id).getBoundingClientRect();
    const isCut = place.scrollWidth > place.clientWidth + 1 || place.scrollHeight > place.clientHeight + 2
        || seen.top < room.top - 2 || seen.bottom > Math.min(room.bottom, line.bottom) + 2;
    return isCut ? [[id, place.textContent, place.scrollWidth - place.clientWidth, place.scrollHeight - place.clientHeight, getComputedStyle(place).fontSize]] : [];
})"""
"""Words of what is due, what came and what it brought that do not fit where they stand."""
ON_WORDS = """(things) => {
    const felt = document.querySelector('#felt svg');
    const words = [...felt.querySelectorAll('.region text')].filter((one) => !one.closest('.puck') && one.textContent.trim());
    const letters = (word) => {  // a text's box has room over and under its letters
        const { left, right, top, bottom, height } = word.getBoundingClientRect();
        return { left, right, top: top + height * .2, bottom: bottom - height * .2 };
    };
    const common = (one, other) => [
        Math.min(one.right, other.right) - Math.max(one.left, other.left),
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
    ];
    const found = [];
    for (const thing of felt.querySelectorAll(things))
        for (const word of words) {
            const [wide, high] = common(thing.getBoundingClientRect(), letters(word));
            if (wide > 2 && high > 3) found.push([thing.textContent, word.textContent, Math.round(wide), Math.round(high)]);
        }
    return found;
}"""
TAGS = """() => {
    const found = [];
    const tags = [...document.querySelectorAll('.tag')];
    const box = (one) => one.getBoundingClientRect();
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    tags.forEach((tag, number) => {
        const name = tag.dataset.for;
        const region = document.querySelector(`.region[data-bet="${CSS.escape(name)}"]`);
        const [here, within] = [box(tag), box(region.querySelector('.cell, .target'))];
        if (here.left < within.left - 1 || here.right > within.right + 1 || here.top < within.top - 1 || here.bottom > within.bottom + 1)
            found.push([name, 'outside its region']);
        if (box(tag.querySelector('text')).width > here.width + 1) found.push([name, 'wider than the tag']);
        for (const other of tags.slice(number + 1)) if (meet(here, box(other))) found.push([name, 'on', other.dataset.for]);
        for (const marker of document.querySelectorAll('.dolly')) if (meet(here, box(marker))) found.push([name, 'under a marker']);
    });
    return found;
}"""
READ = """() => [...document.querySelectorAll('.tag text')].map((text) => [
    text.textContent, Math.round(parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a * 10) / 10,
])"""
"""What each tag says, and its letters in pixels."""


class Measured(NamedTuple):
    """A table in a window: where its parts lie, what is too small, and what cannot be pressed."""

    boxes: dict[str, list[float]]
    hidden: list[str]
    small: list[tuple[str, float]]
    scrolls: list[int]
    form: str
    side: float
    letters: float


def is_still(page: Page) -> None:
    """A round is over: its result is in the list, and its words are where they stay."""
    expect(page.locator("#history li")).to_have_count(1)
    expect(page.locator("#outcome")).not_to_be_empty()


def sit_at(reader: Readers, table: str, window: Window, lang: str = "en", who: str = "ana") -> Page:
    """Open a table in a window, whose layout shifts are counted from the first."""
    somebody = reader(who, lang=lang, size=window[:2], has_touch=window.is_touched, is_mobile=window.is_touched)
    somebody.page.add_init_script(WATCH)
    return somebody.sit_down(table)


def measure(page: Page) -> Measured:
    return Measured(**page.evaluate(MEASURE))


def faults(found: Measured, window: Window) -> Iterator[str]:
    """What is not as it must be: a part outside the window, a page that scrolls, a target under something or too small."""
    for name, (left, top, width, height) in found.boxes.items():
        if left < -1 or top < -1 or left + width > window.width + 1 or top + height > window.height + 1:
            yield f"{name} outside"
        if not width or not height:
            yield f"{name} has no size"
    if max(found.scrolls) > 0:
        yield f"scrolls by {found.scrolls}"
    yield from (f"{bet} covered" for bet in found.hidden)
    if window.is_touched:
        if found.side < FINGER:
            yield f"a region of {found.side} pixels"
        yield from (f"{name}: {side}" for name, side in found.small if side < FINGER)


def moved(before: Measured, after: Measured) -> list[str]:
    """The parts that do not lie where they lay."""
    free = {"hint", "phase", "wallet", "device"}
    """Words, and a picture that has its place; nobody presses them."""
    names = [name for name in before.boxes if name not in free]
    return [name for name in names if before.boxes[name] != after.boxes.get(name)]


def shifts(page: Page) -> list[dict[str, Any]]:
    """Every shift of the layout that the browser noticed since it was last asked."""
    found: list[dict[str, Any]] = page.evaluate("window.shifts.splice(0)")
    return found


class Watched:
    """A table in several windows: after each act all of it lies where it lay, no word is cut, and the browser noticed no shift."""

    def __init__(self, pages: dict[Window, Page]) -> None:
        self.pages = pages
        self.first = {window: measure(page) for window, page in pages.items()}
        self.check("arriving")

    def check(self, what: str, *, has_hand: bool = False) -> None:
        for window, page in self.pages.items():
            measured = measure(page)
            found = {
                "shifts": shifts(page),
                "moved": moved(self.first[window], measured),
                "cut": page.evaluate(CUT),
                "faults": [fault for fault in faults(measured, window) if not (has_hand and fault.endswith("covered"))],
            }
            assert not any(found.values()), (what, window, found)

    def in_phase(self, phase: str) -> None:
        for page in self.pages.values():
            expect(page.locator("#phase")).to_have_text(phase)

    def left_phase(self, phase: str) -> None:
        for page in self.pages.values():
            expect(page.locator("#phase")).not_to_have_text(phase)


MANY_BETS = {
    "craps": "pass_line dont_pass field any_seven any_craps horn eleven hard_way:6 big_number:8 big small",
    "fish_prawn_crab": "figure:crab figure:fish big total:11 total:4 one_colour:red triple:fish two_colour:red any_triple",
    "wheel": "symbol:3 symbol:1 symbol:7",
    "fantan": "fan:3 nim:3-2 kuoc:1-2 nga:12-3 se_sam_hong:123",
    "football_poker": "upper odd post lower even",
    "roulette": (
        "straight:17 split:17-20 split:17-18 corner:16-17-19-20 corner:17-18-20-21 street:16-17-18"
        " six_line:16-17-18-19-20-21 red odd dozen:2 column:2 straight:0 split:0-1 low"
    ),
}
"""Neighbours, and the places where a tag was cut off or lay on a name."""
LONGEST = {
    "craps": ("call_result", "5-5"),
    "fish_prawn_crab": ("call_result", "crab-crab-crab"),
    "roulette": ("read_number", "23"),
}
"""The results with the longest words."""
LEAST_LETTERS = 11
"""Pixels of the letters on a tag."""


def watch_round(
    service: Service, reader: Readers, game: str, lang: str, windows: Sequence[Window], stake: int = 60_00
) -> None:
    """Play a round and check each window in each phase: the layout, the words, and what lies beside them.

    With a stake over a thousand patacas it is the round with the longest words, otherwise one with every kind of tag.
    """
    table = open_table(service, game)
    watched = Watched({window: sit_at(reader, table, window, lang) for window in windows})
    pages = watched.pages.values()
    is_long = stake >= 1000_00

    def do(name: str, fields: dict[str, Any]) -> None:
        phase = watched.pages[windows[0]].inner_text("#phase")
        act, outcome = LONGEST.get(game, ("", ""))
        fields = fields | {"outcome": outcome} if is_long and act == name else fields
        conduct(service, table, [(name, fields)])
        watched.left_phase(phase)
        if name in ("settle", "pay"):
            for page in pages:
                expect(page.locator("#sum")).not_to_be_empty()
        watched.check(name)

    for act in OPENING.get(game, []):
        do(*act)
    bets = BETS[game] if is_long else MANY_BETS[game].split()
    place(service, table, bets, stake)
    for page in pages:
        expect(page.locator("#own tbody tr")).to_have_count(len(bets))
        if not is_long:
            check_beside_words(page, ".chip")
    watched.check("bets")
    for act in CLOSING[game]:
        do(*act)
    for window, page in watched.pages.items():
        expect(page.locator(".tag").first).to_be_visible()
        if not is_long:
            check_tags(page)
        page.evaluate("""() => {
            document.getElementById('connection').hidden = false;
            document.getElementById('connection').textContent = 'The server does not respond';
            document.getElementById('felt-refused').textContent = 'a long refusal '.repeat(12);
        }""")
        found = shifts(page), moved(watched.first[window], measure(page))
        assert found == ([], []), (window, found)  # a banner and a refusal move nothing either


def check_beside_words(page: Page, things: str) -> None:
    """Check that these things lie on no words of the layout."""
    on_words = page.evaluate(ON_WORDS, things)
    assert not on_words, on_words


def check_tags(page: Page) -> None:
    """Check that tags and markers lie beside the words, in their own regions, and can be read."""
    check_beside_words(page, ".tag, .dolly")
    misplaced = page.evaluate(TAGS)
    assert not misplaced, misplaced
    unread = [tag for tag in page.evaluate(READ) if tag[1] < LEAST_LETTERS or not any(map(str.isdigit, tag[0]))]
    assert not unread, unread


def table(rows: Sequence[tuple[str, Window, Measured, float]]) -> str:
    """The figures as lines of a document; the last of a row is how far the layout shifted."""
    lines = [
        "| game | window | form | smallest region | smallest letters | parts outside | layout shift |",
        "|---|---|---|---|---|---|---|",
    ]
    for game, window, one, shift in rows:
        under = "finger" if window.is_touched else "mouse"
        figures = f"{one.side:.0f} px | {one.letters:.0f} px | 0 | {shift:.4g}"
        lines.append(f"| {game} | {window} {under} | {one.form} | {figures} |")
    return "\n".join(lines)
