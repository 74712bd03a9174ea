"""The rules of fantan: the heap and what is left of it, the bets and their prizes.

Ties and commission are gazetted (8, 9); the bets and Fan's prize are the predecessor's (F-3 to F-7), the other prizes reconstructed (F-8).
"""

import re
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from itertools import combinations, permutations

from banca.rules import (
    EVEN,
    LOSE,
    Bet,
    Chosen,
    Citation,
    Commission,
    Fact,
    Odds,
    Option,
    Push,
    Refusal,
    Rulebook,
    Rules,
    Space,
    State,
    Step,
    Text,
    Verdict,
    Win,
    _,
    citing,
)
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


def wins_on_numbers(wins: Collection[int], ties: Collection[int], prize: Win, tie: Push) -> Step:
    """Winning numbers take the prize, tied ones return the stake. fantan 8, F-3 to F-7."""

    def step(_: State, result: int) -> Verdict:
        if result in wins:
            return prize
        return tie if result in ties else LOSE

    return step


TIE = Push(cite("8"))
COMMISSION = Commission(rate=Fraction(5, 100), cite=cite("9"))
PRIZES = cite("F-8")
FIVE_BETS = cite("R-fantan-2")
"""Which bets there are: the five of the predecessor, and no sixth."""

FAN = _("Fan {}")
FAN_WINS = _("One number wins and three lose. The winner keeps the stake and receives the prize in addition.")
NIM = _("Nim {}")
KUOC = _("Kuoc {}")
NGA = _("Nga {}")
SE_SAM_HONG = _("Sé-Sam-Hong {}")


def bets(_: Chosen) -> Iterable[Bet]:
    """Every choice of different numbers: 4 Fan, 12 Nim, 6 Kuoc, 12 Nga, 4 Sé-Sam-Hong."""
    for won in NUMBERS:
        yield bet("fan", FAN, f"{won}", cite("F-3"), Win(Odds(3), cite("F-3")), (won,))
    for won, tied in permutations(NUMBERS, 2):
        yield bet("nim", NIM, f"{won}-{tied}", cite("F-4"), Win(Odds(2), PRIZES), (won,), (tied,))
    for first, second in combinations(NUMBERS, 2):
        yield bet("kuoc", KUOC, f"{first}-{second}", cite("F-5"), Win(EVEN, PRIZES), (first, second))
    for first, second in combinations(NUMBERS, 2):
        for tied in NUMBERS:
            if tied not in (first, second):
                selection = f"{first}{second}-{tied}"
                yield bet("nga", NGA, selection, cite("F-6"), Win(Odds(1, 2), PRIZES), (first, second), (tied,))
    for won3 in combinations(NUMBERS, 3):
        selection = "".join(map(str, won3))
        yield bet("se_sam_hong", SE_SAM_HONG, selection, cite("F-7"), Win(Odds(1, 3), PRIZES), won3)


def bet(
    bet_id: str,
    name: str,
    selection: str,
    clause: Citation,
    prize: Win,
    wins: tuple[int, ...],
    ties: tuple[int, ...] = (),
) -> Bet:
    """One bet; the bank keeps five per cent of its prize. fantan 9."""
    return Bet(
        id=bet_id,
        name=name,
        selection=selection,
        cite=clause,
        reads=(REMAINDER_CITE, *((prize.cite,) if prize.cite != clause else ()), ALIKE_CITE),
        space=HEAP,
        step=wins_on_numbers(wins, ties, prize, TIE),
        commission=COMMISSION,
        wins=FAN_WINS if bet_id == "fan" else "",
    )


def canonical(bet_id: str, selection: str) -> str:
    """Numbers that win together may be named in any order: `kuoc:2-1`, `nga:21-3`, `se_sam_hong:321`."""
    if bet_id == "nim":
        return selection
    if bet_id == "kuoc":
        return "-".join(sorted(selection.split("-")))
    won, dash, tied = selection.partition("-")
    return "".join(sorted(won)) + dash + tied


LEFT = _("{number} left: Fan {number}")


def called(rules: Rules, number: int, table: State) -> Text:  # the shape of Rulebook.called
    """What is left, 1 to 4."""
    return LEFT.fill(number=number)


RULEBOOK = Rulebook(
    game="fantan",
    options=(ROD, LAYOUTS),
    bets=bets,
    bets_cite=FIVE_BETS,
    parse=parse,
    show=show,
    facts=facts,
    fact_words=FACT_WORDS,
    called=called,
    outcome_form="3",
    converted_by=COUNT_CITE,
    canonical=canonical,
)
