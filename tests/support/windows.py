"""Tables in windows: where the parts of a table lie, measured in a real browser, and a round that is watched there."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from browser import Readers
from rounds import BETS, CLOSING, OPENING, conduct, open_table, place
from service import Service


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
