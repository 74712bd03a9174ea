"""The shortest plain condition that holds on some outcomes and on no others, written over what there is to see in them.

`o.total in (3, 4, 11)`, `o.colour == "red"`, `has(o.figures, "fish", "crab")`, `o.is_pair and o.total >= 6`; where nothing shorter holds, the
outcomes one by one.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import permutations

from banca.rules import Fact, Outcome, Refusal, Rulebook
from banca.rules.refusal import IMPOSSIBLE_OUTCOME

SPAN = 4
"""So many numbers one after another are written by their ends."""
TUPLE = 1.5
"""What a value that is a tuple costs the reader, against 1 for a number or a word."""
MOST_JOINED = 6
"""Two facts together are written only where that is easier to read than the outcomes one by one."""
WIDE = 90
"""Letters of a line, after which values go on lines of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A condition on an outcome: its text, the facts it looks at, and what it costs to read."""

    text: str
    facts: tuple[str, ...]
    cost: float
    values: tuple[Fact, ...] = ()
    """Where it is that one fact has one of some values."""


class SeenOutcomes:
    """The outcomes of a game as bets see them: those that agree in every fact are one."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        alike: dict[tuple[Fact, ...], int] = {}
        self._class: dict[Outcome, int] = {}
        self.classes: list[list[Outcome]] = []
        self.weights: list[int] = []
        for outcome, weight in book.under().space:
            number = alike.setdefault(tuple(book.facts(outcome).values()), len(alike))
            if number == len(self.classes):
                self.classes.append([])
                self.weights.append(0)
            self.classes[number].append(outcome)
            self.weights[number] += weight
            self._class[outcome] = number
        self.facts: list[Mapping[str, Fact]] = [book.facts(one[0]) for one in self.classes]
        self.names: list[str] = list(self.facts[0])
        self.all = frozenset(range(len(self.classes)))

    def number(self, written: str) -> int:
        """Which class an outcome belongs to; refused as the game refuses it, or where it does not come up at such a table."""
        outcome = self.book.parse(written)
        if outcome not in self._class:
            raise Refusal(IMPOSSIBLE_OUTCOME, self.book.bets_cite, asked=written, allowed=self.book.outcome_form)
        return self._class[outcome]

    def of(self, outcome: Outcome) -> int:
        """The class of an outcome."""
        return self._class[outcome]

    def shown(self, number: int) -> str:
        """How its first outcome is written."""
        return self.book.show(self.classes[number][0])

    def values(self, name: str, numbers: frozenset[int]) -> list[Fact]:
        """What a fact is on these classes, each value once, in the game's order."""
        return list(dict.fromkeys(self.facts[number][name] for number in sorted(numbers)))

    def where(self, holds: Callable[[Mapping[str, Fact]], bool]) -> frozenset[int]:
        """The classes on which something holds."""
        return frozenset(number for number in self.all if holds(self.facts[number]))

    def fineness(self, one: "Condition") -> int:
        """How many values the facts of a condition have: of two that are as short, the one that says more is chosen."""
        return sum(len(self.values(name, self.all)) for name in one.facts)

    def weight(self, numbers: frozenset[int]) -> int:
        """In how many ways these come."""
        return sum(self.weights[number] for number in numbers)


def condition(seen: SeenOutcomes, wanted: frozenset[int]) -> Condition:
    """What holds on the classes wanted, and on no others."""
    if wanted == seen.all:
        return Condition(text="True", facts=(), cost=0)
    found = [*_single(seen, wanted), *_parts(seen, wanted)]
    opposite = [_denied(one) for one in _parts(seen, seen.all - wanted)]
    simple = [*found, *opposite]
    if not any(one.cost <= 2 for one in simple):
        joined = [*_both(seen, wanted), *_either(seen, wanted)]
        simple += [one for one in joined if one.cost <= MOST_JOINED]
    return min(simple, key=lambda one: (one.cost, -seen.fineness(one))) if simple else _one_by_one(seen, wanted)


def literal(value: Fact) -> str:
    """A fact as Starlark writes it."""
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))}{',' if len(value) == 1 else ''})"
    return str(value) if isinstance(value, bool | int) else json.dumps(value, ensure_ascii=False)


def among(seen: SeenOutcomes, name: str, values: Sequence[Fact]) -> Condition:
    """A fact is one of some values."""
    o = f"o.{name}"
    if all(isinstance(value, bool) for value in values):
        return Condition(text=o if values[0] else f"not {o}", facts=(name,), cost=1, values=tuple(values))
    if all(type(value) is int for value in values):
        return _numbers(seen, name, sorted(value for value in values if isinstance(value, int)))
    cost = sum(TUPLE if isinstance(value, tuple) else 1 for value in values)
    text = f"{o} == {literal(values[0])}" if len(values) == 1 else f"{o} in {listed(values)}"
    return Condition(text=text, facts=(name,), cost=cost, values=tuple(values))


def _numbers(seen: SeenOutcomes, name: str, numbers: list[int]) -> Condition:
    o, low, high = f"o.{name}", numbers[0], numbers[-1]
    is_span = len(numbers) >= SPAN and high - low == len(numbers) - 1
    if not is_span:
        text = f"{o} == {low}" if len(numbers) == 1 else f"{o} in {listed(numbers)}"
        return Condition(text=text, facts=(name,), cost=len(numbers), values=tuple(numbers))
    every = [value for value in seen.values(name, seen.all) if isinstance(value, int)]
    ends = ([] if low == min(every) else [f"{o} >= {low}"]) + ([] if high == max(every) else [f"{o} <= {high}"])
    return Condition(
        text=" and ".join(ends) or f"{o} >= {low}", facts=(name,), cost=max(len(ends), 1), values=tuple(numbers)
    )


def listed(values: Sequence[Fact]) -> str:
    """Values as a tuple; many of them on lines of their own."""
    texts = [literal(value) for value in values]
    flat = f"({', '.join(texts)})"
    if len(flat) <= WIDE:
        return flat
    lines = [""]
    for text in texts:
        if len(lines[-1]) + len(text) > WIDE:
            lines.append("")
        lines[-1] += f"{text}, "
    return "(\n" + "".join(f"    {line.rstrip()}\n" for line in lines) + ")"


def _single(seen: SeenOutcomes, wanted: frozenset[int]) -> Iterator[Condition]:
    """By one fact, where its values tell the wanted from the others."""
    for name in seen.names:
        values = seen.values(name, wanted)
        if seen.where(lambda facts, name=name, values=values: facts[name] in values) == wanted:  # type: ignore[misc]
            yield among(seen, name, values)


def _parts(seen: SeenOutcomes, wanted: frozenset[int]) -> Iterator[Condition]:
    """By what is in a fact that has several parts: dice, figures, cards."""
    if not wanted:
        return
    for name in seen.names:
        counts = [Counter(_tuple(seen.facts[number][name])) for number in wanted]
        if not all(counts):
            continue
        common = reduce(lambda one, other: one & other, counts)
        if common and seen.where(_holding(name, common)) == wanted:
            parts = list(common.elements())
            yield Condition(text=f"has(o.{name}, {', '.join(map(literal, parts))})", facts=(name,), cost=len(parts))
        for part in dict.fromkeys(part for count in counts for part in count):
            number = counts[0][part]
            if all(count[part] == number for count in counts) and seen.where(_counting(name, part, number)) == wanted:
                yield Condition(text=f"count(o.{name}, {literal(part)}) == {number}", facts=(name,), cost=2)


def _holding(name: str, common: "Counter[int | str]") -> Callable[[Mapping[str, Fact]], bool]:
    return lambda facts: common <= Counter(_tuple(facts[name]))


def _counting(name: str, part: int | str, number: int) -> Callable[[Mapping[str, Fact]], bool]:
    return lambda facts: Counter(_tuple(facts[name]))[part] == number


def _tuple(value: Fact) -> tuple[int | str, ...]:
    return value if isinstance(value, tuple) else ()


def _denied(one: Condition) -> Condition:
    text = f"not {one.text}" if one.text.startswith("has(") else one.text.replace(" == ", " != ")
    return Condition(text=text, facts=one.facts, cost=one.cost + 0.5)


def _both(seen: SeenOutcomes, wanted: frozenset[int]) -> Iterator[Condition]:
    """By two facts, both of which hold."""
    for first, second in permutations(seen.names, 2):
        one, other = seen.values(first, wanted), seen.values(second, wanted)
        held = seen.where(lambda facts, a=first, b=second, one=one, other=other: facts[a] in one and facts[b] in other)  # type: ignore[misc]
        if held == wanted:
            yield _joined(among(seen, first, one), among(seen, second, other), " and ")


def _either(seen: SeenOutcomes, wanted: frozenset[int]) -> Iterator[Condition]:
    """By two facts, one of which holds: all that the first has of the wanted, and the second of the rest."""
    for first, second in permutations(seen.names, 2):
        one, left = _within(seen, first, wanted, wanted)
        if not one or not left:
            continue
        other, still = _within(seen, second, wanted, left)
        if other and not still:
            yield _joined(among(seen, first, one), among(seen, second, other), " or ")


def _within(
    seen: SeenOutcomes, name: str, wanted: frozenset[int], left: frozenset[int]
) -> tuple[list[Fact], frozenset[int]]:
    """The values of a fact that all wanted have and only they, of what is left; and what is left then."""
    outside = set(seen.values(name, seen.all - wanted))
    values = [value for value in seen.values(name, left) if value not in outside]
    return values, frozenset(number for number in left if seen.facts[number][name] not in values)


def _joined(one: Condition, other: Condition, by: str) -> Condition:
    one, other = sorted((one, other), key=lambda part: part.cost)
    text = by.join((one.text, other.text))
    return Condition(text=text, facts=(*one.facts, *other.facts), cost=one.cost + other.cost + 1)


def _one_by_one(seen: SeenOutcomes, wanted: frozenset[int]) -> Condition:
    """Every outcome by all its facts: only where no single fact tells all outcomes apart."""
    rows = [tuple(seen.facts[number].values()) for number in sorted(wanted)]
    values = ",\n".join(f"    ({', '.join(map(literal, row))})" for row in rows)
    facts = ", ".join(f"o.{name}" for name in seen.names)
    return Condition(text=f"({facts}) in (\n{values},\n)", facts=tuple(seen.names), cost=len(rows))
