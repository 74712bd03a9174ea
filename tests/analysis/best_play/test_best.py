"""The best way to play: every choice and every way tried, closed forms, the exact evening, a bound that holds, and the simulation."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from banca.analysis.best_play import PlayGoal, PlayProblem, best
from banca.analysis.best_play.solver import bold_play
from banca.analysis.sessions import Precision, evening
from banca.analysis.simulation import simulate
from banca.analysis.simulation.plan import make_plan
from banca.analysis.simulation.run import prepare_strategy
from banca.analysis.simulation.strategy import SessionEnd
from banca.analysis.simulation.strategy_file import parse_strategy, write_policy
from banca.rules import Bet, Layout, Limits, Refusal, Standing, State, Stay, pay
from support.commands import refuses
from support.runners import play, session_outcomes

pytestmark = pytest.mark.compiled

EXACT = Precision.EXACT
UNIT = 100
MONEY = Limits(minimum=UNIT, maximum=10_000 * UNIT, chip=UNIT)
LINES = ("pass_line", "dont_pass", "come", "dont_come")
ODDS = ("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds")
P = Fraction(18, 37)

Value = tuple[Fraction, Fraction]
"""The chance of the goal, and the mean of the final money: the higher is better, in this order."""
Held = tuple[tuple[str, int, State], ...]


class EveryChoice:
    """Rounds counted down, outcome by outcome."""

    def __init__(self, problem: PlayProblem) -> None:
        self.problem, self.rules, self.limits = problem, problem.rules, problem.table_limits
        self.is_target = problem.goal is PlayGoal.TARGET
        self.flat = [self.rules.bets[key] for key in problem.bets if key not in ODDS]
        self.space = self.flat[0].space
        self.value = cache(self._value)
        self.waited = cache(self._waited)

    def best(self) -> Value:
        """From the beginning."""
        return self.value(self.problem.rounds or 0, self.rules.rulebook.table.start, self.problem.bankroll, ())

    def _value(self, rounds: int, table: State, cash: int, held: Held) -> Value:
        """Before a round; `held` has just moved where it is one bet, and may be added to."""
        least = min(self.problem.stakes)
        if not held:
            if self.is_target and cash >= (self.problem.target or 0):
                return Fraction(1), Fraction(cash)
            if rounds == 0:
                return Fraction(not self.is_target), Fraction(cash)
            if cash < least:
                return Fraction(0), Fraction(cash)
        if rounds == 0:
            return self.waited(rounds, table, cash, held)
        choices = [
            self._met(rounds, table, cash - stake, (*held, (bet.key, stake, bet.start)))
            for bet, stake in self._may(table, cash, held)
        ]
        if held or self.is_target or not choices:
            choices.append(self._met(rounds, table, cash, held))
        return max(choices)

    def _may(self, table: State, cash: int, held: Held) -> Iterator[tuple[Bet, int]]:
        """What the rulebook lets one place: a flat bet, or one behind it."""
        standing = tuple(Standing(self.rules.bet(key), stake, state) for key, stake, state in held)
        wanted = self.flat
        if held:
            named = [bet for bet in self.rules.bets.values() if bet.id in self.problem.bets]
            wanted = [bet for bet in named if bet.added_to == standing[0].bet.id]
        for bet in wanted:
            for stake in self.problem.stakes:
                try:
                    self.rules.rulebook.check_placing(self.rules.chosen, bet, stake, Layout(standing, table))
                except Refusal:
                    continue
                if stake <= cash:
                    yield bet, stake

    def _met(self, rounds: int, table: State, cash: int, held: Held) -> Value:
        """The mean over all outcomes of a round. Who has chosen not to add to a bet, or has added, waits until it is decided."""
        chance = final = Fraction(0)
        is_first = len(held) == 1 and held[0][2] == self.rules.bet(held[0][0]).start
        for outcome, weight in self.space:
            after, left = cash, []
            for key, stake, state in held:
                bet = self.rules.bet(key)
                verdict = bet.verdict(state, outcome)
                if isinstance(verdict, Stay):
                    left.append((key, stake, verdict.state))
                else:
                    after += pay(stake, verdict, bet.commission, self.limits.chip).received
            then = self.rules.rulebook.table.after(table, outcome)
            if not left or (is_first and rounds > 1):
                value = self.value(rounds - 1, then, after, tuple(left))
            else:
                value = self.waited(rounds - 1, then, after, tuple(left))
            chance += value[0] * weight
            final += value[1] * weight
        return chance / self.space.total, final / self.space.total

    def _waited(self, rounds: int, table: State, cash: int, held: Held) -> Value:
        """A bet that only waits; after the last round its ending is worked out, not followed."""
        if rounds:
            return self._met(rounds, table, cash, held)
        weights: dict[int, int] = {}
        for outcome, weight in self.space:
            verdicts = [
                (self.rules.bet(key), stake, self.rules.bet(key).verdict(state, outcome)) for key, stake, state in held
            ]
            if any(isinstance(verdict, Stay) for _, _, verdict in verdicts):
                continue
            money = cash + sum(
                pay(stake, verdict, bet.commission, self.limits.chip).received
                for bet, stake, verdict in verdicts
                if not isinstance(verdict, Stay)
            )
            weights[money] = weights.get(money, 0) + weight
        final = Fraction(sum(money * weight for money, weight in weights.items()), sum(weights.values()))
        return Fraction(not self.is_target), final


def problem(game: str, goal: PlayGoal = PlayGoal.TARGET, **about: object) -> PlayProblem:
    amounts = {name: int(str(about.pop(name))) * UNIT for name in ("bankroll", "target", "turnover") if name in about}
    stakes = tuple(stake * UNIT for stake in about.pop("stakes", ()))  # type: ignore[attr-defined]
    return PlayProblem(**{"game": game, "goal": goal, "limits": MONEY, "stakes": stakes, **amounts, **about})  # type: ignore[arg-type]


LAST, STAKE = PlayGoal.LAST, PlayGoal.STAKE
SMALL = {
    "roulette": problem("roulette", bets=("red", "dozen:1"), bankroll=3, target=7, rounds=4, stakes=range(1, 8)),
    "line": problem("craps", bets=("pass_line", "pass_odds"), bankroll=4, target=8, rounds=4, stakes=range(1, 9)),
    "line alone": problem("craps", bets=("pass_line",), bankroll=3, target=8, rounds=4, stakes=range(1, 9)),
    "numbers": problem(
        "craps",
        bets=("big_number:6", "dont_come", "dont_come_odds", "field"),
        bankroll=6,
        target=13,
        rounds=3,
        stakes=(1, 6),
    ),
    "commission": problem("fantan", bets=("fan:1", "nim:1-2"), bankroll=20, target=60, rounds=3, stakes=(10, 20)),
    "to last": problem("craps", LAST, bets=("pass_line", "field", "any_seven"), bankroll=2, rounds=3, stakes=(1, 2)),
}


@pytest.mark.parametrize("name", SMALL)
def test_it_is_the_best_of_all_choices_tried_one_by_one_and_comes_to_its_evening(name: str) -> None:
    chance, final = EveryChoice(SMALL[name]).best()
    exact, near = best(SMALL[name], EXACT), best(SMALL[name])
    assert (exact.chance.low, exact.loss.low) == (chance, SMALL[name].bankroll - final)
    assert near.chance.high - near.chance.low < Fraction(1, 10**10)
    choices = {place: choice for place, choice in near.solution.choices.items() if place in exact.solution.choices}
    assert choices == exact.solution.choices  # one map, not two
    assert near.chance.low <= exact.chance.low <= near.chance.high
    assert near.loss.low <= exact.loss.low <= near.loss.high
    played = evening(exact.strategy, EXACT)
    assert played.ended[SessionEnd.TARGET if SMALL[name].goal is PlayGoal.TARGET else SessionEnd.ROUNDS] == exact.chance
    assert played.net.mean.low == -exact.loss.low


def test_only_the_bets_that_are_named_are_used() -> None:
    """Additional bets have no edge and bring the target nearer: on one number they help, on all numbers they help more."""
    alone, on_four, on_all = (
        best(problem("craps", bets=bets, bankroll=3, target=8, rounds=4, stakes=range(1, 9)), EXACT).chance.low
        for bets in (("pass_line",), ("pass_line", "pass_odds:4"), ("pass_line", "pass_odds"))
    )
    assert alone < on_four < on_all


def test_a_purse_that_cannot_reach_its_target_bets_nothing() -> None:
    found = best(problem("roulette", bets=("red",), bankroll=1, target=4, rounds=1), EXACT)
    assert not found.chance.low
    assert not found.loss.low
    assert found.strategy.policy is not None


def bold(money: int, target: int, p: Fraction) -> Fraction:
    """Dubins and Savage 1965, chapter 5: stake all, or what is missing."""
    if money >= target:
        return Fraction(1)
    if money <= 0:
        return Fraction(0)
    if 2 * money <= target:
        return p * bold(2 * money, target, p)
    return p + (1 - p) * bold(2 * money - target, target, p)


@pytest.mark.parametrize("money", [1, 5, 8, 11, 15])
def test_at_even_money_nothing_is_better_than_bold_play(money: int) -> None:
    solved = best(problem("roulette", bets=("red",), bankroll=money, target=16), EXACT)
    assert solved.chance.low == bold(money, 16, P)
    assert bold_play(solved.model, 0)[0] == pytest.approx(float(bold(money, 16, P)), abs=1e-12)
    assert solved.fair_bound == Fraction(money, 16)


def test_closed_forms() -> None:
    """The gambler's ruin (Ethier 2010, equation 7.7), a single number, and the edge of what is staked where the money lasts."""
    ratio, lose = (1 - P) / P, Fraction(36, 37)
    for money in (1, 5, 9):
        ruin = best(problem("roulette", bets=("red",), stakes=(1,), bankroll=money, target=10), EXACT)
        assert ruin.chance.low == (ratio**money - 1) / (ratio**10 - 1)
    for money, rounds, misses in ((1, 1, lose), (5, None, lose**5)):
        number = best(problem("roulette", bets=("straight:7",), bankroll=money, target=36, rounds=rounds), EXACT)
        assert number.chance.low == 1 - misses
    roulette = best(problem("roulette", STAKE, bankroll=20, turnover=20), EXACT)
    assert (roulette.chance.low, roulette.loss.low) == (Fraction(1), Fraction(20 * UNIT, 37))
    field = best(problem("craps", STAKE, bets=("field",), bankroll=12, turnover=10), EXACT)
    assert (field.chance.low, field.loss.low) == (Fraction(1), Fraction(10 * UNIT, 18))


PLAYED = {
    "target": problem("craps", bets=(*LINES, *ODDS, "field", "big_number:6"), bankroll=8, target=16),
    "to last": problem("craps", LAST, bets=(*LINES, *ODDS, "field"), bankroll=3, rounds=12),
    "to stake": problem("craps", STAKE, bets=(*LINES, *ODDS, "field"), bankroll=5, turnover=12),
    "roulette": problem("roulette", bankroll=7, target=20),
}


@pytest.mark.parametrize("name", PLAYED)
def test_a_way_is_played_compiled_as_plainly_comes_to_its_value_and_can_be_saved(name: str) -> None:
    solved = best(PLAYED[name])
    strategy = solved.strategy
    program, plan = prepare_strategy(strategy), make_plan(strategy)
    records, paths = program.run(21, 0, 20)
    for session in range(20):
        record = play(plan, session_outcomes(plan, 21, session))
        figures = (record.net, record.staked, record.rounds, record.luck / program.unit, record.longest, record.ended)
        assert tuple(records[session]) == figures
        assert tuple(paths[session]) == record.path
    played = simulate(strategy, sessions=20_000, seed=21)
    share = played.chances.rounds if name.startswith("to") else played.chances.target
    assert abs(share.measured - float(solved.chance)) < 4 * share.error
    assert played.per_session.error is not None
    assert abs(played.per_session.measured * 100 + float(solved.loss)) < 4 * played.per_session.error * 100
    assert strategy.policy is not None
    saved = parse_strategy(tomllib.loads(write_policy(strategy, strategy.policy)))
    assert replace(saved, limits=strategy.limits, options=strategy.options) == strategy


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (
            PlayProblem(game="craps", goal=PlayGoal.TARGET, bankroll=10_000, target=20_000, rounds=1000),
            "too_many_choices",
        ),
        (problem("roulette", bankroll=3), "goal_needs"),
        (problem("craps", bets=("pass_odds:4",), bankroll=3, target=6), "not_flat"),
        (problem("roulette", bankroll=3, target=3), "bad_target"),
        (PlayProblem(game="roulette", goal=PlayGoal.TARGET, bankroll=10**9, target=2 * 10**9), "too_many_stakes"),
    ],
)
def test_what_cannot_be_worked_out_is_refused(asked: PlayProblem, code: str) -> None:
    with refuses(code):
        best(asked)
