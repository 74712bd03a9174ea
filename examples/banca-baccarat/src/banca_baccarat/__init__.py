"""Baccarat 百家樂 / Bacará: order 55/2004 and what amended it, as far as it has been seen."""

from banca.game import Game

from banca_baccarat.rules import RULEBOOK

GAME = Game(id="baccarat", package=__name__, rulebook=RULEBOOK)
