"""The board of Fish-Prawn-Crab: the six figures in the middle, Small and Big at their sides. fish_prawn_crab 1.4, 5."""

from collections.abc import Sequence
from typing import cast

from banca.drawing.felt import Felt, prizes, winners
from banca.drawing.shapes import Box, rect, text
from banca.games.fish_prawn_crab.device import NAMES, Colour, Figure, Triple, total
from banca.games.fish_prawn_crab.felt.figures import coloured_dice, figures, placed
from banca.rulebook import Bet, term

GAP = 8.0
FOOT = 26.0
"""Room for the prize at the foot of a box."""
CENTRE = "any_triple"
"""Lies between the triples of three figures and three, wider than they."""
SIDE_LINES = (0.18, 0.42, 0.65, 0.86)
"""Where the lines of Small and Big stand, as shares of their height."""


def draw(felt: Felt) -> float:
    """The board, in rows from the far edge to the near."""
    felt.add(figures())
    return _tall(felt) if felt.is_tall else _wide(felt)


def _wide(felt: Felt) -> float:
    triples = _across((16, 16, 1168, 124), [1, 1, 1, 1.6, 1, 1, 1])
    named = [bet.key for bet in felt.family("triple")]
    _triple(felt, CENTRE, triples.pop(3))
    for key, box in zip(named, triples, strict=True):
        _triple(felt, key, box)
    _side(felt, "small", (16, 146, 196, 404))
    _side(felt, "big", (988, 146, 196, 404))
    for bet, box in zip(felt.family("figure"), _grid((220, 146, 760, 404), 3, 2), strict=True):
        _figure(felt, bet, box)
    _heading(felt, (16, 554, 1168, 28))
    totals = list(felt.family("total"))
    for bet, box in zip(totals, _across((16, 584, 1168, 88), [1] * len(totals)), strict=True):
        _total(felt, bet, box)
    colours = _across((16, 680, 1168, 134), [1] * 9 + [1.5])
    for column, colour in enumerate(Colour):
        for bet, box in zip(_of_colour(felt, colour), colours[column * 3 :], strict=False):
            _colour(felt, bet, box)
    _any_colour(felt, colours[-1])
    return 830


def _tall(felt: Felt) -> float:
    small, big = _across((8, 8, 384, 108), [1, 1])
    _side(felt, "small", small)
    _side(felt, "big", big)
    for bet, box in zip(felt.family("figure"), _grid((8, 124, 384, 332), 3, 2), strict=True):
        _figure(felt, bet, box)
    for bet, box in zip(felt.family("triple"), _grid((8, 464, 384, 244), 3, 2), strict=True):
        _triple(felt, bet.key, box)
    _triple(felt, CENTRE, (8, 716, 384, 86))
    _heading(felt, (8, 804, 384, 24))
    totals = list(felt.family("total"))
    for row, bets in enumerate((totals[:4], totals[4:7], totals[7:10], totals[10:])):
        for bet, box in zip(bets, _across((8, 830 + row * 64, 384, 56), [1] * len(bets)), strict=True):
            _total(felt, bet, box)
    cells = _grid((8, 1086, 384, 304), 3, 3)
    for column, colour in enumerate(Colour):
        for bet, box in zip(_of_colour(felt, colour), cells[column::3], strict=True):
            _colour(felt, bet, box)
    _any_colour(felt, (8, 1398, 384, 74))
    return 1480


def _of_colour(felt: Felt, colour: Colour) -> list[Bet]:
    """The bets on one die, two dice and three dice of the colour."""
    return [bet for bet in felt.rules.bets.values() if bet.selection == colour]


def _figure(felt: Felt, bet: Bet, box: Box) -> None:
    """Large, on paper, as its face of the die is: with the number and the colour, which is written too."""
    figure = Figure(bet.selection)
    x, y, width, height = box
    corner = f"{figure.number} {felt.say(NAMES[figure.colour])}"
    size, side, lines = (17, height * 0.48, 2) if felt.is_tall else (25, height * 0.58, 1)
    middle = (x + width * (0.5 if felt.is_tall else 0.66), y + 22 + side / 2)
    name = (x + 4, y + height - size * (1.4 + lines), width - 8, size * lines)
    felt.region(
        bet.key,
        rect(box, class_="cell fill-paper", radius=6),
        placed(figure, *middle, side),
        text(
            corner, x + 8, y + size * 0.8, max(felt.smallest, size * 0.76), class_=f"label at-left ink-{figure.colour}"
        ),
        felt.label(felt.name(bet.key), name, size, class_="label on-paper"),
        felt.label(
            felt.pays(bet), (x + 3, y + height - size * 1.4, width - 6, size), size * 0.85, class_="pays on-paper"
        ),
        chips=(x + width * 0.2, y + height * 0.42),
    )


def _triple(felt: Felt, key: str, box: Box) -> None:
    """Three equal figures; for any triple, every figure."""
    bet = felt.rules.bets[key]
    x, y, width, height = box
    strip = 32.0 if felt.is_tall else 44.0
    shown = [Figure(bet.selection)] * 3 if bet.selection else list(Figure)
    step = min(strip, (width - 10) / len(shown))
    left = x + width / 2 - step * (len(shown) - 1) / 2
    rest = height - strip - FOOT - 6
    felt.region(
        key,
        rect(box, class_="cell", radius=6),
        rect((x + 3, y + 3, width - 6, strip + 2), class_="fill-paper", radius=4),
        *(placed(figure, left + step * n, y + 4 + strip / 2, step - 4) for n, figure in enumerate(shown)),
        felt.label(felt.name(key), (x + 6, y + strip + 6, width - 12, rest), 18),
        felt.label(felt.pays(bet), (x + 2, y + height - FOOT, width - 4, FOOT - 6), 17, class_="pays"),
        chips=(x + width / 2, y + strip / 2),
    )


def _side(felt: Felt, key: str, box: Box) -> None:
    """Small or Big: its totals, and that a triple loses. fish_prawn_crab 7."""
    bet = felt.rules.bets[key]
    totals = [total(cast("Triple", outcome)) for outcome in winners(bet)]
    x, y, width, height = box
    said = (
        (felt.name(key), "label"),
        (f"{min(totals)}–{max(totals)}", "number"),
        (felt.pays(bet), "pays"),
        (felt.say(term("a triple loses")), "pays"),
    )
    sizes = (26, 24, 16, 14) if felt.is_tall else (84, 52, 28, 22)
    lines = zip(said, sizes, SIDE_LINES, strict=True)
    felt.region(
        key,
        rect(box, class_="cell", radius=6),
        *(
            felt.label(words, (x + 14, y + height * (middle - 0.12), width - 28, height * 0.24), size, class_=class_)
            for (words, class_), size, middle in lines
        ),
        chips=(x + width / 2, y + height * 0.54),
    )


def _heading(felt: Felt, box: Box) -> None:
    """What the numbers below it are."""
    felt.add(felt.label(felt.say.family(next(iter(felt.family("total")))), box, 18))


def _total(felt: Felt, bet: Bet, box: Box) -> None:
    x, y, width, height = box
    felt.region(
        bet.key,
        rect(box, class_="cell", radius=6),
        felt.label(bet.selection, (x, y + 2, width, height * 0.6), 22 if felt.is_tall else 36, class_="number"),
        felt.label(felt.pays(bet), (x + 6, y + height * 0.62, width - 12, height * 0.32), 17, class_="pays"),
        chips=(x + width / 2, y + height * 0.4),
    )


def _colour(felt: Felt, bet: Bet, box: Box) -> None:
    """So many dice of a colour, drawn and in words."""
    x, y, width, height = box
    (count,) = prizes(bet)
    side = 20.0 if felt.is_tall else 26.0
    rest = height - side - FOOT - 12
    felt.region(
        bet.key,
        rect(box, class_="cell", radius=6),
        coloured_dice(Colour(bet.selection), cast("int", count), x + width / 2, y + 8 + side / 2, side),
        felt.label(felt.name(bet.key), (x + 3, y + side + 12, width - 6, rest), 18),
        felt.label(felt.pays(bet), (x + 3, y + height - FOOT, width - 6, FOOT - 6), 16, class_="pays"),
        chips=(x + width / 2, y + 8 + side / 2),
    )


def _any_colour(felt: Felt, box: Box) -> None:
    x, y, width, height = box
    bet = felt.rules.bets["any_three_colour"]
    side = 11.0 if felt.is_tall else 13.0
    rest = height - side - FOOT - 12
    felt.region(
        bet.key,
        rect(box, class_="cell", radius=6),
        *(
            coloured_dice(colour, 3, x + width * (n + 0.5) / len(Colour), y + 8 + side / 2, side)
            for n, colour in enumerate(Colour)
        ),
        felt.label(felt.name(bet.key), (x + 3, y + side + 12, width - 6, rest), 18),
        felt.label(felt.pays(bet), (x + 3, y + height - FOOT, width - 6, FOOT - 6), 16, class_="pays"),
        chips=(x + width / 2, y + 8 + side / 2),
    )


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
