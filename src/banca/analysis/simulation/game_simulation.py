"""What a game's folder exports as `simulation` where a list of bets against the house does not fit."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

from banca.analysis.simulation.strategy import AnyStrategy, Session
from banca.files import Entries
from banca.games import find, names
from banca.law import Texts

if TYPE_CHECKING:
    from banca.analysis.simulation.tally import Program


class UniformRound(NamedTuple):
    """A round that is played with from `low` to below `high` in hand, in avos."""

    low: int
    high: int
    at_risk: int
    nets: dict[int, int]
    """What it may bring, with weights out of the total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UniformRounds:
    """A session of such rounds; with money for which there is none, one is ruined. The richest first."""

    session: Session
    rounds: Iterable[UniformRound]
    count: int
    """Of these rounds, which may be too many to be looked at."""
    total: int


S = TypeVar("S", bound=AnyStrategy)
EXPORTS = ("KEYS", "NO_EXACT_MEAN", "read", "make_program", "rounds_alike")
"""What such a file must have, as `GameSimulation` says."""


class GameSimulation(Protocol[S]):
    """How strategies of one game are read and played.

    The module is imported wherever strategies are listed, without the extra `fast` too: what is compiled is imported by the
    functions that need it.
    """

    @property
    def KEYS(self) -> tuple[str, ...]:  # noqa: N802 - a constant of the module
        """What a strategy file of this game may say beside `title`, `game`, `limits` and `session`."""
        ...

    @property
    def NO_EXACT_MEAN(self) -> str:  # noqa: N802 - likewise
        """Why a report gives no exact mean beside the measured one, for a program whose `unit` is 0; else nothing."""
        ...

    def read(self, entries: Entries, title: Texts, session: Session) -> S:
        """The strategy that these entries of a file say; what the rules think of it is the business of `make_program`."""
        ...

    def make_program(self, strategy: S) -> "Program":
        """The strategy ready to run compiled; refused where it asks for what the rules do not allow."""
        ...

    def rounds_alike(self, strategy: S) -> "UniformRounds | None":
        """What an exact evening is worked out from; None where the rounds are not alike, or not known exactly."""
        ...


def find_game_simulation(game: str) -> GameSimulation[Any] | None:
    """Return what a game exports; None where its strategies are lists of bets, or where there is no such game."""
    # A module found by its name: that it has what the protocol asks is checked when it is read.
    return cast("GameSimulation[Any] | None", find(game).part("simulation", *EXPORTS) if game in names() else None)


def no_exact_mean(game: str) -> str:
    """Return why a report on a game gives no exact mean, where it gives none."""
    part = find_game_simulation(game)
    return part.NO_EXACT_MEAN if part else ""
