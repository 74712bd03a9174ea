"""The register: the house's own journal of people, what they may do, and who did what that belongs to no table."""

from banca.house.register.conduct import OUTSIDE_TABLES, REGISTER, RegisterConduct, RegisterState
from banca.house.register.event import Recorded, RegisterEvent, Safeguards, note

__all__ = [
    "OUTSIDE_TABLES",
    "REGISTER",
    "Recorded",
    "RegisterConduct",
    "RegisterEvent",
    "RegisterState",
    "Safeguards",
    "note",
]
