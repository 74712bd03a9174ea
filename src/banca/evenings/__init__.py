"""Exact evenings: the whole distribution of a session, without sampling."""

from banca.evenings.spread import AmountSpread, Bounded, Quantile
from banca.evenings.work import Evening, FanPoint, Precision, evening

__all__ = ["AmountSpread", "Bounded", "Evening", "FanPoint", "Precision", "Quantile", "evening"]
