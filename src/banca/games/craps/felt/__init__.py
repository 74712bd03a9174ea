"""The felt of craps and its two dice."""

from banca.games.craps.felt.faces import PARTS, face
from banca.games.craps.felt.layout import draw
from banca.games.craps.felt.pieces import device

__all__ = ["PARTS", "device", "draw", "face"]
