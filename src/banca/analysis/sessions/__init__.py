"""Exact evenings: the whole distribution of a session, without sampling."""

from banca.analysis.sessions.distribution import AmountSpread, Bounded, Quantile
from banca.analysis.sessions.session import Evening, FanPoint, Precision, evening

__all__ = ["AmountSpread", "Bounded", "Evening", "FanPoint", "Precision", "Quantile", "evening"]
