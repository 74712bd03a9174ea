"""The parts that both forms of the craps felt are made of, and the dice."""

from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from banca.drawing.device import in_a_row
from banca.drawing.dice import PIPS, SIDE, dice, symbols
from banca.drawing.felt import Felt, Point, ordinary, outcomes, prizes
from banca.drawing.shapes import Box, circle, group, path, rect, text
from banca.games.craps.device import THROWN
from banca.rulebook import Bet, Push, Verdict, Win, term, words

ON, OFF = term("ON"), term("OFF")
BAR = words("bar", pt="bar", zh="bar")
"""What the layout calls the total that ties. craps 5.2.3."""
DONT_COME_ROW, NUMBER_ROW, BIG_ROW, COME_ROW = 0.28, 0.24, 0.22, 0.26
"""The rows of a number's box, from the back of the table to the front."""
PLACE = 15.0
"""The radius of a place where a Come or Don't Come bet lies when it has gone to its number."""
PUCK = 18.0
TOGETHER = "\u00a0"
"""A space where no line breaks."""
RING = 24.0
MORE_ROOM = 1.3
"""How much wider the place of a Field number that pays more is, for its prize."""


def columns(box: Box, count: int, gap: float) -> list[Box]:
    """A box cut into so many beside one another."""
    x, y, width, height = box
    each = (width - gap * (count - 1)) / count
    return [(x + place * (each + gap), y, each, height) for place in range(count)]


def numbers(felt: Felt) -> list[str]:
    """The numbers that a bet can stand on."""
    return [bet.selection for bet in felt.family("big_number")]


@dataclass(frozen=True, slots=True)
class Band:
    """A line bet's band: along the foot from `left` to `right`, and with a corner also up the left side to `top`."""

    left: float
    top: float
    right: float
    foot: float
    depth: float
    corner: float = 0

    def shape(self) -> Element:
        """The band's cell."""
        if not self.corner:
            return rect((self.left, self.foot - self.depth, self.right - self.left, self.depth), radius=6)
        outer, inner = self.corner, self.corner - self.depth
        return path(
            f"M{self.left:g} {self.top:g}H{self.left + self.depth:g}V{self.foot - outer:g}"
            f"a{inner:g} {inner:g} 0 0 0 {inner:g} {inner:g}H{self.right:g}V{self.foot:g}"
            f"H{self.left + outer:g}a{outer:g} {outer:g} 0 0 1 {-outer:g} {-outer:g}Z"
        )


def line(felt: Felt, key: str, band: Band) -> None:
    """Pass Line or Don't Pass, with the throws that tie."""
    bet = felt.rules.bets[key]
    left = band.left + band.corner
    width = band.right - left
    middle = band.foot - band.depth / 2
    tied = faces(bet, Push)
    top = band.foot - band.depth
    shapes = [
        band.shape(),
        felt.label(felt.name(key), (left + width * 0.22, top, width * 0.4, band.depth), band.depth * 0.56),
        felt.label(felt.pays(bet), (left + width * 0.02, top, width * 0.2, band.depth), 17, class_="pays"),
    ]
    if tied:
        side = band.depth * 0.56
        shapes += [
            *(dice(pair, left + width * 0.71, middle, side) for pair in tied),
            felt.label(felt.say(BAR), (left + width * 0.71 + side * 1.2, top, 74, band.depth), 17, class_="pays"),
        ]
    if band.corner:
        x, y = band.left + band.depth / 2, (band.top + band.foot - band.corner) / 2
        words = text(felt.name(key), x, y, band.depth * 0.56, transform=f"rotate(-90 {x:g} {y:g})")
        shapes.append(words)
    felt.region(key, *shapes, chips=(left + width * (0.64 if tied else 0.8), middle))


def faces(bet: Bet, verdict: type[Verdict]) -> list[tuple[int, ...]]:
    """The pairs, either way round, on which the bet comes to this verdict at once."""
    return sorted({tuple(sorted(pair)) for pair in outcomes(bet, verdict)})


def places(box: Box) -> dict[str, Point]:
    """Where a Don't Come and a Come bet lie in a number's box."""
    x, y, _, height = box
    across = x + 4 + PLACE
    return {
        "dont_come": (across, y + height * DONT_COME_ROW / 2),
        "come": (across, y + height * (1 - COME_ROW / 2)),
    }


def number_box(felt: Felt, number: str, box: Box) -> None:
    """Don't Come behind, the number, the bet on it, and Come in front; additional bets beside the bets they are added to."""
    x, y, width, height = box
    felt.add(rect(box, class_="cell", radius=6))
    for flat, point in places(box).items():
        felt.add(circle(*point, PLACE, class_="place"))
        row = height * DONT_COME_ROW if flat == "dont_come" else height * COME_ROW
        left = x + 2 * PLACE + 8
        cell = (left, point[1] - row / 2 + 4, x + width - 4 - left, row - 8)
        small(felt, f"{flat}_odds:{number}", cell, f"{felt.name(flat)}{TOGETHER}+")
    middle = y + height * (DONT_COME_ROW + NUMBER_ROW / 2)
    felt.add(text(number, x + width * 0.31, middle, 38, class_="number accent"))
    puck(felt, number, ON, (x + width - PUCK - 4, middle))
    row_top = y + height * (DONT_COME_ROW + NUMBER_ROW)
    small(felt, f"big_number:{number}", (x + 4, row_top, width - 8, height * BIG_ROW), None, size=20)


def small(felt: Felt, key: str, box: Box, words: str | None, size: float = 14) -> None:
    """A bet in a small box, where its prize needs as much room as its name."""
    x, y, width, height = box
    foot = min(height * 0.45, 20)
    name = (x + 2, y + 2, width - 4, height - foot - 3)
    pays = (x + 2, y + height - foot - 1, width - 4, foot)
    felt.region(
        key,
        rect(box, radius=4),
        felt.label(felt.name(key) if words is None else words, name, size),
        felt.label(felt.pays(felt.rules.bets[key]), pays, min(size, 16), class_="pays"),
        chips=(x + width / 2, y + height / 2),
    )


def puck(felt: Felt, point: str, words: str, middle: Point) -> None:
    """The puck on a number, or off; a page shows the one that is so by the class `on`."""
    x, y = middle
    is_on = bool(point)
    felt.add(
        circle(x, y, PUCK, class_="place"),
        group(
            circle(x, y, PUCK, class_="puck-side"),
            text(felt.say(words), x, y, 14, class_="puck-word"),
            class_="puck puck-on" if is_on else "puck on",
            data_point=point,
        ),
    )


def off_puck(felt: Felt, x: float, y: float) -> None:
    """The puck where it lies while there is no point."""
    puck(felt, "", OFF, (x, y))


def boxed(felt: Felt, key: str, box: Box, size: float, on_numbers: Mapping[str, Point]) -> None:
    """Come or Don't Come: its box, its ties, and its places on the numbers."""
    x, y, width, height = box
    bet = felt.rules.bets[key]
    tied = faces(bet, Push)
    if height > width:
        rows = [(x + 4, y + top, width - 8, tall) for top, tall in ((72.0, 74.0), (148.0, 24.0), (216.0, 24.0))]
        name, pays, said = rows
        at, chips = (x + width / 2, y + 196), (x + width / 2, y + 110)
    else:
        share, lie = (0.32, 0.25) if tied else (0.58, 0.84)
        pays, name = (x + width * 0.01, y, width * 0.2, height), (x + width * 0.21, y, width * share, height)
        at, chips = (x + width * 0.61, y + height / 2), (x + width * lie, y + height / 2)
        said = at[0] + 29, y, width * 0.16, height
    shapes = [
        rect(box, radius=6),
        felt.label(felt.name(key), name, size),
        felt.label(felt.pays(bet), pays, 17, class_="pays"),
    ]
    if tied:
        shapes += [*(dice(pair, *at, 26) for pair in tied), felt.label(felt.say(BAR), said, 16, class_="pays")]
    felt.region(key, *shapes, chips=chips, chips_on=on_numbers)


def field(felt: Felt, box: Box) -> None:
    """The Field and its numbers; those that pay more are ringed, with what they pay."""
    x, y, width, height = box
    bet = felt.rules.bets["field"]
    found = prizes(bet)
    usual = ordinary(bet)
    if felt.is_tall:
        name, pays = (x + 4, y + 2, width * 0.5, 32), (x + width * 0.5, y + 2, width * 0.48, 32)
        row, middle = (x, y + 32, width, height - 32), y + 60
    else:
        name, pays = (x + 8, y + 8, 140, 50), (x + 8, y + 58, 140, 28)
        row, middle = (x + 156, y, width - 164, height), y + 40
    usually = felt.say.odds({odds for odds in found.values() if odds.ratio == usual})
    shapes = [
        rect(box, radius=6),
        felt.label(felt.name("field"), name, 34),
        felt.label(usually, pays, 18, class_="pays"),
    ]
    shares = {total: MORE_ROOM if odds.ratio > usual else 1 for total, odds in sorted(found.items())}
    left, unit = row[0], row[2] / sum(shares.values())
    for total, share in shares.items():
        each = share * unit
        if share > 1:
            shapes.append(circle(left + each / 2, middle, RING, class_="ring"))
            said: Box = (left + 1, middle + RING + 2, each - 2, y + height - middle - RING - 4)
            shapes.append(felt.label(felt.say.odds([found[total]]), said, 18, class_="pays"))
        shapes.append(text(str(total), left + each / 2, middle, 30, class_="number accent"))
        left += each
    felt.region("field", *shapes, chips=(x + width / 2, middle + 34))


def odds_strip(felt: Felt, bet_id: str, box: Box) -> None:
    """The additional bets of a line, one cell for each point, under their common name."""
    x, y, width, height = box
    bets = felt.family(bet_id)
    across, down = (0.0, 22.0) if felt.is_tall else (158.0, 0.0)
    caption = x, y, across or width, down or height
    cells = x + across, y + down, width - across, height - down
    felt.add(felt.label(felt.say.family(bets[0]), caption, 16, class_="pays"))
    for bet, cell in zip(bets, columns(cells, len(bets), 2 if felt.is_tall else 4), strict=True):
        small(felt, bet.key, cell, bet.selection, size=22)


def with_dice(felt: Felt, key: str, box: Box) -> None:
    """A bet on certain throws: its dice above its name, or beside it where the box is flat."""
    x, y, width, height = box
    bet = felt.rules.bets[key]
    pairs = faces(bet, Win)
    if width > 2 * height:
        name, pays = (x + 6, y + 3, width * 0.43, height * 0.55), (x + 6, y + height * 0.55, width * 0.43, height * 0.4)
        thrown: Box = (x + width * 0.44 + 6, y, width * 0.56 - 12, height)
    else:
        name, pays = (
            (x + 2, y + height * 0.42, width - 4, height * 0.32),
            (x + 3, y + height * 0.72, width - 6, height * 0.24),
        )
        thrown = (x + 6, y + 4, width - 12, height * 0.4)
    room = thrown[2] / len(pairs)
    side = min(thrown[3] * 0.82, (room - 8) / 2.12)
    shapes = [
        dice(pair, at + each / 2, thrown[1] + thrown[3] / 2, side)
        for pair, (at, _, each, _) in zip(pairs, columns(thrown, len(pairs), 0), strict=True)
    ]
    felt.region(
        key,
        rect(box, radius=6),
        *shapes,
        felt.label(felt.name(key), name, 20),
        felt.label(felt.pays(bet), pays, 16, class_="pays"),
        chips=(x + width / 2, y + height / 2),
    )


def device(title: str) -> Element:
    """The two dice of a throw."""
    names = [f"face-{face}" for face in PIPS]
    return in_a_row(title, "faces", symbols(), (SIDE, SIDE), names[:THROWN])
