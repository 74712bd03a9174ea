"""What is looked at in a device's results: classes with exact chances, and what is counted in each class.

A feature reads a result, with the one before it, as a class in a context; the chances of the classes in each context follow from the law
alone, whatever came before. What is counted in a class (how many dice show a four; whether it is one of these sections; whether it is the
result before) is what a mixture of tilts bets on.

What is looked at at a table follows from the facts of its rulebook, whatever is played there. A game that has more to say (places round a
rim) says it in a part of its folder, `watch`: `RING`, the fact that counts places round a ring; `values(rules)`, further values to be seen in
results as they were called, round a ring too; and `WORDS` for these.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct

from banca.games import find
from banca.rules import Defect, Rules, _
from banca.tables.chance import Device, Dice, ShuffledPieces, Values, WeightedResults
from banca.tables.chance_engine import ChanceEngine
from banca.tables.engine import TableEngine

Place = tuple[int, int]
"""A context and a class."""
Law = tuple[tuple[Fraction, ...], ...]
"""For each context the chance of each class."""


class ShownResult(Struct, frozen=True):
    """What one of a table's devices showed; empty where there was nothing."""

    result: str = ""
    """As the rules write it."""
    written: str = ""
    """As it was called or drawn."""
    device: int = 0
    """Which of the table's devices."""


class CountedStatistic(NamedTuple):
    """Something that is counted in results, under the name by which reports call it."""

    name: str
    counts: tuple[int, ...]
    """For each class."""


@dataclass(frozen=True, slots=True, eq=False)
class Feature:
    """One way of looking at results."""

    values: Values
    """What is looked at, such as a fact of the rulebook, and in which results: as the rules write them, or as they were called or drawn."""
    kind: str
    """How: `each` for single values, `sector` for neighbours on a ring, `step` for the way from the result before, `repeat`, `after`."""
    law: Law
    statistics: tuple[CountedStatistic, ...]
    reads: Callable[[str, str], Place | None]
    """The result before, empty where it is the first, and the result; None where it says nothing of this."""
    has_urn: bool = False
    """Whether any change of the shares is looked for, beside those of what is counted."""

    def __post_init__(self) -> None:
        for chances in self.law:
            if sum(chances) != 1 or min(chances) <= 0:
                raise Defect(f"the chances of {self.id} are no law")

    @property
    def id(self) -> str:
        """What is looked at, as reports and stored evidence name it."""
        return self.values.id

    def read(self, before: ShownResult, shown: ShownResult) -> Place | None:
        """Return a result as it is read, given the one before; None where it says nothing of this."""
        if self.values.is_of_written:
            return self.reads(before.written, shown.written)
        return self.reads(before.result, shown.result)


def each(values: Values) -> Feature:
    """Return the feature of every value by itself; of values with parts, of each part by how often it is in one."""
    return Feature(
        values, "each", (values.chances(),), tuple(_statistics(values.values)), _class_in(values), has_urn=True
    )


def _class_in(values: Values) -> Callable[[str, str], Place | None]:
    classes = values.classes()
    return lambda _, result: (0, classes[result]) if result in classes else None


def _statistics(values: Sequence[Hashable]) -> Iterable[CountedStatistic]:
    parts = [value if isinstance(value, tuple) else (value,) for value in values]
    names = list(dict.fromkeys(part for value in parts for part in value))
    # Of two values one is what the other is not: to bet on both would be one bet with twice the share.
    if len(values) == 2 and len(names) == 2:
        names = names[-1:]
    for name in sorted(
        names, key=lambda name: (not isinstance(name, int), name if isinstance(name, int) else 0, str(name))
    ):
        yield CountedStatistic(str(name), tuple(value.count(name) for value in parts))


def sectors(values: Values, widths: Iterable[int]) -> Feature:
    """Return the feature of neighbours on a ring, from every value on, in these widths; the values are in the order of the ring."""
    return Feature(values, "sector", (values.chances(),), tuple(ring(values.values, widths)), _class_in(values))


def ring(values: Sequence[Hashable], widths: Iterable[int]) -> Iterable[CountedStatistic]:
    """Yield every sector of these widths."""
    count = len(values)
    for width in widths:
        for first in range(count):
            inside = {(first + step) % count for step in range(width)}
            name = f"{values[first]}..{values[(first + width - 1) % count]}"
            yield CountedStatistic(name, tuple(int(index in inside) for index in range(count)))


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

    return Feature(values, "step", (chances,), tuple(ring(range(count), widths)), read)


SAME, OTHER = 0, 1
TWICE = (CountedStatistic("same", (1, 0)),)


def repeat(values: Values) -> Feature:
    """Return the feature of a value that comes twice in a row: as likely as the value is."""
    classes = values.classes()

    def read(before: str, result: str) -> Place | None:
        if before not in classes or result not in classes:
            return None
        return classes[before], SAME if classes[before] == classes[result] else OTHER

    law = tuple((chance, 1 - chance) for chance in values.chances())
    return Feature(values, "repeat", law, TWICE, read)


def after(values: Values) -> Feature:
    """Return the feature of which value follows which: by the law, whatever came before."""
    classes, chances = values.classes(), values.chances()

    def read(before: str, result: str) -> Place | None:
        return (classes[before], classes[result]) if before in classes and result in classes else None

    return Feature(values, "after", (chances,) * len(chances), (), read, has_urn=True)


PART = "watch"
MOST_VALUES = 60
"""The most values of a fact that is a number: with more, each comes up too seldom to be looked at by itself."""
FEW_VALUES = 12
"""Up to so many values it is also looked at which follows which: the pairs are their square."""
WIDTHS = (3, 6, 12)
"""The widths of sectors of a ring."""

RESULT = _("result")
DICE = _("the dice")
TOTAL = _("total of the dice")
FIRST_PIECE = _("first tile")
NEIGHBOUR = _("second tile, compared with the previous order")

OWN_WORDS = {"result": RESULT, "dice": DICE, "total": TOTAL, "first": FIRST_PIECE, "neighbour": NEIGHBOUR}
"""What is looked at in devices that no rulebook has facts of."""


def features_of(engine: TableEngine[Any]) -> list[list[Feature]]:
    """Return what is looked at in each of a table's devices; none where results depend on each other, as dealt cards do."""
    if isinstance(engine, ChanceEngine):
        return [list(_of_rules(engine)) for _ in engine.devices]
    return [list(_of_device(device)) for device in engine.devices]


def _of_device(device: Device) -> Iterator[Feature]:
    match device:
        case Dice():
            yield from of_dice(device)
        case ShuffledPieces():
            yield first_piece(device)
            yield neighbour(device)
        case WeightedResults():
            result = {written: written for written, _ in device.results}
            yield each(Values(id="result", says=RESULT, of=result, weights=dict(device.results)))


def _of_rules(engine: ChanceEngine[Any]) -> Iterator[Feature]:
    values, _left_out = facts_of(engine.rules)
    part = find(engine.opened.game).part(PART)
    yield from different(values)
    numbers = [fact for fact in values if len(fact.values) <= MOST_VALUES and not isinstance(fact.values[0], tuple)]
    # What comes twice in a row is looked at in one fact alone, the finest: the others follow from it.
    main = max(numbers, key=lambda fact: len(fact.values), default=None)
    if main:
        yield repeat(main)
    if main and len(main.values) <= FEW_VALUES:
        yield after(main)
    rings = [fact for fact in values if part and fact.id == getattr(part, "RING", None)]
    more = part.values(engine.rules) if part and hasattr(part, "values") else ()
    for ring_values in (*rings, *more):
        if ring_values in more:
            yield each(ring_values)
        yield sectors(ring_values, WIDTHS)
        yield steps(ring_values, WIDTHS)


def facts_of(rules: Rules) -> tuple[list[Values], list[str]]:
    """Return the facts that are numbers, yes or no, or several of something; and the names of those that are not looked at.

    Not looked at are words, and numbers with too many values.
    """
    book, counted, left_out = rules.rulebook, list[Values](), list[str]()
    weights = {book.show(outcome): weight for outcome, weight in rules.space if weight}
    facts = {book.show(outcome): book.facts(outcome) for outcome, weight in rules.space if weight}
    for name in next(iter(facts.values())):
        of: dict[str, Hashable] = {result: shown[name] for result, shown in facts.items()}
        values = set(of.values())
        first = next(iter(values))
        if len(values) == 1:
            continue  # what is the same in all results says nothing
        if isinstance(first, str) or (len(values) > MOST_VALUES and not isinstance(first, tuple)):
            left_out.append(name)
        else:
            order = tuple(sorted(values, key=lambda value: (not isinstance(value, int), value)))
            counted.append(Values(id=name, says=book.fact_words.get(name, name), of=of, weights=weights, order=order))
    return counted, left_out


def different(values: Iterable[Values]) -> Iterator[Feature]:
    """Yield the features in which something is counted that none before them counts: a figure and its number are one."""
    seen: set[Hashable] = set()
    for fact in values:
        feature, classes = each(fact), fact.classes()
        # Two facts are the same evidence if they count the same in every result, whatever they are called.
        mark = frozenset(tuple(counted.counts[classes[result]] for result in fact.of) for counted in feature.statistics)
        if mark not in seen:
            seen.add(mark)
            yield feature


def of_dice(device: Dice) -> Iterator[Feature]:
    """Yield how many dice show each face, and what they make together."""
    weights = dict(device.results)
    faces = {result: tuple(sorted(map(int, result.split("-")))) for result in weights}
    yield each(Values(id="dice", says=DICE, of=faces, weights=weights))
    totals = Values(id="total", says=TOTAL, of={result: sum(dice) for result, dice in faces.items()}, weights=weights)
    yield each(totals)
    yield repeat(totals)


def first_piece(device: ShuffledPieces) -> Feature:
    """Return the feature of the piece that lies first: each is as likely as any."""
    kinds = sorted(set(device.pieces))
    law = tuple(Fraction(device.pieces.count(kind), len(device.pieces)) for kind in kinds)
    statistics = tuple(CountedStatistic(kind, tuple(int(kind == other) for other in kinds)) for kind in kinds)
    pieces = Values(id="first", says=FIRST_PIECE, of={}, weights={})

    def read(_before: str, result: str) -> Place | None:
        return 0, kinds.index(result.split(" ", 1)[0])

    return Feature(pieces, "each", (law,), statistics, read, has_urn=True)


def neighbour(device: ShuffledPieces) -> Feature:
    """Return whether the second piece is the one that lay behind such a first one in the order before: pieces only cut keep their neighbours.

    Given the first piece, each of the others is as likely to lie behind it as any.
    """
    pieces = device.pieces
    left = sorted({pieces.count(kind) for kind in pieces} | {1})
    law = tuple((Fraction(count, len(pieces) - 1), 1 - Fraction(count, len(pieces) - 1)) for count in left)

    def read(before: str, result: str) -> Place | None:
        if not before:
            return None
        lay, (first, second) = before.split(" "), result.split(" ", 2)[:2]
        behind = lay[(lay.index(first) + 1) % len(lay)]
        there = pieces.count(behind) - (behind == first)
        return left.index(there), SAME if second == behind else OTHER

    return Feature(Values(id="neighbour", says=NEIGHBOUR, of={}, weights={}), "repeat", law, TWICE, read)


def feature_words(game: str, name: str) -> str:
    """Return what a feature looks at, in words."""
    about = find(game)
    part = about.part(PART)
    facts = about.rulebook.fact_words if about.rulebook else {}
    words: dict[str, str] = {**OWN_WORDS, **getattr(part, "WORDS", {}), **facts}
    return words.get(name, name)
