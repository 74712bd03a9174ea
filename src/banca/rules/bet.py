"""Bets as small automata: a start, what each outcome does to each state, and what a decision pays."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Self

from banca.record import FrozenStruct
from banca.rules.refusal import Refusal, refusal
from banca.rules.text import Citation, Text, _


class Odds(FrozenStruct, kw_only=False):
    """`Odds(7, 6)` is "7 to 6": a prize of 7 for every 6 staked.

    >>> str(Odds(7, 6)), Odds(27, 4).ratio
    ('7 to 6', Fraction(27, 4))
    """

    prize: int
    stake: int = 1

    @property
    def ratio(self) -> Fraction:
        """Prize per unit staked."""
        return Fraction(self.prize, self.stake)

    @property
    def reduced(self) -> "Odds":
        """The same odds in the smallest numbers.

        >>> str(Odds(6, 6).reduced)
        '1 to 1'
        """
        return Odds(self.ratio.numerator, self.ratio.denominator)

    def __str__(self) -> str:
        return f"{self.prize} to {self.stake}"


EVEN = Odds(1)
"""1 to 1."""

State = Hashable
"""What a bet remembers between outcomes: a point, or that it was placed."""


class Win(FrozenStruct, kw_only=False):
    """The stake comes back with a prize; `cite` is the clause that fixes the prize."""

    odds: Odds
    cite: Citation
    row: str = ""
    """For a proposed bet: the row of its own table of prizes."""


class Lose(FrozenStruct, kw_only=False):
    """The house takes `share` of the stake; `cite` only if a clause other than the bet's own decides."""

    cite: Citation | None = None
    share: Fraction = Fraction(1)


class Push(FrozenStruct, kw_only=False):
    """A tie: the stake comes back and nothing is won."""

    cite: Citation | None = None


class Stay(FrozenStruct, kw_only=False):
    """No decision yet: the bet stands in `state`; `cite` only if a clause other than the bet's own moves it there."""

    state: State
    cite: Citation | None = None


Decided = Win | Lose | Push
"""A verdict that ends a bet."""
Verdict = Decided | Stay
"""What an outcome does to a bet."""

KINDS: dict[type[Verdict], str] = {Win: "win", Lose: "lose", Push: "push", Stay: "stands"}
"""The name of each verdict in reports and certificates."""

LOSE = Lose()
"""The stake is lost."""
PUSH = Push()
"""The stake comes back."""

Outcome = Hashable
"""A result of the device: two dice, a section, cards."""

Fact = int | str | bool | tuple[int, ...] | tuple[str, ...]
"""Something to be seen in an outcome: a total, a colour, the cards."""


class Space(FrozenStruct, kw_only=False, eq=False):
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
    counts_as: Callable[[Any], Outcome | None] | None = None
    """Where one outcome is listed for all that no bet tells apart (cards in one order of many): the listed one of any; None if it cannot come up."""

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

    def find(self, outcome: Outcome) -> Outcome | None:
        """Return the listed outcome that this one counts as; None if it cannot come up."""
        if self.counts_as is not None:
            return self.counts_as(outcome)
        return next((listed for listed, _ in self.weights if listed == outcome), None)

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


class Withdrawal(FrozenStruct):
    """When a bet may be taken back, in words, and the clause."""

    when: Text
    cite: Citation


class Place(StrEnum):
    """An end of the layout."""

    HEAD = "head"
    FOOT = "foot"


Step = Callable[[Any, Any], Verdict]
"""How a bet moves: from a state and an outcome to a verdict."""

PLACED = _("placed")
"""The start of a bet that the next outcome decides, and of any bet without a state of its own."""


def whole(outcome: Outcome) -> Outcome:
    """A bet that sees the outcome as it is."""
    return outcome


class Commission(FrozenStruct):
    """The part of a prize that the house keeps, and the clause that grants it."""

    rate: Fraction
    cite: Citation


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Bet:
    """One row of a game's table of bets."""

    id: str
    name: str
    """Its name in words; `{}` stands for the selection."""
    family: str = ""
    """The common name of the bets of its id, if the name without a selection would be another bet's."""
    selection: str = ""
    label: str = ""
    """The name of the selection, if it differs from how it is written."""
    cite: Citation
    reads: tuple[Citation, ...] = ()
    """Further clauses, readings and reconstructions that its outcome rests on."""
    decided_by: Citation | None = None
    """The clause by which an outcome decides it, if that is not `cite`."""
    space: Space
    sees: Callable[[Any], Outcome] = whole
    """The part of the outcome that the bet looks at: a total, a count, a colour."""
    shows: Callable[[Any], Outcome] | None = None
    """The part of the outcome that a layout shows, if other prizes make the bet look at more."""
    counts: Mapping[int, str] = field(default_factory=dict)
    """The words for each number that it looks at, if that counts something: "three dice with the chosen figure"."""
    start: State = PLACED
    step: Step
    commission: Commission | None = None
    about: str = ""
    """Its description if no clause has one: for a proposed bet, the words of its file."""
    wins: str = ""
    """When it wins and loses, without its prize, if its clause also says what is paid or does not say when."""
    place: Place = Place.FOOT
    """The place of a proposed bet on a layout whose drawing does not know it."""
    added_to: str = ""
    """For an additional bet: the id of the flat bet it is added to, which must stand on its number."""

    @property
    def key(self) -> str:
        """How the command line names it: `small`, `total:6`."""
        return f"{self.id}:{self.selection}" if self.selection else self.id

    def __repr__(self) -> str:
        return f"<bet {self.key} ({self.cite})>"

    def verdict(self, state: State, outcome: Hashable) -> Verdict:
        """Return what `outcome` does to this bet in `state`."""
        return self.step(state, self.sees(outcome))


TOO_MANY_STATES = refusal("too_many_states", _("{bet} has more than {allowed} states"))

MOST_STATES = 100_000


class Automaton(FrozenStruct, kw_only=False, eq=False):
    """The finite table of a bet: one row per state, one cell per outcome that the bet tells apart.

    A cell is the index of the next state, or the decision. States are in the order of discovery, the start first.
    """

    space: Space
    states: tuple[State, ...]
    rows: tuple[tuple[int | Decided, ...], ...]


def explore(bet: Bet, most_states: int = MOST_STATES) -> Automaton:
    """Follow `step` from the start over the whole space until no new state appears."""
    # Outcomes that the bet cannot tell apart are one cell: a total has 11 of them, and not 36.
    space = bet.space.through(bet.sees)
    outcomes = [outcome for outcome, _ in space]
    states = [bet.start]
    index = {bet.start: 0}
    rows: list[tuple[int | Decided, ...]] = []
    step = bet.step
    for state in states:  # grows while it is walked
        row: list[int | Decided] = []
        for outcome in outcomes:
            verdict = step(state, outcome)
            if isinstance(verdict, Stay):
                # A state that is new takes the next index, by which it is known to be new.
                following = index.setdefault(verdict.state, len(states))
                if following == len(states):
                    states.append(verdict.state)
                row.append(following)
            else:
                row.append(verdict)
        # A proposed bet may count without end: its step comes from somebody else's file.
        if len(states) > most_states:
            raise Refusal(TOO_MANY_STATES, bet.cite, bet=bet.key, allowed=most_states)
        rows.append(tuple(row))
    return Automaton(space, tuple(states), tuple(rows))
