"""The felt of a game that draws none: every bet of its rulebook in a box, family by family, over the whole width."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from banca.drawing.felt import CHIP, Felt
from banca.drawing.lines import extent, height_of, wrapped
from banca.drawing.parts import sections
from banca.drawing.shapes import PLAIN, Box, label, picture, rect
from banca.i18n import Translator
from banca.law import law
from banca.rules import Bet

EDGE, GAP = 12.0, 8.0
TITLE, CAPTION, BETWEEN = 46.0, 26.0, 14.0
"""Heights of the game's name at the head, of a family's name over its boxes, and of the room below them."""
WIDE_BOX, TALL_BOX = (150.0, 84.0), (116.0, 70.0)
"""The least width of a box, and its height."""
WIDE_NAME, TALL_NAME = (26.0, 16.0), (20.0, 14.0)
"""The largest letters of a name, and how small they may become before the boxes grow wider."""
FOOT, PRIZE = 24.0, 16.0
"""Room for the prize at the foot of a box, and its letters."""


def draw(felt: Felt) -> float:
    """The game's name, and below it the families in the rulebook's order."""
    width = felt.width - 2 * EDGE
    felt.add(felt.label(title_of(felt.rules.rulebook.game, felt.say), (EDGE, EDGE / 2, width, TITLE), 28))
    y = EDGE / 2 + TITLE
    for bets in sections(felt.rules):
        if len({bet.id for bet in bets}) == 1 < len(bets):
            felt.add(felt.label(felt.say.family(bets[0]), (EDGE, y, width, CAPTION - 4), 18, class_="pays"))
            y += CAPTION
        y = _boxes(felt, bets, y) + BETWEEN
    return y - BETWEEN + EDGE


def cloth(game: str, say: Translator, width: float, height: float) -> Element:
    """The table of a game that has no bets: its name."""
    box: Box = (0, 0, width, height)
    title = title_of(game, say)
    return picture(width, height, title, rect(box, class_="cloth"), label(title, box, 44))


def title_of(game: str, say: Translator) -> str:
    """What the game is called."""
    return law(game).instrument.title[say.language]


def _boxes(felt: Felt, bets: Sequence[Bet], top: float) -> float:
    """Rows of boxes, each over the whole width, as few as the words allow; where they end."""
    width, (_, height) = felt.width - 2 * EDGE, TALL_BOX if felt.is_tall else WIDE_BOX
    rows, size = _rows(felt, bets, width)
    each, more = divmod(len(bets), rows)
    for row in range(rows):
        first = row * each + min(row, more)
        held = bets[first : first + each + (row < more)]
        cell = (width + GAP) / len(held) - GAP
        for column, bet in enumerate(held):
            _box(felt, bet, (EDGE + column * (cell + GAP), top + row * (height + GAP), cell, height), size)
    return top + rows * (height + GAP) - GAP


def _rows(felt: Felt, bets: Sequence[Bet], width: float) -> tuple[int, float]:
    """How many rows the bets need, and the letters in which all their names are written."""
    (least, height), (_, smallest) = (TALL_BOX, TALL_NAME) if felt.is_tall else (WIDE_BOX, WIDE_NAME)
    most = int((width + GAP) // (least + GAP))
    for rows in range(-(-len(bets) // most), len(bets) + 1):
        cell = (width + GAP) / -(-len(bets) // rows) - GAP
        size = min(_fits(felt, bet, (0, 0, cell, height)) for bet in bets)
        if size:
            return rows, size
    return len(bets), smallest


def _fits(felt: Felt, bet: Bet, box: Box) -> float:
    """The largest letters in which the name fits its part of a box; 0 where it or the prize does not."""
    (largest, smallest), parts = TALL_NAME if felt.is_tall else WIDE_NAME, _parted(felt, box)
    (_, _, width, height), (_, _, across, _) = parts
    lines, size = wrapped(felt.name(bet.key), width, height, largest, smallest)
    is_written = height_of(lines, size) <= height and all(extent(line) * size <= width for line in lines)
    return size if is_written and extent(felt.pays(bet)) * PRIZE * PLAIN <= across else 0


def _parted(felt: Felt, box: Box) -> tuple[Box, Box]:
    """The parts of a box beside its chips: for the name, and for the prize."""
    x, y, width, height = box
    room = width - 2 * CHIP[felt.form] - 12
    return (x + 4, y + 4, room, height - FOOT - 6), (x + 4, y + height - FOOT - 2, room, FOOT)


def _box(felt: Felt, bet: Bet, box: Box, size: float) -> None:
    x, y, width, height = box
    name, prize = _parted(felt, box)
    felt.region(
        bet.key,
        rect(box, class_="cell", radius=6),
        felt.label(felt.name(bet.key), name, size),
        felt.label(felt.pays(bet), prize, PRIZE, class_="pays"),
        chips=(x + width - CHIP[felt.form] - 5, y + height / 2),
    )
