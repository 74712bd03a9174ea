"""Every bet of fantan. Ties and commission are gazetted (8, 9); the bets and Fan's prize are the predecessor's (F-3 to F-7), the other prizes reconstructed (F-8)."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, permutations

from banca.games.fantan.device import ALIKE_CITE, HEAP, NUMBERS, REMAINDER_CITE
from banca.games.fantan.steps import numbers
from banca.rules import EVEN, Bet, Chosen, Citation, Commission, Odds, Push, Win, _, citing

cite = citing("fantan")

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
        step=numbers(wins, ties, prize, TIE),
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
