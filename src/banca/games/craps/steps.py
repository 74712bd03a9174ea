"""How craps bets move: each function makes the `step` of a family of bets.

A line bet stands on FIRST_THROW until a number becomes its point, then on that number.
"""

from collections.abc import Mapping

from banca.games.craps.device import Pair, total
from banca.rules import LOSE, PUSH, Stay, Step, Verdict, Win, _, _p

FIRST_THROW = _("first throw")
"""For Pass and Don't Pass, the come-out."""
ITS_FIRST_THROW = _p("come", "first throw")
"""The same state of Come and Don't Come, as 5.2.5 names it in Chinese."""
POINTS = (4, 5, 6, 8, 9, 10)

Point = int | str


def line(prize: Win) -> Step:
    """Pass Line and Come: 7 or 11 wins the first throw, 2, 3 or 12 loses it; then the point before a seven. craps 5.2.1, 5.2.5."""

    def step(point: Point, thrown: int) -> Verdict:
        if point == FIRST_THROW:
            if thrown in (7, 11):
                return prize
            return LOSE if thrown in (2, 3, 12) else Stay(thrown)
        if thrown == point:
            return prize
        return LOSE if thrown == 7 else Stay(point)

    return step


def dont(prize: Win) -> Step:
    """Don't Pass and Don't Come: 2 or 3 wins the first throw, 7 or 11 loses it, 12 ties; then a seven before the point. craps 5.2.3, 5.2.6."""

    def step(point: Point, thrown: int) -> Verdict:
        if point == FIRST_THROW:
            if thrown in (2, 3):
                return prize
            if thrown == 12:
                return PUSH
            return LOSE if thrown in (7, 11) else Stay(thrown)
        if thrown == 7:
            return prize
        return LOSE if thrown == point else Stay(point)

    return step


def number_before_seven(number: int, prize: Win) -> Step:
    """The number wins, a seven loses, any other total decides nothing. craps 5.2.2, 5.4.2."""

    def step(state: Point, thrown: int) -> Verdict:
        if thrown == number:
            return prize
        return LOSE if thrown == 7 else Stay(state)

    return step


def seven_before_number(number: int, prize: Win) -> Step:
    """A seven wins, the number loses, any other total decides nothing. craps 5.2.4."""

    def step(state: Point, thrown: int) -> Verdict:
        if thrown == 7:
            return prize
        return LOSE if thrown == number else Stay(state)

    return step


def one_throw(verdicts: Mapping[int, Verdict]) -> Step:
    """The next throw decides: a total with a verdict has it, any other loses. craps 5.3."""

    def step(_: Point, thrown: int) -> Verdict:
        return verdicts.get(thrown, LOSE)

    return step


def hard_way(number: int, prize: Win) -> Step:
    """The number as a pair wins; a seven, or the number any other way, loses. craps 5.4.1."""

    def step(state: Point, pair: Pair) -> Verdict:
        if total(pair) == number:
            return prize if pair[0] == pair[1] else LOSE
        return LOSE if total(pair) == 7 else Stay(state)

    return step
