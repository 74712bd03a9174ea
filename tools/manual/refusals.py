"""Every refusal code with its sentence."""

from manual.markdown import code, plain, table
from support.commands import declared

HEAD = """# Refusals

Every code by which the program, its Python interface and its addresses say no, with its English sentence; the blanks in braces are what the refusal is about. Codes are
stable: programs may rely on them. The sentences exist in English, Portuguese and Chinese.

"""


def refusals_page() -> str:
    """One row for each code."""
    return HEAD + table(["code", "sentence"], [[code(str(one)), plain(str(one.says))] for one in declared()])
