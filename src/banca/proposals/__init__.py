"""Proposal files: Starlark that describes new bets, run apart and within limits, and what is left of it: their tables."""

from banca.proposals.compiler import SandboxLimits, read_proposal
from banca.proposals.files import examples, read_file

__all__ = ["SandboxLimits", "examples", "read_file", "read_proposal"]
