"""Football Poker 足球撲克: SEF external regulatory order 41/2003, revoked in 2004 (only articles 9.4 to 12 are in the source)."""

from banca.game import Game
from banca.games.football_poker.rules import RULEBOOK

GAME = Game(id="football_poker", package=__name__, rulebook=RULEBOOK)
