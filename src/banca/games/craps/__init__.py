"""Craps 花旗骰: SEF order 53/2010."""

from banca.game import Game
from banca.games.craps.rules import RULEBOOK

GAME = Game(id="craps", package=__name__, rulebook=RULEBOOK)
