"""Finds games, bets, results, options, amounts and days by what people type: ids, names in three languages, and table talk.

An id always means what it means in a stored file. A name that fits several things is refused with all of them, and one that fits none
with similar names: nothing is guessed.
"""

from banca.finder.amounts import read_patacas
from banca.finder.bets import find_bet, talk_of
from banca.finder.days import read_day
from banca.finder.found import AMBIGUOUS, Found
from banca.finder.games import find_game, find_option
from banca.finder.outcomes import find_outcome

__all__ = [
    "AMBIGUOUS",
    "Found",
    "find_bet",
    "find_game",
    "find_option",
    "find_outcome",
    "read_day",
    "read_patacas",
    "talk_of",
]
