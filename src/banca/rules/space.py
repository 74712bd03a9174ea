"""The chance device as a finite space of outcomes with integer weights."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from banca.rules.citation import Citation

Outcome = Hashable
"""A result of the device: two dice, a section, cards."""

Fact = int | str | bool | tuple[int, ...] | tuple[str, ...]
"""Something to be seen in an outcome: a total, a colour, the cards."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Space:
    """Every outcome once, with its weight; chances are weight over total, divided as late as possible.

    >>> dice = Space.uniform((a, b) for a in range(1, 7) for b in range(1, 7))
    >>> dice.total, dice.chance(lambda pair: sum(pair) == 7)
    (36, Fraction(1, 6))
    """

    weights: tuple[tuple[Outcome, int], ...]
    cite: Citation | None = None
    """The clause that makes the outcomes as likely as they are."""
    weighed_by: tuple[Citation, ...] = ()
    """The clauses, in the regulation's order, if each outcome has its weight by a clause of its own."""

    @classmethod
    def uniform(cls, outcomes: Iterable[Outcome], cite: Citation | None = None) -> Self:
        """Return a space of equally likely outcomes."""
        return cls(tuple((outcome, 1) for outcome in outcomes), cite)

    def __repr__(self) -> str:
        return f"<space of {len(self)} outcomes, total weight {self.total}>"

    def __iter__(self) -> Iterator[tuple[Outcome, int]]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def total(self) -> int:
        """The weight of all outcomes together."""
        return sum(weight for _, weight in self.weights)

    def through(self, sees: Callable[[Any], Outcome]) -> "Space":
        """Return the space as a bet sees it, e.g. two dice through their total."""
        weights: dict[Outcome, int] = {}
        for outcome, weight in self.weights:
            seen = sees(outcome)
            weights[seen] = weights.get(seen, 0) + weight
        return Space(tuple(weights.items()), self.cite, self.weighed_by)

    def given(self, condition: Callable[[Any], bool]) -> "Space":
        """Return the space of the outcomes that meet `condition`."""
        return Space(tuple(pair for pair in self.weights if condition(pair[0])), self.cite, self.weighed_by)

    def chance(self, condition: Callable[[Any], bool]) -> Fraction:
        """Return the exact chance of the outcomes that meet `condition`."""
        return Fraction(self.given(condition).total, self.total)
