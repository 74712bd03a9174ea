"""What is watched at the wheel beyond its facts: the sections of the rim, where they are called by number. wheel 1.2, R-wheel-1."""

from collections.abc import Sequence

from banca.games.wheel.rules import RIM
from banca.rules import Rules, _
from banca.tables.chance import Values

SECTION = _("section of the rim")
WORDS = {"section": SECTION}


def values(_rules: Rules) -> Sequence[Values]:
    """Every section, as a croupier may call it; a call by symbol says nothing of it."""
    numbers = range(1, len(RIM) + 1)
    called = {**{f"section {number}": number for number in numbers}, **{str(number): number for number in numbers}}
    weights = {f"section {number}": 1 for number in numbers}
    return (Values(id="section", says=SECTION, of=called, weights=weights, order=tuple(numbers), is_of_written=True),)
