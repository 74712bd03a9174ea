"""The register: the house's own journal of people, what they may do, and who did what that belongs to no table."""

from banca.house.register.conduct import OUTSIDE_TABLES, REGISTER, RegisterConduct, RegisterState
from banca.house.register.event import Record, RegisterEvent, Safeguards

__all__ = [
    "OUTSIDE_TABLES",
    "REGISTER",
    "Record",
    "RegisterConduct",
    "RegisterEvent",
    "RegisterState",
    "Safeguards",
]
