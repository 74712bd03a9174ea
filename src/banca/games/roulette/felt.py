"""The felt of roulette: the cloth lies along its twelve rows of three, wide to the right and narrow downwards."""

from xml.etree.ElementTree import Element

from banca.drawing.device import turned
from banca.drawing.felt import Felt, Point, winners
from banca.drawing.rotor import at, mounted, rotor
from banca.drawing.shapes import Box, circle, group, path, rect, text
from banca.games.roulette.bets import COLUMNS, ROWS
from banca.games.roulette.device import NUMBERS, ORDER, RED, show

SPOT, TALL_SPOT = 40.0, 34.0
"""A spot on a line: 24 pixels across where the wide form is shown 720 wide, or the narrow one 290."""
INSIDE = ("split", "street", "corner", "six_line")
HALVES = ("low", "even", "red", "black", "odd", "high")
"""The even-money fields from the zero on."""
DIAMONDS = {"red": "fill-red", "black": "fill-black"}
RADIUS, RIM = 200.0, 36.0
NUMBERS_FROM, POCKETS_FROM = 0.8, 0.56
"""Shares of the radius: the ring of numbers, and within it the ring of compartments."""
DEFLECTORS, ARMS = 8, 4


def colour(number: int) -> str:
    """The class of a number's compartment and cell."""
    return "fill-green" if number == 0 else "fill-red" if number in RED else "fill-black"


class Cloth:
    """Lengths along the rows from the zero, and across from the dozens, turned into points of the drawing."""

    def __init__(self, felt: Felt) -> None:
        self.is_tall = felt.is_tall
        self.edge, self.along, self.zero, self.outside = (10, 68, 64, 54) if self.is_tall else (18, 82, 84, 70)
        """`outside` is how deep the dozens are, and the even-money fields beyond them."""
        inner = felt.width - 2 * self.edge
        self.across = (inner - 2 * self.outside) / len(COLUMNS) if self.is_tall else 96
        self.foot = 66 if self.is_tall else inner - self.zero - len(ROWS) * self.along
        length = self.zero + len(ROWS) * self.along + self.foot
        self.height = 2 * self.edge + (length if self.is_tall else len(COLUMNS) * self.across + 2 * self.outside)

    def at(self, along: float, across: float) -> Point:
        """The point so far along from the first row and so far across from the dozens."""
        if self.is_tall:
            return self.edge + 2 * self.outside + across, self.edge + self.zero + along
        return self.edge + self.zero + along, self.edge + len(COLUMNS) * self.across - across

    def box(self, along: float, across: float, to_along: float, to_across: float) -> Box:
        """The rectangle between two points."""
        (x, y), (to_x, to_y) = self.at(along, across), self.at(to_along, to_across)
        return min(x, to_x), min(y, to_y), abs(to_x - x), abs(to_y - y)

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
    for place, bet in enumerate(felt.family("column")):
        box = cloth.box(end, place * cloth.across, end + cloth.foot, (place + 1) * cloth.across)
        felt.bet(bet.key, box, size=20, radius=0)
    dozens = felt.family("dozen")
    for place, bet in enumerate(dozens):
        length = end / len(dozens)
        box = cloth.box(place * length, -cloth.outside, (place + 1) * length, 0)
        numbers = winners(bet)
        _outside(felt, cloth, bet.key, box, f"{felt.name(bet.key)} · {min(numbers)}–{max(numbers)}")
    for place, key in enumerate(HALVES):
        length = end / len(HALVES)
        box = cloth.box(place * length, -2 * cloth.outside, (place + 1) * length, -cloth.outside)
        _outside(felt, cloth, key, box, felt.name(key))
    for bet_id in INSIDE:
        for bet in felt.family(bet_id):
            _spot(felt, bet.key, cloth.spot(winners(bet)))
    return cloth.height


def _number(felt: Felt, cloth: Cloth, number: int) -> None:
    x, y, width, height = box = cloth.cell(number)
    middle = x + width / 2, y + height / 2
    class_ = f"cell coloured {colour(number)}"
    shape = rect(box, class_=class_) if number else _rounded_end(cloth, box, class_)
    words = text(str(number), *middle, 30 if cloth.is_tall else 38, class_="number on-colour")
    felt.region(f"straight:{number}", shape, words, chips=middle)


def _rounded_end(cloth: Cloth, box: Box, class_: str) -> Element:
    """The zero's cell, round where the cloth begins."""
    x, y, width, height = box
    r = 44
    if cloth.is_tall:
        data = f"M{x:g} {y + height:g}V{y + r:g}a{r} {r} 0 0 1 {r} {-r}H{x + width - r:g}a{r} {r} 0 0 1 {r} {r}V{y + height:g}Z"
    else:
        data = f"M{x + width:g} {y:g}H{x + r:g}a{r} {r} 0 0 0 {-r} {r}V{y + height - r:g}a{r} {r} 0 0 0 {r} {r}H{x + width:g}Z"
    return path(data, class_=class_)


def _outside(felt: Felt, cloth: Cloth, key: str, box: Box, words: str) -> None:
    """A dozen or an even-money field; upright it reads upwards, as on the cloth."""
    x, y, width, height = box
    middle = x + width / 2, y + height / 2
    across, down = (height, width) if cloth.is_tall else (width, height)
    left, top, room = middle[0] - across / 2 + 8, middle[1] - down / 2, across - 16
    shapes: list[Element] = []
    if key in DIAMONDS:
        side = across * 0.25
        shapes.append(_diamond((left + side / 2, middle[1]), side, down * 0.62, DIAMONDS[key]))
        left, room = left + side, room - side
    name, foot = (left, top + down * 0.1, room, down * 0.5), (left, top + down * 0.6, room, down * 0.32)
    shapes += [
        felt.label(words, name, 20 if cloth.is_tall else 24),
        felt.label(felt.pays(felt.rules.bets[key]), foot, 16, class_="pays"),
    ]
    upright = f"rotate(-90 {middle[0]:g} {middle[1]:g})" if cloth.is_tall else None
    felt.region(key, rect(box), group(*shapes, transform=upright), chips=middle)


def _diamond(middle: Point, width: float, height: float, class_: str) -> Element:
    x, y = middle
    across, down = width / 2, height / 2
    data = f"M{x - across:g} {y:g}L{x:g} {y - down:g}L{x + across:g} {y:g}L{x:g} {y + down:g}Z"
    return path(data, class_=f"cell {class_}")


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
    numbers = [show(number) for number in ORDER]
    turning = rotor(numbers, numbers, [colour(number) for number in ORDER], RADIUS, hub=POCKETS_FROM)
    turning.append(circle(0, 0, RADIUS * NUMBERS_FROM, class_="rule"))
    turning.append(_turret())
    deflectors = [
        path(
            "M0 -7L4 0L0 7L-4 0Z",
            class_="fill-gold",
            transform=f"rotate({360 * place / DEFLECTORS + 22.5:g}) translate(0 {-RADIUS - RIM / 2:g})",
        )
        for place in range(DEFLECTORS)
    ]
    ball = circle(*at(0, RADIUS * (NUMBERS_FROM + POCKETS_FROM) / 2), 9, class_="ball ivory")
    return mounted(turning, RADIUS, *deflectors, ball, rim=RIM)


def _turret() -> Element:
    """The cone in the middle with its arms."""
    inner = RADIUS * POCKETS_FROM
    arms = []
    for place in range(ARMS):
        x, y = at(360 * place / ARMS + 45, inner * 0.52)
        arms += [path(f"M0 0L{x:.3f} {y:.3f}", class_="arm"), circle(x, y, 9, class_="fill-gold")]
    return group(circle(0, 0, inner, class_="hub"), *arms, circle(0, 0, inner * 0.2, class_="fill-gold"))
