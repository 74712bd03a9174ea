"""What is looked at in the results of a table's devices: by the facts of its rulebook, whatever is played there.

A game that has more to say (places round a rim) says it in a part of its folder, `watch`: `RING`, the fact that counts places round a ring;
`values(rules)`, further values to be seen in results as they were called, round a ring too; and `WORDS` for these.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from banca.games import find
from banca.rules import Rules, _
from banca.tables.chance import Dice, Possible, ShuffledPieces, WeightedResults
from banca.tables.chance_engine import ChanceEngine
from banca.tables.engine import TableEngine
from banca.watch.feature import (
    OTHER,
    SAME,
    CountedStatistic,
    Feature,
    Place,
    Values,
    after,
    each,
    repeat,
    sectors,
    steps,
)

PART = "watch"
MOST_VALUES = 60
"""Of a fact that is a number: with more, each comes up too seldom to be looked at by itself."""
FEW_VALUES = 12
"""With so many it is also looked at which follows which."""
WIDTHS = (3, 6, 12)
"""Of sectors of a ring."""

RESULT = _("result")
DICE = _("the dice")
TOTAL = _("total of the dice")
FIRST_PIECE = _("first tile")
NEIGHBOUR = _("second tile, compared with the previous order")

OWN_WORDS = {"result": RESULT, "dice": DICE, "total": TOTAL, "first": FIRST_PIECE, "neighbour": NEIGHBOUR}
"""What is looked at in devices that no rulebook has facts of."""


def features_of(conduct: TableEngine[Any]) -> list[list[Feature]]:
    """What is looked at in each of a table's devices; nothing where results depend on each other and so there is none."""
    if isinstance(conduct, ChanceEngine):
        return [list(_of_rules(conduct)) for _ in conduct.devices]
    return [list(_of_device(device)) for device in conduct.devices]


def _of_device(device: Possible) -> Iterator[Feature]:
    match device:
        case Dice():
            yield from of_dice(device)
        case ShuffledPieces():
            yield first_piece(device)
            yield neighbour(device)
        case WeightedResults():
            result = {written: written for written, _ in device.results}
            yield each(Values(id="result", says=RESULT, of=result, weights=dict(device.results)))


def _of_rules(conduct: ChanceEngine[Any]) -> Iterator[Feature]:
    """Of a device with weighted results: what its facts and its game's own part show."""
    values = list(facts_of(conduct.rules))
    part = find(conduct.opened.game).part(PART)
    yield from different(values)
    numbers = [one for one in values if len(one.values) <= MOST_VALUES and not isinstance(one.values[0], tuple)]
    main = max(numbers, key=lambda one: len(one.values), default=None)
    if main:
        yield repeat(main)
    if main and len(main.values) <= FEW_VALUES:
        yield after(main)
    rings = [one for one in values if part and one.id == getattr(part, "RING", None)]
    more = part.values(conduct.rules) if part and hasattr(part, "values") else ()
    for one in (*rings, *more):
        if one in more:
            yield each(one)
        yield sectors(one, WIDTHS)
        yield steps(one, WIDTHS)


def facts_of(rules: Rules) -> Iterator[Values]:
    """Facts that are numbers, yes or no, or several of something, with the weights of the results that show them."""
    book = rules.rulebook
    weights = {book.show(outcome): weight for outcome, weight in rules.space if weight}
    for name, of in _facts(rules):
        if _is_counted(of):
            order = tuple(sorted(set(of.values()), key=lambda one: (not isinstance(one, int), one)))
            yield Values(id=name, says=book.fact_words.get(name, name), of=of, weights=weights, order=order)


def facts_left_out(rules: Rules) -> tuple[str, ...]:
    """Facts that differ from result to result and are not looked at: words, and numbers with too many values."""
    return tuple(name for name, of in _facts(rules) if not _is_counted(of))


def _facts(rules: Rules) -> Iterator[tuple[str, dict[str, Hashable]]]:
    """Each fact with its value in each result; none that is the same in all of them."""
    book = rules.rulebook
    results = [(book.show(outcome), book.facts(outcome)) for outcome, weight in rules.space if weight]
    for name in results[0][1]:
        of: dict[str, Hashable] = {result: facts[name] for result, facts in results}
        if len(set(of.values())) > 1:
            yield name, of


def _is_counted(of: Mapping[str, Hashable]) -> bool:
    first, count = next(iter(of.values())), len(set(of.values()))
    return not isinstance(first, str) and (isinstance(first, tuple) or count <= MOST_VALUES)


def different(values: Iterable[Values]) -> Iterator[Feature]:
    """Those in which something is counted that none before them counts: a figure and its number are one."""
    seen: set[Hashable] = set()
    for one in values:
        feature, places = each(one), one.classes()
        mark = frozenset(tuple(counted.counts[places[result]] for result in one.of) for counted in feature.statistics)
        if mark not in seen:
            seen.add(mark)
            yield feature


def of_dice(device: Dice) -> Iterator[Feature]:
    """How many dice show each face, and what they make together."""
    weights = dict(device.results)
    faces = {result: tuple(sorted(map(int, result.split("-")))) for result in weights}
    yield each(Values(id="dice", says=DICE, of=faces, weights=weights))
    totals = Values(id="total", says=TOTAL, of={result: sum(dice) for result, dice in faces.items()}, weights=weights)
    yield each(totals)
    yield repeat(totals)


def first_piece(device: ShuffledPieces) -> Feature:
    """Which piece lies first: each is as likely as any."""
    kinds = sorted(set(device.pieces))
    place = {kind: number for number, kind in enumerate(kinds)}
    law = tuple(Fraction(device.pieces.count(kind), len(device.pieces)) for kind in kinds)

    def read(_before: str, result: str) -> Place | None:
        return 0, place[result.split(" ", 1)[0]]

    counted = [CountedStatistic(name=kind, counts=tuple(int(kind == one) for one in kinds)) for kind in kinds]
    return Feature(id="first", says=FIRST_PIECE, kind="each", law=(law,), statistics=tuple(counted), reads=read)


def neighbour(device: ShuffledPieces) -> Feature:
    """Whether the second piece is the one that lay behind such a first one in the order before: pieces only cut keep their neighbours.

    Given the first piece, each of the others is as likely to lie behind it as any.
    """
    pieces = device.pieces
    left = sorted({pieces.count(kind) for kind in pieces} | {1})
    law = tuple((Fraction(one, len(pieces) - 1), 1 - Fraction(one, len(pieces) - 1)) for one in left)

    def read(before: str, result: str) -> Place | None:
        if not before:
            return None
        lay, (first, second) = before.split(" "), result.split(" ", 2)[:2]
        behind = lay[(lay.index(first) + 1) % len(lay)]
        there = pieces.count(behind) - (behind == first)
        return left.index(there), SAME if second == behind else OTHER

    counted = (CountedStatistic(name="same", counts=(1, 0)),)
    return Feature(
        id="neighbour", says=NEIGHBOUR, kind="repeat", law=law, statistics=counted, reads=read, has_urn=False
    )


def feature_words(game: str, name: str) -> str:
    """What a feature looks at, in words."""
    found = find(game)
    part = found.part(PART)
    facts = found.rulebook.fact_words if found.rulebook else {}
    said: dict[str, str] = {**OWN_WORDS, **getattr(part, "WORDS", {}), **facts}
    return said.get(name, name)
