"""The live table of Pai Kao: its state, its events, and how commands are decided."""

from banca.games.pai_kao.live.conduct import ORDERS, PaiKaoConduct
from banca.games.pai_kao.live.event import EVENTS
from banca.games.pai_kao.live.practice import Owed, owed_by_practice
from banca.games.pai_kao.live.settling import round_of
from banca.games.pai_kao.live.state import CASINO, PaiKaoState
from banca.games.pai_kao.nouns import POLICIES

__all__ = [
    "CASINO",
    "EVENTS",
    "ORDERS",
    "POLICIES",
    "Owed",
    "PaiKaoConduct",
    "PaiKaoState",
    "owed_by_practice",
    "round_of",
]
