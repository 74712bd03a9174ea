"""Results that come from outside the rules: seen by the croupier, or drawn; what can come up, and what was asked of chance."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import product
from typing import NamedTuple

from msgspec import Struct

from banca.live.draw_event import DrawnDevice, SeedCommitted, SeedLost, SeedOpened
from banca.live.event import CommitmentOpened, Event

FACES = 6
"""Of a die."""
WRITTEN = frozenset(map(str, range(1, FACES + 1)))


class ChanceSource(StrEnum):
    """Where results come from."""

    OBSERVED = "observed"
    """The croupier enters what lies on the table."""
    DRAWN = "drawn"
    """The program draws it: from a seed that the house has committed itself to and the players' numbers. R-live-3."""


class Want(StrEnum):
    """What a command needs of chance before it can be decided."""

    DRAW = "draw"
    """A result now."""
    HIDE = "hide"
    """A result now, hidden, of which only the commitment is told."""
    OPEN = "open"
    """The result that was hidden."""
    RECALL = "recall"
    """The result that was hidden, if it can still be opened; without it the command is decided all the same."""


class Weighted(NamedTuple):
    """Results as they are written, each with its whole weight."""

    results: Sequence[tuple[str, int]]

    def has(self, outcome: str) -> bool:
        """Whether this can come up."""
        return any(written == outcome and weight for written, weight in self.results)

    @property
    def first(self) -> str:
        """One that can come up."""
        return next(written for written, weight in self.results if weight)


class Shuffled(NamedTuple):
    """All orders of some pieces, each as likely as any; an order is written with blanks between the pieces."""

    pieces: tuple[str, ...]
    together: int = 1
    """How many pieces lie together when they are dealt."""

    def has(self, outcome: str) -> bool:
        """Whether this is an order of all pieces."""
        return sorted(outcome.split(" ")) == sorted(self.pieces)

    @property
    def first(self) -> str:
        """One that can come up."""
        return " ".join(self.pieces)


class Dice(NamedTuple):
    """So many dice of six faces, one after the other: `3-1-6-6`."""

    number: int

    @property
    def results(self) -> Sequence[tuple[str, int]]:
        """Everything that they can show, each as likely as any."""
        return tuple(("-".join(map(str, dice)), 1) for dice in product(range(1, FACES + 1), repeat=self.number))

    def has(self, outcome: str) -> bool:
        """Whether this can come up."""
        parts = outcome.split("-")
        return len(parts) == self.number and all(part in WRITTEN for part in parts)

    @property
    def first(self) -> str:
        """One that can come up."""
        return "-".join(["1"] * self.number)


Possible = Weighted | Shuffled | Dice


class Wanted(NamedTuple):
    """What a command needs of chance, and out of which results; None where the result exists already."""

    want: Want
    possible: Possible | None = None

    @property
    def is_drawn(self) -> bool:
        """Whether something is drawn now: what can come up in one way only is not."""
        return self.want is Want.DRAW and not (isinstance(self.possible, Weighted) and len(self.possible.results) == 1)


class SeedUse(NamedTuple):
    """What becomes of the table's committed seed by a command: it is opened."""

    possible: Possible | None
    """What is drawn from, or would have been; None where nothing is to be said of that."""
    is_last: bool = False
    """Whether no other seed takes its place, as the table closes."""


class Draw(Struct, frozen=True, kw_only=True):
    """A committed seed that is opened, and what it gives."""

    seed: str = ""
    """Empty where it is lost."""
    outcome: str = ""
    next: str = ""
    """The commitment to the seed of the draw after it."""


def device_of(possible: Possible) -> DrawnDevice:
    """As it is published."""
    match possible:
        case Weighted():
            return DrawnDevice(results=tuple(possible.results))
        case Dice():
            return DrawnDevice(dice=possible.number)
        case Shuffled():
            return DrawnDevice(pieces=possible.pieces)


def draw_in(events: Sequence[Event]) -> Draw | None:
    """The draw that events tell of."""
    after = next((event.commitment for event in events if isinstance(event, SeedCommitted)), "")
    for event in events:
        if isinstance(event, SeedOpened):
            return Draw(seed=event.seed, outcome=event.outcome, next=after)
        if isinstance(event, SeedLost):
            return Draw(next=after)
    return None


class Chance(Struct, frozen=True, kw_only=True):
    """A result that was drawn; with the commitment and the nonce where it is hidden or opened."""

    outcome: str = ""
    commitment: str = ""
    nonce: str = ""
    round: int = 0
    """The round that the commitment names."""
    draw: Draw | None = None
    """How the result follows from the table's committed seed, where it does."""

    def opening(self, commitment: str) -> CommitmentOpened:
        """The result that was hidden behind a table's commitment, as it is shown."""
        return CommitmentOpened(commitment=commitment, outcome=self.outcome, nonce=self.nonce, round=self.round)


UNKNOWN = Chance(commitment="?", nonce="?")
"""In place of a result, where it is only tried whether something could be done."""
