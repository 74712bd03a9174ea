"""The best way to play: every choice and every way tried, closed forms, the exact evening, a bound that holds, and the simulation."""

import tomllib
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banca.evenings import Precision, evening
from banca.optimal import PlayGoal, PlayProblem, best
from banca.optimal.beside import beside, bold_play
from banca.rulebook import Limits
from banca.simulation import simulate
from banca.simulation.policy_file import write_policy
from banca.simulation.runners import make_runnable, play
from banca.simulation.session import Ended
from banca.simulation.strategy_file import parse_strategy
from best_plays import EveryChoice, every_way
from refusing import refuses
from soak import many

pytestmark = pytest.mark.compiled

EXACT = Precision.EXACT
UNIT = 100
MONEY = Limits(minimum=UNIT, maximum=10_000 * UNIT, chip=UNIT)
LINES = ("pass_line", "dont_pass", "come", "dont_come")
P = Fraction(18, 37)


def problem(game: str, goal: PlayGoal = PlayGoal.TARGET, **about: object) -> PlayProblem:
    amounts = {name: int(str(about.pop(name))) * UNIT for name in ("bankroll", "target", "turnover") if name in about}
    stakes = tuple(stake * UNIT for stake in about.pop("stakes", ()))  # type: ignore[attr-defined]
    return PlayProblem(**{"game": game, "goal": goal, "limits": MONEY, "stakes": stakes, **amounts, **about})  # type: ignore[arg-type]


SMALL = {
    "roulette": problem("roulette", bets=("red", "dozen:1"), bankroll=3, target=7, rounds=4, stakes=range(1, 8)),
    "field": problem("craps", bets=("field",), bankroll=3, target=7, rounds=4, stakes=range(1, 8)),
    "line": problem("craps", bets=("pass_line",), bankroll=4, target=8, rounds=4, stakes=range(1, 9)),
    "don't": problem("craps", bets=("dont_pass", "field"), bankroll=4, target=7, rounds=3, stakes=(1, 2, 3)),
    "come": problem("craps", bets=("come", "field"), bankroll=3, target=6, rounds=4, stakes=(1, 2)),
    "numbers": problem(
        "craps", bets=("big_number:6", "dont_come", "field"), bankroll=6, target=13, rounds=3, stakes=(1, 6)
    ),
    "commission": problem("fantan", bets=("fan:1", "nim:1-2"), bankroll=20, target=60, rounds=3, stakes=(10, 20)),
    "to last": problem(
        "craps", PlayGoal.LAST, bets=("pass_line", "field", "any_seven"), bankroll=2, rounds=4, stakes=(1, 2)
    ),
    "to last at roulette": problem(
        "roulette", PlayGoal.LAST, bets=("red", "straight:7"), bankroll=2, rounds=4, stakes=(1, 2, 3)
    ),
}


@pytest.mark.parametrize("name", SMALL)
def test_it_is_the_best_of_all_choices_tried_one_by_one(name: str) -> None:
    asked = SMALL[name]
    chance, final = EveryChoice(asked).best()
    found = best(asked, EXACT)
    assert (found.chance.low, found.loss.low) == (chance, asked.bankroll - final)


@pytest.mark.parametrize("name", SMALL)
def test_the_bounds_of_the_floats_hold_the_exact_figures(name: str) -> None:
    exact, near = best(SMALL[name], EXACT), best(SMALL[name])
    assert near.chance.low <= exact.chance.low <= near.chance.high
    assert near.loss.low <= exact.loss.low <= near.loss.high
    assert near.chance.high - near.chance.low < Fraction(1, 10**10)
    kept = {place: choice for place, choice in near.solution.choices.items() if place in exact.solution.choices}
    assert kept == exact.solution.choices  # one map, not two


@pytest.mark.parametrize("name", SMALL)
def test_the_value_is_that_of_its_exact_evening(name: str) -> None:
    found = best(SMALL[name], EXACT)
    played = evening(found.strategy, EXACT)
    cause = Ended.TARGET if SMALL[name].goal is PlayGoal.TARGET else Ended.ROUNDS
    assert played.ended[cause] == found.chance
    assert played.net.mean.low == -found.loss.low


def test_without_a_limit_it_is_the_best_of_all_ways_to_stake() -> None:
    red, dozen = {1: P, -1: 1 - P}, {2: Fraction(12, 37), -1: Fraction(25, 37)}
    chance, final = every_way([("red", red), ("dozen:1", dozen)], 4)
    found = best(problem("roulette", bets=("red", "dozen:1"), bankroll=2, target=4), EXACT)
    assert found.chance.low == chance
    assert found.loss.low == (2 - final) * UNIT


def bold(money: int, target: int, p: Fraction) -> Fraction:
    """Dubins and Savage 1965, chapter 5: stake all, or what is missing."""
    if money >= target:
        return Fraction(1)
    if money <= 0:
        return Fraction(0)
    if 2 * money <= target:
        return p * bold(2 * money, target, p)
    return p + (1 - p) * bold(2 * money - target, target, p)


@pytest.mark.parametrize("money", range(1, 16))
def test_at_even_money_nothing_is_better_than_bold_play(money: int) -> None:
    asked = problem("roulette", bets=("red",), bankroll=money, target=16)
    found = best(asked, EXACT)
    assert found.chance.low == bold(money, 16, P)
    assert bold_play(found.model, 0)[0] == pytest.approx(float(bold(money, 16, P)), abs=1e-12)
    assert found.fair_bound == Fraction(money, 16)


def test_with_one_stake_it_is_the_gamblers_ruin() -> None:
    """Ethier 2010, equation 7.7."""
    ratio = (1 - P) / P
    for money in (1, 5, 9):
        found = best(problem("roulette", bets=("red",), stakes=(1,), bankroll=money, target=10), EXACT)
        assert found.chance.low == (ratio**money - 1) / (ratio**10 - 1)


def test_on_a_single_number() -> None:
    lose = Fraction(36, 37)
    assert (
        best(problem("roulette", bets=("straight:7",), bankroll=1, target=36, rounds=1), EXACT).chance.low == 1 - lose
    )
    assert best(problem("roulette", bets=("straight:7",), bankroll=5, target=36), EXACT).chance.low == 1 - lose**5


def test_an_amount_staked_costs_its_edge_where_the_money_lasts() -> None:
    roulette = best(problem("roulette", PlayGoal.STAKE, bankroll=20, turnover=20), EXACT)
    assert (roulette.chance.low, roulette.loss.low) == (Fraction(1), Fraction(20 * UNIT, 37))
    field = best(problem("craps", PlayGoal.STAKE, bets=("field",), bankroll=12, turnover=10), EXACT)
    assert (field.chance.low, field.loss.low) == (Fraction(1), Fraction(10 * UNIT, 18))


def test_what_is_staked_is_its_evening_too() -> None:
    asked = problem("craps", PlayGoal.STAKE, bets=("dont_pass", "field"), bankroll=3, turnover=6)
    exact, near = best(asked, EXACT), best(asked)
    assert near.chance.low <= exact.chance.low <= near.chance.high
    assert near.loss.low <= exact.loss.low <= near.loss.high
    played = evening(replace(near.strategy, session=replace(near.strategy.session, rounds=400)))  # until all is staked
    assert float(played.ended[Ended.ROUNDS]) == pytest.approx(float(exact.chance), abs=1e-12)
    assert float(played.net.mean) == pytest.approx(-float(exact.loss), abs=1e-6)
    assert float(played.ended[Ended.ROUNDS]) < 1


def test_additional_bets_make_a_target_likelier_and_bold_play_is_no_better() -> None:
    found = best(problem("craps", bets=(*LINES, "field"), bankroll=10, target=20))
    alone = best(problem("craps", bets=(*LINES, "field"), bankroll=10, target=20, stakes=(10,)))
    bold_way = beside(found)[0]
    assert bold_way.chance is not None
    assert float(bold_way.chance) < float(found.chance) < Fraction(1, 2)
    assert found.chance.low > alone.chance.low
    assert any(added for *_, added in found.strategy.policy.rows)  # type: ignore[union-attr]


@st.composite
def problems(draw: st.DrawFn) -> PlayProblem:
    game, bets = draw(
        st.sampled_from(
            [
                ("roulette", ("red", "dozen:1", "straight:7")),
                ("craps", (*LINES, "field")),
                ("wheel", ("symbol:1", "symbol:3")),
            ]
        )
    )
    chosen = tuple(draw(st.lists(st.sampled_from(bets), min_size=1, max_size=2, unique=True)))
    stakes = tuple(draw(st.lists(st.integers(1, 3), min_size=1, max_size=2, unique=True)))
    bankroll = draw(st.integers(max(stakes), 5))
    if draw(st.booleans()):
        target = bankroll + draw(st.integers(1, 4))
        rounds = draw(st.none() | st.integers(1, 3))
        return problem(game, bets=chosen, stakes=stakes, bankroll=bankroll, target=target, rounds=rounds)
    return problem(game, PlayGoal.LAST, bets=chosen, stakes=stakes, bankroll=bankroll, rounds=draw(st.integers(1, 3)))


@settings(max_examples=many(15))
@given(problems())
def test_floats_fractions_and_the_evening_agree(asked: PlayProblem) -> None:
    exact, near = best(asked, EXACT), best(asked)
    assert near.chance.low <= exact.chance.low <= near.chance.high
    assert near.loss.low <= exact.loss.low <= near.loss.high
    cause = Ended.TARGET if asked.goal is PlayGoal.TARGET else Ended.ROUNDS
    if asked.rounds is not None and exact.strategy.plays:
        assert evening(exact.strategy, EXACT).ended[cause] == exact.chance


PLAYED = {
    "target": problem("craps", bets=(*LINES, "field", "big_number:6"), bankroll=15, target=30),
    "rounds": problem("craps", bets=(*LINES, "field"), bankroll=10, target=20, rounds=9),
    "to last": problem("craps", PlayGoal.LAST, bets=(*LINES, "field"), bankroll=3, rounds=12),
    "to stake": problem("craps", PlayGoal.STAKE, bets=(*LINES, "field"), bankroll=5, turnover=12),
    "roulette": problem("roulette", bankroll=7, target=20),
}


@pytest.mark.parametrize("name", PLAYED)
def test_it_is_played_compiled_as_plainly(name: str) -> None:
    strategy = best(PLAYED[name]).strategy
    program = make_runnable(strategy)
    records, paths = program.run(21, 0, 60)
    for session in range(60):
        record = play(strategy, 21, session)
        figures = (record.net, record.staked, record.rounds, record.luck / program.unit, record.longest, record.ended)
        assert tuple(records[session]) == figures
        assert tuple(paths[session]) == record.path


@pytest.mark.parametrize("name", PLAYED)
def test_the_simulation_comes_to_its_value(name: str) -> None:
    found = best(PLAYED[name])
    played = simulate(found.strategy, sessions=100_000, seed=21)
    cause = Ended.TARGET if found.problem.goal is PlayGoal.TARGET else Ended.ROUNDS
    share, mean = played.ended[cause], played.per_session
    assert abs(share.measured - float(found.chance)) < 4 * share.error
    assert mean.error is not None
    assert abs(mean.measured + float(found.loss)) < 4 * mean.error


@pytest.mark.parametrize("name", PLAYED)
def test_a_saved_policy_is_read_back(name: str) -> None:
    strategy = best(PLAYED[name]).strategy
    assert strategy.policy is not None
    read = parse_strategy(tomllib.loads(write_policy(strategy, strategy.policy)))
    assert replace(read, limits=strategy.limits, options=strategy.options) == strategy


def test_bets_that_are_alike_are_compared_once() -> None:
    found = best(problem("roulette", bankroll=3, target=6))
    kinds = [flat.bet.id for flat in found.model.bets]
    assert kinds == ["straight", "split", "street", "corner", "six_line", "dozen", "red"]


def test_who_cannot_reach_the_target_in_time_keeps_the_money() -> None:
    found = best(problem("roulette", bets=("red",), bankroll=1, target=8, rounds=2), EXACT)
    assert (found.chance.low, found.loss.low) == (Fraction(0), Fraction(0))
    assert not found.solution.choices or (2, 0, 1) not in found.solution.choices


def test_what_cannot_be_worked_out_is_refused_with_what_to_change() -> None:
    with refuses("too_many_choices"):
        best(PlayProblem(game="craps", goal=PlayGoal.TARGET, bankroll=10_000, target=20_000, rounds=1000))
    with refuses("goal_needs"):
        best(problem("roulette", bankroll=3))
    with refuses("goal_needs"):
        best(problem("roulette", PlayGoal.LAST, bankroll=3))
    with refuses("goal_needs"):
        best(problem("roulette", PlayGoal.STAKE, bankroll=3))
    with refuses("not_flat"):
        best(problem("craps", bets=("pass_odds:4",), bankroll=3, target=6))
    with refuses("bad_target"):
        best(problem("roulette", bankroll=3, target=3))
    with refuses("too_many_stakes"):
        best(PlayProblem(game="roulette", goal=PlayGoal.TARGET, bankroll=10**9, target=2 * 10**9))
