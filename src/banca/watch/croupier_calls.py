"""Evidence that a croupier calls differently from the others: day by day, given how many calls each made and how many were of a kind.

Nobody knows how often dice leave the board, and it may change from day to day. So nothing is asked of that: if on one day the calls of a game
are alike whoever makes them, then, given how many calls one croupier and all others made and how many of them were null, the number of the
croupier's own is hypergeometric. A tilt of that has a mean of exactly 1, where the number of calls is fixed beforehand; a null is thrown
again, which makes the mean a little less.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from msgspec import Struct

from banca.watch.e_values import MOST_CAPITAL

THETAS = tuple(Fraction(theta) for theta in ("-2/3", "-1/3", "1/2", "1", "2"))
"""By how much the croupier's odds of such a call differ from the others'."""


class CallCount(NamedTuple):
    """Calls of a game on one day: one croupier's, and everybody's."""

    own: int
    own_calls: int
    """All calls by the croupier; `own` of them are of the kind."""
    kind: int
    """All calls of the kind, by everybody."""
    calls: int


def hypergeometric(count: CallCount) -> Iterator[tuple[int, Fraction]]:
    """How many of the kind may be the croupier's own, each with its chance where all call alike."""
    ways = comb(count.calls, count.kind)
    for own in range(max(0, count.kind - (count.calls - count.own_calls)), min(count.kind, count.own_calls) + 1):
        likely = comb(count.own_calls, own) * comb(count.calls - count.own_calls, count.kind - own)
        yield own, Fraction(likely, ways)


def factor(theta: Fraction, count: CallCount) -> Fraction:
    """By how much a capital that bets on (1 + theta) times the odds grows in a day."""
    mean = sum((chance * (1 + theta) ** own for own, chance in hypergeometric(count)), Fraction(0))
    return (1 + theta) ** count.own / mean


class CallsState(Struct, frozen=True, kw_only=True):
    """What was bet on one croupier's calls of a kind, as it is kept."""

    days: int = 0
    capital: list[float] = []
    """By tilt; 1 each before the first day."""
    own: int = 0
    own_calls: int = 0
    expected: float = 0.0
    """How many would have been the croupier's own on average."""


def compared(state: CallsState, days: Sequence[CallCount]) -> CallsState:
    """Return the state after further days, or games of a day; those with nothing to compare change nothing."""
    capital = list(state.capital) or [1.0] * len(THETAS)
    expected = state.expected
    for day in days:
        expected += day.own_calls * day.kind / day.calls
        capital = [
            min(own * float(factor(theta, day)), MOST_CAPITAL) for own, theta in zip(capital, THETAS, strict=True)
        ]
    return CallsState(
        days=state.days + len(days),
        capital=capital,
        own=state.own + sum(day.own for day in days),
        own_calls=state.own_calls + sum(day.own_calls for day in days),
        expected=expected,
    )


def capital_of(state: CallsState) -> float:
    """The e-value now."""
    return sum(state.capital) / len(THETAS) if state.capital else 1.0
