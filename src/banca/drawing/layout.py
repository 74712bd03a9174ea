"""The layout of a game's table: as the game's folder draws it, or plainly from its rules."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from banca.drawing.board import board, in_boxes
from banca.drawing.felt import USUAL, WHOLE, Felt, Form, Size, is_proposed, measured, part_of, sections
from banca.drawing.svg import Box, element, filled_rows, label, picture, rect, standalone
from banca.games import find, rules_of
from banca.i18n import Translator
from banca.i18n.answer import caution
from banca.law import law
from banca.rules import Rules
from banca.rules.rulebook import choose

EDGE, GAP = 12.0, 8.0
# Heights of the game's name at the head, of a family's name over its boxes, and of the room below them.
TITLE, CAPTION, BETWEEN = 46.0, 26.0, 14.0
# The least width of a box, and its height.
WIDE_BOX, TALL_BOX = (220.0, 84.0), (120.0, 78.0)


def draw(felt: Felt) -> float:
    """Draw the game's name, and below it the families in the rulebook's order; how high that is."""
    width, (least, height) = felt.width - 2 * EDGE, TALL_BOX if felt.is_tall else WIDE_BOX
    most = int((width + GAP) // (least + GAP))
    felt.add(felt.label(title_of(felt.rules.rulebook.game, felt.say), (EDGE, EDGE / 2, width, TITLE), 28))
    y = EDGE / 2 + TITLE
    for bets in sections(felt.rules):
        if len({bet.id for bet in bets}) == 1 < len(bets):
            felt.add(felt.label(felt.say.family(bets[0]), (EDGE, y, width, CAPTION - 4), 18, class_="pays"))
            y += CAPTION
        high = -(-len(bets) // most) * (height + GAP) - GAP
        in_boxes(felt, bets, filled_rows((EDGE, y, width, high), len(bets), most, GAP), prize=True)
        y += high + BETWEEN
    return y - BETWEEN + EDGE


def cloth(game: str, say: Translator, width: float, height: float) -> Element:
    """Return the table of a game that has no bets: its name."""
    box: Box = (0, 0, width, height)
    title = title_of(game, say)
    return picture(width, height, title, rect(box, class_="cloth"), label(title, box, 44))


def title_of(game: str, say: Translator) -> str:
    """Return what the game is called."""
    return law(game).instrument.title[say.language]


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
            if rules.bets.keys() == felt.placed:
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
