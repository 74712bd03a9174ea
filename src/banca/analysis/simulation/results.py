"""What sessions add up to: means beside the exact figures, chances, the spread of the money over time."""

import math
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from typing import Any, Protocol, Self

import numpy as np

from banca.analysis.simulation.strategy import Ended
from banca.jit import jit, piece

Array = np.ndarray[Any, Any]

NET, STAKED, ROUNDS, LUCK, LONGEST, ENDED = range(6)
"""The columns of a finished session: money in avos, luck in units over the plan's denominator."""
RECORD = 6

SEAT, WORTH, RUN, POINT, TURN, AT, KEPT = 0, 5, 6, 7, 8, 9, 10
"""Further columns of a session under way, beside STAKED (in units), ROUNDS, LUCK and LONGEST.

SEAT is the joint state it has got to, or -1 before the first round; POINT the next place where the money is looked at. The
outcomes to come are KEPT classes kept from the draw, then those of turn TURN from place AT on.
"""
BEGUN = 11

KEEP = 64
"""How many outcomes already drawn a session under way takes along, so that a turn is seldom drawn again."""

EXACT = 128
PER_DOUBLING = 64
DOUBLINGS = 56
"""Up to 2^63."""
SIDE = EXACT + DOUBLINGS * PER_DOUBLING
BUCKETS = 2 * SIDE
"""Those below zero first, in order of value."""


@jit()
def bucket_of(amount: Any) -> Any:
    """The bucket of an amount."""
    size = amount if amount >= 0 else -amount - 1
    place = size
    if size >= EXACT:
        doubling = 1
        while size >> doubling >= EXACT:
            doubling += 1
        place = EXACT + (doubling - 1) * PER_DOUBLING + (size >> doubling) - PER_DOUBLING
    return SIDE + place if amount >= 0 else SIDE - 1 - place


@piece()
def is_nearer(amount: Any, known: Any, middle: Any) -> Any:
    """Whether an amount is nearer to the middle of its bucket than the one known so far, or as near and lower."""
    away, before = abs(amount - middle), abs(known - middle)
    return away < before or (away == before and amount < known)


@jit()
def count_columns(amounts: Any, middles: Any, counts: Any, nearest: Any) -> None:
    """Count each column's amounts into its row of buckets."""
    for row in range(amounts.shape[0]):
        for column in range(amounts.shape[1]):
            amount = amounts[row, column]
            bucket = bucket_of(amount)
            if counts[column, bucket] == 0 or is_nearer(amount, nearest[column, bucket], middles[bucket]):
                nearest[column, bucket] = amount
            counts[column, bucket] += 1


@jit()
def count_others(counts: Any, nearest: Any, more: Any, theirs: Any, middles: Any) -> None:
    """Put other counts and the amounts nearest to the middle of their buckets to those there are."""
    for row in range(counts.shape[0]):
        for bucket in range(counts.shape[1]):
            if more[row, bucket]:
                known, other = nearest[row, bucket], theirs[row, bucket]
                if counts[row, bucket] == 0 or is_nearer(other, known, middles[bucket]):
                    nearest[row, bucket] = other
                counts[row, bucket] += more[row, bucket]


def ends(bucket: int) -> tuple[int, int]:
    """The lowest and the highest amount of a bucket."""
    place = bucket - SIDE if bucket >= SIDE else SIDE - 1 - bucket
    low = high = place
    if place >= EXACT:
        doubling, rest = divmod(place - EXACT, PER_DOUBLING)
        width = 2 ** (doubling + 1)
        low = (PER_DOUBLING + rest) * width
        high = low + width - 1
    return (low, high) if bucket >= SIDE else (-high - 1, -low - 1)


@cache
def middles() -> Array:
    """The middle of each bucket."""
    return np.array([low + (high - low) // 2 for low, high in map(ends, range(BUCKETS))], dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Several rows of amounts, each with its counts, its lowest and its highest amount."""

    counts: Array
    nearest: Array
    """Per bucket with a count: the amount nearest to the middle, of two the lower; else 0."""
    lowest: Array
    highest: Array

    @classmethod
    def of(cls, amounts: Array) -> Self:
        """The spread of each column of some amounts."""
        counts, nearest = (np.zeros((amounts.shape[1], BUCKETS), dtype=np.int64) for _ in range(2))
        count_columns(amounts, middles(), counts, nearest)
        return cls(counts, nearest, amounts.min(axis=0), amounts.max(axis=0))

    def __add__(self, other: Self) -> Self:
        lowest, highest = np.minimum(self.lowest, other.lowest), np.maximum(self.highest, other.highest)
        counts, nearest = self.counts.copy(), self.nearest.copy()
        count_others(counts, nearest, other.counts, other.nearest, middles())
        return type(self)(counts, nearest, lowest, highest)

    def inside(self, row: int, bucket: int, grain: int) -> tuple[int, int]:
        """The lowest and the highest multiple of `grain` that a bucket can really hold."""
        low, high = ends(bucket)
        low, high = max(low, int(self.lowest[row])), min(high, int(self.highest[row]))
        return -(-low // grain) * grain, high // grain * grain

    def quantile(self, row: int, share: float) -> int:
        """The amount that a share of the row's amounts does not exceed: one of them."""
        running = np.cumsum(self.counts[row])
        rank = max(int(np.ceil(share * running[-1])), 1)
        return int(self.nearest[row, int(np.searchsorted(running, rank))])

    def bars(self, row: int, most: int, grain: int = 1) -> list[tuple[int, int, int]]:
        """At most so many bars of equal width, whole multiples of the grain: from, below, how many. A bucket is spread."""
        lowest, highest = int(self.lowest[row]), int(self.highest[row])
        width = -(-(highest - lowest + grain) // (most * grain)) * grain
        sums = np.zeros((highest - lowest) // width + 1)
        for bucket in self.counts[row].nonzero()[0].tolist():
            low, high = self.inside(row, bucket, grain)
            multiples = (high - low) // grain + 1
            for bar in range((low - lowest) // width, (high - lowest) // width + 1):
                first = max(low, lowest + bar * width)
                last = min(high, lowest + (bar + 1) * width - grain)
                sums[bar] += self.counts[row, bucket] * ((last - first) // grain + 1) / multiples
        running = [0, *np.rint(np.cumsum(sums)).astype(np.int64).tolist()]
        return [
            (lowest + bar * width, lowest + (bar + 1) * width, running[bar + 1] - running[bar])
            for bar in range(len(sums))
        ]

    def as_data(self) -> dict[str, Any]:
        """For a checkpoint: the counts above zero, each with its bucket and the amount nearest to the middle."""
        pairs = zip(self.counts, self.nearest, strict=True)
        rows = [[[int(place), int(row[place]), int(near[place])] for place in row.nonzero()[0]] for row, near in pairs]
        return {"counts": rows, "lowest": self.lowest.tolist(), "highest": self.highest.tolist()}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """From a checkpoint."""
        counts, nearest = (np.zeros((len(data["counts"]), BUCKETS), dtype=np.int64) for _ in range(2))
        for row, filled in enumerate(data["counts"]):
            for place, count, near in filled:
                counts[row, place], nearest[row, place] = count, near
        lowest, highest = (np.array(data[name], dtype=np.int64) for name in ("lowest", "highest"))
        return cls(counts, nearest, lowest, highest)


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


FAN = (0.05, 0.25, 0.5, 0.75, 0.95)
CONFIDENCE = 1.959964
"""Standard errors on either side that hold the true value 95 times in 100."""
BARS = 40


@dataclass(frozen=True, slots=True)
class Mean:
    """A measured mean with its standard error; beside it the exact mean of the stakes that were made.

    What was staked is itself a matter of luck, so it is their difference, which is luck alone, that has a known mean: 0.
    """

    measured: float
    error: float | None
    """None where one session says nothing about it."""
    exact: Fraction | None = None
    """None where it is not worked out."""
    luck_error: float | None = None
    """The standard error of measured less exact."""


@dataclass(frozen=True, slots=True)
class Share:
    """A measured chance with its standard error, as if one session more had gone each way: it is never quite certain."""

    measured: float
    error: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The figures of one strategy. Amounts are in avos."""

    sessions: int
    rounds: int
    staked: int
    net: int
    per_round: Mean
    per_session: Mean
    per_staked: Mean
    edge: Fraction | None
    """The exact mean per amount staked, where it is the same whatever is staked."""
    z: float | None
    """How many standard errors the measured result lies above the exact mean of what was staked."""
    deviation: float | None
    """The standard deviation of a session's net result."""
    ahead: Share
    ended: dict[Ended, Share]
    points: tuple[int, ...]
    fan: tuple[tuple[int, ...], ...]
    """At each point, the net worth that 5, 25, 50, 75 and 95 % of sessions do not exceed: one that a session had."""
    histogram: tuple[tuple[int, int, int], ...]
    """Final net results: from, below, sessions."""
    longest: int
    longest_mean: float
    lasted: tuple[int, ...]
    """Rounds that 5, 25, 50, 75 and 95 % of sessions do not exceed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFigures:
    """What a run came to, without the sums behind it: those take a hundred times the room."""

    seed: int
    asked: int
    """Sessions."""
    is_complete: bool
    seconds: float
    rounds_per_second: int
    results: tuple[Results, ...]
    """Of each strategy."""
    differences: tuple[Mean, ...]
    """For each strategy but the first: by how much its sessions ended above the first's."""


def results(tally: Tally, program: Runnable) -> Results:
    """The figures of what a program's sessions came to."""
    count = tally.sessions
    luck = tally.luck * program.unit + tally.staked * program.drift
    luck_error = _error(tally.luck, tally.luck_luck, count)
    expected = tally.net - luck if program.unit else None
    scaled = None if luck_error is None or expected is None else luck_error * float(program.unit) * count

    def beside(mean: Mean, of: int) -> Mean:
        if expected is None or not of:
            return mean
        return Mean(mean.measured, mean.error, expected / of, None if scaled is None else scaled / of)

    error = _error(tally.net, tally.net_net, count)
    worth, grain = tally.worth, program.grain
    return Results(
        sessions=count,
        rounds=tally.rounds,
        staked=tally.staked,
        net=tally.net,
        per_round=beside(_ratio(tally, tally.rounds, tally.net_rounds, tally.rounds_rounds), tally.rounds),
        per_session=beside(Mean(tally.net / count, error), count),
        per_staked=beside(per_staked(tally), tally.staked),
        edge=program.edge,
        z=float(luck) / scaled if scaled else None,
        deviation=None if error is None else error * math.sqrt(count),
        ahead=_share(tally.ahead, count),
        ended={ended: _share(tally.ended[ended], count) for ended in Ended},
        points=program.points,
        fan=tuple(tuple(worth.quantile(point, share) for share in FAN) for point in range(len(program.points))),
        histogram=tuple(worth.bars(len(program.points) - 1, BARS, grain)),
        longest=int(tally.lengths.highest[RUNS]),
        longest_mean=tally.longest / count,
        lasted=tuple(tally.lengths.quantile(LASTED, share) for share in FAN),
    )


def per_staked(tally: Tally) -> Mean:
    """Net result per amount staked, measured so far."""
    return _ratio(tally, tally.staked, tally.net_staked, tally.staked_staked)


def mean_and_error(total: int, squares: int, count: int) -> Mean:
    """A mean from a sum and a sum of squares."""
    return Mean(total / count, _error(total, squares, count))


def _error(total: int, squares: int, count: int) -> float | None:
    """The standard error of a mean, likewise."""
    if count < 2:
        return None
    return math.sqrt(max(squares - total * total / count, 0) / (count - 1) / count)


def _ratio(tally: Tally, of: int, product: int, squares: int) -> Mean:
    """Net result per something that differs from session to session: the usual error of a ratio."""
    if not of:
        return Mean(0.0, None)
    ratio = tally.net / of
    spread = max(tally.net_net - 2 * ratio * product + ratio * ratio * squares, 0)
    error = math.sqrt(spread * tally.sessions / (tally.sessions - 1)) / of if tally.sessions > 1 else None
    return Mean(ratio, error)


def _share(part: int, count: int) -> Share:
    likely = (part + 1) / (count + 2)
    return Share(part / count, math.sqrt(likely * (1 - likely) / (count + 2)))
