"""The roads: the results of a shoe as boards at Macau's tables show them. They tell what was dealt, and nothing of what comes.

The *bead plate* has every result. The *big road* begins a column whenever the winner changes; ties are marked on the result before them. From its
columns follow three more, which show how regular it is: *big eye boy* compares with the column before, *small road* with the one before that,
*cockroach road* with the third.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from banca.devices import Deal

from banca_baccarat.rules import BANKER, PLAYER, TIE, hands, is_natural, is_pair, winner

ROWS = 6
"""Of a board."""
BIG_EYE_BOY, SMALL_ROAD, COCKROACH_ROAD = 1, 2, 3
"""How many columns before a result's own each road looks at."""


class Colour(StrEnum):
    """Of a mark of a derived road: red is regular, blue is not. Neither has to do with a winner."""

    RED = "red"
    BLUE = "blue"


class Result(NamedTuple):
    """What boards show of a round."""

    winner: str
    player_pair: bool = False
    banker_pair: bool = False
    natural: bool = False


class Bead(NamedTuple):
    """A result of the big road: a win, with the ties that came before the next win."""

    winner: str
    ties: int
    result: Result


class Mark(NamedTuple):
    """Where something stands on a board, from 0."""

    column: int
    row: int


def result_of(deal: Deal) -> Result:
    """What boards show of these cards."""
    player, banker = hands(deal)
    return Result(winner(deal), is_pair(player), is_pair(banker), is_natural(player, banker))


def bead_plate(number: int) -> list[Mark]:
    """Where so many results stand: down, then the next column.

    >>> bead_plate(7)[-2:]
    [Mark(column=0, row=5), Mark(column=1, row=0)]
    """
    return [Mark(*divmod(place, ROWS)) for place in range(number)]


def big_road(results: Iterable[Result]) -> list[list[Bead]]:
    """Return the columns, each of one winner, however long. Ties before the first win stand on a bead of their own until it comes."""
    columns: list[list[Bead]] = []
    for result in results:
        if result.winner == TIE:
            if not columns:
                columns.append([Bead(TIE, 0, result)])
            last = columns[-1][-1]
            columns[-1][-1] = last._replace(ties=last.ties + 1)
            continue
        # A bead that has only ties yet takes the first win.
        ties = columns.pop()[0].ties if columns and columns[0][0].winner == TIE else 0
        bead = Bead(result.winner, ties, result)
        if columns and columns[-1][0].winner == result.winner:
            columns[-1].append(bead)
        else:
            columns.append([bead])
    return columns


def lay_out(lengths: Sequence[int]) -> list[list[Mark]]:
    """Return where the marks of columns so long stand: down, and to the right where the board ends or something lies below.

    A long column turns at the bottom into a *dragon tail*; the next ones begin in the first row that is free beside its head.

    >>> [mark for mark in lay_out([7, 1])[0]][-2:], lay_out([7, 1])[1]
    ([Mark(column=0, row=5), Mark(column=1, row=5)], [Mark(column=1, row=0)])
    """
    taken: set[Mark] = set()
    columns: list[list[Mark]] = []
    head = -1
    for length in lengths:
        head += 1
        while Mark(head, 0) in taken:  # a tail that lies in the first row: only where all rows below were taken
            head += 1
        place, marks = Mark(head, 0), list[Mark]()
        turned = False
        for number in range(length):
            if number:
                below = Mark(place.column, place.row + 1)
                # Once it has turned, a tail never goes down again.
                turned = turned or below.row == ROWS or below in taken
                place = Mark(place.column + 1, place.row) if turned else below
            marks.append(place)
        taken.update(marks)
        columns.append(marks)
    return columns


def derived_road(lengths: Sequence[int], look_back: int) -> list[list[Colour]]:
    """Return the columns of a road that compares the big road's columns, so long, with those `look_back` before.

    A result that begins a column is regular if the column before it is as long as the one `look_back` before that. Any other is regular unless
    the column `look_back` before its own ends just above it.
    """
    colours: list[Colour] = []
    for column, length in enumerate(lengths):
        for row in range(length):
            if row == 0:
                if column - 1 - look_back < 0:
                    continue
                is_regular = lengths[column - 1] == lengths[column - 1 - look_back]
            elif column < look_back:
                continue
            else:
                is_regular = lengths[column - look_back] != row
            colours.append(Colour.RED if is_regular else Colour.BLUE)
    columns: list[list[Colour]] = []
    for colour in colours:
        if columns and columns[-1][0] is colour:
            columns[-1].append(colour)
        else:
            columns.append([colour])
    return columns


def ask(lengths: Sequence[int], last: str, look_back: int) -> dict[str, Colour | None]:
    """Return what mark a road would get next if Player won, and if Banker did; None where the road has not begun.

    >>> ask([2, 2], "banker", BIG_EYE_BOY)
    {'player': <Colour.RED: 'red'>, 'banker': <Colour.BLUE: 'blue'>}
    """
    before = [colour for column in derived_road(lengths, look_back) for colour in column]
    marks: dict[str, Colour | None] = {}
    for side in (PLAYER, BANKER):
        longer = [*lengths[:-1], lengths[-1] + 1] if lengths and side == last else [*lengths, 1]
        after = [colour for column in derived_road(longer, look_back) for colour in column]
        marks[side] = after[-1] if len(after) > len(before) else None
    return marks
