"""What every compiled program of a strategy has: where its outcomes come from, and what its counts mean."""

from dataclasses import dataclass
from fractions import Fraction

from banca.analysis.simulation.compiled.chance import OutcomeClasses
from banca.analysis.simulation.compiled.tables import CompiledTables


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReadyProgram:
    """Plain arrays, sent anywhere."""

    chance: OutcomeClasses
    tables: CompiledTables
    denominator: int
    grain: int
    """What all net results are multiples of, in avos."""
    edge: Fraction | None
    """The exact mean per amount staked, where it does not depend on what is staked."""
    drift: Fraction
    """By how much luck is counted too low per amount staked; 0 where it is counted exactly."""

    @property
    def rounds(self) -> int:
        """Rounds of a session."""
        return self.tables.rounds

    @property
    def points(self) -> tuple[int, ...]:
        """The rounds after which the money is looked at."""
        return tuple(self.tables.points.tolist())

    @property
    def outcomes(self) -> tuple[object, ...]:
        """The weights of the space drawn from."""
        return tuple(self.chance.upper.tolist())

    @property
    def unit(self) -> Fraction:
        """What one of luck is worth, in avos."""
        return Fraction(self.tables.minimum, self.denominator)
