"""What another reading of the wheel's regulation would do. R-wheel-2."""

from collections.abc import Iterable
from dataclasses import replace

from banca.games.wheel.bets import PRIZES, bets
from banca.games.wheel.device import RIM
from banca.games.wheel.steps import symbol
from banca.rules import Chosen, OtherReading, Space, citing

cite = citing("wheel")

RIM_SECTIONS = Space.uniform(range(len(RIM)), cite("1.2.1"))


def other_readings(chosen: Chosen) -> Iterable[OtherReading]:
    """A bet on one of the 52 sections of the rim, at the prize of its symbol."""
    for bet in (one for one in bets(chosen) if one.reads):
        number = int(bet.selection)
        section = symbol(RIM.index(number), PRIZES[number])
        yield OtherReading(cite("R-wheel-2"), bet, replace(bet, space=RIM_SECTIONS, step=section))
