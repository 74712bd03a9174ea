"""Fish-Prawn-Crab 魚蝦蟹骰寶: SEF external regulatory order 59/2004."""

from banca.game import Game
from banca.games.fish_prawn_crab.rules import RULEBOOK

GAME = Game(id="fish_prawn_crab", package=__name__, rulebook=RULEBOOK)
