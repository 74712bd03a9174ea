"""Proposals without code: a form of clicked outcomes and typed prizes, and the file that it comes to."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, reduce
from itertools import permutations
from operator import and_
from textwrap import indent
from typing import Annotated

from msgspec import Meta, Struct

from banca.games import rulebook
from banca.proposals.compiler import ID, MOST_CALLS, MOST_DESCRIPTION, MOST_NAME, MOST_PRIZE, UNKNOWN_PLACE, phases_of
from banca.rules import (
    Code,
    Fact,
    Message,
    Outcome,
    Place,
    Refusal,
    Rulebook,
    Win,
    _,
    explore,
    refusal,
)
from banca.rules.refusal import IMPOSSIBLE_OUTCOME, UNKNOWN_PHASE

# So many numbers one after another are written by their ends.
SPAN = 4
# What a value that is a tuple costs the reader, against 1 for a number or a word.
TUPLE = 1.5
# Two facts together are written only where that is easier to read than the outcomes one by one.
MOST_JOINED = 6
# Letters of a line, after which values go on lines of their own.
WIDE = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A condition on an outcome: its text, the facts it looks at, and what it costs to read."""

    text: str
    facts: tuple[str, ...]
    cost: float
    values: tuple[Fact, ...] = ()
    """Where it is that one fact has one of some values."""


class OutcomeClasses:
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
        self.facts: list[Mapping[str, Fact]] = [book.facts(outcomes[0]) for outcomes in self.classes]
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

    def having(self, name: str, values: Collection[Fact]) -> frozenset[int]:
        """The classes on which a fact has one of some values."""
        return frozenset(number for number in self.all if self.facts[number][name] in values)

    def fineness(self, condition: "Condition") -> int:
        """How many values the facts of a condition have: of two that are as short, the one that says more is chosen."""
        return sum(len(self.values(name, self.all)) for name in condition.facts)

    def weight(self, numbers: frozenset[int]) -> int:
        """In how many ways these come."""
        return sum(self.weights[number] for number in numbers)


def find_condition(seen: OutcomeClasses, wanted: frozenset[int]) -> Condition:
    """What holds on the classes wanted, and on no others."""
    if wanted == seen.all:
        return Condition(text="True", facts=(), cost=0)
    direct = [*_by_one_fact(seen, wanted), *_by_parts(seen, wanted)]
    opposite = [_negate(rule) for rule in _by_parts(seen, seen.all - wanted)]
    simple = [*direct, *opposite]
    if not any(rule.cost <= 2 for rule in simple):
        joined = [*_by_both(seen, wanted), *_by_either(seen, wanted)]
        simple += [rule for rule in joined if rule.cost <= MOST_JOINED]
    return min(simple, key=lambda rule: (rule.cost, -seen.fineness(rule))) if simple else _by_outcomes(seen, wanted)


def literal(value: Fact) -> str:
    """A fact as Starlark writes it."""
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))}{',' if len(value) == 1 else ''})"
    return str(value) if isinstance(value, bool | int) else json.dumps(value, ensure_ascii=False)


def fact_among(seen: OutcomeClasses, name: str, values: Sequence[Fact]) -> Condition:
    """A fact is one of some values."""
    o = f"o.{name}"
    if all(isinstance(value, bool) for value in values):
        return Condition(text=o if values[0] else f"not {o}", facts=(name,), cost=1, values=tuple(values))
    if all(type(value) is int for value in values):
        return _numbers(seen, name, sorted(value for value in values if isinstance(value, int)))
    cost = sum(TUPLE if isinstance(value, tuple) else 1 for value in values)
    text = f"{o} == {literal(values[0])}" if len(values) == 1 else f"{o} in {write_tuple(values)}"
    return Condition(text=text, facts=(name,), cost=cost, values=tuple(values))


def _numbers(seen: OutcomeClasses, name: str, numbers: list[int]) -> Condition:
    o, low, high = f"o.{name}", numbers[0], numbers[-1]
    is_span = len(numbers) >= SPAN and high - low == len(numbers) - 1
    if not is_span:
        text = f"{o} == {low}" if len(numbers) == 1 else f"{o} in {write_tuple(numbers)}"
        return Condition(text=text, facts=(name,), cost=len(numbers), values=tuple(numbers))
    every = [value for value in seen.values(name, seen.all) if isinstance(value, int)]
    ends = ([] if low == min(every) else [f"{o} >= {low}"]) + ([] if high == max(every) else [f"{o} <= {high}"])
    return Condition(
        text=" and ".join(ends) or f"{o} >= {low}", facts=(name,), cost=max(len(ends), 1), values=tuple(numbers)
    )


def write_tuple(values: Sequence[Fact]) -> str:
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


def _by_one_fact(seen: OutcomeClasses, wanted: frozenset[int]) -> Iterator[Condition]:
    """By one fact, where its values tell the wanted from the others."""
    for name in seen.names:
        values = seen.values(name, wanted)
        if seen.having(name, values) == wanted:
            yield fact_among(seen, name, values)


def _by_parts(seen: OutcomeClasses, wanted: frozenset[int]) -> Iterator[Condition]:
    """By what is in a fact that has several parts: dice, figures, cards."""
    for name in seen.names if wanted else ():
        values = [facts[name] for facts in seen.facts]
        counts: list[Counter[int | str]] = [Counter(value if isinstance(value, tuple) else ()) for value in values]
        own = [counts[number] for number in wanted]
        if not all(own):
            continue
        common = reduce(and_, own)
        if common and {number for number in seen.all if common <= counts[number]} == wanted:
            parts = list(common.elements())
            yield Condition(text=f"has(o.{name}, {', '.join(map(literal, parts))})", facts=(name,), cost=len(parts))
        for part in dict.fromkeys(part for count in own for part in count):
            times = own[0][part]
            if {number for number in seen.all if counts[number][part] == times} == wanted:
                yield Condition(text=f"count(o.{name}, {literal(part)}) == {times}", facts=(name,), cost=2)


def _negate(rule: Condition) -> Condition:
    text = f"not {rule.text}" if rule.text.startswith("has(") else rule.text.replace(" == ", " != ")
    return Condition(text=text, facts=rule.facts, cost=rule.cost + 0.5)


def _by_both(seen: OutcomeClasses, wanted: frozenset[int]) -> Iterator[Condition]:
    """By two facts, both of which hold."""
    for first, second in permutations(seen.names, 2):
        values, others = seen.values(first, wanted), seen.values(second, wanted)
        if seen.having(first, values) & seen.having(second, others) == wanted:
            yield _join(fact_among(seen, first, values), fact_among(seen, second, others), " and ")


def _by_either(seen: OutcomeClasses, wanted: frozenset[int]) -> Iterator[Condition]:
    """By two facts, one of which holds: all that the first has of the wanted, and the second of the rest."""
    for first, second in permutations(seen.names, 2):
        values, left = _own_values(seen, first, wanted, wanted)
        if not values or not left:
            continue
        others, still = _own_values(seen, second, wanted, left)
        if others and not still:
            yield _join(fact_among(seen, first, values), fact_among(seen, second, others), " or ")


def _own_values(
    seen: OutcomeClasses, name: str, wanted: frozenset[int], left: frozenset[int]
) -> tuple[list[Fact], frozenset[int]]:
    """The values of a fact that all wanted have and only they, of what is left; and what is left then."""
    outside = set(seen.values(name, seen.all - wanted))
    values = [value for value in seen.values(name, left) if value not in outside]
    return values, left - seen.having(name, values)


def _join(first: Condition, second: Condition, by: str) -> Condition:
    first, second = sorted((first, second), key=lambda part: part.cost)
    text = by.join((first.text, second.text))
    return Condition(text=text, facts=(*first.facts, *second.facts), cost=first.cost + second.cost + 1)


def _by_outcomes(seen: OutcomeClasses, wanted: frozenset[int]) -> Condition:
    """Every outcome by all its facts: only where no single fact tells all outcomes apart."""
    rows = [tuple(seen.facts[number].values()) for number in sorted(wanted)]
    values = ",\n".join(f"    ({', '.join(map(literal, row))})" for row in rows)
    facts = ", ".join(f"o.{name}" for name in seen.names)
    return Condition(text=f"({facts}) in (\n{values},\n)", facts=tuple(seen.names), cost=len(rows))


MOST_OUTCOMES = 2000
MOST_PRIZES = 12
FormText = Annotated[str, Meta(max_length=4000)]
Short = Annotated[str, Meta(max_length=100)]
Whole = Annotated[int, Meta(ge=0, le=10**9)]


class OutcomeMark(StrEnum):
    """What an outcome does to a bet, other than to win one of its rows."""

    LOSE = "lose"
    TIE = "tie"
    STAY = "stay"


class FormWords(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A text in the three languages, as far as it has been typed."""

    en: FormText = ""
    pt: FormText = ""
    zh: FormText = ""

    def by_language(self) -> dict[str, str]:
        """Each text on one line."""
        return {language: " ".join(getattr(self, language).split()) for language in ("en", "pt", "zh")}

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been typed."""
        return not any(self.by_language().values())


class FormPrize(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prize: so much for so much staked. A bet with several prizes gives each a name."""

    name: FormWords = FormWords()
    prize: Whole = 0
    stake: Whole = 1


# The number of the row that an outcome wins, or what else it does.
Mark = Annotated[int, Meta(ge=0, lt=MOST_PRIZES)] | OutcomeMark


class FormBet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new bet: what each marked outcome does, and what the others do."""

    id: Short = ""
    """Blank: made of the English name."""
    name: FormWords = FormWords()
    description: FormWords = FormWords()
    rows: Annotated[tuple[FormPrize, ...], Meta(max_length=MOST_PRIZES)] = ()
    outcomes: Annotated[dict[Short, Mark], Meta(max_length=MOST_OUTCOMES)] = {}
    """As the game writes them; outcomes that no bet can tell apart have one mark, the last."""
    rest: OutcomeMark = OutcomeMark.LOSE
    phase: Short = ""
    place: Short = "foot"


class FormChange(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another prize for a bet that the game has, on all outcomes where it wins or on some."""

    bet: Short = ""
    prize: Whole = 0
    stake: Whole = 1
    outcomes: Annotated[tuple[Short, ...], Meta(max_length=MOST_OUTCOMES)] = ()
    """None: all."""


class ProposalForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole form."""

    game: Short
    title: FormWords = FormWords()
    bets: Annotated[tuple[FormBet, ...], Meta(max_length=MOST_CALLS)] = ()
    changes: Annotated[tuple[FormChange, ...], Meta(max_length=MOST_CALLS)] = ()


def slug(text: str, otherwise: str, most: int = 40) -> str:
    """An id made of a name: lower-case letters, digits and `_`.

    >>> slug("Dados à mão!", "bet_1"), slug("蛇形", "bet_1"), slug("2 or 12", "row_1")
    ('dados_a_mao', 'bet_1', 'row_1')
    """
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    made = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:most].rstrip("_")
    is_reserved = f"{made}_".startswith(RESERVED)  # also with a number behind it
    return made if made[:1].isalpha() and not is_reserved else otherwise


def bet_ids(form: ProposalForm) -> list[str]:
    """The id of each bet: as typed, or made of its name."""
    return [bet.id or slug(bet.name.en, f"bet_{number}") for number, bet in enumerate(form.bets, start=1)]


# A `say(...)` that has more letters than this stands on several lines.
SHORT = 76
FEW_TOTALS = 8
FOOT = "foot"
STEP = "    "


@cache
def outcome_classes(game: str) -> OutcomeClasses:
    """The outcomes of a game as bets see them."""
    return OutcomeClasses(rulebook(game))


def write_file(form: ProposalForm) -> str:
    """The text of the file. What the form leaves open stays open in it, and the file is refused there."""
    seen = outcome_classes(form.game)
    parts = [_write_call("proposal", {"game": _quote(form.game), "title": write_say(form.title)})]
    for bet_id, bet in zip(bet_ids(form), form.bets, strict=True):
        parts.append("\n".join(_write_bet(seen, bet_id, bet)))
    if form.changes:
        parts.append("\n".join(_write_change(seen, change) for change in form.changes))
    return "\n\n".join(parts) + "\n"


def class_marks(seen: OutcomeClasses, bet: FormBet) -> dict[int, Mark]:
    """What every class of outcomes does to a bet."""
    marks: dict[int, Mark] = dict.fromkeys(sorted(seen.all), bet.rest)
    for outcome, mark in bet.outcomes.items():
        marks[seen.number(outcome)] = mark
    return marks


def row_keys(bet: FormBet) -> list[str]:
    """What the file calls each row of prizes: one prize needs no key, several have keys made of their names."""
    if len(bet.rows) == 1:
        return [""]
    keys: list[str] = []
    for number, row in enumerate(bet.rows, start=1):
        key = slug(row.name.en, f"row_{number}", 24)
        keys.append(f"{key}_{number}" if key in keys else key)
    return keys


def write_say(text: FormWords) -> str:
    """`say(...)`, on one line where it is short."""
    texts = {language: _quote(line) for language, line in text.by_language().items()}
    flat = f"say({_write_arguments(texts)})"
    return flat if len(flat) <= SHORT else _write_call("say", texts)


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _write_arguments(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _write_call(name: str, values: Mapping[str, str], *more: str) -> str:
    """A call with an argument a line."""
    lines = [*(f"{argument} = {value}" for argument, value in values.items()), *more]
    return f"{name}(\n" + "".join(indent(f"{line},\n", STEP) for line in lines) + ")"


def _write_bet(seen: OutcomeClasses, bet_id: str, bet: FormBet) -> Iterator[str]:
    """A comment with the ways, the function where it needs one, and the call."""
    marks = class_marks(seen, bet)
    sets = {
        mark: frozenset(number for number, own in marks.items() if own == mark)
        for mark in dict.fromkeys(marks.values())
    }
    rules = {mark: find_condition(seen, numbers) for mark, numbers in sets.items()}
    # On one line, however the id was typed.
    title = " ".join((bet.name.by_language()["en"] or bet_id).split())
    yield f"# {title}: {_count_ways(seen, sets)}."
    keys = row_keys(bet)
    wins = {
        keys[mark]: rules[mark] for mark in sorted(mark for mark in rules if isinstance(mark, int) and mark < len(keys))
    }
    values = {"id": _quote(bet_id), "name": write_say(bet.name), "description": write_say(bet.description)}
    more: list[str] = []
    function = f"on_{bet_id}"
    if OutcomeMark.STAY in rules:
        yield from _write_step(function, wins, rules)
        values["step"] = function
    elif (shape := _write_totals(bet, wins, rules)) is not None:
        more.append(shape)
    else:
        if list(wins) in ([], [""]):
            values["wins"] = _write_lambda(wins.get(""))
        else:
            yield from _write_rows(function, wins)
            values["wins"] = function
        if OutcomeMark.TIE in rules:
            values["ties"] = _write_lambda(rules[OutcomeMark.TIE])
    if not more:
        values |= _write_sees(seen, rules) | _write_prizes(bet, keys)
    values |= {"phase": _quote(bet.phase)} if bet.phase else {}
    values |= {"place": _quote(bet.place)} if bet.place != FOOT else {}
    yield _write_call("bet", values, *more)


def _count_ways(seen: OutcomeClasses, sets: Mapping[Mark, frozenset[int]]) -> str:
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


def _write_lambda(rule: Condition | None) -> str:
    return f"lambda o: {rule.text if rule else 'False'}"


def _write_if(rule: Condition, then: str) -> str:
    """One branch of a function."""
    return f"{STEP}if {indent(rule.text, STEP)[len(STEP) :]}:\n{STEP * 2}return {then}"


def _write_rows(function: str, wins: Mapping[str, Condition]) -> Iterator[str]:
    """Which row of prizes an outcome wins."""
    yield f"def {function}(o):"
    yield from (_write_if(rule, _quote(key)) for key, rule in wins.items())
    yield f"{STEP}return None\n"


def _write_step(function: str, wins: Mapping[str, Condition], rules: Mapping[Mark, Condition]) -> Iterator[str]:
    """What an outcome does to a bet that stays until it is decided."""
    yield f"def {function}(state, o):"
    yield from (_write_if(rule, f"win({_quote(key) if key else ''})") for key, rule in wins.items())
    for mark, then in ((OutcomeMark.TIE, "push()"), (OutcomeMark.LOSE, "lose()")):
        if mark in rules:
            yield _write_if(rules[mark], then)
    yield f"{STEP}return stay(state)\n"


def _write_totals(bet: FormBet, wins: Mapping[str, Condition], rules: Mapping[Mark, Condition]) -> str | None:
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


def _write_sees(seen: OutcomeClasses, rules: Mapping[Mark, Condition]) -> dict[str, str]:
    """The facts that the conditions look at, in the game's order; what is left over looks at none."""
    over = OutcomeMark.STAY if OutcomeMark.STAY in rules else OutcomeMark.LOSE
    used = {name for mark, rule in rules.items() if mark != over for name in rule.facts}
    return {"sees": f"[{', '.join(_quote(name) for name in seen.names if name in used)}]"} if used else {}


def _write_prizes(bet: FormBet, keys: list[str]) -> dict[str, str]:
    if len(bet.rows) == 1:
        return {"pays": f'"{bet.rows[0].prize} to {bet.rows[0].stake}"'}
    rows = (
        f'{_quote(key)}: prize("{row.prize} to {row.stake}", {_write_arguments({name: _quote(text) for name, text in row.name.by_language().items()})}),\n'
        for key, row in zip(keys, bet.rows, strict=True)
    )
    return {"prizes": "{\n" + indent("".join(rows), STEP) + "}"}


def _write_change(seen: OutcomeClasses, change: FormChange) -> str:
    values = {"bet": _quote(change.bet), "pays": f'"{change.prize} to {change.stake}"'}
    if not change.outcomes:
        return f"change({_write_arguments(values)})"
    rule = find_condition(seen, frozenset(map(seen.number, change.outcomes)))
    flat = f"change({_write_arguments(values)}, when = {_write_lambda(rule)})"
    return (
        flat
        if len(flat) <= 2 * SHORT and "\n" not in flat
        else _write_call("change", values | {"when": _write_lambda(rule)})
    )


FIELD_BLANK = refusal("field_blank", _("Still missing."))
NO_PRIZE_YET = refusal("no_prize_yet", _("Write a prize."))
ROW_WITHOUT_OUTCOMES = refusal("row_without_outcomes", _("Mark at least one outcome that wins this prize."))
NOTHING_BUILT = refusal("nothing_built", _("Add a bet or a changed prize."))
# What is not wrong, but not done yet.
MISSING = (FIELD_BLANK, NO_PRIZE_YET, ROW_WITHOUT_OUTCOMES, NOTHING_BUILT)


FIELD_RESERVED = Code("field_reserved", _("This cannot hold {asked}, which is kept for the program."))
RESERVED = "banca_"
"""What names in a proposal file cannot begin with (`sandbox.RESERVED`)."""
# What is wrong, each with its field: `bets.0.rows.1.prize`, `title.pt`; the form as a whole where that is blank.
Faults = Iterator[tuple[str, Message]]


def find_faults(form: ProposalForm) -> Faults:
    """Every fault of a form; none means that its file is right."""
    yield from _text_faults("title", form.title, MOST_NAME)
    if not form.bets and not form.changes:
        yield "", Message(NOTHING_BUILT)
    taken = {bet.id for bet in rulebook(form.game).under().bets.values()}
    for number, (bet, bet_id) in enumerate(zip(form.bets, bet_ids(form), strict=True)):
        path = f"bets.{number}"
        yield from _bet_faults(form.game, path, bet)
        if not ID.fullmatch(bet_id):
            yield (
                f"{path}.id",
                Message("field_id", _("Begin with a letter; then lower-case letters, digits and _ only.")),
            )
        elif RESERVED in bet_id:
            yield f"{path}.id", Message(FIELD_RESERVED, asked=RESERVED)
        elif bet_id in taken:
            message = Message(
                "field_id_taken", _("Another bet has the id {asked}; give this one another."), asked=bet_id
            )
            yield f"{path}.id", message
        taken.add(bet_id)
    for number, change in enumerate(form.changes):
        yield from _change_faults(form.game, f"changes.{number}", change)


def _text_faults(path: str, words: FormWords, most: int) -> Faults:
    for language, text in words.by_language().items():
        if not text:
            yield f"{path}.{language}", Message(FIELD_BLANK)
        elif len(text) > most or not text.isprintable():
            yield (
                f"{path}.{language}",
                Message("field_too_long", _("At most {allowed} printable characters."), allowed=most),
            )
        elif RESERVED in text:  # the sandbox refuses a file with such a name, and does not ask whether a text holds it
            yield f"{path}.{language}", Message(FIELD_RESERVED, asked=RESERVED)


def _prize_faults(path: str, row: FormPrize | FormChange) -> Faults:
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


def _bet_faults(game: str, path: str, bet: FormBet) -> Faults:
    yield from _text_faults(f"{path}.name", bet.name, MOST_NAME)
    yield from _text_faults(f"{path}.description", bet.description, MOST_DESCRIPTION)
    phases = phases_of(book := rulebook(game))
    if bet.phase not in ("", *phases):
        yield f"{path}.phase", Message(UNKNOWN_PHASE, game=book.game, asked=bet.phase, allowed=phases)
    if bet.place not in list(Place):
        yield f"{path}.place", Message(UNKNOWN_PLACE, asked=bet.place, allowed=list(Place))
    if not bet.rows:
        yield f"{path}.rows", Message(NO_PRIZE_YET)
    marked = set(class_marks(outcome_classes(game), bet).values())
    for number, row in enumerate(bet.rows):
        if len(bet.rows) > 1:
            yield from _text_faults(f"{path}.rows.{number}.name", row.name, MOST_NAME)
        yield from _prize_faults(f"{path}.rows.{number}", row)
        if number not in marked:
            yield f"{path}.rows.{number}", Message(ROW_WITHOUT_OUTCOMES)
    if any(isinstance(mark, int) and mark >= len(bet.rows) for mark in marked) and bet.rows:
        yield f"{path}.rows", Message(NO_PRIZE_YET)


def _change_faults(game: str, path: str, change: FormChange) -> Faults:
    yield from _prize_faults(path, change)
    try:
        won = winning_classes(game, change.bet)
    except Refusal as refused:
        yield f"{path}.bet", refused.message
        return
    if change.outcomes and not won & frozenset(map(outcome_classes(game).number, change.outcomes)):
        yield f"{path}.outcomes", Message("change_never_won", _("This bet wins on none of the outcomes chosen."))


def winning_classes(game: str, key: str) -> frozenset[int]:
    """The classes of outcomes on which a bet of the game can win."""
    seen, bet = outcome_classes(game), rulebook(game).under().bet(key)
    states = explore(bet).states
    return frozenset(
        seen.of(outcome)
        for outcome, _ in bet.space
        if any(isinstance(bet.verdict(state, outcome), Win) for state in states)
    )
