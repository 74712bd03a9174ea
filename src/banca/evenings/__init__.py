"""Exact evenings: the whole distribution of a session, without sampling."""

from banca.evenings.spread import Bounded, Quantile, Spread
from banca.evenings.work import Evening, FanPoint, Precision, evening

__all__ = ["Bounded", "Evening", "FanPoint", "Precision", "Quantile", "Spread", "evening"]
