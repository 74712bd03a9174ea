"""Banca: Macau's official table-game regulations, executable.

>>> import banca
>>> game = banca.game(banca.games()[0])
>>> game.bets[0].key, game.bets[0].analysis().house_edge
('pass_line', Fraction(7, 495))
"""

from banca.exact import Analysis, Together
from banca.interface import GameAtTable, GameBet, Settlement, game, games, proposed
from banca.law import Clause, Language, Status
from banca.rulebook import Limits, Refusal

__all__ = [
    "Analysis",
    "Clause",
    "GameAtTable",
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
