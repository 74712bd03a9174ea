"""The board of Fish-Prawn-Crab: the six figures in the middle, Small and Big at their sides. fish_prawn_crab 1.4, 5."""

from collections.abc import Sequence

from banca.drawing.board import in_boxes
from banca.drawing.felt import Felt
from banca.drawing.svg import Box, rect, text
from banca.games.fish_prawn_crab.felt.faces import BIG, COLOURS, SMALL, totals_of
from banca.games.fish_prawn_crab.felt.figures import figures, placed
from banca.games.fish_prawn_crab.rules import NAMES, Figure
from banca.rules import Bet, _

GAP = 6.0
CAPTION = 20.0
"""A line that says what the boxes below it are."""
CENTRE, ANY_COLOUR = "any_triple", "any_three_colour"
SIDE_LINES = ((0.02, 0.27), (0.28, 0.15), (0.43, 0.15), (0.58, 0.1), (0.68, 0.1))
"""Where the lines of Small and Big begin, and how high they are, as shares of their height; chips lie below them."""


def draw(felt: Felt) -> float:
    """The board, in rows from the far edge to the near."""
    felt.add(figures())
    return _tall(felt) if felt.is_tall else _wide(felt)


def _wide(felt: Felt) -> float:
    left, width, y = 12.0, felt.width - 24, 12.0
    triples = felt.family("triple")
    boxes = _across((left, y + CAPTION, width, 78), [1, 1, 1, 1.6, 1, 1, 1])
    centre = boxes.pop(3)
    for bets, cells in ((triples[:3], boxes[:3]), (triples[3:], boxes[3:])):
        _over(felt, bets, cells)
    in_boxes(felt, [felt.rules.bets[CENTRE]], [(centre[0], y, centre[2], 78 + CAPTION)], prize=True)
    y += CAPTION + 78 + GAP
    _side(felt, "small", (left, y, 190, 296))
    for bet, box in zip(felt.family("figure"), _grid((left + 196, y, width - 392, 296), 3, 2), strict=True):
        _figure(felt, bet, box)
    _side(felt, "big", (left + width - 190, y, 190, 296))
    y += 296
    totals = felt.family("total")
    _over(felt, totals, _across((left, y + CAPTION, width, 84), [1] * len(totals)))
    y += CAPTION + 84
    colours = _across((left, y + CAPTION, width, 100), [1] * 9 + [1.3])
    for place, family in enumerate(COLOURS):
        _over(felt, felt.family(family), colours[place * 3 : place * 3 + 3])
    x, top, wide, tall = colours[-1]
    in_boxes(felt, [felt.rules.bets[ANY_COLOUR]], [(x, top - CAPTION + GAP, wide, tall + CAPTION - GAP)], prize=True)
    return y + CAPTION + 100 + 12


def _over(felt: Felt, bets: Sequence[Bet], cells: Sequence[Box]) -> None:
    """Boxes of a family under its name."""
    x, y, _, _ = cells[0]
    right, _, last, _ = cells[-1]
    felt.add(
        felt.label(felt.say.family(bets[0]), (x, y - CAPTION, right + last - x, CAPTION), 17, class_="pays caption")
    )
    in_boxes(felt, bets, cells, is_named=False, prize=True)


def _tall(felt: Felt) -> float:
    left, width, y = 8.0, felt.width - 16, 8.0
    for key, box in zip(("small", "big"), _across((left, y, width, 90), [1, 1]), strict=True):
        _flat_side(felt, key, box)
    y += 90 + GAP
    for bet, box in zip(felt.family("figure"), _grid((left, y, width, 240), 3, 2), strict=True):
        _figure(felt, bet, box)
    y += 240
    y = _family(felt, "triple", y, 2, 59)
    y = _family(felt, "total", y, 5, 70)
    for family in COLOURS:
        y = _family(felt, family, y, 3, 60)
    y += GAP
    any_bets = [felt.rules.bets[key] for key in (CENTRE, ANY_COLOUR)]
    in_boxes(felt, any_bets, _across((left, y, width, 76), [1, 1]), prize=True)
    return y + 76 + 8


def _family(felt: Felt, bet_id: str, y: float, columns: int, height: float) -> float:
    """A family under its name, in rows of so many; where it ends."""
    bets = felt.family(bet_id)
    rows = -(-len(bets) // columns)
    y += CAPTION
    cells: list[Box] = []
    for row in range(rows):
        count = (row + 1) * len(bets) // rows - row * len(bets) // rows
        cells += _across((8, y, felt.width - 16, height), [1] * count)
        y += height + GAP
    felt.add(
        felt.label(
            felt.say.family(bets[0]), (8, cells[0][1] - CAPTION, felt.width - 16, CAPTION), 17, class_="pays caption"
        )
    )
    in_boxes(felt, bets, cells, is_named=False, prize=True)
    return y - GAP


def _figure(felt: Felt, bet: Bet, box: Box) -> None:
    """Large, on paper, as its face of the die is: with the number and the colour, which is written too."""
    figure = Figure(bet.selection)
    x, y, width, height = box
    corner = f"{figure.number} {felt.say(NAMES[figure.colour])}"
    size, lines, radius = (16.0, 2, 18.0) if felt.is_tall else (24.0, 1, 22.0)
    head, foot = size * 1.1, size * (1.3 + lines * 1.1)
    side = height - foot - (head if felt.is_tall else 10)
    top = y + (head if felt.is_tall else 6)
    name = (x + 4, y + height - foot, width - 8, foot - size * 1.25)
    felt.region(
        bet.key,
        rect(box, class_="cell fill-paper", radius=6),
        placed(figure, x + width * (0.7 if felt.is_tall else 0.64), top + side / 2, side),
        text(
            corner, x + 8, y + size * 0.7, max(felt.smallest, size * 0.7), class_=f"label at-left ink-{figure.colour}"
        ),
        felt.label(
            felt.both_names(bet.key) if not felt.is_tall else felt.name(bet.key), name, size, class_="label on-paper"
        ),
        felt.label(
            felt.pays(bet), (x + 3, y + height - size * 1.25, width - 6, size), size * 0.9, class_="pays on-paper"
        ),
        chips=(x + radius + 8, y + head + (height - head - foot) / 2),
    )


def _side(felt: Felt, key: str, box: Box) -> None:
    """Small or Big: its totals, and that a triple loses. fish_prawn_crab 7."""
    bet = felt.rules.bets[key]
    x, y, width, height = box
    chinese, latin = felt.scripts(key)
    names = ((chinese, 76, "label lead"), (latin, 38, "label lead"))
    said = (
        *names,
        (totals_of(bet), 40, "number lead"),
        (felt.pays(bet), 24, "pays"),
        (felt.say(_("a triple loses")), 20, "pays"),
    )
    lines = [line for line in zip(said, SIDE_LINES, strict=True) if line[0][0]]
    felt.region(
        key,
        rect(box, class_=SMALL if key == "small" else BIG, radius=8),
        *(
            felt.label(words, (x + 8, y + height * start, width - 16, height * share), size, class_=class_)
            for (words, size, class_), (start, share) in lines
        ),
        chips=(x + width / 2, y + height * 0.89),
    )


def _flat_side(felt: Felt, key: str, box: Box) -> None:
    """The same in a box that is wider than high: chips at its right."""
    bet = felt.rules.bets[key]
    x, y, width, height = box
    said = (
        (f"{felt.both_names(key)} {totals_of(bet)}", 24, "label lead", 0.5),
        (felt.pays(bet), 16, "pays", 0.24),
        (felt.say(_("a triple loses")), 15, "pays", 0.26),
    )
    shapes, top = [], y + 3
    for words, size, class_, share in said:
        line = (height - 6) * share
        shapes.append(felt.label(words, (x + 6, top, width - 54, line), size, class_=class_))
        top += line
    class_ = SMALL if key == "small" else BIG
    felt.region(key, rect(box, class_=class_, radius=8), *shapes, chips=(x + width - 25, y + height / 2))


def _across(box: Box, shares: Sequence[float]) -> list[Box]:
    """A box parted into columns, as wide as their shares, with gaps."""
    x, y, width, height = box
    unit = (width - GAP * (len(shares) - 1)) / sum(shares)
    made: list[Box] = []
    for share in shares:
        made.append((x, y, unit * share, height))
        x += unit * share + GAP
    return made


def _grid(box: Box, columns: int, rows: int) -> list[Box]:
    """A box parted into equal cells, row by row."""
    x, y, width, height = box
    tall = (height - GAP * (rows - 1)) / rows
    return [cell for row in range(rows) for cell in _across((x, y + row * (tall + GAP), width, tall), [1] * columns)]
