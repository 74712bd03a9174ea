"""The live table of Pai Kao: its state, its events, and how commands are decided."""

from banca.games.pai_kao.live.conduct import SHUFFLE, PaiKaoConduct
from banca.games.pai_kao.live.event import EVENTS
from banca.games.pai_kao.live.practice import POLICIES, Owed, practice_moves
from banca.games.pai_kao.live.settling import round_of
from banca.games.pai_kao.live.state import CASINO, PaiKaoLive

__all__ = [
    "CASINO",
    "EVENTS",
    "POLICIES",
    "SHUFFLE",
    "Owed",
    "PaiKaoConduct",
    "PaiKaoLive",
    "practice_moves",
    "round_of",
]
