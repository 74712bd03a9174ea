"""Proposals without code: a form of clicked outcomes and typed prizes, and the file that it comes to."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, reduce
from operator import and_
from textwrap import indent
from typing import Annotated

from msgspec import Meta

from banca.games import rulebook
from banca.proposals.compiler import ID, MOST_CALLS, MOST_DESCRIPTION, MOST_NAME, MOST_PRIZE, UNKNOWN_PLACE, phases_of
from banca.record import FrozenStruct
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

# What a value that is a tuple costs the reader, against 1 for a number or a word.
TUPLE = 1.5
# So many values stand on a line.
MOST_IN_LINE = 12


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
        alike: dict[tuple[Fact, ...], list[Outcome]] = {}
        weights: Counter[tuple[Fact, ...]] = Counter()
        for outcome, weight in book.under().space:
            facts = tuple(book.facts(outcome).values())
            alike.setdefault(facts, []).append(outcome)
            weights[facts] += weight
        self.classes, self.weights = list(alike.values()), list(weights.values())
        self._class = {outcome: number for number, outcomes in enumerate(self.classes) for outcome in outcomes}
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

    def weight(self, numbers: frozenset[int]) -> int:
        """In how many ways these come."""
        return sum(self.weights[number] for number in numbers)


def find_condition(seen: OutcomeClasses, wanted: frozenset[int]) -> Condition:
    """What holds on the classes wanted, and on no others."""
    if wanted == seen.all:
        return Condition(text="True", facts=(), cost=0)
    simple = [*_by_one_fact(seen, wanted), *_by_parts(seen, wanted)]
    if simple:
        # Of two that are as short, that of the fact with more values says more.
        return min(simple, key=lambda rule: (rule.cost, -len(seen.values(rule.facts[0], seen.all))))
    # Every outcome by all its facts: only where no single fact tells all outcomes apart.
    rows = [tuple(seen.facts[number].values()) for number in sorted(wanted)]
    names = ", ".join(f"o.{name}" for name in seen.names)
    return Condition(text=f"({names}) in {_write_tuple(rows)}", facts=tuple(seen.names), cost=len(rows))


def _by_one_fact(seen: OutcomeClasses, wanted: frozenset[int]) -> Iterator[Condition]:
    """By one fact, where its values tell the wanted from the others."""
    for name in seen.names:
        values = seen.values(name, wanted)
        if seen.having(name, values) != wanted:
            continue
        if len(values) == 1 and isinstance(values[0], bool):
            text = f"o.{name}" if values[0] else f"not o.{name}"
        else:
            text = f"o.{name} == {_literal(values[0])}" if len(values) == 1 else f"o.{name} in {_write_tuple(values)}"
        cost = sum(TUPLE if isinstance(value, tuple) else 1 for value in values)
        yield Condition(text=text, facts=(name,), cost=cost, values=tuple(values))


def _by_parts(seen: OutcomeClasses, wanted: frozenset[int]) -> Iterator[Condition]:
    """By what is in a fact that has several parts: dice, figures, cards."""
    for name in seen.names if wanted else ():
        values = [facts[name] for facts in seen.facts]
        counts: list[Counter[int | str]] = [Counter(value if isinstance(value, tuple) else ()) for value in values]
        common = reduce(and_, (counts[number] for number in wanted))
        if common and {number for number in seen.all if common <= counts[number]} == wanted:
            parts = list(common.elements())
            yield Condition(text=f"has(o.{name}, {', '.join(map(_literal, parts))})", facts=(name,), cost=len(parts))


def _literal(value: object) -> str:
    """A fact, or several, as Starlark writes it."""
    if isinstance(value, tuple):
        return f"({', '.join(map(_literal, value))}{',' if len(value) == 1 else ''})"
    return str(value) if isinstance(value, bool | int) else json.dumps(value, ensure_ascii=False)


def _write_tuple(values: Sequence[object]) -> str:
    """Values as a tuple; many of them on lines of their own."""
    if len(values) <= MOST_IN_LINE:
        return _literal(tuple(values))
    starts = range(0, len(values), MOST_IN_LINE)
    lines = (", ".join(map(_literal, values[start : start + MOST_IN_LINE])) for start in starts)
    return "(\n" + "".join(f"{STEP}{line},\n" for line in lines) + ")"


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


LOSE, TIE, STAY = OutcomeMark


class FormWords(FrozenStruct, forbid_unknown_fields=True):
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


class FormPrize(FrozenStruct, forbid_unknown_fields=True):
    """A prize: so much for so much staked. A bet with several prizes gives each a name."""

    name: FormWords = FormWords()
    prize: Whole = 0
    stake: Whole = 1


# The number of the row that an outcome wins, or what else it does.
Mark = Annotated[int, Meta(ge=0, lt=MOST_PRIZES)] | OutcomeMark


class FormBet(FrozenStruct, forbid_unknown_fields=True):
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


class FormChange(FrozenStruct, forbid_unknown_fields=True):
    """Another prize for a bet that the game has, on all outcomes where it wins or on some."""

    bet: Short = ""
    prize: Whole = 0
    stake: Whole = 1
    outcomes: Annotated[tuple[Short, ...], Meta(max_length=MOST_OUTCOMES)] = ()
    """None: all."""


class ProposalForm(FrozenStruct, forbid_unknown_fields=True):
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
FOOT = "foot"
STEP = "    "


@cache
def outcome_classes(game: str) -> OutcomeClasses:
    """The outcomes of a game as bets see them."""
    return OutcomeClasses(rulebook(game))


def write_file(form: ProposalForm) -> str:
    """The text of the file. What the form leaves open stays open in it, and the file is refused there."""
    seen = outcome_classes(form.game)
    parts = [_write_call("proposal", {"game": _literal(form.game), "title": _write_say(form.title)})]
    parts += [_write_bet(seen, bet_id, bet) for bet_id, bet in zip(bet_ids(form), form.bets, strict=True)]
    parts += [_write_change(seen, change) for change in form.changes]
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


def _write_arguments(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _write_call(name: str, values: Mapping[str, str]) -> str:
    """A call with an argument a line."""
    lines = (f"{argument} = {value}" for argument, value in values.items())
    return f"{name}(\n" + "".join(indent(f"{line},\n", STEP) for line in lines) + ")"


def _write_say(text: FormWords) -> str:
    """`say(...)`, on one line where it is short."""
    texts = {language: _literal(line) for language, line in text.by_language().items()}
    flat = f"say({_write_arguments(texts)})"
    return flat if len(flat) <= SHORT else _write_call("say", texts)


def _write_bet(seen: OutcomeClasses, bet_id: str, bet: FormBet) -> str:
    """A comment with the ways, a function of what each outcome does, and the call."""
    marks, keys = class_marks(seen, bet), row_keys(bet)
    sets: dict[Mark, frozenset[int]] = {
        mark: frozenset(number for number, own in marks.items() if own == mark)
        for mark in (*range(len(keys)), *OutcomeMark)
    }
    won: frozenset[int] = frozenset().union(*(numbers for mark, numbers in sets.items() if isinstance(mark, int)))
    counted = {"wins": won, "loses": sets[LOSE], "ties": sets[TIE], "stays": sets[STAY]}
    ways = ", ".join(f"{word} {seen.weight(numbers)}" for word, numbers in counted.items() if numbers)
    last = STAY if sets[STAY] else LOSE
    verdicts: dict[Mark, str] = {LOSE: "lose()", TIE: "push()", STAY: "stay(state)"}
    verdicts |= {number: f"win({_literal(key) if key else ''})" for number, key in enumerate(keys)}
    conditions = {mark: find_condition(seen, numbers) for mark, numbers in sets.items() if numbers and mark != last}
    facts = {name for condition in conditions.values() for name in condition.facts}
    values = {"id": _literal(bet_id), "name": _write_say(bet.name), "description": _write_say(bet.description)}
    values["step"] = function = f"on_{bet_id}"
    if facts:
        values["sees"] = f"[{', '.join(_literal(name) for name in seen.names if name in facts)}]"
    if len(bet.rows) == 1:
        values["pays"] = _write_odds(bet.rows[0])
    else:
        values["prizes"] = _write_rows(keys, bet.rows)
    values |= {"phase": _literal(bet.phase)} if bet.phase else {}
    values |= {"place": _literal(bet.place)} if bet.place != FOOT else {}
    lines = [
        # On one line, however the id was typed.
        f"# {' '.join((bet.name.by_language()['en'] or bet_id).split())}: {ways} of {seen.weight(seen.all)} ways.",
        f"def {function}(state, o):",
        *(indent(f"if {rule.text}:\n{STEP}return {verdicts[mark]}", STEP) for mark, rule in conditions.items()),
        f"{STEP}return {verdicts[last]}\n",
        _write_call("bet", values),
    ]
    return "\n".join(lines)


def _write_odds(row: FormPrize | FormChange) -> str:
    return f'"{row.prize} to {row.stake}"'


def _write_rows(keys: Sequence[str], rows: Sequence[FormPrize]) -> str:
    names = ({language: _literal(text) for language, text in row.name.by_language().items()} for row in rows)
    lines = (
        f"{STEP}{_literal(key)}: prize({_write_odds(row)}, {_write_arguments(name)}),\n"
        for key, row, name in zip(keys, rows, names, strict=True)
    )
    return "{\n" + "".join(lines) + "}"


def _write_change(seen: OutcomeClasses, change: FormChange) -> str:
    values = {"bet": _literal(change.bet), "pays": _write_odds(change)}
    if change.outcomes:
        values["when"] = f"lambda o: {find_condition(seen, frozenset(map(seen.number, change.outcomes))).text}"
    return _write_call("change", values)


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
