"""What many sessions came to: sums that may be added in any order, on any machine, to the same result."""

from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np

from banca.jit import jit
from banca.simulation.buckets import BUCKETS, count_columns
from banca.simulation.compiled.records import ENDED, LONGEST, LUCK, NET, ROUNDS, STAKED, Array
from banca.simulation.session import Ended

LONGEST_COUNTED = 1000
"""Losing runs from this length on are counted as this long."""


@dataclass(slots=True, kw_only=True, eq=False)
class Tally:
    """Sums over sessions. Products are summed as floats within a block of sessions and as whole numbers across blocks."""

    sessions: int
    net: int
    staked: int
    rounds: int
    luck: int
    net_net: int
    staked_staked: int
    rounds_rounds: int
    luck_luck: int
    net_staked: int
    net_rounds: int
    ahead: int
    ended: Array
    """Sessions by how they ended."""
    longest: Array
    """Sessions by their longest losing run."""
    lasted: Array
    """Sessions by rounds, in buckets."""
    worth: Array
    """Per point of the session: sessions by net worth, in buckets."""

    @classmethod
    def of(cls, records: Array, paths: Array) -> Self:
        """The tally of some sessions."""
        net, staked, rounds, luck = (records[:, column] for column in (NET, STAKED, ROUNDS, LUCK))
        lasted = np.zeros((1, BUCKETS), dtype=np.int64)
        worth = np.zeros((paths.shape[1], BUCKETS), dtype=np.int64)
        count_columns(records[:, ROUNDS : ROUNDS + 1], lasted)
        count_columns(paths, worth)
        longest = np.minimum(records[:, LONGEST], LONGEST_COUNTED)
        return cls(
            sessions=len(records),
            net=_sum(net),
            staked=_sum(staked),
            rounds=_sum(rounds),
            luck=_sum(luck),
            net_net=int(_products(net, net)),
            staked_staked=int(_products(staked, staked)),
            rounds_rounds=int(_products(rounds, rounds)),
            luck_luck=int(_products(luck, luck)),
            net_staked=int(_products(net, staked)),
            net_rounds=int(_products(net, rounds)),
            ahead=int((net > 0).sum()),
            ended=np.bincount(records[:, ENDED], minlength=len(Ended)),
            longest=np.bincount(longest, minlength=LONGEST_COUNTED + 1),
            lasted=lasted[0],
            worth=worth,
        )

    def __add__(self, other: Self) -> Self:
        return type(self)(**{one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)})

    def as_data(self) -> dict[str, Any]:
        """For a checkpoint: whole numbers, and of the counts those above zero."""
        data: dict[str, Any] = {}
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, np.ndarray):
                (places,) = value.reshape(-1).nonzero()
                filled = [[int(place), int(value.reshape(-1)[place])] for place in places]
                data[one.name] = {"shape": list(value.shape), "counts": filled}
            else:
                data[one.name] = value
        return data

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """From a checkpoint."""
        values: dict[str, Any] = {}
        for one in fields(cls):
            value = data[one.name]
            if isinstance(value, dict):
                array = np.zeros(value["shape"], dtype=np.int64)
                for place, count in value["counts"]:
                    array.reshape(-1)[place] = count
                values[one.name] = array
            else:
                values[one.name] = int(value)
        return cls(**values)


def _sum(column: Array) -> int:
    """An exact sum, in two halves that cannot overflow."""
    return (int((column >> 32).sum()) << 32) + int((column & 0xFFFF_FFFF).sum())


@jit()
def _products(left: Any, right: Any) -> Any:
    """The sum of products as a float, one after the other: the same on every machine."""
    total = 0.0
    for place in range(left.shape[0]):
        total += np.float64(left[place]) * np.float64(right[place])
    return total
