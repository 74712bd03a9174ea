"""The felt of roulette: the cloth lies along its twelve rows of three, to the right on the wide form and downwards on the tall."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from banca.drawing.board import BetLook
from banca.drawing.devices import mounted, rotor, turned
from banca.drawing.felt import BoardPart, BoardRow, Felt, Form, Point, winners
from banca.drawing.svg import Box, circle, drawings, grid, rect, text
from banca.drawing.template import Template
from banca.drawing.text import TOGETHER
from banca.games.roulette.rules import COLUMNS, NUMBERS, ORDER, RED, ROWS
from banca.rules import Bet, _

# A spot on a line: 24 pixels across where the wide form is shown 720 wide, or the tall one 400.
SPOT, TALL_SPOT = 40.0, 24.0
INSIDE = ("split", "street", "corner", "six_line")
FILLED = {"red": "cell fill-red", "black": "cell fill-black"}
# How many of the numbers of a bet stand side by side in its box.
ACROSS = {"split": 2, "street": 3, "corner": 2}
STRAIGHTS = tuple(f"straight:{number}" for number in NUMBERS if number)
RADIUS, RIM = 200.0, 36.0
# The share of the radius within the ring of compartments.
POCKETS_FROM = 0.56


def _splits(*, upper: bool) -> tuple[str, ...]:
    """The splits of the first eighteen numbers, or those that reach beyond them."""
    last = len(ROWS) * len(COLUMNS) // 2
    pairs = [(number, other) for number in NUMBERS for other in NUMBERS if number < other]
    return tuple(f"split:{number}-{other}" for number, other in pairs if (other > last) is upper)


def _colour(number: int) -> str:
    """The class of a number's compartment and cell."""
    return "fill-green" if number == 0 else "fill-red" if number in RED else "fill-black"


PARTS = (
    BoardPart(
        "numbers",
        _("Numbers"),
        (BoardRow(("straight:0",), 0.9), BoardRow((*STRAIGHTS,), 1, (3, 6, 9, 12))),
    ),
    BoardPart(
        "outside",
        _("Outside"),
        (
            BoardRow(("red", "black")),
            BoardRow(("odd", "even")),
            BoardRow(("low", "high")),
            BoardRow(("dozen",)),
            BoardRow(("column",)),
        ),
    ),
    BoardPart("splits", _("Splits 0–18"), (BoardRow(_splits(upper=False)),)),
    BoardPart("splits-2", _("Splits 16–36"), (BoardRow(_splits(upper=True)),)),
    BoardPart("corners", _("Corners"), (BoardRow(("corner",)),)),
    BoardPart(
        "streets",
        _("Streets, six lines"),
        (BoardRow(("street",)), BoardRow(("six_line",))),
    ),
)


def face(felt: Felt, bet: Bet) -> BetLook:
    """A number in its colour; a bet on several as so many small cells; the colours in theirs."""
    if bet.id == "straight":
        return BetLook(
            words=bet.selection,
            class_=f"cell coloured {_colour(int(bet.selection))}",
            ink="number on-colour",
            largest=26,
        )
    if bet.id == "six_line":
        return BetLook(words=_range(bet))
    if bet.id in ACROSS:
        numbers = sorted(winners(bet))
        across = ACROSS[bet.id]
        shape = across / -(-len(numbers) // across) * 1.25
        return BetLook(
            words="", emblem=lambda box: _number_cells(numbers, across, box), shape=shape, share=1, least=across * 19
        )
    if bet.id in FILLED:
        return BetLook(class_=FILLED[bet.id], ink="label on-colour")
    if bet.id == "column" and felt.form is not Form.BOARD:
        # At the end of a column the cloth has what it pays, and nothing else.
        return BetLook(words=felt.pays(bet).replace(" ", TOGETHER), largest=22)
    if bet.id == "dozen":
        return BetLook(words=_dozen(felt, bet))
    return BetLook()


def _range(bet: Bet) -> str:
    return f"{min(winners(bet))}–{max(winners(bet))}"


def _dozen(felt: Felt, bet: Bet) -> str:
    return f"{felt.name(bet.key)} · {_range(bet)}"


def _number_cells(numbers: list[int], across: int, box: Box) -> list[Element]:
    """Small cells with numbers, in rows, in the middle of a box."""
    rows = -(-len(numbers) // across)
    size = max(12.0, min(box[3] / rows * 0.78, box[2] / across * 0.62))
    shapes: list[Element] = []
    for number, cell in zip(numbers, grid(box, across, rows), strict=False):
        left, top, wide, tall = cell
        shapes += [
            rect(cell, class_=f"cell coloured {_colour(number)}", radius=2),
            text(str(number), left + wide / 2, top + tall / 2, size, class_="number on-colour"),
        ]
    return shapes


def _at(felt: Felt, along: float, across: float) -> Point:
    """The point so many rows from the zero, and so many columns from the dozens."""
    return (56 + across * 112, 54 + along * 48) if felt.is_tall else (106 + along * 82, 326 - across * 104)


def _drawn_numbers(felt: Felt, _bet: Bet, _about: Mapping[str, str]) -> list[Element]:
    """The numbers but zero, each at the head of its cell, or at its left, and its chips below or beside it."""
    for number in NUMBERS[1:]:
        row, column = divmod(number - 1, len(COLUMNS))
        if felt.is_tall:
            box: Box = (*_at(felt, row, column), 112, 48)
            at, chips = (box[0] + 112 * 0.3, box[1] + 24), (box[0] + 112 * 0.7, box[1] + 24)
        else:
            box = (*_at(felt, row, column + 1), 82, 104)
            at, chips = (box[0] + 41, box[1] + 37), (box[0] + 41, box[1] + 73)
        cell = rect(box, class_=f"cell coloured {_colour(number)}")
        name = text(str(number), *at, 28 if felt.is_tall else 32, class_="number on-colour")
        felt.region(f"straight:{number}", cell, name, chips=chips)
    return []


def _drawn_spots(felt: Felt, _bet: Bet, _about: Mapping[str, str]) -> list[Element]:
    """Over the lines the bets on several numbers, where their cells meet; whole rows meet at the edge beside the dozens."""
    side = TALL_SPOT if felt.is_tall else SPOT
    for bet in (bet for family in INSIDE for bet in felt.family(family)):
        numbers = winners(bet)
        rows, columns = zip(*(divmod(number - 1, len(COLUMNS)) for number in numbers if number), strict=True)
        along = 0 if 0 in numbers else (min(rows) + max(rows) + 1) / 2
        across = 0 if len(set(columns)) == len(COLUMNS) else (min(columns) + max(columns) + 1) / 2
        x, y = _at(felt, along, across)
        target = rect((x - side / 2, y - side / 2, side, side), class_="target", radius=side / 2)
        felt.region(bet.key, target, circle(x, y, 4, class_="spot"), chips=(x, y))
    return []


draw = Template(
    package=__package__,
    words={"dozen": _dozen, "range": lambda _felt, bet: _range(bet)},
    pictures={"numbers": _drawn_numbers, "spots": _drawn_spots},
).draw


def device(title: str) -> Element:
    """The wheel."""
    return turned(title, wheel(), RADIUS + RIM)


def wheel() -> Element:
    """The cylinder in its order and the ball at the top, round the point 0,0."""
    numbers, others = [str(number) for number in ORDER], drawings(__package__, "wheel.svg")
    turning = rotor(numbers, numbers, [_colour(number) for number in ORDER], RADIUS, hub=POCKETS_FROM)
    turning.extend(others["turning"])
    return mounted(turning, RADIUS, *others["fixed"], rim=RIM)
