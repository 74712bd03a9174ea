"""How numbers are written in each language."""

from banca.law import Language

SEPARATORS = {Language.EN: (",", "."), Language.PT: ("\N{NO-BREAK SPACE}", ","), Language.ZH: (",", ".")}
"""What parts thousands, and what stands before decimals."""
