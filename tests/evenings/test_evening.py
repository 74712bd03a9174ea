"""Exact evenings: every path played one by one, closed forms, a bound that holds, and the simulation."""

from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banca.evenings import Evening, Precision, evening
from banca.evenings.work import FAN
from banca.games import of_chance
from banca.games.pai_kao.exact.gates import bank_value, orders_between
from banca.games.pai_kao.simulation import PaiKaoStrategy
from banca.games.pai_kao.simulation.plan import make_pai_kao_plan
from banca.rulebook import Limits
from banca.simulation import simulate
from banca.simulation.plan import make_plan
from banca.simulation.progressions import Ladder, dalembert, fibonacci, labouchere, martingale, paroli, press
from banca.simulation.session import Ended, Session
from banca.simulation.strategy import Play, Strategy
from banca.simulation.strategy_file import find_strategy, library
from evenings import AllPaths, all_paths
from refusing import refuses
from soak import many

pytestmark = pytest.mark.compiled

EXACT = Precision.EXACT
MONEY = Limits(minimum=100, maximum=10_000_000, chip=100)


def strategy(game: str, *plays: Play, limits: Limits = MONEY, **session: int) -> Strategy:
    return Strategy(game=game, plays=plays, limits=limits, session=Session(**session))


RED = Play(bet="red", stake=1000)
FIELD = Play(bet="field", stake=1000)
LINE = Play(bet="pass_line", stake=1000)
COME = Play(bet="come", stake=1000, count=2)
ODDS = Play(bet="pass_odds", times=2)
COME_ODDS = Play(bet="come_odds", times=1)

DECIDED_AT_ONCE = {
    "flat": (strategy("roulette", RED, rounds=8), 8),
    "martingale, bankroll": (
        strategy("roulette", replace(RED, progression=martingale(4)), bankroll=5000, rounds=8),
        8,
    ),
    "martingale, target": (
        strategy("roulette", replace(RED, progression=martingale(3)), bankroll=9000, target=11_000, rounds=8),
        8,
    ),
    "fibonacci, stop-loss": (
        strategy("roulette", replace(RED, progression=fibonacci(6)), bankroll=20_000, stop_loss=4000, rounds=7),
        7,
    ),
    "labouchere": (
        strategy("roulette", replace(RED, progression=labouchere((1, 2, 3))), bankroll=9000, target=15_000, rounds=6),
        6,
    ),
    "two bets, short of money": (
        strategy(
            "roulette", Play(bet="dozen:1", stake=700), Play(bet="straight:7", stake=300), bankroll=1900, rounds=5
        ),
        5,
    ),
    "held to the maximum": (
        strategy(
            "roulette",
            replace(RED, progression=martingale(6)),
            limits=Limits(minimum=1000, maximum=5000, chip=100),
            bankroll=20_000,
            rounds=8,
        ),
        8,
    ),
    "field martingale": (
        strategy("craps", replace(FIELD, progression=martingale(3)), bankroll=4000, target=6000, rounds=5),
        5,
    ),
    "commission and a coarse chip": (
        strategy(
            "fantan",
            Play(bet="kuoc:1-2", stake=700, progression=dalembert(4)),
            limits=Limits(minimum=100, maximum=100_000, chip=50),
            bankroll=3000,
            stop_loss=2000,
            rounds=7,
        ),
        7,
    ),
    "paroli": (
        strategy("fish_prawn_crab", Play(bet="big", stake=500, progression=paroli(3)), bankroll=2000, rounds=7),
        7,
    ),
    "figures": (
        strategy("fish_prawn_crab", Play(bet="figure:fish", stake=500), bankroll=2000, target=4000, rounds=5),
        5,
    ),
}
STANDING_ON = {
    "pass line": (strategy("craps", LINE, rounds=3), 4),
    "pass line, target": (strategy("craps", LINE, ODDS, bankroll=4000, target=6000, rounds=3), 4),
    "come bets": (strategy("craps", LINE, COME, bankroll=2500, rounds=2), 4),
    "come bets with odds, short": (strategy("craps", LINE, COME, ODDS, COME_ODDS, bankroll=4000, rounds=2), 3),
    "press": (
        strategy(
            "craps",
            Play(bet="big_number:6", stake=1200, progression=press((1, 2, 3))),
            bankroll=3000,
            stop_loss=2400,
            rounds=4,
        ),
        5,
    ),
    "taken down": (
        strategy("craps", LINE, Play(bet="big_number:6", stake=1200, when=("point",), down=("come_out",)), rounds=3),
        4,
    ),
    "en prison": (find_strategy("roulette", "red_en_prison"), 6),
}


def check_fan(found: Evening, brute: AllPaths) -> None:
    """The fan is that of the paths, where all of them are over."""
    for point, row in enumerate(found.fan):
        chances = brute.at(point)
        running = dict(zip(chances, accumulate(chances.values()), strict=True))
        for share, quantile in zip(FAN, row.quantiles, strict=True):
            assert quantile.is_proven
            assert quantile.amount == next(amount for amount, sums in running.items() if sums >= share)


@pytest.mark.parametrize("name", DECIDED_AT_ONCE)
def test_every_figure_is_that_of_all_paths(name: str) -> None:
    asked, rounds = DECIDED_AT_ONCE[name]
    brute, found = all_paths(make_plan(asked), rounds), evening(asked, EXACT)
    assert brute.longer == 0
    assert found.net.chances == brute.spread("net")
    assert found.rounds.chances == brute.spread("rounds")
    staked, longest = found.staked(), found.longest()
    assert staked is not None
    assert staked.chances == brute.spread("staked")
    assert longest is not None
    assert longest.chances == brute.spread("longest")
    assert {cause: one.low for cause, one in found.ended.items() if one.low} == brute.spread("ended")
    assert found.mean_staked.low == sum(amount * chance for amount, chance in brute.spread("staked").items())
    assert found.mean_rounds.low == sum(amount * chance for amount, chance in brute.spread("rounds").items())
    assert found.ahead.low == sum(chance for net, chance in brute.spread("net").items() if net > 0)
    check_fan(found, brute)


@pytest.mark.parametrize("name", STANDING_ON)
def test_bets_that_stand_on_are_waited_for(name: str) -> None:
    asked, rounds = STANDING_ON[name]
    assert isinstance(asked, Strategy)
    if "prison" in name:
        asked = replace(asked, session=Session(bankroll=4000, rounds=4))
    brute, found = all_paths(make_plan(asked), rounds), evening(asked, EXACT)
    over = brute.spread("rounds")
    assert {number: chance for number, chance in found.rounds.chances.items() if number <= rounds} == over
    assert sum(found.net.chances.values()) == 1
    for figure, spread in (("net", found.net), ("staked", found.staked()), ("longest", found.longest())):
        if spread is not None:
            for amount, chance in brute.spread(figure).items():
                assert chance <= spread.chances[amount] <= chance + brute.longer
    for cause, chance in brute.spread("ended").items():
        assert chance <= found.ended[Ended(cause)].low <= chance + brute.longer


def test_the_pass_line_once() -> None:
    """244 of 495 are won, whenever it is decided; R. A. Epstein, The Theory of Gambling and Statistical Logic."""
    found = evening(strategy("craps", LINE, rounds=1), EXACT)
    assert found.net.chances == {-1000: Fraction(251, 495), 1000: Fraction(244, 495)}
    assert found.mean_rounds.low == Fraction(557, 165)


def test_gamblers_ruin() -> None:
    """(1 - (q/p)^a) / (1 - (q/p)^(a+b)): S. N. Ethier, The Doctrine of Chances, 7.1. What 2,000 rounds leave open is known."""
    asked = strategy("roulette", RED, bankroll=5000, target=10_000, rounds=2000)
    found = evening(asked)
    ratio = Fraction(19, 18)
    reaches = (1 - ratio**5) / (1 - ratio**10)
    assert found.ended[Ended.TARGET].low <= reaches <= found.ended[Ended.TARGET].high + found.ended[Ended.ROUNDS].high
    assert found.ended[Ended.RUIN].low <= 1 - reaches <= found.ended[Ended.RUIN].high + found.ended[Ended.ROUNDS].high
    assert found.ended[Ended.ROUNDS].high < Fraction(1, 10**20)
    assert float(found.ended[Ended.TARGET].high - found.ended[Ended.TARGET].low) < 1e-11


def test_doubling_until_the_first_win() -> None:
    """Roulette, doubling four times at most: one unit won but for four losses in a row."""
    asked = strategy("roulette", replace(RED, progression=martingale(4)), bankroll=15_000, target=16_000, rounds=4)
    found = evening(asked, EXACT)
    assert found.ended[Ended.TARGET].low == 1 - Fraction(19, 37) ** 4
    assert found.net.chances == {-15_000: Fraction(19, 37) ** 4, 1000: 1 - Fraction(19, 37) ** 4}


@pytest.mark.parametrize("precision", list(Precision))
def test_one_round(precision: Precision) -> None:
    """Nobody goes on after it, whatever the next stake would have been."""
    steps = Ladder(steps=(1, 2, 4), win=1, lose=1)
    found = evening(strategy("roulette", replace(RED, progression=steps), rounds=1), precision)
    assert found.net.chance(1000, 1000).low <= Fraction(18, 37) <= found.net.chance(1000, 1000).high
    assert found.mean_staked.low <= 1000 <= found.mean_staked.high


def test_bold_play() -> None:
    """From 3/8 of the goal, all or what is missing: p² (1 + q) by the equation of Dubins and Savage, chapter 5."""
    steps = Ladder(steps=(3, 2, 4), win=1, lose=1)
    asked = strategy("roulette", replace(RED, progression=steps), bankroll=3000, target=8000, rounds=3)
    won, lost = Fraction(18, 37), Fraction(19, 37)
    assert evening(asked, EXACT).ended[Ended.TARGET].low == won**2 * (1 + lost)


SMALL = st.builds(
    lambda play, bankroll, target, rounds: strategy(
        play[0], *play[1], bankroll=bankroll, target=bankroll + target, rounds=rounds
    ),
    st.sampled_from(
        [
            ("roulette", (replace(RED, progression=martingale(3)),)),
            ("roulette", (RED, Play(bet="straight:0", stake=200))),
            ("craps", (FIELD, LINE)),
            ("craps", (LINE, ODDS)),
            ("craps", (LINE, COME)),
            ("craps", (Play(bet="big_number:8", stake=600, progression=press()),)),
            ("fantan", (Play(bet="nga:12-3", stake=600),)),
        ]
    ),
    st.integers(20, 60).map(lambda hundreds: hundreds * 100),
    st.integers(10, 60).map(lambda hundreds: hundreds * 100),
    st.integers(1, 12),
)


@settings(max_examples=many(12))
@given(SMALL)
def test_the_bound_holds(asked: Strategy) -> None:
    exact, found = evening(asked, EXACT), evening(asked)
    for cause, chance in exact.ended.items():
        assert found.ended[cause].low <= chance.low <= found.ended[cause].high
    assert found.ahead.low <= exact.ahead.low <= found.ahead.high
    assert found.mean_rounds.low <= exact.mean_rounds.low <= found.mean_rounds.high
    assert found.mean_staked.low <= exact.mean_staked.low <= found.mean_staked.high
    assert found.net.mean.low <= exact.net.mean.low <= found.net.mean.high
    assert found.net.variance.low <= exact.net.variance.low <= found.net.variance.high
    for amount, single in exact.net.chances.items():
        known = found.net.chance(amount, amount)
        assert known.low <= single <= known.high
    assert found.net.error < Fraction(1, 10**12)
    for row, other in zip(exact.fan, found.fan, strict=True):
        for one, same in zip(row.quantiles, other.quantiles, strict=True):
            assert one.amount == same.amount or not same.is_proven


SHIPPED = [(game, name) for game in of_chance() for name in library(game) if "labouchere" not in name]


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_the_simulation_agrees(game: str, name: str) -> None:
    asked = find_strategy(game, name)
    asked = replace(asked, session=replace(asked.session, rounds=40))
    found, played = evening(asked), simulate(asked, sessions=3000, seed=21)
    for cause in Ended:
        share = played.ended[cause]
        assert abs(share.measured - float(found.ended[cause])) < 4 * share.error
    assert abs(played.ahead.measured - float(found.ahead)) < 4 * played.ahead.error
    assert played.per_session.error is not None
    assert abs(played.per_session.measured - float(found.net.mean)) < 4 * played.per_session.error + 1e-6


def test_what_is_too_large_is_refused_before_working() -> None:
    with refuses("too_many_seats"):
        evening(strategy("roulette", replace(RED, progression=labouchere((1, 2, 3, 4))), rounds=1000))
    with refuses("too_much_to_work_out"):
        evening(strategy("craps", LINE, replace(COME, count=3), ODDS, COME_ODDS, rounds=10_000_000))
    with refuses("too_much_to_work_out"):
        evening(strategy("roulette", RED, rounds=100_000), EXACT)


@pytest.mark.parametrize("name", ["player", "player_highest_rear", "banker"])
def test_pai_kao_against_one_gate(name: str) -> None:
    shipped = find_strategy("pai_kao", name)
    asked = replace(shipped, session=Session(bankroll=35_050, target=60_000, rounds=40))
    found, played = evening(asked), simulate(asked, sessions=4000, seed=21)
    for cause in Ended:
        share = played.ended[cause]
        assert abs(share.measured - float(found.ended[cause])) < 4 * share.error
    assert played.per_session.error is not None
    assert abs(played.per_session.measured - float(found.net.mean)) < 4 * played.per_session.error
    assert abs(played.staked / 4000 - float(found.mean_staked)) < 0.02 * float(found.mean_staked)
    assert found.ended[Ended.RUIN].low > Fraction(1, 1000)


def test_pai_kao_once_has_the_exact_value_of_the_deal() -> None:
    for name in ("player", "banker"):
        asked = find_strategy("pai_kao", name)
        assert isinstance(asked, PaiKaoStrategy)
        mean = make_pai_kao_plan(asked).mean(asked.stake)
        once = evening(replace(asked, session=Session(rounds=1)), EXACT)
        assert once.net.mean.low == mean


@pytest.mark.parametrize("name", ["banker_seven_gates", "banker_small_principal"])
def test_pai_kao_against_several_gates(name: str) -> None:
    """Against the simulation, with a bankroll that is often too short for the principal."""
    shipped = find_strategy("pai_kao", name)
    assert isinstance(shipped, PaiKaoStrategy)
    session = Session(bankroll=900_00, target=2000_00, rounds=40)
    asked = replace(shipped, session=session, limits=replace(shipped.limits, chip=100))
    found, played = evening(asked), simulate(asked, sessions=4000, seed=21)
    for cause in Ended:
        share = played.ended[cause]
        assert abs(share.measured - float(found.ended[cause])) <= 4 * share.error
    assert played.per_session.error is not None
    assert abs(played.per_session.measured - float(found.net.mean)) < 4 * played.per_session.error
    assert abs(played.staked / 4000 - float(found.mean_staked)) < 0.05 * float(found.mean_staked)  # 4 standard errors
    assert found.ended[Ended.RUIN].low > Fraction(1, 1000)


@pytest.mark.parametrize("principal", [None, 300_00, 50_00])
def test_pai_kao_once_has_the_exact_value_of_the_bank(principal: int | None) -> None:
    asked = find_strategy("pai_kao", "banker_seven_gates")
    assert isinstance(asked, PaiKaoStrategy)
    once = evening(replace(asked, principal=principal, session=Session(rounds=1)), EXACT)
    each = orders_between(asked.against, asked.policy, asked.gates)
    value = bank_value(each, gates=asked.gates, stake=asked.stake, principal=principal or 700_00)
    assert once.net.mean.low == value.value


def test_a_bank_in_small_chips_is_refused_before_its_rounds_are_looked_at() -> None:
    """It took 45 seconds to say so: one kind of round for each amount that may be put up."""
    asked = find_strategy("pai_kao", "banker_seven_gates")
    assert isinstance(asked, PaiKaoStrategy)
    with refuses("too_many_seats"):
        evening(replace(asked, limits=replace(asked.limits, chip=1)))


def test_several_gates_that_mix_their_settings_have_no_evening() -> None:
    asked = find_strategy("pai_kao", "banker_seven_gates")
    assert isinstance(asked, PaiKaoStrategy)
    with refuses("only_chance"):
        evening(replace(asked, against="equilibrium"))
