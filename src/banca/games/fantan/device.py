"""The heap of fantan and what is left of it. Reconstructed: fantan F-1, F-2."""

from banca.rulebook import Code, Refusal, Space, citing, term

cite = citing("fantan")

NUMBERS = (1, 2, 3, 4)
COUNT_CITE = cite("F-2")
EVEN_CITE = cite("R-fantan-1")

HEAP = Space.uniform(NUMBERS)
"""Each remainder alike. R-fantan-1."""


def remainder(heap: int) -> int:
    """Drawn off four by four, what is left of the buttons: 1 to 4, an exact last four counts 4. fantan F-2.

    >>> [remainder(heap) for heap in (57, 58, 59, 60)]
    [1, 2, 3, 4]
    """
    return (heap - 1) % 4 + 1


def parse(text: str) -> int:
    """Read the result `3`, or the buttons counted: `heap 59`."""
    kind, _, number = text.strip().lower().rpartition(" ")
    if kind not in ("", "heap") or not (number.isascii() and number.isdigit()):
        raise Refusal(Code.BAD_OUTCOME, COUNT_CITE, asked=text, form="3")
    if kind == "heap" and int(number) > 0:
        return remainder(int(number))
    if kind == "heap" or int(number) not in NUMBERS:
        raise Refusal(
            Code.IMPOSSIBLE_OUTCOME, COUNT_CITE, asked=text, allowed=term("1 to 4, or a heap of buttons: heap 59")
        )
    return int(number)


def show(number: int) -> str:
    """Write the result."""
    return str(number)
