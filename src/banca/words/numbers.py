"""How numbers are written in each language."""

from banca.law import Language

SEPARATORS = {Language.EN: (",", "."), Language.PT: ("\N{NO-BREAK SPACE}", ","), Language.ZH: (",", ".")}
"""What parts thousands, and what stands before decimals."""


def written(plain: str, spoken: Language) -> str:
    r"""A plain number as the language writes it.

    >>> [written("-1234567.50", one) for one in Language]
    ['−1,234,567.50', '−1\xa0234\xa0567,50', '−1,234,567.50']
    """
    thousands, decimals = SEPARATORS[spoken]
    whole, point, rest = plain.partition(".")
    sign = "−" if whole.startswith("-") else ""
    return sign + f"{int(whole.lstrip('-')):,}".replace(",", thousands) + (decimals + rest if point else "")
