"""Proposals without code: a form of clicked outcomes and typed prizes, the file it comes to, and the form of a file."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, reduce
from itertools import permutations
from textwrap import indent
from typing import Annotated

from msgspec import Meta, Struct

from banca.games import rulebook
from banca.proposals.compiler import ID, MOST_CALLS, MOST_DESCRIPTION, MOST_NAME, MOST_PRIZE, UNKNOWN_PLACE, phases_of
from banca.rules import (
    Bet,
    ChangedPrize,
    Fact,
    Message,
    Outcome,
    Place,
    Proposal,
    ProposedBet,
    Push,
    Refusal,
    Rulebook,
    Stay,
    Text,
    Win,
    _,
    explore,
    refusal,
)
from banca.rules.refusal import IMPOSSIBLE_OUTCOME, UNKNOWN_PHASE

__all__ = [
    "BuiltBet",
    "BuiltChange",
    "BuiltProposal",
    "BuiltRow",
    "FormFault",
    "OutcomeMark",
    "Told",
    "faults_of",
    "form_of",
    "written",
]

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


MOST_OUTCOMES = 2000
MOST_BUILT_ROWS = 12
FormText = Annotated[str, Meta(max_length=4000)]
Short = Annotated[str, Meta(max_length=100)]
Whole = Annotated[int, Meta(ge=0, le=10**9)]


class OutcomeMark(StrEnum):
    """What an outcome does to a bet, other than to win one of its rows."""

    LOSE = "lose"
    TIE = "tie"
    STAY = "stay"


class Built(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the form."""


class Told(Built, frozen=True, kw_only=True):
    """A text in the three languages, as far as it has been typed."""

    en: FormText = ""
    pt: FormText = ""
    zh: FormText = ""

    def by_language(self) -> dict[str, str]:
        """Each text on one line."""
        return {one: " ".join(getattr(self, one).split()) for one in ("en", "pt", "zh")}

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been typed."""
        return not any(self.by_language().values())


class BuiltRow(Built, frozen=True, kw_only=True):
    """A prize: so much for so much staked. A bet with several prizes gives each a name."""

    name: Told = Told()
    prize: Whole = 0
    stake: Whole = 1


Marked = Annotated[int, Meta(ge=0, lt=MOST_BUILT_ROWS)] | OutcomeMark
"""The number of the row that an outcome wins, or what else it does."""


class BuiltBet(Built, frozen=True, kw_only=True):
    """A new bet: what each marked outcome does, and what the others do."""

    id: Short = ""
    """Blank: made of the English name."""
    name: Told = Told()
    description: Told = Told()
    rows: Annotated[tuple[BuiltRow, ...], Meta(max_length=MOST_BUILT_ROWS)] = ()
    outcomes: Annotated[dict[Short, Marked], Meta(max_length=MOST_OUTCOMES)] = {}
    """As the game writes them; outcomes that no bet can tell apart have one mark, the last."""
    rest: OutcomeMark = OutcomeMark.LOSE
    phase: Short = ""
    place: Short = "foot"


class BuiltChange(Built, frozen=True, kw_only=True):
    """Another prize for a bet that the game has, on all outcomes where it wins or on some."""

    bet: Short = ""
    prize: Whole = 0
    stake: Whole = 1
    outcomes: Annotated[tuple[Short, ...], Meta(max_length=MOST_OUTCOMES)] = ()
    """None: all."""


class BuiltProposal(Built, frozen=True, kw_only=True):
    """The whole form."""

    game: Short
    title: Told = Told()
    bets: Annotated[tuple[BuiltBet, ...], Meta(max_length=MOST_CALLS)] = ()
    changes: Annotated[tuple[BuiltChange, ...], Meta(max_length=MOST_CALLS)] = ()


def slug(text: str, otherwise: str, most: int = 40) -> str:
    """An id made of a name: lower-case letters, digits and `_`.

    >>> slug("Dados à mão!", "bet_1"), slug("蛇形", "bet_1"), slug("2 or 12", "row_1")
    ('dados_a_mao', 'bet_1', 'row_1')
    """
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    made = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:most].rstrip("_")
    return made if made[:1].isalpha() else otherwise


def ids_of(form: BuiltProposal) -> list[str]:
    """The id of each bet: as typed, or made of its name."""
    return [bet.id or slug(bet.name.en, f"bet_{number}") for number, bet in enumerate(form.bets, start=1)]


SHORT = 76
"""A `say(...)` that has more letters than this stands on several lines."""
FEW_TOTALS = 8
FOOT = "foot"
STEP = "    "


@cache
def seen_in(game: str) -> SeenOutcomes:
    """The outcomes of a game as bets see them."""
    return SeenOutcomes(rulebook(game))


def written(form: BuiltProposal) -> str:
    """The text of the file. What the form leaves open stays open in it, and the file is refused there."""
    seen = seen_in(form.game)
    parts = [_call("proposal", {"game": _text(form.game), "title": said(form.title)})]
    for bet_id, bet in zip(ids_of(form), form.bets, strict=True):
        parts.append("\n".join(_bet(seen, bet_id, bet)))
    if form.changes:
        parts.append("\n".join(_change(seen, one) for one in form.changes))
    return "\n\n".join(parts) + "\n"


def marks_of(seen: SeenOutcomes, bet: BuiltBet) -> dict[int, Marked]:
    """What every class of outcomes does to a bet."""
    marks: dict[int, Marked] = dict.fromkeys(sorted(seen.all), bet.rest)
    for outcome, mark in bet.outcomes.items():
        marks[seen.number(outcome)] = mark
    return marks


def row_keys(bet: BuiltBet) -> list[str]:
    """What the file calls each row of prizes: one prize needs no key, several have keys made of their names."""
    if len(bet.rows) == 1:
        return [""]
    keys: list[str] = []
    for number, row in enumerate(bet.rows, start=1):
        key = slug(row.name.en, f"row_{number}", 24)
        keys.append(f"{key}_{number}" if key in keys else key)
    return keys


def said(text: Told) -> str:
    """`say(...)`, on one line where it is short."""
    told = {language: _text(one) for language, one in text.by_language().items()}
    flat = f"say({_arguments(told)})"
    return flat if len(flat) <= SHORT else _call("say", told)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _arguments(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _call(name: str, values: Mapping[str, str], *more: str) -> str:
    """A call with an argument a line."""
    lines = [*(f"{one} = {value}" for one, value in values.items()), *more]
    return f"{name}(\n" + "".join(indent(f"{line},\n", STEP) for line in lines) + ")"


def _bet(seen: SeenOutcomes, bet_id: str, bet: BuiltBet) -> Iterator[str]:
    """A comment with the ways, the function where it needs one, and the call."""
    marks = marks_of(seen, bet)
    sets = {
        mark: frozenset(one for one, is_so in marks.items() if is_so == mark) for mark in dict.fromkeys(marks.values())
    }
    rules = {mark: condition(seen, numbers) for mark, numbers in sets.items()}
    yield f"# {_comment(bet.name.by_language()['en'] or bet_id)}: {_ways(seen, sets)}."
    keys = row_keys(bet)
    wins = {
        keys[mark]: rules[mark] for mark in sorted(one for one in rules if isinstance(one, int) and one < len(keys))
    }
    values = {"id": _text(bet_id), "name": said(bet.name), "description": said(bet.description)}
    more: list[str] = []
    function = f"on_{bet_id}"
    if OutcomeMark.STAY in rules:
        yield from _step(function, wins, rules)
        values["step"] = function
    elif (shape := _totals(bet, wins, rules)) is not None:
        more.append(shape)
    else:
        if list(wins) in ([], [""]):
            values["wins"] = _lambda(wins.get(""))
        else:
            yield from _rows(function, wins)
            values["wins"] = function
        if OutcomeMark.TIE in rules:
            values["ties"] = _lambda(rules[OutcomeMark.TIE])
    if not more:
        values |= _sees(seen, rules) | _prizes(bet, keys)
    values |= {"phase": _text(bet.phase)} if bet.phase else {}
    values |= {"place": _text(bet.place)} if bet.place != FOOT else {}
    yield _call("bet", values, *more)


def _comment(text: str) -> str:
    """On one line of its own."""
    return " ".join(text.split())


def _ways(seen: SeenOutcomes, sets: Mapping[Marked, frozenset[int]]) -> str:
    """How often each thing happens, of all the ways the device has."""
    won: frozenset[int] = frozenset().union(*(numbers for mark, numbers in sets.items() if isinstance(mark, int)))
    words = {
        "wins": won,
        "loses": sets.get(OutcomeMark.LOSE),
        "ties": sets.get(OutcomeMark.TIE),
        "stays": sets.get(OutcomeMark.STAY),
    }
    counted = [f"{word} {seen.weight(numbers)}" for word, numbers in words.items() if numbers]
    return f"{', '.join(counted)} of {seen.weight(seen.all)} ways"


def _lambda(rule: Condition | None) -> str:
    return f"lambda o: {rule.text if rule else 'False'}"


def _if(rule: Condition, then: str) -> str:
    """One branch of a function."""
    return f"{STEP}if {indent(rule.text, STEP)[len(STEP) :]}:\n{STEP * 2}return {then}"


def _rows(function: str, wins: Mapping[str, Condition]) -> Iterator[str]:
    """Which row of prizes an outcome wins."""
    yield f"def {function}(o):"
    yield from (_if(rule, _text(key)) for key, rule in wins.items())
    yield f"{STEP}return None\n"


def _step(function: str, wins: Mapping[str, Condition], rules: Mapping[Marked, Condition]) -> Iterator[str]:
    """What an outcome does to a bet that stays until it is decided."""
    yield f"def {function}(state, o):"
    yield from (_if(rule, f"win({_text(key) if key else ''})") for key, rule in wins.items())
    for mark, then in ((OutcomeMark.TIE, "push()"), (OutcomeMark.LOSE, "lose()")):
        if mark in rules:
            yield _if(rules[mark], then)
    yield f"{STEP}return stay(state)\n"


def _totals(bet: BuiltBet, wins: Mapping[str, Condition], rules: Mapping[Marked, Condition]) -> str | None:
    """The helper for a bet on totals of the next outcome, where it is one."""
    rule = wins.get("")
    if (
        rule is None
        or rule.facts != ("total",)
        or not rule.values
        or len(rule.values) > FEW_TOTALS
        or OutcomeMark.TIE in rules
    ):
        return None
    row = bet.rows[0]
    return f'**totals({", ".join(map(str, rule.values))}, pays = "{row.prize} to {row.stake}")'


def _sees(seen: SeenOutcomes, rules: Mapping[Marked, Condition]) -> dict[str, str]:
    """The facts that the conditions look at, in the game's order; what is left over looks at none."""
    over = OutcomeMark.STAY if OutcomeMark.STAY in rules else OutcomeMark.LOSE
    used = {name for mark, rule in rules.items() if mark != over for name in rule.facts}
    return {"sees": f"[{', '.join(_text(name) for name in seen.names if name in used)}]"} if used else {}


def _prizes(bet: BuiltBet, keys: list[str]) -> dict[str, str]:
    if len(bet.rows) == 1:
        return {"pays": f'"{bet.rows[0].prize} to {bet.rows[0].stake}"'}
    rows = (
        f'{_text(key)}: prize("{row.prize} to {row.stake}", {_arguments({name: _text(text) for name, text in row.name.by_language().items()})}),\n'
        for key, row in zip(keys, bet.rows, strict=True)
    )
    return {"prizes": "{\n" + indent("".join(rows), STEP) + "}"}


def _change(seen: SeenOutcomes, one: BuiltChange) -> str:
    values = {"bet": _text(one.bet), "pays": f'"{one.prize} to {one.stake}"'}
    if not one.outcomes:
        return f"change({_arguments(values)})"
    rule = condition(seen, frozenset(map(seen.number, one.outcomes)))
    flat = f"change({_arguments(values)}, when = {_lambda(rule)})"
    return flat if len(flat) <= 2 * SHORT and "\n" not in flat else _call("change", values | {"when": _lambda(rule)})


FIELD_BLANK = refusal("field_blank", _("Still missing."))
NO_PRIZE_YET = refusal("no_prize_yet", _("Write a prize."))
ROW_WITHOUT_OUTCOMES = refusal("row_without_outcomes", _("Mark at least one outcome that wins this prize."))
NOTHING_BUILT = refusal("nothing_built", _("Add a bet or a changed prize."))
MISSING = (FIELD_BLANK, NO_PRIZE_YET, ROW_WITHOUT_OUTCOMES, NOTHING_BUILT)
"""What is not wrong, but not done yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormFault:
    """What is wrong, and the field: `bets.0.rows.1.prize`, `title.pt`; the form as a whole where it is blank."""

    path: str
    because: Message


def faults_of(form: BuiltProposal) -> list[FormFault]:
    """Every fault of a form; none means that its file is right."""
    return [FormFault(path=path, because=because) for path, because in _all(form)]


Found = Iterator[tuple[str, Message]]


def _all(form: BuiltProposal) -> Found:
    yield from _text_faults("title", form.title, MOST_NAME)
    if not form.bets and not form.changes:
        yield "", Message(NOTHING_BUILT)
    taken = {bet.id for bet in rulebook(form.game).under().bets.values()}
    for number, (bet, bet_id) in enumerate(zip(form.bets, ids_of(form), strict=True)):
        path = f"bets.{number}"
        yield from _bet_faults(form.game, path, bet)
        if not ID.fullmatch(bet_id):
            yield (
                f"{path}.id",
                Message("field_id", _("Begin with a letter; then lower-case letters, digits and _ only.")),
            )
        elif bet_id in taken:
            yield (
                f"{path}.id",
                Message("field_id_taken", _("Another bet has the id {asked}; give this one another."), asked=bet_id),
            )
        taken.add(bet_id)
    for number, change in enumerate(form.changes):
        yield from _change_faults(form.game, f"changes.{number}", change)


def _text_faults(path: str, told: Told, most: int) -> Found:
    for language, text in told.by_language().items():
        if not text:
            yield f"{path}.{language}", Message(FIELD_BLANK)
        elif len(text) > most or not text.isprintable():
            yield (
                f"{path}.{language}",
                Message("field_too_long", _("At most {allowed} printable characters."), allowed=most),
            )


def _prize(path: str, row: BuiltRow | BuiltChange) -> Found:
    if not row.prize:
        yield f"{path}.prize", Message(NO_PRIZE_YET)
    elif not row.stake or row.prize > MOST_PRIZE * row.stake:
        yield (
            f"{path}.prize",
            Message(
                "field_prize",
                _("Write the prize and the stake in whole numbers, at most {allowed} to 1."),
                allowed=MOST_PRIZE,
            ),
        )


def _bet_faults(game: str, path: str, bet: BuiltBet) -> Found:
    yield from _text_faults(f"{path}.name", bet.name, MOST_NAME)
    yield from _text_faults(f"{path}.description", bet.description, MOST_DESCRIPTION)
    phases = phases_of(book := rulebook(game))
    if bet.phase not in ("", *phases):
        yield f"{path}.phase", Message(UNKNOWN_PHASE, game=book.game, asked=bet.phase, allowed=phases)
    if bet.place not in list(Place):
        yield f"{path}.place", Message(UNKNOWN_PLACE, asked=bet.place, allowed=list(Place))
    if not bet.rows:
        yield f"{path}.rows", Message(NO_PRIZE_YET)
    marked = set(marks_of(seen_in(game), bet).values())
    for number, row in enumerate(bet.rows):
        if len(bet.rows) > 1:
            yield from _text_faults(f"{path}.rows.{number}.name", row.name, MOST_NAME)
        yield from _prize(f"{path}.rows.{number}", row)
        if number not in marked:
            yield f"{path}.rows.{number}", Message(ROW_WITHOUT_OUTCOMES)
    if any(isinstance(mark, int) and mark >= len(bet.rows) for mark in marked) and bet.rows:
        yield f"{path}.rows", Message(NO_PRIZE_YET)


def _change_faults(game: str, path: str, change: BuiltChange) -> Found:
    yield from _prize(path, change)
    try:
        won = won_by(game, change.bet)
    except Refusal as refused:
        yield f"{path}.bet", refused.message
        return
    if change.outcomes and not won & frozenset(map(seen_in(game).number, change.outcomes)):
        yield f"{path}.outcomes", Message("change_never_won", _("This bet wins on none of the outcomes chosen."))


def won_by(game: str, key: str) -> frozenset[int]:
    """The classes of outcomes on which a bet of the game can win."""
    seen, bet = seen_in(game), rulebook(game).under().bet(key)
    states = explore(bet).states
    return frozenset(
        seen.of(outcome)
        for outcome, _ in bet.space
        if any(isinstance(bet.verdict(state, outcome), Win) for state in states)
    )


def form_of(proposal: Proposal) -> BuiltProposal:
    """What somebody would have clicked and typed; refused where a bet has selections or more than one state."""
    seen = seen_in(proposal.game)
    return BuiltProposal(
        game=proposal.game,
        title=_form_text(proposal.title),
        bets=tuple(_form_bet(seen, one) for one in proposal.bets),
        changes=tuple(_form_change(seen, proposal.game, one) for one in proposal.changes),
    )


def _form_text(text: str) -> Told:
    return Told(**text.by_language) if isinstance(text, Text) else Told()


def _form_bet(seen: SeenOutcomes, one: ProposedBet) -> BuiltBet:
    bet = one.bet
    if bet.selection or len(explore(bet).states) > 1:
        raise Refusal(
            "beyond_builder",
            _(
                "{bet} cannot be described by marking outcomes: it has selections, or it remembers earlier outcomes. Edit its text."
            ),
            bet=bet.key,
        )
    keys = [row.key for row in one.prizes]
    marks = {number: _mark(bet, seen, number, keys) for number in sorted(seen.all)}
    rest = OutcomeMark.STAY if OutcomeMark.STAY in marks.values() else OutcomeMark.LOSE
    name = _form_text(bet.name)
    return BuiltBet(
        id="" if slug(name.en, "") == bet.id else bet.id,
        name=name,
        description=_form_text(bet.about),
        rows=tuple(
            BuiltRow(name=_form_text(row.name) if row.key else Told(), prize=row.odds.prize, stake=row.odds.stake)
            for row in one.prizes
        ),
        outcomes={seen.shown(number): mark for number, mark in marks.items() if mark != rest},
        rest=rest,
        phase=one.phase,
        place=bet.place.value,
    )


def _mark(bet: Bet, seen: SeenOutcomes, number: int, keys: list[str]) -> Marked:
    match bet.verdict(bet.start, seen.classes[number][0]):
        case Win(row=row):
            return keys.index(row)
        case Push():
            return OutcomeMark.TIE
        case Stay():
            return OutcomeMark.STAY
        case _:
            return OutcomeMark.LOSE


def _form_change(seen: SeenOutcomes, game: str, one: ChangedPrize) -> BuiltChange:
    """Outcomes that no bet can tell apart are there together or not at all."""
    numbers = frozenset(map(seen.of, one.outcomes))
    outcomes = () if numbers == won_by(game, one.bet) else tuple(map(seen.shown, sorted(numbers)))
    return BuiltChange(bet=one.bet, prize=one.odds.prize, stake=one.odds.stake, outcomes=outcomes)
