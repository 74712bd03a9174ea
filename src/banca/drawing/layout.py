"""The layout of a game's table: as the game's folder draws it, or plainly from its rules."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from banca.drawing import plain
from banca.drawing.board import board
from banca.drawing.felt import Felt
from banca.drawing.form import USUAL, Form, Size, measured
from banca.drawing.parts import WHOLE, is_proposed, part_of
from banca.drawing.shapes import element, standalone
from banca.games import find, rules_of
from banca.i18n import Translator
from banca.i18n.answer import caution
from banca.rules import Rules
from banca.rules.options import choose

ACROSS = {Form.WIDE: 1200.0, Form.TALL: 400.0}
"""Units across a felt that is drawn as the table is."""


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
    with game.blamed("felt"):
        if form is not Form.BOARD:
            return felt.finish(getattr(own, "draw", plain.draw)(felt))
        whole = getattr(own, "whole", None)
        if part == WHOLE and whole and not any(map(is_proposed, rules.bets.values())) and whole(felt, (width, height)):
            felt.height = height
            return felt.close()
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
    found = find(game)
    if found.rulebook:
        return layout(rules_of(game, tuple(sorted(options.items()))), say, form, part, size)
    choose(found.options, dict(options))
    drawn = getattr(found.part("felt"), "table", None)
    width, height = measured(size) if form is Form.BOARD else (ACROSS[form], ACROSS[form] / 2)
    with found.blamed("felt"):
        picture: Element = drawn(say, form, measured(size)) if drawn else plain.cloth(game, say, width, height)
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
