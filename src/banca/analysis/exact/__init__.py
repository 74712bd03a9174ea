"""Exact analysis: chances and advantages as fractions, from a bet's automaton alone."""

from banca.analysis.exact.analysis import Analysis, BetEnding, analyse, analysed
from banca.analysis.exact.certificate import certificate
from banca.analysis.exact.together import Together, together

__all__ = ["Analysis", "BetEnding", "Together", "analyse", "analysed", "certificate", "together"]
