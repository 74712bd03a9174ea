"""The best way to play: its chance, its loss beside it, what it is held against, and the map of what to bet. Amounts are in patacas."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from banca.analysis.simulation.results import limits_of
from banca.analysis.simulation.strategy import ANY_TABLE, PolicyCount, PolicyRow, chosen_by
from banca.answers.best_map import BestMap, best_map
from banca.answers.evening import CertainFigure, figure
from banca.i18n import Localized, Translator
from banca.i18n.answer import AnswerStruct, Heading, Money, TableLimits, title_of
from banca.rules import Bet, Rules, Text, _, given_text
from banca.rules.money import AVOS

if TYPE_CHECKING:
    from banca.analysis.best_play import BestPlay
    from banca.analysis.best_play.best import OtherWay

BOLD = _("bold play on {bet}")
ALONE = _("{bet} alone")
MOST_SHOWN = 4000
"""Rows of the map in an answer; a policy file has all."""


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


def way_text(say: Translator, title: Text, bet: Bet | None = None) -> str:
    """Return the title of a strategy, or what is done with one bet."""
    return say(title) if bet is None else say(title, bet=say.bet(bet))


class WayFigures(AnswerStruct, frozen=True, kw_only=True):
    """Another way of playing."""

    title: Localized
    bet: str
    strategy: str
    chance: CertainFigure | None
    loss: CertainFigure


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
    chance: CertainFigure
    loss: CertainFigure
    """In the mean: it is above 0 whatever one does."""
    fair_bound: Fraction | None
    """The chance that nobody can exceed, even in a game without a house edge."""
    beside: tuple[WayFigures, ...]
    map: BestMap
    """To be read."""
    rows: tuple[MapRow, ...]
    """All of it, up to 4,000 rows."""
    row_count: int
    """How many there are."""


def best_answer(found: "BestPlay", ways: "Sequence[OtherWay]") -> BestAnswer:
    """Everything that was worked out."""
    problem, strategy = found.problem, found.strategy
    rows = strategy.policy.rows if strategy.policy is not None else ()
    stakes = found.model.stakes
    return BestAnswer(
        **title_of(problem.game),
        options=chosen_by(strategy),
        goal=problem.goal.value,
        bankroll=Money(problem.bankroll),
        target=None if problem.target is None else Money(problem.target),
        rounds=problem.rounds,
        turnover=None if problem.turnover is None else Money(problem.turnover),
        limits=limits_of(strategy),
        bets=tuple(flat.bet.key for flat in found.model.bets),
        additional=tuple(dict.fromkeys(problem.rules.bets[bet.adds].id for bet in found.model.pending if bet.adds)),
        lowest_stake=Money(stakes[0] * found.model.step),
        highest_stake=Money(stakes[-1] * found.model.step),
        step=Money(found.model.step),
        precision=found.precision.value,
        chance=figure(found.chance),
        loss=figure(found.loss, AVOS),
        fair_bound=found.fair_bound,
        beside=tuple(_way(problem.rules, way) for way in ways),
        map=best_map(found),
        rows=tuple(_map_rows(found, rows))[:MOST_SHOWN],
        row_count=len(rows),
    )


def _way(rules: Rules, way: "OtherWay") -> WayFigures:
    own = BOLD if way.chance else ALONE
    return WayFigures(
        title=Localized(way_text, own, rules.bet(way.bet))
        if way.title is None
        else Localized(way_text, given_text(way.title)),
        bet=way.bet,
        strategy=way.strategy,
        chance=None if way.chance is None else figure(way.chance),
        loss=figure(way.loss, AVOS),
    )


def _map_rows(found: "BestPlay", rows: Sequence[PolicyRow]) -> Iterator[MapRow]:
    """As they are read: all rounds or all that is to be staked first, then with less left."""
    policy = found.strategy.policy
    count = PolicyCount.NOTHING if policy is None else policy.count
    target = found.problem.target
    for row in sorted(rows, key=lambda one: (-one.left, one.table != ANY_TABLE, one.table, one.low)):
        left: int | Money | None = None if count is PolicyCount.NOTHING else row.left
        yield MapRow(
            left=Money(row.left) if count is PolicyCount.STAKES else left,
            table=row.table,
            low=Money(row.low),
            high=Money(row.high) if target is not None else None if row.high >= 10**15 else Money(row.high),
            bet=row.bet,
            stake=Money(row.stake),
            added=tuple(AddedBet(bet=key, stake=Money(stake)) for key, stake in row.added),
        )
