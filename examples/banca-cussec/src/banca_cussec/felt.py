"""The layout of Cussec and its three dice: Small and Big at the sides, doubles and triples between them, below them the rest. cussec M-3."""

from collections.abc import Sequence
from typing import cast
from xml.etree.ElementTree import Element

from banca.drawing.board import BetLook, family_in_boxes, in_boxes
from banca.drawing.devices import PIPS, SIDE, dice_symbols, die, in_a_row
from banca.drawing.felt import BoardPart, BoardRow, Felt, Form, winners
from banca.drawing.svg import Box, across, filled_rows, grid, group, rect
from banca.drawing.text import wrapped
from banca.rules import Bet, _

from banca_cussec.device import Triple, total

GAP = 6.0
CAPTION = 22.0
"""The line over a group of bets that says what they are."""
BETWEEN_DICE = 1.12
"""From one die to the next, in sides of a die."""
TRIPLE_LOSES = _("a triple loses")
SIDES = (("small", "odd"), ("big", "even"))
"""What stands left and right of the doubles and triples; Odd and Even only where the house's layout has them."""
LOOKS = {"small": "cell lead tint-blue", "big": "cell lead tint-red"}
TIMES = {"double": 2, "triple": 3}
"""How many dice show the number of such a bet."""
COMBINATIONS = ("four_numbers", "three_numbers", "double_and_one")
SUM_LINES = (0.28, 0.22, 0.2, 0.3)
"""Shares of the lines of Small and Big: name, totals, prize, and that a triple loses."""
PARTS = (
    BoardPart(
        "totals",
        _("Totals"),
        (BoardRow(("small", "big"), 1.3), BoardRow(("odd", "even"), 1.3), BoardRow(("total",))),
    ),
    BoardPart(
        "dice",
        _("Numbers"),
        (BoardRow(("single",)), BoardRow(("double",)), BoardRow(("triple",)), BoardRow(("any_triple",))),
    ),
    BoardPart("pairs", _("Pairs"), (BoardRow(("pair",)),)),
    BoardPart(
        "combinations",
        _("Three or four"),
        (BoardRow(COMBINATIONS[:1]), BoardRow(COMBINATIONS[1:2])),
    ),
    BoardPart("double-and-one", _("Double and one"), (BoardRow(COMBINATIONS[2:]),)),
)


def draw(felt: Felt) -> float:
    """The layout from its far edge to the near one."""
    return _tall(felt) if felt.is_tall else _wide(felt)


def _wide(felt: Felt) -> float:
    left, width, top = 12.0, felt.width - 24, 10.0
    head = 244.0
    small, middle, big = across((left, top, width, head), (166, 844, 166), GAP)
    low_doubles, low, any_triple, high, high_doubles = across(middle, (190, 210, 130, 210, 190), GAP)
    doubles, triples = felt.family("double"), felt.family("triple")
    _side(felt, SIDES[0], small)
    for bets, box in ((doubles[:3], low_doubles), (triples[:3], low)):
        _under(felt, bets, box, 1)
    in_boxes(felt, [felt.rules.bets["any_triple"]], [any_triple], prize=True)
    for bets, box in ((triples[3:], high), (doubles[3:], high_doubles)):
        _under(felt, bets, box, 1)
    _side(felt, SIDES[1], big)
    y = _group(felt, "total", (left, top + head, width, 84), 14)
    y = _group(felt, "pair", (left, y, width, 88), 15)
    y = _combinations(felt, (left, y, width), (4, 10, 10))
    y = _group(felt, "single", (left, y, width, 72), 6)
    return y + 10


def _tall(felt: Felt) -> float:
    left, width, y = 8.0, felt.width - 16, 8.0
    for keys in zip(*SIDES, strict=True):
        if keys[0] in felt.rules.bets:
            for key, box in zip(keys, across((left, y, width, 100), (1, 1), GAP), strict=True):
                _even_money(felt, key, box)
            y += 100 + GAP
    y = _group(felt, "total", (left, y - GAP, width, 3 * 70 + 2 * GAP), 5)
    y = _group(felt, "single", (left, y, width, 2 * 84 + GAP), 3)
    y = _group(felt, "double", (left, y, width, 2 * 58 + GAP), 3)
    y = _group(felt, "triple", (left, y, width, 2 * 58 + GAP), 3)
    in_boxes(felt, [felt.rules.bets["any_triple"]], [(left, y + GAP, width, 74)], prize=True)
    y = _group(felt, "pair", (left, y + 74 + GAP, width, 3 * 78 + 2 * GAP), 5)
    return _combinations(felt, (left, y, width), (2, 4, 5)) + 8


def _combinations(felt: Felt, place: tuple[float, float, float], columns: tuple[int, int, int]) -> float:
    """Three and four numbers, where the house's layout has them; below what they end. R-cussec-3."""
    x, y, width = place
    for bet_id, count in zip(COMBINATIONS, columns, strict=True):
        if bets := felt.family(bet_id):
            rows = -(-len(bets) // count)
            y = _group(felt, bet_id, (x, y, width, rows * (90 + GAP) - GAP), count)
    return y


def _group(felt: Felt, bet_id: str, box: Box, columns: int) -> float:
    """A family under its name, in rows of so many boxes; where it ends."""
    x, y, width, height = box
    _under(felt, felt.family(bet_id), (x, y, width, height + CAPTION), columns)
    return y + CAPTION + height


def _under(felt: Felt, bets: Sequence[Bet], box: Box, columns: int) -> None:
    """Bets in rows under the name of their family."""
    x, y, width, height = box
    cells = filled_rows((x, y + CAPTION, width, height - CAPTION), len(bets), columns, GAP)
    family_in_boxes(felt, bets, cells, CAPTION)


def face(felt: Felt, bet: Bet) -> BetLook:
    """The dice of the bet; the totals in figures; Small and Big in their colours."""
    if bet.id in {key for keys in SIDES for key in keys}:
        said = f"{felt.both_names(bet.key)} {_totals(bet)}"
        return BetLook(words=said, class_=LOOKS.get(bet.id, "cell lead"), ink="label lead")
    if bet.id == "total":
        return BetLook(words=bet.selection, ink="number")
    if bet.id == "any_triple":
        columns, shape = (1, 0.52) if felt.form is Form.WIDE else (3, 5.2)
        return BetLook(emblem=lambda box: _every_triple(box, columns), shape=shape, share=0.55)
    if not bet.selection:
        return BetLook()
    shown = faces(bet)
    return BetLook(words="", emblem=lambda box: [_dice_in(shown, box)], shape=len(shown) * BETWEEN_DICE, share=0.62)


def _every_triple(box: Box, columns: int) -> list[Element]:
    """Every triple there is. cussec B-8."""
    return [
        _dice_in([number] * 3, cell) for number, cell in zip(PIPS, grid(box, columns, 6 // columns, GAP), strict=True)
    ]


def _dice_in(shown: Sequence[int], box: Box) -> Element:
    """Dice side by side in the middle of a box."""
    x, y, width, height = box
    side = min(height, width / (len(shown) * BETWEEN_DICE))
    step = side * BETWEEN_DICE
    left = x + (width - step * len(shown) + side * (BETWEEN_DICE - 1)) / 2
    return group(
        *(die(number, left + step * place, y + (height - side) / 2, side) for place, number in enumerate(shown))
    )


def _side(felt: Felt, keys: Sequence[str], box: Box) -> None:
    """Small or Big; below it Odd or Even, where there is one."""
    there = [key for key in keys if key in felt.rules.bets]
    x, y, width, height = box
    tall = (height - GAP * (len(there) - 1)) / len(there)
    for place, key in enumerate(there):
        _even_money(felt, key, (x, y + place * (tall + GAP), width, tall))


def _even_money(felt: Felt, key: str, box: Box) -> None:
    """A bet on half of the totals: its name, the totals that win, its prize, and that a triple loses. cussec B-11.

    Its chips lie below the words, or at the right where there is no room below.
    """
    bet = felt.rules.bets[key]
    x, y, width, height = box
    is_high = height > width
    radius = 18.0 if felt.is_tall else 22.0
    room = width - 12 if is_high else width - 2 * radius - 16
    lines = height - 2 * radius - 10 if is_high else height - 6
    size = _name_size(felt, (room, lines * SUM_LINES[0]))
    said = (
        (felt.both_names(key), size, "label lead"),
        (_totals(bet), 40, "number lead"),
        (felt.pays(bet), 22, "label"),
    )
    shapes, top = [], y + 3
    for (sentence, most, class_), share in zip((*said, (felt.say(TRIPLE_LOSES), 18, "pays")), SUM_LINES, strict=True):
        line = (x + 6, top, room, lines * share)
        shapes.append(felt.label(sentence, line, min(most, line[3] * 0.9), class_=class_))
        top += line[3]
    chips = (x + width / 2, y + height - radius - 6) if is_high else (x + width - radius - 6, y + height / 2)
    felt.region(key, rect(box, class_=LOOKS.get(key, "cell lead"), radius=8), *shapes, chips=chips)


def _totals(bet: Bet) -> str:
    """The totals that win."""
    totals = sorted({total(cast("Triple", outcome)) for outcome in winners(bet)})
    is_run = len(totals) == totals[-1] - totals[0] + 1
    return f"{totals[0]}–{totals[-1]}" if is_run else f"{totals[0]}, {totals[1]} … {totals[-1]}"


def _name_size(felt: Felt, room: tuple[float, float]) -> float:
    """Letters in which each of the even-money names fits, so that the two sides are alike."""
    names = [felt.both_names(key) for keys in SIDES for key in keys if key in felt.rules.bets]
    return min(wrapped(name, *room, 60, felt.smallest)[1] for name in names)


def faces(bet: Bet) -> list[int]:
    """The dice that a bet is drawn with: the numbers of its selection, as often as it needs them, a double first."""
    numbers = [int(number) for number in bet.selection.split("-")] * TIMES.get(bet.id, 1)
    return sorted(numbers, key=lambda number: (-numbers.count(number), number))


def device(title: str) -> Element:
    """Three dice, before the first throw 1, 2 and 3."""
    return in_a_row(title, "faces", dice_symbols(), (SIDE, SIDE), ["face-1", "face-2", "face-3"])
