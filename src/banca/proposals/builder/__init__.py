"""Proposals without code: a form of clicked outcomes and typed prizes, the file it comes to, and the form of a file."""

from banca.proposals.builder.faults import FormFault, faults_of
from banca.proposals.builder.form import BuiltBet, BuiltChange, BuiltProposal, BuiltRow, OutcomeMark, Told
from banca.proposals.builder.reader import form_of
from banca.proposals.builder.writer import written

__all__ = [
    "BuiltBet",
    "BuiltChange",
    "BuiltProposal",
    "BuiltRow",
    "FormFault",
    "OutcomeMark",
    "Told",
    "faults_of",
    "form_of",
    "written",
]
