"""The best way to play as JSON and people have it: its chance and loss, what it is compared with, and the map of what to bet.

Amounts are in patacas; the policy itself, which strategies play, has them in avos.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from banca.analysis.best_play.problem import OtherWay
from banca.analysis.sessions.distribution import Bounded
from banca.analysis.simulation.results import limits_of
from banca.analysis.simulation.strategy import ANY_TABLE, BetPolicy, PolicyCount, PolicyRow, chosen_by, table_name
from banca.i18n import Localized, Translator
from banca.i18n.answer import AnswerStruct, Heading, Money, TableLimits, title_of
from banca.rules import Rules, Text
from banca.rules.money import AVOS

if TYPE_CHECKING:
    from banca.analysis.best_play import BestPlay

MOST_SHOWN = 4000
"""Rows of the map in an answer; a policy file has all."""
MOST_COLUMNS = 6
MOST_LINES = 24
ENDLESS = 10**15
"""More than can be counted, in avos: the highest row has no end where money has no target."""


class AddedBet(AnswerStruct, frozen=True, kw_only=True):
    """An additional bet that is placed behind a flat one which has moved to its number."""

    bet: str
    stake: Money


class MapRow(AnswerStruct, frozen=True, kw_only=True, rename={"low": "from", "high": "below"}):
    """With an amount in hand, from, below: the bet and its stake."""

    left: int | Money | None
    """Rounds left, or what is still to be staked; None where nothing is counted."""
    table: str
    """A phase of the table; none where it does not matter."""
    low: Money
    high: Money | None
    bet: str
    stake: Money
    added: tuple[AddedBet, ...]


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


class BestAnswer(Heading, frozen=True, kw_only=True):
    """The best way to play for a purse and a goal."""

    goal: str
    bankroll: Money
    target: Money | None
    rounds: int | None
    turnover: Money | None
    limits: TableLimits
    bets: tuple[str, ...]
    """What was compared; of bets that are alike in all they do, one."""
    additional: tuple[str, ...]
    """The ids of what was compared behind them."""
    lowest_stake: Money
    highest_stake: Money
    step: Money
    precision: str
    chance: Bounded
    loss: Bounded
    """In the mean: it is above 0 whatever one does."""
    fair_bound: Fraction | None
    """The chance that nobody can exceed, even in a game without a house edge."""
    beside: tuple[OtherWay, ...]
    map: BestMap
    """To be read."""
    rows: tuple[MapRow, ...]
    """All of it, up to 4,000 rows."""
    row_count: int
    """How many there are."""


def best_answer(play: "BestPlay", ways: Sequence[OtherWay]) -> BestAnswer:
    """Return everything that was worked out, and the ways that it is compared with."""
    problem, model, strategy = play.problem, play.model, play.strategy
    rows = sorted(play.policy.rows, key=lambda row: (-row.left, row.table != ANY_TABLE, row.table, row.low))
    lowest, highest = (Money(stake * model.step) for stake in (model.stakes[0], model.stakes[-1]))
    return BestAnswer(
        **title_of(problem.game),
        options=chosen_by(strategy),
        goal=problem.goal.value,
        bankroll=Money(problem.bankroll),
        target=None if problem.target is None else Money(problem.target),
        rounds=problem.rounds,
        turnover=None if problem.turnover is None else Money(problem.turnover),
        limits=limits_of(strategy),
        bets=tuple(flat.bet.key for flat in model.bets),
        additional=tuple(dict.fromkeys(problem.rules.bets[bet.adds].id for bet in model.pending if bet.adds)),
        lowest_stake=lowest,
        highest_stake=highest,
        step=Money(model.step),
        precision=play.precision.value,
        chance=play.chance,
        loss=play.loss / AVOS,
        fair_bound=play.fair_bound,
        beside=tuple(ways),
        map=best_map(play),
        rows=tuple(_map_row(play, row) for row in rows[:MOST_SHOWN]),
        row_count=len(rows),
    )


def _left(policy: BetPolicy, left: int) -> int | Money:
    return Money(left) if policy.count is PolicyCount.STAKES else left


def _map_row(play: "BestPlay", row: PolicyRow) -> MapRow:
    is_endless = play.problem.target is None and row.high >= ENDLESS
    return MapRow(
        left=None if play.policy.count is PolicyCount.NOTHING else _left(play.policy, row.left),
        table=row.table,
        low=Money(row.low),
        high=None if is_endless else Money(row.high),
        bet=row.bet,
        stake=Money(row.stake),
        added=tuple(AddedBet(bet=key, stake=Money(stake)) for key, stake in row.added),
    )


def best_map(play: "BestPlay") -> BestMap:
    """Return the map at the table's first state: enough fields to read, not all there are."""
    policy, step, target = play.policy, play.model.step, play.problem.target
    rules = play.problem.rules
    table = table_name(rules, rules.rulebook.table.start) if policy.count is PolicyCount.ROUNDS else ""
    lefts = _sample(sorted({row.left for row in policy.rows}, reverse=True), MOST_COLUMNS)
    top = max((row.low for row in policy.rows), default=policy.least)
    if target is not None:
        top = max(top, target - step)
    grain = max(step, policy.least)
    amounts = _sample(range(top - top % grain, policy.least - 1, -grain), MOST_LINES, play.problem.bankroll)
    return BestMap(
        counts=policy.count.value,
        left=tuple(_left(policy, left) for left in lefts),
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
    name = Localized(Translator.bet, rules.bet(row.bet))
    return MapField(bet=row.bet, name=name, stake=Money(row.stake), adds=bool(row.added))


def _sample(every: Sequence[int], most: int, wanted: int | None = None) -> list[int]:
    """Some of a falling sequence, evenly, the ends and one that is wanted among them."""
    count = len(every)
    indexes = range(count) if count <= most else [number * (count - 1) // (most - 1) for number in range(most)]
    chosen = {every[index] for index in indexes}
    if wanted is not None and every and every[-1] <= wanted <= every[0]:
        chosen.add(wanted)
    return sorted(chosen, reverse=True)
