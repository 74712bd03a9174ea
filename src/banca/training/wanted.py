"""What names an exercise: its game, the house's options, a level, a seed, and what is to be practised most."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

MOST_SEED = 2**31 - 1
MOST_WEIGHT = 9


class ExerciseKind(StrEnum):
    """What an exercise asks for."""

    BETS = "bets"
    """What becomes of each bet, and what it is paid."""
    PICTURE = "picture"
    """Several bets of one player on one result, paid as one sum."""
    CUTTING = "cutting"
    """An amount in the fewest chips."""
    PAYOUT = "payout"
    """Chips that are handed over for a winning bet: right, too little, too much."""
    NULL = "null"
    """What was seen of a throw: whether it counts, and by which article it is null."""
    EXPOSURE = "exposure"
    """What the house may have to pay at most on the next result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How much lies on the layout."""

    bets: int
    players: int
    chips: tuple[int, ...]
    """What the table's smallest chip may be, in avos."""
    has_breakage: bool
    """Stakes whose prizes need rounding are taken too."""


LEVELS = {
    1: Level(bets=1, players=1, chips=(100,), has_breakage=False),
    2: Level(bets=3, players=1, chips=(100,), has_breakage=False),
    3: Level(bets=6, players=3, chips=(50, 100, 500), has_breakage=True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedExercise:
    """Made again from the same, an exercise is the same: nobody has to remember it."""

    game: str
    kind: ExerciseKind = ExerciseKind.BETS
    level: int = 1
    seed: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    weights: Mapping[str, int] = field(default_factory=dict)
    """How much each family of bets is to be practised, from 1 up; those not named count 1."""

    @property
    def terms(self) -> Level:
        """How much lies on the layout."""
        return LEVELS[self.level]

    def chance(self) -> Random:
        """The exercise's own source of chance, for nothing but exercises."""
        named = (
            self.game,
            self.level,
            self.seed,
            sorted((name, str(value)) for name, value in self.options.items()),
            sorted(self.weights.items()),
            *([] if self.kind == ExerciseKind.BETS else [str(self.kind)]),
        )
        return Random(repr(named))  # no money hangs on it

    def weight(self, families: Iterable[str]) -> int:
        """How much the most wanted of these families is to be practised."""
        return max(self.weights.get(family, 1) for family in families)
