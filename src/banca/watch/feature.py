"""What is looked at in a device's results: classes with exact chances, and what is counted in each class.

A feature reads a result, with the one before it, as a class in a context; the chances of the classes in each context follow from the law
alone, whatever came before. What is counted in a class (how many dice show a four; whether it is one of these sections; whether it is the
result before) is what a mixture of tilts bets on.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from banca.rules import Defect
from banca.watch.e_values import tilt_norm

Place = tuple[int, int]
"""A context and a class."""
Law = tuple[tuple[Fraction, ...], ...]
"""For each context the chance of each class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedStatistic:
    """Something that is counted in results, under the name by which it is told."""

    name: str
    counts: tuple[int, ...]
    """For each class."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Feature:
    """One way of looking at results."""

    id: str
    """What is looked at, such as a fact of the rulebook."""
    kind: str
    """How: `each` for single values, `sector` for neighbours on a ring, `step` for the way from the result before, `repeat`, `after`."""
    law: Law
    statistics: tuple[CountedStatistic, ...]
    reads: Callable[[str, str], Place | None]
    """The result before, empty where it is the first, and the result; None where it says nothing of this."""
    says: str
    """The same in words."""
    is_of_written: bool = False
    """Whether it reads results as they were called or drawn, and not as the rules write them."""
    has_urn: bool = True
    """Whether any change of the shares is looked for, beside those of what is counted."""

    def __post_init__(self) -> None:
        """What is no law of chances is a fault of whoever made the feature."""
        for chances in self.law:
            if sum(chances) != 1 or min(chances) <= 0:
                raise Defect(f"the chances of {self.id} are no law")

    @property
    def classes(self) -> int:
        """The number of classes."""
        return len(self.law[0])

    def norm(self, theta: Fraction, statistic: CountedStatistic, context: int) -> Fraction:
        """Return the exact mean by which a tilt is divided."""
        return tilt_norm(theta, self.law[context], statistic.counts)

    def expected(self, statistic: CountedStatistic, context: int) -> Fraction:
        """Return how often it is counted in a round on average, by the law."""
        chances = zip(self.law[context], statistic.counts, strict=True)
        return sum((chance * count for chance, count in chances), Fraction(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """The results of a device by something to be seen in each: its values, their weights, and which result has which."""

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


def _feature(
    values: Values,
    kind: str,
    law: Law,
    statistics: Iterable[CountedStatistic],
    reads: Callable[[str, str], Place | None],
    *,
    has_urn: bool = False,
) -> Feature:
    return Feature(
        id=values.id,
        says=values.says,
        is_of_written=values.is_of_written,
        kind=kind,
        law=law,
        statistics=tuple(statistics),
        reads=reads,
        has_urn=has_urn,
    )


def each(values: Values) -> Feature:
    """Return the feature of every value by itself; of values with parts, of each part by how often it is in one."""
    classes = values.classes()
    return _feature(
        values,
        "each",
        (values.chances(),),
        _statistics(values.values),
        lambda _, result: (0, classes[result]) if result in classes else None,
        has_urn=True,
    )


def _statistics(values: Sequence[Hashable]) -> Iterable[CountedStatistic]:
    """One statistic for each value, or for each part; a value that is one of two says all by itself."""
    parts = [value if isinstance(value, tuple) else (value,) for value in values]
    names = list(dict.fromkeys(part for value in parts for part in value))
    # Of two values one is what the other is not: to bet on both would be one bet with twice the share.
    if len(values) == 2 and len(names) == 2:
        names = names[-1:]
    for name in sorted(names, key=_sort_key):
        yield CountedStatistic(name=str(name), counts=tuple(value.count(name) for value in parts))


def _sort_key(name: Hashable) -> tuple[bool, int, str]:
    is_number = isinstance(name, int)
    return not is_number, int(name) if isinstance(name, int) else 0, str(name)


def sectors(values: Values, widths: Iterable[int]) -> Feature:
    """Return the feature of neighbours on a ring, from every value on, in these widths; the values are in the order of the ring."""
    classes = values.classes()
    return _feature(
        values,
        "sector",
        (values.chances(),),
        ring(values.values, widths),
        lambda _, result: (0, classes[result]) if result in classes else None,
    )


def ring(values: Sequence[Hashable], widths: Iterable[int]) -> Iterable[CountedStatistic]:
    """Every sector of these widths."""
    count = len(values)
    for width in widths:
        for first in range(count):
            inside = {(first + step) % count for step in range(width)}
            name = f"{values[first]}..{values[(first + width - 1) % count]}"
            yield CountedStatistic(name=name, counts=tuple(int(index in inside) for index in range(count)))


def steps(values: Values, widths: Iterable[int]) -> Feature:
    """Return the feature of the way round a ring from the result before: every distance is as likely as any."""
    classes, count = values.classes(), len(values.values)
    chances = values.chances()
    if len(set(chances)) != 1:
        raise Defect(f"the places of {values.id} are not equal")

    def read(before: str, result: str) -> Place | None:
        if before not in classes or result not in classes:
            return None
        return 0, (classes[result] - classes[before]) % count

    return _feature(values, "step", (chances,), ring(range(count), widths), read)


SAME, OTHER = 0, 1


def repeat(values: Values) -> Feature:
    """Return the feature of a value that comes twice in a row: as likely as the value is."""
    classes = values.classes()

    def read(before: str, result: str) -> Place | None:
        if before not in classes or result not in classes:
            return None
        return classes[before], SAME if classes[before] == classes[result] else OTHER

    law = tuple((chance, 1 - chance) for chance in values.chances())
    return _feature(values, "repeat", law, [CountedStatistic(name="same", counts=(1, 0))], read)


def after(values: Values) -> Feature:
    """Return the feature of which value follows which: by the law, whatever came before."""
    classes, chances = values.classes(), values.chances()

    def read(before: str, result: str) -> Place | None:
        return (classes[before], classes[result]) if before in classes and result in classes else None

    return _feature(values, "after", (chances,) * len(chances), (), read, has_urn=True)
