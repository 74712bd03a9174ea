"""The layout of a game's table: as the game's folder draws it, or plainly from its rules."""

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from banca.drawing.board import board
from banca.drawing.felt import USUAL, WHOLE, Felt, Form, Size, is_proposed, measured, part_of, sections
from banca.drawing.svg import PLAIN, Box, across, element, label, picture, rect, standalone
from banca.drawing.text import extent, is_within, wrapped
from banca.games import find, rules_of
from banca.i18n import Translator
from banca.i18n.answer import caution
from banca.law import law
from banca.rules import Bet, Rules
from banca.rules.rulebook import choose

EDGE, GAP = 12.0, 8.0
# Heights of the game's name at the head, of a family's name over its boxes, and of the room below them.
TITLE, CAPTION, BETWEEN = 46.0, 26.0, 14.0
# The least width of a box, and its height.
WIDE_BOX, TALL_BOX = (150.0, 84.0), (116.0, 70.0)
# The largest letters of a name, and how small they may become before the boxes grow wider.
WIDE_NAME, TALL_NAME = (26.0, 16.0), (20.0, 14.0)
# Room for the prize at the foot of a box, and its letters.
FOOT, PRIZE = 24.0, 16.0


def draw(felt: Felt) -> float:
    """Draw the game's name, and below it the families in the rulebook's order; how high that is."""
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
    """Return the table of a game that has no bets: its name."""
    box: Box = (0, 0, width, height)
    title = title_of(game, say)
    return picture(width, height, title, rect(box, class_="cloth"), label(title, box, 44))


def title_of(game: str, say: Translator) -> str:
    """Return what the game is called."""
    return law(game).instrument.title[say.language]


def _boxes(felt: Felt, bets: Sequence[Bet], top: float) -> float:
    """Rows of boxes, each over the whole width, as few as the words allow; where they end."""
    width, (_, height) = felt.width - 2 * EDGE, TALL_BOX if felt.is_tall else WIDE_BOX
    # All names of a family in letters of one size, and the first rows take one box more where the rows are not even.
    rows, size = _rows(felt, bets, width)
    each, more = divmod(len(bets), rows)
    for row in range(rows):
        first = row * each + min(row, more)
        in_row = bets[first : first + each + (row < more)]
        line = (EDGE, top + row * (height + GAP), width, height)
        for bet, box in zip(in_row, across(line, [1] * len(in_row), GAP), strict=True):
            name, prize = _words_boxes(felt, box)
            felt.region(
                bet.key,
                rect(box, class_="cell", radius=6),
                felt.label(felt.name(bet.key), name, size),
                felt.label(felt.pays(bet), prize, PRIZE, class_="pays"),
                chips=(box[0] + box[2] - felt.measures.chip - 5, box[1] + height / 2),
            )
    return top + rows * (height + GAP) - GAP


def _rows(felt: Felt, bets: Sequence[Bet], width: float) -> tuple[int, float]:
    """How many rows the bets need, and the letters in which all their names are written."""
    (least, height), (_, smallest) = (TALL_BOX, TALL_NAME) if felt.is_tall else (WIDE_BOX, WIDE_NAME)
    most = int((width + GAP) // (least + GAP))
    for rows in range(-(-len(bets) // most), len(bets) + 1):
        cell = (width + GAP) / -(-len(bets) // rows) - GAP
        size = min(_fitting_size(felt, bet, (0, 0, cell, height)) for bet in bets)
        if size:
            return rows, size
    return len(bets), smallest


def _fitting_size(felt: Felt, bet: Bet, box: Box) -> float:
    """The largest letters in which the name fits its part of a box; 0 where it or the prize does not."""
    largest, smallest = TALL_NAME if felt.is_tall else WIDE_NAME
    (_, _, width, height), (_, _, prize_width, _) = _words_boxes(felt, box)
    lines, size = wrapped(felt.name(bet.key), width, height, largest, smallest)
    fits = is_within(lines, size, width, height) and extent(felt.pays(bet)) * PRIZE * PLAIN <= prize_width
    return size if fits else 0


def _words_boxes(felt: Felt, box: Box) -> tuple[Box, Box]:
    """Where the name and the prize are in a box, beside its chips."""
    x, y, width, height = box
    room = width - 2 * felt.measures.chip - 12
    return (x + 4, y + 4, room, height - FOOT - 6), (x + 4, y + height - FOOT - 2, room, FOOT)


# Units across a felt that is drawn as the table is.
ACROSS = {Form.WIDE: 1200.0, Form.TALL: 400.0}


def layout(
    rules: Rules,
    say: Translator,
    form: Form = Form.WIDE,
    part: str = "",
    size: Size = USUAL,
    *,
    is_bilingual: bool = True,
) -> Element:
    """Draw the felt of a game of chance: by its own `draw`, or one box for each bet if it has none.

    Names are in both scripts if there is room. A board is one part of it, as boxes that fill the size: `part` by its id, or the first.
    The whole as a board is drawn to size by a game whose `whole` can do so in that space.

    Args:
        rules: The game under its options.
        say: The language.
        form: Wide, tall, or a board.
        part: The part of a board, by its id; by default the first.
        size: The size of a board.
        is_bilingual: Whether names are in both scripts.

    Returns:
        An SVG element; `standalone` makes a file of it.
    """
    game = find(rules.rulebook.game)
    width, height = measured(size) if form is Form.BOARD else (ACROSS[form], 0.0)
    felt, own = Felt(rules, say, width, form, is_bilingual=is_bilingual), game.part("felt")
    with game.faults_in("felt"):
        # A game with a felt but without `draw`, which has only a device or parts of its board, gets the plain drawing.
        if form is not Form.BOARD:
            return felt.finish(getattr(own, "draw", draw)(felt))
        whole = getattr(own, "whole", None)
        # A whole drawn as the table is has no place for what somebody proposes, or for a bet that it does not know; boxes have.
        if part == WHOLE and whole and not any(map(is_proposed, rules.bets.values())) and whole(felt, (width, height)):
            if rules.bets.keys() == felt.placed.keys():
                felt.height = height
                return felt.close()
            felt = Felt(rules, say, width, form, is_bilingual=is_bilingual)
        return board(felt, part_of(rules, part), height)


def table_of(
    game: str,
    options: Mapping[str, object],
    say: Translator,
    form: Form = Form.WIDE,
    part: str = "",
    size: Size = USUAL,
) -> Element:
    """Draw the table of any game under options; a game without a rulebook of bets draws its `table` itself.

    Args:
        game: Its id.
        options: The house's options by name.
        say: The language.
        form: Wide, tall, or a board.
        part: The part of a board, by its id; by default the first.
        size: The size of a board.

    Raises:
        Refusal: The game or an option is unknown.
    """
    folder = find(game)
    if folder.rulebook:
        return layout(rules_of(game, tuple(sorted(options.items()))), say, form, part, size)
    choose(folder.options, dict(options))
    drawn = getattr(folder.part("felt"), "table", None)
    width, height = measured(size) if form is Form.BOARD else (ACROSS[form], ACROSS[form] / 2)
    with folder.faults_in("felt"):
        picture: Element = drawn(say, form, measured(size)) if drawn else cloth(game, say, width, height)
        return picture


def table_file(
    game: str,
    options: Mapping[str, object],
    say: Translator,
    form: Form = Form.WIDE,
    part: str = "",
    size: Size = USUAL,
) -> str:
    """Draw the table as a file of its own, with what to know before relying on the game's text after its title.

    Args:
        game: Its id.
        options: The house's options by name.
        say: The language.
        form: Wide, tall, or a board.
        part: The part of a board, by its id; by default the first.
        size: The size of a board.

    Returns:
        The text of an SVG file.

    Raises:
        Refusal: The game or an option is unknown.
    """
    drawn = table_of(game, options, say, form, part, size)
    if about := caution(game):
        drawn.insert(1, element("desc", say.spell(about)))
    return standalone(drawn)
