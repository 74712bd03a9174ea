"""The felt of fantan: the square with a number on each side. fantan 1.4, F-3 to F-7.

The side next to the croupier, here the upper one, is 1; on the croupier's right hand is 2, opposite 3, on the left 4. Inside a
side is its Fan, along it its Nim, and at each corner the Kuoc of the two sides that meet there. Outside a side are the bets that
lose only on the opposite number: its Sé-Sam-Hong and three Nga.
"""

from xml.etree.ElementTree import Element

from banca.analysis.exact import analysed
from banca.drawing.board import BetLook, in_boxes
from banca.drawing.devices import polar
from banca.drawing.felt import BoardPart, BoardRow, Felt, Form, Point, Size
from banca.drawing.svg import Box, circle, element, grid, group, path, picture, rect, symbol, text
from banca.games.fantan.rules import COMMISSION, NUMBERS, canonical
from banca.rules import Bet, Lose, Push, Win, _

UPPER, LEFT, LOWER, RIGHT = NUMBERS
# The sides that a side runs between, from the left or from above.
ENDS = {UPPER: (LEFT, RIGHT), LOWER: (LEFT, RIGHT), LEFT: (UPPER, LOWER), RIGHT: (UPPER, LOWER)}
OPPOSITE = {UPPER: LOWER, LOWER: UPPER, LEFT: RIGHT, RIGHT: LEFT}
GAP = 6.0
BUTTON = 40.0
# Buttons that the heap shows before there is a count.
HEAP = 24
PARTS = (
    BoardPart("fan", _("Fan and Kuoc"), (BoardRow(("fan",), 1.3), BoardRow(("kuoc",)))),
    BoardPart("nim", _("Nim"), (BoardRow(("nim",), 1, (1, 2, 3, 4, 6, 12)),)),
    BoardPart(
        "nga",
        _("Nga and Sé-Sam-Hong"),
        (BoardRow(("nga",), 1, (1, 2, 3, 4, 6, 12)), BoardRow(("se_sam_hong",))),
    ),
)
BARS = {Win: "wins-bar", Push: "ties-bar", Lose: "loses-bar"}
# Of a Fan: its number, its letters, the radius of its chips, and how far these lie from its middle, across and down.
FANS = {
    Form.WIDE: (54.0, 21.0, 22.0, (90.0, 74.0)),
    Form.TALL: (26.0, 15.0, 16.0, (46.0, 62.0)),
    Form.BOARD: (40.0, 18.0, 17.0, (68.0, 92.0)),
}
# A room in which the whole table is drawn to measure.
LEAST_ROOM = (720.0, 760.0)
LEGEND = 26.0
# On a wide table, the largest letters and the smallest picture of any bet but a Fan, so that neighbours look alike.
EVEN = (20.0, 26.0)


def draw(felt: Felt) -> float:
    """The square, with what lies outside its sides round it or, on a telephone, below it."""
    if felt.is_tall:
        _legend(felt, (8, 4, 384, 26))
        _square(felt, (8, 34, 384, 456), (78, 86), (88, 172))
        return _below(felt, 496) + 8
    square = (242.0, 96.0, 716.0, 476.0)
    _square(felt, square, (126, 94), (196, 112))
    _outside(felt, square, (224, 78))
    _legend(felt, (74, 662, 1052, 26))
    return 692


def whole(felt: Felt, room: Size) -> bool:
    """The table in a room that is nearly square, as a tablet's is; a smaller one has boxes."""
    width, height = room
    if width < LEAST_ROOM[0] or height < LEAST_ROOM[1]:
        return False
    outside = (width * 0.17, height * 0.085)
    left, top = outside[0] + 2 * GAP, outside[1] + 2 * GAP
    square = (left, top, width - 2 * left, height - 2 * top - LEGEND)
    depth = (square[2] * 0.2, square[3] * 0.15)
    core = (square[2] - 2 * (depth[0] + GAP), square[3] - 2 * (depth[1] + GAP))
    _square(felt, square, depth, (core[0] * 0.38, core[1] * 0.34))
    _outside(felt, square, outside)
    _legend(felt, (GAP, height - LEGEND, width - 2 * GAP, LEGEND))
    return True


def _square(felt: Felt, square: Box, depth: tuple[float, float], centre: tuple[float, float]) -> None:
    """Kuoc at the corners, Nim along the sides, Fan inside them, and the Kuoc of opposite sides in the middle."""
    x, y, width, height = square
    deep_x, deep_y = depth
    far_x, far_y = x + width - deep_x, y + height - deep_y
    rows, columns = ((UPPER, y), (LOWER, far_y)), ((LEFT, x), (RIGHT, far_x))
    corners = {
        _bet_key("kuoc", f"{upper}-{side}"): (left, top, deep_x, deep_y)
        for upper, top in rows
        for side, left in columns
    }
    _draw_boxes(felt, corners)
    core = (x + deep_x + GAP, y + deep_y + GAP, width - 2 * (deep_x + GAP), height - 2 * (deep_y + GAP))
    for won, strip in _strips(core, (x, y), (far_x, far_y), depth).items():
        before, after = ENDS[won]
        keys = [_bet_key("nim", f"{won}-{tied}") for tied in (before, OPPOSITE[won], after)]
        _draw_boxes(felt, dict(zip(keys, _along_side(won, strip, 3), strict=True)))
    middle = (core[0] + (core[2] - centre[0]) / 2, core[1] + (core[3] - centre[1]) / 2, *centre)
    for won in NUMBERS:
        _fan(felt, won, core, middle)
    keys = [_bet_key("kuoc", f"{side}-{OPPOSITE[side]}") for side in (UPPER, LEFT)]
    _draw_boxes(felt, dict(zip(keys, grid(middle, 1, 2, GAP), strict=True)))


def _strips(core: Box, before: Point, behind: Point, depth: Size, over: float = 0) -> dict[int, Box]:
    """A strip along each side of a box, from where these begin before and behind it; those above and below reach over its corners."""
    (x, y, width, height), (deep_x, deep_y) = core, depth
    return {
        UPPER: (x - over, before[1], width + 2 * over, deep_y),
        LOWER: (x - over, behind[1], width + 2 * over, deep_y),
        LEFT: (before[0], y, deep_x, height),
        RIGHT: (behind[0], y, deep_x, height),
    }


def _outside(felt: Felt, square: Box, depth: Size) -> None:
    """Outside each side, the bets that lose only on the opposite one."""
    (x, y, width, height), (deep_x, deep_y) = square, depth
    before, behind = (x - GAP - deep_x, y - GAP - deep_y), (x + width + GAP, y + height + GAP)
    for side, strip in _strips(square, before, behind, depth, GAP + deep_x).items():
        nga, across, other = _nga_keys(side)
        keys = (nga, _sam_hong_key(side), across, other)
        _draw_boxes(felt, dict(zip(keys, _along_side(side, strip, 4), strict=True)))


def _below(felt: Felt, top: float) -> float:
    """The same bets in rows under the square, a side to a row; where they end."""
    nga = [key for side in NUMBERS for key in _nga_keys(side)]
    _draw_boxes(felt, dict(zip(nga, grid((8, top, 384, 258), 3, 4, GAP), strict=True)))
    threes = grid((8, top + 264, 384, 114), 2, 2, GAP)
    _draw_boxes(felt, dict(zip(map(_sam_hong_key, NUMBERS), threes, strict=True)))
    return top + 378


def _nga_keys(side: int) -> tuple[str, str, str]:
    """The three Nga of a side and its neighbours: each with one of the three as the tie."""
    before, after = ENDS[side]
    return (
        _bet_key("nga", f"{side}{before}-{after}"),
        _bet_key("nga", f"{before}{after}-{side}"),
        _bet_key("nga", f"{side}{after}-{before}"),
    )


def _sam_hong_key(side: int) -> str:
    """The Sé-Sam-Hong of a side and its neighbours."""
    before, after = ENDS[side]
    return _bet_key("se_sam_hong", f"{before}{side}{after}")


def _bet_key(bet_id: str, selection: str) -> str:
    return f"{bet_id}:{canonical(bet_id, selection)}"


def _along_side(side: int, strip: Box, count: int) -> list[Box]:
    """A strip along a side in so many boxes."""
    columns, rows = (count, 1) if side in (UPPER, LOWER) else (1, count)
    return grid(strip, columns, rows, GAP)


def _draw_boxes(felt: Felt, boxes: dict[str, Box]) -> None:
    """Bets in boxes, each with the square that has its sides marked."""
    in_boxes(felt, [felt.rules.bets[key] for key in boxes], list(boxes.values()), prize=True)


def face(felt: Felt, bet: Bet) -> BetLook:
    """A Fan leads; any other bet has the square with its sides marked."""
    if bet.id == "fan":
        return BetLook(class_="cell lead", ink="label lead", largest=34, pays=_prize(felt, bet))
    largest, least = EVEN if felt.form is Form.WIDE else (0, 0)
    return BetLook(
        pays=_prize(felt, bet), emblem=lambda box: [_marks_in(bet, box)], share=0.25, largest=largest, least=least
    )


def _marks_in(bet: Bet, box: Box) -> Element:
    x, y, width, height = box
    return _side_marks(bet, x + width / 2, y + height / 2, min(width, height, 34) * 0.94)


def _prize(felt: Felt, bet: Bet) -> str:
    """The prize; the commission, which is the same for all, stands once on the felt."""
    return felt.say.odds(analysed(bet).pays)


def _fan(felt: Felt, won: int, core: Box, middle: Box) -> None:
    """The number itself, between its side and the middle."""
    (x, y, width, height), (mx, my, wide, tall) = core, middle
    far_x, far_y, mfx, mfy = x + width, y + height, mx + wide, my + tall
    bet = felt.rules.bets[_bet_key("fan", str(won))]
    big, size, radius, reach = FANS[felt.form]
    if won in (UPPER, LOWER):
        outer, inner = (y, my - GAP) if won == UPPER else (far_y, mfy + GAP)
        corners = ((x + GAP, outer), (far_x - GAP, outer), (mfx, inner), (mx, inner))
    else:
        outer, inner = (x, mx - GAP) if won == LEFT else (far_x, mfx + GAP)
        corners = ((outer, y + GAP), (outer, far_y - GAP), (inner, mfy), (inner, my))
    cx, cy = (sum(places) / 4 for places in zip(*corners, strict=True))
    if won in (UPPER, LOWER):
        number, chips = (cx - reach[0], cy), (cx + reach[0] - 2, cy)
        left = number[0] + big * 0.4
        name: Box = (left, cy - size * 1.35, chips[0] - radius - left - 2, size * 1.35)
    else:
        number, chips = (cx, cy - reach[1] + big * 0.25), (cx, cy + reach[1] - radius - 4)
        room = (width - wide) / 2 - 4
        name = (cx - room / 2, cy - size * 1.3, room, size * 1.3)
    prize = (name[0], name[1] + name[3] + 1, name[2], size * 1.2)
    felt.region(
        bet.key,
        path("M" + "L".join(f"{px:g} {py:g}" for px, py in corners) + "Z", class_="cell lead"),
        text(bet.selection, *number, big, class_="number lead"),
        felt.label(felt.say.family(bet) if felt.is_tall else _name_without_number(felt, bet), name, size),
        felt.label(_prize(felt, bet), prize, max(felt.smallest, size * 0.8), class_="pays"),
        chips=chips,
    )


def _name_without_number(felt: Felt, bet: Bet) -> str:
    """`番 Fan`: the number stands beside it."""
    return " ".join(word for word in felt.both_names(bet.key).split() if word != bet.selection)


def _side_marks(bet: Bet, x: float, y: float, side: float) -> Element:
    """A small square: a full bar on a side that wins, a hollow one on a side that ties, a line on one that loses, and nothing on one that waits."""
    verdicts = {number: type(bet.verdict(bet.start, number)) for number in NUMBERS}
    return group(*(_bar(number, BARS[kind], x, y, side) for number, kind in verdicts.items() if kind in BARS))


def _bar(number: int, class_: str, x: float, y: float, side: float) -> Element:
    half, length = side / 2, side * 0.62
    thick = 1.5 if class_ == BARS[Lose] else side * 0.24
    # From the middle to that of the bar, up or left where it is below zero.
    reach = (half - thick / 2) * (-1 if number in (UPPER, LEFT) else 1)
    box = (x - length / 2, y + reach - thick / 2, length, thick)
    if number in (LEFT, RIGHT):
        box = (x + reach - thick / 2, y - length / 2, thick, length)
    return rect(box, class_=class_, radius=1)


def _legend(felt: Felt, box: Box) -> None:
    """What the bars mean, and the commission that is taken from every prize. fantan 9."""
    legend = ((_("wins"), BARS[Win]), (_("ties"), BARS[Push]), (_("loses"), BARS[Lose]))
    size = 18 if felt.form is Form.WIDE else 14
    commission = f"{felt.say(_('commission'))} {COMMISSION.rate * 100}%"
    places = _along_side(UPPER, box, 4)
    for (word, class_), (x, y, _width, height) in zip(legend, places, strict=False):
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
    # The golden angle, as seeds lie in a sunflower: a heap that is round and nowhere in rows.
    places = [polar(number * 137.5, BUTTON * 0.52 * number**0.5) for number in range(HEAP)]
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
