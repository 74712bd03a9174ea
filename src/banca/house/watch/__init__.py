"""The watch over the tables of a store: their journals read piece by piece, and what the evidence is by now."""

from banca.house.watch.money import MoneySums
from banca.house.watch.rows import AlertRow, WatchHead, WatchRows
from banca.house.watch.series import AlertBody, Lead, SeriesKind, SeriesState
from banca.house.watch.watching import Watching

__all__ = [
    "AlertBody",
    "AlertRow",
    "Lead",
    "MoneySums",
    "SeriesKind",
    "SeriesState",
    "WatchHead",
    "WatchRows",
    "Watching",
]
