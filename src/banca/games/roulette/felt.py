"""The felt of roulette: the cloth lies along its twelve rows of three, to the right on the wide form and downwards on the tall."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from banca.drawing.board import BetLook, in_boxes
from banca.drawing.devices import mounted, polar, rotor, turned
from banca.drawing.felt import BoardPart, BoardRow, Felt, Point, winners
from banca.drawing.svg import Box, circle, group, path, rect, text
from banca.drawing.text import TOGETHER
from banca.games.roulette.rules import COLUMNS, NUMBERS, ORDER, RED, ROWS
from banca.rules import Bet, _

# A spot on a line: 24 pixels across where the wide form is shown 720 wide, or the tall one 400.
SPOT, TALL_SPOT = 40.0, 24.0
# The radius of a place for chips.
CHIP, TALL_CHIP = 22.0, 16.0
INSIDE = ("split", "street", "corner", "six_line")
# The even-money fields from the zero on.
HALVES = ("low", "even", "red", "black", "odd", "high")
# Upright, in two rows.
UPRIGHT_HALVES = ("low", "red", "even", "high", "black", "odd")
TALL_GAP, HALF_ROW = 5.0, 56.0
FILLED = {"red": "cell fill-red", "black": "cell fill-black"}
# How many of the numbers of a bet stand side by side in its box.
ACROSS = {"split": 2, "street": 3, "corner": 2}
STRAIGHTS = tuple(f"straight:{number}" for number in NUMBERS if number)
RADIUS, RIM = 200.0, 36.0
# Shares of the radius: the ring of numbers, and within it the ring of compartments.
NUMBERS_FROM, POCKETS_FROM = 0.8, 0.56
DEFLECTORS, ARMS = 8, 4


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
        return BetLook(words=f"{min(winners(bet))}–{max(winners(bet))}")
    if bet.id in ACROSS:
        numbers = sorted(winners(bet))
        across = ACROSS[bet.id]
        shape = across / -(-len(numbers) // across) * 1.25
        return BetLook(
            words="", emblem=lambda box: _number_cells(numbers, across, box), shape=shape, share=1, least=across * 19
        )
    if bet.id in FILLED:
        return BetLook(class_=FILLED[bet.id], ink="label on-colour")
    if bet.id == "dozen":
        return BetLook(words=_dozen(felt, bet))
    return BetLook()


def _dozen(felt: Felt, bet: Bet) -> str:
    numbers = winners(bet)
    return f"{felt.name(bet.key)} · {min(numbers)}–{max(numbers)}"


def _number_cells(numbers: list[int], across: int, box: Box) -> list[Element]:
    """Small cells with numbers, in rows, in the middle of a box."""
    x, y, width, height = box
    rows = -(-len(numbers) // across)
    wide, tall = width / across, height / rows
    size = max(12.0, min(tall * 0.78, wide * 0.62))
    shapes: list[Element] = []
    for index, number in enumerate(numbers):
        row, column = divmod(index, across)
        left, top = x + column * wide, y + row * tall
        shapes += [
            rect((left, top, wide, tall), class_=f"cell coloured {_colour(number)}", radius=2),
            text(str(number), left + wide / 2, top + tall / 2, size, class_="number on-colour"),
        ]
    return shapes


class Cloth:
    """Lengths along the rows from the zero, and across from the dozens, turned into points of the drawing."""

    def __init__(self, felt: Felt) -> None:
        self.is_tall = felt.is_tall
        self.edge, self.along, self.zero, self.outside = (8, 48, 46, 48) if self.is_tall else (14, 82, 92, 66)
        """`outside` is how deep the dozens are, and the even-money fields beyond them or, upright, below all."""
        inner = felt.width - 2 * self.edge
        self.across = (inner - self.outside) / len(COLUMNS) if self.is_tall else 104
        self.foot = 46 if self.is_tall else inner - self.zero - len(ROWS) * self.along
        length = self.zero + len(ROWS) * self.along + self.foot
        self.height = 2 * self.edge + (
            length + 2 * HALF_ROW + TALL_GAP if self.is_tall else len(COLUMNS) * self.across + 2 * self.outside
        )

    def at(self, along: float, across: float) -> Point:
        """The point so far along from the first row and so far across from the dozens."""
        if self.is_tall:
            return self.edge + self.outside + across, self.edge + self.zero + along
        return self.edge + self.zero + along, self.edge + len(COLUMNS) * self.across - across

    def box(self, along: float, across: float, to_along: float, to_across: float) -> Box:
        """The rectangle between two points."""
        (x, y), (to_x, to_y) = self.at(along, across), self.at(to_along, to_across)
        return min(x, to_x), min(y, to_y), abs(to_x - x), abs(to_y - y)

    def below(self, columns: int, rows: int) -> Iterator[Box]:
        """Cells over the whole width below the columns, row by row."""
        wide = (len(COLUMNS) * self.across + self.outside) / columns
        top = self.height - self.edge - rows * HALF_ROW
        for row in range(rows):
            yield from ((self.edge + column * wide, top + row * HALF_ROW, wide, HALF_ROW) for column in range(columns))

    def cell(self, number: int) -> Box:
        """The cell of a number."""
        if number == 0:
            return self.box(-self.zero, 0, 0, len(COLUMNS) * self.across)
        row, column = divmod(number - 1, len(COLUMNS))
        return self.box(row * self.along, column * self.across, (row + 1) * self.along, (column + 1) * self.across)

    def spot(self, numbers: list[int]) -> Point:
        """Where the cells of these numbers meet; whole rows meet at the edge beside the dozens."""
        rows, columns = zip(*(divmod(number - 1, len(COLUMNS)) for number in numbers if number), strict=True)
        along = 0 if 0 in numbers else (min(rows) + max(rows) + 1) / 2
        across = 0 if len(set(columns)) == len(COLUMNS) else (min(columns) + max(columns) + 1) / 2
        return self.at(along * self.along, across * self.across)


def draw(felt: Felt) -> float:
    """Numbers, columns, dozens and even-money fields, and over their lines the bets on several numbers."""
    cloth = Cloth(felt)
    for number in NUMBERS:
        _number(felt, cloth, number)
    end = len(ROWS) * cloth.along
    _columns(felt, cloth, end)
    dozens = felt.family("dozen")
    for place, bet in enumerate(dozens):
        length = end / len(dozens)
        box = cloth.box(place * length, -cloth.outside, (place + 1) * length, 0)
        numbers, pays = f"{min(winners(bet))}–{max(winners(bet))}", felt.pays(bet)
        if cloth.is_tall:
            _outside(felt, cloth, bet.key, box, felt.name(bet.key), f"{numbers} · {pays}")
        else:
            _outside(felt, cloth, bet.key, box, _dozen(felt, bet), pays)
    if cloth.is_tall:
        bets = [felt.rules.bets[key] for key in UPRIGHT_HALVES]
        in_boxes(felt, bets, [*cloth.below(len(bets) // 2, 2)], prize=True)
    else:
        for place, key in enumerate(HALVES):
            length = end / len(HALVES)
            box = cloth.box(place * length, -2 * cloth.outside, (place + 1) * length, -cloth.outside)
            _outside(felt, cloth, key, box, felt.both_names(key), felt.pays(felt.rules.bets[key]))
    for bet_id in INSIDE:
        for bet in felt.family(bet_id):
            _spot(felt, bet.key, cloth.spot(winners(bet)))
    return cloth.height


def _columns(felt: Felt, cloth: Cloth, end: float) -> None:
    """At the end of each column what it pays, as on the cloth, and nothing else."""
    bets = felt.family("column")
    boxes = [
        cloth.box(end, place * cloth.across, end + cloth.foot, (place + 1) * cloth.across) for place in range(len(bets))
    ]
    looks = [BetLook(words=felt.pays(bet).replace(" ", TOGETHER), largest=22) for bet in bets]
    in_boxes(felt, bets, boxes, prize=False, faces=looks)


def _number(felt: Felt, cloth: Cloth, number: int) -> None:
    """A number at the head of its cell, or at its left, and its chips below or beside it."""
    x, y, width, height = box = cloth.cell(number)
    key = f"straight:{number}"
    class_ = f"cell coloured {_colour(number)}"
    shape = rect(box, class_=class_) if number else _rounded_end(cloth, box, class_)
    if cloth.is_tall:
        at, chips = (x + width * 0.3, y + height / 2), (x + width * 0.7, y + height / 2)
    else:
        at, chips = (x + width / 2, y + 37), (x + width / 2, y + 73)
    shapes = [shape]
    if number == 0:
        shapes.append(_pays(felt, cloth, key, box))
        at = (x + width * 0.46, y + height / 2) if cloth.is_tall else (x + width / 2, y + height * 0.3)
        chips = chips if cloth.is_tall else (x + width / 2, y + height / 2)
    shapes.append(text(str(number), *at, 28 if cloth.is_tall else 32, class_="number on-colour"))
    felt.region(key, *shapes, chips=chips)


def _pays(felt: Felt, cloth: Cloth, key: str, box: Box) -> Element:
    """What a single number pays, in the cell of the zero."""
    x, y, width, height = box
    room = (x + 20, y + 4, width * 0.34, height - 8) if cloth.is_tall else (x + 10, y + height * 0.6, width - 20, 70)
    return felt.label(felt.pays(felt.rules.bets[key]), room, 20, class_="pays on-colour")


def _rounded_end(cloth: Cloth, box: Box, class_: str) -> Element:
    """The zero's cell, round where the cloth begins."""
    x, y, width, height = box
    r = 44
    if cloth.is_tall:
        data = f"M{x:g} {y + height:g}V{y + r:g}a{r} {r} 0 0 1 {r} {-r}H{x + width - r:g}a{r} {r} 0 0 1 {r} {r}V{y + height:g}Z"
    else:
        data = f"M{x + width:g} {y:g}H{x + r:g}a{r} {r} 0 0 0 {-r} {r}V{y + height - r:g}a{r} {r} 0 0 0 {r} {r}H{x + width:g}Z"
    return path(data, class_=class_)


def _outside(felt: Felt, cloth: Cloth, key: str, box: Box, words: str, pays: str) -> None:
    """A dozen or an even-money field; upright it reads upwards, as on the cloth. Its chips lie at the end."""
    x, y, width, height = box
    middle = x + width / 2, y + height / 2
    across, down = (height, width) if cloth.is_tall else (width, height)
    radius = TALL_CHIP if cloth.is_tall else CHIP
    left, top, room = middle[0] - across / 2 + 6, middle[1] - down / 2, across - 2 * radius - 16
    # The dozens have the spots of other bets on their edge: above them or, upright, at the foot of the words. Words keep clear of them.
    has_spots = key.startswith("dozen")
    head = SPOT / 2 if has_spots and not cloth.is_tall else down * 0.08
    end = down * (0.84 if has_spots and cloth.is_tall else 0.94)
    cut = top + (down * 0.68 if head > down * 0.08 else end * 0.62)
    name, foot = (left, top + head, room, cut - top - head), (left, cut, room, end - cut + top)
    on = " on-colour" if key in FILLED else ""
    shapes = [
        felt.label(words, name, 18 if cloth.is_tall else 24, class_=f"label{on}"),
        felt.label(pays, foot, 17, class_=f"pays{on}"),
    ]
    upright = f"rotate(-90 {middle[0]:g} {middle[1]:g})" if cloth.is_tall else None
    chips = (middle[0], y + radius + 5) if cloth.is_tall else (x + width - radius - 6, middle[1])
    felt.region(key, rect(box, class_=FILLED.get(key, "cell")), group(*shapes, transform=upright), chips=chips)


def _spot(felt: Felt, key: str, point: Point) -> None:
    x, y = point
    side = TALL_SPOT if felt.is_tall else SPOT
    target = rect((x - side / 2, y - side / 2, side, side), class_="target", radius=side / 2)
    felt.region(key, target, circle(x, y, 4, class_="spot"), chips=point)


def device(title: str) -> Element:
    """The wheel."""
    return turned(title, wheel(), RADIUS + RIM)


def wheel() -> Element:
    """The cylinder in its order and the ball at the top, round the point 0,0."""
    numbers = [str(number) for number in ORDER]
    turning = rotor(numbers, numbers, [_colour(number) for number in ORDER], RADIUS, hub=POCKETS_FROM)
    turning.append(circle(0, 0, RADIUS * NUMBERS_FROM, class_="rule"))
    turning.append(_turret())
    deflectors = [
        path(
            "M0 -7L4 0L0 7L-4 0Z",
            class_="fill-gold",
            transform=f"rotate({360 * number / DEFLECTORS + 22.5:g}) translate(0 {-RADIUS - RIM / 2:g})",
        )
        for number in range(DEFLECTORS)
    ]
    ball = circle(*polar(0, RADIUS * (NUMBERS_FROM + POCKETS_FROM) / 2), 9, class_="ball ivory")
    return mounted(turning, RADIUS, *deflectors, ball, rim=RIM)


def _turret() -> Element:
    """The cone in the middle with its arms."""
    inner = RADIUS * POCKETS_FROM
    arms = []
    for number in range(ARMS):
        x, y = polar(360 * number / ARMS + 45, inner * 0.52)
        arms += [path(f"M0 0L{x:.3f} {y:.3f}", class_="arm"), circle(x, y, 9, class_="fill-gold")]
    return group(circle(0, 0, inner, class_="hub"), *arms, circle(0, 0, inner * 0.2, class_="fill-gold"))
