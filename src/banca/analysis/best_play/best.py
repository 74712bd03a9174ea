"""The best way to play: its value, its loss, the strategy that plays it, the map of what to bet, and the ways that it is compared with."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from banca.analysis.best_play.model import BetChoice, PlayGoal, PlayModel, PlayProblem, make_model
from banca.analysis.exact.odds import analysed
from banca.analysis.sessions.distribution import Interval
from banca.analysis.sessions.session import Precision, evening
from banca.analysis.simulation.results import limits_of
from banca.analysis.simulation.strategy import (
    ANY_TABLE,
    BetPolicy,
    PolicyCount,
    PolicyRow,
    Session,
    SessionEnd,
    Strategy,
    chosen_by,
    table_name,
)
from banca.analysis.simulation.strategy_file import library, policy_strategy, read_strategy, write_policy
from banca.files import write_whole
from banca.i18n import LocalizedText, Translator, translator
from banca.i18n.answer import AnswerStruct, Heading, Money, TableLimits
from banca.law import Language
from banca.notebook import ChartSource, html_table
from banca.rules import Bet, Refusal, Rules, Text, _, given_text
from banca.rules.money import AVOS

if TYPE_CHECKING:
    from banca.analysis.best_play.solver import Solution

COUNTS = {PlayGoal.TARGET: PolicyCount.ROUNDS, PlayGoal.LAST: PolicyCount.ROUNDS, PlayGoal.STAKE: PolicyCount.STAKES}


ENDLESS = 10**15
"""More than can be counted, in avos: the highest row has no end where money has no target."""


def make_policy(solution: "Solution") -> BetPolicy:
    """Return the rows of a solution; amounts with which one does the same are one row."""
    model, problem = solution.model, solution.model.problem
    count = PolicyCount.NOTHING if not solution.left else COUNTS[problem.goal]
    scale = model.step if count is PolicyCount.STAKES else 1
    rows: list[PolicyRow] = []
    previous: tuple[int, int, int, BetChoice] | None = None
    top = max((amount for _, _, amount in solution.choices), default=0)
    for (left, table, amount), choice in sorted(solution.choices.items()):
        is_endless = problem.goal is not PlayGoal.TARGET and amount == top
        high = ENDLESS if is_endless else (amount + 1) * model.step
        # Neighbouring amounts with the same choice become one row.
        if previous == (left, table, amount - 1, choice):
            rows[-1] = rows[-1]._replace(high=high)
        else:
            added = tuple((key, stake * model.step) for key, stake in choice.added)
            bet, stake = model.bets[choice.bet].bet.key, choice.stake * model.step
            rows.append(PolicyRow(left * scale, model.tables[table], amount * model.step, high, bet, stake, added))
        previous = left, table, amount, choice
    return BetPolicy(count=count, left=solution.left * scale, least=model.least * model.step, rows=tuple(rows))


TITLES = {
    PlayGoal.TARGET: _("Best chance of the target"),
    PlayGoal.LAST: _("Best chance to last"),
    PlayGoal.STAKE: _("Least loss for an amount staked"),
}
"""Of the strategy that plays it, by its goal."""


ROUNDS_OF_A_BET = 10
"""Rounds that a session without a limit leaves for each bet."""
STILL_PLAYING = 1e-9
FEWEST, MOST = 100, 100_000
"""Rounds of such a session."""


MOST_SHOWN = 4000
"""Rows of the map in an answer; a policy file has all."""
MOST_COLUMNS = 6
MOST_LINES = 24


class OtherWay(AnswerStruct):
    """Another way of playing for the same goal: with one bet, or a strategy that comes with the game."""

    title: LocalizedText
    bet: str = ""
    strategy: str = ""
    chance: Interval | None = None
    loss: Interval
    """The mean loss, in patacas."""


class AddedBet(AnswerStruct):
    """An additional bet that is placed behind a flat one which has moved to its number."""

    bet: str
    stake: Money


# A policy has up to a million rows of plain numbers (`PolicyRow`), which are played; these are the first of them, for people.
class MapRow(AnswerStruct, rename={"low": "from", "high": "below"}):
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


class MapField(AnswerStruct):
    """What is bet in a field of the map; no bet where one waits."""

    bet: str
    name: LocalizedText | None
    stake: Money | None
    adds: bool
    """Whether anything is added where the bet moves."""


class MapLine(AnswerStruct):
    """An amount of money, and its fields."""

    money: Money
    fields: tuple[MapField, ...]


class BestMap(AnswerStruct):
    """Lines from the most money to the least; columns from all that is left to the last."""

    counts: str
    left: tuple[int | Money, ...]
    """Rounds left, or what is still to be staked, of each column; of the only one 0 where nothing is counted."""
    table: str
    """In which phase of the table; none where it does not matter."""
    moment: Text | None
    """That phase in words."""
    lines: tuple[MapLine, ...]


class BestAnswer(Heading):
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
    chance: Interval
    loss: Interval
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


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class BestPlay(ChartSource):
    """The best play for a purse and a goal, in avos; `answer()` is in patacas. It is not a way to win: the mean loss is given too."""

    problem: PlayProblem
    precision: Precision
    solution: "Solution"

    @property
    def policy(self) -> BetPolicy:
        """What to bet with which amount of money."""
        if self.strategy.policy is None:
            raise TypeError(self.strategy)
        return self.strategy.policy

    @property
    def chance(self) -> Interval:
        """The chance of reaching the goal."""
        return self.solution.chance

    @property
    def loss(self) -> Interval:
        """The mean loss, in avos."""
        return self.solution.loss

    @property
    def model(self) -> PlayModel:
        """The problem as numbers."""
        return self.solution.model

    @cached_property
    def strategy(self) -> Strategy:
        """The strategy that plays it, with its session; almost surely over where the rounds are not limited."""
        problem = self.problem
        target = problem.target if problem.goal is PlayGoal.TARGET else None
        return policy_strategy(
            make_policy(self.solution),
            game=problem.game,
            title={language: TITLES[problem.goal].template(language) for language in Language},
            options=problem.options,
            limits=problem.table_limits,
            session=Session(bankroll=problem.bankroll, target=target, rounds=problem.rounds or self._rounds()),
        )

    @property
    def fair_bound(self) -> Fraction | None:
        """The chance that no way of playing can exceed if no bet favours the player: the purse over the target."""
        problem = self.problem
        return None if problem.goal is not PlayGoal.TARGET else Fraction(problem.bankroll, problem.target or 1)

    def _rounds(self) -> int:
        if self.problem.goal is PlayGoal.STAKE:
            bets = self.solution.left // self.model.least
        else:
            bets = _bets_played(self.solution)
        return min(max(-(-bets * ROUNDS_OF_A_BET // 100) * 100, FEWEST), MOST)

    @property
    def figures(self) -> "BestPlay":
        """The best play itself: in version 1.0 the figures were apart from what Python showed of them."""
        return self

    def answer(self, *, compared: bool = True) -> BestAnswer:
        """Return every figure, typed and in patacas: `answer().chance.value`, `answer().loss.value`.

        Args:
            compared: Include the comparison with plain ways of playing.
        """
        problem, model = self.problem, self.model
        rows = sorted(self.policy.rows, key=lambda row: (-row.left, row.table != ANY_TABLE, row.table, row.low))
        lowest, highest = (Money(stake * model.step) for stake in (model.stakes[0], model.stakes[-1]))
        return BestAnswer(
            game=problem.game,
            options=chosen_by(self.strategy),
            goal=problem.goal.value,
            bankroll=Money(problem.bankroll),
            target=None if problem.target is None else Money(problem.target),
            rounds=problem.rounds,
            turnover=None if problem.turnover is None else Money(problem.turnover),
            limits=limits_of(self.strategy),
            bets=tuple(flat.bet.key for flat in model.bets),
            additional=tuple(dict.fromkeys(problem.rules.bets[bet.adds].id for bet in model.pending if bet.adds)),
            lowest_stake=lowest,
            highest_stake=highest,
            step=Money(model.step),
            precision=self.precision.value,
            chance=self.chance,
            loss=self.loss / AVOS,
            fair_bound=self.fair_bound,
            beside=find_other_ways(self) if compared else (),
            map=best_map(self),
            rows=tuple(_map_row(self, row) for row in rows[:MOST_SHOWN]),
            row_count=len(rows),
        )

    def save(self, file: str | Path) -> None:
        """Write the policy as a strategy file.

        Args:
            file: The file to write; an existing one is replaced.

        Raises:
            Refusal: The file cannot be written.
        """
        write_whole(Path(file), write_policy(self.strategy, self.policy).encode())

    def rows(self) -> list[dict[str, object]]:
        """Return what to bet at which amounts of money, in patacas; at most the first 4,000 rows."""
        return [
            {"left": row.left, "table": row.table, "from": row.low, "below": row.high, "bet": row.bet}
            | {"stake": row.stake, "added": {addition.bet: addition.stake for addition in row.added}}
            for row in self.answer(compared=False).rows
        ]

    def chart_answer(self) -> BestAnswer:
        """Return the map, without the comparison that takes its time."""
        return self.answer(compared=False)

    def __repr__(self) -> str:
        chance, loss, say = self.chance, self.loss / AVOS, translator()
        figures = f"chance {say.decimal(chance.value, chance.digits)}, mean loss {say.decimal(loss.value, loss.digits)}"
        return f"<best way to play {self.problem.game}: {figures}>"

    def _repr_html_(self) -> str:
        say = translator()
        rows = [
            {
                "left": "" if row.left is None else str(row.left),
                "from": say.money(row.low.avos),
                "bet": row.bet,
                "stake": say.money(row.stake.avos),
            }
            for row in self.answer(compared=False).rows
        ]
        return html_table(repr(self).strip("<>"), ("left", "from", "bet", "stake"), rows)


def best(problem: PlayProblem, precision: Precision = Precision.FLOAT, most: int | None = None) -> BestPlay:
    """Work out the best play; refuse before any work if it would take too much.

    Args:
        problem: The game, bankroll and goal.
        precision: Floats with a proven bound, or fractions.
        most: How much work it may take; by default the usual bound.

    Raises:
        Refusal: The problem is incomplete, or would take more work.
    """
    # Compiled, and so of the extra `fast`: what a best play is can be imported without it.
    from banca.analysis.best_play.exact import solve_counted_exactly, solve_timeless_exactly
    from banca.analysis.best_play.solver import check_size, solve_stakes, solve_timed, solve_timeless

    model = make_model(problem)
    check_size(model, precision, most)
    is_exact = precision is Precision.EXACT
    if problem.goal is PlayGoal.TARGET and not problem.is_timed:
        solution = solve_timeless(model)
        solution = solve_timeless_exactly(model, solution) if is_exact else solution
    elif is_exact:
        solution = solve_counted_exactly(model)
    else:
        solution = solve_stakes(model) if problem.goal is PlayGoal.STAKE else solve_timed(model)
    return BestPlay(problem=problem, precision=precision, solution=solution)


def _bets_played(solution: "Solution") -> int:
    """After how many bets almost nobody plays on."""
    model = solution.model
    moves: dict[int, dict[int, float]] = {}
    for (_left, _table, amount), choice in solution.choices.items():
        into = moves.setdefault(amount, {})
        for chance, after in model.results(choice, amount):
            into[after] = into.get(after, 0.0) + float(chance)
    playing = {model.bankroll: 1.0}
    for bets in range(1, MOST // ROUNDS_OF_A_BET):
        following: dict[int, float] = {}
        for amount, mass in playing.items():
            for after, portion in moves.get(
                amount, {}
            ).items():  # none where no bet of the bankroll could reach the goal
                if after in moves:
                    following[after] = following.get(after, 0.0) + mass * portion
        playing = following
        if sum(playing.values()) < STILL_PLAYING:
            return bets
    return MOST // ROUNDS_OF_A_BET


MOST_WORK = 300_000_000
"""Products for the evening of one shipped strategy: well below a second."""
FEWEST_BETS = 5


BOLD = _("bold play on {bet}")
ALONE = _("{bet} alone")


def way_text(say: Translator, title: Text, bet: Bet | None = None) -> str:
    """Return the title of a strategy, or what is done with one bet."""
    return say(title) if bet is None else say(title, bet=say.bet(bet))


def find_other_ways(best_play: BestPlay) -> tuple[OtherWay, ...]:
    """Return all that the best play can be compared with without long work."""
    if best_play.problem.goal is PlayGoal.STAKE:
        return _single_bets(best_play)
    is_endless = best_play.problem.goal is PlayGoal.TARGET and not best_play.problem.is_timed
    return (*(_bold(best_play) if is_endless else ()), *_shipped(best_play))


def _single_bets(best_play: BestPlay) -> tuple[OtherWay, ...]:
    """The amount staked on one bet alone, if the money lasts: its house edge of it. The lowest first."""
    edges = sorted((analysed(flat.bet).house_edge, flat.bet.key) for flat in best_play.model.bets)
    turnover, rules = best_play.problem.turnover or 0, best_play.problem.rules
    return tuple(
        OtherWay(
            title=LocalizedText(way_text, ALONE, rules.bet(key)), bet=key, loss=Interval.exactly(edge * turnover) / AVOS
        )
        for edge, key in edges[:FEWEST_BETS]
    )


def _bold(best_play: BestPlay) -> tuple[OtherWay, ...]:
    """Bold play on the bet with which it has the best chance: all one has, or as little as can reach the target."""
    from banca.analysis.best_play.solver import bold_play, check_advantage  # as above

    model = best_play.model
    check_advantage(model)
    ways = [bold_play(model, bet) for bet in range(len(model.bets))]
    best = max(range(len(ways)), key=lambda bet: ways[bet][0])
    chance, final = map(Fraction, ways[best])
    near = Fraction(1, 10**9)
    loss = best_play.problem.bankroll - final * model.step
    bet = model.bets[best].bet
    return (
        OtherWay(
            title=LocalizedText(way_text, BOLD, bet),
            bet=bet.key,
            chance=Interval(chance - near, chance + near),
            loss=Interval(loss - near, loss + near) / AVOS,
        ),
    )


def _shipped(best_play: BestPlay) -> tuple[OtherWay, ...]:
    """The strategies that come with the game and can be played with this purse at this table."""
    problem, session = best_play.problem, best_play.strategy.session
    cause = SessionEnd.TARGET if problem.goal is PlayGoal.TARGET else SessionEnd.ROUNDS
    chosen = {name: str(value) for name, value in chosen_by(best_play.strategy).items()}
    ways = []
    for name, file in library(problem.game).items():
        own = read_strategy(file)
        if any(chosen.get(name) != str(value) for name, value in own.options.items()):
            continue  # it is for a house that chose otherwise
        played = replace(own, session=session, limits=problem.limits, options=problem.options)
        try:
            worked_out = evening(played, most=MOST_WORK)
        except Refusal:
            continue
        mean = worked_out.net.mean
        loss = Interval(-mean.high, -mean.low) / AVOS
        title = LocalizedText(way_text, given_text(own.title))
        ways.append(OtherWay(title=title, strategy=name, chance=worked_out.ended[cause], loss=loss))
    return tuple(sorted(ways, key=lambda way: -float(way.chance or 0)))


def _left(policy: BetPolicy, left: int) -> int | Money:
    return Money(left) if policy.count is PolicyCount.STAKES else left


def _map_row(play: BestPlay, row: PolicyRow) -> MapRow:
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


def best_map(play: BestPlay) -> BestMap:
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
    name = LocalizedText(Translator.bet, rules.bet(row.bet))
    return MapField(bet=row.bet, name=name, stake=Money(row.stake), adds=bool(row.added))


def _sample(every: Sequence[int], most: int, wanted: int | None = None) -> list[int]:
    """Some of a falling sequence, evenly, the ends and one that is wanted among them."""
    count = len(every)
    indexes = range(count) if count <= most else [number * (count - 1) // (most - 1) for number in range(most)]
    chosen = {every[index] for index in indexes}
    if wanted is not None and every and every[-1] <= wanted <= every[0]:
        chosen.add(wanted)
    return sorted(chosen, reverse=True)
