"""When a bet may be taken back, by the clause or the reading that says so."""

from dataclasses import dataclass

from banca.rules.citation import Citation
from banca.rules.text import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal:
    """When a bet may be taken back, in words, and the clause."""

    when: Text
    cite: Citation
