"""The table of Pai Kao and its tiles. It has no bets of a rulebook, so its table is drawn whole."""

from banca.games.pai_kao.felt.table import CLOTH, table
from banca.games.pai_kao.felt.tiles import device

__all__ = ["CLOTH", "device", "table"]
