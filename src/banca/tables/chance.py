"""Where results come from: entered by the croupier, or drawn from a committed seed and the numbers that players pledged. R-live-3."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from itertools import product
from typing import NamedTuple

from banca.record import FrozenStruct
from banca.rules import _
from banca.rules.refusal import Refusal
from banca.rules.text import citing
from banca.tables.commands import Pledge, Reveal
from banca.tables.events import (
    CommitmentOpened,
    DrawnDevice,
    Event,
    NumberPledged,
    NumberRevealed,
    SeedCommitted,
    SeedLost,
    SeedOpened,
)
from banca.tables.state import PendingDraw

FACES = 6
"""Of a die."""


class ChanceSource(StrEnum):
    """Where results come from."""

    OBSERVED = "observed"
    """The croupier enters what lies on the table."""
    DRAWN = "drawn"
    """The program draws it: from a seed that the house has committed itself to and the players' numbers. R-live-3."""


class DrawKind(StrEnum):
    """What a command needs of chance before it can be decided."""

    DRAW = "draw"
    """A result now."""
    HIDE = "hide"
    """A result now, hidden, of which only the commitment is told."""
    OPEN = "open"
    """The result that was hidden."""
    RECALL = "recall"
    """The result that was hidden, if it can still be opened; without it the command is decided all the same."""


class WeightedResults(NamedTuple):
    """A device that shows one of some results as they are written, each with its whole weight."""

    results: Sequence[tuple[str, int]]

    def has(self, outcome: str) -> bool:
        """Return whether this can come up."""
        return any(written == outcome and weight for written, weight in self.results)

    @property
    def first(self) -> str:
        """One that can come up."""
        return next(written for written, weight in self.results if weight)

    def describe(self) -> DrawnDevice:
        """Return the device as it is published."""
        return DrawnDevice(results=tuple(self.results))


class ShuffledPieces(NamedTuple):
    """All orders of some pieces, each as likely as any; an order is written with blanks between the pieces."""

    pieces: tuple[str, ...]
    together: int = 1
    """How many pieces lie together when they are dealt."""

    def has(self, outcome: str) -> bool:
        """Return whether this is an order of all pieces."""
        return sorted(outcome.split(" ")) == sorted(self.pieces)

    @property
    def first(self) -> str:
        """One that can come up."""
        return " ".join(self.pieces)

    def describe(self) -> DrawnDevice:
        """Return the device as it is published."""
        return DrawnDevice(pieces=self.pieces)


class Dice(NamedTuple):
    """So many dice of six faces, one after the other: `3-1-6-6`."""

    number: int

    @property
    def results(self) -> Sequence[tuple[str, int]]:
        """Everything that they can show, each as likely as any."""
        return tuple(("-".join(map(str, dice)), 1) for dice in product(range(1, FACES + 1), repeat=self.number))

    def has(self, outcome: str) -> bool:
        """Return whether this can come up."""
        faces = outcome.split("-")
        return len(faces) == self.number and set(faces) <= {*"123456"}

    @property
    def first(self) -> str:
        """One that can come up."""
        return "-".join(["1"] * self.number)

    def describe(self) -> DrawnDevice:
        """Return the device as it is published."""
        return DrawnDevice(dice=self.number)


Device = WeightedResults | ShuffledPieces | Dice


class DrawRequest(NamedTuple):
    """What a command needs of chance, and out of which device; None where the result exists already."""

    kind: DrawKind
    device: Device | None = None

    @property
    def is_drawn(self) -> bool:
        """Whether something is drawn now."""
        # What can come up in one way only is not drawn: no seed is spent on it.
        return self.kind is DrawKind.DRAW and not (
            isinstance(self.device, WeightedResults) and len(self.device.results) == 1
        )


class SeedUse(NamedTuple):
    """What becomes of the table's committed seed by a command: it is opened."""

    device: Device | None
    """What is drawn from, or would have been; None where nothing is to be said of that."""
    is_last: bool = False
    """Whether no other seed takes its place, as the table closes."""


class Draw(FrozenStruct):
    """A committed seed that is opened, and what it gives."""

    seed: str = ""
    """Empty where it is lost."""
    outcome: str = ""
    next: str = ""
    """The commitment to the seed of the draw after it."""


def find_draw(events: Sequence[Event]) -> Draw | None:
    """Return the draw that events tell of; None where there was none."""
    following = next((event.commitment for event in events if isinstance(event, SeedCommitted)), "")
    for event in events:
        if isinstance(event, SeedOpened):
            return Draw(seed=event.seed, outcome=event.outcome, next=following)
        if isinstance(event, SeedLost):
            return Draw(next=following)
    return None


class Chance(FrozenStruct):
    """A result that was drawn; with the commitment and the nonce where it is hidden or opened."""

    outcome: str = ""
    commitment: str = ""
    nonce: str = ""
    round: int = 0
    """The round that the commitment names."""
    draw: Draw | None = None
    """How the result follows from the table's committed seed, where it does."""

    def opening(self, commitment: str) -> CommitmentOpened:
        """Return the event by which the result behind a table's commitment is shown."""
        return CommitmentOpened(commitment=commitment, outcome=self.outcome, nonce=self.nonce, round=self.round)


cite = citing("rulebook")
DRAWN_TOGETHER = cite("R-live-3")
"""What is drawn follows from the house's committed seed and the players' numbers."""


def digest_number(nonce: str) -> str:
    """Return what a player pledges: the SHA-256 digest of the number's bytes.

    >>> digest_number("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return sha256(bytes.fromhex(nonce)).hexdigest()


def decide_pledge(window: PendingDraw, command: Pledge, player: str, *, is_open: bool) -> NumberPledged:
    """Let a player pledge a number, once for each draw; refused where the bets are closed."""
    if not is_open:
        raise Refusal(
            "no_pledges_now",
            _(
                "no number can be pledged now; numbers can be pledged at a table that draws its results, while bets are open"
            ),
            DRAWN_TOGETHER,
        )
    if player in window.pledges:
        raise Refusal(
            "pledged_already", _("{asked} has already pledged a number for this draw"), DRAWN_TOGETHER, asked=player
        )
    return NumberPledged(player=player, number=window.number, pledge=command.pledge)


def decide_reveal(window: PendingDraw, command: Reveal, player: str) -> NumberRevealed:
    """Let a player show the number, as it was pledged; refused while bets are open."""
    if not window.is_closed or player not in window.pledges or player in window.nonces:
        raise Refusal(
            "nothing_to_reveal",
            _(
                "there is nothing for {asked} to reveal now; a pledged number is revealed once, after the bets close and before the draw"
            ),
            DRAWN_TOGETHER,
            asked=player,
        )
    if digest_number(command.nonce) != window.pledges[player]:
        raise Refusal("not_as_pledged", _("this is not the number that {asked} pledged"), DRAWN_TOGETHER, asked=player)
    return NumberRevealed(player=player, number=window.number, nonce=command.nonce)


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """The results of a device by something to be seen in each: its values, their weights, and which result has which.

    A game says so of what its facts do not show, such as a place on the rim, in the part `watch` of its folder.
    """

    id: str
    says: str
    of: Mapping[str, Hashable]
    """Each result as it is written, with its value; more spellings than one may have the same."""
    weights: Mapping[str, int]
    """Each result, once."""
    is_of_written: bool = False
    order: tuple[Hashable, ...] = field(default=())
    """The values in order; as they come where none is given."""

    @property
    def values(self) -> tuple[Hashable, ...]:
        """Each once."""
        return self.order or tuple(dict.fromkeys(self.of.values()))

    def chances(self) -> tuple[Fraction, ...]:
        """Of each value, exactly."""
        total = sum(self.weights.values())
        sums = dict.fromkeys(self.values, 0)
        for result, weight in self.weights.items():
            sums[self.of[result]] += weight
        return tuple(Fraction(sums[value], total) for value in self.values)

    def classes(self) -> dict[str, int]:
        """Return the class of each result."""
        number = {value: index for index, value in enumerate(self.values)}
        return {result: number[value] for result, value in self.of.items()}
