"""What another reading of the Fish-Prawn-Crab regulation would do. R-fpc-1."""

from collections.abc import Iterable
from dataclasses import replace

from banca.games.fish_prawn_crab.bets import bets
from banca.games.fish_prawn_crab.steps import pays_by
from banca.rulebook import Chosen, OtherReading, citing

cite = citing("fish_prawn_crab")


def other_readings(chosen: Chosen) -> Iterable[OtherReading]:
    """The Chinese note to 5.4 to the letter: one die of the colour loses as well, so nothing wins."""
    one_colour = next(bet for bet in bets(chosen) if bet.id == "one_colour")
    yield OtherReading(cite("R-fpc-1"), one_colour, replace(one_colour, step=pays_by({})))
