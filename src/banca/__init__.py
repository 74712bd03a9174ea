"""Banca: Macau's official table-game regulations, executable.

>>> import banca
>>> banca.game("craps").bet("pass_line").analysis().house_edge
Fraction(7, 495)
"""

from banca.interface import Game, GameBet, Settlement, game, games
from banca.rulebook import Limits, Refusal

__all__ = ["Game", "GameBet", "Limits", "Refusal", "Settlement", "game", "games"]
