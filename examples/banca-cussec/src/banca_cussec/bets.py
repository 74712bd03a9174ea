"""Every bet of Cussec with its clause and its prize. Articles B and P."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import combinations, permutations
from typing import Any

from banca.rules import Bet, ChosenOptions, Citation, Lose, Win, _, citing

from banca_cussec import prizes
from banca_cussec.device import DICE, FACES, Triple, is_triple, total
from banca_cussec.steps import pays_by, total_in

cite = citing("cussec")

TRIPLE_LOSES = Lose(cite("B-11"))
ON_TOTALS = (
    ("small", _("Small"), cite("B-1"), range(4, 11), prizes.SMALL_BIG),
    ("big", _("Big"), cite("B-2"), range(11, 18), prizes.SMALL_BIG),
)
ODD_AND_EVEN = (
    ("odd", _("Odd"), cite("B-9"), range(5, 18, 2), prizes.ODD_OR_EVEN),
    ("even", _("Even"), cite("B-10"), range(4, 17, 2), prizes.ODD_OR_EVEN),
)
FOURS = ((1, 2, 3, 4), (2, 3, 4, 5), (2, 3, 5, 6), (3, 4, 5, 6))
"""The only sets of four numbers on the layout. cussec B-14."""

READS: dict[str, tuple[Citation, ...]] = {
    "total": (prizes.SETS_CITE,),
    "single": (prizes.SINGLE_CITE,),
    "pair": (prizes.SETS_CITE,),
    "double": (prizes.SETS_CITE, cite("R-cussec-5")),
    "triple": (prizes.SETS_CITE,),
    "any_triple": (prizes.SETS_CITE,),
    "odd": (prizes.LAYOUT_CITE,),
    "even": (prizes.LAYOUT_CITE,),
    "three_numbers": (prizes.LAYOUT_CITE, cite("R-cussec-4")),
    "double_and_one": (prizes.LAYOUT_CITE,),
    "four_numbers": (prizes.LAYOUT_CITE, cite("R-cussec-4")),
}
"""The readings that each kind of bet rests on."""

Sees = Callable[[Triple], Hashable]
Row = tuple[str, str, Citation, Mapping[str, Sees], Mapping[Any, Win]]
"""Id, name, clause; what each selection looks at; what wins which prize."""


def dice_showing(number: int) -> Sees:
    """How many dice show the number."""
    return lambda triple: triple.count(number)


def has_double(number: int) -> Sees:
    """At least two dice show the number: its triple has the double too. R-cussec-5."""
    return lambda triple: triple.count(number) >= 2


def has_both(first: int, second: int) -> Sees:
    """Both numbers lie there."""
    return lambda triple: first in triple and second in triple


def shows(*numbers: int) -> Sees:
    """The dice show these three numbers, in any order."""
    return lambda triple: sorted(triple) == sorted(numbers)


def three_of(*numbers: int) -> Sees:
    """The dice show three different numbers, all of them among these."""
    return lambda triple: len(set(triple)) == 3 and set(triple) <= set(numbers)


def written(numbers: Iterable[int]) -> str:
    """A selection of several numbers, lowest first.

    >>> written((4, 1, 1))
    '1-1-4'
    """
    return "-".join(map(str, sorted(numbers)))


def canonical(_: str, selection: str) -> str:
    """Numbers may be named in any order: `pair:2-1`, `double_and_one:4-1-1`."""
    return "-".join(sorted(selection.split("-"), key=lambda number: (len(number), number)))


def bets(chosen: ChosenOptions) -> Iterable[Bet]:
    """The fifty bets of the standard layout, and the further ones where the house's has them. R-cussec-3."""
    yield from on_totals(ON_TOTALS)
    yield from on_rows(standard(chosen))
    if chosen[prizes.ODD_EVEN] == "yes":
        yield from on_totals(ODD_AND_EVEN)
    if chosen[prizes.COMBINATIONS] == "yes":
        yield from on_rows(further())


def on_totals(rows: Iterable[tuple[str, str, Citation, range, Win]]) -> Iterable[Bet]:
    """The bets that a total wins and any triple loses."""
    for bet_id, name, clause, totals, prize in rows:
        step = total_in(totals, prize, TRIPLE_LOSES)
        yield Bet(id=bet_id, name=name, cite=clause, reads=READS.get(bet_id, ()), space=DICE, step=step)


def on_rows(rows: Iterable[Row]) -> Iterable[Bet]:
    """The bets decided by what their selection sees."""
    for bet_id, name, clause, selections, won in rows:
        for selection, sees in selections.items():
            yield Bet(
                id=bet_id,
                name=name,
                selection=selection,
                cite=clause,
                reads=READS[bet_id],
                space=DICE,
                sees=sees,
                step=pays_by(won),
            )


def standard(chosen: ChosenOptions) -> Iterable[Row]:
    """Totals, single numbers, pairs, doubles and triples. cussec B-3 to B-8."""
    for number, prize in prizes.totals(chosen).items():
        name = _("Total {}")
        yield "total", name, cite("B-3"), {str(number): total}, {number: prize}
    each = {str(number): dice_showing(number) for number in FACES}
    name = _("Single {}")
    yield "single", name, cite("B-4"), each, prizes.single(chosen)
    pairs = {written(two): has_both(*two) for two in combinations(FACES, 2)}
    name = _("Pair {}")
    yield "pair", name, cite("B-5"), pairs, {True: prizes.pair(chosen)}
    doubles = {str(number): has_double(number) for number in FACES}
    name = _("Double {}")
    yield "double", name, cite("B-6"), doubles, {True: prizes.double(chosen)}
    name = _("Triple {}")
    yield "triple", name, cite("B-7"), each, {3: prizes.triple(chosen)}
    name = _("Any triple")
    yield "any_triple", name, cite("B-8"), {"": is_triple}, {True: prizes.any_triple(chosen)}


def further() -> Iterable[Row]:
    """Combinations of three and of four numbers. cussec B-12 to B-14."""
    threes = {written(three): shows(*three) for three in combinations(FACES, 3)}
    name = _("Three numbers {}")
    yield "three_numbers", name, cite("B-12"), threes, {True: prizes.THREE_NUMBERS}
    with_one = {written((two, two, one)): shows(two, two, one) for two, one in permutations(FACES, 2)}
    name = _("Double and one {}")
    yield "double_and_one", name, cite("B-13"), with_one, {True: prizes.DOUBLE_AND_ONE}
    fours = {written(four): three_of(*four) for four in FOURS}
    name = _("Four numbers {}")
    yield "four_numbers", name, cite("B-14"), fours, {True: prizes.FOUR_NUMBERS}
