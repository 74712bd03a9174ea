"""Exact analysis: chances and advantages as fractions, from a bet's automaton alone."""

from banca.exact.analysis import Analysis, BetEnding, analyse, analysed
from banca.exact.certificate import certificate
from banca.exact.together import Together, together

__all__ = ["Analysis", "BetEnding", "Together", "analyse", "analysed", "certificate", "together"]
