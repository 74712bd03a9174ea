"""The watch over the tables of a store: their journals read piece by piece, and what the evidence is by now."""

from banca.house.watch.check import kept_faults
from banca.house.watch.money import MoneySums
from banca.house.watch.plans import UnwatchedPart
from banca.house.watch.rows import AlertRow, WatchHead, WatchKept, WatchRows
from banca.house.watch.series import AlertBody, Lead, SeriesKind, SeriesState
from banca.house.watch.watching import Watching

__all__ = [
    "AlertBody",
    "AlertRow",
    "Lead",
    "MoneySums",
    "SeriesKind",
    "SeriesState",
    "UnwatchedPart",
    "WatchHead",
    "WatchKept",
    "WatchRows",
    "Watching",
    "kept_faults",
]
