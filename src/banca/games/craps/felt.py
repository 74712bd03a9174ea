"""The felt of craps: the lines along the rim, numbers, Come and Field within, the stickman's bets beside them; and the two dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from banca.drawing.board import BetLook, in_boxes
from banca.drawing.devices import PIPS, SIDE, dice, dice_symbols, in_a_row
from banca.drawing.felt import BoardPart, BoardRow, Felt, Point, ordinary, outcomes, prizes
from banca.drawing.svg import Box, across, circle, grid, group, path, rect, text
from banca.drawing.text import TOGETHER
from banca.games.craps.rules import THROWN
from banca.rules import Bet, Push, Verdict, Win, _

ON, OFF = _("ON"), _("OFF")
# What the layout calls the total that ties. craps 5.2.3.
BAR = _("bar")
ADDITIONAL = ("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds")
# The bets that move to a number, from the back of the table to the front.
MOVING = ("dont_come", "come")
SINGLES = ("aces", "ace_deuce", "eleven", "boxcars")
HALVES = ("small", "big")
ON_THROWS = ("hard_way", *SINGLES, "horn", "any_craps", "any_seven")
# How wide two dice are beside their height.
PAIR = 2.12
# From one pair to the next, in sides of a die.
BETWEEN = 0.35
# The most of a box that the puck takes.
PUCK = 0.3
# The radius of a puck: it holds its word, and is as large as a chip, a mark beside the name that does not lead.
SMALLEST_PUCK, LARGEST_PUCK = 13.0, 18.0
# How much wider the place of a Field number that pays more is, for its prize.
MORE_ROOM = 1.3
PARTS = (
    BoardPart(
        "lines",
        _("Lines and numbers"),
        (
            BoardRow(("pass_line", "dont_pass"), 1.2),
            BoardRow(MOVING[::-1], 1.4),
            BoardRow(("field",), 1.1),
            BoardRow(("big_number",)),
            BoardRow(HALVES),
        ),
    ),
    BoardPart("additional", _("Additional bets"), tuple(BoardRow((family,)) for family in ADDITIONAL)),
    BoardPart(
        "throws",
        _("Dice"),
        (BoardRow(("any_seven", "any_craps", "horn")), BoardRow(("hard_way",), 1.2), BoardRow(SINGLES, 1.2)),
    ),
)


def face(felt: Felt, bet: Bet) -> BetLook:
    """Dice for bets on throws and for throws that tie; numbers for bets that move; the puck with numbers."""
    match bet.id:
        case "pass_line":
            return BetLook(
                class_="cell lead",
                ink="label lead",
                emblem=lambda box: [_puck(felt, "", OFF, box)],
                share=PUCK,
                least=2 * SMALLEST_PUCK,
            )
        case "dont_pass":
            return _thrown(bet, Push)
        case "come" | "dont_come":
            return BetLook(on=tuple(_numbers(felt)))
        case "field":
            totals = sorted(prizes(bet))
            return BetLook(words=f"{felt.name(bet.key)} {' · '.join(map(str, totals))}")
        case "big_number":
            return BetLook(emblem=lambda box: [_puck(felt, bet.selection, ON, box)], share=PUCK)
        case _ if bet.added_to:
            return BetLook(short=f"{felt.name(bet.added_to)} + {bet.selection}")
        case _ if bet.id in ON_THROWS:
            return _thrown(bet, Win)
        case _:
            return BetLook()


def _numbers(felt: Felt) -> list[str]:
    """The numbers that a bet can stand on."""
    return [bet.selection for bet in felt.family("big_number")]


def _pairs(bet: Bet, verdict: type[Verdict]) -> list[tuple[int, ...]]:
    """The pairs, either way round, on which the bet comes to this verdict at once."""
    return sorted({tuple(sorted(pair)) for pair in outcomes(bet, verdict)})


def _thrown(bet: Bet, verdict: type[Verdict]) -> BetLook:
    """A bet with the dice that win it, or that tie."""
    pairs = _pairs(bet, verdict)
    shape = len(pairs) * (PAIR + BETWEEN) - BETWEEN

    def dice_in(box: Box) -> list[Element]:
        x, y, width, height = box
        side = min(height, width / shape)
        step = side * (PAIR + BETWEEN)
        left = x + (width - step * len(pairs) + side * BETWEEN) / 2 + side * PAIR / 2
        return [dice(pair, left + number * step, y + height / 2, side) for number, pair in enumerate(pairs)]

    return BetLook(emblem=dice_in, shape=shape, share=0.4 if len(pairs) > 1 else 0.3)


def _puck(felt: Felt, point: str, word: str, box: Box) -> Element:
    """The puck on a number, or off, in the middle of a box; a page shows the right one by the class `on`."""
    x, y, width, height = box
    radius = min(LARGEST_PUCK, min(width, height) / 2 - 1)
    middle = x + width / 2, y + height / 2
    return group(
        circle(*middle, radius, class_="place"),
        group(
            circle(*middle, radius, class_="puck-side"),
            text(felt.say(word), *middle, max(felt.smallest, radius * 0.72), class_="puck-word"),
            class_="puck puck-on" if point else "puck on",
            data_point=point,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where the parts of a table lie, and how large the letters and bands are."""

    numbers: list[Box]
    row: float
    """How high the rows of a number are, in front of it and behind."""
    radius: float
    """Of the places for chips there."""
    come: tuple[Box, float]
    field: Box
    dont_pass: tuple[Box, float, float]
    """The box, how deep the band is, and the radius of its corner, where it has one."""
    pass_line: tuple[Box, float, float]
    odds: dict[str, tuple[Box, Box]]
    """The cells, and what they are called in common."""
    stickman: Box
    gap: float
    height: float


# One end of the table on the left, the middle of the table on the right.
WIDE = Places(
    numbers=across((232, 12, 648, 236), [1] * 6, 6),
    row=64,
    radius=19,
    come=((116, 254, 764, 64), 38),
    field=(116, 324, 764, 84),
    dont_pass=((66, 12, 814, 450), 48, 58),
    pass_line=((12, 12, 868, 508), 52, 112),
    odds={
        "pass_odds": ((116, 526, 764, 54), (12, 526, 88, 54)),
        "dont_pass_odds": ((116, 584, 764, 54), (12, 584, 88, 54)),
    },
    stickman=(892, 12, 296, 626),
    gap=6,
    height=650,
)
# From the numbers down to the lines, then the middle of the table.
TALL = Places(
    numbers=grid((8, 55, 384, 397), 3, 2, 5),
    row=52,
    radius=15,
    come=((8, 457, 384, 46), 28),
    field=(8, 508, 384, 88),
    dont_pass=((8, 601, 384, 42), 42, 0),
    pass_line=((8, 648, 384, 46), 46, 0),
    odds={
        "pass_odds": ((4, 714, 392, 68), (8, 694, 384, 20)),
        "dont_pass_odds": ((4, 802, 392, 68), (8, 782, 384, 20)),
    },
    stickman=(8, 875, 384, 390),
    gap=5,
    height=1273,
)


def draw(felt: Felt) -> float:
    """The same bets twice: spread out as the table lies, or one below another."""
    places = TALL if felt.is_tall else WIDE
    numbers = dict(zip(_numbers(felt), places.numbers, strict=True))
    moved = {
        flat: {
            number: _moved_place(_number_rows(box, places.row)[flat], places.radius) for number, box in numbers.items()
        }
        for flat in MOVING
    }
    if felt.is_tall:
        _moving(felt, "dont_come", (8, 8, 340, 42), 20, moved["dont_come"])
        felt.add(_puck(felt, "", OFF, (353, 10, 38, 38)))
    else:
        felt.add(felt.label(f"{felt.name('dont_come')} +", (116, 12, 110, 22), 17, class_="pays"))
        _dont_come(felt, (116, 36, 110, 188), moved["dont_come"])
        felt.add(felt.label(f"{felt.name('come')} +", (116, 226, 110, 22), 17, class_="pays"))
    for number, box in numbers.items():
        _number_box(felt, number, box, places.row, places.radius)
    _moving(felt, "come", *places.come, moved["come"])
    _field(felt, places.field)
    _line(felt, "dont_pass", *places.dont_pass)
    _line(felt, "pass_line", *places.pass_line, lead="lead")
    if not felt.is_tall:
        felt.add(_puck(felt, "", OFF, (14, 486, 38, 38)))
    for family, (cells, caption) in places.odds.items():
        _odds_strip(felt, family, cells, caption)
    _stickman(felt, _stickman_rows(felt), places.stickman, places.gap)
    return places.height


def _stickman_rows(felt: Felt) -> list[tuple[Sequence[str], float]]:
    """The bets in the middle of the table, each row with its share of the height."""
    hard_ways = [bet.key for bet in felt.family("hard_way")]
    if felt.is_tall:
        return [(("any_seven", "any_craps"), 66), (("horn",), 48), (hard_ways, 104), (SINGLES, 104), (HALVES, 48)]
    pairs = [keys[start : start + 2] for keys in (hard_ways, SINGLES) for start in range(0, len(keys), 2)]
    rows: list[tuple[Sequence[str], float]] = [(("any_seven",), 74), *((pair, 86) for pair in pairs)]
    return [*rows, (("horn",), 74), (("any_craps",), 74), (HALVES, 48)]


def _stickman(felt: Felt, rows: Sequence[tuple[Sequence[str], float]], box: Box, gap: float) -> None:
    """The bets in the middle of the table, in rows that share a height."""
    x, y, width, height = box
    stretch = (height - gap * (len(rows) - 1)) / sum(share for _, share in rows)
    # Rows of one shape are drawn together, so that all bets on one pair of dice have letters and dice of one size.
    together: dict[tuple[int, float], tuple[list[str], list[Box]]] = {}
    for keys, share in rows:
        bets, cells = together.setdefault((len(keys), share), ([], []))
        bets += keys
        cells += across((x, y, width, share * stretch), [1] * len(keys), gap)
        y += share * stretch + gap
    for bets, cells in together.values():
        in_boxes(felt, [felt.rules.bets[key] for key in bets], cells, prize=True)


def _one_line(prize: str) -> str:
    """A prize beside a name, which is not broken: `1 to 1`."""
    return prize.replace(" ", TOGETHER)


def _line(felt: Felt, key: str, box: Box, depth: float, corner: float, *, lead: str = "") -> None:
    """Pass Line or Don't Pass: a band along the foot of the box, and with a corner also up its left side. Its chips lie at the right end."""
    bet = felt.rules.bets[key]
    x, y, across_all, down = box
    left, right, foot = x + corner, x + across_all, y + down
    width, middle, top = right - left, foot - depth / 2, foot - depth
    class_ = f"cell {lead}".strip()
    band = rect((x, top, across_all, depth), class_=class_, radius=6)
    if corner:
        inner = corner - depth
        band = path(
            f"M{x:g} {y:g}H{x + depth:g}V{foot - corner:g}"
            f"a{inner:g} {inner:g} 0 0 0 {inner:g} {inner:g}H{right:g}V{foot:g}"
            f"H{left:g}a{corner:g} {corner:g} 0 0 1 {-corner:g} {-corner:g}Z",
            class_=class_,
        )
    tied = _pairs(bet, Push)
    name: Box = (left + width * 0.21, top, width * (0.41 if tied else 0.62), depth)
    shapes = [
        band,
        felt.label(felt.both_names(key), name, depth * 0.52, class_=f"label {lead}"),
        felt.label(_one_line(felt.pays(bet)), (left + width * 0.02, top, width * 0.19, depth), 18, class_="pays"),
        *_bar(felt, tied, left + width * 0.7, middle, depth * 0.54, (top, left + width * 0.86, depth)),
    ]
    if corner:
        cx, cy = x + depth / 2, (y + foot - corner) / 2
        upright = f"rotate(-90 {cx:g} {cy:g})"
        shapes.append(text(felt.name(key), cx, cy, depth * 0.5, class_=f"label {lead}", transform=upright))
    felt.region(key, *shapes, chips=(left + width * 0.93, middle), at=(left + width / 2, middle))


def _bar(
    felt: Felt, tied: Sequence[tuple[int, ...]], x: float, y: float, side: float, room: tuple[float, float, float]
) -> list[Element]:
    """The dice that tie, their middle at the point, and right of them the word for it; `room` is its top, right end and height."""
    top, right, height = room
    word: Box = (x + side * 1.2, top, right - x - side * 1.2, height)
    if not tied:
        return []
    return [*(dice(pair, x, y, side) for pair in tied), felt.label(felt.say(BAR), word, 17, class_="pays")]


def _number_rows(box: Box, row: float) -> dict[str, Box]:
    """The rows of a number's box for bets that move there: Don't Come behind, Come in front; the number lies between."""
    x, y, width, height = box
    return {"dont_come": (x, y, width, row), "come": (x, y + height - row, width, row)}


def _moved_place(row: Box, radius: float) -> Point:
    """Where a bet that moved here lies, at the left; its additional bet lies at the right."""
    x, y, width, height = row
    return x + width * 0.27, y + height - radius - 4


def _number_box(felt: Felt, number: str, box: Box, row: float, radius: float) -> None:
    """Don't Come behind, the number with the puck and the bet on it, and Come in front, with the additional bets beside them."""
    rows = _number_rows(box, row)
    for flat in MOVING:
        key = f"{flat}_odds:{number}"
        x, y, width, height = rows[flat]
        chips = _moved_place(rows[flat], radius)
        prize: Box = (x + 2, y + 2, width - 4, height - 2 * radius - 6)
        felt.region(
            key,
            rect(rows[flat], radius=5),
            circle(*chips, radius, class_="place"),
            felt.label(f"+ {felt.pays(felt.rules.bets[key])}", prize, 17, class_="label quiet"),
            chips=(x + width * 0.73, chips[1]),
        )
        if flat == MOVING[0]:
            _big_number(felt, number, (x, y + row + 4, width, box[3] - 2 * row - 8), radius)


def _big_number(felt: Felt, number: str, box: Box, radius: float) -> None:
    bet = felt.rules.bets[f"big_number:{number}"]
    x, y, width, height = box
    foot = felt.smallest + 5
    head = (height - foot) / 2
    felt.region(
        bet.key,
        rect(box, radius=5),
        text(number, x + width * 0.3, y + head / 2 + 2, min(head * 0.9, 40), class_="number lead"),
        felt.label(felt.say.bet(bet), (x + 3, y + head, width - 2 * radius - 10, head), 20),
        felt.label(felt.pays(bet), (x + 2, y + height - foot, width - 4, foot - 2), 17, class_="pays"),
        _puck(felt, number, ON, (x + width - head - 2, y + 3, head - 2, head - 2)),
        chips=(x + width - radius - 3, y + head * 1.5),
    )


def _moving(felt: Felt, key: str, box: Box, size: float, moved: Mapping[str, Point]) -> None:
    """Come or Don't Come in a box that is wider than high: its prize, its name, and its ties."""
    x, y, width, height = box
    bet = felt.rules.bets[key]
    tied = _pairs(bet, Push)
    radius = min(22.0, height / 2 - 3)
    free = width - 2 * radius - 14
    prize, name = (x + 4, y, free * 0.2, height), (x + 4 + free * 0.2, y, free * (0.42 if tied else 0.7), height)
    felt.region(
        key,
        rect(box, radius=6),
        felt.label(felt.both_names(key), name, size),
        felt.label(_one_line(felt.pays(bet)), prize, 18, class_="pays"),
        *_bar(felt, tied, x + 4 + free * 0.72, y + height / 2, min(28.0, height * 0.5), (y, x + free, height)),
        chips=(x + width - radius - 6, y + height / 2),
        chips_on=moved,
    )


def _dont_come(felt: Felt, box: Box, moved: Mapping[str, Point]) -> None:
    """Don't Come in a box that is higher than wide."""
    x, y, width, height = box
    bet = felt.rules.bets["dont_come"]
    felt.region(
        bet.key,
        rect(box, radius=6),
        felt.label(felt.both_names(bet.key), (x + 4, y + 4, width - 8, height * 0.36), 24),
        felt.label(felt.pays(bet), (x + 4, y + height * 0.4, width - 8, 22), 17, class_="pays"),
        *(dice(pair, x + width * 0.36, y + height * 0.6, 24) for pair in _pairs(bet, Push)),
        felt.label(felt.say(BAR), (x + width * 0.62, y + height * 0.5, width * 0.36, height * 0.2), 16, class_="pays"),
        chips=(x + width / 2, y + height - 27),
        chips_on=moved,
    )


def _field(felt: Felt, box: Box) -> None:
    """The Field and its numbers; those that pay more are ringed, with what they pay."""
    x, y, width, height = box
    prize_of = prizes(felt.rules.bets["field"])
    usual = ordinary(felt.rules.bets["field"])
    usually = felt.say.odds({odds for odds in prize_of.values() if odds.ratio == usual})
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
    shares = {total: MORE_ROOM if odds.ratio > usual else 1 for total, odds in sorted(prize_of.items())}
    for (total, share), (left, _top, wide, _high) in zip(shares.items(), across(row, [*shares.values()]), strict=True):
        if share > 1:
            prize: Box = (left + 1, middle + ring + 2, wide - 2, y + height - middle - ring - 4)
            shapes.append(circle(left + wide / 2, middle, ring, class_="ring"))
            shapes.append(felt.label(felt.say.odds([prize_of[total]]), prize, 17, class_="pays"))
        shapes.append(text(str(total), left + wide / 2, middle, size, class_="number lead"))
    felt.region("field", *shapes, chips=chips)


def _odds_strip(felt: Felt, bet_id: str, box: Box, caption: Box) -> None:
    """The additional bets of a line, one cell for each point, under their common name."""
    bets = felt.family(bet_id)
    felt.add(felt.label(felt.say.family(bets[0]), caption, 16, class_="pays"))
    looks = [BetLook(words=bet.selection, ink="number") for bet in bets]
    in_boxes(felt, bets, across(box, [1] * len(bets), 2), prize=True, faces=looks)


def device(title: str) -> Element:
    """The two dice of a throw."""
    names = [f"face-{face}" for face in PIPS]
    return in_a_row(title, "faces", dice_symbols(), (SIDE, SIDE), names[:THROWN])
