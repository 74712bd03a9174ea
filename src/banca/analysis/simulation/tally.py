"""What many sessions came to: sums that may be added in any order, on any machine, to the same result."""

from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np

from banca.analysis.simulation.records import ENDED, LONGEST, LUCK, NET, ROUNDS, STAKED, Array
from banca.analysis.simulation.session import Ended
from banca.analysis.simulation.spread import Spread
from banca.jit import jit

LASTED, RUNS = range(2)
"""The rows of `Tally.lengths`."""


@dataclass(slots=True, kw_only=True, eq=False)
class Tally:
    """Sums over sessions. Products are summed as floats within a block of sessions and as whole numbers across blocks."""

    sessions: int
    net: int
    staked: int
    rounds: int
    luck: int
    longest: int
    net_net: int
    staked_staked: int
    rounds_rounds: int
    luck_luck: int
    net_staked: int
    net_rounds: int
    ahead: int
    ended: tuple[int, ...]
    """Sessions by how they ended."""
    lengths: Spread
    """How many rounds sessions lasted, and their longest losing runs."""
    worth: Spread
    """Net worth at each point of the session."""

    @classmethod
    def of(cls, records: Array, paths: Array) -> Self:
        """The tally of some sessions."""
        net, staked, rounds, luck = (records[:, column] for column in (NET, STAKED, ROUNDS, LUCK))
        return cls(
            sessions=len(records),
            net=exact_sum(net),
            staked=exact_sum(staked),
            rounds=exact_sum(rounds),
            luck=exact_sum(luck),
            longest=exact_sum(records[:, LONGEST]),
            net_net=sum_of_products(net, net),
            staked_staked=sum_of_products(staked, staked),
            rounds_rounds=sum_of_products(rounds, rounds),
            luck_luck=sum_of_products(luck, luck),
            net_staked=sum_of_products(net, staked),
            net_rounds=sum_of_products(net, rounds),
            ahead=int((net > 0).sum()),
            ended=tuple(np.bincount(records[:, ENDED], minlength=len(Ended)).tolist()),
            lengths=Spread.of(records[:, (ROUNDS, LONGEST)]),
            worth=Spread.of(paths),
        )

    def __add__(self, other: Self) -> Self:
        sums = {one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)}
        sums["ended"] = tuple(mine + theirs for mine, theirs in zip(self.ended, other.ended, strict=True))
        return type(self)(**sums)

    def as_data(self) -> dict[str, Any]:
        """For a checkpoint."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: value.as_data() if isinstance(value, Spread) else value for name, value in values.items()}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """From a checkpoint."""
        values: dict[str, Any] = {one.name: data[one.name] for one in fields(cls)}
        values["ended"] = tuple(values["ended"])
        return cls(**values | {name: Spread.from_data(values[name]) for name in ("lengths", "worth")})


def exact_sum(column: Array) -> int:
    """A sum in two halves that cannot overflow."""
    return (int((column >> 32).sum()) << 32) + int((column & 0xFFFF_FFFF).sum())


def sum_of_products(left: Array, right: Array) -> int:
    """To a float's precision, and the same on every machine."""
    return int(_products(left, right))


@jit()
def _products(left: Any, right: Any) -> Any:
    total = 0.0
    for place in range(left.shape[0]):
        total += np.float64(left[place]) * np.float64(right[place])
    return total
