"""The file that a form comes to: what a careful person would write by hand, in the words of docs/propose-a-bet.md."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from textwrap import indent

from banca.games import rulebook
from banca.proposals.builder.conditions import Condition, SeenOutcomes, condition
from banca.proposals.builder.form import BuiltBet, BuiltChange, BuiltProposal, Marked, OutcomeMark, Told, ids_of, slug

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
