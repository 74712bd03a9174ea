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
    ChosenOptions,
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

# The heap. Articles 1 and 3; reconstructed: F-2.

ROD = Option(
    name="rod",
    values=("bamboo", "plastic"),
    default="bamboo",
    cite=cite("1.1"),
    says=_("The rod is of"),
    says_value={"bamboo": _("bamboo"), "plastic": _("plastic")},
)
LAYOUTS = Option(name="layouts", values=(2, 3, 4), default=2, cite=cite("1.4"), says=_("Glass layouts on the table"))
COUNT = cite("F-2")
"""How the heap is covered, counted and paid."""
GROUP = 4
"""The buttons are divided off in groups of four. fantan 3.1."""
NUMBERS = tuple(range(1, GROUP + 1))
HEAP = Space.uniform(NUMBERS, cite("R-fantan-1"))
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
        raise Refusal(BAD_OUTCOME, COUNT, asked=text, form="3")
    number = int(written["number"])
    if written["heap"] and number > 0:
        return remainder(number)
    if written["heap"] or number not in NUMBERS:
        raise Refusal(IMPOSSIBLE_OUTCOME, COUNT, asked=text, allowed=_("1 to 4, or a heap of buttons: heap 59"))
    return number


def facts(number: int) -> Mapping[str, Fact]:
    """Return what is left of the heap, 1 to 4."""
    return {"number": number}


# The bets. Articles 8 and 9; F-3 to F-8.

TIE = Push(cite("8"))
COMMISSION = Commission(rate=Fraction(5, 100), cite=cite("9"))
PRIZES = cite("F-8")


def wins_on(winning: Collection[int], tied: Collection[int], prize: Win) -> Step:
    """Winning numbers take the prize, tied ones return the stake, the rest lose. fantan 8, F-3 to F-7."""

    def step(_: State, result: int) -> Verdict:
        if result in winning:
            return prize
        return TIE if result in tied else LOSE

    return step


def bets(_: ChosenOptions) -> Iterable[Bet]:
    """Every choice of different numbers: 4 Fan, 12 Nim, 6 Kuoc, 12 Nga, 4 Sé-Sam-Hong."""
    for won in NUMBERS:
        yield make_bet("fan", f"{won}", cite("F-3"), Win(Odds(3), cite("F-3")), (won,))
    for won, tied in permutations(NUMBERS, 2):
        yield make_bet("nim", f"{won}-{tied}", cite("F-4"), Win(Odds(2), PRIZES), (won,), (tied,))
    for pair in combinations(NUMBERS, 2):
        yield make_bet("kuoc", "{}-{}".format(*pair), cite("F-5"), Win(EVEN, PRIZES), pair)
    for pair in combinations(NUMBERS, 2):
        for tied in NUMBERS:
            if tied not in pair:
                selection = "{}{}-{}".format(*pair, tied)
                yield make_bet("nga", selection, cite("F-6"), Win(Odds(1, 2), PRIZES), pair, (tied,))
    for three in combinations(NUMBERS, 3):
        yield make_bet("se_sam_hong", "".join(map(str, three)), cite("F-7"), Win(Odds(1, 3), PRIZES), three)


NAMES = {
    "fan": _("Fan {}"),
    "nim": _("Nim {}"),
    "kuoc": _("Kuoc {}"),
    "nga": _("Nga {}"),
    "se_sam_hong": _("Sé-Sam-Hong {}"),
}


def make_bet(
    bet_id: str,
    selection: str,
    clause: Citation,
    prize: Win,
    winning: tuple[int, ...],
    tied: tuple[int, ...] = (),
) -> Bet:
    """One bet; the bank keeps five per cent of its prize. fantan 9."""
    # The prize's clause is told with the bet where it is not the bet's own: F-8 reconstructs all prizes but Fan's.
    prize_reads = (prize.cite,) if prize.cite != clause else ()
    return Bet(
        id=bet_id,
        name=NAMES[bet_id],
        selection=selection,
        cite=clause,
        reads=(cite("3.1"), *prize_reads, cite("R-fantan-1")),
        space=HEAP,
        step=wins_on(winning, tied, prize),
        commission=COMMISSION,
        wins=_("One number wins and three lose. The winner keeps the stake and receives the prize in addition.")
        if bet_id == "fan"
        else "",
    )


def canonical(bet_id: str, selection: str) -> str:
    """Numbers that win together may be named in any order: `kuoc:2-1`, `nga:21-3`, `se_sam_hong:321`."""
    if bet_id == "nim":
        return selection
    if bet_id == "kuoc":
        return "-".join(sorted(selection.split("-")))
    won, dash, tied = selection.partition("-")
    return "".join(sorted(won)) + dash + tied


def called(rules: Rules, number: int, table: State) -> Text:  # the shape of Rulebook.called
    """What is left, 1 to 4. fantan 3.1."""
    return _("{number} left: Fan {number}").fill(number=number)


RULEBOOK = Rulebook(
    game="fantan",
    options=(ROD, LAYOUTS),
    bets=bets,
    bets_cite=cite("R-fantan-2"),
    parse=parse,
    show=str,
    facts=facts,
    fact_words={"number": _("number")},
    called=called,
    outcome_form="3",
    converted_by=COUNT,
    canonical=canonical,
)
