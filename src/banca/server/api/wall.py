"""What a screen on the wall of a pit shows of a table: the last results, how often each came and how often it should, what is due. No stakes, no names."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from litestar import Router, get
from litestar.datastructures import State
from litestar.params import FromPath
from msgspec import Struct

from banca.house.commands import LiveTable
from banca.i18n import Translator, translator
from banca.rules import Bet, Fact, Outcome, Rules, Win, _
from banca.rules.bet import Stay
from banca.server.api.tables import table_result
from banca.server.auth import person_of
from banca.server.auto_dealer import AutoDealer, DueView
from banca.server.commands import find_table
from banca.server.http import AnyRequest, api_language
from banca.server.openapi import SECURITY, refuses
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import Role

MOST_VALUES = 16
"""A number in the results that takes more values is no table for a wall."""
MOST_ALIKE = 6
"""Of a kind with more bets than that, none is counted."""
MOST_ROWS = 21
"""Of both tables together."""
MOST_BETS = 12
DECIDED_AT_ONCE = _("Bets decided by one result")
LOOKERS_ON = (Role.CROUPIER, Role.SUPERVISOR, Role.INSPECTOR)


class Frequency(Struct, frozen=True, kw_only=True):
    """How often something came among the results shown, and in how many of all ways it comes."""

    name: str
    count: int
    ways: int


class Statistic(Struct, frozen=True, kw_only=True):
    """The results by something that is to be seen in them."""

    name: str
    rows: list[Frequency]


class WallView(Struct, frozen=True, kw_only=True):
    """A table as everybody in the room may see it."""

    table: str
    phase: str
    round: int
    seq: int
    is_closed: bool
    due: DueView | None
    outcome: str
    """The result that was called, until the next round has moved on."""
    said: str
    """It in words of the table."""
    results: list[str]
    """What was called in the last rounds, the newest first."""
    statistics: list[Statistic]
    of: int
    """All ways."""


@get("/{table:str}/wall", summary="Show a table for a wall screen", responses=refuses(404))
async def wall(request: AnyRequest, state: State, table: FromPath[str]) -> WallView:
    """The last results with their frequencies and exact chances, the phase, and the next act. Staff only; in the demo anybody."""
    check_looker_on(request)
    return await asyncio.to_thread(_wall, state, table, translator(api_language(request)))


def check_looker_on(request: AnyRequest) -> None:
    """Refuse whoever may not look at the wall: players, and nobody in particular, unless this is the demo."""
    if not request.app.state.is_demo:
        person_of(request, *LOOKERS_ON)


def _wall(state: State, table_id: str, say: Translator) -> WallView:
    if state.house.store.is_shared:
        state.house.refresh_table(table_id)
    live = find_table(state.house, table_id)
    attendants: AutoDealer | None = state.auto_dealer
    result = table_result(live, say)
    results = list(live.state.results)[::-1]
    due = attendants.due(live) if attendants else None
    return WallView(
        table=live.id,
        phase=live.state.phase,
        round=live.state.round,
        seq=live.seq,
        is_closed=live.state.is_closed,
        due=due,
        outcome=result.outcome if result else "",
        said=result.said if result else "",
        results=results,
        statistics=statistics(live, results, say),
        of=_all_ways(live),
    )


def statistics(table: LiveTable, results: Sequence[str], say: Translator) -> list[Statistic]:
    """By a number that is to be seen in the results, and by the bets that one result decides; nothing of a game without a device."""
    engine = table.engine
    if not isinstance(engine, ChanceEngine):
        return []
    rules = engine.rules
    fact, values, bets = _counted(rules)
    seen = [engine.parse_outcome(result) for result in results]
    lines = [_by_number(rules, fact, values, seen, say)] if fact else []
    return [*lines, _by_bet(rules, bets, seen, say)] if bets else lines


@lru_cache(64)
def _counted(rules: Rules) -> tuple[str, dict[int, int], dict[str, int]]:
    """What is counted at a table: a number that its results show, with the ways of each value; and bets, with theirs."""
    facts: dict[str, Counter[Fact]] = {}
    for outcome, ways in rules.space:
        for name, value in rules.rulebook.facts(outcome).items():
            facts.setdefault(name, Counter())[value] += ways
    numbers = {
        name: {value: ways for value, ways in values.items() if type(value) is int} for name, values in facts.items()
    }
    fitting = {
        name: values
        for name, values in numbers.items()
        if len(values) == len(facts[name]) and 2 < len(values) <= MOST_VALUES
    }
    fact = max(fitting, key=lambda name: len(fitting[name]), default="")
    values = dict(sorted(fitting.get(fact, {}).items()))
    return fact, values, _chances(rules, min(MOST_BETS, MOST_ROWS - len(values)))


def _chances(rules: Rules, most: int) -> dict[str, int]:
    """The likeliest of the bets that one result decides, whole kinds of them, each with the ways in which it wins."""
    alike = Counter(bet.id for bet in rules.bets.values())
    few = [bet for bet in rules.bets.values() if alike[bet.id] <= MOST_ALIKE and len(bet.space) == len(rules.space)]
    ways = {bet.key: _ways(bet, rules) for bet in few if not bet.added_to and _is_decided(bet, rules)}
    kinds: dict[str, list[str]] = {}
    for key in sorted(ways, key=lambda key: -ways[key]):
        kinds.setdefault(rules.bets[key].id, []).append(key)
    chosen: list[str] = []
    for keys in kinds.values():
        chosen += keys if len(chosen) + len(keys) <= most else []
    return {key: ways[key] for key in chosen}


def _is_decided(bet: Bet, rules: Rules) -> bool:
    return not any(isinstance(bet.verdict(bet.start, outcome), Stay) for outcome, _ in rules.space)


def _wins(bet: Bet, outcome: Outcome) -> bool:
    return isinstance(bet.verdict(bet.start, outcome), Win)


def _ways(bet: Bet, rules: Rules) -> int:
    return sum(ways for outcome, ways in rules.space if _wins(bet, outcome))


def _by_number(rules: Rules, fact: str, values: dict[int, int], seen: Sequence[Outcome], say: Translator) -> Statistic:
    came = Counter(rules.rulebook.facts(outcome)[fact] for outcome in seen)
    rows = [Frequency(name=str(value), count=came[value], ways=ways) for value, ways in values.items()]
    return Statistic(name=say(rules.rulebook.fact_words.get(fact, fact)), rows=rows)


def _by_bet(rules: Rules, bets: dict[str, int], seen: Sequence[Outcome], say: Translator) -> Statistic:
    rows = [
        Frequency(name=say.bet(bet), count=sum(_wins(bet, outcome) for outcome in seen), ways=ways)
        for key, ways in bets.items()
        for bet in [rules.bets[key]]
    ]
    return Statistic(name=say(DECIDED_AT_ONCE), rows=rows)


def _all_ways(table: LiveTable) -> int:
    engine: Any = table.engine
    return sum(ways for _, ways in engine.rules.space) if isinstance(engine, ChanceEngine) else 0


ROUTES = Router("/tables", route_handlers=[wall], tags=("tables",), security=SECURITY)
