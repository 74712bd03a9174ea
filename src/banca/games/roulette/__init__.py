"""Roulette 輪盤: SEF external regulatory order 60/2004 (article 1 and the beginning of article 2 are known)."""

from banca.game import Game
from banca.games.roulette.rules import RULEBOOK

GAME = Game(id="roulette", package=__name__, rulebook=RULEBOOK)
