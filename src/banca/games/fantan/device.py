"""The material of fantan, its heap and what is left of it. fantan 1, 3.1; reconstructed: F-2."""

import re
from collections.abc import Mapping

from banca.rules import Fact, Option, Refusal, Space, _, citing
from banca.rules.refusal import BAD_OUTCOME, IMPOSSIBLE_OUTCOME

cite = citing("fantan")

ROD = Option(
    name="rod",
    values=("bamboo", "plastic"),
    default="bamboo",
    cite=cite("1.1"),
    says=_("The rod is of"),
    says_value={
        "bamboo": _("bamboo"),
        "plastic": _("plastic"),
    },
)
LAYOUTS = Option(
    name="layouts",
    values=(2, 3, 4),
    default=2,
    cite=cite("1.4"),
    says=_("Glass layouts on the table"),
)

GROUP = 4
"""The buttons are divided off in groups of four. fantan 3.1."""
REMAINDER_CITE = cite("3.1")
NUMBERS = tuple(range(1, GROUP + 1))
COUNT_CITE = cite("F-2")
ALIKE_CITE = cite("R-fantan-1")

ANY_RESULT = _("1 to 4, or a heap of buttons: heap 59")

HEAP = Space.uniform(NUMBERS, ALIKE_CITE)
"""Every remainder is equally likely. R-fantan-1."""


def remainder(heap: int) -> int:
    """Drawn off in fours, what is left of the buttons: 1 to 4, and a full last four counts as 4. fantan 3.1, F-2.

    >>> [remainder(heap) for heap in (57, 58, 59, 60)]
    [1, 2, 3, 4]
    """
    return (heap - 1) % GROUP + 1


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


FACT_WORDS = {
    "number": _("number"),
}
"""What the facts of an outcome are called."""


def facts(number: int) -> Mapping[str, Fact]:
    """What is left of the heap, 1 to 4."""
    return {"number": number}
