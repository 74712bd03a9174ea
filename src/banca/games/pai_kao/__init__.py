"""Pai Kao 牌九: Portaria 96/85/M. Its players decide and its money is between players, so it has a bank instead of bets."""

from banca.game import Game
from banca.games.pai_kao.procedure import FORM, NULL_SHAKES
from banca.games.pai_kao.tiles import COUNTING_SUPREME

GAME = Game(id="pai_kao", package=__name__, own_options=(COUNTING_SUPREME,), own_nulls=NULL_SHAKES, procedure=FORM)
