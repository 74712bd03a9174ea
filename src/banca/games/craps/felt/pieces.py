"""The pieces that both forms of the craps felt are made of, and the dice."""

from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from banca.drawing.board import BetLook, in_boxes
from banca.drawing.devices import PIPS, SIDE, dice, dice_symbols, in_a_row
from banca.drawing.felt import Felt, Point, ordinary, prizes
from banca.drawing.svg import Box, circle, path, rect, text
from banca.drawing.text import TOGETHER
from banca.games.craps.felt.faces import OFF, ON, faces, puck
from banca.games.craps.rules import THROWN
from banca.rules import Push, _

BAR = _("bar")
"""What the layout calls the total that ties. craps 5.2.3."""
MORE_ROOM = 1.3
"""How much wider the place of a Field number that pays more is, for its prize."""


def columns(box: Box, count: int, gap: float) -> list[Box]:
    """A box cut into so many beside one another."""
    x, y, width, height = box
    each = (width - gap * (count - 1)) / count
    return [(x + place * (each + gap), y, each, height) for place in range(count)]


@dataclass(frozen=True, slots=True)
class Band:
    """A line bet's band: along the foot from `left` to `right`, and with a corner also up the left side to `top`."""

    left: float
    top: float
    right: float
    foot: float
    depth: float
    corner: float = 0

    def shape(self, class_: str) -> Element:
        """The band's cell."""
        if not self.corner:
            box = (self.left, self.foot - self.depth, self.right - self.left, self.depth)
            return rect(box, class_=class_, radius=6)
        outer, inner = self.corner, self.corner - self.depth
        return path(
            f"M{self.left:g} {self.top:g}H{self.left + self.depth:g}V{self.foot - outer:g}"
            f"a{inner:g} {inner:g} 0 0 0 {inner:g} {inner:g}H{self.right:g}V{self.foot:g}"
            f"H{self.left + outer:g}a{outer:g} {outer:g} 0 0 1 {-outer:g} {-outer:g}Z",
            class_=class_,
        )


def line(felt: Felt, key: str, band: Band, *, lead: str = "") -> None:
    """Pass Line or Don't Pass, with the throws that tie; its chips lie at the right end."""
    bet = felt.rules.bets[key]
    left = band.left + band.corner
    width = band.right - left
    middle = band.foot - band.depth / 2
    top = band.foot - band.depth
    tied = faces(bet, Push)
    shapes = [
        band.shape(f"cell {lead}".strip()),
        felt.label(
            felt.both_names(key),
            (left + width * 0.21, top, width * (0.41 if tied else 0.62), band.depth),
            band.depth * 0.52,
            class_=f"label {lead}",
        ),
        felt.label(
            _in_one_line(felt.pays(bet)), (left + width * 0.02, top, width * 0.19, band.depth), 18, class_="pays"
        ),
    ]
    if tied:
        side = band.depth * 0.54
        at = left + width * 0.7
        said: Box = (at + side * 1.2, top, left + width * 0.86 - at - side * 1.2, band.depth)
        shapes += [
            *(dice(pair, at, middle, side) for pair in tied),
            felt.label(felt.say(BAR), said, 17, class_="pays"),
        ]
    if band.corner:
        x, y = band.left + band.depth / 2, (band.top + band.foot - band.corner) / 2
        words = text(
            felt.name(key),
            x,
            y,
            band.depth * 0.5,
            class_=f"label {lead}",
            transform=f"rotate(-90 {x:g} {y:g})",
        )
        shapes.append(words)
    felt.region(key, *shapes, chips=(left + width * 0.93, middle), at=(left + width / 2, middle))


@dataclass(frozen=True, slots=True)
class NumberBox:
    """The rows of a number's box, from the back of the table to the front: Don't Come, the number with its bet, Come."""

    box: Box
    row: float
    """The height of the rows at the back and in front."""
    radius: float
    """Of a place for chips."""

    @property
    def rows(self) -> dict[str, Box]:
        """The rows of the bets that move here."""
        x, y, width, height = self.box
        return {"dont_come": (x, y, width, self.row), "come": (x, y + height - self.row, width, self.row)}

    @property
    def places(self) -> dict[str, Point]:
        """Where a Don't Come and a Come bet lie, at the left; additional bets lie at the right."""
        return {
            flat: (x + width * 0.27, y + height - self.radius - 4) for flat, (x, y, width, height) in self.rows.items()
        }


def number_box(felt: Felt, number: str, cell: NumberBox) -> None:
    """Don't Come behind, the number and the bet on it, and Come in front; additional bets beside the bets they are added to."""
    x, y, width, height = cell.box
    _additional(felt, "dont_come", number, cell)
    middle: Box = (x, y + cell.row + 4, width, height - 2 * cell.row - 8)
    _big(felt, number, middle, cell.radius)
    _additional(felt, "come", number, cell)


def _additional(felt: Felt, flat: str, number: str, cell: NumberBox) -> None:
    """An additional bet: what it pays, over the place of the bet it is added to and its own."""
    key = f"{flat}_odds:{number}"
    x, y, width, height = box = cell.rows[flat]
    place = cell.places[flat]
    said: Box = (x + 2, y + 2, width - 4, height - 2 * cell.radius - 6)
    felt.region(
        key,
        rect(box, radius=5),
        circle(*place, cell.radius, class_="place"),
        felt.label(f"+ {felt.pays(felt.rules.bets[key])}", said, 17, class_="label quiet"),
        chips=(x + width * 0.73, place[1]),
    )


def _big(felt: Felt, number: str, box: Box, radius: float) -> None:
    """The number, the puck on it, and the bet on it."""
    bet = felt.rules.bets[f"big_number:{number}"]
    x, y, width, height = box
    foot = felt.smallest + 5
    head = (height - foot) / 2
    name: Box = (x + 3, y + head, width - 2 * radius - 10, head)
    size = min(head * 0.9, 40)
    felt.region(
        bet.key,
        rect(box, radius=5),
        text(number, x + width * 0.3, y + head / 2 + 2, size, class_="number lead"),
        felt.label(felt.say.bet(bet), name, 20),
        felt.label(felt.pays(bet), (x + 2, y + height - foot, width - 4, foot - 2), 17, class_="pays"),
        puck(felt, number, ON, (x + width - head - 2, y + 3, head - 2, head - 2)),
        chips=(x + width - radius - 3, y + head * 1.5),
    )


def off_puck(felt: Felt, x: float, y: float, radius: float) -> Element:
    """The puck where it lies while there is no point."""
    return puck(felt, "", OFF, (x - radius, y - radius, 2 * radius, 2 * radius))


def flat_box(felt: Felt, key: str, box: Box, size: float, on_numbers: Mapping[str, Point]) -> None:
    """Come or Don't Come: its box, its ties, and its places on the numbers."""
    x, y, width, height = box
    bet = felt.rules.bets[key]
    tied = faces(bet, Push)
    radius = min(22.0, height / 2 - 3)
    chips = (x + width - radius - 6, y + height / 2)
    free = width - 2 * radius - 14
    pays, name = (x + 4, y, free * 0.2, height), (x + 4 + free * 0.2, y, free * (0.42 if tied else 0.7), height)
    shapes = [
        rect(box, radius=6),
        felt.label(felt.both_names(key), name, size),
        felt.label(_in_one_line(felt.pays(bet)), pays, 18, class_="pays"),
    ]
    if tied:
        at, side = x + 4 + free * 0.72, min(28.0, height * 0.5)
        said: Box = (at + side * 1.2, y, x + free - at - side * 1.2, height)
        shapes += [
            *(dice(pair, at, y + height / 2, side) for pair in tied),
            felt.label(felt.say(BAR), said, 17, class_="pays"),
        ]
    felt.region(key, *shapes, chips=chips, chips_on=on_numbers)


def _in_one_line(prize: str) -> str:
    """A prize beside a name, which is not parted: `1 to 1`."""
    return prize.replace(" ", TOGETHER)


def upright_box(felt: Felt, key: str, box: Box, on_numbers: Mapping[str, Point]) -> None:
    """Don't Come in a box that is higher than wide, with the puck above it."""
    x, y, width, height = box
    bet = felt.rules.bets[key]
    tied = faces(bet, Push)
    shapes = [
        rect(box, radius=6),
        felt.label(felt.both_names(key), (x + 4, y + 4, width - 8, height * 0.36), 24),
        felt.label(felt.pays(bet), (x + 4, y + height * 0.4, width - 8, 22), 17, class_="pays"),
        *(dice(pair, x + width * 0.36, y + height * 0.6, 24) for pair in tied),
        felt.label(felt.say(BAR), (x + width * 0.62, y + height * 0.5, width * 0.36, height * 0.2), 16, class_="pays"),
    ]
    felt.region(key, *shapes, chips=(x + width / 2, y + height - 27), chips_on=on_numbers)


def field(felt: Felt, box: Box) -> None:
    """The Field and its numbers; those that pay more are ringed, with what they pay."""
    x, y, width, height = box
    bet = felt.rules.bets["field"]
    found = prizes(bet)
    usual = ordinary(bet)
    usually = felt.say.odds({odds for odds in found.values() if odds.ratio == usual})
    if felt.is_tall:
        name, pays = (x + 6, y + 3, width * 0.36, 28), (x + width * 0.4, y + 3, width * 0.3, 28)
        row, middle, ring, size = (x + 2, y + 32, width - 4, height - 32), y + 50, 17.0, 25
        chips = (x + width - 22, y + 19)
    else:
        name, pays = (x + 8, y + 6, 150, 46), (x + 8, y + 52, 150, 26)
        row, middle, ring, size = (x + 164, y, width - 220, height), y + 34, 24.0, 30
        chips = (x + width - 30, y + height / 2)
    shapes = [
        rect(box, radius=6),
        felt.label(felt.both_names("field"), name, 32),
        felt.label(usually, pays, 18, class_="pays"),
    ]
    shares = {total: MORE_ROOM if odds.ratio > usual else 1 for total, odds in sorted(found.items())}
    left, unit = row[0], row[2] / sum(shares.values())
    for total, share in shares.items():
        each = share * unit
        if share > 1:
            shapes.append(circle(left + each / 2, middle, ring, class_="ring"))
            said: Box = (left + 1, middle + ring + 2, each - 2, y + height - middle - ring - 4)
            shapes.append(felt.label(felt.say.odds([found[total]]), said, 17, class_="pays"))
        shapes.append(text(str(total), left + each / 2, middle, size, class_="number lead"))
        left += each
    felt.region("field", *shapes, chips=chips)


def odds_strip(felt: Felt, bet_id: str, box: Box, caption: Box) -> None:
    """The additional bets of a line, one cell for each point, under their common name."""
    bets = felt.family(bet_id)
    felt.add(felt.label(felt.say.family(bets[0]), caption, 16, class_="pays"))
    cells = columns(box, len(bets), 2)
    looks = [BetLook(words=bet.selection, ink="number") for bet in bets]
    in_boxes(felt, bets, cells, prize=True, faces=looks)


def device(title: str) -> Element:
    """The two dice of a throw."""
    names = [f"face-{face}" for face in PIPS]
    return in_a_row(title, "faces", dice_symbols(), (SIDE, SIDE), names[:THROWN])
