"""Exact analysis: chances and advantages as fractions, from a bet's automaton alone."""

from banca.analysis.exact.certificate import certificate
from banca.analysis.exact.odds import Analysis, BetEnding, Together, analyse, analysed, together

__all__ = ["Analysis", "BetEnding", "Together", "analyse", "analysed", "certificate", "together"]
