"""Banca: Macau's official table-game regulations, executable.

>>> import banca
>>> banca.game("craps").bet("pass_line").analysis().house_edge
Fraction(7, 495)
"""

from banca.exact import Analysis, Together
from banca.interface import Game, GameBet, Settlement, game, games, proposed
from banca.law import Clause, Language, Status
from banca.rulebook import Limits, Refusal

__all__ = [
    "Analysis",
    "Clause",
    "Game",
    "GameBet",
    "Language",
    "Limits",
    "Refusal",
    "Settlement",
    "Status",
    "Together",
    "game",
    "games",
    "proposed",
]
