"""What fits one screen: the parts of a table as they lie in a window, measured in a real browser."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect


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
"""The first of each kind is the one in which a round is played."""
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
