"""The layout of a game's table, drawn from its rules."""

from collections.abc import Callable
from xml.etree.ElementTree import Element

from banca.drawing import craps, fantan, fish_prawn_crab, football_poker, roulette, wheel
from banca.drawing.felt import Felt
from banca.rulebook import Rules
from banca.words import Speech

WIDE, NARROW = 1200.0, 400.0
"""Units across: on a screen and on paper; on a telephone held upright."""

LAYOUTS: dict[str, Callable[[Felt], float]] = {
    "craps": craps.draw,
    "fish_prawn_crab": fish_prawn_crab.draw,
    "wheel": wheel.draw,
    "fantan": fantan.draw,
    "football_poker": football_poker.draw,
    "roulette": roulette.draw,
}
"""Each draws on the felt, wide or narrow, and returns the height it took."""


def layout(rules: Rules, say: Speech, *, narrow: bool = False) -> Element:
    """The felt of a game of chance; a bet that its drawing does not know gets a region of its own."""
    felt = Felt(rules, say, NARROW if narrow else WIDE)
    return felt.finish(LAYOUTS[rules.rulebook.game](felt))
