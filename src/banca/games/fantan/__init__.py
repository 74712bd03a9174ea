"""Fantan 番攤: SEF external regulatory order 58/2004 (articles 8 and 9 in the gazette, 1 to 3.1 in a copy, the bets in its predecessor)."""

from banca.game import Game
from banca.games.fantan.rules import RULEBOOK

GAME = Game(id="fantan", package=__name__, rulebook=RULEBOOK)
