"""The felt of craps and its two dice."""

from banca.games.craps.felt.layout import draw
from banca.games.craps.felt.parts import device

__all__ = ["device", "draw"]
