"""Wheel of Fortune 幸運輪: SEF external regulatory order 42/2003."""

from banca.game import Game
from banca.games.wheel.rules import RULEBOOK

GAME = Game(id="wheel", package=__name__, rulebook=RULEBOOK)
