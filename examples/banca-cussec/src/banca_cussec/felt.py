"""The layout of Cussec and its three dice: Small and Big at the sides, doubles and triples between them, below them the rest. cussec M-3."""

from collections.abc import Callable, Iterable, Sequence
from typing import cast
from xml.etree.ElementTree import Element

from banca.drawing.device import in_a_row
from banca.drawing.dice import PIPS, SIDE, die, symbols
from banca.drawing.felt import Felt, winners
from banca.drawing.shapes import Box, group, rect, wrapped
from banca.rulebook import Bet, words

from banca_cussec.device import Triple, total

GAP = 6.0
CAPTION = 26.0
"""The line over a group of bets that says what they are."""
FOOT = 22.0
"""Room for the prize at the foot of a box."""
BETWEEN_DICE = 1.12
"""From one die to the next, in sides of a die."""
TRIPLE_LOSES = words("a triple loses", pt="um triplo perde", zh="圍骰通殺")
SIDES = (("small", "odd"), ("big", "even"))
"""What stands left and right of the doubles and triples; Odd and Even only where the house's layout has them."""
TIMES = {"double": 2, "triple": 3}
"""How many dice show the number of such a bet."""

Draws = Callable[[Felt, Bet, Box], None]


def draw(felt: Felt) -> float:
    """The layout from its far edge to the near one."""
    return _tall(felt) if felt.is_tall else _wide(felt)


def _wide(felt: Felt) -> float:
    left, width, top = 16.0, felt.width - 32, 12.0
    head = 312.0
    small, middle, big = across((left, top, width, head), (156, 844, 156))
    for keys, box in zip(SIDES, (small, big), strict=True):
        _side(felt, keys, box)
    low_doubles, low, any_triple, high, high_doubles = across(middle, (252, 126, 116, 126, 252))
    doubles, triples = felt.family("double"), felt.family("triple")
    for bets, box in ((doubles[:3], low_doubles), (doubles[3:], high_doubles)):
        felt.add(_caption(felt, bets[0], box))
        _each(felt, bets, across(below(box), [1] * len(bets)), _stacked)
    for bets, box in ((triples[:3], low), (triples[3:], high)):
        felt.add(_caption(felt, bets[0], box))
        _each(felt, bets, grid(below(box), 1, len(bets)), _in_line)
    _any_triple(felt, any_triple)
    y = _group(felt, "total", (left, top + head + GAP, width, 84), 14, _total)
    y = _group(felt, "pair", (left, y, width, 116), 15, _stacked)
    y = _combinations(felt, (left, y, width), (4, 10, 10))
    y = _group(felt, "single", (left, y, width, 104), 6, _single)
    return y + 6


def _tall(felt: Felt) -> float:
    left, width, y = 8.0, felt.width - 16, 8.0
    for keys in zip(*SIDES, strict=True):
        if keys[0] in felt.rules.bets:
            for key, box in zip(keys, across((left, y, width, 112), (1, 1)), strict=True):
                _even_money(felt, key, box)
            y += 112 + GAP
    felt.add(felt.label(_family(felt, "total"), (left, y, width, CAPTION - 4), 18))
    y += CAPTION
    totals = felt.family("total")
    for bets in (totals[:5], totals[5:9], totals[9:]):
        _each(felt, bets, across((left, y, width, 58), [1] * len(bets)), _total)
        y += 58 + GAP
    y = _group(felt, "single", (left, y, width, 216), 3, _single)
    y = _group(felt, "double", (left, y, width, 146), 3, _in_line)
    y = _group(felt, "triple", (left, y, width, 146), 3, _in_line)
    _any_triple(felt, (left, y, width, 84))
    y = _group(felt, "pair", (left, y + 84 + GAP, width, 222), 5, _in_line)
    return _combinations(felt, (left, y, width), (2, 4, 5)) + 2


def _combinations(felt: Felt, place: tuple[float, float, float], columns: tuple[int, int, int]) -> float:
    """Three and four numbers, where the house's layout has them; below what they end. R-cussec-3."""
    x, y, width = place
    for bet_id, across_ in zip(("four_numbers", "three_numbers", "double_and_one"), columns, strict=True):
        if bets := felt.family(bet_id):
            rows = -(-len(bets) // across_)
            y = _group(felt, bet_id, (x, y, width, rows * (66 + GAP) - GAP), across_, _in_line)
    return y


def _group(felt: Felt, bet_id: str, box: Box, columns: int, drawn: Draws) -> float:
    """A family under its name, in rows of so many boxes; where the next group begins."""
    x, y, width, height = box
    bets = felt.family(bet_id)
    felt.add(felt.label(_family(felt, bet_id), (x, y, width, CAPTION - 4), 18))
    _each(felt, bets, grid((x, y + CAPTION, width, height), columns, -(-len(bets) // columns)), drawn)
    return y + CAPTION + height + GAP


def _each(felt: Felt, bets: Iterable[Bet], boxes: Iterable[Box], drawn: Draws) -> None:
    for bet, box in zip(bets, boxes, strict=True):
        drawn(felt, bet, box)


def _family(felt: Felt, bet_id: str) -> str:
    return felt.say.family(felt.family(bet_id)[0])


def _caption(felt: Felt, bet: Bet, box: Box) -> Element:
    x, y, width, _ = box
    return felt.label(felt.say.family(bet), (x, y, width, CAPTION - 4), 18)


def _side(felt: Felt, keys: Sequence[str], box: Box) -> None:
    """Small or Big; below it Odd or Even, where there is one."""
    there = [key for key in keys if key in felt.rules.bets]
    x, y, width, height = box
    tall = height if len(there) == 1 else height * 0.56
    _even_money(felt, there[0], (x, y, width, tall))
    for key in there[1:]:
        _even_money(felt, key, (x, y + tall + GAP, width, height - tall - GAP))


def _even_money(felt: Felt, key: str, box: Box) -> None:
    """A bet on half of the totals: its name, the totals that win, its prize, and that a triple loses. cussec B-11."""
    bet = felt.rules.bets[key]
    x, y, width, height = box
    totals = sorted({total(cast("Triple", outcome)) for outcome in winners(bet)})
    is_run = len(totals) == totals[-1] - totals[0] + 1
    said = (
        (felt.name(key), _name_size(felt, (width - 20, height * 0.36)), "label"),
        (f"{totals[0]}–{totals[-1]}" if is_run else f"{totals[0]}, {totals[1]} … {totals[-1]}", 40, "number"),
        (felt.pays(bet), 22, "label"),
        (felt.say(TRIPLE_LOSES), 18, "pays"),
    )
    shapes, top = [], y + 4
    for (sentence, size, class_), share in zip(said, (0.36, 0.24, 0.2, 0.2), strict=True):
        line = (x + 10, top, width - 20, (height - 8) * share)
        shapes.append(felt.label(sentence, line, min(size, line[3] * 0.86), class_=class_))
        top += line[3]
    felt.region(key, rect(box, class_="cell", radius=6), *shapes, chips=(x + width * 0.84, y + height * 0.7))


def _name_size(felt: Felt, room: tuple[float, float]) -> float:
    """Letters in which each of the even-money names fits, so that the two sides are alike."""
    names = [felt.name(key) for keys in SIDES for key in keys if key in felt.rules.bets]
    return min(wrapped(name, *room, 76, felt.smallest)[1] for name in names)


def _stacked(felt: Felt, bet: Bet, box: Box) -> None:
    """The dice of the bet one above another, and its prize."""
    _with_dice(felt, bet, box, is_column=True)


def _in_line(felt: Felt, bet: Bet, box: Box) -> None:
    """The dice of the bet side by side, and its prize."""
    _with_dice(felt, bet, box, is_column=False)


def _with_dice(felt: Felt, bet: Bet, box: Box, *, is_column: bool) -> None:
    x, y, width, height = box
    shown = faces(bet)
    room = height - FOOT
    long, short = (room, width) if is_column else (width, room)
    side = min((long - 8) / (len(shown) * BETWEEN_DICE), short - 14, 62)
    middle = (x + width / 2, y + room / 2)
    felt.region(
        bet.key,
        rect(box, class_="cell", radius=6),
        row_of_dice(shown, middle, side, is_column=is_column),
        felt.label(felt.pays(bet), (x + 3, y + room, width - 6, FOOT - 4), 16, class_="pays"),
        chips=middle,
    )


def _total(felt: Felt, bet: Bet, box: Box) -> None:
    x, y, width, height = box
    felt.region(
        bet.key,
        rect(box, class_="cell", radius=6),
        felt.label(bet.selection, (x, y + 2, width, height * 0.6), 24 if felt.is_tall else 38, class_="number"),
        felt.label(felt.pays(bet), (x + 3, y + height * 0.62, width - 6, height * 0.32), 17, class_="pays"),
        chips=(x + width / 2, y + height * 0.36),
    )


def _single(felt: Felt, bet: Bet, box: Box) -> None:
    """A large die, and what one, two and three of it pay. cussec P-3."""
    x, y, width, height = box
    side = min(height - FOOT - 16, 66)
    middle = (x + width / 2, y + 6 + (height - FOOT - 6) / 2)
    felt.region(
        bet.key,
        rect(box, class_="cell", radius=6),
        row_of_dice(faces(bet), middle, side),
        felt.label(felt.pays(bet), (x + 3, y + height - FOOT, width - 6, FOOT - 4), 17, class_="pays"),
        chips=middle,
    )


def _any_triple(felt: Felt, box: Box) -> None:
    """Every triple there is. cussec B-8."""
    x, y, width, height = box
    bet = felt.rules.bets["any_triple"]
    name = 22.0 if felt.is_tall else 56.0
    room = (x + 6, y + name + 4, width - 12, height - name - FOOT - 12)
    columns = 6 if felt.is_tall else 1
    cells = grid(room, columns, len(PIPS) // columns)
    side = min(cells[0][2] / (3 * BETWEEN_DICE), cells[0][3])
    felt.region(
        bet.key,
        rect(box, class_="cell", radius=6),
        felt.label(felt.name(bet.key), (x + 4, y + 4, width - 8, name), 20),
        *(
            row_of_dice((face,) * 3, (left + wide / 2, top + tall / 2), side)
            for face, (left, top, wide, tall) in zip(PIPS, cells, strict=True)
        ),
        felt.label(felt.pays(bet), (x + 3, y + height - FOOT, width - 6, FOOT - 4), 17, class_="pays"),
        chips=(x + width / 2, y + name + 6 + room[3] / 2),
    )


def faces(bet: Bet) -> list[int]:
    """The dice that a bet is drawn with: the numbers of its selection, as often as it needs them, a double first."""
    numbers = [int(number) for number in bet.selection.split("-")] * TIMES.get(bet.id, 1)
    return sorted(numbers, key=lambda number: (-numbers.count(number), number))


def row_of_dice(shown: Sequence[int], middle: tuple[float, float], side: float, *, is_column: bool = False) -> Element:
    """Dice side by side or one above another round a point."""
    step = side * BETWEEN_DICE
    start = -(step * (len(shown) - 1) + side) / 2
    x, y = middle
    places = [start + step * number for number in range(len(shown))]
    return group(
        *(
            die(face, x - side / 2, y + place, side) if is_column else die(face, x + place, y - side / 2, side)
            for face, place in zip(shown, places, strict=True)
        )
    )


def across(box: Box, shares: Sequence[float]) -> list[Box]:
    """A box parted into columns, as wide as their shares, with gaps."""
    x, y, width, height = box
    unit = (width - GAP * (len(shares) - 1)) / sum(shares)
    made: list[Box] = []
    for share in shares:
        made.append((x, y, unit * share, height))
        x += unit * share + GAP
    return made


def grid(box: Box, columns: int, rows: int) -> list[Box]:
    """A box parted into equal cells, row by row."""
    x, y, width, height = box
    tall = (height - GAP * (rows - 1)) / rows
    return [cell for row in range(rows) for cell in across((x, y + row * (tall + GAP), width, tall), [1] * columns)]


def below(box: Box) -> Box:
    """What a caption leaves of a box."""
    x, y, width, height = box
    return x, y + CAPTION, width, height - CAPTION


def device(title: str) -> Element:
    """Three dice, before the first throw 1, 2 and 3."""
    return in_a_row(title, "faces", symbols(), (SIDE, SIDE), ["face-1", "face-2", "face-3"])
