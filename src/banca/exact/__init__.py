"""Exact analysis: chances and advantages as fractions, from a bet's automaton alone."""

from banca.exact.analysis import Analysis, Result, analyse, analysed
from banca.exact.certificate import certificate
from banca.exact.together import Together, together

__all__ = ["Analysis", "Result", "Together", "analyse", "analysed", "certificate", "together"]
