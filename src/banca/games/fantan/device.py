"""The heap of fantan and what is left of it. Reconstructed: fantan F-1, F-2."""

import re
from collections.abc import Mapping

from banca.rulebook import Fact, Refusal, Space, citing, words
from banca.rulebook.refusals import BAD_OUTCOME, IMPOSSIBLE_OUTCOME

cite = citing("fantan")

NUMBERS = (1, 2, 3, 4)
COUNT_CITE = cite("F-2")
ALIKE_CITE = cite("R-fantan-1")

ANY_RESULT = words(
    "1 to 4, or a heap of buttons: heap 59",
    pt="1 a 4, ou um monte de botões: heap 59",
    zh="1 至 4，或一堆鈕子：heap 59",
)

HEAP = Space.uniform(NUMBERS, ALIKE_CITE)
"""Each remainder alike. R-fantan-1."""


def remainder(heap: int) -> int:
    """Drawn off four by four, what is left of the buttons: 1 to 4, an exact last four counts 4. fantan F-2.

    >>> [remainder(heap) for heap in (57, 58, 59, 60)]
    [1, 2, 3, 4]
    """
    return (heap - 1) % 4 + 1


def parse(text: str) -> int:
    """Read the result `3`, or the buttons counted: `heap 59`."""
    written = re.fullmatch(r"(?P<heap>heap )?(?P<number>[0-9]{1,9})", text)
    if not written:
        raise Refusal(BAD_OUTCOME, COUNT_CITE, asked=text, form="3")
    number = int(written["number"])
    if written["heap"] and number > 0:
        return remainder(number)
    if written["heap"] or number not in NUMBERS:
        raise Refusal(IMPOSSIBLE_OUTCOME, COUNT_CITE, asked=text, allowed=ANY_RESULT)
    return number


def show(number: int) -> str:
    """Write the result."""
    return str(number)


def facts(number: int) -> Mapping[str, Fact]:
    """What is left of the heap, 1 to 4."""
    return {"number": number}
