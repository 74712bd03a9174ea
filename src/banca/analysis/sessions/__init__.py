"""Exact evenings: the whole distribution of a session, without sampling."""

from typing import TYPE_CHECKING

from banca.analysis.sessions.distribution import AmountSpread, Interval, Quantile
from banca.moved import read_when_asked

if TYPE_CHECKING:
    from banca.analysis.sessions.session import Evening, FanPoint, Precision, evening

Bounded = Interval
"""By its name of version 1.0."""

__all__ = ["AmountSpread", "Bounded", "Evening", "FanPoint", "Interval", "Precision", "Quantile", "evening"]

# Read when they are asked for: they import flint, and the bounds of a figure do not.
__getattr__ = read_when_asked(
    __name__, {"banca.analysis.sessions.session": ("Evening", "FanPoint", "Precision", "evening")}
)
