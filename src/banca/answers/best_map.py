"""The map of a policy: money by what is left, and in each field the bet. Enough fields to read, not all there are."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from banca.analysis.simulation.strategy import PolicyCount, PolicyRow, table_name
from banca.i18n import Localized, Translator
from banca.i18n.answer import AnswerStruct, Money
from banca.rules import Rules, Text

if TYPE_CHECKING:
    from banca.analysis.best_play import BestPlay

MOST_COLUMNS = 6
MOST_LINES = 24


class MapField(AnswerStruct, frozen=True, kw_only=True):
    """What is bet in a field of the map; no bet where one waits."""

    bet: str
    name: Localized | None
    stake: Money | None
    adds: bool
    """Whether anything is added where the bet moves."""


class MapLine(AnswerStruct, frozen=True, kw_only=True):
    """An amount of money, and its fields."""

    money: Money
    fields: tuple[MapField, ...]


class BestMap(AnswerStruct, frozen=True, kw_only=True):
    """Lines from the most money to the least; columns from all that is left to the last."""

    counts: str
    left: tuple[int | Money, ...]
    """Rounds left, or what is still to be staked, of each column; of the only one 0 where nothing is counted."""
    table: str
    """In which phase of the table; none where it does not matter."""
    moment: Text | None
    """That phase in words."""
    lines: tuple[MapLine, ...]


def best_map(found: "BestPlay") -> BestMap:
    """The map of the best way to play, at the table's first state."""
    strategy, model = found.strategy, found.model
    policy = strategy.policy
    if policy is None:
        raise TypeError(strategy)
    rules = found.problem.rules
    table = table_name(rules, rules.rulebook.table.start) if policy.count is PolicyCount.ROUNDS else ""
    lefts = _sample(sorted({row.left for row in policy.rows}, reverse=True), MOST_COLUMNS)
    top = max((row.low for row in policy.rows), default=policy.least)
    if found.problem.target is not None:
        top = max(top, found.problem.target - model.step)
    grain = max(model.step, policy.least)
    amounts = _sample(range(top - top % grain, policy.least - 1, -grain), MOST_LINES, found.problem.bankroll)
    is_money = policy.count is PolicyCount.STAKES
    return BestMap(
        counts=policy.count.value,
        left=tuple(Money(left) if is_money else left for left in lefts),
        table=table,
        moment=rules.rulebook.table.phase_words.get(table),
        lines=tuple(
            MapLine(
                money=Money(amount), fields=tuple(_field(rules, policy.find(left, table, amount)) for left in lefts)
            )
            for amount in amounts
        ),
    )


def _field(rules: Rules, row: PolicyRow | None) -> MapField:
    if row is None:
        return MapField(bet="", name=None, stake=None, adds=False)
    return MapField(
        bet=row.bet, name=Localized(Translator.bet, rules.bet(row.bet)), stake=Money(row.stake), adds=bool(row.added)
    )


def _sample(every: Sequence[int], most: int, kept: int | None = None) -> list[int]:
    """Some of a falling sequence, evenly, the ends and one more among them."""
    count = len(every)
    places = range(count) if count <= most else [place * (count - 1) // (most - 1) for place in range(most)]
    chosen = {every[place] for place in places}
    if kept is not None and every and every[-1] <= kept <= every[0]:
        chosen.add(kept)
    return sorted(chosen, reverse=True)
