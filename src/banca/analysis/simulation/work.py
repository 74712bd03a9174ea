"""Work that is cut into blocks of sessions: any block may be done anywhere, in any order."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, Self

from banca.analysis.simulation.records import NET, Array
from banca.analysis.simulation.tally import Tally, exact_sum, sum_of_products

FEWEST_SESSIONS, MOST_SESSIONS = 8, 1 << 14
"""Sessions of a block; eight at least, as eight are played at once."""


class Runnable(Protocol):
    """Whatever can play sessions by their numbers."""

    @property
    def rounds(self) -> int:
        """Rounds of a session."""
        ...

    @property
    def points(self) -> tuple[int, ...]:
        """The rounds after which the money is looked at."""
        ...

    @property
    def rounds_per_block(self) -> int:
        """How many rounds make a block that is neither too long to wait for nor too short to be worth counting."""
        ...

    @property
    def outcomes(self) -> tuple[object, ...]:
        """What a session's outcomes depend on beside its number; strategies with the same are played over the same."""
        ...

    @property
    def unit(self) -> Fraction:
        """What one of luck is worth, in avos; 0 where the exact mean is not worked out."""
        ...

    @property
    def drift(self) -> Fraction:
        """By how much luck is counted too low per avo staked, where its unit is too coarse for the exact mean."""
        ...

    @property
    def edge(self) -> Fraction | None:
        """The exact mean per amount staked, where it does not depend on what is staked."""
        ...

    @property
    def grain(self) -> int:
        """What all net results are multiples of, in avos."""
        ...

    def run(self, seed: int, first: int, count: int) -> tuple[Array, Array]:
        """Records and paths of sessions."""
        ...


@dataclass(frozen=True, slots=True)
class Tallied:
    """Tallies of the strategies, and for each but the first the sums of how much better its sessions ended than the first's."""

    tallies: tuple[Tally, ...]
    better: tuple[tuple[int, int], ...]

    def __add__(self, other: Self) -> "Tallied":
        tallies = tuple(mine + theirs for mine, theirs in zip(self.tallies, other.tallies, strict=True))
        better = tuple((a + c, b + d) for (a, b), (c, d) in zip(self.better, other.better, strict=True))
        return Tallied(tallies, better)


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Strategies to be played over the same outcomes, so many sessions each."""

    programs: tuple[Runnable, ...]
    seed: int
    sessions: int

    @property
    def per_block(self) -> int:
        """Sessions of a block; the last may have fewer."""
        wanted = min(program.rounds_per_block // program.rounds for program in self.programs)
        return min(max(wanted, FEWEST_SESSIONS), MOST_SESSIONS)

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return -(-self.sessions // self.per_block)

    def run(self, block: int) -> Tallied:
        """Do one block."""
        first = block * self.per_block
        count = min(self.per_block, self.sessions - first)
        tallies, nets = [], []
        for program in self.programs:
            records, paths = program.run(self.seed, first, count)
            tallies.append(Tally.of(records, paths))
            nets.append(records[:, NET])
        apart = [net - nets[0] for net in nets[1:]]
        return Tallied(tuple(tallies), tuple((exact_sum(one), sum_of_products(one, one)) for one in apart))
