"""The felt of fantan: the square with a number on each side. fantan 1.4, F-3 to F-7.

The side next to the croupier, here the upper one, is 1; on the croupier's right hand is 2, opposite 3, on the left 4. Inside a
side is its Fan, along it its Nim, and at each corner the Kuoc of the two sides that meet there. Outside a side are the bets that
lose only on the opposite number: its Sé-Sam-Hong and three Nga.
"""

from xml.etree.ElementTree import Element

from banca.drawing.felt import Felt
from banca.drawing.rotor import at
from banca.drawing.shapes import Box, circle, element, group, path, picture, rect, symbol, text
from banca.exact import analysed
from banca.games.fantan.bets import COMMISSION, canonical
from banca.games.fantan.device import NUMBERS
from banca.rulebook import Bet, Lose, Push, Win, term

UPPER, LEFT, LOWER, RIGHT = NUMBERS
ENDS = {UPPER: (LEFT, RIGHT), LOWER: (LEFT, RIGHT), LEFT: (UPPER, LOWER), RIGHT: (UPPER, LOWER)}
"""The sides that a side runs between, from the left or from above."""
OPPOSITE = {UPPER: LOWER, LOWER: UPPER, LEFT: RIGHT, RIGHT: LEFT}
GAP = 6.0
BUTTON = 40.0
HEAP = 24
"""Buttons that the heap shows before there is a count."""
BARS = {Win: "wins-bar", Push: "ties-bar", Lose: "loses-bar"}


def draw(felt: Felt) -> float:
    """The square, with what lies outside its sides round it or, on a telephone, below it."""
    if felt.is_tall:
        _square(felt, (8, 40, 384, 446), (66, 88), (104, 112))
        _legend(felt, (8, 6, 384, 28))
        _below(felt, 492)
        return 492 + 6 * 76 + 2
    square = (300.0, 106.0, 600.0, 600.0)
    _square(felt, square, (112, 112), (156, 156))
    _outside(felt, square, (220, 84))
    _legend(felt, (74, 800, 1052, 34))
    return 842


def _square(felt: Felt, square: Box, depth: tuple[float, float], centre: tuple[float, float]) -> None:
    """Kuoc at the corners, Nim along the sides, Fan inside them, and the Kuoc of opposite sides in the middle."""
    x, y, width, height = square
    deep_x, deep_y = depth
    far_x, far_y = x + width - deep_x, y + height - deep_y
    for upper, top in ((UPPER, y), (LOWER, far_y)):
        for side, left in ((LEFT, x), (RIGHT, far_x)):
            _cell(felt, _key("kuoc", f"{upper}-{side}"), (left, top, deep_x, deep_y))
    core = (x + deep_x + GAP, y + deep_y + GAP, width - 2 * (deep_x + GAP), height - 2 * (deep_y + GAP))
    strips = {
        UPPER: (core[0], y, core[2], deep_y),
        LOWER: (core[0], far_y, core[2], deep_y),
        LEFT: (x, core[1], deep_x, core[3]),
        RIGHT: (far_x, core[1], deep_x, core[3]),
    }
    for won, strip in strips.items():
        before, after = ENDS[won]
        for tied, box in zip((before, OPPOSITE[won], after), _parted(won, strip, 3), strict=True):
            _cell(felt, _key("nim", f"{won}-{tied}"), box)
    middle = (core[0] + (core[2] - centre[0]) / 2, core[1] + (core[3] - centre[1]) / 2, *centre)
    for won in NUMBERS:
        _fan(felt, won, core, middle)
    for row, one in enumerate((UPPER, LEFT)):
        half = (centre[1] - GAP) / 2
        box = (middle[0], middle[1] + row * (half + GAP), centre[0], half)
        _cell(felt, _key("kuoc", f"{one}-{OPPOSITE[one]}"), box, beside=True)


def _outside(felt: Felt, square: Box, depth: tuple[float, float]) -> None:
    """Outside each side, the bets that lose only on the opposite one."""
    x, y, width, height = square
    deep_x, deep_y = depth
    strips = {
        UPPER: (x - GAP - deep_x, y - GAP - deep_y, width + 2 * (GAP + deep_x), deep_y),
        LOWER: (x - GAP - deep_x, y + height + GAP, width + 2 * (GAP + deep_x), deep_y),
        LEFT: (x - GAP - deep_x, y, deep_x, height),
        RIGHT: (x + width + GAP, y, deep_x, height),
    }
    for side, strip in strips.items():
        nga, across, other = _nga(side)
        for key, box in zip((nga, _three(side), across, other), _parted(side, strip, 4), strict=True):
            _cell(felt, key, box, beside=True)


def _below(felt: Felt, top: float) -> None:
    """The same bets in rows under the square, a side to a row."""
    for row, side in enumerate(NUMBERS):
        for key, box in zip(_nga(side), _parted(UPPER, (8, top + row * 76, 384, 70), 3), strict=True):
            _cell(felt, key, box, beside=True)
    for number, side in enumerate(NUMBERS):
        row, column = divmod(number, 2)
        _cell(felt, _three(side), (8 + column * 195, top + (4 + row) * 76, 189, 70), beside=True)


def _nga(side: int) -> tuple[str, str, str]:
    """The three Nga of a side and its neighbours: each with one of the three as the tie."""
    before, after = ENDS[side]
    return (
        _key("nga", f"{side}{before}-{after}"),
        _key("nga", f"{before}{after}-{side}"),
        _key("nga", f"{side}{after}-{before}"),
    )


def _three(side: int) -> str:
    """The Sé-Sam-Hong of a side and its neighbours."""
    before, after = ENDS[side]
    return _key("se_sam_hong", f"{before}{side}{after}")


def _key(bet_id: str, selection: str) -> str:
    return f"{bet_id}:{canonical(bet_id, selection)}"


def _parted(side: int, strip: Box, count: int) -> list[Box]:
    """A strip along a side in so many boxes."""
    x, y, width, height = strip
    if side in (UPPER, LOWER):
        wide = (width - GAP * (count - 1)) / count
        return [(x + n * (wide + GAP), y, wide, height) for n in range(count)]
    tall = (height - GAP * (count - 1)) / count
    return [(x, y + n * (tall + GAP), width, tall) for n in range(count)]


def _cell(felt: Felt, key: str, box: Box, *, beside: bool = False) -> None:
    """A bet: the square with its sides marked, above its words or beside them."""
    bet = felt.rules.bets[key]
    x, y, width, height = box
    side, size = (18.0, 15.0) if felt.is_tall else (30.0, 21.0)
    middle = y + height / 2
    if beside:
        mark = (x + 10 + side / 2, middle)
        words = (x + side + 12, middle - size * 1.6, width - side - 14, size * 3.2)
    else:
        mark = (x + width / 2, y + 8 + side / 2)
        words = (x + 3, y + side + 12, width - 6, height - side - 14)
    name, prize = _parts(words)
    felt.region(
        key,
        rect(box, class_="cell", radius=6),
        _marked(bet, *mark, side),
        felt.label(felt.name(key), name, size),
        felt.label(_odds(felt, bet), prize, max(felt.smallest, size * 0.8), class_="pays"),
        chips=mark,
    )


def _parts(words: Box) -> tuple[Box, Box]:
    """Room for the name, and below it for the prize."""
    x, y, width, height = words
    return (x, y, width, height * 0.62), (x, y + height * 0.62, width, height * 0.38)


def _odds(felt: Felt, bet: Bet) -> str:
    """The prize; the commission, which is the same for all, stands once on the felt."""
    return felt.say.odds(analysed(bet).pays)


def _fan(felt: Felt, won: int, core: Box, middle: Box) -> None:
    """The number itself, between its side and the middle."""
    (x, y, width, height), (mx, my, wide, tall) = core, middle
    far_x, far_y, mfx, mfy = x + width, y + height, mx + wide, my + tall
    inset = GAP
    corners = {
        UPPER: ((x + inset, y), (far_x - inset, y), (mfx, my - inset), (mx, my - inset)),
        LOWER: ((x + inset, far_y), (far_x - inset, far_y), (mfx, mfy + inset), (mx, mfy + inset)),
        LEFT: ((x, y + inset), (x, far_y - inset), (mx - inset, mfy), (mx - inset, my)),
        RIGHT: ((far_x, y + inset), (far_x, far_y - inset), (mfx + inset, mfy), (mfx + inset, my)),
    }[won]
    cx = sum(point[0] for point in corners) / 4
    cy = sum(point[1] for point in corners) / 4
    bet = felt.rules.bets[_key("fan", str(won))]
    big, size = (30, 15) if felt.is_tall else (58, 21)
    if won in (UPPER, LOWER):
        number, name, chips = (
            (cx - big * 0.9, cy),
            (cx - big * 0.3, cy - size * 1.5, big * 2.1, size * 1.5),
            (cx - big * 0.9, cy),
        )
    else:
        number, name, chips = (
            (cx, cy - size * 1.2),
            (cx - big, cy + size * 0.3, big * 2, size * 1.4),
            (cx, cy - size * 1.2),
        )
    prize = (name[0], name[1] + name[3], name[2], size * 1.4)
    felt.region(
        bet.key,
        path("M" + "L".join(f"{px:g} {py:g}" for px, py in corners) + "Z", class_="cell"),
        text(bet.selection, *number, big, class_="number"),
        felt.label(felt.name(bet.key), name, size),
        felt.label(_odds(felt, bet), prize, max(felt.smallest, size * 0.8), class_="pays"),
        chips=chips,
    )


def _marked(bet: Bet, x: float, y: float, side: float) -> Element:
    """A small square: a full bar on a side that wins, a hollow one on a side that ties, a line on one that loses."""
    return group(*(_bar(number, BARS[type(bet.verdict(bet.start, number))], x, y, side) for number in NUMBERS))


def _bar(number: int, class_: str, x: float, y: float, side: float) -> Element:
    thick, half = side * 0.24, side / 2
    if class_ == BARS[Lose]:
        thick = 1.5
    reach = half - thick / 2
    box = {
        UPPER: (x - half * 0.62, y - reach - thick / 2, side * 0.62, thick),
        LOWER: (x - half * 0.62, y + reach - thick / 2, side * 0.62, thick),
        LEFT: (x - reach - thick / 2, y - half * 0.62, thick, side * 0.62),
        RIGHT: (x + reach - thick / 2, y - half * 0.62, thick, side * 0.62),
    }[number]
    return rect(box, class_=class_, radius=1)


def _legend(felt: Felt, box: Box) -> None:
    """What the bars mean, and the commission that is taken from every prize. fantan 9."""
    said = ((term("wins"), BARS[Win]), (term("ties"), BARS[Push]), (term("loses"), BARS[Lose]))
    size = 14 if felt.is_tall else 18
    commission = f"{felt.say(term('commission'))} {COMMISSION.rate * 100}%"
    places = _parted(UPPER, box, 4)
    for (word, class_), (x, y, _, height) in zip(said, places, strict=False):
        middle = y + height / 2
        thick = 2 if class_ == BARS[Lose] else 7
        felt.add(
            rect((x + 4, middle - thick / 2, 22, thick), class_=class_, radius=1),
            text(felt.say(word), x + 32, middle, size, class_="pays at-left"),
        )
    x, y, width, height = places[-1]
    felt.add(text(commission, x + width, y + height / 2, size, class_="pays at-right"))


def button() -> Element:
    """A porcelain button of the heap as a symbol, `button`."""
    return symbol(
        "button",
        BUTTON,
        BUTTON,
        circle(20, 21.5, 17.5, class_="button-shade"),
        circle(20, 20, 17.5, class_="button-side"),
        circle(20, 20, 12, class_="button-dish"),
        path("M10 15A12 12 0 0 1 19 8.5", class_="button-gleam"),
    )


def device(title: str) -> Element:
    """A heap of buttons."""
    places = [at(number * 137.5, BUTTON * 0.52 * number**0.5) for number in range(HEAP)]
    heap = [element("use", href="#button", x=x, y=y, width=BUTTON, height=BUTTON) for x, y in places]
    across = BUTTON * 7
    middle = (across - BUTTON) / 2
    return picture(
        across,
        across,
        title,
        element("defs", button()),
        group(*heap, class_="shown", transform=f"translate({middle:g} {middle:g})"),
        class_="felt device",
        data_kind="heap",
    )
