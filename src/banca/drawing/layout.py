"""The layout of a game's table: as the game's folder draws it, or plainly from its rules."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from banca.answers.heading import caution
from banca.drawing import plain
from banca.drawing.felt import Felt
from banca.drawing.shapes import element, standalone
from banca.games import find, rules_of
from banca.rulebook import Rules
from banca.rulebook.options import choose
from banca.words import Speech

WIDE, NARROW = 1200.0, 400.0
"""Units across: on a screen and on paper; on a telephone held upright."""


def layout(rules: Rules, say: Speech, *, narrow: bool = False) -> Element:
    """The felt of a game of chance: its own `draw`, or one box for each bet where it has none."""
    felt = Felt(rules, say, NARROW if narrow else WIDE)
    draw = getattr(find(rules.rulebook.game).part("felt"), "draw", plain.draw)
    return felt.finish(draw(felt))


def table_of(game: str, options: Mapping[str, object], say: Speech, *, narrow: bool = False) -> Element:
    """The table of any game under options; one that is played without a rulebook of bets draws its `table` itself."""
    found = find(game)
    if found.rulebook:
        return layout(rules_of(game, tuple(sorted(options.items()))), say, narrow=narrow)
    choose(found.options, dict(options))
    drawn = getattr(found.part("felt"), "table", None)
    picture: Element = drawn(say, narrow=narrow) if drawn else plain.cloth(game, say, NARROW if narrow else WIDE)
    return picture


def table_file(game: str, options: Mapping[str, object], say: Speech, *, narrow: bool = False) -> str:
    """The table as a file of its own; it says behind its title what to know before relying on the game's text."""
    drawn = table_of(game, options, say, narrow=narrow)
    if about := caution(game):
        drawn.insert(1, element("desc", say.spell(about)))
    return standalone(drawn)
